//! Executes control flow: branches, barriers, waits and the end of a program.

use super::super::memory::{Failure, Fault};
use super::args::{ScalarArgs, VCC};
use super::chip::Chip;
use super::inst::{Condition, Counters, FlowOp, WaitOp};
use super::machine::{Before, Machine, Status, WavePos};
use super::registers::Registers;

/// Executes control flow; the program counter is already at the next instruction.
pub(super) fn execute(
    machine: &mut Machine<'_>,
    at: WavePos,
    op: FlowOp,
    args: &ScalarArgs,
) -> Result<(), Fault> {
    let chip = machine.chip;
    let distance = 4 * i64::from(args.immediate.cast_signed());
    match op {
        FlowOp::Nop | FlowOp::Hint | FlowOp::Removed | FlowOp::WaitForUnits | FlowOp::SendMessage => {}
        FlowOp::EndProgram => return end(machine, at),
        FlowOp::Branch => branch(machine, at, distance),
        FlowOp::BranchIf(condition, wanted) => {
            if holds(machine.registers(at), condition)? == wanted {
                branch(machine, at, distance);
            }
        }
        FlowOp::Call => {
            let next = machine.code.address.wrapping_add(machine.wave(at).pc);
            machine.registers(at).write_sgprs(args.dst, 2, next, 0)?;
            branch(machine, at, distance);
        }
        FlowOp::Barrier => {
            signal(machine, at)?;
            wait_for_barrier(machine, at)?;
        }
        FlowOp::BarrierSignal => return signal(machine, at),
        FlowOp::BarrierWait => return wait_for_barrier(machine, at),
        FlowOp::Wait(wait) => {
            for (counters, n) in waits_of(chip, wait, args.immediate) {
                machine.registers(at).in_flight.wait(counters, n);
            }
        }
        FlowOp::Trap => {
            return Err(Fault { failure: Failure::Trap, message: format!("trap {}", args.immediate & 0xff) });
        }
        FlowOp::CodeEnd => return Err("the program runs past its end".to_string().into()),
        FlowOp::RoundMode => set_mode(machine, at, 0, args.immediate),
        FlowOp::DenormMode => set_mode(machine, at, 4, args.immediate),
    }
    Ok(())
}

fn branch(machine: &mut Machine<'_>, at: WavePos, distance: i64) {
    let wave = machine.wave(at);
    wave.pc = wave.pc.wrapping_add_signed(distance);
}

fn set_mode(machine: &mut Machine<'_>, at: WavePos, shift: u32, bits: u16) {
    let mode = &mut machine.wave(at).mode;
    mode.0 = mode.0 & !(15 << shift) | u32::from(bits & 15) << shift;
}

fn holds(registers: &Registers, condition: Condition) -> Result<bool, Fault> {
    match condition {
        Condition::Exec => Ok(registers.exec != 0),
        Condition::Scc if registers.scc_undefined => {
            Err("the branch condition SCC is undefined".to_string().into())
        }
        Condition::Scc => Ok(registers.scc),
        Condition::Vcc => {
            let (value, undefined) = registers.read_mask(VCC)?;
            if undefined & !value != 0 && value & !undefined == 0 {
                return Err("the branch condition VCC is undefined".to_string().into());
            }
            Ok(value & !undefined != 0)
        }
    }
}

/// Returns the counters for which an instruction waits, each with the number of operations that may stay in flight.
pub(super) fn waits_of(chip: Chip, wait: WaitOp, immediate: u16) -> Vec<(Counters, usize)> {
    let immediate = usize::from(immediate);
    let lds_and_scalar = Counters::DS.with(Counters::SCALAR);
    // The greatest number of a field stands for no wait.
    let mut waits = match wait {
        WaitOp::Packed if chip.is_gfx9() => {
            let all = immediate & 15 | (immediate >> 14) << 4;
            vec![(Counters::LOAD.with(Counters::STORE), all, 63), (lds_and_scalar, (immediate >> 8) & 15, 15)]
        }
        WaitOp::Packed => {
            vec![(Counters::LOAD, (immediate >> 10) & 63, 63), (lds_and_scalar, (immediate >> 4) & 63, 63)]
        }
        WaitOp::One(counters) => vec![(counters, immediate & 63, 63)],
        WaitOp::WithDs(counters) => {
            vec![(counters, (immediate >> 8) & 63, 63), (Counters::DS, immediate & 63, 63)]
        }
        WaitOp::Idle => vec![(Counters::ALL, 0, 1)],
    };
    waits.retain(|(_, n, most)| n < most);
    waits.into_iter().map(|(counters, n, _)| (counters, n)).collect()
}

/// Ends a wave. The others must not wait for it.
fn end(machine: &mut Machine<'_>, at: WavePos) -> Result<(), Fault> {
    let block = &mut machine.blocks[at.block];
    block.waves[at.wave].status = Status::Ended;
    let signals = block.waves[at.wave].signals;
    match block.waves.iter().find(|wave| signals < wave.signals) {
        Some(other) => Err(format!(
            "wave {} ends, but wave {} is at the barrier at {:#x}",
            at.wave, other.number, other.signal_pc
        )
        .into()),
        None => Ok(()),
    }
}

/// Signals the barrier of the block.
fn signal(machine: &mut Machine<'_>, at: WavePos) -> Result<(), Fault> {
    let (pc, time, is_split) = (machine.pc, machine.time, machine.is_split);
    let block = &mut machine.blocks[at.block];
    let wave = &mut block.waves[at.wave];
    if let Some(access) = wave.registers.in_flight.lds_access() {
        return Err(format!("an LDS operation is in flight at a barrier, since {:#x}", access.pc).into());
    }
    if wave.waits < wave.signals {
        return Err("a barrier is signalled again without a wait".to_string().into());
    }
    wave.signals += 1;
    wave.signal_pc = pc;
    wave.signal_time = time;
    // Waves of a compute unit share a cache that keeps the order of their accesses.
    wave.signal_done = if is_split { wave.registers.in_flight.global_done(time) } else { time };
    let signals = wave.signals;
    if let Some(ended) =
        block.waves.iter().find(|wave| wave.status == Status::Ended && wave.signals < signals)
    {
        return Err(format!("wave {} has ended without this barrier", ended.number).into());
    }
    let is_complete = block.waves.iter().all(|wave| block.phase < wave.signals);
    if !is_complete {
        return Ok(());
    }
    if let Some(other) = block.waves.iter().find(|wave| wave.signal_pc != pc) {
        let (number, other_pc) = (other.number, other.signal_pc);
        return Err(format!("wave {number} is at another barrier, at {other_pc:#x}").into());
    }
    complete(machine, at.block);
    Ok(())
}

/// Completes a barrier: what the waves did before it is ordered before what they do next.
fn complete(machine: &mut Machine<'_>, block: usize) {
    let time = machine.time;
    let block = &mut machine.blocks[block];
    block.phase += 1;
    let pending = block.waves.iter().filter(|wave| wave.signal_done < wave.signal_time);
    let of_all = pending.map(|wave| wave.signal_done).min().unwrap_or(time);
    block.before = Before { by_wave: block.waves.iter().map(|wave| wave.signal_done).collect(), of_all };
    let acquired = block.waves.iter().map(|wave| wave.acquired).max().unwrap_or(0);
    for wave in &mut block.waves {
        wave.acquired = acquired;
        if wave.status == Status::Barrier {
            wave.status = Status::Ready;
            wave.waits += 1;
            wave.before = block.before.clone();
        }
    }
}

/// Waits until all waves have signalled.
fn wait_for_barrier(machine: &mut Machine<'_>, at: WavePos) -> Result<(), Fault> {
    let block = &mut machine.blocks[at.block];
    let phase = block.phase;
    let wave = &mut block.waves[at.wave];
    if wave.signals == wave.waits {
        return Err("a wait for a barrier that was not signalled".to_string().into());
    }
    if wave.waits < phase {
        wave.waits += 1;
        wave.before = block.before.clone();
    } else {
        wave.status = Status::Barrier;
    }
    Ok(())
}
