//! What a backend makes from a module: code, entries and how arguments are laid out. Plain data.

use crate::module::Module;
use crate::op::Op;
use crate::types::{DYNAMIC, Type};

/// Compiled device code.
#[derive(Clone, Debug)]
pub struct Artifact {
    /// The backend: `ptx`, `cpu`.
    pub backend: &'static str,
    /// The target as given: `sm_90`, or the host's name.
    pub target: String,
    /// The code.
    pub code: Code,
    /// The kernels, in the order of the text.
    pub kernels: Vec<KernelInfo>,
}

/// Code in the form that a device loads.
#[derive(Clone, Debug)]
pub enum Code {
    /// Text that the driver compiles.
    Text(String),
    /// Machine code of the host, one item per function.
    Native(Vec<NativeFunction>),
}

/// One function of machine code, position-independent but for its relocations.
#[derive(Clone, Debug)]
pub struct NativeFunction {
    /// Its symbol.
    pub name: String,
    /// The code.
    pub bytes: Vec<u8>,
    /// Its alignment in bytes.
    pub align: u64,
    /// What the loader must patch.
    pub relocations: Vec<NativeReloc>,
    /// The intermediate form as text, for `--emit=clif`.
    pub clif: String,
}

/// A place in machine code that holds the address of a symbol.
#[derive(Clone, Debug)]
pub struct NativeReloc {
    /// Offset in the code.
    pub offset: u32,
    /// The kind, as the code generator names it.
    pub kind: String,
    /// The symbol.
    pub symbol: String,
    /// What is added to its address.
    pub addend: i64,
}

/// A kernel of an artifact.
#[derive(Clone, Debug)]
pub struct KernelInfo {
    /// The `gpu.module` that holds it.
    pub module: String,
    /// Its name there.
    pub name: String,
    /// Its symbol in the code.
    pub symbol: String,
    /// Bytes of scratch memory that a worker needs; 0 where the device has its own.
    pub scratch_bytes: u64,
    /// The layout of its arguments.
    pub params: Vec<Param>,
}

/// One 8-byte slot of an argument list. A scalar takes one slot, its bits in the low end. A ranked memref takes
/// a pointer to its element at index 0, then a slot per dynamic size, then a slot per dynamic stride.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Param {
    /// A scalar of this type.
    Scalar(Type),
    /// The address of element 0 of a memref; the offset of its layout is already added.
    Pointer(Type),
    /// The size of this dimension of the memref before.
    Size(u32),
    /// The stride, in elements, of this dimension of the memref before.
    Stride(u32),
}

/// The slots of one value of this type; `None` for types that cannot be passed.
pub fn params_of(module: &Module, ty: Type) -> Option<Vec<Param>> {
    if module.bit_width(ty).is_some() {
        return Some(vec![Param::Scalar(ty)]);
    }
    let shape = module.shape(ty).filter(|_| module.is_memref(ty))?;
    let (_, strides) = module.strides(ty)?;
    let sizes = dynamic_dims(shape).map(Param::Size);
    let strides = dynamic_dims(&strides).map(Param::Stride);
    Some(std::iter::once(Param::Pointer(ty)).chain(sizes).chain(strides).collect())
}

fn dynamic_dims(values: &[i64]) -> impl Iterator<Item = u32> {
    values.iter().enumerate().filter(|(_, value)| **value == DYNAMIC).map(|(i, _)| i as u32)
}

/// The slots of all arguments of a function-like operation (`func.func`, `gpu.func`); `Err` names the argument
/// number whose type cannot be passed.
pub fn function_params(module: &Module, func: Op) -> Result<Vec<Param>, usize> {
    let inputs = crate::dialect::func::function_type_of(module, func).0;
    let mut params = Vec::new();
    for (index, ty) in inputs.iter().enumerate() {
        params.extend(params_of(module, *ty).ok_or(index)?);
    }
    Ok(params)
}
