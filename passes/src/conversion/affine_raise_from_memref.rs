//! Raises accesses of memref to `affine.load` and `affine.store`.
//!
//! An access is raised if all its indices are affine: sums of dimensions and symbols times constants, computed by arith or
//! affine operations. Its map holds what they compute. Accesses that may not be merged or moved, or that state a property,
//! stay, and so do those of kernels.
//!
//! Cost: one walk.
//!
//! ```text
//! %j = arith.addi %i, %c1 : index
//! %x = memref.load %m[%j] : memref<8xf32>   →   %x = affine.load %m[%i + 1] : memref<8xf32>
//! ```

use super::raise_scf_to_affine::{Applied, applied, is_host_code};
use crate::analysis::linear::{Forms, Linear};
use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::{Affine, Builder, MemRef, Module, Op, OpKind, Type, Value};

/// The `affine-raise-from-memref` pass.
pub const PASS: Pass = Pass {
    name: "affine-raise-from-memref",
    summary: "Raises memref.load and memref.store to affine accesses where their indices are affine",
    options: &[],
    run: PassFn::Always(run),
};

fn run(cx: &mut PassCx<'_>) -> Changed {
    let module = &mut *cx.module;
    let mut forms = Forms::default();
    let mut changed = false;
    let mut work = vec![module.root()];
    while let Some(op) = work.pop() {
        let raised = match module.kind(op) {
            OpKind::MemRef(MemRef::Load) => Affine::Load,
            OpKind::MemRef(MemRef::Store) => Affine::Store,
            kind => {
                if is_host_code(kind) {
                    work.extend(module.nested_ops(op).into_iter().rev());
                }
                continue;
            }
        };
        changed |= raise(module, &mut forms, op, raised).is_some();
    }
    changed.into()
}

fn raise(module: &mut Module, forms: &mut Forms, op: Op, kind: Affine) -> Option<()> {
    if !module.attrs(op).is_empty() {
        return None;
    }
    let view = module.op(op);
    let indices = view.group("indices");
    let accessed = view.operands()[..view.operands().len() - indices.len()].to_vec();
    let indices: Vec<Linear> = indices.iter().map(|index| forms.of(module, *index)).collect();
    let Applied { map, operands } = applied(module, op, &indices)?;
    let types: Vec<Type> = module.results(op).map(|result| module.type_of(result)).collect();
    let attrs = [("map", module.map_attr(map))];
    let operands = [accessed, operands].concat();
    let raised = Builder::before(module, op).op(kind, &operands, &types, &attrs);
    let results: Vec<Value> = module.results(raised).collect();
    module.replace_op(op, &results);
    Some(())
}
