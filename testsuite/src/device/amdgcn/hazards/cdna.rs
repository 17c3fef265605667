//! GFX90A and GFX942: distances of instructions in wait states, and accesses that may be replayed.
//!
//! An instruction is a wait state, `s_nop n` is `n + 1` of them. A rule names the wait states that must be between an
//! event and a later instruction.

use super::super::super::memory::Fault;
use super::super::args::{Args, EXEC, Inst, M0, MemoryArgs, Operand, Routing, Segment, VCC, VectorArgs};
use super::super::effects::{Effects, N_REGISTERS, Span, Unit, VECTOR};
use super::super::inst::{Across, Eval, FlowOp, MemoryOp, Op, PackedOp, ScalarKind};
use super::super::registers::{sgpr_name, vgpr_name};
use super::is_transcendental;
use super::mfma::Products;

/// More wait states than a rule names.
const LONG_AGO: u32 = 32;

/// The wait states at which registers had an event of some kind.
#[derive(Clone, Debug)]
struct Times(Vec<u32>);

impl Times {
    fn new() -> Self {
        Self(vec![0; N_REGISTERS])
    }

    fn record(&mut self, spans: &[Span], now: u32) {
        for register in spans.iter().flat_map(|span| span.registers()) {
            if let Some(time) = self.0.get_mut(usize::from(register)) {
                *time = now;
            }
        }
    }

    /// Returns the time of the last event of a register; 0 for one behind the last, which damaged code may name.
    fn of(&self, register: u16) -> u32 {
        self.0.get(usize::from(register)).copied().unwrap_or(0)
    }

    /// Adds the events of another path. The numbers are the wait states of both.
    fn join(&mut self, other: &Self, now: (u32, u32)) -> bool {
        let joined = self.0.iter_mut().zip(&other.0).map(|(time, other)| join_times(time, *other, now));
        joined.fold(false, |changed, has_changed| changed | has_changed)
    }
}

/// Moves the time of an event to where it is as recent as on another path, if that is later.
fn join_times(time: &mut u32, other: u32, (now, other_now): (u32, u32)) -> bool {
    let since = (other_now - other).min(LONG_AGO);
    let is_later = since < (now - *time).min(LONG_AGO);
    if is_later {
        *time = now - since;
    }
    is_later
}

/// The recent events of a wave.
#[derive(Clone, Debug)]
pub(in super::super) struct Distances {
    is_gfx942: bool,
    /// The wait states so far.
    now: u32,
    /// Writes of the vector unit, and those of transcendental operations and of halves among them.
    written: Times,
    transcendental: Times,
    half: Times,
    /// Reads of data by stores of more than 8 bytes.
    stored: Times,
    m0_written: u32,
    mode_written: u32,
    products: Products,
    is_replayed: bool,
    /// The accesses of scalar and of vector memory right before.
    clauses: [Clause; 2],
}

/// The registers that accesses of one kind read and write without another instruction in between. They may be replayed
/// together.
#[derive(Clone, Debug, Default)]
struct Clause {
    reads: Vec<Span>,
    writes: Vec<Span>,
}

/// A rule: wait states between an event and the current instruction.
struct Rule {
    wait_states: u32,
    event: &'static str,
}

impl Distances {
    pub(in super::super) fn new(is_gfx942: bool, is_replayed: bool) -> Self {
        Self {
            is_gfx942,
            now: LONG_AGO,
            written: Times::new(),
            transcendental: Times::new(),
            half: Times::new(),
            stored: Times::new(),
            m0_written: 0,
            mode_written: 0,
            products: Products::new(is_gfx942),
            is_replayed,
            clauses: <[Clause; 2]>::default(),
        }
    }

    pub(in super::super) fn issue(&mut self, inst: &Inst, effects: &Effects) -> Result<(), Fault> {
        match (&inst.row.op, &inst.args) {
            (Op::Flow(FlowOp::Nop), Args::Scalar(args)) => self.now += u32::from(args.immediate & 15),
            (Op::Flow(FlowOp::Removed), _) => return Ok(()),
            (Op::Flow(FlowOp::SendMessage), _) => {
                self.distance(self.m0_written, M0.into(), Rule { wait_states: 1, event: "a scalar write" })?;
            }
            (Op::Scalar(op), _)
                if matches!(op.kind, ScalarKind::GetReg | ScalarKind::SetReg)
                    && self.now < self.mode_written + 2 =>
            {
                return Err("hazard: the mode is accessed too early after a write".to_string().into());
            }
            (_, Args::Vector(args)) => self.check_vector(inst, args, effects)?,
            (Op::Memory(_) | Op::Cache(_), _) => {
                let rule = Rule { wait_states: 5, event: "a write of the vector unit" };
                self.check(&self.written, effects.reads.iter().filter(|span| !span.is_vector()), rule)?;
            }
            _ => {}
        }
        self.products.check(inst, effects, self.now, |register| self.written.of(register))?;
        self.issue_clause(inst, effects)?;
        self.record(inst, effects);
        Ok(())
    }

    fn issue_clause(&mut self, inst: &Inst, effects: &Effects) -> Result<(), Fault> {
        let kind = match inst.row.op {
            Op::ScalarLoad(..) => Some(0),
            Op::Memory(_) => Some(1),
            _ => None,
        };
        for (index, clause) in self.clauses.iter_mut().enumerate() {
            if kind != Some(index) {
                *clause = Clause::default();
            } else if self.is_replayed {
                clause.issue(inst, effects)?;
            }
        }
        Ok(())
    }

    /// Adds the events of another path; returns whether anything changed.
    pub(in super::super) fn join(&mut self, other: &Self) -> bool {
        let now = (self.now, other.now);
        let mut changed = self.written.join(&other.written, now);
        changed |= self.transcendental.join(&other.transcendental, now);
        changed |= self.half.join(&other.half, now);
        changed |= self.stored.join(&other.stored, now);
        changed |= join_times(&mut self.m0_written, other.m0_written, now);
        changed |= join_times(&mut self.mode_written, other.mode_written, now);
        changed |= self.products.join(&other.products, now);
        for (clause, others) in self.clauses.iter_mut().zip(&other.clauses) {
            changed |= clause.join(others);
        }
        changed
    }

    fn check_vector(&self, inst: &Inst, args: &VectorArgs, effects: &Effects) -> Result<(), Fault> {
        let vector = || effects.reads.iter().filter(|span| span.is_vector());
        let scalar = || effects.reads.iter().filter(|span| !span.is_vector());
        let by_vector = |wait_states: u32| Rule { wait_states, event: "a write of the vector unit" };
        let (vcc, exec) = ([Span { first: VCC.into(), n: 2 }], [Span { first: EXEC.into(), n: 2 }]);
        if matches!(args.routing, Routing::Dpp(_)) {
            self.check(&self.written, vector(), by_vector(2))?;
            self.check(&self.written, exec.iter(), by_vector(5))?;
        }
        let kind = match &inst.row.op {
            Op::Vector(op) => Some(op.eval),
            _ => None,
        };
        if matches!(kind, Some(Eval::WithVcc(_))) {
            self.check(&self.written, vcc.iter(), by_vector(4))?;
        }
        let across = match kind {
            Some(Eval::Across(across)) => Some(across),
            _ => None,
        };
        if matches!(across, Some(Across::Read | Across::Write))
            && let Operand::Sgpr(lane) = args.src[1]
        {
            self.check(&self.written, [Span { first: lane.into(), n: 1 }].iter(), by_vector(4))?;
        }
        if is_product(inst) {
            self.check(&self.written, exec.iter(), by_vector(4))?;
        }
        let stored = Rule { wait_states: if self.is_gfx942 { 2 } else { 1 }, event: "a store of them" };
        self.check(&self.stored, effects.writes.iter(), stored)?;
        if !self.is_gfx942 {
            return Ok(());
        }
        if !is_transcendental(inst) {
            let rule = Rule { wait_states: 1, event: "a transcendental write" };
            self.check(&self.transcendental, vector(), rule)?;
        }
        self.check(&self.half, vector(), Rule { wait_states: 1, event: "a write of a half" })?;
        self.check(&self.written, scalar().filter(|span| span.first != u16::from(EXEC)), by_vector(2))?;
        if matches!(across, Some(Across::Read | Across::ReadFirst)) {
            self.check(&self.written, vector(), by_vector(1))?;
        }
        if matches!(across, Some(Across::Read | Across::ReadFirst | Across::Write)) {
            self.check(&self.written, exec.iter(), by_vector(4))?;
        }
        Ok(())
    }

    fn check<'a>(
        &self,
        times: &Times,
        spans: impl Iterator<Item = &'a Span>,
        Rule { wait_states, event }: Rule,
    ) -> Result<(), Fault> {
        for register in spans.flat_map(|span| span.registers()) {
            self.distance(times.of(register), register, Rule { wait_states, event })?;
        }
        Ok(())
    }

    fn distance(&self, time: u32, register: u16, Rule { wait_states, event }: Rule) -> Result<(), Fault> {
        let found = self.now - time;
        if wait_states <= found {
            return Ok(());
        }
        let name = if register < VECTOR { sgpr_name(register as u8) } else { vgpr_name(register - VECTOR) };
        Err(format!(
            "hazard: {name} is used {found} wait states after {event}, but at least {wait_states} are needed"
        )
        .into())
    }

    fn record(&mut self, inst: &Inst, effects: &Effects) {
        self.now += 1;
        let now = self.now;
        self.products.record(inst, effects, now);
        match (effects.unit, &inst.args) {
            (Unit::Vector, args) => {
                if !is_product(inst) {
                    self.written.record(&effects.writes, now);
                }
                if is_transcendental(inst) {
                    self.transcendental.record(&effects.writes, now);
                }
                if matches!(args, Args::Vector(args) if writes_half(inst, args)) {
                    self.half.record(&effects.writes, now);
                }
            }
            (Unit::Memory, Args::Memory(args)) => {
                if let Some(data) = wide_data(inst, args) {
                    self.stored.record(&[data], now);
                }
            }
            (Unit::Scalar, _) => {
                let m0 = Span { first: M0.into(), n: 1 };
                if effects.writes.iter().any(|span| span.meets(m0)) {
                    self.m0_written = now;
                }
                if matches!(&inst.row.op, Op::Scalar(op) if matches!(op.kind, ScalarKind::SetReg)) {
                    self.mode_written = now;
                }
            }
            _ => {}
        }
    }
}

/// Whether an instruction multiplies matrices, whose results have distances of their own.
fn is_product(inst: &Inst) -> bool {
    matches!(inst.row.op, Op::Packed(PackedOp::Mfma(_)))
}

/// Whether an operation writes a half or a byte of its destination that it selects.
fn writes_half(inst: &Inst, args: &VectorArgs) -> bool {
    match (&inst.row.op, args.routing) {
        (_, Routing::Sdwa(sdwa)) => sdwa.dst != 6,
        (Op::Vector(_), _) => args.op_sel & 8 != 0,
        _ => false,
    }
}

/// Returns the data of a store of more than 8 bytes; one to a buffer with an offset in a register reads it in time.
fn wide_data(inst: &Inst, args: &MemoryArgs) -> Option<Span> {
    let bytes = match inst.row.op {
        Op::Memory(MemoryOp::Store { bytes, .. }) => bytes,
        Op::Memory(MemoryOp::Atomic { bytes: 8, .. }) if inst.row.name.contains("cmpswap") => 16,
        _ => return None,
    };
    let is_in_time = args.segment == Segment::Buffer && matches!(args.scalar_offset, Operand::Sgpr(_));
    (8 < bytes && !is_in_time).then(|| Span { first: VECTOR + args.data[0], n: u16::from(bytes) / 4 })
}

impl Clause {
    /// Adds an access, which must not be replayed too late: loads before it must not change its sources, nor it theirs.
    fn issue(&mut self, inst: &Inst, effects: &Effects) -> Result<(), Fault> {
        let stores = matches!(inst.row.op, Op::Memory(MemoryOp::Store { .. } | MemoryOp::Atomic { .. }));
        let follows_load = !self.writes.is_empty();
        if follows_load && stores {
            return Err("hazard: a store in a clause with a load that may be replayed".to_string().into());
        }
        self.reads.extend(&effects.reads);
        self.writes.extend(&effects.writes);
        let is_overwritten = |read: &Span| self.writes.iter().any(|write| write.meets(*read));
        if follows_load && self.reads.iter().any(is_overwritten) {
            let message = "hazard: a load overwrites a source of its clause, which may be replayed";
            return Err(message.to_string().into());
        }
        Ok(())
    }

    /// Adds the accesses of another path; returns whether anything changed.
    fn join(&mut self, other: &Self) -> bool {
        let before = self.reads.len() + self.writes.len();
        for (own, others) in [(&mut self.reads, &other.reads), (&mut self.writes, &other.writes)] {
            let new: Vec<Span> = others.iter().filter(|span| !own.contains(span)).copied().collect();
            own.extend(new);
        }
        before < self.reads.len() + self.writes.len()
    }
}
