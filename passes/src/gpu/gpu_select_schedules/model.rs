//! The time of a contraction on a device: the greater one of what its units issue and move, and of what its threads wait for.
//!
//! A block of a tile issues, for each step and thread, its multiply-adds, the loads of its rows and columns from workgroup memory,
//! and its share of the copies. It reads each tile of both operands once. It waits for one access of memory for each chunk of
//! steps. Partial tiles count as whole ones, and the rounds of blocks that the units run are whole.

use crate::gpu::schedules::{BLOCKS, CHUNKS, Stated, THREADS, Tile};
use crate::target_model::TargetModel;

/// Registers of a unit, and the most of a thread.
const REGISTERS: i64 = 65_536;
const MAX_REGISTERS: i64 = 255;
/// The most bytes of workgroup memory of a block that each device gives.
pub(super) const MAX_WORKGROUP_BYTES: i64 = 48 << 10;
/// Operations of a thread for addresses, tests and barriers of a chunk.
const CHUNK_OPERATIONS: f64 = 12.0;
/// The least threads of a block: two subgroups, of which one works while the other waits.
const MIN_THREADS: i64 = 64;
/// The most multiplications and additions of a chunk, which is unrolled: about what an instruction cache holds.
const MAX_UNROLLED: f64 = 1024.0;
/// How much faster the last cache is than memory.
const CACHE_SPEED: f64 = 2.0;
/// Bytes of a register, and of an access of a thread, which loads several elements.
const REGISTER_BYTES: i64 = 4;
const ACCESS_BYTES: i64 = 16;
/// Bytes that a unit accesses in a cycle.
const WAVE_BYTES: i64 = 128;

/// A contraction, by its sizes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work {
    pub(super) batch: i64,
    pub(super) m: i64,
    pub(super) n: i64,
    pub(super) k: i64,
    pub(super) element_bytes: i64,
    /// Bytes of workgroup memory besides those of the tiles.
    pub(super) table_bytes: i64,
    /// Whether a multiply-add is one operation.
    pub(super) is_fused: bool,
}

impl Work {
    pub(super) fn multiply_adds(&self) -> i64 {
        [self.m, self.n, self.k].iter().fold(self.batch, |product, size| product.saturating_mul(*size))
    }

    /// Returns the tile of the least time of those that have what is stated, and its time in microseconds; of equal ones that
    /// with the least workgroup memory.
    pub(super) fn best(&self, row: &TargetModel, stated: &Stated) -> Option<(Tile, f64)> {
        let candidates = candidates().filter(|tile| tile.obeys(stated) && self.fits(tile, stated));
        let timed = candidates.map(|tile| (tile, self.time(row, &tile)));
        let bytes = |tile: &Tile| tile.workgroup_bytes(self.element_bytes);
        timed.min_by(|(a, x), (b, y)| x.total_cmp(y).then(bytes(a).cmp(&bytes(b))))
    }

    fn fits(&self, tile: &Tile, stated: &Stated) -> bool {
        let is_stated = stated.block.is_some() && stated.thread.is_some();
        tile.is_possible()
            && (is_stated || self.registers(tile) <= MAX_REGISTERS.min(REGISTERS / tile.threads()))
            && (is_stated || MIN_THREADS <= tile.threads())
            && (stated.reduce.is_some() || self.arithmetic(tile) * tile.reduce as f64 <= MAX_UNROLLED)
            && tile.workgroup_bytes(self.element_bytes) + self.table_bytes <= MAX_WORKGROUP_BYTES
    }

    /// Returns the registers of a thread: its sums, its rows and columns of a step, its share of a copy, and addresses.
    fn registers(&self, tile: &Tile) -> i64 {
        let words = |elements: i64| elements * self.element_bytes.max(REGISTER_BYTES) / REGISTER_BYTES;
        let [rows, columns] = tile.thread;
        let copied = (tile.block[0] + tile.block[1]) * tile.reduce / tile.threads();
        words(rows * columns) + words(2 * (rows + columns)) + words(copied) + 24
    }

    /// Returns the predicted time in microseconds.
    fn time(&self, row: &TargetModel, tile: &Tile) -> f64 {
        let (threads, steps) = (tile.threads() as f64, self.k as f64);
        let tiles = n_tiles(self.m, tile.block[0]) * n_tiles(self.n, tile.block[1]);
        let blocks = self.batch as f64 * tiles;
        let by_registers = (REGISTERS / (self.registers(tile) * tile.threads())).max(1) as f64;
        let by_memory = row.resident(threads, tile.workgroup_bytes(self.element_bytes) as f64);
        let resident = by_registers.min(by_memory);
        let chunks = n_tiles(self.k, tile.reduce);

        let operations = self.operations(tile) * threads * steps;
        let of_unit = (blocks / row.units).ceil().max(1.0);
        // Two subgroups for each scheduler hide what operations wait for.
        let share = (resident.min(of_unit) * threads / (2.0 * row.issue)).min(1.0);
        let issue = of_unit * operations / (row.issue * share);
        let accesses = of_unit * self.wavefronts(row, tile) * threads / row.accesses * steps;
        let rounds = (blocks / (row.units * resident)).ceil().max(1.0);
        let chain = tile.reduce as f64 * row.latency.arithmetic * if self.is_fused { 1.0 } else { 2.0 };
        let wait = rounds * chunks * (row.latency.memory + chain + 2.0 * row.latency.access);
        let edges = [(self.m, self.n, tile.block[1]), (self.n, self.m, tile.block[0])];
        let moved = |(own, other, block): (i64, i64, i64)| own as f64 * steps * n_tiles(other, block);
        let bytes = self.batch as f64 * self.element_bytes as f64;
        let read: f64 = edges.into_iter().map(moved).sum::<f64>() * bytes;
        let distinct =
            (self.m as f64 + self.n as f64) * steps * bytes + 2.0 * self.m as f64 * self.n as f64 * bytes;
        let memory = (read / (CACHE_SPEED * row.bandwidth)).max(distinct / row.bandwidth);
        // What a block waits for is hidden by others of its unit.
        let busy = issue.max(accesses);
        let cycles = busy.max(wait) + busy.min(wait) / resident;
        (cycles / row.clock).max(memory) + row.costs.kernel
    }

    /// Returns the multiplications and additions of a thread for a step.
    fn arithmetic(&self, tile: &Tile) -> f64 {
        let [rows, columns] = tile.thread;
        (rows * columns) as f64 * if self.is_fused { 1.0 } else { 2.0 }
    }

    /// Returns the operations of a thread for a step.
    fn operations(&self, tile: &Tile) -> f64 {
        self.arithmetic(tile) + self.accesses(tile) + CHUNK_OPERATIONS / tile.reduce as f64
    }

    /// Returns the accesses of a thread for a step, of workgroup memory and of memory.
    fn accesses(&self, tile: &Tile) -> f64 {
        self.vectors(tile.thread[0] + tile.thread[1]) + 2.0 * self.copied(tile)
    }

    /// Returns the accesses of 16 bytes that so many elements take.
    fn vectors(&self, elements: i64) -> f64 {
        (elements * self.element_bytes) as f64 / ACCESS_BYTES as f64
    }

    /// Returns the vectors that a thread copies for a step.
    fn copied(&self, tile: &Tile) -> f64 {
        self.vectors(tile.block[0] + tile.block[1]) / tile.threads() as f64
    }

    /// Returns how often a subgroup accesses the first cache or workgroup memory for a step: [`WAVE_BYTES`] at a time. The copy
    /// of `a` is mostly along k, so that its stores are spread over as many rows of the tile.
    fn wavefronts(&self, row: &TargetModel, tile: &Tile) -> f64 {
        let conflicts = tile.reduce as f64 / CHUNKS[0] as f64;
        let share = tile.block[0] as f64 / (tile.block[0] + tile.block[1]) as f64;
        let copies = self.copied(tile) * (2.0 + share * (conflicts - 1.0));
        let waves = row.accesses * ACCESS_BYTES as f64 / WAVE_BYTES as f64;
        (self.vectors(tile.thread[0] + tile.thread[1]) + copies) * waves
    }
}

/// Returns the number of tiles that cover a side.
fn n_tiles(size: i64, block: i64) -> f64 {
    (size as f64 / block as f64).ceil()
}

/// Returns all tiles, in a fixed order.
fn candidates() -> impl Iterator<Item = Tile> {
    let pairs = |sizes: &'static [i64]| sizes.iter().flat_map(|a| sizes.iter().map(|b| [*a, *b]));
    pairs(&BLOCKS).flat_map(move |block| {
        pairs(&THREADS)
            .flat_map(move |thread| CHUNKS.iter().map(move |reduce| Tile { block, thread, reduce: *reduce }))
    })
}
