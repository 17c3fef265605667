//! Operands whose elements are at a linear distance from the first one of their buffer: of a sum of a part that the loops of
//! a side decide, which is the same in all chunks, and a part of k. So nothing is divided in the loop over chunks, although k
//! may be several loops, as in a convolution. The part of k is a product where these loops are one in memory, and else an
//! element of a table in workgroup memory.
//!
//! This holds for buffers of constant size if all indices are surely inside.

use super::code::{Code, Mapped};
use super::contraction::Group;
use super::copy::converted;
use crate::analysis::linear::{Forms, Linear};
use crate::gpu::contraction::{Axis, Contraction, Operand};
use warpline_ir::{Arith, DYNAMIC, MemRef, Module, Op, Type, TypeKind, Value};

/// The greatest number of elements of a table.
const MAX_TABLE: i64 = 4096;
const TABLE_ELEMENT_BYTES: i64 = 4;

/// An operand by the distances of its elements.
pub(super) struct Flat {
    /// The load of the operand.
    load: Op,
    /// The distance in elements, in the variables of the loops.
    distance: Linear,
    /// The distance of consecutive steps of k; none if a table has those.
    stride: Option<i64>,
    /// The greatest element of the table.
    greatest: i64,
}

impl Flat {
    /// Returns an operand so, if k is several loops.
    pub(super) fn of(module: &Module, found: &Contraction, operand: &Operand) -> Option<Self> {
        let is_loop = |axis: &&Axis| axis.trips != Some(1);
        let n_loops = found.k.iter().filter(is_loop).count();
        let steps = found.steps()?;
        let (load, _) = converted(module, operand)?;
        let view = module.op(load);
        let TypeKind::MemRef(shape, _, None, _) = module.type_kind(view.type_of(view.named("memref"))) else {
            return None;
        };
        if n_loops < 2 {
            return None;
        }
        let axes: Vec<Axis> =
            [&found.batch, &found.m, &found.n, &found.k].into_iter().flatten().copied().collect();
        let mut forms = Forms::default();
        for (index, size) in view.group("indices").iter().zip(shape) {
            let (least, greatest) = ends(module, &forms.of(module, *index), &axes)?;
            (0 <= least && greatest < *size).then_some(())?;
        }
        let distance = distance(module, load)?;
        let stride = stride(module, &distance, &found.k);
        let mut of_steps = distance.clone();
        of_steps.constant = 0;
        of_steps.terms.retain(|variable, _| found.k.iter().any(|axis| axis.iv == *variable));
        let (least, greatest) = ends(module, &of_steps, &found.k)?;
        let has_table = steps <= MAX_TABLE && 0 <= least && greatest <= i64::from(i32::MAX);
        (stride.is_some() || has_table).then_some(Self { load, distance, stride, greatest })
    }

    pub(super) fn needs_table(&self) -> bool {
        self.stride.is_none()
    }

    /// Whether consecutive iterations of a loop are neighbours.
    pub(super) fn is_contiguous(&self, module: &Module, axis: &Axis) -> bool {
        module.constant_int(axis.step) == Some(1) && self.distance.coefficient(axis.iv) == 1
    }

    /// Whether consecutive steps of k are neighbours.
    pub(super) fn is_contiguous_in_k(&self) -> bool {
        self.stride == Some(1)
    }

    /// Builds the buffer as one of one dimension.
    pub(super) fn view(&self, code: &mut Code<'_>, known: &mut Mapped) -> Value {
        let buffer = code.at.module.op(self.load).named("memref");
        let buffer = code.copy(buffer, known);
        let module = code.module();
        let ty = module.type_of(buffer);
        let (shape, element) = (module.shape(ty).unwrap_or_default().to_vec(), module.element_type(ty));
        if shape.len() == 1 {
            return buffer;
        }
        let space = module.memory_space(ty);
        let flat = module.memref_type(&[shape.iter().product()], element, None, space);
        let all: Vec<_> = (0..shape.len() as i64).map(|dim| module.int_attr(dim, Type::I64)).collect();
        let all = module.array_attr(&all);
        let reassociation = module.array_attr(&[all]);
        code.at.value(MemRef::CollapseShape, &[buffer], flat, &[("reassociation", reassociation)])
    }

    /// Builds the part of the distance that loops other than those of k decide, and the constant part.
    pub(super) fn base(&self, code: &mut Code<'_>, k: &Group, known: &Mapped) -> Value {
        let mut sum = code.at.index(self.distance.constant);
        for (variable, factor) in &self.distance.terms {
            if !k.axes.iter().any(|axis| axis.iv == *variable) {
                let part = code.times(known[variable], *factor);
                sum = code.add(sum, part);
            }
        }
        if self.stride.is_some() {
            // Steps count from the lower bounds of the loops of k.
            for axis in &k.axes {
                let part = code.times(axis.lower, self.distance.coefficient(axis.iv));
                sum = code.add(sum, part);
            }
        }
        sum
    }

    /// Builds the part of the distance that a step of k decides.
    pub(super) fn of_step(&self, code: &mut Code<'_>, table: Option<Value>, step: Value) -> Value {
        match (self.stride, table) {
            (Some(stride), _) => code.times(step, stride),
            (None, table) => {
                let table = table.expect("there is a table where there is no stride");
                let word = code.at.value(MemRef::Load, &[table, step], Type::I32, &[]);
                let distance = code.at.value(Arith::IndexCastUI, &[word], Type::INDEX, &[]);
                // What is in memory has no range, so that the access would be checked.
                let greatest = code.at.index(self.greatest);
                code.at.binary(Arith::MinUI, distance, greatest)
            }
        }
    }

    /// Fills the table, each thread its part of it.
    pub(super) fn fill(&self, code: &mut Code<'_>, table: Value, k: &Group, thread: Value, threads: i64) {
        let threads = code.at.index(threads);
        code.repeat([thread, k.size, threads], &[], |code, step, _| {
            let mut known = Mapped::default();
            k.map(code, step, 0, &mut known);
            let mut sum = code.at.index(0);
            for axis in &k.axes {
                let part = code.times(known[&axis.iv], self.distance.coefficient(axis.iv));
                sum = code.add(sum, part);
            }
            let word = code.at.value(Arith::IndexCast, &[sum], Type::I32, &[]);
            code.at.op(MemRef::Store, &[word, table, step], &[], &[]);
            Vec::new()
        });
    }
}

/// Returns the bytes of the tables of both operands.
pub(in crate::gpu) fn table_bytes(module: &Module, found: &Contraction) -> i64 {
    let flat = [&found.a, &found.b].map(|operand| Flat::of(module, found, operand));
    let n_tables = flat.iter().flatten().filter(|flat| flat.needs_table()).count() as i64;
    n_tables * found.steps().unwrap_or(0).min(MAX_TABLE) * TABLE_ELEMENT_BYTES
}

/// Returns the distance of the element of a load from the base of its buffer, in elements, if the strides of that are constant.
pub(super) fn distance(module: &Module, load: Op) -> Option<Linear> {
    let view = module.op(load);
    let (offset, strides) = module.strides(view.type_of(view.named("memref")))?;
    if offset == DYNAMIC || strides.contains(&DYNAMIC) {
        return None;
    }
    let (mut forms, mut distance) = (Forms::default(), Linear::constant(offset));
    for (index, stride) in view.group("indices").iter().zip(strides) {
        distance.add_scaled(&forms.of(module, *index), stride)?;
    }
    Some(distance)
}

/// Whether a distance is a multiple of a number wherever the loops of `along` have done a multiple of it of iterations.
pub(super) fn is_multiple(module: &Module, distance: &Linear, along: &[Axis], n: i64) -> bool {
    let is_multiple = |(leaf, factor): (&Value, &i64)| match along.iter().find(|axis| axis.iv == *leaf) {
        Some(axis) => {
            let first = module.constant_int(axis.lower).and_then(|lower| lower.checked_mul(*factor));
            first.is_some_and(|first| first % n == 0)
        }
        None => factor % n == 0,
    };
    distance.constant % n == 0 && distance.terms.iter().all(is_multiple)
}

/// Returns the least and the greatest value of an index, if all its variables have constant bounds.
fn ends(module: &Module, index: &Linear, axes: &[Axis]) -> Option<(i64, i64)> {
    let (mut least, mut greatest) = (index.constant, index.constant);
    for (variable, factor) in &index.terms {
        let axis = axes.iter().find(|axis| axis.iv == *variable)?;
        let first = module.constant_int(axis.lower)?;
        let span = module.constant_int(axis.step)?.checked_mul((axis.trips? - 1).max(0))?;
        let last = first.checked_add(span)?;
        let [a, b] = [first.checked_mul(*factor)?, last.checked_mul(*factor)?];
        least = least.checked_add(a.min(b))?;
        greatest = greatest.checked_add(a.max(b))?;
    }
    Some((least, greatest))
}

/// Returns the distance of consecutive steps of k, if the loops of k are one in memory.
fn stride(module: &Module, distance: &Linear, k: &[Axis]) -> Option<i64> {
    let mut found = None;
    let mut expected = 0i64;
    for axis in k.iter().rev().filter(|axis| axis.trips != Some(1)) {
        let own = distance.coefficient(axis.iv).checked_mul(module.constant_int(axis.step)?)?;
        if found.is_none() {
            found = Some(own);
        } else if own != expected {
            return None;
        }
        expected = own.checked_mul(axis.trips?)?;
    }
    found.filter(|stride| *stride != 0)
}
