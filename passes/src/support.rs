//! Which operations a backend has code for, as data: instruction selection asks the same rules that the table of support is
//! made of, so the two cannot disagree.

/// The side of a launch on which an operation stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// A function of the host.
    Host,
    /// A kernel, or a function that it calls.
    Kernel,
}

/// What becomes of an operation.
#[derive(Clone, Copy, Debug)]
pub enum Way<F> {
    /// Selection makes code of it.
    Select(F),
    /// It becomes code with the operation that it belongs to: the one whose region it ends, or the kernel that is cut at it.
    Part(&'static str),
    /// This pass of the default pipelines replaces it before selection.
    Expand(&'static str),
    /// There is no code for it, for this reason.
    Refuse(&'static str),
}

/// How a backend treats an operation. `F` is what selects it.
#[derive(Clone, Copy, Debug)]
pub struct Rule<F> {
    /// What becomes of it.
    pub way: Way<F>,
    /// The side on which alone this holds, and why not on the other.
    pub only: Option<(Side, &'static str)>,
}

impl<F> Rule<F> {
    /// Selection makes code of it.
    pub fn select(select: F) -> Self {
        Self { way: Way::Select(select), only: None }
    }

    /// It becomes code with another operation; the reason is for where it stands alone.
    pub fn part(reason: &'static str) -> Self {
        Self { way: Way::Part(reason), only: None }
    }

    /// A pass of the default pipelines replaces it.
    pub fn expand(pass: &'static str) -> Self {
        Self { way: Way::Expand(pass), only: None }
    }

    /// There is no code for it.
    pub fn refuse(reason: &'static str) -> Self {
        Self { way: Way::Refuse(reason), only: None }
    }

    /// The same in host functions alone.
    #[must_use]
    pub fn on_host(self) -> Self {
        self.on_host_since("it has a meaning only in host functions")
    }

    /// The same in host functions alone, for this reason.
    #[must_use]
    pub fn on_host_since(self, reason: &'static str) -> Self {
        Self { only: Some((Side::Host, reason)), ..self }
    }

    /// The same in kernels alone.
    #[must_use]
    pub fn in_kernels(self) -> Self {
        Self { only: Some((Side::Kernel, "it has a meaning only in kernels")), ..self }
    }

    /// Whether a program may have the operation on this side, and why not.
    pub fn support(&self, side: Side) -> Support {
        match (&self.way, self.only) {
            (Way::Refuse(reason), _) => Support::No(reason),
            (_, Some((only, reason))) if only != side => Support::No(reason),
            (Way::Expand(pass), _) => Support::After(pass),
            (Way::Select(_) | Way::Part(_), _) => Support::Yes,
        }
    }
}

/// Whether programs may have an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// It has code.
    Yes,
    /// It has code after this pass, which the default pipelines run.
    After(&'static str),
    /// It has none, for this reason.
    No(&'static str),
}

impl Support {
    /// Whether there is code in the end.
    pub fn is_there(self) -> bool {
        !matches!(self, Self::No(_))
    }
}
