//! Replaces atomic updates of memory that one worker has alone by a load, an operation and a store.
//!
//! A block runs on one worker from its start to its end, so nobody else accesses its workgroup memory meanwhile, nor
//! what else is in the scratch memory of the worker. The lanes of a vector update memory one after the other, hence the
//! pass runs after `cpu-vectorize`. Cost: one walk.
//!
//! ```text
//! %v = memref.view %scratch[%c0][] : memref<?xi8> to memref<8xi32>    %v = …
//! memref.atomic_rmw addi %x, %v[%i] : (i32, memref<8xi32>) -> i32     %old = memref.load %v[%i] : memref<8xi32>
//!                                                                →    %new = arith.addi %old, %x : i32
//!                                                                     memref.store %new, %v[%i] : memref<8xi32>
//! ```

use crate::analysis::alias::view_source;
use crate::conversion::expand_atomics::combination;
use crate::pass::{Changed, Pass, PassCx, PassFn};
use crate::transforms::canonicalize::inline::inline_before;
use warpline_ir::artifact::SCRATCH_BYTES;
use warpline_ir::kernels::device_modules;
use warpline_ir::{Builder, MemRef, Module, Op, OpKind, Value};

/// The `cpu-atomics` pass.
pub const PASS: Pass = Pass {
    name: "cpu-atomics",
    summary: "Replaces atomic updates of the memory of a worker by plain ones",
    options: &[],
    run: PassFn::Always(run),
};

fn run(cx: &mut PassCx<'_>) -> Changed {
    let module = &mut *cx.module;
    let mut changed = false;
    for table in device_modules(module) {
        for function in module.walk(table) {
            if module.attr(function, SCRATCH_BYTES).is_none() {
                continue;
            }
            let scratch = module.entry(function, 0).and_then(|entry| module.args(entry).last().copied());
            for op in module.walk(function) {
                let memory = match module.kind(op) {
                    OpKind::MemRef(MemRef::AtomicRmw) => 1,
                    OpKind::MemRef(MemRef::GenericAtomicRmw) => 0,
                    _ => continue,
                };
                if scratch.is_some_and(|scratch| is_part(module, module.operand(op, memory), scratch)) {
                    expand(module, op, memory);
                    changed = true;
                }
            }
        }
    }
    changed.into()
}

/// Whether a memref is a view of a buffer.
fn is_part(module: &Module, mut memref: Value, buffer: Value) -> bool {
    while memref != buffer {
        let Some(source) = view_source(module, memref) else { return false };
        memref = source;
    }
    true
}

/// Replaces an update of the memory that is operand `memory`.
fn expand(module: &mut Module, op: Op, memory: usize) {
    let operands = module.operands(op).to_vec();
    let element = &operands[memory..];
    let ty = module.op(op).result_type(0);
    let mut at = Builder::before(module, op);
    let old = at.value(MemRef::Load, element, ty, &[]);
    let new = if memory == 0 {
        let Some(body) = module.entry(op, 0) else { return };
        inline_before(module, body, op, &[old])[0]
    } else {
        let combine = at.module.op(op).keyword("kind").and_then(combination);
        combine.map_or(operands[0], |combine| at.binary(combine, old, operands[0]))
    };
    let stored = [&[new], element].concat();
    Builder::before(module, op).op(MemRef::Store, &stored, &[], &[]);
    module.replace_op(op, &[old]);
}
