//! Instructions as data: what selection makes and [`emit`](crate::emit) writes.

use crate::opcode::{Modifier, Name};
use warpline_ir::Location;
use warpline_passes::analysis::launches::Sizes;

/// The classes of registers. Only the size counts: PTX takes untyped registers for integers and floats alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum RegClass {
    /// Predicates.
    Pred,
    /// 16 bits: `f16` and `bf16`.
    B16,
    /// 32 bits: `f32` and integers up to `i32`.
    B32,
    /// 64 bits: `f64`, wider integers, `index` and addresses.
    B64,
}

impl RegClass {
    /// Every class, in the order of declaration in the text.
    pub(crate) const ALL: [Self; 4] = [Self::Pred, Self::B16, Self::B32, Self::B64];

    /// The prefix of the names of its registers.
    pub(crate) fn prefix(self) -> &'static str {
        match self {
            Self::Pred => "%p",
            Self::B16 => "%h",
            Self::B32 => "%r",
            Self::B64 => "%d",
        }
    }

    /// The untyped type of its registers.
    pub(crate) fn bits(self) -> Modifier {
        match self {
            Self::Pred => Modifier::Pred,
            Self::B16 => Modifier::B16,
            Self::B32 => Modifier::B32,
            Self::B64 => Modifier::B64,
        }
    }

    /// The signed integer type of its registers.
    pub(crate) fn signed(self) -> Modifier {
        match self {
            Self::Pred => Modifier::Pred,
            Self::B16 => Modifier::S16,
            Self::B32 => Modifier::S32,
            Self::B64 => Modifier::S64,
        }
    }

    /// The unsigned integer type of its registers.
    pub(crate) fn unsigned(self) -> Modifier {
        match self {
            Self::Pred => Modifier::Pred,
            Self::B16 => Modifier::U16,
            Self::B32 => Modifier::U32,
            Self::B64 => Modifier::U64,
        }
    }
}

/// A virtual register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Reg {
    /// Its kind.
    pub(crate) class: RegClass,
    /// Its number among those of the class, from 1.
    pub(crate) number: u32,
}

/// A place that control may go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Label(pub(crate) u32);

/// A register of the launch geometry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Geometry {
    /// The place of the thread in its block.
    ThreadId,
    /// The place of the block in the grid.
    BlockId,
    /// The size of the block.
    BlockDim,
    /// The size of the grid.
    GridDim,
}

impl Geometry {
    /// The name without the dimension.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::ThreadId => "%tid",
            Self::BlockId => "%ctaid",
            Self::BlockDim => "%ntid",
            Self::GridDim => "%nctaid",
        }
    }
}

/// What an instruction reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Operand {
    /// A register.
    Reg(Reg),
    /// An integer.
    Int(i64),
    /// The bits of an `f32`.
    F32(u32),
    /// The bits of an `f64`.
    F64(u64),
    /// A register of the geometry, in dimension 0, 1 or 2.
    Geometry(Geometry, u8),
    /// The address of an array of the kernel.
    Array(u32),
    /// The memory of a parameter.
    Param(u32),
    /// The memory at an address plus a number of bytes.
    Address(Reg, i32),
    /// The target of a branch.
    Label(Label),
    /// A register that the chip sets: `%laneid`.
    Special(&'static str),
    /// Registers in braces: so many of [`Kernel::packs`] from a number on.
    Pack(u32, u8),
    /// The address of a variable of the module, by its number.
    Variable(u32),
    /// The address of the workgroup memory whose size the launch says.
    DynamicShared,
    /// The address of the variable for the report of an assertion.
    Report,
    /// The memory of a result of a function, by its number.
    Result(u32),
}

impl From<Reg> for Operand {
    fn from(reg: Reg) -> Self {
        Self::Reg(reg)
    }
}

/// The most operands that an instruction has.
const MAX_OPERANDS: usize = 5;

/// One line of a kernel.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Line {
    /// An instruction.
    Inst(Inst),
    /// A label.
    Label(Label),
    /// A call, by its number in [`Kernel::calls`].
    Call(u32),
    /// `.loc`: file, line and column in the source of what follows.
    Loc(u32, u32, u32),
    /// `.pragma "nounroll"`: the loop whose first label precedes it is not unrolled.
    NoUnroll,
    /// The location of the operation that what follows is selected for; not written.
    Origin(Location),
}

/// A call of a device function.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    /// Its symbol.
    pub(crate) callee: String,
    /// The arguments, with the class of each.
    pub(crate) args: Vec<(RegClass, Operand)>,
    /// The registers of the results.
    pub(crate) results: Vec<Reg>,
    /// The type of the one result, where it is not an array of slots of 8 bytes.
    pub(crate) plain_result: Option<Modifier>,
}

/// An instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inst {
    /// The predicate, and the value of it for which the instruction is executed.
    pub(crate) guard: Option<(Reg, bool)>,
    /// Mnemonic and modifiers.
    pub(crate) name: Name,
    operands: [Operand; MAX_OPERANDS],
    n_operands: u8,
}

impl Inst {
    /// An instruction without a predicate.
    pub(crate) fn new(name: impl Into<Name>, operands: &[Operand]) -> Self {
        let name = name.into();
        debug_assert!(name.takes(operands), "operands of {name:?}: {operands:?}");
        let n_operands = operands.len() as u8;
        let mut inst = Self { guard: None, name, operands: [Operand::Int(0); MAX_OPERANDS], n_operands };
        inst.operands[..operands.len()].copy_from_slice(operands);
        inst
    }

    /// The same under a predicate.
    pub(crate) fn when(mut self, condition: Reg, holds: bool) -> Self {
        self.guard = Some((condition, holds));
        self
    }

    /// The operands, the result first.
    pub(crate) fn operands(&self) -> &[Operand] {
        &self.operands[..usize::from(self.n_operands)]
    }

    /// The operands, to be changed.
    pub(crate) fn operands_mut(&mut self) -> &mut [Operand] {
        &mut self.operands[..usize::from(self.n_operands)]
    }
}

/// Where memory lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    /// Device memory that every thread sees.
    Global,
    /// Memory of a block.
    Shared,
    /// Memory of a thread.
    Local,
}

impl Space {
    /// The class of addresses: those of shared memory take 32 bits.
    pub(crate) fn address_class(self) -> RegClass {
        match self {
            Self::Shared => RegClass::B32,
            Self::Global | Self::Local => RegClass::B64,
        }
    }

    /// The modifier that names it.
    pub(crate) fn modifier(self) -> Modifier {
        match self {
            Self::Global => Modifier::Global,
            Self::Shared => Modifier::Shared,
            Self::Local => Modifier::Local,
        }
    }
}

/// An array that a kernel declares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Array {
    /// Where it lies.
    pub(crate) space: Space,
    /// Its alignment in bytes.
    pub(crate) align: u64,
    /// Its size in bytes.
    pub(crate) bytes: u64,
}

/// A parameter as the text declares it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ParamDecl {
    /// A scalar of this type: `.u32`.
    Scalar(Modifier),
    /// An address in global memory with this alignment.
    Pointer(u64),
}

/// How many threads a block has in each dimension.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum BlockSize {
    /// Just as many in every launch.
    Exactly([i64; 3]),
    /// No launch has more.
    AtMost([i64; 3]),
    /// Nothing is known.
    #[default]
    Any,
}

impl BlockSize {
    /// What the launches of a kernel say.
    pub(crate) fn of(sizes: &Sizes) -> Self {
        match sizes.block {
            [Some(x), Some(y), Some(z)] if sizes.is_block_exact => Self::Exactly([x, y, z]),
            [Some(x), Some(y), Some(z)] => Self::AtMost([x, y, z]),
            _ => Self::Any,
        }
    }
}

/// What attributes of a kernel ask of the driver's compiler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LaunchBounds {
    /// `nvvm.minctasm`: blocks that fit on a multiprocessor at one time.
    pub(crate) min_blocks: Option<u64>,
    /// `nvvm.maxnreg`: registers that a thread has at most.
    pub(crate) max_registers: Option<u64>,
}

/// A kernel, ready to be written.
#[derive(Debug, Default)]
pub(crate) struct Kernel {
    /// Its symbol.
    pub(crate) symbol: String,
    /// Its parameters.
    pub(crate) params: Vec<ParamDecl>,
    /// The arrays in shared and local memory.
    pub(crate) arrays: Vec<Array>,
    /// How many threads a block has.
    pub(crate) block: BlockSize,
    /// What the program asks of the driver's compiler.
    pub(crate) launch_bounds: LaunchBounds,
    /// For a function of the device, the number of its results; `None` for a kernel.
    pub(crate) n_results: Option<usize>,
    /// Whether it uses the workgroup memory whose size the launch says.
    pub(crate) has_dynamic_shared: bool,
    /// The operands of all braces.
    pub(crate) packs: Vec<Operand>,
    /// The calls.
    pub(crate) calls: Vec<Call>,
    /// How many registers of each class there are.
    pub(crate) n_registers: [u32; RegClass::ALL.len()],
    /// How many labels there are.
    pub(crate) n_labels: u32,
    /// Its lines.
    pub(crate) lines: Vec<Line>,
}

impl Kernel {
    /// A register that nothing else uses.
    pub(crate) fn fresh(&mut self, class: RegClass) -> Reg {
        let number = &mut self.n_registers[class as usize];
        *number += 1;
        Reg { class, number: *number }
    }

    /// Operands in braces.
    pub(crate) fn pack(&mut self, items: &[Operand]) -> Operand {
        let start = self.packs.len() as u32;
        self.packs.extend_from_slice(items);
        Operand::Pack(start, items.len() as u8)
    }

    /// A label that nothing else uses.
    pub(crate) fn label(&mut self) -> Label {
        self.n_labels += 1;
        Label(self.n_labels)
    }
}
