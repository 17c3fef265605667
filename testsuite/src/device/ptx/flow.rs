//! Control flow: branches, exits and fences, and the start of calls and barriers.

use super::barrier::{self, Barrier};
use super::call;
use super::decode::{Decoded, Decoder, Refusal};
use super::machine::{Machine, Status, ThreadPos};
use super::memory::{Failure, Fault};
use super::printf;
use super::program::{Code, Src};
use super::race::Strength;
use super::text::Arg;

/// An argument of a call: the value of a register or bytes of the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Passed {
    /// A value.
    Value(Src),
    /// A variable of the frame, by its offset and size.
    Bytes(u64, u64),
    /// A register that receives a result.
    Result(u32),
}

/// An instruction that branches, waits or ends a thread.
#[derive(Clone, Debug)]
pub(super) enum Flow {
    /// Branches to an instruction.
    Branch(u32),
    /// Returns to the caller, or ends the thread.
    Return,
    /// Ends the thread.
    Exit,
    /// Ends the launch with a failure.
    Trap,
    /// Calls a function, by its number and start, with arguments and results.
    Call(usize, u32, Vec<Passed>, Vec<Passed>),
    /// Prints: the format and the address of the arguments.
    Print(Vec<Passed>, Vec<Passed>),
    /// Reports a failed assertion.
    Assert(Vec<Passed>),
    /// Waits at a barrier.
    Barrier(Barrier),
    /// Makes earlier accesses visible.
    Fence,
}

/// Decodes a control flow instruction.
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
        "barrier" if cx.takes("cluster") => return barrier::of_cluster(cx),
        "bar" if cx.takes("warp") => return super::exchange::warp_barrier(cx),
        "bar" | "barrier" => barrier::decode(cx)?,
        _ => return Err(Refusal::NotModelled),
    };
    Ok(Code::Flow(flow))
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
    /// Executes the instruction for one thread and updates its program counter.
    pub(super) fn run(&self, machine: &mut Machine<'_>, at: ThreadPos) -> Result<(), Fault> {
        match self {
            Self::Branch(target) => {
                machine.thread(at).pc = *target;
                return Ok(());
            }
            Self::Return => return call::leave(machine, at),
            Self::Exit => {
                machine.thread(at).status = Status::Ended;
                machine.blocks[at.block].exited += 1;
                return Ok(());
            }
            Self::Trap => return Err(Fault { failure: Failure::Trap, message: "trap".to_string() }),
            Self::Call(callee, start, given, results) => {
                return call::enter(machine, at, *callee, *start, (given, results));
            }
            Self::Print(given, results) => {
                let [format, values] = [0, 1].map(|index| address(machine, at, given[index]));
                let printed = printf::print(machine, at, format?, values?)?;
                if let Some(result) = results.first() {
                    call::pass(machine, at, *result, (printed, 0))?;
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

/// Returns the address in an argument.
fn address(machine: &mut Machine<'_>, at: ThreadPos, passed: Passed) -> Result<u64, Fault> {
    match call::value(machine, at, passed) {
        (address, 0) => Ok(address),
        _ => Err("the address is undefined".to_string().into()),
    }
}

/// The memory order of an atomic access without a modifier.
pub(super) const DEFAULT_ATOMIC: Strength = Strength::Relaxed;
