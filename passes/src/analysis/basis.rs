//! The basis of `affine.delinearize_index` and `affine.linearize_index`.

use warpline_ir::{AttrKind, DYNAMIC, Module, Op, Value};

/// An element of a basis.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Factor {
    /// A constant.
    Known(i64),
    /// An SSA value.
    Value(Value),
}

/// Returns the basis of an operation with `n_digits` digits, without an element for the first digit.
pub(crate) fn basis(module: &Module, op: Op, n_digits: usize) -> Option<Vec<Factor>> {
    let view = module.op(op);
    let AttrKind::DenseArray(_, known) = module.attr_kind(view.attr("static_basis")?) else { return None };
    let mut values = view.group("dynamic_basis").iter();
    let mut factors = Vec::new();
    for number in known {
        factors.push(match *number {
            DYNAMIC => Factor::Value(*values.next()?),
            number => Factor::Known(number),
        });
    }
    let n_extra = (factors.len() + 1).checked_sub(n_digits)?;
    factors.get(n_extra..).map(<[Factor]>::to_vec)
}
