//! The machine: runs the linear code of one thread until it ends or waits at a barrier.

use super::code::{AffineExpr, Cell, Function, GeometryKind, Instr, Label, Program, Reg};
use super::launch::Geometry;
use super::memory::{BufferId, Memory, Result, View};
use super::{Argument, HostBuffer, InterpError, Limits, Outcome, views};
use std::rc::Rc;
use warpline_ir::scalar::{self, ScalarOp};
use warpline_ir::{IntegerSet, Module, Op};

/// One function that is running.
#[derive(Debug)]
pub(super) struct Activation {
    pub(super) function: usize,
    pub(super) pc: usize,
    pub(super) regs: Vec<Cell>,
    /// Buffers that end with the function.
    pub(super) locals: Vec<BufferId>,
}

/// The host, or a thread of a block: the functions that are running, the innermost last.
#[derive(Debug, Default)]
pub(super) struct Thread {
    pub(super) stack: Vec<Activation>,
    /// The place in the grid; `None` on the host.
    pub(super) geometry: Option<Geometry>,
}

/// Why a thread stopped.
#[derive(Debug)]
pub(super) enum Stop {
    /// Its outermost function returned these values.
    Done(Vec<Cell>),
    /// It waits at this barrier.
    Barrier(Op),
}

/// What comes after a step.
enum Next {
    On,
    Go(Label),
    Enter(Activation),
    Leave(Vec<Cell>),
    Wait,
}

/// Everything that a run changes.
pub(super) struct Machine<'m> {
    pub(super) module: &'m Module,
    pub(super) program: Rc<Program>,
    pub(super) memory: Memory,
    pub(super) output: String,
    pub(super) output_limit: usize,
    globals: Vec<Option<Rc<View>>>,
    steps_left: u64,
    call_depth: usize,
    /// The error that ended a launch, with its place inside.
    pub(super) inner_error: Option<InterpError>,
    /// Values in flight of a parallel move.
    moved: Vec<Cell>,
}

impl<'m> Machine<'m> {
    pub(super) fn new(module: &'m Module, program: Program, limits: &Limits) -> Self {
        Self {
            module,
            globals: vec![None; program.globals.len()],
            program: Rc::new(program),
            memory: Memory::new(limits.bytes),
            output: String::new(),
            output_limit: limits.output_bytes,
            steps_left: limits.steps,
            call_depth: limits.call_depth,
            inner_error: None,
            moved: Vec::new(),
        }
    }

    /// What the program printed.
    pub(super) fn output(&self) -> &str {
        &self.output
    }

    /// Runs the entry, function number 0; see [`Interpreter::call`](super::Interpreter::call).
    pub(super) fn run_entry(
        &mut self,
        entry: Op,
        args: Vec<Argument>,
    ) -> std::result::Result<Vec<Outcome>, InterpError> {
        let fault = |message| InterpError { op: entry, message };
        let signature = self.module.op(entry).attr("function_type").and_then(|ty| self.module.attr_type(ty));
        let Some((inputs, results)) = signature.and_then(|ty| self.module.function_type(ty)) else {
            return Err(fault("expected a function".into()));
        };
        let cells = views::bind_arguments(self.module, &mut self.memory, inputs, args).map_err(fault)?;
        let mut host = Thread::default();
        host.stack.push(self.activation(0, cells.clone()).map_err(fault)?);
        let Stop::Done(values) = self.run_thread(&mut host)? else {
            return Err(fault("the host waits at a barrier".into()));
        };
        let mut outcomes = Vec::new();
        for (value, ty) in values.iter().zip(results) {
            outcomes.push(views::outcome(&self.memory, value, *ty).map_err(fault)?);
        }
        for cell in &cells {
            if let Cell::View(view) = cell
                && !self.memory.is_freed(view)
            {
                outcomes.push(Outcome::Buffer(self.read(view).map_err(fault)?));
            }
        }
        Ok(outcomes)
    }

    fn read(&self, view: &View) -> Result<HostBuffer> {
        views::read_buffer(&self.memory, view)
    }

    /// A function at its start.
    pub(super) fn activation(&self, number: usize, args: Vec<Cell>) -> Result<Activation> {
        let function = &self.program.functions[number];
        if args.len() != function.params.len() {
            return Err(format!("expected {} arguments, but found {}", function.params.len(), args.len()));
        }
        let mut regs = vec![Cell::Empty; function.n_regs as usize];
        for (reg, arg) in function.params.iter().zip(args) {
            regs[*reg as usize] = arg;
        }
        Ok(Activation { function: number, pc: 0, regs, locals: Vec::new() })
    }

    /// Runs a thread until it ends or waits.
    pub(super) fn run_thread(&mut self, thread: &mut Thread) -> std::result::Result<Stop, InterpError> {
        let program = Rc::clone(&self.program);
        while let Some(top) = thread.stack.last_mut() {
            let function = &program.functions[top.function];
            let at = top.pc;
            top.pc += 1;
            let next = self.step(function, at, top, thread.geometry.as_ref()).and_then(|next| {
                if let Next::Enter(_) = next
                    && self.call_depth <= thread.stack.len()
                {
                    return Err(format!("calls nest deeper than the limit of {}", self.call_depth));
                }
                Ok(next)
            });
            let next = next.map_err(|message| {
                let inner = self.inner_error.take();
                inner.unwrap_or_else(|| fault(function.places[at], message, thread.geometry.as_ref()))
            })?;
            match next {
                Next::On => {}
                Next::Go(label) => {
                    if let Some(top) = thread.stack.last_mut() {
                        top.pc = function.target(label);
                    }
                }
                Next::Enter(activation) => thread.stack.push(activation),
                Next::Wait => return Ok(Stop::Barrier(function.places[at])),
                Next::Leave(values) => {
                    if let Some(values) = self.leave(thread, values) {
                        return Ok(Stop::Done(values));
                    }
                }
            }
        }
        Ok(Stop::Done(Vec::new()))
    }

    /// Ends the innermost function; its values go to the caller, or out where there is none.
    fn leave(&mut self, thread: &mut Thread, values: Vec<Cell>) -> Option<Vec<Cell>> {
        let ended = thread.stack.pop()?;
        for buffer in ended.locals {
            self.memory.end(buffer);
        }
        let Some(caller) = thread.stack.last_mut() else { return Some(values) };
        if let Instr::Call { results, .. } = &self.program.functions[caller.function].code[caller.pc - 1] {
            for (reg, value) in results.iter().zip(values) {
                caller.regs[*reg as usize] = value;
            }
        }
        None
    }

    /// One step: a flat table.
    #[inline]
    fn step(
        &mut self,
        function: &Function,
        at: usize,
        top: &mut Activation,
        place: Option<&Geometry>,
    ) -> Result<Next> {
        self.steps_left = self.steps_left.checked_sub(1).ok_or("the program passed the limit on steps")?;
        let regs = &mut top.regs;
        match &function.code[at] {
            Instr::Const { dst, value } => set(regs, *dst, value.clone()),
            Instr::Unary { op, a, dst } => return apply(*op, regs, [*a], *dst),
            Instr::Binary { op, a, b, dst } => return apply(*op, regs, [*a, *b], *dst),
            Instr::Ternary { op, args, dst } => return apply(*op, regs, *args, *dst),
            Instr::Move(moves) => self.move_all(regs, moves),
            Instr::Jump(label) => return Ok(Next::Go(*label)),
            Instr::Branch(condition, on_true, on_false) => {
                return Ok(Next::Go(if bits(regs, *condition)? & 1 == 1 { *on_true } else { *on_false }));
            }
            Instr::LoopStart { step, width } => check_step(signed(regs, *step, *width)?)?,
            Instr::LoopTest { iv, upper, width, exit } => {
                if signed(regs, *upper, *width)? <= signed(regs, *iv, *width)? {
                    return Ok(Next::Go(*exit));
                }
            }
            Instr::LoopStep { iv, step, width, head, exit } => {
                let next = advance(signed(regs, *iv, *width)?, signed(regs, *step, *width)?, *width);
                let Some(next) = next else { return Ok(Next::Go(*exit)) };
                set(regs, *iv, Cell::Bits(next));
                return Ok(Next::Go(*head));
            }
            Instr::Affine { expr, dst } => {
                let value = affine(expr, regs)?;
                set(regs, *dst, index_cell(value));
            }
            Instr::AffineExtreme { exprs, is_max, dst } => {
                let value = extreme(exprs, *is_max, regs)?;
                set(regs, *dst, index_cell(value));
            }
            Instr::AffineTest { set: test, operands, dst } => {
                let inside = is_inside(test, operands, regs)?;
                set(regs, *dst, Cell::Bits(u64::from(inside)));
            }
            Instr::Combine { kind, element, value, dst } => {
                let sum =
                    views::combine(self.module, *kind, element.ty, bits(regs, *dst)?, bits(regs, *value)?)?;
                set(regs, *dst, Cell::Bits(sum));
            }
            Instr::Load { view: source, indices, dst } => {
                let (source, number) = element(regs, *source, indices)?;
                let value = self.memory.load(source, number)?;
                set(regs, *dst, Cell::Bits(value));
            }
            Instr::Store { value, view: target, indices } => {
                let (target, number) = element(regs, *target, indices)?;
                self.memory.store(target, number, bits(regs, *value)?)?;
            }
            Instr::Assert(condition, message) => check_assertion(bits(regs, *condition)?, message)?,
            Instr::Geometry { kind, dim, dst } => {
                let place = place.ok_or("the host has no place in a grid")?;
                set(regs, *dst, Cell::Bits(geometry(place, *kind, *dim)));
            }
            Instr::Barrier if place.is_none() => return Err("the host cannot wait at a barrier".into()),
            Instr::Barrier => return Ok(Next::Wait),
            Instr::Return(values) => return Ok(Next::Leave(cells(regs, values)?)),
            Instr::Call { function, args, .. } => {
                return Ok(Next::Enter(self.activation(*function, cells(regs, args)?)?));
            }
            Instr::Refuse(reason) => return Err(reason.to_string()),
            other => self.memory_step(other, top, place)?,
        }
        Ok(Next::On)
    }

    /// The steps that make, view and copy buffers, print, or launch.
    fn memory_step(&mut self, instr: &Instr, top: &mut Activation, place: Option<&Geometry>) -> Result<()> {
        let regs = &mut top.regs;
        match instr {
            Instr::Atomic { kind, value, view: target, indices, dst } => {
                let (target, number) = element(regs, *target, indices)?;
                let old = self.memory.load(target, number)?;
                let sum = views::combine(self.module, *kind, target.element.ty, old, bits(regs, *value)?)?;
                self.memory.store(target, number, sum)?;
                set(regs, *dst, Cell::Bits(old));
            }
            Instr::Alloc { ty, sizes, is_local, dst } => {
                let sizes = indices(regs, sizes)?;
                let made = self.memory.allocate(ty, &sizes, !is_local)?;
                if *is_local {
                    top.locals.push(made.buffer);
                }
                set(regs, *dst, Cell::View(Rc::new(made)));
            }
            Instr::Free(reg) => self.memory.free(view(regs, *reg)?)?,
            Instr::Dim { view: source, index, dst } => {
                let size = views::dim(view(regs, *source)?, bits(regs, *index)?)?;
                set(regs, *dst, index_cell(size));
            }
            Instr::Copy { from, to } => {
                views::copy(&mut self.memory, &view(regs, *from)?.clone(), &view(regs, *to)?.clone())?;
            }
            Instr::Fill { view: target, value } => {
                views::fill(&mut self.memory, view(regs, *target)?, bits(regs, *value)?)?;
            }
            Instr::Cast { view: source, to, dst } => {
                let Cell::View(source) = &regs[*source as usize] else { return Err(no_value()) };
                views::check_cast(source, to.as_deref())?;
                let same = Cell::View(Rc::clone(source));
                set(regs, *dst, same);
            }
            Instr::Subview(part) => {
                let made = views::subview(part, regs)?;
                set(regs, part.dst, Cell::View(Rc::new(made)));
            }
            Instr::Global { index, dst } => {
                let global = self.global(*index)?;
                set(regs, *dst, Cell::View(global));
            }
            Instr::Print { name, args } => {
                let values =
                    args.iter().map(|(reg, ty)| Ok((cell(regs, *reg)?, *ty))).collect::<Result<Vec<_>>>()?;
                self.print(name, &values)?;
            }
            Instr::Launch(_) if place.is_some() => return Err("a launch inside of a launch".into()),
            Instr::Launch(launch) => return self.launch(launch, top),
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
            | Instr::Combine { .. }
            | Instr::AffineExtreme { .. }
            | Instr::AffineTest { .. }
            | Instr::Load { .. }
            | Instr::Store { .. }
            | Instr::Call { .. }
            | Instr::Return(_)
            | Instr::Assert(..)
            | Instr::Geometry { .. }
            | Instr::Barrier
            | Instr::Refuse(_) => {}
        }
        Ok(())
    }

    /// The buffer of a global, made when it is first asked for.
    fn global(&mut self, index: usize) -> Result<Rc<View>> {
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

/// An error at an operation, with the thread that met it.
pub(super) fn fault(op: Op, message: String, place: Option<&Geometry>) -> InterpError {
    match place {
        None => InterpError { op, message },
        Some(place) => InterpError { op, message: format!("{message}, in {place}") },
    }
}

fn check_step(step: i64) -> Result<()> {
    if step <= 0 { Err(format!("expected a positive step, but found {step}")) } else { Ok(()) }
}

fn check_assertion(condition: u64, message: &str) -> Result<()> {
    if condition & 1 == 1 { Ok(()) } else { Err(format!("assertion failed: {message}")) }
}

#[cold]
fn no_value() -> String {
    "use of a value that is not there or of another kind".into()
}

fn set(regs: &mut [Cell], reg: Reg, value: Cell) {
    regs[reg as usize] = value;
}

fn cell(regs: &[Cell], reg: Reg) -> Result<&Cell> {
    match &regs[reg as usize] {
        Cell::Empty => Err(no_value()),
        cell => Ok(cell),
    }
}

fn cells(regs: &[Cell], which: &[Reg]) -> Result<Vec<Cell>> {
    which.iter().map(|reg| cell(regs, *reg).cloned()).collect()
}

/// The bits of a scalar.
#[inline]
pub(super) fn bits(regs: &[Cell], reg: Reg) -> Result<u64> {
    if let Cell::Bits(bits) = regs[reg as usize] { Ok(bits) } else { Err(no_value()) }
}

/// The view in a register.
#[inline]
pub(super) fn view(regs: &[Cell], reg: Reg) -> Result<&View> {
    if let Cell::View(view) = &regs[reg as usize] { Ok(view) } else { Err(no_value()) }
}

/// The values of index registers.
pub(super) fn indices(regs: &[Cell], which: &[Reg]) -> Result<Vec<i64>> {
    which.iter().map(|reg| bits(regs, *reg).map(u64::cast_signed)).collect()
}

/// A view and the number of its element at these indices.
#[inline]
fn element<'r>(regs: &'r [Cell], source: Reg, which: &[Reg]) -> Result<(&'r View, u64)> {
    let source = view(regs, source)?;
    let mut missing = false;
    let values = which.iter().map(|reg| {
        bits(regs, *reg).map_or_else(
            |_| {
                missing = true;
                0
            },
            u64::cast_signed,
        )
    });
    let number = source.at(values)?;
    if missing { Err(no_value()) } else { Ok((source, number)) }
}

fn index_cell(value: i64) -> Cell {
    Cell::Bits(value.cast_unsigned())
}

#[inline]
fn signed(regs: &[Cell], reg: Reg, width: u32) -> Result<i64> {
    Ok(scalar::signed(bits(regs, reg)?, width))
}

/// The next value of an induction variable; `None` where it does not fit.
fn advance(iv: i64, step: i64, width: u32) -> Option<u64> {
    let next = iv.checked_add(step)?;
    let bits = scalar::zero_extend(next.cast_unsigned(), width);
    (scalar::signed(bits, width) == next).then_some(bits)
}

/// Applies an operation to scalars, or element by element to rows.
#[inline]
fn apply<const N: usize>(op: ScalarOp, regs: &mut [Cell], args: [Reg; N], dst: Reg) -> Result<Next> {
    let mut operands = [0; N];
    for (operand, reg) in operands.iter_mut().zip(args) {
        let Cell::Bits(bits) = regs[reg as usize] else { return apply_slow(op, regs, &args, dst) };
        *operand = bits;
    }
    let result = op.apply(&operands).map_err(|reason| reason.to_string())?;
    set(regs, dst, Cell::Bits(result));
    Ok(Next::On)
}

/// The same where an operand is no scalar.
fn apply_slow(op: ScalarOp, regs: &mut [Cell], args: &[Reg], dst: Reg) -> Result<Next> {
    if let (ScalarOp::Select, Cell::Bits(condition)) = (op, &regs[args[0] as usize]) {
        let chosen = if condition & 1 == 1 { args[1] } else { args[2] };
        let chosen = cell(regs, chosen)?.clone();
        set(regs, dst, chosen);
        return Ok(Next::On);
    }
    let mut rows = Vec::new();
    for reg in args {
        let Cell::Row(row) = &regs[*reg as usize] else { return Err(no_value()) };
        rows.push(Rc::clone(row));
    }
    let n = rows.iter().map(|row| row.len()).min().unwrap_or(0);
    let element = |i: usize| {
        let operands: Vec<u64> = rows.iter().map(|row| row[i]).collect();
        op.apply(&operands).map_err(|reason| reason.to_string())
    };
    let result: Rc<[u64]> = (0..n).map(element).collect::<Result<_>>()?;
    set(regs, dst, Cell::Row(result));
    Ok(Next::On)
}

fn affine(expr: &AffineExpr, regs: &[Cell]) -> Result<i64> {
    let value = match expr {
        AffineExpr::Linear(terms, constant) => {
            let mut sum = Some(*constant);
            for (reg, factor) in terms {
                let term = bits(regs, *reg)?.cast_signed().checked_mul(*factor);
                sum = sum.zip(term).and_then(|(sum, term)| sum.checked_add(term));
            }
            sum
        }
        AffineExpr::Tree(expr, dims, symbols) => {
            expr.evaluate(&indices(regs, dims)?, &indices(regs, symbols)?)
        }
    };
    value.ok_or_else(|| "the affine expression overflows or has a divisor that is not positive".into())
}

fn extreme(exprs: &[AffineExpr], is_max: bool, regs: &[Cell]) -> Result<i64> {
    let values = exprs.iter().map(|expr| affine(expr, regs)).collect::<Result<Vec<_>>>()?;
    let found = if is_max { values.iter().max() } else { values.iter().min() };
    found.copied().ok_or_else(|| "the map has no result".into())
}

fn is_inside(set: &IntegerSet, operands: &[Reg], regs: &[Cell]) -> Result<bool> {
    let inside = set.contains(&indices(regs, operands)?);
    inside.ok_or_else(|| "the affine set overflows or has a divisor that is not positive".into())
}

fn geometry(place: &Geometry, kind: GeometryKind, dim: usize) -> u64 {
    match kind {
        GeometryKind::ThreadId => place.thread[dim],
        GeometryKind::BlockId => place.block[dim],
        GeometryKind::BlockDim => place.block_size[dim],
        GeometryKind::GridDim => place.grid[dim],
        GeometryKind::GlobalId => place.block[dim] * place.block_size[dim] + place.thread[dim],
    }
}
