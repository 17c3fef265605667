//! `warpline diff-run`: runs a program on several targets with the same inputs and reports where the results differ.
//!
//! `--bisect` also finds the culprit. The kernel (`kernels`) is the first after which a buffer differs. The
//! pass (`passes`) is the first after which the interpreter computes different results.

mod kernels;
mod passes;

use std::fmt::Write as _;
use std::time::Duration;

use clap::Args;
use warpline_ir::Module;
use warpline_runtime::interp::Options;

use super::run::without_addresses;
use crate::cli::flags::ToleranceFlags;
use crate::driver::devices;
use crate::driver::execute::{Concurrency, Execution, Interface, Mutation, Request};
use crate::driver::quantities;
use crate::driver::session::{Exit, Session, SourceFile, Stop};
use crate::driver::steps;
use crate::driver::values::Array;
use crate::values::{self, Mismatch, compare_devices};

/// The flags of `diff-run`.
#[derive(Debug, Args)]
pub struct DiffRunArgs {
    /// Input file; `-` is stdin
    #[arg(default_value = "-")]
    file: String,
    /// Function to run [default: main, or the only function with a body]
    #[arg(short = 'e', long, value_name = "NAME")]
    entry: Option<String>,
    /// Value of a parameter, as for 'warpline run'; one per parameter
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true)]
    input: Vec<String>,
    /// Devices to run on; all are compared with the first
    #[arg(long, value_name = "DEVICE", value_delimiter = ',', default_value = "interp,cpu")]
    targets: Vec<String>,
    #[command(flatten)]
    tolerance: ToleranceFlags,
    /// Name the first kernel and the first pass whose result differs
    #[arg(long)]
    bisect: bool,
    /// Order of blocks and threads on the interpreter, and of the work on the cpu; 0 is the natural order
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Time limit of the interpreter in seconds
    #[arg(long, value_name = "SECONDS", value_parser = quantities::seconds)]
    deadline: Option<Duration>,
    /// Accept operations of unknown dialects
    #[arg(long)]
    allow_unregistered_dialect: bool,
    /// Compile wrongly: PASS or PASS:N; for tests
    #[arg(long, hide = true, value_name = "PASS", value_parser = Mutation::parse)]
    debug_miscompile: Option<Mutation>,
}

/// A program with its inputs, to be run on any target.
struct Plan<'a> {
    args: &'a DiffRunArgs,
    source: &'a SourceFile,
    inputs: &'a [Array],
}

/// A value that differs between two executions.
struct Differing {
    name: String,
    mismatch: Mismatch,
}

/// Runs the command.
pub fn diff_run(session: &mut Session, args: &DiffRunArgs) -> Result<Exit, Stop> {
    let Some((first, others)) = args.targets.split_first().filter(|(_, others)| !others.is_empty()) else {
        return Err(session.fail(Exit::Usage, "expected two targets or more, as in --targets=interp,cpu"));
    };
    let is_interpreted = args.targets.iter().any(|target| devices::may_interpret(target));
    if args.deadline.is_some() && !is_interpreted {
        return Err(session
            .fail(Exit::Usage, "expected interp among the targets for --deadline, which it alone keeps"));
    }
    let source = session.read_source(&args.file)?;
    let module = steps::read_program(session, &source, args.allow_unregistered_dialect)?;
    let interface = Interface::find(&module, args.entry.as_deref());
    let interface = interface.map_err(|message| session.fail(Exit::Usage, message))?;
    let inputs =
        values::inputs(&interface, &args.input).map_err(|message| session.fail(Exit::Usage, message))?;
    let plan = Plan { args, source: &source, inputs: &inputs };
    let reference = plan.must_run(session, &module, first)?;
    let mut differing = None;
    for other in others {
        let found = plan.must_run(session, &module, other)?;
        session.print(format!("{first} and {other}:"));
        if report_differences(session, &plan, &reference, &found, (first, other)) {
            differing = differing.or(Some(other));
        }
    }
    let Some(other) = differing else { return Ok(Exit::Success) };
    if args.bisect {
        kernels::bisect(session, &plan, &module, (first, other));
        passes::bisect(session, &plan, &module, other);
    }
    Ok(Exit::Failed)
}

impl Plan<'_> {
    /// Runs a module that was derived from the source on a target.
    fn run(
        &self,
        session: &mut Session,
        module: &Module,
        target: &str,
        is_compiled: bool,
    ) -> Result<Execution, Stop> {
        let entry = self.args.entry.as_deref();
        let interface =
            Interface::find(module, entry).map_err(|message| session.fail(Exit::Usage, message))?;
        let mut options = Options { seed: self.args.seed, ..Options::default() };
        options.limits.deadline = self.args.deadline;
        let adversary = (self.args.seed != 0).then_some(self.args.seed);
        let request = Request {
            concurrency: Concurrency { adversary, ..Concurrency::default() },
            mutation: self.args.debug_miscompile.as_ref(),
            options,
            is_compiled,
            ..Request::new(self.source, module, &interface, self.inputs)
        };
        devices::run(session, target, &request)
    }

    /// Like `run`, but a program that fails ends the command.
    fn must_run(&self, session: &mut Session, module: &Module, target: &str) -> Result<Execution, Stop> {
        let execution = self.run(session, module, target, false)?;
        match execution.failed {
            Some(exit) => Err(session.fail(exit, format!("the program fails on {target}"))),
            None => Ok(execution),
        }
    }

    /// Like `run`, but reports no errors: for generated programs.
    fn try_run(&self, module: &Module, target: &str) -> Option<Execution> {
        let ran = self.run(&mut Session::default(), module, target, false);
        ran.ok().filter(|execution| execution.failed.is_none())
    }

    /// Like `try_run`, for a module that passes have changed.
    fn try_run_compiled(&self, module: &Module, target: &str) -> Option<Execution> {
        let ran = self.run(&mut Session::default(), module, target, true);
        ran.ok().filter(|execution| execution.failed.is_none())
    }

    /// Returns the values that differ between two executions.
    fn differing(&self, reference: &Execution, found: &Execution) -> Vec<Differing> {
        let names = values(reference).map(|(name, _)| name);
        let pairs = values(found).zip(values(reference));
        let compared = pairs.map(|((_, a), (_, b))| compare_devices(a, b, self.args.tolerance.tolerance()));
        let wrong = names.zip(compared);
        wrong.filter_map(|(name, ended)| Some(Differing { name, mismatch: ended.err()? })).collect()
    }
}

/// Returns the results and then the arguments, with their names.
fn values(execution: &Execution) -> impl Iterator<Item = (String, &Array)> {
    let named = |kind: &'static str| move |(index, array): (usize, _)| (format!("{kind} {index}"), array);
    let results = execution.results.iter().enumerate().map(named("result"));
    results.chain(execution.arguments.iter().enumerate().map(named("argument")))
}

/// Prints a comparison of two executions and returns whether they differ.
fn report_differences(
    session: &mut Session,
    plan: &Plan<'_>,
    reference: &Execution,
    found: &Execution,
    targets: (&str, &str),
) -> bool {
    let differing = plan.differing(reference, found);
    for (name, array) in values(reference) {
        let ty = array.type_text();
        match differing.iter().find(|one| one.name == name) {
            None => session.print(format!("  {name}: {ty}: same")),
            Some(Differing { mismatch, .. }) => {
                let Mismatch { count, total, .. } = mismatch;
                session.print(format!("  {name}: {ty}: {count} of {total} elements differ"));
                session.out.push_str(&table(mismatch, targets));
            }
        }
    }
    let prints_same = without_addresses(&reference.printed) == without_addresses(&found.printed);
    if !prints_same {
        session.print("  what they print differs");
    }
    !differing.is_empty() || !prints_same
}

/// Returns a table of the first elements that differ.
fn table(mismatch: &Mismatch, (first, other): (&str, &str)) -> String {
    let mut rows = vec![["at", first, other, "difference", "ulp"].map(str::to_string)];
    for one in &mismatch.first {
        let ulps = one.ulps.map_or_else(|| "-".to_string(), |ulps| ulps.to_string());
        let difference = format!("{:?}", one.distance);
        rows.push([format!("{:?}", one.index), one.expected.clone(), one.found.clone(), difference, ulps]);
    }
    let widths: Vec<usize> =
        (0..5).map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        let _ = writeln!(text, "    {}", cells.collect::<Vec<_>>().join("  ").trim_end());
    }
    text
}
