//! The values of all lanes: as the value of lane 0, as a vector, or as a value for each lane.

use super::strides::{Stride, Strides, is_packable};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use warpline_ir::{
    Arith, AttrKind, Builder, DenseData, MemRef, Module, Op, Place, Type, TypeKind, Value, Vector,
};

/// The form of the values of all lanes.
#[derive(Clone)]
pub(super) enum Form {
    /// The value of lane 0, from which the others follow by the stride.
    First(Value),
    /// The elements of a vector.
    Packed(Value),
    /// A value for each lane.
    Each(Rc<[Value]>),
    /// The bits of an integer for each lane.
    Numbers(Rc<[u64]>),
}

/// A body whose operations are being built for several lanes.
pub(super) struct Lanes<'m> {
    pub(super) at: Builder<'m>,
    pub(super) strides: &'m Strides,
    /// The number of lanes.
    pub(super) width: usize,
    /// The lanes that execute the current operations; all if there is none.
    pub(super) mask: Option<Value>,
    /// The start of the function, where buffers are made.
    start: Op,
    forms: FxHashMap<Value, Form>,
    /// Other forms of the same values, by enclosing region.
    packed: Vec<FxHashMap<Value, Value>>,
    each: Vec<FxHashMap<Value, Rc<[Value]>>>,
    /// Buffers with an element for each lane that are not in use.
    free_buffers: &'m mut Vec<Value>,
}

impl<'m> Lanes<'m> {
    /// Builds before an operation.
    pub(super) fn new(
        module: &'m mut Module,
        before: Op,
        (start, width): (Op, usize),
        strides: &'m Strides,
        free_buffers: &'m mut Vec<Value>,
    ) -> Self {
        let at = Builder::before(module, before);
        let mut lanes = Self {
            at,
            strides,
            width,
            mask: None,
            start,
            forms: FxHashMap::default(),
            packed: Vec::new(),
            each: Vec::new(),
            free_buffers,
        };
        lanes.enter();
        lanes
    }

    /// Starts a region, whose values are not available behind it.
    pub(super) fn enter(&mut self) {
        self.packed.push(FxHashMap::default());
        self.each.push(FxHashMap::default());
    }

    /// Ends a region.
    pub(super) fn leave(&mut self) {
        self.packed.pop();
        self.each.pop();
    }

    /// Sets the form of a value of the body.
    pub(super) fn set(&mut self, value: Value, form: Form) {
        self.forms.insert(value, form);
    }

    /// Returns the bits of an integer in each lane, if they are known.
    pub(super) fn numbers(&self, value: Value) -> Option<Rc<[u64]>> {
        if let Some(Form::Numbers(numbers)) = self.forms.get(&value) {
            return Some(numbers.clone());
        }
        let constant = self.at.module.constant_int(value)?;
        let bits = self.at.module.truncate(constant, self.type_of(value));
        Some(vec![bits; self.width].into())
    }

    /// Returns the vector type with an element for each lane.
    pub(super) fn vector_type(&mut self, element: Type) -> Type {
        let shape = Box::new([self.width as i64]);
        self.at.module.intern_type(TypeKind::Vector(shape, Box::new([false]), element))
    }

    pub(super) fn type_of(&self, value: Value) -> Type {
        self.at.module.type_of(value)
    }

    /// Returns the value of lane 0 of a value whose stride is known.
    pub(super) fn first(&mut self, value: Value) -> Value {
        match self.forms.get(&value) {
            None => value,
            Some(Form::First(first)) => *first,
            Some(Form::Numbers(numbers)) => {
                let (first, ty) = (numbers[0].cast_signed(), self.type_of(value));
                self.at.int(first, ty)
            }
            Some(Form::Packed(_) | Form::Each(_)) => self.each(value)[0],
        }
    }

    /// Returns the value of the last lane.
    pub(super) fn last(&mut self, value: Value) -> Value {
        match self.strides.of(value) {
            Stride::Known(stride) => {
                let first = self.first(value);
                self.advanced(first, stride * (self.width as i64 - 1))
            }
            Stride::Varying => self.each(value)[self.width - 1],
        }
    }

    /// Builds the sum of an integer and a constant.
    pub(super) fn advanced(&mut self, value: Value, by: i64) -> Value {
        if by == 0 {
            return value;
        }
        let ty = self.type_of(value);
        let by = self.at.int(by, ty);
        self.at.binary(Arith::AddI, value, by)
    }

    /// Returns all lanes as a vector. The type must be packable.
    pub(super) fn packed(&mut self, value: Value) -> Value {
        if let Some(Form::Packed(vector)) = self.forms.get(&value) {
            return *vector;
        }
        if let Some(vector) = self.packed.iter().rev().find_map(|known| known.get(&value)) {
            return *vector;
        }
        let vector = self.pack(value);
        if let Some(known) = self.packed.last_mut() {
            known.insert(value, vector);
        }
        vector
    }

    fn pack(&mut self, value: Value) -> Value {
        let element = self.type_of(value);
        let ty = self.vector_type(element);
        if let Some(Form::Each(each)) = self.forms.get(&value) {
            let each = each.clone();
            return self.at.value(Vector::FromElements, &each, ty, &[]);
        }
        if let Some(Form::Numbers(numbers)) = self.forms.get(&value) {
            let data = if numbers.iter().all(|number| *number == numbers[0]) {
                DenseData::Splat(numbers[0])
            } else {
                DenseData::Elements(numbers.iter().copied().collect())
            };
            return self.constant(ty, data);
        }
        let first = self.first(value);
        let splat = match self.at.module.constant_of(first).map(|attr| self.at.module.attr_kind(attr)) {
            Some(AttrKind::Integer(number, _)) => {
                let bits = self.at.module.truncate(*number, element);
                self.constant(ty, DenseData::Splat(bits))
            }
            Some(AttrKind::Float(bits, _)) => {
                let bits = *bits;
                self.constant(ty, DenseData::Splat(bits))
            }
            _ => self.at.value(Vector::Broadcast, &[first], ty, &[]),
        };
        match self.strides.of(value) {
            Stride::Known(stride) if stride != 0 => {
                let numbers = 0..self.width as i64;
                let offsets = numbers.map(|lane| self.at.module.truncate(lane * stride, element)).collect();
                let offsets = self.constant(ty, DenseData::Elements(offsets));
                self.at.binary(Arith::AddI, splat, offsets)
            }
            _ => splat,
        }
    }

    pub(super) fn constant(&mut self, ty: Type, data: DenseData) -> Value {
        let attr = self.at.module.intern_attr(AttrKind::Dense(ty, data));
        self.at.value(Arith::Constant, &[], ty, &[("value", attr)])
    }

    /// Returns the value of each lane.
    pub(super) fn each(&mut self, value: Value) -> Rc<[Value]> {
        if let Some(Form::Each(each)) = self.forms.get(&value) {
            return each.clone();
        }
        if let Some(each) = self.each.iter().rev().find_map(|known| known.get(&value)) {
            return each.clone();
        }
        let each: Rc<[Value]> = match (self.forms.get(&value), self.strides.of(value)) {
            (Some(Form::Numbers(numbers)), _) => {
                let (numbers, ty) = (numbers.clone(), self.type_of(value));
                numbers.iter().map(|bits| self.at.int(bits.cast_signed(), ty)).collect()
            }
            (Some(Form::Packed(vector)), _) => {
                let vector = *vector;
                let types = vec![self.type_of(value); self.width];
                let op = self.at.op(Vector::ToElements, &[vector], &types, &[]);
                self.at.module.results(op).collect()
            }
            (_, Stride::Known(stride)) => {
                let first = self.first(value);
                (0..self.width as i64).map(|lane| self.advanced(first, lane * stride)).collect()
            }
            (_, Stride::Varying) => vec![self.first(value); self.width].into(),
        };
        if let Some(known) = self.each.last_mut() {
            known.insert(value, each.clone());
        }
        each
    }
}

/// Values carried by loops and branches.
impl Lanes<'_> {
    /// Returns the types that carry a value: of lane 0, of a vector, or of each lane.
    pub(super) fn carriers(&mut self, value: Value) -> Vec<Type> {
        let ty = self.type_of(value);
        if self.strides.of(value) != Stride::Varying {
            vec![ty]
        } else if is_packable(self.at.module, ty) {
            vec![self.vector_type(ty)]
        } else {
            vec![ty; self.width]
        }
    }

    /// Returns `value` as what carries `target`.
    pub(super) fn carried(&mut self, value: Value, target: Value) -> Vec<Value> {
        if self.strides.of(target) != Stride::Varying {
            vec![self.first(value)]
        } else if is_packable(self.at.module, self.type_of(target)) {
            vec![self.packed(value)]
        } else {
            self.each(value).to_vec()
        }
    }

    /// Returns values as what carries the targets.
    pub(super) fn all_carried(&mut self, values: &[Value], targets: &[Value]) -> Vec<Value> {
        values.iter().zip(targets).flat_map(|(value, target)| self.carried(*value, *target)).collect()
    }

    /// Binds values to what carries them.
    pub(super) fn bind(&mut self, values: &[Value], carriers: &[Value]) {
        let mut rest = carriers;
        for value in values {
            let n = self.carriers(*value).len().min(rest.len());
            let (own, others) = rest.split_at(n);
            let form = match (self.strides.of(*value), own) {
                (Stride::Known(_), [first]) => Form::First(*first),
                (Stride::Varying, [vector]) => Form::Packed(*vector),
                (_, each) => Form::Each(each.into()),
            };
            self.set(*value, form);
            rest = others;
        }
    }
}

/// Buffers with an element for each lane. A boolean is stored as an `i32`.
impl Lanes<'_> {
    /// Returns a buffer for values of a type that nothing uses.
    pub(super) fn take_buffer(&mut self, ty: Type) -> Value {
        let element = stored_as(ty);
        let width = self.width as i64;
        let ty = self.at.module.memref_type(&[width], element, None, None);
        let found = self.free_buffers.iter().position(|buffer| self.at.module.type_of(*buffer) == ty);
        match found {
            Some(index) => self.free_buffers.swap_remove(index),
            None => Builder::before(self.at.module, self.start).value(MemRef::Alloca, &[], ty, &[]),
        }
    }

    /// Marks a buffer as unused.
    pub(super) fn give_buffer(&mut self, buffer: Value) {
        self.free_buffers.push(buffer);
    }

    /// Stores all lanes of a value in a buffer.
    pub(super) fn store_lanes(&mut self, value: Value, buffer: Value) {
        let ty = self.type_of(value);
        let is_each = matches!(self.forms.get(&value), Some(Form::Each(_)));
        if is_packable(self.at.module, ty) && !is_each {
            let mut vector = self.packed(value);
            if ty == Type::I1 {
                let wide = self.vector_type(Type::I32);
                vector = self.at.value(Arith::ExtUI, &[vector], wide, &[]);
            }
            let zero = self.at.index(0);
            self.at.op(Vector::Store, &[vector, buffer, zero], &[], &[]);
        } else {
            for (lane, value) in (0i64..).zip(self.each(value).to_vec()) {
                let lane = self.at.index(lane);
                self.store_lane(value, buffer, lane);
            }
        }
    }

    /// Sets a value to all lanes in a buffer.
    pub(super) fn load_lanes(&mut self, value: Value, buffer: Value) {
        let ty = self.type_of(value);
        let form = if is_packable(self.at.module, ty) {
            let zero = self.at.index(0);
            let stored = self.vector_type(stored_as(ty));
            let mut vector = self.at.value(Vector::Load, &[buffer, zero], stored, &[]);
            if ty == Type::I1 {
                let mask = self.vector_type(Type::I1);
                let none = self.constant(stored, DenseData::Splat(0));
                vector = self.at.compare("ne", vector, none, mask);
            }
            Form::Packed(vector)
        } else {
            let lanes = 0..self.width as i64;
            Form::Each(
                lanes
                    .map(|lane| {
                        let lane = self.at.index(lane);
                        self.load_lane(ty, buffer, lane)
                    })
                    .collect(),
            )
        };
        self.set(value, form);
    }

    /// Stores the value of one lane.
    pub(super) fn store_lane(&mut self, value: Value, buffer: Value, lane: Value) {
        let mut value = value;
        if self.type_of(value) == Type::I1 {
            value = self.at.value(Arith::ExtUI, &[value], Type::I32, &[]);
        }
        self.at.op(MemRef::Store, &[value, buffer, lane], &[], &[]);
    }

    /// Loads the value of one lane.
    pub(super) fn load_lane(&mut self, ty: Type, buffer: Value, lane: Value) -> Value {
        let stored = self.at.value(MemRef::Load, &[buffer, lane], stored_as(ty), &[]);
        if ty != Type::I1 {
            return stored;
        }
        let none = self.at.int(0, Type::I32);
        self.at.compare("ne", stored, none, Type::I1)
    }
}

fn stored_as(ty: Type) -> Type {
    if ty == Type::I1 { Type::I32 } else { ty }
}

/// Continues a builder at the end of the body of a loop or a branch.
pub(super) fn end_of(module: &mut Module, op: Op, index: usize, args: &[Type]) -> (Vec<Value>, Place) {
    let region = module.region(op, index);
    let block = module.add_block(region, args);
    (module.args(block).to_vec(), Place::End(block))
}
