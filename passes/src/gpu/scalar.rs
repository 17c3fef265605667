//! The types of values that kernels compute with after the pipeline, as all GPU backends see them.

use warpline_ir::{Float, MachineFloat, Module, Type, TypeKind};

/// The maximum number of elements of a vector.
const MAX_ELEMENTS: u64 = 4096;

/// The type of a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// An integer of 1 to 64 bits; `index` has 64. A float without arithmetic and of other than 8 bits is its bits.
    Int(u32),
    /// A float.
    Float(MachineFloat),
    /// An 8-bit float, which is loaded, stored and moved, and converted if the chip supports it.
    Fp8(Float),
}

impl Scalar {
    /// Returns the scalar type of a type, or the reason why it is none; pointers are left to the backends.
    pub fn of(module: &Module, ty: Type) -> Result<Self, String> {
        match module.type_kind(ty) {
            TypeKind::Integer(width, _) if (1..=64).contains(width) => Ok(Self::Int(*width)),
            TypeKind::Integer(width, _) => Err(format!("integers have at most 64 bits, but found {width}")),
            TypeKind::Index => Ok(Self::Int(64)),
            TypeKind::Float(float) => match float.machine() {
                Some(float) => Ok(Self::Float(float)),
                None if float.width() == 8 => Ok(Self::Fp8(*float)),
                None if float.width() < 32 => Ok(Self::Int(float.width())),
                None => Err(format!("there is no arithmetic on {}", float.keyword())),
            },
            TypeKind::Vector(..) => Err("expected scalars, but found a vector".to_string()),
            TypeKind::Tensor(..) | TypeKind::UnrankedTensor(_) => {
                Err("tensors are not supported in kernels; bufferize them first".to_string())
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
            | TypeKind::Ptr(_)
            | TypeKind::PtrMetadata(_)
            | TypeKind::Foreign(_) => Err("expected integers, index or floats".to_string()),
        }
    }

    /// Returns the type of the scalars in a buffer of a memref type, whose elements may be vectors.
    pub fn of_memref(module: &Module, ty: Type) -> Result<Self, String> {
        Self::of(module, module.element_type(module.element_type(ty)))
    }

    /// Returns the size in memory, in bytes.
    pub fn bytes(self) -> u64 {
        match self {
            Self::Int(width) => u64::from(width).div_ceil(8).next_power_of_two(),
            Self::Float(float) => u64::from(float.width() / 8),
            Self::Fp8(_) => 1,
        }
    }
}

/// Returns the number of elements of a vector type, and the element type; a scalar is a vector of one.
pub fn elements(module: &Module, ty: Type) -> Result<(usize, Scalar), String> {
    let TypeKind::Vector(_, scalable, element) = module.type_kind(ty) else {
        return Ok((1, Scalar::of(module, ty)?));
    };
    if scalable.contains(&true) {
        return Err("the chip has no vectors of scalable size".to_string());
    }
    let n = module.n_elements(ty).filter(|n| *n <= MAX_ELEMENTS);
    let n = n.ok_or_else(|| format!("vectors have at most {MAX_ELEMENTS} elements"))?;
    Ok((n as usize, Scalar::of(module, *element)?))
}
