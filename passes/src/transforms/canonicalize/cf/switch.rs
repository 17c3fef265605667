//! `cf.switch`: known flags, cases that do what the default does, and a switch that follows one on the same flag.

use super::Cfg;
use crate::analysis::edges::{set_targets, targets};
use crate::transforms::canonicalize::matching::int_bits;
use warpline_ir::dialect::cf::{switch_cases, switch_values};
use warpline_ir::{Block, Cf, Module, Op, OpKind, Value};

/// The known facts about a flag.
enum Known {
    /// Its bits.
    Is(u64),
    /// Excluded values.
    IsNot(Vec<u64>),
}

impl Cfg {
    /// Replaces a switch on a constant, or with only a default, by a branch.
    pub(super) fn known_flag(&mut self, module: &mut Module, op: Op) -> Option<()> {
        let flag = int_bits(module, module.operand(op, 0));
        let number = match flag {
            Some(flag) => number_of(module, op, flag),
            None if switch_cases(module.op(op)).is_empty() => 0,
            None => return None,
        };
        self.take(module, op, number)
    }

    /// Replaces a switch by a branch to one of its targets.
    fn take(&mut self, module: &mut Module, op: Op, number: usize) -> Option<()> {
        let list = targets(module, op);
        let (block, args) = list.get(number)?.clone();
        self.go_to(module, op, block, &args);
        for (other, _) in list {
            self.work.extend(self.edges.entering(other));
        }
        Some(())
    }

    /// Drops a case with the same target and operands as the default.
    pub(super) fn drop_cases_like_default(&mut self, module: &mut Module, op: Op) -> Option<()> {
        let list = targets(module, op);
        let default = list.first()?.clone();
        self.keep_cases(module, op, |_, target| *target != default)
    }

    /// Uses a preceding switch on the same flag, whose only edge to this block fixes the flag to one case or to none
    /// of the cases.
    pub(super) fn flag_of_switch_before(&mut self, module: &mut Module, op: Op) -> Option<()> {
        match self.known_before(module, op)? {
            Known::Is(flag) => self.take(module, op, number_of(module, op, flag)),
            Known::IsNot(flags) => self.keep_cases(module, op, |case, _| !flags.contains(&case)),
        }
    }

    fn known_before(&self, module: &Module, op: Op) -> Option<Known> {
        let block = module.block_of(op)?;
        let &[before] = self.edges.entering(block) else { return None };
        let is_same = module.kind(before) == OpKind::Cf(Cf::Switch)
            && module.operand(before, 0) == module.operand(op, 0)
            && module.blocks_of(self.region).first() != Some(&block);
        let mut cases = switch_cases(module.op(before));
        let number = module.successors(before).iter().position(|successor| successor.block == block)?;
        match number.checked_sub(1) {
            _ if !is_same => None,
            Some(case) if case < cases.len() => Some(Known::Is(cases.swap_remove(case))),
            Some(_) => None,
            None => Some(Known::IsNot(cases)),
        }
    }

    /// Keeps the wanted cases, and the default; `None` if these are all.
    fn keep_cases(
        &mut self,
        module: &mut Module,
        op: Op,
        is_wanted: impl Fn(u64, &(Block, Vec<Value>)) -> bool,
    ) -> Option<()> {
        let mut list = targets(module, op);
        let cases = switch_cases(module.op(op));
        let others = list.split_off(1);
        let (kept, dropped): (Vec<_>, Vec<_>) =
            cases.into_iter().zip(others).partition(|(case, target)| is_wanted(*case, target));
        if dropped.is_empty() {
            return None;
        }
        for (_, (block, _)) in dropped {
            self.edges.remove(block, op);
            self.work.extend(self.edges.entering(block));
        }
        let (values, others): (Vec<u64>, Vec<_>) = kept.into_iter().unzip();
        list.extend(others);
        set_targets(module, op, &list);
        let ty = module.type_of(module.operand(op, 0));
        match switch_values(module, ty, &values) {
            Some(values) => module.set_attr(op, "case_values", values),
            None => module.remove_attr(op, "case_values"),
        }
        self.work.push(op);
        Some(())
    }
}

/// Returns the number of the target for a flag.
fn number_of(module: &Module, op: Op, flag: u64) -> usize {
    switch_cases(module.op(op)).iter().position(|case| *case == flag).map_or(0, |case| case + 1)
}
