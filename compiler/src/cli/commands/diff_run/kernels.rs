//! Finds the first kernel after which a buffer differs: copies each buffer after each step of the program and
//! returns all copies, so that one run on each target suffices.
//!
//! A step is a top-level operation of the function that works on buffers: a launch, a loop, a call, a copy. The
//! inserted copies wait for the steps between which they are placed. A difference caused by the order or the
//! fusion of steps can therefore disappear, which is then reported.

use warpline_ir::source::LineTable;
use warpline_ir::{Attr, AttrKind, Builder, Gpu, MemRef, Module, Op, OpKind, Place, Type, TypeKind, Value};

use super::Plan;
use crate::driver::execute::Interface;
use crate::driver::session::Session;
use crate::driver::values::ArrayType;
use crate::driver::views::name_of;
use crate::values::compare_devices;

/// A copy of a buffer after a step, in the order of the added results.
struct Snapshot {
    step: Op,
    buffer: Value,
}

/// Names the first step after which the targets differ.
pub(super) fn bisect(session: &mut Session, plan: &Plan<'_>, module: &Module, (first, other): (&str, &str)) {
    let Ok(interface) = Interface::find(module, plan.args.entry.as_deref()) else { return };
    let mut watched = module.clone();
    let Some(snapshots) = watch(&mut watched, interface.entry) else {
        session.print("kernel: not looked for, since the function has several blocks");
        return;
    };
    let (Some(reference), Some(found)) = (plan.try_run(&watched, first), plan.try_run(&watched, other))
    else {
        session.print("kernel: not found, since the program does not run with copies of its buffers");
        return;
    };
    let n_own = interface.results.len();
    let pairs = found.results.iter().zip(&reference.results).skip(n_own);
    let mut compared = pairs
        .zip(&snapshots)
        .map(|((a, b), snapshot)| (compare_devices(a, b, plan.args.tolerance.tolerance()), snapshot));
    match compared.find_map(|(ended, snapshot)| Some((ended.err()?, snapshot))) {
        Some((mismatch, Snapshot { step, buffer })) => {
            let text = &plan.source.text;
            let buffer = name_of(module, text, *buffer).map_or(String::new(), |name| format!(" %{name}"));
            session.print(format!("kernel: the first is {}", describe(plan, module, *step)));
            session.print(format!("  after it, in the buffer{buffer}: {mismatch}"));
        }
        None => session.print(
            "kernel: none, the buffers are the same where each step waits for the one before; so order or fusion is to blame",
        ),
    }
}

/// Returns the name of an operation, its kernel if it is a launch, and its source location.
fn describe(plan: &Plan<'_>, module: &Module, step: Op) -> String {
    let attr = module.attr(step, "kernel").or_else(|| module.attr(step, "callee"));
    let path = attr.and_then(|attr| module.attr_symbol(attr)).unwrap_or_default();
    let names: Vec<String> = path.iter().map(|name| format!("@{}", module.text(*name))).collect();
    let named = if names.is_empty() { String::new() } else { format!(" {}", names.join("::")) };
    let text = &plan.source.text;
    let (line, column) = LineTable::new(text).line_column(text, module.span(module.location(step)).start);
    format!("{}{named} at {}:{line}:{column}", module.op_name(step), plan.source.name)
}

/// Adds the copies to a function. Returns `None` if it has several blocks.
fn watch(module: &mut Module, func: Op) -> Option<Vec<Snapshot>> {
    let [block] = module.blocks_of(module.region(func, 0)) else { return None };
    let block = *block;
    let (mut snapshots, mut copies) = (Vec::new(), Vec::new());
    for step in module.ops_in(block) {
        let buffers = buffers_of(module, step, func);
        let mut after = Place::After(step);
        for (number, buffer) in buffers.into_iter().enumerate() {
            let mut builder = Builder::new(module, after, warpline_ir::Location::UNKNOWN);
            if number == 0 {
                wait(&mut builder, step);
            }
            copies.push(copy(&mut builder, buffer)?);
            after = builder.place;
            snapshots.push(Snapshot { step, buffer });
        }
    }
    give_back(module, func, module.last_op(block)?, &copies)?;
    Some(snapshots)
}

/// Returns the buffers defined outside of a step that it works on; none for an operation that only allocates,
/// frees or aliases buffers.
fn buffers_of(module: &Module, step: Op, func: Op) -> Vec<Value> {
    let is_buffer = |value: Value| {
        module.is_memref(module.type_of(value))
            && ArrayType::of(module, module.type_of(value)).is_some_and(|ty| ty.is_plain())
    };
    let makes_buffer = module.results(step).any(|result| module.is_memref(module.type_of(result)));
    let ends = [OpKind::MemRef(MemRef::Dealloc), OpKind::Gpu(Gpu::Dealloc)].contains(&module.kind(step));
    let is_end = module.next_op(step).is_none();
    let reads_size = module.kind(step) == OpKind::MemRef(MemRef::Dim);
    let mut found: Vec<Value> = Vec::new();
    if makes_buffer || ends || is_end || reads_size {
        return found;
    }
    for op in module.walk(step) {
        let outer = module.operands(op).iter().copied().filter(|value| {
            is_buffer(*value) && !module.is_made_inside(*value, step) && module.is_made_inside(*value, func)
        });
        for value in outer {
            if !found.contains(&value) {
                found.push(value);
            }
        }
    }
    found
}

/// Inserts a wait for a step that returns a token.
fn wait(builder: &mut Builder<'_>, step: Op) {
    let module = &builder.module;
    let token = module.results(step).last().filter(|token| module.type_of(*token) == Type::TOKEN);
    if let Some(token) = token {
        builder.op(Gpu::Wait, &[token], &[], &[]);
    }
}

/// Allocates a buffer with the content of another one.
fn copy(builder: &mut Builder<'_>, buffer: Value) -> Option<Value> {
    let ty = builder.module.type_of(buffer);
    let TypeKind::MemRef(shape, element, ..) = builder.module.type_kind(ty).clone() else { return None };
    let mut sizes = Vec::new();
    for (dimension, _) in shape.iter().enumerate().filter(|(_, size)| **size == warpline_ir::DYNAMIC) {
        let index = builder.index(dimension as i64);
        sizes.push(builder.value(MemRef::Dim, &[buffer, index], Type::INDEX, &[]));
    }
    let plain = builder.module.intern_type(TypeKind::MemRef(shape, element, None, None));
    let segments = builder.module.i32_array_attr([sizes.len() as i64, 0]);
    let new = builder.value(MemRef::Alloc, &sizes, plain, &[("operandSegmentSizes", segments)]);
    builder.op(MemRef::Copy, &[buffer, new], &[], &[]);
    Some(new)
}

/// Adds results to a function.
fn give_back(module: &mut Module, func: Op, end: Op, more: &[Value]) -> Option<()> {
    let mut operands = module.operands(end).to_vec();
    operands.extend(more);
    module.set_operands(end, &operands);
    let ty = module.attr_type(module.attr(func, "function_type")?)?;
    let (inputs, results) = module.function_type(ty)?;
    let inputs = inputs.to_vec();
    let mut results = results.to_vec();
    results.extend(more.iter().map(|value| module.type_of(*value)));
    if let Some(AttrKind::Array(items)) =
        module.attr(func, "res_attrs").map(|attr| module.attr_kind(attr).clone())
    {
        let empty: Attr = module.intern_attr(AttrKind::Dict(Box::new([])));
        let items: Vec<Attr> = items.iter().copied().chain(more.iter().map(|_| empty)).collect();
        let items = module.array_attr(&items);
        module.set_attr(func, "res_attrs", items);
    }
    let ty = module.intern_type(TypeKind::Function(inputs.into(), results.into()));
    let ty = module.type_attr(ty);
    module.set_attr(func, "function_type", ty);
    Some(())
}
