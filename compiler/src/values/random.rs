//! Reproducible values: the same on every platform, part of the contract of `rand:SEED`.
//!
//! Element number `i` is the output of SplitMix64 with the state `seed + (i + 1) * 0x9e3779b97f4a7c15`. Its upper 53 bits
//! divided by 2^53 are `u`; a float is `low + (high - low) * u` computed in f64 and rounded to the element, an integer
//! is the same rounded down, a complex number has it as its real part. Defaults: floats from 0 to 1, integers from 0 to 100, `i1` from 0 to 2, highs excluded.

use crate::driver::values::Element;

/// A generator over a range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Random {
    /// The seed.
    pub seed: u64,
    /// The minimum and the exclusive upper bound; the defaults if `None`.
    pub range: Option<(f64, f64)>,
}

impl Random {
    /// Returns the bits of element number `index`.
    pub fn bits(&self, element: Element, index: u64) -> u128 {
        let (low, high) = self.range.unwrap_or(match element {
            Element::Float(_) | Element::Complex(_) => (0.0, 1.0),
            Element::Int(1) => (0.0, 2.0),
            Element::Int(_) | Element::Index => (0.0, 100.0),
        });
        let unit = (split_mix(self.seed, index) >> 11) as f64 / (1u64 << 53) as f64;
        let value = low + (high - low) * unit;
        match element {
            Element::Float(_) | Element::Complex(_) => element.from_f64(value),
            Element::Int(_) | Element::Index => element.from_f64(value.floor()),
        }
    }
}

fn split_mix(seed: u64, index: u64) -> u64 {
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut z = seed.wrapping_add(index.wrapping_add(1).wrapping_mul(STEP));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
