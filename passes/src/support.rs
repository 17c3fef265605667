//! The operations that a backend supports, as data. Instruction selection and the support table use the same rules,
//! so the two cannot disagree.

/// The side of a launch that an operation belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// A function of the host.
    Host,
    /// A kernel, or a function that it calls.
    Kernel,
}

/// How an operation is compiled.
#[derive(Clone, Copy, Debug)]
pub enum Lowering<F> {
    /// Instruction selection emits code for it.
    Select(F),
    /// It is compiled as part of another operation: the one whose region it terminates, or the kernel that is split
    /// at it.
    Part(&'static str),
    /// This pass of the default pipelines replaces it before selection.
    Expand(&'static str),
    /// This pass of the default pipelines replaces those that it can; others are unsupported, for this reason.
    ExpandElse(&'static str, &'static str),
    /// It is unsupported, for this reason.
    Refuse(&'static str),
}

/// The rule of a backend for an operation. `F` is the selection data.
#[derive(Clone, Copy, Debug)]
pub struct Rule<F> {
    /// How the operation is compiled.
    pub lowering: Lowering<F>,
    /// The only side on which this holds, and the reason why not on the other.
    pub only: Option<(Side, &'static str)>,
}

impl<F> Rule<F> {
    /// Builds the rule of an operation that instruction selection emits code for.
    pub fn select(select: F) -> Self {
        Self { lowering: Lowering::Select(select), only: None }
    }

    /// Builds the rule of an operation that is compiled as part of another one; the reason is reported if it occurs
    /// alone.
    pub fn part(reason: &'static str) -> Self {
        Self { lowering: Lowering::Part(reason), only: None }
    }

    /// Builds the rule of an operation that a pass of the default pipelines replaces.
    pub fn expand(pass: &'static str) -> Self {
        Self { lowering: Lowering::Expand(pass), only: None }
    }

    /// Builds the rule of an operation of which a pass of the default pipelines replaces some; others are unsupported, for
    /// this reason.
    pub fn expand_else(pass: &'static str, reason: &'static str) -> Self {
        Self { lowering: Lowering::ExpandElse(pass, reason), only: None }
    }

    /// Builds the rule of an unsupported operation.
    pub fn refuse(reason: &'static str) -> Self {
        Self { lowering: Lowering::Refuse(reason), only: None }
    }

    /// Restricts the rule to host functions.
    #[must_use]
    pub fn on_host(self) -> Self {
        Self { only: Some((Side::Host, "it is only valid in host functions")), ..self }
    }

    /// Restricts the rule to kernels.
    #[must_use]
    pub fn in_kernels(self) -> Self {
        Self { only: Some((Side::Kernel, "it is only valid in kernels")), ..self }
    }

    /// Returns the support for the operation on this side.
    pub fn support(&self, side: Side) -> Support {
        match (&self.lowering, self.only) {
            (Lowering::Refuse(reason), _) => Support::No(reason),
            (_, Some((only, reason))) if only != side => Support::No(reason),
            (Lowering::Expand(pass) | Lowering::ExpandElse(pass, _), _) => Support::After(pass),
            (Lowering::Select(_) | Lowering::Part(_), _) => Support::Yes,
        }
    }
}

/// The support for an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// Supported.
    Yes,
    /// Supported after this pass, which the default pipelines run.
    After(&'static str),
    /// Unsupported, for this reason.
    No(&'static str),
}

impl Support {
    /// Whether the operation is supported, possibly after a pass.
    pub fn is_there(self) -> bool {
        !matches!(self, Self::No(_))
    }
}
