//! Executes memory operations of all lanes: addresses, loads, stores, atomics, and scalar loads.

use super::super::memory::Fault;
use super::access::{Location, Use};
use super::args::{MemoryArgs, NULL, Operand, Segment};
use super::atomic::Atomic;
use super::inst::{Counters, Extend, MemoryOp, Returns, ScalarPart, Ty};
use super::machine::{Machine, WavePos};
use super::operand::{LDS_APERTURE, SCRATCH_APERTURE, gather, uniform};
use super::registers::{Registers, lanes_of, vgpr_name};
use super::vector::{low_bits, not_modelled};
use super::waits::{OpKind, Pending};

/// The address of the private memory of lanes in a buffer descriptor.
pub(super) const SCRATCH_BUFFER: u64 = 0x5c00_0000_0000;
/// The registers of the base of scratch memory, on chips where kernels set it.
const FLAT_SCRATCH: u8 = 102;
/// The range of offsets that scratch descriptors cover.
const SCRATCH_BUFFER_BYTES: u64 = 1 << 32;

/// The accesses of an instruction: a location for each active lane.
pub(super) type Accesses = Vec<(usize, Location)>;

/// Executes an access through vector addresses.
pub(super) fn execute(
    machine: &mut Machine<'_>,
    at: WavePos,
    op: MemoryOp,
    args: &MemoryArgs,
) -> Result<(), Fault> {
    let accesses = locations(machine, at, args)?;
    access(machine, at, op, args, &accesses)
}

/// Performs the accesses of an instruction and issues it.
pub(super) fn access(
    machine: &mut Machine<'_>,
    at: WavePos,
    op: MemoryOp,
    args: &MemoryArgs,
    accesses: &Accesses,
) -> Result<(), Fault> {
    let (counters, kind) = counters_of(op, args);
    match op {
        MemoryOp::Load { bytes, extend } => {
            let used = if args.scope == 0 { Use::Read } else { Use::CoherentRead };
            let n = u16::from(bytes).div_ceil(4);
            machine.registers(at).check_vgprs_for(args.dst, n, Some(kind))?;
            for (lane, location) in accesses {
                machine.check(at, *lane, *location, bytes.into(), used)?;
                load(machine, at, *lane, *location, u64::from(bytes), extend, args.dst);
            }
            if used == Use::CoherentRead {
                let time = machine.time;
                machine.wave(at).observed = time;
            }
            issue(machine, at, args.segment, counters, kind, Some((args.dst, n)));
        }
        MemoryOp::Store { bytes, is_high } => {
            machine.registers(at).check_vgprs(args.data[0], u16::from(bytes).div_ceil(4))?;
            if args.segment != Segment::Lds && args.segment != Segment::Scratch {
                machine.release(at);
            }
            Stored { bytes: bytes.into(), is_high, register: args.data[0] }.execute(machine, at, accesses)?;
            issue(machine, at, args.segment, counters, kind, None);
        }
        MemoryOp::Atomic { op: function, bytes, .. } => {
            let has_result = op.has_result(args);
            let atomic = Atomic { op: function, bytes: bytes.into(), returns: has_result };
            atomic.execute(machine, at, args, accesses, kind)?;
            let n = u16::from(bytes).div_ceil(4);
            issue(machine, at, args.segment, counters, kind, has_result.then_some((args.dst, n)));
        }
    }
    Ok(())
}

impl MemoryOp {
    /// Whether registers receive a result.
    pub(super) fn has_result(self, args: &MemoryArgs) -> bool {
        match self {
            Self::Load { .. } | Self::Atomic { returns: Returns::Always, .. } => true,
            Self::Store { .. } | Self::Atomic { returns: Returns::Never, .. } => false,
            Self::Atomic { returns: Returns::ByBit, .. } => args.glc,
        }
    }
}

/// Returns the counters that count an operation, and its kind.
pub(super) fn counters_of(op: MemoryOp, args: &MemoryArgs) -> (Counters, OpKind) {
    let counters = if op.has_result(args) { Counters::LOAD } else { Counters::STORE };
    match args.segment {
        Segment::Lds => (Counters::DS, OpKind::Lds),
        Segment::Flat => (counters.with(Counters::DS), OpKind::Flat),
        Segment::Global | Segment::Scratch | Segment::Buffer => (counters, OpKind::Vector),
    }
}

/// Issues an operation, whose results are in flight from now on.
pub(super) fn issue(
    machine: &mut Machine<'_>,
    at: WavePos,
    segment: Segment,
    counters: Counters,
    kind: OpKind,
    result: Option<(u16, u16)>,
) {
    let (time, pc) = (machine.time, machine.pc);
    let registers = machine.registers(at);
    let token = registers.in_flight.issue(Pending {
        token: 0,
        kind,
        counters,
        time,
        pc,
        is_lds_access: matches!(segment, Segment::Lds),
        is_global_access: matches!(segment, Segment::Global | Segment::Flat | Segment::Buffer),
    });
    if let Some((first, n)) = result {
        registers.fly_vgprs(first, n, token);
    }
}

/// Returns the location of each active lane.
pub(super) fn locations(machine: &Machine<'_>, at: WavePos, args: &MemoryArgs) -> Result<Accesses, Fault> {
    let registers = &machine.blocks[at.block].waves[at.wave].registers;
    if args.segment == Segment::Buffer {
        return buffer_locations(registers, args);
    }
    if args.segment == Segment::Scratch && !machine.chip.has_architected_scratch() {
        let wave_bytes = machine.scratch_bytes * u64::from(registers.n_lanes);
        let (expected, what) = (SCRATCH_BUFFER + at.wave as u64 * wave_bytes, "the base of scratch memory");
        let found = registers.defined_sgprs(FLAT_SCRATCH, 2, what)?;
        if found != expected {
            return Err(format!("expected {what} to be {expected:#x}, but found {found:#x}").into());
        }
    }
    let is_long = matches!(args.segment, Segment::Flat | Segment::Global) && args.base.is_none();
    let ty = if is_long { Ty::B64 } else { Ty::B32 };
    let address = match args.address {
        Some(register) => Some((register, gather(registers, Operand::Vgpr(register), ty)?)),
        None => None,
    };
    let base = match (args.base, args.segment) {
        (None, _) => 0,
        (Some(base), Segment::Scratch) => registers.defined_sgprs(base, 1, "the scratch offset")?,
        (Some(base), _) => registers.defined_sgprs(base, 2, "the base address")?,
    };
    let mut accesses = Vec::with_capacity(registers.exec.count_ones() as usize);
    for lane in lanes_of(registers.exec) {
        let offset = match &address {
            None => 0,
            Some((register, source)) => {
                if source.undefined_at(lane) != 0 {
                    let name = vgpr_name(*register);
                    return Err(format!("the address in {name} of lane {lane} is undefined").into());
                }
                source.values[lane]
            }
        };
        let sum = base.wrapping_add(offset).wrapping_add_signed(args.offset.into());
        accesses.push((lane, place(args.segment, lane, sum)));
    }
    Ok(accesses)
}

/// Returns the location of an address in a segment.
fn place(segment: Segment, lane: usize, address: u64) -> Location {
    let low = address & u64::from(u32::MAX);
    match segment {
        Segment::Lds => Location::Lds(low),
        Segment::Scratch => Location::Scratch(lane, low),
        Segment::Flat if address >> 32 == LDS_APERTURE >> 32 => Location::Lds(low),
        Segment::Flat if address >> 32 == SCRATCH_APERTURE >> 32 => Location::Scratch(lane, low),
        Segment::Flat | Segment::Global | Segment::Buffer => Location::Global(address),
    }
}

/// Returns the locations of a buffer access; lanes outside of the buffer have none.
fn buffer_locations(registers: &Registers, args: &MemoryArgs) -> Result<Accesses, Fault> {
    let base = args.base.unwrap_or(NULL);
    let low = registers.defined_sgprs(base, 2, "the buffer descriptor")?;
    let high = registers.defined_sgprs(base + 2, 2, "the buffer descriptor")?;
    let (address, stride, n_records) = (low & 0xffff_ffff_ffff, (low >> 48) & 0x3fff, high & 0xffff_ffff);
    let scratch_offset = address.wrapping_sub(SCRATCH_BUFFER);
    let is_scratch = scratch_offset < SCRATCH_BUFFER_BYTES;
    if args.indexing[0] || !is_scratch && stride != 0 {
        return Err(not_modelled("structured buffers"));
    }
    let vector = match args.address {
        Some(register) => Some(gather(registers, Operand::Vgpr(register), Ty::B32)?),
        None => None,
    };
    let (scalar, undefined) = uniform(registers, args.scalar_offset, Ty::B32)?;
    if undefined != 0 {
        return Err("the scalar offset is undefined".to_string().into());
    }
    let mut accesses = Accesses::new();
    for lane in lanes_of(registers.exec) {
        let (offset, undefined) =
            vector.as_ref().map_or((0, 0), |source| (source.values[lane], source.undefined_at(lane)));
        if undefined != 0 {
            return Err(format!("the offset of lane {lane} is undefined").into());
        }
        let offset = offset.wrapping_add_signed(args.offset.into());
        if is_scratch {
            // The scalar offset counts the bytes of all lanes.
            let at = offset + (scalar & 0xffff_ffff) / u64::from(registers.n_lanes);
            accesses.push((lane, Location::Scratch(lane, at)));
        } else if offset < n_records {
            accesses.push((lane, Location::Global(address + offset + (scalar & 0xffff_ffff))));
        } else {
            return Err(not_modelled("an access outside of a buffer"));
        }
    }
    Ok(accesses)
}

/// Extends bytes and their undefined bits to a word.
fn extended((value, undefined): (u64, u64), bytes: u64, is_signed: bool) -> (u32, u32) {
    let up = 64 - 8 * bytes as u32;
    let widen = |bits: u64| if is_signed { ((bits << up).cast_signed() >> up) as u32 } else { bits as u32 };
    (widen(value), widen(undefined))
}

/// Loads bytes into the registers of a lane.
fn load(
    machine: &mut Machine<'_>,
    at: WavePos,
    lane: usize,
    from: Location,
    bytes: u64,
    extend: Extend,
    dst: u16,
) {
    match extend {
        Extend::Zero if 4 <= bytes => {
            for index in 0..bytes / 4 {
                let (value, undefined) = machine.read(at, from.plus(4 * index), 4);
                let registers = machine.registers(at);
                registers.set_lane(dst + index as u16, lane, value as u32, undefined as u32);
            }
        }
        Extend::Zero | Extend::Sign => {
            let (value, undefined) = extended(machine.read(at, from, bytes), bytes, extend == Extend::Sign);
            machine.registers(at).set_lane(dst, lane, value, undefined);
        }
        Extend::Low { is_signed } => {
            let (value, undefined) = extended(machine.read(at, from, bytes), bytes, is_signed);
            machine.registers(at).merge_lane(dst, lane, 0xffff, value, undefined);
        }
        Extend::High { is_signed } => {
            let (value, undefined) = extended(machine.read(at, from, bytes), bytes, is_signed);
            machine.registers(at).merge_lane(dst, lane, 0xffff_0000, value << 16, undefined << 16);
        }
    }
}

/// The data of a store.
struct Stored {
    bytes: u64,
    /// Whether the data is the upper half of its register.
    is_high: bool,
    register: u16,
}

impl Stored {
    /// Stores the data of all lanes. No lane may overwrite what another lane of the instruction stores with a
    /// different value, because hardware may keep either.
    fn execute(&self, machine: &mut Machine<'_>, at: WavePos, accesses: &Accesses) -> Result<(), Fault> {
        for (lane, location) in accesses {
            machine.check(at, *lane, *location, self.bytes, Use::Write)?;
            for index in 0..self.bytes.div_ceil(4) {
                let (value, undefined) = self.part(machine.registers(at), *lane, index);
                machine.write(at, location.plus(4 * index), self.bytes.min(4), value, undefined)?;
            }
        }
        for (lane, location) in accesses {
            for index in 0..self.bytes.div_ceil(4) {
                let (value, undefined) = self.part(machine.registers(at), *lane, index);
                let (found, other) = machine.read(at, location.plus(4 * index), self.bytes.min(4));
                if undefined | other == 0 && value != found {
                    return Err(
                        format!("race: another lane stores a different value than lane {lane}").into()
                    );
                }
            }
        }
        Ok(())
    }

    /// Returns up to four bytes of the data of a lane, with their undefined bits.
    fn part(&self, registers: &Registers, lane: usize, index: u64) -> (u64, u64) {
        let (value, undefined) = registers.lane(self.register + index as u16, lane);
        let shift = if self.is_high { 16 } else { 0 };
        let mask = low_bits(8 * self.bytes.min(4) as u32);
        (u64::from(value >> shift) & mask, u64::from(undefined >> shift) & mask)
    }
}

/// The operands of a scalar load.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScalarLoad {
    pub(super) dst: u8,
    pub(super) base: u8,
    pub(super) offset: i32,
    pub(super) register: u8,
    pub(super) words: u8,
    pub(super) part: ScalarPart,
}

impl ScalarLoad {
    /// Loads words into scalar registers.
    pub(super) fn execute(self, machine: &mut Machine<'_>, at: WavePos) -> Result<(), Fault> {
        let registers = machine.registers(at);
        let base = registers.defined_sgprs(self.base, 2, "the base address")?;
        let offset = registers.defined_sgprs(self.register, 1, "the offset")?;
        registers.check_sgprs(self.dst, self.words)?;
        let address = base.wrapping_add(offset).wrapping_add_signed(self.offset.into());
        let (bytes, is_signed) = match self.part {
            ScalarPart::Whole => (4, false),
            ScalarPart::Byte { is_signed } => (1, is_signed),
            ScalarPart::Half { is_signed } => (2, is_signed),
        };
        let overwrites_base = self.dst < self.base + 2 && self.base < self.dst + self.words;
        let is_whole = address.is_multiple_of(4 * u64::from(self.words.next_power_of_two()));
        if machine.is_replayed && overwrites_base && !is_whole {
            return Err("a load that may be replayed in parts overwrites its address".to_string().into());
        }
        for index in 0..self.words {
            let location = Location::Global(address.wrapping_add(4 * u64::from(index)));
            machine.check(at, 0, location, bytes, Use::ScalarRead)?;
            let (value, undefined) = extended(machine.read(at, location, bytes), bytes, is_signed);
            let (value, undefined) = (value.into(), undefined.into());
            machine.registers(at).write_sgprs(self.dst + index, 1, value, undefined)?;
        }
        let (time, pc) = (machine.time, machine.pc);
        let registers = machine.registers(at);
        let token = registers.in_flight.issue(Pending {
            token: 0,
            kind: OpKind::Scalar,
            counters: Counters::SCALAR,
            time,
            pc,
            is_lds_access: false,
            is_global_access: false,
        });
        registers.fly_sgprs(self.dst, self.words, token);
        Ok(())
    }
}
