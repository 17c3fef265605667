//! Passes of an application.

use std::fmt;
use std::sync::Arc;

use warpline_ir as ir;
use warpline_ir::Module;

use crate::execute::OwnRun;

/// A pass of an application. The module is verified after it, and one that is invalid is an error of the compilation, as is an
/// error among its diagnostics.
///
/// ```
/// use warpline::compilation::Stage;
/// use warpline::{Engine, Options, OwnPass, Source};
/// let pass = OwnPass::new("at-most-ten-operations", |module, diagnostics| {
///     let ops = module.walk(module.root());
///     if let Some(op) = ops.get(10) {
///         let span = module.span(module.location(*op));
///         diagnostics.error(warpline::ir::codes::UNSUPPORTED, span, "expected at most ten operations");
///     }
/// });
/// let engine = Engine::builder().pass(pass).build()?;
/// let options = Options::default().insert(Stage::Known, "at-most-ten-operations");
/// let compile = |text: &str| engine.compile(Source::new("f.mlir", text), &options);
/// assert!(compile("func.func @f() { return }").is_ok());
/// assert!(compile(&(0..10).map(|n| format!("func.func @f{n}() {{ return }} ")).collect::<String>()).is_err());
/// # Ok::<(), warpline::Error>(())
/// ```
#[derive(Clone)]
pub struct OwnPass {
    name: String,
    run: OwnRun,
}

impl fmt::Debug for OwnPass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("OwnPass").field(&self.name).finish()
    }
}

impl OwnPass {
    /// Creates a pass with a name.
    pub fn new(
        name: impl Into<String>,
        run: impl Fn(&mut Module, &mut ir::Diagnostics) + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), run: Arc::new(run) }
    }

    /// Returns its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn function(&self) -> OwnRun {
        Arc::clone(&self.run)
    }
}
