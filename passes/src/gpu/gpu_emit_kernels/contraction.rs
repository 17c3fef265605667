//! Kernels of contractions: a block of threads computes a tile of the result, for which it copies tiles of both operands to
//! workgroup memory, and a thread a rectangle of it, whose sums are in registers.
//!
//! ```text
//! sums = the initial values
//! for each chunk of k {
//!   copy the tile of a to %as[k, m], that of b to %bs[k, n]; barrier
//!   for each k of the chunk, unrolled: sums[m, n] += %as[k, m] * %bs[k, n]
//!   barrier
//! }
//! the epilogue of each element
//! ```
//! Every sum keeps ascending k, so it has the bits of the nest. Rows and columns outside of the result are computed from the
//! last ones inside and not stored; the last chunk, where k is no multiple, has a loop of its own.

use super::alignment;
use super::code::{Code, Mapped};
use super::copy::{Access, Copy, Edge};
use super::flat::Flat;
use crate::gpu::contraction::{Axis, Contraction};
use crate::gpu::schedules::{Tile, lanes};
use crate::rewrite::index_math::ceildiv_trips;
use warpline_ir::{Arith, Attr, Builder, Gpu, MemRef, Module, Op, OpKind, Type, Value, Vector};

/// A group of loops as one: its size and the numbers of iterations of its loops.
pub(super) struct Group {
    pub(super) axes: Vec<Axis>,
    pub(super) trips: Vec<Value>,
    pub(super) size: Value,
}

impl Group {
    fn build(code: &mut Code<'_>, axes: &[Axis]) -> Self {
        let mut trips = Vec::new();
        for axis in axes {
            trips.push(ceildiv_trips(&mut code.at, axis.lower, axis.upper, axis.step));
        }
        let one = code.at.index(1);
        let size = trips.iter().fold(one, |size, trips| code.multiply(size, *trips));
        Self { axes: axes.to_vec(), trips, size }
    }

    /// Returns the size, if it is constant.
    pub(super) fn constant(&self, module: &Module) -> Option<i64> {
        module.constant_int(self.size)
    }

    /// Whether a number of neighbours, the first of which is a multiple of it, are in one iteration of the outer loops.
    pub(super) fn is_in_one_row(&self, n: i64) -> bool {
        self.axes.last().is_some_and(|axis| axis.trips.is_some_and(|trips| trips % n == 0))
    }

    /// Maps the variables of the loops at a flat index; the last loop is fastest, and `further` iterations on.
    pub(super) fn map(&self, code: &mut Code<'_>, flat: Value, further: i64, known: &mut Mapped) {
        let mut rest = flat;
        for (position, (axis, trips)) in self.axes.iter().zip(&self.trips).enumerate().rev() {
            let mut index = if position == 0 { rest } else { code.remainder(rest, *trips) };
            if position != 0 {
                rest = code.divide(rest, *trips);
            }
            if position + 1 == self.axes.len() {
                index = code.offset(index, further);
            }
            let distance = code.multiply(index, axis.step);
            let variable = code.add(axis.lower, distance);
            known.insert(axis.iv, variable);
        }
    }
}

/// The rows or the columns of a tile.
struct Side {
    group: Group,
    /// The number of a tile, and those of a thread.
    block: i64,
    thread: i64,
    /// Neighbours that a thread loads at once.
    lanes: i64,
    /// Whether tiles cover the group without a rest.
    is_exact: bool,
    /// The first of the tile, and the first of each set of neighbours of the thread, in the tile.
    first: Value,
    positions: Vec<Value>,
}

impl Side {
    fn n_sets(&self) -> i64 {
        self.thread / self.lanes
    }

    /// Returns the flat index of each element of the thread, each mapped to the variables of the loops.
    fn elements(&self, code: &mut Code<'_>, known: &Mapped) -> Vec<(Value, Mapped)> {
        let is_in_one_row = self.group.is_in_one_row(self.lanes);
        let mut found = Vec::new();
        for position in &self.positions {
            let first = code.add(self.first, *position);
            for lane in 0..self.lanes {
                let mut known = known.clone();
                let index = code.offset(first, lane);
                if is_in_one_row {
                    self.group.map(code, first, lane, &mut known);
                } else {
                    self.group.map(code, index, 0, &mut known);
                }
                found.push((index, known));
            }
        }
        found
    }

    /// Builds whether an index is inside, if it may be outside.
    fn guard(&self, code: &mut Code<'_>, index: Value) -> Option<Value> {
        (!self.is_exact).then(|| code.is_below(index, self.group.size))
    }
}

/// Replaces a nest, which is a contraction, by a launch; or by two, the first one for buffers that are aligned to vectors, if
/// that is only known at run time.
pub(super) fn emit(module: &mut Module, nest: Op, found: &Contraction, tile: &Tile) {
    let unknown = alignment::unknown(module, nest, found);
    let mut code = Code { at: Builder::before(module, nest), nest };
    if unknown.is_empty() {
        launch(&mut code, found, tile, &Mapped::default());
    } else {
        let is_aligned = alignment::check(&mut code, &unknown);
        code.either(
            is_aligned,
            |code| {
                let stated = alignment::state(code, &unknown);
                launch(code, found, tile, &stated);
            },
            |code| launch(code, found, tile, &Mapped::default()),
        );
    }
    module.erase(nest);
}

/// Builds a launch, with other values for some from outside of the nest.
fn launch(code: &mut Code<'_>, found: &Contraction, tile: &Tile, outside: &Mapped) {
    let place = code.at.place;
    let lanes = lanes(code.module(), found.element);
    let grid = Grid::build(code, found, tile.block);
    let full = full_chunks(code, &grid.k, tile.reduce);
    let element = found.element;
    let mut buffers =
        tile.block.map(|block| workgroup(code.module(), &[tile.reduce, block + lanes], element)).to_vec();
    let flat = [&found.a, &found.b].map(|operand| Flat::of(code.module(), found, operand));
    if let Some(steps) = grid.k.constant(code.module()) {
        let n_tables = flat.iter().flatten().filter(|flat| flat.needs_table()).count();
        buffers.extend(vec![workgroup(code.module(), &[steps], Type::I32); n_tables]);
    }
    let launch = code.launch(&grid.name(code.at.module), grid.blocks, tile.threads(), &buffers);

    let mut known = outside.clone();
    let [row_tile, column_tile] = grid.place(code, launch.block, &mut known);
    let Grid { m, n, k, .. } = grid;
    let threads_across = code.at.index(tile.block[1] / tile.thread[1]);
    let (row, column) = code.split(launch.thread, threads_across);
    let sides = [(m, row_tile, row, 0), (n, column_tile, column, 1)];
    let [rows, columns] = sides.map(|(group, number, own, side)| {
        let (block, thread) = (tile.block[side], tile.thread[side]);
        let lanes = lanes.min(thread);
        let is_exact = group.constant(code.module()).is_some_and(|size| size % block == 0);
        let first = code.times(number, block);
        let near = code.times(own, lanes);
        let n_sets = thread / lanes;
        let positions = (0..n_sets).map(|set| code.offset(near, set * (block / n_sets))).collect();
        Side { group, block, thread, lanes, is_exact, first, positions }
    });
    let mut tables = launch.buffers[2..].iter();
    let accesses = flat.map(|flat| {
        let Some(flat) = flat else { return Access::Copied };
        let table = if flat.needs_table() { tables.next().copied() } else { None };
        if let Some(table) = table {
            flat.fill(code, table, &k, launch.thread, tile.threads());
        }
        let view = flat.view(code, &mut known.clone());
        Access::Flat(flat, view, table)
    });
    if 2 < launch.buffers.len() {
        code.barrier();
    }
    let [of_a, of_b] = accesses;
    let copies =
        [(&found.a, of_a, &rows, 0), (&found.b, of_b, &columns, 1)].map(|(operand, access, side, number)| {
            let edge =
                Edge { group: &side.group, width: side.block, first: side.first, is_exact: side.is_exact };
            let place = (tile, launch.thread, launch.buffers[number]);
            let is_aligned = operand.loads.iter().all(|load| alignment::is_aligned(code, *load, outside));
            Copy::plan(code, (operand, access, is_aligned), &edge, &k, place, &known)
        });
    let kernel = Kernel { found, tile, rows, columns, copies, buffers: launch.buffers, k, known };
    let sums = kernel.initial(code);
    let sums = kernel.add_up(code, full, &sums);
    kernel.finish(code, &sums);
    code.at.op(Gpu::Terminator, &[], &[], &[]);
    code.at.place = place;
}

/// The blocks of a contraction: a tile of its result each.
pub(super) struct Grid {
    batch: Group,
    pub(super) m: Group,
    pub(super) n: Group,
    pub(super) k: Group,
    /// The number of tiles down and across.
    counts: [Value; 2],
    /// The number of blocks.
    pub(super) blocks: Value,
}

impl Grid {
    /// Builds the sizes of a contraction in tiles of so many rows and columns. There is no block where there is nothing to do.
    pub(super) fn build(code: &mut Code<'_>, found: &Contraction, block: [i64; 2]) -> Self {
        let [batch, m, n, k] =
            [&found.batch, &found.m, &found.n, &found.k].map(|axes| Group::build(code, axes));
        let counts = [(&m, block[0]), (&n, block[1])].map(|(group, block)| n_tiles(code, group, block));
        let per_batch = code.multiply(counts[0], counts[1]);
        let blocks = code.multiply(batch.size, per_batch);
        let blocks = found.guards.iter().fold(blocks, |blocks, guard| {
            let (guard, none) = (code.copy(*guard, &mut Mapped::default()), code.at.index(0));
            code.at.value(Arith::Select, &[guard, blocks, none], Type::INDEX, &[])
        });
        Self { batch, m, n, k, counts, blocks }
    }

    /// Builds the row and the column of the tile of a block, and maps the variables of the loops of its batch.
    pub(super) fn place(&self, code: &mut Code<'_>, block: Value, known: &mut Mapped) -> [Value; 2] {
        let (rest, column) = code.split(block, self.counts[1]);
        let (in_batch, row) =
            if self.batch.axes.is_empty() { (rest, rest) } else { code.split(rest, self.counts[0]) };
        self.batch.map(code, in_batch, 0, known);
        [row, column]
    }

    /// Returns the name of the kernel: its class and the sizes of rows, columns and steps, with `n` for one that is not
    /// constant.
    pub(super) fn name(&self, module: &Module) -> String {
        let size = |group: &Group| group.constant(module).map_or("n".to_string(), |size| size.to_string());
        format!("contraction_{}", [&self.m, &self.n, &self.k].map(size).join("x"))
    }
}

/// Builds the number of tiles of a group.
fn n_tiles(code: &mut Code<'_>, group: &Group, block: i64) -> Value {
    let (rounded, block) = (code.offset(group.size, block - 1), code.at.index(block));
    code.divide(rounded, block)
}

/// Builds the end of the last full chunk.
fn full_chunks(code: &mut Code<'_>, k: &Group, chunk: i64) -> Value {
    let chunk = code.at.index(chunk);
    let rest = code.remainder(k.size, chunk);
    code.subtract(k.size, rest)
}

/// Returns the type of a buffer in workgroup memory.
pub(super) fn workgroup(module: &mut Module, shape: &[i64], element: Type) -> Type {
    let space = module.foreign_attr("gpu.address_space<workgroup>");
    module.memref_type(shape, element, None, Some(space))
}

/// The parts of a kernel.
struct Kernel<'a> {
    found: &'a Contraction,
    tile: &'a Tile,
    rows: Side,
    columns: Side,
    copies: [Copy<'a>; 2],
    /// The tiles of both operands.
    buffers: Vec<Value>,
    k: Group,
    /// The variables of the loops that both operands depend on.
    known: Mapped,
}

impl Kernel<'_> {
    /// Builds the initial sums: for each row of the thread a vector for each set of columns.
    fn initial(&self, code: &mut Code<'_>) -> Vec<Value> {
        let init = self.found.init.value;
        let ty = code.vector(self.found.element, self.columns.lanes);
        let n_vectors = (self.rows.thread * self.columns.n_sets()) as usize;
        if !code.at.module.is_made_inside(init, code.nest) {
            return vec![code.at.value(Vector::Broadcast, &[init], ty, &[]); n_vectors];
        }
        let mut elements = Vec::new();
        self.for_each(code, |code, known, inside| {
            let value = match inside {
                None => code.copy(init, known),
                Some(inside) => {
                    let zero = zero(code, self.found.element);
                    code.only_if(inside, &[zero], |code| vec![code.copy(init, known)])[0]
                }
            };
            elements.push(value);
        });
        let vectors = elements.chunks(self.columns.lanes as usize);
        vectors.map(|lanes| code.at.value(Vector::FromElements, lanes, ty, &[])).collect()
    }

    /// Calls a function for each element of the thread, row by row, with the variables of the loops there, and whether it is
    /// inside, if it may be outside.
    fn for_each(
        &self,
        code: &mut Code<'_>,
        mut element: impl FnMut(&mut Code<'_>, &mut Mapped, Option<Value>),
    ) {
        let rows = self.rows.elements(code, &self.known);
        let columns = self.columns.elements(code, &Mapped::default());
        let columns: Vec<_> = columns
            .into_iter()
            .map(|(index, known)| {
                let guard = self.columns.guard(code, index);
                (known, guard)
            })
            .collect();
        for (index, of_row) in rows {
            let in_rows = self.rows.guard(code, index);
            for (of_column, in_columns) in &columns {
                let mut known = of_row.clone();
                known.extend(of_column);
                let inside = match (in_rows, *in_columns) {
                    (Some(a), Some(b)) => Some(code.at.binary(Arith::AndI, a, b)),
                    (a, b) => a.or(b),
                };
                element(code, &mut known, inside);
            }
        }
    }

    /// Builds the loop over chunks of k, and the one for the rest.
    fn add_up(&self, code: &mut Code<'_>, full: Value, sums: &[Value]) -> Vec<Value> {
        let (zero, chunk) = (code.at.index(0), code.at.index(self.tile.reduce));
        let mut sums = code.repeat([zero, full, chunk], sums, |code, first, sums| {
            self.copy_tiles(code, first, true);
            let sums = (0..self.tile.reduce).fold(sums.to_vec(), |sums, step| {
                let step = code.at.index(step);
                self.step(code, step, &sums)
            });
            // The next chunk is copied to the same place.
            if self.k.constant(code.module()).is_none_or(|size| self.tile.reduce < size) {
                code.barrier();
            }
            sums
        });
        if self.k.constant(code.module()).is_none_or(|size| size % self.tile.reduce != 0) {
            sums = code.repeat([full, self.k.size, chunk], &sums, |code, first, sums| {
                self.copy_tiles(code, first, false);
                let left = code.subtract(self.k.size, first);
                let left = code.least(left, chunk);
                let one = code.at.index(1);
                code.repeat([zero, left, one], sums, |code, step, sums| self.step(code, step, sums))
            });
        }
        sums
    }

    /// Copies the tiles of a chunk.
    fn copy_tiles(&self, code: &mut Code<'_>, first: Value, is_full: bool) {
        for copy in &self.copies {
            copy.build(code, &self.k, first, is_full);
        }
        code.barrier();
    }

    /// Adds the products of a step of a chunk.
    fn step(&self, code: &mut Code<'_>, step: Value, sums: &[Value]) -> Vec<Value> {
        let found = self.found;
        let [of_rows, of_columns] = [(&self.rows, 0), (&self.columns, 1)].map(|(side, number)| {
            let ty = code.vector(found.element, side.lanes);
            let buffer = self.buffers[number];
            let load = |position: &Value| code.at.value(Vector::Load, &[buffer, step, *position], ty, &[]);
            side.positions.iter().map(load).collect::<Vec<_>>()
        });
        let ty = code.vector(found.element, self.columns.lanes);
        let mut next = Vec::new();
        for row in 0..self.rows.thread {
            let (set, lane) = (row / self.rows.lanes, row % self.rows.lanes);
            let element = code.extract(of_rows[set as usize], lane);
            let factor = code.at.value(Vector::Broadcast, &[element], ty, &[]);
            for column in &of_columns {
                let sum = sums[next.len()];
                next.push(update(code, found, [factor, *column], sum));
            }
        }
        next
    }

    /// Builds the epilogue of each element.
    fn finish(&self, code: &mut Code<'_>, sums: &[Value]) {
        let total = code.module().result(self.found.sums, 0);
        let lanes = self.columns.lanes;
        let mut elements = sums.iter().flat_map(|vector| (0..lanes).map(|lane| (*vector, lane)));
        self.for_each(code, |code, known, inside| {
            let (vector, lane) = elements.next().expect("there are as many sums as elements");
            let sum = code.extract(vector, lane);
            known.insert(total, sum);
            let mut build = |code: &mut Code<'_>| {
                for op in &self.found.epilogue {
                    copy_after(code, *op, known);
                }
                Vec::new()
            };
            match inside {
                None => drop(build(code)),
                Some(inside) => drop(code.only_if(inside, &[], build)),
            }
        });
    }
}

/// Builds the sum with the product of an element of `a` and one of `b`, like that of the nest.
pub(super) fn update(code: &mut Code<'_>, found: &Contraction, [a, b]: [Value; 2], sum: Value) -> Value {
    let factors = if found.is_swapped(code.module()) { [b, a] } else { [a, b] };
    let Some(product) = found.product else {
        return code.like(found.sum, &[factors[0], factors[1], sum]);
    };
    let new = code.like(product, &factors);
    let module = code.module();
    let is_first = module.operand(found.sum, 0) == module.result(product, 0);
    let operands = if is_first { [new, sum] } else { [sum, new] };
    code.like(found.sum, &operands)
}

/// Copies an operation of the epilogue.
pub(super) fn copy_after(code: &mut Code<'_>, op: Op, known: &mut Mapped) {
    let module = code.module();
    let is_wanted = matches!(module.kind(op), OpKind::MemRef(MemRef::Store))
        || !module.results(op).all(|result| module.is_unused(result));
    if !is_wanted {
        return;
    }
    for operand in module.operands(op).to_vec() {
        code.copy(operand, known);
    }
    code.copy_op(op, known);
}

/// Builds the zero of a type.
pub(super) fn zero(code: &mut Code<'_>, ty: Type) -> Value {
    let module = code.module();
    let attr: Attr = match module.float_kind(ty) {
        Some(_) => module.float_attr(0, ty),
        None => module.int_attr(0, ty),
    };
    code.at.constant(attr).expect("it is a number")
}
