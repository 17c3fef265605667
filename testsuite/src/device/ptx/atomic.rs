//! Atomic read-modify-write operations (`atom`, `red`).

use super::access::strength;
use super::decode::{Decoded, Decoder, Refusal};
use super::flow::DEFAULT_ATOMIC;
use super::int::signed;
use super::machine::{Location, Machine, ThreadPos, Use};
use super::memory::Fault;
use super::program::{Code, Src};
use super::race::Strength;
use super::soft::{Format, Round};
use super::text::{Kind, Space, Ty};

/// The operation on the value in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Op {
    Add,
    Min,
    Max,
    And,
    Or,
    Xor,
    Exchange,
    CompareExchange,
    /// Increments up to a bound, then wraps to 0.
    Increment,
    /// Decrements down to 0, then wraps to the bound.
    Decrement,
}

/// An atomic operation.
#[derive(Clone, Debug)]
pub(super) struct Atomic {
    op: Op,
    ty: Ty,
    space: Space,
    strength: Strength,
    dst: Option<u32>,
    base: Src,
    offset: i64,
    values: [Src; 2],
}

/// Decodes an atomic operation.
pub(super) fn decode(cx: &mut Decoder<'_>) -> Decoded<Code> {
    let has_result = cx.opcode() == "atom";
    let strength = match strength(cx) {
        Strength::Weak => DEFAULT_ATOMIC,
        other => other,
    };
    cx.drop_cache_hints();
    let space = cx.space().unwrap_or(Space::Generic);
    let op = cx.pick(&[
        ("add", Op::Add),
        ("min", Op::Min),
        ("max", Op::Max),
        ("and", Op::And),
        ("or", Op::Or),
        ("xor", Op::Xor),
        ("exch", Op::Exchange),
        ("cas", Op::CompareExchange),
        ("inc", Op::Increment),
        ("dec", Op::Decrement),
    ]);
    let op = op.ok_or_else(|| Refusal::from("expected what to do".to_string()))?;
    cx.takes("noftz");
    let ty = cx.ty()?;
    check_type(op, ty)?;
    let first = usize::from(has_result);
    let n_values = if op == Op::CompareExchange { 2 } else { 1 };
    cx.expect_args(first + 1 + n_values)?;
    let dst = if has_result { cx.dst(0, ty)? } else { None };
    let (base, offset) = cx.address(first)?;
    let second = if n_values == 2 { cx.src(first + 2, ty)? } else { Src::Number(0) };
    let values = [cx.src(first + 1, ty)?, second];
    Ok(Code::Atomic(Atomic { op, ty, space, strength, dst, base, offset, values }))
}

/// Rejects combinations of operation and type that no chip has.
fn check_type(op: Op, ty: Ty) -> Decoded<()> {
    let fits = match (op, ty.kind) {
        (Op::Add, Kind::Float(format)) => !matches!(format, Format::TF32 | Format::E4M3 | Format::E5M2),
        (_, Kind::Float(_)) => return Err("there is no such operation on floats".to_string().into()),
        (Op::And | Op::Or | Op::Xor | Op::Exchange, kind) => kind == Kind::Bits && 32 <= ty.bits,
        (Op::CompareExchange, kind) => kind == Kind::Bits && 16 <= ty.bits,
        (Op::Increment | Op::Decrement, kind) => kind == Kind::Unsigned && ty.bits == 32,
        (Op::Add, kind) => kind == Kind::Unsigned || (kind == Kind::Signed && ty.bits == 32),
        (Op::Min | Op::Max, kind) => kind != Kind::Bits && 32 <= ty.bits,
    };
    if 64 < ty.bits {
        return Err(Refusal::NotModelled);
    }
    if fits { Ok(()) } else { Err("there is no such operation on this type".to_string().into()) }
}

impl Atomic {
    /// Executes the operation for one thread.
    pub(super) fn run(&self, machine: &mut Machine<'_>, at: ThreadPos) -> Result<(), Fault> {
        let size = self.ty.bytes();
        let place = machine.address(at, self.base, self.offset, self.space)?;
        let used = Use { is_write: true, is_atomic: true, strength: self.strength, is_read_only: false };
        machine.check(at, place, size, used)?;
        let (old, old_undefined) = machine.read(at, place, size);
        let [(a, ua), (b, ub)] = self.values.map(|src| machine.get(at, src));
        let undefined = match self.op {
            Op::Exchange => ua,
            _ if old_undefined != 0 || ua != 0 || ub != 0 => self.ty.mask(),
            _ => 0,
        };
        let new = self.new_value(place, old, a, b);
        machine.write(at, place, size, new, undefined & self.ty.mask())?;
        if let Some(register) = self.dst {
            machine.set(at, register, old, old_undefined);
        }
        Ok(())
    }

    fn new_value(&self, place: Location, old: u64, a: u64, b: u64) -> u64 {
        let bits = self.ty.bits;
        let is_less = |x: u64, y: u64| match self.ty.kind {
            Kind::Signed => signed(x, bits) < signed(y, bits),
            Kind::Pred | Kind::Bits | Kind::Unsigned | Kind::Float(_) => x < y,
        };
        let new = match self.op {
            Op::Add => match self.ty.kind {
                Kind::Float(format) => self.sum(format, place, old, a),
                Kind::Pred | Kind::Bits | Kind::Unsigned | Kind::Signed => old.wrapping_add(a),
            },
            Op::Min => {
                if is_less(a, old) {
                    a
                } else {
                    old
                }
            }
            Op::Max => {
                if is_less(old, a) {
                    a
                } else {
                    old
                }
            }
            Op::And => old & a,
            Op::Or => old | a,
            Op::Xor => old ^ a,
            Op::Exchange => a,
            Op::CompareExchange => {
                if old == a {
                    b
                } else {
                    old
                }
            }
            Op::Increment => {
                if a <= old {
                    0
                } else {
                    old + 1
                }
            }
            Op::Decrement => {
                if old == 0 || a < old {
                    a
                } else {
                    old - 1
                }
            }
        };
        new & self.ty.mask()
    }

    /// Returns a sum of floats. Global memory flushes 32-bit subnormals.
    fn sum(&self, format: Format, place: Location, old: u64, a: u64) -> u64 {
        let flushes = format == Format::F32 && place.space == Space::Global;
        let flush = |bits: u64| if flushes { format.flush(bits) } else { bits };
        let width = format.bits();
        let mut result = 0;
        for lane in 0..self.ty.lanes {
            let part =
                |value: u64| format.decode(flush((value >> (lane * width)) & super::text::mask(width)));
            let sum = part(old).add(part(a), Round::Nearest);
            result |= flush(format.encode(sum, Round::Nearest, false)) << (lane * width);
        }
        result
    }
}
