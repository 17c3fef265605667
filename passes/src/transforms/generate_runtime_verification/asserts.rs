//! Builds the assertions: their conditions, their messages, and the data with which a run reports both numbers.

use crate::analysis::demands::{Along, Demand, LanePlace, Lanes, LoopSize, Number, Size, anchor, sizes};
use crate::analysis::effects::freed_buffer;
use crate::rewrite::affine_expand::expand_map;
use warpline_ir::artifact::CHECK;
use warpline_ir::scalar::Undefined;
use warpline_ir::{
    Arith, AttrKind, Block, Builder, Cf, Location, LocationKind, MemRef, Module, Op, OpKind, Place, Rt, Scf,
    Type, TypeKind, Value, Vector,
};

/// Inserts the assertion before the operation; a range of indices has one for each of its ends. The sizes of loops are
/// compared as soon as the buffers are there, so that assertions do not keep structured operations apart.
pub(super) fn insert(module: &mut Module, op: Op, demand: &Demand) {
    let place = match demand {
        Demand::SameSize(_, sizes) => after_buffers(module, op, sizes.map(|size| size.buffer)),
        _ => Place::Before(anchor(module, op)),
    };
    insert_at(module, place, op, demand);
}

/// Returns the earliest place in the block of an operation where buffers are there.
fn after_buffers(module: &Module, op: Op, buffers: [Value; 2]) -> Place {
    let block = module.block_of(op);
    let made = buffers.iter().filter_map(|buffer| module.defining_op(*buffer));
    let mut made = made.filter(|made| module.block_of(*made) == block);
    let last = match (made.next(), made.next()) {
        (Some(a), Some(b)) if is_before(module, a, b) => Some(b),
        (a, _) => a,
    };
    match (last.and_then(|last| module.next_op(last)), block) {
        (Some(next), _) => Place::Before(next),
        (None, Some(block)) if last.is_none() => Place::Start(block),
        _ => Place::Before(op),
    }
}

/// Whether an operation comes before another one in their block.
fn is_before(module: &Module, a: Op, b: Op) -> bool {
    std::iter::successors(module.next_op(a), |op| module.next_op(*op)).any(|op| op == b)
}

fn insert_at(module: &mut Module, place: Place, op: Op, demand: &Demand) {
    let location = module.location(op);
    let problem = problem(module, op, demand);
    let mut at = Checks(Builder::new(module, place, location));
    let holds = match demand {
        Demand::Indices(first, count, size) => {
            let last = at.0.index(count - 1);
            let last = at.0.binary(Arith::AddI, *first, last);
            return insert_ends(module, place, op, ([*first, last], *size));
        }
        Demand::Packed(first, mask, size) => {
            let (block, last) = at.packed(*first, *mask);
            insert_ends(module, Place::End(block), op, ([*first, last], *size));
            return end_branch(module, block, location);
        }
        Demand::Lanes(lanes) => {
            let (block, index) = at.failing(lanes);
            insert_at(module, Place::End(block), op, &Demand::Index(index, lanes.place.size));
            return end_branch(module, block, location);
        }
        Demand::Index(index, size) => at.is_below(*index, size),
        Demand::Dimension(dim, rank) => {
            let rank = at.0.index(*rank);
            at.compare("ult", *dim, rank)
        }
        Demand::DimensionOf(dim, buffer) => {
            let rank = at.0.value(MemRef::Rank, &[*buffer], Type::INDEX, &[]);
            at.compare("ult", *dim, rank)
        }
        Demand::HasRank(buffer, rank) => {
            let found = at.0.value(MemRef::Rank, &[*buffer], Type::INDEX, &[]);
            let wanted = at.0.index(*rank);
            at.compare("eq", found, wanted)
        }
        Demand::HasSize(size, claimed) => {
            let (found, wanted) = (at.size(size), at.0.index(*claimed));
            at.compare("eq", found, wanted)
        }
        Demand::Divisor(divisor) => at.is_not(*divisor, 0),
        Demand::Quotient(dividend, divisor, least) => at.fits(*dividend, *divisor, *least),
        Demand::Part(numbers, size) => at.is_part(*numbers, size),
        Demand::Reach(indices, reach, buffer) => at.reaches(indices, *reach, *buffer),
        Demand::View(claim, limit) => at.is_within(claim, limit),
        Demand::Access(n_bytes, limit) => at.is_access_within(*n_bytes, limit),
        Demand::HasStride(size, rank, stated) => at.has_stride(size, *rank, *stated),
        Demand::HasOffset(buffer, rank, stated) => at.has_offset(*buffer, *rank, *stated),
        Demand::SameSize(_, sizes) => {
            let [found, wanted] = sizes.map(|size| at.size(&size));
            at.compare("eq", found, wanted)
        }
        Demand::Expanded(group, size) => at.is_expanded(group, size),
        Demand::Reshaped { shape, from, to } => at.is_reshaped(*shape, *from, to),
        Demand::Follow(buffer, group) => at.follow(*buffer, group),
        Demand::Aligned(buffer, alignment) => at.is_aligned(*buffer, *alignment),
        Demand::Apart(a, b) => at.are_apart(*a, *b),
        Demand::Live(buffer) => at.0.value(Rt::Live, &[*buffer], Type::I1, &[]),
        Demand::Step(number) | Demand::PositiveDivisor(number) => at.is_positive(*number),
        Demand::AffineDivisors(divisors, operands) => {
            let divisors = expand_map(&mut at.0, divisors, operands);
            let positive: Vec<Value> = divisors.into_iter().map(|divisor| at.is_positive(divisor)).collect();
            at.all(&positive)
        }
        Demand::Power(base, exponent) => {
            let (is_inverse, is_natural) = (at.is_not(*base, 0), at.is_natural(*exponent));
            at.either(is_inverse, is_natural)
        }
        Demand::UnsignedStep(step) => at.is_not(*step, 0),
        Demand::Extent(size) => at.is_natural(*size),
        Demand::Position(position, size) => {
            let (position, bound) = (at.as_index(*position), at.0.index(*size));
            at.compare("ult", position, bound)
        }
    };
    let holds = at.each(holds);
    at.assert(op, demand, holds, &problem);
}

/// Returns the message of a run about a demand that does not hold; `{}` stands for the number that was found.
fn problem(module: &Module, op: Op, demand: &Demand) -> String {
    let of_size = |size: &Size| size.known.map(|n| format!(" of size {n}")).unwrap_or_default();
    let text = match demand {
        Demand::Index(_, size) | Demand::Indices(_, _, size) | Demand::Packed(_, _, size) => {
            return format!("index is out of bounds of dimension {}{}", size.dim, of_size(size));
        }
        Demand::Part(_, size) => return format!("dimension {} is out of bounds{}", size.dim, of_size(size)),
        Demand::Expanded(_, size) => {
            return format!("the sizes do not multiply to dimension {}{}", size.dim, of_size(size));
        }
        Demand::Dimension(_, rank) => return format!("the buffer has only {rank} dimensions"),
        Demand::HasRank(_, rank) => return format!("the buffer does not have {rank} dimensions"),
        Demand::HasSize(size, n) => return format!("dimension {} does not have the size {n}", size.dim),
        Demand::HasStride(size, _, n) => {
            return format!("dimension {} does not have the stride {n}", size.dim);
        }
        Demand::HasOffset(.., n) => return format!("the buffer does not have the offset {n}"),
        Demand::SameSize(LoopSize { operand, dim, number }, _) => {
            return format!(
                "dimension #{dim} of operand #{operand} does not have the size of loop d{number}"
            );
        }
        Demand::Aligned(_, alignment) => {
            return format!("expected an address that is a multiple of {alignment}, but {{}} bytes remain");
        }
        Demand::Position(_, size) => return format!("expected a position below {size}, but found {{}}"),
        Demand::Divisor(_) | Demand::Power(..) => return Undefined::DivisionByZero.to_string(),
        Demand::Quotient(..) => return Undefined::QuotientOverflow.to_string(),
        Demand::Lanes(_) => "index is out of bounds",
        Demand::DimensionOf(..) => "the buffer has no such dimension",
        Demand::Reach(..) => "the matrix reaches outside of its buffer",
        Demand::View(..) => "the view exceeds its buffer",
        Demand::Access(..) => "the element is outside of its buffer",
        Demand::Reshaped { .. } => "the shape does not have as many elements as the buffer",
        Demand::Follow(..) => "the collapsed dimensions do not follow each other in memory",
        Demand::Apart(..) if matches!(module.kind(op), OpKind::MemRef(_)) => {
            "expected distinct buffers, but two of them overlap"
        }
        Demand::Apart(..) => {
            "expected arguments that do not overlap, as llvm.noalias says, but two of them do"
        }
        Demand::Live(_) if freed_buffer(module, op).is_some() => "the buffer was already freed",
        Demand::Live(_) => "use of a buffer after it was freed",
        Demand::Step(_) | Demand::UnsignedStep(_) => "expected a positive step, but found {}",
        Demand::Extent(_) => "a size of {} is negative",
        Demand::PositiveDivisor(_) | Demand::AffineDivisors(..) => {
            "the affine expression overflows or has a divisor that is not positive"
        }
    };
    text.to_string()
}

fn insert_ends(module: &mut Module, place: Place, op: Op, (ends, size): ([Value; 2], Size)) {
    for index in ends {
        insert_at(module, place, op, &Demand::Index(index, size));
    }
}

fn end_branch(module: &mut Module, block: Block, location: Location) {
    Builder::new(module, Place::End(block), location).op(Scf::Yield, &[], &[], &[]);
}

/// Returns the source line of an operation, if its location has one.
fn line_of(module: &Module, op: Op) -> Option<u32> {
    let attr = module.location_data(module.location(op)).attr?;
    match module.attr_kind(attr) {
        AttrKind::Location(LocationKind::File { start, .. }) => Some(start.0),
        _ => None,
    }
}

/// Builds conditions at an insertion point.
pub(super) struct Checks<'m>(pub(super) Builder<'m>);

impl Checks<'_> {
    /// Asserts that a condition holds; a run that it fails for reports the problem.
    fn assert(&mut self, op: Op, demand: &Demand, holds: Value, problem: &str) {
        let module = &*self.0.module;
        let (name, line) = (module.kind(op).name(), line_of(module, op));
        let line = line.map(|line| format!(", line {line}")).unwrap_or_default();
        // Only a run knows the number that was found.
        let known = problem.split(", but").next().filter(|_| problem.contains("{}")).unwrap_or(problem);
        let message = self.0.module.string_attr(&format!("{name}: {known}{line}"));
        let check = match demand {
            Demand::Index(_, size) => self.0.module.int_attr(size.dim as i64, Type::I64),
            _ => self.0.module.string_attr(problem),
        };
        self.0.op(Cf::Assert, &[holds], &[], &[("msg", message), (CHECK, check)]);
    }

    pub(super) fn compare(&mut self, predicate: &str, a: Value, b: Value) -> Value {
        let shape = match self.0.module.type_kind(self.0.module.type_of(a)) {
            TypeKind::Vector(shape, ..) => Some(shape.to_vec()),
            _ => None,
        };
        let result = shape.map_or(Type::I1, |shape| self.vector(&shape, Type::I1));
        self.0.compare(predicate, a, b, result)
    }

    pub(super) fn size(&mut self, size: &Size) -> Value {
        match size.known {
            Some(n) => self.0.index(n),
            None => {
                let dim = self.0.index(size.dim as i64);
                self.0.value(MemRef::Dim, &[size.buffer, dim], Type::INDEX, &[])
            }
        }
    }

    /// Builds `index < size`. As an unsigned number, a negative index is greater than every size.
    pub(super) fn is_below(&mut self, index: Value, size: &Size) -> Value {
        let size = self.size(size);
        self.compare("ult", index, size)
    }

    fn is_not(&mut self, value: Value, number: i64) -> Value {
        let number = self.splat(number, self.0.module.type_of(value));
        self.compare("ne", value, number)
    }

    /// Builds a disjunction in which poison of the second condition does not matter if the first one holds.
    fn either(&mut self, first: Value, second: Value) -> Value {
        let ty = self.0.module.type_of(first);
        let always = self.splat(1, ty);
        self.0.value(Arith::Select, &[first, always, second], ty, &[])
    }

    /// Builds a number, or a vector all of whose elements are this number.
    pub(super) fn splat(&mut self, number: i64, ty: Type) -> Value {
        let element = self.0.module.element_type(ty);
        let number = self.0.int(number, element);
        if element == ty { number } else { self.0.value(Vector::Broadcast, &[number], ty, &[]) }
    }

    /// Builds the condition that all elements of a condition hold.
    fn each(&mut self, condition: Value) -> Value {
        if self.0.module.type_of(condition) == Type::I1 {
            return condition;
        }
        let line = self.in_line(condition);
        self.reduce("and", line)
    }

    /// Builds the condition that the quotient is not that of the least number and -1.
    fn fits(&mut self, dividend: Value, divisor: Value, least: i64) -> Value {
        let is_other = self.is_not(dividend, least);
        let is_plain = self.is_not(divisor, -1);
        self.either(is_plain, is_other)
    }

    pub(super) fn number(&mut self, number: Number) -> Value {
        match number {
            Number::Known(number) => self.0.index(number),
            Number::Value(value) => value,
        }
    }

    /// Builds the condition that there is an element at this distance from the one at indices which are in bounds.
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

    /// Flattens a vector to one dimension.
    fn in_line(&mut self, value: Value) -> Value {
        let shape = self.0.module.shape(self.0.module.type_of(value)).unwrap_or_default();
        let length = shape.iter().product();
        self.shaped(value, &[length])
    }

    fn shaped(&mut self, value: Value, shape: &[i64]) -> Value {
        let ty = self.vector(shape, self.0.module.element_type(self.0.module.type_of(value)));
        if self.0.module.type_of(value) == ty {
            return value;
        }
        self.0.value(Vector::ShapeCast, &[value], ty, &[])
    }

    /// Builds a branch that is taken if an active lane is out of bounds, and the least such index.
    fn failing(&mut self, Lanes { shape, place, masks, within }: &Lanes) -> (Block, Value) {
        let indices = self.indices(place, shape);
        let mut fails = self.compare_all("uge", indices, &place.size);
        let within: Vec<Value> = within
            .iter()
            .map(|place| {
                let indices = self.indices(place, shape);
                self.compare_all("ult", indices, &place.size)
            })
            .collect();
        for on in masks.iter().copied().chain(within) {
            fails = self.0.binary(Arith::AndI, fails, on);
        }
        let line = self.in_line(fails);
        let any = self.reduce("or", line);
        let block = self.branch(any);
        if let Along::Same = place.along {
            return (block, place.index);
        }
        let greatest = self.0.index(-1);
        let greatest = self.broadcast(greatest, shape);
        let ty = self.0.module.type_of(indices);
        let failing = self.0.value(Arith::Select, &[fails, indices, greatest], ty, &[]);
        let line = self.in_line(failing);
        (block, self.reduce("minui", line))
    }

    /// Builds a branch that is taken if a mask sets a lane, and the last index from the first one on.
    fn packed(&mut self, first: Value, mask: Value) -> (Block, Value) {
        let count = self.count(mask);
        let has_lanes = self.is_not(count, 0);
        let block = self.branch(has_lanes);
        let one = self.0.index(1);
        let n_steps = self.0.binary(Arith::SubI, count, one);
        (block, self.0.binary(Arith::AddI, first, n_steps))
    }

    /// Builds a branch without a terminator, and moves the insertion point into it.
    fn branch(&mut self, condition: Value) -> Block {
        let branch = self.0.op_with_regions(Scf::If, &[condition], &[], &[], 2);
        let region = self.0.module.region(branch, 0);
        let block = self.0.module.add_block(region, &[]);
        self.0.place = Place::End(block);
        block
    }

    /// Compares each index of a vector with a size.
    fn compare_all(&mut self, predicate: &str, indices: Value, size: &Size) -> Value {
        let shape = self.0.module.shape(self.0.module.type_of(indices)).unwrap_or_default().to_vec();
        let size = self.size(size);
        let size = self.broadcast(size, &shape);
        self.compare(predicate, indices, size)
    }

    /// Builds the index of each lane.
    fn indices(&mut self, place: &LanePlace, shape: &[i64]) -> Value {
        let index = self.broadcast(place.index, shape);
        let offsets = match place.along {
            Along::Same => return index,
            Along::Dimension(dim) => {
                let ty = self.vector(&[shape[dim]], Type::INDEX);
                let line = self.0.value(Vector::Step, &[], ty, &[]);
                let mut upright = vec![1; shape.len() - dim];
                upright[0] = shape[dim];
                let upright = self.shaped(line, &upright);
                self.broadcast(upright, shape)
            }
            Along::Offsets(offsets) => {
                let ty = self.vector(shape, Type::INDEX);
                let is_index = self.0.module.type_of(offsets) == ty;
                if is_index { offsets } else { self.0.value(Arith::IndexCast, &[offsets], ty, &[]) }
            }
        };
        self.0.binary(Arith::AddI, index, offsets)
    }

    /// Builds the number of lanes that a mask sets.
    fn count(&mut self, mask: Value) -> Value {
        let shape = self.0.module.shape(self.0.module.type_of(mask)).unwrap_or_default().to_vec();
        let ty = self.vector(&shape, Type::INDEX);
        let ones = self.0.value(Arith::IndexCastUI, &[mask], ty, &[]);
        let line = self.in_line(ones);
        self.reduce("add", line)
    }
}
