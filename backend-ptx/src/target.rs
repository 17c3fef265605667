//! Chips and the versions of PTX that they need.
//!
//! A text carries the smallest `.version` that its chip allows, so that old drivers load it; everything that
//! this backend emits exists at that version. What a chip lacks is asked here and nowhere else.

/// A chip that this backend makes code for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    /// The name as `.target` writes it.
    pub(crate) name: &'static str,
    /// The smallest `.version` that knows the chip.
    pub(crate) version: &'static str,
    /// The number in the name.
    sm: u32,
}

/// Every chip, oldest first.
static TARGETS: &[Target] = &[
    Target { name: "sm_75", version: "6.3", sm: 75 },
    Target { name: "sm_80", version: "7.0", sm: 80 },
    Target { name: "sm_86", version: "7.1", sm: 86 },
    Target { name: "sm_87", version: "7.4", sm: 87 },
    Target { name: "sm_89", version: "7.8", sm: 89 },
    Target { name: "sm_90", version: "7.8", sm: 90 },
    Target { name: "sm_90a", version: "8.0", sm: 90 },
    Target { name: "sm_100", version: "8.6", sm: 100 },
    Target { name: "sm_100a", version: "8.6", sm: 100 },
    Target { name: "sm_120", version: "8.7", sm: 120 },
    Target { name: "sm_120a", version: "8.7", sm: 120 },
];

/// Bytes of `.shared` that a kernel may declare.
pub(crate) const MAX_SHARED_BYTES: u64 = 48 * 1024;
/// Bytes of parameters that every supported `.version` takes.
pub(crate) const MAX_PARAM_BYTES: u64 = 4096;

impl Target {
    /// The chip with this name.
    pub(crate) fn find(name: &str) -> Option<Self> {
        TARGETS.iter().find(|target| target.name == name).copied()
    }

    /// The names of all chips, for messages.
    pub(crate) fn names() -> String {
        TARGETS.iter().map(|target| target.name).collect::<Vec<_>>().join(", ")
    }

    /// `min.NaN` and `max.NaN` on `f32`.
    pub(crate) fn has_nan_min_max(self) -> bool {
        80 <= self.sm
    }

    /// Rounding `f32` to `bf16`, and `fma.rn.bf16`.
    pub(crate) fn has_bf16(self) -> bool {
        80 <= self.sm
    }

    /// Conversions to `bf16` from anything but `f32`.
    pub(crate) fn has_bf16_conversions(self) -> bool {
        90 <= self.sm
    }
}
