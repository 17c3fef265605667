//! The scf dialect: structured loops and branches.

use crate::def::{
    AttrConstraint, Blocks, OpDef, Trait, any_number, one, optional_attr, required_attr, types,
};
use crate::dialect::OpKind;

mod for_loop;
mod forall;
mod if_op;
mod parallel;
mod region_ops;
mod while_loop;

pub use for_loop::ForLoop;
pub(in crate::dialect) use for_loop::{read_iter_args, write_iter_args};
pub use forall::static_bounds;
pub use if_op::IfOp;
pub(in crate::dialect) use if_op::{read_two_regions, write_two_regions};
pub use parallel::Parallel;
pub use region_ops::switch_cases;
pub use while_loop::WhileLoop;

dialect! {
    /// Loops and branches as operations with regions.
    Scf = "scf" {
        /// A counted loop from the lower bound up to, but without, the upper bound; the step is positive. Values of
        /// `iter_args` go from each iteration to the next, and the last ones are the results.
        For = OpDef::new("for")
            .operands(&[one("lowerBound", &types::INT_OR_INDEX), one("upperBound", &types::INT_OR_INDEX),
                one("step", &types::INT_OR_INDEX), any_number("initArgs", &types::ANY)])
            .results(&[any_number("results", &types::ANY)])
            .attrs(&[optional_attr("unsignedCmp", AttrConstraint::Unit)])
            .traits(&[Trait::SingleBlock, Trait::RecursiveEffects]).regions(&["region"])
            .implicit_terminator(OpKind::Scf(Scf::Yield)).blocks(&[Blocks::One])
            .code(for_loop::SYNTAX).verify(for_loop::verify).verify_regions(for_loop::verify_regions),
        /// One of two regions, by a bool. The second region may be empty when there are no results.
        If = OpDef::new("if").operands(&[one("condition", &types::BOOL)])
            .results(&[any_number("results", &types::ANY)])
            .traits(&[Trait::SingleBlock, Trait::RecursiveEffects, Trait::NoRegionArgs])
            .regions(&["thenRegion", "elseRegion"]).blocks(&[Blocks::One, Blocks::AtMostOne]).implicit_terminator(OpKind::Scf(Scf::Yield))
            .code(if_op::SYNTAX).verify(if_op::verify).verify_regions(if_op::verify_regions),
        /// A loop of two regions: the first computes the condition and ends with `scf.condition`, the second is the body
        /// and yields what the first gets on the next round.
        While = OpDef::new("while").operands(&[any_number("inits", &types::ANY)])
            .results(&[any_number("results", &types::ANY)])
            .traits(&[Trait::SingleBlock, Trait::RecursiveEffects])
            .regions(&["before", "after"]).blocks(&[Blocks::One])
            .code(while_loop::SYNTAX).verify_regions(while_loop::verify),
        /// A loop nest whose iterations may run in any order or at the same time.
        Parallel = OpDef::new("parallel")
            .operands(&[any_number("lowerBound", &types::INDEX), any_number("upperBound", &types::INDEX),
                any_number("step", &types::INDEX), any_number("initVals", &types::ANY)])
            .results(&[any_number("results", &types::ANY)])
            .traits(&[Trait::SingleBlock, Trait::RecursiveEffects]).regions(&["region"])
            .blocks(&[Blocks::One])
            .implicit_terminator(OpKind::Scf(Scf::Reduce)).code(parallel::SYNTAX).verify(parallel::verify)
            .verify_regions(parallel::verify_regions),
        /// Ends the body of `scf.parallel`: a region per reduced value says how two are combined.
        Reduce = OpDef::new("reduce").operands(&[any_number("operands", &types::ANY)])
            .traits(&[Trait::Terminator, Trait::RecursiveEffects]).parents(&["scf.parallel"])
            .regions(&["reductions..."]).code(parallel::REDUCE_SYNTAX)
            .verify_regions(parallel::verify_reduce),
        /// The combined value of a region of `scf.reduce`.
        ReduceReturn = OpDef::new("reduce.return").operands(&[one("result", &types::ANY)])
            .traits(&[Trait::Pure, Trait::Terminator]).parents(&["scf.reduce"])
            .verify(parallel::verify_return).pattern("$result attr-dict `:` type($result)"),
        /// A region of blocks of its own, run once.
        ExecuteRegion = OpDef::new("execute_region").results(&[any_number("results", &types::ANY)])
            .attrs(&[optional_attr("no_inline", AttrConstraint::Unit)])
            .traits(&[Trait::RecursiveEffects]).regions(&["region"]).code(region_ops::EXECUTE_SYNTAX)
            .verify(region_ops::verify_execute).verify_regions(region_ops::verify_execute_regions),
        /// The region of the case that the operand is equal to, or the first region, the default.
        IndexSwitch = OpDef::new("index_switch").operands(&[one("arg", &types::INDEX)])
            .results(&[any_number("results", &types::ANY)])
            .attrs(&[required_attr("cases", AttrConstraint::DenseArray(crate::types::Type::I64))])
            .traits(&[Trait::SingleBlock, Trait::RecursiveEffects])
            .regions(&["defaultRegion", "caseRegions..."]).blocks(&[Blocks::One])
            .implicit_terminator(OpKind::Scf(Scf::Yield)).code(region_ops::SWITCH_SYNTAX)
            .verify(region_ops::verify_switch).verify_regions(region_ops::verify_switch_regions),
        /// A loop nest whose iterations may run at the same time, on tensors that they share.
        Forall = OpDef::new("forall")
            .operands(&[any_number("dynamicLowerBound", &types::INDEX),
                any_number("dynamicUpperBound", &types::INDEX), any_number("dynamicStep", &types::INDEX),
                any_number("outputs", &forall::RANKED_TENSOR)])
            .results(&[any_number("results", &types::ANY)])
            .attrs(&[required_attr("staticLowerBound", AttrConstraint::DenseArray(crate::types::Type::I64)),
                required_attr("staticUpperBound", AttrConstraint::DenseArray(crate::types::Type::I64)),
                required_attr("staticStep", AttrConstraint::DenseArray(crate::types::Type::I64)),
                optional_attr("mapping", AttrConstraint::Array)])
            .traits(&[Trait::SingleBlock, Trait::RecursiveEffects]).regions(&["region"])
            .blocks(&[Blocks::One]).implicit_terminator(OpKind::Scf(Scf::InParallel))
            .code(forall::SYNTAX).verify(forall::verify),
        /// Ends the body of `scf.forall`: what each iteration writes into the shared tensors.
        InParallel = OpDef::new("forall.in_parallel")
            .traits(&[Trait::Terminator, Trait::NoTerminator, Trait::SingleBlock, Trait::Graph])
            .parents(&["scf.forall"]).regions(&["region"]).blocks(&[Blocks::One])
            .code(forall::IN_PARALLEL_SYNTAX).verify_regions(forall::verify_in_parallel),
        /// Ends a region of a loop or branch with its values.
        Yield = OpDef::new("yield").operands(&[any_number("results", &types::ANY)])
            .traits(&[Trait::Pure, Trait::Terminator]).parents(&["scf.execute_region", "scf.for", "scf.if", "scf.index_switch", "scf.while"])
            .pattern("attr-dict ($results^ `:` type($results))?"),
        /// Ends the first region of `scf.while`: goes on while the condition holds, with these values.
        Condition = OpDef::new("condition")
            .operands(&[one("condition", &types::BOOL), any_number("args", &types::ANY)])
            .traits(&[Trait::Pure, Trait::Terminator]).parents(&["scf.while"])
            .pattern("`(` $condition `)` attr-dict ($args^ `:` type($args))?"),
    }
}
