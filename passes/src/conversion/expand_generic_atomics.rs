//! Expands `memref.generic_atomic_rmw` in kernels into a loop of compare-and-swap on the bits of the element.
//!
//! The loop reads the element, computes the new one, and writes that with `rt.cmpxchg` unless another thread has
//! changed the element meanwhile, in which case it repeats with the element that it has found. It runs after
//! `lower-memref-access`, which has replaced the buffer by one at the address of the element.
//!
//! Cost: one walk, and a loop for each operation.
//!
//! ```text
//! %old = memref.generic_atomic_rmw %m[] : memref<f32, …> {     %first = ptr.load %p atomic monotonic … -> i32
//! ^bb0(%x: f32):                                               %bits = scf.while (%found = %first) : (i32) -> i32 {
//!   %y = arith.mulf %x, %f : f32                                 %x = arith.bitcast %found : i32 to f32
//!   memref.atomic_yield %y : f32                                 %y = arith.mulf %x, %f : f32
//! }                                                         →    %new = arith.bitcast %y : f32 to i32
//!                                                                %seen, %failed = rt.cmpxchg %found, %new, %p : …
//!                                                                scf.condition(%failed) %seen : i32
//!                                                              } do { … scf.yield … }
//!                                                              %old = arith.bitcast %bits : i32 to f32
//! ```

use crate::conversion::lower_memref_access::line::converted;
use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::dialect::ptr::MONOTONIC;
use warpline_ir::kernels::device_modules;
use warpline_ir::{Builder, MemRef, Module, Op, OpKind, Place, Ptr, Rt, Scf, Signedness, Type, TypeKind};

/// The `expand-generic-atomics` pass.
pub const PASS: Pass = Pass {
    name: "expand-generic-atomics",
    summary: "Expands atomic updates with a region into loops of compare-and-swap",
    options: &[],
    run: PassFn::Always(run),
};

fn run(cx: &mut PassCx<'_>) -> Changed {
    let module = &mut *cx.module;
    let mut changed = false;
    for op in device_modules(module).into_iter().flat_map(|device| module.walk(device)).collect::<Vec<_>>() {
        if module.kind(op) == OpKind::MemRef(MemRef::GenericAtomicRmw) {
            changed |= expand(module, op).is_some();
        }
    }
    changed.into()
}

/// Expands one operation on a buffer at a pointer; `None` for others, and for elements without an integer of their
/// size.
fn expand(module: &mut Module, op: Op) -> Option<()> {
    let &[buffer] = module.operands(op) else { return None };
    let place = module.defining_op(buffer).filter(|from| module.kind(*from) == OpKind::Ptr(Ptr::FromPtr))?;
    let pointer = module.operand(place, 0);
    let (element, body) = (module.type_of(module.result(op, 0)), module.entry(op, 0)?);
    let bytes = module.byte_size(element)?;
    let bits = match bytes {
        1 | 2 | 4 | 8 => module.intern_type(TypeKind::Integer(8 * bytes as u32, Signedness::Signless)),
        _ => return None,
    };
    let location = module.location(op);
    let align = module.int_attr(bytes as i64, Type::I64);
    let align = module.array_attr(&[align]);
    let order = module.int_attr(MONOTONIC, Type::I32);
    let at = &mut Builder::before(module, op);
    let first = at.value(Ptr::Load, &[pointer], bits, &[("alignment", align), ("ordering", order)]);
    let repeat = at.while_loop(&[first], &[bits]);
    let [before, after] = [0, 1]
        .map(|index| at.module.region(repeat, index))
        .map(|region| at.module.add_block(region, &[bits]));
    let [found, passed] = [before, after].map(|block| at.module.args(block)[0]);
    at.place = Place::End(before);
    let old = converted(at, found, element);
    at.module.replace_all_uses(at.module.args(body)[0], old);
    let end = at.module.last_op(body)?;
    let new = at.module.operand(end, 0);
    at.module.erase(end);
    at.module.move_block_ops(body, Place::End(before));
    let new = converted(at, new, bits);
    let swap = at.op(Rt::Cmpxchg, &[found, new, pointer], &[bits, Type::I1], &[]);
    let [seen, failed] = [0, 1].map(|index| at.module.result(swap, index));
    at.op(Scf::Condition, &[failed, seen], &[], &[]);
    Builder::new(at.module, Place::End(after), location).op(Scf::Yield, &[passed], &[], &[]);
    let result = at.module.result(repeat, 0);
    let old = converted(&mut Builder::before(module, op), result, element);
    module.replace_op(op, &[old]);
    Some(())
}
