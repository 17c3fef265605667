//! Whether two buffers share a byte, by the addresses of their elements.

use warpline_ir::host_abi::BufferSlots;

/// The most runs of bytes that are compared; of buffers with more, only the first and the last byte are.
const MAX_RUNS: usize = 1 << 20;

/// A buffer as dimensions in bytes.
struct Extents {
    first: i128,
    /// Size and stride of each dimension; the last one is that of the bytes of an element.
    dims: Vec<(i128, i128)>,
}

impl Extents {
    /// # Safety
    /// `slots` describes a buffer whose lists have as many elements as it has dimensions.
    unsafe fn of(slots: *const BufferSlots, element_bytes: u64) -> Self {
        // SAFETY: the caller vouches for the slots and their lists.
        let (base, sizes, strides) = unsafe {
            let BufferSlots { base, rank, sizes, strides, .. } = slots.read();
            let list = |address: u64| {
                let first = std::ptr::with_exposed_provenance::<i64>(address as usize);
                if rank == 0 { &[][..] } else { std::slice::from_raw_parts(first, rank as usize) }
            };
            (base, list(sizes), list(strides))
        };
        let bytes = i128::from(element_bytes);
        let dims = sizes.iter().zip(strides);
        let mut dims: Vec<(i128, i128)> =
            dims.map(|(size, stride)| (i128::from(*size), i128::from(*stride) * bytes)).collect();
        dims.push((bytes, 1));
        // A negative stride reaches the same bytes from the other end.
        let mut first = i128::from(base);
        for (size, stride) in &mut dims {
            if *stride < 0 {
                first += (*size - 1).max(0) * *stride;
                *stride = -*stride;
            }
        }
        Self { first, dims }
    }

    fn is_empty(&self) -> bool {
        self.dims.iter().any(|(size, _)| *size <= 0)
    }

    /// Returns one past the last byte.
    fn end(&self) -> i128 {
        self.dims.iter().fold(self.first + 1, |end, (size, stride)| end + (size - 1) * stride)
    }

    /// Returns the bytes as runs, in order; `None` if there are too many.
    fn runs(&self) -> Option<Vec<(i128, i128)>> {
        let mut dims = self.dims.clone();
        dims.sort_unstable_by_key(|(_, stride)| *stride);
        let (mut firsts, mut bytes) = (vec![self.first], 1);
        for (size, stride) in dims {
            if stride <= bytes && firsts.len() == 1 {
                bytes += (size - 1) * stride;
                continue;
            }
            let count = usize::try_from(size).ok()?.checked_mul(firsts.len())?;
            if MAX_RUNS < count {
                return None;
            }
            firsts =
                (0..size).flat_map(|index| firsts.iter().map(move |first| first + index * stride)).collect();
        }
        firsts.sort_unstable();
        Some(firsts.into_iter().map(|first| (first, first + bytes)).collect())
    }

    fn shares_byte(&self, other: &Self) -> bool {
        if self.is_empty() || other.is_empty() || self.end() <= other.first || other.end() <= self.first {
            return false;
        }
        let (Some(a), Some(b)) = (self.runs(), other.runs()) else { return false };
        let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
        while let (Some(x), Some(y)) = (a.peek(), b.peek()) {
            if x.0 < y.1 && y.0 < x.1 {
                return true;
            }
            if x.1 <= y.1 {
                a.next()
            } else {
                b.next()
            };
        }
        false
    }
}

/// Returns 1 if two buffers with elements of these bytes share no byte, else 0.
///
/// # Safety
/// The slots describe buffers whose lists have as many elements as they have dimensions.
pub(super) unsafe extern "C" fn wl_apart(
    a: *const BufferSlots,
    a_bytes: u64,
    b: *const BufferSlots,
    b_bytes: u64,
) -> u32 {
    // SAFETY: the caller vouches for both.
    let (a, b) = unsafe { (Extents::of(a, a_bytes), Extents::of(b, b_bytes)) };
    u32::from(!a.shares_byte(&b))
}
