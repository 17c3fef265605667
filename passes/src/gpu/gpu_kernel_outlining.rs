//! `gpu-kernel-outlining`: moves the body of each `gpu.launch` to a separate kernel and replaces it by a
//! `gpu.launch_func`.
//!
//! The kernel is `@<function>_kernel` in a module of the same name, made unique by a number, after the function;
//! the clauses `module` and `function` of a launch override these names. Constants are copied into the kernel; all
//! other values defined outside become its operands, in the order of first use, and so do globals; those that are constant
//! or in the memory of blocks or threads are copied next to the kernel instead. Block and thread ids become
//! operations. A constant block size is recorded as `known_block_size`. Tokens, dependences, dynamic workgroup
//! memory and attributions are kept. Functions that the body calls are copied next to the kernel. Cost: linear in
//! the size of the module.

use crate::analysis::call_graph::enclosing_function;
use crate::analysis::spaces::{GLOBAL, space_of};
use crate::pass::{Changed, Pass, PassCx, PassFn};
use rustc_hash::{FxHashMap, FxHashSet};
use warpline_ir::dialect::gpu::LAUNCH_SIZES;
use warpline_ir::{
    Arith, Attr, Block, Builder, Func, Gpu, MemRef, Module, Op, OpKind, Place, Reported, Type, TypeKind,
    Value,
};

/// The `gpu-kernel-outlining` pass.
pub const PASS: Pass = Pass {
    name: "gpu-kernel-outlining",
    summary: "Moves the bodies of gpu.launch to kernels in gpu.module",
    options: &[],
    run: PassFn::MayFail(run),
};

/// The operations that replace the region arguments of a launch, three dimensions each.
const GEOMETRY: [Gpu; 4] = [Gpu::BlockId, Gpu::ThreadId, Gpu::GridDim, Gpu::BlockDim];

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let is_launch = |op: &Op| cx.module.kind(*op) == OpKind::Gpu(Gpu::Launch);
    let launches: Vec<Op> = cx.module.walk(cx.module.root()).into_iter().filter(is_launch).collect();
    let mut last = FxHashMap::default();
    report_nested(cx, &launches)?;
    for launch in &launches {
        let Some(func) = enclosing_function(cx.module, *launch) else {
            return Err(cx.error(*launch, "expected 'gpu.launch' in a function"));
        };
        let module_op = outline(cx, *launch, func, *last.get(&func).unwrap_or(&func))?;
        last.insert(func, module_op);
    }
    Ok(Changed::from(!launches.is_empty()))
}

/// Reports launches inside of launches.
fn report_nested(cx: &mut PassCx<'_>, launches: &[Op]) -> Result<(), Reported> {
    let mut reported = Ok(());
    for launch in launches {
        let mut outer = cx.module.parent_op(*launch);
        while let Some(op) = outer.filter(|op| cx.module.kind(*op) != OpKind::Gpu(Gpu::Launch)) {
            outer = cx.module.parent_op(op);
        }
        if outer.is_some() {
            reported = Err(cx.error(*launch, "a launch inside of a launch"));
        }
    }
    reported
}

/// Outlines one launch; returns its device module, which is an existing one or is inserted right after `after`.
fn outline(cx: &mut PassCx<'_>, launch: Op, func: Op, after: Op) -> Result<Op, Reported> {
    check_clusters(cx, launch)?;
    sink_constants(cx.module, launch);
    lift_globals(cx.module, launch);
    let operands = outside_values(cx.module, launch);
    let base = format!("{}_kernel", cx.module.symbol_name(func).unwrap_or("main"));
    let (module_op, module_name) = device_module(cx.module, launch, func, after, &base);
    let wanted = cx.module.op(launch).symbol("function").unwrap_or(&base).to_string();
    let kernel_name = cx.module.unique_symbol(module_op, &wanted);
    cx.remark(launch, || format!("outlined to kernel @{module_name}::@{kernel_name}"));
    let kernel = build_kernel(cx.module, launch, module_op, &kernel_name, &operands);
    move_body(cx.module, launch, kernel, &operands);
    copy_symbols(cx, kernel, module_op, cx.module.nearest_symbol_table(func))?;
    build_launch_func(cx.module, launch, &[&module_name, &kernel_name], &operands);
    let table = cx.module.nearest_symbol_table(func);
    cx.module.set_attr(table, "gpu.container_module", Attr::UNIT);
    Ok(module_op)
}

/// Reports an error for launches with clusters, whose ids have no operations.
fn check_clusters(cx: &mut PassCx<'_>, launch: Op) -> Result<(), Reported> {
    let view = cx.module.op(launch);
    if view.group("clusterSizeX").is_empty() {
        return Ok(());
    }
    let args = view.entry(0).map(|body| cx.module.args(body).to_vec()).unwrap_or_default();
    if args.iter().skip(12).take(6).all(|arg| cx.module.is_unused(*arg)) {
        return Ok(());
    }
    Err(cx.error(launch, "expected a launch that does not use cluster ids, but found a use"))
}

/// Copies each constant that the body uses from outside to its start.
fn sink_constants(module: &mut Module, launch: Op) {
    let Some(body) = module.entry(launch, 0) else { return };
    let mut place = Place::Start(body);
    for value in outside_values(module, launch) {
        let Some(op) = module.defining_op(value) else { continue };
        if module.kind(op) != OpKind::Arith(Arith::Constant) {
            continue;
        }
        let copy = module.clone_op(op, &mut FxHashMap::default());
        module.insert(copy, place);
        place = Place::After(copy);
        let new = module.result(copy, 0);
        module.replace_uses_if(value, new, |module, user| user != launch && module.is_inside(user, launch));
    }
}

/// Moves each `memref.get_global` of a variable of the host in front of the launch.
fn lift_globals(module: &mut Module, launch: Op) {
    for op in module.walk(launch) {
        if module.kind(op) != OpKind::MemRef(MemRef::GetGlobal) {
            continue;
        }
        let table = module.nearest_symbol_table(op);
        let global = module.op(op).symbol("name").and_then(|name| module.find_symbol(table, name));
        if global.is_some_and(|global| is_variable(module, global)) {
            module.move_op(op, Place::Before(launch));
        }
    }
}

/// Whether a global is one variable for all threads that is not constant.
fn is_variable(module: &Module, global: Op) -> bool {
    let ty = module.attr(global, "type").and_then(|attr| module.attr_type(attr));
    let is_shared = ty.is_none_or(|ty| space_of(module, ty) == Some(GLOBAL));
    is_shared && module.attr(global, "constant").is_none()
}

/// Returns the outside values that the body uses, in the order of first use.
fn outside_values(module: &Module, launch: Op) -> Vec<Value> {
    let ops = module.walk(launch);
    let mut inside: FxHashSet<Value> = FxHashSet::default();
    for op in &ops {
        inside.extend(module.results(*op).filter(|_| *op != launch));
        for region in module.regions_of(*op) {
            for block in module.blocks_of(region) {
                inside.extend(module.args(*block).iter().copied());
            }
        }
    }
    let mut found = Vec::new();
    let mut is_seen = FxHashSet::default();
    for op in ops.iter().skip(1) {
        for value in module.operands(*op) {
            if !inside.contains(value) && is_seen.insert(*value) {
                found.push(*value);
            }
        }
    }
    found
}

/// Returns the device module that the launch names, or a new one.
fn device_module(module: &mut Module, launch: Op, func: Op, after: Op, base: &str) -> (Op, String) {
    let table = module.nearest_symbol_table(func);
    let wanted = module.op(launch).symbol("module").map(ToString::to_string);
    if let Some(name) = &wanted
        && let Some(found) = module.find_symbol(table, name)
        && module.kind(found) == OpKind::Gpu(Gpu::Module)
    {
        return (found, name.clone());
    }
    let name = module.unique_symbol(table, wanted.as_deref().unwrap_or(base));
    let symbol = module.string_attr(&name);
    let mut at = Builder::after(module, after);
    let op = at.op_with_regions(Gpu::Module, &[], &[], &[("sym_name", symbol)], 1);
    let region = at.module.region(op, 0);
    at.module.add_block(region, &[]);
    (op, name)
}

/// Builds a kernel with an empty entry block.
fn build_kernel(module: &mut Module, launch: Op, module_op: Op, name: &str, operands: &[Value]) -> Op {
    let inputs: Vec<Type> = operands.iter().map(|value| module.type_of(*value)).collect();
    let attributions: Vec<Type> =
        attributions(module, launch).iter().map(|arg| module.type_of(*arg)).collect();
    let function_type = module.intern_type(TypeKind::Function(inputs.clone().into(), Box::new([])));
    let mut attrs = vec![
        ("sym_name", module.string_attr(name)),
        ("function_type", module.type_attr(function_type)),
        ("gpu.kernel", Attr::UNIT),
    ];
    if let Some(count) = module.op(launch).int("workgroup_attributions").filter(|count| *count != 0) {
        attrs.push(("workgroup_attributions", module.int_attr(count, Type::I64)));
    }
    if let Some(sizes) = block_size(module, launch) {
        attrs.push(("known_block_size", module.i32_array_attr(sizes)));
    }
    let body = module.entry(module_op, 0).expect("a device module has a body");
    let location = module.location(launch);
    let mut at = Builder::new(module, Place::End(body), location);
    let kernel = at.op_with_regions(Gpu::Func, &[], &[], &attrs, 1);
    let region = at.module.region(kernel, 0);
    at.module.add_block(region, &[inputs, attributions].concat());
    kernel
}

/// Copies the functions of a symbol table that a kernel calls, directly or through others, and the globals that are no
/// variables of the host, to its device module.
fn copy_symbols(cx: &mut PassCx<'_>, kernel: Op, module_op: Op, table: Op) -> Result<(), Reported> {
    let Some(body) = cx.module.entry(module_op, 0) else { return Ok(()) };
    let mut reported = Ok(());
    let mut work = vec![kernel];
    while let Some(user) = work.pop() {
        for op in cx.module.walk(user) {
            let view = cx.module.op(op);
            let name = match view.kind() {
                OpKind::Func(Func::Call) => view.symbol("callee"),
                OpKind::MemRef(MemRef::GetGlobal) => view.symbol("name"),
                _ => None,
            };
            let Some(name) = name.map(ToString::to_string) else { continue };
            if cx.module.find_symbol(module_op, &name).is_some() {
                continue;
            }
            let Some(found) = cx.module.find_symbol(table, &name) else { continue };
            let is_global = cx.module.kind(found) == OpKind::MemRef(MemRef::Global);
            if is_global && is_variable(cx.module, found) {
                let message = "a function that a kernel calls accesses a global that is not constant; pass it as an argument";
                reported = Err(cx.error(op, message));
                continue;
            }
            let copy = cx.module.clone_op(found, &mut FxHashMap::default());
            cx.module.insert(copy, if is_global { Place::Start(body) } else { Place::End(body) });
            work.push(copy);
        }
    }
    reported
}

/// Returns the arguments of a launch region for workgroup and private memory.
fn attributions(module: &Module, launch: Op) -> Vec<Value> {
    let n_ids = if module.op(launch).group("clusterSizeX").is_empty() { 12 } else { 18 };
    let args = module.entry(launch, 0).map(|body| module.args(body).to_vec()).unwrap_or_default();
    args.get(n_ids..).unwrap_or_default().to_vec()
}

fn block_size(module: &Module, launch: Op) -> Option<Vec<i64>> {
    LAUNCH_SIZES[3..].iter().map(|name| module.constant_int(module.op(launch).named(name))).collect()
}

/// Moves the body of the launch to the kernel and replaces outside values by its arguments.
fn move_body(module: &mut Module, launch: Op, kernel: Op, operands: &[Value]) {
    let (Some(from), Some(to)) = (module.entry(launch, 0), module.entry(kernel, 0)) else { return };
    let location = module.location(launch);
    let attributions = attributions(module, launch);
    let kernel_args = module.args(to).to_vec();
    for (index, arg) in module.args(from).to_vec().into_iter().take(12).enumerate() {
        if !module.is_unused(arg) {
            let mut at = Builder::new(module, Place::End(to), location);
            let id = build_geometry(&mut at, GEOMETRY[index / 3], index % 3);
            module.replace_all_uses(arg, id);
        }
    }
    for (old, new) in attributions.iter().zip(&kernel_args[operands.len()..]) {
        module.replace_all_uses(*old, *new);
    }
    for (old, new) in operands.iter().zip(&kernel_args) {
        module.replace_uses_if(*old, *new, |module, user| user != launch && module.is_inside(user, launch));
    }
    module.move_block_ops(from, Place::End(to));
    let (old_region, new_region) = (module.region(launch, 0), module.region(kernel, 0));
    module.move_blocks(old_region, new_region);
    module.erase_block(from);
    for block in module.blocks_of(new_region).to_vec() {
        end_with_return(module, block);
    }
}

fn build_geometry(at: &mut Builder<'_>, kind: Gpu, dimension: usize) -> Value {
    let axis = warpline_ir::dialect::gpu::DIMENSIONS[dimension];
    let attr = at.module.keyword_attr(kind, "dimension", axis);
    at.value(kind, &[], Type::INDEX, &[("dimension", attr)])
}

fn end_with_return(module: &mut Module, block: Block) {
    let Some(end) = module.last_op(block) else { return };
    if module.kind(end) == OpKind::Gpu(Gpu::Terminator) {
        Builder::before(module, end).op(Gpu::Return, &[], &[], &[]);
        module.erase(end);
    }
}

/// Replaces the launch by a `gpu.launch_func` of the kernel.
fn build_launch_func(module: &mut Module, launch: Op, kernel: &[&str], operands: &[Value]) {
    let view = module.op(launch);
    let sizes: Vec<i64> = (0..11).map(|slot| view.group_range(slot).len() as i64).collect();
    let types: Vec<Type> = view.results().map(|result| module.type_of(result)).collect();
    let stream = view.group("asyncObject");
    let before_stream = &view.operands()[..view.operands().len() - stream.len()];
    let all = [before_stream, operands, stream].concat();
    let segments = [&sizes[..], &[operands.len() as i64, stream.len() as i64]].concat();
    let segments = module.i32_array_attr(segments);
    let symbol = module.symbol_attr(kernel);
    let mut at = Builder::before(module, launch);
    let attrs = [("kernel", symbol), ("operandSegmentSizes", segments)];
    let new = at.op(Gpu::LaunchFunc, &all, &types, &attrs);
    let results: Vec<Value> = module.results(new).collect();
    module.replace_op(launch, &results);
}
