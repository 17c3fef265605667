//! The builtin dialect: the module that encloses every program, and casts between type systems.

use crate::def::{AttrConstraint, Blocks, OpDef, Outside, Trait, any_number, optional_attr, types};
use crate::op::OpRef;
use crate::verify::VerifyCx;

dialect! {
    /// The module that encloses every program, and casts between two stages of a lowering.
    Builtin = "builtin" {
        /// A symbol table: functions, globals and device modules.
        Module = OpDef::new("module")
            .attrs(&[optional_attr("sym_name", AttrConstraint::Str),
                optional_attr("sym_visibility", AttrConstraint::Str).outside(Outside::Bracketed)])
            .traits(&[Trait::Isolated, Trait::SymbolTable, Trait::Symbol, Trait::NoTerminator,
                Trait::SingleBlock, Trait::Graph, Trait::AffineScope, Trait::NoRegionArgs])
            .regions(&["bodyRegion"]).blocks(&[Blocks::One]).code(super::func::MODULE_SYNTAX)
            .verify(super::func::verify_module),
        /// A cast between types that a later conversion must resolve.
        UnrealizedConversionCast = OpDef::new("unrealized_conversion_cast")
            .operands(&[any_number("inputs", &types::ANY)]).results(&[any_number("outputs", &types::ANY)])
            .traits(&[Trait::Pure])
            .pattern("($inputs^ `:` type($inputs))? `to` type($outputs) attr-dict").verify(verify_cast),
    }
}

/// Checks that a cast has a result.
fn verify_cast(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    if op.n_results() == 0 {
        cx.error(op, "expected at least one result for cast operation, but found none");
    }
}
