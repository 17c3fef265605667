//! Builder for exchanges between lanes by `gpu.shuffle`.

use super::Subgroups;
use warpline_ir::{Arith, Builder, Gpu, Math, Module, Op, Type, TypeKind, Value};

/// A builder of exchanges between the lanes of a subgroup.
pub(super) struct Lanes<'m> {
    pub(super) at: Builder<'m>,
    pub(super) subgroups: Subgroups,
    /// Whether all lanes of every subgroup take part.
    pub(super) is_full: bool,
}

impl<'m> Lanes<'m> {
    /// Creates a builder right before an operation.
    pub(super) fn before(module: &'m mut Module, op: Op, subgroups: Subgroups, is_full: bool) -> Self {
        Self { at: Builder::before(module, op), subgroups, is_full }
    }

    /// Builds a constant of the type of lane ids.
    pub(super) fn count(&mut self, value: i64) -> Value {
        self.at.int(value, Type::I32)
    }

    /// Builds the lane id.
    pub(super) fn lane(&mut self) -> Value {
        let lane = self.at.value(Gpu::LaneId, &[], Type::INDEX, &[]);
        self.at.value(Arith::IndexCast, &[lane], Type::I32, &[])
    }

    /// Builds a shuffle; `number` is the id of the other lane, or with `xor` the bits in which the ids differ.
    pub(super) fn shuffle(&mut self, mode: &str, value: Value, number: Value) -> Value {
        let width = self.count(self.subgroups.size);
        let ty = self.at.module.type_of(value);
        let mode = self.at.module.keyword_attr(Gpu::Shuffle, "mode", mode);
        let op = self.at.op(Gpu::Shuffle, &[value, number, width], &[ty, Type::I1], &[("mode", mode)]);
        self.at.module.result(op, 0)
    }

    /// Builds the mask of the lanes that take part.
    pub(super) fn alive(&mut self) -> Value {
        let always = self.at.int(1, Type::I1);
        let ty = if self.subgroups.size <= 32 { Type::I32 } else { Type::I64 };
        self.at.value(Gpu::Ballot, &[always], ty, &[])
    }

    /// Builds a comparison of lane ids.
    pub(super) fn compare(&mut self, predicate: &str, a: Value, b: Value) -> Value {
        self.at.compare(predicate, a, b, Type::I1)
    }

    /// Selects the first value where a condition holds, else the second.
    pub(super) fn select(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        let ty = self.at.module.type_of(yes);
        self.at.value(Arith::Select, &[condition, yes, no], ty, &[])
    }

    /// Expands `gpu.rotate` within clusters of adjacent lanes.
    pub(super) fn rotate(&mut self, op: Op) -> Vec<Value> {
        let view = self.at.module.op(op);
        let (value, offset) = (view.operand(0), view.int("offset").unwrap_or(0));
        let width = view.int("width").unwrap_or(self.subgroups.size);
        let lane = self.lane();
        let [offset, mask, outside, width] = [offset, width - 1, -width, width].map(|n| self.count(n));
        let sum = self.at.binary(Arith::AddI, lane, offset);
        let place = self.at.binary(Arith::AndI, sum, mask);
        let cluster = self.at.binary(Arith::AndI, lane, outside);
        let from = self.at.binary(Arith::OrI, cluster, place);
        let rotated = self.shuffle("idx", value, from);
        vec![rotated, self.compare("ult", lane, width)]
    }

    /// Expands `gpu.subgroup_broadcast`; `None` for types that lanes cannot exchange.
    pub(super) fn broadcast(&mut self, op: Op) -> Option<Value> {
        let view = self.at.module.op(op);
        let (value, lane) = (view.named("src"), view.group("lane").first().copied());
        let ty = self.at.module.type_of(value);
        let is_index = ty == Type::INDEX;
        if !is_index && !is_exchanged(self.at.module, ty) {
            return None;
        }
        let lane = lane.unwrap_or_else(|| self.first_active());
        let word = if is_index { self.at.value(Arith::IndexCast, &[value], Type::I64, &[]) } else { value };
        let result = self.shuffle("idx", word, lane);
        Some(if is_index { self.at.value(Arith::IndexCast, &[result], ty, &[]) } else { result })
    }

    /// Builds the id of the first lane that takes part.
    fn first_active(&mut self) -> Value {
        let alive = self.alive();
        let ty = self.at.module.type_of(alive);
        let first = self.at.value(Math::CtTz, &[alive], ty, &[]);
        if ty == Type::I32 { first } else { self.at.value(Arith::TruncI, &[first], Type::I32, &[]) }
    }
}

/// Whether `gpu.shuffle` supports a type.
fn is_exchanged(module: &Module, ty: Type) -> bool {
    let element = match module.type_kind(ty) {
        TypeKind::Vector(shape, scalable, element) if shape.len() == 1 && !scalable.contains(&true) => {
            *element
        }
        _ => ty,
    };
    matches!(module.type_kind(element), TypeKind::Integer(..) | TypeKind::Float(_))
}
