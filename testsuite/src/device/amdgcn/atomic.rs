//! Executes atomic operations.

use super::super::memory::Fault;
use super::super::soft::Format;
use super::access::Use;
use super::args::{MemoryArgs, Segment};
use super::convert::{of_bf16, to_bf16};
use super::float::{F16, F32, F64, add, max, min};
use super::inst::AtomicOp;
use super::integer::signed;
use super::machine::{Machine, WavePos};
use super::memory_op::Accesses;
use super::mode::Mode;
use super::registers::{Registers, vgpr_name};
use super::waits::OpKind;

/// An atomic operation.
pub(super) struct Atomic {
    pub(super) op: AtomicOp,
    pub(super) bytes: u64,
    /// Whether the old values are the result.
    pub(super) returns: bool,
}

impl Atomic {
    /// Performs the operation of each lane, in the order of the lanes.
    pub(super) fn execute(
        &self,
        machine: &mut Machine<'_>,
        at: WavePos,
        args: &MemoryArgs,
        accesses: &Accesses,
        kind: OpKind,
    ) -> Result<(), Fault> {
        let words = self.bytes as u16 / 4;
        let registers = machine.registers(at);
        registers.check_vgprs(args.data[0], words)?;
        if self.returns {
            registers.check_vgprs_for(args.dst, words, Some(kind))?;
        }
        if args.segment != Segment::Lds {
            machine.release(at);
        }
        let (new, compare) = self.operands(args, machine.chip.is_gfx9());
        for (lane, location) in accesses {
            machine.check(at, *lane, *location, self.bytes, Use::Atomic)?;
            let data = self.data(machine.registers(at), new, *lane)?;
            let other = match compare {
                Some(register) => self.data(machine.registers(at), register, *lane)?,
                None => 0,
            };
            let (old, undefined) = machine.read(at, *location, self.bytes);
            if undefined != 0 {
                return Err("an atomic operation reads undefined memory".to_string().into());
            }
            machine.write(at, *location, self.bytes, apply(self.op, self.bytes, old, data, other), 0)?;
            if self.returns {
                let registers = machine.registers(at);
                for index in 0..words {
                    registers.set_lane(args.dst + index, *lane, (old >> (32 * index)) as u32, 0);
                }
            }
        }
        if self.returns && args.segment != Segment::Lds {
            let time = machine.time;
            machine.wave(at).observed = time;
        }
        Ok(())
    }

    /// Returns the registers of the data and of the value to compare.
    fn operands(&self, args: &MemoryArgs, is_gfx9: bool) -> (u16, Option<u16>) {
        if self.op != AtomicOp::CompareSwap {
            return (args.data[0], None);
        }
        match args.segment {
            Segment::Lds if is_gfx9 => (args.data[1], Some(args.data[0])),
            Segment::Lds => (args.data[0], Some(args.data[1])),
            _ => (args.data[0], Some(args.data[0] + self.bytes as u16 / 4)),
        }
    }

    fn data(&self, registers: &Registers, register: u16, lane: usize) -> Result<u64, Fault> {
        registers.check_vgprs(register, self.bytes as u16 / 4)?;
        let (low, mut undefined) = registers.lane(register, lane);
        let mut value = u64::from(low);
        if self.bytes == 8 {
            let (high, high_undefined) = registers.lane(register + 1, lane);
            value |= u64::from(high) << 32;
            undefined |= high_undefined;
        }
        if undefined != 0 {
            let name = vgpr_name(register);
            return Err(
                format!("the operand {name} of an atomic operation is undefined in lane {lane}").into()
            );
        }
        Ok(value)
    }
}

/// Denormals are kept, and minimum and maximum quiet signalling NaN.
const MODE: Mode = Mode(0x2f0);

/// Returns the new value in memory; `other` is the value to compare.
fn apply(op: AtomicOp, bytes: u64, old: u64, data: u64, other: u64) -> u64 {
    let format = if bytes == 8 { Format::F64 } else { Format::F32 };
    let new = match op {
        AtomicOp::Swap => data,
        AtomicOp::CompareSwap => {
            if old == other {
                data
            } else {
                old
            }
        }
        AtomicOp::Add => old.wrapping_add(data),
        AtomicOp::Sub => old.wrapping_sub(data),
        AtomicOp::ReverseSub => data.wrapping_sub(old),
        AtomicOp::SubClamp => old.saturating_sub(data),
        AtomicOp::MinUnsigned => old.min(data),
        AtomicOp::MaxUnsigned => old.max(data),
        AtomicOp::MinSigned => pick(old, data, is_less(bytes, old, data)),
        AtomicOp::MaxSigned => pick(old, data, is_less(bytes, data, old)),
        AtomicOp::And => old & data,
        AtomicOp::Or => old | data,
        AtomicOp::Xor => old ^ data,
        AtomicOp::Increment => {
            if data <= old {
                0
            } else {
                old + 1
            }
        }
        AtomicOp::Decrement => {
            if old == 0 || data < old {
                data
            } else {
                old - 1
            }
        }
        AtomicOp::AddFloat if format == Format::F64 => add::<F64>(MODE, [old, data, 0]),
        AtomicOp::AddFloat => add::<F32>(MODE, [old, data, 0]),
        AtomicOp::MinFloat if format == Format::F64 => min::<F64>(MODE, [old, data, 0]),
        AtomicOp::MinFloat => min::<F32>(MODE, [old, data, 0]),
        AtomicOp::MaxFloat if format == Format::F64 => max::<F64>(MODE, [old, data, 0]),
        AtomicOp::MaxFloat => max::<F32>(MODE, [old, data, 0]),
        AtomicOp::AddF16Pair => add_pairs(old, data, |a, b| add::<F16>(MODE, [a, b, 0])),
        AtomicOp::AddBf16Pair => add_pairs(old, data, |a, b| to_bf16(of_bf16(a) + of_bf16(b))),
    };
    if bytes == 4 { new & 0xffff_ffff } else { new }
}

fn pick(a: u64, b: u64, is_first: bool) -> u64 {
    if is_first { a } else { b }
}

fn is_less(bytes: u64, a: u64, b: u64) -> bool {
    if bytes == 4 { signed::<32>(a) < signed::<32>(b) } else { a.cast_signed() < b.cast_signed() }
}

fn add_pairs(a: u64, b: u64, add: impl Fn(u64, u64) -> u64) -> u64 {
    add(a & 0xffff, b & 0xffff) | add(a >> 16, b >> 16) << 16
}
