//! PTX instructions as data: selection builds them and [`emit`](crate::emit) writes them.

use crate::opcode::Modifier::{self, B16, B32, B64, Pred, S16, S32, S64, U16, U32, U64};
use crate::opcode::Name;
use warpline_ir::Location;
use warpline_passes::analysis::launches::Sizes;
pub(crate) use warpline_passes::gpu::buffers::MemorySpace as Space;

/// The register classes. Only the size matters: PTX accepts untyped registers for integers and floats alike.
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

    /// Returns the prefix of register names.
    pub(crate) fn prefix(self) -> &'static str {
        ["%p", "%h", "%r", "%d"][self as usize]
    }

    /// Returns the untyped type of the registers.
    pub(crate) fn bits(self) -> Modifier {
        [Pred, B16, B32, B64][self as usize]
    }

    /// Returns the signed integer type of the registers.
    pub(crate) fn signed(self) -> Modifier {
        [Pred, S16, S32, S64][self as usize]
    }

    /// Returns the unsigned integer type of the registers.
    pub(crate) fn unsigned(self) -> Modifier {
        [Pred, U16, U32, U64][self as usize]
    }
}

/// A virtual register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Reg {
    /// The register class.
    pub(crate) class: RegClass,
    /// The number within the class, from 1.
    pub(crate) number: u32,
}

/// A label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Label(pub(crate) u32);

/// An instruction operand.
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
    /// The address of an array of the kernel.
    Array(u32),
    /// The memory slot of a parameter.
    Param(u32),
    /// The memory at an address plus a number of bytes.
    Address(Reg, i32),
    /// The target of a branch.
    Label(Label),
    /// A special register, or the address of a variable with this name: `%laneid`.
    Named(&'static str),
    /// Registers in braces: the start in [`Kernel::packs`] and the count.
    Pack(u32, u8),
    /// The address of a variable of the module, by its number.
    Variable(u32),
}

impl From<Reg> for Operand {
    fn from(reg: Reg) -> Self {
        Self::Reg(reg)
    }
}

/// The maximum number of operands of an instruction.
const MAX_OPERANDS: usize = 5;

/// One line of a kernel.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Line {
    /// An instruction.
    Inst(Inst),
    /// A label.
    Label(Label),
    /// A call of `vprintf`, with the addresses of the format and of the arguments.
    Print([Reg; 2]),
    /// `.pragma "nounroll"`: the loop whose first label precedes it is not unrolled.
    NoUnroll,
    /// The location of the operation whose instructions follow, and the number of its file, its line and its column;
    /// written as `.loc` if the line is another one.
    Origin(Location, Option<[u32; 3]>),
}

/// An instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inst {
    /// The guard predicate, and its value for which the instruction is executed.
    pub(crate) guard: Option<(Reg, bool)>,
    /// Mnemonic and modifiers.
    pub(crate) name: Name,
    operands: [Operand; MAX_OPERANDS],
    n_operands: u8,
}

impl Inst {
    /// Creates an instruction without a predicate.
    pub(crate) fn new(name: impl Into<Name>, operands: &[Operand]) -> Self {
        let name = name.into();
        debug_assert!(name.takes(operands), "operands of {name:?}: {operands:?}");
        let n_operands = operands.len() as u8;
        let mut inst = Self { guard: None, name, operands: [Operand::Int(0); MAX_OPERANDS], n_operands };
        inst.operands[..operands.len()].copy_from_slice(operands);
        inst
    }

    /// Adds a guard predicate.
    pub(crate) fn when(mut self, condition: Reg, holds: bool) -> Self {
        self.guard = Some((condition, holds));
        self
    }

    /// Returns the operands, the result first.
    pub(crate) fn operands(&self) -> &[Operand] {
        &self.operands[..usize::from(self.n_operands)]
    }

    /// Returns the operands as a mutable slice.
    pub(crate) fn operands_mut(&mut self) -> &mut [Operand] {
        &mut self.operands[..usize::from(self.n_operands)]
    }
}

/// The state space of a memory.
pub(crate) trait StateSpace {
    /// Returns the register class of addresses: those of shared memory have 32 bits.
    fn address_class(self) -> RegClass;
    /// Returns the modifier.
    fn modifier(self) -> Modifier;
}

impl StateSpace for Space {
    fn address_class(self) -> RegClass {
        if self == Self::Workgroup { RegClass::B32 } else { RegClass::B64 }
    }

    fn modifier(self) -> Modifier {
        match self {
            Self::Global => Modifier::Global,
            Self::Workgroup => Modifier::Shared,
            Self::Private => Modifier::Local,
        }
    }
}

/// An array that a kernel declares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Array {
    /// The state space.
    pub(crate) space: Space,
    /// Its alignment in bytes.
    pub(crate) align: u64,
    /// Its size in bytes.
    pub(crate) bytes: u64,
}

/// A parameter declaration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ParamDecl {
    /// The type: `.u32`.
    pub(crate) ty: Modifier,
    /// For an address in global memory, the alignment of what is there.
    pub(crate) align: Option<u64>,
}

/// Launch bounds that the attributes of a kernel request from the driver's compiler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LaunchBounds {
    /// `nvvm.minctasm`: the number of blocks that are resident on a multiprocessor at the same time.
    pub(crate) min_blocks: Option<u64>,
    /// `nvvm.maxnreg`: the maximum number of registers of a thread.
    pub(crate) max_registers: Option<u64>,
}

/// A kernel in its emittable form.
#[derive(Debug, Default)]
pub(crate) struct Kernel {
    /// The symbol.
    pub(crate) symbol: String,
    /// Its parameters.
    pub(crate) params: Vec<ParamDecl>,
    /// The arrays in shared and local memory.
    pub(crate) arrays: Vec<Array>,
    /// The sizes of its launches.
    pub(crate) sizes: Sizes,
    /// The launch bounds of the program.
    pub(crate) launch_bounds: LaunchBounds,
    /// Whether it uses dynamic workgroup memory, whose size the launch sets.
    pub(crate) has_dynamic_shared: bool,
    /// The operands of all braces.
    pub(crate) packs: Vec<Operand>,
    /// The number of registers of each class.
    pub(crate) n_registers: [u32; RegClass::ALL.len()],
    /// How many labels there are.
    pub(crate) n_labels: u32,
    /// Its lines.
    pub(crate) lines: Vec<Line>,
}

impl Kernel {
    /// Creates a new register.
    pub(crate) fn fresh(&mut self, class: RegClass) -> Reg {
        let number = &mut self.n_registers[class as usize];
        *number += 1;
        Reg { class, number: *number }
    }

    /// Creates an operand of registers in braces.
    pub(crate) fn pack(&mut self, items: &[Operand]) -> Operand {
        let start = self.packs.len() as u32;
        self.packs.extend_from_slice(items);
        Operand::Pack(start, items.len() as u8)
    }

    /// Creates a new label.
    pub(crate) fn label(&mut self) -> Label {
        self.n_labels += 1;
        Label(self.n_labels)
    }
}
