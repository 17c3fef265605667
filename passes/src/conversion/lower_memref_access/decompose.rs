//! Decomposes views: the effect of each view operation on pointer, sizes and strides.

use super::view::{Part, View, displaced, element_of, least_align};
use crate::analysis::alias::view_kind;
use crate::analysis::alignment::common;
use crate::analysis::kernel_facts::{argument_align, is_invariant_argument};
use crate::analysis::linear::is_relative;
use crate::analysis::spaces::{PRIVATE, WORKGROUP, space_of};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use warpline_ir::dialect::memref::STRIDED_LISTS;
use warpline_ir::dialect::memref::groups_of;
use warpline_ir::dialect::memref::subview::kept_dims;
use warpline_ir::{
    Arith, Attr, AttrKind, Builder, DYNAMIC, Def, Expr, Func, Gpu, MemRef, Module, Op, OpKind, OpRef, Place,
    Ptr, Type, TypeKind, Value, Vector,
};

/// The maximum number of views to follow that are defined later in the text than they are used.
const MAX_DEPTH: u32 = 32;
/// The alignment of arrays of a kernel: that of the widest access.
const ARRAY_ALIGN: u64 = 16;

/// The buffers decomposed so far.
#[derive(Default)]
pub(super) struct Views {
    /// The parts of buffers; `None` if they are unknown.
    known: FxHashMap<Value, Option<Rc<View>>>,
    /// The buffers that replace views as operands.
    made: FxHashMap<Value, Value>,
    /// The buffers that are not views, or views that cannot be decomposed.
    roots: FxHashSet<Value>,
    depth: u32,
    /// The maximum size of an access, in bytes.
    pub(super) access_bytes: u64,
}

impl Views {
    /// Creates an empty map for a target with this maximum access size.
    pub(super) fn new(access_bytes: u64) -> Self {
        Self { access_bytes, ..Self::default() }
    }

    /// Returns the parts of a buffer.
    pub(super) fn of(&mut self, module: &mut Module, value: Value) -> Option<Rc<View>> {
        if let Some(known) = self.known.get(&value) {
            return known.clone();
        }
        self.depth += 1;
        let view = if self.depth < MAX_DEPTH { self.decompose(module, value) } else { None };
        if view.is_none() {
            self.roots.insert(value);
        }
        let view = view.or_else(|| root(module, value)).map(Rc::new);
        self.depth -= 1;
        self.known.insert(value, view.clone());
        view
    }

    /// Returns the parts of the result of a view operation.
    fn decompose(&mut self, module: &mut Module, value: Value) -> Option<View> {
        let Def::Result(op, index) = module.def(value) else { return None };
        if module.kind(op) == OpKind::Arith(Arith::Select) {
            return self.chosen(module, op);
        }
        if module.kind(op) == OpKind::Vector(Vector::TypeCast) {
            let source = module.operand(op, 0);
            let source = self.of(module, source)?;
            return cast_elements(module, &source, module.type_of(value));
        }
        let OpKind::MemRef(kind) = module.kind(op) else { return None };
        if kind == MemRef::DistinctObjects {
            let source = module.operand(op, index as usize);
            return self.of(module, source).map(|view| View::clone(&view));
        }
        let is_view = kind != MemRef::ExtractStridedMetadata && view_kind(module, value).is_some();
        if !is_view || !module.is_memref(module.type_of(value)) {
            return None;
        }
        let source = module.operand(op, 0);
        let source = View::clone(&*self.of(module, source)?);
        let ty = module.type_of(value);
        match kind {
            MemRef::Cast => retyped(module, &source, ty),
            MemRef::MemorySpaceCast => {
                let there = module.llvm_address_space(module.type_of(source.pointer));
                // A space that names no memory is any: that of the pointer.
                let is_named = !matches!(
                    module.memory_space(ty).map(|space| module.attr_kind(space)),
                    None | Some(AttrKind::Integer(..))
                ) || matches!(space_of(module, ty), Some(WORKGROUP | PRIVATE));
                (!is_named || space_of(module, ty) == there).then_some(source)
            }
            MemRef::AssumeAlignment => {
                let align = u64::try_from(module.op(op).int("alignment")?).ok()?;
                let align = if source.bytes == 0 { source.align.max(align) } else { source.align };
                Some(View { align, ..source })
            }
            MemRef::SubView => subview(module, op, &source),
            MemRef::ReinterpretCast => reinterpret(module, op, source),
            MemRef::View => bytes_view(module, op, &source),
            MemRef::ExpandShape => expand(module, op, &source),
            MemRef::CollapseShape => collapse(module, op, &source),
            MemRef::Transpose => transpose(module, op, &source),
            _ => None,
        }
    }

    /// Returns the parts of a select between two buffers in the same memory space.
    fn chosen(&mut self, module: &mut Module, op: Op) -> Option<View> {
        let &[condition, yes, no] = module.operands(op) else { return None };
        let (yes, no) = (self.of(module, yes)?, self.of(module, no)?);
        let ty = module.type_of(yes.pointer);
        if ty != module.type_of(no.pointer) || yes.element != no.element || yes.sizes.len() != no.sizes.len()
        {
            return None;
        }
        let at = &mut Builder::before(module, op);
        let one = |at: &mut Builder<'_>, yes: &[Part], no: &[Part]| -> Vec<Part> {
            let both = yes.iter().zip(no);
            both.map(|(yes, no)| {
                if yes == no {
                    return *yes;
                }
                let sides = [condition, yes.value(at), no.value(at)];
                Part::Value(at.value(Arith::Select, &sides, Type::INDEX, &[]))
            })
            .collect()
        };
        let (sizes, strides) = (one(at, &yes.sizes, &no.sizes), one(at, &yes.strides, &no.strides));
        let sides = [condition, yes.address(at), no.address(at)];
        let align = |view: &View| common(view.align, view.bytes.unsigned_abs());
        Some(View {
            pointer: at.value(Arith::Select, &sides, ty, &[]),
            bytes: 0,
            align: common(align(&yes), align(&no)),
            sizes,
            strides,
            whole: None,
            base: None,
            is_invariant: yes.is_invariant && no.is_invariant,
            in_bounds: false,
            ..*yes
        })
    }

    /// Returns a buffer that replaces a view, for operations that take no pointer: `exactly` of its type, else in
    /// the memory space of the pointer. `None` if it is not a decomposed view.
    pub(super) fn buffer(&mut self, module: &mut Module, value: Value, exactly: bool) -> Option<Value> {
        let op = module.defining_op(value).filter(|op| is_decomposed(module, *op))?;
        let view = self.of(module, value)?;
        if self.roots.contains(&value) {
            return None;
        }
        let made = match self.made.get(&value) {
            Some(made) => *made,
            None => {
                let made = buffer_at(&mut Builder::before(module, op), &view, value)?;
                self.made.insert(value, made);
                made
            }
        };
        let ty = module.type_of(value);
        if !exactly || module.type_of(made) == ty {
            return Some(made);
        }
        Some(Builder::before(module, op).value(MemRef::MemorySpaceCast, &[made], ty, &[]))
    }
}

/// Whether an operation defines views that are decomposed.
pub(super) fn is_decomposed(module: &Module, op: Op) -> bool {
    match module.kind(op) {
        OpKind::MemRef(MemRef::Reshape | MemRef::ExtractStridedMetadata) => false,
        OpKind::Arith(Arith::Select) => module.is_memref(module.type_of(module.result(op, 0))),
        OpKind::MemRef(_) | OpKind::Vector(Vector::TypeCast) => {
            module.op(op).def().is_some_and(|def| def.view.is_some())
        }
        _ => false,
    }
}

/// Returns the parts of a buffer that is not a view: its address, and from its metadata the parts that its type
/// leaves dynamic.
fn root(module: &mut Module, value: Value) -> Option<View> {
    let ty = module.type_of(value);
    let sizes = module.shape(ty).filter(|_| module.is_memref(ty))?.to_vec();
    let (offset, strides) = module.strides(ty)?;
    let element = element_of(module, ty)?;
    let space = space_of_root(module, value)?;
    let align = alignment_of_root(module, value, element.0);
    let is_invariant =
        argument(module, value).is_some_and(|(func, index)| is_invariant_argument(module, func, index));
    let place = match module.def(value) {
        Def::Result(op, _) => Place::After(op),
        Def::Arg(block, _) => Place::Start(block),
        Def::Forward => return None,
    };
    let location = match module.def(value) {
        Def::Result(op, _) => module.location(op),
        _ => module.block_parent(module.def_block(value)?).map(|op| module.location(op))?,
    };
    let mut at = Builder::new(module, place, location);
    let space = at.module.foreign_attr(&format!("llvm.address_space<{space}>"));
    let TypeKind::MemRef(shape, of, layout, _) = at.module.type_kind(ty).clone() else { return None };
    let there = at.module.intern_type(TypeKind::MemRef(shape, of, layout, Some(space)));
    let source = if there == ty { value } else { at.value(MemRef::MemorySpaceCast, &[value], there, &[]) };
    let pointer_type = at.module.intern_type(TypeKind::Ptr(space));
    let mut pointer = at.value(Ptr::ToPtr, &[source], pointer_type, &[]);
    let is_whole = offset != DYNAMIC;
    let base = Some((pointer, 0));
    let whole = base.filter(|_| is_whole && !is_base_of_part(at.module, value));
    let (mut dynamic_sizes, mut dynamic_strides) = (Vec::new(), Vec::new());
    if !is_whole || sizes.contains(&DYNAMIC) || strides.contains(&DYNAMIC) {
        let metadata = metadata(&mut at, value, ty, sizes.len());
        if !is_whole {
            let bytes = Part::Value(metadata[0]).times(Part::Int(element.1), &mut at).value(&mut at);
            let flags = at.module.int_attr(0, Type::I32);
            pointer = at.value(Ptr::PtrAdd, &[pointer, bytes], pointer_type, &[("flags", flags)]);
        }
        (dynamic_sizes, dynamic_strides) =
            (metadata[1..=sizes.len()].to_vec(), metadata[1 + sizes.len()..].to_vec());
    }
    let parts = |known: &[i64], dynamic: &[Value]| -> Vec<Part> {
        let part = |(index, known): (usize, &i64)| match dynamic.get(index) {
            Some(value) => Part::known_or(*known, Part::Value(*value)),
            None => Part::Int(*known),
        };
        known.iter().enumerate().map(part).collect()
    };
    Some(View {
        pointer,
        bytes: if is_whole { offset.wrapping_mul(element.1) } else { 0 },
        align,
        element,
        sizes: parts(&sizes, &dynamic_sizes),
        strides: parts(&strides, &dynamic_strides),
        whole,
        base,
        is_invariant,
        in_bounds: true,
    })
}

/// Whether a value is the base of a buffer of which a function receives only a later part.
fn is_base_of_part(module: &Module, value: Value) -> bool {
    let op = module.defining_op(value);
    op.filter(|op| module.kind(*op) == OpKind::MemRef(MemRef::ExtractStridedMetadata))
        .and_then(|op| module.strides(module.type_of(module.operand(op, 0))))
        .is_some_and(|(offset, _)| offset == DYNAMIC)
}

/// Returns the offset, the sizes and the strides of a buffer.
fn metadata(at: &mut Builder<'_>, value: Value, ty: Type, rank: usize) -> Vec<Value> {
    let base = base_type(at.module, ty);
    let mut results = vec![Type::INDEX; 2 + 2 * rank];
    results[0] = base;
    let op = at.op(MemRef::ExtractStridedMetadata, &[value], &results, &[]);
    at.module.results(op).skip(1).collect()
}

/// Returns `memref<T>` in the memory space of a memref type.
pub(crate) fn base_type(module: &mut Module, ty: Type) -> Type {
    let (element, space) = (module.element_type(ty), module.memory_space(ty));
    module.memref_type(&[], element, None, space)
}

/// Builds a buffer of the type of a view at its address, in the memory space of the pointer.
fn buffer_at(at: &mut Builder<'_>, view: &View, value: Value) -> Option<Value> {
    let ty = at.module.type_of(value);
    let (offset, strides) = at.module.strides(ty)?;
    let TypeKind::Ptr(space) = *at.module.type_kind(at.module.type_of(view.pointer)) else { return None };
    let TypeKind::MemRef(shape, element, layout, _) = at.module.type_kind(ty).clone() else { return None };
    if layout.is_some_and(|layout| !matches!(at.module.attr_kind(layout), AttrKind::Strided(..))) {
        return None;
    }
    let there = at.module.intern_type(TypeKind::MemRef(shape.clone(), element, layout, Some(space)));
    let known = if offset == DYNAMIC { 0 } else { offset };
    let bytes = view.bytes.wrapping_sub(known.wrapping_mul(view.element.1));
    let pointer = displaced(at, view.pointer, bytes, false);
    let base = at.module.memref_type(&[], element, None, Some(space));
    let base = at.value(Ptr::FromPtr, &[pointer], base, &[]);
    if shape.is_empty() && offset == 0 {
        return Some(base);
    }
    let mut operands = vec![base];
    let mut counts = vec![1];
    let lists = [(&[offset][..], &[Part::Int(0)][..]), (&shape, &view.sizes), (&strides, &view.strides)];
    let mut attrs = Vec::new();
    for ((known, parts), key) in lists.into_iter().zip(["static_offsets", "static_sizes", "static_strides"]) {
        let before = operands.len();
        for (known, part) in known.iter().zip(parts) {
            if *known == DYNAMIC {
                operands.push(part.value(at));
            }
        }
        counts.push((operands.len() - before) as i64);
        attrs.push((key, at.module.intern_attr(AttrKind::DenseArray(Type::I64, known.into()))));
    }
    attrs.push(("operandSegmentSizes", at.module.i32_array_attr(counts)));
    Some(at.value(MemRef::ReinterpretCast, &operands, there, &attrs))
}

/// Returns the memory space number of a buffer that is not a view.
fn space_of_root(module: &Module, value: Value) -> Option<u32> {
    if let Some((func, index)) = attribution(module, value) {
        let n_workgroup = module.op(func).int("workgroup_attributions").unwrap_or(0);
        return Some(if (index as i64) < n_workgroup { WORKGROUP } else { PRIVATE });
    }
    match module.defining_op(value).map(|op| module.kind(op)) {
        Some(OpKind::MemRef(MemRef::Alloca)) => Some(PRIVATE),
        _ => space_of(module, module.type_of(value)),
    }
}

/// Returns the function whose attribution a value is, and its index among the attributions.
fn attribution(module: &Module, value: Value) -> Option<(Op, usize)> {
    let (func, index) = argument(module, value)?;
    let inputs = warpline_ir::dialect::func::function_type_of(module, func).0.len();
    (module.kind(func) == OpKind::Gpu(Gpu::Func)).then_some(())?;
    Some((func, index.checked_sub(inputs)?))
}

/// Returns the function whose argument a value is, and its index.
fn argument(module: &Module, value: Value) -> Option<(Op, usize)> {
    let Def::Arg(block, index) = module.def(value) else { return None };
    let func = module.block_parent(block)?;
    let is_function = matches!(module.kind(func), OpKind::Gpu(Gpu::Func) | OpKind::Func(Func::Func));
    (is_function && module.entry(func, 0) == Some(block)).then_some((func, index as usize))
}

fn alignment_of_root(module: &Module, value: Value, element: Type) -> u64 {
    let element = least_align(module, element);
    let given =
        |attr: Option<Attr>| attr.and_then(|attr| u64::try_from(module.attr_int(attr)?).ok()).unwrap_or(1);
    if attribution(module, value).is_some() {
        return element.max(ARRAY_ALIGN);
    }
    match module.defining_op(value).map(|op| (op, module.kind(op))) {
        Some((op, OpKind::MemRef(MemRef::Alloca))) => {
            element.max(ARRAY_ALIGN).max(given(module.attr(op, "alignment")))
        }
        Some((_, OpKind::MemRef(MemRef::GetGlobal) | OpKind::Gpu(Gpu::DynamicSharedMemory))) => {
            element.max(ARRAY_ALIGN)
        }
        Some(_) => element,
        None => element
            .max(argument(module, value).map_or(1, |(func, index)| argument_align(module, func, index))),
    }
}

/// Returns the parts, refined by the static parts of another type.
fn retyped(module: &Module, source: &View, ty: Type) -> Option<View> {
    let (shape, (_, strides)) = (module.shape(ty)?, module.strides(ty)?);
    if shape.len() != source.sizes.len() {
        return None;
    }
    let known = |known: &[i64], parts: &[Part]| {
        known.iter().zip(parts).map(|(known, part)| Part::known_or(*known, *part)).collect()
    };
    Some(View { sizes: known(shape, &source.sizes), strides: known(&strides, &source.strides), ..*source })
}

/// Decomposes a `vector.type_cast`: the same memory, which is contiguous, in other elements.
fn cast_elements(module: &Module, source: &View, ty: Type) -> Option<View> {
    let ints = |numbers: &[i64]| numbers.iter().map(|number| Part::Int(*number)).collect();
    let (_, strides) = module.strides(ty)?;
    Some(View {
        element: element_of(module, ty)?,
        sizes: ints(module.shape(ty)?),
        strides: ints(&strides),
        ..*source
    })
}

/// Decomposes a subview: offsets move the address, steps multiply the strides; dropped dimensions have size 1.
fn subview(module: &mut Module, op: Op, source: &View) -> Option<View> {
    let [offsets, sizes, steps] = STRIDED_LISTS.map(|(key, name)| mixed(module.op(op), key, name));
    let (offsets, sizes, steps) = (offsets?, sizes?, steps?);
    let kept = kept_dims(module.op(op))?;
    let rank = source.sizes.len();
    if offsets.len() != rank || sizes.len() != rank || steps.len() != rank {
        return None;
    }
    let mut at = Builder::before(module, op);
    let moved = source.moved(&mut at, &offsets);
    let strides: Vec<Part> =
        source.strides.iter().zip(&steps).map(|(stride, step)| stride.times(*step, &mut at)).collect();
    let pick = |parts: &[Part]| kept.iter().map(|dim| parts[*dim]).collect();
    Some(View { sizes: pick(&sizes), strides: pick(&strides), ..moved })
}

/// Decomposes a `reinterpret_cast`: the offset is relative to the beginning of the whole buffer, or is a sum with an offset
/// that is relative to the same address, and is not bounded.
fn reinterpret(module: &mut Module, op: Op, source: View) -> Option<View> {
    // Where the beginning is not known, offsets of the metadata are relative to the first element.
    let relative = || source.base.filter(|_| is_relative(module.op(op)));
    let (pointer, bytes) = source.whole.or_else(relative)?;
    let [offsets, sizes, strides] = STRIDED_LISTS.map(|(key, name)| mixed(module.op(op), key, name));
    let align = if pointer == source.pointer { source.align } else { least_align(module, source.element.0) };
    let line = View { pointer, bytes, align, strides: vec![Part::Int(1)], in_bounds: false, ..source };
    let moved = line.moved(&mut Builder::before(module, op), &offsets?);
    Some(View { sizes: sizes?, strides: strides?, ..moved })
}

/// Decomposes a `memref.view`: other elements over the bytes from a shift on.
fn bytes_view(module: &mut Module, op: Op, source: &View) -> Option<View> {
    let view = module.op(op);
    let (ty, shift) = (view.result_type(0), view.named("byte_shift"));
    let shift = module.constant_int(shift).map_or(Part::Value(shift), Part::Int);
    let (shape, element) = (module.shape(ty)?.to_vec(), element_of(module, ty)?);
    let mut dynamic = view.group("sizes").to_vec().into_iter();
    let sizes = shape.iter().map(|size| match *size {
        DYNAMIC => {
            dynamic.next().map(|value| module.constant_int(value).map_or(Part::Value(value), Part::Int))
        }
        size => Some(Part::Int(size)),
    });
    let sizes: Vec<Part> = sizes.collect::<Option<_>>()?;
    let mut at = Builder::before(module, op);
    let moved = source.moved(&mut at, &[shift]);
    let strides = packed(&mut at, &sizes);
    let align = common(moved.align, moved.bytes.unsigned_abs()).max(least_align(at.module, element.0));
    let whole = Some((moved.pointer, moved.bytes));
    Some(View {
        element,
        sizes,
        strides,
        align: if moved.bytes == 0 { align } else { moved.align },
        whole,
        base: whole,
        ..moved
    })
}

/// Returns the strides of a contiguous buffer.
pub(super) fn packed(at: &mut Builder<'_>, sizes: &[Part]) -> Vec<Part> {
    let mut strides = vec![Part::Int(1); sizes.len()];
    for dim in (1..sizes.len()).rev() {
        strides[dim - 1] = strides[dim].times(sizes[dim], at);
    }
    strides
}

/// Decomposes an `expand_shape`: the dimensions of a group share the stride of the one that they replace.
fn expand(module: &mut Module, op: Op, source: &View) -> Option<View> {
    let sizes = mixed(module.op(op), "static_output_shape", "output_shape")?;
    let groups = groups_of(module.op(op))?;
    let mut strides = vec![Part::Int(1); sizes.len()];
    let mut at = Builder::before(module, op);
    for (group, stride) in groups.iter().zip(&source.strides) {
        let mut step = *stride;
        for dim in group.iter().rev().filter(|dim| **dim < sizes.len()) {
            strides[*dim] = step;
            step = step.times(sizes[*dim], &mut at);
        }
    }
    Some(View { sizes, strides, ..*source })
}

/// Decomposes a `collapse_shape`: a group has the stride of its last dimension with more than one element.
fn collapse(module: &mut Module, op: Op, source: &View) -> Option<View> {
    let groups = groups_of(module.op(op))?;
    let (from, ty) = (module.op(op).operand_type(0), module.op(op).result_type(0));
    let has_layout = matches!(module.type_kind(from), TypeKind::MemRef(_, _, Some(_), _));
    let (mut sizes, mut strides) = (Vec::new(), Vec::new());
    let mut at = Builder::before(module, op);
    for group in groups {
        let group: Vec<usize> = group.into_iter().filter(|dim| *dim < source.sizes.len()).collect();
        let mut size = Part::Int(1);
        for dim in &group {
            size = size.times(source.sizes[*dim], &mut at);
        }
        // The stride of a dimension with one element means nothing, unless the buffer is contiguous.
        let mut stride = Part::Int(1);
        for dim in &group {
            stride = match source.sizes[*dim] {
                Part::Int(1) => stride,
                Part::Value(n) if has_layout => {
                    let (one, own, other) =
                        (at.index(1), source.strides[*dim].value(&mut at), stride.value(&mut at));
                    let is_one = at.compare("eq", n, one, Type::I1);
                    Part::Value(at.value(Arith::Select, &[is_one, other, own], Type::INDEX, &[]))
                }
                Part::Int(_) | Part::Value(_) => source.strides[*dim],
            };
        }
        sizes.push(size);
        strides.push(stride);
    }
    retyped(module, &View { sizes, strides, ..*source }, ty)
}

fn transpose(module: &Module, op: Op, source: &View) -> Option<View> {
    let map = module.attr_map(module.op(op).attr("permutation")?)?;
    let dims = map.results.iter().map(|expr| match expr {
        Expr::Dim(dim) => Some(*dim as usize).filter(|dim| *dim < source.sizes.len()),
        Expr::Symbol(_) | Expr::Constant(_) | Expr::Binary(..) => None,
    });
    let order: Vec<usize> = dims.collect::<Option<_>>()?;
    let pick = |parts: &[Part]| order.iter().map(|dim| parts[*dim]).collect();
    Some(View { sizes: pick(&source.sizes), strides: pick(&source.strides), ..*source })
}

/// Returns the static values of an attribute, or the operands of a name for dynamic ones.
fn mixed(op: OpRef<'_>, key: &str, name: &str) -> Option<Vec<Part>> {
    let AttrKind::DenseArray(_, numbers) = op.module.attr_kind(op.attr(key)?) else { return None };
    let mut dynamic = op.group(name).iter().copied();
    let part = |number: &i64| match *number {
        DYNAMIC => {
            dynamic.next().map(|value| op.module.constant_int(value).map_or(Part::Value(value), Part::Int))
        }
        number => Some(Part::Int(number)),
    };
    numbers.iter().map(part).collect()
}
