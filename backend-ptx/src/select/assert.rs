//! Selects assertions: the first thread whose assertion fails reports it to the host, and then exits.
//!
//! ```text
//! @holds bra $L1;  what is reported → registers;  bra $L2;  $L1: …
//! $L2: the first thread writes the registers, its block and its place there;  exit;
//! ```
//! A thread that exits leaves the driver's context usable. The barriers of its block keep working, since they only
//! wait for threads that have not exited. Exiting is not enough where threads wait for others through memory or at
//! named barriers, which count threads: the others would wait forever. Nor is it enough for matrix multiplications,
//! which need all lanes of a subgroup. In those kernels `trap` ends the launch, and the context with it. `trap` is
//! also used where the report is not read.

use super::{Select, SelectResult, Unsupported};
use crate::inst::{Inst, Label, Operand, Reg, RegClass};
use crate::opcode::Modifier::{B32, Cas, Eq, Global, Ne, S32, S64, U32, U64};
use crate::opcode::Opcode;
use std::mem::offset_of;
use warpline_ir::artifact::{ASSERTION, GpuReport, KernelFault, REPORT_VARIABLE, comparison_of};
use warpline_ir::{Op, OpRef};
use warpline_passes::gpu::geometry::Geometry;

/// The exit of a kernel for threads with failed assertions, and the registers of their report.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failing {
    label: Label,
    assertion: Reg,
    has_compared: Reg,
    compared: [Reg; 2],
}

/// Selects `cf.assert`.
pub(super) fn assertion(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let condition = cx.predicate(op.operand(0))?;
    let compared = match comparison_of(cx.module, op.op) {
        Some((_, [a, b])) => Some([cx.operand(a)?, cx.operand(b)?]),
        None => None,
    };
    assert(cx, op.op, condition, compared)
}

/// Exits the thread if a condition does not hold, with a report of an operation that may fail.
pub(super) fn assert(
    cx: &mut Select<'_>,
    op: Op,
    condition: Reg,
    compared: Option<[Operand; 2]>,
) -> SelectResult {
    let number = cx.module.op(op).int(ASSERTION);
    let number = number.ok_or_else(|| Unsupported::not_expanded("gpu-annotate-kernels"))?;
    let failing = failing(cx);
    let holds = cx.kernel.label();
    cx.branch_if(condition, true, holds);
    cx.mov(failing.assertion, Operand::Int(1 + number));
    cx.mov(failing.has_compared, Operand::Int(i64::from(compared.is_some())));
    for (register, side) in failing.compared.into_iter().zip(compared.unwrap_or([Operand::Int(0); 2])) {
        cx.mov(register, side);
    }
    cx.branch(failing.label);
    cx.place(holds);
    Ok(())
}

/// Returns the report registers and exit label of the kernel.
fn failing(cx: &mut Select<'_>) -> Failing {
    if let Some(failing) = cx.failing {
        return failing;
    }
    cx.variables.has_report = true;
    let kernel = &mut cx.kernel;
    let failing = Failing {
        label: kernel.label(),
        assertion: kernel.fresh(RegClass::B32),
        has_compared: kernel.fresh(RegClass::B64),
        compared: [kernel.fresh(RegClass::B64), kernel.fresh(RegClass::B64)],
    };
    *cx.failing.insert(failing)
}

/// Emits the exit for threads that report, after the code of a kernel, whose number counts from 1.
pub(super) fn end_failing(cx: &mut Select<'_>, kernel: i64) {
    let Some(Failing { label, assertion, has_compared, compared }) = cx.failing.take() else { return };
    cx.place(label);
    let variable = cx.make(Opcode::Mov.with([U64]), &[Operand::Named(REPORT_VARIABLE)]);
    let variable = cx.reg(RegClass::B64, variable);
    let (unset, state) = (Operand::Int(0), Operand::Address(variable, 0));
    let before = cx.make(Opcode::Atom.with([Global, Cas, B32]), &[state, unset, assertion.into()]);
    exit_unless_zero(cx, before);
    let report = cx.make(Opcode::Ld.with([Global, U64]), &[Operand::Address(variable, 8)]);
    let report = cx.reg(RegClass::B64, report);
    let nowhere = cx.make(Opcode::Setp.with([Eq, S64]), &[report.into(), Operand::Int(0)]);
    let (nowhere, trap) = (cx.reg(RegClass::Pred, nowhere), cx.kernel.label());
    cx.branch_if(nowhere, true, trap);
    let number = cx.make(Opcode::Cvt.with([U64, U32]), &[assertion.into()]);
    let mut values = vec![(offset_of!(GpuReport, kernel), Operand::Int(kernel))];
    let fault = |offset: usize| offset_of!(GpuReport, fault) + offset;
    values.push((fault(offset_of!(KernelFault, has_compared)), has_compared.into()));
    for dim in 0..3 {
        let places = [
            (Geometry::BlockId, offset_of!(KernelFault, block)),
            (Geometry::ThreadId, offset_of!(KernelFault, thread)),
        ];
        for (geometry, offset) in places {
            values.push((fault(offset + 8 * dim), cx.geometry(geometry, dim)));
        }
    }
    for (index, side) in compared.into_iter().enumerate() {
        values.push((fault(offset_of!(KernelFault, compared) + 8 * index), side.into()));
    }
    for (offset, value) in values {
        let value = cx.reg(RegClass::B64, value);
        cx.emit(Opcode::St.with([Global, U64]), &[Operand::Address(report, offset as i32), value.into()]);
    }
    // The host may read while the kernel runs: the number signals that the rest is written.
    cx.emit(Opcode::MembarSys, &[]);
    let assertion = Operand::Address(report, offset_of!(GpuReport, assertion) as i32);
    cx.emit(Opcode::St.with([Global, U64]), &[assertion, number]);
    if !cx.needs_all_threads {
        cx.emit(Opcode::Exit, &[]);
    }
    cx.place(trap);
    // Makes the preceding writes visible to the host.
    cx.emit(Opcode::MembarSys, &[]);
    cx.emit(Opcode::Trap, &[]);
}

/// Exits the thread if a word is not 0.
fn exit_unless_zero(cx: &mut Select<'_>, word: Operand) {
    let is_set = cx.make(Opcode::Setp.with([Ne, S32]), &[word, Operand::Int(0)]);
    let is_set = cx.reg(RegClass::Pred, is_set);
    cx.push(Inst::new(Opcode::Exit, &[]).when(is_set, true));
}
