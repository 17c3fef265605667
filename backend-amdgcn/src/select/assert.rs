//! Selects assertions: the first lane whose assertion fails reports it to the host, and then its wave ends.
//!
//! ```text
//! failing = exec & ~holds;  branch to L1 if empty;  exec = failing;  what is reported → registers;  branch to L2
//! L1: …
//! L2: the first lane writes the registers, its block and its thread, unless another wave did;  end
//! ```
//! The result of a run with a failed assertion is not used, so that the other lanes of the wave may end, too. Barriers
//! only wait for waves that have not ended. Ending is not enough where threads wait for others through memory: in
//! such modules a trap ends the launch. A trap also ends it if the host has not set the address of the report.

use super::values::{Bit, Words};
use super::{Select, SelectResult, Unsupported};
use crate::abi::thread_id;
use crate::code::Class;
use crate::inst::{Label, Modifiers, Operand};
use crate::opcode::Opcode;
use crate::variables::REPORT;
use crate::waitcnt;
use std::mem::offset_of;
use warpline_ir::OpRef;
use warpline_ir::artifact::{ASSERTION, GpuReport, KernelFault, comparison_of};
use warpline_passes::gpu::geometry::Geometry;

/// The exit of a kernel for waves with failed assertions, and the registers of their report.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failing {
    label: Label,
    assertion: Operand,
    has_compared: Operand,
    compared: [Operand; 2],
}

/// The number of the trap that ends a launch.
const TRAP: i64 = 2;

/// Selects `cf.assert`.
pub(super) fn assertion(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let bit = cx.bit(op.operand(0))?;
    let number = op.int(ASSERTION).ok_or_else(|| Unsupported::not_expanded("gpu-annotate-kernels"))?;
    let compared = match comparison_of(cx.module, op.op) {
        Some((_, [a, b])) => Some([cx.words(a)?, cx.words(b)?]),
        None => None,
    };
    let failing = failing(cx);
    let holds = cx.code.label();
    match bit {
        Bit::Mask(mask) => {
            let lanes = Operand::from(cx.fresh_mask());
            let exec = cx.lanes.exec();
            cx.emit(cx.lanes.and_not(), &[lanes, exec, mask]);
            cx.branch(Opcode::SCbranchScc0, holds);
            cx.emit(cx.lanes.mov(), &[exec, lanes]);
        }
        bit => cx.branch_if(bit, true, holds),
    }
    cx.copy(failing.assertion, Operand::Const(1 + number));
    cx.copy(failing.has_compared, Operand::Const(i64::from(compared.is_some())));
    for (register, side) in failing.compared.into_iter().zip(compared.unwrap_or([Words::constant(0, 2); 2])) {
        for (index, word) in side.list().iter().enumerate() {
            cx.copy(register.word(index as u8), *word);
        }
    }
    cx.branch(Opcode::SBranch, failing.label);
    cx.place(holds);
    Ok(())
}

/// Returns the report registers and exit label of the kernel.
fn failing(cx: &mut Select<'_>) -> Failing {
    if let Some(failing) = cx.failing {
        return failing;
    }
    let failing = Failing {
        label: cx.code.label(),
        assertion: cx.fresh(Class::S, 1).into(),
        has_compared: cx.fresh(Class::S, 1).into(),
        compared: [cx.fresh(Class::V, 2).into(), cx.fresh(Class::V, 2).into()],
    };
    *cx.failing.insert(failing)
}

/// Emits the exit for waves that report, after the code of a kernel, whose number counts from 1.
pub(super) fn end_failing(cx: &mut Select<'_>, kernel: i64) {
    let Some(failing) = cx.failing.take() else { return };
    let (done, trap) = (cx.code.label(), cx.code.label());
    cx.place(failing.label);
    keep_first_lane(cx);
    let state = cx.variable_address(REPORT);
    let state = cx.tuple(state.list(), Class::S);
    let before = claim(cx, state, failing.assertion);
    cx.emit(Opcode::SCmpLgU32, &[before, Operand::Const(0)]);
    cx.branch(Opcode::SCbranchScc1, done);
    let report = cx.make_with(Opcode::SLoadB64, &[state], Modifiers { offset: 8, ..Modifiers::default() });
    cx.emit(Opcode::SCmpEqU64, &[report, Operand::Const(0)]);
    cx.branch(Opcode::SCbranchScc1, trap);
    for (offset, [low, high]) in fields(cx, &failing, kernel) {
        write(cx, report, offset, [low, high]);
    }
    // The host may read while the kernel runs: the number tells that the rest is written.
    wait_for_writes(cx);
    write(cx, report, offset_of!(GpuReport, assertion), [failing.assertion, Operand::Const(0)]);
    if cx.needs_all_threads {
        wait_for_writes(cx);
    } else {
        cx.emit(Opcode::SEndpgm, &[]);
    }
    cx.place(trap);
    cx.emit(Opcode::STrap, &[Operand::Const(TRAP)]);
    cx.place(done);
    cx.emit(Opcode::SEndpgm, &[]);
}

/// Waits until all writes of the wave are complete.
pub(super) fn wait_for_writes(cx: &mut Select<'_>) {
    cx.code.push(waitcnt::for_writes(cx.chip.family));
}

/// Keeps the first active lane active.
pub(super) fn keep_first_lane(cx: &mut Select<'_>) {
    let exec = cx.lanes.exec();
    let wide = cx.lanes.mask_words() == 2;
    let lane = cx.make(if wide { Opcode::SCtzI32B64 } else { Opcode::SCtzI32B32 }, &[exec]);
    let shift = if wide { Opcode::SLshlB64 } else { Opcode::SLshlB32 };
    cx.emit(shift, &[exec, Operand::Const(1), lane]);
}

/// Sets the state of the report, at a scalar address, to a number if it is 0; returns the old state.
fn claim(cx: &mut Select<'_>, state: Operand, number: Operand) -> Operand {
    let zero = cx.reg(Operand::Const(0), Class::V);
    let data = cx.tuple(&[number, Operand::Const(0)], Class::V);
    let old = Operand::from(cx.fresh(Class::V, 1));
    let modifiers = Modifiers { glc: true, ..Modifiers::default() };
    cx.emit_with(Opcode::GlobalAtomicCmpswapB32, &[old, zero, data, state], modifiers);
    cx.reg(old, Class::S)
}

/// Returns the offsets and the values of the report.
fn fields(cx: &mut Select<'_>, failing: &Failing, kernel: i64) -> Vec<(usize, [Operand; 2])> {
    let word = |word: Operand| [word, Operand::Const(0)];
    let fault = |offset: usize| offset_of!(GpuReport, fault) + offset;
    let mut fields = vec![
        (offset_of!(GpuReport, kernel), word(Operand::Const(kernel))),
        (fault(offset_of!(KernelFault, has_compared)), word(failing.has_compared)),
    ];
    for dim in 0..3 {
        let block = cx.geometry(Geometry::BlockId, dim);
        let thread = match cx.geometry(Geometry::ThreadId, dim) {
            fixed @ Operand::Const(_) => fixed,
            // Extracted again, so that only the packed ids are live here.
            _ => thread_id(cx, dim),
        };
        fields.push((fault(offset_of!(KernelFault, block) + 8 * dim), word(block)));
        fields.push((fault(offset_of!(KernelFault, thread) + 8 * dim), word(thread)));
    }
    for (index, side) in failing.compared.into_iter().enumerate() {
        let offset = fault(offset_of!(KernelFault, compared) + 8 * index);
        fields.push((offset, [side.word(0), side.word(1)]));
    }
    fields
}

/// Writes 8 bytes of the report.
fn write(cx: &mut Select<'_>, report: Operand, offset: usize, words: [Operand; 2]) {
    let zero = cx.reg(Operand::Const(0), Class::V);
    let data = cx.tuple(&words, Class::V);
    let modifiers = Modifiers { offset: offset as i32, ..Modifiers::default() };
    cx.emit_with(Opcode::GlobalStoreB64, &[zero, data, report], modifiers);
}
