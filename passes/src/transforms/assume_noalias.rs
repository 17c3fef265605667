//! Marks the memref arguments of public functions `llvm.noalias`: a promise by their callers, which the pass does not
//! check.
//!
//! A marked argument does not alias the other arguments and globals. So loops that read one argument and write
//! another become parallel, and launches on different arguments run concurrently. A program that is called with
//! overlapping buffers then has wrong results. Private functions are skipped: they are called from the module alone,
//! whose calls are analysed.
//!
//! Cost: the functions and their arguments.
//!
//! ```text
//! func.func @f(%a: memref<4xf32>, %n: index)  →  func.func @f(%a: memref<4xf32> {llvm.noalias}, %n: index)
//! ```

use crate::analysis::alias::INTERNAL;
use crate::analysis::call_graph::functions;
use crate::analysis::kernel_facts::ALIGN;
use crate::analysis::symbols::{collect_references, visibility};
use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::dialect::func::{function_type_of, set_argument_attrs};
use warpline_ir::{Attr, Module, Op, Type};

/// The attribute of an argument that does not alias other arguments and globals.
const MARK: &str = "llvm.noalias";

/// The alignment in bytes of the arrays that a run allocates.
const ARRAY_ALIGN: i64 = 16;

/// The `assume-noalias` pass.
pub const PASS: Pass = Pass {
    name: "assume-noalias",
    summary: "Marks the memref arguments of public functions llvm.noalias",
    options: &[],
    run: PassFn::Always(run),
};

fn run(cx: &mut PassCx<'_>) -> Changed {
    let public = |func: &Op| visibility(cx.module, *func) == "public" && cx.module.entry(*func, 0).is_some();
    let public: Vec<Op> = functions(cx.module).into_iter().filter(public).collect();
    let mut changed = false;
    for func in public {
        changed |= mark(cx.module, func);
    }
    changed.into()
}

/// Marks the memref arguments of the entry function, if nothing in the module calls it, and marks all other functions
/// as internal. Returns whether an argument was not marked.
///
/// For callers that allocate a buffer for each argument, of which the attribute `llvm.align` states the alignment. Calls in
/// the module may pass others.
pub fn mark_entry(module: &mut Module, func: Op) -> bool {
    for other in functions(module).into_iter().filter(|other| *other != func) {
        if module.entry(other, 0).is_some() && visibility(module, other) != "private" {
            module.set_attr(other, INTERNAL, Attr::UNIT);
        }
    }
    mark_allocated(module, func)
}

/// Like [`mark_arguments`], for a function to which a run passes buffers that it allocates.
pub fn mark_allocated(module: &mut Module, func: Op) -> bool {
    let changed = mark_arguments(module, func);
    if is_called(module, func) {
        return changed;
    }
    let align = module.int_attr(ARRAY_ALIGN, Type::I64);
    let marks: Vec<_> = memrefs(module, func).map(|index| (index, ALIGN, align)).collect();
    set_argument_attrs(module, func, &marks) || changed
}

/// Marks the memref arguments of a function that a run executes, if nothing in the module calls it; other functions may
/// have any callers. Returns whether an argument was not marked.
pub fn mark_arguments(module: &mut Module, func: Op) -> bool {
    !is_called(module, func) && mark(module, func)
}

/// Whether an operation of the module names a function.
fn is_called(module: &Module, func: Op) -> bool {
    let mut named = Vec::new();
    for op in module.walk(module.root()) {
        collect_references(module, op, &mut named);
    }
    named.contains(&func)
}

fn mark(module: &mut Module, func: Op) -> bool {
    let marks: Vec<_> = memrefs(module, func).map(|index| (index, MARK, Attr::UNIT)).collect();
    set_argument_attrs(module, func, &marks)
}

/// Returns the numbers of the arguments that are memrefs.
fn memrefs(module: &Module, func: Op) -> impl Iterator<Item = usize> + use<'_> {
    let inputs = function_type_of(module, func).0.iter().enumerate();
    inputs.filter(|(_, ty)| module.is_memref(**ty)).map(|(index, _)| index)
}
