//! Branches, calls, the end of a thread, and barriers of the block.

use super::decode::{Decoded, Decoder, Refusal};
use super::int::pred;
use super::machine::{Machine, Place, Return, Status, Strength};
use super::memory::{Failure, Fault};
use super::printf;
use super::program::{Code, Src};
use super::text::{Arg, Formal, Kind, Ty, mask};

/// Something that a call passes: a register's contents or bytes of the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Passed {
    /// A value.
    Value(Src),
    /// A variable of the frame, by its offset and size.
    Bytes(u64, u64),
    /// A register that takes a result.
    Result(u32),
}

/// What a barrier with a condition tells each thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Vote {
    /// How many conditions hold.
    Count,
    /// Whether all hold.
    All,
    /// Whether any holds.
    Any,
}

/// A barrier of the block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Barrier {
    number: Src,
    count: Option<Src>,
    waits: bool,
    /// The vote, its result and its condition.
    pub(super) vote: Option<(Vote, Option<u32>, Src)>,
}

/// What goes elsewhere, waits or ends.
#[derive(Clone, Debug)]
pub(super) enum Flow {
    /// To an instruction.
    Branch(u32),
    /// To the caller, or the end of a thread.
    Return,
    /// The end of a thread.
    Exit,
    /// The end of the launch with a failure.
    Trap,
    /// A call of a function by its number and start.
    Call(usize, u32, Vec<Passed>, Vec<Passed>),
    /// Prints: the format and the place of the arguments.
    Print(Vec<Passed>, Vec<Passed>),
    /// A failed assertion.
    Assert(Vec<Passed>),
    /// A barrier.
    Barrier(Barrier),
    /// Makes earlier accesses known.
    Fence,
}

/// Decodes.
pub(super) fn decode(cx: &mut Decoder<'_>) -> Decoded<Code> {
    let flow = match cx.opcode() {
        "bra" => {
            cx.takes("uni");
            cx.expect_args(1)?;
            Flow::Branch(cx.label(0)?)
        }
        "ret" => {
            cx.takes("uni");
            Flow::Return
        }
        "exit" => Flow::Exit,
        "trap" => Flow::Trap,
        "call" => call(cx)?,
        "membar" | "fence" => {
            cx.pick(&[("sc", ()), ("acq_rel", ()), ("acquire", ()), ("release", ())]);
            cx.pick(&[("cta", ()), ("cluster", ()), ("gpu", ()), ("sys", ()), ("gl", ())]);
            Flow::Fence
        }
        "nanosleep" => {
            cx.ty()?;
            return Ok(Code::Nothing);
        }
        "pmevent" => return Ok(Code::Nothing),
        "bar" if cx.takes("warp") => return super::exchange::warp_barrier(cx),
        "bar" | "barrier" => barrier(cx)?,
        _ => return Err(Refusal::NotModelled),
    };
    Ok(Code::Flow(flow))
}

fn barrier(cx: &mut Decoder<'_>) -> Decoded<Flow> {
    cx.takes("cta");
    cx.takes("aligned");
    let kind = cx.pick(&[("sync", 0), ("arrive", 1), ("red", 2)]);
    let word = Ty::one(Kind::Unsigned, 32);
    let n = cx.args().len();
    if kind != Some(2) {
        let count = if n == 2 { Some(cx.src(1, word)?) } else { None };
        return match kind {
            Some(0) if n == 1 || n == 2 => {
                Ok(Flow::Barrier(Barrier { number: cx.src(0, word)?, count, waits: true, vote: None }))
            }
            Some(1) if n == 2 => {
                Ok(Flow::Barrier(Barrier { number: cx.src(0, word)?, count, waits: false, vote: None }))
            }
            _ => Err(Refusal::NotModelled),
        };
    }
    let vote = cx.pick(&[("popc", Vote::Count), ("and", Vote::All), ("or", Vote::Any)]);
    let ty = cx.ty()?;
    let (Some(vote), 3 | 4) = (vote, n) else { return Err(Refusal::NotModelled) };
    let count = if n == 4 { Some(cx.src(2, word)?) } else { None };
    let vote = Some((vote, cx.dst(0, ty)?, cx.src(n - 1, pred())?));
    Ok(Flow::Barrier(Barrier { number: cx.src(1, word)?, count, waits: true, vote }))
}

fn call(cx: &mut Decoder<'_>) -> Decoded<Flow> {
    cx.takes("uni");
    let mut args = cx.args().iter();
    let mut results = Vec::new();
    let mut next = args.next();
    if let Some(Arg::List(list)) = next {
        results = list.iter().map(|arg| passed(cx, arg, true)).collect::<Decoded<_>>()?;
        next = args.next();
    }
    let Some(Arg::Name(name)) = next else { return Err(Refusal::NotModelled) };
    let given = match args.next() {
        Some(Arg::List(list)) => list.iter().map(|arg| passed(cx, arg, false)).collect::<Decoded<_>>()?,
        Some(_) => return Err("expected operands in parentheses".to_string().into()),
        None => Vec::new(),
    };
    match (cx.callee(name), name.as_str()) {
        (Some((callee, start)), _) => {
            let function = &cx.text().functions[callee];
            if function.params.len() != given.len() || function.results.len() != results.len() {
                return Err(format!("'{name}' takes other operands").into());
            }
            Ok(Flow::Call(callee, start, given, results))
        }
        (None, "vprintf") if given.len() == 2 => Ok(Flow::Print(given, results)),
        (None, "__assertfail") => Ok(Flow::Assert(given)),
        _ => Err(Refusal::NotModelled),
    }
}

fn passed(cx: &Decoder<'_>, arg: &Arg, is_result: bool) -> Decoded<Passed> {
    match arg {
        Arg::Slot(slot) => {
            let slot = &cx.function().slots[*slot];
            Ok(Passed::Bytes(slot.offset, slot.bytes))
        }
        Arg::Reg(register) if is_result => Ok(Passed::Result(*register)),
        Arg::Reg(register) => Ok(Passed::Value(Src::Reg(*register))),
        Arg::Int(value) if !is_result => Ok(Passed::Value(Src::Number(*value))),
        other => Err(format!("expected something to pass, but found {other:?}").into()),
    }
}

impl Flow {
    /// Executes for one thread; its place in the program is this function's care.
    pub(super) fn run(&self, machine: &mut Machine<'_>, at: Place) -> Result<(), Fault> {
        match self {
            Self::Branch(target) => {
                machine.thread(at).pc = *target;
                return Ok(());
            }
            Self::Return => return leave(machine, at),
            Self::Exit => {
                machine.thread(at).status = Status::Ended;
                return Ok(());
            }
            Self::Trap => return Err(Fault { failure: Failure::Trap, message: "trap".to_string() }),
            Self::Call(callee, start, given, results) => {
                return enter(machine, at, *callee, *start, (given, results));
            }
            Self::Print(given, results) => {
                let [format, values] = [0, 1].map(|index| address(machine, at, given[index]));
                let printed = printf::print(machine, at, format?, values?)?;
                if let Some(result) = results.first() {
                    pass(machine, at, *result, (printed, 0))?;
                }
            }
            Self::Assert(given) => {
                let text = given.first().map(|first| address(machine, at, *first));
                let text = text.and_then(Result::ok).map(|text| printf::text(machine, at, text));
                let message = format!("assertion failed: {}", text.and_then(Result::ok).unwrap_or_default());
                return Err(Fault { failure: Failure::Trap, message });
            }
            Self::Barrier(barrier) => return barrier.arrive(machine, at),
            Self::Fence => {
                let number = machine.blocks[at.block].number as usize;
                let time = machine.time;
                machine.syncs[number].fence(time);
            }
        }
        machine.thread(at).pc += 1;
        Ok(())
    }
}

impl Barrier {
    fn arrive(&self, machine: &mut Machine<'_>, at: Place) -> Result<(), Fault> {
        let number = machine.defined(at, self.number, "the number of the barrier")?;
        let n_threads = machine.blocks[at.block].threads.len() as u64;
        let count = match self.count {
            Some(count) => machine.defined(at, count, "the number of threads at the barrier")?,
            None => n_threads.next_multiple_of(super::machine::WARP as u64),
        };
        if 15 < number || count == 0 || count % 32 != 0 || n_threads.next_multiple_of(32) < count {
            return Err(format!("there is no barrier {number} for {count} threads").into());
        }
        let wanted = count.min(n_threads) as u32;
        if self.waits {
            machine.thread(at).status = Status::Barrier(number as u32, wanted);
        } else {
            machine.blocks[at.block].arrived[number as usize] += 1;
            machine.thread(at).pc += 1;
        }
        Ok(())
    }
}

/// The address that is passed.
fn address(machine: &mut Machine<'_>, at: Place, passed: Passed) -> Result<u64, Fault> {
    match value(machine, at, passed) {
        (address, 0) => Ok(address),
        _ => Err("the address is undefined".to_string().into()),
    }
}

fn value(machine: &mut Machine<'_>, at: Place, passed: Passed) -> (u64, u64) {
    match passed {
        Passed::Value(src) => machine.get(at, src),
        Passed::Result(register) => machine.get(at, Src::Reg(register)),
        Passed::Bytes(offset, bytes) => {
            let thread = machine.thread(at);
            thread.local.read(thread.frame + offset, bytes.min(8))
        }
    }
}

fn pass(
    machine: &mut Machine<'_>,
    at: Place,
    to: Passed,
    (value, undefined): (u64, u64),
) -> Result<(), Fault> {
    match to {
        Passed::Result(register) => machine.set(at, register, value, undefined),
        Passed::Bytes(offset, bytes) if bytes <= 8 => {
            let thread = machine.thread(at);
            thread.local.write(thread.frame + offset, bytes, value, undefined);
        }
        other => return Err(format!("expected a result of at most 8 bytes, but found {other:?}").into()),
    }
    Ok(())
}

/// The deepest calls.
const MAX_CALLS: usize = 1000;

fn enter(
    machine: &mut Machine<'_>,
    at: Place,
    callee: usize,
    start: u32,
    (given, results): (&[Passed], &[Passed]),
) -> Result<(), Fault> {
    let program = machine.program;
    let function = &program.text.functions[callee];
    let mut values = Vec::new();
    for passed in given {
        values.push(pieces(machine, at, *passed));
    }
    let thread = machine.thread(at);
    if MAX_CALLS <= thread.calls.len() {
        return Err(format!("calls are deeper than {MAX_CALLS}").into());
    }
    thread.calls.push(Return {
        pc: thread.pc + 1,
        registers: thread.registers,
        frame: thread.frame,
        callee,
        results: results.to_vec(),
    });
    thread.open_frame(function);
    thread.pc = start;
    for (formal, pieces) in function.params.iter().zip(values) {
        for (index, (value, undefined)) in pieces.into_iter().enumerate() {
            take(machine, at, function, *formal, index as u64, (value, undefined));
        }
    }
    Ok(())
}

/// What is passed, in pieces of 8 bytes.
fn pieces(machine: &mut Machine<'_>, at: Place, passed: Passed) -> Vec<(u64, u64)> {
    match passed {
        Passed::Bytes(offset, bytes) => {
            let pieces = (0..bytes).step_by(8);
            pieces
                .map(|first| value(machine, at, Passed::Bytes(offset + first, (bytes - first).min(8))))
                .collect()
        }
        other => vec![value(machine, at, other)],
    }
}

/// A parameter takes a piece.
fn take(
    machine: &mut Machine<'_>,
    at: Place,
    function: &super::text::Function,
    formal: Formal,
    piece: u64,
    (value, undefined): (u64, u64),
) {
    match formal {
        Formal::Reg(register) => {
            let kept = mask(function.registers[register as usize].bits);
            machine.set(at, register, value & kept, undefined & kept);
        }
        Formal::Slot(slot) => {
            let slot = &function.slots[slot];
            let thread = machine.thread(at);
            let first = 8 * piece;
            if first < slot.bytes {
                let n = (slot.bytes - first).min(8);
                thread.local.write(thread.frame + slot.offset + first, n, value, undefined);
            }
        }
    }
}

/// Returns to the caller, or ends the thread.
fn leave(machine: &mut Machine<'_>, at: Place) -> Result<(), Fault> {
    let program = machine.program;
    let Some(Return { callee, results, .. }) = machine.thread(at).calls.last().cloned() else {
        machine.thread(at).status = Status::Ended;
        return Ok(());
    };
    let function = &program.text.functions[callee];
    let mut values = Vec::new();
    for formal in &function.results {
        let passed = match formal {
            Formal::Reg(register) => Passed::Result(*register),
            Formal::Slot(slot) => Passed::Bytes(function.slots[*slot].offset, function.slots[*slot].bytes),
        };
        values.push(value(machine, at, passed));
    }
    let thread = machine.thread(at);
    if let Some(back) = thread.calls.pop() {
        thread.local.shrink(thread.frame);
        thread.values.truncate(thread.registers);
        thread.undefined.truncate(thread.registers);
        (thread.pc, thread.registers, thread.frame) = (back.pc, back.registers, back.frame);
    }
    for (to, value) in results.into_iter().zip(values) {
        pass(machine, at, to, value)?;
    }
    Ok(())
}

impl super::machine::Thread {
    /// Makes registers and variables for a function; all are undefined.
    pub(super) fn open_frame(&mut self, function: &super::text::Function) {
        self.registers = self.values.len();
        let n = self.registers + function.registers.len();
        self.values.resize(n, 0);
        self.undefined.resize(n, u64::MAX);
        self.frame = self.local.len();
        self.local.grow((function.frame_bytes + 16).next_multiple_of(256));
        for slot in &function.slots {
            self.local.open(self.frame + slot.offset, slot.bytes);
        }
    }
}

/// Lets all threads go on that wait at a barrier which is complete.
pub(super) fn release(machine: &mut Machine<'_>, block: usize) -> Result<bool, Fault> {
    let mut released = false;
    for number in 0..16 {
        let at_barrier = |status: Status| matches!(status, Status::Barrier(found, _) if found == number);
        let threads = &machine.blocks[block].threads;
        let waiting: Vec<usize> =
            (0..threads.len()).filter(|index| at_barrier(threads[*index].status)).collect();
        let Some(Status::Barrier(_, wanted)) = waiting.first().map(|first| threads[*first].status) else {
            continue;
        };
        let n = waiting.len() as u32 + machine.blocks[block].arrived[number as usize];
        if n < wanted {
            continue;
        }
        vote(machine, block, &waiting)?;
        let block = &mut machine.blocks[block];
        block.arrived[number as usize] = 0;
        block.epoch += 1;
        for index in waiting {
            block.threads[index].status = Status::Ready;
            block.threads[index].pc += 1;
        }
        released = true;
    }
    Ok(released)
}

fn vote(machine: &mut Machine<'_>, block: usize, waiting: &[usize]) -> Result<(), Fault> {
    let program = machine.program;
    let vote_of = |machine: &Machine<'_>, thread: usize| {
        let pc = machine.blocks[block].threads[thread].pc;
        match &program.code[pc as usize].code {
            Code::Flow(Flow::Barrier(barrier)) => barrier.vote,
            _ => None,
        }
    };
    let mut n = 0;
    for thread in waiting {
        if let Some((_, _, condition)) = vote_of(machine, *thread) {
            n += machine.defined(Place { block, thread: *thread }, condition, "the condition")?;
        }
    }
    for thread in waiting {
        let Some((vote, Some(result), _)) = vote_of(machine, *thread) else { continue };
        let value = match vote {
            Vote::Count => n,
            Vote::All => u64::from(n == waiting.len() as u64),
            Vote::Any => u64::from(0 < n),
        };
        machine.set(Place { block, thread: *thread }, result, value, 0);
    }
    Ok(())
}

/// The order that an atomic access asks for, where it says nothing.
pub(super) const DEFAULT_ATOMIC: Strength = Strength::Relaxed;
