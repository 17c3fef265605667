//! Copies of the tile of an operand to workgroup memory, with k as its outer dimension.
//!
//! Consecutive threads copy elements that are neighbours in memory: along the rows or columns, or along k. Where several of them
//! are surely in one row of the buffer and aligned, a thread loads them at once.

use super::code::{Code, Mapped};
use super::contraction::Group;
use super::flat::{Flat, distance, is_multiple};
use crate::analysis::linear::{Forms, Linear};
use crate::gpu::contraction::{Axis, Operand, is_number};
use crate::gpu::schedules::{Tile, lanes};
use rustc_hash::FxHashSet;
use warpline_ir::{MemRef, Module, Op, Type, Value, Vector};

/// The direction in which consecutive threads go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Along {
    Group,
    K,
}

/// A side of the result, for which the tile of an operand is copied.
pub(super) struct Edge<'a> {
    pub(super) group: &'a Group,
    /// The number of rows or columns of a tile, and the first one of the tile.
    pub(super) width: i64,
    pub(super) first: Value,
    /// Whether all of them are inside.
    pub(super) is_exact: bool,
}

/// How an operand is accessed.
pub(super) enum Access {
    /// As the nest accesses it.
    Copied,
    /// By the distances of its elements in a buffer of one dimension, those of k perhaps in a table.
    Flat(Flat, Value, Option<Value>),
}

/// How a tile is copied.
pub(super) struct Copy<'a> {
    operand: &'a Operand,
    access: Access,
    into: Value,
    along: Along,
    /// Elements that a thread loads at once.
    lanes: i64,
    turns: Vec<Turn>,
    /// Whether a thread has an element to copy, if only some have one.
    is_partial: Option<Value>,
}

/// An element that a thread copies, or the first one of several.
struct Turn {
    /// Its place in the tile.
    in_group: Value,
    in_k: Value,
    /// The variables of the loops other than those of k.
    known: Mapped,
    /// The part of its distance that they decide.
    base: Option<Value>,
}

impl<'a> Copy<'a> {
    /// Plans the copy of a tile, and builds what is the same in all chunks. The buffer of the operand may be known to be
    /// aligned.
    pub(super) fn plan(
        code: &mut Code<'_>,
        (operand, access, is_aligned): (&'a Operand, Access, bool),
        edge: &Edge<'_>,
        k: &Group,
        (tile, thread, into): (&Tile, Value, Value),
        known: &Mapped,
    ) -> Self {
        let most = if is_aligned { lanes(code.at.module, code.at.module.type_of(operand.value)) } else { 1 };
        let (along, lanes) = direction(code, operand, &access, (edge.group, k), most);
        let (n_along, n_across) = match along {
            Along::Group => (edge.width / lanes, tile.reduce),
            Along::K => (tile.reduce / lanes, edge.width),
        };
        let (threads, units) = (tile.threads(), n_along * n_across);
        let along_value = code.at.index(n_along);
        let (across, near) = code.split(thread, along_value);
        let mut turns = Vec::new();
        for turn in 0..(units / threads).max(1) {
            // Sizes are powers of two, so that a turn changes one of both places.
            let (across, near) = if threads < n_along {
                let turns_along = n_along / threads;
                (code.at.index(turn / turns_along), code.offset(thread, turn % turns_along * threads))
            } else {
                (code.offset(across, turn * (threads / n_along)), near)
            };
            let near = code.times(near, lanes);
            let (in_group, in_k) = if along == Along::Group { (near, across) } else { (across, near) };
            let mut index = code.add(edge.first, in_group);
            if !edge.is_exact {
                index = within(code, index, edge.group, if along == Along::Group { lanes } else { 1 });
            }
            let mut known = known.clone();
            edge.group.map(code, index, 0, &mut known);
            let base = match &access {
                Access::Copied => None,
                Access::Flat(flat, ..) => Some(flat.base(code, k, &known)),
            };
            turns.push(Turn { in_group, in_k, known, base });
        }
        let is_partial = (units < threads).then(|| {
            let units = code.at.index(units);
            code.is_below(thread, units)
        });
        Self { operand, access, into, along, lanes, turns, is_partial }
    }

    /// Builds the copy of the chunk that begins at an index of k; all of it exists, or its end is outside.
    pub(super) fn build(&self, code: &mut Code<'_>, k: &Group, first: Value, is_full: bool) {
        match self.is_partial {
            None => self.take_turns(code, k, first, is_full),
            Some(condition) => {
                code.only_if(condition, &[], |code| {
                    self.take_turns(code, k, first, is_full);
                    Vec::new()
                });
            }
        }
    }

    fn take_turns(&self, code: &mut Code<'_>, k: &Group, first: Value, is_full: bool) {
        for turn in &self.turns {
            let mut step = code.add(first, turn.in_k);
            if !is_full {
                step = within(code, step, k, if self.along == Along::K { self.lanes } else { 1 });
            }
            let value = self.load(code, turn, k, step);
            let place = [self.into, turn.in_k, turn.in_group];
            if self.lanes == 1 {
                code.at.op(MemRef::Store, &[&[value], &place[..]].concat(), &[], &[]);
            } else if self.along == Along::Group {
                code.at.op(Vector::Store, &[&[value], &place[..]].concat(), &[], &[]);
            } else {
                for lane in 0..self.lanes {
                    let element = code.extract(value, lane);
                    let at_lane = code.offset(turn.in_k, lane);
                    code.at.op(MemRef::Store, &[element, self.into, at_lane, turn.in_group], &[], &[]);
                }
            }
        }
    }

    /// Builds the operand at a step of k, or neighbours of it.
    fn load(&self, code: &mut Code<'_>, turn: &Turn, k: &Group, step: Value) -> Value {
        let mut known = turn.known.clone();
        let operands = match (&self.access, turn.base) {
            (Access::Flat(flat, buffer, table), Some(base)) => {
                let of_step = flat.of_step(code, *table, step);
                vec![*buffer, code.add(base, of_step)]
            }
            _ => {
                k.map(code, step, 0, &mut known);
                if self.lanes == 1 {
                    return code.copy(self.operand.value, &mut known);
                }
                let (load, _) = converted(code.module(), self.operand).expect("a vector has one load");
                let operands = code.module().operands(load).to_vec();
                operands.into_iter().map(|operand| code.copy(operand, &mut known)).collect()
            }
        };
        let (load, casts) = converted(code.module(), self.operand).expect("it has one load");
        let module = code.module();
        let element = module.type_of(module.result(load, 0));
        let loaded = if self.lanes == 1 {
            code.at.value(MemRef::Load, &operands, element, &[])
        } else {
            let ty = code.vector(element, self.lanes);
            let bytes = code.module().element_size(element).map_or(1, u64::cast_signed) * self.lanes;
            let align = code.module().int_attr(bytes, Type::I64);
            code.at.value(Vector::Load, &operands, ty, &[("alignment", align)])
        };
        casts.into_iter().fold(loaded, |value, cast| code.like(cast, &[value]))
    }
}

/// Builds an index that is inside of a group with the neighbours behind it: the greatest such one if it is not.
pub(super) fn within(code: &mut Code<'_>, index: Value, group: &Group, n: i64) -> Value {
    let n = code.at.index(n);
    let last = code.subtract(group.size, n);
    code.least(index, last)
}

/// Returns the direction of a copy, and the elements that a thread loads at once.
fn direction(
    code: &Code<'_>,
    operand: &Operand,
    access: &Access,
    (group, k): (&Group, &Group),
    most: i64,
) -> (Along, i64) {
    let module = &*code.at.module;
    let is_near = |group: &Group| {
        group.axes.last().is_some_and(|axis| match access {
            Access::Copied => is_contiguous(module, code.nest, operand, axis),
            Access::Flat(flat, ..) => flat.is_contiguous(module, axis),
        })
    };
    let is_one_in_memory = matches!(access, Access::Flat(flat, ..) if flat.is_contiguous_in_k());
    let (is_near_in_group, is_near_in_k) = (is_near(group), is_near(k) || is_one_in_memory);
    let load = converted(module, operand).map(|(load, _)| load).filter(|_| 1 < most);
    let distance = load.and_then(|load| distance(module, load));
    let is_multiple =
        |along: &[Axis]| distance.as_ref().is_some_and(|distance| is_multiple(module, distance, along, most));
    let last = |group: &Group| group.axes[group.axes.len().saturating_sub(1)..].to_vec();
    let is_whole = is_one_in_memory && k.constant(module).is_some_and(|size| size % most == 0);
    if is_near_in_group && group.is_in_one_row(most) && is_multiple(&last(group)) {
        (Along::Group, most)
    } else if is_whole && is_multiple(&k.axes) || is_near(k) && k.is_in_one_row(most) && is_multiple(&last(k))
    {
        (Along::K, most)
    } else if is_near_in_k && !is_near_in_group {
        (Along::K, 1)
    } else {
        (Along::Group, 1)
    }
}

/// Whether the elements of consecutive iterations of a loop are neighbours in memory.
pub(in crate::gpu) fn is_contiguous(module: &Module, nest: Op, operand: &Operand, axis: &Axis) -> bool {
    let [load] = operand.loads[..] else { return false };
    let view = module.op(load);
    let mut forms = Forms::default();
    let indices: Vec<Linear> = view.group("indices").iter().map(|index| forms.of(module, *index)).collect();
    let is_apart = |leaf: &Value| *leaf == axis.iv || !depends(module, nest, *leaf, axis.iv);
    let strides = module.strides(view.type_of(view.named("memref"))).map(|(_, strides)| strides);
    let is_along_last = indices.split_last().is_some_and(|(last, others)| {
        last.coefficient(axis.iv) == 1 && others.iter().all(|linear| linear.coefficient(axis.iv) == 0)
    });
    is_along_last
        && indices.iter().all(|linear| linear.terms.keys().all(is_apart))
        && module.constant_int(axis.step) == Some(1)
        && strides.is_some_and(|strides| strides.last() == Some(&1))
}

/// Whether a value of the nest is computed from a variable.
pub(super) fn depends(module: &Module, nest: Op, value: Value, variable: Value) -> bool {
    let (mut work, mut seen) = (vec![value], FxHashSet::default());
    while let Some(value) = work.pop() {
        if value == variable {
            return true;
        }
        if module.is_made_inside(value, nest) && seen.insert(value) {
            work.extend(module.defining_op(value).map(|op| module.operands(op)).unwrap_or_default());
        }
    }
    false
}

/// Returns the only load of an operand, and the conversions of its value.
pub(super) fn converted(module: &Module, operand: &Operand) -> Option<(Op, Vec<Op>)> {
    let [load] = operand.loads[..] else { return None };
    let (mut casts, mut value) = (Vec::new(), operand.value);
    if !is_number(module, module.type_of(module.result(load, 0))) {
        return None;
    }
    while value != module.result(load, 0) {
        let op = module.defining_op(value)?;
        let [source] = *module.operands(op) else { return None };
        is_number(module, module.type_of(value)).then_some(())?;
        casts.push(op);
        value = source;
    }
    casts.reverse();
    Some((load, casts))
}
