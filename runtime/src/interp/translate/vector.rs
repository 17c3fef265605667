//! Translates operations of vector, most of which move elements.

mod access;
mod parts;
mod products;

pub(super) use products::Product;

use crate::interp::code::{BufferStep, BufferType, Cell, Instr, Number, Reg, Row};
use crate::interp::compile::{Exit, Task, Translator};
use crate::interp::vector::{Pick, Placement, Target, VectorStep, coordinates};
use std::rc::Rc;
use warpline_ir::dialect::vector::printed_end;
use warpline_ir::host_abi::PrintKind;
use warpline_ir::scalar::ScalarOp;
use warpline_ir::{DYNAMIC, OpRef, Type, TypeKind, Value, Vector};

/// The sizes of a vector; none for a scalar. Scalable sizes count once.
pub(super) type Shape = Vec<usize>;

impl Translator<'_, '_> {
    /// Translates operations of vector.
    pub(in crate::interp) fn vector(&mut self, op: OpRef<'_>, kind: Vector) -> Vec<Task> {
        let instr = match kind {
            Vector::Mask => return self.vector_mask(op),
            Vector::Yield => {
                self.yield_op(op);
                return Vec::new();
            }
            Vector::Deinterleave | Vector::ToElements => return self.vector_parts(op, kind),
            Vector::Broadcast | Vector::Splat => self.vector_broadcast(op),
            Vector::ShapeCast => self.vector_picks(op, |index| (0, index)),
            Vector::Transpose => self.vector_transpose(op),
            Vector::Shuffle => self.vector_shuffle(op),
            Vector::Interleave => self.vector_picks(op, |index| (index as u32 % 2, index / 2)),
            Vector::FromElements => self.vector_picks(op, |index| (index as u32, 0)),
            Vector::ExtractStridedSlice => self.vector_slice(op),
            Vector::InsertStridedSlice => self.vector_insert_slice(op),
            Vector::ScalableExtract => {
                let pos = op.int("pos").unwrap_or(0).unsigned_abs() as usize;
                self.vector_picks(op, move |index| (0, pos + index))
            }
            Vector::ScalableInsert => self.vector_scalable_insert(op),
            Vector::FlatTranspose => self.vector_flat_transpose(op),
            Vector::Extract | Vector::ExtractElement => self.vector_extract(op, kind),
            Vector::Insert | Vector::InsertElement => self.vector_insert(op, kind),
            Vector::Bitcast => self.vector_bitcast(op),
            Vector::TypeCast => self.vector_type_cast(op),
            Vector::Fma => self.vector_fma(op),
            Vector::Step => self.vector_constant(op, |index, _| index as u64),
            Vector::Vscale => Instr::Const { dst: self.reg(op.result(0)), value: Cell::Bits(1) },
            Vector::ConstantMask => {
                let sizes = self.int_array(op, "mask_dim_sizes");
                self.vector_constant(op, move |_, place| {
                    u64::from(place.iter().zip(&sizes).all(|(place, size)| (*place as i64) < *size))
                })
            }
            Vector::CreateMask => self.vector_create_mask(op),
            Vector::Reduction | Vector::MultiReduction => self.vector_reduce(op, kind),
            Vector::Scan => self.vector_scan(op),
            Vector::Contract => self.vector_contract(op),
            Vector::OuterProduct => self.vector_outer_product(op),
            Vector::MatrixMultiply => self.vector_matrix_multiply(op),
            Vector::TransferRead
            | Vector::TransferWrite
            | Vector::Load
            | Vector::Store
            | Vector::MaskedLoad
            | Vector::MaskedStore
            | Vector::ExpandLoad
            | Vector::CompressStore
            | Vector::Gather
            | Vector::Scatter => self.vector_access(op, kind),
            Vector::Print => self.vector_print(op),
            Vector::Reshape => Instr::Refuse("sizes that are values cannot be interpreted".into()),
        };
        self.emit(op.op, instr);
        Vec::new()
    }

    /// Translates `vector.mask`; the masked operation finds its mask in [`Translator::masks`].
    fn vector_mask(&mut self, op: OpRef<'_>) -> Vec<Task> {
        let mask = self.reg(op.named("mask"));
        let passthru = op.group("passthru").first().map(|value| self.reg(*value));
        let (targets, label) = (self.results(op), self.label());
        let region = self.module.region(op.op, 0);
        for inner in self.module.blocks_of(region).iter().flat_map(|block| self.module.ops_in(*block)) {
            self.masks.insert(inner, (mask, passthru));
        }
        self.exits.insert(region, Exit { targets: targets.clone(), label });
        let mut tasks = vec![Task::Region(region), Task::Place(label)];
        let is_like_mask = op.n_results() == 1
            && self.vector_shape(op.operand_type(0)) == self.vector_shape(op.result_type(0));
        if let (Some(passthru), [dst], true) = (passthru, &*targets, is_like_mask) {
            let args = [mask, *dst, passthru];
            tasks.push(Task::Emit(op.op, Instr::Ternary { op: ScalarOp::Select, args, dst: *dst }));
        }
        tasks
    }

    /// Returns the element type of a vector or of a subgroup matrix.
    pub(super) fn lane_type(&self, ty: Type) -> Type {
        match self.module.type_kind(ty) {
            TypeKind::MmaMatrix(_, element, _) => *element,
            _ => self.module.element_type(ty),
        }
    }

    /// Returns the sizes of a vector or matrix type; none for other types.
    pub(super) fn vector_shape(&self, ty: Type) -> Shape {
        match self.module.type_kind(ty) {
            TypeKind::Vector(sizes, ..) => sizes.iter().map(|size| size.unsigned_abs() as usize).collect(),
            TypeKind::MmaMatrix(sizes, ..) => sizes.iter().map(|size| size.unsigned_abs() as usize).collect(),
            _ => Shape::new(),
        }
    }

    pub(super) fn vector_target(&mut self, value: Value) -> Target {
        let kind = self.module.type_kind(self.module.type_of(value));
        let is_scalar = !matches!(kind, TypeKind::Vector(..) | TypeKind::MmaMatrix(..));
        Target { dst: self.reg(value), is_scalar }
    }

    /// Returns an instruction that moves elements: `pick` returns the operand and its element for each
    /// element of the first result.
    pub(super) fn vector_picks(&mut self, op: OpRef<'_>, pick: impl Fn(usize) -> (u32, usize)) -> Instr {
        let n = self.vector_shape(op.result_type(0)).iter().product();
        let picks = (0..n).map(pick).map(|(source, index)| Pick::From(source, index as u32)).collect();
        self.vector_permute(op, picks, op.result(0))
    }

    pub(super) fn vector_permute(&mut self, op: OpRef<'_>, picks: Box<[Pick]>, result: Value) -> Instr {
        let (sources, target) = (self.regs(op.operands()), self.vector_target(result));
        Instr::Vector(Box::new(VectorStep::Permute { sources, picks, target }))
    }

    /// Returns a constant, computed from the linear index and the indices of each element.
    fn vector_constant(&mut self, op: OpRef<'_>, element: impl Fn(usize, &[usize]) -> u64) -> Instr {
        let shape = self.vector_shape(op.result_type(0));
        let bits = (0..shape.iter().product()).map(|index| element(index, &coordinates(index, &shape)));
        Instr::Const { dst: self.reg(op.result(0)), value: Cell::Row(Rc::new(Row::new(bits.collect()))) }
    }

    /// Returns the numbers and the layout of a position of leading dimensions.
    fn vector_position(&mut self, op: OpRef<'_>, kind: Vector, ty: Type) -> (Box<[Number]>, Placement) {
        let shape = self.vector_shape(ty);
        let position = match kind {
            Vector::Extract | Vector::Insert => self.mixed(op, "static_position", "dynamic_position"),
            _ => op.group("position").iter().map(|value| Number::Dynamic(self.reg(*value))).collect(),
        };
        let (sizes, part) = shape.split_at(position.len().min(shape.len()));
        (position, Placement { sizes: sizes.into(), n_elements: part.iter().product() })
    }

    fn vector_extract(&mut self, op: OpRef<'_>, kind: Vector) -> Instr {
        let (position, place) = self.vector_position(op, kind, op.operand_type(0));
        let (vector, target) = (self.reg(op.operand(0)), self.vector_target(op.result(0)));
        Instr::Vector(Box::new(VectorStep::Extract { vector, position, place, target }))
    }

    fn vector_insert(&mut self, op: OpRef<'_>, kind: Vector) -> Instr {
        let (position, place) = self.vector_position(op, kind, op.operand_type(1));
        let (value, vector) = (self.reg(op.operand(0)), self.reg(op.named("dest")));
        let target = self.vector_target(op.result(0));
        Instr::Vector(Box::new(VectorStep::Insert { value, vector, position, place, target }))
    }

    fn vector_bitcast(&mut self, op: OpRef<'_>) -> Instr {
        let width = |ty| self.module.bit_width(self.module.element_type(ty)).filter(|width| *width <= 64);
        let (Some(from), Some(to)) = (width(op.operand_type(0)), width(op.result_type(0))) else {
            return Instr::Refuse("elements of this type cannot be interpreted".into());
        };
        let (vector, target) = (self.reg(op.operand(0)), self.vector_target(op.result(0)));
        Instr::Vector(Box::new(VectorStep::Bitcast { vector, from, to, target }))
    }

    fn vector_type_cast(&mut self, op: OpRef<'_>) -> Instr {
        let Some(ty) =
            BufferType::of(self.module, op.result_type(0)).filter(|ty| !ty.sizes.contains(&DYNAMIC))
        else {
            return Instr::Refuse("a buffer of this type cannot be interpreted".into());
        };
        let sizes = ty.sizes.iter().map(|size| Number::Static(*size)).collect();
        let (view, dst, shift) = (self.reg(op.operand(0)), self.reg(op.result(0)), Number::Static(0));
        BufferStep::Retype { view, shift, sizes, element: ty.element, dst }.into()
    }

    fn vector_fma(&mut self, op: OpRef<'_>) -> Instr {
        let format = self.module.float_kind(self.module.element_type(op.result_type(0)));
        match (format, &*self.regs(op.operands())) {
            (Some(format), [a, b, c]) => {
                Instr::Ternary { op: ScalarOp::Fma(format), args: [*a, *b, *c], dst: self.reg(op.result(0)) }
            }
            _ => Instr::Refuse("expected three vectors of floats".into()),
        }
    }

    fn vector_create_mask(&mut self, op: OpRef<'_>) -> Instr {
        let shape = self.vector_shape(op.result_type(0)).into();
        let (sizes, target) = (self.regs(op.operands()), self.vector_target(op.result(0)));
        Instr::Vector(Box::new(VectorStep::CreateMask { sizes, shape, target }))
    }

    fn vector_print(&mut self, op: OpRef<'_>) -> Instr {
        let value = match op.operands() {
            [] => None,
            [value, ..] => {
                let ty = op.type_of(*value);
                let Some(scalar) = PrintKind::of(self.module, self.module.element_type(ty)) else {
                    return Instr::Refuse("a value of this type cannot be printed".into());
                };
                let is_vector = matches!(self.module.type_kind(ty), TypeKind::Vector(..));
                let shape = self.vector_shape(ty).into_iter().map(|size| size as i64).collect();
                Some((self.reg(*value), scalar, shape, is_vector))
            }
        };
        Instr::Vector(Box::new(VectorStep::Print { value, end: printed_end(op).into() }))
    }

    /// Returns the last word of an attribute that a dialect keeps as text: `add` of `#vector.kind<add>`.
    pub(in crate::interp) fn keyword(&self, op: OpRef<'_>, key: &str) -> &str {
        let Some(warpline_ir::AttrKind::Foreign(name)) = op.attr(key).map(|attr| self.module.attr_kind(attr))
        else {
            return "";
        };
        let text = self.module.text(*name).trim_end_matches('>');
        text.rsplit(['<', ' ']).next().unwrap_or_default()
    }

    /// Returns the mask and the passthrough value of an operation, from the enclosing operation.
    pub(super) fn mask_of(&self, op: OpRef<'_>) -> (Option<Reg>, Option<Reg>) {
        self.masks.get(&op.op).map_or((None, None), |(mask, passthru)| (Some(*mask), *passthru))
    }
}
