//! What rows say about the meaning of operations, for analyses and passes.

/// What keeps the buffer or the pointer that an operation makes, or claims something about, within the memory behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Its sizes, its layout or its claim could exceed that memory: a run with `--bounds=trap` compares them, where nothing
    /// proves them, or compares each access.
    Checked,
    /// It cannot: it is new memory, or all of what is made of, or the verifier compares static sizes.
    Proved,
    /// No device runs it.
    Refused,
}

/// How an operation makes a buffer or a pointer of another one (`ViewLikeOpInterface` of MLIR).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// All elements of its first operand, at the same indices.
    Same,
    /// Result number N has all elements of operand number N, at the same indices.
    SameEach,
    /// All elements of its first operand, at other indices.
    Rearranged,
    /// Elements of its first operand.
    Part,
    /// Elements of another type, in the bytes of its first operand from an offset on.
    Bytes,
    /// Its first result is any memory of the buffer behind its first operand.
    Anywhere,
}

impl View {
    /// Returns the number of the operand of which a result is a view.
    pub fn source(self, result: usize) -> Option<usize> {
        match self {
            Self::SameEach => Some(result),
            Self::Same | Self::Rearranged | Self::Part | Self::Bytes | Self::Anywhere => {
                (result == 0).then_some(0)
            }
        }
    }

    /// Whether the elements are those of its source.
    pub fn keeps_extent(self) -> bool {
        matches!(self, Self::Same | Self::SameEach | Self::Rearranged)
    }
}

/// What an operation requires of its operands beyond what the verifier compares, besides [`Reach::Checked`]. An operation that
/// is executed without it is an error, whether its results are used or not, so one that may be without it does not move to
/// where the program would not have executed it (`ConditionallySpeculatable` of MLIR).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requirement {
    /// Its second operand is not 0.
    Divisor,
    /// Its first operand is not the least value of its type, or the second one is not -1.
    Quotient,
    /// Its first operand is not 0, or the second one is not negative.
    Power,
    /// The divisors in its affine maps, and the sizes of its basis, are positive.
    AffineDivisors,
    /// Its steps are positive, those without sign not 0.
    Steps,
    /// Its dynamic sizes are not negative.
    Extents,
    /// Its indices are in bounds of its buffer.
    Indices,
    /// The elements of its active lanes are in bounds of its buffer.
    Lanes,
    /// The first and the last element of its matrix are in its buffer.
    Matrix,
    /// The bytes that its pointer leads to are in the memory behind it.
    Bytes,
    /// Its dimension is one of its buffer.
    Dimension,
    /// Its positions are in bounds of its vector.
    Positions,
    /// The dimensions over which one of its loops iterates have one size.
    LoopSizes,
    /// Buffers that it passes to parameters which claim so do not overlap others.
    Apart,
}

/// How control flows through the regions of an operation (`RegionBranchOpInterface` of MLIR). What a terminator of a region
/// passes on are the results of the operation, and what the next iteration gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegionFlow {
    /// One of its regions runs once, or none.
    Branch,
    /// Its region runs once.
    Once,
    /// Its region runs for one number after the other, which is its first argument; the others are passed from iteration to
    /// iteration, at first its operands `initArgs` or `inits`.
    For,
    /// Its first region gets the operands and passes on all operands of its terminator but the first one, the condition: to
    /// the second region, which passes its own to the first, or to the results.
    While,
    /// Its region runs for all numbers, in any order or at the same time.
    Parallel,
}

impl RegionFlow {
    /// Whether a region may run more than once.
    pub fn repeats(self) -> bool {
        match self {
            Self::For | Self::While | Self::Parallel => true,
            Self::Branch | Self::Once => false,
        }
    }
}

/// The work of a device that an operation of the host is, before or after it has a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceWork {
    /// It launches a kernel.
    Launch,
    /// It copies a buffer.
    Copy,
    /// It fills a buffer.
    Fill,
    /// It allocates a buffer.
    Allocate,
    /// It frees a buffer.
    Free,
    /// It waits for other work.
    Wait,
}

/// The threads of a launch for which an id or a size that an operation asks for is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All threads.
    Launch,
    /// Those of a block.
    Block,
    /// A thread alone.
    Thread,
}

/// The class of what an operation costs a thread of a kernel, as the scheduler estimates it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// Nothing: it has no code of its own.
    Free,
    /// An addition.
    Plain,
    /// A branch.
    Branch,
    /// An access of memory, or an exchange among lanes.
    Memory,
    /// A square root.
    Root,
    /// A division.
    Division,
    /// A polynomial, as for a function.
    Function,
    /// An atomic update.
    Atomic,
    /// A barrier.
    Barrier,
    /// Two polynomials, as for a power.
    Power,
    /// A reduction over a subgroup or a block.
    Reduction,
    /// A product of matrices.
    Matrix,
}
