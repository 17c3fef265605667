//! Executes launches: one block after the other, whose threads take turns until all have ended.
//!
//! A thread stops at a barrier or at a collective operation. When no thread can run, the exchange is done for
//! threads that wait at the same operation: all lanes of a subgroup that have not ended, or all threads of
//! the block. If there are none, the launch is divergent, and the error lists the threads with their
//! locations.

use super::code::{Attributions, BufferType, Cell, Element, Instr, KnownSizes, Launch, LaunchBody, Reg};
use super::collective::CollectiveKind;
use super::fault::{Fault, Result};
use super::machine::{Activation, Machine, Stop, Thread, set};
use super::memory::{BufferId, Owner};
use super::order::Order;
use super::scalars::{bits, indices};
use super::shadow::Stamp;
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;
use warpline_ir::{Entity as _, Op, Type};

/// The maximum number of threads of a block, and of work items of a launch.
const MAX_BLOCK: u64 = 1024;
const MAX_ITEMS: u64 = 1 << 31;

/// The position of a thread in a grid; x, y, z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Geometry {
    pub(super) block: [u64; 3],
    pub(super) thread: [u64; 3],
    pub(super) grid: [u64; 3],
    pub(super) block_size: [u64; 3],
}

impl Geometry {
    /// Returns the position with these block and thread indices.
    pub(super) fn at_indices(indices: &[i64]) -> Self {
        let at = |index: usize| indices.get(index).map_or(0, |index| index.cast_unsigned());
        let three = |first| [at(first), at(first + 1), at(first + 2)];
        Self { block: three(0), thread: three(3), grid: [1; 3], block_size: [1; 3] }
    }

    /// Returns the linear index of the thread in its block, x fastest.
    pub(super) fn linear_thread(&self) -> u64 {
        linear(self.thread, self.block_size)
    }
}

pub(super) fn linear([x, y, z]: [u64; 3], [nx, ny, _]: [u64; 3]) -> u64 {
    x + nx * (y + ny * z)
}

impl fmt::Display for Geometry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([bx, by, bz], [tx, ty, tz]) = (self.block, self.thread);
        write!(f, "block ({bx}, {by}, {bz}) thread ({tx}, {ty}, {tz})")
    }
}

/// The common initial state of all threads of a launch.
struct Start<'a> {
    origin: Activation,
    /// Registers for ids and sizes, if the body uses them.
    ids: &'a [Reg],
    attributions: &'a Attributions,
    /// Bytes of workgroup memory besides the attributions.
    dynamic_bytes: u64,
}

/// The state of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Ready,
    Waits(Op),
    Ended,
}

/// The threads of a block while it runs.
pub(super) struct Team {
    pub(super) threads: Vec<Thread>,
    pub(super) statuses: Vec<Status>,
    /// The number of barriers that the block has passed.
    epoch: u32,
}

impl Machine<'_> {
    /// Runs the launch of an operation to its end; if a size is 0 nothing runs.
    pub(super) fn launch(&mut self, launch: &Launch, host: &Activation, op: Op) -> Result<()> {
        let outer = self.memory.begin_launch();
        self.run_launch(launch, host, op)?;
        self.memory.resume(outer);
        Ok(())
    }

    fn run_launch(&mut self, launch: &Launch, host: &Activation, op: Op) -> Result<()> {
        let sizes = indices(&host.regs, &launch.sizes)?;
        let (grid, block_size) = check_sizes(&sizes)?;
        if indices(&host.regs, &launch.clusters)?.iter().any(|size| *size != 1) {
            return Err("only clusters of one block can be interpreted".into());
        }
        for KnownSizes { what, first, sizes: known } in &launch.known {
            let found = &sizes[*first..first + 3];
            if *found != **known {
                let message =
                    format!("expected a {what} of {known:?}, as the kernel declares, but found {found:?}");
                return Err(message.into());
            }
        }
        if sizes.contains(&0) {
            if !self.empty_launches.contains(&op) {
                self.empty_launches.push(op);
            }
            return Ok(());
        }
        let dynamic_bytes = launch.dynamic.map_or(Ok(0), |reg| bits(&host.regs, reg))?;
        let program = Rc::clone(&self.program);
        let (origin, ids, attributions) = match &launch.body {
            LaunchBody::Inline(label, ids, attributions) => {
                let pc = program.functions[host.function].target(*label);
                let regs = host.regs.clone();
                let (function, locals, scopes) = (host.function, Vec::new(), Vec::new());
                (Activation { function, pc, regs, locals, scopes }, &**ids, attributions)
            }
            LaunchBody::Kernel(number, args) => {
                let args = args.iter().map(|reg| host.regs[*reg as usize].clone()).collect();
                let attributions = &program.functions[*number].attributions;
                (self.activation(*number, args)?, &[][..], attributions)
            }
            LaunchBody::Blocks(number, args, scratch) => {
                let args: Vec<Cell> = args.iter().map(|reg| host.regs[*reg as usize].clone()).collect();
                let scratch = scratch.saturating_add(dynamic_bytes);
                return self.launch_blocks((*number, &args, scratch), [grid, block_size]);
            }
        };
        let start = Start { origin, ids, attributions, dynamic_bytes };
        let mut order = Order::new(self.seed);
        for block in blocks(grid, &mut order) {
            let place = Geometry { block, thread: [0; 3], grid, block_size };
            self.run_block(&start, place, &mut order)?;
        }
        self.memory.end_launch();
        Ok(())
    }

    /// Runs each block by a function that loops over its threads.
    fn launch_blocks(
        &mut self,
        (function, args, scratch): (usize, &[Cell], u64),
        [grid, block_size]: [[u64; 3]; 2],
    ) -> Result<()> {
        let mut order = Order::new(self.seed);
        for block in blocks(grid, &mut order) {
            let mut buffers = Vec::new();
            let number = linear(block, grid);
            let own = grid.into_iter().chain(block_size).chain([number, number + 1]).map(Cell::Bits);
            let scratch = self.dynamic_memory(scratch, &mut buffers)?;
            let args = args.iter().cloned().chain(own).chain([scratch]).collect();
            let geometry = Some(Geometry { block, thread: [0; 3], grid, block_size });
            let thread = Thread { stack: vec![self.activation(function, args)?], geometry };
            let mut team = Team { threads: vec![thread], statuses: vec![Status::Ready], epoch: 0 };
            self.run_to_end(&mut team, &mut order)?;
            for buffer in buffers {
                self.memory.recycle(buffer);
            }
        }
        self.memory.end_launch();
        Ok(())
    }

    fn run_block(&mut self, start: &Start<'_>, block: Geometry, order: &mut Order) -> Result<()> {
        let op = self.program.functions[start.origin.function].places[start.origin.pc];
        let mut buffers = Vec::new();
        let team = self.team(start, block, &mut buffers);
        let mut team = team.map_err(|fault| fault.at(op, Some(block.to_string())))?;
        self.run_to_end(&mut team, order)?;
        for buffer in buffers {
            self.memory.recycle(buffer);
        }
        Ok(())
    }

    /// Creates the threads of a block with their buffers.
    fn team(&mut self, start: &Start<'_>, block: Geometry, buffers: &mut Vec<BufferId>) -> Result<Team> {
        let shared = self.make_buffers(&start.attributions.workgroup, Owner::Local, buffers)?;
        self.dynamic = self.dynamic_memory(start.dynamic_bytes, buffers)?;
        let mut threads = Vec::new();
        for thread in coordinates(block.block_size) {
            let own = self.make_buffers(&start.attributions.private, Owner::Thread, buffers)?;
            threads.push(start.thread(Geometry { thread, ..block }, &shared, &own));
        }
        Ok(Team { statuses: vec![Status::Ready; threads.len()], threads, epoch: 0 })
    }

    fn make_buffers(
        &mut self,
        wanted: &[(Reg, Rc<BufferType>)],
        owner: Owner,
        made: &mut Vec<BufferId>,
    ) -> Result<Vec<(Reg, Cell)>> {
        let mut cells = Vec::new();
        for (reg, ty) in wanted {
            let view = self.memory.allocate(ty, &[], owner, None)?;
            made.push(view.buffer);
            cells.push((*reg, Cell::View(Rc::new(view))));
        }
        Ok(cells)
    }

    /// Allocates a byte buffer that lives as long as a block.
    fn dynamic_memory(&mut self, n_bytes: u64, made: &mut Vec<BufferId>) -> Result<Cell> {
        let size = i64::try_from(n_bytes).map_err(|_| "the size of workgroup memory is negative")?;
        let element = Element { bytes: 1, parts: 1, width: 8, ty: Type::I8 };
        let (sizes, strides) = (Box::from([size]), Box::from([1]));
        let ty =
            BufferType { sizes, strides, offset: 0, element, is_identity: true, alignment: 64, wide: None };
        let view = self.memory.allocate(&ty, &[], Owner::Local, None)?;
        made.push(view.buffer);
        Ok(Cell::View(Rc::new(view)))
    }

    /// Runs all threads in turns until they have ended.
    fn run_to_end(&mut self, team: &mut Team, order: &mut Order) -> Result<()> {
        let mut turns: Vec<usize> = (0..team.threads.len()).collect();
        loop {
            order.shuffle(&mut turns);
            for index in &turns {
                if team.statuses[*index] == Status::Ready {
                    self.take_turn(team, *index, order.turn())?;
                }
            }
            if team.statuses.contains(&Status::Ready) {
                continue;
            }
            if team.statuses.iter().all(|status| *status == Status::Ended) {
                return Ok(());
            }
            if !self.meet_in_subgroups(team)? && !self.meet_in_block(team)? && !self.meet_at_named(team)? {
                return Err(divergence(team));
            }
        }
    }

    fn take_turn(&mut self, team: &mut Team, index: usize, turn: u64) -> Result<()> {
        let thread = &mut team.threads[index];
        self.memory.stamp = thread.geometry.as_ref().map(|place| Stamp {
            block: linear(place.block, place.grid) as u32,
            thread: index as u32,
            epoch: team.epoch,
        });
        team.statuses[index] = match self.run_thread(thread, turn)? {
            Stop::Done(_) => Status::Ended,
            Stop::Waits(op) => Status::Waits(op),
            Stop::Paused => Status::Ready,
        };
        Ok(())
    }

    /// Resumes lanes that wait for the others of their subgroup if these wait at the same operation, too, or
    /// have ended.
    fn meet_in_subgroups(&mut self, team: &mut Team) -> Result<bool> {
        let mut any = false;
        let n = team.threads.len();
        for first in (0..n).step_by(super::SUBGROUP_SIZE as usize) {
            let lanes = first..(first + super::SUBGROUP_SIZE as usize).min(n);
            let alive: Vec<usize> =
                lanes.clone().filter(|lane| team.statuses[*lane] != Status::Ended).collect();
            let Some(Status::Waits(op)) = alive.first().map(|lane| team.statuses[*lane]) else { continue };
            let together = alive.iter().all(|lane| team.statuses[*lane] == Status::Waits(op));
            let program = Rc::clone(&self.program);
            let Instr::Meet(collective) = team.waits_at(&program, alive[0]) else { continue };
            if !together || collective.is_of_block() {
                continue;
            }
            let lanes = &mut team.threads[lanes];
            let met = match &collective.kind {
                CollectiveKind::Matrix(matrix) => {
                    self.access_matrix(matrix, lanes, &alive, (team.epoch, first, op))
                }
                _ => Self::exchange(collective, lanes, &alive, first),
            };
            met.map_err(|fault| fault.at(op, Some(format!("the subgroup of thread {first}"))))?;
            for lane in alive {
                team.statuses[lane] = Status::Ready;
            }
            any = true;
        }
        Ok(any)
    }

    /// Resumes all threads of the block if they wait at the same operation.
    fn meet_in_block(&mut self, team: &mut Team) -> Result<bool> {
        let Status::Waits(op) = team.statuses[0] else { return Ok(false) };
        if team.statuses.iter().any(|status| *status != Status::Waits(op)) {
            return Ok(false);
        }
        let program = Rc::clone(&self.program);
        match team.waits_at(&program, 0) {
            Instr::Barrier(None) => team.epoch += 1,
            Instr::Meet(collective) if collective.is_of_block() => {
                self.reduce_block(collective, &mut team.threads).map_err(|fault| fault.at(op, None))?;
            }
            _ => return Ok(false),
        }
        team.statuses.fill(Status::Ready);
        Ok(true)
    }
}

/// Makes the named barrier of an operation for a number of threads.
pub(super) fn name_barrier(regs: &mut [Cell], count: Reg, dst: Reg, op: Op) -> Result<()> {
    let n_members = bits(regs, count)? & u64::from(u32::MAX);
    set(regs, dst, Cell::Bits((op.index() as u64) << u32::BITS | n_members));
    Ok(())
}

/// Returns the number of threads for which a named barrier was made.
fn n_members(named: u64) -> usize {
    (named & u64::from(u32::MAX)) as usize
}

impl Machine<'_> {
    /// Resumes the threads that wait at a named barrier if as many as it has members do. For the race detector, it orders all
    /// threads of the block.
    fn meet_at_named(&mut self, team: &mut Team) -> Result<bool> {
        let program = Rc::clone(&self.program);
        let mut groups: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
        for (index, status) in team.statuses.iter().enumerate() {
            if let Status::Waits(_) = status
                && let Instr::Barrier(Some(reg)) = team.waits_at(&program, index)
                && let Some(top) = team.threads[index].stack.last()
            {
                groups.entry(bits(&top.regs, *reg)?).or_default().push(index);
            }
        }
        let mut any = false;
        for (barrier, waiting) in groups {
            let members = n_members(barrier);
            if members <= waiting.len() {
                waiting.into_iter().take(members).for_each(|index| team.statuses[index] = Status::Ready);
                team.epoch += 1;
                any |= 0 < members;
            }
        }
        Ok(any)
    }
}

impl Team {
    /// Returns the instruction at which a thread waits.
    fn waits_at<'p>(&self, program: &'p super::code::InterpProgram, thread: usize) -> &'p Instr {
        match self.threads[thread].stack.last() {
            Some(top) => &program.functions[top.function].code[top.pc - 1],
            None => &Instr::Barrier(None),
        }
    }
}

impl Start<'_> {
    /// Creates a thread.
    fn thread(&self, place: Geometry, shared: &[(Reg, Cell)], own: &[(Reg, Cell)]) -> Thread {
        let mut regs = self.origin.regs.clone();
        // Each block is its own cluster.
        let numbers = [place.block, place.thread, place.grid, place.block_size, place.block, [1; 3]];
        for (reg, number) in self.ids.iter().zip(numbers.as_flattened()) {
            regs[*reg as usize] = Cell::Bits(*number);
        }
        for (reg, cell) in shared.iter().chain(own) {
            regs[*reg as usize] = cell.clone();
        }
        let top = Activation { regs, locals: Vec::new(), scopes: Vec::new(), ..self.origin };
        Thread { stack: vec![top], geometry: Some(place) }
    }
}

fn check_sizes(sizes: &[i64]) -> Result<([u64; 3], [u64; 3])> {
    let mut checked = [0; 6];
    for (size, out) in sizes.iter().zip(&mut checked) {
        *out = u64::try_from(*size)
            .ok()
            .filter(|size| (0..=MAX_ITEMS).contains(size))
            .ok_or_else(|| format!("expected launch sizes from 0 to 2^31, but found {size}"))?;
    }
    let [gx, gy, gz, bx, by, bz] = checked;
    let product = |sizes: [u64; 3]| sizes.iter().fold(1u64, |n, size| n.saturating_mul(*size));
    let n_threads = product([bx, by, bz]);
    if MAX_BLOCK < n_threads {
        return Err(format!("expected at most {MAX_BLOCK} threads in a block, but found {n_threads}").into());
    }
    if MAX_ITEMS < product([gx, gy, gz]).saturating_mul(n_threads) {
        return Err(Fault::limit("a launch of more than 2^31 threads"));
    }
    Ok(([gx, gy, gz], [bx, by, bz]))
}

/// Returns the blocks of a grid in an order; very large grids are not shuffled.
fn blocks(grid: [u64; 3], order: &mut Order) -> Box<dyn Iterator<Item = [u64; 3]>> {
    const MAX_SHUFFLED: u64 = 1 << 20;
    if order.is_natural() || MAX_SHUFFLED < grid.iter().product() {
        return Box::new(coordinates(grid));
    }
    let mut blocks: Vec<[u64; 3]> = coordinates(grid).collect();
    order.shuffle(&mut blocks);
    Box::new(blocks.into_iter())
}

/// Returns all coordinates below these sizes, x fastest.
fn coordinates([nx, ny, nz]: [u64; 3]) -> impl Iterator<Item = [u64; 3]> {
    (0..nz).flat_map(move |z| (0..ny).flat_map(move |y| (0..nx).map(move |x| [x, y, z])))
}

/// Returns the failure of a divergent launch, which lists the waiting threads and the number of threads that
/// have ended.
fn divergence(team: &Team) -> Fault {
    let mut places: Vec<(Op, usize, usize)> = Vec::new();
    for (index, status) in team.statuses.iter().enumerate() {
        let Status::Waits(op) = status else { continue };
        match places.iter_mut().find(|(known, ..)| known == op) {
            Some((_, n, _)) => *n += 1,
            None => places.push((*op, 1, index)),
        }
    }
    let n_ended = team.statuses.iter().filter(|status| **status == Status::Ended).count();
    let n_waiting = team.statuses.len() - n_ended;
    let Some(((barrier, n_here, _), others)) = places.split_first() else {
        return "divergent barrier".into();
    };
    let n_elsewhere = n_waiting - n_here;
    let other = team.statuses.iter().position(|status| *status != Status::Waits(*barrier)).unwrap_or(0);
    let message = format!(
        "divergent barrier: {n_here} threads of the block wait here, {n_ended} have ended and {n_elsewhere} wait \
         elsewhere; the first of the others"
    );
    let mut fault = Fault::from(message);
    for (op, n, first) in others {
        let whose = team.threads[*first].geometry.as_ref().map(Geometry::to_string).unwrap_or_default();
        fault = fault.note(*op, format!("{n} threads wait here, the first of these in {whose}"));
    }
    let whose = team.threads[other].geometry.as_ref().map(Geometry::to_string);
    fault.at(*barrier, whose)
}
