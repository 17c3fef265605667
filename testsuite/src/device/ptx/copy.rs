//! Asynchronous copies from global to workgroup memory (`cp.async`): the data arrive at the wait, never before.

use super::decode::{Decoded, Decoder, Refusal};
use super::machine::{Location, Machine, ThreadPos, Use};
use super::memory::Fault;
use super::program::{Code, Src};
use super::text::{Arg, Kind, Space, Ty};

/// An instruction of asynchronous copies.
#[derive(Clone, Debug)]
pub(super) enum Copy {
    /// Starts a copy.
    Begin {
        /// The destination address.
        to: (Src, i64),
        /// The source address.
        from: (Src, i64),
        /// The number of bytes.
        bytes: u64,
        /// The number of bytes to read; the others are zero-filled.
        read: Option<Src>,
        /// The inverse predicate: no byte is read if it is true.
        ignores: Option<Src>,
    },
    /// Commits the copies since the last commit as a group.
    Commit,
    /// Waits until at most this many groups are pending.
    Wait(usize),
    /// Waits for all copies.
    WaitAll,
}

/// The pending copies of a thread.
#[derive(Clone, Debug, Default)]
pub(super) struct Pending {
    open: Vec<Flight>,
    groups: Vec<Vec<Flight>>,
}

/// A copy in flight: bytes with masks of their undefined bits.
#[derive(Clone, Debug)]
struct Flight {
    to: Location,
    pieces: Vec<(u64, u64)>,
    piece: u64,
}

/// Decodes an instruction of asynchronous copies.
pub(super) fn decode(cx: &mut Decoder<'_>) -> Decoded<Code> {
    if !cx.takes("async") {
        return Err(Refusal::NotModelled);
    }
    let copy = match cx.pick(&[("commit_group", 0), ("wait_group", 1), ("wait_all", 2)]) {
        Some(0) => Copy::Commit,
        Some(1) => match cx.arg(0)? {
            Arg::Int(n) => Copy::Wait(*n as usize),
            other => return Err(format!("expected a number of groups, but found {other:?}").into()),
        },
        Some(_) => Copy::WaitAll,
        None => begin(cx)?,
    };
    Ok(Code::Copy(copy))
}

fn begin(cx: &mut Decoder<'_>) -> Decoded<Copy> {
    let is_l2 = cx.pick(&[("ca", false), ("cg", true)]);
    cx.drop_cache_hints();
    let (Some(is_l2), Some(Space::Shared), Some(Space::Global)) = (is_l2, cx.space(), cx.space()) else {
        return Err(Refusal::NotModelled);
    };
    let Arg::Int(bytes) = *cx.arg(2)? else { return Err(Refusal::NotModelled) };
    if !matches!((is_l2, bytes), (false, 4 | 8 | 16) | (true, 16)) {
        return Err(format!("there is no such copy of {bytes} bytes").into());
    }
    let (mut read, mut ignores) = (None, None);
    match cx.args().get(3) {
        None => {}
        Some(Arg::Reg(register)) if cx.register_ty(*register).kind == Kind::Pred => {
            ignores = Some(Src::Reg(*register));
        }
        Some(arg) => read = Some(cx.src_of(arg, Ty::one(Kind::Bits, 32))?),
    }
    Ok(Copy::Begin { to: cx.address(0)?, from: cx.address(1)?, bytes, read, ignores })
}

impl Copy {
    /// Executes the instruction for one thread.
    pub(super) fn run(&self, machine: &mut Machine<'_>, at: ThreadPos) -> Result<(), Fault> {
        match self {
            Self::Begin { to, from, bytes, read, ignores } => {
                let to = machine.address(at, to.0, to.1, Space::Shared)?;
                let from = machine.address(at, from.0, from.1, Space::Global)?;
                let mut n = read.map_or(Ok(*bytes), |src| machine.defined(at, src, "the size of a copy"))?;
                if let Some(src) = ignores {
                    n = if machine.defined(at, *src, "the condition of a copy")? == 0 { n } else { 0 };
                }
                if *bytes < n {
                    return Err(format!("{n} bytes are read for a copy of {bytes}").into());
                }
                start(machine, at, (to, from), *bytes, n)
            }
            Self::Commit => {
                let copies = &mut machine.thread(at).copies;
                let open = std::mem::take(&mut copies.open);
                copies.groups.push(open);
                Ok(())
            }
            Self::Wait(n) => {
                let copies = &mut machine.thread(at).copies;
                let n_done = copies.groups.len().saturating_sub(*n);
                let done: Vec<Flight> = copies.groups.drain(..n_done).flatten().collect();
                land(machine, at, &done)
            }
            Self::WaitAll => {
                let copies = std::mem::take(&mut machine.thread(at).copies);
                let done: Vec<Flight> = copies.groups.into_iter().flatten().chain(copies.open).collect();
                land(machine, at, &done)
            }
        }
    }
}

fn start(
    machine: &mut Machine<'_>,
    at: ThreadPos,
    (to, from): (Location, Location),
    bytes: u64,
    n: u64,
) -> Result<(), Fault> {
    machine.check(at, to, bytes, Use::plain(true))?;
    if from.at % bytes != 0 {
        return Err(format!("address {:#x} is not a multiple of {bytes}", from.at).into());
    }
    for byte in 0..n {
        machine.check(at, from.plus(byte), 1, Use::plain(false))?;
    }
    let pieces = (0..bytes).map(|byte| if byte < n { machine.read(at, from.plus(byte), 1) } else { (0, 0) });
    let flight = Flight { to, pieces: pieces.collect(), piece: 1 };
    machine.blocks[at.block].shared.clear(to.at, bytes);
    machine.thread(at).copies.open.push(flight);
    Ok(())
}

/// Writes the data, as if the thread wrote them now.
fn land(machine: &mut Machine<'_>, at: ThreadPos, done: &[Flight]) -> Result<(), Fault> {
    for flight in done {
        for (index, (value, undefined)) in flight.pieces.iter().enumerate() {
            let to = flight.to.plus(index as u64 * flight.piece);
            machine.check(at, to, flight.piece, Use::plain(true))?;
            machine.write(at, to, flight.piece, *value, *undefined)?;
        }
    }
    Ok(())
}
