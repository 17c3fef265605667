//! Sets of small numbers, as one bit each.

/// A set of numbers below the size that it was made with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Set {
    words: Vec<u64>,
}

impl Set {
    /// The empty set of numbers below `size`.
    pub(super) fn new(size: usize) -> Self {
        Self { words: vec![0; size.div_ceil(64)] }
    }

    /// The set of all numbers below `size`.
    pub(super) fn full(size: usize) -> Self {
        let mut set = Self::new(size);
        (0..size).for_each(|number| set.insert(number));
        set
    }

    /// Adds a number.
    pub(super) fn insert(&mut self, number: usize) {
        self.words[number / 64] |= 1 << (number % 64);
    }

    /// Takes a number out.
    pub(super) fn remove(&mut self, number: usize) {
        self.words[number / 64] &= !(1 << (number % 64));
    }

    /// Whether a number is in it.
    pub(super) fn contains(&self, number: usize) -> bool {
        self.words[number / 64] & (1 << (number % 64)) != 0
    }

    /// Whether nothing is in it.
    pub(super) fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Whether all of `other` is in it.
    pub(super) fn has_all(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).all(|(word, other)| other & !word == 0)
    }

    /// Whether anything is in both.
    pub(super) fn meets(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).any(|(word, other)| word & other != 0)
    }

    /// Adds all of `other`; whether that changed anything.
    pub(super) fn unite(&mut self, other: &Self) -> bool {
        let mut changed = false;
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            changed |= more & !*word != 0;
            *word |= more;
        }
        changed
    }

    /// Keeps what is in `other` too; whether that changed anything.
    pub(super) fn keep(&mut self, other: &Self) -> bool {
        let mut changed = false;
        for (word, kept) in self.words.iter_mut().zip(&other.words) {
            changed |= *word & !kept != 0;
            *word &= kept;
        }
        changed
    }

    /// Takes out all that is in `other`.
    pub(super) fn subtract(&mut self, other: &Self) {
        for (word, less) in self.words.iter_mut().zip(&other.words) {
            *word &= !less;
        }
    }

    /// What is in both.
    pub(super) fn common(&self, other: &Self) -> Self {
        let mut set = self.clone();
        set.keep(other);
        set
    }

    /// The numbers, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let bits = |word: u64| (0..64).filter(move |bit| word & (1 << bit) != 0);
        self.words.iter().enumerate().flat_map(move |(at, word)| bits(*word).map(move |bit| at * 64 + bit))
    }
}
