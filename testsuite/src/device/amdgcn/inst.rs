//! Instructions: rows of the opcode tables, and decoded operands.
//!
//! A row is an operation with its code on each chip and its meaning. The meaning of a vector operation is a
//! function of the bits of one lane's sources; the types of the sources determine how many bits those are,
//! what an inline constant stands for, and whether a sign modifier applies.

use super::chip::N_CHIPS;
use super::mode::Mode;
use std::borrow::Cow;

/// An encoding space, within which codes are unique.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Space {
    Sop1,
    Sop2,
    Sopk,
    Sopc,
    Sopp,
    Smem,
    /// Vector operations by their VOP3 code, from which the codes of VOP1, VOP2 and VOPC follow.
    Valu,
    Vop3p,
    Ds,
    /// Flat, global and scratch accesses.
    Flat,
    Mubuf,
}

/// The code of an operation that a chip lacks.
pub(super) const NO: u16 = u16::MAX;

/// An operation.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// The mnemonic, of the newest chip if it was renamed.
    pub(super) name: Cow<'static, str>,
    pub(super) space: Space,
    /// The code on each chip.
    pub(super) codes: [u16; N_CHIPS],
    pub(super) op: Op,
}

/// The meaning of an operation.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op {
    Scalar(ScalarOp),
    Flow(FlowOp),
    /// Loads into scalar registers: a number of words, or a part of a word.
    ScalarLoad(u8, ScalarPart),
    Vector(VectorOp),
    Packed(PackedOp),
    Ds(DsOp),
    /// An access through vector addresses.
    Memory(MemoryOp),
    /// A cache operation.
    Cache(CacheOp),
}

/// The part of a word that a scalar load reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScalarPart {
    Whole,
    Byte { is_signed: bool },
    Half { is_signed: bool },
}

/// How undefined bits of sources make bits of a result undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spread {
    /// A bit of the result is undefined if it depends on undefined bits: the operation is evaluated with all
    /// zeros and all ones in their place. This is exact for bitwise operations and shifts.
    Bits,
    /// The whole result is undefined.
    All,
}

/// A function of two scalar sources and SCC: the result and the new SCC.
pub(super) type ScalarEval = fn(u64, u64, bool) -> (u64, bool);

/// An operation of the scalar unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScalarOp {
    /// The words of the result; 0 for a comparison.
    pub(super) dst: u8,
    /// The words of each source.
    pub(super) src: [u8; 2],
    pub(super) kind: ScalarKind,
    pub(super) writes_scc: bool,
    pub(super) reads_scc: bool,
    /// Whether inline constants are 16-bit floats.
    pub(super) is_half: bool,
    pub(super) spread: Spread,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum ScalarKind {
    /// A function of the sources; SCC, if it is written, becomes whether the result is nonzero.
    Value(fn(u64, u64) -> u64),
    Test(fn(u64, u64) -> bool),
    Eval(ScalarEval),
    /// The second source is the old value of the destination.
    Accumulate(ScalarEval),
    /// A float operation; the third source is the old destination or the literal.
    FloatFma(fn(Mode, [u64; 3]) -> u64, Form),
    /// A float operation.
    Float(fn(Mode, [u64; 3]) -> u64),
    FloatTest(fn(Mode, [u64; 3]) -> bool),
    /// EXEC becomes a function of the source and EXEC; the old EXEC is the result.
    SaveExec(fn(u64, u64) -> u64),
    /// EXEC and the result become a function of the source and EXEC.
    WriteExec(fn(u64, u64) -> u64),
    GetPc,
    SetPc,
    SwapPc,
    GetReg,
    SetReg,
    SendMessageReturn,
}

/// Control flow, synchronisation and hints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FlowOp {
    /// Wait states.
    Nop,
    /// A hint, or an operation without an effect that is modelled.
    Hint,
    /// No instruction: what is left of one that a test removes.
    Removed,
    EndProgram,
    Branch,
    /// Branches if the condition has this value.
    BranchIf(Condition, bool),
    /// A call with the target relative to the program counter.
    Call,
    Barrier,
    BarrierSignal,
    BarrierWait,
    Wait(WaitOp),
    /// Waits for results of the vector and scalar units.
    WaitForUnits,
    Trap,
    CodeEnd,
    SendMessage,
    /// Sets the rounding bits of the mode.
    RoundMode,
    /// Sets the denormal bits of the mode.
    DenormMode,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    Scc,
    Vcc,
    Exec,
}

/// The form of a wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WaitOp {
    /// Several counters in one immediate, by the layout of the chip.
    Packed,
    /// One counter.
    One(Counters),
    /// The first counters in bits 8 to 13 of the immediate, those of LDS in bits 0 to 5.
    WithDs(Counters),
    /// All counters.
    Idle,
}

/// Event classes that counters count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counters(pub(super) u8);

impl Counters {
    pub(super) const NONE: Self = Self(0);
    /// Vector memory operations that return data.
    pub(super) const LOAD: Self = Self(1);
    /// Vector memory operations that return none.
    pub(super) const STORE: Self = Self(2);
    /// LDS.
    pub(super) const DS: Self = Self(4);
    /// Scalar memory and messages.
    pub(super) const SCALAR: Self = Self(8);
    pub(super) const ALL: Self = Self(15);

    pub(super) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(super) fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// The type of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ty {
    /// No operand.
    No,
    B16,
    B32,
    B64,
    /// A 64-bit integer whose 32-bit literal is sign-extended.
    I64,
    F16,
    F32,
    F64,
    /// One bit of each lane, in scalar registers.
    Mask,
}

impl Ty {
    /// Returns the number of bits of a lane.
    pub(super) fn bits(self) -> u32 {
        match self {
            Self::No => 0,
            Self::Mask => 1,
            Self::B16 | Self::F16 => 16,
            Self::B32 | Self::F32 => 32,
            Self::B64 | Self::I64 | Self::F64 => 64,
        }
    }

    /// Returns the number of registers.
    pub(super) fn words(self) -> u16 {
        self.bits().div_ceil(32) as u16
    }

    pub(super) const fn is_float(self) -> bool {
        matches!(self, Self::F16 | Self::F32 | Self::F64)
    }

    pub(super) fn is_half(self) -> bool {
        matches!(self, Self::B16 | Self::F16)
    }
}

/// The bits of the sources of one lane.
pub(super) type Lane = [u64; 3];

/// An operation of the vector unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct VectorOp {
    pub(super) dst: Ty,
    pub(super) src: [Ty; 3],
    pub(super) eval: Eval,
    pub(super) form: Form,
    pub(super) spread: Spread,
    /// Whether hardware may differ in the last bits.
    pub(super) is_approximate: bool,
    /// The integer operation in place of `eval` if the result is clamped.
    pub(super) saturated: Option<fn(u64, u64) -> u64>,
}

/// The origin of the sources that an encoding does not name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Plain,
    /// The destination is the third source.
    Accumulate,
    /// The literal is the second source and the second field the third (`fmamk`).
    MiddleLiteral,
    /// The literal is the third source (`fmaak`).
    LastLiteral,
    /// Both registers are accumulation registers.
    Accumulator,
}

/// A function of one to three sources of a lane; floats also depend on the mode.
#[derive(Clone, Copy, Debug)]
pub(super) enum LaneEval {
    One(fn(u64) -> u64),
    Two(fn(u64, u64) -> u64),
    Three(fn(u64, u64, u64) -> u64),
    Float(fn(Mode, Lane) -> u64),
}

impl LaneEval {
    /// Evaluates the function; bits above those of the result are arbitrary.
    pub(super) fn apply(self, mode: Mode, sources: Lane) -> u64 {
        let [a, b, c] = sources;
        match self {
            Self::One(eval) => eval(a),
            Self::Two(eval) => eval(a, b),
            Self::Three(eval) => eval(a, b, c),
            Self::Float(eval) => eval(mode, sources),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Eval {
    Lane(LaneEval),
    /// Writes a mask; whether also, or instead, to EXEC.
    Test(fn(Mode, Lane) -> bool, bool),
    /// Compares two values of a type; the bits of the condition are less, equal, greater, unordered.
    Compare {
        ty: CompareTy,
        condition: u8,
        writes_exec: bool,
    },
    /// Also writes a mask.
    Carry(fn(u64, u64, u64) -> (u64, bool)),
    /// Also reads VCC.
    WithVcc(fn(Mode, Lane, bool) -> u64),
    /// Also depends on the number of the lane.
    Indexed(fn(u32, u64, u64) -> u64),
    Across(Across),
    Nop,
}

/// The type of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CompareTy {
    Float,
    Signed,
    Unsigned,
}

/// An exchange between lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Across {
    ReadFirst,
    Read,
    Write,
    /// Permutes within rows of 16 lanes; whether the source is the other row of a pair.
    Permute16 {
        is_crossed: bool,
    },
    /// Exchanges the halves of a wave of 64 lanes.
    Permute64,
    Swap,
    SwapHalf,
}

/// An operation of the packed encoding.
#[derive(Clone, Copy, Debug)]
pub(super) enum PackedOp {
    /// The same operation on both halves of words.
    Halves {
        ty: Ty,
        n_src: u8,
        eval: LaneEval,
    },
    /// The same operation on two words.
    Words {
        n_src: u8,
        eval: fn(Mode, Lane) -> u64,
    },
    /// The halves of the result are selected words (`v_pk_mov_b32`).
    MoveWords,
    /// A 32-bit multiply-add whose sources may be 16 bits, with the destination.
    Mix(MixDst),
    /// A sum of products of parts of words.
    Dot(Dot),
    Wmma(Wmma),
    Mfma(Mfma),
    /// Moves to or from an accumulation register.
    AccMove {
        to_acc: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MixDst {
    Word,
    Low,
    High,
}

/// The elements of a dot product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dot {
    F16,
    Bf16,
    /// Integers of a size; signed by source, or by the sign bits of the encoding if `None`.
    Int {
        bits: u32,
        is_signed: Option<bool>,
    },
}

/// The element type of a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Element {
    F16,
    Bf16,
    F32,
    F64,
    I8,
    I4,
    I32,
}

/// A matrix multiplication of RDNA: 16 by 16 by `k`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wmma {
    pub(super) input: Element,
    pub(super) output: Element,
    pub(super) k: u8,
}

/// A matrix multiplication of CDNA: `blocks` independent products.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mfma {
    pub(super) input: Element,
    pub(super) output: Element,
    pub(super) m: u8,
    pub(super) k: u8,
    pub(super) blocks: u8,
}

/// An operation on LDS, or an exchange through its hardware.
#[derive(Clone, Copy, Debug)]
pub(super) enum DsOp {
    Access(MemoryOp),
    /// Two addresses: bytes of each, stride of the offsets in bytes.
    Pair {
        is_store: bool,
        bytes: u8,
        stride: u16,
    },
    /// Exchanges at two addresses.
    BackwardPermute,
    Permute,
    Swizzle,
    Nop,
}

/// A memory access of each lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MemoryOp {
    Load {
        bytes: u8,
        extend: Extend,
    },
    /// Stores; whether the upper half of the register is the data.
    Store {
        bytes: u8,
        is_high: bool,
    },
    Atomic {
        op: AtomicOp,
        bytes: u8,
        returns: Returns,
    },
}

/// Whether an atomic operation returns the old value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Returns {
    Never,
    Always,
    /// Determined by a bit of the encoding.
    ByBit,
}

/// The destination of loaded bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extend {
    /// Whole registers, zero-extended.
    Zero,
    /// A whole register, sign-extended.
    Sign,
    /// The lower half; the upper half is kept.
    Low { is_signed: bool },
    /// The upper half; the lower half is kept.
    High { is_signed: bool },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AtomicOp {
    Swap,
    /// The data is the new value and the value to compare, in this order for LDS of GFX11 and later and for
    /// other memory.
    CompareSwap,
    Add,
    Sub,
    ReverseSub,
    SubClamp,
    MinSigned,
    MaxSigned,
    MinUnsigned,
    MaxUnsigned,
    And,
    Or,
    Xor,
    Increment,
    Decrement,
    AddFloat,
    MinFloat,
    MaxFloat,
    /// Adds pairs of halves.
    AddF16Pair,
    AddBf16Pair,
}

/// A cache operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CacheOp {
    /// Invalidates the cache of a compute unit.
    InvalidateNear,
    /// Invalidates a cache of the device.
    InvalidateFar,
    /// Invalidates caches up to the scope of the encoding.
    Invalidate,
    WriteBack,
    /// The scalar cache.
    InvalidateScalar,
}
