//! What is known about a text: its module, its findings, its names, and, if somebody asks, its schedule.

use std::cell::OnceCell;

use warpline_ir::lower::Names;
use warpline_ir::syntax::lexer::Tokens;
use warpline_ir::{Affine, Diagnostics, Gpu, Module, OpKind, ParseOptions, Scf, Severity, Span};
use warpline_passes::pipeline::{self, Silent};

use super::index::Index;
use crate::commands::check::prove;
use crate::session::SourceFile;
use crate::stages;
use crate::views::{Mark, Views};

/// Programs with more device operations are not proved while somebody types, and those where loops may become more are not
/// planned. `warpline check` proves them all.
const MAX_WORK: usize = 500;

/// An analysed text: it is read at once, and the rest is found when a question needs it.
pub(super) struct Analysis {
    /// The text, under the name of its file.
    pub(super) source: SourceFile,
    pub(super) module: Module,
    pub(super) names: Names,
    /// What the reader found.
    read: Diagnostics,
    index: OnceCell<Index>,
    diagnostics: OnceCell<Diagnostics>,
    marks: OnceCell<Vec<Mark>>,
}

impl Analysis {
    /// Reads a text; operations of unknown dialects are accepted.
    pub(super) fn new(name: &str, text: &str) -> Self {
        let options = ParseOptions { allow_unregistered: true };
        let (module, read, names) = warpline_ir::parse_with_names(text, &options);
        Self {
            source: SourceFile { name: name.to_string(), text: text.to_string() },
            module,
            names,
            read,
            index: OnceCell::new(),
            diagnostics: OnceCell::new(),
            marks: OnceCell::new(),
        }
    }

    /// The text.
    pub(super) fn text(&self) -> &str {
        &self.source.text
    }

    /// Its tokens.
    pub(super) fn tokens(&self) -> &Tokens {
        &self.names.tokens
    }

    /// What its names stand for.
    pub(super) fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::new(self.text(), &self.module, &self.names))
    }

    /// Errors, warnings and remarks, also those of the schedule.
    pub(super) fn diagnostics(&self) -> &Diagnostics {
        self.diagnostics.get_or_init(|| {
            let mut all = Diagnostics::new();
            self.read.iter().for_each(|found| all.push(found.clone()));
            let (_, found) = warpline_ir::verify::verify_with_warnings(&self.module, &self.read);
            all.append(found);
            if !all.has_errors() && self.count(is_work) <= MAX_WORK {
                prove(&self.module, &mut all);
            }
            all.sort();
            all
        })
    }

    /// Streams and waits of device work, in the order of the text; none where the text has errors.
    pub(super) fn marks(&self) -> &[Mark] {
        self.marks.get_or_init(|| self.plan().unwrap_or_default())
    }

    /// The mark of the operation whose name stands there.
    pub(super) fn mark_at(&self, name: Span) -> Option<&Mark> {
        self.marks().iter().find(|mark| mark.span.start == name.start)
    }

    fn plan(&self) -> Option<Vec<Mark>> {
        let is_error = |severity: Severity| severity == Severity::Error;
        let may_be_work = |kind| is_work(kind) || is_loop(kind);
        if !(1..=MAX_WORK).contains(&self.count(may_be_work))
            || self.diagnostics().iter().any(|found| is_error(found.severity))
        {
            return None;
        }
        let mut module = self.module.clone();
        let mut diagnostics = Diagnostics::new();
        let passes = format!("{},{}", stages::DEVICE_PIPELINE, stages::PLACE_BUFFERS);
        let pipeline = pipeline::parse(&passes, &mut diagnostics).ok()?;
        pipeline::run(&pipeline, &mut module, &mut diagnostics, &mut Silent).ok()?;
        Some(Views::of(&module, &self.source).marks())
    }

    fn count(&self, is_counted: impl Fn(OpKind) -> bool) -> usize {
        let ops = self.module.walk(self.module.root());
        ops.into_iter().filter(|op| is_counted(self.module.kind(*op))).count()
    }
}

/// Whether an operation is device work, or schedules some.
fn is_work(kind: OpKind) -> bool {
    matches!(
        kind,
        OpKind::Gpu(Gpu::Launch | Gpu::LaunchFunc | Gpu::Memcpy | Gpu::Memset | Gpu::Alloc) | OpKind::Rt(_)
    )
}

/// Whether an operation may become device work.
fn is_loop(kind: OpKind) -> bool {
    matches!(kind, OpKind::Affine(Affine::For | Affine::Parallel) | OpKind::Scf(Scf::Parallel))
}
