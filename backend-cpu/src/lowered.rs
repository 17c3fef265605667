//! The machine representation of an IR value: one register, the elements of a vector or the parts of a complex number, or
//! the parts of a memref.

use cranelift_codegen::ir::{Type as RegType, Value as Reg, types};
use warpline_ir::{DYNAMIC, Module, Type, TypeKind};

/// The maximum number of elements of a vector, each of which is in a register.
const MAX_ELEMENTS: u64 = 4096;

/// A size or a stride of a memref, in elements.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Extent {
    /// Known from the type.
    Static(i64),
    /// Known at run time.
    Dynamic(Reg),
}

/// The parts of a ranked memref.
#[derive(Clone, Debug)]
pub(crate) struct MemRefParts {
    /// The address of the element at index 0; the offset of the layout is already added.
    pub(crate) pointer: Reg,
    /// One size per dimension; dynamic exactly where the type is.
    pub(crate) sizes: Vec<Extent>,
    /// One stride per dimension; dynamic exactly where the type is.
    pub(crate) strides: Vec<Extent>,
}

/// The maximum number of dimensions of a buffer of unknown rank that is passed on.
pub(crate) const MAX_UNRANKED: usize = 8;

/// The parts of a memref of unknown rank that comes from elsewhere: an argument, or the result of a branch or a call.
#[derive(Clone, Debug)]
pub(crate) struct UnrankedParts {
    /// The address of its memory, before the offset.
    pub(crate) base: Reg,
    /// The number of its dimensions, at most [`MAX_UNRANKED`].
    pub(crate) rank: Reg,
    /// The buffer with [`MAX_UNRANKED`] dimensions, all dynamic: those that it lacks have size 1 and stride 0.
    pub(crate) padded: MemRefParts,
}

/// The machine representation of a value.
#[derive(Clone, Debug)]
pub(crate) enum Lowered {
    /// A scalar. An integer narrower than its register is zero-extended: `i1` is 0 or 1 in 8 bits. `index` has 64
    /// bits, and floats other than f32 and f64 are their bits.
    Scalar(Reg),
    /// The elements of a vector, in row-major order, or both parts of a complex number.
    Vector(Vec<Reg>),
    /// A memref. One of unknown rank is the memref of which it is a cast, where that is known.
    MemRef(MemRefParts),
    /// Any other memref of unknown rank.
    Unranked(UnrankedParts),
}

impl Lowered {
    /// Returns the registers: the only one of a scalar; one per element of a vector; the pointer, dynamic sizes and
    /// dynamic strides of a memref, after the base and the rank if that is unknown. This is also the order of argument
    /// slots.
    pub(crate) fn parts(&self) -> Vec<Reg> {
        match self {
            Self::Scalar(reg) => vec![*reg],
            Self::Vector(elements) => elements.clone(),
            Self::MemRef(parts) => parts.registers().collect(),
            Self::Unranked(parts) => {
                [parts.base, parts.rank].into_iter().chain(parts.padded.registers()).collect()
            }
        }
    }
}

impl MemRefParts {
    /// Returns the pointer, the dynamic sizes and the dynamic strides.
    fn registers(&self) -> impl Iterator<Item = Reg> {
        let extents = self.sizes.iter().chain(&self.strides).filter_map(|extent| match extent {
            Extent::Static(_) => None,
            Extent::Dynamic(reg) => Some(*reg),
        });
        std::iter::once(self.pointer).chain(extents)
    }
}

/// Returns the machine type of a scalar type; `None` for types without one. Integers, and floats that are their bits,
/// are in the next register that holds them, as in memory. Tokens, values and groups of async are numbers.
pub(crate) fn reg_type(module: &Module, ty: Type) -> Option<RegType> {
    if module.is_pointer(ty) || module.is_ptr(ty) || matches!(module.type_kind(ty), TypeKind::Async(_)) {
        return Some(types::I64);
    }
    let bytes = match (ty, module.type_kind(ty)) {
        (Type::F32, _) => return Some(types::F32),
        (Type::F64, _) => return Some(types::F64),
        (_, TypeKind::Integer(..) | TypeKind::Index) => module.byte_size(ty)?,
        (_, TypeKind::Float(_)) => module.byte_size(ty).filter(|bytes| *bytes <= 8)?,
        _ => return None,
    };
    RegType::int_with_byte_size(u16::try_from(bytes).ok()?)
}

/// Returns the machine types of the parts of a value; `None` for unsupported types.
pub(crate) fn part_types(module: &Module, ty: Type) -> Option<Vec<RegType>> {
    if let Some(reg) = reg_type(module, ty) {
        return Some(vec![reg]);
    }
    if let Some(n) = n_vector_elements(module, ty) {
        return Some(vec![reg_type(module, scalars_of(module, ty).0)?; n]);
    }
    if is_unranked(module, ty) {
        return Some(vec![types::I64; N_UNRANKED_PARTS]);
    }
    let (shape, strides) = memref_extents(module, ty)?;
    let n_dynamic = shape.iter().chain(&strides).filter(|extent| **extent == DYNAMIC).count();
    Some(vec![types::I64; 1 + n_dynamic])
}

/// Builds a value of this type from its parts, as many as [`part_types`] returns.
pub(crate) fn from_parts(module: &Module, ty: Type, parts: &[Reg]) -> Option<Lowered> {
    if n_vector_elements(module, ty).is_some() {
        return Some(Lowered::Vector(parts.to_vec()));
    }
    if is_unranked(module, ty) {
        let (&[base, rank, pointer], extents) = parts.split_first_chunk()?;
        let extents: Vec<Extent> = extents.iter().map(|reg| Extent::Dynamic(*reg)).collect();
        let (sizes, strides) = extents.split_at_checked(MAX_UNRANKED)?;
        let padded = MemRefParts { pointer, sizes: sizes.to_vec(), strides: strides.to_vec() };
        return Some(Lowered::Unranked(UnrankedParts { base, rank, padded }));
    }
    let (pointer, rest) = parts.split_first()?;
    let Some((shape, strides)) = memref_extents(module, ty) else { return Some(Lowered::Scalar(*pointer)) };
    let mut rest = rest.iter();
    let mut extents = |values: &[i64]| -> Option<Vec<Extent>> {
        values
            .iter()
            .map(|value| match *value {
                DYNAMIC => rest.next().map(|reg| Extent::Dynamic(*reg)),
                value => Some(Extent::Static(value)),
            })
            .collect()
    };
    let (sizes, strides) = (extents(&shape)?, extents(&strides)?);
    Some(Lowered::MemRef(MemRefParts { pointer: *pointer, sizes, strides }))
}

/// The number of parts of a memref of unknown rank: base, rank, pointer, sizes and strides.
pub(crate) const N_UNRANKED_PARTS: usize = 3 + 2 * MAX_UNRANKED;

/// Whether a type is that of memrefs of unknown rank.
pub(crate) fn is_unranked(module: &Module, ty: Type) -> bool {
    matches!(module.type_kind(ty), TypeKind::UnrankedMemRef(..))
}

/// Whether a type is that of memrefs of any rank, known or unknown.
pub(crate) fn is_buffer(module: &Module, ty: Type) -> bool {
    module.is_memref(ty) || is_unranked(module, ty)
}

/// Returns the type of the scalars of which a value consists, and their number: one for all but vectors of known size and
/// complex numbers.
pub(crate) fn scalars_of(module: &Module, ty: Type) -> (Type, u64) {
    match module.type_kind(ty) {
        TypeKind::Complex(part) => (*part, 2),
        TypeKind::Vector(_, _, scalar) => (*scalar, module.n_elements(ty).unwrap_or(0)),
        _ => (ty, 1),
    }
}

/// Returns the number of elements of a vector of fixed size, or of parts of a complex number.
fn n_vector_elements(module: &Module, ty: Type) -> Option<usize> {
    let scalable = match module.type_kind(ty) {
        TypeKind::Vector(_, scalable, _) => scalable,
        TypeKind::Complex(_) => return Some(2),
        _ => return None,
    };
    let n = module.n_elements(ty).filter(|n| !scalable.contains(&true) && *n <= MAX_ELEMENTS)?;
    usize::try_from(n).ok()
}

fn memref_extents(module: &Module, ty: Type) -> Option<(Vec<i64>, Vec<i64>)> {
    let shape = module.shape(ty).filter(|_| module.is_memref(ty))?.to_vec();
    let (_, strides) = module.strides(ty)?;
    Some((shape, strides))
}
