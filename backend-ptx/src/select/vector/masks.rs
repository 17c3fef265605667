//! Masks: vectors of conditions.

use super::{coordinates, ints, sizes};
use crate::inst::{Class, Operand};
use crate::select::{Select, Selected, Unsupported};
use std::rc::Rc;
use warpline_ir::{OpKind, OpRef, Vector};

impl<'a> Select<'a> {
    /// `vector.constant_mask`.
    pub(super) fn constant_mask(&mut self, op: OpRef<'_>) {
        let limits: Vec<Operand> = ints(op, "mask_dim_sizes").into_iter().map(Operand::Int).collect();
        self.mask_below(op, &limits);
    }

    /// `vector.create_mask`.
    pub(super) fn create_mask(&mut self, op: OpRef<'_>) -> Selected {
        let limits = op.operands().iter().map(|value| self.operand(*value)).collect::<Result<Vec<_>, _>>()?;
        self.mask_below(op, &limits);
        Ok(())
    }

    /// The elements whose coordinates are all below limits.
    fn mask_below(&mut self, op: OpRef<'_>, limits: &[Operand]) {
        let shape = sizes(self, op.result_type(0));
        let mut of_dims = Vec::with_capacity(shape.len());
        for (limit, size) in limits.iter().zip(&shape) {
            let below = (0..*size as i64).map(|index| match limit {
                Operand::Int(limit) => {
                    self.make(Class::Pred, ["mov.pred"], &[Operand::Int(i64::from(index < *limit))])
                }
                limit => self.make(Class::Pred, ["setp.gt.s64"], &[*limit, Operand::Int(index)]),
            });
            of_dims.push(below.collect::<Vec<_>>());
        }
        let mut elements = Vec::new();
        for index in 0..shape.iter().product() {
            let mut bits =
                coordinates(index, &shape).into_iter().zip(&of_dims).map(|(place, dim)| dim[place]);
            let first = match bits.next() {
                Some(bit) => bit,
                None => limits.first().copied().unwrap_or(Operand::Int(1)),
            };
            let rest: Vec<Operand> = bits.collect();
            let all =
                rest.into_iter().fold(first, |all, bit| self.make(Class::Pred, ["and.pred"], &[all, bit]));
            elements.push(all);
        }
        self.set_elements(op.result(0), elements);
    }

    /// `vector.mask`: the operation in its region asks for the mask.
    pub(super) fn vector_mask(&mut self, op: OpRef<'a>) -> Selected {
        let block = op.entry(0).ok_or_else(|| Unsupported::because("its region is empty"))?;
        let mask = self.elements(op.operand(0))?;
        let outer = self.mask.replace(mask.clone().into());
        let end = self.module.last_op(block).map(|end| self.module.op(end));
        let end = end.filter(|end| end.kind() == OpKind::Vector(Vector::Yield));
        self.ops_until(block, end.map(|end| end.op));
        self.mask = outer;
        let Some(end) = end else { return Ok(()) };
        let passthru = op.group(1).first().copied();
        for (value, result) in end.operands().iter().zip(op.results()) {
            let held = self.held(*value)?;
            self.set_held(result, held);
            let Some(passthru) = passthru else { continue };
            let (_, scalar) = self.elements_of(op.type_of(result))?;
            let (mut elements, others) = (self.elements(*value)?, self.elements(passthru)?);
            for ((element, other), bit) in elements.iter_mut().zip(others).zip(&mask) {
                let bit = self.reg(Class::Pred, *bit);
                *element = self.choose_scalar(scalar, bit, *element, other);
            }
            self.set_elements(result, elements);
        }
        Ok(())
    }

    /// The mask of the `vector.mask` around an operation, if there is one.
    pub(super) fn mask_around(&self, op: OpRef<'_>) -> Option<Rc<[Operand]>> {
        let parent = op.module.parent_op(op.op).map(|parent| op.module.kind(parent));
        self.mask.clone().filter(|_| parent == Some(OpKind::Vector(Vector::Mask)))
    }
}
