//! Splits copies and fills into those that the driver supports: runs of bytes, rows, and elements of up to 4
//! bytes.

use super::driver::{Rows, Set};
use crate::driver::strided_fill::Dim as FillDim;
use crate::driver::{DeviceError, Fill, MAX_COPY_RANK, Result, StridedCopy, StridedFill, check_width};

/// The maximum number of bytes from row to row that every driver accepts.
const MAX_PITCH: i64 = i32::MAX as i64;

/// Returns a contiguous copy as one row.
pub(super) fn run(dst: u64, src: u64, bytes: u64) -> Rows {
    Rows { dst, src, dst_pitch: bytes, src_pitch: bytes, width: bytes, height: 1 }
}

/// Whether two different runs of bytes overlap.
pub(super) fn overlap(dst: u64, src: u64, bytes: u64) -> bool {
    dst != src && dst.abs_diff(src) < bytes
}

/// One dimension of a copy: extent, and stride in bytes on both sides.
#[derive(Clone, Copy, Debug)]
struct Dim {
    size: u64,
    dst: i64,
    src: i64,
}

/// Splits a strided copy into copies of rows.
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

/// Returns the bytes of the longest runs, and the remaining dimensions, of which none continues another.
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

/// Splits a fill into fills of elements of up to 4 bytes.
pub(super) fn sets(fill: &Fill) -> Result<Vec<Set>> {
    check_width("fill", fill.width)?;
    Ok(if fill.count == 0 { Vec::new() } else { sets_of(fill, &[]) })
}

/// Splits a fill of a strided view into fills of rows of elements of up to 4 bytes.
pub(super) fn strided_sets(fill: &StridedFill) -> Result<Vec<Set>> {
    check_width("fill_strided", fill.width)?;
    Ok(fill.runs().map_or_else(Vec::new, |(run, dims)| sets_of(&run, &dims)))
}

fn sets_of(run: &Fill, dims: &[FillDim]) -> Vec<Set> {
    let (low, high) = (run.pattern & 0xffff_ffff, run.pattern >> 32);
    if run.width < 8 {
        return rows_of(run, dims.to_vec());
    }
    if low == high {
        return rows_of(&Fill { pattern: low, width: 4, count: 2 * run.count, ..*run }, dims.to_vec());
    }
    let half = |dst: u64, pattern: u64| {
        let elements = FillDim { size: run.count, step: 8 };
        let dims = std::iter::once(elements).filter(|dim| 1 < dim.size).chain(dims.iter().copied());
        rows_of(&Fill { dst, pattern, width: 4, count: 1 }, dims.collect())
    };
    [half(run.dst, low), half(run.dst + 4, high)].concat()
}

/// Fills runs of elements of up to 4 bytes: the longest dimension with a valid pitch becomes the rows of each
/// call.
fn rows_of(run: &Fill, mut dims: Vec<FillDim>) -> Vec<Set> {
    let bytes = run.count * u64::from(run.width);
    let as_rows = |dim: &FillDim| bytes <= dim.step && dim.step <= MAX_PITCH as u64;
    let best = (0..dims.len()).filter(|index| as_rows(&dims[*index])).max_by_key(|index| dims[*index].size);
    let rows = best.map_or(FillDim { size: 1, step: bytes }, |index| dims.remove(index));
    let value = match run.width {
        1 => run.pattern as u32 & 0xff,
        2 => run.pattern as u32 & 0xffff,
        _ => run.pattern as u32,
    };
    let (count, width) = (run.count, run.width);
    let mut sets = vec![Set { dst: run.dst, value, width, count, rows: rows.size, pitch: rows.step }];
    for dim in dims {
        let at = |number: u64| {
            let offset = number.wrapping_mul(dim.step);
            sets.iter().map(move |set| Set { dst: set.dst.wrapping_add(offset), ..*set })
        };
        sets = (0..dim.size).flat_map(at).collect();
    }
    sets
}
