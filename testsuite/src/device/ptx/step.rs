//! One step of a warp: executes an instruction for the lanes whose program counter is at it.

use super::machine::{Machine, Status, Thread, ThreadPos, WARP};
use super::memory::{Failure, Fault};
use super::program::{Alu, Code, Inst, Src};
use super::text::mask;

/// Executes an instruction for lanes of a warp; a fault is returned with its lane.
pub(super) fn step(
    machine: &mut Machine<'_>,
    pc: u32,
    block: usize,
    first: usize,
    lanes: u32,
) -> Result<(), (usize, Fault)> {
    let inst = &machine.program.code[pc as usize];
    let active = guard(machine, inst, block, first, lanes)?;
    match &inst.code {
        Code::Exchange(exchange) => {
            for lane in ones(active) {
                let at = ThreadPos { block, thread: first + lane };
                let wanted = exchange.mask(machine, at, active).map_err(|fault| (lane, fault))?;
                machine.thread(at).status = Status::Lanes(wanted);
            }
            return converge(machine, pc, block, first);
        }
        Code::Matrix(_) => {
            for lane in ones(active) {
                machine.blocks[block].threads[first + lane].status = Status::Lanes(u32::MAX);
            }
            return converge(machine, pc, block, first);
        }
        Code::Alu { approximate: true, .. } => machine.approximate |= active != 0,
        _ => {}
    }
    for lane in ones(active) {
        let at = ThreadPos { block, thread: first + lane };
        one(machine, inst, at).map_err(|fault| (lane, fault))?;
        if !matches!(inst.code, Code::Flow(_)) {
            machine.blocks[block].threads[at.thread].pc += 1;
        }
    }
    Ok(())
}

/// Returns the lanes whose guard is true; the others skip the instruction.
fn guard(
    machine: &mut Machine<'_>,
    inst: &Inst,
    block: usize,
    first: usize,
    lanes: u32,
) -> Result<u32, (usize, Fault)> {
    let Some((register, holds)) = inst.guard else { return Ok(lanes) };
    let mut active = 0;
    for lane in ones(lanes) {
        let at = ThreadPos { block, thread: first + lane };
        let value = machine.defined(at, Src::Reg(register), "the condition");
        if (value.map_err(|fault| (lane, fault))? != 0) == holds {
            active |= 1 << lane;
        } else {
            machine.thread(at).pc += 1;
        }
    }
    Ok(active)
}

fn ones(lanes: u32) -> impl Iterator<Item = usize> {
    (0..WARP).filter(move |lane| (lanes >> lane) & 1 == 1)
}

/// Executes an instruction for one thread.
fn one(machine: &mut Machine<'_>, inst: &Inst, at: ThreadPos) -> Result<(), Fault> {
    match &inst.code {
        Code::Alu { op, dst, src, .. } => {
            let sources = src.map(|src| machine.get(at, src));
            let (values, undefined) =
                (sources.map(|(value, _)| value), sources.map(|(_, undefined)| undefined));
            let results = op.eval(values);
            let undefined = op.undefined(values, undefined);
            for (register, value) in dst.iter().zip(results) {
                if let Some(register) = register {
                    machine.set(at, *register, value, undefined);
                }
            }
            Ok(())
        }
        Code::Unpack(moves, src) => {
            let (value, undefined) = machine.get(at, *src);
            for (register, op) in moves {
                let part = |bits: u64| op.eval([bits, 0, 0, 0])[0];
                machine.set(at, *register, part(value), part(undefined));
            }
            Ok(())
        }
        Code::Access(access) => access.run(machine, at),
        Code::Atomic(atomic) => atomic.run(machine, at),
        Code::Flow(flow) => flow.run(machine, at),
        Code::Copy(copy) => copy.run(machine, at),
        Code::Nothing | Code::Exchange(_) | Code::Matrix(_) => Ok(()),
        Code::Unknown => {
            let message = format!("not modelled: {}", inst.name);
            Err(Fault { failure: Failure::NotModelled, message })
        }
    }
}

/// Executes a warp-wide operation for the lanes that wait for each other, once all of them that have not
/// ended have arrived.
fn converge(machine: &mut Machine<'_>, pc: u32, block: usize, first: usize) -> Result<(), (usize, Fault)> {
    let inst = &machine.program.code[pc as usize];
    let threads = &machine.blocks[block].threads;
    let lanes = &threads[first..(first + WARP).min(threads.len())];
    let is_here = |lane: &Thread, wanted: u32| lane.status == Status::Lanes(wanted) && lane.pc == pc;
    let mut complete: Vec<u32> = Vec::new();
    for lane in lanes {
        let Status::Lanes(wanted) = lane.status else { continue };
        let missing = lanes.iter().enumerate().any(|(index, other)| {
            (wanted >> index) & 1 == 1 && other.status != Status::Ended && !is_here(other, wanted)
        });
        if !missing && is_here(lane, wanted) && !complete.contains(&wanted) {
            complete.push(wanted);
        }
    }
    for wanted in complete {
        let threads = &machine.blocks[block].threads;
        let all = first..(first + WARP).min(threads.len());
        let met = all.filter(|index| threads[*index].status == Status::Lanes(wanted));
        let met: Vec<usize> = met.filter(|index| (wanted >> (index - first)) & 1 == 1).collect();
        let lanes = met.iter().fold(0, |lanes, thread| lanes | (1 << (thread - first)));
        let done = match &inst.code {
            Code::Exchange(exchange) => exchange.run(machine, block, first, lanes),
            Code::Matrix(_) if lanes != u32::MAX => Err("the warp is not complete".to_string().into()),
            Code::Matrix(matrix) => {
                machine.approximate |= matrix.is_approximate();
                matrix.run(machine, block, first)
            }
            _ => Ok(()),
        };
        done.map_err(|fault| (met[0] - first, fault))?;
        for thread in met {
            let thread = &mut machine.blocks[block].threads[thread];
            thread.status = Status::Ready;
            thread.pc += 1;
        }
    }
    Ok(())
}

/// Releases lanes that waited for lanes which have ended since; returns whether a lane is ready.
pub(super) fn reconverge(
    machine: &mut Machine<'_>,
    block: usize,
    first: usize,
) -> Result<bool, (usize, Fault)> {
    let threads = &machine.blocks[block].threads;
    let range = first..(first + WARP).min(threads.len());
    let waits = |thread: &&Thread| matches!(thread.status, Status::Lanes(_));
    let mut places: Vec<u32> = threads[range.clone()].iter().filter(waits).map(|thread| thread.pc).collect();
    places.dedup();
    for pc in places {
        converge(machine, pc, block, first)?;
    }
    Ok(machine.blocks[block].threads[range].iter().any(|thread| thread.status == Status::Ready))
}

impl Alu {
    fn eval(self, s: [u64; 4]) -> [u64; 2] {
        match self {
            Self::Move => [s[0], 0],
            Self::Pack(bits) => {
                let joined = s.iter().enumerate().take((64 / bits) as usize);
                [joined.fold(0, |all, (index, part)| all | ((part & mask(bits)) << (index as u32 * bits))), 0]
            }
            Self::Part(bits, index) => [(s[0] >> (index * bits)) & mask(bits), 0],
            Self::Int(int) => [int.eval(s), 0],
            Self::Float(float) => [float.eval(s), 0],
            Self::Compare(compare) => compare.eval(s),
            Self::Convert(convert) => [convert.eval(s), 0],
        }
    }

    /// Returns the undefined bits of the results.
    fn undefined(self, s: [u64; 4], u: [u64; 4]) -> u64 {
        match self {
            Self::Move | Self::Pack(_) | Self::Part(..) => self.eval(u)[0],
            Self::Int(int) => int.undefined(s, u),
            Self::Float(_) => {
                if u == [0; 4] {
                    0
                } else {
                    u64::MAX
                }
            }
            Self::Compare(compare) => compare.undefined(s, u),
            Self::Convert(convert) => convert.undefined(u),
        }
    }
}
