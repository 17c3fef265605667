//! Kernel entry: reads the parameters in the order of the artifact, then declares the kernel's arrays.
//!
//! Each slot of [`Param`] is one parameter: an address or size of 64 bits, or a scalar at its natural size.

use crate::inst::{Operand, ParamDecl, RegClass, Space};
use crate::opcode::Modifier::{self, B16, F64, U8, U16, U64};
use crate::opcode::Opcode;
use crate::select::{PtxScalar as _, Scalar, Select, Selector as _, Unsupported};
use crate::target::{Feature, MAX_PARAM_BYTES, MAX_SHARED_BYTES, SMALL_PARAM_BYTES};
use warpline_ir::artifact::{Param, params_of};
use warpline_ir::dialect::func::function_type_of;
use warpline_ir::{Op, TypeKind, Value};
use warpline_passes::analysis::kernel_facts;

/// Declares and reads the parameters of a kernel and declares its arrays.
pub(crate) fn enter(cx: &mut Select<'_>, func: Op) -> Result<Vec<Param>, Unsupported> {
    let module = cx.module;
    let entry = module.entry(func, 0).ok_or("the kernel has no body")?;
    let args = module.args(entry);
    let n_inputs = function_type_of(module, func).0.len();
    let (inputs, attributions) = args.split_at(n_inputs.min(args.len()));
    let mut params = Vec::new();
    for (index, input) in inputs.iter().enumerate() {
        parameter(cx, func, (index, *input), &mut params)?;
    }
    check_param_bytes(cx)?;
    let n_shared = module.op(func).int("workgroup_attributions").unwrap_or(0);
    for (index, attribution) in attributions.iter().enumerate() {
        let space = if (index as i64) < n_shared { Space::Workgroup } else { Space::Private };
        let memory = cx.array(module.type_of(*attribution), space, None)?;
        cx.set_memory(*attribution, memory);
    }
    Ok(params)
}

fn parameter(
    cx: &mut Select<'_>,
    func: Op,
    (index, arg): (usize, Value),
    params: &mut Vec<Param>,
) -> Result<(), Unsupported> {
    let ty = cx.module.type_of(arg);
    if matches!(cx.module.type_kind(ty), TypeKind::Vector(..)) {
        return Err(Unsupported::not_expanded("gpu-expand-vector-arguments"));
    }
    let slots = params_of(cx.module, ty).ok_or("a parameter is neither a scalar nor a strided memref")?;
    params.extend_from_slice(&slots);
    if !cx.module.is_memref(ty) {
        return scalar_parameter(cx, arg);
    }
    let memory = cx.fresh_memory(ty)?;
    if memory.space != Space::Global {
        return Err("a parameter must lie in the global memory space".into());
    }
    let align = memory.element.bytes().max(kernel_facts::argument_align(cx.module, func, index));
    read(cx, (U64, U64), Some(align), memory.base.into());
    for dim in memory.sizes.iter().chain(&memory.strides) {
        if let Operand::Reg(_) = dim {
            read(cx, (U64, U64), None, *dim);
        }
    }
    cx.set_memory(arg, memory);
    Ok(())
}

fn scalar_parameter(cx: &mut Select<'_>, arg: Value) -> Result<(), Unsupported> {
    let scalar = cx.scalar_of(arg)?;
    let class = if scalar == Scalar::Int(1) { RegClass::B32 } else { scalar.class() };
    let reg = cx.kernel.fresh(class).into();
    read(cx, (scalar.param(), scalar.access()), None, reg);
    let value = cx.loaded(scalar, reg);
    cx.set(arg, value);
    Ok(())
}

/// Declares the next parameter and reads it.
fn read(cx: &mut Select<'_>, (ty, access): (Modifier, Modifier), align: Option<u64>, target: Operand) {
    let index = cx.kernel.params.len() as u32;
    cx.kernel.params.push(ParamDecl { ty, align });
    cx.emit(Opcode::LdParam.with([access]), &[target, Operand::Param(index)]);
}

fn check_param_bytes(cx: &mut Select<'_>) -> Result<(), Unsupported> {
    let bytes = cx.kernel.params.iter().fold(0u64, |end, param| {
        let size = match param.ty {
            U8 => 1,
            U16 | B16 => 2,
            U64 | F64 => 8,
            _ => 4,
        };
        end.next_multiple_of(size) + size
    });
    if SMALL_PARAM_BYTES < bytes {
        cx.require(Feature::LARGE_PARAMS)?;
    }
    if MAX_PARAM_BYTES < bytes {
        let reason = format!("parameters take {bytes} bytes, but at most {MAX_PARAM_BYTES} are passed");
        return Err(reason.into());
    }
    Ok(())
}

/// Reports an error if the arrays of a kernel exceed the limit of a block without opt-in by the driver.
pub(crate) fn check_shared_bytes(cx: &Select<'_>) -> Result<(), Unsupported> {
    let shared = cx.kernel.arrays.iter().filter(|array| array.space == Space::Workgroup);
    let bytes = shared.fold(0u64, |end, array| end.next_multiple_of(array.align).saturating_add(array.bytes));
    if MAX_SHARED_BYTES < bytes {
        let reason = format!("workgroup memory takes {bytes} bytes, but a block has {MAX_SHARED_BYTES}");
        return Err(reason.into());
    }
    Ok(())
}
