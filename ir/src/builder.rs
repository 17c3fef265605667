//! An insertion cursor: makes operations one after the other at a place.

use crate::attrs::{Attr, AttrKind};
use crate::dialect::{Arith, OpKind};
use crate::location::Location;
use crate::module::Module;
use crate::op::Op;
use crate::placement::Place;
use crate::rewrite::OpSpec;
use crate::types::Type;
use crate::value::Value;

/// Makes operations at a place of a module; each one goes after the one before.
pub struct Builder<'m> {
    /// The module under construction.
    pub module: &'m mut Module,
    /// Where the next operation goes.
    pub place: Place,
    /// The location that new operations get.
    pub location: Location,
}

impl<'m> Builder<'m> {
    /// A cursor at `place`; new operations get `location`.
    pub fn new(module: &'m mut Module, place: Place, location: Location) -> Self {
        Self { module, place, location }
    }

    /// A cursor right before `op`, with its location.
    pub fn before(module: &'m mut Module, op: Op) -> Self {
        let location = module.location(op);
        Self::new(module, Place::Before(op), location)
    }

    /// A cursor right after `op`, with its location.
    pub fn after(module: &'m mut Module, op: Op) -> Self {
        let location = module.location(op);
        Self::new(module, Place::After(op), location)
    }

    /// Puts an operation made from `spec` here; the location of the cursor replaces that of the spec.
    pub fn insert(&mut self, spec: &OpSpec<'_>) -> Op {
        let op = self.module.create(&OpSpec { location: self.location, ..spec.clone() });
        self.module.insert(op, self.place);
        if let Place::After(_) | Place::Start(_) = self.place {
            self.place = Place::After(op);
        }
        op
    }

    /// An operation with operands, result types and attributes, and no region.
    pub fn op(
        &mut self,
        kind: impl Into<OpKind>,
        operands: &[Value],
        results: &[Type],
        attrs: &[(&str, Attr)],
    ) -> Op {
        self.op_with_regions(kind, operands, results, attrs, 0)
    }

    /// An operation with `n_regions` empty regions.
    pub fn op_with_regions(
        &mut self,
        kind: impl Into<OpKind>,
        operands: &[Value],
        results: &[Type],
        attrs: &[(&str, Attr)],
        n_regions: usize,
    ) -> Op {
        let attrs = self.module.named(attrs);
        let spec = OpSpec {
            kind: kind.into(),
            location: self.location,
            operands,
            results,
            attrs: &attrs,
            n_regions,
            successors: &[],
        };
        self.insert(&spec)
    }

    /// An operation with one result, as that result.
    pub fn value(
        &mut self,
        kind: impl Into<OpKind>,
        operands: &[Value],
        result: Type,
        attrs: &[(&str, Attr)],
    ) -> Value {
        let op = self.op(kind, operands, &[result], attrs);
        self.module.result(op, 0)
    }

    /// `arith.constant value : index`.
    pub fn index(&mut self, value: i64) -> Value {
        self.int(value, Type::INDEX)
    }

    /// `arith.constant value : ty` for an integer or index type.
    pub fn int(&mut self, value: i64, ty: Type) -> Value {
        let attr = self.module.int_attr(value, ty);
        self.value(Arith::Constant, &[], ty, &[("value", attr)])
    }

    /// `arith.constant` of an attribute; its type is the type of the attribute.
    pub fn constant(&mut self, attr: Attr) -> Option<Value> {
        let ty = self.module.type_of_attr(attr)?;
        Some(self.value(Arith::Constant, &[], ty, &[("value", attr)]))
    }

    /// An operation on two values whose result has the type of the first.
    pub fn binary(&mut self, kind: impl Into<OpKind>, a: Value, b: Value) -> Value {
        let ty = self.module.type_of(a);
        self.value(kind, &[a, b], ty, &[])
    }

    /// `arith.cmpi` by a predicate such as `slt`, whose result is an `i1` or a vector of such.
    pub fn compare(&mut self, predicate: &str, a: Value, b: Value, result: Type) -> Value {
        let predicate = self.module.keyword_attr(Arith::CmpI, "predicate", predicate);
        self.value(Arith::CmpI, &[a, b], result, &[("predicate", predicate)])
    }

    /// `arith.cmpf` by a predicate; the result is an `i1` for each element.
    pub fn compare_floats(&mut self, predicate: &str, a: Value, b: Value) -> Value {
        let ty = self.module.type_of(a);
        let result = self.module.with_element(ty, Type::I1);
        let predicate = self.module.keyword_attr(Arith::CmpF, "predicate", predicate);
        self.value(Arith::CmpF, &[a, b], result, &[("predicate", predicate)])
    }
}

/// Constants.
impl Module {
    /// The attribute of the constant operation that defines a value.
    pub fn constant_of(&self, value: Value) -> Option<Attr> {
        let op = self.defining_op(value)?;
        if self.kind(op) == OpKind::Arith(Arith::Constant) { self.attr(op, "value") } else { None }
    }

    /// The value of an integer or index constant.
    pub fn constant_int(&self, value: Value) -> Option<i64> {
        self.constant_of(value).and_then(|attr| self.attr_int(attr))
    }

    /// The bits of a float constant.
    pub fn constant_float(&self, value: Value) -> Option<u64> {
        match self.attr_kind(self.constant_of(value)?) {
            AttrKind::Float(bits, _) => Some(*bits),
            _ => None,
        }
    }
}
