//! Loops of multiply-adds: the inner loops of matrix products and convolutions.
//!
//! Such an `scf.for` carries sums of `f32` and adds to each, in one or more steps of its body, the product of two numbers
//! loaded at addresses that are linear in the induction variable. One of them, the scalar, is the same for all threads of a
//! vector, and the other, the vector, is that of neighbouring elements. Each scalar of a step meets each of its vectors:
//! ```text
//! scf.for %k = … iter_args(%p, %q) {       %a ×  %v
//!   %a = memref.load …[%i, %k]           ┌─────┬────┐
//!   %b = memref.load …[%j, %k]           │ %a  │ %p │   a grid of two rows and a column
//!   %v = memref.load …[%k, %x]           │ %b  │ %q │
//!   yield %p + %a * %v, %q + %b * %v     └─────┴────┘
//! }
//! ```
//! `cpu-vectorize` makes such loops larger, and the CPU backend calls functions with wider vectors for them.

use crate::analysis::access::{is_defined_inside, is_volatile};
use crate::analysis::linear::{Linear, scaled};
use crate::analysis::trip_count::trip_count;
use rustc_hash::FxHashMap;
use warpline_ir::{Arith, Block, DYNAMIC, Math, MemRef, Module, Op, OpKind, Scf, Type, Value, Vector};

/// The maximum number of sums of a loop.
pub const MAX_SUMS: usize = 8;
/// The minimum number of steps of a loop, if it is known, for which a call pays.
const MIN_STEPS: i64 = 8;
/// The maximum number of operations, one after the other, that compute an index in a loop.
const MAX_DEPTH: u32 = 8;

/// The loads of one step.
#[derive(Debug, PartialEq, Eq)]
pub struct Step {
    /// The scalar of each row.
    pub scalars: Vec<Op>,
    /// The vector of each column.
    pub vectors: Vec<Op>,
}

impl Step {
    /// Returns the loads: those of the scalars first.
    pub fn loads(&self) -> impl Iterator<Item = Op> {
        self.scalars.iter().chain(&self.vectors).copied()
    }
}

/// A row and a column of the grid of sums.
pub type Place = (usize, usize);

/// A loop of multiply-adds.
#[derive(Debug)]
pub struct MultiplyAdds {
    /// Whether a product and the sum with it are rounded once, as by `math.fma`.
    pub is_fused: bool,
    /// The steps of an iteration, in order; there is at least one.
    pub steps: Vec<Step>,
    /// The place of each carried value.
    pub places: Vec<Place>,
    /// The distance in bytes from one iteration to the next of the scalars of each row and of the vectors of each column, in
    /// values from outside of the loop.
    pub advances: Vec<Linear>,
}

impl MultiplyAdds {
    /// Returns the number of sums.
    pub fn n_sums(&self) -> usize {
        self.places.len()
    }

    /// Returns an `scf.for` as a loop of multiply-adds, if it is one; `loads` returns the loads of two factors, that of the
    /// scalar first.
    pub fn of(module: &Module, op: Op, loads: impl Fn([Value; 2]) -> Option<(Op, Op)>) -> Option<Self> {
        let view = module.op(op);
        let body = view.entry(0)?;
        let (iv, carried) = module.args(body).split_first()?;
        let end = module.last_op(body)?;
        let [lower, upper, step] = ["lowerBound", "upperBound", "step"].map(|name| view.named(name));
        let by = module.constant_int(step).filter(|step| 0 < *step)?;
        let is_plain = module.ops_in(body).into_iter().all(|inner| inner == end || is_part(module, inner));
        let is_unsigned = module.attr(op, "unsignedCmp").is_some();
        if !is_plain
            || is_unsigned
            || module.type_of(*iv) != Type::INDEX
            || !(1..=MAX_SUMS).contains(&carried.len())
        {
            return None;
        }
        let chains = carried.iter().zip(module.operands(end));
        let chains = chains.map(|(first, last)| Chain::of(module, body, (*first, *last), &loads));
        let chains: Vec<Chain> = chains.collect::<Option<_>>()?;
        let (is_fused, n_steps) = (chains[0].is_fused, chains[0].products.len());
        let is_alike = |chain: &Chain| chain.is_fused == is_fused && chain.products.len() == n_steps;
        let trips = trip_count(module, lower, upper, step);
        let is_short = trips.is_some_and(|trips| trips.saturating_mul(n_steps as i64) < MIN_STEPS);
        if is_short || !chains.iter().all(is_alike) {
            return None;
        }
        let (steps, places) = grid(&chains)?;
        let of_step = |step: &Step| -> Option<Vec<Linear>> {
            let of_load = |load| scaled(&distance_of_access(module, load, *iv, op)?, by);
            step.loads().map(of_load).collect()
        };
        let advances = of_step(&steps[0])?;
        let is_same = |step: &Step| of_step(step).as_ref() == Some(&advances);
        steps[1..].iter().all(is_same).then_some(Self { is_fused, steps, places, advances })
    }
}

/// Whether an operation may be in the body of a loop of multiply-adds.
fn is_part(module: &Module, op: Op) -> bool {
    let is_known = matches!(
        module.kind(op),
        OpKind::MemRef(MemRef::Load)
            | OpKind::Vector(Vector::Load | Vector::Broadcast)
            | OpKind::Arith(Arith::MulF | Arith::AddF)
            | OpKind::Math(Math::Fma)
    );
    is_known && !is_volatile(module, op) || is_index(module, op)
}

/// Whether an operation computes an index.
pub fn is_index(module: &Module, op: Op) -> bool {
    let is_sum =
        matches!(module.kind(op), OpKind::Arith(Arith::AddI | Arith::SubI | Arith::MulI | Arith::Constant));
    is_sum && module.type_of(module.result(op, 0)) == Type::INDEX
}

/// The products that a loop adds to a carried value, in order: the loads of a scalar and of a vector.
#[derive(Debug)]
struct Chain {
    products: Vec<(Op, Op)>,
    is_fused: bool,
}

impl Chain {
    /// Returns the products between the carried value of an iteration and that of the next one.
    fn of(
        module: &Module,
        body: Block,
        (first, last): (Value, Value),
        loads: impl Fn([Value; 2]) -> Option<(Op, Op)>,
    ) -> Option<Self> {
        let mut products = Vec::new();
        let mut is_fused = None;
        let mut value = last;
        while value != first {
            let op = module.defining_op(value).filter(|op| module.block_of(*op) == Some(body))?;
            let [_] = module.uses(value)[..] else { return None };
            let (factors, before, fused) = match (module.kind(op), module.operands(op)) {
                (OpKind::Math(Math::Fma), &[a, b, sum]) => ([a, b], sum, true),
                (OpKind::Arith(Arith::AddF), &[a, b]) => {
                    let product = |value: Value| {
                        let op = module.defining_op(value)?;
                        let is_product = module.kind(op) == OpKind::Arith(Arith::MulF)
                            && module.block_of(op) == Some(body)
                            && module.uses(value).len() == 1;
                        is_product.then(|| [module.operand(op, 0), module.operand(op, 1)])
                    };
                    match (product(a), product(b)) {
                        (_, Some(factors)) => (factors, a, false),
                        (Some(factors), None) => (factors, b, false),
                        (None, None) => return None,
                    }
                }
                _ => return None,
            };
            if *is_fused.get_or_insert(fused) != fused {
                return None;
            }
            let (scalar, vector) = loads(factors)?;
            if [scalar, vector].iter().any(|load| module.block_of(*load) != Some(body)) {
                return None;
            }
            products.push((scalar, vector));
            value = before;
        }
        products.reverse();
        Some(Self { products, is_fused: is_fused? })
    }
}

/// Returns the loads of each step as rows and columns, and the place of each chain in their grid, if the chains fill it.
fn grid(chains: &[Chain]) -> Option<(Vec<Step>, Vec<Place>)> {
    let (mut rows, mut columns) = (FxHashMap::default(), FxHashMap::default());
    let mut places = Vec::with_capacity(chains.len());
    for chain in chains {
        let (scalar, vector) = chain.products.first()?;
        let (n_rows, n_columns) = (rows.len(), columns.len());
        places.push((*rows.entry(*scalar).or_insert(n_rows), *columns.entry(*vector).or_insert(n_columns)));
    }
    let (n_rows, n_columns) = (rows.len(), columns.len());
    let mut filled = vec![false; n_rows * n_columns];
    for (row, column) in &places {
        filled[row * n_columns + column] = true;
    }
    if chains.len() != filled.len() || filled.contains(&false) {
        return None;
    }
    let mut steps = Vec::new();
    for step in 0..chains[0].products.len() {
        let (mut scalars, mut vectors) = (vec![None; n_rows], vec![None; n_columns]);
        for (chain, (row, column)) in chains.iter().zip(&places) {
            let (scalar, vector) = chain.products[step];
            if *scalars[*row].get_or_insert(scalar) != scalar
                || *vectors[*column].get_or_insert(vector) != vector
            {
                return None;
            }
        }
        let scalars = scalars.into_iter().collect::<Option<_>>()?;
        steps.push(Step { scalars, vectors: vectors.into_iter().collect::<Option<_>>()? });
    }
    Some((steps, places))
}

/// Returns the distance in bytes between the elements that a load reads for an induction variable and the next number.
fn distance_of_access(module: &Module, load: Op, iv: Value, loop_op: Op) -> Option<Linear> {
    let (memref, indices) = module.op(load).access()?;
    let ty = module.type_of(memref);
    if module.element_type(ty) != Type::F32 || is_defined_inside(module, memref, loop_op) {
        return None;
    }
    let (_, strides) = module.strides(ty)?;
    let mut sum = Linear::default();
    for (index, stride) in indices.iter().zip(strides) {
        let index = distance(module, *index, (iv, loop_op), MAX_DEPTH)?;
        if index != Linear::default() {
            let stride = Some(stride).filter(|stride| *stride != DYNAMIC)?;
            sum.add_scaled(&index, stride.checked_mul(4)?)?;
        }
    }
    Some(sum)
}

/// Returns the distance between the values of an index for an induction variable of a loop and the next number; at most
/// `depth` operations, one after the other, compute it.
fn distance(module: &Module, value: Value, (iv, loop_op): (Value, Op), depth: u32) -> Option<Linear> {
    if value == iv {
        return Some(Linear::constant(1));
    }
    if !is_defined_inside(module, value, loop_op) {
        return Some(Linear::default());
    }
    let op = module.defining_op(value)?;
    let depth = depth.checked_sub(1)?;
    let operand = |index: usize| distance(module, module.operand(op, index), (iv, loop_op), depth);
    match module.kind(op) {
        OpKind::Arith(Arith::Constant) => Some(Linear::default()),
        OpKind::Arith(kind @ (Arith::AddI | Arith::SubI)) => {
            let mut sum = operand(0)?;
            sum.add_scaled(&operand(1)?, if kind == Arith::AddI { 1 } else { -1 })?;
            Some(sum)
        }
        OpKind::Arith(Arith::MulI) => {
            let (a, b) = (operand(0)?, operand(1)?);
            let (varying, factor) = match (a == Linear::default(), b == Linear::default()) {
                (true, true) => return Some(a),
                (false, true) => (a, module.operand(op, 1)),
                (true, false) => (b, module.operand(op, 0)),
                (false, false) => return None,
            };
            match module.constant_int(factor) {
                Some(constant) => scaled(&varying, constant),
                None if varying.terms.is_empty() && !is_defined_inside(module, factor, loop_op) => {
                    scaled(&Linear::leaf(factor), varying.constant)
                }
                None => None,
            }
        }
        _ => None,
    }
}

/// Whether there is a loop in a nest that may add products.
pub(crate) fn adds_products(module: &Module, nest: Op) -> bool {
    let (mut has_loop, mut has_product, mut has_sum) = (false, false, false);
    for op in module.walk(nest) {
        match module.kind(op) {
            OpKind::Scf(Scf::For) => has_loop = true,
            OpKind::Arith(Arith::MulF | Arith::MulI) => has_product = true,
            OpKind::Arith(Arith::AddF | Arith::AddI) => has_sum = true,
            OpKind::Math(Math::Fma) => (has_product, has_sum) = (true, true),
            _ => {}
        }
    }
    has_loop && has_product && has_sum
}
