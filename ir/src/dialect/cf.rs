//! The cf dialect: branches between blocks.

use crate::def::{AttrConstraint, OpDef, Trait, any_number, one, required_attr, types};

dialect! {
    /// Control flow between blocks.
    Cf = "cf" {
        /// Goes on at a block.
        Br = OpDef::new("br").operands(&[any_number("destOperands", &types::ANY)])
            .traits(&[Trait::Pure, Trait::Terminator]).successors(Some(1)).pattern("successor attr-dict"),
        /// Goes on at one of two blocks.
        CondBr = OpDef::new("cond_br")
            .operands(&[one("condition", &types::BOOL), any_number("trueDestOperands", &types::ANY),
                any_number("falseDestOperands", &types::ANY)])
            .traits(&[Trait::Pure, Trait::Terminator]).successors(Some(2))
            .pattern("$condition `,` successor `,` successor attr-dict"),
        /// Ends the program with a message when the condition is false.
        Assert = OpDef::new("assert")
            .operands(&[one("arg", &types::BOOL)]).attrs(&[required_attr("msg", AttrConstraint::Str)])
            .pattern("$arg `,` $msg attr-dict"),
    }
}
