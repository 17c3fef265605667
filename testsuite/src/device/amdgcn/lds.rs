//! Executes operations on LDS, and the exchanges between lanes that use its hardware.

use super::super::memory::Fault;
use super::access::Use;
use super::args::{MemoryArgs, Operand, Segment};
use super::inst::{Counters, DsOp, Ty};
use super::machine::{Machine, WavePos};
use super::memory_op::{access, issue, locations};
use super::operand::{Source, gather};
use super::registers::{MAX_LANES, lanes_of};
use super::vector::not_modelled;
use super::waits::OpKind;

/// Executes an LDS operation.
pub(super) fn execute(
    machine: &mut Machine<'_>,
    at: WavePos,
    op: DsOp,
    args: &MemoryArgs,
) -> Result<(), Fault> {
    match op {
        DsOp::Access(op) => {
            let accesses = locations(machine, at, args)?;
            access(machine, at, op, args, &accesses)
        }
        DsOp::Pair { is_store, bytes, stride } => {
            let pair = Pair { is_store, bytes: bytes.into(), stride: stride.into() };
            pair.execute(machine, at, args)
        }
        DsOp::BackwardPermute => exchange(machine, at, args, |lane, addresses, _| {
            Some(((addresses[lane].wrapping_add(offset(args))) / 4) as usize)
        }),
        DsOp::Permute => permute(machine, at, args),
        DsOp::Swizzle => swizzle(machine, at, args),
        DsOp::Nop => Ok(()),
    }
}

fn offset(args: &MemoryArgs) -> u64 {
    u64::from(args.offset.cast_unsigned())
}

/// Accesses to two addresses, whose offsets count elements or 64 elements.
struct Pair {
    is_store: bool,
    bytes: u64,
    stride: u64,
}

impl Pair {
    fn execute(&self, machine: &mut Machine<'_>, at: WavePos, args: &MemoryArgs) -> Result<(), Fault> {
        let offsets = [offset(args) & 0xff, offset(args) >> 8].map(|offset| offset * self.stride);
        let accesses = locations(machine, at, &MemoryArgs { offset: 0, ..*args })?;
        let words = (self.bytes / 4) as u16;
        let registers = machine.registers(at);
        if self.is_store {
            registers.check_vgprs(args.data[0], words)?;
            registers.check_vgprs(args.data[1], words)?;
        } else {
            registers.check_vgprs_for(args.dst, 2 * words, Some(OpKind::Lds))?;
        }
        let used = if self.is_store { Use::Write } else { Use::Read };
        for (lane, location) in &accesses {
            for (index, offset) in offsets.iter().enumerate() {
                let location = location.plus(*offset);
                machine.check(at, *lane, location, self.bytes, used)?;
                for word in 0..words {
                    let location = location.plus(4 * u64::from(word));
                    if self.is_store {
                        let (value, undefined) = machine.registers(at).lane(args.data[index] + word, *lane);
                        machine.write(at, location, 4, value.into(), undefined.into())?;
                    } else {
                        let (value, undefined) = machine.read(at, location, 4);
                        let dst = args.dst + index as u16 * words + word;
                        machine.registers(at).set_lane(dst, *lane, value as u32, undefined as u32);
                    }
                }
            }
        }
        let result = (!self.is_store).then_some((args.dst, 2 * words));
        issue(machine, at, Segment::Lds, Counters::DS, OpKind::Lds, result);
        Ok(())
    }
}

/// Issues an exchange, which does not access LDS memory.
fn issue_exchange(machine: &mut Machine<'_>, at: WavePos, args: &MemoryArgs) {
    issue(machine, at, Segment::Scratch, Counters::DS, OpKind::Lds, Some((args.dst, 1)));
}

/// Reads the addresses of all active lanes, which must be defined.
fn addresses(machine: &mut Machine<'_>, at: WavePos, args: &MemoryArgs) -> Result<[u64; MAX_LANES], Fault> {
    let Some(register) = args.address else { return Ok([0; MAX_LANES]) };
    let registers = machine.registers(at);
    let source = gather(registers, Operand::Vgpr(register), Ty::B32)?;
    match lanes_of(registers.exec).find(|lane| source.undefined_at(*lane) != 0) {
        Some(lane) => Err(format!("the source lane of lane {lane} is undefined").into()),
        None => Ok(source.values),
    }
}

/// Reads data of other lanes; an inactive lane holds 0.
fn exchange(
    machine: &mut Machine<'_>,
    at: WavePos,
    args: &MemoryArgs,
    origin: impl Fn(usize, &[u64; MAX_LANES], u64) -> Option<usize>,
) -> Result<(), Fault> {
    let addresses = addresses(machine, at, args)?;
    let registers = machine.registers(at);
    let data = gather(registers, Operand::Vgpr(args.data[0]), Ty::B32)?;
    registers.check_vgprs_for(args.dst, 1, Some(OpKind::Lds))?;
    let n_lanes = registers.n_lanes as usize;
    let exec = registers.exec;
    for lane in lanes_of(exec) {
        let from = origin(lane, &addresses, exec).map(|from| from % n_lanes);
        let (value, undefined) = read_active(&data, exec, from);
        registers.set_lane(args.dst, lane, value, undefined);
    }
    issue_exchange(machine, at, args);
    Ok(())
}

fn read_active(data: &Source, exec: u64, from: Option<usize>) -> (u32, u32) {
    match from.filter(|from| (exec >> from) & 1 == 1) {
        Some(from) => (data.values[from] as u32, data.undefined_at(from) as u32),
        None => (0, 0),
    }
}

/// Sends data to other lanes; the highest of several senders wins, and a lane without sender reads 0.
fn permute(machine: &mut Machine<'_>, at: WavePos, args: &MemoryArgs) -> Result<(), Fault> {
    let addresses = addresses(machine, at, args)?;
    let n_lanes = machine.registers(at).n_lanes as usize;
    let mut senders = [None; MAX_LANES];
    for lane in lanes_of(machine.registers(at).exec) {
        senders[(addresses[lane].wrapping_add(offset(args)) / 4) as usize % n_lanes] = Some(lane);
    }
    exchange(machine, at, args, |lane, _, _| senders[lane])
}

/// Exchanges within groups of 32 lanes by a pattern: any order of four lanes, or `and`, `or`, `xor` masks.
fn swizzle(machine: &mut Machine<'_>, at: WavePos, args: &MemoryArgs) -> Result<(), Fault> {
    let pattern = offset(args) as usize;
    if 0xe000 <= pattern {
        return Err(not_modelled("the FFT swizzle"));
    }
    // The source is in the field of the address.
    let source = MemoryArgs { data: [args.address.unwrap_or(0); 2], address: None, ..*args };
    exchange(machine, at, &source, |lane, _, _| {
        let (group, within) = (lane & !31, lane & 31);
        Some(match pattern {
            0xc000.. => {
                let (by, mask) = ((pattern >> 5) & 31, pattern & 31);
                let by = if pattern & 0x400 == 0 { by } else { 32 - by };
                group | within & mask | (within + by) & 31 & !mask
            }
            0x8000.. => lane & !3 | (pattern >> (2 * (lane & 3))) & 3,
            _ => {
                let (and, or, xor) = (pattern & 31, (pattern >> 5) & 31, (pattern >> 10) & 31);
                group | (within & and | or) ^ xor
            }
        })
    })
}
