//! Memrefs decomposed into their parts: address, offset, sizes and strides.

use super::values::Scalar;
use super::{Select, Unsupported};
use crate::inst::{Array, Operand, Reg, RegClass, Space};
use crate::opcode::Opcode;
use warpline_ir::{Attr, AttrKind, DYNAMIC, Module, Type};

/// The alignment of arrays in shared and local memory: that of the widest access.
const ARRAY_ALIGN: u64 = 16;

/// A decomposed memref.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    /// The state space.
    pub(crate) space: Space,
    /// The element type.
    pub(crate) element: Scalar,
    /// The base address.
    pub(crate) base: Reg,
    /// The byte offset of element 0 from the base address.
    pub(crate) offset: i64,
    /// The size of each dimension: a constant or a register.
    pub(crate) sizes: Vec<Operand>,
    /// The stride of each dimension, in elements: a constant or a register.
    pub(crate) strides: Vec<Operand>,
}

impl Memory {
    /// Returns the address of the element of a zero-dimensional buffer.
    pub(super) fn address(&self) -> Result<Operand, Unsupported> {
        match i32::try_from(self.offset) {
            Ok(offset) if self.strides.is_empty() => Ok(Operand::Address(self.base, offset)),
            _ => Err(Unsupported::not_expanded("lower-memref-access")),
        }
    }
}

impl Select<'_> {
    /// Returns the state space of a memref type.
    pub(crate) fn space_of(&self, ty: Type) -> Result<Space, Unsupported> {
        let Some(space) = self.module.memory_space(ty) else { return Ok(Space::Global) };
        space_of_attr(self.module, space)
            .ok_or_else(|| Unsupported::because("expected the global, workgroup or private memory space"))
    }

    /// Returns the sizes and strides of a memref type; [`DYNAMIC`] for those that are not static.
    pub(crate) fn layout(&self, ty: Type) -> Result<(Vec<i64>, Vec<i64>), Unsupported> {
        let shape = self.module.shape(ty).filter(|_| self.module.is_memref(ty));
        let shape = shape.ok_or_else(|| Unsupported::because("expected a ranked memref"))?;
        let (_, strides) =
            self.module.strides(ty).ok_or_else(|| Unsupported::because("expected a strided layout"))?;
        Ok((shape.to_vec(), strides))
    }

    /// Creates a memref of this type whose parts are new registers, written by edges or parameters.
    pub(crate) fn fresh_memory(&mut self, ty: Type) -> Result<Memory, Unsupported> {
        let (shape, strides) = self.layout(ty)?;
        let (space, element) = (self.space_of(ty)?, self.scalar(self.module.element_type(ty))?);
        let base = self.kernel.fresh(space.address_class());
        let sizes = shape.iter().map(|size| self.fixed_or_fresh(*size)).collect();
        let strides = strides.iter().map(|stride| self.fixed_or_fresh(*stride)).collect();
        Ok(Memory { space, element, base, offset: 0, sizes, strides })
    }

    fn fixed_or_fresh(&mut self, value: i64) -> Operand {
        if value == DYNAMIC { self.kernel.fresh(RegClass::B64).into() } else { Operand::Int(value) }
    }

    /// Declares a kernel array for a memref type of constant shape, in this space.
    pub(crate) fn array(
        &mut self,
        ty: Type,
        space: Space,
        align: Option<i64>,
    ) -> Result<Memory, Unsupported> {
        let (shape, strides) = self.layout(ty)?;
        if strides.contains(&DYNAMIC) || shape.contains(&DYNAMIC) {
            return Err(Unsupported::because("memory of a kernel needs a constant shape"));
        }
        let element = self.scalar(self.module.element_type(ty))?;
        let bytes = extent(&shape, &strides).and_then(|n| n.checked_mul(element.bytes()));
        let bytes = bytes.ok_or_else(|| Unsupported::because("the size of a buffer does not fit 64 bits"))?;
        let align = u64::try_from(align.unwrap_or(0)).unwrap_or(0).max(ARRAY_ALIGN).next_power_of_two();
        let base = self.raw_array(space, align, bytes);
        let fixed = |values: Vec<i64>| values.into_iter().map(Operand::Int).collect();
        Ok(Memory { space, element, base, offset: 0, sizes: fixed(shape), strides: fixed(strides) })
    }

    /// Declares a kernel array and returns its address.
    pub(crate) fn raw_array(&mut self, space: Space, align: u64, bytes: u64) -> Reg {
        let index = self.kernel.arrays.len() as u32;
        self.kernel.arrays.push(Array { space, align, bytes: bytes.max(1) });
        let class = space.address_class();
        let base = self.kernel.fresh(class);
        self.emit(Opcode::Mov.with([class.unsigned()]), &[base.into(), Operand::Array(index)]);
        base
    }

    /// Returns a buffer of a type with constant layout at an address.
    pub(crate) fn memory_at(
        &mut self,
        ty: Type,
        space: Space,
        address: Operand,
    ) -> Result<Memory, Unsupported> {
        let base = self.reg(space.address_class(), address);
        let memory = self.fresh_memory(ty)?;
        Ok(Memory { space, base, ..memory })
    }

    /// Returns the address of element 0 in a register.
    pub(crate) fn base_of(&mut self, memory: &Memory) -> Reg {
        let sum = self.plus(memory.base.into(), Operand::Int(memory.offset), memory.base.class);
        self.reg(memory.base.class, sum)
    }
}

/// Returns the number of elements from the first to the last of a constant shape; `None` on overflow or a negative
/// stride.
fn extent(shape: &[i64], strides: &[i64]) -> Option<u64> {
    if shape.contains(&0) {
        return Some(0);
    }
    shape.iter().zip(strides).try_fold(1u64, |extent, (size, stride)| {
        let steps = u64::try_from(size - 1).ok()?;
        extent.checked_add(steps.checked_mul(u64::try_from(*stride).ok()?)?)
    })
}

fn space_of_attr(module: &Module, space: Attr) -> Option<Space> {
    match module.attr_kind(space) {
        AttrKind::Integer(0 | 1, _) => Some(Space::Global),
        AttrKind::Integer(3, _) => Some(Space::Shared),
        AttrKind::Integer(5, _) => Some(Space::Local),
        AttrKind::Foreign(name) => match module.text(*name) {
            "gpu.address_space<global>" => Some(Space::Global),
            "gpu.address_space<workgroup>" => Some(Space::Shared),
            "gpu.address_space<private>" => Some(Space::Local),
            _ => match module.llvm_space_number(space)? {
                0 | 1 => Some(Space::Global),
                3 => Some(Space::Shared),
                5 => Some(Space::Local),
                _ => None,
            },
        },
        _ => None,
    }
}
