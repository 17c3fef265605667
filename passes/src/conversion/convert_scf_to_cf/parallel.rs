//! Rewrites `scf.parallel` as a nest of `scf.for` that carries the reduced values.

use warpline_ir::{Builder, Module, Op, Place, Scf, Type, Value};

/// Replaces the operation by loops; returns them, outermost first, and the operations of its body.
pub(crate) fn to_loops(module: &mut Module, op: Op) -> Option<Vec<Op>> {
    let view = module.op(op);
    let [lower, upper, step, inits] =
        ["lowerBound", "upperBound", "step", "initVals"].map(|name| view.group(name).to_vec());
    let types: Vec<Type> = inits.iter().map(|value| module.type_of(*value)).collect();
    let location = module.location(op);
    let mut place = Place::Before(op);
    let mut carried = inits;
    let (mut loops, mut indices) = (Vec::new(), Vec::new());
    for ((lower, upper), step) in lower.into_iter().zip(upper).zip(step) {
        let operands: Vec<Value> = [lower, upper, step].into_iter().chain(carried).collect();
        let index_type = module.type_of(lower);
        let mut builder = Builder::new(module, place, location);
        let new = builder.op_with_regions(Scf::For, &operands, &types, &[], 1);
        let args: Vec<Type> = [index_type].into_iter().chain(types.iter().copied()).collect();
        let body = module.add_block(module.region(new, 0), &args);
        if let Some(outer) = loops.last() {
            end_with_results(module, *outer, new)?;
        }
        indices.push(module.args(body)[0]);
        carried = module.args(body)[1..].to_vec();
        place = Place::End(body);
        loops.push(new);
    }
    move_body(module, op, *loops.last()?, &indices, &carried)?;
    let results: Vec<Value> = module.results(*loops.first()?).collect();
    module.replace_op(op, &results);
    let inner = module.walk(*loops.first()?);
    Some(inner)
}

/// Yields the results of the inner loop from the body of the outer one.
fn end_with_results(module: &mut Module, outer: Op, inner: Op) -> Option<()> {
    let body = module.entry(outer, 0)?;
    let results: Vec<Value> = module.results(inner).collect();
    let location = module.location(inner);
    Builder::new(module, Place::End(body), location).op(Scf::Yield, &results, &[], &[]);
    Some(())
}

/// Moves the body to the innermost loop, with the reductions at its end.
fn move_body(module: &mut Module, op: Op, inner: Op, indices: &[Value], carried: &[Value]) -> Option<()> {
    let (body, target) = (module.entry(op, 0)?, module.entry(inner, 0)?);
    for (arg, index) in module.args(body).to_vec().into_iter().zip(indices) {
        module.replace_all_uses(arg, *index);
    }
    let reduce = module.last_op(body)?;
    let values = module.operands(reduce).to_vec();
    module.move_block_ops(body, Place::End(target));
    let mut joined = Vec::new();
    for (index, value) in values.into_iter().enumerate() {
        let combine = module.entry(reduce, index)?;
        for (arg, given) in module.args(combine).to_vec().into_iter().zip([carried[index], value]) {
            module.replace_all_uses(arg, given);
        }
        let end = module.last_op(combine)?;
        joined.push(module.operand(end, 0));
        module.erase(end);
        module.move_block_ops(combine, Place::Before(reduce));
    }
    Builder::before(module, reduce).op(Scf::Yield, &joined, &[], &[]);
    module.erase(reduce);
    Some(())
}
