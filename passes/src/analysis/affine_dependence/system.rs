//! Systems of linear integer inequalities, proved infeasible by Fourier-Motzkin elimination.
//!
//! Eliminating a variable adds up each row that bounds it from below with each row that bounds it from above. The
//! remaining system has a rational solution exactly if the original has one, so a contradiction proves that there is
//! no integer solution either. Rows are divided by their greatest common divisor and their constants rounded, which
//! only removes rational solutions. Too many rows, or overflow, end the search without a proof.

use super::gcd;

/// The maximum number of rows that are kept.
const MAX_ROWS: usize = 64;

/// The constraint `constant + Σ terms[i] · x_i ≥ 0`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Row {
    /// A coefficient per variable; missing ones are 0.
    pub(super) terms: Vec<i128>,
    pub(super) constant: i128,
}

impl Row {
    /// Adds to the coefficient of a variable.
    pub(super) fn add_term(&mut self, variable: usize, coefficient: i128) {
        if self.terms.len() <= variable {
            self.terms.resize(variable + 1, 0);
        }
        self.terms[variable] += coefficient;
    }

    fn term(&self, variable: usize) -> i128 {
        self.terms.get(variable).copied().unwrap_or(0)
    }

    /// Returns the row with the opposite sign.
    fn negated(&self) -> Self {
        Self { terms: self.terms.iter().map(|term| -term).collect(), constant: -self.constant }
    }

    /// Divides by the greatest common divisor of the coefficients. Trailing zeros are removed, so that equal rows
    /// compare equal.
    fn normalized(mut self) -> Self {
        while self.terms.last() == Some(&0) {
            self.terms.pop();
        }
        let divisor = self.terms.iter().copied().fold(0, gcd);
        if 1 < divisor {
            self.terms.iter_mut().for_each(|term| *term /= divisor);
            self.constant = self.constant.div_euclid(divisor);
        }
        self
    }

    /// Returns the sum of multiples of two rows in which a variable has opposite signs, without that variable.
    fn combine(&self, other: &Self, variable: usize) -> Option<Self> {
        let (a, b) = (other.term(variable).abs(), self.term(variable).abs());
        let sum = |x: i128, y: i128| x.checked_mul(a)?.checked_add(y.checked_mul(b)?);
        let n = self.terms.len().max(other.terms.len());
        let terms = (0..n).map(|at| sum(self.term(at), other.term(at))).collect::<Option<_>>()?;
        Some(Self { terms, constant: sum(self.constant, other.constant)? }.normalized())
    }
}

/// A conjunction of rows.
#[derive(Clone, Debug, Default)]
pub(super) struct System {
    rows: Vec<Row>,
}

impl System {
    /// Adds the constraint `row ≥ 0`.
    pub(super) fn at_least_zero(&mut self, row: Row) {
        self.rows.push(row.normalized());
    }

    /// Adds the constraint `row = 0`.
    pub(super) fn equals_zero(&mut self, row: Row) {
        self.rows.push(row.negated().normalized());
        self.rows.push(row.normalized());
    }

    /// Whether the system provably has no integer solution.
    pub(super) fn has_no_solution(mut self) -> bool {
        loop {
            if self.rows.iter().any(|row| row.terms.is_empty() && row.constant < 0) {
                return true;
            }
            self.rows.retain(|row| !row.terms.is_empty());
            self.keep_strongest();
            if MAX_ROWS < self.rows.len() {
                return false;
            }
            let Some(variable) = self.cheapest_variable() else { return false };
            let Some(rows) = self.without(variable) else { return false };
            self.rows = rows;
        }
    }

    /// Of rows with the same coefficients, keeps the strongest: the one with the least constant.
    fn keep_strongest(&mut self) {
        self.rows.sort_unstable();
        self.rows.dedup_by(|later, first| later.terms == first.terms);
    }

    /// Returns the variable whose elimination produces the fewest rows.
    fn cheapest_variable(&self) -> Option<usize> {
        let n = self.rows.iter().map(|row| row.terms.len()).max()?;
        let count = |variable: usize, sign: i128| {
            self.rows.iter().filter(|row| row.term(variable).signum() == sign).count()
        };
        let occurs = |variable: &usize| self.rows.iter().any(|row| row.term(*variable) != 0);
        (0..n).filter(occurs).min_by_key(|variable| count(*variable, 1) * count(*variable, -1))
    }

    /// Eliminates a variable; `None` if numbers overflow or there are too many rows.
    fn without(&self, variable: usize) -> Option<Vec<Row>> {
        let mut rows: Vec<Row> = self.rows.iter().filter(|row| row.term(variable) == 0).cloned().collect();
        for below in self.rows.iter().filter(|row| 0 < row.term(variable)) {
            for above in self.rows.iter().filter(|row| row.term(variable) < 0) {
                rows.push(below.combine(above, variable)?);
            }
            if MAX_ROWS * 8 < rows.len() {
                return None;
            }
        }
        Some(rows)
    }
}
