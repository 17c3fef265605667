//! Operations on whole buffers and views, and the conversion of buffers from and to the caller.

use super::code::{BufferType, Cell, Element, Global, Reg, Row, Subview};
use super::fault::Result;
use super::memory::{Memory, Owner, View};
use super::scalars::{elementwise, numbers};
use super::{Argument, HostBuffer, RunResult};
use std::ops::Range;
use std::rc::Rc;
use warpline_ir::attrs::DenseData;
use warpline_ir::scalar::ScalarOp;
use warpline_ir::scalar::float::FloatBinary;
use warpline_ir::scalar::int::IntBinary;
use warpline_ir::types::identity_strides;
use warpline_ir::{DYNAMIC, Module, Op, Type};

/// Converts the arguments of the entry to cells; buffers move into the memory of the run.
pub(super) fn bind_arguments(
    module: &Module,
    memory: &mut Memory,
    inputs: &[Type],
    args: Vec<Argument>,
) -> Result<Vec<Cell>> {
    if inputs.len() != args.len() {
        return Err(format!("expected {} arguments, but found {}", inputs.len(), args.len()).into());
    }
    let bound = inputs.iter().zip(args).enumerate().map(|(number, (ty, arg))| {
        bind(module, memory, *ty, arg).map_err(|fault| fault.before(&format!("argument {number}: ")))
    });
    bound.collect()
}

fn bind(module: &Module, memory: &mut Memory, ty: Type, arg: Argument) -> Result<Cell> {
    match arg {
        Argument::Scalar(bits, found) if found == ty => {
            let width = module.bit_width(ty).ok_or("expected a scalar type")?;
            Ok(Cell::Bits(warpline_ir::scalar::zero_extend(bits, width)))
        }
        Argument::Scalar(..) => Err("the type of the scalar differs from the parameter's".into()),
        Argument::Buffer(buffer) => {
            let element = Element::of(module, buffer.element).ok_or("expected a buffer of scalars")?;
            let wanted = BufferType::of(module, ty);
            if module.element_type(ty) != buffer.element {
                return Err("the element type of the buffer differs from the parameter's".into());
            }
            let n_elements =
                buffer.shape.iter().try_fold(1usize, |n, size| n.checked_mul(usize::try_from(*size).ok()?));
            if n_elements.and_then(|n| n.checked_mul(element.bytes)) != Some(buffer.bytes.len()) {
                return Err("the bytes of the buffer do not fit its shape".into());
            }
            let view = memory.adopt(buffer.bytes, &buffer.shape, element)?;
            check_cast(&view, wanted.as_ref())?;
            Ok(Cell::View(Rc::new(view)))
        }
    }
}

/// Converts a value of this type that the entry returned.
pub(super) fn outcome(memory: &Memory, value: &Cell, ty: Type) -> Result<RunResult> {
    match value {
        Cell::Bits(bits) => Ok(RunResult::Scalar(*bits, ty)),
        Cell::View(view) => Ok(RunResult::Buffer(read_buffer(memory, view)?)),
        Cell::Poison(poison) => Err(poison.fault()),
        Cell::Row(_) | Cell::Empty | Cell::Function(_) | Cell::Object(_) => {
            Err("a result of this type cannot be handed out".into())
        }
    }
}

/// Returns the contents of a view, row-major; zeros where nothing was written.
pub(super) fn read_buffer(memory: &Memory, view: &View) -> Result<HostBuffer> {
    if memory.is_freed(view) {
        return Err("a result was already freed".into());
    }
    memory.check_room(view.n_elements(), view.element.bytes)?;
    let (mut bytes, mut unwritten) = (Vec::new(), Vec::new());
    for number in view.elements() {
        match memory.peek(view, number)? {
            None => {
                let number = (bytes.len() / view.element.bytes) as u64;
                match unwritten.last_mut() {
                    Some(Range { end, .. }) if *end == number => *end += 1,
                    _ => unwritten.push(number..number + 1),
                }
                bytes.resize(bytes.len() + view.element.bytes, 0);
            }
            Some(Cell::Row(row)) => {
                for bits in &row.bits {
                    bytes.extend_from_slice(&bits.to_le_bytes()[..view.element.part_bytes()]);
                }
            }
            Some(Cell::Bits(bits)) => bytes.extend_from_slice(&bits.to_le_bytes()[..view.element.bytes]),
            Some(_) => return Err("an element of a kind that memory cannot hold".into()),
        }
    }
    Ok(HostBuffer { shape: view.sizes.to_vec(), element: view.element.ty, bytes, unwritten })
}

/// Allocates the buffer of a global with its initial contents.
pub(super) fn make_global(memory: &mut Memory, global: &Global) -> Result<View> {
    let view = memory.allocate(&global.ty, &[], Owner::Local, None)?;
    let (mut numbers, parts) = (view.elements(), view.element.parts);
    // The contents have one number for an integer of any width.
    let wide = global.ty.wide;
    let parts = if wide.is_some() { 1 } else { parts };
    let n_parts = view.n_elements() as usize * parts;
    let pack = |bits: &[u64]| match (bits, wide) {
        ([bits], Some(width)) => {
            let bits = i128::from(bits.cast_signed()).cast_unsigned();
            Cell::of_wide(warpline_ir::scalar::wide::zero_extend(bits, width))
        }
        ([bits], None) => Cell::Bits(*bits),
        _ => Cell::Row(Rc::new(Row::new(bits.into()))),
    };
    match &global.content {
        None => {}
        Some(DenseData::Splat(bits)) => {
            let value = pack(&vec![*bits; parts]);
            numbers.try_for_each(|number| memory.poke(&view, number, &value))?;
        }
        Some(DenseData::Elements(all)) if all.len() == n_parts => {
            for (number, bits) in numbers.zip(all.chunks(parts.max(1))) {
                memory.poke(&view, number, &pack(bits))?;
            }
        }
        // A pair of complex numbers' parts is a splat.
        Some(DenseData::Elements(pair)) if parts == 2 && pair.len() == 2 => {
            let value = pack(pair);
            numbers.try_for_each(|number| memory.poke(&view, number, &value))?;
        }
        Some(DenseData::Elements(_)) => return Err("the content of the global does not fit its shape".into()),
    }
    if global.is_constant {
        memory.seal(&view);
    }
    Ok(view)
}

/// Returns the size of a dimension.
pub(super) fn dim(view: &View, index: u64) -> Result<i64> {
    let size = usize::try_from(index).ok().and_then(|index| view.sizes.get(index)).copied();
    size.ok_or_else(|| {
        format!("dimension {} of a buffer of rank {}", index.cast_signed(), view.sizes.len()).into()
    })
}

/// Copies all elements; those that were never written stay unwritten.
pub(super) fn copy(memory: &mut Memory, from: &View, to: &View, op: Op) -> Result<()> {
    if from.sizes != to.sizes {
        return Err(format!("expected equal shapes, but found {:?} and {:?}", from.sizes, to.sizes).into());
    }
    let (pairs, deadline) = (from.elements().zip(to.elements()), memory.deadline);
    if from.buffer != to.buffer {
        return deadline.for_each(pairs, |(source, target)| match written(memory, from, source, op)? {
            Some(value) => memory.store(to, target, &value, op),
            None => Ok(()),
        });
    }
    // The parts may overlap: all are read before the first is written.
    memory.check_room(from.n_elements(), size_of::<Option<Cell>>())?;
    let mut values = Vec::new();
    deadline.for_each(from.elements(), |number| {
        values.push(written(memory, from, number, op)?);
        Ok(())
    })?;
    deadline.for_each(pairs.zip(values), |((_, target), value)| match value {
        Some(value) => memory.store(to, target, &value, op),
        None => Ok(()),
    })
}

/// Returns the element with a linear index, if it was written.
fn written(memory: &mut Memory, view: &View, number: u64, op: Op) -> Result<Option<Cell>> {
    match memory.peek(view, number)? {
        None => Ok(None),
        Some(_) => memory.load(view, number, op).map(Some),
    }
}

/// Sets every element.
pub(super) fn fill(memory: &mut Memory, view: &View, value: &Cell, op: Op) -> Result<()> {
    memory.deadline.for_each(view.elements(), |number| memory.store(view, number, value, op))
}

/// Returns a row-major view of elements of another type from a byte on.
pub(super) fn retype(source: &View, shift: i64, sizes: Vec<i64>, element: Element) -> Result<View> {
    let first =
        source.offset.checked_mul(source.element.bytes as i64).and_then(|first| first.checked_add(shift));
    let first =
        first.and_then(|first| u64::try_from(first).ok()).and_then(|first| first.checked_add(source.base));
    let base = first.ok_or("the view begins before its buffer")?;
    let strides = identity_strides(&sizes).into();
    Ok(View { base, offset: 0, sizes: sizes.into(), strides, element, ..source.clone() })
}

/// Returns a view of the elements of a row-major view in another shape.
pub(super) fn reshape(source: &View, sizes: Vec<i64>) -> Result<View> {
    let strides: Box<[i64]> = identity_strides(&sizes).into();
    let made = View { sizes: sizes.into(), strides, ..source.clone() };
    if made.sizes.iter().any(|size| *size < 0) || made.n_elements() != source.n_elements() {
        return Err(
            format!("shape {:?} does not have as many elements as {:?}", made.sizes, source.sizes).into()
        );
    }
    Ok(made)
}

/// Returns a view with permuted dimensions.
pub(super) fn transpose(source: &View, order: &[usize]) -> Result<View> {
    let pick = |all: &[i64]| order.iter().map(|dim| all.get(*dim).copied()).collect::<Option<Box<[i64]>>>();
    let (sizes, strides) = (pick(&source.sizes), pick(&source.strides));
    let (sizes, strides) = sizes.zip(strides).ok_or("the order does not fit the rank of the buffer")?;
    Ok(View { sizes, strides, ..source.clone() })
}

/// Returns a view with each dimension expanded into a group of dimensions; `groups` are the lengths of
/// groups. At most one size of a group is dynamic.
pub(super) fn expand(source: &View, groups: &[usize], sizes: &[i64]) -> Result<View> {
    let (mut all_sizes, mut all_strides) = (Vec::new(), Vec::new());
    let mut rest = sizes;
    for (dim, len) in groups.iter().enumerate() {
        let (group, others) = rest.split_at((*len).min(rest.len()));
        rest = others;
        let (Some(whole), Some(stride)) = (source.sizes.get(dim), source.strides.get(dim)) else {
            return Err("more groups than dimensions".into());
        };
        if group.iter().fold(1i64, |n, size| n.saturating_mul(*size)) != *whole {
            return Err(format!("sizes {group:?} do not multiply to dimension {dim} of size {whole}").into());
        }
        all_strides.extend(identity_strides(group).iter().map(|inner| inner * stride));
        all_sizes.extend(group);
    }
    if let (Some(size), true) = (rest.iter().find(|size| **size != 1), groups.is_empty()) {
        return Err(format!("expected sizes of 1, but found {size}").into());
    }
    all_sizes.extend(rest);
    all_strides.extend(rest.iter().map(|_| 1));
    Ok(View { sizes: all_sizes.into(), strides: all_strides.into(), ..source.clone() })
}

/// Returns a view with each group of dimensions collapsed, which must be possible with one stride.
pub(super) fn collapse(source: &View, groups: &[usize]) -> Result<View> {
    let (mut sizes, mut strides) = (Vec::new(), Vec::new());
    let mut dims = source.sizes.iter().zip(&source.strides);
    for len in groups {
        let group: Vec<(i64, i64)> =
            dims.by_ref().take(*len).map(|(size, stride)| (*size, *stride)).collect();
        let size = group.iter().fold(1i64, |n, (size, _)| n.saturating_mul(*size));
        let wide: Vec<(i64, i64)> = group.iter().copied().filter(|(size, _)| *size != 1).collect();
        let is_flat = wide.windows(2).all(|pair| pair[0].1 == pair[1].0 * pair[1].1);
        if !is_flat && size != 0 {
            return Err("the collapsed dimensions do not follow each other in memory".into());
        }
        sizes.push(size);
        strides.push(wide.last().or(group.last()).map_or(1, |(_, stride)| *stride));
    }
    Ok(View { sizes: sizes.into(), strides: strides.into(), ..source.clone() })
}

/// Checks that a view has the static sizes and layout of a type; `None` is an unranked type.
pub(super) fn check_cast(view: &View, to: Option<&BufferType>) -> Result<()> {
    let Some(to) = to else { return Ok(()) };
    let fits = |found: &[i64], wanted: &[i64]| {
        found.len() == wanted.len()
            && found.iter().zip(wanted).all(|(found, wanted)| *wanted == DYNAMIC || found == wanted)
    };
    if !fits(&view.sizes, &to.sizes) {
        return Err(format!("a buffer of shape {:?} does not fit the type", view.sizes).into());
    }
    if !fits(&view.strides, &to.strides) || !fits(&[view.offset], &[to.offset]) {
        return Err(
            format!("strides {:?} and offset {} do not fit the type", view.strides, view.offset).into()
        );
    }
    Ok(())
}

/// Returns a part of a view, which must be inside of it.
pub(super) fn subview(part: &Subview, regs: &[Cell]) -> Result<View> {
    let source = super::machine::view(regs, part.source)?;
    let all = [&part.offsets, &part.sizes, &part.strides].map(|all| numbers(all, regs));
    let [offsets, sizes, steps] = all;
    let (offsets, sizes, steps) = (offsets?, sizes?, steps?);
    let mut result = View { sizes: Box::default(), strides: Box::default(), ..View::clone(source) };
    let (mut kept_sizes, mut kept_strides) = (Vec::new(), Vec::new());
    for (dim, whole) in source.sizes.iter().enumerate() {
        let [Some(offset), Some(size), Some(step)] =
            [&offsets, &sizes, &steps].map(|all| all.get(dim).copied())
        else {
            return Err("the subview has fewer dimensions than its source".into());
        };
        if !is_part(*whole, offset, size, step) {
            return Err(format!(
                "{size} elements from {offset} in steps of {step} are outside of dimension {dim} of size {whole}"
            )
            .into());
        }
        result.offset = result.offset.saturating_add(offset.saturating_mul(source.strides[dim]));
        if part.kept.get(dim).copied().unwrap_or(true) {
            kept_sizes.push(size);
            kept_strides.push(step.saturating_mul(source.strides[dim]));
        }
    }
    result.sizes = kept_sizes.into();
    result.strides = kept_strides.into();
    Ok(result)
}

/// Whether these elements of a dimension exist.
fn is_part(whole: i64, offset: i64, size: i64, step: i64) -> bool {
    let last = (size.max(1) - 1).checked_mul(step).and_then(|reach| reach.checked_add(offset));
    let inside = |at: i64| (0..=whole).contains(&at) && (size == 0 || at < whole);
    0 <= size && inside(offset) && last.is_some_and(inside)
}

/// Returns the operation of an atomic kind on elements of a type; `None` for `assign`.
pub(super) fn combiner(module: &Module, kind: usize, ty: Type) -> Result<Option<ScalarOp>> {
    let ty = module.element_type(ty);
    let width = module.bit_width(ty).filter(|width| *width <= 64);
    let width = width.ok_or("expected a scalar type of up to 64 bits")?;
    let int = |op| Ok(Some(ScalarOp::Int(op, width)));
    let float = |op| {
        let format = module.float_kind(ty).ok_or("expected a float type")?;
        Ok(Some(ScalarOp::Float(op, format)))
    };
    // The numbers are those of `warpline_ir::dialect::memref::ATOMIC_KINDS`.
    match kind {
        0 => float(FloatBinary::Add),
        1 => int(IntBinary::Add),
        2 => int(IntBinary::And),
        3 => Ok(None),
        4 => float(FloatBinary::Maximum),
        5 => float(FloatBinary::MaxNum),
        6 => int(IntBinary::MaxS),
        7 => int(IntBinary::MaxU),
        8 => float(FloatBinary::Minimum),
        9 => float(FloatBinary::MinNum),
        10 => int(IntBinary::MinS),
        11 => int(IntBinary::MinU),
        12 => float(FloatBinary::Mul),
        13 => int(IntBinary::Mul),
        14 => int(IntBinary::Or),
        15 => int(IntBinary::Xor),
        _ => Err(format!("no atomic update has number {kind}").into()),
    }
}

/// Combines the old value and a new one.
pub(super) fn combine(module: &Module, kind: usize, ty: Type, old: &Cell, value: &Cell) -> Result<Cell> {
    match combiner(module, kind, ty)? {
        None => Ok(value.clone()),
        Some(op) => elementwise(op, &[old.clone(), value.clone()], |operands| Ok(Ok(op.apply(operands)?))),
    }
}

/// Returns the neutral element of a combination.
pub(super) fn neutral(module: &Module, kind: usize, ty: Type) -> Result<u64> {
    let Some(width) = module.bit_width(ty) else { return Err("expected a scalar type".into()) };
    let all = warpline_ir::scalar::zero_extend(u64::MAX, width);
    let float = |value: f64| match module.float_kind(ty) {
        Some(format) => Ok(warpline_ir::scalar::float::narrow(format, value)),
        None => Err("expected a float type".into()),
    };
    match combiner(module, kind, ty)? {
        None => Err("`assign` has no neutral value".into()),
        Some(ScalarOp::Int(op, _)) => match op {
            IntBinary::Mul => Ok(1),
            IntBinary::And | IntBinary::MinU => Ok(all),
            IntBinary::MinS => Ok(all >> 1),
            IntBinary::MaxS => Ok(all ^ all >> 1),
            _ => Ok(0),
        },
        Some(ScalarOp::Float(op, _)) => match op {
            FloatBinary::Mul => float(1.0),
            FloatBinary::Maximum => float(f64::NEG_INFINITY),
            FloatBinary::Minimum => float(f64::INFINITY),
            FloatBinary::MaxNum | FloatBinary::MinNum => float(f64::NAN),
            _ => float(-0.0),
        },
        Some(_) => Err("no neutral value".into()),
    }
}

/// Returns the pairs of two lists of registers of equal length.
pub(super) fn moves(from: &[Reg], to: &[Reg]) -> Box<[(Reg, Reg)]> {
    from.iter().copied().zip(to.iter().copied()).collect()
}
