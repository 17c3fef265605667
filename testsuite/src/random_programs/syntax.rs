//! The statements of a random program, and the steps that result once tokens are chosen.

/// The number of elements of every buffer.
pub const SIZE: usize = 16;

/// A buffer of the program; parameters of functions have distinct numbers.
pub type Buffer = usize;

/// A token of `gpu` or, as the result of [`ProgramStep::Execute`], of `async`.
pub type Token = usize;

/// A loop, by which offsets refer to its induction variable.
pub type LoopId = usize;

/// The origin of the memory of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// An argument of `@main`.
    Input,
    /// A parameter of a private function.
    Parameter,
    /// `memref.alloc`.
    Host,
    /// `gpu.alloc`.
    Device,
    /// `gpu.alloc host_shared`.
    Shared,
}

impl Memory {
    /// Whether host loads and stores may access it.
    pub fn is_on_host(self) -> bool {
        matches!(self, Self::Input | Self::Host | Self::Shared)
    }
}

/// The first element of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offset {
    /// A constant.
    At(usize),
    /// A multiple of the induction variable of a loop that starts at 0.
    Of {
        /// The loop.
        id: LoopId,
        /// The factor.
        factor: usize,
        /// The trip count of the loop.
        trip_count: usize,
    },
}

/// A part of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// The buffer.
    pub buffer: Buffer,
    /// Its first element.
    pub offset: Offset,
    /// The number of elements.
    pub len: usize,
    /// The stride.
    pub stride: usize,
    /// Whether its type hides the offset.
    pub is_cast: bool,
}

impl View {
    /// Returns a view of a whole buffer.
    pub fn whole(buffer: Buffer) -> Self {
        Self { buffer, offset: Offset::At(0), len: SIZE, stride: 1, is_cast: false }
    }

    /// Whether the view is the buffer itself.
    pub fn is_whole(&self) -> bool {
        *self == Self::whole(self.buffer)
    }
}

/// A commutative update of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Update {
    /// `addi`.
    Add,
    /// `maxs`.
    Max,
    /// `mins`.
    Min,
    /// `andi`.
    And,
    /// `ori`.
    Or,
}

/// The body of a kernel with one thread per element: `d` is written, `s` is read, `c` is a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RandomKernel {
    /// `d[i] = c`.
    Fill,
    /// `d[i] += c`.
    Add,
    /// `d[i] = d[i] * c + i`.
    Scale,
    /// `if i < 5: d[i] ^= c`.
    Guarded,
    /// `d[lo + i] -= c` for half of the elements, with `lo` as an argument.
    Half,
    /// `d[i] = s[i] + c`.
    Copy,
    /// `d[i] += 3 * s[i]`.
    Axpy,
    /// `d[i] = s[(i + 1) mod n] ^ c`.
    Shift,
    /// An update of `d[i]` by `c`.
    Atomic(Update),
    /// An update of `d[s[i] & 3]` by `c`.
    Scatter(Update),
    /// An update of `d[0]` by `s[i]`.
    Reduce(Update),
}

impl RandomKernel {
    /// Whether the kernel has a source.
    pub fn has_source(self) -> bool {
        match self {
            Self::Fill | Self::Add | Self::Scale | Self::Guarded | Self::Half | Self::Atomic(_) => false,
            Self::Copy | Self::Axpy | Self::Shift | Self::Scatter(_) | Self::Reduce(_) => true,
        }
    }

    /// Whether thread `i` accesses only element `i`.
    pub fn is_elementwise(self) -> bool {
        match self {
            Self::Shift | Self::Scatter(_) | Self::Reduce(_) => false,
            Self::Fill
            | Self::Add
            | Self::Scale
            | Self::Guarded
            | Self::Half
            | Self::Copy
            | Self::Axpy
            | Self::Atomic(_) => true,
        }
    }
}

/// Device work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Work {
    /// `gpu.alloc`.
    Alloc(Buffer),
    /// `gpu.dealloc`.
    Free(Buffer),
    /// `gpu.launch_func`.
    Launch {
        /// The body.
        kernel: RandomKernel,
        /// The written view.
        target: View,
        /// The read view.
        source: Option<View>,
        /// The number `c` of the kernel.
        number: i32,
        /// The number of blocks that its threads are divided into.
        blocks: usize,
    },
    /// `gpu.memcpy`.
    Copy {
        /// The written view.
        target: View,
        /// The read view.
        source: View,
    },
    /// `gpu.memset`.
    Fill {
        /// The written view.
        target: View,
        /// The new value.
        number: i32,
    },
}

/// The form in which work is issued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// In program order.
    Sync,
    /// In program order, with tokens that it depends on.
    SyncWithTokens,
    /// With a result token, ordered by tokens only.
    Async,
}

/// An element of a buffer.
pub type Element = (Buffer, usize);

/// An action of the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostStep {
    /// Allocates a buffer.
    Alloc(Buffer),
    /// Stores the sum of an element and a number.
    Move {
        /// The loaded element.
        from: Element,
        /// The stored element.
        to: Element,
        /// The number to add.
        number: i32,
    },
    /// Prints an element.
    Print(Element),
}

/// A condition of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// A bit of the argument of `@main`.
    Bit(usize),
    /// Whether an element is positive.
    Positive(Element),
}

/// A statement without tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// A seed for the choices that the statement leaves open.
    pub salt: u64,
    /// The action.
    pub kind: StatementKind,
}

/// The kind of a [`Statement`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatementKind {
    /// Allocates and fills a buffer.
    Alloc(Buffer, Mode),
    /// Device work.
    Work(Work, Mode),
    /// An action of the host.
    Host(HostStep),
    /// Waits for some of the work in flight.
    Wait,
    /// An `scf.if`.
    If(Condition, [Vec<Statement>; 2]),
    /// An `scf.for`.
    For(LoopId, usize, Vec<Statement>),
    /// An `scf.while`, with statements before and after the condition.
    While(LoopId, usize, [Vec<Statement>; 2]),
    /// A function call.
    Call(usize, Vec<Buffer>),
    /// An `async.execute`.
    Execute(Vec<Statement>),
}

/// A private function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The parameters.
    pub parameters: Vec<Buffer>,
    /// Whether calls may pass one buffer twice.
    pub may_alias: bool,
    /// Whether it takes and returns a token.
    pub has_token: bool,
    /// The body.
    pub body: Vec<Statement>,
}

/// A program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomProgram {
    /// The seed of the program.
    pub seed: u64,
    /// The memory of each buffer.
    pub buffers: Vec<Memory>,
    /// The bits that conditions test.
    pub bits: usize,
    /// The private functions; each calls only those before it.
    pub functions: Vec<Function>,
    /// The body of `@main`.
    pub main: Vec<Statement>,
}

/// Steps and the tokens that they yield.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Region {
    /// The steps.
    pub steps: Vec<ProgramStep>,
    /// The yielded tokens.
    pub yields: Vec<Token>,
}

/// A token that a loop carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carried {
    /// The value in the body.
    pub inside: Token,
    /// The value before the loop.
    pub init: Token,
    /// The value after the condition of a `while` loop.
    pub after_condition: Token,
    /// The value after the loop.
    pub result: Token,
}

/// A statement with its tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProgramStep {
    /// Device work; in program order if it has no result.
    Work {
        /// The work.
        work: Work,
        /// The tokens that it depends on.
        deps: Vec<Token>,
        /// The result token.
        result: Option<Token>,
    },
    /// `gpu.wait async`.
    Join {
        /// The tokens.
        deps: Vec<Token>,
        /// The joined token.
        result: Token,
    },
    /// `gpu.wait`.
    Wait(Vec<Token>),
    /// `async.await`.
    Await(Token),
    /// An action of the host.
    Host(HostStep),
    /// A branch whose regions yield tokens.
    If(Condition, [Region; 2], Vec<Token>),
    /// A loop.
    For(LoopId, usize, Vec<Carried>, Region),
    /// A `while` loop with a region before the condition.
    While(LoopId, usize, Vec<Carried>, [Region; 2]),
    /// A call, with the token argument and the token result.
    Call(usize, Vec<Buffer>, Option<[Token; 2]>),
    /// An `async.execute`.
    Execute {
        /// The tokens that it depends on.
        deps: Vec<Token>,
        /// The result token.
        result: Token,
        /// The body.
        body: Region,
    },
}

/// A function with its tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionSteps {
    /// The token parameter.
    pub token: Option<Token>,
    /// The body.
    pub body: Region,
}

/// A program with its tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Steps {
    /// The program.
    pub program: RandomProgram,
    /// The functions.
    pub functions: Vec<FunctionSteps>,
    /// The body of `@main`.
    pub main: Region,
    /// The number of tokens.
    pub n_tokens: usize,
}
