//! A builder that creates operations one after the other at an insertion point.

use crate::attrs::{Attr, AttrKind};
use crate::dialect::{Arith, OpKind, Scf};
use crate::location::Location;
use crate::module::Module;
use crate::op::Op;
use crate::placement::Place;
use crate::rewrite::OpSpec;
use crate::types::Type;
use crate::value::Value;

/// Creates operations at an insertion point of a module; each one goes after the previous one.
pub struct Builder<'m> {
    /// The module under construction.
    pub module: &'m mut Module,
    /// The insertion point of the next operation.
    pub place: Place,
    /// The location of new operations.
    pub location: Location,
}

impl<'m> Builder<'m> {
    /// Creates a builder at `place`; new operations have `location`.
    pub fn new(module: &'m mut Module, place: Place, location: Location) -> Self {
        Self { module, place, location }
    }

    /// Creates a builder right before `op`, with its location.
    pub fn before(module: &'m mut Module, op: Op) -> Self {
        let location = module.location(op);
        Self::new(module, Place::Before(op), location)
    }

    /// Creates a builder right after `op`, with its location.
    pub fn after(module: &'m mut Module, op: Op) -> Self {
        let location = module.location(op);
        Self::new(module, Place::After(op), location)
    }

    /// Inserts an operation created from `spec`; the location of the builder replaces that of the spec.
    pub fn insert(&mut self, spec: &OpSpec<'_>) -> Op {
        let op = self.module.create(&OpSpec { location: self.location, ..spec.clone() });
        self.module.insert(op, self.place);
        if let Place::After(_) | Place::Start(_) = self.place {
            self.place = Place::After(op);
        }
        op
    }

    /// Creates an operation with operands, result types and attributes, without regions.
    pub fn op(
        &mut self,
        kind: impl Into<OpKind>,
        operands: &[Value],
        results: &[Type],
        attrs: &[(&str, Attr)],
    ) -> Op {
        self.op_with_regions(kind, operands, results, attrs, 0)
    }

    /// Inserts an `scf.while` with these initial values, whose regions have no blocks yet.
    pub fn while_loop(&mut self, inits: &[Value], results: &[Type]) -> Op {
        self.op_with_regions(Scf::While, inits, results, &[], 2)
    }

    /// Creates an operation with `n_regions` empty regions.
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

    /// Creates an operation with one result and returns that result.
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

    /// Creates `arith.constant value : index`.
    pub fn index(&mut self, value: i64) -> Value {
        self.int(value, Type::INDEX)
    }

    /// Creates `arith.constant value : ty` for an integer or index type.
    pub fn int(&mut self, value: i64, ty: Type) -> Value {
        let attr = self.module.int_attr(value, ty);
        self.value(Arith::Constant, &[], ty, &[("value", attr)])
    }

    /// Creates an `arith.constant` of an attribute, with the type of the attribute.
    pub fn constant(&mut self, attr: Attr) -> Option<Value> {
        let ty = self.module.type_of_attr(attr)?;
        Some(self.value(Arith::Constant, &[], ty, &[("value", attr)]))
    }

    /// Creates a binary operation whose result has the type of the first operand.
    pub fn binary(&mut self, kind: impl Into<OpKind>, a: Value, b: Value) -> Value {
        let ty = self.module.type_of(a);
        self.value(kind, &[a, b], ty, &[])
    }

    /// `arith.cmpi` by a predicate such as `slt`, whose result is an `i1` or a vector of such.
    pub fn compare(&mut self, predicate: &str, a: Value, b: Value, result: Type) -> Value {
        let predicate = self.module.keyword_attr(Arith::CmpI, "predicate", predicate);
        self.value(Arith::CmpI, &[a, b], result, &[("predicate", predicate)])
    }

    /// Builds the negation of an `i1`.
    pub fn not(&mut self, condition: Value) -> Value {
        let one = self.int(1, Type::I1);
        self.binary(Arith::XOrI, condition, one)
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
    /// Returns the attribute of the constant operation that defines a value.
    pub fn constant_of(&self, value: Value) -> Option<Attr> {
        let op = self.defining_op(value)?;
        if self.kind(op) == OpKind::Arith(Arith::Constant) { self.attr(op, "value") } else { None }
    }

    /// Returns the value of an integer or index constant.
    pub fn constant_int(&self, value: Value) -> Option<i64> {
        self.constant_of(value).and_then(|attr| self.attr_int(attr))
    }

    /// Returns the bits of a float constant.
    pub fn constant_float(&self, value: Value) -> Option<u64> {
        match self.attr_kind(self.constant_of(value)?) {
            AttrKind::Float(bits, _) => Some(*bits),
            _ => None,
        }
    }
}
