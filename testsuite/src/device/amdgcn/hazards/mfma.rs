//! GFX90A and GFX942: distances from matrix multiplications, which take some passes of four cycles each, and from dot
//! products.

use super::super::super::memory::Fault;
use super::super::args::Inst;
use super::super::effects::{Effects, Span, Unit, VECTOR};
use super::super::inst::{Element, Mfma, Op, PackedOp};
use super::super::registers::vgpr_name;
use std::collections::BTreeMap;

/// More wait states than any distance.
const LONG_AGO: u32 = 32;

/// An operation whose result or addend is in a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Product(Mfma),
    /// A dot product, by its name.
    Dot(&'static str),
}

/// An operation that was issued.
#[derive(Clone, Copy, Debug)]
struct Issued {
    source: Source,
    /// The registers of its result or addend.
    span: Span,
    /// The wait states before the next instruction.
    time: u32,
}

/// The recent operations by register, of which there are several where paths meet.
#[derive(Clone, Debug, Default)]
struct Recent(BTreeMap<u16, Vec<Issued>>);

impl Recent {
    fn at(&self, register: u16) -> impl Iterator<Item = &Issued> {
        self.0.get(&register).into_iter().flatten()
    }

    fn set(&mut self, span: Span, issued: Option<Issued>) {
        for register in span.registers() {
            match issued {
                Some(issued) => drop(self.0.insert(register, vec![issued])),
                None => drop(self.0.remove(&register)),
            }
        }
    }

    /// Adds the operations of another path, for which the time is `by` less.
    fn join(&mut self, other: &Self, (now, other_now): (u32, u32)) -> bool {
        let mut changed = false;
        for (register, all) in &other.0 {
            for issued in all.iter().filter(|issued| other_now - issued.time < LONG_AGO) {
                let time = now - (other_now - issued.time);
                let own = self.0.entry(*register).or_default();
                match own.iter_mut().find(|own| own.source == issued.source && own.span == issued.span) {
                    Some(own) if time <= own.time => {}
                    Some(own) => {
                        own.time = time;
                        changed = true;
                    }
                    None => {
                        own.push(Issued { time, ..*issued });
                        changed = true;
                    }
                }
            }
        }
        changed
    }
}

/// The recent multiplications of a wave.
#[derive(Clone, Debug)]
pub(super) struct Products {
    is_gfx942: bool,
    results: Recent,
    /// Multiplications by the registers of their addends.
    addends: Recent,
    /// The time of the last multiplication of doubles.
    last_double: Option<u32>,
}

fn mfma_of(inst: &Inst) -> Option<Mfma> {
    match inst.row.op {
        Op::Packed(PackedOp::Mfma(mfma)) => Some(mfma),
        _ => None,
    }
}

impl Mfma {
    fn is_double(self) -> bool {
        self.input == Element::F64
    }

    /// Returns the number of passes.
    fn passes(self, is_gfx942: bool) -> u32 {
        let is_fast = is_gfx942 && self.blocks == 1 && 8 <= self.k;
        match (self.m, self.is_double()) {
            (4, true) => 4,
            (4, false) => 2,
            (16, _) if is_fast => 4,
            (16, _) => 8,
            _ if is_fast => 8,
            _ => 16,
        }
    }

    /// Whether the unit for narrow elements multiplies.
    fn is_narrow(self, is_gfx942: bool) -> bool {
        !(self.is_double() || is_gfx942 && self.input == Element::F32)
    }

    /// Returns the wait states from this multiplication to an operation that uses its result other than as an addend.
    fn result_distance(self, is_gfx942: bool, is_memory_read: bool) -> u32 {
        match (self.is_double(), self.m, is_memory_read) {
            (true, 4, false) => 6,
            (true, 4, true) => 9,
            (true, _, false) => 11,
            (true, _, true) => 18,
            (false, ..) => self.passes(is_gfx942) + if self.is_narrow(is_gfx942) { 3 } else { 2 },
        }
    }

    /// Returns the wait states from this multiplication to one that adds to all of its result, or to a part of it.
    fn addend_distance(self, next: Self, is_whole: bool, is_gfx942: bool) -> u32 {
        let is_narrow = next.is_narrow(is_gfx942);
        let passes = self.passes(is_gfx942);
        match (self.is_double(), is_whole) {
            (true, _) if !is_gfx942 && !next.is_double() => 0,
            (true, true) if self.m == 4 && next.is_double() && next.m == 4 => 4,
            (false, true) if is_gfx942 && passes == 2 => 2,
            (_, true) => 0,
            (true, false) if is_narrow => 0,
            (true, false) if self.m == 4 => 4,
            (true, false) => 9,
            (false, false) if is_gfx942 && is_narrow && !self.is_narrow(is_gfx942) => 0,
            (false, false) if is_gfx942 => passes + u32::from(self.is_narrow(is_gfx942)),
            (false, false) => passes + u32::from(next.is_double()),
        }
    }

    /// Returns the wait states from this multiplication to a write of its addend.
    fn overwrite_distance(self, is_gfx942: bool) -> u32 {
        if self.is_narrow(is_gfx942) { self.passes(is_gfx942) - 1 } else { 0 }
    }
}

/// The wait states from a dot product to another operation on its result, other than to add to it.
const DOT_DISTANCE: u32 = 3;

impl Products {
    pub(super) fn new(is_gfx942: bool) -> Self {
        Self { is_gfx942, results: Recent::default(), addends: Recent::default(), last_double: None }
    }

    /// Checks an instruction that is issued after some wait states; `written` is when the vector unit wrote a register.
    pub(super) fn check(
        &self,
        inst: &Inst,
        effects: &Effects,
        now: u32,
        written: impl Fn(u16) -> u32,
    ) -> Result<(), Fault> {
        match (effects.unit, mfma_of(inst)) {
            (Unit::Vector, Some(mfma)) => self.check_product(mfma, effects, now, written),
            (Unit::Vector | Unit::Memory | Unit::Lds, _) => {
                self.check_reads(inst, effects, now, written)?;
                self.check_writes(inst, effects, now)
            }
            _ => Ok(()),
        }
    }

    fn check_product(
        &self,
        mfma: Mfma,
        effects: &Effects,
        now: u32,
        written: impl Fn(u16) -> u32,
    ) -> Result<(), Fault> {
        for (index, span) in effects.reads.iter().enumerate() {
            for register in span.registers() {
                if self.results.at(register).next().is_none() {
                    require(register, now, written(register), 2)?;
                }
                for earlier in self.results.at(register) {
                    let Source::Product(product) = earlier.source else { continue };
                    let needed = if index == 2 {
                        product.addend_distance(mfma, earlier.span == *span, self.is_gfx942)
                    } else {
                        product.result_distance(self.is_gfx942, false)
                    };
                    require(register, now, earlier.time, needed)?;
                }
            }
        }
        Ok(())
    }

    fn check_reads(
        &self,
        inst: &Inst,
        effects: &Effects,
        now: u32,
        written: impl Fn(u16) -> u32,
    ) -> Result<(), Fault> {
        let is_memory = effects.unit != Unit::Vector;
        let is_double_fma = matches!(&*inst.row.name, "v_fma_f64" | "v_fmac_f64");
        if is_double_fma && self.last_double.is_some_and(|time| now < time + 2) {
            let message = "hazard: a multiply-add right after a multiplication of matrices of doubles";
            return Err(message.to_string().into());
        }
        for (index, span) in effects.reads.iter().enumerate().filter(|(_, span)| span.is_vector()) {
            for register in span.registers() {
                for earlier in self.results.at(register) {
                    let needed = match earlier.source {
                        Source::Product(product) => product.result_distance(self.is_gfx942, is_memory),
                        Source::Dot(name) if name == inst.row.name && index == 2 => 0,
                        Source::Dot(_) => DOT_DISTANCE,
                    };
                    require(register, now, earlier.time, needed)?;
                }
                let is_between = self.last_double.is_some_and(|time| written(register) < time);
                if is_memory && is_between && !self.is_gfx942 {
                    require(register, now, written(register), 2)?;
                }
            }
        }
        Ok(())
    }

    fn check_writes(&self, inst: &Inst, effects: &Effects, now: u32) -> Result<(), Fault> {
        let vector = effects.writes.iter().filter(|span| span.is_vector());
        for register in vector.flat_map(|span| span.registers()) {
            for earlier in self.results.at(register) {
                let needed = match earlier.source {
                    Source::Product(product) => product.result_distance(self.is_gfx942, false),
                    Source::Dot(name) if name == inst.row.name => 0,
                    Source::Dot(_) => DOT_DISTANCE,
                };
                require(register, now, earlier.time, needed)?;
            }
            for earlier in self.addends.at(register) {
                if let Source::Product(product) = earlier.source {
                    require(register, now, earlier.time, product.overwrite_distance(self.is_gfx942))?;
                }
            }
        }
        Ok(())
    }

    /// Records an instruction, after which there are so many wait states.
    pub(super) fn record(&mut self, inst: &Inst, effects: &Effects, now: u32) {
        if effects.unit != Unit::Vector {
            return;
        }
        let source = match &inst.row.op {
            Op::Packed(PackedOp::Mfma(mfma)) => Some(Source::Product(*mfma)),
            Op::Packed(PackedOp::Dot(_)) => Some(Source::Dot(&inst.row.name)),
            _ => None,
        };
        for span in &effects.writes {
            self.results.set(*span, source.map(|source| Issued { source, span: *span, time: now }));
        }
        if let (Some(mfma), Some(addend)) = (mfma_of(inst), effects.reads.get(2)) {
            let issued = Issued { source: Source::Product(mfma), span: *addend, time: now };
            self.addends.set(*addend, Some(issued));
            if mfma.is_double() {
                self.last_double = Some(now);
            }
        }
    }

    /// Adds the operations of another path; returns whether anything changed. The numbers are the wait states of both.
    pub(super) fn join(&mut self, other: &Self, now: (u32, u32)) -> bool {
        let time = other.last_double.map(|time| (now.0 + time).saturating_sub(now.1));
        let is_later = self.last_double < time && time.is_some_and(|time| now.0 < time + LONG_AGO);
        if is_later {
            self.last_double = time;
        }
        let results = self.results.join(&other.results, now);
        self.addends.join(&other.addends, now) || results || is_later
    }
}

fn require(register: u16, now: u32, time: u32, needed: u32) -> Result<(), Fault> {
    let found = now - time;
    if needed <= found {
        return Ok(());
    }
    let name = vgpr_name(register - VECTOR);
    Err(format!("hazard: {name} is used after {found} wait states, but at least {needed} are needed").into())
}
