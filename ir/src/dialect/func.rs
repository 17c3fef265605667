//! The func dialect: functions, calls and returns.

use crate::def::{
    AttrConstraint, OpDef, Outside, Requirement, Trait, any_number, one, optional_attr, required_attr, types,
};

mod argument_attrs;
mod function;
mod indirect;
mod module_syntax;

pub use argument_attrs::{argument_attr, set_argument_attrs};
pub(in crate::dialect) use function::check_dicts;
pub use function::{FunctionLike, function_type_of};
pub(in crate::dialect) use function::{SYNTAX as FUNCTION_SYNTAX, verify as verify_function};
pub(crate) use function::{read_dict, read_signature, set_dicts, write_dict_of, write_signature};
pub(super) use module_syntax::{SYNTAX as MODULE_SYNTAX, verify as verify_module};

dialect! {
    /// Host functions, and calls to them.
    Func = "func" {
        /// A function; a declaration if it has no body.
        Func = OpDef::new("func")
            .attrs(&[required_attr("sym_name", AttrConstraint::Str),
                required_attr("function_type", AttrConstraint::FunctionType),
                optional_attr("sym_visibility", AttrConstraint::Str),
                optional_attr("arg_attrs", AttrConstraint::DictArray),
                optional_attr("res_attrs", AttrConstraint::DictArray),
                optional_attr("no_inline", AttrConstraint::Unit)])
            .traits(&[Trait::Isolated, Trait::Symbol, Trait::AffineScope])
            .regions(&["body"]).code(function::SYNTAX).verify(function::verify),
        /// Returns from a function with its results.
        Return = OpDef::new("return").operands(&[any_number("operands", &types::ANY)])
            .traits(&[Trait::Pure, Trait::Terminator]).parents(&["func.func"])
            .pattern("attr-dict ($operands^ `:` type($operands))?").verify(function::verify_return),
        /// Calls a function by its symbol.
        Call = OpDef::new("call").requires(&[Requirement::Apart]).operands(&[any_number("operands", &types::ANY)])
            .results(&[any_number("results", &types::ANY)])
            .attrs(&[required_attr("callee", AttrConstraint::FlatSymbol),
                optional_attr("arg_attrs", AttrConstraint::DictArray).outside(Outside::Bracketed),
                optional_attr("res_attrs", AttrConstraint::DictArray).outside(Outside::Bracketed),
                optional_attr("no_inline", AttrConstraint::Unit).outside(Outside::Bracketed)])
            .pattern("$callee `(` $operands `)` attr-dict `:` functional-type").verify(function::verify_call),
        /// Calls a function value.
        CallIndirect = OpDef::new("call_indirect")
            .operands(&[one("callee", &indirect::FUNCTION), any_number("callee_operands", &types::ANY)])
            .results(&[any_number("results", &types::ANY)])
            .attrs(&[optional_attr("arg_attrs", AttrConstraint::DictArray).outside(Outside::Assigned),
                optional_attr("res_attrs", AttrConstraint::DictArray).outside(Outside::Assigned)])
            .code(indirect::CALL_SYNTAX).verify(indirect::verify_call),
        /// A function as a value.
        Constant = OpDef::new("constant").results(&[one("result", &types::ANY)])
            .attrs(&[required_attr("value", AttrConstraint::FlatSymbol)])
            .traits(&[Trait::Pure, Trait::ConstantLike])
            .pattern("attr-dict $value `:` type($result)").verify(indirect::verify_constant)
            .result_names(&["f"]),
    }
}
