//! Interned types: equal types have equal ids.

use crate::attrs::{Attr, AttrKind};
use crate::entity::entity;
use crate::module::{Module, Name};

entity! {
    /// An interned type. Its structure is [`Module::type_kind`].
    Type, "type"
}

/// A dynamic size of a dimension, offset or stride.
pub const DYNAMIC: i64 = i64::MIN;

/// The signedness of an integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signedness {
    /// `i32`: the operation determines it.
    Signless,
    /// `si32`.
    Signed,
    /// `ui32`.
    Unsigned,
}

/// The floating-point formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Float {
    /// IEEE binary16.
    F16,
    /// The upper half of binary32.
    BF16,
    /// IEEE binary32.
    F32,
    /// IEEE binary64.
    F64,
    /// Exponent of 5 and mantissa of 2 bits. With infinities, as in IEEE 754.
    F8E5M2,
    /// Exponent of 4 and mantissa of 3 bits. With infinities.
    F8E4M3,
    /// Exponent of 4 and mantissa of 3 bits. No infinity.
    F8E4M3FN,
    /// Exponent of 5 and mantissa of 2 bits. No infinity and no negative zero.
    F8E5M2FNUZ,
    /// Exponent of 4 and mantissa of 3 bits. No infinity and no negative zero.
    F8E4M3FNUZ,
    /// Exponent of 4 and mantissa of 3 bits. The same with a bias of 11.
    F8E4M3B11FNUZ,
    /// Exponent of 3 and mantissa of 4 bits. With infinities.
    F8E3M4,
    /// Exponent of 8 and mantissa of 0 bits. Powers of two without a sign.
    F8E8M0FNU,
    /// Exponent of 2 and mantissa of 3 bits. All finite.
    F6E2M3FN,
    /// Exponent of 3 and mantissa of 2 bits. All finite.
    F6E3M2FN,
    /// Exponent of 2 and mantissa of 1 bits. All finite.
    F4E2M1FN,
    /// Binary32 with a mantissa of 10 bits.
    TF32,
    /// The 80-bit format of x87. Attributes store its values with the precision and in the bits of f64.
    F80,
    /// IEEE binary128. Attributes store its values with the precision and in the bits of f64.
    F128,
}

/// The formats with arithmetic in processors; the others are only stored and converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MachineFloat {
    /// IEEE binary16.
    F16,
    /// The upper half of binary32.
    BF16,
    /// IEEE binary32.
    F32,
    /// IEEE binary64.
    F64,
}

impl MachineFloat {
    /// Returns the size in bits.
    pub fn width(self) -> u32 {
        Float::from(self).width()
    }
}

impl From<MachineFloat> for Float {
    fn from(float: MachineFloat) -> Self {
        match float {
            MachineFloat::F16 => Self::F16,
            MachineFloat::BF16 => Self::BF16,
            MachineFloat::F32 => Self::F32,
            MachineFloat::F64 => Self::F64,
        }
    }
}

impl Float {
    /// Every format with its keyword and its size in bits.
    pub const ALL: [(Self, &'static str, u32); 18] = [
        (Self::F16, "f16", 16),
        (Self::BF16, "bf16", 16),
        (Self::F32, "f32", 32),
        (Self::F64, "f64", 64),
        (Self::F8E5M2, "f8E5M2", 8),
        (Self::F8E4M3, "f8E4M3", 8),
        (Self::F8E4M3FN, "f8E4M3FN", 8),
        (Self::F8E5M2FNUZ, "f8E5M2FNUZ", 8),
        (Self::F8E4M3FNUZ, "f8E4M3FNUZ", 8),
        (Self::F8E4M3B11FNUZ, "f8E4M3B11FNUZ", 8),
        (Self::F8E3M4, "f8E3M4", 8),
        (Self::F8E8M0FNU, "f8E8M0FNU", 8),
        (Self::F6E2M3FN, "f6E2M3FN", 6),
        (Self::F6E3M2FN, "f6E3M2FN", 6),
        (Self::F4E2M1FN, "f4E2M1FN", 4),
        (Self::TF32, "tf32", 19),
        (Self::F80, "f80", 80),
        (Self::F128, "f128", 128),
    ];

    /// Returns the format with this keyword.
    pub fn of_keyword(keyword: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, name, _)| *name == keyword).map(|(float, ..)| *float)
    }

    /// Returns the size in bits.
    pub const fn width(self) -> u32 {
        Self::ALL[self as usize].2
    }

    /// Returns the keyword of the type.
    pub const fn keyword(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// Returns the machine format, if processors have arithmetic for it.
    pub fn machine(self) -> Option<MachineFloat> {
        [MachineFloat::F16, MachineFloat::BF16, MachineFloat::F32, MachineFloat::F64]
            .into_iter()
            .find(|float| Self::from(*float) == self)
    }
}

/// The role of a matrix fragment in a multiplication `a * b + c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MmaRole {
    /// The left factor.
    A,
    /// The right factor.
    B,
    /// The summand and the result.
    C,
}

impl MmaRole {
    /// All roles.
    pub const ALL: [Self; 3] = [Self::A, Self::B, Self::C];

    /// Returns the keyword in the type.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::A => "AOp",
            Self::B => "BOp",
            Self::C => "COp",
        }
    }
}

/// The object of a handle of the sparse library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SparseHandle {
    /// A dense vector or matrix.
    DenseTensor,
    /// A sparse matrix.
    Matrix,
    /// A product of two sparse matrices in progress.
    Product,
}

impl SparseHandle {
    /// All handles.
    pub const ALL: [Self; 3] = [Self::DenseTensor, Self::Matrix, Self::Product];

    /// Returns the name of the type after `!gpu.`.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::DenseTensor => "sparse.dntensor_handle",
            Self::Matrix => "sparse.spmat_handle",
            Self::Product => "sparse.spgemmop_handle",
        }
    }
}

/// The types of the async dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AsyncType {
    /// `!async.token`: the completion of work.
    Token,
    /// `!async.value<T>`: a value that becomes available on completion of work.
    Value(Type),
    /// `!async.group`: a set of tokens and values.
    Group,
    /// `!async.coro.id`.
    CoroId,
    /// `!async.coro.handle`.
    CoroHandle,
    /// `!async.coro.state`.
    CoroState,
}

/// The structure of a type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TypeKind {
    /// `i32`, `si8`, `ui8`: width in bits, 0 to 2^24 - 1.
    Integer(u32, Signedness),
    /// `index`: 64 bits on every target.
    Index,
    /// `f32` and the like.
    Float(Float),
    /// `none`.
    None,
    /// `complex<T>`.
    Complex(Type),
    /// `tuple<…>`.
    Tuple(Box<[Type]>),
    /// `(inputs) -> results`.
    Function(Box<[Type]>, Box<[Type]>),
    /// `vector<2x[4]xf32>`: sizes, which of them are scalable, and the element type.
    Vector(Box<[i64]>, Box<[bool]>, Type),
    /// `tensor<?x4xf32, encoding>`.
    Tensor(Box<[i64]>, Type, Option<Attr>),
    /// `tensor<*xf32>`.
    UnrankedTensor(Type),
    /// `memref<2x?xf32, layout, space>`. The identity layout and space 0 are `None`.
    MemRef(Box<[i64]>, Type, Option<Attr>, Option<Attr>),
    /// `memref<*xf32, space>`.
    UnrankedMemRef(Type, Option<Attr>),
    /// `!gpu.async.token`.
    AsyncToken,
    /// `!async.token` and the like.
    Async(AsyncType),
    /// `!gpu.mma_matrix<16x16xf16, "AOp">`: two sizes, the element type and the role.
    MmaMatrix([i64; 2], Type, MmaRole),
    /// `!gpu.named_barrier`.
    NamedBarrier,
    /// `!gpu.sparse.spmat_handle` and the like.
    SparseHandle(SparseHandle),
    /// `!ptr.ptr<#llvm.address_space<1>>`: an address in the memory space of the attribute.
    Ptr(Attr),
    /// `!ptr.ptr_metadata<memref<?xf32>>`: the data of a buffer of the type other than its address.
    PtrMetadata(Type),
    /// A type of a dialect that is stored as text, without the `!`: `d.kind<text>` or `d<text>`.
    Foreign(Name),
}

impl Type {
    /// `i1`.
    pub const I1: Self = Self(0);
    /// `i8`.
    pub const I8: Self = Self(1);
    /// `i16`.
    pub const I16: Self = Self(2);
    /// `i32`.
    pub const I32: Self = Self(3);
    /// `i64`.
    pub const I64: Self = Self(4);
    /// `index`.
    pub const INDEX: Self = Self(5);
    /// `f32`.
    pub const F32: Self = Self(6);
    /// `f64`.
    pub const F64: Self = Self(7);
    /// `none`.
    pub const NONE: Self = Self(8);
    /// `!gpu.async.token`.
    pub const TOKEN: Self = Self(9);
    /// `f16`.
    pub const F16: Self = Self(10);
    /// `bf16`.
    pub const BF16: Self = Self(11);
    /// `!gpu.sparse.dntensor_handle`.
    pub const SPARSE_DENSE_TENSOR: Self = Self(12);
    /// `!gpu.sparse.spmat_handle`.
    pub const SPARSE_MATRIX: Self = Self(13);
    /// `!gpu.sparse.spgemmop_handle`.
    pub const SPARSE_PRODUCT: Self = Self(14);
    /// `!gpu.named_barrier`.
    pub const NAMED_BARRIER: Self = Self(15);
    /// `!async.token`.
    pub const ASYNC_TOKEN: Self = Self(16);
    /// `!async.group`.
    pub const ASYNC_GROUP: Self = Self(17);
    /// `!async.coro.id`.
    pub const CORO_ID: Self = Self(18);
    /// `!async.coro.handle`.
    pub const CORO_HANDLE: Self = Self(19);
    /// `!async.coro.state`.
    pub const CORO_STATE: Self = Self(20);

    /// Returns the kinds that every module interns first, in the order of the constants above.
    pub(crate) fn first_kinds() -> [TypeKind; 21] {
        use Signedness::Signless;
        [
            TypeKind::Integer(1, Signless),
            TypeKind::Integer(8, Signless),
            TypeKind::Integer(16, Signless),
            TypeKind::Integer(32, Signless),
            TypeKind::Integer(64, Signless),
            TypeKind::Index,
            TypeKind::Float(Float::F32),
            TypeKind::Float(Float::F64),
            TypeKind::None,
            TypeKind::AsyncToken,
            TypeKind::Float(Float::F16),
            TypeKind::Float(Float::BF16),
            TypeKind::SparseHandle(SparseHandle::DenseTensor),
            TypeKind::SparseHandle(SparseHandle::Matrix),
            TypeKind::SparseHandle(SparseHandle::Product),
            TypeKind::NamedBarrier,
            TypeKind::Async(AsyncType::Token),
            TypeKind::Async(AsyncType::Group),
            TypeKind::Async(AsyncType::CoroId),
            TypeKind::Async(AsyncType::CoroHandle),
            TypeKind::Async(AsyncType::CoroState),
        ]
    }
}

/// Construction of types.
impl Module {
    /// Returns a vector or tensor type with the same shape and another element type; for other types the
    /// element type.
    pub fn with_element(&mut self, shaped: Type, element: Type) -> Type {
        let kind = match self.type_kind(shaped).clone() {
            TypeKind::Vector(shape, scalable, _) => TypeKind::Vector(shape, scalable, element),
            TypeKind::Tensor(shape, _, encoding) => TypeKind::Tensor(shape, element, encoding),
            TypeKind::UnrankedTensor(_) => TypeKind::UnrankedTensor(element),
            _ => return element,
        };
        self.intern_type(kind)
    }
}

/// Queries.
impl Module {
    /// Returns the element type of a shaped type, else the type itself.
    pub fn element_type(&self, ty: Type) -> Type {
        match self.type_kind(ty) {
            TypeKind::Vector(_, _, element)
            | TypeKind::Tensor(_, element, _)
            | TypeKind::UnrankedTensor(element)
            | TypeKind::MemRef(_, element, ..)
            | TypeKind::UnrankedMemRef(element, _) => *element,
            _ => ty,
        }
    }

    /// Returns the sizes of a ranked shaped type; [`DYNAMIC`] where unknown.
    pub fn shape(&self, ty: Type) -> Option<&[i64]> {
        match self.type_kind(ty) {
            TypeKind::Vector(shape, ..) | TypeKind::Tensor(shape, ..) | TypeKind::MemRef(shape, ..) => {
                Some(shape)
            }
            _ => None,
        }
    }

    /// Returns the width in bits of an integer, index or float type; `None` for other types.
    pub fn bit_width(&self, ty: Type) -> Option<u32> {
        match self.type_kind(ty) {
            TypeKind::Integer(width, _) => Some(*width),
            TypeKind::Index => Some(64),
            TypeKind::Float(float) => Some(float.width()),
            _ => None,
        }
    }

    /// Truncates a number to the width of a type.
    pub fn truncate(&self, value: i64, ty: Type) -> u64 {
        match self.bit_width(ty) {
            Some(width) if width < 64 => value.cast_unsigned() & ((1 << width) - 1),
            _ => value.cast_unsigned(),
        }
    }

    /// Returns the bytes of one element of this scalar type in memory: `i1` takes one.
    pub fn byte_size(&self, ty: Type) -> Option<u64> {
        self.bit_width(ty).map(|bits| u64::from(bits).div_ceil(8).next_power_of_two())
    }

    /// Returns the size in memory of an element of a memref, in bytes: of a vector, that of its scalars one after the other.
    pub fn element_size(&self, ty: Type) -> Option<u64> {
        match self.type_kind(ty) {
            TypeKind::Vector(_, _, scalar) => self.n_elements(ty)?.checked_mul(self.byte_size(*scalar)?),
            _ => self.byte_size(ty),
        }
    }

    /// Returns the float format of a float type.
    pub fn float_kind(&self, ty: Type) -> Option<Float> {
        match self.type_kind(ty) {
            TypeKind::Float(float) => Some(*float),
            _ => None,
        }
    }

    /// Whether the type is a signless integer or `index`.
    pub fn is_int_or_index(&self, ty: Type) -> bool {
        matches!(self.type_kind(ty), TypeKind::Integer(_, Signedness::Signless) | TypeKind::Index)
    }

    /// Whether the type is a ranked memref.
    pub fn is_memref(&self, ty: Type) -> bool {
        matches!(self.type_kind(ty), TypeKind::MemRef(..))
    }

    /// Whether a vector may have elements of this type.
    pub fn is_vector_element(&self, ty: Type) -> bool {
        matches!(
            self.type_kind(ty),
            TypeKind::Integer(..) | TypeKind::Index | TypeKind::Float(_) | TypeKind::Ptr(_)
        ) || self.is_pointer(ty)
    }

    /// Whether the type is the pointer type of streams in programs.
    pub fn is_pointer(&self, ty: Type) -> bool {
        let TypeKind::Foreign(text) = self.type_kind(ty) else { return false };
        self.text(*text).strip_prefix("llvm.ptr").is_some_and(|rest| rest.is_empty() || rest.starts_with('<'))
    }

    /// Whether the type is `!ptr.ptr<…>`.
    pub fn is_ptr(&self, ty: Type) -> bool {
        matches!(self.type_kind(ty), TypeKind::Ptr(_))
    }

    /// Returns `T` of `!ptr.ptr_metadata<T>`.
    pub fn metadata_of(&self, ty: Type) -> Option<Type> {
        match self.type_kind(ty) {
            TypeKind::PtrMetadata(described) => Some(*described),
            _ => None,
        }
    }

    /// Returns the number in `!ptr.ptr<#llvm.address_space<3>>`.
    pub fn llvm_address_space(&self, ty: Type) -> Option<u32> {
        let TypeKind::Ptr(space) = self.type_kind(ty) else { return None };
        self.llvm_space_number(*space)
    }

    /// Returns the number in `#llvm.address_space<3>`.
    pub fn llvm_space_number(&self, space: Attr) -> Option<u32> {
        let AttrKind::Foreign(text) = self.attr_kind(space) else { return None };
        self.text(*text).strip_prefix("llvm.address_space<")?.strip_suffix('>')?.trim().parse().ok()
    }

    /// Whether a memref may have elements of this type.
    pub fn is_memref_element(&self, ty: Type) -> bool {
        !matches!(
            self.type_kind(ty),
            TypeKind::Foreign(_)
                | TypeKind::PtrMetadata(_)
                | TypeKind::Function(..)
                | TypeKind::Tuple(_)
                | TypeKind::None
                | TypeKind::Tensor(..)
                | TypeKind::UnrankedTensor(_)
                | TypeKind::Async(_)
                | TypeKind::AsyncToken
                | TypeKind::MmaMatrix(..)
                | TypeKind::NamedBarrier
                | TypeKind::SparseHandle(_)
        )
    }

    /// Returns offset and strides, in elements, of a ranked memref; [`DYNAMIC`] where they are dynamic.
    /// `None` for layouts that are not strided.
    pub fn strides(&self, ty: Type) -> Option<(i64, Vec<i64>)> {
        let TypeKind::MemRef(shape, _, layout, _) = self.type_kind(ty) else { return None };
        match layout {
            None => Some((0, identity_strides(shape))),
            Some(layout) => self.strided_layout(*layout),
        }
    }

    /// Returns the memory space attribute of a memref, `None` for the default space.
    pub fn memory_space(&self, ty: Type) -> Option<Attr> {
        match self.type_kind(ty) {
            TypeKind::MemRef(.., space) | TypeKind::UnrankedMemRef(_, space) => *space,
            _ => None,
        }
    }

    /// Returns inputs and results of a function type.
    pub fn function_type(&self, ty: Type) -> Option<(&[Type], &[Type])> {
        match self.type_kind(ty) {
            TypeKind::Function(inputs, results) => Some((inputs, results)),
            _ => None,
        }
    }

    /// Builds a ranked memref type; `None` is the default layout or memory space.
    pub fn memref_type(
        &mut self,
        shape: &[i64],
        element: Type,
        layout: Option<Attr>,
        space: Option<Attr>,
    ) -> Type {
        self.intern_type(TypeKind::MemRef(shape.into(), element, layout, space))
    }
}

/// Returns the row-major strides, in elements, of a shape; [`DYNAMIC`] if an inner size is dynamic.
pub fn identity_strides(shape: &[i64]) -> Vec<i64> {
    let mut strides = vec![1i64; shape.len()];
    for i in (1..shape.len()).rev() {
        strides[i - 1] = match (strides[i], shape[i]) {
            (DYNAMIC, _) | (_, DYNAMIC) => DYNAMIC,
            (stride, size) => stride.saturating_mul(size),
        };
    }
    strides
}
