//! Linear code: what functions are translated to.

use std::rc::Rc;
use warpline_ir::attrs::DenseData;
use warpline_ir::scalar::ScalarOp;
use warpline_ir::{Expr, IntegerSet, Module, Op, SecondaryMap, Type};

/// A register of a function.
pub(super) type Reg = u32;

/// A place in the code of a function, by its number in [`Function::labels`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Label(pub(super) u32);

/// The content of a register.
#[derive(Clone, Debug, Default)]
pub(super) enum Cell {
    /// Never written.
    #[default]
    Empty,
    /// A scalar by the conventions of `ir`'s scalar functions; a token is zero.
    Bits(u64),
    /// The elements of a vector or tensor, row-major.
    Row(Rc<[u64]>),
    /// A view of a buffer.
    View(Rc<super::memory::View>),
}

/// How elements of a type lie in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Element {
    /// Bytes of an element: 1, 2, 4 or 8.
    pub(super) bytes: usize,
    /// Its type.
    pub(super) ty: Type,
}

impl Element {
    /// The element of a scalar type of up to 64 bits.
    pub(super) fn of(module: &Module, ty: Type) -> Option<Self> {
        let bytes = module.byte_size(ty).filter(|bytes| *bytes <= 8)?;
        Some(Self { bytes: bytes as usize, ty })
    }
}

/// What a ranked memref type says; dynamic numbers are [`DYNAMIC`](warpline_ir::DYNAMIC).
#[derive(Clone, Debug)]
pub(super) struct BufferType {
    pub(super) sizes: Box<[i64]>,
    pub(super) strides: Box<[i64]>,
    pub(super) offset: i64,
    pub(super) element: Element,
    /// Whether strides follow from the sizes.
    pub(super) is_identity: bool,
}

impl BufferType {
    /// The parts of a ranked memref type of scalars with a strided layout.
    pub(super) fn of(module: &Module, ty: Type) -> Option<Self> {
        let sizes = module.shape(ty).filter(|_| module.is_memref(ty))?;
        let (offset, strides) = module.strides(ty)?;
        let element = Element::of(module, module.element_type(ty))?;
        let is_identity = offset == 0 && strides == warpline_ir::types::identity_strides(sizes);
        Some(Self { sizes: sizes.into(), strides: strides.into(), offset, element, is_identity })
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

/// A number that is in the program or in a register.
#[derive(Clone, Copy, Debug)]
pub(super) enum Number {
    Static(i64),
    Dynamic(Reg),
}

/// A part of a buffer, and which dimensions of it the result keeps.
#[derive(Debug)]
pub(super) struct Subview {
    pub(super) source: Reg,
    pub(super) offsets: Box<[Number]>,
    pub(super) sizes: Box<[Number]>,
    pub(super) strides: Box<[Number]>,
    pub(super) kept: Box<[bool]>,
    pub(super) dst: Reg,
}

/// Buffers that each block and each thread of a launch get.
#[derive(Clone, Debug, Default)]
pub(super) struct Attributions {
    pub(super) workgroup: Vec<(Reg, Rc<BufferType>)>,
    pub(super) private: Vec<(Reg, Rc<BufferType>)>,
}

/// Where the threads of a launch start.
#[derive(Debug)]
pub(super) enum LaunchBody {
    /// In the function of the launch, with its registers; the registers get ids and sizes.
    Inline(Label, Box<[Reg]>, Attributions),
    /// In a kernel, with these arguments.
    Kernel(usize, Box<[Reg]>),
}

/// A launch: three grid sizes, three block sizes, the body.
#[derive(Debug)]
pub(super) struct Launch {
    pub(super) sizes: [Reg; 6],
    pub(super) body: LaunchBody,
}

/// The numbers that geometry operations ask for.
#[derive(Clone, Copy, Debug)]
pub(super) enum GeometryKind {
    ThreadId,
    BlockId,
    BlockDim,
    GridDim,
    GlobalId,
}

/// How the body of an affine loop combines values, as numbers of `memref`'s atomic kinds.
pub(super) type CombineKind = usize;

/// One step. `dst` is the register that gets the result.
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
    /// All sources are read before the first target is written.
    Move(Box<[(Reg, Reg)]>),
    Jump(Label),
    Branch(Reg, Label, Label),
    /// Stops the program unless the step is positive.
    LoopStart {
        step: Reg,
        width: u32,
    },
    LoopTest {
        iv: Reg,
        upper: Reg,
        width: u32,
        exit: Label,
    },
    /// Adds the step; ends the loop where the sum does not fit.
    LoopStep {
        iv: Reg,
        step: Reg,
        width: u32,
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
    Atomic {
        kind: CombineKind,
        value: Reg,
        view: Reg,
        indices: Box<[Reg]>,
        dst: Reg,
    },
    Alloc {
        ty: Box<BufferType>,
        sizes: Box<[Reg]>,
        is_local: bool,
        dst: Reg,
    },
    Free(Reg),
    Dim {
        view: Reg,
        index: Reg,
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
    /// Checks the sizes that the target type knows; `None` for an unranked target.
    Cast {
        view: Reg,
        to: Option<Box<BufferType>>,
        dst: Reg,
    },
    Subview(Box<Subview>),
    Global {
        index: usize,
        dst: Reg,
    },
    Call {
        function: usize,
        args: Box<[Reg]>,
        results: Box<[Reg]>,
    },
    Print {
        name: Box<str>,
        args: Box<[(Reg, Type)]>,
    },
    Return(Box<[Reg]>),
    Assert(Reg, Box<str>),
    Geometry {
        kind: GeometryKind,
        dim: usize,
        dst: Reg,
    },
    Barrier,
    Launch(Box<Launch>),
    /// An operation that cannot be executed; the text says why.
    Refuse(Box<str>),
}

/// The code of a function.
#[derive(Debug, Default)]
pub(super) struct Function {
    pub(super) code: Vec<Instr>,
    /// The operation that each step belongs to.
    pub(super) places: Vec<Op>,
    /// Places in the code.
    pub(super) labels: Vec<u32>,
    pub(super) n_regs: u32,
    pub(super) params: Vec<Reg>,
    /// What a kernel asks for.
    pub(super) attributions: Attributions,
}

/// A buffer of the module.
#[derive(Debug)]
pub(super) struct Global {
    pub(super) ty: BufferType,
    pub(super) content: Option<DenseData>,
    pub(super) is_constant: bool,
}

/// All code that the entry can reach.
#[derive(Debug, Default)]
pub(super) struct Program {
    pub(super) functions: Vec<Function>,
    pub(super) globals: Vec<Global>,
    /// The function of an operation, plus one.
    function_numbers: SecondaryMap<Op, u32>,
    /// The global of an operation, plus one.
    global_numbers: SecondaryMap<Op, u32>,
    /// The operations of `functions`; those without code yet are at the end.
    pub(super) function_ops: Vec<Op>,
}

impl Program {
    /// Translates the entry and all that it reaches.
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

    /// The number of the function of an operation; it is translated later if it is new.
    pub(super) fn function(&mut self, op: Op) -> usize {
        if self.function_numbers[op] == 0 {
            self.function_ops.push(op);
            self.function_numbers[op] = self.function_ops.len() as u32;
        }
        self.function_numbers[op] as usize - 1
    }

    /// The number of the global of an operation, which `make` describes.
    pub(super) fn global(&mut self, op: Op, make: impl FnOnce() -> Option<Global>) -> Option<usize> {
        if self.global_numbers[op] == 0 {
            self.globals.push(make()?);
            self.global_numbers[op] = self.globals.len() as u32;
        }
        Some(self.global_numbers[op] as usize - 1)
    }
}

impl Function {
    /// Where a label is.
    #[inline]
    pub(super) fn target(&self, label: Label) -> usize {
        self.labels[label.0 as usize] as usize
    }
}
