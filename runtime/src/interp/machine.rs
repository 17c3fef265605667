//! The machine: runs the linear code of one thread until it ends, waits for others or its turn is over.

use super::code::{Cell, Function, GeometryKind, Instr, InterpProgram, Label, Reg};
use super::fault::{Fault, Result};
use super::launch::{Geometry, name_barrier};
use super::memory::{BufferId, Memory, View};
use super::parallel::HostLoops;
use super::plan::Observed;
use super::scalars::{self, Maker, bits, indices};
use super::streams::Streams;
use super::{Argument, InterpError, Options, RunResult, Unfreed, views};
use crate::objects::Objects;
use std::rc::Rc;
use warpline_ir::{Module, Op};

/// An activation record of a running function.
#[derive(Debug)]
pub(super) struct Activation {
    pub(super) function: usize,
    pub(super) pc: usize,
    pub(super) regs: Vec<Cell>,
    /// Buffers that are freed when the function returns.
    pub(super) locals: Vec<BufferId>,
    /// The number of locals when each open scope began.
    pub(super) scopes: Vec<usize>,
}

/// The host, or a thread of a block: its active functions, the innermost last.
#[derive(Debug, Default)]
pub(super) struct Thread {
    pub(super) stack: Vec<Activation>,
    /// The position in the grid; `None` on the host.
    pub(super) geometry: Option<Geometry>,
}

/// The reason why a thread stopped.
#[derive(Debug)]
pub(super) enum Stop {
    /// Its outermost function returned these values.
    Done(Vec<Cell>),
    /// It waits for other threads at this operation.
    Waits(Op),
    /// Its turn is over.
    Paused,
}

/// The control flow after an instruction.
pub(super) enum Next {
    On,
    Go(Label),
    Enter(Activation),
    Leave(Vec<Cell>),
    Wait,
}

/// The mutable state of a run.
pub(super) struct Machine<'m> {
    pub(super) module: &'m Module,
    pub(super) program: Rc<InterpProgram>,
    pub(super) memory: Memory,
    pub(super) output: super::Output,
    pub(super) streams: Streams,
    /// The launches without blocks or threads, in the order of their first ones.
    pub(super) empty_launches: Vec<Op>,
    pub(super) observed: Observed,
    pub(super) seed: u64,
    stops_at_poison: bool,
    pub(super) loops: HostLoops,
    globals: Vec<Option<Rc<View>>>,
    /// Steps until the clock is checked next, steps after that, and steps of the whole run.
    steps_left: u64,
    steps_after: u64,
    n_steps: u64,
    call_depth: usize,
    /// Tokens, values and groups of `async`.
    pub(super) objects: Objects<Cell>,
    /// The dynamic workgroup memory of the running block.
    pub(super) dynamic: Cell,
    /// Whether the running thread is inside of an atomic update.
    pub(super) in_update: bool,
    /// Values in flight of a parallel move.
    moved: Vec<Cell>,
}

impl<'m> Machine<'m> {
    pub(super) fn new(module: &'m Module, program: InterpProgram, options: &Options) -> Self {
        let limits = &options.limits;
        Self {
            module,
            globals: vec![None; program.globals.len()],
            program: Rc::new(program),
            memory: Memory::new(limits, options),
            output: super::Output::new(limits.output_bytes),
            streams: Streams::default(),
            empty_launches: Vec::new(),
            observed: Observed::default(),
            seed: options.seed,
            stops_at_poison: options.stops_at_poison,
            loops: HostLoops::default(),
            steps_left: 0,
            steps_after: limits.steps,
            n_steps: limits.steps,
            call_depth: limits.call_depth,
            objects: Objects::default(),
            dynamic: Cell::Empty,
            in_update: false,
            moved: Vec::new(),
        }
    }

    /// Runs the entry, function 0; see [`Interpreter::call`](super::Interpreter::call).
    pub(super) fn run_entry(
        &mut self,
        entry: Op,
        args: Vec<Argument>,
    ) -> std::result::Result<(Vec<RunResult>, Vec<Unfreed>), InterpError> {
        self.entry(entry, args).map_err(|fault| fault.into_error(entry))
    }

    fn entry(&mut self, entry: Op, args: Vec<Argument>) -> Result<(Vec<RunResult>, Vec<Unfreed>)> {
        let signature = self.module.op(entry).attr("function_type").and_then(|ty| self.module.attr_type(ty));
        let Some((inputs, results)) = signature.and_then(|ty| self.module.function_type(ty)) else {
            return Err("expected a function".into());
        };
        let cells = views::bind_arguments(self.module, &mut self.memory, inputs, args)?;
        let mut host = Thread::default();
        host.stack.push(self.activation(0, cells.clone())?);
        let Stop::Done(values) = self.run_thread(&mut host, u64::MAX)? else {
            return Err("the host waits for threads".into());
        };
        let mut outcomes = Vec::new();
        for (value, ty) in values.iter().zip(results) {
            outcomes.push(views::outcome(&self.memory, value, *ty)?);
        }
        for cell in &cells {
            if let Cell::View(view) = cell
                && !self.memory.is_freed(view)
            {
                outcomes.push(RunResult::Buffer(views::read_buffer(&self.memory, view)?));
            }
        }
        Ok((outcomes, self.unfreed(&values)))
    }

    /// Returns the buffers that the program allocated and neither freed nor returned.
    fn unfreed(&self, returned: &[Cell]) -> Vec<Unfreed> {
        let is_returned =
            |id| returned.iter().any(|cell| matches!(cell, Cell::View(view) if view.buffer == id));
        let left = self.memory.left().filter(|left| !is_returned(left.buffer));
        left.map(|left| Unfreed { op: left.made, bytes: left.n_bytes }).collect()
    }

    /// Creates the activation of a function.
    pub(super) fn activation(&self, number: usize, args: Vec<Cell>) -> Result<Activation> {
        let function = &self.program.functions[number];
        if args.len() != function.params.len() {
            return Err(
                format!("expected {} arguments, but found {}", function.params.len(), args.len()).into()
            );
        }
        for (a, b) in &function.apart {
            if let (Cell::View(a), Cell::View(b)) = (&args[*a], &args[*b])
                && a.overlaps(b)
            {
                let message =
                    "expected arguments that do not overlap, as llvm.noalias says, but two of them do";
                return Err(message.into());
            }
        }
        let mut regs = vec![Cell::Empty; function.n_regs as usize];
        for (reg, arg) in function.params.iter().zip(args) {
            regs[*reg as usize] = arg;
        }
        Ok(Activation { function: number, pc: 0, regs, locals: Vec::new(), scopes: Vec::new() })
    }

    /// Runs a thread until it ends or waits, for at most `turn` steps.
    pub(super) fn run_thread(&mut self, thread: &mut Thread, mut turn: u64) -> Result<Stop> {
        let program = Rc::clone(&self.program);
        while let Some(top) = thread.stack.last_mut() {
            if turn == 0 && !self.in_update {
                return Ok(Stop::Paused);
            }
            turn = turn.saturating_sub(1);
            let function = &program.functions[top.function];
            let at = top.pc;
            top.pc += 1;
            let next = self.step(function, at, top, thread.geometry.as_ref());
            let next = next.and_then(|next| self.check_depth(next, thread.stack.len()));
            let place = thread.geometry.as_ref();
            match next.map_err(|fault| fault.at(function.places[at], place.map(Geometry::to_string)))? {
                Next::On => {}
                Next::Go(label) => {
                    if let Some(top) = thread.stack.last_mut() {
                        top.pc = function.target(label);
                    }
                }
                Next::Enter(activation) => thread.stack.push(activation),
                Next::Wait => return Ok(Stop::Waits(function.places[at])),
                Next::Leave(values) => {
                    if let Some(values) = self.leave(thread, values, function.places[at]) {
                        let known = values.iter().try_for_each(Cell::check);
                        known.map_err(|fault| fault.at(function.places[at], None))?;
                        return Ok(Stop::Done(values));
                    }
                }
            }
        }
        Ok(Stop::Done(Vec::new()))
    }

    fn check_depth(&self, next: Next, depth: usize) -> Result<Next> {
        match next {
            Next::Enter(_) if self.call_depth <= depth => {
                Err(Fault::limit(format!("calls nest deeper than the limit of {}", self.call_depth)))
            }
            next => Ok(next),
        }
    }

    /// Returns from the innermost function. The values go to its caller, or are returned here if there is
    /// none.
    fn leave(&mut self, thread: &mut Thread, values: Vec<Cell>, op: Op) -> Option<Vec<Cell>> {
        let ended = thread.stack.pop()?;
        for buffer in ended.locals {
            self.memory.end(buffer, Some(op));
        }
        let Some(caller) = thread.stack.last_mut() else { return Some(values) };
        let call = &self.program.functions[caller.function].code[caller.pc - 1];
        if let Instr::Call { results, .. } | Instr::CallIndirect { results, .. } = call {
            for (reg, value) in results.iter().zip(values) {
                caller.regs[*reg as usize] = value;
            }
        }
        None
    }

    /// Executes one instruction.
    #[inline]
    fn step(
        &mut self,
        function: &Function,
        at: usize,
        top: &mut Activation,
        place: Option<&Geometry>,
    ) -> Result<Next> {
        self.charge(1)?;
        let regs = &mut top.regs;
        let maker = self.maker(function.places[at]);
        match &function.code[at] {
            Instr::Const { dst, value } => set(regs, *dst, value.clone()),
            Instr::Unary { op, a, dst } => scalars::apply(*op, regs, [*a], *dst, maker)?,
            Instr::Binary { op, a, b, dst } => scalars::apply(*op, regs, [*a, *b], *dst, maker)?,
            Instr::Ternary { op, args, dst } => scalars::apply(*op, regs, *args, *dst, maker)?,
            Instr::Move(moves) => self.move_all(regs, moves),
            Instr::Jump(label) => return Ok(Next::Go(*label)),
            Instr::Branch(condition, on_true, on_false) => {
                return Ok(Next::Go(if bits(regs, *condition)? & 1 == 1 { *on_true } else { *on_false }));
            }
            Instr::LoopStart { step, range } => scalars::check_step(bits(regs, *step)?, *range)?,
            Instr::LoopTest { iv, upper, range, exit } => {
                if scalars::is_at_end(bits(regs, *iv)?, bits(regs, *upper)?, *range) {
                    return Ok(Next::Go(*exit));
                }
            }
            Instr::LoopStep { iv, step, range, head, exit } => {
                let next = scalars::advance(bits(regs, *iv)?, bits(regs, *step)?, *range);
                let Some(next) = next else { return Ok(Next::Go(*exit)) };
                set(regs, *iv, Cell::Bits(next));
                return Ok(Next::Go(*head));
            }
            Instr::Affine { expr, dst } => {
                let value = scalars::affine(expr, regs, maker)?;
                set(regs, *dst, value);
            }
            Instr::Load { view: source, indices, dst } => {
                let (source, number) = element(regs, *source, indices)?;
                let value = self.memory.load(source, number, function.places[at])?;
                set(regs, *dst, value);
            }
            Instr::Store { value, view: target, indices } => {
                let (target, number) = element(regs, *target, indices)?;
                self.memory.store(target, number, cell(regs, *value)?, function.places[at])?;
            }
            Instr::Return(values) => return Ok(Next::Leave(cells(regs, values)?)),
            Instr::Call { function, args, .. } => {
                return Ok(Next::Enter(self.activation(*function, cells(regs, args)?)?));
            }
            Instr::Geometry { kind, dim, end, dst } => {
                let place = place.ok_or("expected a device thread, but found the host")?;
                let number = place.number(*kind, *dim);
                if *end <= number {
                    return Err(passes_bound(number, *end));
                }
                set(regs, *dst, Cell::Bits(number));
            }
            Instr::Barrier(_) | Instr::Meet(_) if place.is_none() => {
                return Err("the host cannot wait for threads".into());
            }
            Instr::Barrier(_) | Instr::Meet(_) => return Ok(Next::Wait),
            other => return self.rare_step(other, top, place, function.places[at]),
        }
        Ok(Next::On)
    }

    fn maker(&self, op: Op) -> Maker {
        Maker { op, stops_at_poison: self.stops_at_poison }
    }

    /// Executes one of the less frequent instructions.
    fn rare_step(
        &mut self,
        instr: &Instr,
        top: &mut Activation,
        place: Option<&Geometry>,
        op: Op,
    ) -> Result<Next> {
        let regs = &mut top.regs;
        match instr {
            Instr::NameBarrier { count, dst } => name_barrier(regs, *count, *dst, op)?,
            Instr::Parallel(step) => return self.parallel_step(step, regs, place.is_none()),
            Instr::Buffer(step) => self.buffer_step(step, top, op)?,
            Instr::Pointer(step) => self.pointer_step(step, regs, op)?,
            Instr::Vector(step) => self.vector_step(step, regs, op)?,
            Instr::WithFlags { op: scalar, flags, args, dst } => {
                scalars::apply_with_flags(*scalar, *flags, regs, args, *dst, self.maker(op))?;
            }
            Instr::Wide { op: scalar, flags, args, to, dst } => {
                scalars::apply_wide(*scalar, *flags, regs, args, (*to, *dst), self.maker(op))?;
            }
            Instr::Switch(value, cases, default) => {
                let value = bits(regs, *value)?;
                return Ok(Next::Go(chosen(cases, value).unwrap_or(*default)));
            }
            Instr::AffineExtreme { exprs, is_max, dst } => {
                let value = scalars::extreme(exprs, *is_max, regs, self.maker(op))?;
                set(regs, *dst, value);
            }
            Instr::AffineTest { set: test, operands, dst } => {
                let inside = scalars::is_inside(test, operands, regs)?;
                set(regs, *dst, Cell::Bits(u64::from(inside)));
            }
            Instr::Delinearize { value, basis, results } => {
                scalars::delinearize(*value, basis, results, regs)?;
            }
            Instr::Linearize { digits, basis, is_disjoint, dst } => {
                let value = scalars::linearize(digits, basis, *is_disjoint, regs, self.maker(op))?;
                set(regs, *dst, value);
            }
            Instr::Combine { kind, element, value, dst } => {
                let (old, new) = (cell(regs, *dst)?.clone(), cell(regs, *value)?.clone());
                let sum = views::combine(self.module, *kind, element.ty, &old, &new)?;
                set(regs, *dst, sum);
            }
            Instr::CallIndirect { callee, args, .. } => {
                let Cell::Function(callee) = cell(regs, *callee)? else { return Err(no_value()) };
                return Ok(Next::Enter(self.activation(*callee, cells(regs, args)?)?));
            }
            Instr::Help { helper, args, results } => self.help(*helper, args, results, regs, op)?,
            Instr::Printf { format, args } => self.printf(format, args, regs)?,
            Instr::Assert(condition, message) => check_assertion(bits(regs, *condition)?, message)?,
            Instr::AssertInKernel(condition, message, place) => {
                check_kernel_assertion(regs, (*condition, &**message), &place[..], op)?;
            }
            Instr::Async(step) => self.async_step(*step, regs)?,
            Instr::Launch(_) if place.is_some() => return Err("a launch inside of a launch".into()),
            Instr::Launch(launch) => self.launch(launch, top, op)?,
            Instr::Plan(step) => self.plan_step(step, regs, op)?,
            Instr::Refuse(reason) => return Err(reason.to_string().into()),
            Instr::Const { .. }
            | Instr::Unary { .. }
            | Instr::Binary { .. }
            | Instr::Ternary { .. }
            | Instr::Move(_)
            | Instr::Jump(_)
            | Instr::Branch(..)
            | Instr::LoopStart { .. }
            | Instr::LoopTest { .. }
            | Instr::LoopStep { .. }
            | Instr::Affine { .. }
            | Instr::Load { .. }
            | Instr::Store { .. }
            | Instr::Call { .. }
            | Instr::Return(_)
            | Instr::Geometry { .. }
            | Instr::Barrier(_)
            | Instr::Meet(_) => {}
        }
        Ok(Next::On)
    }

    /// Consumes steps.
    #[inline]
    pub(super) fn charge(&mut self, n: u64) -> Result<()> {
        match self.steps_left.checked_sub(n) {
            Some(left) => self.steps_left = left,
            None => self.charge_after(n)?,
        }
        Ok(())
    }

    /// Consumes steps after checking the clock.
    #[cold]
    fn charge_after(&mut self, n: u64) -> Result<()> {
        const BETWEEN_LOOKS: u64 = 1 << 13;
        let deadline = self.memory.deadline;
        deadline.check()?;
        let all = self.steps_left + self.steps_after;
        let left = all.checked_sub(n).ok_or_else(|| too_many_steps(self.n_steps))?;
        self.steps_left = if deadline.is_set() { left.min(BETWEEN_LOOKS) } else { left };
        self.steps_after = left - self.steps_left;
        Ok(())
    }

    /// Returns the number of steps so far: the clock of the run.
    pub(super) fn clock(&self) -> u64 {
        self.n_steps - self.steps_after - self.steps_left
    }

    /// Returns the buffer of a global, which is allocated at its first use.
    pub(super) fn global(&mut self, index: usize) -> Result<Rc<View>> {
        if let Some(view) = &self.globals[index] {
            return Ok(Rc::clone(view));
        }
        let program = Rc::clone(&self.program);
        let view = Rc::new(views::make_global(&mut self.memory, &program.globals[index])?);
        self.globals[index] = Some(Rc::clone(&view));
        Ok(view)
    }

    fn move_all(&mut self, regs: &mut [Cell], moves: &[(Reg, Reg)]) {
        self.moved.extend(moves.iter().map(|(from, _)| regs[*from as usize].clone()));
        for ((_, to), value) in moves.iter().zip(self.moved.drain(..)) {
            regs[*to as usize] = value;
        }
    }
}

/// Returns the label of the case of a value, if there is one.
fn chosen(cases: &[(u64, Label)], value: u64) -> Option<Label> {
    cases.iter().find(|(key, _)| *key == value).map(|(_, label)| *label)
}

#[cold]
fn too_many_steps(limit: u64) -> Fault {
    Fault::limit(format!("the program passed the limit of {limit} steps"))
}

#[cold]
fn passes_bound(number: u64, end: u64) -> Fault {
    format!("expected a number less than the declared bound {end}, but found {number}").into()
}

fn check_assertion(condition: u64, message: &str) -> Result<()> {
    if condition & 1 == 1 { Ok(()) } else { Err(format!("assertion failed: {message}").into()) }
}

/// Checks an assertion of the block and thread with these indices.
fn check_kernel_assertion(
    regs: &[Cell],
    (condition, message): (Reg, &str),
    place: &[Reg],
    op: Op,
) -> Result<()> {
    let condition = bits(regs, condition)?;
    let whose = Geometry::at_indices(&indices(regs, place)?);
    check_assertion(condition, message).map_err(|fault| fault.at(op, Some(whose.to_string())))
}

#[cold]
pub(super) fn no_value() -> Fault {
    "use of a value that is not there or of another kind".into()
}

/// Writes a register.
pub(super) fn set(regs: &mut [Cell], reg: Reg, value: Cell) {
    regs[reg as usize] = value;
}

/// Returns the value in a register.
pub(super) fn cell(regs: &[Cell], reg: Reg) -> Result<&Cell> {
    match &regs[reg as usize] {
        Cell::Empty => Err(no_value()),
        cell => Ok(cell),
    }
}

/// Returns the values in registers.
pub(super) fn cells(regs: &[Cell], which: &[Reg]) -> Result<Vec<Cell>> {
    which.iter().map(|reg| cell(regs, *reg).cloned()).collect()
}

/// Returns the view in a register.
#[inline]
pub(super) fn view(regs: &[Cell], reg: Reg) -> Result<&Rc<View>> {
    if let Cell::View(view) = &regs[reg as usize] { Ok(view) } else { Err(no_value()) }
}

/// Returns a view and the linear index of its element at these indices.
#[inline]
pub(super) fn element<'r>(regs: &'r [Cell], source: Reg, which: &[Reg]) -> Result<(&'r View, u64)> {
    let source = view(regs, source)?;
    let mut missing = None;
    let values = which.iter().map(|reg| match bits(regs, *reg) {
        Ok(bits) => bits.cast_signed(),
        Err(fault) => {
            missing = Some(fault);
            0
        }
    });
    let number = source.at(values);
    match missing {
        Some(fault) => Err(fault),
        None => Ok((source, number?)),
    }
}

impl Geometry {
    /// Returns the result of a geometry operation.
    fn number(&self, kind: GeometryKind, dim: usize) -> u64 {
        match kind {
            GeometryKind::ThreadId => self.thread[dim],
            GeometryKind::BlockId => self.block[dim],
            GeometryKind::BlockDim => self.block_size[dim],
            GeometryKind::GridDim => self.grid[dim],
            GeometryKind::GlobalId => self.block[dim] * self.block_size[dim] + self.thread[dim],
            GeometryKind::ClusterBlockId => 0,
            GeometryKind::ClusterDimBlocks => 1,
            GeometryKind::LaneId => self.linear_thread() % super::SUBGROUP_SIZE,
            GeometryKind::SubgroupId => self.linear_thread() / super::SUBGROUP_SIZE,
            GeometryKind::NumSubgroups => {
                self.block_size.iter().product::<u64>().div_ceil(super::SUBGROUP_SIZE)
            }
            GeometryKind::SubgroupSize => super::SUBGROUP_SIZE,
        }
    }
}
