//! Comparisons and selections (`setp`, `set`, `selp`, `slct`).

use super::decode::{Decoded, Decoder, Refusal};
use super::int::{pred, signed};
use super::program::{Alu, Code, Src};
use super::soft::Format;
use super::text::{Arg, Kind, Ty};
use std::cmp::Ordering;

/// A comparison relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "a row of the table of relations")]
struct Relation {
    less: bool,
    equal: bool,
    greater: bool,
    /// Whether it holds for a NaN operand.
    unordered: bool,
    /// Whether integers are compared as unsigned.
    is_unsigned: bool,
}

/// The Boolean operation that combines a comparison with a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Join {
    None,
    And,
    Or,
    Xor,
}

/// An operation.
#[derive(Clone, Copy, Debug)]
pub(super) enum Compare {
    /// Two predicates: the comparison and its negation, each combined with the third operand.
    Predicate(Test),
    /// All ones, or 1.0, if the comparison holds; otherwise 0.
    Set(Test, Ty),
    /// The first operand if the third is true, otherwise the second.
    Select,
    /// The first operand if the third, of this type, is not negative, otherwise the second.
    SelectBySign(Ty),
}

/// A comparison of operands of a type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Test {
    relation: Relation,
    join: Join,
    flushes: bool,
    ty: Ty,
}

/// Decodes a comparison or selection.
pub(super) fn decode(cx: &mut Decoder<'_>) -> Decoded<Code> {
    match cx.opcode() {
        "selp" => {
            let ty = cx.ty()?;
            cx.alu(Alu::Compare(Compare::Select), ty, &[ty, ty, pred()])
        }
        "slct" => {
            cx.takes("ftz");
            let (ty, by) = (cx.ty()?, cx.ty()?);
            cx.alu(Alu::Compare(Compare::SelectBySign(by)), ty, &[ty, ty, by])
        }
        _ => comparison(cx),
    }
}

fn comparison(cx: &mut Decoder<'_>) -> Decoded<Code> {
    let relation = relation(cx)?;
    let join = cx.pick(&[("and", Join::And), ("or", Join::Or), ("xor", Join::Xor)]).unwrap_or(Join::None);
    let flushes = cx.takes("ftz");
    let to = if cx.opcode() == "set" { Some(cx.ty()?) } else { None };
    let ty = cx.ty()?;
    if ty.lanes != 1 {
        return Err(Refusal::NotModelled);
    }
    let test = Test { relation, join, flushes, ty };
    let op = Alu::Compare(to.map_or(Compare::Predicate(test), |to| Compare::Set(test, to)));
    let to = to.unwrap_or_else(pred);
    cx.expect_args(if join == Join::None { 3 } else { 4 })?;
    let third = if join == Join::None { Src::Number(0) } else { cx.src(3, pred())? };
    let src = [cx.src(1, ty)?, cx.src(2, ty)?, third, Src::Number(0)];
    let dst = match cx.arg(0)? {
        Arg::Pair(first, second) => [cx.dst_of(first, to)?, cx.dst_of(second, to)?],
        single => [cx.dst_of(single, to)?, None],
    };
    Ok(Code::Alu { op, dst, src, approximate: false })
}

fn relation(cx: &mut Decoder<'_>) -> Decoded<Relation> {
    let row = |less: bool, equal: bool, greater: bool, unordered: bool, is_unsigned: bool| Relation {
        less,
        equal,
        greater,
        unordered,
        is_unsigned,
    };
    let found = cx.pick(&[
        ("eq", row(false, true, false, false, false)),
        ("ne", row(true, false, true, false, false)),
        ("lt", row(true, false, false, false, false)),
        ("le", row(true, true, false, false, false)),
        ("gt", row(false, false, true, false, false)),
        ("ge", row(false, true, true, false, false)),
        ("lo", row(true, false, false, false, true)),
        ("ls", row(true, true, false, false, true)),
        ("hi", row(false, false, true, false, true)),
        ("hs", row(false, true, true, false, true)),
        ("equ", row(false, true, false, true, false)),
        ("neu", row(true, false, true, true, false)),
        ("ltu", row(true, false, false, true, false)),
        ("leu", row(true, true, false, true, false)),
        ("gtu", row(false, false, true, true, false)),
        ("geu", row(false, true, true, true, false)),
        ("num", row(true, true, true, false, false)),
        ("nan", row(false, false, false, true, false)),
    ]);
    found.ok_or_else(|| "expected a relation".to_string().into())
}

impl Test {
    fn holds(self, a: u64, b: u64) -> bool {
        let order = match self.ty.kind {
            Kind::Float(format) => self.float_order(format, a, b),
            Kind::Signed if !self.relation.is_unsigned => {
                Some(signed(a, self.ty.bits).cmp(&signed(b, self.ty.bits)))
            }
            Kind::Pred | Kind::Bits | Kind::Unsigned | Kind::Signed => {
                Some((a & self.ty.mask()).cmp(&(b & self.ty.mask())))
            }
        };
        match order {
            None => self.relation.unordered,
            Some(Ordering::Less) => self.relation.less,
            Some(Ordering::Equal) => self.relation.equal,
            Some(Ordering::Greater) => self.relation.greater,
        }
    }

    fn float_order(self, format: Format, a: u64, b: u64) -> Option<Ordering> {
        let (a, b) = if self.flushes { (format.flush(a), format.flush(b)) } else { (a, b) };
        match format {
            Format::F32 => f32::from_bits(a as u32).partial_cmp(&f32::from_bits(b as u32)),
            Format::F64 => f64::from_bits(a).partial_cmp(&f64::from_bits(b)),
            _ => format.decode(a).compare(format.decode(b)),
        }
    }

    fn joined(self, holds: bool, other: u64) -> u64 {
        let other = other != 0;
        u64::from(match self.join {
            Join::None => holds,
            Join::And => holds && other,
            Join::Or => holds || other,
            Join::Xor => holds != other,
        })
    }
}

impl Compare {
    /// Returns the results.
    pub(super) fn eval(self, [a, b, c, _]: [u64; 4]) -> [u64; 2] {
        match self {
            Self::Predicate(test) => {
                let holds = test.holds(a, b);
                [test.joined(holds, c), test.joined(!holds, c)]
            }
            Self::Set(test, to) => {
                let holds = test.joined(test.holds(a, b), c) == 1;
                let value = match to.kind {
                    Kind::Float(_) => 0x3f80_0000,
                    Kind::Pred | Kind::Bits | Kind::Unsigned | Kind::Signed => to.mask(),
                };
                [if holds { value } else { 0 }, 0]
            }
            Self::Select => [if c == 0 { b } else { a }, 0],
            Self::SelectBySign(by) => {
                let first = match by.kind {
                    Kind::Float(_) => 0.0 <= f32::from_bits(c as u32),
                    Kind::Pred | Kind::Bits | Kind::Unsigned | Kind::Signed => 0 <= signed(c, by.bits),
                };
                [if first { a } else { b }, 0]
            }
        }
    }

    /// Returns the bits of the results that are undefined.
    pub(super) fn undefined(self, s: [u64; 4], u: [u64; 4]) -> u64 {
        match self {
            Self::Select if u[2] == 0 => u[usize::from(s[2] == 0)],
            _ if u == [0; 4] => 0,
            Self::Predicate(_) | Self::Set(..) | Self::Select | Self::SelectBySign(_) => u64::MAX,
        }
    }
}
