//! Selects the `memref` operations that `lower-memref-access` leaves: arrays, globals, sizes, and views.

use super::values::{Loc, Memory, Pointer, Scalar, Space, Words};
use super::{Select, SelectResult, Selector as _, Unsupported};
use crate::inst::Operand;
use std::rc::Rc;
use warpline_ir::{OpRef, Type};
use warpline_passes::gpu::buffers::{KernelArray, element_bytes, layout, static_elements, static_offset};
use warpline_passes::gpu::selection;

pub(crate) fn dim(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let memory = cx.memory(op.named("source"))?;
    let Some(number) = cx.words(op.named("index"))?.as_constant() else {
        return Err("the number of the dimension must be a constant".into());
    };
    let size = usize::try_from(number).ok().and_then(|number| memory.sizes.get(number)).copied();
    let size = size.ok_or_else(|| Unsupported::from(format!("there is no dimension {number}")))?;
    cx.set_words(op.result(0), size);
    Ok(())
}

pub(crate) fn alloca(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    if cx.memory_space(op.result_type(0))? == Space::Workgroup {
        let reason = "workgroup memory is declared at the head of the kernel, not by memref.alloca";
        return Err(reason.into());
    }
    let memory = cx.array(op.result_type(0), Space::Private, op.int("alignment"))?;
    cx.set(op.result(0), Loc::Memory(Rc::new(memory)));
    Ok(())
}

/// Selects `memref.get_global`.
pub(crate) fn get_global(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let path = op.attr("name").and_then(|attr| op.module.attr_symbol(attr));
    let global = path.and_then(|path| op.module.resolve_symbol(op.op, path));
    let global = global.ok_or("there is no such global")?;
    let ty = op.result_type(0);
    let memory = match cx.memory_space(ty)? {
        Space::Global => {
            let base = cx.global_address(global)?;
            let pointer = Pointer { space: Space::Global, base, offset: None, immediate: 0 };
            cx.buffer_at(ty, pointer)?
        }
        Space::Workgroup => match cx.workgroup_globals.get(&global) {
            Some(memory) => memory.clone(),
            None => {
                let memory = cx.array(ty, Space::Workgroup, None)?;
                cx.workgroup_globals.insert(global, memory.clone());
                memory
            }
        },
        Space::Private => return Err("a global lies in global or workgroup memory".into()),
    };
    cx.set(op.result(0), Loc::Memory(Rc::new(memory)));
    Ok(())
}

/// Selects `memref.reinterpret_cast` of a buffer at a pointer.
pub(crate) fn reinterpret(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let source = cx.memory(op.operand(0))?;
    let begin = source.pointer.plus(-cx.known_offset(op.operand(0))?);
    let [offset] = mixed(cx, op, ("static_offsets", "offsets"))?[..] else {
        return Err(Unsupported::not_expanded("lower-memref-access"));
    };
    let offset = offset.as_constant().ok_or_else(|| Unsupported::not_expanded("lower-memref-access"))?;
    let sizes = mixed(cx, op, ("static_sizes", "sizes"))?;
    let strides = mixed(cx, op, ("static_strides", "strides"))?;
    let pointer = begin.plus(offset.wrapping_mul(element_bytes(cx.module, op.result_type(0))?));
    cx.set(op.result(0), Loc::Memory(Rc::new(Memory { pointer, element: source.element, sizes, strides })));
    Ok(())
}

/// Selects `memref.extract_strided_metadata` of a buffer that is not a view. If the beginning of the whole buffer
/// is unknown, offsets are relative to the first element.
pub(crate) fn metadata(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let source = cx.memory(op.operand(0))?;
    let ty = op.operand_type(0);
    let (bytes, elements) =
        (static_offset(cx.module, ty), Words::constant(static_elements(cx.module, ty), 2));
    let whole = Memory {
        pointer: source.pointer.plus(-bytes),
        element: source.element,
        sizes: Vec::new(),
        strides: Vec::new(),
    };
    cx.set(op.result(0), Loc::Memory(Rc::new(whole)));
    let parts =
        [elements].into_iter().chain(source.sizes.iter().copied()).chain(source.strides.iter().copied());
    for (result, part) in op.results().skip(1).zip(parts) {
        cx.set_words(result, part);
    }
    Ok(())
}

/// Selects `memref.extract_aligned_pointer_as_index` of a buffer in global memory.
pub(crate) fn aligned_pointer(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let source = cx.memory(op.operand(0))?;
    let begin = source.pointer.plus(-cx.known_offset(op.operand(0))?);
    let address = match cx.address(begin) {
        Words::Two(words) => words,
        Words::One(word) => [word, Operand::Const(0)],
    };
    cx.set_words(op.result(0), Words::Two(address));
    Ok(())
}

/// Selects `memref.memory_space_cast` to the space that the buffer is already in, or to the generic space: the space of
/// the address stays known.
pub(crate) fn space_cast(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let memory = cx.memory(op.operand(0))?;
    if cx.memory_space(op.result_type(0)).is_ok_and(|space| space != memory.pointer.space) {
        return Err("a buffer cannot be cast to another memory space".into());
    }
    cx.set(op.result(0), Loc::Memory(memory));
    Ok(())
}

/// Returns the static values of an attribute, or the operands of a name for dynamic ones.
fn mixed(cx: &Select<'_>, op: OpRef<'_>, (key, name): (&str, &str)) -> Result<Vec<Words>, Unsupported> {
    let values = selection::mixed(op, (key, name))?;
    values
        .map(|(number, value)| value.map_or(Ok(Words::constant(number, 2)), |value| cx.words(value)))
        .collect()
}

impl Select<'_> {
    /// Returns a buffer of a type with constant layout at an address.
    pub(crate) fn buffer_at(&self, ty: Type, pointer: Pointer) -> Result<Memory, Unsupported> {
        let (shape, strides) = layout(self.module, ty)?;
        let element = Scalar::of_memref(self.module, ty)?;
        let fixed = |values: &[i64]| values.iter().map(|value| Words::constant(*value, 2)).collect();
        Ok(Memory { pointer, element, sizes: fixed(&shape), strides: fixed(&strides) })
    }

    /// Allocates an array of the kernel for a memref type of constant shape, in workgroup or private memory.
    pub(crate) fn array(
        &mut self,
        ty: Type,
        space: Space,
        align: Option<i64>,
    ) -> Result<Memory, Unsupported> {
        let array = KernelArray::of(self.module, ty, align)?;
        if u32::try_from(array.bytes).is_err() {
            return Err("the size of a buffer does not fit 32 bits".into());
        }
        let end = match space {
            Space::Workgroup => &mut self.workgroup_bytes,
            Space::Global | Space::Private => &mut self.private_bytes,
        };
        let first = end.next_multiple_of(array.align);
        *end = first + array.bytes.max(1);
        let base = Words::One(Operand::Const(0));
        self.buffer_at(ty, Pointer { space, base, offset: None, immediate: first as i64 })
    }
}
