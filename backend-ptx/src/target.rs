//! Table of chips, and the features of chips and PTX versions.
//!
//! A text has the smallest `.version` that its chip and the features that it uses allow, so that old drivers load
//! it: the maximum of the version of the chip and those of the features. Everything that this backend emits without
//! requiring a feature exists at the version of the oldest chip. Missing features of a chip are queried here and
//! nowhere else.

use warpline_passes::backend::Native;
use warpline_passes::{Target, TargetModel};

/// A version of PTX: major and minor number.
pub(crate) type Version = (u8, u8);

/// A chip that this backend supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chip {
    /// The name as `.target` writes it.
    pub(crate) name: &'static str,
    /// The smallest `.version` that supports the chip.
    pub(crate) version: Version,
    /// The number in the name.
    sm: u32,
}

/// Every chip, oldest first.
static CHIPS: &[Chip] = &[
    Chip { name: "sm_75", version: (6, 3), sm: 75 },
    Chip { name: "sm_80", version: (7, 0), sm: 80 },
    Chip { name: "sm_86", version: (7, 1), sm: 86 },
    Chip { name: "sm_87", version: (7, 4), sm: 87 },
    Chip { name: "sm_88", version: (9, 0), sm: 88 },
    Chip { name: "sm_89", version: (7, 8), sm: 89 },
    Chip { name: "sm_90", version: (7, 8), sm: 90 },
    Chip { name: "sm_90a", version: (8, 0), sm: 90 },
    Chip { name: "sm_100", version: (8, 6), sm: 100 },
    Chip { name: "sm_100a", version: (8, 6), sm: 100 },
    Chip { name: "sm_103", version: (8, 8), sm: 103 },
    Chip { name: "sm_110", version: (9, 0), sm: 110 },
    Chip { name: "sm_120", version: (8, 7), sm: 120 },
    Chip { name: "sm_120a", version: (8, 7), sm: 120 },
    Chip { name: "sm_121", version: (8, 8), sm: 121 },
];

/// The chip that is used if none is named: later ones run its code, too.
pub(crate) const DEFAULT_CHIP: &str = "sm_80";
/// The chip of a `#nvvm.target` that names none. In MLIR that is `sm_50`, whose text every later chip runs; this is
/// the oldest supported one.
pub(crate) const OLDEST_CHIP: &str = "sm_75";
/// The maximum size of `.shared` arrays of a kernel, in bytes.
pub(crate) const MAX_SHARED_BYTES: u64 = 48 * 1024;
/// The maximum size of parameters at every supported `.version`, in bytes.
pub(crate) const SMALL_PARAM_BYTES: u64 = 4096;
/// The maximum size of parameters with [`Feature::LARGE_PARAMS`], in bytes.
pub(crate) const MAX_PARAM_BYTES: u64 = 32764;

/// A feature that not every chip or version has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Feature {
    /// Its description in messages.
    pub(crate) what: &'static str,
    /// The first chip.
    pub(crate) sm: u32,
    /// The first version on that chip; later chips may need less.
    version: Version,
    /// The first chip whose own version is enough.
    enough_from: u32,
}

/// Defines a feature of a chip whose own version supports it.
const fn of_chip(what: &'static str, sm: u32) -> Feature {
    Feature { what, sm, version: (6, 3), enough_from: sm }
}

/// Defines a feature that needs a later version than that of its first chip.
const fn of_version(what: &'static str, sm: u32, version: Version) -> Feature {
    Feature { what, sm, version, enough_from: u32::MAX }
}

impl Feature {
    /// All features.
    const ALL: [Self; 10] = [
        Self::NAN_MIN_MAX,
        Self::BF16,
        Self::BF16_CONVERSIONS,
        Self::REDUX,
        Self::MMA_WIDE,
        Self::FP8,
        Self::ATOMIC_BF16,
        Self::CLUSTERS,
        Self::TANH,
        Self::LARGE_PARAMS,
    ];

    /// `min.NaN` and `max.NaN`.
    pub(crate) const NAN_MIN_MAX: Self = of_chip("min.NaN", 80);
    /// Rounding `f32` to `bf16`, and `fma.rn.bf16`.
    pub(crate) const BF16: Self = of_chip("bf16", 80);
    /// Conversions to `bf16` from anything but `f32`.
    pub(crate) const BF16_CONVERSIONS: Self = of_chip("a conversion to bf16 in one rounding", 90);
    /// `redux.sync` on integers.
    pub(crate) const REDUX: Self = of_chip("redux.sync", 80);
    /// `wmma` on `bf16`, `tf32` and `f64`.
    pub(crate) const MMA_WIDE: Self = of_chip("matrices of bf16, tf32 or f64", 80);
    /// Conversions between `f32` and the formats of 8 bits.
    pub(crate) const FP8: Self =
        Feature { what: "a conversion of fp8", sm: 89, version: (8, 1), enough_from: 90 };
    /// Atomic addition in `bf16`.
    pub(crate) const ATOMIC_BF16: Self = of_chip("atomic addition in bf16", 90);
    /// Clusters of blocks.
    pub(crate) const CLUSTERS: Self = of_chip("a cluster", 90);
    /// `tanh.approx`.
    pub(crate) const TANH: Self = of_version("tanh.approx", 75, (7, 0));
    /// More than [`SMALL_PARAM_BYTES`] of parameters.
    pub(crate) const LARGE_PARAMS: Self = of_version("more than 4096 bytes of parameters", 75, (8, 1));
}

/// The maximum grid size in each dimension, on every chip.
const MAX_GRID: [i64; 3] = [(1 << 31) - 1, 65535, 65535];
/// The maximum block size in each dimension.
const MAX_BLOCK: [i64; 3] = [1024, 1024, 64];

impl Chip {
    /// Returns the newest chip up to this number whose code all later ones run.
    pub(crate) fn newest(sm: u32) -> Option<Self> {
        let plain = CHIPS.iter().filter(|chip| chip.name.ends_with(|c: char| c.is_ascii_digit()));
        plain.filter(|chip| chip.sm <= sm).max_by_key(|chip| chip.sm).copied()
    }

    /// Returns the chip with this name.
    pub(crate) fn find(name: &str) -> Option<Self> {
        CHIPS.iter().find(|chip| chip.name == name).copied()
    }

    /// Returns the names of all chips, oldest first.
    pub(crate) fn names() -> Vec<&'static str> {
        CHIPS.iter().map(|chip| chip.name).collect()
    }

    /// Returns the chip as a target for passes and commands.
    pub(crate) fn target(self) -> Target {
        Target {
            name: self.name.to_string(),
            machine: String::new(),
            features: String::new(),
            subgroup_size: 32,
            max_block: (MAX_BLOCK, MAX_BLOCK[0]),
            max_grid: MAX_GRID,
            max_workgroup_bytes: MAX_SHARED_BYTES,
            native: self.native(),
            model: TargetModel::named(self.name).expect("the family has a row from its oldest chip on"),
            has_lines: true,
            details: self.details(),
        }
    }

    /// Returns the native operations of the chip, which passes do not expand.
    fn native(self) -> Native {
        let has = |feature, with: &'static [&'static str], without: &'static [&'static str]| {
            if self.has(feature) { with } else { without }
        };
        Native {
            collectives: has(Feature::REDUX, &["reduce-i32"], &[]),
            atomic_sums: has(Feature::ATOMIC_BF16, &["bf16", "f16", "f32", "f64"], &["f16", "f32", "f64"]),
            approximates: true,
            arith: has(Feature::FP8, &["fp8", "mul-extended"], &["mul-extended"]),
            divides: true,
            halves: match (self.has(Feature::BF16), self.has(Feature::BF16_CONVERSIONS)) {
                (_, true) => &["f16", "convert-f16", "bf16", "round-bf16", "convert-bf16"],
                (true, false) => &["f16", "convert-f16", "bf16", "round-bf16"],
                (false, false) => &["f16", "convert-f16"],
            },
            packed: has(Feature::BF16, &["bf16", "f16"], &["f16"]),
        }
    }

    /// Returns the properties of the chip for display.
    fn details(self) -> Vec<(&'static str, String)> {
        let version = |(major, minor): Version| format!("{major}.{minor}");
        let has = |feature: &Feature| match self.version_for(*feature) {
            needed if needed == self.version => feature.what.to_string(),
            needed => format!("{} (from .version {})", feature.what, version(needed)),
        };
        let (there, missing): (Vec<Feature>, Vec<Feature>) =
            Feature::ALL.into_iter().partition(|feature| self.has(*feature));
        let missing: Vec<&str> = missing.iter().map(|feature| feature.what).collect();
        vec![
            (".version", format!("{} at least", version(self.version))),
            ("parameters", format!("at most {MAX_PARAM_BYTES} bytes")),
            ("has", there.iter().map(has).collect::<Vec<_>>().join(", ")),
            ("lacks", if missing.is_empty() { "nothing of this list".into() } else { missing.join(", ") }),
        ]
    }

    /// Whether the chip has a feature.
    pub(crate) fn has(self, feature: Feature) -> bool {
        feature.sm <= self.sm
    }

    /// Returns the smallest version for a feature on this chip.
    pub(crate) fn version_for(self, feature: Feature) -> Version {
        if feature.enough_from <= self.sm { self.version } else { self.version.max(feature.version) }
    }
}
