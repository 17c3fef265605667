//! Masks: vectors of conditions, and the elements that a mask enables.

use super::shape::{coordinates, ints, sizes};
use super::{Expanded, Vectors};
use std::rc::Rc;
use warpline_ir::{Arith, Op, OpKind, Place, Type, Value, Vector};

/// A condition that may be static.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// Always.
    Always,
    /// Never.
    Never,
    /// Holds if an `i1` is true.
    If(Value),
}

impl Vectors<'_> {
    /// Returns the condition that an `i1` is true.
    pub(super) fn when(&self, condition: Value) -> When {
        match self.at.module.constant_int(condition) {
            Some(0) => When::Never,
            Some(_) => When::Always,
            None => When::If(condition),
        }
    }

    /// Builds the conjunction of two conditions.
    pub(super) fn both(&mut self, a: When, b: When) -> When {
        match (a, b) {
            (When::Always, other) | (other, When::Always) => other,
            (When::Never, _) | (_, When::Never) => When::Never,
            (When::If(a), When::If(b)) => When::If(self.at.binary(Arith::AndI, a, b)),
        }
    }

    /// Returns the condition as an `i1`.
    fn condition(&mut self, when: When) -> Value {
        match when {
            When::Always => self.at.int(1, Type::I1),
            When::Never => self.at.int(0, Type::I1),
            When::If(condition) => condition,
        }
    }

    /// Selects the first value if the condition holds, else the second.
    pub(super) fn choose(&mut self, when: When, yes: Value, no: Value) -> Value {
        match when {
            When::Always => yes,
            When::Never => no,
            When::If(condition) => self.select(condition, yes, no),
        }
    }

    /// Expands `vector.constant_mask` and `vector.create_mask`: sets the elements whose coordinates are all below
    /// limits.
    pub(super) fn mask_below(&mut self, op: Op, kind: Vector) -> Expanded {
        let view = self.at.module.op(op);
        let shape = sizes(view.module, view.result_type(0));
        let n = self.n_elements(view.result_type(0))?;
        let known: Vec<Option<i64>> = match kind {
            Vector::ConstantMask => ints(view, "mask_dim_sizes").into_iter().map(Some).collect(),
            _ => view.operands().iter().map(|limit| view.module.constant_int(*limit)).collect(),
        };
        let limits = view.operands().to_vec();
        // A vector without dimensions has one limit.
        let extents = if shape.is_empty() { vec![1] } else { shape };
        let mut below = Vec::with_capacity(extents.len());
        for (dim, size) in extents.iter().enumerate() {
            let mut of_dim = Vec::with_capacity(*size);
            for index in 0..*size as i64 {
                of_dim.push(match (known.get(dim).copied().flatten(), limits.get(dim)) {
                    (Some(limit), _) if index < limit => When::Always,
                    (Some(_), _) | (None, None) => When::Never,
                    (None, Some(limit)) => {
                        let index = self.at.index(index);
                        When::If(self.compare("sgt", *limit, index))
                    }
                });
            }
            below.push(of_dim);
        }
        let mut elements = Vec::with_capacity(n);
        for index in 0..n {
            let mut all = When::Always;
            for (place, of_dim) in coordinates(index, &extents).into_iter().zip(&below) {
                all = self.both(all, of_dim[place]);
            }
            elements.push(self.condition(all));
        }
        Ok(Some(vec![elements]))
    }

    /// Expands `vector.mask`: the operation in its region moves before it, and is expanded with the mask.
    pub(super) fn mask(&mut self, op: Op) -> Expanded {
        let module = &*self.at.module;
        let view = module.op(op);
        let body = view.entry(0).ok_or("its region is empty")?;
        let (mask, passthru) = (view.named("mask"), view.group("passthru").first().copied());
        let mut inner = module.ops_in(body);
        let end = inner.pop_if(|end| module.kind(*end) == OpKind::Vector(Vector::Yield));
        let yielded = end.map(|end| module.operands(end).to_vec()).unwrap_or_default();
        let mask = self.elements(mask)?;
        for op_inside in inner {
            self.at.module.move_op(op_inside, Place::Before(op));
            self.masks.insert(op_inside, mask.clone());
        }
        let passthru = passthru.map(|passthru| self.elements(passthru)).transpose()?;
        let mut results = Vec::with_capacity(yielded.len());
        for value in yielded {
            let mut elements = self.elements(value)?.to_vec();
            if let Some(others) = &passthru {
                for ((element, other), bit) in elements.iter_mut().zip(&**others).zip(&*mask) {
                    *element = self.choose(self.when(*bit), *element, *other);
                }
            }
            results.push(elements);
        }
        Ok(Some(results))
    }

    /// Returns the mask of the `vector.mask` that encloses an operation, if there is one.
    pub(super) fn mask_around(&self, op: Op) -> Option<Rc<[Value]>> {
        self.masks.get(&op).cloned()
    }
}
