//! Times of passes and of other parts of a command, and what passes do to the number of operations.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use warpline_ir::Module;
use warpline_passes::pipeline::Observer;
use warpline_passes::{Changed, Pass};

use crate::words::words;

/// Passes that mlir-opt has too, with their names in its reports.
const NAMES: &[(&str, &str)] = &[
    ("affine-parallelize", "AffineParallelize"),
    ("affine-raise-from-memref", "RaiseMemrefDialect"),
    ("canonicalize", "Canonicalizer"),
    ("convert-parallel-loops-to-gpu", "ConvertParallelLoopToGpuPass"),
    ("cse", "CSE"),
    ("scf-forall-to-parallel", "SCFForallToParallelLoop"),
    ("scf-parallel-loop-fusion", "SCFParallelLoopFusion"),
];

words! {
    /// The order of the rows of a report.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum TimingOrder {
        /// Execution order
        #[default]
        Tree = "tree",
        /// Longest first
        List = "list",
    }
}

/// What is measured, if anything is.
#[derive(Clone, Debug, Default)]
pub struct Timing {
    is_on: bool,
    rows: Vec<Row>,
    /// The start of the pass that runs, and the number of operations before it.
    begun: Option<(Instant, usize)>,
}

#[derive(Clone, Debug)]
struct Row {
    name: String,
    time: Duration,
    /// The operations after a pass, and how many more they are than before.
    ops: Option<(usize, i64)>,
}

impl Timing {
    /// Creates a measurement of everything that follows, or of nothing.
    pub fn of(is_on: bool) -> Self {
        Self { is_on, ..Self::default() }
    }

    /// Calls a function and records its time.
    pub fn measure<R>(&mut self, name: &str, f: impl FnOnce() -> R) -> R {
        let start = Instant::now();
        let result = f();
        if self.is_on {
            self.rows.push(Row { name: name.to_string(), time: start.elapsed(), ops: None });
        }
        result
    }

    /// Returns the report, in the form of mlir-opt with a column for operations; nothing if nothing was measured.
    pub fn text(&self, order: TimingOrder) -> String {
        if !self.is_on {
            return String::new();
        }
        let line = format!("===-{}-===\n", "-".repeat(73));
        let title = "... Execution time report ...";
        let total = self.rows.iter().map(|row| row.time.as_secs_f64()).sum::<f64>();
        let mut text = format!("{line}{title:^79}\n{line}  Total Execution Time: {total:.4} seconds\n\n");
        text.push_str("  ----Wall Time----  ----Operations---  ----Name----\n");
        let share = |time: f64| 100.0 * time / total.max(f64::MIN_POSITIVE);
        let mut rows: Vec<&Row> = self.rows.iter().collect();
        if order == TimingOrder::List {
            rows.sort_by_key(|row| std::cmp::Reverse(row.time));
        }
        for Row { name, time, ops } in rows {
            let time = time.as_secs_f64();
            let ops = match ops {
                Some((after, 0)) => format!("{after:8}         "),
                Some((after, change)) => format!("{after:8} {:8}", format!("({change:+})")),
                None => " ".repeat(17),
            };
            let _ = writeln!(text, "  {time:8.4} ({:5.1}%)  {ops}  {name}", share(time));
        }
        let _ = writeln!(text, "  {total:8.4} (100.0%)  {:17}  Total", "");
        text
    }
}

impl Observer for Timing {
    fn before(&mut self, _: &'static Pass, module: &Module) {
        if self.is_on {
            let n_ops = n_ops(module);
            self.begun = Some((Instant::now(), n_ops));
        }
    }

    fn after(&mut self, pass: &'static Pass, module: &Module, _: Changed) {
        let Some((start, before)) = self.begun.take() else { return };
        let (time, after) = (start.elapsed(), n_ops(module));
        self.rows.push(Row {
            name: camel_case(pass.name),
            time,
            ops: Some((after, after as i64 - before as i64)),
        });
    }
}

/// Returns the number of operations of a module, without the module itself.
pub fn n_ops(module: &Module) -> usize {
    module.walk(module.root()).len() - 1
}

/// Converts `gpu-async-region` to `GpuAsyncRegionPass`.
pub fn camel_case(name: &str) -> String {
    if let Some((_, known)) = NAMES.iter().find(|(flag, _)| *flag == name) {
        return (*known).to_string();
    }
    let parts = name.split('-').map(|part| {
        let mut letters = part.chars();
        letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect::<String>()
    });
    parts.chain(["Pass".to_string()]).collect()
}
