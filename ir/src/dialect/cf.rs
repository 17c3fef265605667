//! The cf dialect: branches between blocks.

use crate::attrs::AttrKind;
use crate::def::{
    AttrConstraint, MlirVersion, OpDef, Trait, any_number, one, optional_attr, required_attr, types,
};
use crate::op::OpRef;
use crate::types::Type;
use crate::verify::VerifyCx;

mod switch;

pub(crate) use switch::split_operands;
pub use switch::{switch_cases, switch_values};

dialect! {
    /// Branches between the blocks of a function.
    Cf = "cf" {
        /// Branches to a block, with a value for each of its arguments.
        Br = OpDef::new("br").operands(&[any_number("destOperands", &types::ANY)])
            .traits(&[Trait::Pure, Trait::Terminator]).successors(Some(1)).pattern("successor attr-dict"),
        /// Branches to the first of two blocks if the condition is true, else to the second.
        CondBr = OpDef::new("cond_br")
            .operands(&[one("condition", &types::BOOL), any_number("trueDestOperands", &types::ANY),
                any_number("falseDestOperands", &types::ANY)])
            .attrs(&[optional_attr("branch_weights", AttrConstraint::DenseArray(Type::I32)).since(MlirVersion::V21)])
            .traits(&[Trait::Pure, Trait::Terminator]).successors(Some(2))
            .verify(verify_weights)
            .pattern("$condition (`weights` `(` $branch_weights^ `)`)? `,` successor `,` successor attr-dict"),
        /// Aborts the program with a message if the condition is false.
        Assert = OpDef::new("assert")
            .operands(&[one("arg", &types::BOOL)]).attrs(&[required_attr("msg", AttrConstraint::Str)])
            .pattern("$arg `,` $msg attr-dict"),
        /// Branches to the block of the case that equals the operand, or to the first block, the default.
        Switch = OpDef::new("switch")
            .operands(&[one("flag", &switch::ANY_INTEGER), any_number("defaultOperands", &types::ANY),
                any_number("caseOperands", &types::ANY)])
            .attrs(&[optional_attr("case_values", AttrConstraint::Typed),
                required_attr("case_operand_segments", AttrConstraint::DenseArray(Type::I32))])
            .traits(&[Trait::Pure, Trait::Terminator]).successors(None).code(switch::SYNTAX)
            .verify(switch::verify),
    }
}

/// Checks that there is one weight per block, and that one is nonzero.
fn verify_weights(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some(AttrKind::DenseArray(_, weights)) =
        op.attr("branch_weights").map(|attr| op.module.attr_kind(attr))
    else {
        return;
    };
    let n_blocks = op.module.successors(op.op).len();
    if weights.len() != n_blocks {
        let message = "expects number of branch weights to match number of successors";
        return cx.error(op, format!("{message}: {} vs {n_blocks}", weights.len()));
    }
    if weights.iter().all(|weight| *weight == 0) {
        cx.error(op, "branch weights cannot all be zero");
    }
}
