//! Fills of strided views, split into runs of contiguous elements.
//!
//! All elements get the same value, so their order is irrelevant: dimensions are sorted by stride, those that
//! continue another are joined with it, and a dimension of negative stride begins at its other end.
//!
//! ```text
//! 4 x 8 x 2, strides [16, 2, 1]  →  runs of 16 elements, 4 of them 16 elements apart  →  one run of 64 elements
//! 4 x 8,     strides [32, 2]     →  runs of 1 element, 8 of them 2 apart, and 4 of those 32 apart
//! ```

use super::Fill;

/// A fill of a strided view. Element `(i, j, …)` is at an offset of `i * strides[0] + j * strides[1] + …`
/// elements from the address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StridedFill {
    /// Address of element 0.
    pub dst: u64,
    /// The value, in its low `width` bytes.
    pub pattern: u64,
    /// Bytes of one element: 1, 2, 4 or 8.
    pub width: u32,
    /// Extents; none for a single element. A view with an extent below 1 is empty.
    pub sizes: Vec<i64>,
    /// Strides in elements, as many as there are extents.
    pub strides: Vec<i64>,
}

/// A repetition of the same run at several addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dim {
    /// The number of repetitions, at least 2.
    pub(super) size: u64,
    /// Bytes from one repetition to the next, at least 1.
    pub(super) step: u64,
}

impl StridedFill {
    /// Returns the number of bytes of all elements.
    pub fn bytes(&self) -> u64 {
        let n = |size: &i64| u64::try_from(*size).unwrap_or(0);
        self.sizes.iter().map(n).fold(u64::from(self.width), u64::saturating_mul)
    }

    /// Returns the run at the lowest address, and the dimensions that repeat it, by ascending step; `None`
    /// for an empty view.
    pub(super) fn runs(&self) -> Option<(Fill, Vec<Dim>)> {
        if self.sizes.iter().any(|size| *size < 1) {
            return None;
        }
        let mut run = Fill { dst: self.dst, pattern: self.pattern, width: self.width, count: 1 };
        let mut dims: Vec<Dim> = Vec::new();
        for (size, stride) in self.sizes.iter().zip(&self.strides) {
            let step = stride.wrapping_mul(i64::from(self.width));
            if step < 0 {
                run.dst = run.dst.wrapping_add_signed(step.wrapping_mul(size - 1));
            }
            if 1 < *size && step != 0 {
                dims.push(Dim { size: size.unsigned_abs(), step: step.unsigned_abs() });
            }
        }
        dims.sort_by_key(|dim| dim.step);
        let mut left: Vec<Dim> = Vec::new();
        for dim in dims {
            match left.last_mut() {
                None if Some(dim.step) == run.count.checked_mul(u64::from(run.width)) => {
                    run.count *= dim.size;
                }
                Some(last) if Some(dim.step) == last.size.checked_mul(last.step) => last.size *= dim.size,
                Some(_) | None => left.push(dim),
            }
        }
        Some((run, left))
    }

    /// Calls `visit` with each run, starting at the lowest address of each dimension.
    pub(super) fn each_run(&self, visit: &mut impl FnMut(&Fill)) {
        if let Some((run, dims)) = self.runs() {
            repeat(&run, &dims, visit);
        }
    }
}

fn repeat(run: &Fill, dims: &[Dim], visit: &mut impl FnMut(&Fill)) {
    let Some((dim, dims)) = dims.split_last() else { return visit(run) };
    for number in 0..dim.size {
        let dst = run.dst.wrapping_add(number.wrapping_mul(dim.step));
        repeat(&Fill { dst, ..*run }, dims, visit);
    }
}
