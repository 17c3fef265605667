//! Linear code, into which functions are translated.

use super::collective::Collective;
use super::fault::Result;
use super::library::Helper;
use super::objects::AsyncStep;
use super::parallel::ParallelStep;
use super::plan::PlanStep;
use super::pointer::PointerStep;
use super::poison::{Poison, PoisonFlags};
use super::vector::VectorStep;
use std::rc::Rc;
use warpline_ir::attrs::DenseData;
use warpline_ir::scalar::{ScalarOp, wide};
use warpline_ir::{Expr, IntegerSet, Module, Op, SecondaryMap, Type, TypeKind};

/// A register of a function.
pub(super) type Reg = u32;

/// A label in the code of a function, as an index into [`Function::labels`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Label(pub(super) u32);

/// The contents of a register.
#[derive(Clone, Debug, Default)]
pub(super) enum Cell {
    /// Never written.
    #[default]
    Empty,
    /// A scalar in the representation of `ir`'s scalar functions; a token is zero.
    Bits(u64),
    /// The elements of a vector, tensor, complex number or matrix, or the halves of an integer of more than 64 bits,
    /// the lower one first.
    Row(Rc<Row>),
    /// A view of a buffer.
    View(Rc<super::memory::View>),
    /// A function, by its index.
    Function(usize),
    /// A token or value of the `async` runtime, by its index.
    Object(usize),
    /// A poison scalar.
    Poison(Poison),
}

/// The elements of an aggregate value, row-major.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    pub(super) bits: Box<[u64]>,
    /// The poison elements; empty if there are none.
    pub(super) poison: Box<[Option<Poison>]>,
}

impl Row {
    /// Creates a row without poison.
    pub(super) fn new(bits: Box<[u64]>) -> Self {
        Self { bits, poison: Box::default() }
    }

    /// Returns one element.
    pub(super) fn get(&self, index: usize) -> std::result::Result<u64, Poison> {
        match self.poison.get(index) {
            Some(Some(poison)) => Err(*poison),
            _ => Ok(self.bits[index]),
        }
    }

    /// Returns all elements, none of which may be poison.
    pub(super) fn known(&self) -> Result<&[u64]> {
        match self.poison.iter().flatten().next() {
            Some(poison) => Err(poison.fault()),
            None => Ok(&self.bits),
        }
    }
}

impl FromIterator<std::result::Result<u64, Poison>> for Row {
    fn from_iter<T: IntoIterator<Item = std::result::Result<u64, Poison>>>(elements: T) -> Self {
        let (mut bits, mut poison, mut is_known) = (Vec::new(), Vec::new(), true);
        for element in elements {
            is_known &= element.is_ok();
            bits.push(element.unwrap_or(0));
            poison.push(element.err());
        }
        let poison = if is_known { Box::default() } else { poison.into() };
        Self { bits: bits.into(), poison }
    }
}

/// The memory layout of elements of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Element {
    /// Bytes of an element.
    pub(super) bytes: usize,
    /// The number of scalars in an element: more than one for vectors and complex numbers.
    pub(super) parts: usize,
    /// The significant bits of a scalar.
    pub(super) width: u32,
    /// The type of the element.
    pub(super) ty: Type,
}

impl Element {
    /// Returns the layout of a type that consists of scalars of up to 64 bits, or is an integer of up to 128
    /// bits.
    pub(super) fn of(module: &Module, ty: Type) -> Option<Self> {
        if is_wide(module, ty) {
            return Some(Self { bytes: 16, parts: 2, width: 64, ty });
        }
        let (scalar, parts) = match module.type_kind(ty) {
            TypeKind::Complex(part) => (*part, 2),
            TypeKind::Vector(_, _, element) => (*element, n_lanes(module, ty)?),
            _ => (ty, 1),
        };
        let width = module.bit_width(scalar).filter(|width| *width <= 64)?;
        let part_bytes = module.byte_size(scalar)? as usize;
        Some(Self { bytes: part_bytes * parts, parts, width, ty })
    }

    /// Returns the bytes of one scalar.
    pub(super) fn part_bytes(self) -> usize {
        self.bytes / self.parts.max(1)
    }
}

/// Whether a type is an integer of 65 to 128 bits.
pub(super) fn is_wide(module: &Module, ty: Type) -> bool {
    matches!(module.type_kind(ty), TypeKind::Integer(65..=wide::MAX_WIDTH, _))
}

/// The maximum number of elements of a value in a register.
pub(super) const MAX_LANES: usize = 1 << 20;
/// The maximum number of elements of all such values of a program.
const MAX_ALL_LANES: usize = 1 << 27;

/// Returns the number of elements of a static shaped type; 1 for scalars. Scalable sizes count once.
pub(super) fn n_lanes(module: &Module, ty: Type) -> Option<usize> {
    let shape = module.shape(ty).unwrap_or_default();
    let n = shape.iter().try_fold(1usize, |n, size| n.checked_mul(usize::try_from(*size).ok()?))?;
    Some(n).filter(|n| *n <= MAX_LANES)
}

/// The parts of a ranked memref type; dynamic sizes are [`DYNAMIC`](warpline_ir::DYNAMIC).
#[derive(Clone, Debug)]
pub(super) struct BufferType {
    pub(super) sizes: Box<[i64]>,
    pub(super) strides: Box<[i64]>,
    pub(super) offset: i64,
    pub(super) element: Element,
    /// Whether the strides are derived from the sizes.
    pub(super) is_identity: bool,
    /// The alignment of a new buffer in bytes.
    pub(super) alignment: u64,
    /// The width of elements that are integers of more than 64 bits.
    pub(super) wide: Option<u32>,
}

impl BufferType {
    /// Returns the parts of a ranked memref type with a strided layout.
    pub(super) fn of(module: &Module, ty: Type) -> Option<Self> {
        let sizes = module.shape(ty).filter(|_| module.is_memref(ty))?;
        let (offset, strides) = module.strides(ty)?;
        let element = Element::of(module, module.element_type(ty))?;
        let is_identity = offset == 0 && strides == warpline_ir::types::identity_strides(sizes);
        Some(Self {
            sizes: sizes.into(),
            strides: strides.into(),
            offset,
            element,
            is_identity,
            alignment: 64,
            wide: module.bit_width(element.ty).filter(|_| is_wide(module, element.ty)),
        })
    }
}

/// An affine expression over registers.
#[derive(Clone, Debug)]
pub(super) enum AffineExpr {
    /// The sum of scaled registers and a constant.
    Linear(Box<[(Reg, i64)]>, i64),
    /// Any other expression, its dimensions and its symbols.
    Tree(Expr, Box<[Reg]>, Box<[Reg]>),
}

/// A constant or the value of a register.
#[derive(Clone, Copy, Debug)]
pub(super) enum Number {
    Static(i64),
    Dynamic(Reg),
}

/// A subview of a buffer, and the dimensions that the result keeps.
#[derive(Debug)]
pub(super) struct Subview {
    pub(super) source: Reg,
    pub(super) offsets: Box<[Number]>,
    pub(super) sizes: Box<[Number]>,
    pub(super) strides: Box<[Number]>,
    pub(super) kept: Box<[bool]>,
    pub(super) dst: Reg,
}

/// The buffers that each block and each thread of a launch allocate.
#[derive(Clone, Debug, Default)]
pub(super) struct Attributions {
    pub(super) workgroup: Vec<(Reg, Rc<BufferType>)>,
    pub(super) private: Vec<(Reg, Rc<BufferType>)>,
}

/// The entry point of the threads of a launch.
#[derive(Debug)]
pub(super) enum LaunchBody {
    /// A label in the function of the launch, with its registers; these registers receive ids and sizes.
    Inline(Label, Box<[Reg]>, Attributions),
    /// A kernel, with these arguments.
    Kernel(usize, Box<[Reg]>),
    /// A function that runs blocks, with the arguments of the kernel and this many bytes of scratch memory.
    Blocks(usize, Box<[Reg]>, u64),
}

/// A launch: three grid sizes, three block sizes, three cluster sizes if there are clusters, the bytes of
/// dynamic workgroup memory, the body.
#[derive(Debug)]
pub(super) struct Launch {
    pub(super) sizes: [Reg; 6],
    pub(super) clusters: Box<[Reg]>,
    pub(super) dynamic: Option<Reg>,
    pub(super) known: Box<[KnownSizes]>,
    pub(super) body: LaunchBody,
}

/// Three launch sizes that a kernel declares.
#[derive(Debug)]
pub(super) struct KnownSizes {
    /// Their name in messages.
    pub(super) what: &'static str,
    /// The index of the first of them among the sizes of a launch.
    pub(super) first: usize,
    pub(super) sizes: Box<[i64]>,
}

/// The results of geometry operations.
#[derive(Clone, Copy, Debug)]
pub(super) enum GeometryKind {
    ThreadId,
    BlockId,
    BlockDim,
    GridDim,
    GlobalId,
    /// Always 0, since clusters are single blocks.
    ClusterBlockId,
    ClusterDimBlocks,
    LaneId,
    SubgroupId,
    NumSubgroups,
    SubgroupSize,
}

/// The combining function of an atomic update or a loop, as one of `memref`'s atomic kinds.
pub(super) type CombineKind = usize;

/// A step on buffers and views.
#[derive(Debug)]
pub(super) enum BufferStep {
    Alloc {
        ty: Box<BufferType>,
        sizes: Box<[Reg]>,
        is_local: bool,
        dst: Reg,
    },
    Free(Reg),
    /// Moves the contents to a new buffer and frees the old one.
    Realloc {
        from: Reg,
        size: Reg,
        ty: Box<BufferType>,
        dst: Reg,
    },
    Dim {
        view: Reg,
        index: Reg,
        dst: Reg,
    },
    Rank {
        view: Reg,
        dst: Reg,
    },
    Copy {
        from: Reg,
        to: Reg,
    },
    Fill {
        view: Reg,
        value: Reg,
    },
    /// Checks the static sizes of the target type; `None` for an unranked target.
    Cast {
        view: Reg,
        to: Option<Box<BufferType>>,
        dst: Reg,
    },
    Subview(Box<Subview>),
    /// Views the same elements with another layout.
    Reinterpret {
        view: Reg,
        offset: Number,
        sizes: Box<[Number]>,
        strides: Box<[Number]>,
        dst: Reg,
    },
    /// Views the bytes from `shift` on as elements of another type.
    Retype {
        view: Reg,
        shift: Number,
        sizes: Box<[Number]>,
        element: Element,
        dst: Reg,
    },
    /// Views the elements with sizes from a buffer.
    Reshape {
        view: Reg,
        shape: Reg,
        to: Option<Box<BufferType>>,
        dst: Reg,
    },
    Transpose {
        view: Reg,
        order: Box<[usize]>,
        dst: Reg,
    },
    /// Expands each dimension into a group of dimensions of these sizes.
    Expand {
        view: Reg,
        groups: Box<[usize]>,
        sizes: Box<[Number]>,
        dst: Reg,
    },
    /// Collapses each group of dimensions into one.
    Collapse {
        view: Reg,
        groups: Box<[usize]>,
        dst: Reg,
    },
    /// Returns the buffer without layout, the offset, all sizes and all strides.
    Metadata {
        view: Reg,
        results: Box<[Reg]>,
    },
    Address {
        view: Reg,
        dst: Reg,
    },
    Align {
        view: Reg,
        alignment: u64,
        dst: Option<Reg>,
    },
    /// Checks that the address of the element at these indices is a multiple of a number of bytes.
    AlignAt {
        view: Reg,
        indices: Box<[Reg]>,
        alignment: u64,
    },
    /// Checks that all views are of different buffers.
    Distinct(Box<[(Reg, Reg)]>),
    /// The bytes of the buffer of a view before its beginning, and from there on.
    Extent {
        view: Reg,
        results: Box<[Reg]>,
    },
    /// Whether the buffer of a view is not freed.
    Live {
        view: Reg,
        dst: Reg,
    },
    /// Whether two views share no byte.
    Apart {
        a: Reg,
        b: Reg,
        dst: Reg,
    },
    Global {
        index: usize,
        dst: Reg,
    },
    Atomic {
        kind: CombineKind,
        value: Reg,
        view: Reg,
        indices: Box<[Reg]>,
        dst: Reg,
    },
    /// Loads an element; no other thread runs until the end of the update.
    AtomicBegin {
        view: Reg,
        indices: Box<[Reg]>,
        dst: Reg,
    },
    AtomicEnd {
        value: Reg,
        view: Reg,
        indices: Box<[Reg]>,
    },
    /// Buffers allocated from here to the end of the scope are freed there.
    ScopeBegin,
    ScopeEnd,
    /// Copies elements; one side may have a stride and a number of elements per stride.
    Dma(Box<Dma>),
    DynamicShared {
        dst: Reg,
    },
}

/// A copy of `n` elements between two offsets.
#[derive(Debug)]
pub(super) struct Dma {
    pub(super) from: (Reg, Box<[Reg]>),
    pub(super) to: (Reg, Box<[Reg]>),
    pub(super) n: Reg,
    /// The distance of rows and the elements per row.
    pub(super) stride: Option<(Reg, Reg)>,
}

/// An instruction. `dst` is the register that receives the result.
#[derive(Debug)]
pub(super) enum Instr {
    Const {
        dst: Reg,
        value: Cell,
    },
    Unary {
        op: ScalarOp,
        a: Reg,
        dst: Reg,
    },
    Binary {
        op: ScalarOp,
        a: Reg,
        b: Reg,
        dst: Reg,
    },
    Ternary {
        op: ScalarOp,
        args: [Reg; 3],
        dst: Reg,
    },
    /// A ternary operation with flags that may be violated.
    WithFlags {
        op: ScalarOp,
        flags: PoisonFlags,
        args: Box<[Reg]>,
        dst: Reg,
    },
    /// An operation on integers of up to 128 bits: registers and widths of the operands, width of the result.
    Wide {
        op: ScalarOp,
        flags: PoisonFlags,
        args: Box<[(Reg, u32)]>,
        to: u32,
        dst: Reg,
    },
    /// A parallel move: all sources are read before the first target is written.
    Move(Box<[(Reg, Reg)]>),
    Jump(Label),
    Branch(Reg, Label, Label),
    /// Jumps by the value; the last label is the default.
    Switch(Reg, Box<[(u64, Label)]>, Label),
    /// Stops the program unless the step is positive.
    LoopStart {
        step: Reg,
        range: LoopRange,
    },
    LoopTest {
        iv: Reg,
        upper: Reg,
        range: LoopRange,
        exit: Label,
    },
    /// Adds the step; ends the loop if the sum overflows.
    LoopStep {
        iv: Reg,
        step: Reg,
        range: LoopRange,
        head: Label,
        exit: Label,
    },
    Affine {
        expr: AffineExpr,
        dst: Reg,
    },
    AffineExtreme {
        exprs: Box<[AffineExpr]>,
        is_max: bool,
        dst: Reg,
    },
    AffineTest {
        set: Box<IntegerSet>,
        operands: Box<[Reg]>,
        dst: Reg,
    },
    /// Splits a linear index into indices for a mixed-radix basis.
    Delinearize {
        value: Reg,
        basis: Box<[Number]>,
        results: Box<[Reg]>,
    },
    /// Combines indices for a mixed-radix basis into a linear index.
    Linearize {
        digits: Box<[Reg]>,
        basis: Box<[Number]>,
        is_disjoint: bool,
        dst: Reg,
    },
    /// `dst = dst combined with value`.
    Combine {
        kind: CombineKind,
        element: Element,
        value: Reg,
        dst: Reg,
    },
    Load {
        view: Reg,
        indices: Box<[Reg]>,
        dst: Reg,
    },
    Store {
        value: Reg,
        view: Reg,
        indices: Box<[Reg]>,
    },
    Buffer(BufferStep),
    Parallel(Box<ParallelStep>),
    Pointer(Box<PointerStep>),
    Vector(Box<VectorStep>),
    Call {
        function: usize,
        args: Box<[Reg]>,
        results: Box<[Reg]>,
    },
    CallIndirect {
        callee: Reg,
        args: Box<[Reg]>,
        results: Box<[Reg]>,
    },
    /// Calls a function that the runtime provides.
    Help {
        helper: Helper,
        args: Box<[(Reg, Type)]>,
        results: Box<[Reg]>,
    },
    /// Prints a format with values of these types.
    Printf {
        format: Box<str>,
        args: Box<[(Reg, Type)]>,
    },
    Return(Box<[Reg]>),
    Assert(Reg, Box<str>),
    /// Checks an assertion in a function that runs blocks; the registers are block and thread, x, y, z.
    AssertInKernel(Reg, Box<str>, Box<[Reg; 6]>),
    Geometry {
        kind: GeometryKind,
        dim: usize,
        /// The declared upper bound of the result, exclusive.
        end: u64,
        dst: Reg,
    },
    /// Waits for the other threads of the block, or at the named barrier in a register.
    Barrier(Option<Reg>),
    /// Makes a named barrier for as many threads as the register says.
    NameBarrier {
        count: Reg,
        dst: Reg,
    },
    /// Exchanges values between the lanes of a subgroup or a block.
    Meet(Box<Collective>),
    /// Executes a step of the `async` runtime.
    Async(AsyncStep),
    Launch(Box<Launch>),
    /// Executes a step of a plan of device work other than the work itself.
    Plan(Box<PlanStep>),
    /// Ends the run at an operation that cannot be executed; the text is the reason.
    Refuse(Box<str>),
}

/// The type of an induction variable.
#[derive(Clone, Copy, Debug)]
pub(super) struct LoopRange {
    pub(super) width: u32,
    pub(super) is_signed: bool,
}

impl LoopRange {
    /// The type `index`.
    pub(super) const INDEX: Self = Self { width: 64, is_signed: true };
}

impl From<BufferStep> for Instr {
    fn from(step: BufferStep) -> Self {
        Self::Buffer(step)
    }
}

/// The code of a function.
#[derive(Debug, Default)]
pub(super) struct Function {
    pub(super) code: Vec<Instr>,
    /// The operation that each instruction belongs to.
    pub(super) places: Vec<Op>,
    /// The positions of labels in the code.
    pub(super) labels: Vec<u32>,
    pub(super) n_regs: u32,
    pub(super) params: Vec<Reg>,
    /// The attributions of a kernel.
    pub(super) attributions: Attributions,
    /// Pairs of parameters that must not overlap.
    pub(super) apart: Box<[(usize, usize)]>,
}

/// A global buffer of the module.
#[derive(Debug)]
pub(super) struct Global {
    pub(super) ty: BufferType,
    pub(super) content: Option<DenseData>,
    pub(super) is_constant: bool,
}

/// All code reachable from the entry.
#[derive(Debug, Default)]
pub(super) struct InterpProgram {
    pub(super) functions: Vec<Function>,
    pub(super) globals: Vec<Global>,
    /// The index of the function of an operation, plus one.
    function_numbers: SecondaryMap<Op, u32>,
    /// The index of the global of an operation, plus one.
    global_numbers: SecondaryMap<Op, u32>,
    /// The total number of vector elements in results of operations.
    n_all_lanes: usize,
    /// The operations of `functions`; those not translated yet are at the end.
    pub(super) function_ops: Vec<Op>,
}

impl InterpProgram {
    /// Translates the entry and all functions reachable from it.
    pub(super) fn new(module: &Module, entry: Op) -> Self {
        let mut program = Self::default();
        program.function(entry);
        while program.functions.len() < program.function_ops.len() {
            let op = program.function_ops[program.functions.len()];
            let function = super::compile::translate(module, &mut program, op);
            program.functions.push(function);
        }
        program
    }

    /// Counts the elements of a result; returns whether they are within the maximum.
    pub(super) fn takes_lanes(&mut self, n: Option<usize>) -> bool {
        let all = n.and_then(|n| self.n_all_lanes.checked_add(n)).filter(|all| *all <= MAX_ALL_LANES);
        self.n_all_lanes = all.unwrap_or(self.n_all_lanes);
        all.is_some()
    }

    /// Returns the index of the function of an operation; a new function is translated later.
    pub(super) fn function(&mut self, op: Op) -> usize {
        if self.function_numbers[op] == 0 {
            self.function_ops.push(op);
            self.function_numbers[op] = self.function_ops.len() as u32;
        }
        self.function_numbers[op] as usize - 1
    }

    /// Returns the index of the global of an operation, which `make` describes.
    pub(super) fn global(&mut self, op: Op, make: impl FnOnce() -> Option<Global>) -> Option<usize> {
        if self.global_numbers[op] == 0 {
            self.globals.push(make()?);
            self.global_numbers[op] = self.globals.len() as u32;
        }
        Some(self.global_numbers[op] as usize - 1)
    }
}

impl Function {
    /// Returns the position of a label.
    #[inline]
    pub(super) fn target(&self, label: Label) -> usize {
        self.labels[label.0 as usize] as usize
    }
}
