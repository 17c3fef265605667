//! A set of node numbers as bits.

/// A set of numbers below a fixed bound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// The empty set of numbers below `bound`.
    pub fn new(bound: usize) -> Self {
        Self { words: vec![0; bound.div_ceil(64)] }
    }

    /// Adds a number.
    pub fn insert(&mut self, index: usize) {
        self.words[index / 64] |= 1 << (index % 64);
    }

    /// Removes a number.
    pub fn remove(&mut self, index: usize) {
        self.words[index / 64] &= !(1 << (index % 64));
    }

    /// Whether a number is in the set.
    pub fn contains(&self, index: usize) -> bool {
        self.words.get(index / 64).is_some_and(|word| word & (1 << (index % 64)) != 0)
    }

    /// Adds all of another set; says whether that changed anything.
    pub fn union(&mut self, other: &Self) -> bool {
        let mut changed = false;
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            changed |= more & !*word != 0;
            *word |= more;
        }
        changed
    }

    /// Keeps what is in both.
    pub fn intersect(&mut self, other: &Self) {
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word &= more;
        }
    }

    /// What is in both.
    pub fn common(&self, other: &Self) -> Self {
        let mut both = self.clone();
        both.intersect(other);
        both
    }

    /// Removes all of another set.
    pub fn subtract(&mut self, other: &Self) {
        for (word, less) in self.words.iter_mut().zip(&other.words) {
            *word &= !less;
        }
    }

    /// Removes `bound` and all above it.
    pub fn keep_below(&mut self, bound: usize) {
        if let Some(word) = self.words.get_mut(bound / 64) {
            *word &= (1 << (bound % 64)) - 1;
        }
        self.words.iter_mut().skip(bound / 64 + 1).for_each(|word| *word = 0);
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// All of them, the least first.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(number, word)| {
            std::iter::successors(Some(*word), |rest| Some(rest & rest.wrapping_sub(1)))
                .take_while(|rest| *rest != 0)
                .map(move |rest| number * 64 + rest.trailing_zeros() as usize)
        })
    }

    /// The greatest.
    pub fn last(&self) -> Option<usize> {
        let number = self.words.iter().rposition(|word| *word != 0)?;
        Some(number * 64 + self.words[number].ilog2() as usize)
    }

    /// The empty set with the same bound.
    pub fn emptied(&self) -> Self {
        Self { words: vec![0; self.words.len()] }
    }
}
