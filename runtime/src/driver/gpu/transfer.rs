//! Splits copies and fills into those that the driver supports: runs of bytes, rows, and elements of up to 4
//! bytes.

use super::driver::{Limits, Rows, Set};
use crate::driver::strided_fill::Dim as FillDim;
use crate::driver::{DeviceError, Fill, MAX_COPY_RANK, Result, StridedCopy, StridedFill, check_width};

/// The maximum number of bytes from row to row that every driver accepts.
const MAX_PITCH: i64 = i32::MAX as i64;
/// The maximum bytes of an element of a fill that every driver accepts.
const MAX_ELEMENT: u32 = 4;

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
pub(super) fn sets(fill: &Fill, limits: &Limits) -> Result<Vec<Set>> {
    check_width("fill", fill.width)?;
    Ok(if fill.count == 0 { Vec::new() } else { sets_of(fill, &[], limits.row_element) })
}

/// Splits a fill of a strided view into fills of rows of elements of up to 4 bytes.
pub(super) fn strided_sets(fill: &StridedFill, limits: &Limits) -> Result<Vec<Set>> {
    check_width("fill_strided", fill.width)?;
    Ok(fill.runs().map_or_else(Vec::new, |(run, dims)| sets_of(&run, &dims, limits.row_element)))
}

/// Fills runs of elements: as they are, or part by part of an element, with the elements as rows.
fn sets_of(run: &Fill, dims: &[FillDim], row_element: u32) -> Vec<Set> {
    let run = narrowed(run, if dims.is_empty() { MAX_ELEMENT } else { row_element });
    if run.width <= row_element || run.width <= MAX_ELEMENT && dims.is_empty() {
        return rows_of(&run, dims.to_vec(), row_element);
    }
    let elements = FillDim { size: run.count, step: run.width.into() };
    let dims_of_parts: Vec<FillDim> =
        std::iter::once(elements).filter(|dim| 1 < dim.size).chain(dims.iter().copied()).collect();
    let parts = parts_of(&run, row_element);
    let by_part = |part: &Fill| rows_of(part, dims_of_parts.clone(), row_element);
    let by_parts: Vec<Set> = parts.iter().flat_map(by_part).collect();
    if MAX_ELEMENT < run.width {
        return by_parts;
    }
    let by_rows = rows_of(&run, dims.to_vec(), row_element);
    if by_rows.len() <= by_parts.len() { by_rows } else { by_parts }
}

/// Returns the run with elements of `to` bytes, or of as few as repeat in an element.
fn narrowed(run: &Fill, to: u32) -> Fill {
    let mut run = *run;
    while to < run.width {
        let half = run.width / 2;
        let mask = u64::MAX >> (64 - 8 * half);
        if run.pattern & mask != (run.pattern >> (8 * half)) & mask {
            break;
        }
        run = Fill { pattern: run.pattern & mask, width: half, count: 2 * run.count, ..run };
    }
    run
}

/// Splits an element into runs of equal parts of `width` bytes.
fn parts_of(element: &Fill, width: u32) -> Vec<Fill> {
    let mask = u64::MAX >> (64 - 8 * width);
    let mut parts: Vec<Fill> = Vec::new();
    for at in (0..element.width).step_by(width as usize) {
        let pattern = (element.pattern >> (8 * at)) & mask;
        match parts.last_mut().filter(|last| last.pattern == pattern) {
            Some(last) => last.count += 1,
            None => parts.push(Fill { dst: element.dst + u64::from(at), pattern, width, count: 1 }),
        }
    }
    parts
}

/// Fills runs of elements of up to 4 bytes: the longest dimension with a valid pitch becomes the rows of each
/// call, if the driver fills rows of such elements.
fn rows_of(run: &Fill, mut dims: Vec<FillDim>, row_element: u32) -> Vec<Set> {
    let bytes = run.count * u64::from(run.width);
    let as_rows =
        |dim: &FillDim| run.width <= row_element && bytes <= dim.step && dim.step <= MAX_PITCH as u64;
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
