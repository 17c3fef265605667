//! Reductions over the workgroup and the subgroup.

use super::REDUCE_OPS;
use crate::def::{Directive, directive, foreign_words};
use crate::dialect::{Gpu, OpKind};
use crate::format::write::Writer;
use crate::op::OpRef;
use crate::print::type_text;
use crate::syntax::lexer::Token;
use crate::types::{Type, TypeKind};
use crate::verify::VerifyCx;

/// `add`, or nothing if a region defines the reduction.
pub(super) const OPERATION: Directive = directive(
    "operation",
    &["op"],
    |reader, _| {
        if reader.peek() == Token::Word {
            let index = reader.keyword(REDUCE_OPS)?;
            let attr = reader.cx.module.foreign_attr(&format!("gpu<all_reduce_op {}>", REDUCE_OPS[index]));
            reader.set_attr("op", attr);
        }
        Ok(())
    },
    |writer: &mut Writer<'_>, op| {
        if let Some(word) = operation(op) {
            writer.enum_blank();
            writer.text(word);
        }
    },
);

/// Returns the keyword of the operation.
fn operation(op: OpRef<'_>) -> Option<&str> {
    foreign_words(op.module, op.module.attr_kind(op.attr("op")?), "gpu<all_reduce_op ")
}

/// Checks that there is either an operation that supports the type, or a region that takes two values and
/// yields one.
pub(super) fn verify_all_reduce(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let has_body = !op.module.blocks_of(op.regions()[0]).is_empty();
    if has_body == op.attr("op").is_some() {
        return cx.error(op, "expected either an op attribute or a non-empty body");
    }
    if has_body { check_body(cx, op) } else { check_operation(cx, op) }
}

fn check_body(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let ty = op.operand_type(0);
    let args: Vec<_> = op
        .entry(0)
        .map(|block| module.args(block).iter().map(|arg| op.type_of(*arg)).collect())
        .unwrap_or_default();
    if args.len() != 2 {
        return cx.error(op, format!("expected two region arguments, but found {}", args.len()));
    }
    if let Some(found) = args.iter().find(|found| **found != ty) {
        let (found, wanted) = (type_text(module, *found), type_text(module, ty));
        return cx
            .error(op, format!("incorrect region argument type: expected '{wanted}', but found '{found}'"));
    }
    let mut n_yields = 0;
    for block in module.blocks_of(op.regions()[0]) {
        let Some(last) = module.last_op(*block) else { continue };
        // An unreadable operation may have been a yield.
        n_yields += usize::from(crate::lower::is_unread(module, last));
        if module.kind(last) == OpKind::Gpu(Gpu::Yield) {
            n_yields += 1;
            check_yield(cx, op.other(last), ty);
        }
    }
    if n_yields == 0 {
        cx.error(op, "expected gpu.yield op in region");
    }
}

fn check_yield(cx: &mut VerifyCx<'_>, op: OpRef<'_>, ty: Type) {
    match op.operands() {
        [value] if op.type_of(*value) == ty => {}
        [value] => {
            let (found, wanted) = (type_text(op.module, op.type_of(*value)), type_text(op.module, ty));
            cx.error(op, format!("incorrect gpu.yield type: expected '{wanted}', but found '{found}'"));
        }
        operands => cx.error(op, format!("expected one gpu.yield operand, but found {}", operands.len())),
    }
}

/// Checks that the operation supports the type: float minimum and maximum require floats; integer minimum and
/// maximum and bitwise operations require integers.
fn check_operation(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some(word) = operation(op) else { return };
    let ty = op.operand_type(0);
    let element = op.module.element_type(ty);
    let suits = match (word, op.module.type_kind(element)) {
        ("minnumf" | "maxnumf" | "minimumf" | "maximumf", kind) => matches!(kind, TypeKind::Float(_)),
        ("minui" | "minsi" | "maxui" | "maxsi" | "and" | "or" | "xor", kind) => {
            matches!(kind, TypeKind::Integer(..))
        }
        _ => true,
    };
    if !suits {
        let ty = type_text(op.module, ty);
        cx.error(op, format!("`{word}` reduction operation is not compatible with type '{ty}'"));
    }
}

/// Checks that clusters of lanes have sizes and strides that are powers of two.
pub(super) fn verify_subgroup_reduce(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    check_operation(cx, op);
    let stride = op.int("cluster_stride").unwrap_or(1);
    let Some(size) = op.int("cluster_size") else {
        if stride != 1 {
            cx.error(op, "cluster stride can only be specified if cluster size is specified");
        }
        return;
    };
    for (what, value) in [("size", size), ("stride", stride)] {
        if !is_power_of_two(value) {
            return cx.error(op, format!("cluster {what} {value} is not a power of two"));
        }
    }
}

/// Whether a number is 1, 2, 4 and so on.
pub(super) fn is_power_of_two(value: i64) -> bool {
    u64::try_from(value).is_ok_and(u64::is_power_of_two)
}
