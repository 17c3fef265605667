//! Copies and fills of the CPU device.

use super::memory::pointer;
use crate::driver::{Fill, StridedCopy, StridedFill};

/// Copies bytes; the ranges may overlap.
///
/// # Safety
/// Both ranges must be valid memory that is not accessed concurrently.
pub(super) unsafe fn copy(dst: u64, src: u64, bytes: u64) {
    // SAFETY: the caller vouches for both ranges.
    unsafe { std::ptr::copy(pointer(src), pointer(dst), bytes as usize) };
}

/// Fills memory with a pattern.
///
/// # Safety
/// The range must be valid memory that is not accessed concurrently; the width is 1, 2, 4 or 8.
pub(super) unsafe fn fill(fill: &Fill) {
    let (dst, count) = (pointer(fill.dst), fill.count as usize);
    let pattern = fill.pattern.to_le_bytes();
    if pattern[..fill.width as usize].iter().all(|byte| *byte == pattern[0]) {
        // SAFETY: the caller vouches for `count` elements of `width` bytes.
        unsafe { dst.write_bytes(pattern[0], count * fill.width as usize) };
        return;
    }
    // SAFETY: as above; the elements need no alignment.
    unsafe {
        match fill.width {
            2 => fill_with(dst, fill.pattern as u16, count),
            4 => fill_with(dst, fill.pattern as u32, count),
            _ => fill_with(dst, fill.pattern, count),
        }
    }
}

/// Fills a strided view with a pattern.
///
/// # Safety
/// All elements must be valid memory that is not accessed concurrently; the width is 1, 2, 4 or 8.
pub(super) unsafe fn fill_strided(fill: &StridedFill) {
    // SAFETY: the runs are the elements of the view.
    fill.each_run(&mut |run| unsafe { self::fill(run) });
}

/// Writes `count` elements.
///
/// # Safety
/// The range must be valid memory.
unsafe fn fill_with<T: Copy>(dst: *mut u8, value: T, count: usize) {
    for index in 0..count {
        // SAFETY: the caller vouches for `count` elements.
        unsafe { dst.cast::<T>().add(index).write_unaligned(value) };
    }
}

/// Copies between two strided views, row by row of the last dimension.
///
/// # Safety
/// All elements of both views must be valid memory that is not accessed concurrently; no extent is 0.
pub(super) unsafe fn copy_strided(copy: &StridedCopy) {
    let Some(last) = copy.rank.checked_sub(1) else {
        // SAFETY: a view of rank 0 has one element.
        unsafe { self::copy(copy.dst, copy.src, copy.element_bytes) };
        return;
    };
    let mut index = [0_u64; crate::driver::MAX_COPY_RANK];
    loop {
        let dst = element(copy.dst, copy.element_bytes, &index[..last], &copy.dst_strides);
        let src = element(copy.src, copy.element_bytes, &index[..last], &copy.src_strides);
        // SAFETY: the index is inside the extents, so the row is a part of both views.
        unsafe { copy_row(copy, dst, src, last) };
        if !advance(&mut index[..last], &copy.sizes) {
            return;
        }
    }
}

/// Copies one row of dimension `last`.
///
/// # Safety
/// The row must be valid memory in both views.
unsafe fn copy_row(copy: &StridedCopy, dst: u64, src: u64, last: usize) {
    let bytes = copy.element_bytes;
    if copy.dst_strides[last] == 1 && copy.src_strides[last] == 1 {
        // SAFETY: the row is contiguous on both sides.
        unsafe { self::copy(dst, src, bytes * copy.sizes[last]) };
        return;
    }
    for column in 0..copy.sizes[last] {
        let dst = element(dst, bytes, &[column], &copy.dst_strides[last..]);
        let src = element(src, bytes, &[column], &copy.src_strides[last..]);
        // SAFETY: the column is inside the extent.
        unsafe { self::copy(dst, src, bytes) };
    }
}

/// Returns the address of the element at `index`.
fn element(address: u64, element_bytes: u64, index: &[u64], strides: &[i64]) -> u64 {
    let offset = index
        .iter()
        .zip(strides)
        .fold(0_i64, |sum, (i, stride)| sum.wrapping_add((*i as i64).wrapping_mul(*stride)));
    address.wrapping_add_signed(offset.wrapping_mul(element_bytes as i64))
}

/// Advances to the next index, last dimension first; returns false after the last one.
fn advance(index: &mut [u64], sizes: &[u64]) -> bool {
    for (position, size) in index.iter_mut().zip(sizes).rev() {
        *position += 1;
        if *position < *size {
            return true;
        }
        *position = 0;
    }
    false
}
