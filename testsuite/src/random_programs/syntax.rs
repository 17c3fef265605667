//! The statements of a random program, and the steps that they become once their tokens are chosen.

/// Elements of every buffer.
pub const SIZE: usize = 16;

/// A buffer of the program; parameters of functions have numbers of their own.
pub type Buffer = usize;

/// A token of `gpu` or, as the result of [`Step::Execute`], of `async`.
pub type Token = usize;

/// A loop, by which offsets name its induction variable.
pub type LoopId = usize;

/// The memory of a buffer.
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
    /// Whether loads and stores of the host may access it.
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
        /// Iterations of the loop.
        trips: usize,
    },
}

/// A part of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// The buffer.
    pub buffer: Buffer,
    /// Its first element.
    pub offset: Offset,
    /// Its elements.
    pub len: usize,
    /// Their distance.
    pub stride: usize,
    /// Whether its type hides the offset.
    pub is_cast: bool,
}

impl View {
    /// A whole buffer.
    pub fn whole(buffer: Buffer) -> Self {
        Self { buffer, offset: Offset::At(0), len: SIZE, stride: 1, is_cast: false }
    }

    /// Whether it is the buffer itself.
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

/// The body of a kernel with one thread per element: `d` is what it changes, `s` what it reads, `c` a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kernel {
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

impl Kernel {
    /// Whether it has a source.
    pub fn has_source(self) -> bool {
        match self {
            Self::Fill | Self::Add | Self::Scale | Self::Guarded | Self::Half | Self::Atomic(_) => false,
            Self::Copy | Self::Axpy | Self::Shift | Self::Scatter(_) | Self::Reduce(_) => true,
        }
    }

    /// Whether thread `i` reads and writes the element `i` only.
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
        kernel: Kernel,
        /// What it changes.
        target: View,
        /// What it reads.
        source: Option<View>,
        /// Its number.
        number: i32,
        /// Blocks that its threads are divided into.
        blocks: usize,
    },
    /// `gpu.memcpy`.
    Copy {
        /// What it changes.
        target: View,
        /// What it reads.
        source: View,
    },
    /// `gpu.memset`.
    Fill {
        /// What it changes.
        target: View,
        /// The new value.
        number: i32,
    },
}

/// How work is issued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// In the order of the text.
    Sync,
    /// In the order of the text, with tokens that it starts after.
    SyncWithTokens,
    /// With a token of its own, ordered by tokens only.
    Async,
}

/// An element of a buffer.
pub type Element = (Buffer, usize);

/// What the host does by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostStep {
    /// Allocates a buffer.
    Alloc(Buffer),
    /// Stores an element plus a number.
    Move {
        /// What is loaded.
        from: Element,
        /// What is stored to.
        to: Element,
        /// What is added.
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
    /// An element is positive.
    Positive(Element),
}

/// A statement, whose tokens are not yet chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Decides what the statement leaves open.
    pub salt: u64,
    /// What it does.
    pub kind: StatementKind,
}

/// What a [`Statement`] does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatementKind {
    /// Allocates and fills a buffer.
    Alloc(Buffer, Mode),
    /// Does device work.
    Work(Work, Mode),
    /// Does something on the host.
    Host(HostStep),
    /// Waits for some of the work in flight.
    Wait,
    /// Branches.
    If(Condition, [Vec<Statement>; 2]),
    /// Repeats.
    For(LoopId, usize, Vec<Statement>),
    /// Repeats, with statements before the test and behind it.
    While(LoopId, usize, [Vec<Statement>; 2]),
    /// Calls a function.
    Call(usize, Vec<Buffer>),
    /// Does its body behind a token of `async`.
    Execute(Vec<Statement>),
}

/// A private function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its parameters.
    pub parameters: Vec<Buffer>,
    /// Whether calls may pass one buffer twice.
    pub may_alias: bool,
    /// Whether it takes and returns a token.
    pub has_token: bool,
    /// Its body.
    pub body: Vec<Statement>,
}

/// A program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The seed that it was made from.
    pub seed: u64,
    /// The memory of each buffer.
    pub buffers: Vec<Memory>,
    /// The bits that conditions test.
    pub bits: usize,
    /// Its private functions; each calls only those before it.
    pub functions: Vec<Function>,
    /// The body of `@main`.
    pub main: Vec<Statement>,
}

/// Steps with the tokens at their end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Region {
    /// The steps.
    pub steps: Vec<Step>,
    /// What the region yields.
    pub yields: Vec<Token>,
}

/// A token that a loop carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carried {
    /// Its value in the body.
    pub inside: Token,
    /// Its value before the loop.
    pub init: Token,
    /// Its value behind the test of a `while` loop.
    pub behind_test: Token,
    /// Its value behind the loop.
    pub result: Token,
}

/// A statement with its tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Device work; in the order of the text without a result.
    Work {
        /// The work.
        work: Work,
        /// What it starts after.
        deps: Vec<Token>,
        /// Its token.
        result: Option<Token>,
    },
    /// `gpu.wait async`.
    Join {
        /// The tokens.
        deps: Vec<Token>,
        /// Their join.
        result: Token,
    },
    /// `gpu.wait`.
    Wait(Vec<Token>),
    /// `async.await`.
    Await(Token),
    /// The host does something.
    Host(HostStep),
    /// A branch, whose arms yield.
    If(Condition, [Region; 2], Vec<Token>),
    /// A loop.
    For(LoopId, usize, Vec<Carried>, Region),
    /// A loop with a part before the test.
    While(LoopId, usize, Vec<Carried>, [Region; 2]),
    /// A call, with the token passed and the one returned.
    Call(usize, Vec<Buffer>, Option<[Token; 2]>),
    /// A body behind a token of `async`.
    Execute {
        /// What it starts after.
        deps: Vec<Token>,
        /// Its token.
        result: Token,
        /// Its body.
        body: Region,
    },
}

/// A function with its tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionSteps {
    /// Its token parameter.
    pub token: Option<Token>,
    /// Its body.
    pub body: Region,
}

/// A program with its tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Steps {
    /// The program.
    pub program: Program,
    /// Its functions.
    pub functions: Vec<FunctionSteps>,
    /// The body of `@main`.
    pub main: Region,
    /// The number of tokens.
    pub n_tokens: usize,
}
