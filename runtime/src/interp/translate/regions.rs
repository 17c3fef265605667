//! Translates multiway branches of scf and cf, calls of function values, and async.

use crate::interp::code::{Cell, Instr, Label, Reg};
use crate::interp::compile::{Bounds, Exit, Task, Translator};
use crate::interp::library::Helper;
use crate::interp::objects::AsyncStep;
use warpline_ir::{Async, AttrKind, DenseData, Op, OpRef, Type};

impl Translator<'_, '_> {
    pub(super) fn execute_region(&mut self, op: OpRef<'_>) -> Vec<Task> {
        let (targets, label) = (self.results(op), self.label());
        let region = self.module.region(op.op, 0);
        self.exits.insert(region, Exit { targets, label });
        vec![Task::Region(region), Task::Place(label)]
    }

    /// Translates `scf.index_switch`; the first region is the default.
    pub(super) fn index_switch(&mut self, op: OpRef<'_>) -> Vec<Task> {
        let (value, done, targets) = (self.reg(op.operand(0)), self.label(), self.results(op));
        let regions = op.regions();
        let labels: Vec<Label> = regions.iter().map(|_| self.label()).collect();
        let Some((default, labels_of_cases)) = labels.split_first() else { return self.refuse_region(op) };
        let cases = self.int_array(op, "cases");
        let cases =
            cases.iter().map(|case| case.cast_unsigned()).zip(labels_of_cases.iter().copied()).collect();
        self.emit(op.op, Instr::Switch(value, cases, *default));
        let mut tasks = Vec::new();
        for (region, label) in regions.into_iter().zip(&labels) {
            self.exits.insert(region, Exit { targets: targets.clone(), label: done });
            tasks.extend([Task::Place(*label), Task::Region(region)]);
        }
        tasks.push(Task::Place(done));
        tasks
    }

    /// Translates `scf.forall`. Results, which would be tensors, are not supported.
    pub(super) fn forall(&mut self, op: OpRef<'_>) -> Vec<Task> {
        if 0 < op.n_results() {
            self.refuse(op.op, "`scf.forall` on tensors cannot be interpreted");
            return Vec::new();
        }
        let lists = [
            ("staticLowerBound", "dynamicLowerBound"),
            ("staticUpperBound", "dynamicUpperBound"),
            ("staticStep", "dynamicStep"),
        ];
        let bounds = lists.map(|(key, name)| {
            let numbers = self.mixed(op, key, name);
            numbers.iter().map(|number| self.number_reg(op.op, *number)).collect::<Vec<Reg>>()
        });
        let ivs = self.region_args(op, 0);
        let [lower, upper, step] = &bounds;
        let n = ivs.len().min(lower.len()).min(upper.len()).min(step.len());
        let loops = (0..n).map(|i| Bounds { iv: ivs[i], lower: lower[i], upper: upper[i], step: step[i] });
        self.parallel(op, loops.collect(), Box::default())
    }

    pub(super) fn in_parallel(&mut self, op: OpRef<'_>) {
        let is_empty = op.entry(0).is_none_or(|block| self.module.first_op(block).is_none());
        match self.exit_of(op.op).filter(|_| is_empty) {
            Some(exit) => self.exit(op.op, &[], &exit),
            None => self.refuse(op.op, "insertions into tensors cannot be interpreted"),
        }
    }

    /// Translates `cf.switch`; the first successor is the default.
    pub(super) fn switch(&mut self, op: OpRef<'_>) {
        let flag = self.reg(op.operand(0));
        let width = self.module.bit_width(op.operand_type(0)).unwrap_or(64);
        let n_cases = self.module.successors(op.op).len().saturating_sub(1);
        let values = match op.attr("case_values").map(|attr| self.module.attr_kind(attr)) {
            Some(AttrKind::Dense(_, DenseData::Splat(bits))) => vec![*bits; n_cases],
            Some(AttrKind::Dense(_, DenseData::Elements(all))) => all.to_vec(),
            Some(AttrKind::DenseArray(_, all)) => all.iter().map(|value| value.cast_unsigned()).collect(),
            _ => Vec::new(),
        };
        let values = values.into_iter().map(|bits| warpline_ir::scalar::zero_extend(bits, width));
        let labels: Vec<Label> = (0..=n_cases).map(|_| self.label()).collect();
        let cases = values.zip(labels.iter().skip(1).copied()).collect();
        self.emit(op.op, Instr::Switch(flag, cases, labels[0]));
        for (index, label) in labels.into_iter().enumerate() {
            self.place(label);
            self.branch_to(op.op, index);
        }
    }

    /// Translates a reference to a function.
    pub(super) fn function_value(&mut self, op: OpRef<'_>) {
        let dst = self.reg(op.result(0));
        let path = op.attr("value").and_then(|callee| self.module.attr_symbol(callee));
        match path.and_then(|path| self.module.resolve_symbol(op.op, path)) {
            Some(function) if self.has_code(function) => {
                let value = Cell::Function(self.program.function(function));
                self.emit(op.op, Instr::Const { dst, value });
            }
            _ => self.refuse(op.op, "a function without a body cannot be interpreted as a value"),
        }
    }

    /// Whether a function has a body or the runtime provides it.
    fn has_code(&self, function: Op) -> bool {
        let is_helper = || self.module.symbol_name(function).and_then(Helper::named).is_some();
        self.module.entry(function, 0).is_some() || is_helper()
    }

    pub(super) fn call_indirect(&mut self, op: OpRef<'_>) {
        let [callee, args @ ..] = op.operands() else {
            return self.refuse(op.op, "the callee is missing");
        };
        let (callee, args, results) = (self.reg(*callee), self.regs(args), self.results(op));
        self.emit(op.op, Instr::CallIndirect { callee, args, results });
    }
}

impl Translator<'_, '_> {
    /// Translates operations of async: everything runs synchronously, in program order.
    pub(in crate::interp) fn async_op(&mut self, op: OpRef<'_>, kind: Async) -> Vec<Task> {
        match kind {
            Async::Execute => return self.async_execute(op),
            Async::Yield => self.yield_op(op),
            Async::Await => self.async_await(op),
            Async::Call => self.call(op),
            Async::Return => self.async_return(op),
            Async::CreateGroup
            | Async::AddToGroup
            | Async::AwaitAll
            | Async::RuntimeCreate
            | Async::RuntimeCreateGroup
            | Async::RuntimeSetAvailable
            | Async::RuntimeSetError
            | Async::RuntimeIsError
            | Async::RuntimeAwait
            | Async::RuntimeStore
            | Async::RuntimeLoad
            | Async::RuntimeAddToGroup => self.async_runtime(op, kind),
            // Objects live as long as the run.
            Async::RuntimeAddRef | Async::RuntimeDropRef => {}
            // All work is done by the host, sequentially.
            Async::RuntimeNumWorkerThreads => {
                let dst = self.reg(op.result(0));
                self.emit(op.op, Instr::Const { dst, value: Cell::Bits(1) });
            }
            _ => self.refuse(op.op, &format!("`{}` has no meaning in a function", op.name())),
        }
        Vec::new()
    }

    /// Translates `async.execute`: the region runs at once; its values, which are available then, are the results after the
    /// token.
    pub(super) fn async_execute(&mut self, op: OpRef<'_>) -> Vec<Task> {
        let dependencies = self.regs(op.group("dependencies")).into_iter().map(|object| (object, None));
        let operands = self.regs(op.group("bodyOperands"));
        let args = self.region_args(op, 0);
        let contents = operands.into_iter().zip(args.iter().map(|arg| Some(*arg)));
        for (object, dst) in dependencies.chain(contents).collect::<Vec<_>>() {
            self.emit(op.op, Instr::Async(AsyncStep::Await { object, needs_success: true, dst }));
        }
        let (results, label) = (self.results(op), self.label());
        self.token(op, &results);
        let mut tasks = vec![Task::Region(self.module.region(op.op, 0)), Task::Place(label)];
        let mut targets = Vec::new();
        for object in results.iter().skip(1) {
            let content = self.temp();
            targets.push(content);
            let steps = Self::available(content, *object);
            tasks.extend(steps.map(|step| Task::Emit(op.op, Instr::Async(step))));
        }
        self.exits.insert(self.module.region(op.op, 0), Exit { targets: targets.into(), label });
        tasks
    }

    /// Returns the steps that create an available value with a content.
    fn available(content: Reg, object: Reg) -> [AsyncStep; 3] {
        let finish = AsyncStep::Finish { object, is_error: false };
        [AsyncStep::Create { dst: object }, AsyncStep::Store { value: content, object }, finish]
    }

    /// Assigns the value of a completed token to the first of some results.
    pub(super) fn token(&mut self, op: OpRef<'_>, results: &[Reg]) {
        if let Some(dst) = results.first() {
            self.emit(op.op, Instr::Const { dst: *dst, value: Cell::Bits(0) });
        }
    }

    pub(super) fn async_await(&mut self, op: OpRef<'_>) {
        let object = self.reg(op.operand(0));
        let dst = op.results().next().map(|result| self.reg(result));
        self.emit(op.op, Instr::Async(AsyncStep::Await { object, needs_success: true, dst }));
    }

    fn async_runtime(&mut self, op: OpRef<'_>, kind: Async) {
        let (args, results) = (self.regs(op.operands()), self.results(op));
        let step = match (kind, &*args, &*results) {
            (Async::RuntimeCreate, _, [dst]) => AsyncStep::Create { dst: *dst },
            (Async::CreateGroup | Async::RuntimeCreateGroup, _, [dst]) => {
                AsyncStep::CreateGroup { dst: *dst }
            }
            (Async::AddToGroup | Async::RuntimeAddToGroup, [object, group], [dst]) => {
                AsyncStep::AddToGroup { object: *object, group: *group, dst: *dst }
            }
            (Async::AwaitAll | Async::RuntimeAwait, [object], _) => {
                AsyncStep::Await { object: *object, needs_success: kind == Async::AwaitAll, dst: None }
            }
            (Async::RuntimeIsError, [object], [dst]) => AsyncStep::IsError { object: *object, dst: *dst },
            (Async::RuntimeStore, [value, object], _) => AsyncStep::Store { value: *value, object: *object },
            (Async::RuntimeLoad, [object], [dst]) => AsyncStep::Load { object: *object, dst: *dst },
            (Async::RuntimeSetAvailable | Async::RuntimeSetError, [object], _) => {
                AsyncStep::Finish { object: *object, is_error: kind == Async::RuntimeSetError }
            }
            _ => return self.refuse(op.op, &format!("`{}` cannot be interpreted on these types", op.name())),
        };
        self.emit(op.op, Instr::Async(step));
    }

    /// Translates `async.return`: the returned values follow the token of the `async.func`, if it has one.
    fn async_return(&mut self, op: OpRef<'_>) {
        let results =
            self.module.parent_op(op.op).and_then(|parent| self.module.attr(parent, "function_type"));
        let results =
            results.and_then(|ty| self.module.attr_type(ty)).and_then(|ty| self.module.function_type(ty));
        let has_token = results.is_some_and(|(_, results)| results.first() == Some(&Type::ASYNC_TOKEN));
        let mut values = Vec::new();
        if has_token {
            values.push(self.number(op.op, 0));
        }
        for content in self.regs(op.operands()) {
            let object = self.temp();
            for step in Self::available(content, object) {
                self.emit(op.op, Instr::Async(step));
            }
            values.push(object);
        }
        self.emit(op.op, Instr::Return(values.into()));
    }
}
