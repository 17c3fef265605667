//! Conditions on views, pointers and claims, whose arithmetic is exact: where a sum or a product of the condition could
//! wrap, the condition requires that it does not.

use super::asserts::Checks;
use crate::analysis::demands::{Claim, Elements, Limit, Number, Origin, Size, element_bytes, sizes};
use warpline_ir::{Arith, AttrKind, DYNAMIC, MemRef, Rt, Type, Value};

impl Checks<'_> {
    /// Builds the conjunction of conditions; there is at least one.
    pub(super) fn all(&mut self, conditions: &[Value]) -> Value {
        let mut all = conditions[0];
        for condition in &conditions[1..] {
            all = self.0.binary(Arith::AndI, all, *condition);
        }
        all
    }

    /// Builds the product of two signed numbers; adds the condition that it does not wrap, unless that is known.
    fn exact_product(&mut self, a: Number, b: Number, exact: &mut Vec<Value>) -> Number {
        match (a, b) {
            (Number::Known(0), _) | (_, Number::Known(0)) => Number::Known(0),
            (Number::Known(1), other) | (other, Number::Known(1)) => other,
            (Number::Known(a), Number::Known(b)) => {
                if let Some(product) = a.checked_mul(b) {
                    return Number::Known(product);
                }
                let never = self.0.int(0, Type::I1);
                exact.push(never);
                Number::Known(0)
            }
            (Number::Known(factor), Number::Value(value)) | (Number::Value(value), Number::Known(factor)) => {
                // As an unsigned number, value + limit is at most 2 limit for -limit <= value <= limit.
                let limit = i64::MAX / 4 / factor.checked_abs().unwrap_or(i64::MAX);
                let [limit, twice, factor] = [limit, 2 * limit, factor].map(|number| self.0.index(number));
                let moved = self.0.binary(Arith::AddI, value, limit);
                let is_small = self.compare("ule", moved, twice);
                exact.push(is_small);
                Number::Value(self.0.binary(Arith::MulI, value, factor))
            }
            (Number::Value(a), Number::Value(b)) => {
                let both = self.0.op(Arith::MulSIExtended, &[a, b], &[Type::INDEX; 2], &[]);
                let [low, high] = [0, 1].map(|index| self.0.module.result(both, index));
                let bits = self.0.index(63);
                let sign = self.0.binary(Arith::ShRSI, low, bits);
                let is_exact = self.compare("eq", high, sign);
                exact.push(is_exact);
                Number::Value(low)
            }
        }
    }

    /// Builds the sum of a number and one that has the given sign; adds the condition that it does not wrap.
    fn exact_sum(&mut self, a: Number, b: Number, is_up: bool, exact: &mut Vec<Value>) -> Number {
        match (a, b) {
            (Number::Known(0), other) | (other, Number::Known(0)) => other,
            (Number::Known(x), Number::Known(y)) if x.checked_add(y).is_some() => Number::Known(x + y),
            _ => {
                let [a, b] = [a, b].map(|number| self.number(number));
                let sum = self.0.binary(Arith::AddI, a, b);
                let is_exact = self.compare(if is_up { "sge" } else { "sle" }, sum, a);
                exact.push(is_exact);
                Number::Value(sum)
            }
        }
    }

    /// Builds the number of elements of a whole buffer.
    pub(super) fn n_elements(&mut self, buffer: Value) -> Value {
        let mut product = self.0.index(1);
        for size in sizes(self.0.module, buffer) {
            let size = self.size(&size);
            product = self.0.binary(Arith::MulI, product, size);
        }
        product
    }

    /// Builds the bytes of memory before the beginning of what a view is derived from, and from there on.
    fn bytes_of(&mut self, origin: Origin) -> [Value; 2] {
        match origin {
            Origin::Whole(buffer) => {
                let n_elements = self.n_elements(buffer);
                let n_bytes = element_bytes(self.0.module, buffer).unwrap_or(1).cast_signed();
                let [none, n_bytes] = [0, n_bytes].map(|number| self.0.index(number));
                [none, self.0.binary(Arith::MulI, n_elements, n_bytes)]
            }
            Origin::Unknown(value) => {
                let found = self.0.op(Rt::Extent, &[value], &[Type::INDEX; 2], &[]);
                [0, 1].map(|index| self.0.module.result(found, index))
            }
        }
    }

    /// Builds the bytes from the beginning of the memory to a view, as an unsigned number that wraps, and all its bytes.
    fn place_of(&mut self, limit: &Limit) -> [Value; 2] {
        let [before, after] = self.bytes_of(limit.origin);
        let all = self.0.binary(Arith::AddI, before, after);
        let mut place = before;
        for shift in &limit.shifts {
            let shift = self.as_index(*shift);
            place = self.0.binary(Arith::AddI, place, shift);
        }
        [place, all]
    }

    pub(super) fn as_index(&mut self, value: Value) -> Value {
        if self.0.module.type_of(value) == Type::INDEX {
            return value;
        }
        self.0.value(Arith::IndexCast, &[value], Type::INDEX, &[])
    }

    /// Builds the condition that the elements of a view lie in the memory behind it.
    pub(super) fn is_within(&mut self, claim: &Claim, limit: &Limit) -> Value {
        let mut conditions = Vec::new();
        let n_elements = match limit.buffer_of(self.0.module, claim.n_bytes) {
            Some(buffer) => self.n_elements(buffer),
            None => {
                let [place, all] = self.place_of(limit);
                let begins_inside = self.compare("ule", place, all);
                conditions.push(begins_inside);
                let left = self.0.binary(Arith::SubI, all, place);
                let n_bytes = self.0.index(claim.n_bytes.max(1).cast_signed());
                self.0.binary(Arith::DivUI, left, n_bytes)
            }
        };
        let (is_empty, is_natural) = match &claim.elements {
            Elements::Dense(all) => self.dense(all, n_elements, &mut conditions),
            Elements::Strided { offset, dims } => self.strided(*offset, dims, n_elements, &mut conditions),
        };
        let is_inside = self.all(&conditions);
        let is_inside = match is_empty {
            Some(is_empty) => self.0.binary(Arith::OrI, is_empty, is_inside),
            None => is_inside,
        };
        match is_natural {
            Some(is_natural) => self.0.binary(Arith::AndI, is_natural, is_inside),
            None => is_inside,
        }
    }

    /// Builds the conditions that a size is 0, and that none is negative, where that is not known.
    fn counts(&mut self, all: impl Iterator<Item = Number>) -> (Option<Value>, Option<Value>) {
        let (mut is_empty, mut is_natural) = (None, None);
        for size in all {
            if let Number::Known(1..) = size {
                continue;
            }
            let (size, zero) = (self.number(size), self.0.index(0));
            let (has_none, has_some) = (self.compare("eq", size, zero), self.compare("sge", size, zero));
            is_empty = Some(is_empty.map_or(has_none, |all| self.0.binary(Arith::OrI, all, has_none)));
            is_natural = Some(is_natural.map_or(has_some, |all| self.0.binary(Arith::AndI, all, has_some)));
        }
        (is_empty, is_natural)
    }

    fn dense(
        &mut self,
        all: &[Number],
        n_elements: Value,
        conditions: &mut Vec<Value>,
    ) -> (Option<Value>, Option<Value>) {
        let mut count = Number::Known(1);
        for size in all {
            count = self.exact_product(count, *size, conditions);
        }
        let count = self.number(count);
        let fits = self.compare("sle", count, n_elements);
        conditions.push(fits);
        self.counts(all.iter().copied())
    }

    fn strided(
        &mut self,
        offset: Number,
        dims: &[[Number; 2]],
        n_elements: Value,
        conditions: &mut Vec<Value>,
    ) -> (Option<Value>, Option<Value>) {
        let (mut down, mut up) = (Number::Known(0), Number::Known(0));
        for [size, stride] in dims {
            let n_steps = match *size {
                Number::Known(size) => Number::Known(size.max(1) - 1),
                Number::Value(size) => {
                    let one = self.0.index(1);
                    Number::Value(self.0.binary(Arith::SubI, size, one))
                }
            };
            let way = self.exact_product(n_steps, *stride, conditions);
            let [least, most] = self.sides(way);
            down = self.exact_sum(down, least, false, conditions);
            up = self.exact_sum(up, most, true, conditions);
        }
        match (down, up) {
            // The distances are known, so that no sum with the offset is needed.
            (Number::Known(down), Number::Known(up)) if 0 <= up && down != i64::MIN => {
                let (offset, first, up) = (self.number(offset), self.0.index(-down), self.0.index(up));
                let limit = self.0.binary(Arith::SubI, n_elements, up);
                let (begins, ends) = (self.compare("sge", offset, first), self.compare("slt", offset, limit));
                conditions.extend([begins, ends]);
            }
            _ => {
                let first = self.exact_sum(offset, down, false, conditions);
                let last = self.exact_sum(offset, up, true, conditions);
                let [first, last, zero] = [first, last, Number::Known(0)].map(|number| self.number(number));
                let (begins, ends) =
                    (self.compare("sge", first, zero), self.compare("slt", last, n_elements));
                conditions.extend([begins, ends]);
            }
        }
        self.counts(dims.iter().map(|[size, _]| *size))
    }

    /// Splits a distance into one that is at most 0 and one that is at least 0.
    fn sides(&mut self, way: Number) -> [Number; 2] {
        match way {
            Number::Known(way) => [Number::Known(way.min(0)), Number::Known(way.max(0))],
            Number::Value(way) => {
                let zero = self.0.index(0);
                [Arith::MinSI, Arith::MaxSI].map(|kind| Number::Value(self.0.binary(kind, way, zero)))
            }
        }
    }

    /// Builds the condition that this many bytes from a pointer on lie in the memory behind it.
    pub(super) fn is_access_within(&mut self, n_bytes: u64, limit: &Limit) -> Value {
        let [place, all] = self.place_of(limit);
        let n_bytes = self.0.index(n_bytes.cast_signed());
        let is_large = self.compare("uge", all, n_bytes);
        let last = self.0.binary(Arith::SubI, all, n_bytes);
        let fits = self.compare("ule", place, last);
        self.0.binary(Arith::AndI, is_large, fits)
    }

    /// Builds the condition that a part has no elements and begins in a dimension or at its end, or that its first and
    /// its last element lie in it.
    pub(super) fn is_part(&mut self, [offset, n, step]: [Number; 3], size: &Size) -> Value {
        let first = self.number(offset);
        match (n, step) {
            (Number::Known(1), _) => self.is_below(first, size),
            (Number::Known(n @ 1..), Number::Known(step)) if (n - 1).checked_mul(step).is_some() => {
                let is_inside = self.is_below(first, size);
                let way = self.0.index((n - 1) * step);
                let last = self.0.binary(Arith::AddI, first, way);
                let ends_inside = self.is_below(last, size);
                self.0.binary(Arith::AndI, is_inside, ends_inside)
            }
            (_, Number::Known(step @ 1..)) => {
                let (n, size) = (self.number(n), self.size(size));
                let begins_inside = self.compare("ule", first, size);
                let mut most = self.0.binary(Arith::SubI, size, first);
                if step != 1 {
                    let step = self.0.index(step);
                    most = self.0.binary(Arith::CeilDivUI, most, step);
                }
                let fits = self.compare("ule", n, most);
                self.0.binary(Arith::AndI, begins_inside, fits)
            }
            _ => self.is_part_by_product(first, [n, step], size),
        }
    }

    fn is_part_by_product(&mut self, first: Value, [n, step]: [Number; 2], size: &Size) -> Value {
        let mut conditions = Vec::new();
        let (n, zero, one) = (self.number(n), self.0.index(0), self.0.index(1));
        let n_steps = self.0.binary(Arith::SubI, n, one);
        let step = self.number(step);
        let way = self.exact_product(Number::Value(n_steps), Number::Value(step), &mut conditions);
        let way = self.number(way);
        // The first one lies in the dimension, so the sum is right as an unsigned number, or too large.
        let last = self.0.binary(Arith::AddI, first, way);
        let some = self.compare("sgt", n, zero);
        let (begins, ends) = (self.is_below(first, size), self.is_below(last, size));
        conditions.extend([some, begins, ends]);
        let is_inside = self.all(&conditions);
        let none = self.compare("eq", n, zero);
        let size = self.size(size);
        let begins = self.compare("ule", first, size);
        let is_empty = self.0.binary(Arith::AndI, none, begins);
        self.0.binary(Arith::OrI, is_empty, is_inside)
    }

    /// Builds the condition that a dimension has a stride.
    pub(super) fn has_stride(&mut self, size: &Size, rank: usize, stated: i64) -> Value {
        let buffer = self.of_rank(size.buffer, rank);
        let stride = self.strides(buffer)[size.dim];
        let stated = self.0.index(stated);
        self.compare("eq", stride, stated)
    }

    /// Builds the condition that the first element of a buffer is at an offset.
    pub(super) fn has_offset(&mut self, buffer: Value, rank: usize, stated: i64) -> Value {
        let buffer = self.of_rank(buffer, rank);
        let offset = self.metadata(buffer)[1];
        let stated = self.0.index(stated);
        self.compare("eq", offset, stated)
    }

    /// Builds the buffer with a rank and any layout that a buffer without a rank is; returns one with a rank.
    fn of_rank(&mut self, buffer: Value, rank: usize) -> Value {
        let module = &mut *self.0.module;
        let ty = module.type_of(buffer);
        if module.shape(ty).is_some() {
            return buffer;
        }
        let (element, space) = (module.element_type(ty), module.memory_space(ty));
        let any = vec![DYNAMIC; rank];
        let layout = module.intern_attr(AttrKind::Strided(any.clone().into(), DYNAMIC));
        let ty = module.memref_type(&any, element, Some(layout), space);
        self.0.value(MemRef::Cast, &[buffer], ty, &[])
    }

    /// Builds the strides of a buffer.
    fn strides(&mut self, buffer: Value) -> Vec<Value> {
        let rank = self.0.module.shape(self.0.module.type_of(buffer)).map_or(0, <[i64]>::len);
        self.metadata(buffer).split_off(2 + rank)
    }

    /// Builds the base of a buffer, its offset, its sizes and its strides.
    fn metadata(&mut self, buffer: Value) -> Vec<Value> {
        let ty = self.0.module.type_of(buffer);
        let rank = self.0.module.shape(ty).map_or(0, <[i64]>::len);
        let element = self.0.module.element_type(ty);
        let space = self.0.module.memory_space(ty);
        let base = self.0.module.memref_type(&[], element, None, space);
        let types: Vec<Type> = std::iter::once(base).chain(vec![Type::INDEX; 1 + 2 * rank]).collect();
        let parts = self.0.op(MemRef::ExtractStridedMetadata, &[buffer], &types, &[]);
        self.0.module.results(parts).collect()
    }

    /// Builds the condition that the sizes of a group multiply to that of a dimension.
    pub(super) fn is_expanded(&mut self, group: &[Number], size: &Size) -> Value {
        let mut conditions = Vec::new();
        let mut product = Number::Known(1);
        for size in group {
            product = self.exact_product(product, *size, &mut conditions);
        }
        let (product, whole) = (self.number(product), self.size(size));
        let is_equal = self.compare("eq", product, whole);
        conditions.push(is_equal);
        let (_, is_natural) = self.counts(group.iter().copied());
        conditions.extend(is_natural);
        self.all(&conditions)
    }

    /// Builds the condition that the sizes in a buffer are those of a type and multiply to those of another buffer.
    pub(super) fn is_reshaped(&mut self, shape: Value, from: Value, to: &[i64]) -> Value {
        let mut conditions = Vec::new();
        let mut product = Number::Known(1);
        for (dim, known) in to.iter().enumerate() {
            let dim = self.0.index(dim as i64);
            let ty = self.0.module.element_type(self.0.module.type_of(shape));
            let size = self.0.value(MemRef::Load, &[shape, dim], ty, &[]);
            let (size, zero) = (self.as_index(size), self.0.index(0));
            let holds = match *known {
                DYNAMIC => self.compare("sge", size, zero),
                known => {
                    let known = self.0.index(known);
                    self.compare("eq", size, known)
                }
            };
            conditions.push(holds);
            product = self.exact_product(product, Number::Value(size), &mut conditions);
        }
        let (product, whole) = (self.number(product), self.n_elements(from));
        let is_equal = self.compare("eq", product, whole);
        conditions.push(is_equal);
        self.all(&conditions)
    }

    /// Builds the condition that dimensions follow each other in memory, or that one of them is empty.
    pub(super) fn follow(&mut self, buffer: Value, group: &[usize]) -> Value {
        let strides = self.strides(buffer);
        let all = sizes(self.0.module, buffer);
        let (mut conditions, one, zero) = (Vec::new(), self.0.index(1), self.0.index(0));
        // The stride and the size of the next dimension with more than one element.
        let mut inner: Option<[Value; 2]> = None;
        let mut is_empty = self.0.int(0, Type::I1);
        for dim in group.iter().rev() {
            let (size, stride) = (self.size(&all[*dim]), strides[*dim]);
            let none = self.compare("eq", size, zero);
            is_empty = self.0.binary(Arith::OrI, is_empty, none);
            let single = self.compare("eq", size, one);
            let Some([next_stride, next_size]) = inner else {
                inner = Some([stride, size]);
                continue;
            };
            let whole = self.0.binary(Arith::MulI, next_stride, next_size);
            let follows = self.compare("eq", stride, whole);
            let next_is_single = self.compare("eq", next_size, one);
            let fits = self.0.binary(Arith::OrI, follows, single);
            let fits = self.0.binary(Arith::OrI, fits, next_is_single);
            conditions.push(fits);
            let pick = |checks: &mut Self, a: Value, b: Value| {
                checks.0.value(Arith::Select, &[single, a, b], Type::INDEX, &[])
            };
            inner = Some([pick(self, next_stride, stride), pick(self, next_size, size)]);
        }
        let follows = self.all(&conditions);
        self.0.binary(Arith::OrI, is_empty, follows)
    }

    /// Builds the rest of the address of the first element modulo an alignment, and compares it with 0.
    pub(super) fn is_aligned(&mut self, buffer: Value, alignment: i64) -> Value {
        let address = self.first_address(buffer);
        let (alignment, zero) = (self.0.index(alignment), self.0.index(0));
        let rest = self.0.binary(Arith::RemUI, address, alignment);
        self.compare("eq", rest, zero)
    }

    /// Builds the address of the first element of a buffer.
    fn first_address(&mut self, buffer: Value) -> Value {
        let ty = self.0.module.type_of(buffer);
        let base = self.0.value(MemRef::ExtractAlignedPointerAsIndex, &[buffer], Type::INDEX, &[]);
        let offset = match self.0.module.strides(ty) {
            Some((0, _)) | None => return base,
            Some((DYNAMIC, _)) => self.offset(buffer),
            Some((offset, _)) => self.0.index(offset),
        };
        let n_bytes = self.0.index(element_bytes(self.0.module, buffer).unwrap_or(1).cast_signed());
        let offset = self.0.binary(Arith::MulI, offset, n_bytes);
        self.0.binary(Arith::AddI, base, offset)
    }

    fn offset(&mut self, buffer: Value) -> Value {
        let ty = self.0.module.type_of(buffer);
        let rank = self.0.module.shape(ty).map_or(0, <[i64]>::len);
        let (element, space) = (self.0.module.element_type(ty), self.0.module.memory_space(ty));
        let base = self.0.module.memref_type(&[], element, None, space);
        let types: Vec<Type> = std::iter::once(base).chain(vec![Type::INDEX; 1 + 2 * rank]).collect();
        let parts = self.0.op(MemRef::ExtractStridedMetadata, &[buffer], &types, &[]);
        self.0.module.result(parts, 1)
    }

    /// Builds the condition that two buffers share no element.
    pub(super) fn are_apart(&mut self, a: Value, b: Value) -> Value {
        self.0.value(Rt::Apart, &[a, b], Type::I1, &[])
    }

    /// Builds the condition that a number is not negative.
    pub(super) fn is_natural(&mut self, value: Value) -> Value {
        let zero = self.splat(0, self.0.module.type_of(value));
        self.compare("sge", value, zero)
    }

    /// Builds the condition that a number is greater than 0.
    pub(super) fn is_positive(&mut self, value: Value) -> Value {
        let ty = self.0.module.type_of(value);
        let zero = self.0.int(0, ty);
        self.compare("sgt", value, zero)
    }
}
