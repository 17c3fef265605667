//! The scf dialect: structured loops and branches.

use crate::def::{AttrConstraint, Blocks, OpDef, Trait, any_number, one, optional_attr, types};
use crate::dialect::OpKind;

mod for_loop;
mod if_op;
mod parallel;
mod while_loop;

pub use for_loop::ForLoop;
pub(in crate::dialect) use for_loop::{read_iter_args, write_iter_args};
pub use if_op::IfOp;
pub(in crate::dialect) use if_op::{read_two_regions, write_two_regions};
pub use parallel::Parallel;
pub use while_loop::WhileLoop;

dialect! {
    /// Structured control flow.
    Scf = "scf" {
        /// A counted loop; the step is positive. Operands: lower and upper bound, step, initial values.
        For = OpDef::new("for")
            .operands(&[one("lowerBound", &types::INT_OR_INDEX), one("upperBound", &types::INT_OR_INDEX),
                one("step", &types::INT_OR_INDEX), any_number("initArgs", &types::ANY)])
            .results(&[any_number("results", &types::ANY)])
            .traits(&[Trait::SingleBlock, Trait::RecursiveEffects]).regions(&["region"])
            .implicit_terminator(OpKind::Scf(Scf::Yield)).blocks(&[Blocks::One])
            .code(for_loop::SYNTAX).verify(for_loop::verify),
        /// One of two regions, by a bool. The second region may be empty when there are no results.
        If = OpDef::new("if").operands(&[one("condition", &types::BOOL)])
            .results(&[any_number("results", &types::ANY)])
            .traits(&[Trait::SingleBlock, Trait::RecursiveEffects, Trait::NoRegionArgs])
            .regions(&["thenRegion", "elseRegion"]).blocks(&[Blocks::One, Blocks::AtMostOne]).implicit_terminator(OpKind::Scf(Scf::Yield))
            .code(if_op::SYNTAX).verify(if_op::verify),
        /// A loop with the condition in its first region.
        While = OpDef::new("while").operands(&[any_number("inits", &types::ANY)])
            .results(&[any_number("results", &types::ANY)])
            .traits(&[Trait::SingleBlock, Trait::RecursiveEffects])
            .regions(&["before", "after"]).code(while_loop::SYNTAX).verify(while_loop::verify),
        /// A loop nest whose iterations may run in any order or at the same time.
        Parallel = OpDef::new("parallel")
            .operands(&[any_number("lowerBound", &types::INDEX), any_number("upperBound", &types::INDEX),
                any_number("step", &types::INDEX), any_number("initVals", &types::ANY)])
            .results(&[any_number("results", &types::ANY)])
            .attrs(&[optional_attr("mapping", AttrConstraint::Array)])
            .traits(&[Trait::SingleBlock, Trait::RecursiveEffects]).regions(&["region"])
            .implicit_terminator(OpKind::Scf(Scf::Reduce)).code(parallel::SYNTAX).verify(parallel::verify),
        /// Ends the body of `scf.parallel`: a region per reduced value says how two are combined.
        Reduce = OpDef::new("reduce").operands(&[any_number("operands", &types::ANY)])
            .traits(&[Trait::Terminator, Trait::RecursiveEffects]).parents(&["scf.parallel"])
            .regions(&["reductions..."]).code(parallel::REDUCE_SYNTAX).verify(parallel::verify_reduce),
        /// The combined value of a region of `scf.reduce`.
        ReduceReturn = OpDef::new("reduce.return").operands(&[one("result", &types::ANY)])
            .traits(&[Trait::Pure, Trait::Terminator]).parents(&["scf.reduce"])
            .pattern("$result attr-dict `:` type($result)"),
        /// Ends a region with its values.
        Yield = OpDef::new("yield").operands(&[any_number("results", &types::ANY)])
            .traits(&[Trait::Pure, Trait::Terminator]).parents(&["scf.for", "scf.if", "scf.while"])
            .pattern("attr-dict ($results^ `:` type($results))?"),
        /// Ends the first region of `scf.while`: goes on while the condition holds, with these values.
        Condition = OpDef::new("condition")
            .operands(&[one("condition", &types::BOOL), any_number("args", &types::ANY)])
            .traits(&[Trait::Pure, Trait::Terminator]).parents(&["scf.while"])
            .pattern("`(` $condition `)` attr-dict ($args^ `:` type($args))?"),
    }
}
