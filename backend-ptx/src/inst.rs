//! Instructions as data: what selection makes and [`emit`](crate::emit) writes.

use rustc_hash::FxHashMap;
use warpline_ir::Location;
use warpline_passes::analysis::launches::Sizes;

/// The kinds of registers. Only the size counts: PTX takes untyped registers for integers and floats alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Class {
    /// One bit, for conditions.
    Pred,
    /// 16 bits: `f16` and `bf16`.
    Half,
    /// 32 bits: `f32` and integers up to `i32`.
    Word,
    /// 64 bits: `f64`, wider integers, `index` and addresses.
    Double,
}

impl Class {
    /// Every class, in the order of declaration in the text.
    pub(crate) const ALL: [Self; 4] = [Self::Pred, Self::Half, Self::Word, Self::Double];

    /// What the names of its registers start with.
    pub(crate) fn prefix(self) -> &'static str {
        match self {
            Self::Pred => "%p",
            Self::Half => "%h",
            Self::Word => "%r",
            Self::Double => "%d",
        }
    }

    /// The untyped type of its registers.
    pub(crate) fn bits(self) -> &'static str {
        match self {
            Self::Pred => ".pred",
            Self::Half => ".b16",
            Self::Word => ".b32",
            Self::Double => ".b64",
        }
    }

    /// The signed integer type of its registers.
    pub(crate) fn signed(self) -> &'static str {
        match self {
            Self::Pred => ".pred",
            Self::Half => ".s16",
            Self::Word => ".s32",
            Self::Double => ".s64",
        }
    }

    /// The unsigned integer type of its registers.
    pub(crate) fn unsigned(self) -> &'static str {
        match self {
            Self::Pred => ".pred",
            Self::Half => ".u16",
            Self::Word => ".u32",
            Self::Double => ".u64",
        }
    }
}

/// A virtual register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Reg {
    /// Its kind.
    pub(crate) class: Class,
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
/// The most parts that a name consists of.
pub(crate) const MAX_PARTS: usize = 6;

/// One line of a kernel.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::large_enum_variant, reason = "nearly all lines are instructions")]
pub(crate) enum Inst {
    /// An instruction.
    Do(Action),
    /// The place that a label names.
    Place(Label),
    /// A call, by its number in [`Kernel::calls`].
    Call(u32),
    /// What follows comes from this line and column of this file of the text.
    Line(u32, u32, u32),
    /// What follows comes from this operation; not written.
    Origin(Location),
}

/// A call of a function of the device.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    /// Its symbol.
    pub(crate) callee: String,
    /// What it gets, with the class of each.
    pub(crate) args: Vec<(Class, Operand)>,
    /// Where its results go.
    pub(crate) results: Vec<Reg>,
    /// The type of the one result, where it is not a list of slots of 8 bytes.
    pub(crate) plain_result: Option<&'static str>,
}

/// An instruction: its name in parts, so that it is put together only when written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Action {
    /// The condition, and whether it must hold or must not.
    pub(crate) guard: Option<(Reg, bool)>,
    /// The parts of the name; empty at the end.
    pub(crate) name: [&'static str; MAX_PARTS],
    operands: [Operand; MAX_OPERANDS],
    n_operands: u8,
}

impl Action {
    /// An instruction without a condition.
    pub(crate) fn new<const N: usize>(name: [&'static str; N], operands: &[Operand]) -> Self {
        let mut action = Self {
            guard: None,
            name: [""; MAX_PARTS],
            operands: [Operand::Int(0); MAX_OPERANDS],
            n_operands: operands.len() as u8,
        };
        action.name[..N].copy_from_slice(&name);
        action.operands[..operands.len()].copy_from_slice(operands);
        action
    }

    /// The same under a condition.
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
    /// The name of the state space.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Global => ".global",
            Self::Shared => ".shared",
            Self::Local => ".local",
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
    Scalar(&'static str),
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
pub(crate) struct Asked {
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
    pub(crate) asked: Asked,
    /// For a function of the device, the number of its results; `None` for a kernel.
    pub(crate) n_results: Option<usize>,
    /// Whether it uses the workgroup memory whose size the launch says.
    pub(crate) has_dynamic_shared: bool,
    /// The operands of all braces.
    pub(crate) packs: Vec<Operand>,
    /// The calls.
    pub(crate) calls: Vec<Call>,
    /// How many registers of each class there are.
    pub(crate) n_registers: [u32; Class::ALL.len()],
    /// Whether its jumps are those of nested loops and branches only.
    pub(crate) is_structured: bool,
    /// How many labels there are.
    pub(crate) n_labels: u32,
    /// How many loops are around what is added now.
    pub(crate) depth: usize,
    /// How many loops are around what writes a register, where there are any.
    pub(crate) depths: FxHashMap<Reg, usize>,
    /// The instructions.
    pub(crate) insts: Vec<Inst>,
}

impl Kernel {
    /// A register that nothing else uses.
    pub(crate) fn fresh(&mut self, class: Class) -> Reg {
        let number = &mut self.n_registers[class as usize];
        *number += 1;
        let reg = Reg { class, number: *number };
        self.set_depth(reg, self.depth);
        reg
    }

    /// How many loops are around what writes a register.
    pub(crate) fn depth_of(&self, reg: Reg) -> usize {
        self.depths.get(&reg).copied().unwrap_or(0)
    }

    /// Says how many loops are around what writes a register.
    pub(crate) fn set_depth(&mut self, reg: Reg, depth: usize) {
        if depth == 0 {
            self.depths.remove(&reg);
        } else {
            self.depths.insert(reg, depth);
        }
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
