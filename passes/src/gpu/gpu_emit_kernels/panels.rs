//! Kernels of contractions for devices whose threads are lanes of vectors: a block computes a large tile of the result from
//! panels of both operands, which it packs for each chunk of k so that the innermost loop reads them in order.
//!
//! ```text
//! for each chunk of k {
//!   %bs[j, k, t] = b: panels of as many columns as there are threads
//!   %as[i, k, r] = a: panels of 8 rows; barrier
//!   for each panel j, for each panel i:
//!     for each k of the chunk: sums[r] += %as[i, k, r] * %bs[j, k, t]        8 sums in registers
//!   barrier
//! }
//! ```
//! The innermost loop is one of multiply-adds, which the CPU backend computes with the vectors of the machine. Between chunks,
//! sums are where the result is stored. Every sum keeps ascending k. Panels that are not full have loops of their own, since a
//! guarded lane makes accesses slower.

use super::code::{Code, Launch, Mapped};
use super::contraction::{Grid, Group, copy_after, update, workgroup, zero};
use super::copy::{depends, within};
use crate::analysis::alias;
use crate::gpu::contraction::{Contraction, Operand};
use crate::gpu::schedules::Panels;
use warpline_ir::{Builder, Gpu, MemRef, Module, Op, OpKind, Type, Value};

/// Replaces a nest, which is a contraction, by a launch.
pub(super) fn emit(module: &mut Module, nest: Op, found: &Contraction, panels: &Panels) {
    let mut code = Code { at: Builder::before(module, nest), nest };
    launch(&mut code, found, panels);
    module.erase(nest);
}

/// Whether a contraction has a place for sums between chunks, if it has more than one chunk: an element that is stored and, but
/// for the first sum, not read.
pub(in crate::gpu) fn is_possible(module: &Module, found: &Contraction, panels: &Panels) -> bool {
    is_one_chunk(found, panels) || Place::of(module, found).is_some()
}

/// Whether all steps are in one chunk.
fn is_one_chunk(found: &Contraction, panels: &Panels) -> bool {
    found.steps().is_some_and(|steps| steps <= panels.reduce)
}

/// The element in which a sum is between chunks.
struct Place {
    store: Op,
    element: Type,
    /// Whether the first sum is the element itself.
    is_initial: bool,
    /// Whether the last sum is the element itself, and nothing else is computed.
    is_final: bool,
}

impl Place {
    fn of(module: &Module, found: &Contraction) -> Option<Self> {
        let total = module.result(found.sums, 0);
        let is_store = |op: &Op| module.kind(*op) == OpKind::MemRef(MemRef::Store);
        let stores: Vec<Op> = found.epilogue.iter().copied().filter(is_store).collect();
        let [store] = stores[..] else { return None };
        let view = module.op(store);
        let fits = module.type_of(view.named("value")) == found.element;
        let is_load = |op: &Op| module.kind(*op) == OpKind::MemRef(MemRef::Load);
        let reads_it = found.epilogue.iter().filter(|op| is_load(op)).any(|op| {
            let other = module.op(*op).named("memref");
            alias::may_alias(module, other, view.named("memref"))
        });
        let is_same = |load: Op| {
            let load = module.op(load);
            load.named("memref") == view.named("memref") && load.group("indices") == view.group("indices")
        };
        let around = module.parent_op(found.sums)?;
        let has_address = view.group("indices").iter().all(|index| !depends(module, around, *index, total));
        let is_initial = match found.init.loads[..] {
            [load] => module.result(load, 0) == found.init.value && is_same(load),
            _ => false,
        };
        let is_final = view.named("value") == total && found.epilogue.iter().all(|op| !is_load(op));
        (fits && !reads_it && has_address).then_some(Self {
            store,
            element: found.element,
            is_initial,
            is_final,
        })
    }
}

/// The panels of a side of the tile.
struct Side {
    group: Group,
    /// The rows or columns of a panel.
    width: i64,
    /// The first one of the tile, and the number of full panels.
    first: Value,
    full: Value,
    /// The number of panels, of which the last one may not be full.
    all: Value,
    /// Whether all panels are full.
    is_exact: bool,
}

impl Side {
    fn build(code: &mut Code<'_>, group: Group, width: i64, block: i64, tile: Value) -> Self {
        let is_exact = group.constant(code.module()).is_some_and(|size| size % width == 0);
        let first = code.times(tile, block);
        let left = code.subtract(group.size, first);
        let block = code.at.index(block);
        let left = code.least(left, block);
        let by = code.at.index(width);
        let full = code.divide(left, by);
        let rounded = code.offset(left, width - 1);
        let all = if is_exact { full } else { code.divide(rounded, by) };
        Self { group, width, first, full, all, is_exact }
    }

    /// Builds loops over the full panels and over the one that is not.
    fn each(&self, code: &mut Code<'_>, body: impl Fn(&mut Code<'_>, Value, bool)) {
        let (zero, one) = (code.at.index(0), code.at.index(1));
        code.repeat([zero, self.full, one], &[], |code, panel, _| {
            body(code, panel, true);
            Vec::new()
        });
        if !self.is_exact {
            code.repeat([self.full, self.all, one], &[], |code, panel, _| {
                body(code, panel, false);
                Vec::new()
            });
        }
    }

    /// Builds the index of the first row or column of a panel.
    fn index(&self, code: &mut Code<'_>, panel: Value) -> Value {
        let distance = code.times(panel, self.width);
        code.add(self.first, distance)
    }
}

/// The parts of a kernel.
struct Kernel<'a> {
    found: &'a Contraction,
    panels: &'a Panels,
    launch: Launch,
    rows: Side,
    columns: Side,
    k: Group,
    /// The variables of the loops that both operands depend on.
    known: Mapped,
}

fn launch(code: &mut Code<'_>, found: &Contraction, panels: &Panels) {
    let place = code.at.place;
    let grid = Grid::build(code, found, panels.block);
    let shapes = [
        [panels.block[1] / Panels::LANES, panels.reduce, Panels::LANES],
        [panels.block[0] / Panels::ROWS, panels.reduce, Panels::ROWS],
    ];
    let buffers = shapes.map(|shape| workgroup(code.module(), &shape, found.element));
    let launch = code.launch(&grid.name(code.at.module), grid.blocks, Panels::LANES, &buffers);
    let mut known = Mapped::default();
    let [row_tile, column_tile] = grid.place(code, launch.block, &mut known);
    let Grid { m, n, k, .. } = grid;
    let rows = Side::build(code, m, Panels::ROWS, panels.block[0], row_tile);
    let columns = Side::build(code, n, Panels::LANES, panels.block[1], column_tile);
    let kernel = Kernel { found, panels, launch, rows, columns, k, known };
    if is_one_chunk(found, panels) {
        let zero = code.at.index(0);
        kernel.chunk(code, zero, None);
    } else {
        let place = Place::of(code.module(), found).expect("there is a place for sums between chunks");
        kernel.chunks(code, &place);
    }
    code.at.op(Gpu::Terminator, &[], &[], &[]);
    code.at.place = place;
}

impl Kernel<'_> {
    /// Builds the loop over chunks, before it the first sums, and after it what is done with the last ones.
    fn chunks(&self, code: &mut Code<'_>, place: &Place) {
        if !place.is_initial {
            self.for_each(code, |kernel, code, known| {
                let value = code.copy(kernel.found.init.value, known);
                put(code, place, value, known);
            });
        }
        let (zero, chunk) = (code.at.index(0), code.at.index(self.panels.reduce));
        code.repeat([zero, self.k.size, chunk], &[], |code, first, _| {
            self.chunk(code, first, Some(place));
            code.barrier();
            Vec::new()
        });
        if !place.is_final {
            self.for_each(code, |kernel, code, known| {
                let sum = get(code, place, known);
                kernel.finish(code, sum, known);
            });
        }
    }

    /// Calls a function for each element of the tile that is a thread's, with the variables of the loops there.
    fn for_each(&self, code: &mut Code<'_>, element: impl Fn(&Self, &mut Code<'_>, &mut Mapped)) {
        self.columns.each(code, |code, panel, is_full| {
            let (column, mut known) = self.column(code, panel);
            self.inside(code, column, is_full, |code| {
                let last = code.times(self.rows.all, self.rows.width);
                let last = code.add(self.rows.first, last);
                let last = if self.rows.is_exact { last } else { code.least(last, self.rows.group.size) };
                let one = code.at.index(1);
                code.repeat([self.rows.first, last, one], &[], |code, row, _| {
                    self.rows.group.map(code, row, 0, &mut known);
                    element(self, code, &mut known);
                    Vec::new()
                });
            });
        });
    }

    /// Builds the column of a thread in a panel, and the variables there.
    fn column(&self, code: &mut Code<'_>, panel: Value) -> (Value, Mapped) {
        let first = self.columns.index(code, panel);
        let column = code.add(first, self.launch.thread);
        let mut known = self.known.clone();
        self.columns.group.map(code, column, 0, &mut known);
        (column, known)
    }

    /// Builds something for columns that are inside.
    fn inside(&self, code: &mut Code<'_>, column: Value, is_full: bool, body: impl FnOnce(&mut Code<'_>)) {
        if is_full {
            return body(code);
        }
        let is_inside = code.is_below(column, self.columns.group.size);
        code.only_if(is_inside, &[], |code| {
            body(code);
            Vec::new()
        });
    }

    /// Builds the packing of a chunk, and its products.
    fn chunk(&self, code: &mut Code<'_>, first: Value, place: Option<&Place>) {
        let chunk = code.at.index(self.panels.reduce);
        let left = code.subtract(self.k.size, first);
        let steps = if place.is_none() { left } else { code.least(left, chunk) };
        let (zero, one) = (code.at.index(0), code.at.index(1));
        self.columns.each(code, |code, panel, is_full| {
            let index = self.columns.index(code, panel);
            let mut column = code.add(index, self.launch.thread);
            if !is_full {
                column = within(code, column, &self.columns.group, 1);
            }
            let mut known = self.known.clone();
            self.columns.group.map(code, column, 0, &mut known);
            code.repeat([zero, steps, one], &[], |code, step, _| {
                let value = self.operand(code, &self.found.b, (first, step), &known);
                let place = [value, self.launch.buffers[0], panel, step, self.launch.thread];
                code.at.op(MemRef::Store, &place, &[], &[]);
                Vec::new()
            });
        });
        self.rows.each(code, |code, panel, is_full| {
            let lanes = code.at.index(Panels::LANES);
            code.repeat([self.launch.thread, steps, lanes], &[], |code, step, _| {
                for (number, known) in self.rows_of(code, panel, is_full).into_iter().enumerate() {
                    let value = self.operand(code, &self.found.a, (first, step), &known);
                    let number = code.at.index(number as i64);
                    let place = [value, self.launch.buffers[1], panel, step, number];
                    code.at.op(MemRef::Store, &place, &[], &[]);
                }
                Vec::new()
            });
        });
        code.barrier();
        self.columns.each(code, |code, panel, is_full| {
            let (column, known) = self.column(code, panel);
            self.rows.each(code, |code, rows, are_full| {
                self.products(code, [rows, panel], steps, (column, is_full, are_full), &known, place);
            });
        });
    }

    /// Builds the variables of each row of a panel; those of rows that are outside are those of the last one.
    fn rows_of(&self, code: &mut Code<'_>, panel: Value, is_full: bool) -> Vec<Mapped> {
        let first = self.rows.index(code, panel);
        let mut found = Vec::new();
        for number in 0..Panels::ROWS {
            let mut row = code.offset(first, number);
            if !is_full {
                row = within(code, row, &self.rows.group, 1);
            }
            let mut known = self.known.clone();
            self.rows.group.map(code, row, 0, &mut known);
            found.push(known);
        }
        found
    }

    /// Builds an operand at a step of a chunk.
    fn operand(
        &self,
        code: &mut Code<'_>,
        operand: &Operand,
        (first, step): (Value, Value),
        known: &Mapped,
    ) -> Value {
        let index = code.add(first, step);
        let mut known = known.clone();
        self.k.map(code, index, 0, &mut known);
        code.copy(operand.value, &mut known)
    }

    /// Builds the products of a panel of rows and one of columns.
    fn products(
        &self,
        code: &mut Code<'_>,
        [rows, columns]: [Value; 2],
        steps: Value,
        (column, is_full, are_full): (Value, bool, bool),
        of_column: &Mapped,
        place: Option<&Place>,
    ) {
        let mut elements = self.rows_of(code, rows, are_full);
        for known in &mut elements {
            known.extend(of_column);
        }
        let mut first = Vec::new();
        for known in &mut elements {
            let begin = |code: &mut Code<'_>, known: &mut Mapped| match place {
                Some(place) => get(code, place, known),
                None => code.copy(self.found.init.value, known),
            };
            if is_full {
                first.push(begin(code, &mut known.clone()));
                continue;
            }
            let is_inside = code.is_below(column, self.columns.group.size);
            let zero = zero(code, self.found.element);
            first.extend(code.only_if(is_inside, &[zero], |code| vec![begin(code, &mut known.clone())]));
        }
        let (zero, one) = (code.at.index(0), code.at.index(1));
        let ty = self.found.element;
        let sums = code.repeat([zero, steps, one], &first, |code, step, sums| {
            let [of_columns, of_rows] = [self.launch.buffers[0], self.launch.buffers[1]];
            let b = code.at.value(MemRef::Load, &[of_columns, columns, step, self.launch.thread], ty, &[]);
            let mut next = Vec::new();
            for (number, sum) in sums.iter().enumerate() {
                let number = code.at.index(number as i64);
                let a = code.at.value(MemRef::Load, &[of_rows, rows, step, number], ty, &[]);
                next.push(update(code, self.found, [a, b], *sum));
            }
            next
        });
        self.inside(code, column, is_full, |code| {
            let first = self.rows.index(code, rows);
            for (number, (sum, mut known)) in sums.into_iter().zip(elements).enumerate() {
                let mut put = |code: &mut Code<'_>| match place {
                    Some(place) => put(code, place, sum, &mut known),
                    None => self.finish(code, sum, &mut known),
                };
                if are_full {
                    put(code);
                    continue;
                }
                let row = code.offset(first, number as i64);
                let is_inside = code.is_below(row, self.rows.group.size);
                code.only_if(is_inside, &[], |code| {
                    put(code);
                    Vec::new()
                });
            }
        });
    }

    /// Builds the epilogue of an element.
    fn finish(&self, code: &mut Code<'_>, sum: Value, known: &mut Mapped) {
        let total = code.module().result(self.found.sums, 0);
        known.insert(total, sum);
        for op in &self.found.epilogue {
            copy_after(code, *op, known);
        }
    }
}

/// Builds the load of the sum of an element.
fn get(code: &mut Code<'_>, place: &Place, known: &mut Mapped) -> Value {
    let address = address(code, place, known);
    code.at.value(MemRef::Load, &address, place.element, &[])
}

/// Builds the store of the sum of an element.
fn put(code: &mut Code<'_>, place: &Place, sum: Value, known: &mut Mapped) {
    let address = address(code, place, known);
    code.at.op(MemRef::Store, &[&[sum], &address[..]].concat(), &[], &[]);
}

/// Builds the operands of an access to the element of a place.
fn address(code: &mut Code<'_>, place: &Place, known: &mut Mapped) -> Vec<Value> {
    let operands = code.module().operands(place.store)[1..].to_vec();
    operands.into_iter().map(|operand| code.copy(operand, known)).collect()
}
