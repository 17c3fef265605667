//! Warp-wide operations: shuffles, votes, matches and reductions, which wait for exactly the lanes of a mask.

use super::decode::{Decoded, Decoder, Refusal};
use super::int::{pred, signed};
use super::machine::{Machine, ThreadPos, WARP};
use super::memory::Fault;
use super::program::{Code, Src};
use super::text::{Arg, Kind, Ty, mask};

const WORD: Ty = Ty::one(Kind::Bits, 32);

/// The source lane of a shuffle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shuffle {
    Up,
    Down,
    Butterfly,
    Index,
}

/// The operation of a reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fold {
    Add,
    Min,
    Max,
    And,
    Or,
    Xor,
}

/// The operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WarpOp {
    Shuffle(Shuffle),
    All,
    Any,
    Uniform,
    Ballot,
    MatchAny,
    MatchAll,
    Reduce(Fold, Ty),
    Barrier,
    Active,
    Elect,
}

/// A warp-wide operation.
#[derive(Clone, Debug)]
pub(super) struct Exchange {
    op: WarpOp,
    /// The member mask; without one, the active lanes.
    mask: Option<Src>,
    dst: [Option<u32>; 2],
    src: [Src; 3],
}

/// Decodes a warp-wide operation.
pub(super) fn decode(cx: &mut Decoder<'_>) -> Decoded<Code> {
    if cx.opcode() == "activemask" {
        let ty = cx.ty()?;
        cx.expect_args(1)?;
        let dst = [cx.dst(0, ty)?, None];
        return Ok(exchange(WarpOp::Active, None, dst, [Src::Number(0); 3]));
    }
    if !cx.takes("sync") {
        return Err(Refusal::NotModelled);
    }
    match cx.opcode() {
        "shfl" => shuffle(cx),
        "vote" => vote(cx),
        "match" => matching(cx),
        "redux" => redux(cx),
        _ => {
            cx.expect_args(2)?;
            let dst = results(cx, WORD)?;
            Ok(exchange(WarpOp::Elect, Some(cx.src(1, WORD)?), dst, [Src::Number(0); 3]))
        }
    }
}

fn exchange(op: WarpOp, mask: Option<Src>, dst: [Option<u32>; 2], src: [Src; 3]) -> Code {
    Code::Exchange(Exchange { op, mask, dst, src })
}

/// Decodes a barrier of the lanes of a mask (`bar.warp.sync`).
pub(super) fn warp_barrier(cx: &mut Decoder<'_>) -> Decoded<Code> {
    cx.takes("sync");
    cx.expect_args(1)?;
    Ok(exchange(WarpOp::Barrier, Some(cx.src(0, WORD)?), [None; 2], [Src::Number(0); 3]))
}

/// Returns the result register, and the predicate register after `|`.
fn results(cx: &Decoder<'_>, ty: Ty) -> Decoded<[Option<u32>; 2]> {
    match cx.arg(0)? {
        Arg::Pair(first, second) => Ok([cx.dst_of(first, ty)?, cx.dst_of(second, pred())?]),
        single => Ok([cx.dst_of(single, ty)?, None]),
    }
}

fn shuffle(cx: &mut Decoder<'_>) -> Decoded<Code> {
    let kind = cx.pick(&[
        ("up", Shuffle::Up),
        ("down", Shuffle::Down),
        ("bfly", Shuffle::Butterfly),
        ("idx", Shuffle::Index),
    ]);
    let kind = kind.ok_or_else(|| Refusal::from("expected a direction".to_string()))?;
    cx.ty()?;
    cx.expect_args(5)?;
    let src = [cx.src(1, WORD)?, cx.src(2, WORD)?, cx.src(3, WORD)?];
    Ok(exchange(WarpOp::Shuffle(kind), Some(cx.src(4, WORD)?), results(cx, WORD)?, src))
}

fn vote(cx: &mut Decoder<'_>) -> Decoded<Code> {
    let op = cx.pick(&[
        ("all", WarpOp::All),
        ("any", WarpOp::Any),
        ("uni", WarpOp::Uniform),
        ("ballot", WarpOp::Ballot),
    ]);
    let op = op.ok_or_else(|| Refusal::from("expected a question".to_string()))?;
    let ty = cx.ty()?;
    cx.expect_args(3)?;
    let src = [cx.src(1, pred())?, Src::Number(0), Src::Number(0)];
    Ok(exchange(op, Some(cx.src(2, WORD)?), [cx.dst(0, ty)?, None], src))
}

fn matching(cx: &mut Decoder<'_>) -> Decoded<Code> {
    let op = cx.pick(&[("any", WarpOp::MatchAny), ("all", WarpOp::MatchAll)]);
    let op = op.ok_or_else(|| Refusal::from("expected .any or .all".to_string()))?;
    let ty = cx.ty()?;
    cx.expect_args(3)?;
    let src = [cx.src(1, ty)?, Src::Number(0), Src::Number(0)];
    Ok(exchange(op, Some(cx.src(2, WORD)?), results(cx, WORD)?, src))
}

fn redux(cx: &mut Decoder<'_>) -> Decoded<Code> {
    let fold = cx.pick(&[
        ("add", Fold::Add),
        ("min", Fold::Min),
        ("max", Fold::Max),
        ("and", Fold::And),
        ("or", Fold::Or),
        ("xor", Fold::Xor),
    ]);
    let ty = cx.ty()?;
    let (Some(fold), None, 32) = (fold, ty.format(), ty.bits) else { return Err(Refusal::NotModelled) };
    cx.expect_args(3)?;
    let src = [cx.src(1, ty)?, Src::Number(0), Src::Number(0)];
    Ok(exchange(WarpOp::Reduce(fold, ty), Some(cx.src(2, WORD)?), [cx.dst(0, ty)?, None], src))
}

impl Exchange {
    /// Returns the lanes that a thread waits for; the active lanes if it has no mask.
    pub(super) fn mask(&self, machine: &Machine<'_>, at: ThreadPos, here: u32) -> Result<u32, Fault> {
        let Some(src) = self.mask else { return Ok(here) };
        let lanes = machine.defined(at, src, "the mask of lanes")? as u32;
        let own = at.thread % WARP;
        if (lanes >> own) & 1 == 0 {
            return Err(format!("the mask {lanes:#x} lacks the lane {own} that waits").into());
        }
        Ok(lanes)
    }

    /// Executes the operation for lanes of the warp that begins with thread `first`.
    pub(super) fn run(
        &self,
        machine: &mut Machine<'_>,
        block: usize,
        first: usize,
        lanes: u32,
    ) -> Result<(), Fault> {
        let place = |lane: usize| ThreadPos { block, thread: first + lane };
        let all: Vec<usize> = (0..WARP).filter(|lane| (lanes >> lane) & 1 == 1).collect();
        let values: Vec<(u64, u64)> = all.iter().map(|lane| machine.get(place(*lane), self.src[0])).collect();
        for (index, lane) in all.iter().enumerate() {
            let at = place(*lane);
            let (result, condition) = match self.op {
                WarpOp::Shuffle(kind) => self.shuffled(machine, at, kind, (&all, &values))?,
                WarpOp::Barrier => {
                    machine.thread(at).warp_epoch += 1;
                    continue;
                }
                WarpOp::Active => ((u64::from(lanes), 0), 0),
                WarpOp::Elect => ((all[0] as u64, 0), u64::from(*lane == all[0])),
                _ => self.joined(&all, &values, index),
            };
            if let Some(register) = self.dst[0] {
                machine.set(at, register, result.0, result.1);
            }
            if let Some(register) = self.dst[1] {
                machine.set(at, register, condition, result.1 & 1);
            }
        }
        Ok(())
    }

    fn shuffled(
        &self,
        machine: &Machine<'_>,
        at: ThreadPos,
        kind: Shuffle,
        (lanes, values): (&[usize], &[(u64, u64)]),
    ) -> Result<((u64, u64), u64), Fault> {
        let own = (at.thread % WARP) as u64;
        let distance = machine.defined(at, self.src[1], "the lane of a shuffle")? & 31;
        let limits = machine.defined(at, self.src[2], "the segment of a shuffle")?;
        let (clamp, segment) = (limits & 31, (limits >> 8) & 31);
        let last = (own & segment) | (clamp & !segment);
        let (from, is_in) = match kind {
            Shuffle::Up => (own.wrapping_sub(distance), last as i64 <= own as i64 - distance as i64),
            Shuffle::Down => (own + distance, own + distance <= last),
            Shuffle::Butterfly => (own ^ distance, own ^ distance <= last),
            Shuffle::Index => {
                let lane = (own & segment) | (distance & !segment);
                (lane, lane <= last)
            }
        };
        let from = if is_in { from } else { own };
        let found = lanes.iter().position(|lane| *lane as u64 == from);
        // A lane that does not take part provides no value.
        Ok((found.map_or((0, mask(32)), |index| values[index]), u64::from(is_in)))
    }

    /// Returns the results of the operations over the values of all lanes.
    fn joined(&self, lanes: &[usize], values: &[(u64, u64)], index: usize) -> ((u64, u64), u64) {
        let undefined = if values.iter().any(|(_, undefined)| *undefined != 0) { u64::MAX } else { 0 };
        let which = |test: &dyn Fn(u64) -> bool| {
            let matching = lanes.iter().zip(values).filter(|(_, (value, _))| test(*value));
            matching.fold(0u64, |mask, (lane, _)| mask | (1 << lane))
        };
        let everyone = which(&|_| true);
        let holding = which(&|value| value != 0);
        let same = which(&|value| value == values[index].0);
        let (result, condition) = match self.op {
            WarpOp::All => (u64::from(holding == everyone), 0),
            WarpOp::Any => (u64::from(holding != 0), 0),
            WarpOp::Uniform => (u64::from(holding == 0 || holding == everyone), 0),
            WarpOp::Ballot => (holding, 0),
            WarpOp::MatchAny => (same, 0),
            WarpOp::MatchAll if same == everyone => (everyone, 1),
            WarpOp::Reduce(fold, ty) => (reduce(fold, ty, values), 0),
            WarpOp::MatchAll | WarpOp::Shuffle(_) | WarpOp::Barrier | WarpOp::Active | WarpOp::Elect => {
                (0, 0)
            }
        };
        ((result, undefined), condition)
    }
}

fn reduce(fold: Fold, ty: Ty, values: &[(u64, u64)]) -> u64 {
    let is_signed = ty.kind == Kind::Signed;
    let wide = |value: u64| if is_signed { signed(value, 32) } else { value as i64 };
    let values = values.iter().map(|(value, _)| *value);
    let joined = values.reduce(|a, b| match fold {
        Fold::Add => a.wrapping_add(b),
        Fold::Min => {
            if wide(b) < wide(a) {
                b
            } else {
                a
            }
        }
        Fold::Max => {
            if wide(a) < wide(b) {
                b
            } else {
                a
            }
        }
        Fold::And => a & b,
        Fold::Or => a | b,
        Fold::Xor => a ^ b,
    });
    joined.unwrap_or(0) & mask(32)
}
