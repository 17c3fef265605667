//! The order of blocks and threads, determined by a seed.

/// A pseudorandom number generator: SplitMix64.
#[derive(Clone, Debug)]
pub(super) struct Order {
    state: u64,
    is_natural: bool,
}

impl Order {
    /// Creates the order of a seed; 0 is the natural one.
    pub(super) fn new(seed: u64) -> Self {
        Self { state: seed, is_natural: seed == 0 }
    }

    /// Whether nothing is reordered.
    pub(super) fn is_natural(&self) -> bool {
        self.is_natural
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// Returns the `number`th of `n` items in the order of a seed.
    pub(super) fn nth(seed: u64, number: u64, n: u64) -> u64 {
        let mut order = Self::new(seed);
        if order.is_natural || n < 2 {
            return number;
        }
        // A step that has no divisor in common with `n` reaches each item once.
        let first = order.next() % n;
        let mut step = order.next() % n;
        while gcd(step, n) != 1 {
            step = (step + 1) % n;
        }
        let product = u128::from(number) * u128::from(step) + u128::from(first);
        (product % u128::from(n)) as u64
    }

    /// Shuffles items.
    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        if self.is_natural {
            return;
        }
        for last in (1..items.len()).rev() {
            let chosen = (self.next() % (last as u64 + 1)) as usize;
            items.swap(last, chosen);
        }
    }

    /// Returns the number of steps that a thread runs before the next one does. Turns are finite in the
    /// natural order, too, so that a thread that polls memory does not block the thread it waits for.
    pub(super) fn turn(&mut self) -> u64 {
        const LONG: u64 = 1 << 16;
        if self.is_natural {
            return LONG;
        }
        match self.next() % 4 {
            0 => 1 + self.next() % 8,
            1 => 1 + self.next() % 100,
            _ => LONG,
        }
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
