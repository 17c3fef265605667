//! Moves, conversions between types, and conversions of addresses between state spaces.

use super::decode::{Decoded, Decoder, Refusal};
use super::int::{pred, signed};
use super::layout::{space_of, window};
use super::program::{Alu, Code, Src};
use super::soft::{Format, Round, Value};
use super::text::{Arg, Kind, Space, Ty, mask};
use std::cmp::Ordering;

/// The treatment of values out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Clamp {
    /// The default of the type.
    None,
    /// Clamps to the range of the type; floats to 0..1.
    Saturate,
    /// Clamps to the largest finite value.
    Finite,
    /// Clamps negative values to 0.
    Relu,
    /// Applies `Relu` and `Finite`.
    ReluFinite,
}

/// A conversion.
#[derive(Clone, Copy, Debug)]
pub(super) enum Convert {
    /// Converts a value to another type, into a register of a given size.
    Type(Cast),
    /// Converts two values of the source type into a packed pair.
    Pair(Cast),
    /// Converts an address of a state space to a generic one.
    ToGeneric(Space),
    /// Converts a generic address to one of a state space.
    FromGeneric(Space),
    /// Tests whether a generic address is in a state space.
    IsSpace(Space),
}

/// A conversion from one type to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cast {
    to: Ty,
    from: Ty,
    round: Option<Round>,
    /// The rounding to an integral value, also where the result type is a float.
    integral: Option<Round>,
    clamp: Clamp,
    flushes: bool,
    register_bits: u32,
}

/// Decodes a move or conversion.
pub(super) fn decode(cx: &mut Decoder<'_>) -> Decoded<Code> {
    match cx.opcode() {
        "mov" => mov(cx),
        "cvt" => cvt(cx),
        "cvta" => {
            let from_generic = cx.takes("to");
            let space = cx.space().ok_or_else(|| Refusal::from("expected a space".to_string()))?;
            let ty = cx.ty()?;
            if ty.bits != 64 {
                return Err("expected addresses of 64 bits".to_string().into());
            }
            let op = if from_generic { Convert::FromGeneric(space) } else { Convert::ToGeneric(space) };
            cx.alu(Alu::Convert(op), ty, &[ty])
        }
        _ => {
            let space = cx.space().ok_or_else(|| Refusal::from("expected a space".to_string()))?;
            cx.alu(Alu::Convert(Convert::IsSpace(space)), pred(), &[Ty::one(Kind::Bits, 64)])
        }
    }
}

fn mov(cx: &mut Decoder<'_>) -> Decoded<Code> {
    let ty = cx.ty()?;
    cx.expect_args(2)?;
    match (cx.arg(0)?, cx.arg(1)?) {
        (Arg::Vector(parts), source) => {
            let size = part_size(ty, parts.len())?;
            let source = cx.src_of(source, ty)?;
            let mut moves = Vec::new();
            for (index, part) in parts.iter().enumerate() {
                if let Some(register) = cx.dst_of(part, Ty::one(Kind::Bits, size))? {
                    moves.push((register, Alu::Part(size, index as u32)));
                }
            }
            Ok(Code::Unpack(moves, source))
        }
        (result, Arg::Vector(parts)) => {
            let size = part_size(ty, parts.len())?;
            let mut src = [Src::Number(0); 4];
            for (src, part) in src.iter_mut().zip(parts) {
                *src = cx.src_of(part, Ty::one(Kind::Bits, size))?;
            }
            let dst = [cx.dst_of(result, ty)?, None];
            Ok(Code::Alu { op: Alu::Pack(size), dst, src, approximate: false })
        }
        // Special registers of 32 bits may be read as 64 bits and vice versa.
        _ => cx.alu(Alu::Move, ty, &[ty]),
    }
}

fn part_size(ty: Ty, n: usize) -> Decoded<u32> {
    match n {
        2 | 4 if 64 < ty.bits => Err(Refusal::NotModelled),
        2 | 4 => Ok(ty.bits / n as u32),
        n => Err(format!("expected 2 or 4 parts, but found {n}").into()),
    }
}

fn cvt(cx: &mut Decoder<'_>) -> Decoded<Code> {
    let integral =
        cx.pick(&[("rni", Round::Nearest), ("rzi", Round::Zero), ("rmi", Round::Down), ("rpi", Round::Up)]);
    let round = cx.rounding();
    let flushes = cx.takes("ftz");
    let (relu, finite) = (cx.takes("relu"), cx.takes("satfinite"));
    let clamp = match (cx.takes("sat"), relu, finite) {
        (true, ..) => Clamp::Saturate,
        (_, true, true) => Clamp::ReluFinite,
        (_, true, false) => Clamp::Relu,
        (_, false, true) => Clamp::Finite,
        (_, false, false) => Clamp::None,
    };
    let (to, from) = (cx.ty()?, cx.ty()?);
    check_rounding(to, from, round, integral)?;
    let is_pair = to.lanes == 2 && from.lanes == 1;
    cx.expect_args(if is_pair { 3 } else { 2 })?;
    let (dst, register_bits) = cx.wide_dst(cx.arg(0)?, to)?;
    let mut src = [Src::Number(0); 4];
    src[0] = cx.wide_src(cx.arg(1)?, from)?;
    if is_pair {
        src[1] = cx.wide_src(cx.arg(2)?, from)?;
    }
    let cast = Cast { to, from, round, integral, clamp, flushes, register_bits };
    let op = Alu::Convert(if is_pair { Convert::Pair(cast) } else { Convert::Type(cast) });
    Ok(Code::Alu { op, dst: [dst, None], src, approximate: false })
}

/// Checks that a rounding modifier is present exactly where the conversion can be inexact.
fn check_rounding(to: Ty, from: Ty, round: Option<Round>, integral: Option<Round>) -> Decoded<()> {
    let (result, source) = (to.format(), from.format());
    let wanted = match (result, source) {
        (None, Some(_)) => integral.is_some() && round.is_none(),
        (Some(_), None) => round.is_some() && integral.is_none(),
        (None, None) => round.is_none() && integral.is_none(),
        (Some(result), Some(source)) => {
            let is_narrowing = result.fraction_bits() < source.fraction_bits()
                || (result == Format::F16 && source == Format::BF16);
            if is_narrowing { round.is_some() } else { true }
        }
    };
    if wanted { Ok(()) } else { Err("invalid rounding modifier for this conversion".to_string().into()) }
}

impl Convert {
    /// Returns the result.
    pub(super) fn eval(self, [a, b, ..]: [u64; 4]) -> u64 {
        match self {
            Self::Type(cast) => cast.eval(a),
            Self::Pair(cast) => {
                let half = Cast { to: cast.to.element(), register_bits: cast.to.bits / 2, ..cast };
                (half.eval(a) << half.to.bits) | half.eval(b)
            }
            Self::ToGeneric(space) => a.wrapping_add(window(space)),
            Self::FromGeneric(space) => a.wrapping_sub(window(space)),
            Self::IsSpace(space) => u64::from(space_of(a).0 == space),
        }
    }

    /// Returns the undefined bits of the result.
    pub(super) fn undefined(self, u: [u64; 4]) -> u64 {
        match self {
            _ if u == [0; 4] => 0,
            Self::Type(cast) if cast.to.format().is_none() && cast.from.format().is_none() => {
                if u[0] & cast.from.mask() == 0 { 0 } else { cast.eval(u[0]) | (u[0] & cast.to.mask()) }
            }
            _ => u64::MAX,
        }
    }
}

impl Cast {
    fn eval(self, a: u64) -> u64 {
        if self.to.lanes == 2 {
            let (to, from) = (self.to.element(), self.from.element());
            let one = Self { to, from, register_bits: to.bits, ..self };
            return one.eval(a & from.mask()) | (one.eval((a >> from.bits) & from.mask()) << to.bits);
        }
        let a = a & self.from.mask();
        match (self.to.format(), self.from.format()) {
            (None, None) => self.int_to_int(a),
            (None, Some(format)) => self.float_to_int(format, a),
            (Some(format), None) => {
                let value = Value::of_int(int_value(a, self.from));
                format.encode(value, self.round.unwrap_or(Round::Nearest), false)
            }
            (Some(to), Some(from)) => self.float_to_float(to, from, a),
        }
    }

    fn int_to_int(self, a: u64) -> u64 {
        let value = int_value(a, self.from);
        let value = if self.clamp == Clamp::Saturate {
            let (least, most) = bounds(self.to);
            value.clamp(least, most)
        } else {
            value
        };
        self.extended(value as u64)
    }

    /// Extends an integer of the result type to the size of its register.
    fn extended(self, value: u64) -> u64 {
        let value = match self.to.kind {
            Kind::Signed => signed(value, self.to.bits) as u64,
            Kind::Pred | Kind::Bits | Kind::Unsigned | Kind::Float(_) => value & self.to.mask(),
        };
        value & mask(self.register_bits)
    }

    fn float_to_int(self, format: Format, a: u64) -> u64 {
        let a = if self.flushes { format.flush(a) } else { a };
        let (least, most) = bounds(self.to);
        let value = format.decode(a).to_int(self.integral.unwrap_or(Round::Zero), least, most);
        let is_long = format == Format::F64 || self.to.bits == 64;
        match value {
            Some(value) => self.extended(value as u64),
            None if is_long => self.extended(1 << (self.to.bits - 1)),
            None => 0,
        }
    }

    fn float_to_float(self, to: Format, from: Format, a: u64) -> u64 {
        let a = if self.flushes { from.flush(a) } else { a };
        let mut value = from.decode(a);
        if let Some(round) = self.integral {
            value = value.to_integral(round);
        }
        let is_negative = value.compare(Value::of_int(0)) == Some(Ordering::Less);
        match self.clamp {
            Clamp::Saturate if is_negative || value == Value::Nan => value = Value::of_int(0),
            Clamp::Saturate if value.compare(Value::of_int(1)) == Some(Ordering::Greater) => {
                value = Value::of_int(1);
            }
            Clamp::Relu | Clamp::ReluFinite if is_negative => value = Value::of_int(0),
            Clamp::None | Clamp::Finite | Clamp::Saturate | Clamp::Relu | Clamp::ReluFinite => {}
        }
        let finite = matches!(self.clamp, Clamp::Finite | Clamp::ReluFinite);
        let bits = to.encode(value, self.round.unwrap_or(Round::Nearest), finite);
        if self.flushes { to.flush(bits) } else { bits }
    }
}

fn int_value(bits: u64, ty: Ty) -> i128 {
    match ty.kind {
        Kind::Signed => signed(bits, ty.bits).into(),
        Kind::Pred | Kind::Bits | Kind::Unsigned | Kind::Float(_) => (bits & ty.mask()).into(),
    }
}

fn bounds(ty: Ty) -> (i128, i128) {
    match ty.kind {
        Kind::Signed => (-(1 << (ty.bits - 1)), (1 << (ty.bits - 1)) - 1),
        Kind::Pred | Kind::Bits | Kind::Unsigned | Kind::Float(_) => (0, (1 << ty.bits) - 1),
    }
}
