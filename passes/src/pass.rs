//! The pass interface: [`Pass`], its options, and the context that it runs in.

use crate::target_model::TargetModel;
use warpline_ir::kernels::device_modules;
use warpline_ir::{Diagnostic, Diagnostics, Func, Gpu, Module, Note, Op, OpKind, Reported, Severity, codes};

/// Whether a pass changed the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    /// It did.
    Yes,
    /// It did not.
    No,
}

impl From<bool> for Changed {
    fn from(changed: bool) -> Self {
        if changed { Self::Yes } else { Self::No }
    }
}

/// An option of a pass.
#[derive(Clone, Copy, Debug)]
pub struct PassOption {
    /// The option name.
    pub name: &'static str,
    /// A one-line description.
    pub summary: &'static str,
    /// The value if it is not given.
    pub default: &'static str,
}

/// A pass: the table entry that all uses of the pass are derived from.
#[derive(Clone, Copy)]
pub struct Pass {
    /// The name on the command line.
    pub name: &'static str,
    /// A one-line description.
    pub summary: &'static str,
    /// The options of the pass.
    pub options: &'static [PassOption],
    /// Runs the pass.
    pub run: PassFn,
}

/// The function of a pass.
#[derive(Clone, Copy)]
pub enum PassFn {
    /// It has an answer for every module.
    Always(fn(&mut PassCx<'_>) -> Changed),
    /// It may report an error, and leave the module partially changed.
    MayFail(fn(&mut PassCx<'_>) -> Result<Changed, Reported>),
}

impl PassFn {
    /// Calls the function.
    pub fn call(self, cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
        match self {
            Self::Always(run) => Ok(run(cx)),
            Self::MayFail(run) => run(cx),
        }
    }
}

/// The context of a running pass.
pub struct PassCx<'a> {
    /// The module to transform.
    pub module: &'a mut Module,
    /// Collects the diagnostics of the pass.
    pub diagnostics: &'a mut Diagnostics,
    /// The given options, as pairs of name and value.
    pub options: &'a [(String, String)],
    /// The running pass.
    pub pass: &'static Pass,
}

/// The option of passes that predict times.
pub(crate) const TARGET: PassOption = PassOption {
    name: "target",
    summary: "target whose times are predicted, such as sm_90; any for one that nothing slows down",
    default: TargetModel::ANY,
};

/// The option of passes that expand host code, device code or both.
pub(crate) const CODE: PassOption =
    PassOption { name: "code", summary: "The code to expand: device, host or all", default: "device" };

impl PassCx<'_> {
    /// Returns the operations inside which a pass with the option [`CODE`] works: each `gpu.module`, each function
    /// outside them, or the whole module.
    pub(crate) fn code_roots(&mut self) -> Result<Vec<Op>, Reported> {
        let module = &*self.module;
        match self.option(CODE.name) {
            "device" => Ok(device_modules(module)),
            "host" => {
                let mut found = self.host_functions();
                found.retain(|func| !is_on_device(module, *func));
                Ok(found)
            }
            "all" => Ok(vec![module.root()]),
            other => {
                let message = format!(
                    "expected device, host or all as 'code' of '{}', but found '{other}'",
                    self.pass.name
                );
                Err(self.diagnostics.error(codes::UNKNOWN_PASS, warpline_ir::Span::default(), message))
            }
        }
    }

    /// Returns the host functions, in the order of the text.
    pub(crate) fn host_functions(&self) -> Vec<Op> {
        let is_host = |op: &Op| self.module.kind(*op) == OpKind::Func(Func::Func);
        self.module.walk(self.module.root()).into_iter().filter(is_host).collect()
    }

    /// Returns the value of an option: the last given one, else the default.
    pub fn option(&self, name: &str) -> &str {
        let given = self.options.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
        let default =
            self.pass.options.iter().find(|option| option.name == name).map(|option| option.default);
        given.or(default).unwrap_or_default()
    }

    /// Returns the value of an integer option.
    pub fn int_option(&mut self, name: &str) -> Result<i64, Reported> {
        let value = self.option(name).to_string();
        value.parse().map_err(|_| {
            let message = format!(
                "option '{name}' of '{}': expected a whole number, but found '{value}'",
                self.pass.name
            );
            self.diagnostics.error(codes::UNKNOWN_PASS, warpline_ir::Span::default(), message)
        })
    }

    /// Returns the row of the target that the option [`TARGET`] names.
    pub(crate) fn model_option(&mut self) -> Result<&'static TargetModel, Reported> {
        let name = self.option(TARGET.name).to_string();
        TargetModel::find(&name).map_err(|message| {
            let message = format!("option '{}' of '{}': {message}", TARGET.name, self.pass.name);
            self.diagnostics.error(codes::UNKNOWN_PASS, warpline_ir::Span::default(), message)
        })
    }

    /// Returns the value of an option that is true or false.
    pub fn bool_option(&mut self, name: &str) -> Result<bool, Reported> {
        let value = self.option(name).to_string();
        value.parse().map_err(|_| {
            let message =
                format!("expected true or false as '{name}' of '{}', but found '{value}'", self.pass.name);
            self.diagnostics.error(codes::UNKNOWN_PASS, warpline_ir::Span::default(), message)
        })
    }

    /// Returns which of these names an option lists, separated by commas.
    pub fn list_option<const N: usize>(
        &mut self,
        name: &str,
        known: &[&str; N],
    ) -> Result<[bool; N], Reported> {
        let mut listed = [false; N];
        for word in self.option(name).split(',').filter(|word| !word.is_empty()) {
            let Some(index) = known.iter().position(|known| *known == word) else {
                let known = known.join(", ");
                let message = format!(
                    "expected a list of {known} as '{name}' of '{}', but found '{word}'",
                    self.pass.name
                );
                return Err(self.diagnostics.error(
                    codes::UNKNOWN_PASS,
                    warpline_ir::Span::default(),
                    message,
                ));
            };
            listed[index] = true;
        }
        Ok(listed)
    }

    /// Reports that the pass cannot handle an operation.
    pub fn error(&mut self, op: Op, message: impl Into<String>) -> Reported {
        let span = self.module.span(self.module.location(op));
        self.diagnostics.error(codes::UNSUPPORTED, span, message)
    }

    /// Warns about an operation.
    pub fn warning(&mut self, op: Op, code: &'static str, message: impl Into<String>) {
        let span = self.module.span(self.module.location(op));
        self.diagnostics.warning(code, span, message);
    }

    /// Warns about an operation, with notes at other operations. [`note_at`] builds a note.
    pub fn warning_with(&mut self, op: Op, code: &'static str, message: String, notes: Vec<Note>) {
        let span = self.module.span(self.module.location(op));
        self.diagnostics.push(Diagnostic {
            severity: Severity::Warning,
            code,
            pass: None,
            span,
            message,
            notes,
        });
    }

    /// Whether remarks of this pass are enabled (`--remarks`). Compute facts that only serve remarks under this
    /// condition.
    pub fn wants_remarks(&self) -> bool {
        self.diagnostics.wants_remarks_of(self.pass.name)
    }

    /// Emits a remark: what the pass did or did not do with an operation, and why, in lower case without final dot.
    /// The message is only built if remarks of this pass are enabled.
    pub fn remark(&mut self, op: Op, message: impl FnOnce() -> String) {
        self.remark_with(op, |_| (message(), Vec::new()));
    }

    /// Emits a remark as [`PassCx::remark`] does, with notes at other operations. [`note_at`] builds a note.
    pub fn remark_with(&mut self, op: Op, content: impl FnOnce(&Module) -> (String, Vec<Note>)) {
        if self.wants_remarks() {
            let (message, notes) = content(self.module);
            self.push_remark(op, "", message, notes);
        }
    }

    /// Reports the output that an option of the pass requests, such as a plan. It needs no `--remarks`.
    pub(crate) fn report(&mut self, op: Op, message: String) {
        self.push_remark(op, "", message, Vec::new());
    }

    /// Stores a remark of this pass.
    pub(crate) fn push_remark(&mut self, op: Op, code: &'static str, message: String, notes: Vec<Note>) {
        let span = self.module.span(self.module.location(op));
        let (severity, pass) = (Severity::Remark, Some(self.pass.name));
        self.diagnostics.push(Diagnostic { severity, code, pass, span, message, notes });
    }
}

/// Builds a note located at an operation.
pub fn note_at(module: &Module, op: Op, message: impl Into<String>) -> Note {
    Note::at(module.span(module.location(op)), message)
}

/// Whether an operation is inside a `gpu.module`.
fn is_on_device(module: &Module, op: Op) -> bool {
    std::iter::successors(Some(op), |op| module.parent_op(*op))
        .any(|op| module.kind(op) == OpKind::Gpu(Gpu::Module))
}
