//! Decoded instructions and their operands.

use super::inst::{FlowOp, Op, Row, ScalarKind, Space};

/// The number of M0 among scalar registers, the same for all chips.
pub(super) const M0: u8 = 124;
/// The number of the register that reads as 0.
pub(super) const NULL: u8 = 125;
/// The low half of VCC.
pub(super) const VCC: u8 = 106;
/// The low half of EXEC.
pub(super) const EXEC: u8 = 126;
/// The first trap register.
pub(super) const TTMP: u8 = 108;

/// A source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operand {
    None,
    /// A scalar register, with M0 and NULL at their numbers above.
    Sgpr(u8),
    /// A vector register; accumulation registers follow after 256.
    Vgpr(u16),
    /// An inline integer.
    Int(i32),
    /// An inline float constant by its code.
    Float(u8),
    Literal(u32),
    Scc,
    VccIsZero,
    ExecIsZero,
    /// The upper word of a generic address range; `true` for scratch, `false` for LDS.
    ApertureBase(bool),
    /// The upper word of the last address of a range.
    ApertureLimit(bool),
}

/// A decoded instruction.
#[derive(Clone, Debug)]
pub(super) struct Inst {
    pub(super) row: &'static Row,
    pub(super) bytes: u32,
    pub(super) args: Args,
}

impl Inst {
    /// Returns the mnemonic.
    pub(super) fn name(&self) -> String {
        match &self.args {
            Args::Dual(pair) => format!("{} :: {}", dual(&pair[0].0.name), dual(&pair[1].0.name)),
            Args::Memory(args) if self.row.space == Space::Flat => {
                let segment = match args.segment {
                    Segment::Scratch => "scratch",
                    Segment::Global => "global",
                    Segment::Flat | Segment::Buffer | Segment::Lds => "flat",
                };
                format!("{segment}_{}", self.row.name)
            }
            _ => self.row.name.to_string(),
        }
    }

    /// Returns the offsets of the instructions that may follow one at an offset; none where the program ends, or jumps to
    /// an address in registers.
    pub(super) fn successors(&self, pc: u64) -> Vec<u64> {
        let next = pc + u64::from(self.bytes);
        let target = match &self.args {
            Args::Scalar(args) => next.wrapping_add_signed(4 * i64::from(args.immediate.cast_signed())),
            _ => next,
        };
        match &self.row.op {
            Op::Flow(FlowOp::EndProgram | FlowOp::Trap | FlowOp::CodeEnd) => Vec::new(),
            Op::Flow(FlowOp::Branch | FlowOp::Call) => vec![target],
            Op::Flow(FlowOp::BranchIf(..)) => vec![next, target],
            Op::Scalar(op) if matches!(op.kind, ScalarKind::SetPc | ScalarKind::SwapPc) => Vec::new(),
            _ => vec![next],
        }
    }
}

fn dual(name: &str) -> String {
    name.replacen("v_", "v_dual_", 1)
}

/// The operands of an instruction.
#[derive(Clone, Debug)]
pub(super) enum Args {
    Scalar(ScalarArgs),
    ScalarLoad { dst: u8, base: u8, offset: i32, register: u8 },
    Vector(VectorArgs),
    Dual(Box<[(&'static Row, VectorArgs); 2]>),
    Memory(MemoryArgs),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct ScalarArgs {
    pub(super) dst: u8,
    pub(super) src: [Operand; 2],
    pub(super) immediate: u16,
    pub(super) literal: u32,
}

/// The operands of a vector instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct VectorArgs {
    /// The destination among vector registers.
    pub(super) dst: u16,
    /// The destination among scalar registers: of a mask, or of a lane that is read.
    pub(super) sdst: u8,
    pub(super) src: [Operand; 3],
    /// Sources that are negated, by bit; for packed operations of the low half.
    pub(super) neg: u8,
    /// Sources whose absolute value is taken, by bit; for packed operations negation of the high half.
    pub(super) abs: u8,
    /// Sources, and in bit 3 the destination, whose upper half is used.
    pub(super) op_sel: u8,
    /// For packed operations, the same for the high half.
    pub(super) op_sel_hi: u8,
    pub(super) omod: u8,
    pub(super) clamp: bool,
    pub(super) routing: Routing,
    /// The control bits of CDNA matrix operations: cbsz, abid, blgp.
    pub(super) matrix: [u8; 3],
}

/// How the first source reaches a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Routing {
    Direct,
    Dpp(Dpp),
    /// The source lane of each lane of a group of 8, and whether inactive lanes are read.
    Dpp8([u8; 8], bool),
    Sdwa(Sdwa),
}

/// Data-parallel primitives: a permutation of lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dpp {
    pub(super) control: u16,
    pub(super) reads_inactive: bool,
    /// Whether lanes without a source lane read 0; otherwise they keep their destination.
    pub(super) bound_zero: bool,
    pub(super) bank_mask: u8,
    pub(super) row_mask: u8,
}

/// Sub-dword addressing: parts of the sources and the destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sdwa {
    /// Bytes 0 to 3, words 4 and 5, or the whole (6).
    pub(super) src: [u8; 2],
    pub(super) sign_extends: [bool; 2],
    pub(super) dst: u8,
    /// What the rest of the destination becomes: 0 zero, 1 sign, 2 preserved.
    pub(super) unused: u8,
}

/// The operands of a memory access.
#[derive(Clone, Copy, Debug)]
pub(super) struct MemoryArgs {
    pub(super) segment: Segment,
    /// The destination of loads.
    pub(super) dst: u16,
    /// The data of stores, and the second data of LDS operations.
    pub(super) data: [u16; 2],
    /// The address register, if any.
    pub(super) address: Option<u16>,
    /// The scalar base: the address of a global access, the offset of a scratch access.
    pub(super) base: Option<u8>,
    /// The scalar offset of a buffer access.
    pub(super) scalar_offset: Operand,
    pub(super) offset: i32,
    /// Whether the access bypasses the near cache; for atomics, whether they return the old value.
    pub(super) glc: bool,
    pub(super) scope: u8,
    /// Whether a buffer access adds its vector registers as an index and as an offset.
    pub(super) indexing: [bool; 2],
}

/// The address space of a memory access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Segment {
    Flat,
    Scratch,
    Global,
    Buffer,
    Lds,
}
