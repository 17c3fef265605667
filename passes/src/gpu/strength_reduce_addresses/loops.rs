//! The loops that enclose an access: depths of values, and the pointers that loops carry.

use super::Reducer;
use super::sum::Term;
use crate::rewrite::loop_values::carry;
use rustc_hash::FxHashMap;
use warpline_ir::{Builder, Module, Op, OpKind, Place, Scf, Value};

/// A loop whose body is being walked.
#[derive(Debug)]
pub(super) struct Loop {
    pub(super) op: Op,
    /// The induction variable and step, if it is an `scf.for` over 64-bit integers.
    counter: Option<Counter>,
    /// The pointers that it carries, by their initial address and the terms that grow.
    pointers: FxHashMap<(Value, Vec<Term>), Value>,
    /// The initial value of each carried pointer, and its increment in bytes.
    carried: Vec<(Value, Value)>,
    /// The addresses computed before the loop: an address plus terms.
    pub(super) known: FxHashMap<(Value, Vec<Term>), Value>,
}

/// The induction variable and step of a loop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counter {
    /// The induction variable.
    pub(super) variable: Value,
    pub(super) lower: Value,
    pub(super) step: Value,
}

impl Loop {
    pub(super) fn of(module: &Module, op: Op) -> Self {
        let counter = || {
            let body = module.entry(op, 0).filter(|_| module.kind(op) == OpKind::Scf(Scf::For))?;
            let variable = *module.args(body).first()?;
            let is_wide = module.bit_width(module.type_of(variable)) == Some(64);
            let [lower, step] = ["lowerBound", "step"].map(|name| module.op(op).named(name));
            is_wide.then_some(Counter { variable, lower, step })
        };
        Self {
            op,
            counter: counter(),
            pointers: FxHashMap::default(),
            carried: Vec::new(),
            known: FxHashMap::default(),
        }
    }

    /// Adds the carried pointers to the loop.
    pub(super) fn carry_pointers(self, module: &mut Module) {
        let Some(body) = module.entry(self.op, 0).filter(|_| !self.carried.is_empty()) else { return };
        let Some(end) = module.last_op(body) else { return };
        let n_args = module.args(body).len();
        let pointers = module.args(body)[n_args - self.carried.len()..].to_vec();
        let next: Vec<Value> = pointers
            .iter()
            .zip(&self.carried)
            .map(|(pointer, (_, step))| super::sum::added(&mut Builder::before(module, end), *pointer, *step))
            .collect();
        let first: Vec<Value> = self.carried.iter().map(|(first, _)| *first).collect();
        carry(module, self.op, &first, &next);
    }
}

impl Reducer<'_> {
    /// Returns the number of enclosing loops in which a value is defined.
    pub(super) fn depth_of(&self, value: Value) -> usize {
        self.loops.iter().take_while(|around| self.module.is_made_inside(value, around.op)).count()
    }

    /// Returns the counter of the loop in whose body values of this depth are defined.
    pub(super) fn counter(&self, depth: usize) -> Option<Counter> {
        self.loops.get(depth.checked_sub(1)?)?.counter
    }

    /// Whether a value is the induction variable of a loop that encloses the access.
    pub(super) fn is_counter(&self, value: Value) -> bool {
        self.loops.iter().any(|around| around.counter.is_some_and(|counter| counter.variable == value))
    }

    /// Returns the builder for the code of an access at a depth: before it, or before the loop at that depth that
    /// encloses it.
    pub(super) fn at_depth(&mut self, access: Op, depth: usize) -> Builder<'_> {
        let place = self.loops.get(depth).map_or(access, |around| around.op);
        let location = self.module.location(access);
        Builder::new(self.module, Place::Before(place), location)
    }

    /// Returns a pointer that the loop at this depth carries: an address plus terms that grow; `None` if the loop
    /// carries enough.
    pub(super) fn pointer(&mut self, access: Op, depth: usize, from: Value, terms: &[Term]) -> Option<Value> {
        let counter = self.counter(depth)?;
        let key = (from, terms.to_vec());
        let inner = &self.loops[depth - 1];
        if let Some(known) = inner.pointers.get(&key) {
            return Some(*known);
        }
        if self.max_pointers <= inner.pointers.len() {
            return None;
        }
        let body = self.module.entry(inner.op, 0)?;
        let mut at = self.at_depth(access, depth - 1);
        let first = super::sum::offset_at(&mut at, terms, counter.lower);
        let first = first.map_or(from, |first| super::sum::added(&mut at, from, first));
        let step = super::sum::offset_at(&mut at, terms, counter.step)?;
        let ty = self.module.type_of(from);
        let pointer = self.module.add_arg(body, ty);
        let inner = &mut self.loops[depth - 1];
        inner.pointers.insert(key, pointer);
        inner.carried.push((first, step));
        Some(pointer)
    }
}
