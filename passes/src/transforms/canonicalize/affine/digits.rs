//! `affine.delinearize_index` and `affine.linearize_index`: of constants, of each other, and redundant digits.
//!
//! The first digit has no bound: its basis element is kept, but ignored.

use crate::analysis::basis::{Factor, basis};
use crate::transforms::canonicalize::constants::{replace_by, replace_by_int};
use crate::transforms::canonicalize::inline::keep_results;
use crate::transforms::canonicalize::matching::{constant_like, defined_by, is_zero};
use warpline_ir::{Affine, Attr, AttrKind, DYNAMIC, Module, Op, OpKind, Type, Value};

/// Returns the digits of an operation: the operands of `affine.linearize_index`, the results of the other one.
fn digits(module: &Module, op: Op) -> Vec<Value> {
    match module.kind(op) {
        OpKind::Affine(Affine::LinearizeIndex) => module.op(op).group("multi_index").to_vec(),
        _ => module.results(op).collect(),
    }
}

/// Returns the basis elements after the first digit, if all are known.
fn known_basis(module: &Module, op: Op) -> Option<Vec<i128>> {
    let number = |factor: &Factor| match factor {
        Factor::Known(number) => Some(i128::from(*number)),
        Factor::Value(value) => module.constant_int(*value).map(i128::from),
    };
    basis(module, op, digits(module, op).len())?.iter().map(number).collect()
}

pub(super) fn digits_of_constant(module: &mut Module, op: Op) -> Option<()> {
    let mut rest = i128::from(module.constant_int(module.operand(op, 0))?);
    let basis = known_basis(module, op).filter(|basis| basis.iter().all(|factor| 0 < *factor))?;
    let mut numbers = Vec::new();
    for factor in basis.iter().rev() {
        numbers.push(rest.rem_euclid(*factor));
        rest = rest.div_euclid(*factor);
    }
    numbers.push(rest);
    let mut values = Vec::new();
    for number in numbers.into_iter().rev() {
        values.push(constant_like(module, op, Type::INDEX, i64::try_from(number).ok()?)?);
    }
    module.replace_op(op, &values);
    Some(())
}

/// Replaces the only digit by the number.
pub(super) fn only_digit(module: &mut Module, op: Op) -> Option<()> {
    let number = module.operand(op, 0);
    replace_by(module, op, number)
}

/// Forwards the digits of a number that was linearized from digits less than their bounds.
pub(super) fn digits_of_digits(module: &mut Module, op: Op) -> Option<()> {
    let inner = defined_by(module, module.operand(op, 0), Affine::LinearizeIndex)?;
    let is_disjoint = matches!(module.attr(inner, "disjoint"), Some(Attr::UNIT | Attr::TRUE));
    let found = digits(module, inner);
    let n_digits = module.n_results(op);
    if !is_disjoint
        || found.len() != n_digits
        || basis(module, inner, n_digits)? != basis(module, op, n_digits)?
    {
        return None;
    }
    module.replace_op(op, &found);
    Some(())
}

pub(super) fn number_of_constants(module: &mut Module, op: Op) -> Option<()> {
    let number = |value: &Value| module.constant_int(*value).map(i128::from);
    let digits: Vec<i128> = module.op(op).group("multi_index").iter().map(number).collect::<Option<_>>()?;
    let (first, others) = digits.split_first()?;
    let mut sum = *first;
    for (factor, digit) in known_basis(module, op)?.into_iter().zip(others) {
        sum = sum.checked_mul(factor)?.checked_add(*digit)?;
    }
    replace_by_int(module, op, i64::try_from(sum).ok()?)
}

/// Replaces a number of one digit by that digit.
pub(super) fn number_of_digit(module: &mut Module, op: Op) -> Option<()> {
    let &[digit] = module.op(op).group("multi_index") else { return None };
    replace_by(module, op, digit)
}

/// Replaces the linearization of all digits of a number, in order, by that number.
pub(super) fn number_of_its_digits(module: &mut Module, op: Op) -> Option<()> {
    let found = digits(module, op);
    let inner = defined_by(module, *found.first()?, Affine::DelinearizeIndex)?;
    let n_digits = found.len();
    if digits(module, inner) != found || basis(module, inner, n_digits)? != basis(module, op, n_digits)? {
        return None;
    }
    let number = module.operand(inner, 0);
    replace_by(module, op, number)
}

/// Returns the whole basis, with the element for the first digit if there is one.
fn whole_basis(module: &Module, op: Op) -> Option<Vec<Factor>> {
    let AttrKind::DenseArray(_, numbers) = module.attr_kind(module.attr(op, "static_basis")?) else {
        return None;
    };
    let mut values = module.op(op).group("dynamic_basis").iter();
    let factor = |number: &i64| match *number {
        DYNAMIC => values.next().copied().map(Factor::Value),
        number => Some(Factor::Known(number)),
    };
    numbers.iter().map(factor).collect()
}

/// Sets the basis of an operation and, if it takes digits, the digits.
fn set_basis(module: &mut Module, op: Op, digits: &[Value], basis: &[Factor]) {
    let number = |factor: &Factor| match factor {
        Factor::Known(number) => *number,
        Factor::Value(_) => DYNAMIC,
    };
    let numbers: Vec<i64> = basis.iter().map(number).collect();
    let value = |factor: &Factor| match factor {
        Factor::Known(_) => None,
        Factor::Value(value) => Some(*value),
    };
    let values: Vec<Value> = basis.iter().filter_map(value).collect();
    let is_sum = module.kind(op) == OpKind::Affine(Affine::LinearizeIndex);
    let first = if is_sum { digits.to_vec() } else { vec![module.operand(op, 0)] };
    module.set_operands(op, &[first.as_slice(), &values].concat());
    if is_sum {
        let segments = module.i32_array_attr([digits.len() as i64, values.len() as i64]);
        module.set_attr(op, "operandSegmentSizes", segments);
    }
    let numbers = module.intern_attr(AttrKind::DenseArray(Type::I64, numbers.into()));
    module.set_attr(op, "static_basis", numbers);
}

/// Folds constant basis elements into the attribute.
pub(super) fn constant_basis(module: &mut Module, op: Op) -> Option<()> {
    let old = whole_basis(module, op)?;
    let known = |factor: &Factor| match factor {
        Factor::Value(value) => {
            module.constant_int(*value).filter(|number| 0 < *number).map_or(*factor, Factor::Known)
        }
        Factor::Known(_) => *factor,
    };
    let new: Vec<Factor> = old.iter().map(known).collect();
    if new == old {
        return None;
    }
    let digits = digits(module, op);
    set_basis(module, op, &digits, &new);
    Some(())
}

/// Drops a digit after the first one that can only be 0.
pub(super) fn drop_unit_digit(module: &mut Module, op: Op) -> Option<()> {
    let n_digits = module.n_results(op);
    let place = 1 + basis(module, op, n_digits)?.iter().position(|factor| *factor == Factor::Known(1))?;
    let zero = constant_like(module, op, Type::INDEX, 0)?;
    let result = module.result(op, place);
    module.replace_all_uses(result, zero);
    let mut whole = whole_basis(module, op)?;
    whole.remove(place + whole.len() - n_digits);
    set_basis(module, op, &[], &whole);
    let keep: Vec<bool> = (0..n_digits).map(|index| index != place).collect();
    let operands = module.operands(op).to_vec();
    keep_results(module, op, &operands, &keep);
    Some(())
}

/// Drops a first digit that is 0, or a later one that is 0 and can have no other value.
pub(super) fn drop_zero_digit(module: &mut Module, op: Op) -> Option<()> {
    let mut digits = digits(module, op);
    let mut whole = whole_basis(module, op)?;
    let bounds = basis(module, op, digits.len())?;
    let is_needless = |(place, digit): (usize, &Value)| {
        let is_idle = place.checked_sub(1).is_none_or(|bound| bounds[bound] == Factor::Known(1));
        is_idle && is_zero(module, *digit)
    };
    let place = digits.iter().enumerate().position(is_needless)?;
    if digits.len() == 1 {
        return None;
    }
    // The bound of the next digit becomes that of the first one.
    if 0 < place || whole.len() == digits.len() {
        whole.remove(place + whole.len() - digits.len());
    }
    digits.remove(place);
    set_basis(module, op, &digits, &whole);
    Some(())
}
