//! Vectors in memory. Elements that are neighbours are read and written up to 16 bytes at once where the address is
//! proved to be a multiple of that many bytes; what a mask or a bound excludes is not touched.

use super::{coordinates, sizes};
use crate::inst::{Action, Class, Inst, Operand, Reg};
use crate::select::memory::Memory;
use crate::select::{Scalar, Select, Selected, Unsupported};
use warpline_ir::{AttrKind, Expr, OpRef, Value, Vector};
use warpline_passes::gpu::alignment::{common, multiple_of};

/// The most bytes of one access.
const MAX_BYTES: u64 = 16;

/// The operands of an access by their roles.
struct Roles<'m> {
    base: Value,
    indices: &'m [Value],
    offsets: Option<Value>,
    mask: Option<Value>,
    padding: Option<Value>,
    /// What is written or made.
    vector: Value,
}

impl<'m> Roles<'m> {
    fn of(op: OpRef<'m>, kind: Vector) -> Option<Self> {
        let one = |slot: usize| op.group(slot).first().copied();
        let result = op.results().next();
        let with = |base: usize, indices: usize, vector: Option<Value>| {
            Some(Self {
                base: one(base)?,
                indices: op.group(indices),
                offsets: None,
                mask: None,
                padding: None,
                vector: vector?,
            })
        };
        match kind {
            Vector::TransferRead => Some(Self { padding: one(2), mask: one(3), ..with(0, 1, result)? }),
            Vector::TransferWrite => Some(Self { mask: one(3), ..with(1, 2, one(0))? }),
            Vector::Load => with(0, 1, result),
            Vector::Store => with(1, 2, one(0)),
            Vector::MaskedLoad | Vector::ExpandLoad => {
                Some(Self { mask: one(2), padding: one(3), ..with(0, 1, result)? })
            }
            Vector::MaskedStore | Vector::CompressStore => Some(Self { mask: one(2), ..with(0, 1, one(3))? }),
            Vector::Gather => {
                Some(Self { offsets: one(2), mask: one(3), padding: one(4), ..with(0, 1, result)? })
            }
            Vector::Scatter => Some(Self { offsets: one(2), mask: one(3), ..with(0, 1, one(4))? }),
            _ => None,
        }
    }
}

/// Where an element lies, and the condition under which it is touched.
#[derive(Clone, Copy)]
struct Spot {
    address: Operand,
    condition: Option<Reg>,
}

/// Which dimensions of the buffer the dimensions of the vector run along; `None` stays in place.
struct Course {
    shape: Vec<usize>,
    dims: Vec<Option<usize>>,
    in_bounds: Vec<bool>,
    mask_order: Vec<usize>,
}

impl Course {
    /// The element of the mask that stands for an element of the vector.
    fn mask_element(&self, index: usize) -> usize {
        let place = coordinates(index, &self.shape);
        self.mask_order.iter().fold(0, |number, dim| number * self.shape[*dim] + place[*dim])
    }
}

impl<'a> Select<'a> {
    /// Reads a vector.
    pub(super) fn vector_read(&mut self, op: OpRef<'a>, kind: Vector) -> Selected {
        let roles = Roles::of(op, kind).ok_or_else(|| Unsupported::because("it has too few operands"))?;
        let memory = self.memory(roles.base)?;
        let (n, scalar) = self.elements_of(op.type_of(roles.vector))?;
        let spots = self.spots(op, kind, &roles, &memory)?;
        let padding = match roles.padding {
            Some(padding) => self.elements(padding)?,
            None => Vec::new(),
        };
        let widths = self.widths(op, &roles, &memory, &spots);
        let mut elements = Vec::with_capacity(n);
        let mut index = 0;
        while index < spots.len() {
            let width = widths[index];
            let padding = if padding.len() == 1 { padding.first() } else { padding.get(index) };
            elements.extend(self.load_spots(scalar, &memory, &spots[index..index + width], padding.copied()));
            index += width;
        }
        self.set_elements(roles.vector, elements);
        Ok(())
    }

    fn load_spots(
        &mut self,
        scalar: Scalar,
        memory: &Memory,
        spots: &[Spot],
        padding: Option<Operand>,
    ) -> Vec<Operand> {
        let class = if scalar == Scalar::Int(1) { Class::Word } else { scalar.class() };
        let (space, ty) = (memory.space.name(), scalar.access());
        if let [_, _, ..] = spots {
            let parts: Vec<Operand> = spots.iter().map(|_| self.kernel.fresh(class).into()).collect();
            let pack = self.kernel.pack(&parts);
            let width = if parts.len() == 2 { ".v2" } else { ".v4" };
            self.emit(["ld", space, memory.cache, width, ty], &[pack, spots[0].address]);
            return parts.into_iter().map(|raw| self.loaded(scalar, raw)).collect();
        }
        let raw = self.kernel.fresh(class);
        let load = Action::new(["ld", space, memory.cache, ty], &[raw.into(), spots[0].address]);
        let load = match spots[0].condition {
            Some(condition) => {
                let padding = padding.unwrap_or(Operand::Int(0));
                let padding = if scalar == Scalar::Int(1) { self.widen(padding, 1, false) } else { padding };
                self.mov(raw, padding);
                load.when(condition, true)
            }
            None => load,
        };
        self.kernel.insts.push(Inst::Do(load));
        vec![self.loaded(scalar, raw.into())]
    }

    /// Writes a vector.
    pub(super) fn vector_write(&mut self, op: OpRef<'a>, kind: Vector) -> Selected {
        if op.n_results() != 0 {
            return Err(Unsupported::because("tensors have no place in memory; bufferize them first"));
        }
        let roles = Roles::of(op, kind).ok_or_else(|| Unsupported::because("it has too few operands"))?;
        let memory = self.memory(roles.base)?;
        let (_, scalar) = self.elements_of(op.type_of(roles.vector))?;
        let spots = self.spots(op, kind, &roles, &memory)?;
        let elements = self.elements(roles.vector)?;
        let values: Vec<Operand> = elements.into_iter().map(|element| self.stored(scalar, element)).collect();
        let widths = self.widths(op, &roles, &memory, &spots);
        let (space, ty) = (memory.space.name(), scalar.access());
        let mut index = 0;
        while index < spots.len() {
            let (spot, width) = (spots[index], widths[index]);
            if 1 < width {
                let pack = self.kernel.pack(&values[index..index + width]);
                self.emit(["st", space, if width == 2 { ".v2" } else { ".v4" }, ty], &[spot.address, pack]);
            } else {
                let store = Action::new(["st", space, ty], &[spot.address, values[index]]);
                let store = spot.condition.map_or(store, |condition| store.when(condition, true));
                self.kernel.insts.push(Inst::Do(store));
            }
            index += width;
        }
        Ok(())
    }

    /// For each element that begins an access, how many elements it has.
    fn widths(&self, op: OpRef<'_>, roles: &Roles<'_>, memory: &Memory, spots: &[Spot]) -> Vec<usize> {
        let bytes = memory.element.bytes();
        let given = op.int("alignment").and_then(|align| u64::try_from(align).ok()).unwrap_or(1);
        let start =
            if roles.offsets.is_none() { self.alignment(memory, roles.indices).max(given) } else { 1 };
        let mut widths = vec![1; spots.len()];
        let Some(Operand::Address(base, first)) = spots.first().map(|spot| spot.address) else {
            return widths;
        };
        let offset = |spot: &Spot| match (spot.address, spot.condition) {
            (Operand::Address(reg, offset), None) if reg == base => Some(i64::from(offset)),
            _ => None,
        };
        let mut index = 0;
        while index < spots.len() {
            let width = [4usize, 2].into_iter().find(|width| {
                let size = *width as u64 * bytes;
                let group = spots.get(index..index + width);
                let begin = offset(&spots[index]);
                size <= MAX_BYTES
                    && group.is_some_and(|group| {
                        let mut places = group.iter().enumerate();
                        places.all(|(place, spot)| {
                            begin.is_some_and(|begin| {
                                offset(spot) == Some(begin + place as i64 * bytes as i64)
                            })
                        })
                    })
                    && begin.is_some_and(|begin| {
                        let moved = (begin - i64::from(first)).unsigned_abs();
                        start.is_multiple_of(size) && moved.is_multiple_of(size)
                    })
            });
            widths[index] = width.unwrap_or(1);
            index += widths[index];
        }
        widths
    }

    /// A power of two that divides the address of an element.
    fn alignment(&self, memory: &Memory, indices: &[Value]) -> u64 {
        let bytes = memory.element.bytes();
        let steps = indices.iter().zip(&memory.strides).map(|(index, stride)| {
            let stride = if let Operand::Int(stride) = stride { stride.unsigned_abs() } else { 1 };
            multiple_of(self.module, *index).saturating_mul(stride).saturating_mul(bytes)
        });
        steps.fold(memory.align, common)
    }

    fn spots(
        &mut self,
        op: OpRef<'_>,
        kind: Vector,
        roles: &Roles<'_>,
        memory: &Memory,
    ) -> Result<Vec<Spot>, Unsupported> {
        let mask: Option<std::rc::Rc<[Operand]>> = match roles.mask {
            Some(mask) => Some(self.elements(mask)?.into()),
            None => self.mask_around(op),
        };
        let base = roles.indices.iter().map(|index| self.operand(*index)).collect::<Result<Vec<_>, _>>()?;
        match kind {
            Vector::Gather | Vector::Scatter => self.gathered(roles, memory, &base, mask.as_deref()),
            Vector::ExpandLoad | Vector::CompressStore => {
                let mask = mask.ok_or_else(|| Unsupported::because("it has no mask"))?;
                self.packed_spots(memory, &base, &mask)
            }
            _ => {
                let course = course(self, op, roles, memory.sizes.len())
                    .ok_or_else(|| Unsupported::because("its map does not fit the buffer"))?;
                self.along(memory, &base, &course, mask.as_deref())
            }
        }
    }

    fn along(
        &mut self,
        memory: &Memory,
        base: &[Operand],
        course: &Course,
        mask: Option<&[Operand]>,
    ) -> Result<Vec<Spot>, Unsupported> {
        let first = self.element_at(memory, base)?;
        let mut bounds = Vec::new();
        for (dim, size) in course.shape.iter().enumerate() {
            let along = course.dims[dim].filter(|_| !course.in_bounds[dim]);
            bounds.push(along.map(|along| self.inside(base[along], memory.sizes[along], *size)));
        }
        let mut spots = Vec::new();
        for index in 0..course.shape.iter().product() {
            let place = coordinates(index, &course.shape);
            let address = self.moved(memory, base, first, course, &place)?;
            let mut condition = mask.and_then(|mask| mask.get(course.mask_element(index)).copied());
            for (dim, inside) in bounds.iter().enumerate() {
                let Some(inside) = inside.as_ref().and_then(|inside| inside[place[dim]]) else { continue };
                condition = Some(match condition {
                    None => inside,
                    Some(known) => self.make(Class::Pred, ["and.pred"], &[known, inside]),
                });
            }
            let condition = condition.map(|condition| self.reg(Class::Pred, condition));
            spots.push(Spot { address, condition });
        }
        Ok(spots)
    }

    /// For each step from an index on, whether it is below a size; `None` where it is known to be.
    fn inside(&mut self, from: Operand, size: Operand, n: usize) -> Vec<Option<Operand>> {
        let mut found = Vec::with_capacity(n);
        for step in 0..n as i64 {
            found.push(match (from, size) {
                (Operand::Int(from), Operand::Int(size)) if (0..size).contains(&(from + step)) => None,
                _ => {
                    let index = match from {
                        Operand::Int(from) => Operand::Int(from + step),
                        from if step == 0 => from,
                        from => self.make(Class::Double, ["add.s64"], &[from, Operand::Int(step)]),
                    };
                    let index = Operand::Reg(self.reg(Class::Double, index));
                    Some(self.make(Class::Pred, ["setp.lt.u64"], &[index, size]))
                }
            });
        }
        found
    }

    /// The address of an element: the first one's plus a constant, where the strides are known.
    fn moved(
        &mut self,
        memory: &Memory,
        base: &[Operand],
        first: Operand,
        course: &Course,
        place: &[usize],
    ) -> Result<Operand, Unsupported> {
        let mut bytes = Some(0i64);
        let mut indices = base.to_vec();
        for (step, dim) in place.iter().zip(&course.dims) {
            let Some(dim) = dim.filter(|_| *step != 0) else { continue };
            bytes = match memory.strides[dim] {
                Operand::Int(stride) => bytes.map(|bytes| {
                    bytes.wrapping_add((*step as i64).wrapping_mul(stride * memory.element.bytes() as i64))
                }),
                _ => None,
            };
            indices[dim] = match indices[dim] {
                Operand::Int(index) => Operand::Int(index + *step as i64),
                index => index,
            };
        }
        if let (Some(bytes), Operand::Address(reg, offset)) = (bytes, first)
            && let Ok(offset) = i32::try_from(i64::from(offset).wrapping_add(bytes))
        {
            return Ok(Operand::Address(reg, offset));
        }
        for (step, dim) in place.iter().zip(&course.dims) {
            if let Some(dim) = dim.filter(|_| *step != 0)
                && !matches!(base[dim], Operand::Int(_))
            {
                indices[dim] =
                    self.make(Class::Double, ["add.s64"], &[base[dim], Operand::Int(*step as i64)]);
            }
        }
        self.element_at(memory, &indices)
    }

    /// As far along the last dimension as the offsets say.
    fn gathered(
        &mut self,
        roles: &Roles<'_>,
        memory: &Memory,
        base: &[Operand],
        mask: Option<&[Operand]>,
    ) -> Result<Vec<Spot>, Unsupported> {
        let offsets = roles.offsets.ok_or_else(|| Unsupported::because("it has no offsets"))?;
        let (_, scalar) = self.elements_of(self.module.type_of(offsets))?;
        let Scalar::Int(width) = scalar else {
            return Err(Unsupported::because("expected integers as offsets"));
        };
        let mut spots = Vec::new();
        for (index, offset) in self.elements(offsets)?.into_iter().enumerate() {
            let wide = self.extend(offset, width, 64, true);
            let address = self.along_last(memory, base, wide)?;
            let condition = mask.and_then(|mask| mask.get(index).copied());
            let condition = condition.map(|condition| self.reg(Class::Pred, condition));
            spots.push(Spot { address, condition });
        }
        Ok(spots)
    }

    fn along_last(&mut self, memory: &Memory, base: &[Operand], by: Operand) -> Result<Operand, Unsupported> {
        let mut indices = base.to_vec();
        if let Some(last) = indices.last_mut() {
            *last = match (*last, by) {
                (Operand::Int(0), by) => by,
                (Operand::Int(last), Operand::Int(by)) => Operand::Int(last.wrapping_add(by)),
                (last, by) => self.make(Class::Double, ["add.s64"], &[last, by]),
            };
        }
        self.element_at(memory, &indices)
    }

    /// Neighbours, of which each element that takes part has the next one.
    fn packed_spots(
        &mut self,
        memory: &Memory,
        base: &[Operand],
        mask: &[Operand],
    ) -> Result<Vec<Spot>, Unsupported> {
        let mut before = Operand::Int(0);
        let mut spots = Vec::new();
        for bit in mask {
            let address = self.along_last(memory, base, before)?;
            let condition = self.reg(Class::Pred, *bit);
            spots.push(Spot { address, condition: Some(condition) });
            let one =
                self.make(Class::Double, ["selp.b64"], &[Operand::Int(1), Operand::Int(0), condition.into()]);
            before = self.make(Class::Double, ["add.s64"], &[before, one]);
        }
        Ok(spots)
    }
}

/// The dimensions of the map of a transfer; those of other accesses are the last ones.
fn course(cx: &Select<'_>, op: OpRef<'_>, roles: &Roles<'_>, rank: usize) -> Option<Course> {
    let shape = sizes(cx, op.type_of(roles.vector));
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
