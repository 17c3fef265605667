//! Folds loads of constant globals.

use crate::transforms::canonicalize::constants::replace_by_constant;
use crate::transforms::canonicalize::matching::{defined_by, scalar_attr};
use warpline_ir::{AttrKind, DenseData, MemRef, Module, Op, TypeKind};

/// Folds a load with constant indices from a constant global.
pub(super) fn known_element(module: &mut Module, op: Op) -> Option<()> {
    let buffer = defined_by(module, module.operand(op, 0), MemRef::GetGlobal)?;
    let path = module.attr_symbol(module.attr(buffer, "name")?)?;
    let global = module.resolve_symbol(buffer, path)?;
    module.attr(global, "constant")?;
    let AttrKind::Dense(_, data) = module.attr_kind(module.attr(global, "initial_value")?) else {
        return None;
    };
    let TypeKind::MemRef(shape, element, None, _) = module.type_kind(module.type_of(module.operand(op, 0)))
    else {
        return None;
    };
    let indices = super::constant_results(module.attr_map(module.attr(op, "map")?)?)?;
    let mut place = 0usize;
    for (index, size) in indices.iter().zip(shape) {
        let index = usize::try_from(*index).ok().filter(|_| (0..*size).contains(index))?;
        place = place.checked_mul(usize::try_from(*size).ok()?)?.checked_add(index)?;
    }
    let bits = match data {
        DenseData::Splat(bits) => *bits,
        DenseData::Elements(all) => *all.get(place)?,
    };
    let value = scalar_attr(module, *element, bits)?;
    replace_by_constant(module, op, value)
}
