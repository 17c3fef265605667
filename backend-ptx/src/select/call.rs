//! Selects calls of device functions and their returns. A value is passed as its registers, one parameter each.
//! Results are returned in slots of 8 bytes. A bool is passed as a 32-bit word.

use super::values::ValueLoc;
use super::{Select, SelectResult, Unsupported};
use crate::inst::{Call, Line, Operand, ParamDecl, Reg, RegClass};
use crate::opcode::Modifier::{Ne, S32};
use crate::opcode::Opcode;
use warpline_ir::{OpRef, Type, Value};
use warpline_passes::analysis::call_graph::callee;

/// Selects `func.call`.
pub(super) fn call(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let callee = callee(op.module, op.op);
    if callee.is_some_and(|callee| cx.recursive.contains(&callee)) {
        let reason = "the function calls itself, and the stack of a thread is bounded; write a loop";
        return Err(reason.into());
    }
    let symbol = callee.and_then(|callee| cx.functions.get(&callee)).cloned();
    let callee = symbol.ok_or("the function has no body on the device")?;
    let types: Vec<Type> = op.operands().iter().map(|value| op.type_of(*value)).collect();
    let args = passed(cx, &types, op.operands())?;
    let mut results = Vec::new();
    for result in op.results() {
        let loc = cx.fresh_loc(op.type_of(result))?;
        cx.set_loc(result, loc);
        results.extend(cx.registers(loc));
    }
    let slots: Vec<Reg> = results
        .iter()
        .map(|reg| if reg.class == RegClass::Pred { cx.kernel.fresh(RegClass::B32) } else { *reg })
        .collect();
    let call = Call { callee, args, results: slots.clone(), plain_result: None };
    add(cx, call);
    for (reg, slot) in results.iter().zip(slots) {
        if *reg != slot {
            cx.emit(Opcode::Setp.with([Ne, S32]), &[(*reg).into(), slot.into(), Operand::Int(0)]);
        }
    }
    Ok(())
}

/// Adds a call to the kernel.
pub(super) fn add(cx: &mut Select<'_>, call: Call) {
    cx.kernel.lines.push(Line::Call(cx.kernel.calls.len() as u32));
    cx.kernel.calls.push(call);
}

/// Returns the registers that values of these types are passed in.
fn passed(
    cx: &mut Select<'_>,
    types: &[Type],
    values: &[Value],
) -> Result<Vec<(RegClass, Operand)>, Unsupported> {
    let targets = types.iter().map(|ty| cx.fresh_loc(*ty)).collect::<Result<Vec<ValueLoc>, _>>()?;
    let copies = cx.copies(&targets, values)?;
    let mut args = Vec::with_capacity(copies.len());
    for (target, source) in copies {
        args.push(match target.class {
            RegClass::Pred => (RegClass::B32, cx.widen(source, 1, false)),
            class => (class, Operand::Reg(cx.reg(class, source))),
        });
    }
    Ok(args)
}

/// Declares and reads the parameters of a device function.
pub(crate) fn enter(cx: &mut Select<'_>, args: &[Value]) -> SelectResult {
    for arg in args {
        let loc = cx.fresh_loc(cx.module.type_of(*arg))?;
        cx.set_loc(*arg, loc);
        for reg in cx.registers(loc) {
            let index = cx.kernel.params.len() as u32;
            let class = if reg.class == RegClass::Pred { RegClass::B32 } else { reg.class };
            cx.kernel.params.push(ParamDecl::Scalar(class.bits()));
            let target = if class == reg.class { reg } else { cx.kernel.fresh(class) };
            cx.emit(Opcode::LdParam.with([class.bits()]), &[target.into(), Operand::Param(index)]);
            if target != reg {
                cx.emit(Opcode::Setp.with([Ne, S32]), &[reg.into(), target.into(), Operand::Int(0)]);
            }
        }
    }
    Ok(())
}

/// Returns the number of slots for results of these types.
pub(crate) fn n_slots(cx: &mut Select<'_>, types: &[Type]) -> Result<usize, Unsupported> {
    let mut n = 0;
    for ty in types {
        let loc = cx.fresh_loc(*ty)?;
        n += cx.registers(loc).len();
    }
    Ok(n)
}

/// Selects `func.return` and `gpu.return`.
pub(super) fn leave(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    if cx.kernel.n_results.is_none() && !op.operands().is_empty() {
        return Err("a kernel returns nothing".into());
    }
    let types: Vec<Type> = op.operands().iter().map(|value| op.type_of(*value)).collect();
    for (index, (class, value)) in passed(cx, &types, op.operands())?.into_iter().enumerate() {
        cx.emit(Opcode::StParam.with([class.bits()]), &[Operand::Result(index as u32), value]);
    }
    cx.emit(Opcode::Ret, &[]);
    Ok(())
}
