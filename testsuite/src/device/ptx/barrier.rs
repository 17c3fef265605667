//! Barriers of a block, which may reduce a predicate over the threads (`barrier.red`).

use super::decode::{Decoded, Decoder, Refusal};
use super::flow::Flow;
use super::int::pred;
use super::machine::{Machine, Status, ThreadPos, WARP};
use super::memory::Fault;
use super::program::{Code, Src};
use super::text::{Kind, Ty};

/// The reduction that a barrier with a predicate returns to each thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Vote {
    /// The number of true predicates.
    Count,
    /// Whether all predicates are true.
    All,
    /// Whether any predicate is true.
    Any,
}

/// A barrier of the block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Barrier {
    number: Src,
    count: Option<Src>,
    waits: bool,
    /// The reduction, its destination register and its predicate.
    vote: Option<(Vote, Option<u32>, Src)>,
}

/// The number of the cluster barrier, after those of the block.
pub(super) const CLUSTER: u32 = 16;

/// Decodes a barrier.
pub(super) fn decode(cx: &mut Decoder<'_>) -> Decoded<Flow> {
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

/// Decodes a barrier of a cluster, which is a single block here: `arrive` does nothing, `wait` is the barrier.
pub(super) fn of_cluster(cx: &mut Decoder<'_>) -> Decoded<Code> {
    cx.takes("aligned");
    cx.pick(&[("release", ()), ("relaxed", ()), ("acquire", ())]);
    cx.expect_args(0)?;
    match cx.pick(&[("arrive", false), ("wait", true)]) {
        Some(false) => Ok(Code::Nothing),
        Some(true) => {
            let number = Src::Number(CLUSTER.into());
            Ok(Code::Flow(Flow::Barrier(Barrier { number, count: None, waits: true, vote: None })))
        }
        None => Err(Refusal::NotModelled),
    }
}

impl Barrier {
    /// Executes the arrival of a thread.
    pub(super) fn arrive(&self, machine: &mut Machine<'_>, at: ThreadPos) -> Result<(), Fault> {
        let number = machine.defined(at, self.number, "the number of the barrier")?;
        let n_threads = machine.blocks[at.block].threads.len() as u64;
        let count = match self.count {
            Some(count) => machine.defined(at, count, "the number of threads at the barrier")?,
            None => n_threads.next_multiple_of(WARP as u64),
        };
        if u64::from(CLUSTER) < number
            || count == 0
            || count % 32 != 0
            || n_threads.next_multiple_of(32) < count
        {
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

/// Releases all threads that wait at a complete barrier. A barrier of the whole block does not wait for
/// threads that have executed `exit`; a thread that returns before the barrier is an error.
pub(super) fn release(machine: &mut Machine<'_>, block: usize) -> Result<bool, Fault> {
    let mut released = false;
    for number in 0..=CLUSTER {
        let at_barrier = |status: Status| matches!(status, Status::Barrier(found, _) if found == number);
        let threads = &machine.blocks[block].threads;
        let waiting: Vec<usize> =
            (0..threads.len()).filter(|index| at_barrier(threads[*index].status)).collect();
        let Some(Status::Barrier(_, wanted)) = waiting.first().map(|first| threads[*first].status) else {
            continue;
        };
        let is_of_all = wanted as usize == threads.len();
        let exited = if is_of_all { machine.blocks[block].exited } else { 0 };
        let n = waiting.len() as u32 + machine.blocks[block].arrived[number as usize] + exited;
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
            n += machine.defined(ThreadPos { block, thread: *thread }, condition, "the condition")?;
        }
    }
    for thread in waiting {
        let Some((vote, Some(result), _)) = vote_of(machine, *thread) else { continue };
        let value = match vote {
            Vote::Count => n,
            Vote::All => u64::from(n == waiting.len() as u64),
            Vote::Any => u64::from(0 < n),
        };
        machine.set(ThreadPos { block, thread: *thread }, result, value, 0);
    }
    Ok(())
}
