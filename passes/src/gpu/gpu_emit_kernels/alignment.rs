//! Buffers whose alignment lets a thread access several elements at once, which is checked by the host where it is unknown.

use super::code::{Code, Mapped};
use super::flat::Flat;
use crate::analysis::alignment::of_buffer;
use crate::gpu::contraction::Contraction;
use warpline_ir::{Arith, DYNAMIC, MemRef, Module, Op, OpKind, Type, Value};

/// The alignment in bytes of accesses of several elements.
const ALIGN: i64 = 16;

/// Returns the buffers of a nest whose rows are aligned if their first element is, of which that is unknown.
pub(super) fn unknown(module: &Module, nest: Op, found: &Contraction) -> Vec<Value> {
    let loads = found.a.loads.iter().chain(&found.b.loads).copied();
    let of_nest = loads.chain(found.init.loads.iter().copied()).chain(found.epilogue.iter().copied());
    let flat = [&found.a, &found.b].into_iter().filter(|operand| Flat::of(module, found, operand).is_some());
    let flat: Vec<Op> = flat.flat_map(|operand| operand.loads.iter().copied()).collect();
    let accesses =
        of_nest.filter(|op| matches!(module.kind(*op), OpKind::MemRef(MemRef::Load | MemRef::Store)));
    let buffer = |op: Op| module.op(op).named("memref");
    let is_useful = |op: &Op| flat.contains(op) || has_aligned_rows(module, buffer(*op));
    let mut buffers: Vec<Value> = accesses.filter(is_useful).map(buffer).collect();
    buffers.sort_unstable();
    buffers.dedup();
    let is_wanted = |buffer: &Value| {
        !module.is_made_inside(*buffer, nest) && of_buffer(module, *buffer) < ALIGN.unsigned_abs()
    };
    buffers.retain(is_wanted);
    buffers
}

/// Whether the buffer of a load is aligned, by what is stated of values from outside of the nest.
pub(super) fn is_aligned(code: &Code<'_>, load: Op, stated: &Mapped) -> bool {
    let buffer = code.at.module.op(load).named("memref");
    let buffer = stated.get(&buffer).copied().unwrap_or(buffer);
    ALIGN.unsigned_abs() <= of_buffer(code.at.module, buffer)
}

/// Whether all rows of a buffer are aligned if its first element is.
fn has_aligned_rows(module: &Module, buffer: Value) -> bool {
    let ty = module.type_of(buffer);
    let size = module.element_size(module.element_type(ty)).map_or(1, u64::cast_signed);
    let Some((offset, strides)) = module.strides(ty) else { return false };
    let Some((1, outer)) = strides.split_last() else { return false };
    let is_aligned = |elements: &i64| {
        *elements != DYNAMIC && elements.checked_mul(size).is_some_and(|bytes| bytes % ALIGN == 0)
    };
    is_aligned(&offset) && outer.iter().all(is_aligned)
}

/// Builds whether all of these buffers are aligned.
pub(super) fn check(code: &mut Code<'_>, buffers: &[Value]) -> Value {
    let mut all = code.at.index(0);
    for (number, buffer) in buffers.iter().enumerate() {
        let address = code.at.value(MemRef::ExtractAlignedPointerAsIndex, &[*buffer], Type::INDEX, &[]);
        all = if number == 0 { address } else { code.at.binary(Arith::OrI, all, address) };
    }
    let (low, zero) = (code.at.index(ALIGN - 1), code.at.index(0));
    let rest = code.at.binary(Arith::AndI, all, low);
    code.at.compare("eq", rest, zero, Type::I1)
}

/// States that these buffers are aligned.
pub(super) fn state(code: &mut Code<'_>, buffers: &[Value]) -> Mapped {
    let align = code.module().int_attr(ALIGN, Type::I32);
    let state = |buffer: &Value| {
        let ty = code.module().type_of(*buffer);
        (*buffer, code.at.value(MemRef::AssumeAlignment, &[*buffer], ty, &[("alignment", align)]))
    };
    buffers.iter().map(state).collect()
}
