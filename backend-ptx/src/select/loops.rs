//! Loops while their bodies are selected: what a body does not change is computed once before the loop, and an address
//! that grows with the counter is a register that each trip moves on.
//!
//! The depth of a register is the number of loops around what writes it. What is made of registers of some depth can
//! stand at that depth, at the end of the code before the next loop; a value that is used dominates that place. Only
//! arithmetic without an effect is moved there, so that a loop which never runs costs a little and breaks nothing.

use super::Select;
use super::address::{Term, folded};
use super::values::ValueLoc;
use crate::inst::{Line, Operand, Reg, RegClass};
use crate::opcode::Modifier::S64;
use crate::opcode::Opcode;
use rustc_hash::FxHashMap;

/// The most addresses that a loop moves on; each takes registers in all of the loop.
const MAX_POINTERS: usize = 8;

/// A loop whose body is selected.
#[derive(Debug)]
pub(super) struct Loop {
    /// The code before its first label.
    outside: Vec<Line>,
    /// How it counts, if it does.
    counter: Option<Counter>,
    /// The registers that hold an address plus a sum that grows with the counter.
    pointers: FxHashMap<(Reg, Vec<Term>), Reg>,
    /// What each trip adds to them.
    steps: Vec<(Reg, Operand)>,
    /// The addresses that were computed before the loop: an address plus terms in bytes.
    known: FxHashMap<(Reg, Vec<Term>), Reg>,
}

/// How a loop counts, in operands of 64 bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counter {
    /// The variable in the body.
    pub(super) index: Operand,
    /// Where it starts.
    pub(super) lower: Operand,
    /// What each trip adds.
    pub(super) step: Operand,
}

impl Select<'_> {
    /// A loop begins here; next is its label.
    pub(super) fn open_loop(&mut self) {
        let outside = std::mem::take(&mut self.kernel.lines);
        self.loops.push(Loop {
            outside,
            counter: None,
            pointers: FxHashMap::default(),
            steps: Vec::new(),
            known: FxHashMap::default(),
        });
        self.kernel.depth += 1;
    }

    /// The innermost loop counts like this.
    pub(super) fn count_by(&mut self, counter: Counter) {
        if let Some(inner) = self.loops.last_mut() {
            inner.counter = Some(counter);
        }
    }

    /// Moves the addresses of the innermost loop on, at the end of its body.
    pub(super) fn move_pointers(&mut self) {
        let steps = self.loops.last_mut().map(|inner| std::mem::take(&mut inner.steps)).unwrap_or_default();
        for (pointer, step) in steps {
            self.emit(Opcode::Add.with([S64]), &[pointer.into(), pointer.into(), step]);
        }
    }

    /// The innermost loop ends here, with its jump back.
    pub(super) fn close_loop(&mut self) {
        if let Some(inner) = self.loops.pop() {
            let body = std::mem::replace(&mut self.kernel.lines, inner.outside);
            self.kernel.lines.extend(body);
            self.kernel.depth -= 1;
        }
    }

    /// Makes registers that belong to the loop that begins next.
    pub(super) fn in_next_loop<R>(&mut self, make: impl FnOnce(&mut Self) -> R) -> R {
        self.kernel.depth += 1;
        let made = make(self);
        self.kernel.depth -= 1;
        made
    }

    /// Adds instructions at the end of the code of this depth that has been selected so far.
    pub(super) fn at_depth<R>(&mut self, depth: usize, make: impl FnOnce(&mut Self) -> R) -> R {
        if self.kernel.depth <= depth || self.loops.len() <= depth {
            return make(self);
        }
        let before = std::mem::replace(&mut self.kernel.depth, depth);
        std::mem::swap(&mut self.kernel.lines, &mut self.loops[depth].outside);
        let made = make(self);
        std::mem::swap(&mut self.kernel.lines, &mut self.loops[depth].outside);
        self.kernel.depth = before;
        made
    }

    /// An address plus terms in elements of some bytes, at this depth.
    pub(super) fn advanced_at(&mut self, depth: usize, from: Reg, terms: &[Term], bytes: i64) -> Reg {
        if self.kernel.depth <= depth || self.loops.len() <= depth {
            return self.advanced(from, terms, bytes);
        }
        let key = (from, self.keys(terms, bytes));
        if let Some(known) = self.loops[depth].known.get(&key) {
            return *known;
        }
        let address = self.at_depth(depth, |cx| cx.advanced(from, terms, bytes));
        self.loops[depth].known.insert(key, address);
        address
    }

    /// Terms in bytes, by the words of their indices where these fit one.
    fn keys(&self, terms: &[Term], bytes: i64) -> Vec<Term> {
        let key = |term: &Term| Term {
            index: self.word_of(term.index).unwrap_or(term.index),
            scale: term.scale.wrapping_mul(bytes),
            ..*term
        };
        terms.iter().map(key).collect()
    }

    /// Registers that a loop wrote belong to the code after it.
    pub(super) fn settle(&mut self, loc: &[ValueLoc]) {
        for reg in loc.iter().flat_map(|loc| self.registers(*loc)).collect::<Vec<_>>() {
            self.kernel.set_depth(reg, self.kernel.depth);
        }
    }

    /// How many loops an operand changes in.
    pub(super) fn depth_of(&self, operand: Operand) -> usize {
        match operand {
            Operand::Reg(reg) => self.kernel.depth_of(reg).min(self.kernel.depth),
            _ => 0,
        }
    }

    /// How the loop counts in whose body operands have this depth.
    pub(super) fn counter(&self, depth: usize) -> Option<Counter> {
        self.loops.get(depth.checked_sub(1)?)?.counter
    }

    /// Whether an operand is the variable of a loop around this place.
    pub(super) fn is_counter(&self, operand: Operand) -> bool {
        self.counter(self.depth_of(operand)).is_some_and(|counter| counter.index == operand)
    }

    /// A register that holds an address plus terms of the counter of the loop at this depth, in elements of some bytes;
    /// `None` where the loop has enough of them. The address is known before the loop.
    pub(super) fn pointer(&mut self, depth: usize, from: Reg, terms: &[Term], bytes: i64) -> Option<Reg> {
        let counter = self.counter(depth)?;
        let key = (from, self.keys(terms, bytes));
        let inner = &self.loops[depth - 1];
        if let Some(known) = inner.pointers.get(&key) {
            return Some(*known);
        }
        if MAX_POINTERS <= inner.pointers.len() {
            return None;
        }
        let (first, step) = self.at_depth(depth - 1, |cx| {
            let at = |operand: Operand| terms.iter().map(move |term| Term { index: operand, ..*term });
            let (moved, first) = folded(at(counter.lower), bytes);
            let first = cx.advanced(from, &first, bytes);
            let first = cx.plus(first.into(), moved);
            let (known, step) = folded(at(counter.step), bytes);
            let step = step.iter().fold(Operand::Int(0), |sum, term| {
                let part = cx.wide_product_of(term, bytes);
                cx.plus(sum, part)
            });
            (first, cx.plus(step, known))
        });
        let pointer = self.kernel.fresh(RegClass::B64);
        self.kernel.set_depth(pointer, depth);
        self.at_depth(depth - 1, |cx| cx.mov(pointer, first));
        let inner = &mut self.loops[depth - 1];
        inner.pointers.insert(key, pointer);
        inner.steps.push((pointer, step));
        Some(pointer)
    }
}
