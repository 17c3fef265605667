//! Selects `gpu.printf`: each active lane appends a record to the ring of the host ([`warpline_ir::printf`]).
//!
//! ```text
//! first lane:    end = claimed + lanes * size; claimed = end if end + 8 <= limit, by compare-and-swap
//! each lane:     arguments → its record, wait, number of the format → its record
//! if none fits:  claimed += 8 if that is within the limit; LOST → the record there
//! ```
//! One wave claims the records of all its active lanes at once, so that they follow each other in the order of the
//! lanes. What its scalar unit computes is the same for all of them.

use super::assert::{keep_first_lane, wait_for_writes};
use super::atomic::swap;
use super::int::Bitwise;
use super::values::{Bit, Comparison, Pointer, Scalar, Space, Words};
use super::{Select, SelectResult, Selector as _, Unsupported};
use crate::code::Class;
use crate::inst::{Label, Modifiers, Operand};
use crate::opcode::Opcode;
use std::mem::offset_of;
use warpline_ir::printf::{LOST, PrintFormat, PrintState, PrintedType, RECORDS, RING_BYTES};
use warpline_ir::{MachineFloat, OpRef, Value};

/// The size of a record that stands for dropped output, in bytes.
const LOST_BYTES: i64 = 8;

/// The addresses of the ring.
#[derive(Clone, Copy)]
struct Ring {
    /// The address of the number of claimed bytes.
    claimed: Operand,
    /// The address of the ring.
    address: Operand,
    /// The number of the first format of the code object.
    first: Operand,
}

/// The bytes that a wave claims.
#[derive(Clone, Copy)]
struct Claim {
    /// The number of bytes claimed before.
    begin: [Operand; 2],
    /// The number of bytes that the host allows to claim.
    limit: Words,
}

/// Selects `gpu.printf`.
pub(super) fn printf(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let format = format_of(op)?;
    let size = Operand::Const(format.record_bytes() as i64);
    let args = op.operands().iter().map(|arg| bits(cx, *arg)).collect::<Result<Vec<_>, _>>()?;
    let index = index_of(cx, format);
    let (full, done) = (cx.code.label(), cx.code.label());
    let ring = ring(cx, done);
    let (active, exec) = (Operand::from(cx.fresh_mask()), cx.lanes.exec());
    cx.emit(cx.lanes.mov(), &[active, exec]);
    let n_lanes = cx.make(cx.lanes.n_set(), &[active]);
    let bytes = cx.mul32(n_lanes, size);
    keep_first_lane(cx);
    let claim = claim(cx, &ring, bytes)?;
    cx.emit(cx.lanes.mov(), &[exec, active]);
    let fits = cx.ends_within(claim, bytes);
    cx.branch_if(fits, false, full);
    let rank = cx.rank(active);
    let before = cx.mul32(rank, size);
    let record = cx.record(&ring, claim, before);
    for (index, words) in (1..).zip(args) {
        cx.store_words(record.plus(8 * index), words)?;
    }
    // The host may read while the kernel runs: a number makes the record complete.
    wait_for_writes(cx);
    let number = cx.add32(ring.first, Operand::Const(index));
    cx.store_words(record, [number, Operand::Const(0)])?;
    cx.branch(Opcode::SBranch, done);
    cx.place(full);
    mark_lost(cx, &ring, claim, done)?;
    cx.place(done);
    Ok(())
}

/// Loads the addresses of the ring; branches to a label if the host has set none.
fn ring(cx: &mut Select<'_>, none: Label) -> Ring {
    let state = cx.variables.printed();
    let state = cx.variable_address(state);
    let state = cx.tuple(state.list(), Class::S);
    let field = |offset: usize| Modifiers { offset: offset as i32, ..Modifiers::default() };
    let claimed = cx.make_with(Opcode::SLoadB64, &[state], field(offset_of!(PrintState, claimed)));
    cx.emit(Opcode::SCmpEqU64, &[claimed, Operand::Const(0)]);
    cx.branch(Opcode::SCbranchScc1, none);
    let address = cx.make_with(Opcode::SLoadB64, &[state], field(offset_of!(PrintState, ring)));
    let first = cx.make_with(Opcode::SLoadB32, &[state], field(offset_of!(PrintState, first)));
    Ring { claimed, address, first }
}

/// Returns the format of an operation.
fn format_of(op: OpRef<'_>) -> Result<PrintFormat, Unsupported> {
    let text = op.str("format").ok_or("it has no format")?;
    let types = op.operands().iter().map(|arg| PrintedType::of(op.module, op.module.type_of(*arg)));
    let args = types.collect::<Option<Vec<_>>>();
    let args = args.ok_or("expected numbers")?;
    Ok(PrintFormat { text: text.to_string(), args })
}

/// Returns the index of a format in the code object.
fn index_of(cx: &mut Select<'_>, format: PrintFormat) -> i64 {
    let index = cx.formats.iter().position(|known| *known == format).unwrap_or(cx.formats.len());
    if index == cx.formats.len() {
        cx.formats.push(format);
    }
    index as i64
}

/// Returns the bits of an argument, zero-extended.
fn bits(cx: &mut Select<'_>, value: Value) -> Result<[Operand; 2], Unsupported> {
    match (cx.scalar_of(value)?, cx.words(value)?) {
        (Scalar::Int(width), word @ Words::One(_)) => {
            Ok([cx.zero_extended(word, width).low(), Operand::Const(0)])
        }
        (Scalar::Int(64) | Scalar::Float(MachineFloat::F64), Words::Two(words)) => Ok(words),
        _ => Err(Unsupported::not_expanded("gpu-expand-printf")),
    }
}

/// Claims bytes for the records of a wave, or for a record that stands for dropped output, in the only active lane.
fn claim(cx: &mut Select<'_>, ring: &Ring, bytes: Operand) -> Result<Claim, Unsupported> {
    // The host may raise the limit at any time.
    let place = cx.place_of(pointer(ring.address))?;
    let found = Operand::from(cx.fresh(Class::V, 2));
    let modifiers = Modifiers { glc: true, ..place.modifiers() };
    cx.emit_with(Opcode::GlobalLoadB64, &place.operands(Some(found), &[]), modifiers);
    let limit = cx.tuple(&[found.word(0), found.word(1)], Class::S);
    let limit = Words::of(limit, 2);
    let old = swap(cx, pointer(ring.claimed), 2, |cx, old| {
        let begin = [old.list()[0], old.list()[1]];
        let [end, lost] =
            [bytes, Operand::Const(LOST_BYTES)].map(|it| cx.add64(begin, [it, Operand::Const(0)]));
        let behind = cx.add64(end, [Operand::Const(LOST_BYTES), Operand::Const(0)]);
        let [fits, has_rest] = [behind, lost].map(|end| {
            Bit::Mask(cx.compare_vectors(Comparison { predicate: "ule", lhs: Words::Two(end), rhs: limit }))
        });
        let other = cx.choose(has_rest, Words::Two(lost), old);
        Ok(cx.choose(fits, Words::Two(end), other))
    })?;
    let begin = cx.tuple(old.list(), Class::S);
    Ok(Claim { begin: [begin.word(0), begin.word(1)], limit })
}

/// Writes the record that stands for dropped output, if its bytes were claimed; otherwise branches to a label.
fn mark_lost(cx: &mut Select<'_>, ring: &Ring, claim: Claim, done: Label) -> SelectResult {
    let has_rest = cx.ends_within(claim, Operand::Const(0));
    cx.branch_if(has_rest, false, done);
    let record = cx.record(ring, claim, Operand::Const(0));
    let number = Operand::Const(LOST as i64);
    cx.store_words(record, [number.word(0), number.word(1)])
}

/// Returns the pointer to an address in a pair of scalar registers.
fn pointer(address: Operand) -> Pointer {
    let base = Words::Two([address.word(0), address.word(1)]);
    Pointer { space: Space::Global, base, offset: None, immediate: 0 }
}

impl Select<'_> {
    /// Whether bytes, and those of a record that stands for dropped output, are within the limit.
    fn ends_within(&mut self, claim: Claim, bytes: Operand) -> Bit {
        let end = self.add64(claim.begin, [bytes, Operand::Const(0)]);
        let end = self.add64(end, [Operand::Const(LOST_BYTES), Operand::Const(0)]);
        Bit::Pending(Comparison { predicate: "ule", lhs: Words::Two(end), rhs: claim.limit })
    }

    /// Returns the address of the record that begins some bytes after the first claimed one.
    fn record(&mut self, ring: &Ring, claim: Claim, after: Operand) -> Pointer {
        let byte = self.add32(claim.begin[0], after);
        let offset = self.bitwise32(Bitwise::And, byte, Operand::Const(RING_BYTES as i64 - 1));
        let offset = self.reg(offset, Class::V);
        Pointer { offset: Some(offset), ..pointer(ring.address) }.plus(RECORDS as i64)
    }

    fn store_words(&mut self, to: Pointer, words: [Operand; 2]) -> SelectResult {
        let data = self.tuple(&words, Class::V);
        let place = self.place_of(to)?;
        self.store_from(data, &place, 8);
        Ok(())
    }
}
