//! Unroll-and-jam: several iterations of a loop become one. The copies of a loop in its body whose bounds are the same for
//! all of them become a single loop, which carries the values of all, and those of such a branch a single branch. Other
//! operations that differ between the iterations are copied, and all that do not are there once.
//!
//! The iterations must be independent: none may write what another one accesses, as in a parallel loop. All operations in
//! the loop must be [copyable](is_copyable), and the loop must not reduce values.

use crate::analysis::effects::{is_pure, is_terminator};
use crate::rewrite::loop_values::carry;
use rustc_hash::{FxHashMap, FxHashSet};
use warpline_ir::{Arith, Block, Builder, MemRef, Module, Op, OpKind, Place, Scf, Type, Value, Vector};

/// The number of operands of an `scf.for` before its initial values.
const N_BOUNDS: usize = 3;

/// Lets the body of an `scf.for` or `scf.parallel` compute `factor` iterations of an induction variable, which are `step`
/// apart; the caller multiplies the step of the loop.
pub(crate) fn unroll_and_jam(module: &mut Module, loop_op: Op, iv: Value, step: i64, factor: i64) {
    let varying = varying(module, loop_op, iv);
    let body = module.entry(loop_op, 0).expect("a verified loop has a body");
    let ops = module.ops_in(body);
    let location = module.location(loop_op);
    let mut at = Builder::new(module, Place::Start(body), location);
    let mut maps = Vec::new();
    for number in 1..factor {
        let distance = at.int(step * number, at.module.type_of(iv));
        maps.push(FxHashMap::from_iter([(iv, at.binary(Arith::AddI, iv, distance))]));
    }
    Jam { varying, maps }.copy(module, ops);
}

/// Whether an operation can be copied, as far as those in its regions can: it computes, accesses an element, or is a loop,
/// a branch, or the end of one.
pub(crate) fn is_copyable(module: &Module, op: Op) -> bool {
    let kind = module.kind(op);
    matches!(
        kind,
        OpKind::MemRef(MemRef::Load | MemRef::Store)
            | OpKind::Vector(Vector::Load | Vector::Store)
            | OpKind::Scf(Scf::For | Scf::If | Scf::Yield | Scf::Reduce)
    ) || is_pure(module, op) && module.has_no_regions(op)
}

/// Whether an operation in a loop is there once for all iterations that [`unroll_and_jam`] makes one of, which differ in
/// these values.
pub(crate) fn is_shared(module: &Module, op: Op, loop_op: Op, varying: &FxHashSet<Value>) -> bool {
    let around = std::iter::successors(module.parent_op(op), |op| module.parent_op(*op));
    let mut around = around.take_while(|parent| *parent != loop_op);
    !module.operands(op).iter().any(|value| varying.contains(value))
        && around.all(|parent| is_jammed(module, parent, varying))
}

/// Whether a loop or a branch is one for all iterations: its bounds or its condition do not differ.
fn is_jammed(module: &Module, op: Op, varying: &FxHashSet<Value>) -> bool {
    deciding(module, op).is_some_and(|values| !values.iter().any(|value| varying.contains(value)))
}

/// Returns the operands that decide how often a loop or which side of a branch runs; `None` for other operations.
pub(crate) fn deciding(module: &Module, op: Op) -> Option<&[Value]> {
    match module.kind(op) {
        OpKind::Scf(Scf::For) => Some(&module.operands(op)[..N_BOUNDS]),
        OpKind::Scf(Scf::If) => Some(&module.operands(op)[..1]),
        _ => None,
    }
}

/// Returns the values in a loop that depend on an induction variable.
pub(crate) fn varying(module: &Module, loop_op: Op, iv: Value) -> FxHashSet<Value> {
    let mut found = FxHashSet::from_iter([iv]);
    let ops = module.walk(loop_op);
    let mut n_before = 0;
    // A value that the end of a loop yields may make others vary that stand before it.
    while n_before < found.len() {
        n_before = found.len();
        for op in &ops[1..] {
            let is_found = |value: &Value| found.contains(value);
            let operands = module.operands(*op);
            let new: Vec<Value> = match module.kind(*op) {
                OpKind::Scf(Scf::For) => {
                    let body = module.entry(*op, 0).map(|body| module.args(body)).unwrap_or_default();
                    let yielded = yielded(module, *op, 0);
                    let bounds = operands.iter().take(N_BOUNDS).any(is_found);
                    let carried = operands.iter().skip(N_BOUNDS).zip(yielded).zip(&body[1..]);
                    let values = carried.zip(module.results(*op)).filter(|(((first, next), arg), _)| {
                        bounds || is_found(first) || is_found(next) || is_found(arg)
                    });
                    let values = values.flat_map(|((_, arg), result)| [*arg, result]);
                    values.chain(body.first().copied().filter(|_| bounds)).collect()
                }
                OpKind::Scf(Scf::If) => {
                    let sides = [yielded(module, *op, 0), yielded(module, *op, 1)];
                    let varies = |index: &usize| {
                        operands.iter().any(is_found)
                            || sides.iter().any(|side| side.get(*index).is_some_and(is_found))
                    };
                    let results = module.results(*op).enumerate();
                    results.filter(|(index, _)| varies(index)).map(|(_, result)| result).collect()
                }
                _ if operands.iter().any(is_found) => module.results(*op).collect(),
                _ => Vec::new(),
            };
            found.extend(new);
        }
    }
    found
}

/// Returns what the end of a region yields.
fn yielded(module: &Module, op: Op, region: usize) -> &[Value] {
    let end = module.entry(op, region).and_then(|block| module.last_op(block));
    end.map(|end| module.operands(end)).unwrap_or_default()
}

/// The copies of a body.
struct Jam {
    /// The values that differ between the copies.
    varying: FxHashSet<Value>,
    /// For each copy but the first one, which is the original, its values by those of the original.
    maps: Vec<FxHashMap<Value, Value>>,
}

impl Jam {
    /// Adds the copies of operations of a block, each behind its original; the terminator has none.
    fn copy(&mut self, module: &mut Module, ops: Vec<Op>) {
        for op in ops {
            if is_terminator(module, op) {
                continue;
            }
            let is_varying = |value: &Value| self.varying.contains(value);
            if !module.walk(op).iter().any(|op| module.operands(*op).iter().any(is_varying)) {
                continue;
            }
            if is_jammed(module, op, &self.varying) {
                match module.kind(op) {
                    OpKind::Scf(Scf::For) => self.inner_loop(module, op),
                    _ => self.branch(module, op),
                }
                continue;
            }
            let mut last = op;
            for map in &mut self.maps {
                let copy = module.clone_op(op, map);
                module.insert(copy, Place::After(last));
                last = copy;
            }
        }
    }

    /// Lets a loop carry the values of all copies.
    fn inner_loop(&mut self, module: &mut Module, op: Op) {
        let body = module.entry(op, 0).expect("a verified loop has a body");
        let args = module.args(body)[1..].to_vec();
        let carried: Vec<usize> = (0..args.len()).filter(|it| self.varying.contains(&args[*it])).collect();
        if carried.is_empty() {
            return self.copy(module, module.ops_in(body));
        }
        let mut first = Vec::new();
        for map in &mut self.maps {
            for index in &carried {
                first.push(mapped(map, module.operand(op, N_BOUNDS + index)));
                let ty = module.type_of(args[*index]);
                map.insert(args[*index], module.add_arg(body, ty));
            }
        }
        self.copy(module, module.ops_in(body));
        let yielded = yielded(module, op, 0).to_vec();
        let next = self.maps.iter().flat_map(|map| carried.iter().map(|index| mapped(map, yielded[*index])));
        let next: Vec<Value> = next.collect();
        let new = carry(module, op, &first, &next);
        self.add_results(module, new, args.len(), &carried);
    }

    /// Lets a branch yield the values of all copies.
    fn branch(&mut self, module: &mut Module, op: Op) {
        let blocks: Vec<Block> = (0..2).filter_map(|region| module.entry(op, region)).collect();
        for block in &blocks {
            self.copy(module, module.ops_in(*block));
        }
        let old: Vec<Value> = module.results(op).collect();
        let yielded: Vec<usize> = (0..old.len()).filter(|it| self.varying.contains(&old[*it])).collect();
        if yielded.is_empty() {
            return;
        }
        for block in blocks {
            let Some(end) = module.last_op(block) else { continue };
            let own = module.operands(end).to_vec();
            let added = self.maps.iter().flat_map(|map| yielded.iter().map(|index| mapped(map, own[*index])));
            let all: Vec<Value> = own.iter().copied().chain(added).collect();
            module.set_operands(end, &all);
        }
        let added = self.maps.iter().flat_map(|_| yielded.iter().map(|index| old[*index]));
        let types: Vec<Type> = old.iter().copied().chain(added).map(|value| module.type_of(value)).collect();
        let (operands, attrs) = (module.operands(op).to_vec(), module.attrs(op).to_vec());
        let new = module.create_in_place_of(op, &operands, &types, &attrs);
        let results: Vec<Value> = module.results(new).take(old.len()).collect();
        module.replace_op(op, &results);
        self.add_results(module, new, old.len(), &yielded);
    }

    /// Records the results of the copies, which follow the `n` of the original: for each copy those with these indices.
    fn add_results(&mut self, module: &Module, op: Op, n: usize, indices: &[usize]) {
        let results: Vec<Value> = module.results(op).collect();
        let mut added = results[n..].iter();
        for map in &mut self.maps {
            for index in indices {
                map.extend(added.next().map(|result| (results[*index], *result)));
            }
        }
        self.varying.extend(indices.iter().map(|index| results[*index]));
    }
}

fn mapped(map: &FxHashMap<Value, Value>, value: Value) -> Value {
    map.get(&value).copied().unwrap_or(value)
}
