//! The bounds of the variables of loops, as linear expressions.

use crate::analysis::linear::{self, Linear};
use crate::analysis::parallel_bounds::ParallelBounds;
use warpline_ir::{Affine, Def, Module, OpKind, Scf, Value};

/// Returns the lower bounds of the variable of a loop, of which the greatest holds, and its exclusive upper bounds, of which the
/// least holds; bounds that are not linear are left out. `None` for another value, and for bounds that are unsigned.
pub(crate) fn of_variable(module: &Module, variable: Value) -> Option<(Vec<Linear>, Vec<Linear>)> {
    let Def::Arg(block, index) = module.def(variable) else { return None };
    let parent = module.block_parent(block)?;
    let (view, index) = (module.op(parent), index as usize);
    match module.kind(parent) {
        OpKind::Affine(Affine::For) if index == 0 => {
            let bounds =
                |key, name| linear::of_map(module, module.attr_map(view.attr(key)?)?, view.group(name));
            let lower = bounds("lowerBoundMap", "lowerBoundOperands");
            let upper = bounds("upperBoundMap", "upperBoundOperands");
            Some((lower.unwrap_or_default(), upper.unwrap_or_default()))
        }
        OpKind::Affine(Affine::Parallel) => {
            let bounds = ParallelBounds::read(module, parent)?;
            let dim = bounds.dims.get(index)?;
            let lower = linear::of_map(module, &bounds.lower_map(dim), &bounds.lower_operands);
            let upper = linear::of_map(module, &bounds.upper_map(dim), &bounds.upper_operands);
            Some((lower.unwrap_or_default(), upper.unwrap_or_default()))
        }
        OpKind::Scf(Scf::For | Scf::Parallel) if view.attr("unsignedCmp").is_none() => {
            let bound = |name| view.group(name).get(index).map(|bound| linear::of_value(module, *bound));
            Some((vec![bound("lowerBound")?], vec![bound("upperBound")?]))
        }
        _ => None,
    }
}

/// Returns the step of a loop by its variable, if it is constant.
pub(crate) fn step_of_variable(module: &Module, variable: Value) -> Option<i64> {
    let Def::Arg(block, index) = module.def(variable) else { return None };
    let parent = module.block_parent(block)?;
    let view = module.op(parent);
    match module.kind(parent) {
        OpKind::Affine(Affine::For) => view.int("step"),
        OpKind::Affine(Affine::Parallel) => {
            Some(ParallelBounds::read(module, parent)?.dims.get(index as usize)?.step)
        }
        OpKind::Scf(Scf::For | Scf::Parallel) => {
            module.constant_int(*view.group("step").get(index as usize)?)
        }
        _ => None,
    }
}
