//! Loop-carried values: adds them to loops, for passes that keep something in a value from iteration to iteration.

use warpline_ir::{Module, Op, Type, Value};

/// Makes an `scf.for` carry further values, for which its body has arguments already, behind the others. `first` are their
/// initial values, `next` what an iteration yields. Returns the new loop, whose last results they are.
pub(crate) fn carry(module: &mut Module, loop_op: Op, first: &[Value], next: &[Value]) -> Op {
    let end = module.entry(loop_op, 0).and_then(|body| module.last_op(body));
    let end = end.expect("a verified loop has a body with an end");
    let yielded = [module.operands(end), next].concat();
    module.set_operands(end, &yielded);
    let operands = [module.operands(loop_op), first].concat();
    let old: Vec<Value> = module.results(loop_op).collect();
    let types: Vec<Type> = old.iter().chain(first).map(|value| module.type_of(*value)).collect();
    let attrs = module.attrs(loop_op).to_vec();
    let new = module.create_in_place_of(loop_op, &operands, &types, &attrs);
    let results: Vec<Value> = module.results(new).take(old.len()).collect();
    module.replace_op(loop_op, &results);
    new
}
