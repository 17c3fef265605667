//! Selects the `memref` operations that `lower-memref-access` leaves: arrays, globals, buffers at pointers with other
//! layouts, and the metadata of buffers.

use super::memory::Memory;
use super::values::{PtxScalar as _, Scalar};
use super::{Select, SelectResult, Selector as _, Unsupported};
use crate::inst::{Operand, Space, StateSpace as _};
use crate::opcode::Modifier::U64;
use crate::opcode::Opcode;
use warpline_ir::OpRef;
use warpline_passes::gpu::buffers::{element_bytes, static_elements, static_offset};
use warpline_passes::gpu::selection;

pub(super) fn dim(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let memory = cx.memory(op.named("source"))?;
    let Operand::Int(number) = cx.operand(op.named("index"))? else {
        return Err("the number of the dimension must be a constant".into());
    };
    let size = usize::try_from(number).ok().and_then(|number| memory.sizes.get(number)).copied();
    let size = size.ok_or_else(|| Unsupported::from(format!("there is no dimension {number}")))?;
    cx.set(op.result(0), size);
    Ok(())
}

pub(super) fn alloca(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    if cx.memory_space(op.result_type(0))? == Space::Workgroup {
        let reason = "workgroup memory is declared at the head of the kernel, not by memref.alloca";
        return Err(reason.into());
    }
    let memory = cx.array(op.result_type(0), Space::Private, op.int("alignment"))?;
    cx.set_memory(op.result(0), memory);
    Ok(())
}

/// Selects `memref.get_global`.
pub(super) fn get_global(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let path = op.attr("name").and_then(|attr| op.module.attr_symbol(attr));
    let global = path.and_then(|path| op.module.resolve_symbol(op.op, path));
    let global = global.ok_or("there is no such global")?;
    let ty = op.result_type(0);
    let space = cx.memory_space(ty)?;
    let number = cx.variables.global(cx.module, global, space)?;
    let address = cx.make(Opcode::Mov.with([space.address_class().unsigned()]), &[Operand::Variable(number)]);
    let memory = cx.memory_at(ty, space, address)?;
    cx.set_memory(op.result(0), memory);
    Ok(())
}

/// Selects `memref.reinterpret_cast` of a buffer at a pointer.
pub(super) fn reinterpret(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let source = cx.memory(op.operand(0))?;
    let begin = source.offset.wrapping_sub(cx.known_offset(op.operand(0))?);
    let [Operand::Int(offset)] = *mixed(cx, op, ("static_offsets", "offsets"))? else {
        return Err(Unsupported::not_expanded("lower-memref-access"));
    };
    let (sizes, strides) =
        (mixed(cx, op, ("static_sizes", "sizes"))?, mixed(cx, op, ("static_strides", "strides"))?);
    let offset = begin.wrapping_add(offset.wrapping_mul(element_bytes(cx.module, op.result_type(0))?));
    cx.set_memory(op.result(0), Memory { offset, sizes, strides, ..source });
    Ok(())
}

/// Selects `memref.extract_strided_metadata` of a buffer that is not a view. If the beginning of the whole buffer
/// is unknown, offsets are relative to the first element.
pub(super) fn metadata(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let Memory { sizes, strides, .. } = cx.memory(op.operand(0))?;
    let source = Memory { sizes: Vec::new(), strides: Vec::new(), ..cx.memory(op.operand(0))? };
    let ty = op.operand_type(0);
    let (bytes, elements) = (static_offset(cx.module, ty), Operand::Int(static_elements(cx.module, ty)));
    cx.set_memory(op.result(0), Memory { offset: source.offset.wrapping_sub(bytes), ..source });
    for (result, part) in op.results().skip(1).zip([elements].into_iter().chain(sizes).chain(strides)) {
        cx.set(result, part);
    }
    Ok(())
}

/// Selects `memref.extract_aligned_pointer_as_index`: a generic address, valid in every memory space.
pub(super) fn aligned_pointer(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let source = cx.memory(op.operand(0))?;
    let offset = source.offset.wrapping_sub(cx.known_offset(op.operand(0))?);
    let space = source.space.modifier();
    let base = cx.base_of(&Memory { offset, ..source }).into();
    let base = if source.space == Space::Workgroup { cx.widened_word(base) } else { base };
    let address = cx.make(Opcode::Cvta.with([space, U64]), &[base]);
    cx.set(op.result(0), address);
    Ok(())
}

/// Selects `memref.memory_space_cast` to the space that the buffer is already in.
pub(super) fn space_cast(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let memory = cx.memory(op.operand(0))?;
    if cx.memory_space(op.result_type(0))? != memory.space {
        return Err("a buffer cannot be cast to another memory space".into());
    }
    cx.set_memory(op.result(0), memory);
    Ok(())
}

/// Selects `memref.prefetch` of the cache line that contains an element.
pub(super) fn prefetch(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let memory = cx.memory(op.operand(0))?;
    if memory.space != Space::Global {
        return Ok(());
    }
    cx.emit(Opcode::Prefetch, &[memory.address()?]);
    Ok(())
}

/// Returns the static values of an attribute, or the operands of a name for dynamic ones.
fn mixed(cx: &Select<'_>, op: OpRef<'_>, (key, name): (&str, &str)) -> Result<Vec<Operand>, Unsupported> {
    let values = selection::mixed(op, (key, name))?;
    values.map(|(number, value)| value.map_or(Ok(Operand::Int(number)), |value| cx.operand(value))).collect()
}

impl Select<'_> {
    /// Converts a loaded value to its type: only `i1` differs.
    pub(crate) fn loaded(&mut self, scalar: Scalar, raw: Operand) -> Operand {
        if scalar == Scalar::Int(1) { self.low_bit(raw) } else { raw }
    }

    /// Returns a value in its memory form, in a register.
    pub(super) fn stored(&mut self, scalar: Scalar, value: Operand) -> Operand {
        match scalar {
            Scalar::Int(width) => {
                let value = self.widen(value, width, false);
                self.reg(super::int::class_of(width), value).into()
            }
            Scalar::Float(_) | Scalar::Fp8(_) => self.reg(scalar.class(), value).into(),
        }
    }
}
