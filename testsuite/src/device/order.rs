//! The seeded order of blocks and warps in flight.

/// A pseudo-random generator.
pub(super) struct Order(u64);

impl Order {
    /// Returns the order of a seed.
    pub(super) fn of(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// Returns a number below a bound.
    pub(super) fn next(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    /// Changes the order of items.
    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for index in (1..items.len()).rev() {
            items.swap(index, self.next(index as u64 + 1) as usize);
        }
    }
}
