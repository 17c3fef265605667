//! Translates loads and stores of vectors: maps lanes to elements of a buffer.

use crate::interp::code::{BufferType, Instr, MAX_LANES, Reg};
use crate::interp::compile::Translator;
use crate::interp::vector::{Lanes, VectorAccess, VectorStep};
use warpline_ir::{AttrKind, Expr, OpRef, TypeKind, Value, Vector};

/// The operands of an access by their roles.
struct Roles<'m> {
    base: Value,
    indices: &'m [Value],
    offsets: Option<Value>,
    mask: Option<Value>,
    padding: Option<Value>,
    /// The stored value; `None` for a load.
    stored: Option<Value>,
}

impl<'m> Roles<'m> {
    fn of(op: OpRef<'m>, kind: Vector) -> Option<Self> {
        let one = |name: &str| op.group(name).first().copied();
        let at = |indices: &str| Self {
            base: op.named("base"),
            indices: op.group(indices),
            offsets: None,
            mask: None,
            padding: None,
            stored: None,
        };
        Some(match kind {
            Vector::Load => at("indices"),
            Vector::Store => Self { stored: one("valueToStore"), ..at("indices") },
            Vector::TransferRead => Self { padding: one("padding"), mask: one("mask"), ..at("indices") },
            Vector::MaskedLoad | Vector::ExpandLoad => {
                Self { padding: one("pass_thru"), mask: one("mask"), ..at("indices") }
            }
            Vector::TransferWrite | Vector::MaskedStore | Vector::CompressStore => {
                Self { stored: one("valueToStore"), mask: one("mask"), ..at("indices") }
            }
            Vector::Gather => {
                let (offsets, padding) = (one("indices"), one("pass_thru"));
                Self { offsets, padding, mask: one("mask"), ..at("offsets") }
            }
            Vector::Scatter => {
                let (offsets, stored) = (one("indices"), one("valueToStore"));
                Self { offsets, stored, mask: one("mask"), ..at("offsets") }
            }
            _ => return None,
        })
    }
}

impl Translator<'_, '_> {
    pub(super) fn vector_access(&mut self, op: OpRef<'_>, kind: Vector) -> Instr {
        let Some(roles) = Roles::of(op, kind) else {
            return Instr::Refuse("an unexpected number of operands".into());
        };
        let Some(buffer) = BufferType::of(self.module, op.type_of(roles.base)) else {
            return Instr::Refuse("only vectors in strided buffers can be interpreted".into());
        };
        let Some(value) = roles.stored.or_else(|| op.results().next()) else {
            return Instr::Refuse("the access has no vector".into());
        };
        let mut shape = self.vector_shape(op.type_of(value));
        if let TypeKind::Vector(inner, ..) = self.module.type_kind(buffer.element.ty) {
            shape.truncate(shape.len().saturating_sub(inner.len()));
        }
        let n_lanes = shape.iter().product();
        if MAX_LANES < n_lanes {
            return Instr::Refuse("the vector has too many elements".into());
        }
        let lanes = match kind {
            Vector::Gather | Vector::Scatter => roles.offsets.map(|value| {
                let element = self.module.element_type(self.module.type_of(value));
                Lanes::Gather(self.reg(value), self.module.bit_width(element).unwrap_or(64))
            }),
            Vector::ExpandLoad | Vector::CompressStore => Some(Lanes::Packed),
            _ => self.transfer(op, shape, buffer.sizes.len()),
        };
        let Some(lanes) = lanes else {
            return Instr::Refuse("the permutation map does not fit the buffer".into());
        };
        let (outer_mask, passthru) = self.mask_of(op);
        let mask = roles.mask.map(|value| self.reg(value)).or(outer_mask);
        let padding = roles.padding.map(|value| self.reg(value)).or(passthru);
        let (view, indices, vector) =
            (self.reg(roles.base), self.regs(roles.indices), self.vector_target(value));
        let is_store = roles.stored.is_some();
        let alignment = op.int("alignment").unwrap_or(1).unsigned_abs();
        Instr::Vector(Box::new(VectorStep::Access(VectorAccess {
            view,
            indices,
            lanes,
            n_lanes,
            mask,
            padding,
            vector,
            is_store,
            alignment,
        })))
    }

    /// Translates an access to contiguous elements, without a map.
    pub(in crate::interp) fn vector_along(
        &mut self,
        op: OpRef<'_>,
        base: Value,
        indices: Box<[Reg]>,
        value: Value,
        is_store: bool,
    ) {
        let shape = self.vector_shape(op.type_of(value));
        let rank = self.module.shape(op.type_of(base)).map_or(0, <[i64]>::len);
        let (n_lanes, Some(first)) = (shape.iter().product(), rank.checked_sub(shape.len())) else {
            return self.refuse(op.op, "the vector has more dimensions than the buffer");
        };
        let n = shape.len();
        let lanes = Lanes::Transfer {
            shape: shape.into(),
            dims: (first..rank).map(Some).collect(),
            in_bounds: vec![true; n].into(),
            mask_order: (0..n).collect(),
        };
        let (view, vector) = (self.reg(base), self.vector_target(value));
        let access = VectorAccess {
            view,
            indices,
            lanes,
            n_lanes,
            mask: None,
            padding: None,
            vector,
            is_store,
            alignment: 1,
        };
        self.emit(op.op, Instr::Vector(Box::new(VectorStep::Access(access))));
    }

    /// Returns the lanes along dimensions of a buffer of this rank: those of the map, or the last ones
    /// without a map.
    fn transfer(&self, op: OpRef<'_>, shape: Vec<usize>, rank: usize) -> Option<Lanes> {
        let n = shape.len();
        let (dims, in_bounds) = match op.attr("permutation_map").and_then(|map| self.module.attr_map(map)) {
            None => {
                let first = rank.checked_sub(n)?;
                ((first..rank).map(Some).collect::<Vec<_>>(), vec![true; n])
            }
            Some(map) => {
                let dim = |expr: &Expr| match expr {
                    Expr::Dim(dim) => Some(*dim as usize),
                    Expr::Symbol(_) | Expr::Constant(_) | Expr::Binary(..) => None,
                };
                (map.results.iter().map(dim).collect(), self.in_bounds(op, n))
            }
        };
        if dims.len() != n || dims.iter().flatten().any(|dim| rank <= *dim) {
            return None;
        }
        let mut mask_order: Vec<usize> = (0..n).filter(|dim| dims[*dim].is_some()).collect();
        if op.attr("permutation_map").is_some() {
            mask_order.sort_by_key(|dim| dims[*dim]);
        }
        Some(Lanes::Transfer {
            shape: shape.into(),
            dims: dims.into(),
            in_bounds: in_bounds.into(),
            mask_order: mask_order.into(),
        })
    }

    fn in_bounds(&self, op: OpRef<'_>, n: usize) -> Vec<bool> {
        match op.attr("in_bounds").map(|attr| self.module.attr_kind(attr)) {
            Some(AttrKind::Array(items)) => {
                items.iter().map(|item| self.module.attr_int(*item) == Some(1)).collect()
            }
            _ => vec![false; n],
        }
    }
}
