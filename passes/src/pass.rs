//! What a pass is.

use warpline_ir::{Diagnostic, Diagnostics, Func, Module, Note, Op, OpKind, Reported, Severity, codes};

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
    /// Its name.
    pub name: &'static str,
    /// What it does; one line.
    pub summary: &'static str,
    /// Its value where it is not given.
    pub default: &'static str,
}

/// A pass: the row that everything about it is derived from.
#[derive(Clone, Copy)]
pub struct Pass {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does; one line.
    pub summary: &'static str,
    /// Its options.
    pub options: &'static [PassOption],
    /// Runs it. It may leave the module half changed when it reports an error.
    pub run: fn(&mut PassCx<'_>) -> Result<Changed, Reported>,
}

/// What a pass works on.
pub struct PassCx<'a> {
    /// The module.
    pub module: &'a mut Module,
    /// Where findings go.
    pub diagnostics: &'a mut Diagnostics,
    /// The options that were given, as pairs of name and value.
    pub options: &'a [(String, String)],
    /// The pass that runs.
    pub pass: &'static Pass,
}

impl PassCx<'_> {
    /// The functions of the host, in the order of the text.
    pub(crate) fn host_functions(&self) -> Vec<Op> {
        let is_host = |op: &Op| self.module.kind(*op) == OpKind::Func(Func::Func);
        self.module.walk(self.module.root()).into_iter().filter(is_host).collect()
    }

    /// The value of an option: the last that was given, else the default.
    pub fn option(&self, name: &str) -> &str {
        let given = self.options.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
        let default =
            self.pass.options.iter().find(|option| option.name == name).map(|option| option.default);
        given.or(default).unwrap_or_default()
    }

    /// The value of an option that is a whole number.
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

    /// Whether remarks of this pass are wanted (`--remarks`). What only serves remarks is computed only then.
    pub fn wants_remarks(&self) -> bool {
        self.diagnostics.wants_remarks_of(self.pass.name)
    }

    /// Reports what the pass did or did not do with an operation, and why, if remarks of this pass are wanted: lower
    /// case, no final dot. The message is not made otherwise.
    pub fn remark(&mut self, op: Op, message: impl FnOnce() -> String) {
        self.remark_with(op, |_| (message(), Vec::new()));
    }

    /// [`PassCx::remark`] with notes that point to other operations. [`note_at`] makes one.
    pub fn remark_with(&mut self, op: Op, content: impl FnOnce(&Module) -> (String, Vec<Note>)) {
        if self.wants_remarks() {
            let (message, notes) = content(self.module);
            self.push_remark(op, "", message, notes);
        }
    }

    /// Reports what an option of the pass asks for, such as a plan. It needs no `--remarks`.
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

/// A note that points to an operation.
pub fn note_at(module: &Module, op: Op, message: impl Into<String>) -> Note {
    Note::at(module.span(module.location(op)), message)
}
