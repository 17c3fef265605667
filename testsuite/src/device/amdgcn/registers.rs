//! The registers of a wave, with the bits that are undefined and the registers that are in flight.

use super::super::memory::Fault;
use super::args::{EXEC, M0, NULL, TTMP, VCC};
use super::waits::{InFlight, OpKind};

/// The maximum number of lanes of a wave.
pub(super) const MAX_LANES: usize = 64;
/// The number of scalar registers, special ones included.
const N_SGPRS: usize = 128;
/// The first number of an accumulation register among vector registers.
pub(super) const FIRST_AGPR: u16 = 256;

/// One value of every lane.
pub(super) type LaneWords = [u32; MAX_LANES];

/// Registers of a wave.
#[derive(Clone, Debug)]
pub(super) struct Registers {
    pub(super) n_lanes: u32,
    /// The active lanes, which are always defined.
    pub(super) exec: u64,
    pub(super) scc: bool,
    pub(super) scc_undefined: bool,
    sgprs: [u32; N_SGPRS],
    sgprs_undefined: [u32; N_SGPRS],
    sgprs_in_flight: [u32; N_SGPRS],
    vgprs: Vec<LaneWords>,
    vgprs_undefined: Vec<LaneWords>,
    /// The lanes of each vector register that have an undefined bit.
    undefined_lanes: Vec<u64>,
    vgprs_in_flight: Vec<u32>,
    n_vgprs: u16,
    pub(super) in_flight: InFlight,
}

/// The numbers of registers of a wave.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    pub(super) n_lanes: u32,
    pub(super) n_vgprs: u16,
    pub(super) n_agprs: u16,
    /// Whether flat accesses finish in issue order.
    pub(super) orders_flat: bool,
}

impl Registers {
    /// Returns registers that hold undefined patterns.
    pub(super) fn new(sizes: Sizes, seed: u64) -> Self {
        let mut state = seed | 1;
        let mut pattern = || {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (state >> 32) as u32
        };
        let n = usize::from(sizes.n_vgprs + sizes.n_agprs);
        let mut registers = Self {
            n_lanes: sizes.n_lanes,
            exec: 0,
            scc: pattern() & 1 == 1,
            scc_undefined: true,
            sgprs: [0; N_SGPRS],
            sgprs_undefined: [u32::MAX; N_SGPRS],
            sgprs_in_flight: [0; N_SGPRS],
            vgprs: (0..n).map(|_| [pattern(); MAX_LANES]).collect(),
            vgprs_undefined: vec![[u32::MAX; MAX_LANES]; n],
            undefined_lanes: vec![u64::MAX; n],
            vgprs_in_flight: vec![0; n],
            n_vgprs: sizes.n_vgprs,
            in_flight: InFlight::new(sizes.orders_flat),
        };
        registers.sgprs.fill_with(pattern);
        registers
    }

    /// Returns the mask of all lanes.
    pub(super) fn all_lanes(&self) -> u64 {
        u64::MAX >> (64 - self.n_lanes)
    }

    /// Returns the number of scalar registers of a lane mask.
    pub(super) fn mask_words(&self) -> u8 {
        (self.n_lanes / 32) as u8
    }

    /// Checks that scalar registers exist and are not in flight.
    pub(super) fn check_sgprs(&self, first: u8, n: u8) -> Result<(), Fault> {
        if first == NULL {
            return Ok(());
        }
        for register in first..first.saturating_add(n) {
            if N_SGPRS <= usize::from(register) {
                return Err(format!("the scalar registers end before s{register}").into());
            }
            if let Some(token) = self.token(self.sgprs_in_flight[usize::from(register)]) {
                return Err(missing_wait(&sgpr_name(register), token));
            }
        }
        Ok(())
    }

    fn token(&self, token: u32) -> Option<u64> {
        if token == 0 { None } else { self.in_flight.find(token).map(|pending| pending.pc) }
    }

    /// Reads a scalar register that was checked: its value and its undefined bits.
    fn sgpr(&self, register: u8) -> (u32, u32) {
        match register {
            NULL => (0, 0),
            EXEC => (self.exec as u32, 0),
            127 => ((self.exec >> 32) as u32, 0),
            _ => (self.sgprs[usize::from(register)], self.sgprs_undefined[usize::from(register)]),
        }
    }

    /// Reads one or two scalar registers.
    pub(super) fn read_sgprs(&self, register: u8, words: u8) -> Result<(u64, u64), Fault> {
        self.check_sgprs(register, words)?;
        let (low, low_undefined) = self.sgpr(register);
        if words < 2 || register == NULL {
            return Ok((low.into(), low_undefined.into()));
        }
        let (high, high_undefined) = self.sgpr(register + 1);
        Ok((
            u64::from(high) << 32 | u64::from(low),
            u64::from(high_undefined) << 32 | u64::from(low_undefined),
        ))
    }

    /// Reads scalar registers whose value must be defined.
    pub(super) fn defined_sgprs(&self, register: u8, words: u8, what: &str) -> Result<u64, Fault> {
        match self.read_sgprs(register, words)? {
            (value, 0) => Ok(value),
            _ => Err(format!("{what} in {} is undefined", sgpr_name(register)).into()),
        }
    }

    /// Writes one or two scalar registers.
    pub(super) fn write_sgprs(
        &mut self,
        register: u8,
        words: u8,
        value: u64,
        undefined: u64,
    ) -> Result<(), Fault> {
        if register == NULL || words == 0 {
            return Ok(());
        }
        self.check_sgprs(register, words)?;
        for index in 0..words {
            let shift = 32 * u32::from(index);
            self.set_sgpr(register + index, (value >> shift) as u32, (undefined >> shift) as u32)?;
        }
        Ok(())
    }

    fn set_sgpr(&mut self, register: u8, value: u32, undefined: u32) -> Result<(), Fault> {
        match register {
            NULL => {}
            EXEC | 127 => {
                if undefined != 0 {
                    return Err("an undefined value is written to EXEC".to_string().into());
                }
                let shift = if register == EXEC { 0 } else { 32 };
                let others = u64::from(u32::MAX) << (32 - shift);
                self.exec = (self.exec & others | u64::from(value) << shift) & self.all_lanes();
            }
            _ => {
                self.sgprs[usize::from(register)] = value;
                self.sgprs_undefined[usize::from(register)] = undefined;
            }
        }
        Ok(())
    }

    /// Reads a lane mask.
    pub(super) fn read_mask(&self, register: u8) -> Result<(u64, u64), Fault> {
        self.read_sgprs(register, self.mask_words())
    }

    /// Writes a lane mask.
    pub(super) fn write_mask(&mut self, register: u8, value: u64, undefined: u64) -> Result<(), Fault> {
        self.write_sgprs(register, self.mask_words(), value, undefined)
    }

    /// Marks scalar registers as in flight.
    pub(super) fn fly_sgprs(&mut self, first: u8, n: u8, token: u32) {
        for register in (first..first + n).filter(|register| *register != NULL) {
            self.sgprs_in_flight[usize::from(register)] = token;
        }
    }

    fn vgpr_index(&self, register: u16) -> usize {
        if register < FIRST_AGPR { register.into() } else { (register - FIRST_AGPR + self.n_vgprs).into() }
    }

    /// Checks that vector registers exist and are not in flight.
    pub(super) fn check_vgprs(&self, first: u16, n: u16) -> Result<(), Fault> {
        self.check_vgprs_for(first, n, None)
    }

    /// Checks vector registers that an operation will write. Operations of the same kind write in order.
    pub(super) fn check_vgprs_for(&self, first: u16, n: u16, writer: Option<OpKind>) -> Result<(), Fault> {
        for register in first..first + n {
            let index = self.vgpr_index(register);
            let is_vector = register < FIRST_AGPR;
            if is_vector && self.n_vgprs <= register || self.vgprs.len() <= index {
                let n = if is_vector {
                    self.n_vgprs.into()
                } else {
                    self.vgprs.len() - usize::from(self.n_vgprs)
                };
                let name = vgpr_name(register);
                return Err(
                    format!("{name} is not one of the {n} registers that the kernel allocates").into()
                );
            }
            let token = self.vgprs_in_flight[index];
            if token != 0
                && let Some(pending) = self.in_flight.find(token)
                && (writer != Some(pending.kind) || pending.kind == OpKind::Flat)
            {
                return Err(missing_wait(&vgpr_name(register), pending.pc));
            }
        }
        Ok(())
    }

    /// Marks vector registers as in flight.
    pub(super) fn fly_vgprs(&mut self, first: u16, n: u16, token: u32) {
        for register in first..first + n {
            let index = self.vgpr_index(register);
            self.vgprs_in_flight[index] = token;
        }
    }

    /// Returns a checked vector register.
    pub(super) fn vgpr(&self, register: u16) -> &LaneWords {
        &self.vgprs[self.vgpr_index(register)]
    }

    /// Returns the undefined bits of a checked vector register; `None` if these lanes have none.
    pub(super) fn vgpr_undefined(&self, register: u16, lanes: u64) -> Option<&LaneWords> {
        let index = self.vgpr_index(register);
        (self.undefined_lanes[index] & lanes != 0).then(|| &self.vgprs_undefined[index])
    }

    /// Returns a lane of a checked vector register with its undefined bits.
    pub(super) fn lane(&self, register: u16, lane: usize) -> (u32, u32) {
        let index = self.vgpr_index(register);
        (self.vgprs[index][lane], self.vgprs_undefined[index][lane])
    }

    /// Writes a lane of a checked vector register.
    pub(super) fn set_lane(&mut self, register: u16, lane: usize, value: u32, undefined: u32) {
        let index = self.vgpr_index(register);
        self.vgprs[index][lane] = value;
        self.vgprs_undefined[index][lane] = undefined;
        let bit = 1 << lane;
        if undefined == 0 {
            self.undefined_lanes[index] &= !bit;
        } else {
            self.undefined_lanes[index] |= bit;
        }
    }

    /// Writes some bits of a lane of a checked vector register.
    pub(super) fn merge_lane(&mut self, register: u16, lane: usize, mask: u32, value: u32, undefined: u32) {
        let (old, old_undefined) = self.lane(register, lane);
        self.set_lane(register, lane, old & !mask | value & mask, old_undefined & !mask | undefined & mask);
    }
}

fn missing_wait(register: &str, pc: u64) -> Fault {
    format!("missing wait: {register} is in flight since the instruction at {pc:#x}").into()
}

/// Returns the name of a scalar register.
pub(super) fn sgpr_name(register: u8) -> String {
    match register {
        VCC => "vcc_lo".to_string(),
        107 => "vcc_hi".to_string(),
        TTMP..M0 => format!("ttmp{}", register - TTMP),
        M0 => "m0".to_string(),
        NULL => "null".to_string(),
        EXEC => "exec_lo".to_string(),
        127 => "exec_hi".to_string(),
        _ => format!("s{register}"),
    }
}

/// Returns the name of a vector register.
pub(super) fn vgpr_name(register: u16) -> String {
    if register < FIRST_AGPR { format!("v{register}") } else { format!("a{}", register - FIRST_AGPR) }
}

/// Returns the numbers of the lanes in a mask.
pub(super) fn lanes_of(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (lane < MAX_LANES).then_some(lane)
    })
}
