//! Canonicalises `func` operations: indirect calls of known functions.

use super::Rule;
use super::matching::defined_by;
use warpline_ir::{Builder, Func, Module, Op, OpKind, Type, Value};

/// The rules of the dialect.
pub(super) const RULES: &[(OpKind, Rule)] = &[(OpKind::Func(Func::CallIndirect), call_by_name)];

/// Replaces an indirect call of a constant function by a direct one.
fn call_by_name(module: &mut Module, op: Op) -> Option<()> {
    let constant = defined_by(module, module.operand(op, 0), Func::Constant)?;
    let callee = module.attr(constant, "value")?;
    let operands = module.operands(op)[1..].to_vec();
    let types: Vec<Type> = module.results(op).map(|result| module.type_of(result)).collect();
    let attrs = module.attrs(op).to_vec();
    let call = Builder::before(module, op).op(Func::Call, &operands, &types, &[]);
    module.set_attrs(call, &attrs);
    module.set_attr(call, "callee", callee);
    let results: Vec<Value> = module.results(call).collect();
    module.replace_op(op, &results);
    Some(())
}
