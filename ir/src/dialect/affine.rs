//! The affine dialect: loops and accesses whose bounds and subscripts are affine maps.

use crate::def::{AttrConstraint, Effect, OpDef, Trait, any_number, one, required_attr, types};
use crate::dialect::OpKind;
use crate::types::Type;

mod access;
mod apply;
mod for_loop;
mod if_op;
mod operands;
mod parallel;

pub use for_loop::AffineFor;
pub use operands::is_symbol;
pub use parallel::{AffineParallel, groups_attr, steps_attr};

dialect! {
    /// Affine loops and accesses.
    Affine = "affine" {
        /// The one result of a map.
        Apply = OpDef::new("apply").operands(&[any_number("mapOperands", &types::INDEX)])
            .results(&[one("result", &types::INDEX)]).attrs(&[required_attr("map", AttrConstraint::Map)])
            .traits(&[Trait::Pure]).code(apply::SYNTAX).verify(apply::verify),
        /// The least result of a map.
        Min = min_max("min"),
        /// The greatest result of a map.
        Max = min_max("max"),
        /// A loop from the greatest lower bound to the least upper bound, with a constant step.
        For = OpDef::new("for")
            .operands(&[any_number("lowerBoundOperands", &types::INDEX),
                any_number("upperBoundOperands", &types::INDEX), any_number("inits", &types::ANY)])
            .results(&[any_number("results", &types::ANY)])
            .attrs(&[required_attr("lowerBoundMap", AttrConstraint::Map),
                required_attr("upperBoundMap", AttrConstraint::Map),
                required_attr("step", AttrConstraint::Int(Type::INDEX))])
            .traits(&[Trait::SingleBlock, Trait::RecursiveEffects]).regions(&["region"])
            .implicit_terminator(OpKind::Affine(Affine::Yield))
            .code(for_loop::SYNTAX).verify(for_loop::verify),
        /// One of two regions, by an affine set.
        If = OpDef::new("if").operands(&[any_number("operands", &types::INDEX)])
            .results(&[any_number("results", &types::ANY)])
            .attrs(&[required_attr("condition", AttrConstraint::Set)])
            .traits(&[Trait::SingleBlock, Trait::RecursiveEffects]).regions(&["thenRegion", "elseRegion"])
            .implicit_terminator(OpKind::Affine(Affine::Yield)).code(if_op::SYNTAX).verify(if_op::verify),
        /// A loop nest whose iterations may run in any order; bounds as in `affine.for`, in groups per dimension.
        Parallel = OpDef::new("parallel").operands(&[any_number("mapOperands", &types::INDEX)])
            .results(&[any_number("results", &types::ANY)])
            .attrs(&[required_attr("reductions", AttrConstraint::Array),
                required_attr("lowerBoundsMap", AttrConstraint::Map),
                required_attr("lowerBoundsGroups", AttrConstraint::Any),
                required_attr("upperBoundsMap", AttrConstraint::Map),
                required_attr("upperBoundsGroups", AttrConstraint::Any),
                required_attr("steps", AttrConstraint::Array)])
            .traits(&[Trait::SingleBlock, Trait::RecursiveEffects]).regions(&["region"])
            .implicit_terminator(OpKind::Affine(Affine::Yield))
            .code(parallel::SYNTAX).verify(parallel::verify),
        /// Ends a region with its values.
        Yield = OpDef::new("yield").operands(&[any_number("operands", &types::ANY)])
            .traits(&[Trait::Pure, Trait::Terminator])
            .parents(&["affine.for", "affine.if", "affine.parallel"])
            .pattern("attr-dict ($operands^ `:` type($operands))?"),
        /// Reads an element at the results of a map.
        Load = OpDef::new("load")
            .operands(&[one("memref", &types::MEMREF).effect(Effect::Read), any_number("indices", &types::INDEX)])
            .results(&[one("result", &types::ANY)]).attrs(&[required_attr("map", AttrConstraint::Map)])
            .code(access::LOAD_SYNTAX).verify(access::verify_load),
        /// Writes an element at the results of a map.
        Store = OpDef::new("store")
            .operands(&[one("value", &types::ANY), one("memref", &types::MEMREF).effect(Effect::Write),
                any_number("indices", &types::INDEX)])
            .attrs(&[required_attr("map", AttrConstraint::Map)])
            .code(access::STORE_SYNTAX).verify(access::verify_store),
    }
}

/// One number from the results of a map.
const fn min_max(name: &'static str) -> OpDef {
    OpDef::new(name)
        .operands(const { &[any_number("operands", &types::INDEX)] })
        .results(const { &[one("result", &types::INDEX)] })
        .attrs(const { &[required_attr("map", AttrConstraint::Map)] })
        .traits(&[Trait::Pure])
        .code(apply::SYNTAX)
        .verify(apply::verify_min_max)
}
