//! What operations on whole buffers and views mean, and how buffers come in and go out.

use super::code::{BufferType, Cell, Element, Global, Number, Reg, Subview};
use super::machine::bits;
use super::memory::{Memory, Result, View};
use super::{Argument, HostBuffer, Outcome};
use std::rc::Rc;
use warpline_ir::attrs::DenseData;
use warpline_ir::scalar::ScalarOp;
use warpline_ir::scalar::float::FloatBinary;
use warpline_ir::scalar::int::IntBinary;
use warpline_ir::{DYNAMIC, Module, Type};

/// The arguments of the entry as cells; buffers move into the memory of the run.
pub(super) fn bind_arguments(
    module: &Module,
    memory: &mut Memory,
    inputs: &[Type],
    args: Vec<Argument>,
) -> Result<Vec<Cell>> {
    if inputs.len() != args.len() {
        return Err(format!("expected {} arguments, but found {}", inputs.len(), args.len()));
    }
    let bound = inputs.iter().zip(args).enumerate().map(|(number, (ty, arg))| {
        bind(module, memory, *ty, arg).map_err(|reason| format!("argument {number}: {reason}"))
    });
    bound.collect()
}

fn bind(module: &Module, memory: &mut Memory, ty: Type, arg: Argument) -> Result<Cell> {
    match arg {
        Argument::Scalar(bits, found) if found == ty => {
            let width = module.bit_width(ty).ok_or("expected a scalar type")?;
            Ok(Cell::Bits(warpline_ir::scalar::zero_extend(bits, width)))
        }
        Argument::Scalar(..) => Err("the scalar is of another type than the function takes".into()),
        Argument::Buffer(buffer) => {
            let element = Element::of(module, buffer.element).ok_or("expected a buffer of scalars")?;
            let wanted = BufferType::of(module, ty);
            if module.element_type(ty) != buffer.element {
                return Err("the buffer has another element type than the function takes".into());
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

/// A value that the entry returned, of this type.
pub(super) fn outcome(memory: &Memory, value: &Cell, ty: Type) -> Result<Outcome> {
    match value {
        Cell::Bits(bits) => Ok(Outcome::Scalar(*bits, ty)),
        Cell::View(view) => Ok(Outcome::Buffer(read_buffer(memory, view)?)),
        Cell::Row(_) | Cell::Empty => Err("a result of this type cannot be handed out".into()),
    }
}

/// The content of a view, row-major; zeros where nothing was written.
pub(super) fn read_buffer(memory: &Memory, view: &View) -> Result<HostBuffer> {
    if memory.is_freed(view) {
        return Err("a result was already freed".into());
    }
    let mut bytes = Vec::new();
    for number in view.elements() {
        let bits = memory.peek(view, number)?.unwrap_or(0);
        bytes.extend_from_slice(&bits.to_le_bytes()[..view.element.bytes]);
    }
    Ok(HostBuffer { shape: view.sizes.to_vec(), element: view.element.ty, bytes })
}

/// The buffer of a global with its first content.
pub(super) fn make_global(memory: &mut Memory, global: &Global) -> Result<View> {
    let view = memory.allocate(&global.ty, &[], false)?;
    let numbers = view.elements();
    match &global.content {
        None => {}
        Some(DenseData::Splat(bits)) => {
            for number in numbers {
                memory.store(&view, number, *bits)?;
            }
        }
        Some(DenseData::Elements(all)) if all.len() == numbers.len() => {
            for (number, bits) in numbers.into_iter().zip(all) {
                memory.store(&view, number, *bits)?;
            }
        }
        Some(DenseData::Elements(_)) => return Err("the content of the global does not fit its shape".into()),
    }
    memory.seal(&view, global.is_constant);
    Ok(view)
}

/// The size of a dimension.
pub(super) fn dim(view: &View, index: u64) -> Result<i64> {
    let size = usize::try_from(index).ok().and_then(|index| view.sizes.get(index)).copied();
    size.ok_or_else(|| format!("dimension {} of a buffer of rank {}", index.cast_signed(), view.sizes.len()))
}

/// Copies all elements; those that were never written stay so.
pub(super) fn copy(memory: &mut Memory, from: &View, to: &View) -> Result<()> {
    if from.sizes != to.sizes {
        return Err(format!("expected equal shapes, but found {:?} and {:?}", from.sizes, to.sizes));
    }
    // All are read before the first is written: the buffers may overlap.
    let numbers = from.elements().into_iter();
    let values = numbers.map(|number| memory.peek(from, number)).collect::<Result<Vec<_>>>()?;
    for (number, value) in to.elements().into_iter().zip(values) {
        if let Some(bits) = value {
            memory.store(to, number, bits)?;
        }
    }
    Ok(())
}

/// Sets every element.
pub(super) fn fill(memory: &mut Memory, view: &View, value: u64) -> Result<()> {
    view.elements().into_iter().try_for_each(|number| memory.store(view, number, value))
}

/// Whether a view has the sizes and layout that a type knows; `None` is an unranked type.
pub(super) fn check_cast(view: &View, to: Option<&BufferType>) -> Result<()> {
    let Some(to) = to else { return Ok(()) };
    let fits = |found: &[i64], wanted: &[i64]| {
        found.len() == wanted.len()
            && found.iter().zip(wanted).all(|(found, wanted)| *wanted == DYNAMIC || found == wanted)
    };
    if !fits(&view.sizes, &to.sizes) {
        return Err(format!("a buffer of shape {:?} does not fit the type", view.sizes));
    }
    if !fits(&view.strides, &to.strides) || !fits(&[view.offset], &[to.offset]) {
        return Err(format!("strides {:?} and offset {} do not fit the type", view.strides, view.offset));
    }
    Ok(())
}

/// A part of a view, which must lie inside of it.
pub(super) fn subview(part: &Subview, regs: &[Cell]) -> Result<View> {
    let source = super::machine::view(regs, part.source)?;
    let numbers = |all: &[Number]| all.iter().map(|number| read(number, regs)).collect::<Result<Vec<_>>>();
    let (offsets, sizes, steps) = (numbers(&part.offsets)?, numbers(&part.sizes)?, numbers(&part.strides)?);
    let mut result = View { sizes: Box::default(), strides: Box::default(), ..source.clone() };
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
            ));
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
    let last = (size - 1).max(0).checked_mul(step).and_then(|reach| reach.checked_add(offset));
    let inside = |at: i64| (0..=whole).contains(&at) && (size == 0 || at < whole);
    0 <= size && inside(offset) && last.is_some_and(inside)
}

fn read(number: &Number, regs: &[Cell]) -> Result<i64> {
    match number {
        Number::Static(value) => Ok(*value),
        Number::Dynamic(reg) => bits(regs, *reg).map(u64::cast_signed),
    }
}

/// The operation of a kind of atomic update on elements of a type; `None` for `assign`.
fn combiner(module: &Module, kind: usize, ty: Type) -> Result<Option<ScalarOp>> {
    let width = module.bit_width(ty).ok_or("expected a scalar type")?;
    let int = |op| Ok(Some(ScalarOp::Int(op, width)));
    let float = |op| {
        let format = module.float_kind(ty).ok_or("expected a float type")?;
        Ok(Some(ScalarOp::Float(op, format)))
    };
    // The numbers are those of `warpline_ir::dialect::memref::ATOMIC_KINDS`.
    match kind {
        0 => float(FloatBinary::Add),
        1 => int(IntBinary::Add),
        2 => Ok(None),
        3 => float(FloatBinary::Maximum),
        4 => int(IntBinary::MaxS),
        5 => int(IntBinary::MaxU),
        6 => float(FloatBinary::Minimum),
        7 => int(IntBinary::MinS),
        8 => int(IntBinary::MinU),
        9 => float(FloatBinary::Mul),
        10 => int(IntBinary::Mul),
        11 => int(IntBinary::Or),
        12 => int(IntBinary::And),
        13 => float(FloatBinary::MaxNum),
        14 => float(FloatBinary::MinNum),
        15 => int(IntBinary::Xor),
        _ => Err(format!("no atomic update has number {kind}")),
    }
}

/// The old value and a new one combined.
pub(super) fn combine(module: &Module, kind: usize, ty: Type, old: u64, value: u64) -> Result<u64> {
    match combiner(module, kind, ty)? {
        None => Ok(value),
        Some(op) => op.apply(&[old, value]).map_err(|reason| reason.to_string()),
    }
}

/// The value that a combination starts from.
pub(super) fn neutral(module: &Module, kind: usize, ty: Type) -> Result<u64> {
    let Some(width) = module.bit_width(ty) else { return Err("expected a scalar type".into()) };
    let all = warpline_ir::scalar::zero_extend(u64::MAX, width);
    let float = |value: f64| match module.float_kind(ty) {
        Some(format) => Ok(warpline_ir::scalar::float::narrow(format, value)),
        None => Err("expected a float type".to_string()),
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

/// The registers of a list in a list of pairs; both have one length.
pub(super) fn moves(from: &[Reg], to: &[Reg]) -> Box<[(Reg, Reg)]> {
    from.iter().copied().zip(to.iter().copied()).collect()
}
