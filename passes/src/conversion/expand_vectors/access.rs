//! Expands vector accesses: runs of adjacent elements, and single elements where a mask or a bound may exclude one.

use super::masks::When;
use super::shape::{coordinates, sizes};
use super::{Expanded, Vectors};
use crate::analysis::alignment::common;
use std::rc::Rc;
use warpline_ir::{
    Arith, Attr, AttrKind, DYNAMIC, Expr, MemRef, Module, Op, OpKind, OpRef, Place, Scf, Type, Value, Vector,
};

/// The operands of a vector access by role.
struct Access {
    base: Value,
    indices: Vec<Value>,
    offsets: Option<Value>,
    mask: Option<Value>,
    padding: Option<Value>,
    /// The stored vector; `None` for a load.
    stored: Option<Value>,
    /// The type of the vector.
    ty: Type,
    /// The known alignment of the first element.
    align: u64,
    nontemporal: Option<Attr>,
}

/// The position of an element in the buffer, and the condition of its access.
struct Spot {
    indices: Vec<Value>,
    when: When,
    /// The distance in elements from the first element, if known.
    moved: Option<i64>,
}

/// The buffer dimension of each vector dimension; `None` for a broadcast.
struct Course {
    shape: Vec<usize>,
    dims: Vec<Option<usize>>,
    in_bounds: Vec<bool>,
    mask_order: Vec<usize>,
}

impl Course {
    /// Returns the mask element for an element of the vector.
    fn mask_element(&self, index: usize) -> usize {
        let place = coordinates(index, &self.shape);
        self.mask_order.iter().fold(0, |number, dim| number * self.shape[*dim] + place[*dim])
    }
}

impl Access {
    fn of(op: OpRef<'_>, kind: Vector) -> Option<Self> {
        let one = |name: &str| op.group(name).first().copied();
        let with = |indices: &str, stored: Option<Value>| {
            let ty = stored.map_or_else(|| op.results().next(), Some).map(|vector| op.type_of(vector))?;
            Some(Self {
                base: one("base")?,
                indices: op.group(indices).to_vec(),
                offsets: None,
                mask: None,
                padding: None,
                stored,
                ty,
                align: op.int("alignment").and_then(|align| u64::try_from(align).ok()).unwrap_or(1),
                nontemporal: op.attr("nontemporal"),
            })
        };
        match kind {
            Vector::Load => with("indices", None),
            Vector::Store => with("indices", one("valueToStore")),
            Vector::TransferRead => {
                Some(Self { padding: one("padding"), mask: one("mask"), ..with("indices", None)? })
            }
            Vector::MaskedLoad | Vector::ExpandLoad => {
                Some(Self { padding: one("pass_thru"), mask: one("mask"), ..with("indices", None)? })
            }
            Vector::TransferWrite | Vector::MaskedStore | Vector::CompressStore => {
                Some(Self { mask: one("mask"), ..with("indices", one("valueToStore"))? })
            }
            Vector::Gather => Some(Self {
                offsets: one("indices"),
                mask: one("mask"),
                padding: one("pass_thru"),
                ..with("offsets", None)?
            }),
            Vector::Scatter => Some(Self {
                offsets: one("indices"),
                mask: one("mask"),
                ..with("offsets", one("valueToStore"))?
            }),
            _ => None,
        }
    }

    /// Returns the length of a line: the last dimension, if its elements are contiguous and of whole bytes.
    fn line(&self, module: &Module, course: &Course) -> usize {
        let last = module.strides(module.type_of(self.base)).and_then(|(_, strides)| strides.last().copied());
        let element = module.element_type(self.ty);
        let is_whole =
            module.byte_size(element).map(|bytes| bytes * 8) == module.bit_width(element).map(u64::from);
        let is_along = course.dims.last() == Some(&self.indices.len().checked_sub(1));
        match course.shape.last() {
            Some(size) if is_whole && is_along && last == Some(1) => *size,
            _ => 1,
        }
    }
}

impl Vectors<'_> {
    /// Expands a vector load or store.
    pub(super) fn access(&mut self, op: Op, kind: Vector) -> Expanded {
        let view = self.at.module.op(op);
        let access = Access::of(view, kind).ok_or("it has too few operands")?;
        let base = view.type_of(access.base);
        if !view.module.is_memref(base) {
            return Err("tensors are not supported in kernels; bufferize them first".into());
        }
        if matches!(kind, Vector::Load | Vector::Store) && view.module.element_type(base) == access.ty {
            return self.whole_element(&access);
        }
        if view.module.element_type(base) != view.module.element_type(access.ty) {
            return Err("the elements of the buffer are not those of the vector".into());
        }
        let n = self.n_elements(access.ty)?;
        let mask = match access.mask {
            Some(mask) => Some(self.elements(mask)?),
            None => self.mask_around(op),
        };
        let (spots, line) = match kind {
            Vector::Gather | Vector::Scatter => (self.gathered(&access, mask.as_deref())?, 1),
            Vector::ExpandLoad | Vector::CompressStore => {
                let mask = mask.ok_or("it has no mask")?;
                (self.packed_spots(&access, &mask), 1)
            }
            _ => {
                let course =
                    course(self.at.module.op(op), &access).ok_or("its map does not fit the buffer")?;
                let line = access.line(self.at.module, &course);
                if line == n && 1 < n && course.shape.len() == 1 && mask.is_none() && is_plain(kind) {
                    return Ok(None);
                }
                (self.along(&access, &course, mask.as_deref()), line)
            }
        };
        match access.stored {
            Some(stored) => self.write(&access, stored, &spots, line),
            None => self.read(&access, &spots, line),
        }
    }

    /// Expands an access to an element that is a vector.
    fn whole_element(&mut self, access: &Access) -> Expanded {
        let place = [access.base].into_iter().chain(access.indices.iter().copied());
        let attrs: Vec<_> = access.nontemporal.map(|flag| ("nontemporal", flag)).into_iter().collect();
        match access.stored {
            Some(stored) => {
                let operands: Vec<Value> = [stored].into_iter().chain(place).collect();
                self.at.op(MemRef::Store, &operands, &[], &attrs);
                Ok(Some(Vec::new()))
            }
            None => {
                let operands: Vec<Value> = place.collect();
                let vector = self.at.value(MemRef::Load, &operands, access.ty, &attrs);
                Ok(Some(vec![self.elements(vector)?.to_vec()]))
            }
        }
    }

    fn read(&mut self, access: &Access, spots: &[Spot], line: usize) -> Expanded {
        let padding = access.padding.map(|padding| self.elements(padding)).transpose()?;
        let element = self.at.module.element_type(access.ty);
        let mut elements = Vec::with_capacity(spots.len());
        for run in runs(spots, line) {
            let spot = &spots[run.start];
            if 1 < run.len() {
                let ty = self.line_type(element, run.len());
                let vector = self.load(Vector::Load.into(), access, spot, ty);
                elements.extend_from_slice(&self.elements(vector)?);
                continue;
            }
            let padding = match (&padding, spot.when) {
                (_, When::Always) => None,
                (Some(padding), _) => padding.get(run.start).or(padding.first()).copied(),
                (None, _) => Some(self.constant_of_bits(element, 0)),
            };
            elements.push(match (spot.when, padding) {
                (When::Never, Some(padding)) => padding,
                (When::If(condition), Some(padding)) => {
                    self.under(condition, Some((element, padding)), |cx| {
                        Some(cx.load(MemRef::Load.into(), access, spot, element))
                    })[0]
                }
                _ => self.load(MemRef::Load.into(), access, spot, element),
            });
        }
        Ok(Some(vec![elements]))
    }

    fn write(&mut self, access: &Access, stored: Value, spots: &[Spot], line: usize) -> Expanded {
        let elements = self.elements(stored)?;
        for run in runs(spots, line) {
            let spot = &spots[run.start];
            if 1 < run.len() {
                let vector = self.joined(&elements[run]);
                self.store(Vector::Store.into(), access, spot, vector);
                continue;
            }
            let element = elements[run.start];
            match spot.when {
                When::Always => self.store(MemRef::Store.into(), access, spot, element),
                When::Never => {}
                When::If(condition) => {
                    self.under(condition, None, |cx| {
                        cx.store(MemRef::Store.into(), access, spot, element);
                        None
                    });
                }
            }
        }
        Ok(Some(Vec::new()))
    }

    fn load(&mut self, kind: OpKind, access: &Access, spot: &Spot, ty: Type) -> Value {
        let operands: Vec<Value> = [access.base].into_iter().chain(spot.indices.iter().copied()).collect();
        let attrs = self.attrs(access, spot);
        self.at.value(kind, &operands, ty, &attrs)
    }

    fn store(&mut self, kind: OpKind, access: &Access, spot: &Spot, value: Value) {
        let operands = [value, access.base].into_iter().chain(spot.indices.iter().copied());
        let attrs = self.attrs(access, spot);
        self.at.op(kind, &operands.collect::<Vec<_>>(), &[], &attrs);
    }

    /// Returns the attributes of an access that begins at a spot.
    fn attrs(&mut self, access: &Access, spot: &Spot) -> Vec<(&'static str, Attr)> {
        let bytes = self.at.module.byte_size(self.at.module.element_type(access.ty)).unwrap_or(1);
        let align = spot.moved.map_or(1, |moved| common(access.align, moved.unsigned_abs() * bytes));
        let align = (bytes < align).then(|| self.at.module.int_attr(align as i64, Type::I64));
        let align = align.map(|align| ("alignment", align));
        align.into_iter().chain(access.nontemporal.map(|attr| ("nontemporal", attr))).collect()
    }

    /// Builds conditional code, whose result is of a type, with another value if the condition is false.
    fn under(
        &mut self,
        condition: Value,
        result: Option<(Type, Value)>,
        body: impl FnOnce(&mut Self) -> Option<Value>,
    ) -> Vec<Value> {
        let types: Vec<Type> = result.iter().map(|(ty, _)| *ty).collect();
        let op = self.at.op_with_regions(Scf::If, &[condition], &types, &[], 2);
        let outer = self.at.place;
        let regions = self.at.module.regions_of(op);
        let then = self.at.module.add_block(regions[0], &[]);
        self.at.place = Place::End(then);
        let value: Vec<Value> = body(self).into_iter().collect();
        self.at.op(Scf::Yield, &value, &[], &[]);
        if let Some((_, other)) = result {
            let otherwise = self.at.module.add_block(regions[1], &[]);
            self.at.place = Place::End(otherwise);
            self.at.op(Scf::Yield, &[other], &[], &[]);
        }
        self.at.place = outer;
        self.at.module.results(op).collect()
    }

    /// Returns a spot for each element along dimensions of the buffer.
    fn along(&mut self, access: &Access, course: &Course, mask: Option<&[Value]>) -> Vec<Spot> {
        let mut steps = Vec::new();
        let mut bounds = Vec::new();
        for (dim, size) in course.shape.iter().enumerate() {
            let along = course.dims[dim];
            let index = along.map(|along| access.indices[along]);
            let of_dim: Vec<Option<Value>> =
                (0..*size as i64).map(|step| index.map(|index| self.plus(index, step))).collect();
            let limit = along.filter(|_| !course.in_bounds[dim]).map(|along| self.size(access.base, along));
            let inside = of_dim.iter().map(|index| match (index, limit) {
                (Some(index), Some(limit)) => self.is_below(*index, limit),
                _ => When::Always,
            });
            bounds.push(inside.collect::<Vec<_>>());
            steps.push(of_dim);
        }
        let module = &*self.at.module;
        let strides = module.strides(module.type_of(access.base)).map(|(_, strides)| strides);
        let mut spots = Vec::new();
        for element in 0..course.shape.iter().product() {
            let place = coordinates(element, &course.shape);
            let mut indices = access.indices.clone();
            let mut moved = Some(0i64);
            let masked = mask.and_then(|mask| mask.get(course.mask_element(element)).copied());
            let mut when = masked.map_or(When::Always, |bit| self.when(bit));
            for (dim, step) in place.into_iter().enumerate() {
                if let (Some(along), Some(index)) = (course.dims[dim], steps[dim][step]) {
                    indices[along] = index;
                    let stride = strides.as_ref().and_then(|strides| strides.get(along)).copied();
                    let stride = stride.filter(|stride| step == 0 || *stride != DYNAMIC);
                    moved = moved
                        .zip(stride)
                        .map(|(moved, stride)| moved.wrapping_add(stride.wrapping_mul(step as i64)));
                }
                when = self.both(when, bounds[dim][step]);
            }
            spots.push(Spot { indices, when, moved });
        }
        spots
    }

    /// Builds the size of a dimension of a buffer.
    fn size(&mut self, base: Value, dim: usize) -> Value {
        let module = &*self.at.module;
        let known = module.shape(module.type_of(base)).and_then(|shape| shape.get(dim)).copied();
        let dim = dim as i64;
        match known.filter(|size| *size != DYNAMIC) {
            Some(size) => self.at.index(size),
            None => {
                let dim = self.at.index(dim);
                self.at.value(MemRef::Dim, &[base, dim], Type::INDEX, &[])
            }
        }
    }

    /// Returns the condition that an index is at least 0 and below a limit.
    fn is_below(&mut self, index: Value, limit: Value) -> When {
        let module = &*self.at.module;
        match (module.constant_int(index), module.constant_int(limit)) {
            (Some(index), Some(limit)) if (0..limit).contains(&index) => When::Always,
            (Some(_), Some(_)) => When::Never,
            _ => When::If(self.compare("ult", index, limit)),
        }
    }

    /// Builds an index plus a constant.
    fn plus(&mut self, index: Value, step: i64) -> Value {
        match (self.at.module.constant_int(index), step) {
            (_, 0) => index,
            (Some(index), step) => self.at.index(index.wrapping_add(step)),
            (None, step) => {
                let step = self.at.index(step);
                self.at.binary(Arith::AddI, index, step)
            }
        }
    }

    /// Returns the indices with an offset added in the last dimension.
    fn along_last(&mut self, indices: &[Value], by: Value) -> Vec<Value> {
        let mut indices = indices.to_vec();
        if let Some(last) = indices.last_mut() {
            *last = match (self.at.module.constant_int(*last), self.at.module.constant_int(by)) {
                (Some(0), _) => by,
                (_, Some(by)) => self.plus(*last, by),
                _ => self.at.binary(Arith::AddI, *last, by),
            };
        }
        indices
    }

    /// Returns the spots of a gather or scatter, at the offsets along the last dimension.
    fn gathered(&mut self, access: &Access, mask: Option<&[Value]>) -> Result<Vec<Spot>, String> {
        let offsets = self.elements(access.offsets.ok_or("it has no offsets")?)?;
        let mut spots = Vec::with_capacity(offsets.len());
        for (index, offset) in offsets.iter().enumerate() {
            let offset = match self.at.module.constant_int(*offset) {
                Some(offset) => self.at.index(offset),
                None if self.at.module.type_of(*offset) == Type::INDEX => *offset,
                None => self.at.value(Arith::IndexCast, &[*offset], Type::INDEX, &[]),
            };
            let bit = mask.and_then(|mask| mask.get(index).copied());
            let when = bit.map_or(When::Always, |bit| self.when(bit));
            spots.push(Spot { indices: self.along_last(&access.indices, offset), when, moved: None });
        }
        Ok(spots)
    }

    /// Returns the spots of a compressed access: each enabled element has the next adjacent one.
    fn packed_spots(&mut self, access: &Access, mask: &Rc<[Value]>) -> Vec<Spot> {
        let mut before = self.at.index(0);
        let mut spots = Vec::with_capacity(mask.len());
        for bit in &**mask {
            let indices = self.along_last(&access.indices, before);
            let when = self.when(*bit);
            before = match when {
                When::Always => self.plus(before, 1),
                When::Never => before,
                When::If(bit) => {
                    let one = self.at.value(Arith::IndexCastUI, &[bit], Type::INDEX, &[]);
                    match self.at.module.constant_int(before) {
                        Some(0) => one,
                        _ => self.at.binary(Arith::AddI, before, one),
                    }
                }
            };
            spots.push(Spot { indices, when, moved: None });
        }
        spots
    }
}

/// Whether an access has no mask, no padding and no map.
fn is_plain(kind: Vector) -> bool {
    matches!(kind, Vector::Load | Vector::Store)
}

/// Splits elements into runs: unconditional elements of a line together, and others one by one.
fn runs(spots: &[Spot], line: usize) -> Vec<std::ops::Range<usize>> {
    let mut runs: Vec<std::ops::Range<usize>> = Vec::new();
    for (index, spot) in spots.iter().enumerate() {
        let is_always = |spot: &Spot| spot.when == When::Always;
        match runs.last_mut() {
            Some(run) if !index.is_multiple_of(line) && is_always(spot) && is_always(&spots[run.start]) => {
                run.end = index + 1;
            }
            _ => runs.push(index..index + 1),
        }
    }
    runs
}

/// Returns the dimensions of the map of a transfer; those of other accesses are the last ones.
fn course(op: OpRef<'_>, access: &Access) -> Option<Course> {
    let (shape, rank) = (sizes(op.module, access.ty), access.indices.len());
    let n = shape.len();
    let Some(map) = op.attr("permutation_map").and_then(|map| op.module.attr_map(map)) else {
        let dims = (rank.checked_sub(n)?..rank).map(Some).collect();
        return Some(Course { shape, dims, in_bounds: vec![true; n], mask_order: (0..n).collect() });
    };
    let dim = |expr: &Expr| match expr {
        Expr::Dim(dim) => Some(*dim as usize),
        Expr::Symbol(_) | Expr::Constant(_) | Expr::Binary(..) => None,
    };
    let dims: Vec<Option<usize>> = map.results.iter().map(dim).collect();
    if dims.len() != n || dims.iter().flatten().any(|dim| rank <= *dim) {
        return None;
    }
    let in_bounds = match op.attr("in_bounds").map(|attr| op.module.attr_kind(attr)) {
        Some(AttrKind::Array(items)) => {
            items.iter().map(|item| op.module.attr_int(*item) == Some(1)).collect()
        }
        _ => vec![false; n],
    };
    let mut mask_order: Vec<usize> = (0..n).filter(|dim| dims[*dim].is_some()).collect();
    mask_order.sort_by_key(|dim| dims[*dim]);
    Some(Course { shape, dims, in_bounds, mask_order })
}
