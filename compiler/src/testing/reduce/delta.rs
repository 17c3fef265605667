//! Delta debugging: which places of a list can be chosen together.
//!
//! It goes from large parts of the list to single places, and from its end to its start, since what comes later uses
//! what comes before. A part that can go with all that went before stays chosen. Each place is tried alone at least once, so
//! the number of tries is near to the length of the list where little can go, and to its logarithm where nearly all can.

/// Chooses places out of `n`; `holds` says whether a set of them, in ascending order, may be chosen. What it accepted
/// once is a part of every later set.
pub(super) fn minimise(n: usize, mut holds: impl FnMut(&[usize]) -> bool) {
    let mut chosen = vec![false; n];
    let mut length = n;
    while 0 < length {
        for part in (0..n.div_ceil(length)).rev() {
            let range = part * length..n.min((part + 1) * length);
            if range.clone().all(|place| chosen[place]) {
                continue;
            }
            let wanted: Vec<usize> = (0..n).filter(|place| chosen[*place] || range.contains(place)).collect();
            if holds(&wanted) {
                chosen[range].fill(true);
            }
        }
        length /= 2;
    }
}
