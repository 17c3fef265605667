//! Checks an allocation: on no path is a value read after its register was written for another one.
//!
//! The check follows the code as written and knows nothing of intervals: the state at a line is the set of values that
//! each physical register may hold, and that of the values that may have been lost, both joined where paths meet. A
//! value that was not written on a path has no meaning there. Branches around code for which no lane is active are
//! ignored, since that code changes nothing then. The check runs where debug assertions are on, and so in every
//! test.

use super::Physical;
use crate::cleanup::{reads, writes};
use crate::code::{Class, Code};
use crate::flow::{self, FIRST_VECTOR, State, Unit, units_of};
use crate::inst::{Inst, Line, Operand, Reg, Virtual};
use crate::opcode::{Implicit, Opcode};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The product of the numbers of lines and of labels of a kernel that is checked at most.
const MAX_COST: usize = 2_000_000;

/// A word of a virtual register; `vcc` by its own name is no such word.
type Value = Option<(u32, u8)>;

/// Returns the first read of a register that may hold something else; `places` has the register of each virtual one.
pub(super) fn first_conflict(code: &Code, places: &[Option<Physical>]) -> Option<String> {
    let is_skip = |line: &&Line| matches!(line, Line::Inst(inst) if inst.opcode == Opcode::SCbranchExecz);
    let lines: Vec<Line> = code.lines.iter().filter(|line| !is_skip(line)).cloned().collect();
    let n_labels = lines.iter().filter(|line| matches!(line, Line::Label(_))).count();
    if MAX_COST < lines.len() * n_labels {
        return None;
    }
    let map =
        Rc::new(Map { classes: code.registers.iter().map(|it| it.class).collect(), places: places.into() });
    let mut initial = Contents { map, held: BTreeMap::new(), lost: BTreeSet::new() };
    for (id, register) in (0..).zip(&code.registers) {
        if register.fixed.is_some() {
            initial.write(Virtual { id, first: 0, n: register.n });
        }
    }
    let states = flow::states(&lines, &initial);
    let mut state = initial;
    for (index, (line, joined)) in lines.iter().zip(states).enumerate() {
        state = joined.unwrap_or(state);
        let Line::Inst(inst) = line else { continue };
        if let Some(conflict) = state.conflict(inst) {
            return Some(format!("line {index}, {:?}: {conflict}", inst.opcode));
        }
        state.step(inst);
    }
    None
}

/// Where virtual registers are.
#[derive(Debug)]
struct Map {
    classes: Vec<Class>,
    places: Vec<Option<Physical>>,
}

impl Map {
    /// Returns the words of a register, and the physical registers that they are in.
    fn words(&self, register: Virtual) -> impl Iterator<Item = (Unit, Value)> + use<> {
        let words = register.first..register.first + register.n;
        let first = match (self.places[register.id as usize], self.classes[register.id as usize]) {
            (Some(Physical::Vcc), _) => Some(units_of(Reg::Vcc(1).into()).start),
            (Some(Physical::At(first)), Class::S) => Some(first),
            (Some(Physical::At(first)), Class::V) => Some(FIRST_VECTOR + first),
            (None, _) => None,
        };
        words.filter_map(move |word| Some((first? + Unit::from(word), Some((register.id, word)))))
    }
}

/// The values that each register may hold, and those that may have been overwritten.
#[derive(Clone, Debug)]
struct Contents {
    map: Rc<Map>,
    held: BTreeMap<Unit, BTreeSet<Value>>,
    lost: BTreeSet<Value>,
}

impl Contents {
    fn write(&mut self, register: Virtual) {
        let words: Vec<(Unit, Value)> = self.map.words(register).collect();
        for (unit, value) in words {
            self.hold(unit, value);
        }
    }

    fn hold(&mut self, unit: Unit, value: Value) {
        let before = self.held.insert(unit, BTreeSet::from([value])).unwrap_or_default();
        self.lost.extend(before);
        self.lost.remove(&value);
    }

    /// Returns what an instruction reads wrongly.
    fn conflict(&self, inst: &Inst) -> Option<String> {
        let words = reads(inst).flat_map(|register| self.map.words(register));
        let mut wrong = words.filter(|(_, value)| self.lost.contains(value));
        wrong.next().map(|(unit, value)| {
            format!("{value:?} is read from register {unit:#x}, which may hold {:?}", self.held.get(&unit))
        })
    }
}

impl State for Contents {
    fn join(&mut self, other: &Self) -> bool {
        let n_lost = self.lost.len();
        self.lost.extend(&other.lost);
        let mut changed = n_lost < self.lost.len();
        for (unit, values) in &other.held {
            let held = self.held.entry(*unit).or_default();
            let before = held.len();
            held.extend(values);
            changed |= before < held.len();
        }
        changed
    }

    fn step(&mut self, inst: &Inst) -> Vec<Inst> {
        let is_vcc_named = |(operand, _): (Operand, _)| matches!(operand, Operand::Reg(Reg::Vcc(_)));
        if inst.written().any(is_vcc_named) || inst.opcode.writes().contains(Implicit::VCC) {
            units_of(Reg::Vcc(2).into()).for_each(|unit| self.hold(unit, None));
        }
        writes(inst).for_each(|register| self.write(register));
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::{Physical, first_conflict};
    use crate::code::{Class, Code};
    use crate::inst::Operand;
    use crate::opcode::Opcode;

    /// Returns the conflict if two values, the first of which is read after the second is written, are at these
    /// registers.
    fn conflict(first: u16, second: u16) -> Option<String> {
        let mut code = Code::default();
        let [a, b, sum] = [(); 3].map(|()| Operand::from(code.register(Class::V, 1)));
        code.emit(Opcode::VMovB32, &[a, Operand::Const(1)]);
        code.emit(Opcode::VMovB32, &[b, Operand::Const(2)]);
        code.emit(Opcode::VAddNcU32, &[sum, a, b]);
        first_conflict(&code, &[first, second, 0].map(|at| Some(Physical::At(at))))
    }

    #[test]
    fn values_in_one_register_conflict() {
        assert_eq!(conflict(1, 2), None);
        assert!(conflict(1, 1).is_some_and(|text| text.starts_with("line 2, VAddNcU32")));
    }
}
