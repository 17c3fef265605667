//! Unroll-and-jam: several iterations of a loop become one, and the copies of a loop in its body a single loop, which
//! carries the values of all of them. What all copies compute or load alike is computed or loaded once.
//!
//! The iterations must be independent, and no two of them may write what another one accesses, as in a parallel loop.

use crate::analysis::effects::{is_pure, is_terminator};
use crate::loop_values::carry;
use rustc_hash::{FxHashMap, FxHashSet};
use warpline_ir::{Arith, Builder, MemRef, Module, Op, OpKind, Place, Scf, Value};

/// The number of operands of an `scf.for` before its initial values.
const N_BOUNDS: usize = 3;

/// Lets the body of a loop compute `factor` iterations of one of its variables, which are `step` apart; the caller
/// multiplies the step of the loop.
pub(crate) fn unroll_and_jam(module: &mut Module, loop_op: Op, iv: Value, (step, factor): (i64, i64)) {
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

/// Whether an operation can be copied by [`unroll_and_jam`]: it computes, accesses elements, or is a loop or a branch of
/// such ones.
pub(crate) fn is_copied(module: &Module, op: Op) -> bool {
    let kind = module.kind(op);
    matches!(
        kind,
        OpKind::MemRef(MemRef::Load | MemRef::Store)
            | OpKind::Scf(Scf::For | Scf::If | Scf::Yield | Scf::Reduce)
    ) || is_pure(module, op) && module.has_no_regions(op)
}

/// Returns the values in a loop that depend on one of its variables.
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
            let bounds = &module.operands(op)[..N_BOUNDS.min(module.operands(op).len())];
            if !module.walk(op).iter().any(|op| module.operands(*op).iter().any(is_varying)) {
                continue;
            }
            if module.kind(op) == OpKind::Scf(Scf::For) && !bounds.iter().any(is_varying) {
                self.inner_loop(module, op);
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
        let results: Vec<Value> = module.results(new).collect();
        let mut added = results[args.len()..].iter();
        for map in &mut self.maps {
            for index in &carried {
                map.extend(added.next().map(|result| (results[*index], *result)));
                self.varying.insert(results[*index]);
            }
        }
    }
}

fn mapped(map: &FxHashMap<Value, Value>, value: Value) -> Value {
    map.get(&value).copied().unwrap_or(value)
}
