//! Copies and fills as the driver can do them: runs of bytes, rows, and elements of up to 4 bytes.

use super::calls::{Rows, Set};
use crate::driver::{DeviceError, Fill, MAX_COPY_RANK, Result, StridedCopy};

/// Most bytes from row to row that every driver takes.
const MAX_PITCH: i64 = i32::MAX as i64;

/// A copy of bytes in one piece as one row.
pub(super) fn run(dst: u64, src: u64, bytes: u64) -> Rows {
    Rows { dst, src, dst_pitch: bytes, src_pitch: bytes, width: bytes, height: 1 }
}

/// Whether two runs of bytes have some, but not all, in common.
pub(super) fn overlap(dst: u64, src: u64, bytes: u64) -> bool {
    dst != src && dst.abs_diff(src) < bytes
}

/// One dimension of a copy: extent, and bytes from element to element on both sides.
#[derive(Clone, Copy, Debug)]
struct Dim {
    size: u64,
    dst: i64,
    src: i64,
}

/// A strided copy as copies of rows.
pub(super) fn pieces(copy: &StridedCopy) -> Result<Vec<Rows>> {
    if MAX_COPY_RANK < copy.rank {
        let message = format!("expected a rank of at most {MAX_COPY_RANK}, but found {}", copy.rank);
        return Err(DeviceError::invalid("copy_strided", message));
    }
    if copy.sizes[..copy.rank].contains(&0) || copy.element_bytes == 0 {
        return Ok(Vec::new());
    }
    let (width, mut dims) = joined(copy);
    let as_rows = |dim: &Dim| {
        let fits = |pitch: i64| width as i64 <= pitch && pitch <= MAX_PITCH;
        fits(dim.dst) && fits(dim.src)
    };
    let best = (0..dims.len()).filter(|index| as_rows(&dims[*index])).max_by_key(|index| dims[*index].size);
    let rows = best.map_or(Dim { size: 1, dst: width as i64, src: width as i64 }, |index| dims.remove(index));
    let first = Rows {
        dst: copy.dst,
        src: copy.src,
        dst_pitch: rows.dst as u64,
        src_pitch: rows.src as u64,
        width,
        height: rows.size,
    };
    let mut pieces = vec![first];
    for dim in dims {
        let mut all = Vec::with_capacity(pieces.len() * dim.size as usize);
        for number in 0..dim.size as i64 {
            all.extend(pieces.iter().map(|piece| Rows {
                dst: piece.dst.wrapping_add_signed(number * dim.dst),
                src: piece.src.wrapping_add_signed(number * dim.src),
                ..*piece
            }));
        }
        pieces = all;
    }
    Ok(pieces)
}

/// The bytes of the longest runs, and the dimensions that are left, of which none continues another.
fn joined(copy: &StridedCopy) -> (u64, Vec<Dim>) {
    let bytes = |stride: i64| stride.wrapping_mul(copy.element_bytes as i64);
    let dims = (0..copy.rank).map(|index| Dim {
        size: copy.sizes[index],
        dst: bytes(copy.dst_strides[index]),
        src: bytes(copy.src_strides[index]),
    });
    let mut dims: Vec<Dim> = dims.filter(|dim| 1 < dim.size).collect();
    dims.sort_by_key(|dim| dim.dst.unsigned_abs());
    let mut width = copy.element_bytes;
    let mut left: Vec<Dim> = Vec::new();
    for dim in dims {
        let goes_on = |last: &Dim| {
            let size = last.size as i64;
            dim.dst == last.dst.wrapping_mul(size) && dim.src == last.src.wrapping_mul(size)
        };
        match left.last_mut() {
            None if dim.dst == width as i64 && dim.src == width as i64 => width *= dim.size,
            Some(last) if goes_on(last) => last.size *= dim.size,
            _ => left.push(dim),
        }
    }
    (width, left)
}

/// A fill as fills of elements of up to 4 bytes.
pub(super) fn sets(fill: &Fill) -> Result<Vec<Set>> {
    let (low, high) = (fill.pattern as u32, (fill.pattern >> 32) as u32);
    let one = |dst: u64, value: u32, width: u32, count: u64| Set {
        dst,
        value,
        width,
        count,
        rows: 1,
        pitch: count * u64::from(width),
    };
    let column = |dst: u64, value: u32| Set { dst, value, width: 4, count: 1, rows: fill.count, pitch: 8 };
    Ok(match fill.width {
        1 | 2 | 4 | 8 if fill.count == 0 => Vec::new(),
        1 => vec![one(fill.dst, low & 0xff, 1, fill.count)],
        2 => vec![one(fill.dst, low & 0xffff, 2, fill.count)],
        4 => vec![one(fill.dst, low, 4, fill.count)],
        8 if low == high => vec![one(fill.dst, low, 4, 2 * fill.count)],
        8 => vec![column(fill.dst, low), column(fill.dst + 4, high)],
        width => {
            let message = format!("expected a width of 1, 2, 4 or 8 bytes, but found {width}");
            return Err(DeviceError::invalid("fill", message));
        }
    })
}
