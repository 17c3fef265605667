//! Memrefs decomposed into their parts: address, offset, sizes and strides.

use super::values::Scalar;
use super::{Select, Selector as _, Unsupported};
use crate::inst::{Array, Operand, Reg, RegClass, Space, StateSpace as _};
use crate::opcode::Opcode;
use warpline_ir::{DYNAMIC, Type};
use warpline_passes::gpu::buffers::{KernelArray, layout};

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
    /// Creates a memref of this type whose parts are new registers, written by edges or parameters.
    pub(crate) fn fresh_memory(&mut self, ty: Type) -> Result<Memory, Unsupported> {
        let (shape, strides) = layout(self.module, ty)?;
        let (space, element) = (self.memory_space(ty)?, Scalar::of_memref(self.module, ty)?);
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
        let array = KernelArray::of(self.module, ty, align)?;
        let base = self.raw_array(space, array.align, array.bytes);
        self.memory_at(ty, space, base.into())
    }

    /// Declares a kernel array and returns its address.
    pub(crate) fn raw_array(&mut self, space: Space, align: u64, bytes: u64) -> Reg {
        let index = self.kernel.arrays.len() as u32;
        self.kernel.arrays.push(Array { space, align, bytes: bytes.max(1) });
        let class = space.address_class();
        let base = self.make(Opcode::Mov.with([class.unsigned()]), &[Operand::Array(index)]);
        self.reg(class, base)
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
