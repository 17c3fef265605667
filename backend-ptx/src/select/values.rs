//! Value locations: the operand of a scalar or the parts of a memref, and the copies on edges.

use super::memory::Memory;
use super::{Select, SelectResult, Selector as _, Unsupported};
use crate::inst::{Operand, Reg, RegClass};
use crate::opcode::Modifier::{self, B16, B32, B64, F32, F64, S8, S16, U8, U16, U32, U64};
use crate::opcode::Name;
use warpline_ir::{MachineFloat, OpRef, Type, TypeKind, Value};
pub(crate) use warpline_passes::gpu::scalar::Scalar;
use warpline_passes::gpu::selection::in_order;

/// The location of a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ValueLoc {
    /// Undefined, or its definition could not be selected.
    #[default]
    Nothing,
    /// A scalar.
    Scalar(Operand),
    /// A memref, by its number.
    Memory(u32),
    /// A vector or a lane's matrix fragment, by its number.
    Vector(u32),
}

/// The registers and the accesses of scalars.
pub(crate) trait PtxScalar {
    /// Returns the register class.
    fn class(self) -> RegClass;
    /// Returns the type of memory accesses: narrow integers are sign-extended, `i1` is 0 or 1.
    fn access(self) -> Modifier;
    /// Returns the type of a parameter declaration, as MLIR's backend writes it.
    fn param(self) -> Modifier;
}

impl PtxScalar for Scalar {
    fn class(self) -> RegClass {
        match self {
            Self::Int(1) => RegClass::Pred,
            Self::Int(width) if width <= 32 => RegClass::B32,
            Self::Int(_) | Self::Float(MachineFloat::F64) => RegClass::B64,
            Self::Float(MachineFloat::F32) | Self::Fp8(_) => RegClass::B32,
            Self::Float(MachineFloat::F16 | MachineFloat::BF16) => RegClass::B16,
        }
    }

    fn access(self) -> Modifier {
        match self {
            Self::Int(1) | Self::Fp8(_) => U8,
            Self::Int(width) if width <= 8 => S8,
            Self::Int(width) if width <= 16 => S16,
            Self::Int(width) if width <= 32 => B32,
            Self::Int(_) | Self::Float(MachineFloat::F64) => B64,
            Self::Float(MachineFloat::F32) => B32,
            Self::Float(MachineFloat::F16 | MachineFloat::BF16) => B16,
        }
    }

    fn param(self) -> Modifier {
        match self {
            Self::Float(MachineFloat::F32) => F32,
            Self::Float(MachineFloat::F64) => F64,
            Self::Float(MachineFloat::F16 | MachineFloat::BF16) => B16,
            _ => [U8, U16, U32, U64][self.bytes().ilog2() as usize],
        }
    }
}

impl Select<'_> {
    /// Returns the location of a value; an error if it has none.
    pub(crate) fn loc(&self, value: Value) -> Result<ValueLoc, Unsupported> {
        match self.locs[value] {
            ValueLoc::Nothing if self.diagnostics.has_errors() => Err(Unsupported::reported()),
            ValueLoc::Nothing => Err("an operand has no definition before its use".into()),
            loc @ (ValueLoc::Scalar(_) | ValueLoc::Memory(_) | ValueLoc::Vector(_)) => Ok(loc),
        }
    }

    /// Returns the operand of a scalar value.
    pub(crate) fn operand(&self, value: Value) -> Result<Operand, Unsupported> {
        match self.loc(value)? {
            ValueLoc::Scalar(operand) => Ok(operand),
            ValueLoc::Nothing | ValueLoc::Memory(_) | ValueLoc::Vector(_) => Err("expected a scalar".into()),
        }
    }

    /// Returns the operand of a scalar value, in a register.
    pub(crate) fn register(&mut self, value: Value) -> Result<Operand, Unsupported> {
        let (class, operand) = (self.scalar_of(value)?.class(), self.operand(value)?);
        Ok(self.reg(class, operand).into())
    }

    /// Returns the operands of an operation on scalars.
    pub(crate) fn operands(&self, op: OpRef<'_>) -> Result<Vec<Operand>, Unsupported> {
        op.operands().iter().map(|value| self.operand(*value)).collect()
    }

    /// Emits the instruction whose result is that of an operation.
    #[expect(clippy::unnecessary_wraps, reason = "it is the last step of functions that select an operation")]
    pub(crate) fn define(
        &mut self,
        op: OpRef<'_>,
        name: impl Into<Name>,
        operands: &[Operand],
    ) -> SelectResult {
        let result = self.make(name, operands);
        self.set(op.result(0), result);
        Ok(())
    }

    /// Returns the elements of a vector in row-major order; a scalar is a vector of one.
    pub(crate) fn elements(&self, value: Value) -> Result<Vec<Operand>, Unsupported> {
        match self.loc(value)? {
            ValueLoc::Vector(index) => Ok(self.vectors[index as usize].to_vec()),
            ValueLoc::Scalar(operand) => Ok(vec![operand]),
            ValueLoc::Nothing | ValueLoc::Memory(_) => Err("expected a vector".into()),
        }
    }

    /// Sets the elements of a vector; a value of another type has a single one.
    pub(crate) fn set_elements(&mut self, value: Value, elements: Vec<Operand>) {
        let ty = self.module.type_of(value);
        let is_scalar = !self.is_vector(ty) && !matches!(self.module.type_kind(ty), TypeKind::MmaMatrix(..));
        if let ([element], true) = (elements.as_slice(), is_scalar) {
            return self.set(value, *element);
        }
        self.locs[value] = ValueLoc::Vector(self.vectors.len() as u32);
        self.vectors.push(elements.into());
    }

    /// Returns the register of an `i1` value.
    pub(crate) fn predicate(&mut self, value: Value) -> Result<Reg, Unsupported> {
        let operand = self.operand(value)?;
        Ok(self.reg(RegClass::Pred, operand))
    }

    /// Returns the parts of a memref value.
    pub(crate) fn memory(&self, value: Value) -> Result<Memory, Unsupported> {
        match self.loc(value)? {
            ValueLoc::Memory(index) => Ok(self.memories[index as usize].clone()),
            ValueLoc::Nothing | ValueLoc::Scalar(_) | ValueLoc::Vector(_) => Err("expected a memref".into()),
        }
    }

    /// Sets the operand of a scalar.
    pub(crate) fn set(&mut self, value: Value, operand: Operand) {
        self.locs[value] = ValueLoc::Scalar(operand);
    }

    /// Sets the parts of a memref.
    pub(crate) fn set_memory(&mut self, value: Value, memory: Memory) {
        self.locs[value] = ValueLoc::Memory(self.memories.len() as u32);
        self.memories.push(memory);
    }

    /// Sets the location of a value to that of another one.
    pub(crate) fn set_loc(&mut self, value: Value, loc: ValueLoc) {
        self.locs[value] = loc;
    }

    /// Assigns new registers to a value, which edges write.
    pub(crate) fn fresh_for(&mut self, value: Value) -> Result<ValueLoc, Unsupported> {
        let loc = self.fresh_loc(self.module.type_of(value))?;
        self.locs[value] = loc;
        Ok(loc)
    }

    /// Creates registers for a value of a type.
    pub(crate) fn fresh_loc(&mut self, ty: Type) -> Result<ValueLoc, Unsupported> {
        if self.module.is_memref(ty) {
            let memory = self.fresh_memory(ty)?;
            self.memories.push(memory);
            return Ok(ValueLoc::Memory(self.memories.len() as u32 - 1));
        }
        let fragment = super::mma::fragment_of(self, ty)?;
        if fragment.is_none() && !self.is_vector(ty) {
            let class = self.scalar(ty)?.class();
            return Ok(ValueLoc::Scalar(self.kernel.fresh(class).into()));
        }
        let (n, class) = match fragment {
            Some(fragment) => fragment,
            None => self.elements_of(ty).map(|(n, scalar)| (n, scalar.class()))?,
        };
        self.vectors.push((0..n).map(|_| self.kernel.fresh(class).into()).collect());
        Ok(ValueLoc::Vector(self.vectors.len() as u32 - 1))
    }

    /// Copies values to the registers that edges write; all sources are read before any target is written.
    pub(crate) fn assign(&mut self, targets: &[ValueLoc], sources: &[Value]) -> SelectResult {
        let mut copies = Vec::with_capacity(targets.len());
        for (target, source) in targets.iter().zip(sources) {
            match *target {
                ValueLoc::Scalar(Operand::Reg(reg)) => copies.push((reg, self.operand(*source)?)),
                ValueLoc::Memory(index) => self.copies_of_memory(index, *source, &mut copies)?,
                ValueLoc::Vector(index) => {
                    let sources = self.elements(*source)?;
                    for (target, source) in self.vectors[index as usize].iter().zip(sources) {
                        if let Operand::Reg(reg) = target {
                            copies.push((*reg, source));
                        }
                    }
                }
                ValueLoc::Nothing | ValueLoc::Scalar(_) => return Err(Unsupported::reported()),
            }
        }
        for (target, source) in in_order(copies, |target: Reg| self.kernel.fresh(target.class)) {
            self.mov(target, source);
        }
        Ok(())
    }

    fn copies_of_memory(
        &mut self,
        target: u32,
        source: Value,
        copies: &mut Vec<(Reg, Operand)>,
    ) -> SelectResult {
        let (target, source) = (self.memories[target as usize].clone(), self.memory(source)?);
        if target.space != source.space {
            return Err("a memref of one memory space is passed on as one of another".into());
        }
        copies.push((target.base, self.base_of(&source).into()));
        let dims = target.sizes.iter().zip(&source.sizes).chain(target.strides.iter().zip(&source.strides));
        for (target, source) in dims {
            if let Operand::Reg(reg) = target {
                copies.push((*reg, *source));
            }
        }
        Ok(())
    }
}
