//! Integer and bit operations.

use super::decode::{Decoded, Decoder, Refusal};
use super::program::{Alu, Code};
use super::text::{Kind, Ty, mask};

/// An operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Op {
    Add,
    AddSat,
    Sub,
    SubSat,
    MulLow,
    MulHigh,
    MulWide,
    MadLow,
    MadHigh,
    MadWide,
    Div,
    Rem,
    Abs,
    Neg,
    Min,
    Max,
    And,
    Or,
    Xor,
    Not,
    Cnot,
    Shl,
    Shr,
    /// A left funnel shift; `true` if the distance wraps.
    FunnelLeft(bool),
    /// A right funnel shift; `true` if the distance wraps.
    FunnelRight(bool),
    ExtractField,
    InsertField,
    LeadingZeros,
    Ones,
    Reverse,
    /// The position of the most significant bit; `true` to return it as a shift distance.
    FindHighest(bool),
    Lop3,
    Permute,
    AbsDifference,
    /// A sum of four byte products; `true` if the second operand is signed.
    Dot4(bool),
}

/// An operation on integers of a type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Int {
    op: Op,
    ty: Ty,
}

const WORD: Ty = Ty::one(Kind::Bits, 32);
const PRED: Ty = Ty::one(Kind::Pred, 1);

/// Decodes an integer operation.
pub(super) fn decode(cx: &mut Decoder<'_>) -> Decoded<Code> {
    match cx.opcode() {
        "mul" | "mad" => return product(cx),
        "shf" => return funnel(cx),
        "dp4a" => return dot(cx),
        "lop3" => return lop3(cx),
        "prmt" => {
            let ty = cx.ty()?;
            return cx.alu(Alu::Int(Int { op: Op::Permute, ty }), ty, &[ty; 3]);
        }
        _ => {}
    }
    let is_saturating = cx.takes("sat");
    let shifts = cx.takes("shiftamt");
    let ty = cx.opt_ty().ok_or(Refusal::NotModelled)?;
    let (op, n) = match (cx.opcode(), is_saturating) {
        ("add", false) => (Op::Add, 2),
        ("sub", false) => (Op::Sub, 2),
        ("add", true) if ty.kind == Kind::Signed => (Op::AddSat, 2),
        ("sub", true) if ty.kind == Kind::Signed => (Op::SubSat, 2),
        ("div", false) => (Op::Div, 2),
        ("rem", false) => (Op::Rem, 2),
        ("abs", false) => (Op::Abs, 1),
        ("neg", false) => (Op::Neg, 1),
        ("min", false) => (Op::Min, 2),
        ("max", false) => (Op::Max, 2),
        ("and", false) => (Op::And, 2),
        ("or", false) => (Op::Or, 2),
        ("xor", false) => (Op::Xor, 2),
        ("not", false) => (Op::Not, 1),
        ("cnot", false) => (Op::Cnot, 1),
        ("sad", false) => (Op::AbsDifference, 3),
        ("shl", false) => return cx.alu(Alu::Int(Int { op: Op::Shl, ty }), ty, &[ty, WORD]),
        ("shr", false) => return cx.alu(Alu::Int(Int { op: Op::Shr, ty }), ty, &[ty, WORD]),
        ("bfe", false) => return cx.alu(Alu::Int(Int { op: Op::ExtractField, ty }), ty, &[ty, WORD, WORD]),
        ("bfi", false) => {
            return cx.alu(Alu::Int(Int { op: Op::InsertField, ty }), ty, &[ty, ty, WORD, WORD]);
        }
        ("clz", false) => return cx.alu(Alu::Int(Int { op: Op::LeadingZeros, ty }), WORD, &[ty]),
        ("popc", false) => return cx.alu(Alu::Int(Int { op: Op::Ones, ty }), WORD, &[ty]),
        ("brev", false) => (Op::Reverse, 1),
        ("bfind", false) => {
            return cx.alu(Alu::Int(Int { op: Op::FindHighest(shifts), ty }), WORD, &[ty]);
        }
        _ => return Err(Refusal::NotModelled),
    };
    cx.alu(Alu::Int(Int { op, ty }), ty, &[ty; 3][..n])
}

fn product(cx: &mut Decoder<'_>) -> Decoded<Code> {
    let part = cx.pick(&[("lo", 0), ("hi", 1), ("wide", 2)]);
    let ty = cx.ty()?;
    let is_sum = cx.opcode() == "mad";
    let op = match (part, is_sum) {
        (Some(0), false) => Op::MulLow,
        (Some(1), false) => Op::MulHigh,
        (Some(2), false) => Op::MulWide,
        (Some(0), true) => Op::MadLow,
        (Some(1), true) => Op::MadHigh,
        (Some(2), true) => Op::MadWide,
        _ => return Err("expected .lo, .hi or .wide".to_string().into()),
    };
    let to = if part == Some(2) { Ty::one(ty.kind, 2 * ty.bits) } else { ty };
    if 64 < to.bits {
        return Err("there is no product of 128 bits".to_string().into());
    }
    cx.alu(Alu::Int(Int { op, ty }), to, &[ty, ty, to][..if is_sum { 3 } else { 2 }])
}

fn funnel(cx: &mut Decoder<'_>) -> Decoded<Code> {
    let is_left = cx.pick(&[("l", true), ("r", false)]);
    let wraps = cx.pick(&[("wrap", true), ("clamp", false)]);
    let (Some(is_left), Some(wraps)) = (is_left, wraps) else {
        return Err("expected a direction and a mode".to_string().into());
    };
    let ty = cx.ty()?;
    let op = if is_left { Op::FunnelLeft(wraps) } else { Op::FunnelRight(wraps) };
    cx.alu(Alu::Int(Int { op, ty }), ty, &[ty; 3])
}

fn dot(cx: &mut Decoder<'_>) -> Decoded<Code> {
    let (first, second) = (cx.ty()?, cx.ty()?);
    let op = Op::Dot4(second.kind == Kind::Signed);
    cx.alu(Alu::Int(Int { op, ty: first }), WORD, &[WORD; 3])
}

fn lop3(cx: &mut Decoder<'_>) -> Decoded<Code> {
    let ty = cx.ty()?;
    cx.alu(Alu::Int(Int { op: Op::Lop3, ty }), ty, &[ty, ty, ty, WORD])
}

/// Returns the predicate type.
pub(super) fn pred() -> Ty {
    PRED
}

/// Sign-extends the low bits of a value.
pub(super) fn signed(value: u64, bits: u32) -> i64 {
    let unused = 64 - bits.min(64);
    ((value << unused) as i64) >> unused
}

impl Int {
    /// Returns the result.
    pub(super) fn eval(self, s: [u64; 4]) -> u64 {
        if self.ty.lanes == 2 {
            let half = Self { op: self.op, ty: self.ty.element() };
            let low = half.eval(s.map(|value| value & 0xffff));
            return low | (half.eval(s.map(|value| (value >> 16) & 0xffff)) << 16);
        }
        let bits = self.ty.bits;
        let is_signed = self.ty.kind == Kind::Signed;
        let wide = |value: u64| {
            if is_signed { i128::from(signed(value, bits)) } else { i128::from(value & mask(bits)) }
        };
        let (a, b, c) = (s[0], s[1], s[2]);
        let result = match self.op {
            Op::Add => a.wrapping_add(b),
            Op::Sub => a.wrapping_sub(b),
            Op::AddSat => saturate(wide(a) + wide(b), bits),
            Op::SubSat => saturate(wide(a) - wide(b), bits),
            Op::MulLow | Op::MulWide => (wide(a).wrapping_mul(wide(b))) as u64,
            Op::MulHigh => high(wide(a), wide(b), bits, is_signed),
            Op::MadLow | Op::MadWide => ((wide(a).wrapping_mul(wide(b))) as u64).wrapping_add(c),
            Op::MadHigh => high(wide(a), wide(b), bits, is_signed).wrapping_add(c),
            Op::Div if b & mask(bits) == 0 => u64::MAX,
            Op::Rem if b & mask(bits) == 0 => a,
            Op::Div => (wide(a) / wide(b)) as u64,
            Op::Rem => (wide(a) % wide(b)) as u64,
            Op::Abs => wide(a).unsigned_abs() as u64,
            Op::Neg => a.wrapping_neg(),
            Op::Min => wide(a).min(wide(b)) as u64,
            Op::Max => wide(a).max(wide(b)) as u64,
            Op::And => a & b,
            Op::Or => a | b,
            Op::Xor => a ^ b,
            Op::Not => !a,
            Op::Cnot => u64::from(a & mask(bits) == 0),
            Op::AbsDifference => c.wrapping_add((wide(a) - wide(b)).unsigned_abs() as u64),
            _ => return self.eval_bits(s),
        };
        result & self.result_mask()
    }

    /// Returns the result of an operation on single bits.
    fn eval_bits(self, [a, b, c, d]: [u64; 4]) -> u64 {
        let bits = self.ty.bits;
        let result = match self.op {
            Op::Shl => a.checked_shl(b as u32).filter(|_| b < u64::from(bits)).unwrap_or(0),
            Op::Shr if self.ty.kind == Kind::Signed => (signed(a, bits) >> b.min(u64::from(bits) - 1)) as u64,
            Op::Shr if b < u64::from(bits) => a >> b,
            Op::FunnelLeft(wraps) => (((b << 32) | a) << distance(c, wraps)) >> 32,
            Op::FunnelRight(wraps) => {
                let distance = distance(c, wraps);
                (u128::from((b << 32) | a) >> distance) as u64
            }
            Op::ExtractField => self.extract(a, b & 0xff, c & 0xff),
            Op::InsertField => insert(a, b, c & 0xff, d & 0xff, bits),
            Op::LeadingZeros => u64::from(a.leading_zeros() - (64 - bits)),
            Op::Ones => u64::from(a.count_ones()),
            Op::Reverse => a.reverse_bits() >> (64 - bits),
            Op::FindHighest(shifts) => return self.find_highest(a, shifts),
            Op::Lop3 => lop3_of(a, b, c, d),
            Op::Permute => permute(a, b, c),
            Op::Dot4(second) => dot4(a, b, c, self.ty.kind == Kind::Signed, second),
            _ => 0,
        };
        result & self.result_mask()
    }

    fn result_mask(self) -> u64 {
        match self.op {
            Op::MulWide | Op::MadWide => mask(2 * self.ty.bits),
            Op::LeadingZeros | Op::Ones => mask(32),
            _ => self.ty.mask(),
        }
    }

    fn extract(self, a: u64, first: u64, n: u64) -> u64 {
        let last = u64::from(self.ty.bits) - 1;
        let is_negative = self.ty.kind == Kind::Signed && n != 0 && (a >> (first + n - 1).min(last)) & 1 == 1;
        let field = if last < first { 0 } else { (a & self.ty.mask()) >> first };
        let n_real = n.min((last + 1).saturating_sub(first)) as u32;
        let kept = mask(n_real);
        (field & kept) | if is_negative { !kept } else { 0 }
    }

    fn find_highest(self, a: u64, shifts: bool) -> u64 {
        let bits = self.ty.bits;
        let is_negative = self.ty.kind == Kind::Signed && signed(a, bits) < 0;
        let looked_at = if is_negative { !a & mask(bits) } else { a & mask(bits) };
        match looked_at.checked_ilog2() {
            None => mask(32),
            Some(place) if shifts => u64::from(bits - 1 - place),
            Some(place) => u64::from(place),
        }
    }

    /// Returns the undefined bits of the result, given those of the sources.
    pub(super) fn undefined(self, s: [u64; 4], u: [u64; 4]) -> u64 {
        match self.op {
            Op::Div | Op::Rem if s[1] & self.ty.mask() == 0 => u64::MAX,
            _ if u == [0; 4] => 0,
            Op::And => (u[0] & u[1]) | (u[0] & s[1]) | (u[1] & s[0]),
            Op::Or => (u[0] & u[1]) | (u[0] & !s[1]) | (u[1] & !s[0]),
            Op::Xor => u[0] | u[1],
            Op::Not => u[0],
            Op::Shl | Op::Shr | Op::ExtractField | Op::Reverse if u[1..] == [0; 3] => {
                // The sign bits are copies of one bit: if it is undefined, so are they.
                self.eval([u[0], s[1], s[2], s[3]])
            }
            Op::InsertField if u[2..] == [0; 2] => self.eval([u[0], u[1], s[2], s[3]]),
            Op::Permute if u[2] == 0 => permute(u[0], u[1], s[2]),
            _ => u64::MAX,
        }
    }
}

fn saturate(value: i128, bits: u32) -> u64 {
    let most = (1i128 << (bits - 1)) - 1;
    value.clamp(-most - 1, most) as u64
}

fn high(a: i128, b: i128, bits: u32, is_signed: bool) -> u64 {
    let product = a.wrapping_mul(b);
    if is_signed { (product >> bits) as u64 } else { ((product as u128) >> bits) as u64 }
}

fn distance(c: u64, wraps: bool) -> u64 {
    if wraps { c & 31 } else { c.min(32) }
}

fn insert(a: u64, b: u64, first: u64, n: u64, bits: u32) -> u64 {
    if u64::from(bits) <= first {
        return b;
    }
    let field = mask(n.min(64) as u32) << first;
    (b & !field) | ((a << first) & field)
}

fn lop3_of(a: u64, b: u64, c: u64, table: u64) -> u64 {
    let mut result = 0;
    for row in 0..8u64 {
        if (table >> row) & 1 == 1 {
            let pick = |value: u64, bit: u64| if (row >> bit) & 1 == 1 { value } else { !value };
            result |= pick(a, 2) & pick(b, 1) & pick(c, 0);
        }
    }
    result
}

/// Selects bytes of two words by four bits each; the fourth bit replicates the sign of the byte.
fn permute(a: u64, b: u64, selector: u64) -> u64 {
    let bytes = ((b & mask(32)) << 32) | (a & mask(32));
    let mut result = 0;
    for index in 0..4 {
        let choice = (selector >> (4 * index)) & 15;
        let byte = (bytes >> (8 * (choice & 7))) & 0xff;
        let byte = if choice & 8 == 0 {
            byte
        } else if byte & 0x80 == 0 {
            0
        } else {
            0xff
        };
        result |= byte << (8 * index);
    }
    result
}

fn dot4(a: u64, b: u64, c: u64, first: bool, second: bool) -> u64 {
    let byte = |value: u64, index: u32, is_signed: bool| {
        let byte = (value >> (8 * index)) & 0xff;
        if is_signed { signed(byte, 8) } else { byte as i64 }
    };
    (0..4).fold(c, |sum, index| sum.wrapping_add((byte(a, index, first) * byte(b, index, second)) as u64))
}
