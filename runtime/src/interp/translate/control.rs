//! Translates operations of func, cf and scf: calls, branches, loops.

use crate::interp::code::{Instr, LoopRange};
use crate::interp::compile::{Bounds, Exit, Nest, Task, Translator};
use crate::interp::library::Helper;
use crate::interp::views::moves;
use warpline_ir::{Cf, Func, Op, OpRef, Scf};

impl Translator<'_, '_> {
    /// Translates operations of func.
    pub(in crate::interp) fn func(&mut self, op: OpRef<'_>, kind: Func) {
        match kind {
            Func::Func => self.refuse(op.op, "a function inside of a function"),
            Func::Return => self.return_op(op),
            Func::Call => self.call(op),
            Func::CallIndirect => self.call_indirect(op),
            Func::Constant => self.function_value(op),
        }
    }

    pub(in crate::interp) fn return_op(&mut self, op: OpRef<'_>) {
        let values = self.regs(op.operands());
        if self.has_lease {
            self.give_back(op.op);
        }
        self.emit(op.op, Instr::Return(values));
    }

    pub(super) fn call(&mut self, op: OpRef<'_>) {
        let path = op.attr("callee").and_then(|callee| self.module.attr_symbol(callee));
        let Some(callee) = path.and_then(|path| self.module.resolve_symbol(op.op, path)) else {
            self.refuse(op.op, "the callee does not exist");
            return;
        };
        let name = self.module.symbol_name(callee).unwrap_or_default();
        let args = self.regs(op.operands());
        if self.module.entry(callee, 0).is_some() {
            let results = self.results(op);
            let function = self.program.function(callee);
            let is_lent = self.lend(op);
            self.emit(op.op, Instr::Call { function, args, results });
            if is_lent {
                self.give_back(op.op);
            }
        } else if let Some(helper) = Helper::named(name) {
            let types = op.operands().iter().map(|value| op.type_of(*value));
            let args = args.iter().copied().zip(types).collect();
            let results = self.results(op);
            self.emit(op.op, Instr::Help { helper, args, results });
        } else {
            self.refuse(op.op, &format!("`@{name}` is declared only, and the interpreter does not know it"));
        }
    }

    /// Translates operations of cf.
    pub(in crate::interp) fn cf(&mut self, op: OpRef<'_>, kind: Cf) {
        match kind {
            Cf::Br => self.branch_to(op.op, 0),
            Cf::CondBr => {
                let condition = self.reg(op.operand(0));
                let (on_true, on_false) = (self.label(), self.label());
                self.emit(op.op, Instr::Branch(condition, on_true, on_false));
                for (index, label) in [on_true, on_false].into_iter().enumerate() {
                    self.place(label);
                    self.branch_to(op.op, index);
                }
            }
            Cf::Switch => self.switch(op),
            Cf::Assert => {
                let condition = self.reg(op.operand(0));
                let message = op.str("msg").unwrap_or("no message");
                self.emit(op.op, Instr::Assert(condition, message.into()));
            }
        }
    }

    pub(super) fn branch_to(&mut self, op: Op, index: usize) {
        let block = self.module.successors(op)[index].block;
        let args = self.module.successor_args(op, index);
        let targets = self.regs(self.module.args(block));
        let label = self.block(block);
        self.exit(op, args, &Exit { targets, label });
    }

    /// Translates operations of scf.
    pub(in crate::interp) fn scf(&mut self, op: OpRef<'_>, kind: Scf) -> Vec<Task> {
        match kind {
            Scf::For => return self.scf_for(op),
            Scf::If => {
                let condition = self.reg(op.operand(0));
                return self.choice(op, condition);
            }
            Scf::While => return self.scf_while(op),
            Scf::Parallel => return self.scf_parallel(op),
            Scf::Reduce => return self.scf_reduce(op),
            Scf::ReduceReturn | Scf::Yield => self.yield_op(op),
            Scf::Condition => self.scf_condition(op),
            Scf::ExecuteRegion => return self.execute_region(op),
            Scf::IndexSwitch => return self.index_switch(op),
            Scf::Forall => return self.forall(op),
            Scf::InParallel => self.in_parallel(op),
        }
        Vec::new()
    }

    fn scf_for(&mut self, op: OpRef<'_>) -> Vec<Task> {
        let inits = self.regs(op.group("initArgs"));
        let args = self.region_args(op, 0);
        let [iv, iters @ ..] = &*args else { return self.refuse_region(op) };
        let [lower, upper, step] = ["lowerBound", "upperBound", "step"].map(|name| self.reg(op.named(name)));
        let width = self.module.bit_width(op.operand_type(0)).unwrap_or(64);
        let range = LoopRange { width, is_signed: op.attr("unsignedCmp").is_none() };
        self.emit(op.op, Instr::Move(moves(&inits, iters)));
        let results = self.results(op);
        let done = vec![Task::Emit(op.op, Instr::Move(moves(iters, &results)))];
        let nest = Nest { loops: vec![Bounds { iv: *iv, lower, upper, step }], range };
        self.nest(op, &nest, iters.into(), done)
    }

    pub(in crate::interp) fn refuse_region(&mut self, op: OpRef<'_>) -> Vec<Task> {
        self.refuse(op.op, &format!("the region of `{}` does not have the form it must have", op.name()));
        Vec::new()
    }

    fn scf_while(&mut self, op: OpRef<'_>) -> Vec<Task> {
        let (head, after, done) = (self.label(), self.label(), self.label());
        let (before_args, after_args) = (self.region_args(op, 0), self.region_args(op, 1));
        let results = self.results(op);
        let regions = op.regions();
        let inits = self.regs(op.operands());
        self.emit(op.op, Instr::Move(moves(&inits, &before_args)));
        self.place(head);
        let on = Exit { targets: after_args, label: after };
        self.conditions.insert(op.op, (on, Exit { targets: results, label: done }));
        self.exits.insert(regions[1], Exit { targets: before_args, label: head });
        vec![Task::Region(regions[0]), Task::Place(after), Task::Region(regions[1]), Task::Place(done)]
    }

    fn scf_condition(&mut self, op: OpRef<'_>) {
        let exits = self.module.parent_op(op.op).and_then(|parent| self.conditions.get(&parent).cloned());
        let (Some((on, out)), [condition, args @ ..]) = (exits, op.operands()) else {
            self.refuse(op.op, "`scf.condition` ends no loop here");
            return;
        };
        let condition = self.reg(*condition);
        let (go_on, end) = (self.label(), self.label());
        self.emit(op.op, Instr::Branch(condition, go_on, end));
        self.place(go_on);
        self.exit(op.op, args, &on);
        self.place(end);
        self.exit(op.op, args, &out);
    }

    fn scf_parallel(&mut self, op: OpRef<'_>) -> Vec<Task> {
        let ivs = self.region_args(op, 0);
        let [lower, upper, step, inits] =
            ["lowerBound", "upperBound", "step", "initVals"].map(|name| self.regs(op.group(name)));
        let results = self.results(op);
        self.emit(op.op, Instr::Move(moves(&inits, &results)));
        let loops = (0..ivs.len().min(step.len()))
            .map(|i| Bounds { iv: ivs[i], lower: lower[i], upper: upper[i], step: step[i] })
            .collect();
        self.parallel(op, loops, results)
    }

    fn scf_reduce(&mut self, op: OpRef<'_>) -> Vec<Task> {
        let Some(exit) = self.exit_of(op.op) else { return self.refuse_region(op) };
        let operands = self.regs(op.operands());
        let mut tasks = Vec::new();
        for (index, region) in op.regions().into_iter().enumerate() {
            let args = self.region_args(op, index);
            let label = self.label();
            let sum = exit.targets[index];
            self.exits.insert(region, Exit { targets: [sum].into(), label });
            let bind = moves(&[sum, operands[index]], &args);
            tasks.extend([Task::Emit(op.op, Instr::Move(bind)), Task::Region(region), Task::Place(label)]);
        }
        tasks.push(Task::Emit(op.op, Instr::Jump(exit.label)));
        tasks
    }
}
