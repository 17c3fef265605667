//! `gpu-map-parallel-loops`: tiles each outermost `scf.parallel` and maps its dimensions to processors.
//!
//! Perfectly nested loops are first coalesced into one nest. The result is a loop over tiles, mapped to
//! `block_{x,y,z}`, that encloses a loop over the iterations of a tile, mapped to `thread_{x,y,z}`, the innermost
//! dimension on `thread_x`. Tile sizes are constants whose product is at most the option `block-size`: exact
//! divisors of constant trip counts where there are good ones; otherwise the body is guarded by `scf.if`.
//! ```text
//! scf.parallel (%i, %j) = (0, 0) to (28, 28) step (1, 1)
//!   → scf.parallel (%ti, %tj) = (0, 0) to (28, 28) step (7, 28)        {block_y, block_x}
//!       scf.parallel (%a, %b) = (0, 0) to (7, 28) step (1, 1)          {thread_y, thread_x}
//! ```
//! With the option `coarsening`, an iteration computes that many neighbouring results along a dimension on which what the
//! loops of its body read does not depend, as the input of a convolution does not on the channel of the result: their
//! copies become one loop, which loads what they share once (`coarsen.rs`). Blocks are smaller where few iterations are
//! left, so that there are at least 128.
//!
//! With the option `rows`, an iteration whose loops reduce rows of buffers is done by a block, whose threads share the loops
//! (`rows.rs`).
//!
//! If there are more than three block dimensions, several share `block_x`: the body delinearizes them by division.
//! Loops that reduce values, loops that contain device work, loops inside kernels and loops that already have a
//! mapping are left unchanged. Cost: linear in the size of the module.

mod coarsen;
mod rows;

use crate::analysis::alias::AliasAnalysis;
use crate::analysis::trip_count::trip_count;
use crate::gpu::nest::{MAPPING, Nest, Reduces, outermost_loops};
use crate::pass::{Changed, Pass, PassCx, PassFn, PassOption};
use crate::rewrite::index_math::{add, ceildiv_trips, multiply};
use warpline_ir::{Arith, Builder, Module, Op, Place, Reported, Scf, Type, Value};

/// The `gpu-map-parallel-loops` pass.
pub const PASS: Pass = Pass {
    name: "gpu-map-parallel-loops",
    summary: "Tiles outermost parallel loops and maps them to blocks and threads",
    options: &[
        PassOption {
            name: "block-size",
            summary: "threads per block to aim at, at most 1024",
            default: "256",
        },
        PassOption {
            name: "coarsening",
            summary: "the number of neighbouring results that a thread computes where these share loads",
            default: "1",
        },
        PassOption {
            name: "rows",
            summary: "Whether a block does an iteration that reduces rows of buffers: true or false",
            default: "false",
        },
    ],
    run: PassFn::MayFail(run),
};

/// The maximum number of threads of a block.
const MAX_BLOCK_SIZE: i64 = 1024;
/// The maximum number of blocks in the dimensions y and z of a grid.
const MAX_BLOCKS_YZ: i64 = 65535;
/// The least number of blocks of a coarsened nest, unless they would be smaller than [`MIN_BLOCK_SIZE`].
const MIN_BLOCKS: i64 = 128;
/// The least number of threads of a block to aim at: two subgroups of 32.
const MIN_BLOCK_SIZE: i64 = 64;
/// The maximum number of results of a thread.
const MAX_COARSENING: i64 = 16;
/// The maximum number of threads in dimension z of a block.
const MAX_THREADS_Z: i64 = 64;
const AXES: [&str; 3] = ["x", "y", "z"];

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let block_size = cx.int_option("block-size")?.clamp(1, MAX_BLOCK_SIZE);
    let coarsening = cx.int_option("coarsening")?.clamp(1, MAX_COARSENING);
    let has_rows = cx.bool_option("rows")?;
    let loops = outermost_loops(cx.module, Reduces::No);
    let mut aliases = AliasAnalysis::with_callers();
    for op in &loops {
        let mut nest = Nest::coalesced(cx.module, *op);
        if has_rows && rows::map(cx.module, &mut aliases, &nest) {
            continue;
        }
        let n_left = coarsen::coarsen(cx.module, &mut aliases, &mut nest, coarsening);
        // Fewer iterations still fill many multiprocessors, in smaller blocks.
        let smaller = n_left.map(|n_left| (n_left / MIN_BLOCKS).clamp(MIN_BLOCK_SIZE, MAX_BLOCK_SIZE));
        tile(cx.module, &nest, smaller.map_or(block_size, |smaller| smaller.min(block_size)));
    }
    Ok(Changed::from(!loops.is_empty()))
}

/// The tiling of a dimension.
#[derive(Clone, Copy)]
struct Tile {
    /// Iterations per block.
    size: i64,
    /// Whether the size divides the trip count.
    is_exact: bool,
    /// The number of tiles, if constant.
    count: Option<i64>,
}

/// Chooses the tile size of each dimension: the innermost three share the threads of a block.
fn choose_tiles(trips: &[Option<i64>], block_size: i64) -> Vec<Tile> {
    let is_flat = trips.iter().filter(|trip| **trip != Some(1)).count() <= 1;
    let mut room = block_size;
    let mut n_axes = 0;
    let mut tiles = Vec::new();
    for trip in trips.iter().rev() {
        let limit = if n_axes == 2 { room.min(MAX_THREADS_Z) } else { room };
        let wanted = if trip.is_none() && n_axes == 0 && !is_flat { limit.min(32) } else { limit };
        let (size, is_exact) = if n_axes < 3 { tile_size(*trip, wanted) } else { (1, true) };
        if size != 1 {
            n_axes += 1;
        }
        room = (room / size).max(1);
        let count = trip.map(|trip| trip.div_euclid(size) + i64::from(trip.rem_euclid(size) != 0));
        tiles.push(Tile { size, is_exact, count });
    }
    tiles.reverse();
    tiles
}

/// Returns a tile size of at most `room`, and whether it divides the trip count: a divisor that fills a quarter of
/// the room or more is better than a guard.
fn tile_size(trip: Option<i64>, room: i64) -> (i64, bool) {
    match trip {
        _ if room <= 1 => (1, true),
        Some(trip) if trip <= 1 => (1, true),
        Some(trip) if trip <= room => (trip, true),
        Some(trip) => match (1..=room).rev().find(|size| trip % size == 0) {
            Some(size) if room <= size * 4 => (size, true),
            _ => (room, false),
        },
        None => (room, false),
    }
}

/// Groups the dimensions that share an axis of the grid: at most three groups, the first on x.
fn group_dimensions(tiles: &[Tile]) -> Vec<Vec<usize>> {
    let mut active: Vec<usize> = (0..tiles.len()).filter(|dim| tiles[*dim].count != Some(1)).collect();
    if active.is_empty() {
        active.push(tiles.len() - 1);
    }
    let groups: Vec<Vec<usize>> = if active.len() <= 3 {
        active.iter().rev().map(|dim| vec![*dim]).collect()
    } else {
        let split = active.len() - 2;
        vec![active[..split].to_vec(), vec![active[split + 1]], vec![active[split]]]
    };
    let is_too_long =
        |group: &Vec<usize>| group.iter().any(|dim| tiles[*dim].count.is_some_and(|n| MAX_BLOCKS_YZ < n));
    if groups.iter().skip(1).any(is_too_long) { vec![active] } else { groups }
}

/// Replaces a nest by a loop over tiles that encloses a loop over the iterations of a tile.
fn tile(module: &mut Module, nest: &Nest, block_size: i64) {
    let n_dims = nest.ivs.len();
    let trips: Vec<_> =
        (0..n_dims).map(|dim| trip_count(module, nest.lower[dim], nest.upper[dim], nest.step[dim])).collect();
    let mut tiles = choose_tiles(&trips, block_size);
    for (tile, (step, trip)) in tiles.iter_mut().zip(nest.step.iter().zip(&trips)) {
        // The step of a loop over tiles must be a number.
        if module.constant_int(*step).is_some_and(|step| step.checked_mul(tile.size).is_none()) {
            *tile = Tile { size: 1, is_exact: true, count: *trip };
        }
    }
    let groups = group_dimensions(&tiles);
    let strides: Vec<Value> = (0..n_dims)
        .map(|dim| {
            let mut at = Builder::before(module, nest.op);
            let size = at.index(tiles[dim].size);
            multiply(&mut at, nest.step[dim], size)
        })
        .collect();
    let (blocks, bases) = build_block_loop(module, nest, &tiles, &groups, &strides);
    let (place, ivs) = build_thread_loop(module, nest, &tiles, &strides, blocks, &bases);
    let place = build_guard(module, nest, &tiles, &ivs, place);
    move_body(module, nest, &ivs, place);
}

/// Builds the loop over tiles; returns the first index of a tile in each dimension.
fn build_block_loop(
    module: &mut Module,
    nest: &Nest,
    tiles: &[Tile],
    groups: &[Vec<usize>],
    strides: &[Value],
) -> (Op, Vec<Value>) {
    let mut at = Builder::before(module, nest.op);
    let (mut lower, mut upper, mut step) = (Vec::new(), Vec::new(), Vec::new());
    let mut counts: Vec<Vec<Value>> = Vec::new();
    for group in groups {
        if let [dim] = group[..] {
            lower.push(nest.lower[dim]);
            upper.push(nest.upper[dim]);
            step.push(strides[dim]);
            counts.push(Vec::new());
            continue;
        }
        let sizes: Vec<_> = group
            .iter()
            .map(|dim| ceildiv_trips(&mut at, nest.lower[*dim], nest.upper[*dim], strides[*dim]))
            .collect();
        let one = at.index(1);
        lower.push(at.index(0));
        step.push(one);
        let total = sizes.iter().fold(one, |total, size| multiply(&mut at, total, *size));
        upper.push(total);
        counts.push(sizes);
    }
    let axes: Vec<String> = (0..groups.len()).map(|axis| format!("block_{}", AXES[axis])).collect();
    let op = build_parallel(&mut at, &lower, &upper, &step, &axes);
    let body = at.module.entry(op, 0).expect("a loop that was just built has a body");
    let args = at.module.args(body).to_vec();
    let location = at.location;
    let mut at = Builder::new(at.module, Place::Start(body), location);
    let mut bases = nest.lower.clone();
    for ((group, sizes), arg) in groups.iter().zip(&counts).zip(args) {
        if let [dim] = group[..] {
            bases[dim] = arg;
        } else {
            split_index(&mut at, nest, group, sizes, strides, arg, &mut bases);
        }
    }
    debug_assert!(tiles.len() == bases.len());
    (op, bases)
}

/// Delinearizes a tile number; the last dimension of the group is fastest.
fn split_index(
    at: &mut Builder<'_>,
    nest: &Nest,
    group: &[usize],
    sizes: &[Value],
    strides: &[Value],
    linear: Value,
    bases: &mut [Value],
) {
    let mut rest = linear;
    for (position, (dim, size)) in group.iter().zip(sizes).enumerate().rev() {
        let index = if position == 0 { rest } else { at.binary(Arith::RemSI, rest, *size) };
        if position != 0 {
            rest = at.binary(Arith::DivSI, rest, *size);
        }
        let offset = multiply(at, index, strides[*dim]);
        bases[*dim] = add(at, nest.lower[*dim], offset);
    }
}

/// Builds the loop over the iterations of a tile; returns the insertion point of its body, and the index in each
/// dimension.
fn build_thread_loop(
    module: &mut Module,
    nest: &Nest,
    tiles: &[Tile],
    strides: &[Value],
    blocks: Op,
    bases: &[Value],
) -> (Place, Vec<Value>) {
    let mut dims: Vec<usize> = (0..tiles.len()).rev().filter(|dim| tiles[*dim].size != 1).collect();
    if dims.is_empty() {
        dims.push(tiles.len() - 1);
    }
    let zero = Builder::before(module, blocks).index(0);
    let upper: Vec<_> = dims.iter().map(|dim| strides[*dim]).collect();
    let step: Vec<_> = dims.iter().map(|dim| nest.step[*dim]).collect();
    let axes: Vec<String> = (0..dims.len()).map(|axis| format!("thread_{}", AXES[axis])).collect();
    let body = module.entry(blocks, 0).expect("a loop that was just built has a body");
    let end = module.last_op(body).expect("a loop that was just built has an end");
    let mut at = Builder::before(module, end);
    let op = build_parallel(&mut at, &vec![zero; dims.len()], &upper, &step, &axes);
    let inner = at.module.entry(op, 0).expect("a loop that was just built has a body");
    let args = at.module.args(inner).to_vec();
    let end = at.module.last_op(inner).expect("a loop that was just built has an end");
    let mut at = Builder::before(at.module, end);
    let mut ivs = bases.to_vec();
    for (dim, arg) in dims.iter().zip(args) {
        ivs[*dim] = add(&mut at, bases[*dim], arg);
    }
    (Place::Before(end), ivs)
}

/// Guards the insertion point against iterations past the end, if a tile size does not divide the trip count.
fn build_guard(module: &mut Module, nest: &Nest, tiles: &[Tile], ivs: &[Value], place: Place) -> Place {
    let location = module.location(nest.op);
    let mut at = Builder::new(module, place, location);
    let mut condition = None;
    for dim in (0..tiles.len()).filter(|dim| !tiles[*dim].is_exact) {
        let predicate = at.module.int_attr(2, Type::I64);
        let is_inside =
            at.value(Arith::CmpI, &[ivs[dim], nest.upper[dim]], Type::I1, &[("predicate", predicate)]);
        condition = Some(match condition {
            None => is_inside,
            Some(others) => at.binary(Arith::AndI, others, is_inside),
        });
    }
    let Some(condition) = condition else { return place };
    let guard = at.op_with_regions(Scf::If, &[condition], &[], &[], 2);
    let region = at.module.region(guard, 0);
    let body = at.module.add_block(region, &[]);
    let end = Builder::new(at.module, Place::End(body), location).op(Scf::Yield, &[], &[], &[]);
    Place::Before(end)
}

/// Moves the body of the nest to the insertion point and erases the nest.
fn move_body(module: &mut Module, nest: &Nest, ivs: &[Value], place: Place) {
    for (old, new) in nest.ivs.iter().zip(ivs) {
        module.replace_all_uses(*old, *new);
    }
    let Some(body) = module.entry(nest.op, 0) else { return };
    if let Some(end) = module.last_op(body) {
        module.erase(end);
    }
    module.move_block_ops(body, place);
    module.erase(nest.op);
}

/// Builds an `scf.parallel` with an empty body, mapped to these processors.
fn build_parallel(
    at: &mut Builder<'_>,
    lower: &[Value],
    upper: &[Value],
    step: &[Value],
    axes: &[String],
) -> Op {
    let operands: Vec<Value> = [lower, upper, step].concat();
    let n = lower.len() as i64;
    let sizes = at.module.i32_array_attr([n, n, n, 0]);
    let maps: Vec<_> = axes
        .iter()
        .map(|axis| {
            let text =
                format!("gpu.loop_dim_map<processor = {axis}, map = (d0) -> (d0), bound = (d0) -> (d0)>");
            at.module.foreign_attr(&text)
        })
        .collect();
    let mapping = at.module.array_attr(&maps);
    let attrs = [("operandSegmentSizes", sizes), (MAPPING, mapping)];
    let op = at.op_with_regions(Scf::Parallel, &operands, &[], &attrs, 1);
    let region = at.module.region(op, 0);
    let body = at.module.add_block(region, &vec![Type::INDEX; lower.len()]);
    let location = at.location;
    Builder::new(at.module, Place::End(body), location).op(Scf::Reduce, &[], &[], &[]);
    op
}
