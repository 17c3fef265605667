//! Panels for contractions on devices whose threads are lanes: as large as caches hold, and as many blocks as keep the workers of
//! the device busy.

use super::model::Work;
use crate::gpu::schedules::{Panels, Stated};
use crate::target_model::TargetModel;

/// The steps of a chunk: a panel of each operand is in the first cache then.
const CHUNK: i64 = 256;
/// How much larger a chunk may be that has all steps.
const MORE: i64 = 64;
/// The least rows and columns of a block that are divided further for more blocks.
const LEAST: [i64; 2] = [128, 256];

/// The least multiply-adds for which operands are packed, and the least rows that share a packed panel of the second one.
const MIN_WORK: i64 = 1 << 17;
const MIN_ROWS: i64 = 16;
/// Bytes of the second operand that a cache holds, which is then read as it is.
const CACHED_BYTES: i64 = 1 << 19;
/// The greatest size that makes a difference.
const MAX_SIZE: i64 = 1 << 40;
/// Rows that a thread computes without panels.
const COARSENED_ROWS: i64 = 4;

/// Whether packing pays. Without it, threads that compute four rows are as fast where the rows of the second operand are in
/// order in memory, the cache holds it, and nothing is left over.
pub(super) fn pay(work: &Work, are_known: bool, is_in_order: bool) -> bool {
    let is_whole = work.m % COARSENED_ROWS == 0 && work.n % Panels::LANES == 0;
    let is_cached = work.k.saturating_mul(work.n).saturating_mul(work.element_bytes) <= CACHED_BYTES;
    let is_plain = are_known && is_in_order && is_whole && is_cached;
    !is_plain && MIN_WORK <= work.multiply_adds() && MIN_ROWS <= work.m
}

/// Returns the panels with what is stated.
pub(super) fn choose(work: &Work, row: &TargetModel, stated: &Stated) -> Panels {
    let steps = round_up(work.k, Panels::ROWS);
    let reduce = if steps <= CHUNK + MORE { steps } else { CHUNK };
    let fit = |size: i64, to: i64, most: i64| round_up(size, to).min(most);
    let mut block = [fit(work.m, Panels::ROWS, Panels::MOST[0]), fit(work.n, Panels::LANES, Panels::MOST[1])];
    let blocks = |block: [i64; 2]| {
        work.batch as f64
            * (work.m as f64 / block[0] as f64).ceil()
            * (work.n as f64 / block[1] as f64).ceil()
    };
    let halves = |size: i64, to: i64| round_up(size / 2, to);
    while blocks(block) < row.units && LEAST[0] < block[0] {
        block[0] = halves(block[0], Panels::ROWS);
    }
    while blocks(block) < row.units && LEAST[1] < block[1] {
        block[1] = halves(block[1], Panels::LANES);
    }
    Panels { block: stated.block.unwrap_or(block), reduce: stated.reduce.unwrap_or(reduce) }
}

/// Returns the least multiple of a number that is at least a size, and one of it at least.
fn round_up(size: i64, to: i64) -> i64 {
    (size.clamp(1, MAX_SIZE) + to - 1) / to * to
}
