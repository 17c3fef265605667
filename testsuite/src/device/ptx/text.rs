//! The parsed form of a PTX module, before its instructions are decoded.

use super::soft::Format;
use std::collections::BTreeMap;

/// The interpretation of the bits of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A predicate.
    Pred,
    /// Untyped bits.
    Bits,
    /// An unsigned integer.
    Unsigned,
    /// A signed integer.
    Signed,
    /// A float.
    Float(Format),
}

/// A type: its size in bits with all its elements, and the number of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ty {
    /// The kind of each element.
    pub(super) kind: Kind,
    /// The total number of bits.
    pub(super) bits: u32,
    /// The number of elements.
    pub(super) lanes: u32,
}

impl Ty {
    /// Returns a scalar type.
    pub(super) const fn one(kind: Kind, bits: u32) -> Self {
        Self { kind, bits, lanes: 1 }
    }

    /// Returns the type with this name, without its dot.
    pub(super) fn named(name: &str) -> Option<Self> {
        let float = |format: Format, lanes: u32| Self {
            kind: Kind::Float(format),
            bits: format.bits() * lanes,
            lanes,
        };
        let special = match name {
            "pred" => Self::one(Kind::Pred, 1),
            "f16" => float(Format::F16, 1),
            "f16x2" => float(Format::F16, 2),
            "bf16" => float(Format::BF16, 1),
            "bf16x2" => float(Format::BF16, 2),
            "tf32" => float(Format::TF32, 1),
            "f32" => float(Format::F32, 1),
            "f32x2" => float(Format::F32, 2),
            "f64" => float(Format::F64, 1),
            "e4m3" => float(Format::E4M3, 1),
            "e5m2" => float(Format::E5M2, 1),
            "e4m3x2" => float(Format::E4M3, 2),
            "e5m2x2" => float(Format::E5M2, 2),
            "u16x2" => Self { kind: Kind::Unsigned, bits: 32, lanes: 2 },
            "s16x2" => Self { kind: Kind::Signed, bits: 32, lanes: 2 },
            _ => return Self::integer(name),
        };
        Some(special)
    }

    fn integer(name: &str) -> Option<Self> {
        let kind = match name.chars().next()? {
            'b' => Kind::Bits,
            'u' => Kind::Unsigned,
            's' => Kind::Signed,
            _ => return None,
        };
        let bits = match &name[1..] {
            "8" => 8,
            "16" => 16,
            "32" => 32,
            "64" => 64,
            "128" if kind == Kind::Bits => 128,
            _ => return None,
        };
        Some(Self::one(kind, bits))
    }

    /// Returns the size in memory in bytes.
    pub(super) fn bytes(self) -> u64 {
        u64::from(self.bits.div_ceil(8))
    }

    /// Returns the type of an element.
    pub(super) fn element(self) -> Self {
        Self::one(self.kind, self.bits / self.lanes)
    }

    /// Returns the float format, if it is a float type.
    pub(super) fn format(self) -> Option<Format> {
        match self.kind {
            Kind::Float(format) => Some(format),
            Kind::Pred | Kind::Bits | Kind::Unsigned | Kind::Signed => None,
        }
    }

    /// Returns ones in the bits of the type.
    pub(super) fn mask(self) -> u64 {
        mask(self.bits)
    }
}

/// Returns a mask of this many low bits.
pub(super) fn mask(bits: u32) -> u64 {
    if 64 <= bits { u64::MAX } else { (1 << bits) - 1 }
}

/// A state space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Space {
    /// A generic address, which determines the space.
    Generic,
    /// Memory of all blocks.
    Global,
    /// Memory of all blocks that is never written.
    Const,
    /// Memory of a block.
    Shared,
    /// Memory of a thread.
    Local,
    /// Parameters.
    Param,
}

impl Space {
    /// Returns the state space with this name, without its dot.
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "global" => Self::Global,
            "const" => Self::Const,
            "shared" | "shared::cta" => Self::Shared,
            "local" => Self::Local,
            "param" | "param::entry" | "param::func" => Self::Param,
            _ => return None,
        })
    }
}

/// A special register, which is predefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Special {
    /// The index of the thread in its block (`%tid`), along an axis.
    Thread(usize),
    /// The size of the block (`%ntid`), along an axis.
    BlockSize(usize),
    /// The index of the block in the grid (`%ctaid`), along an axis.
    Block(usize),
    /// The size of the grid (`%nctaid`), along an axis.
    GridSize(usize),
    /// The index of the thread in its warp (`%laneid`).
    Lane,
    /// The index of the warp in the block (`%warpid`).
    Warp,
    /// The number of warps in the block (`%nwarpid`).
    Warps,
    /// The mask of the lanes below; with `true`, including this one.
    LanesBelow(bool),
    /// The mask of the lanes above; with `true`, including this one.
    LanesAbove(bool),
    /// The bit of this lane.
    LaneBit,
    /// The bytes of dynamic workgroup memory of the launch.
    DynamicBytes,
    /// A clock.
    Clock,
    /// A register that is always 0 here: the multiprocessor, the index in a cluster of one block.
    Zero,
    /// A register that is always 1 here: sizes of a cluster of one block.
    One,
    /// The number of threads of a warp.
    WarpSize,
}

impl Special {
    /// Returns the special register with this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        let (stem, dimension) = match name.rsplit_once('.') {
            Some((stem, "x")) => (stem, 0),
            Some((stem, "y")) => (stem, 1),
            Some((stem, "z")) => (stem, 2),
            _ => (name, 3),
        };
        let special = match (stem, dimension) {
            ("%tid", 0..=2) => Self::Thread(dimension),
            ("%ntid", 0..=2) => Self::BlockSize(dimension),
            ("%ctaid" | "%clusterid", 0..=2) => Self::Block(dimension),
            ("%nctaid" | "%nclusterid", 0..=2) => Self::GridSize(dimension),
            ("%cluster_ctaid", 0..=2) | ("%cluster_ctarank" | "%smid", 3) => Self::Zero,
            ("%cluster_nctaid", 0..=2) | ("%cluster_nctarank" | "%nsmid", 3) => Self::One,
            ("%laneid", 3) => Self::Lane,
            ("%warpid", 3) => Self::Warp,
            ("%nwarpid", 3) => Self::Warps,
            ("%lanemask_lt", 3) => Self::LanesBelow(false),
            ("%lanemask_le", 3) => Self::LanesBelow(true),
            ("%lanemask_gt", 3) => Self::LanesAbove(false),
            ("%lanemask_ge", 3) => Self::LanesAbove(true),
            ("%lanemask_eq", 3) => Self::LaneBit,
            ("%dynamic_smem_size", 3) => Self::DynamicBytes,
            ("%clock" | "%clock64" | "%globaltimer", 3) => Self::Clock,
            ("WARP_SZ", 3) => Self::WarpSize,
            _ => return None,
        };
        Some(special)
    }
}

/// An operand in its textual form.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Arg {
    /// A register of the function.
    Reg(u32),
    /// The negation of a predicate.
    Not(u32),
    /// A special register.
    Special(Special),
    /// An integer.
    Int(u64),
    /// The bits of a 32-bit float.
    F32(u32),
    /// The bits of a 64-bit float.
    F64(u64),
    /// A variable, by its index in the module.
    Variable(usize),
    /// A variable of the frame, by its index in the function.
    Slot(usize),
    /// A label, a function, or a variable that is declared later.
    Name(String),
    /// The memory at an address plus an offset in bytes.
    Memory(Box<Arg>, i64),
    /// Elements in braces.
    Vector(Vec<Arg>),
    /// A pair of results.
    Pair(Box<Arg>, Box<Arg>),
    /// The operands of a call in parentheses.
    List(Vec<Arg>),
    /// `_`, a result that is dropped.
    Nothing,
}

/// An instruction in its textual form.
#[derive(Clone, Debug)]
pub(super) struct Raw {
    /// The line.
    pub(super) line: u32,
    /// The predicate register of the guard, and its required value.
    pub(super) guard: Option<(u32, bool)>,
    /// The opcode with all modifiers.
    pub(super) name: String,
    /// The operands.
    pub(super) args: Vec<Arg>,
}

/// A variable of the module.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    /// The name.
    pub(super) name: String,
    /// The state space.
    pub(super) space: Space,
    /// The size in bytes; 0 for workgroup memory whose size the launch determines.
    pub(super) bytes: u64,
    /// The alignment in bytes.
    pub(super) align: u64,
    /// The initial bytes; the others are 0 in global memory and undefined in workgroup memory.
    pub(super) initial: Vec<u8>,
    /// The function that declares it.
    pub(super) owner: Option<String>,
    /// The address in its state space.
    pub(super) address: u64,
}

/// A variable of a frame, in local memory or a parameter.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    /// The name.
    pub(super) name: String,
    /// The offset in bytes from the start of the frame.
    pub(super) offset: u64,
    /// The size in bytes.
    pub(super) bytes: u64,
}

/// A parameter or a result of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Formal {
    /// A variable of the frame.
    Slot(usize),
    /// A register.
    Reg(u32),
}

/// A function or a kernel.
#[derive(Clone, Debug)]
pub(super) struct Function {
    /// The name.
    pub(super) name: String,
    /// Whether it is a kernel.
    pub(super) is_entry: bool,
    /// Whether it has a body.
    pub(super) is_defined: bool,
    /// The results.
    pub(super) results: Vec<Formal>,
    /// The parameters.
    pub(super) params: Vec<Formal>,
    /// The maximum block size (`.maxntid`).
    pub(super) max_threads: Option<[u32; 3]>,
    /// The required block size (`.reqntid`).
    pub(super) block: Option<[u32; 3]>,
    /// The required cluster size (`.reqnctapercluster`).
    pub(super) cluster: [u32; 3],
    /// The types of the registers.
    pub(super) registers: Vec<Ty>,
    /// The variables of the frame.
    pub(super) slots: Vec<Slot>,
    /// The size of the frame in bytes.
    pub(super) frame_bytes: u64,
    /// The instructions.
    pub(super) code: Vec<Raw>,
    /// The index of the instruction that follows each label.
    pub(super) labels: BTreeMap<String, usize>,
    /// The line of its beginning.
    pub(super) line: u32,
}

/// A PTX module.
#[derive(Clone, Debug, Default)]
pub(super) struct Text {
    /// The functions.
    pub(super) functions: Vec<Function>,
    /// The variables, including those in workgroup and constant memory that functions declare.
    pub(super) variables: Vec<Variable>,
}
