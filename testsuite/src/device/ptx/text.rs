//! What a text holds, before its instructions are understood.

use super::soft::Format;
use std::collections::BTreeMap;

/// How the bits of a register are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A condition.
    Pred,
    /// As they are.
    Bits,
    /// An unsigned integer.
    Unsigned,
    /// A signed integer.
    Signed,
    /// A float.
    Float(Format),
}

/// A type: its size in bits with all its elements, and how many these are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ty {
    /// What each element is.
    pub(super) kind: Kind,
    /// Bits of the whole.
    pub(super) bits: u32,
    /// Number of elements.
    pub(super) lanes: u32,
}

impl Ty {
    /// A type of one element.
    pub(super) const fn one(kind: Kind, bits: u32) -> Self {
        Self { kind, bits, lanes: 1 }
    }

    /// The type with this name, without its dot.
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

    /// Bytes in memory.
    pub(super) fn bytes(self) -> u64 {
        u64::from(self.bits.div_ceil(8))
    }

    /// The type of an element.
    pub(super) fn element(self) -> Self {
        Self::one(self.kind, self.bits / self.lanes)
    }

    /// The float format, if it is a float.
    pub(super) fn format(self) -> Option<Format> {
        match self.kind {
            Kind::Float(format) => Some(format),
            Kind::Pred | Kind::Bits | Kind::Unsigned | Kind::Signed => None,
        }
    }

    /// Ones where the type has bits.
    pub(super) fn mask(self) -> u64 {
        mask(self.bits)
    }
}

/// This many ones.
pub(super) fn mask(bits: u32) -> u64 {
    if 64 <= bits { u64::MAX } else { (1 << bits) - 1 }
}

/// A memory space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Space {
    /// Any of the others, told by the address.
    Generic,
    /// All blocks.
    Global,
    /// All blocks, never written.
    Const,
    /// A block.
    Shared,
    /// A thread.
    Local,
    /// Parameters.
    Param,
}

impl Space {
    /// The space with this name, without its dot.
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

/// A register that the text asks for without declaring it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Special {
    /// The thread's place in its block.
    Thread(usize),
    /// The size of the block.
    BlockSize(usize),
    /// The block's place in the grid.
    Block(usize),
    /// The size of the grid.
    GridSize(usize),
    /// The thread's place in its warp.
    Lane,
    /// The warp's place in the block.
    Warp,
    /// The number of warps in the block.
    Warps,
    /// The lanes below, and with `true` this one too.
    LanesBelow(bool),
    /// The lanes above, and with `true` this one too.
    LanesAbove(bool),
    /// The bit of this lane.
    LaneBit,
    /// Bytes of workgroup memory that the launch asked for.
    DynamicBytes,
    /// A clock.
    Clock,
    /// What is always 0 here: the processor, the place in a cluster of one block.
    Zero,
    /// What is always 1 here: sizes of a cluster of one block.
    One,
    /// Threads of a warp.
    WarpSize,
}

impl Special {
    /// The special register with this name.
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

/// An operand as it is written.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Arg {
    /// A register of the function.
    Reg(u32),
    /// The opposite of a condition.
    Not(u32),
    /// A register that nobody declares.
    Special(Special),
    /// An integer.
    Int(u64),
    /// The bits of a float of 32 bits.
    F32(u32),
    /// The bits of a float of 64 bits.
    F64(u64),
    /// A variable, by its number in the module.
    Variable(usize),
    /// A variable of the frame, by its number in the function.
    Slot(usize),
    /// A label, a function, or a variable that is declared further down.
    Name(String),
    /// The memory at a place plus a number of bytes.
    Memory(Box<Arg>, i64),
    /// Elements in braces.
    Vector(Vec<Arg>),
    /// Two results.
    Pair(Box<Arg>, Box<Arg>),
    /// Operands of a call in parentheses.
    List(Vec<Arg>),
    /// Nothing: a result that is dropped.
    Nothing,
}

/// An instruction as it is written.
#[derive(Clone, Debug)]
pub(super) struct Raw {
    /// The line.
    pub(super) line: u32,
    /// The condition's register, and whether it must hold or must not.
    pub(super) guard: Option<(u32, bool)>,
    /// The name with all modifiers.
    pub(super) name: String,
    /// The operands.
    pub(super) args: Vec<Arg>,
}

/// A variable of the module.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    /// Its name.
    pub(super) name: String,
    /// Where it lives.
    pub(super) space: Space,
    /// Its size; 0 for workgroup memory whose size the launch gives.
    pub(super) bytes: u64,
    /// Its alignment.
    pub(super) align: u64,
    /// Its first bytes; the others are 0 in global memory and undefined in workgroup memory.
    pub(super) initial: Vec<u8>,
    /// The function that declares it.
    pub(super) owner: Option<String>,
    /// Its address in its space.
    pub(super) address: u64,
}

/// A variable of a frame: of a thread's memory or of the parameters.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    /// Its name.
    pub(super) name: String,
    /// Bytes from the start of the frame.
    pub(super) offset: u64,
    /// Its size.
    pub(super) bytes: u64,
}

/// A parameter or a result of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Formal {
    /// In the frame.
    Slot(usize),
    /// In a register.
    Reg(u32),
}

/// A function or a kernel.
#[derive(Clone, Debug)]
pub(super) struct Function {
    /// Its name.
    pub(super) name: String,
    /// Whether it is a kernel.
    pub(super) is_entry: bool,
    /// Whether it has a body.
    pub(super) is_defined: bool,
    /// What it returns.
    pub(super) results: Vec<Formal>,
    /// What it takes.
    pub(super) params: Vec<Formal>,
    /// The most threads of a block.
    pub(super) max_threads: Option<[u32; 3]>,
    /// The size that a block must have.
    pub(super) block: Option<[u32; 3]>,
    /// The size that a cluster must have.
    pub(super) cluster: [u32; 3],
    /// The types of its registers.
    pub(super) registers: Vec<Ty>,
    /// The variables of its frame.
    pub(super) slots: Vec<Slot>,
    /// Bytes of its frame.
    pub(super) frame_bytes: u64,
    /// Its instructions.
    pub(super) code: Vec<Raw>,
    /// The instruction that each label stands before.
    pub(super) labels: BTreeMap<String, usize>,
    /// The line that it begins in.
    pub(super) line: u32,
}

/// A text.
#[derive(Clone, Debug, Default)]
pub(super) struct Text {
    /// Its functions.
    pub(super) functions: Vec<Function>,
    /// Its variables, with those of workgroup memory and constants that functions declare.
    pub(super) variables: Vec<Variable>,
}
