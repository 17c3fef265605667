//! The scf dialect: structured loops and branches.

use crate::def::{
    AttrConstraint, Blocks, MlirVersion, OpDef, RegionFlow, Requirement, Trait, any_number, one,
    optional_attr, required_attr, types,
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
        /// A counted loop from the lower bound (inclusive) to the upper bound (exclusive); the step is
        /// positive. The values of `iter_args` are loop-carried, and their last values are the results.
        For = OpDef::new("for").flow(RegionFlow::For).requires(&[Requirement::Steps])
            .operands(&[one("lowerBound", &types::INT_OR_INDEX), one("upperBound", &types::INT_OR_INDEX),
                one("step", &types::INT_OR_INDEX), any_number("initArgs", &types::ANY)])
            .results(&[any_number("results", &types::ANY)])
            .attrs(&[optional_attr("unsignedCmp", AttrConstraint::Unit).since(MlirVersion::V22)])
            .traits(&[Trait::SingleBlock, Trait::RecursiveEffects]).regions(&["region"])
            .implicit_terminator(OpKind::Scf(Scf::Yield)).blocks(&[Blocks::One])
            .code(for_loop::SYNTAX).verify(for_loop::verify).verify_regions(for_loop::verify_regions),
        /// Selects one of two regions by a bool. The second region may be empty if there are no results.
        If = OpDef::new("if").flow(RegionFlow::Branch).operands(&[one("condition", &types::BOOL)])
            .results(&[any_number("results", &types::ANY)])
            .traits(&[Trait::SingleBlock, Trait::RecursiveEffects, Trait::NoRegionArgs])
            .regions(&["thenRegion", "elseRegion"]).blocks(&[Blocks::One, Blocks::AtMostOne]).implicit_terminator(OpKind::Scf(Scf::Yield))
            .code(if_op::SYNTAX).verify(if_op::verify).verify_regions(if_op::verify_regions),
        /// A loop of two regions: the first computes the condition and ends in `scf.condition`, the second is
        /// the body and yields the arguments of the first for the next iteration.
        While = OpDef::new("while").flow(RegionFlow::While).operands(&[any_number("inits", &types::ANY)])
            .results(&[any_number("results", &types::ANY)])
            .traits(&[Trait::SingleBlock, Trait::RecursiveEffects])
            .regions(&["before", "after"]).blocks(&[Blocks::One])
            .code(while_loop::SYNTAX).verify_regions(while_loop::verify),
        /// A loop nest whose iterations may run in any order or at the same time.
        Parallel = OpDef::new("parallel").flow(RegionFlow::Parallel).requires(&[Requirement::Steps])
            .operands(&[any_number("lowerBound", &types::INDEX), any_number("upperBound", &types::INDEX),
                any_number("step", &types::INDEX), any_number("initVals", &types::ANY)])
            .results(&[any_number("results", &types::ANY)])
            .traits(&[Trait::SingleBlock, Trait::RecursiveEffects]).regions(&["region"])
            .blocks(&[Blocks::One])
            .implicit_terminator(OpKind::Scf(Scf::Reduce)).code(parallel::SYNTAX).verify(parallel::verify)
            .verify_regions(parallel::verify_regions),
        /// Terminates the body of `scf.parallel`: one region per reduced value combines two values.
        Reduce = OpDef::new("reduce").operands(&[any_number("operands", &types::ANY)])
            .traits(&[Trait::Terminator, Trait::RecursiveEffects]).parents(&["scf.parallel"])
            .regions(&["reductions..."]).code(parallel::REDUCE_SYNTAX)
            .verify_regions(parallel::verify_reduce),
        /// Returns the combined value from a region of `scf.reduce`.
        ReduceReturn = OpDef::new("reduce.return").operands(&[one("result", &types::ANY)])
            .traits(&[Trait::Pure, Trait::Terminator]).parents(&["scf.reduce"])
            .verify(parallel::verify_return).pattern("$result attr-dict `:` type($result)"),
        /// A region with any number of blocks, executed once.
        ExecuteRegion = OpDef::new("execute_region").flow(RegionFlow::Once).results(&[any_number("results", &types::ANY)])
            .attrs(&[optional_attr("no_inline", AttrConstraint::Unit).since(MlirVersion::V22)])
            .traits(&[Trait::RecursiveEffects]).regions(&["region"]).code(region_ops::EXECUTE_SYNTAX)
            .verify(region_ops::verify_execute).verify_regions(region_ops::verify_execute_regions),
        /// Selects the region of the case that equals the operand, or the first region, the default.
        IndexSwitch = OpDef::new("index_switch").flow(RegionFlow::Branch).operands(&[one("arg", &types::INDEX)])
            .results(&[any_number("results", &types::ANY)])
            .attrs(&[required_attr("cases", AttrConstraint::DenseArray(crate::types::Type::I64))])
            .traits(&[Trait::SingleBlock, Trait::RecursiveEffects])
            .regions(&["defaultRegion", "caseRegions..."]).blocks(&[Blocks::One])
            .implicit_terminator(OpKind::Scf(Scf::Yield)).code(region_ops::SWITCH_SYNTAX)
            .verify(region_ops::verify_switch).verify_regions(region_ops::verify_switch_regions),
        /// A loop nest whose iterations may run at the same time, on shared tensors.
        Forall = OpDef::new("forall").flow(RegionFlow::Parallel).requires(&[Requirement::Steps])
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
        /// Terminates the body of `scf.forall`: the writes of each iteration to the shared tensors.
        InParallel = OpDef::new("forall.in_parallel")
            .traits(&[Trait::Terminator, Trait::NoTerminator, Trait::SingleBlock, Trait::Graph])
            .parents(&["scf.forall"]).regions(&["region"]).blocks(&[Blocks::One])
            .code(forall::IN_PARALLEL_SYNTAX).verify_regions(forall::verify_in_parallel),
        /// Terminates a region of a loop or branch and yields values.
        Yield = OpDef::new("yield").operands(&[any_number("results", &types::ANY)])
            .traits(&[Trait::Pure, Trait::Terminator]).parents(&["scf.execute_region", "scf.for", "scf.if", "scf.index_switch", "scf.while"])
            .pattern("attr-dict ($results^ `:` type($results))?"),
        /// Terminates the first region of `scf.while`: continues while the condition holds, with these
        /// values.
        Condition = OpDef::new("condition")
            .operands(&[one("condition", &types::BOOL), any_number("args", &types::ANY)])
            .traits(&[Trait::Pure, Trait::Terminator]).parents(&["scf.while"])
            .pattern("`(` $condition `)` attr-dict ($args^ `:` type($args))?"),
    }
}
