//! GFX11: results of transcendental operations.
//!
//! An operation of the vector unit reads a transcendental result too early if at most five operations, and at most one
//! transcendental one, were issued in between. `s_waitcnt_depctr` with 0 for `va_vdst` waits, and so does every access of
//! memory through vector addresses.

use super::super::super::memory::Fault;
use super::super::args::Inst;
use super::super::effects::{Effects, N_REGISTERS, Unit, VECTOR};
use super::super::registers::vgpr_name;
use super::{Product, is_transcendental, waits_for_units};

/// The operations in between that are too few.
const FEW_OPERATIONS: u32 = 5;
const FEW_TRANSCENDENTALS: u32 = 1;

/// More operations than any that are too few.
const MANY: u32 = 16;

/// The results of transcendental operations.
#[derive(Clone, Debug)]
pub(in super::super) struct Results {
    n_operations: u32,
    n_transcendentals: u32,
    /// For each register, both numbers after its last transcendental write; 0 for none.
    written: Vec<(u32, u32)>,
    /// The number of operations whose results are there.
    settled: u32,
    product: Product,
}

impl Results {
    pub(in super::super) fn new() -> Self {
        Self {
            n_operations: MANY,
            n_transcendentals: MANY,
            written: vec![(0, 0); N_REGISTERS],
            settled: 0,
            product: Product::default(),
        }
    }

    pub(in super::super) fn issue(&mut self, inst: &Inst, effects: &Effects) -> Result<(), Fault> {
        match effects.unit {
            Unit::Vector => {
                self.check(effects)?;
                self.product.issue(inst, effects)?;
                self.record(inst, effects);
            }
            Unit::Memory | Unit::Lds => self.settled = self.n_operations,
            Unit::Scalar | Unit::ScalarMemory => {}
            Unit::Control => {
                if waits_for_units(inst).is_some_and(|fields| fields >> 12 == 0) {
                    self.settled = self.n_operations;
                }
            }
        }
        Ok(())
    }

    /// Returns the operations since the transcendental result in a register, and the transcendental ones among them.
    fn since(&self, register: usize) -> (u32, u32) {
        let (operations, transcendentals) = self.written[register];
        if operations <= self.settled {
            return (MANY, MANY);
        }
        ((self.n_operations - operations).min(MANY), (self.n_transcendentals - transcendentals).min(MANY))
    }

    /// Adds the results of another path; returns whether anything changed.
    pub(in super::super) fn join(&mut self, other: &Self) -> bool {
        let mut changed = self.product.join(&other.product);
        for register in 0..N_REGISTERS {
            let (own, others) = (self.since(register), other.since(register));
            let least = (own.0.min(others.0), own.1.min(others.1));
            self.written[register] = (self.n_operations - least.0, self.n_transcendentals - least.1);
            changed |= least != own;
        }
        self.settled = 0;
        changed
    }

    fn check(&self, effects: &Effects) -> Result<(), Fault> {
        for register in effects.reads.iter().filter(|span| span.is_vector()).flat_map(|span| span.registers())
        {
            let (operations, transcendentals) = self.since(usize::from(register));
            if operations <= FEW_OPERATIONS && transcendentals <= FEW_TRANSCENDENTALS {
                let name = vgpr_name(register - VECTOR);
                return Err(format!("hazard: the transcendental result in {name} is read too early").into());
            }
        }
        Ok(())
    }

    fn record(&mut self, inst: &Inst, effects: &Effects) {
        self.n_operations += 1;
        if is_transcendental(inst) {
            self.n_transcendentals += 1;
            for register in effects.writes.iter().flat_map(|span| span.registers()) {
                self.written[usize::from(register)] = (self.n_operations, self.n_transcendentals);
            }
        }
    }
}
