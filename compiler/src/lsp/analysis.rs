//! The analysis of a text: its module, its diagnostics, its names, and on demand its schedule.

use std::cell::OnceCell;

use rustc_hash::FxHashSet;
use warpline_ir::lower::Names;
use warpline_ir::syntax::lexer::Tokens;
use warpline_ir::verify::{verify, verify_with_warnings};
use warpline_ir::{Diagnostic, Diagnostics, Module, Op, ParseOptions, Severity, Span};
use warpline_passes::TargetModel;
use warpline_passes::analysis::call_graph::functions;
use warpline_passes::pipeline::{self, Silent};

use super::batches::{Batch, batches};
use super::index::Index;
use crate::driver::backends::CodeTarget;
use crate::driver::check_schedules;
use crate::driver::compilation::{self, Choices, Compilation, PlanLimits, Stage};
use crate::driver::host_loops::host_loops;
use crate::driver::session::SourceFile;
use crate::driver::views::{Mark, Views};

/// An analysed text: parsed immediately, with all other results computed on demand.
pub(super) struct Analysis {
    /// The text, with the name of its file.
    pub(super) source: SourceFile,
    /// The number of lines of the file before it.
    pub(super) lines_before: u32,
    pub(super) module: Module,
    pub(super) names: Names,
    /// The diagnostics of the parser.
    pub(super) read: Diagnostics,
    index: OnceCell<Index>,
    rules: OnceCell<Diagnostics>,
    batches: OnceCell<Vec<Batch>>,
}

impl Analysis {
    /// Parses a text that follows some lines of a file; operations of unknown dialects are accepted.
    pub(super) fn new(name: &str, text: &str, lines_before: u32) -> Self {
        let options = ParseOptions { allow_unregistered: true, ..ParseOptions::default() };
        let (module, read, names) = warpline_ir::parse_with_names(text, &options);
        Self {
            source: SourceFile { name: name.to_string(), text: text.to_string() },
            lines_before,
            module,
            names,
            read,
            index: OnceCell::new(),
            rules: OnceCell::new(),
            batches: OnceCell::new(),
        }
    }

    /// Returns the text.
    pub(super) fn text(&self) -> &str {
        &self.source.text
    }

    /// Returns the tokens.
    pub(super) fn tokens(&self) -> &Tokens {
        &self.names.tokens
    }

    /// Returns the index of names.
    pub(super) fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::new(self.text(), &self.module, &self.names))
    }

    /// Returns the diagnostics of the parser and the verifier.
    fn rules(&self) -> &Diagnostics {
        self.rules.get_or_init(|| {
            let mut all = Diagnostics::new();
            self.read.iter().for_each(|found| all.push(found.clone()));
            all.append(verify_with_warnings(&self.module, &self.read).1);
            all
        })
    }

    /// Returns the batches of functions with device work.
    fn batches(&self) -> &[Batch] {
        self.batches.get_or_init(|| batches(&self.module, |op| self.index().text_of(op)))
    }

    fn batches_at(&self, part: Span) -> impl Iterator<Item = &Batch> {
        self.batches().iter().filter(move |batch| batch.touches(part))
    }

    /// Returns the diagnostics known so far, in textual order; those of schedules only for verified batches.
    pub(super) fn diagnostics(&self) -> Diagnostics {
        let proofs = self.batches().iter().filter_map(|batch| batch.findings.get());
        in_order(std::iter::once(self.rules()).chain(proofs).flatten())
    }

    /// Returns the diagnostics that touch a part of the text.
    pub(super) fn diagnostics_at(&self, part: Span) -> Diagnostics {
        let proofs = self.batches_at(part).map(|batch| self.proofs(batch));
        let all = std::iter::once(self.rules()).chain(proofs).flatten();
        in_order(all.filter(move |found| found.span.start <= part.end && part.start <= found.span.end))
    }

    /// Returns the number of batches that are not yet verified.
    pub(super) fn n_open(&self) -> usize {
        self.batches().iter().filter(|batch| batch.findings.get().is_none()).count()
    }

    /// Verifies the schedule of a batch that is not yet verified.
    pub(super) fn prove_one(&self) {
        self.batches().iter().find(|batch| batch.findings.get().is_none()).map(|batch| self.proofs(batch));
    }

    fn proofs<'a>(&self, batch: &'a Batch) -> &'a Diagnostics {
        batch.findings.get_or_init(|| {
            let mut found = Diagnostics::new();
            let (is_proved, has_loops) = (batch.can_be_proved(), batch.has_loops());
            if let Some(slice) = (is_proved || has_loops).then(|| self.sound_slice(batch)).flatten() {
                if is_proved {
                    check_schedules::check(&slice, &mut found);
                }
                if has_loops {
                    found.append(host_loops(&slice));
                }
            }
            found
        })
    }

    /// Returns streams and waits of device work in a part of the text, in textual order.
    pub(super) fn marks_at(&self, part: Span) -> impl Iterator<Item = &Mark> {
        let marks = self.batches_at(part).flat_map(|batch| self.marks(batch));
        marks.filter(move |mark| part.start <= mark.span.start && mark.span.start <= part.end)
    }

    /// Returns the mark of the operation with this name span.
    pub(super) fn mark_at(&self, name: Span) -> Option<&Mark> {
        self.marks_at(Span::new(name.start, name.start)).next()
    }

    fn marks<'a>(&self, batch: &'a Batch) -> &'a [Mark] {
        let slice = || batch.can_be_planned().then(|| self.sound_slice(batch)).flatten();
        batch.marks.get_or_init(|| slice().and_then(|slice| self.plan(slice)).unwrap_or_default())
    }

    fn plan(&self, mut module: Module) -> Option<Vec<Mark>> {
        compilation::mark_known(&mut module, &self.module);
        // What may overlap on some device.
        let limits = PlanLimits { plan_for: Some(TargetModel::any()), ..PlanLimits::default() };
        let choices = Choices { limits, ..Choices::of_run(CodeTarget::of_this_machine()) };
        let passes = Compilation::new(&choices).passes(Stage::Kernels..=Stage::Placed);
        pipeline::run(&passes, &mut module, &mut Diagnostics::new(), &mut Silent).ok()?;
        Some(
            Views::of(&module, &self.source, &choices.plan()).after_lines(self.lines_before as usize).marks(),
        )
    }

    /// Returns a batch as a module, without functions that have errors or call such functions; `None` if code
    /// that all of them use has errors.
    fn sound_slice(&self, batch: &Batch) -> Option<Module> {
        let mut wrong = FxHashSet::default();
        self.add_wrong(&mut wrong, &self.read)?;
        loop {
            let slice = batch.slice(&self.module, &wrong);
            let Err(found) = verify(&slice) else { return Some(slice) };
            let n_before = wrong.len();
            self.add_wrong(&mut wrong, &found)?;
            if wrong.len() == n_before {
                return None;
            }
        }
    }

    /// Adds the functions that contain errors; `None` if there is an error elsewhere.
    fn add_wrong(&self, wrong: &mut FxHashSet<Op>, found: &Diagnostics) -> Option<()> {
        if !found.has_errors() {
            return Some(());
        }
        let errors = found.iter().filter(|found| found.severity == Severity::Error);
        let functions = functions(&self.module);
        for error in errors {
            let holds = |function: &&Op| {
                let text = self.index().text_of(**function);
                text.is_some_and(|text| text.start <= error.span.start && error.span.end <= text.end)
            };
            wrong.insert(*functions.iter().find(holds)?);
        }
        Some(())
    }
}

/// Sorts diagnostics in textual order, and removes duplicates from several batches.
fn in_order<'a>(found: impl Iterator<Item = &'a Diagnostic>) -> Diagnostics {
    let mut all = Diagnostics::new();
    found.for_each(|found| all.push(found.clone()));
    all.sort();
    all
}
