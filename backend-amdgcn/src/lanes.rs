//! The number of lanes of a wave, and the instructions on masks of them.

use crate::inst::{Operand, Reg};
use crate::opcode::Opcode;

/// The number of lanes of a wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lanes {
    /// 32 lanes: a mask is one register.
    Wave32,
    /// 64 lanes: a mask is a pair of registers.
    Wave64,
}

impl Lanes {
    /// Returns the number.
    pub(crate) fn count(self) -> u32 {
        match self {
            Self::Wave32 => 32,
            Self::Wave64 => 64,
        }
    }

    /// Returns the number of registers of a mask.
    pub(crate) fn mask_words(self) -> u8 {
        (self.count() / 32) as u8
    }

    /// Returns the mask of active lanes.
    pub(crate) fn exec(self) -> Operand {
        Reg::Exec(self.mask_words()).into()
    }

    /// Returns the condition mask.
    pub(crate) fn vcc(self) -> Operand {
        Reg::Vcc(self.mask_words()).into()
    }

    fn pick(self, narrow: Opcode, wide: Opcode) -> Opcode {
        match self {
            Self::Wave32 => narrow,
            Self::Wave64 => wide,
        }
    }

    /// Returns the copy of a mask.
    pub(crate) fn mov(self) -> Opcode {
        self.pick(Opcode::SMovB32, Opcode::SMovB64)
    }

    /// Returns the choice between two masks by the condition code.
    pub(crate) fn select(self) -> Opcode {
        self.pick(Opcode::SCselectB32, Opcode::SCselectB64)
    }

    /// Returns the intersection of masks.
    pub(crate) fn and(self) -> Opcode {
        self.pick(Opcode::SAndB32, Opcode::SAndB64)
    }

    /// Returns the union of masks.
    pub(crate) fn or(self) -> Opcode {
        self.pick(Opcode::SOrB32, Opcode::SOrB64)
    }

    /// Returns the difference of masks, lanes in exactly one of them.
    pub(crate) fn xor(self) -> Opcode {
        self.pick(Opcode::SXorB32, Opcode::SXorB64)
    }

    /// Returns the lanes of the first mask that are not in the second.
    pub(crate) fn and_not(self) -> Opcode {
        self.pick(Opcode::SAndNot1B32, Opcode::SAndNot1B64)
    }

    /// Returns the number of lanes in a mask.
    pub(crate) fn n_set(self) -> Opcode {
        self.pick(Opcode::SBcnt1I32B32, Opcode::SBcnt1I32B64)
    }

    /// Returns the instruction that saves the active lanes, and keeps those of a mask active.
    pub(crate) fn and_saveexec(self) -> Opcode {
        self.pick(Opcode::SAndSaveexecB32, Opcode::SAndSaveexecB64)
    }
}
