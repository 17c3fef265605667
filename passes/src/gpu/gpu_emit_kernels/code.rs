//! A builder of kernels: index arithmetic that folds constants, copies of computations, branches and loops.

use crate::rewrite::index_math;
use rustc_hash::FxHashMap;
use warpline_ir::{
    Arith, Attr, Builder, Gpu, Module, NamedAttr, Op, OpSpec, Place, Scf, Type, TypeKind, Value,
};

/// The values of a nest as those of a kernel.
pub(super) type Mapped = FxHashMap<Value, Value>;

/// Builds the operations of a kernel one after the other.
pub(super) struct Code<'m> {
    pub(super) at: Builder<'m>,
    /// The nest, whose computations are copied.
    pub(super) nest: Op,
}

/// A launch with an empty body.
pub(super) struct Launch {
    pub(super) block: Value,
    pub(super) thread: Value,
    /// The buffers in workgroup memory.
    pub(super) buffers: Vec<Value>,
}

impl Code<'_> {
    pub(super) fn module(&mut self) -> &mut Module {
        self.at.module
    }

    pub(super) fn add(&mut self, a: Value, b: Value) -> Value {
        index_math::add(&mut self.at, a, b)
    }

    pub(super) fn offset(&mut self, a: Value, by: i64) -> Value {
        let by = self.at.index(by);
        self.add(a, by)
    }

    pub(super) fn multiply(&mut self, a: Value, b: Value) -> Value {
        index_math::multiply(&mut self.at, a, b)
    }

    pub(super) fn times(&mut self, a: Value, by: i64) -> Value {
        let by = self.at.index(by);
        self.multiply(a, by)
    }

    /// Divides numbers that are not negative.
    pub(super) fn divide(&mut self, a: Value, b: Value) -> Value {
        match (self.at.module.constant_int(a), self.at.module.constant_int(b)) {
            (_, Some(1)) => a,
            (Some(x), Some(y)) if y != 0 => self.at.index(x / y),
            _ => self.at.binary(Arith::DivUI, a, b),
        }
    }

    /// Returns the rest of the division of numbers that are not negative.
    pub(super) fn remainder(&mut self, a: Value, b: Value) -> Value {
        match (self.at.module.constant_int(a), self.at.module.constant_int(b)) {
            (_, Some(1)) => self.at.index(0),
            (Some(x), Some(y)) if y != 0 => self.at.index(x % y),
            _ => self.at.binary(Arith::RemUI, a, b),
        }
    }

    /// Returns quotient and rest of the division of numbers that are not negative.
    pub(super) fn split(&mut self, a: Value, by: Value) -> (Value, Value) {
        (self.divide(a, by), self.remainder(a, by))
    }

    pub(super) fn subtract(&mut self, a: Value, b: Value) -> Value {
        index_math::subtract(&mut self.at, a, b)
    }

    pub(super) fn least(&mut self, a: Value, b: Value) -> Value {
        self.at.binary(Arith::MinSI, a, b)
    }

    pub(super) fn is_below(&mut self, a: Value, b: Value) -> Value {
        self.at.compare("slt", a, b, Type::I1)
    }

    pub(super) fn vector(&mut self, element: Type, lanes: i64) -> Type {
        self.at.module.intern_type(TypeKind::Vector([lanes].into(), [false].into(), element))
    }

    /// Returns an element of a vector.
    pub(super) fn extract(&mut self, vector: Value, lane: i64) -> Value {
        let ty = self.at.module.type_of(vector);
        let element = self.at.module.element_type(ty);
        let position =
            self.at.module.intern_attr(warpline_ir::AttrKind::DenseArray(Type::I64, [lane].into()));
        self.at.value(warpline_ir::Vector::Extract, &[vector], element, &[("static_position", position)])
    }

    /// Builds an operation like another one on these operands, scalars or vectors of the same length.
    pub(super) fn like(&mut self, op: Op, operands: &[Value]) -> Value {
        let module = &mut *self.at.module;
        let result = module.type_of(module.result(op, 0));
        let shape = module.type_of(operands[0]);
        let result = module.with_element(shape, result);
        let attrs: Vec<NamedAttr> = module.attrs(op).to_vec();
        let kind = module.kind(op);
        let location = module.location(op);
        let spec = OpSpec {
            kind,
            location,
            operands,
            results: &[result],
            attrs: &attrs,
            n_regions: 0,
            successors: &[],
        };
        let outer = std::mem::replace(&mut self.at.location, location);
        let new = self.at.insert(&spec);
        self.at.location = outer;
        self.at.module.result(new, 0)
    }

    /// Returns a value of the nest in the kernel, with copies of the operations that compute it. Values that are mapped are
    /// known, and the copies become so.
    pub(super) fn copy(&mut self, value: Value, known: &mut Mapped) -> Value {
        if let Some(found) = known.get(&value) {
            return *found;
        }
        let op =
            self.at.module.defining_op(value).filter(|_| self.at.module.is_made_inside(value, self.nest));
        let Some(op) = op else { return value };
        for operand in self.at.module.operands(op).to_vec() {
            self.copy(operand, known);
        }
        self.copy_op(op, known);
        known[&value]
    }

    /// Copies an operation whose operands are known.
    pub(super) fn copy_op(&mut self, op: Op, known: &mut Mapped) {
        let copy = self.at.module.clone_op(op, known);
        self.at.module.insert(copy, self.at.place);
    }

    /// Builds what a branch yields, and values for the other side; without values, no other side.
    pub(super) fn only_if(
        &mut self,
        condition: Value,
        otherwise: &[Value],
        body: impl FnOnce(&mut Self) -> Vec<Value>,
    ) -> Vec<Value> {
        let types: Vec<Type> = otherwise.iter().map(|value| self.at.module.type_of(*value)).collect();
        let op = self.at.op_with_regions(Scf::If, &[condition], &types, &[], 2);
        let region = self.at.module.region(op, 0);
        let block = self.at.module.add_block(region, &[]);
        let outer = std::mem::replace(&mut self.at.place, Place::End(block));
        let yielded = body(self);
        self.at.op(Scf::Yield, &yielded, &[], &[]);
        if !otherwise.is_empty() {
            let region = self.at.module.region(op, 1);
            let block = self.at.module.add_block(region, &[]);
            self.at.place = Place::End(block);
            self.at.op(Scf::Yield, otherwise, &[], &[]);
        }
        self.at.place = outer;
        self.at.module.results(op).collect()
    }

    /// Builds one of two sides.
    pub(super) fn either(
        &mut self,
        condition: Value,
        holds: impl FnOnce(&mut Self),
        otherwise: impl FnOnce(&mut Self),
    ) {
        let op = self.at.op_with_regions(Scf::If, &[condition], &[], &[], 2);
        let outer = self.at.place;
        let [yes, no] = [0, 1].map(|index| {
            let region = self.at.module.region(op, index);
            self.at.module.add_block(region, &[])
        });
        self.at.place = Place::End(yes);
        holds(self);
        self.at.op(Scf::Yield, &[], &[], &[]);
        self.at.place = Place::End(no);
        otherwise(self);
        self.at.op(Scf::Yield, &[], &[], &[]);
        self.at.place = outer;
    }

    /// Builds a loop that carries values: `body` gets its variable and the values, and returns the next ones.
    pub(super) fn repeat(
        &mut self,
        bounds: [Value; 3],
        first: &[Value],
        body: impl FnOnce(&mut Self, Value, &[Value]) -> Vec<Value>,
    ) -> Vec<Value> {
        let types: Vec<Type> = first.iter().map(|value| self.at.module.type_of(*value)).collect();
        let op = self.at.op_with_regions(Scf::For, &[&bounds[..], first].concat(), &types, &[], 1);
        let region = self.at.module.region(op, 0);
        let block = self.at.module.add_block(region, &[&[Type::INDEX], &types[..]].concat());
        let args = self.at.module.args(block).to_vec();
        let outer = std::mem::replace(&mut self.at.place, Place::End(block));
        let next = body(self, args[0], &args[1..]);
        self.at.op(Scf::Yield, &next, &[], &[]);
        self.at.place = outer;
        self.at.module.results(op).collect()
    }

    pub(super) fn barrier(&mut self) {
        self.at.op(Gpu::Barrier, &[], &[], &[]);
    }

    /// Builds a launch of a kernel of this name with these buffers in workgroup memory, and goes on in it.
    pub(super) fn launch(&mut self, name: &str, blocks: Value, threads: i64, buffers: &[Type]) -> Launch {
        let (one, threads) = (self.at.index(1), self.at.index(threads));
        let sizes = self.at.module.i32_array_attr([0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0]);
        let n_buffers = self.at.module.int_attr(buffers.len() as i64, Type::I64);
        let name = self.at.module.symbol_attr(&[name]);
        let attrs: [(&str, Attr); 3] =
            [("function", name), ("operandSegmentSizes", sizes), ("workgroup_attributions", n_buffers)];
        let operands = [blocks, one, one, threads, one, one];
        let launch = self.at.op_with_regions(Gpu::Launch, &operands, &[], &attrs, 1);
        let region = self.at.module.region(launch, 0);
        let body = self.at.module.add_block(region, &[&[Type::INDEX; 12], buffers].concat());
        let args = self.at.module.args(body).to_vec();
        self.at.place = Place::End(body);
        Launch { block: args[0], thread: args[3], buffers: args[12..].to_vec() }
    }
}
