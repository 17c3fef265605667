//! Maximum-weight matching of a bipartite graph with sides of equal size.
//!
//! The Hungarian method with potentials and shortest augmenting paths, O(n³). A weight of 0 means that there is no
//! edge.

/// Returns, for each left vertex, its match on the right, so that the sum of `weight(left, right)` is greatest.
pub fn max_weight_matching(n: usize, weight: impl Fn(usize, usize) -> i64) -> Vec<Option<usize>> {
    let mut state = State {
        row_potential: vec![0; n + 1],
        column_potential: vec![0; n + 1],
        row_of: vec![0; n + 1],
        previous: vec![0; n + 1],
    };
    for row in 1..=n {
        state.augment(n, row, &weight);
    }
    let mut matched = vec![None; n];
    for column in 1..=n {
        let row = state.row_of[column];
        if row != 0 && weight(row - 1, column - 1) != 0 {
            matched[row - 1] = Some(column - 1);
        }
    }
    matched
}

/// Rows and columns count from 1; row and column 0 mean "none".
struct State {
    row_potential: Vec<i64>,
    column_potential: Vec<i64>,
    row_of: Vec<usize>,
    previous: Vec<usize>,
}

impl State {
    /// Adds a row to the matching along a cheapest augmenting path, where the cost is the negative weight.
    fn augment(&mut self, n: usize, row: usize, weight: &impl Fn(usize, usize) -> i64) {
        self.row_of[0] = row;
        let mut at = 0;
        let mut least = vec![i64::MAX; n + 1];
        let mut is_used = vec![false; n + 1];
        loop {
            is_used[at] = true;
            let from = self.row_of[at];
            let (mut delta, mut next) = (i64::MAX, 0);
            for column in 1..=n {
                if is_used[column] {
                    continue;
                }
                let cost =
                    -weight(from - 1, column - 1) - self.row_potential[from] - self.column_potential[column];
                if cost < least[column] {
                    least[column] = cost;
                    self.previous[column] = at;
                }
                if least[column] < delta {
                    delta = least[column];
                    next = column;
                }
            }
            self.shift(&is_used, &mut least, delta);
            at = next;
            if self.row_of[at] == 0 {
                break;
            }
        }
        while at != 0 {
            let before = self.previous[at];
            self.row_of[at] = self.row_of[before];
            at = before;
        }
    }

    fn shift(&mut self, is_used: &[bool], least: &mut [i64], delta: i64) {
        for column in 0..is_used.len() {
            if is_used[column] {
                self.row_potential[self.row_of[column]] += delta;
                self.column_potential[column] -= delta;
            } else {
                least[column] = least[column].saturating_sub(delta);
            }
        }
    }
}
