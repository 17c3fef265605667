//! Translates functions to linear code: regions become jumps.
//!
//! Pending work is kept on a stack of tasks, so that nesting uses no host stack. A terminator looks up the
//! exit of its region in [`Translator::exits`]: the registers that receive its operands, and a label.

use super::apart;
use super::code::{
    AffineExpr, Attributions, BufferType, Cell, Function, Instr, InterpProgram, Label, LoopRange, Number,
    Reg, is_wide, n_lanes,
};
use super::library::Helper;
use super::parallel::ParallelStep;
use super::translate::refusal;
use super::views::moves;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use warpline_ir::{Block, Cf, Gpu, MemRef, Module, Op, OpKind, OpRef, Region, Scf, Type, TypeKind, Value};

/// A task of the translation.
pub(super) enum Task {
    /// Translate a region; control falls into its first block.
    Region(Region),
    /// Translate the rest of a block from an operation on.
    Ops(Block, Option<Op>),
    /// Emit an instruction.
    Emit(Op, Instr),
    /// Bind the label here.
    Place(Label),
}

/// The continuation of a region.
#[derive(Clone)]
pub(super) struct Exit {
    pub(super) targets: Box<[Reg]>,
    pub(super) label: Label,
}

/// A function under translation.
pub(super) struct Translator<'m, 'p> {
    pub(super) module: &'m Module,
    pub(super) program: &'p mut InterpProgram,
    pub(super) function: Function,
    pub(super) exits: FxHashMap<Region, Exit>,
    /// The continuations of the first region of `scf.while`, when it continues and when it ends.
    pub(super) conditions: FxHashMap<Op, (Exit, Exit)>,
    /// The mask of each masked operation, and the value for inactive lanes.
    pub(super) masks: FxHashMap<Op, (Reg, Option<Reg>)>,
    /// The indices of the loops of each structured operation.
    pub(super) loops: FxHashMap<Op, Box<[Reg]>>,
    /// Whether the function leases streams, which it returns where it returns.
    pub(super) has_lease: bool,
    values: FxHashMap<Value, Reg>,
    blocks: FxHashMap<Block, Label>,
}

/// Translates a function-like operation.
pub(super) fn translate(module: &Module, program: &mut InterpProgram, op: Op) -> Function {
    let mut cx = Translator {
        module,
        program,
        function: Function::default(),
        exits: FxHashMap::default(),
        conditions: FxHashMap::default(),
        masks: FxHashMap::default(),
        loops: FxHashMap::default(),
        has_lease: false,
        values: FxHashMap::default(),
        blocks: FxHashMap::default(),
    };
    cx.function_body(op);
    cx.function
}

impl Translator<'_, '_> {
    fn function_body(&mut self, op: Op) {
        let view = self.module.op(op);
        let n_inputs = view.attr("function_type").and_then(|ty| self.module.attr_type(ty));
        let n_inputs =
            n_inputs.and_then(|ty| self.module.function_type(ty)).map_or(0, |(inputs, _)| inputs.len());
        let Some(entry) = view.entry(0) else { return self.declared_body(op) };
        let args = self.module.args(entry).to_vec();
        let (params, buffers) = args.split_at(n_inputs.min(args.len()));
        self.function.params = self.regs(params).into();
        match self.attributions(view, buffers) {
            Some(attributions) => self.function.attributions = attributions,
            None => self.refuse(op, "expected a static memref as attribution"),
        }
        self.function.apart = apart::pairs(self.module, op);
        self.has_lease = self.lease(view);
        let mut tasks = vec![Task::Region(self.module.region(op, 0))];
        while let Some(task) = tasks.pop() {
            self.task(task, &mut tasks);
        }
    }

    /// Translates a declaration, whose function the runtime may provide.
    fn declared_body(&mut self, op: Op) {
        let helper = self.module.symbol_name(op).and_then(Helper::named);
        let ty = self.module.attr(op, "function_type").and_then(|ty| self.module.attr_type(ty));
        let signature = ty.and_then(|ty| self.module.function_type(ty));
        let (Some(helper), Some((inputs, results))) = (helper, signature) else {
            return self.refuse(op, "the function has no body");
        };
        let args: Box<[_]> = inputs.iter().map(|ty| (self.temp(), *ty)).collect();
        let results: Box<[Reg]> = results.iter().map(|_| self.temp()).collect();
        self.function.params = args.iter().map(|(reg, _)| *reg).collect();
        self.emit(op, Instr::Help { helper, args, results: results.clone() });
        self.emit(op, Instr::Return(results));
    }

    fn task(&mut self, task: Task, tasks: &mut Vec<Task>) {
        match task {
            Task::Place(label) => self.place(label),
            Task::Emit(op, instr) => self.emit(op, instr),
            Task::Region(region) => {
                for block in self.module.blocks_of(region).iter().rev() {
                    tasks.push(Task::Ops(*block, self.module.first_op(*block)));
                    tasks.push(Task::Place(self.block(*block)));
                }
            }
            Task::Ops(block, Some(op)) => {
                tasks.push(Task::Ops(block, self.module.next_op(op)));
                let inner = self.op(op);
                tasks.extend(inner.into_iter().rev());
            }
            Task::Ops(block, None) => {
                let place = self.module.last_op(block).or_else(|| self.module.block_parent(block));
                if let Some(op) = place {
                    self.refuse(op, "control reaches the end of a block");
                }
            }
        }
    }

    /// Translates one operation; regions are returned as tasks.
    fn op(&mut self, op: Op) -> Vec<Task> {
        let view = self.module.op(op);
        if view.results().any(|result| !self.has_room(view.type_of(result))) {
            self.refuse(op, "the values of the program have too many elements");
            return Vec::new();
        }
        if let Some(reason) = refusal(view.kind()) {
            let message = match reason {
                "" => format!("`{}` cannot be interpreted", view.name()),
                _ => format!("`{}` cannot be interpreted: {reason}", view.name()),
            };
            self.refuse(op, &message);
            return Vec::new();
        }
        if let Some(reason) = self.unfit(view) {
            self.refuse(op, reason);
            return Vec::new();
        }
        match view.kind() {
            OpKind::Scf(kind) => return self.scf(view, kind),
            OpKind::Affine(kind) => return self.affine(view, kind),
            OpKind::Gpu(kind) => return self.gpu(view, kind),
            OpKind::Vector(kind) => return self.vector(view, kind),
            OpKind::Linalg(kind) => return self.linalg(view, kind),
            OpKind::Builtin(_) => self.refuse(op, &format!("`{}` cannot be interpreted", view.name())),
            OpKind::Rt(kind) => self.rt(view, kind),
            OpKind::Func(kind) => self.func(view, kind),
            OpKind::Arith(_) | OpKind::Math(_) => self.scalar(view),
            OpKind::Ptr(kind) => self.ptr(view, kind),
            OpKind::Cf(kind) => self.cf(view, kind),
            OpKind::MemRef(kind) => return self.memref(view, kind),
            OpKind::Async(kind) => return self.async_op(view, kind),
            OpKind::Foreign(_) => self.foreign(view),
        }
        Vec::new()
    }

    /// Returns the reason why the types of an operation are unsupported: integers of more than 64 bits are
    /// supported as scalars, by operations that compute with them or move them.
    fn unfit(&self, op: OpRef<'_>) -> Option<&'static str> {
        let is_row = |ty| {
            let is_row = matches!(self.module.type_kind(ty), TypeKind::Vector(..) | TypeKind::Tensor(..));
            is_row
                && matches!(self.module.type_kind(self.module.element_type(ty)), TypeKind::Integer(65.., _))
        };
        let values = op.operands().iter().copied().chain(op.results());
        let types: Vec<Type> = values.map(|value| op.type_of(value)).collect();
        if types.iter().copied().any(is_row) {
            return Some("vectors and tensors of integers of more than 64 bits cannot be interpreted");
        }
        let is_unfit = match op.kind() {
            OpKind::Gpu(Gpu::LaunchFunc) => false,
            OpKind::Vector(_) | OpKind::Gpu(_) => types.iter().any(|ty| is_wide(self.module, *ty)),
            OpKind::Scf(Scf::For) | OpKind::Cf(Cf::Switch) | OpKind::MemRef(MemRef::AtomicRmw) => {
                types.first().is_some_and(|ty| is_wide(self.module, *ty))
            }
            _ => false,
        };
        is_unfit.then_some("integers of more than 64 bits cannot be interpreted here")
    }

    /// Whether a value of this type fits into a register.
    fn has_room(&mut self, ty: Type) -> bool {
        match self.module.type_kind(ty) {
            TypeKind::Vector(..) | TypeKind::Tensor(..) => self.program.takes_lanes(n_lanes(self.module, ty)),
            _ => true,
        }
    }

    /// Returns the buffers after the ids and arguments of a kernel: first those of the block, then those of
    /// threads.
    pub(super) fn attributions(&mut self, op: OpRef<'_>, buffers: &[Value]) -> Option<Attributions> {
        let n_workgroup = usize::try_from(op.int("workgroup_attributions").unwrap_or(0)).ok()?;
        let mut found = Attributions::default();
        for (index, value) in buffers.iter().enumerate() {
            let ty = Rc::new(BufferType::of(self.module, self.module.type_of(*value))?);
            let list = if index < n_workgroup { &mut found.workgroup } else { &mut found.private };
            list.push((self.reg(*value), ty));
        }
        Some(found)
    }

    /// Returns the register of a value.
    pub(super) fn reg(&mut self, value: Value) -> Reg {
        if let Some(reg) = self.values.get(&value) {
            return *reg;
        }
        let reg = self.temp();
        self.values.insert(value, reg);
        reg
    }

    /// Returns the registers of values.
    pub(super) fn regs(&mut self, values: &[Value]) -> Box<[Reg]> {
        values.iter().map(|value| self.reg(*value)).collect()
    }

    /// Returns the registers of the results of an operation.
    pub(super) fn results(&mut self, op: OpRef<'_>) -> Box<[Reg]> {
        op.results().map(|value| self.reg(value)).collect()
    }

    /// Returns the registers of the arguments of a region's entry block.
    pub(super) fn region_args(&mut self, op: OpRef<'_>, index: usize) -> Box<[Reg]> {
        let args = op.entry(index).map(|block| self.module.args(block).to_vec()).unwrap_or_default();
        self.regs(&args)
    }

    /// Allocates a temporary register.
    pub(super) fn temp(&mut self) -> Reg {
        self.function.n_regs += 1;
        self.function.n_regs - 1
    }

    /// Creates a label that is bound later.
    pub(super) fn label(&mut self) -> Label {
        self.function.labels.push(u32::MAX);
        Label(self.function.labels.len() as u32 - 1)
    }

    /// Returns the label of a block.
    pub(super) fn block(&mut self, block: Block) -> Label {
        if let Some(label) = self.blocks.get(&block) {
            return *label;
        }
        let label = self.label();
        self.blocks.insert(block, label);
        label
    }

    /// Binds the label to the current position.
    pub(super) fn place(&mut self, label: Label) {
        self.function.labels[label.0 as usize] = self.function.code.len() as u32;
    }

    /// Appends an instruction.
    pub(super) fn emit(&mut self, op: Op, instr: Instr) {
        self.function.code.push(instr);
        self.function.places.push(op);
    }

    /// Appends an instruction that ends the program.
    pub(super) fn refuse(&mut self, op: Op, reason: &str) {
        self.emit(op, Instr::Refuse(reason.into()));
    }

    /// Appends a move of values and a jump, the translation of a terminator.
    pub(super) fn exit(&mut self, op: Op, operands: &[Value], exit: &Exit) {
        let operands = self.regs(operands);
        self.emit(op, Instr::Move(moves(&operands, &exit.targets)));
        self.emit(op, Instr::Jump(exit.label));
    }

    /// Returns the continuation of the region of an operation.
    pub(super) fn exit_of(&self, op: Op) -> Option<Exit> {
        let region = self.module.block_of(op).and_then(|block| self.module.region_of(block))?;
        self.exits.get(&region).cloned()
    }

    /// Translates a terminator that passes its operands to the enclosing operation.
    pub(super) fn yield_op(&mut self, op: OpRef<'_>) {
        match self.exit_of(op.op) {
            Some(exit) => self.exit(op.op, op.operands(), &exit),
            None => self.refuse(op.op, &format!("`{}` ends no region here", op.name())),
        }
    }

    /// Translates one of two regions, selected by the register `condition`.
    pub(super) fn choice(&mut self, op: OpRef<'_>, condition: Reg) -> Vec<Task> {
        let (then, otherwise, done) = (self.label(), self.label(), self.label());
        let targets = self.results(op);
        let regions = op.regions();
        for region in &regions {
            self.exits.insert(*region, Exit { targets: targets.clone(), label: done });
        }
        self.emit(op.op, Instr::Branch(condition, then, otherwise));
        let mut tasks = vec![Task::Place(then)];
        tasks.extend(regions.first().map(|region| Task::Region(*region)));
        tasks.push(Task::Place(otherwise));
        tasks.extend(regions.get(1).map(|region| Task::Region(*region)));
        tasks.push(Task::Place(done));
        tasks
    }

    /// Emits a loop nest over the first region; `done` runs after it. Bounds are in registers, the outermost
    /// first, and `targets` receive the values that the region yields.
    pub(super) fn nest(
        &mut self,
        op: OpRef<'_>,
        nest: &Nest,
        targets: Box<[Reg]>,
        done: Vec<Task>,
    ) -> Vec<Task> {
        let end = self.label();
        let mut exit = end;
        let mut after = Vec::new();
        for bounds in &nest.loops {
            let (head, next) = (self.label(), self.label());
            let Bounds { iv, lower, upper, step } = *bounds;
            let range = nest.range;
            self.emit(op.op, Instr::LoopStart { step, range });
            self.emit(op.op, Instr::Move(moves(&[lower], &[iv])));
            self.place(head);
            self.emit(op.op, Instr::LoopTest { iv, upper, range, exit });
            after.push((next, Instr::LoopStep { iv, step, range, head, exit }));
            exit = next;
        }
        let region = self.module.region(op.op, 0);
        self.exits.insert(region, Exit { targets, label: exit });
        let mut tasks = vec![Task::Region(region)];
        for (next, step) in after.into_iter().rev() {
            tasks.extend([Task::Place(next), Task::Emit(op.op, step)]);
        }
        tasks.push(Task::Place(end));
        tasks.extend(done);
        tasks
    }

    /// Emits a parallel loop over the first region, as [`Self::nest`] does.
    pub(super) fn parallel(&mut self, op: OpRef<'_>, loops: Vec<Bounds>, targets: Box<[Reg]>) -> Vec<Task> {
        let (head, done, next) = (self.label(), self.label(), self.temp());
        let loops: Box<[Bounds]> = loops.into();
        self.emit(op.op, Instr::Parallel(Box::new(ParallelStep::Begin { loops: loops.clone(), next })));
        self.place(head);
        self.emit(
            op.op,
            Instr::Parallel(Box::new(ParallelStep::Iterate {
                loops,
                next,
                is_reduction: !targets.is_empty(),
                done,
            })),
        );
        let region = self.module.region(op.op, 0);
        self.exits.insert(region, Exit { targets, label: head });
        let end = Instr::Parallel(Box::new(ParallelStep::End));
        vec![Task::Region(region), Task::Place(done), Task::Emit(op.op, end)]
    }

    /// Loads a constant into a temporary register.
    pub(super) fn number(&mut self, op: Op, value: i64) -> Reg {
        let dst = self.temp();
        self.emit(op, Instr::Const { dst, value: Cell::Bits(value.cast_unsigned()) });
        dst
    }

    /// Returns a register that holds a number.
    pub(super) fn number_reg(&mut self, op: Op, number: Number) -> Reg {
        match number {
            Number::Static(value) => self.number(op, value),
            Number::Dynamic(reg) => reg,
        }
    }

    /// Assigns a value to the tokens among the results.
    pub(super) fn tokens(&mut self, op: OpRef<'_>) {
        for result in op.results().filter(|result| op.type_of(*result) == Type::TOKEN) {
            let dst = self.reg(result);
            self.emit(op.op, Instr::Const { dst, value: Cell::Bits(0) });
        }
    }
}

/// The registers of one loop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) iv: Reg,
    pub(super) lower: Reg,
    pub(super) upper: Reg,
    pub(super) step: Reg,
}

/// A loop nest, the outermost loop first.
pub(super) struct Nest {
    pub(super) loops: Vec<Bounds>,
    /// The type of the induction variables.
    pub(super) range: LoopRange,
}

/// Returns result `index` of a map on registers.
pub(super) fn affine_expr(map: &warpline_ir::AffineMap, index: usize, operands: &[Reg]) -> AffineExpr {
    let (n_dims, n_symbols) = (map.n_dims as usize, map.n_symbols as usize);
    let Some(expr) = map.results.get(index) else { return AffineExpr::Linear(Box::default(), 0) };
    if let Some((factors, constant)) = expr.as_linear(n_dims, n_symbols) {
        let terms = operands.iter().copied().zip(factors).filter(|(_, factor)| *factor != 0);
        return AffineExpr::Linear(terms.collect(), constant);
    }
    let (dims, symbols) = operands.split_at(n_dims.min(operands.len()));
    AffineExpr::Tree(expr.clone(), dims.into(), symbols.into())
}
