//! Gives private memory of dynamic size in kernels a constant one: `memref.alloca` becomes a buffer of the most bytes, an
//! assertion that the size is not larger, and a view of the size.
//!
//! Buffers with a layout map stay. An allocation in a loop has the same memory in all iterations, so one that an iteration
//! passes to the next one is an error. Cost: one walk, and three operations for each dynamic dimension.
//!
//! ```text
//! %a = memref.alloca(%n) : memref<?xf32>   →   %fits = …    // %n * 4 <= 16384
//!                                              cf.assert %fits, "the memory of a thread takes more than 16384 bytes"
//!                                              %bytes = memref.alloca() {alignment = 16 : i64} : memref<16384xi8>
//!                                              %a = memref.view %bytes[%c0][%n] : memref<16384xi8> to memref<?xf32>
//! ```

use crate::analysis::carried::reaches_next_iteration;
use crate::pass::{Changed, Pass, PassCx, PassFn, PassOption};
use warpline_ir::artifact::ASSERTION;
use warpline_ir::kernels::device_modules;
use warpline_ir::{Arith, Builder, Cf, MemRef, Module, Op, OpKind, Reported, Span, Type, TypeKind, codes};

/// The alignment of the buffers, in bytes: that of the largest element.
const ALIGN: i64 = 16;

/// The reason why an allocation is refused.
pub(crate) const NEXT_ITERATION: &str =
    "an iteration passes its memory to the next one; allocate it before the loop";

/// The `gpu-bound-allocas` pass.
pub const PASS: Pass = Pass {
    name: "gpu-bound-allocas",
    summary: "Gives memref.alloca of dynamic size in kernels a constant one, and checks that it suffices",
    options: &[PassOption {
        name: "max-bytes",
        summary: "The size of the buffers, a positive number",
        default: "16384",
    }],
    run: PassFn::MayFail(run),
};

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let max_bytes = cx.int_option("max-bytes")?;
    if max_bytes <= 0 {
        let message = format!("expected a positive number as 'max-bytes', but found {max_bytes}");
        return Err(cx.diagnostics.error(codes::UNKNOWN_PASS, Span::default(), message));
    }
    let (mut changed, mut reported) = (false, None);
    for op in
        device_modules(cx.module).into_iter().flat_map(|device| cx.module.walk(device)).collect::<Vec<_>>()
    {
        if cx.module.kind(op) != OpKind::MemRef(MemRef::Alloca) {
            continue;
        }
        if reaches_next_iteration(cx.module, op) {
            let message = format!("'memref.alloca' is not supported here: {NEXT_ITERATION}");
            reported = Some(cx.error(op, message));
        } else {
            changed |= bound(cx.module, op, max_bytes).is_some();
        }
    }
    reported.map_or(Ok(changed.into()), Err)
}

/// Bounds one allocation; `None` where its size is constant, or its elements have no fixed size.
fn bound(module: &mut Module, op: Op, max_bytes: i64) -> Option<()> {
    let sizes = module.op(op).group("dynamicSizes").to_vec();
    let ty = module.op(op).result_type(0);
    let TypeKind::MemRef(shape, element, None, space) = module.type_kind(ty).clone() else { return None };
    if sizes.is_empty() || sizes.len() != module.operands(op).len() {
        return None;
    }
    let fixed = shape.iter().filter(|size| 0 <= **size).try_fold(1i64, |n, size| n.checked_mul(*size))?;
    let fixed = i64::try_from(module.element_size(element)?).ok()?.checked_mul(fixed)?;

    let number = module.attr(op, ASSERTION);
    let at = &mut Builder::before(module, op);
    // No product overflows, since each size and each product is cut off above the limit.
    let too_many = at.index(max_bytes + 1);
    let mut bytes = at.index(fixed.min(max_bytes + 1));
    for size in &sizes {
        let size = at.binary(Arith::MinUI, *size, too_many);
        let product = at.binary(Arith::MulI, bytes, size);
        bytes = at.binary(Arith::MinUI, product, too_many);
    }
    let fits = at.compare("ult", bytes, too_many, Type::I1);
    let message = at.module.string_attr(&format!("the memory of a thread takes more than {max_bytes} bytes"));
    let attrs: Vec<_> =
        [("msg", message)].into_iter().chain(number.map(|number| (ASSERTION, number))).collect();
    at.op(Cf::Assert, &[fits], &[], &attrs);
    let bytes_ty = at.module.memref_type(&[max_bytes], Type::I8, None, space);
    let align = at.module.int_attr(ALIGN, Type::I64);
    let buffer = at.value(MemRef::Alloca, &[], bytes_ty, &[("alignment", align)]);
    let zero = at.index(0);
    let view = at.value(MemRef::View, &[&[buffer, zero][..], &sizes].concat(), ty, &[]);
    module.replace_op(op, &[view]);
    Some(())
}
