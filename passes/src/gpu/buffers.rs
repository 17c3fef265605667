//! The buffers of kernels after the pipeline, as all GPU backends see them: memory spaces, layouts, the sizes of
//! arrays, and the initial contents of globals. An error is the reason why a buffer is not supported.

use crate::analysis::spaces::space_of;
use warpline_ir::{AttrKind, DYNAMIC, DenseData, Module, Op, Type};

/// The alignment of arrays in workgroup and private memory, in bytes: that of the widest access.
const ARRAY_ALIGN: u64 = 16;
/// The least alignment of globals, in bytes.
const GLOBAL_ALIGN: u64 = 16;
/// The maximum size of a global, in bytes.
const MAX_GLOBAL_BYTES: u64 = 1 << 24;

/// A memory of kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemorySpace {
    /// That of the device.
    Global,
    /// That of a block.
    Workgroup,
    /// That of a thread.
    Private,
}

impl MemorySpace {
    /// Returns the memory of a memref type.
    pub fn of_memref(module: &Module, ty: Type) -> Result<Self, &'static str> {
        let space = space_of(module, ty).and_then(Self::of_number);
        space.ok_or("expected the global, workgroup or private memory space")
    }

    /// Returns the memory of a pointer type.
    pub fn of_pointer(module: &Module, ty: Type) -> Result<Self, &'static str> {
        let space = module.llvm_address_space(ty).and_then(Self::of_number);
        space.ok_or("expected a pointer in #llvm.address_space<1>, <3> or <5>")
    }

    fn of_number(number: u32) -> Option<Self> {
        match number {
            1 => Some(Self::Global),
            3 => Some(Self::Workgroup),
            5 => Some(Self::Private),
            _ => None,
        }
    }
}

/// Returns the sizes and strides of a memref type; [`DYNAMIC`] for those that are not static.
pub fn layout(module: &Module, ty: Type) -> Result<(Vec<i64>, Vec<i64>), &'static str> {
    let shape = module.shape(ty).filter(|_| module.is_memref(ty)).ok_or("expected a ranked memref")?;
    let (_, strides) = module.strides(ty).ok_or("expected a strided layout")?;
    Ok((shape.to_vec(), strides))
}

/// Returns the size in memory of an element of a memref type, in bytes.
pub fn element_bytes(module: &Module, ty: Type) -> Result<i64, &'static str> {
    let bytes = module.element_size(module.element_type(ty)).and_then(|bytes| i64::try_from(bytes).ok());
    bytes.ok_or("the size of the elements is not known")
}

/// Returns the offset of the layout of a memref type, in elements; 0 if it is not static.
pub fn static_elements(module: &Module, ty: Type) -> i64 {
    module.strides(ty).map(|(offset, _)| offset).filter(|offset| *offset != DYNAMIC).unwrap_or(0)
}

/// Returns the offset of the layout of a memref type, in bytes; 0 if it is not static.
pub fn static_offset(module: &Module, ty: Type) -> i64 {
    static_elements(module, ty).wrapping_mul(element_bytes(module, ty).unwrap_or(0))
}

/// An array of a kernel, in workgroup or private memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KernelArray {
    /// The size in bytes.
    pub bytes: u64,
    /// The alignment in bytes, a power of two.
    pub align: u64,
}

impl KernelArray {
    /// Returns the array for a memref type of constant shape.
    pub fn of(module: &Module, ty: Type, align: Option<i64>) -> Result<Self, &'static str> {
        let (sizes, strides) = layout(module, ty)?;
        if strides.contains(&DYNAMIC) || sizes.contains(&DYNAMIC) {
            return Err("memory of a kernel needs a constant shape");
        }
        let element = element_bytes(module, ty)?.unsigned_abs();
        let bytes = extent(&sizes, &strides).and_then(|n| n.checked_mul(element));
        let bytes = bytes.ok_or("the size of a buffer does not fit 64 bits")?;
        let align = u64::try_from(align.unwrap_or(0)).unwrap_or(0).max(ARRAY_ALIGN).next_power_of_two();
        Ok(Self { bytes, align })
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

/// A `memref.global` as a variable of the code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlobalContent {
    /// The size in bytes.
    pub bytes: u64,
    /// The alignment in bytes, a power of two.
    pub align: u64,
    /// The initial content, empty if it is zero; `None` if it is uninitialized.
    pub initial: Option<Vec<u8>>,
}

impl GlobalContent {
    /// Returns the variable for a global of constant size.
    pub fn of(module: &Module, op: Op) -> Result<Self, &'static str> {
        let view = module.op(op);
        let ty = view.attr("type").and_then(|attr| module.attr_type(attr));
        let size = ty.and_then(|ty| {
            let element = module.element_type(ty);
            let scalar = module.byte_size(module.element_type(element)).filter(|bytes| *bytes <= 8)?;
            Some((module.n_elements(ty)?.checked_mul(module.element_size(element)?)?, scalar))
        });
        let size = size.filter(|(size, _)| *size <= MAX_GLOBAL_BYTES);
        let (bytes, element) = size
            .ok_or("the global has no constant size of at most 16 MiB, or elements of more than 64 bits")?;
        let initial = match view.attr("initial_value").map(|attr| module.attr_kind(attr)) {
            None | Some(AttrKind::Unit) => None,
            Some(AttrKind::Dense(_, DenseData::Splat(0))) => Some(Vec::new()),
            Some(AttrKind::Dense(_, data)) => Some(bytes_of(data, element as usize, bytes)),
            Some(_) => return Err("the initial value of the global is not supported"),
        };
        let align = view.int("alignment").and_then(|align| u64::try_from(align).ok()).unwrap_or(0);
        Ok(Self { bytes, align: align.max(GLOBAL_ALIGN).next_power_of_two(), initial })
    }
}

/// Returns the contents of a buffer of `size` bytes in elements of so many bytes, at most 8.
pub fn bytes_of(data: &DenseData, element: usize, size: u64) -> Vec<u8> {
    match data {
        DenseData::Splat(bits) => bits.to_le_bytes()[..element].repeat(size as usize / element),
        DenseData::Elements(all) => {
            all.iter().flat_map(|bits| bits.to_le_bytes().into_iter().take(element)).collect()
        }
    }
}
