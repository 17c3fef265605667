//! The opcode tables: one row for each operation, with a column of codes for each chip.
//!
//! Rows are data. The functions of this file build rows; the files below list them by encoding.

mod float;
mod int;
mod lds;
mod memory;
mod packed;
mod scalar;

use super::chip::{Chip, N_CHIPS};
use super::inst::{
    Across, AtomicOp, CacheOp, CompareTy, Dot, DsOp, Element, Eval, Extend, FlowOp, Form, Lane, LaneEval,
    MemoryOp, Mfma, NO, Op, PackedOp, Returns, Row, ScalarEval, ScalarKind, ScalarOp, ScalarPart, Space,
    Spread, Ty, VectorOp, WaitOp, Wmma,
};
use super::mode::Mode;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::sync::LazyLock;

type Codes = [u16; N_CHIPS];

/// The rows of each chip by encoding space and code.
static INDEX: LazyLock<[FxHashMap<(Space, u16), &'static Row>; N_CHIPS]> = LazyLock::new(|| {
    let mut index: [FxHashMap<(Space, u16), &'static Row>; N_CHIPS] = Default::default();
    for row in all_rows() {
        for (column, code) in row.codes.iter().enumerate().filter(|(_, code)| **code != NO) {
            index[column].insert((row.space, *code), row);
        }
    }
    index
});

/// Comparisons, which follow a pattern.
static COMPARISONS: LazyLock<Vec<Row>> = LazyLock::new(comparisons);

/// Returns the operation of a code; `None` if it is not modelled.
pub(super) fn find(chip: Chip, space: Space, code: u16) -> Option<&'static Row> {
    INDEX[chip.column()].get(&(space, code)).copied()
}

/// Returns the rows of all tables.
pub(super) fn all_rows() -> impl Iterator<Item = &'static Row> {
    let tables = [
        scalar::SOP2,
        scalar::SOP1,
        scalar::SOPC,
        scalar::SOPK,
        scalar::SOPP,
        scalar::SMEM,
        float::ARITHMETIC,
        float::CONVERSIONS,
        int::ARITHMETIC,
        int::LANES,
        packed::PACKED,
        lds::DS,
        memory::FLAT,
        memory::BUFFER,
    ];
    tables.into_iter().flatten().chain(COMPARISONS.iter())
}

const fn row(name: &'static str, space: Space, codes: Codes, op: Op) -> Row {
    Row { name: Cow::Borrowed(name), space, codes, op }
}

const fn scalar(name: &'static str, space: Space, codes: Codes, op: ScalarOp) -> Row {
    row(name, space, codes, Op::Scalar(op))
}

const fn scalar_op(dst: u8, src: [u8; 2], kind: ScalarKind) -> ScalarOp {
    ScalarOp { dst, src, kind, writes_scc: false, reads_scc: false, is_half: false, spread: Spread::Bits }
}

/// An operation of two sources; the others of this group are special cases.
const fn two(name: &'static str, codes: Codes, dst: u8, src: [u8; 2], eval: fn(u64, u64) -> u64) -> Row {
    scalar(name, Space::Sop2, codes, scalar_op(dst, src, ScalarKind::Value(eval)))
}

const fn two32(name: &'static str, codes: Codes, eval: fn(u64, u64) -> u64) -> Row {
    two(name, codes, 1, [1, 1], eval)
}

const fn two64(name: &'static str, codes: Codes, eval: fn(u64, u64) -> u64) -> Row {
    two(name, codes, 2, [2, 2], eval)
}

const fn one(name: &'static str, codes: Codes, dst: u8, src: u8, eval: fn(u64, u64) -> u64) -> Row {
    scalar(name, Space::Sop1, codes, scalar_op(dst, [src, 0], ScalarKind::Value(eval)))
}

/// An operation of two sources and SCC that returns a flag.
const fn flag32(name: &'static str, codes: Codes, eval: ScalarEval) -> Row {
    scalar(name, Space::Sop2, codes, scalar_op(1, [1, 1], ScalarKind::Eval(eval)))
}

const fn flag64(name: &'static str, codes: Codes, eval: ScalarEval) -> Row {
    scalar(name, Space::Sop2, codes, scalar_op(2, [2, 2], ScalarKind::Eval(eval)))
}

const fn accumulate(name: &'static str, codes: Codes, words: u8, src: u8, eval: ScalarEval) -> Row {
    scalar(name, Space::Sop1, codes, scalar_op(words, [src, 0], ScalarKind::Accumulate(eval)))
}

const fn test(name: &'static str, codes: Codes, src: [u8; 2], eval: fn(u64, u64) -> bool) -> Row {
    scalar(name, Space::Sopc, codes, scalar_op(0, src, ScalarKind::Test(eval))).writing_scc().spreading()
}

/// An operation of the old destination and the immediate.
const fn immediate(name: &'static str, codes: Codes, eval: ScalarEval) -> Row {
    scalar(name, Space::Sopk, codes, scalar_op(1, [1, 1], ScalarKind::Eval(eval)))
}

const fn test_immediate(name: &'static str, codes: Codes, eval: fn(u64, u64) -> bool) -> Row {
    scalar(name, Space::Sopk, codes, scalar_op(0, [1, 1], ScalarKind::Test(eval))).writing_scc().spreading()
}

const fn save_exec(name: &'static str, codes: Codes, words: u8, eval: fn(u64, u64) -> u64) -> Row {
    scalar(name, Space::Sop1, codes, scalar_op(words, [words, 0], ScalarKind::SaveExec(eval))).writing_scc()
}

const fn write_exec(name: &'static str, codes: Codes, words: u8, eval: fn(u64, u64) -> u64) -> Row {
    scalar(name, Space::Sop1, codes, scalar_op(words, [words, 0], ScalarKind::WriteExec(eval))).writing_scc()
}

const fn jump(name: &'static str, codes: Codes, kind: ScalarKind, dst: u8, src: u8) -> Row {
    scalar(name, Space::Sop1, codes, scalar_op(dst, [src, 0], kind))
}

const fn mode_register(name: &'static str, codes: Codes, kind: ScalarKind) -> Row {
    scalar(name, Space::Sopk, codes, scalar_op(1, [1, 0], kind))
}

const fn float_op(dst: u8, src: [u8; 2], ty: Ty, kind: ScalarKind) -> ScalarOp {
    let mut op = scalar_op(dst, src, kind);
    op.is_half = matches!(ty, Ty::F16);
    op.spread = Spread::All;
    op
}

const fn float_two(name: &'static str, codes: Codes, ty: Ty, eval: fn(Mode, Lane) -> u64) -> Row {
    scalar(name, Space::Sop2, codes, float_op(1, [1; 2], ty, ScalarKind::Float(eval)))
}

const fn float_one(name: &'static str, codes: Codes, ty: Ty, eval: fn(Mode, Lane) -> u64) -> Row {
    scalar(name, Space::Sop1, codes, float_op(1, [1, 0], ty, ScalarKind::Float(eval)))
}

const fn float_fma(name: &'static str, codes: Codes, ty: Ty, eval: fn(Mode, Lane) -> u64, form: Form) -> Row {
    scalar(name, Space::Sop2, codes, float_op(1, [1; 2], ty, ScalarKind::FloatFma(eval, form)))
}

const fn float_test(name: &'static str, codes: Codes, ty: Ty, eval: fn(Mode, Lane) -> bool) -> Row {
    scalar(name, Space::Sopc, codes, float_op(0, [1; 2], ty, ScalarKind::FloatTest(eval))).writing_scc()
}

const fn call(name: &'static str, codes: Codes) -> Row {
    row(name, Space::Sopk, codes, Op::Flow(FlowOp::Call))
}

const fn scalar_cache(name: &'static str, codes: Codes) -> Row {
    cache(name, codes, Space::Smem, CacheOp::InvalidateScalar)
}

const fn flow(name: &'static str, codes: Codes, op: FlowOp) -> Row {
    row(name, Space::Sopp, codes, Op::Flow(op))
}

const fn wait_one(name: &'static str, codes: Codes, counters: super::inst::Counters) -> Row {
    row(name, Space::Sopk, codes, Op::Flow(FlowOp::Wait(WaitOp::One(counters))))
}

const fn scalar_load(name: &'static str, codes: Codes, words: u8) -> Row {
    row(name, Space::Smem, codes, Op::ScalarLoad(words, ScalarPart::Whole))
}

const fn scalar_load_part(name: &'static str, codes: Codes, part: ScalarPart) -> Row {
    row(name, Space::Smem, codes, Op::ScalarLoad(1, part))
}

const fn vector(name: &'static str, codes: Codes, dst: Ty, src: [Ty; 3], eval: Eval) -> Row {
    let op = VectorOp {
        dst,
        src,
        eval,
        form: Form::Plain,
        spread: if dst.is_float() || src[0].is_float() { Spread::All } else { Spread::Bits },
        is_approximate: false,
        saturated: None,
    };
    row(name, Space::Valu, codes, Op::Vector(op))
}

/// An integer operation of one source of the type of the result.
const fn int1(name: &'static str, codes: Codes, ty: Ty, eval: fn(u64) -> u64) -> Row {
    vector(name, codes, ty, [ty, Ty::No, Ty::No], Eval::Lane(LaneEval::One(eval)))
}

const fn int2(name: &'static str, codes: Codes, ty: Ty, eval: fn(u64, u64) -> u64) -> Row {
    vector(name, codes, ty, [ty, ty, Ty::No], Eval::Lane(LaneEval::Two(eval)))
}

const fn int3(name: &'static str, codes: Codes, ty: Ty, eval: fn(u64, u64, u64) -> u64) -> Row {
    vector(name, codes, ty, [ty, ty, ty], Eval::Lane(LaneEval::Three(eval)))
}

/// An operation on floats, or between floats and integers.
const fn convert(
    name: &'static str,
    codes: Codes,
    dst: Ty,
    src: [Ty; 3],
    eval: fn(Mode, Lane) -> u64,
) -> Row {
    vector(name, codes, dst, src, Eval::Lane(LaneEval::Float(eval)))
}

const fn float1(name: &'static str, codes: Codes, ty: Ty, eval: fn(Mode, Lane) -> u64) -> Row {
    convert(name, codes, ty, [ty, Ty::No, Ty::No], eval)
}

const fn float2(name: &'static str, codes: Codes, ty: Ty, eval: fn(Mode, Lane) -> u64) -> Row {
    convert(name, codes, ty, [ty, ty, Ty::No], eval)
}

const fn float3(name: &'static str, codes: Codes, ty: Ty, eval: fn(Mode, Lane) -> u64) -> Row {
    convert(name, codes, ty, [ty, ty, ty], eval)
}

/// An approximation of a function of one float.
const fn approximate(name: &'static str, codes: Codes, ty: Ty, eval: fn(Mode, Lane) -> u64) -> Row {
    let mut row = float1(name, codes, ty, eval);
    if let Op::Vector(op) = &mut row.op {
        op.is_approximate = true;
    }
    row
}

const fn test_lane(
    name: &'static str,
    codes: Codes,
    src: [Ty; 3],
    eval: fn(Mode, Lane) -> bool,
    writes_exec: bool,
) -> Row {
    vector(name, codes, Ty::Mask, src, Eval::Test(eval, writes_exec))
}

const fn carry(
    name: &'static str,
    codes: Codes,
    dst: Ty,
    src: [Ty; 3],
    eval: fn(u64, u64, u64) -> (u64, bool),
) -> Row {
    vector(name, codes, dst, src, Eval::Carry(eval))
}

const fn carry_out(name: &'static str, codes: Codes, eval: fn(u64, u64, u64) -> (u64, bool)) -> Row {
    carry(name, codes, Ty::B32, [Ty::B32, Ty::B32, Ty::No], eval)
}

const fn carry_in_out(name: &'static str, codes: Codes, eval: fn(u64, u64, u64) -> (u64, bool)) -> Row {
    carry(name, codes, Ty::B32, [Ty::B32, Ty::B32, Ty::Mask], eval)
}

const fn with_vcc(
    name: &'static str,
    codes: Codes,
    dst: Ty,
    src: [Ty; 3],
    eval: fn(Mode, Lane, bool) -> u64,
) -> Row {
    vector(name, codes, dst, src, Eval::WithVcc(eval))
}

const fn indexed(name: &'static str, codes: Codes, eval: fn(u32, u64, u64) -> u64) -> Row {
    vector(name, codes, Ty::B32, [Ty::B32, Ty::B32, Ty::No], Eval::Indexed(eval))
}

const fn across(name: &'static str, codes: Codes, src: [Ty; 3], kind: Across) -> Row {
    vector(name, codes, Ty::B32, src, Eval::Across(kind))
}

const fn nop(name: &'static str, codes: Codes) -> Row {
    vector(name, codes, Ty::No, [Ty::No; 3], Eval::Nop)
}

const fn packed(name: &'static str, codes: Codes, op: PackedOp) -> Row {
    row(name, Space::Vop3p, codes, Op::Packed(op))
}

const fn halves2(name: &'static str, codes: Codes, eval: fn(u64, u64) -> u64) -> Row {
    packed(name, codes, PackedOp::Halves { ty: Ty::B16, n_src: 2, eval: LaneEval::Two(eval) })
}

const fn halves3(name: &'static str, codes: Codes, eval: fn(u64, u64, u64) -> u64) -> Row {
    packed(name, codes, PackedOp::Halves { ty: Ty::B16, n_src: 3, eval: LaneEval::Three(eval) })
}

const fn float_halves(name: &'static str, codes: Codes, n_src: u8, eval: fn(Mode, Lane) -> u64) -> Row {
    packed(name, codes, PackedOp::Halves { ty: Ty::F16, n_src, eval: LaneEval::Float(eval) })
}

const fn words(name: &'static str, codes: Codes, n_src: u8, eval: fn(Mode, Lane) -> u64) -> Row {
    packed(name, codes, PackedOp::Words { n_src, eval })
}

const fn dot(name: &'static str, codes: Codes, bits: u32, is_signed: Option<bool>) -> Row {
    packed(name, codes, PackedOp::Dot(Dot::Int { bits, is_signed }))
}

const fn wmma(name: &'static str, codes: Codes, input: Element, output: Element, k: u8) -> Row {
    packed(name, codes, PackedOp::Wmma(Wmma { input, output, k }))
}

const fn mfma(name: &'static str, codes: Codes, input: Element, output: Element, sizes: [u8; 3]) -> Row {
    let [m, k, blocks] = sizes;
    packed(name, codes, PackedOp::Mfma(Mfma { input, output, m, k, blocks }))
}

const fn ds(name: &'static str, codes: Codes, op: DsOp) -> Row {
    row(name, Space::Ds, codes, Op::Ds(op))
}

const fn ds_load(name: &'static str, codes: Codes, bytes: u8, extend: Extend) -> Row {
    ds(name, codes, DsOp::Access(MemoryOp::Load { bytes, extend }))
}

const fn ds_store(name: &'static str, codes: Codes, bytes: u8, is_high: bool) -> Row {
    ds(name, codes, DsOp::Access(MemoryOp::Store { bytes, is_high }))
}

const fn ds_pair(name: &'static str, codes: Codes, is_store: bool, bytes: u8, stride: u16) -> Row {
    ds(name, codes, DsOp::Pair { is_store, bytes, stride })
}

const fn ds_atomic(name: &'static str, codes: Codes, op: AtomicOp, bytes: u8, returns: Returns) -> Row {
    ds(name, codes, DsOp::Access(MemoryOp::Atomic { op, bytes, returns }))
}

const fn memory(name: &'static str, space: Space, codes: Codes, op: MemoryOp) -> Row {
    row(name, space, codes, Op::Memory(op))
}

const fn load(name: &'static str, codes: Codes, bytes: u8, extend: Extend) -> Row {
    memory(name, Space::Flat, codes, MemoryOp::Load { bytes, extend })
}

const fn store(name: &'static str, codes: Codes, bytes: u8, is_high: bool) -> Row {
    memory(name, Space::Flat, codes, MemoryOp::Store { bytes, is_high })
}

const fn atomic(name: &'static str, codes: Codes, op: AtomicOp, bytes: u8) -> Row {
    memory(name, Space::Flat, codes, MemoryOp::Atomic { op, bytes, returns: Returns::ByBit })
}

const fn buffer_load(name: &'static str, codes: Codes, bytes: u8, extend: Extend) -> Row {
    memory(name, Space::Mubuf, codes, MemoryOp::Load { bytes, extend })
}

const fn buffer_store(name: &'static str, codes: Codes, bytes: u8, is_high: bool) -> Row {
    memory(name, Space::Mubuf, codes, MemoryOp::Store { bytes, is_high })
}

const fn buffer_atomic(name: &'static str, codes: Codes, op: AtomicOp, bytes: u8) -> Row {
    memory(name, Space::Mubuf, codes, MemoryOp::Atomic { op, bytes, returns: Returns::ByBit })
}

const fn cache(name: &'static str, codes: Codes, space: Space, op: CacheOp) -> Row {
    row(name, space, codes, Op::Cache(op))
}

impl Row {
    const fn writing_scc(mut self) -> Self {
        if let Op::Scalar(op) = &mut self.op {
            op.writes_scc = true;
        }
        self
    }

    /// Reads and writes SCC.
    const fn with_scc(self) -> Self {
        self.writing_scc().reading_scc()
    }

    const fn reading_scc(mut self) -> Self {
        if let Op::Scalar(op) = &mut self.op {
            op.reads_scc = true;
        }
        self
    }

    /// Makes the whole result undefined if a source is.
    const fn spreading(self) -> Self {
        self.with_spread(Spread::All)
    }

    /// Follows undefined bits through the operation.
    const fn by_bits(self) -> Self {
        self.with_spread(Spread::Bits)
    }

    const fn with_spread(mut self, spread: Spread) -> Self {
        match &mut self.op {
            Op::Scalar(op) => op.spread = spread,
            Op::Vector(op) => op.spread = spread,
            _ => {}
        }
        self
    }

    /// Sets the types of the sources.
    const fn taking(mut self, src: [Ty; 3]) -> Self {
        if let Op::Vector(op) = &mut self.op {
            op.src = src;
        }
        self
    }

    const fn with_middle_literal(self) -> Self {
        self.with_form(Form::MiddleLiteral)
    }

    const fn with_last_literal(self) -> Self {
        self.with_form(Form::LastLiteral)
    }

    /// Makes the destination the third source.
    const fn accumulating(self) -> Self {
        self.with_form(Form::Accumulate)
    }

    const fn with_form(mut self, form: Form) -> Self {
        if let Op::Vector(op) = &mut self.op {
            op.form = form;
        }
        self
    }

    /// Sets the function that replaces the operation when its result is clamped.
    const fn saturating(mut self, eval: fn(u64, u64) -> u64) -> Self {
        if let Op::Vector(op) = &mut self.op {
            op.saturated = Some(eval);
        }
        self
    }
}

/// The names of the conditions of a comparison; the bits of a condition's number are less, equal, greater
/// and unordered.
const FLOAT_CONDITIONS: [&str; 16] =
    ["f", "lt", "eq", "le", "gt", "lg", "ge", "o", "u", "nge", "nlg", "ngt", "nle", "neq", "nlt", "tru"];
const INT_CONDITIONS: [&str; 8] = ["f", "lt", "eq", "le", "gt", "ne", "ge", "t"];

/// The types of comparisons, with their first codes on GFX9 and on later chips.
const COMPARISON_TYPES: [(&str, Ty, CompareTy, u16, u16); 9] = [
    ("f16", Ty::F16, CompareTy::Float, 0x20, 0x00),
    ("f32", Ty::F32, CompareTy::Float, 0x40, 0x10),
    ("f64", Ty::F64, CompareTy::Float, 0x60, 0x20),
    ("i16", Ty::B16, CompareTy::Signed, 0xa0, 0x30),
    ("u16", Ty::B16, CompareTy::Unsigned, 0xa8, 0x38),
    ("i32", Ty::B32, CompareTy::Signed, 0xc0, 0x40),
    ("u32", Ty::B32, CompareTy::Unsigned, 0xc8, 0x48),
    ("i64", Ty::I64, CompareTy::Signed, 0xe0, 0x50),
    ("u64", Ty::B64, CompareTy::Unsigned, 0xe8, 0x58),
];

fn comparisons() -> Vec<Row> {
    let mut rows = Vec::new();
    for (name, ty, kind, old, new) in COMPARISON_TYPES {
        let conditions: &[&str] = if kind == CompareTy::Float { &FLOAT_CONDITIONS } else { &INT_CONDITIONS };
        for (condition, word) in (0u16..).zip(conditions) {
            for writes_exec in [false, true] {
                let (prefix, old_step, new_step) =
                    if writes_exec { ("v_cmpx", 0x10, 0x80) } else { ("v_cmp", 0, 0) };
                let (old, new) = (old + old_step + condition, new + new_step + condition);
                let eval = Eval::Compare { ty: kind, condition: condition as u8, writes_exec };
                let mut row = vector("", [old, old, new, new], Ty::Mask, [ty, ty, Ty::No], eval).spreading();
                row.name = Cow::Owned(format!("{prefix}_{word}_{name}"));
                rows.push(row);
            }
        }
    }
    rows
}
