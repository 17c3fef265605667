//! Loop nests for structured operations of linalg, in three forms that differ in loops and accesses.
//!
//! The body of an operation moves into the innermost loop: its arguments become loads, `linalg.index` the variables of
//! the loops, and `linalg.yield` stores. An element that the body does not use is not loaded.

use crate::rewrite::stated_schedule::inherit;
use crate::{Changed, PassCx};
use warpline_ir::dialect::affine::is_symbol_for;
use warpline_ir::dialect::linalg::{IteratorType, Structured};
use warpline_ir::{
    Affine, AffineMap, Block, Builder, DYNAMIC, Expr, Linalg, MemRef, Module, Op, OpKind, OpRef, Place,
    Reported, Scf, Type, Value,
};

/// The loops and accesses that are built.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// `scf.for`, in the order of the iteration domain.
    Loops,
    /// `affine.for` and affine accesses, in the same order.
    Affine,
    /// One `scf.parallel` for all parallel loops, around an `scf.for` for each other one.
    Parallel,
}

/// The number of iterations of a loop.
#[derive(Clone, Copy)]
enum Size {
    Known(i64),
    Value(Value),
}

/// The parts of an operation that outlive its body.
struct Parts {
    operands: Vec<Value>,
    n_inputs: usize,
    maps: Vec<AffineMap>,
    is_used: Vec<bool>,
    body: Block,
}

/// Replaces every structured operation by loops.
pub(super) fn lower_all(cx: &mut PassCx<'_>, form: Form) -> Result<Changed, Reported> {
    let mut changed = false;
    for op in cx.module.walk(cx.module.root()) {
        if Structured::of(cx.module.op(op)).is_some() {
            lower(cx.module, op, form).map_err(|reason| cx.error(op, reason))?;
            changed = true;
        }
    }
    Ok(changed.into())
}

/// The message for attributes that give no maps or iterators.
pub(super) const UNFIT: &str = "the attributes of this operation do not fit its operands";
const NO_SYMBOL: &str = "the size of a buffer is not a valid affine symbol here; use convert-linalg-to-loops";

fn lower(module: &mut Module, op: Op, form: Form) -> Result<(), &'static str> {
    let (parts, iterators, extents) = read(module.op(op)).ok_or(UNFIT)?;
    let mut builder = Builder::before(module, op);
    let mut constants = Constants::default();
    let mut sizes = Vec::new();
    for (operand, dim) in extents {
        let size = size(&mut builder, &mut constants, parts.operands[operand], dim);
        if let (Size::Value(value), Form::Affine) = (size, form)
            && !is_symbol_for(builder.module, value, op)
        {
            return Err(NO_SYMBOL);
        }
        sizes.push(size);
    }
    let indices = match form {
        _ if sizes.is_empty() => Vec::new(),
        Form::Affine => sizes.into_iter().map(|size| affine_for(&mut builder, size)).collect(),
        Form::Loops => {
            let bounds = constants.bounds(&mut builder, &sizes);
            bounds.uppers.iter().map(|upper| scf_for(&mut builder, &bounds, *upper)).collect()
        }
        Form::Parallel => {
            let bounds = constants.bounds(&mut builder, &sizes);
            parallel_nest(&mut builder, &bounds, &iterators)
        }
    };
    let outermost = builder.module.prev_op(op).filter(|_| !indices.is_empty());
    move_body(&mut builder, &parts, &indices, form);
    if let Some(outermost) = outermost {
        inherit(module, op, outermost);
    }
    module.erase(op);
    Ok(())
}

/// The constants before a nest.
#[derive(Default)]
struct Constants(Vec<(i64, Value)>);

/// The bounds of the loops of scf.
struct Bounds {
    zero: Value,
    one: Value,
    uppers: Vec<Value>,
}

impl Constants {
    fn get(&mut self, builder: &mut Builder<'_>, number: i64) -> Value {
        if let Some((_, value)) = self.0.iter().find(|(found, _)| *found == number) {
            return *value;
        }
        let value = builder.index(number);
        self.0.push((number, value));
        value
    }

    fn bounds(&mut self, builder: &mut Builder<'_>, sizes: &[Size]) -> Bounds {
        let (zero, one) = (self.get(builder, 0), self.get(builder, 1));
        let upper = |size: &Size| match *size {
            Size::Known(size) => self.get(builder, size),
            Size::Value(value) => value,
        };
        let uppers = sizes.iter().map(upper).collect();
        Bounds { zero, one, uppers }
    }
}

/// The operand, and the dimension of it, whose size is the number of iterations.
type Extent = (usize, usize);

fn read(op: OpRef<'_>) -> Option<(Parts, Vec<IteratorType>, Vec<Extent>)> {
    let view = Structured::of(op)?;
    let extents: Option<Vec<Extent>> = view.extents()?.into_iter().collect();
    let operands = op.operands().to_vec();
    let is_used = (0..operands.len()).map(|index| view.uses_element(index)).collect();
    let parts =
        Parts { n_inputs: view.inputs().len(), maps: view.maps()?, is_used, body: view.body()?, operands };
    Some((parts, view.iterators()?, extents?))
}

/// Builds the size of a dimension.
fn size(builder: &mut Builder<'_>, constants: &mut Constants, buffer: Value, dim: usize) -> Size {
    let shape = builder.module.shape(builder.module.type_of(buffer)).unwrap_or_default();
    match shape.get(dim) {
        Some(size) if *size != DYNAMIC => Size::Known(*size),
        _ => {
            let dim = constants.get(builder, dim as i64);
            Size::Value(builder.value(MemRef::Dim, &[buffer, dim], Type::INDEX, &[]))
        }
    }
}

/// Builds `scf.for` and enters it; returns its variable.
fn scf_for(builder: &mut Builder<'_>, bounds: &Bounds, upper: Value) -> Value {
    let operands = [bounds.zero, upper, bounds.one];
    let op = builder.op_with_regions(Scf::For, &operands, &[], &[], 1);
    enter(builder, op, 1, Scf::Yield.into())[0]
}

/// Builds `affine.for` and enters it; returns its variable.
fn affine_for(builder: &mut Builder<'_>, size: Size) -> Value {
    let (upper, operands) = match size {
        Size::Known(size) => (AffineMap::constant(size), Vec::new()),
        Size::Value(value) => (AffineMap::symbol_identity(), vec![value]),
    };
    let module = &mut *builder.module;
    let segments = module.i32_array_attr([0, operands.len() as i64, 0]);
    let attrs = [
        ("lowerBoundMap", module.map_attr(AffineMap::constant(0))),
        ("operandSegmentSizes", segments),
        ("step", module.index_attr(1)),
        ("upperBoundMap", module.map_attr(upper)),
    ];
    let op = builder.op_with_regions(Affine::For, &operands, &[], &attrs, 1);
    enter(builder, op, 1, Affine::Yield.into())[0]
}

/// Builds the loops of the form [`Form::Parallel`] and enters them; returns their variables.
fn parallel_nest(builder: &mut Builder<'_>, bounds: &Bounds, iterators: &[IteratorType]) -> Vec<Value> {
    let is_parallel = |index: &usize| iterators[*index] == IteratorType::Parallel;
    let (parallel, others): (Vec<usize>, Vec<usize>) = (0..bounds.uppers.len()).partition(is_parallel);
    let mut indices = vec![None; bounds.uppers.len()];
    if !parallel.is_empty() {
        let uppers: Vec<Value> = parallel.iter().map(|index| bounds.uppers[*index]).collect();
        for (index, iv) in parallel.iter().zip(scf_parallel(builder, bounds, &uppers)) {
            indices[*index] = Some(iv);
        }
    }
    for index in others {
        indices[index] = Some(scf_for(builder, bounds, bounds.uppers[index]));
    }
    indices.into_iter().flatten().collect()
}

/// Builds `scf.parallel` and enters it; returns its variables.
fn scf_parallel(builder: &mut Builder<'_>, bounds: &Bounds, uppers: &[Value]) -> Vec<Value> {
    let n = uppers.len();
    let operands = [&vec![bounds.zero; n], uppers, &vec![bounds.one; n]].concat();
    let segments = builder.module.i32_array_attr([n as i64, n as i64, n as i64, 0]);
    let attrs = [("operandSegmentSizes", segments)];
    let op = builder.op_with_regions(Scf::Parallel, &operands, &[], &attrs, 1);
    enter(builder, op, n, Scf::Reduce.into())
}

/// Adds the block of a loop with its terminator, and moves the insertion point into it; returns the `n` variables.
fn enter(builder: &mut Builder<'_>, op: Op, n: usize, terminator: OpKind) -> Vec<Value> {
    let region = builder.module.region(op, 0);
    let block = builder.module.add_block(region, &vec![Type::INDEX; n]);
    builder.place = Place::End(block);
    let end = builder.op(terminator, &[], &[], &[]);
    builder.place = Place::Before(end);
    builder.module.args(block).to_vec()
}

/// Moves the body to the insertion point, between the loads and the stores of its elements.
fn move_body(builder: &mut Builder<'_>, parts: &Parts, indices: &[Value], form: Form) {
    let args = builder.module.args(parts.body).to_vec();
    let mut applied = Vec::new();
    for (number, arg) in args.into_iter().enumerate() {
        let operand = parts.operands[number];
        if !parts.is_used[number] {
            continue;
        }
        let element = if builder.module.is_memref(builder.module.type_of(operand)) {
            load(builder, operand, &parts.maps[number], indices, form, &mut applied)
        } else {
            operand
        };
        builder.module.replace_all_uses(arg, element);
    }
    for op in builder.module.ops_in(parts.body) {
        match builder.module.kind(op) {
            OpKind::Linalg(Linalg::Index) => replace_index(builder.module, op, indices),
            OpKind::Linalg(Linalg::Yield) => {
                let values = builder.module.operands(op).to_vec();
                for (number, value) in values.into_iter().enumerate() {
                    let output = parts.n_inputs + number;
                    let (buffer, map) = (parts.operands[output], &parts.maps[output]);
                    store(builder, value, buffer, map, indices, form, &mut applied);
                }
                builder.module.erase(op);
            }
            _ => builder.module.move_op(op, builder.place),
        }
    }
}

fn replace_index(module: &mut Module, op: Op, indices: &[Value]) {
    let dim = module.op(op).int("dim").and_then(|dim| usize::try_from(dim).ok());
    if let Some(index) = dim.and_then(|dim| indices.get(dim)) {
        module.replace_op(op, &[*index]);
    }
}

/// Results of maps that were computed in the innermost loop.
type Applied = Vec<(Expr, Value)>;

fn load(
    builder: &mut Builder<'_>,
    buffer: Value,
    map: &AffineMap,
    indices: &[Value],
    form: Form,
    applied: &mut Applied,
) -> Value {
    let element = builder.module.element_type(builder.module.type_of(buffer));
    if form == Form::Affine {
        let (map, inputs) = compressed(map, indices);
        let map = builder.module.map_attr(map);
        return builder.value(Affine::Load, &[vec![buffer], inputs].concat(), element, &[("map", map)]);
    }
    let subscripts = apply(builder, map, indices, applied);
    builder.value(MemRef::Load, &[vec![buffer], subscripts].concat(), element, &[])
}

fn store(
    builder: &mut Builder<'_>,
    value: Value,
    buffer: Value,
    map: &AffineMap,
    indices: &[Value],
    form: Form,
    applied: &mut Applied,
) {
    if form == Form::Affine {
        let (map, inputs) = compressed(map, indices);
        let map = builder.module.map_attr(map);
        builder.op(Affine::Store, &[vec![value, buffer], inputs].concat(), &[], &[("map", map)]);
        return;
    }
    let subscripts = apply(builder, map, indices, applied);
    builder.op(MemRef::Store, &[vec![value, buffer], subscripts].concat(), &[], &[]);
}

/// Builds the results of a map: an `affine.apply` for each that is not a dimension, unless it was built before.
fn apply(builder: &mut Builder<'_>, map: &AffineMap, indices: &[Value], applied: &mut Applied) -> Vec<Value> {
    let mut results = Vec::new();
    for result in &map.results {
        if let Expr::Dim(dim) = result {
            results.push(indices[*dim as usize]);
            continue;
        }
        if let Some((_, value)) = applied.iter().find(|(expr, _)| expr == result) {
            results.push(*value);
            continue;
        }
        let one = AffineMap { results: [result.clone()].into(), ..*map };
        let value = match result.as_constant() {
            Some(constant) => builder.index(constant),
            None => {
                let (map, inputs) = compressed(&one, indices);
                let map = builder.module.map_attr(map);
                builder.value(Affine::Apply, &inputs, Type::INDEX, &[("map", map)])
            }
        };
        applied.push((result.clone(), value));
        results.push(value);
    }
    results
}

/// Returns a map without the dimensions that it does not use, and the operands of those that it uses.
fn compressed(map: &AffineMap, indices: &[Value]) -> (AffineMap, Vec<Value>) {
    let mut used = Vec::new();
    for result in &map.results {
        collect_dims(result, &mut used);
    }
    used.sort_unstable();
    used.dedup();
    let position = |dim| used.iter().position(|found| *found == dim).unwrap_or_default();
    let dims: Vec<Expr> = (0..map.n_dims).map(|dim| Expr::Dim(position(dim) as u32)).collect();
    let results = map.results.iter().map(|result| result.substitute(&dims, &[])).collect();
    let inputs = used.iter().map(|dim| indices[*dim as usize]).collect();
    (AffineMap::new(used.len(), 0, results), inputs)
}

fn collect_dims(expr: &Expr, out: &mut Vec<u32>) {
    match expr {
        Expr::Dim(dim) => out.push(*dim),
        Expr::Binary(_, a, b) => {
            collect_dims(a, out);
            collect_dims(b, out);
        }
        Expr::Symbol(_) | Expr::Constant(_) => {}
    }
}
