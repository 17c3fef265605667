//! What holds a value: a scalar's operand, or the parts of a memref; and the copies on edges.

use super::memory::Memory;
use super::{Select, Selected, Unsupported};
use crate::inst::{Class, Operand, Reg};
use warpline_ir::{MachineFloat, Type, TypeKind, Value};

/// Where a value is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Held {
    /// Not defined, or its definition could not be selected.
    #[default]
    Nothing,
    /// A scalar.
    Scalar(Operand),
    /// A memref, by its number.
    Memory(u32),
}

/// The type of a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scalar {
    /// An integer of 1 to 64 bits; `index` has 64.
    Int(u32),
    /// A float.
    Float(MachineFloat),
}

impl Scalar {
    /// The class of its registers.
    pub(crate) fn class(self) -> Class {
        match self {
            Self::Int(1) => Class::Pred,
            Self::Int(width) if width <= 32 => Class::Word,
            Self::Int(_) | Self::Float(MachineFloat::F64) => Class::Double,
            Self::Float(MachineFloat::F32) => Class::Word,
            Self::Float(MachineFloat::F16 | MachineFloat::BF16) => Class::Half,
        }
    }

    /// The type with which memory is read and written: narrow integers arrive sign-extended, `i1` as 0 or 1.
    pub(crate) fn access(self) -> &'static str {
        match self {
            Self::Int(1) => ".u8",
            Self::Int(width) if width <= 8 => ".s8",
            Self::Int(width) if width <= 16 => ".s16",
            Self::Int(width) if width <= 32 => ".b32",
            Self::Int(_) | Self::Float(MachineFloat::F64) => ".b64",
            Self::Float(MachineFloat::F32) => ".b32",
            Self::Float(MachineFloat::F16 | MachineFloat::BF16) => ".b16",
        }
    }

    /// The type with which a parameter is declared.
    pub(crate) fn param(self) -> &'static str {
        match self {
            Self::Int(width) if width <= 8 => ".u8",
            Self::Int(width) if width <= 16 => ".u16",
            Self::Int(width) if width <= 32 => ".u32",
            Self::Int(_) => ".u64",
            Self::Float(MachineFloat::F16 | MachineFloat::BF16) => ".b16",
            Self::Float(MachineFloat::F32) => ".f32",
            Self::Float(MachineFloat::F64) => ".f64",
        }
    }

    /// Bytes in memory.
    pub(crate) fn bytes(self) -> u64 {
        match self {
            Self::Int(width) => u64::from(width).div_ceil(8).next_power_of_two(),
            Self::Float(float) => u64::from(float.width() / 8),
        }
    }
}

impl Select<'_> {
    /// The scalar type of this type.
    pub(crate) fn scalar(&self, ty: Type) -> Result<Scalar, Unsupported> {
        match self.module.type_kind(ty) {
            TypeKind::Integer(width, _) if (1..=64).contains(width) => Ok(Scalar::Int(*width)),
            TypeKind::Integer(width, _) => {
                Err(Unsupported::because(format!("integers have at most 64 bits, but found {width}")))
            }
            TypeKind::Index => Ok(Scalar::Int(64)),
            TypeKind::Float(float) => match float.machine() {
                Some(float) => Ok(Scalar::Float(float)),
                None => Err(Unsupported::because(format!("there is no arithmetic on {}", float.keyword()))),
            },
            TypeKind::Vector(..) => Err(Unsupported::because("vectors are not implemented")),
            TypeKind::Tensor(..) | TypeKind::UnrankedTensor(_) => {
                Err(Unsupported::because("tensors have no place in memory; bufferize them first"))
            }
            TypeKind::None
            | TypeKind::Complex(_)
            | TypeKind::Tuple(_)
            | TypeKind::Function(..)
            | TypeKind::MemRef(..)
            | TypeKind::UnrankedMemRef(..)
            | TypeKind::AsyncToken
            | TypeKind::MmaMatrix(..)
            | TypeKind::NamedBarrier
            | TypeKind::SparseHandle(_)
            | TypeKind::Async(_)
            | TypeKind::Foreign(_) => Err(Unsupported::because("expected integers, index or floats")),
        }
    }

    /// The scalar type of a value.
    pub(crate) fn scalar_of(&self, value: Value) -> Result<Scalar, Unsupported> {
        self.scalar(self.module.type_of(value))
    }

    /// The width of an integer value.
    pub(crate) fn int_width(&self, value: Value) -> Result<u32, Unsupported> {
        match self.scalar_of(value)? {
            Scalar::Int(width) => Ok(width),
            Scalar::Float(_) => Err(Unsupported::because("expected an integer")),
        }
    }

    /// The format of a float value.
    pub(crate) fn float_of(&self, value: Value) -> Result<MachineFloat, Unsupported> {
        match self.scalar_of(value)? {
            Scalar::Float(float) => Ok(float),
            Scalar::Int(_) => Err(Unsupported::because("expected a float")),
        }
    }

    /// What holds a value; an error where nothing does.
    pub(crate) fn held(&self, value: Value) -> Result<Held, Unsupported> {
        match self.held[value] {
            Held::Nothing if self.diagnostics.has_errors() => Err(Unsupported(None)),
            Held::Nothing => Err(Unsupported::because("an operand has no definition before its use")),
            held @ (Held::Scalar(_) | Held::Memory(_)) => Ok(held),
        }
    }

    /// The operand of a scalar value.
    pub(crate) fn operand(&self, value: Value) -> Result<Operand, Unsupported> {
        match self.held(value)? {
            Held::Scalar(operand) => Ok(operand),
            Held::Nothing | Held::Memory(_) => Err(Unsupported::because("expected a scalar")),
        }
    }

    /// The register of an `i1` value.
    pub(crate) fn predicate(&mut self, value: Value) -> Result<Reg, Unsupported> {
        let operand = self.operand(value)?;
        Ok(self.reg(Class::Pred, operand))
    }

    /// The memref that a value is.
    pub(crate) fn memory(&self, value: Value) -> Result<Memory, Unsupported> {
        match self.held(value)? {
            Held::Memory(index) => Ok(self.memories[index as usize].clone()),
            Held::Nothing | Held::Scalar(_) => Err(Unsupported::because("expected a memref")),
        }
    }

    /// A scalar is in this operand.
    pub(crate) fn set(&mut self, value: Value, operand: Operand) {
        self.held[value] = Held::Scalar(operand);
    }

    /// A memref consists of these parts.
    pub(crate) fn set_memory(&mut self, value: Value, memory: Memory) {
        self.held[value] = Held::Memory(self.memories.len() as u32);
        self.memories.push(memory);
    }

    /// A value is where another one is.
    pub(crate) fn set_held(&mut self, value: Value, held: Held) {
        self.held[value] = held;
    }

    /// Gives a value registers that edges write.
    pub(crate) fn hold_fresh(&mut self, value: Value) -> Result<Held, Unsupported> {
        let ty = self.module.type_of(value);
        if self.module.is_memref(ty) {
            let memory = self.fresh_memory(ty)?;
            self.set_memory(value, memory);
        } else {
            let class = self.scalar(ty)?.class();
            let reg = self.kernel.fresh(class);
            self.set(value, reg.into());
        }
        Ok(self.held[value])
    }

    /// Copies values to what edges write, all sources before any target.
    pub(crate) fn assign(&mut self, targets: &[Held], sources: &[Value]) -> Selected {
        let mut copies = Vec::with_capacity(targets.len());
        for (target, source) in targets.iter().zip(sources) {
            match *target {
                Held::Scalar(Operand::Reg(reg)) => copies.push((reg, self.operand(*source)?)),
                Held::Memory(index) => self.copies_of_memory(index, *source, &mut copies)?,
                Held::Nothing | Held::Scalar(_) => return Err(Unsupported(None)),
            }
        }
        self.copy_together(copies);
        Ok(())
    }

    fn copies_of_memory(&mut self, target: u32, source: Value, copies: &mut Vec<(Reg, Operand)>) -> Selected {
        let (target, source) = (self.memories[target as usize].clone(), self.memory(source)?);
        if target.space != source.space {
            return Err(Unsupported::because("a memref of one memory space is passed on as one of another"));
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

    /// Copies as if all at once: a copy waits while another one still reads its target; a cycle is cut by a
    /// further register.
    fn copy_together(&mut self, mut copies: Vec<(Reg, Operand)>) {
        copies.retain(|(target, source)| Operand::Reg(*target) != *source);
        while !copies.is_empty() {
            let free = (0..copies.len()).find(|i| {
                let target = Operand::Reg(copies[*i].0);
                copies.iter().all(|(_, source)| *source != target)
            });
            if let Some(free) = free {
                let (target, source) = copies.remove(free);
                self.mov(target, source);
                continue;
            }
            let (target, _) = copies[0];
            let saved = self.kernel.fresh(target.class);
            self.mov(saved, target.into());
            for (_, source) in &mut copies {
                if *source == Operand::Reg(target) {
                    *source = saved.into();
                }
            }
        }
    }
}
