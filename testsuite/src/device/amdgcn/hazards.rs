//! Hazards: results that the hardware does not wait for, or not in time, so that code must.
//!
//! The rules are those of LLVM's `GCNHazardRecognizer` and `AMDGPUWaitSGPRHazards`, along the path that a wave takes.

mod cdna;
mod mfma;
mod rdna3;
mod rdna4;

use super::super::memory::Fault;
use super::args::{Args, Inst};
use super::chip::Chip;
use super::effects::{Effects, Span, Unit};
use super::inst::{FlowOp, Op, PackedOp};

/// The recent instructions of a wave, as far as later ones depend on their distance.
#[derive(Clone, Debug)]
pub(super) enum Hazards {
    Cdna(Box<cdna::Distances>),
    Rdna3(rdna3::Results),
    Rdna4(rdna4::ScalarReads),
}

impl Hazards {
    /// Returns the state of a wave before its first instruction. On chips with XNACK, accesses may be replayed.
    pub(super) fn new(chip: Chip, is_replayed: bool) -> Self {
        match chip {
            Chip::Gfx90a => Self::Cdna(Box::new(cdna::Distances::new(false, is_replayed))),
            Chip::Gfx942 => Self::Cdna(Box::new(cdna::Distances::new(true, is_replayed))),
            Chip::Gfx1100 => Self::Rdna3(rdna3::Results::new()),
            Chip::Gfx1201 => Self::Rdna4(rdna4::ScalarReads::default()),
        }
    }

    /// Adds what is recent on another path to the same instruction; returns whether anything changed.
    pub(super) fn join(&mut self, other: &Self) -> bool {
        match (self, other) {
            (Self::Cdna(state), Self::Cdna(other)) => state.join(other),
            (Self::Rdna3(state), Self::Rdna3(other)) => state.join(other),
            (Self::Rdna4(state), Self::Rdna4(other)) => state.join(other),
            _ => false,
        }
    }

    /// Checks the next instruction, and records it.
    pub(super) fn issue(&mut self, inst: &Inst, effects: &Effects) -> Result<(), Fault> {
        match self {
            Self::Cdna(state) => state.issue(inst, effects),
            Self::Rdna3(state) => state.issue(inst, effects),
            Self::Rdna4(state) => state.issue(inst, effects),
        }
    }
}

/// The results of the last operation of the vector unit on each path, if that is a matrix multiplication of RDNA: the next
/// one must not read them as a factor.
#[derive(Clone, Debug, Default)]
struct Product(Vec<Span>);

impl Product {
    fn issue(&mut self, inst: &Inst, effects: &Effects) -> Result<(), Fault> {
        if effects.unit != Unit::Vector {
            return Ok(());
        }
        let is_product = matches!(inst.row.op, Op::Packed(PackedOp::Wmma(_)));
        let mut factors = effects.reads.iter().take(2);
        if is_product && factors.any(|factor| self.0.iter().any(|product| product.meets(*factor))) {
            let message = "hazard: a factor is the result of the matrix multiplication before";
            return Err(message.to_string().into());
        }
        self.0 = if is_product { effects.writes.clone() } else { Vec::new() };
        Ok(())
    }

    fn join(&mut self, other: &Self) -> bool {
        let new: Vec<Span> = other.0.iter().filter(|span| !self.0.contains(span)).copied().collect();
        self.0.extend(&new);
        !new.is_empty()
    }
}

/// Returns the operand of `s_waitcnt_depctr`, on GFX12 `s_wait_alu`.
fn waits_for_units(inst: &Inst) -> Option<u16> {
    match (&inst.row.op, &inst.args) {
        (Op::Flow(FlowOp::WaitForUnits), Args::Scalar(args)) => Some(args.immediate),
        _ => None,
    }
}

/// Whether an instruction computes one of the functions that have a unit of their own.
fn is_transcendental(inst: &Inst) -> bool {
    matches!(&inst.row.op, Op::Vector(op) if op.is_approximate)
}
