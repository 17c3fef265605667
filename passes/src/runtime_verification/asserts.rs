//! The assertions: their conditions, their messages, and what a run needs to report both numbers.

use super::lanes::{self, Along, Lanes, Place};
use super::{Claim, Demand, Number, Size, sizes};
use warpline_ir::artifact::CHECK;
use warpline_ir::dialect::arith::CMPI_PREDICATES;
use warpline_ir::scalar::Undefined;
use warpline_ir::{
    Arith, AttrKind, Builder, Cf, LocationKind, MemRef, Module, Op, Type, TypeKind, Value, Vector,
};

/// Inserts the assertion before the operation; a range of indices has one for each of its ends.
pub(super) fn insert(module: &mut Module, op: Op, demand: &Demand) {
    let name = module.kind(op).name();
    let line = line_of(module, op).map(|line| format!(", line {line}")).unwrap_or_default();
    let of_size = |size: &Size| size.known.map(|n| format!(" of size {n}")).unwrap_or_default();
    let anchor = lanes::anchor(module, op);
    let mut at = Checks(Builder::before(module, anchor));
    if let Demand::Indices(first, count, size) = demand {
        let last = at.0.index(count - 1);
        let last = at.0.binary(Arith::AddI, *first, last);
        insert(module, op, &Demand::Index(*first, *size));
        return insert(module, op, &Demand::Index(last, *size));
    }
    let mut dim = None;
    let (holds, problem) = match demand {
        Demand::Index(index, size) | Demand::Indices(index, _, size) => {
            dim = Some(size.dim as i64);
            let problem = format!("index is out of bounds of dimension {}{}", size.dim, of_size(size));
            (at.is_below(*index, size), problem)
        }
        Demand::Dimension(dim, rank) => {
            let rank_value = at.0.index(*rank);
            (at.compare("ult", *dim, rank_value), format!("the buffer has only {rank} dimensions"))
        }
        Demand::HasSize(size, claimed) => {
            let (found, wanted) = (at.size(size), at.0.index(*claimed));
            (
                at.compare("eq", found, wanted),
                format!("dimension {} does not have the size {claimed}", size.dim),
            )
        }
        Demand::Divisor(divisor) => (at.is_not(*divisor, 0), Undefined::DivisionByZero.to_string()),
        Demand::Quotient(dividend, divisor, least) => {
            (at.fits(*dividend, *divisor, *least), Undefined::QuotientOverflow.to_string())
        }
        Demand::Part(numbers, size) => {
            let problem = format!("dimension {} is out of bounds{}", size.dim, of_size(size));
            (at.is_part(*numbers, size), problem)
        }
        Demand::Lanes(lanes) => {
            let size = &lanes.place.size;
            let problem = format!("an index is out of bounds of dimension {}{}", size.dim, of_size(size));
            (at.are_inside(lanes), problem)
        }
        Demand::Packed(first, mask, size) => {
            let n = at.count(*mask);
            let part = [Number::Value(*first), Number::Value(n), Number::Known(1)];
            let problem = format!("an index is out of bounds of dimension {}{}", size.dim, of_size(size));
            (at.is_part(part, size), problem)
        }
        Demand::Reach(indices, reach, buffer) => {
            (at.reaches(indices, *reach, *buffer), "the matrix reaches outside of its buffer".to_string())
        }
        Demand::View(claim, buffer) => {
            (at.is_within(claim, *buffer), "the view reaches outside of its buffer".to_string())
        }
    };
    let message = at.0.module.string_attr(&format!("{name}: {problem}{line}"));
    let check = match dim {
        Some(dim) => at.0.module.int_attr(dim, Type::I64),
        None => at.0.module.string_attr(&problem),
    };
    at.0.op(Cf::Assert, &[holds], &[], &[("msg", message), (CHECK, check)]);
}

/// The line of the text that an operation comes from, if its location tells it.
fn line_of(module: &Module, op: Op) -> Option<u32> {
    let attr = module.location_data(module.location(op)).attr?;
    match module.attr_kind(attr) {
        AttrKind::Location(LocationKind::File { start, .. }) => Some(start.0),
        _ => None,
    }
}

/// Makes conditions at a place.
struct Checks<'m>(Builder<'m>);

impl Checks<'_> {
    fn compare(&mut self, predicate: &str, a: Value, b: Value) -> Value {
        let shape = match self.0.module.type_kind(self.0.module.type_of(a)) {
            TypeKind::Vector(shape, ..) => Some(shape.to_vec()),
            _ => None,
        };
        let result = shape.map_or(Type::I1, |shape| self.vector(&shape, Type::I1));
        let number = CMPI_PREDICATES.iter().position(|known| *known == predicate).unwrap_or_default();
        let predicate = self.0.module.int_attr(number as i64, Type::I64);
        self.0.value(Arith::CmpI, &[a, b], result, &[("predicate", predicate)])
    }

    fn size(&mut self, size: &Size) -> Value {
        match size.known {
            Some(n) => self.0.index(n),
            None => {
                let dim = self.0.index(size.dim as i64);
                self.0.value(MemRef::Dim, &[size.buffer, dim], Type::INDEX, &[])
            }
        }
    }

    /// Read without a sign, a negative index is greater than every size.
    fn is_below(&mut self, index: Value, size: &Size) -> Value {
        let size = self.size(size);
        self.compare("ult", index, size)
    }

    fn is_not(&mut self, value: Value, number: i64) -> Value {
        let number = self.0.int(number, self.0.module.type_of(value));
        self.compare("ne", value, number)
    }

    /// The quotient is not that of the least number and -1.
    fn fits(&mut self, dividend: Value, divisor: Value, least: i64) -> Value {
        let is_other = self.is_not(dividend, least);
        let is_plain = self.is_not(divisor, -1);
        self.0.binary(Arith::OrI, is_other, is_plain)
    }

    fn number(&mut self, number: Number) -> Value {
        match number {
            Number::Known(number) => self.0.index(number),
            Number::Value(value) => value,
        }
    }

    /// The part has no elements, or its first and its last one lie in the dimension.
    fn is_part(&mut self, [offset, n, step]: [Number; 3], size: &Size) -> Value {
        let first = self.number(offset);
        let is_inside = self.is_below(first, size);
        if let Number::Known(1) = n {
            return is_inside;
        }
        let [one, n_value, step] = [Number::Known(1), n, step].map(|number| self.number(number));
        let n_steps = self.0.binary(Arith::SubI, n_value, one);
        let way = self.0.binary(Arith::MulI, n_steps, step);
        let last = self.0.binary(Arith::AddI, first, way);
        let ends_inside = self.is_below(last, size);
        let is_inside = self.0.binary(Arith::AndI, is_inside, ends_inside);
        if let Number::Known(_) = n {
            return is_inside;
        }
        let zero = self.0.index(0);
        let is_empty = self.compare("eq", n_value, zero);
        self.0.binary(Arith::OrI, is_empty, is_inside)
    }

    /// A size is 0, or the least and the greatest number of an element are among those of the buffer; and no size is negative.
    fn is_within(&mut self, claim: &Claim, buffer: Value) -> Value {
        let [zero, one] = [0, 1].map(|number| self.0.index(number));
        let (mut least, mut greatest) = (self.number(claim.offset), self.number(claim.offset));
        let (mut is_empty, mut is_natural) = (self.0.int(0, Type::I1), self.0.int(1, Type::I1));
        for dim in &claim.dims {
            let [size, stride] = dim.map(|number| self.number(number));
            let n_steps = self.0.binary(Arith::SubI, size, one);
            let way = self.0.binary(Arith::MulI, n_steps, stride);
            let (down, up) = (self.0.binary(Arith::MinSI, way, zero), self.0.binary(Arith::MaxSI, way, zero));
            least = self.0.binary(Arith::AddI, least, down);
            greatest = self.0.binary(Arith::AddI, greatest, up);
            let (has_none, has_some) = (self.compare("eq", size, zero), self.compare("sge", size, zero));
            is_empty = self.0.binary(Arith::OrI, is_empty, has_none);
            is_natural = self.0.binary(Arith::AndI, is_natural, has_some);
        }
        let n_elements = self.n_elements(buffer);
        let (begins, ends) = (self.compare("sge", least, zero), self.compare("slt", greatest, n_elements));
        let is_inside = self.0.binary(Arith::AndI, begins, ends);
        let is_inside = self.0.binary(Arith::OrI, is_empty, is_inside);
        self.0.binary(Arith::AndI, is_natural, is_inside)
    }

    /// Whether there is an element so far behind that at indices which are in bounds.
    fn reaches(&mut self, indices: &[Value], reach: i64, buffer: Value) -> Value {
        let mut first = self.0.index(0);
        for (index, size) in indices.iter().zip(sizes(self.0.module, buffer)) {
            let size = self.size(&size);
            first = self.0.binary(Arith::MulI, first, size);
            first = self.0.binary(Arith::AddI, first, *index);
        }
        let reach = self.0.index(reach);
        let last = self.0.binary(Arith::AddI, first, reach);
        let n_elements = self.n_elements(buffer);
        self.compare("ult", last, n_elements)
    }

    fn n_elements(&mut self, buffer: Value) -> Value {
        let mut product = self.0.index(1);
        for size in sizes(self.0.module, buffer) {
            let size = self.size(&size);
            product = self.0.binary(Arith::MulI, product, size);
        }
        product
    }
}

/// Conditions on lanes.
impl Checks<'_> {
    fn vector(&mut self, shape: &[i64], element: Type) -> Type {
        let scalable = vec![false; shape.len()];
        self.0.module.intern_type(TypeKind::Vector(shape.into(), scalable.into(), element))
    }

    fn broadcast(&mut self, value: Value, shape: &[i64]) -> Value {
        let element = self.0.module.element_type(self.0.module.type_of(value));
        let ty = self.vector(shape, element);
        if self.0.module.type_of(value) == ty {
            return value;
        }
        self.0.value(Vector::Broadcast, &[value], ty, &[])
    }

    fn reduce(&mut self, kind: &str, value: Value) -> Value {
        let ty = self.0.module.element_type(self.0.module.type_of(value));
        let kind = self.0.module.foreign_attr(&format!("vector.kind<{kind}>"));
        self.0.value(Vector::Reduction, &[value], ty, &[("kind", kind)])
    }

    /// The elements of a vector in one dimension.
    fn in_line(&mut self, value: Value) -> Value {
        let ty = self.0.module.type_of(value);
        let length: i64 = self.0.module.shape(ty).unwrap_or_default().iter().product();
        let line = self.vector(&[length], self.0.module.element_type(ty));
        if ty == line { value } else { self.0.value(Vector::ShapeCast, &[value], line, &[]) }
    }

    /// Whether each lane that is on is inside.
    fn are_inside(&mut self, lanes: &Lanes) -> Value {
        let mut holds = self.inside(&lanes.place, &lanes.shape);
        let within: Vec<Value> = lanes.within.iter().map(|place| self.inside(place, &lanes.shape)).collect();
        for on in lanes.masks.iter().copied().chain(within) {
            let set = self.0.int(1, Type::I1);
            let set = self.broadcast(set, &lanes.shape);
            let off = self.0.binary(Arith::XOrI, on, set);
            holds = self.0.binary(Arith::OrI, holds, off);
        }
        let line = self.in_line(holds);
        self.reduce("and", line)
    }

    /// Which lanes are inside of a dimension.
    fn inside(&mut self, place: &Place, shape: &[i64]) -> Value {
        let size = self.size(&place.size);
        match place.along {
            Along::Same => {
                let is_inside = self.compare("ult", place.index, size);
                self.broadcast(is_inside, shape)
            }
            Along::Dimension(dim) => {
                let line = [shape[dim]];
                let ty = self.vector(&line, Type::INDEX);
                let step = self.0.value(Vector::Step, &[], ty, &[]);
                let is_inside = self.are_below(place.index, step, size);
                let mut upright = vec![1; shape.len() - dim];
                upright[0] = shape[dim];
                let ty = self.vector(&upright, Type::I1);
                let is_upright = self.0.module.type_of(is_inside) == ty;
                let is_inside = if is_upright {
                    is_inside
                } else {
                    self.0.value(Vector::ShapeCast, &[is_inside], ty, &[])
                };
                self.broadcast(is_inside, shape)
            }
            Along::Offsets(offsets) => {
                let ty = self.vector(shape, Type::INDEX);
                let is_index = self.0.module.type_of(offsets) == ty;
                let offsets =
                    if is_index { offsets } else { self.0.value(Arith::IndexCast, &[offsets], ty, &[]) };
                self.are_below(place.index, offsets, size)
            }
        }
    }

    /// Which sums of an index and the elements of a vector are below a size.
    fn are_below(&mut self, index: Value, offsets: Value, size: Value) -> Value {
        let shape = self.0.module.shape(self.0.module.type_of(offsets)).unwrap_or_default().to_vec();
        let [index, size] = [index, size].map(|value| self.broadcast(value, &shape));
        let all = self.0.binary(Arith::AddI, index, offsets);
        self.compare("ult", all, size)
    }

    /// How many lanes a mask sets.
    fn count(&mut self, mask: Value) -> Value {
        let shape = self.0.module.shape(self.0.module.type_of(mask)).unwrap_or_default().to_vec();
        let ty = self.vector(&shape, Type::INDEX);
        let ones = self.0.value(Arith::IndexCastUI, &[mask], ty, &[]);
        let line = self.in_line(ones);
        self.reduce("add", line)
    }
}
