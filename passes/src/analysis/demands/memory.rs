//! The underlying buffer of a view: the allocation, all of whose elements may be accessed.

use super::symbols::Given;
use super::{Demand, indices};
use crate::analysis::{alias, call_graph};
use rustc_hash::FxHashSet;
use warpline_ir::dialect::func::function_type_of;
use warpline_ir::dialect::gpu::Launch;
use warpline_ir::{Def, Func, Gpu, MemRef, Module, Op, OpKind, TypeKind, Value};

/// Returns the functions with callers, for which the memory of the arguments is unknown.
pub(crate) fn called_functions(module: &Module) -> FxHashSet<Op> {
    let all = module.walk(module.root()).into_iter();
    let callee = |op: Op| match module.kind(op) {
        OpKind::Func(Func::Call) => call_graph::callee(module, op),
        OpKind::Func(Func::Constant) => {
            module.resolve_symbol(op, module.attr_symbol(module.attr(op, "value")?)?)
        }
        _ => None,
    };
    all.filter_map(callee).collect()
}

/// Whether a buffer is a whole one, row-major: an allocation, or an argument that is one at every launch.
pub(crate) fn is_whole(module: &Module, given: &Given<'_>, root: Value) -> bool {
    let is_row_major = matches!(module.type_kind(module.type_of(root)), TypeKind::MemRef(_, _, None, _));
    is_row_major
        && match given.launched(module, root) {
            Some(all) => all.iter().all(|argument| {
                module.type_of(*argument) == module.type_of(root)
                    && is_made_whole(module, given.called, *argument)
            }),
            None => is_made_whole(module, given.called, root),
        }
}

/// Returns the demands of a load or a store of a subgroup matrix: its first and its last element lie in the buffer.
pub(crate) fn matrix(module: &Module, given: &Given<'_>, op: Op) -> Vec<Demand> {
    let view = module.op(op);
    let is_store = module.kind(op) == OpKind::Gpu(Gpu::SubgroupMmaStoreMatrix);
    let matrix = if is_store { view.named("src") } else { view.result(0) };
    let Some((buffer, at)) = view.access() else { return Vec::new() };
    let mut demands = indices(module, buffer, at);
    if let &TypeKind::MmaMatrix([rows, columns], element, _) = module.type_kind(module.type_of(matrix))
        && is_whole(module, given, buffer)
        && module.element_type(module.type_of(buffer)) == element
    {
        let (far, near) = if view.attr("transpose").is_some() { (columns, rows) } else { (rows, columns) };
        let lead = view.int("leadDimension");
        let reach = lead.and_then(|lead| (far - 1).checked_mul(lead)?.checked_add(near - 1));
        demands.extend(reach.map(|reach| Demand::Reach(at.to_vec(), reach, buffer)));
    }
    demands
}

/// Whether a value is an allocation, a global, or an argument of a function that only a run calls, which passes whole
/// buffers.
fn is_made_whole(module: &Module, called: Option<&FxHashSet<Op>>, value: Value) -> bool {
    match module.def(value) {
        Def::Result(op, _) => match module.kind(op) {
            OpKind::MemRef(MemRef::GetGlobal) | OpKind::Gpu(Gpu::DynamicSharedMemory) => true,
            _ => alias::allocates(module, op),
        },
        Def::Arg(block, index) => module.block_parent(block).is_some_and(|func| {
            let is_whole = match module.kind(func) {
                OpKind::Func(Func::Func) => called.is_some_and(|called| !called.contains(&func)),
                // Workgroup or private memory.
                OpKind::Gpu(Gpu::Func) => function_type_of(module, func).0.len() <= index as usize,
                OpKind::Gpu(Gpu::Launch) => Launch(module.op(func)).n_geometry_args() <= index as usize,
                _ => false,
            };
            is_whole && module.entry(func, 0) == Some(block)
        }),
        Def::Forward => false,
    }
}
