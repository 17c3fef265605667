//! The movement of an index in a loop nest: the counters that it follows, and the factor of each.

use crate::analysis::speculation::is_speculatable;
use crate::analysis::uniformity::Uniformity;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use warpline_ir::{Arith, Def, Gpu, Module, Op, OpKind, Scf, Type, Value};

/// The maximum number of operations that are followed from an index.
const MAX_DEPTH: usize = 10;
/// The exclusive maximum of constant factors and steps.
pub(super) const MAX_FACTOR: i64 = 1 << 31;

/// A loop that contains checks, with its operations.
pub(crate) struct Nest<'a> {
    module: &'a Module,
    outer: Op,
    /// Set if the loop contains collective operations: the values that are uniform over threads.
    uniformity: Option<&'a Uniformity>,
    /// The values that depend on the loop or the thread and from which indices, extents and bounds are computed, in
    /// topological order.
    pub(crate) made: Made,
}

/// Counters, and results of operations.
pub(crate) type Made = IndexMap<Value, Option<Counter>, FxBuildHasher>;

/// The growth of an index when a counter grows by 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Factor {
    Known(i64),
    Value(Value),
}

/// The counters that an index follows: induction variables, and thread ids.
pub(crate) type Movement = Vec<(Value, Factor)>;

impl<'a> Nest<'a> {
    /// Creates the nest of a loop, or of a kernel, whose parameters are then invariant.
    pub(crate) fn new(module: &'a Module, outer: Op, uniformity: Option<&'a Uniformity>) -> Self {
        Self { module, outer, uniformity, made: Made::default() }
    }

    /// Returns the movement of an index with an invariant extent; `None` if the extent is not invariant, or the index
    /// is no sum of counters.
    pub(crate) fn movement(&mut self, index: Value, extent: Value) -> Option<Movement> {
        let n_made = self.made.len();
        let movement = self.of(index, MAX_DEPTH).filter(|_| self.stays(extent, MAX_DEPTH));
        if movement.is_none() {
            self.made.truncate(n_made);
        }
        movement
    }

    fn stays(&mut self, value: Value, depth: usize) -> bool {
        self.of(value, depth).is_some_and(|movement| movement.is_empty())
    }

    fn of(&mut self, value: Value, depth: usize) -> Option<Movement> {
        if self.is_fixed(value) {
            return Some(Vec::new());
        }
        let depth = depth.checked_sub(1)?;
        let counter = self.counter(value, depth);
        let movement = match counter {
            Some(_) => vec![(value, Factor::Known(1))],
            None => self.of_result(self.module.defining_op(value)?, depth)?,
        };
        self.made.insert(value, counter);
        Some(movement)
    }

    fn of_result(&mut self, op: Op, depth: usize) -> Option<Movement> {
        let module = self.module;
        let operands = module.operands(op);
        let all: Vec<Movement> =
            operands.iter().map(|operand| self.of(*operand, depth)).collect::<Option<_>>()?;
        if all.iter().all(Vec::is_empty) {
            let is_same = |op| self.is_uniform(module.result(op, 0)) || !operands.is_empty();
            let is_plain = module.results(op).len() == 1 && module.regions_of(op).is_empty();
            return (is_plain && is_same(op) && is_speculatable(module, op)).then(Vec::new);
        }
        let (&[a, b], [of_a, of_b]) = (operands, all.as_slice()) else { return None };
        match module.kind(op) {
            OpKind::Arith(Arith::AddI) => sum(of_a, of_b),
            OpKind::Arith(Arith::SubI) => sum(of_a, &scaled(of_b, -1)?),
            OpKind::Arith(Arith::MulI) if of_b.is_empty() => self.product(of_a, b),
            OpKind::Arith(Arith::MulI) if of_a.is_empty() => self.product(of_b, a),
            OpKind::Arith(Arith::ShLI) => {
                let count = module.constant_int(b).filter(|count| (0..31).contains(count))?;
                scaled(of_a, 1 << count)
            }
            _ => None,
        }
    }

    fn product(&self, movement: &Movement, by: Value) -> Option<Movement> {
        if let Some(by) = self.module.constant_int(by) {
            return scaled(movement, by);
        }
        let is_single = movement.iter().all(|(_, factor)| *factor == Factor::Known(1));
        let by_value = || movement.iter().map(|(counter, _)| (*counter, Factor::Value(by))).collect();
        is_single.then(by_value)
    }

    /// Whether a value is loop-invariant, and uniform over threads if that matters.
    fn is_fixed(&self, value: Value) -> bool {
        let is_parameter = || {
            self.module.defining_op(value).is_none()
                && self.module.def_block(value) == self.module.entry(self.outer, 0)
                && self.module.kind(self.outer) == OpKind::Gpu(Gpu::Func)
        };
        self.is_uniform(value) && (!self.module.is_made_inside(value, self.outer) || is_parameter())
    }

    fn is_uniform(&self, value: Value) -> bool {
        self.uniformity.is_none_or(|uniformity| uniformity.is_uniform(value))
    }

    /// Returns the counter that a value is, if its bounds are invariant. A thread id is one if the condition must
    /// hold for all threads.
    fn counter(&mut self, value: Value, depth: usize) -> Option<Counter> {
        let counter = Counter::of(self.module, value)?;
        let counts = match counter {
            Counter::Loop(op) => {
                let is_around = self.module.is_inside(op, self.outer) && counts_indices(self.module, op);
                is_around && (0..3).all(|bound| self.stays(self.module.operand(op, bound), depth))
            }
            Counter::Thread(_) | Counter::GlobalThread(_) => self.uniformity.is_some(),
        };
        counts.then_some(counter)
    }
}

/// The kind of a counter.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Counter {
    /// The induction variable of a loop.
    Loop(Op),
    /// A thread id in the block.
    Thread(Op),
    /// A global thread id.
    GlobalThread(Op),
}

impl Counter {
    pub(super) fn of(module: &Module, value: Value) -> Option<Self> {
        match module.def(value) {
            Def::Arg(block, 0) => module
                .block_parent(block)
                .filter(|op| module.kind(*op) == OpKind::Scf(Scf::For))
                .map(Self::Loop),
            Def::Result(op, _) => match module.kind(op) {
                OpKind::Gpu(Gpu::ThreadId) => Some(Self::Thread(op)),
                OpKind::Gpu(Gpu::GlobalId) => Some(Self::GlobalThread(op)),
                _ => None,
            },
            Def::Arg(..) | Def::Forward => None,
        }
    }
}

fn counts_indices(module: &Module, loop_op: Op) -> bool {
    let view = module.op(loop_op);
    view.attr("unsignedCmp").is_none() && module.type_of(view.operand(0)) == Type::INDEX
}

fn scaled(movement: &Movement, by: i64) -> Option<Movement> {
    let scale = |(counter, factor): &(Value, Factor)| match factor {
        Factor::Known(factor) => known(*counter, factor.checked_mul(by)?),
        Factor::Value(_) => None,
    };
    movement.iter().map(scale).collect()
}

fn sum(a: &Movement, b: &Movement) -> Option<Movement> {
    let mut all = a.clone();
    for (counter, factor) in b {
        match all.iter_mut().find(|(known, _)| known == counter) {
            None => all.push((*counter, *factor)),
            Some(entry) => match (entry.1, factor) {
                (Factor::Known(a), Factor::Known(b)) => *entry = known(*counter, a.checked_add(*b)?)?,
                (Factor::Known(_) | Factor::Value(_), Factor::Known(_) | Factor::Value(_)) => return None,
            },
        }
    }
    Some(all)
}

fn known(counter: Value, factor: i64) -> Option<(Value, Factor)> {
    (-MAX_FACTOR < factor && factor < MAX_FACTOR).then_some((counter, Factor::Known(factor)))
}
