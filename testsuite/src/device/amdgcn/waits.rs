//! Memory operations in flight, and the registers that they will write.
//!
//! A destination is in flight until a wait that suffices. Loads of one kind finish in issue order; scalar
//! loads, and flat accesses of GFX9, do not, so that only a wait for zero helps them.

use super::inst::Counters;

/// Operations of the same kind finish in issue order, except for those of `Scalar`, and on GFX9 of `Flat`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OpKind {
    /// Global, buffer and scratch accesses.
    Vector,
    /// Flat accesses, which may reach LDS or global memory.
    Flat,
    /// LDS accesses and exchanges.
    Lds,
    /// Scalar loads and messages.
    Scalar,
}

/// A memory operation in flight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    /// Its number, which registers in flight refer to.
    pub(super) token: u32,
    pub(super) kind: OpKind,
    /// The counters that still count it.
    pub(super) counters: Counters,
    /// The time of issue.
    pub(super) time: u32,
    pub(super) pc: u64,
    /// Whether it accesses LDS memory.
    pub(super) is_lds_access: bool,
    /// Whether it accesses global memory.
    pub(super) is_global_access: bool,
}

/// The operations of a wave that are in flight.
#[derive(Clone, Debug, Default)]
pub(super) struct InFlight {
    pending: Vec<Pending>,
    next: u32,
    /// Whether flat accesses finish in issue order.
    orders_flat: bool,
}

impl InFlight {
    /// Returns the state of a wave without operations in flight.
    pub(super) fn new(orders_flat: bool) -> Self {
        Self { orders_flat, ..Self::default() }
    }

    /// Adds an operation; returns its number.
    pub(super) fn issue(&mut self, pending: Pending) -> u32 {
        self.next += 1;
        self.pending.push(Pending { token: self.next, ..pending });
        self.next
    }

    /// Returns an operation that is still in flight.
    pub(super) fn find(&self, token: u32) -> Option<&Pending> {
        self.pending.iter().find(|pending| pending.token == token)
    }

    /// Waits until the counters are at most `n`.
    pub(super) fn wait(&mut self, counters: Counters, n: usize) {
        let counted = || self.pending.iter().filter(|pending| pending.counters.meets(counters));
        let n_counted = counted().count();
        let Some(mut n_done) = n_counted.checked_sub(n) else { return };
        let all_are = |kind: OpKind| {
            let is_ordered = |found: OpKind| found == kind || found == OpKind::Flat && self.orders_flat;
            counted().all(|pending| is_ordered(pending.kind))
        };
        let is_ordered = all_are(OpKind::Vector) || all_are(OpKind::Lds);
        if n != 0 && !is_ordered {
            return;
        }
        for pending in &mut self.pending {
            if n_done == 0 {
                break;
            }
            if pending.counters.meets(counters) {
                pending.counters = pending.counters.without(counters);
                n_done -= 1;
            }
        }
        self.pending.retain(|pending| pending.counters != Counters::NONE);
    }

    /// Returns an LDS access in flight, if any.
    pub(super) fn lds_access(&self) -> Option<&Pending> {
        self.pending.iter().find(|pending| pending.is_lds_access)
    }

    /// Returns the time before which all global accesses have finished.
    pub(super) fn global_done(&self, now: u32) -> u32 {
        let times =
            self.pending.iter().filter(|pending| pending.is_global_access).map(|pending| pending.time);
        times.min().map_or(now, |time| time - 1)
    }
}
