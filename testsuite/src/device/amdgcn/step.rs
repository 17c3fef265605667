//! One step of a wave.

use super::super::memory::Fault;
use super::args::{Args, Inst, MemoryArgs, Segment};
use super::inst::{CacheOp, Counters, Eval, Op};
use super::machine::{Machine, WavePos};
use super::memory_op::ScalarLoad;
use super::scalar::ScalarCx;
use super::vector::{VectorCx, commit, compute};
use super::waits::OpKind;
use super::{flow, lds, memory_op, packed, routing, scalar};

/// Executes the next instruction of a wave.
pub(super) fn step(machine: &mut Machine<'_>, at: WavePos) -> Result<(), Fault> {
    let code = machine.code;
    let pc = machine.wave(at).pc;
    machine.pc = pc;
    let inst = code.at(pc)?;
    let next = pc + u64::from(inst.bytes);
    let wave = machine.wave(at);
    wave.pc = next;
    wave.hazards.issue(inst, code.effects(pc))?;
    match (&inst.row.op, &inst.args) {
        (_, Args::Dual(_)) | (Op::Vector(_) | Op::Packed(_), _) => vector(machine, at, inst),
        (Op::Scalar(op), Args::Scalar(args)) => {
            let cx = ScalarCx { next, code_address: code.address, time: machine.time, pc };
            scalar::execute(machine.wave(at), cx, inst.row, op, args)
        }
        (Op::Flow(op), Args::Scalar(args)) => flow::execute(machine, at, *op, args),
        (Op::ScalarLoad(words, part), Args::ScalarLoad { dst, base, offset, register }) => {
            let (dst, base, offset, register) = (*dst, *base, *offset, *register);
            ScalarLoad { dst, base, offset, register, words: *words, part: *part }.execute(machine, at)
        }
        (Op::Ds(op), Args::Memory(args)) => lds::execute(machine, at, *op, args),
        (Op::Memory(op), Args::Memory(args)) => memory_op::execute(machine, at, *op, args),
        (Op::Cache(op), Args::Memory(args)) => {
            cache(machine, at, *op, Some(args));
            issue_cache(machine, at, *op);
            Ok(())
        }
        (Op::Cache(op), _) => {
            cache(machine, at, *op, None);
            Ok(())
        }
        _ => Err("the operands do not fit the operation".to_string().into()),
    }
}

fn vector(machine: &mut Machine<'_>, at: WavePos, inst: &Inst) -> Result<(), Fault> {
    let chip = machine.chip;
    let wave = machine.wave(at);
    let cx = VectorCx { chip, mode: wave.mode };
    match (&inst.row.op, &inst.args) {
        (_, Args::Dual(pair)) => {
            let mut outcomes = Vec::with_capacity(2);
            for (row, args) in pair.iter() {
                let Op::Vector(op) = &row.op else { continue };
                outcomes.push((op, args, compute(&wave.registers, cx, op, args)?));
            }
            for (op, args, outcome) in &outcomes {
                commit(&mut wave.registers, cx, op, args, outcome)?;
            }
            Ok(())
        }
        (Op::Vector(op), Args::Vector(args)) => match op.eval {
            Eval::Nop => Ok(()),
            Eval::Across(kind) => routing::execute(&mut wave.registers, kind, args),
            _ => {
                let outcome = compute(&wave.registers, cx, op, args)?;
                commit(&mut wave.registers, cx, op, args, &outcome)?;
                machine.approximate |= op.is_approximate;
                Ok(())
            }
        },
        (Op::Packed(op), Args::Vector(args)) => {
            packed::execute(&mut wave.registers, cx, op, args)?;
            machine.approximate |= op.is_approximate();
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Counts a cache operation, as GFX12 does until it is done.
fn issue_cache(machine: &mut Machine<'_>, at: WavePos, op: CacheOp) {
    let counters = match op {
        CacheOp::Invalidate => Counters::LOAD,
        CacheOp::WriteBack => Counters::STORE,
        CacheOp::InvalidateNear | CacheOp::InvalidateFar | CacheOp::InvalidateScalar => return,
    };
    if machine.chip.is_gfx12() {
        memory_op::issue(machine, at, Segment::Scratch, counters, OpKind::Vector, None);
    }
}

/// Executes a cache operation: later loads see what barriers and releases ordered before.
fn cache(machine: &mut Machine<'_>, at: WavePos, op: CacheOp, args: Option<&MemoryArgs>) {
    let is_gfx12 = machine.chip.is_gfx12();
    let wave = machine.wave(at);
    let scope = args.map_or(0, |args| args.scope);
    let (near, far) = match op {
        CacheOp::InvalidateNear => (true, false),
        CacheOp::InvalidateFar => (false, true),
        CacheOp::Invalidate if is_gfx12 => (1 <= scope, 2 <= scope),
        CacheOp::Invalidate => (true, true),
        CacheOp::WriteBack | CacheOp::InvalidateScalar => (false, false),
    };
    if near {
        wave.visible = wave.before.clone();
    }
    if far {
        wave.acquired = wave.acquired.max(wave.observed);
    }
}
