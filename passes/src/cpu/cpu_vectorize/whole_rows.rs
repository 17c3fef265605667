//! Threads of whole rows of memory: where the threads of a block access buffers at the row and the column of the thread,
//! and the rows of these buffers are as long as those of the block and follow each other, the loop over rows and the one over
//! columns become one. So a vector takes threads of more than one row, as of an image of 7 by 7 points.
//!
//! ```text
//! scf.for %y = 0 to 7 { scf.for %x = 0 to 7 {          %flat = memref.collapse_shape %m [[0], [1, 2]] : … into memref<64x49xf32>
//!   %row = arith.addi %first, %y                       scf.for %t = 0 to 49 {
//!   memref.load %m[%c, %row, %x]                   →     %at = arith.addi (%first * 7), %t
//! } }                                                    memref.load %flat[%c, %at]
//!                                                      }
//! ```

use crate::analysis::access::is_defined_inside;
use crate::analysis::effects::{is_pure, is_terminator};
use crate::analysis::speculation::is_speculatable_once_checked;
use crate::analysis::trip_count::trip_count;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use warpline_ir::artifact::{THREAD_ROWS, THREADS};
use warpline_ir::dialect::memref::{collapsed_type, groups_attr};
use warpline_ir::{Arith, Builder, DYNAMIC, MemRef, Module, Op, OpKind, Place, Value};

/// The maximum number of sums between the row of a thread and an index.
const MAX_SUMS: usize = 4;

/// Joins the loop over rows around a loop over threads with that loop; whether it does. What no thread decides moves before
/// both in any case.
pub(super) fn join(module: &mut Module, thread_loop: Op) -> bool {
    let Some(nest) = Nest::of(module, thread_loop) else { return false };
    nest.hoist(module);
    let Some(accesses) = nest.accesses(module) else { return false };
    nest.apply(module, &accesses);
    true
}

/// The loop over the rows of a block, and the one over the threads of a row.
struct Nest {
    row_loop: Op,
    thread_loop: Op,
    /// The row and the column.
    ids: [Value; 2],
    /// The numbers of rows and columns.
    sizes: [i64; 2],
}

/// An access at the row and the column of the thread.
struct Access {
    op: Op,
    buffer: Value,
    /// The dimension of the row; that of the column follows.
    dim: usize,
    /// What is added to the row.
    added: Vec<Value>,
}

impl Nest {
    fn of(module: &Module, thread_loop: Op) -> Option<Self> {
        let rows = module.parent_op(thread_loop).filter(|op| module.attr(*op, THREAD_ROWS).is_some())?;
        let both = [rows, thread_loop];
        let ids = both.map(|op| module.entry(op, 0).and_then(|body| module.args(body).first().copied()));
        let n_all = |op: Op| {
            let [lower, upper, step] =
                ["lowerBound", "upperBound", "step"].map(|name| module.op(op).named(name));
            let is_plain = module.constant_int(lower) == Some(0) && module.constant_int(step) == Some(1);
            trip_count(module, lower, upper, step).filter(|n| is_plain && 1 < *n)
        };
        let sizes = both.map(n_all);
        let body = module.entry(rows, 0)?;
        let is_around = module.ops_in(body).into_iter().all(|op| {
            op == thread_loop || is_terminator(module, op) || is_pure(module, op) && module.has_no_regions(op)
        });
        let is_innermost = module.walk(thread_loop)[1..].iter().all(|op| module.attr(*op, THREADS).is_none());
        (is_around && is_innermost).then_some(Self {
            row_loop: rows,
            thread_loop,
            ids: [ids[0]?, ids[1]?],
            sizes: [sizes[0]?, sizes[1]?],
        })
    }

    /// Moves what neither the row nor the column decides before the loops.
    fn hoist(&self, module: &mut Module) {
        let bodies = [self.row_loop, self.thread_loop].map(|op| module.entry(op, 0));
        let ops: Vec<Op> = bodies.into_iter().flatten().flat_map(|body| module.ops_in(body)).collect();
        for op in ops {
            let is_fixed = is_pure(module, op)
                && is_speculatable_once_checked(module, op)
                && module.has_no_regions(op)
                && !module.operands(op).iter().any(|value| is_defined_inside(module, *value, self.row_loop));
            if is_fixed {
                module.move_op(op, Place::Before(self.row_loop));
            }
        }
    }

    /// Returns all accesses that depend on the row or the column, if these have no other use.
    fn accesses(&self, module: &Module) -> Option<Vec<Access>> {
        let [row, column] = self.ids;
        let mut found = Vec::new();
        self.uses_of_row(module, row, &mut Vec::new(), &mut found)?;
        let n_columns = module.uses(column).len();
        let is_column = |access: &Access| {
            let (_, indices) = module.op(access.op).access()?;
            let mut others = indices.iter().enumerate().filter(|(dim, _)| *dim != access.dim + 1);
            (indices.get(access.dim + 1) == Some(&column) && others.all(|(_, index)| *index != column))
                .then_some(())
        };
        found.iter().try_for_each(is_column)?;
        // Each access uses the column once.
        (0 < n_columns && n_columns == found.len()).then_some(found)
    }

    /// Collects the accesses at a value that is the row plus `added`; `None` if it has another use.
    fn uses_of_row(
        &self,
        module: &Module,
        value: Value,
        added: &mut Vec<Value>,
        found: &mut Vec<Access>,
    ) -> Option<()> {
        for used in module.uses(value) {
            let op = used.op;
            match module.kind(op) {
                OpKind::Arith(Arith::AddI) if added.len() < MAX_SUMS => {
                    let other = module.operand(op, 1 - used.index as usize);
                    if other == value || is_defined_inside(module, other, self.row_loop) {
                        return None;
                    }
                    added.push(other);
                    self.uses_of_row(module, module.result(op, 0), added, found)?;
                    added.pop();
                }
                OpKind::MemRef(MemRef::Load | MemRef::Store) => {
                    let (buffer, indices) = module.op(op).access()?;
                    let dim = indices.iter().position(|index| *index == value)?;
                    let is_index = used.index as usize == module.operands(op).len() - indices.len() + dim;
                    let access = Access { op, buffer, dim, added: added.clone() };
                    if !is_index
                        || is_defined_inside(module, buffer, self.row_loop)
                        || !self.has_whole_rows(module, &access)
                        || found.iter().any(|other| other.op == op)
                    {
                        return None;
                    }
                    found.push(access);
                }
                _ => return None,
            }
        }
        Some(())
    }

    /// Whether the rows of a buffer are as long as those of the block, and follow each other.
    fn has_whole_rows(&self, module: &Module, access: &Access) -> bool {
        let ty = module.type_of(access.buffer);
        let Some((shape, (_, strides))) = module.shape(ty).zip(module.strides(ty)) else { return false };
        let [row, column] = [access.dim, access.dim + 1];
        shape.get(column) == Some(&self.sizes[1])
            && shape[row] != DYNAMIC
            && strides[column] != DYNAMIC
            && Some(strides[row]) == strides[column].checked_mul(self.sizes[1])
    }

    fn apply(&self, module: &mut Module, accesses: &[Access]) {
        let [n_rows, n_columns] = self.sizes;
        let mut flat: FxHashMap<(Value, usize), Value> = FxHashMap::default();
        for access in accesses {
            let mut at = Builder::before(module, self.row_loop);
            let buffer = match flat.get(&(access.buffer, access.dim)) {
                Some(buffer) => *buffer,
                None => {
                    let buffer = access.flat(&mut at);
                    flat.insert((access.buffer, access.dim), buffer);
                    buffer
                }
            };
            let mut first: Option<Value> = None;
            for added in &access.added {
                first = Some(first.map_or(*added, |sum| at.binary(Arith::AddI, sum, *added)));
            }
            let thread = self.ids[1];
            let index = first.map_or(thread, |first| {
                let width = at.index(n_columns);
                let first = at.binary(Arith::MulI, first, width);
                Builder::before(at.module, access.op).binary(Arith::AddI, first, thread)
            });
            let (_, indices) = module.op(access.op).access().expect("an access has indices");
            let n_before = module.operands(access.op).len() - indices.len();
            let mut operands = module.operands(access.op).to_vec();
            operands[n_before - 1] = buffer;
            operands[n_before + access.dim] = index;
            operands.remove(n_before + access.dim + 1);
            module.set_operands(access.op, &operands);
        }
        let mut at = Builder::before(module, self.row_loop);
        let all = at.index(n_rows * n_columns);
        module.set_operand(self.thread_loop, 1, all);
        module.move_op(self.thread_loop, Place::Before(self.row_loop));
        // What is left depends on the row, and has no use any more.
        module.erase(self.row_loop);
    }
}

impl Access {
    /// Builds the buffer with the row and the column as one dimension.
    fn flat(&self, at: &mut Builder<'_>) -> Value {
        let ty = at.module.type_of(self.buffer);
        let rank = at.module.shape(ty).map_or(0, <[i64]>::len);
        let group = |dim: usize| match dim.cmp(&self.dim) {
            Ordering::Less => vec![dim],
            Ordering::Equal => vec![dim, dim + 1],
            Ordering::Greater => vec![dim + 1],
        };
        let groups: Vec<Vec<usize>> = (0..rank - 1).map(group).collect();
        let flat = collapsed_type(at.module, ty, &groups).expect("the rows follow each other");
        let groups = groups_attr(at.module, &groups);
        at.value(MemRef::CollapseShape, &[self.buffer], flat, &[("reassociation", groups)])
    }
}
