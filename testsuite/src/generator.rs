//! A deterministic generator of pseudo-random numbers, and the seeds that a test tries.

use std::ops::Range;

/// The SplitMix64 generator.
#[derive(Clone, Debug)]
pub struct Generator(u64);

impl Generator {
    /// Creates the generator of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `n`; 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() % (n.max(1) as u64)) as usize
    }
}

/// Returns the seeds to try: those of the environment variable of this name, which is `START..END`, or a sample.
///
/// # Panics
///
/// Panics if the variable has another form.
pub fn seeds(variable: &str, sample: Range<u64>) -> Range<u64> {
    let Ok(given) = std::env::var(variable) else { return sample };
    let bounds =
        given.split_once("..").and_then(|(start, end)| Some((start.parse().ok()?, end.parse().ok()?)));
    let (start, end) = bounds.unwrap_or_else(|| panic!("{variable} is START..END"));
    start..end
}

/// Whether the tests that are sampled try everything: the environment variable `SHARES` is `all`.
pub fn is_whole() -> bool {
    std::env::var("SHARES").is_ok_and(|which| which == "all")
}

/// Returns one of `n` items, or all if [`is_whole`].
pub fn share<T>(n: usize, items: impl IntoIterator<Item = T>) -> Vec<T> {
    items.into_iter().step_by(if is_whole() { 1 } else { n }).collect()
}
