//! Sums and differences of pointers.

use crate::attrs::{Attr, AttrKind};
use crate::def::{Directive, directive};
use crate::format::read::Reader;
use crate::module::Module;
use crate::op::OpRef;
use crate::print::type_text;
use crate::syntax::lexer::Token;
use crate::types::{Type, TypeKind};
use crate::value::Value;
use crate::verify::VerifyCx;

/// Flags of `ptr.ptr_diff`, one bit each.
const FLAGS: &[(&str, i64)] = &[("nuw", 1), ("nsw", 2)];

/// `nuw|nsw`.
pub(super) const DIFF_FLAGS: Directive = directive(
    "DiffFlags",
    &["flags"],
    |reader, _| {
        let mut bits = 0;
        loop {
            let index = reader.keyword(&["none", FLAGS[0].0, FLAGS[1].0])?;
            bits |= if index == 0 { 0 } else { FLAGS[index - 1].1 };
            if !reader.eat(Token::Bar) {
                break;
            }
        }
        let attr = reader.cx.module.int_attr(bits, Type::I8);
        reader.set_attr("flags", attr);
        Ok(())
    },
    |writer, op| {
        let bits = op.int("flags").unwrap_or(0);
        let words: Vec<&str> =
            FLAGS.iter().filter(|(_, bit)| bits & bit != 0).map(|(word, _)| *word).collect();
        writer.text(&words.join("|"));
    },
)
.when(
    |reader| ["none", "nuw", "nsw"].iter().any(|word| reader.is_word(word)),
    |op| op.int("flags").is_some_and(|bits| bits & 3 != 0),
);

/// Infers a pointer, or a vector of pointers if the base or the offset is one.
pub(super) fn infer_add(reader: &mut Reader<'_, '_>, operands: &[Value]) -> Option<Vec<Type>> {
    let module = &mut reader.cx.module;
    let [base, offset] = [*operands.first()?, *operands.get(1)?].map(|value| module.type_of(value));
    Some(vec![if module.is_ptr(base) { module.with_element(offset, base) } else { base }])
}

/// Checks that the result has the shape of the operands, and the memory space of the base.
pub(super) fn verify_add(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let (base, offset, result) = (op.operand_type(0), op.operand_type(1), op.result_type(0));
    let shaped = if module.is_ptr(base) { offset } else { base };
    let fits = module.element_type(base) == module.element_type(result)
        && module.shape(shaped) == module.shape(result)
        && (module.is_ptr(base)
            || module.shape(offset).is_none_or(|shape| Some(shape) == module.shape(base)));
    if !fits {
        let (base, result) = (type_text(module, base), type_text(module, result));
        cx.error(op, format!("expected a result of the shape of the operands in the memory of '{base}', but found '{result}'"));
    }
}

/// Folds to the size in memory of a number or a vector of numbers.
pub(super) fn fold_offset(op: OpRef<'_>, _: &[Option<Attr>]) -> Option<AttrKind> {
    let module = op.module;
    let ty = module.attr_type(op.attr("elementType")?)?;
    let bytes = match module.type_kind(ty) {
        TypeKind::Ptr(_) => 8,
        _ => bytes_of(module, ty)?,
    };
    Some(AttrKind::Integer(bytes, op.result_type(0)))
}

fn bytes_of(module: &Module, ty: Type) -> Option<i64> {
    let n = if module.shape(ty).is_some() { module.n_elements(ty)? } else { 1 };
    i64::try_from(module.byte_size(module.element_type(ty))?.checked_mul(n)?).ok()
}
