//! Pass pipelines: their text form, and the pass manager that runs them.
//!
//! ```text
//! builtin.module(func.func(cse, canonicalize{max-iterations=2}), gpu-kernel-outlining)
//! ```
//! An anchor such as `func.func(…)` names the operation on which MLIR would run the nested passes. Every pass here
//! works on the whole module, so an anchor is only checked to be valid in its position. If the [`Observer`]
//! requests it, the module is verified after each pass that changed something; a failure is an internal error that
//! names the pass.

mod text;

use crate::{Changed, Pass, PassCx};
use warpline_ir::verify::verify;
use warpline_ir::{Diagnostics, Module, Reported, Span, codes};

pub use text::parse;

/// A pass with its given options.
#[derive(Clone)]
pub struct Step {
    /// The pass.
    pub pass: &'static Pass,
    /// The options, as pairs of name and value.
    pub options: Vec<(String, String)>,
}

/// A pass pipeline: passes in execution order.
#[derive(Clone, Default)]
pub struct Pipeline {
    /// The steps.
    pub steps: Vec<Step>,
}

impl Pipeline {
    /// Appends the steps of another pipeline.
    pub fn append(&mut self, other: Self) {
        self.steps.extend(other.steps);
    }

    /// Appends a pass without options.
    pub fn push(&mut self, pass: &'static Pass) {
        self.steps.push(Step { pass, options: Vec::new() });
    }
}

impl From<Step> for Pipeline {
    fn from(step: Step) -> Self {
        Self { steps: vec![step] }
    }
}

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.pass.name)?;
        if self.options.is_empty() {
            return Ok(());
        }
        let options: Vec<_> = self.options.iter().map(|(key, value)| format!("{key}={value}")).collect();
        write!(f, "{{{}}}", options.join(" "))
    }
}

impl std::fmt::Display for Pipeline {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("builtin.module(")?;
        for (i, step) in self.steps.iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            write!(f, "{comma}{step}")?;
        }
        f.write_str(")")
    }
}

/// Instrumentation that is called before and after each pass: for dumps and timing, which need files and clocks.
pub trait Observer {
    /// Called right before a pass runs.
    fn before(&mut self, pass: &'static Pass, module: &Module) {
        let _ = (pass, module);
    }

    /// Called right after a pass ran without an error; the module is not verified yet.
    fn after(&mut self, pass: &'static Pass, module: &Module, changed: Changed) {
        let _ = (pass, module, changed);
    }

    /// Called right after a pass reported an error, or produced an invalid module.
    fn failed(&mut self, pass: &'static Pass, module: &Module) {
        let _ = (pass, module);
    }

    /// Whether the module is verified after each pass that changed it: by default only in builds with debug
    /// assertions. In other builds it is verified once, before code generation.
    fn verifies(&self) -> bool {
        cfg!(debug_assertions)
    }
}

/// An observer that does nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {}

/// Runs the steps in order on a verified module; stops at the first error.
///
/// A step that changed and reported nothing is not repeated on the same revision of the module, where it would do the same.
pub fn run(
    pipeline: &Pipeline,
    module: &mut Module,
    diagnostics: &mut Diagnostics,
    observer: &mut dyn Observer,
) -> Result<Changed, Reported> {
    let first_revision = module.revision();
    let mut idle: Vec<(&Step, u64)> = Vec::new();
    for step in &pipeline.steps {
        let (revision, n_diagnostics) = (module.revision(), diagnostics.iter().len());
        let is_like = |other: &Step| other.pass.name == step.pass.name && other.options == step.options;
        if idle.iter().any(|(other, at)| *at == revision && is_like(other)) {
            observer.before(step.pass, module);
            observer.after(step.pass, module, Changed::No);
            continue;
        }
        run_step(step, module, diagnostics, observer)?;
        if module.revision() == revision && diagnostics.iter().len() == n_diagnostics {
            idle.push((step, revision));
        }
    }
    Ok((module.revision() != first_revision).into())
}

/// Runs one step on a verified module.
pub fn run_step(
    step: &Step,
    module: &mut Module,
    diagnostics: &mut Diagnostics,
    observer: &mut dyn Observer,
) -> Result<(), Reported> {
    let revision = module.revision();
    observer.before(step.pass, module);
    let mut cx = PassCx { module, diagnostics, options: &step.options, pass: step.pass };
    let changed = match step.pass.run.call(&mut cx) {
        Ok(changed) => changed,
        Err(reported) => {
            observer.failed(step.pass, module);
            return Err(reported);
        }
    };
    observer.after(step.pass, module, changed);
    if module.revision() == revision || !observer.verifies() {
        return Ok(());
    }
    let Err(found) = verify(module) else { return Ok(()) };
    observer.failed(step.pass, module);
    diagnostics.append(found);
    let message = format!("internal error: pass '{}' produced an invalid module", step.pass.name);
    Err(diagnostics.error(codes::BROKEN_PASS, Span::default(), message))
}
