//! The MODE register: rounding, denormals and the handling of NaN.

use super::super::soft::{Format, Round};

/// The mode of a wave, with the bits of the MODE register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mode(pub(super) u32);

impl Mode {
    /// Returns the rounding of a format.
    pub(super) fn round(self, format: Format) -> Round {
        match (self.0 >> if format == Format::F32 { 0 } else { 2 }) & 3 {
            0 => Round::Nearest,
            1 => Round::Up,
            2 => Round::Down,
            _ => Round::Zero,
        }
    }

    fn denormals(self, format: Format) -> u32 {
        (self.0 >> if format == Format::F32 { 4 } else { 6 }) & 3
    }

    /// Whether subnormal sources are zeros.
    pub(super) fn flushes_sources(self, format: Format) -> bool {
        self.denormals(format) & 1 == 0
    }

    /// Whether subnormal results become zeros.
    pub(super) fn flushes_results(self, format: Format) -> bool {
        self.denormals(format) & 2 == 0
    }

    /// Whether clamping makes NaN zero.
    pub(super) fn clamps_nan(self) -> bool {
        self.0 & 1 << 8 != 0
    }

    /// Whether minimum and maximum quiet signalling NaN.
    pub(super) fn is_ieee(self) -> bool {
        self.0 & 1 << 9 != 0
    }
}
