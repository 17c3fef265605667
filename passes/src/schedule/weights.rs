//! The cost of a kernel operation for one thread, in units of an addition.
//!
//! A memory access counts as a cache hit; a function of `math` counts as the polynomial that a backend expands it to.
//! The cost of a vector operation is multiplied by its number of elements. Views, constants, terminators and thread
//! ids are free.

use warpline_ir::{Affine, Arith, Gpu, Math, MemRef, Module, Op, OpKind, Ptr, TypeKind, Vector};

/// The branch of a loop or of an `if`.
pub(super) const BRANCH: f64 = 2.0;
/// A call, without its body.
pub(super) const CALL: f64 = 4.0;

const FREE: f64 = 0.0;
const PLAIN: f64 = 1.0;
const MEMORY: f64 = 8.0;
const ROOT: f64 = 8.0;
const DIVISION: f64 = 16.0;
const FUNCTION: f64 = 16.0;
const ATOMIC: f64 = 16.0;
const BARRIER: f64 = 16.0;
const POWER: f64 = 32.0;
const REDUCTION: f64 = 64.0;
const MATRIX: f64 = 64.0;

/// Returns the weight of one operation, without its regions.
pub(super) fn weight(module: &Module, op: Op) -> f64 {
    let of_one = match module.kind(op) {
        OpKind::Arith(kind) => arith(kind),
        OpKind::Math(kind) => math(kind),
        OpKind::MemRef(kind) => memref(kind),
        OpKind::Affine(kind) => affine(kind),
        OpKind::Vector(kind) => vector(kind),
        OpKind::Gpu(kind) => gpu(kind),
        OpKind::Ptr(kind) => ptr(kind),
        OpKind::Cf(_) => BRANCH,
        OpKind::Builtin(_)
        | OpKind::Func(_)
        | OpKind::Scf(_)
        | OpKind::Linalg(_)
        | OpKind::Async(_)
        | OpKind::Rt(_) => FREE,
        OpKind::Foreign(_) => PLAIN,
    };
    of_one * elements(module, op)
}

fn ptr(kind: Ptr) -> f64 {
    match kind {
        Ptr::Load | Ptr::Store => MEMORY,
        Ptr::PtrAdd | Ptr::PtrDiff => PLAIN,
        Ptr::ToPtr | Ptr::FromPtr | Ptr::GetMetadata | Ptr::TypeOffset => FREE,
    }
}

/// Returns the maximum number of vector elements that the operation takes or returns; 1 without vectors.
fn elements(module: &Module, op: Op) -> f64 {
    let values = module.operands(op).iter().copied().chain(module.results(op));
    let vectors = values
        .map(|value| module.type_of(value))
        .filter(|ty| matches!(module.type_kind(*ty), TypeKind::Vector(..)));
    let sizes = vectors
        .filter_map(|ty| module.shape(ty))
        .map(|shape| shape.iter().map(|size| (*size).max(1) as f64).product::<f64>());
    sizes.fold(1.0, f64::max)
}

fn arith(kind: Arith) -> f64 {
    match kind {
        Arith::Constant => FREE,
        Arith::DivSI
        | Arith::DivUI
        | Arith::CeilDivSI
        | Arith::CeilDivUI
        | Arith::FloorDivSI
        | Arith::RemSI
        | Arith::RemUI
        | Arith::DivF
        | Arith::RemF => DIVISION,
        _ => PLAIN,
    }
}

fn math(kind: Math) -> f64 {
    match kind {
        Math::AbsF
        | Math::AbsI
        | Math::Floor
        | Math::Ceil
        | Math::Trunc
        | Math::Round
        | Math::RoundEven
        | Math::CopySign
        | Math::Fma
        | Math::ClampF
        | Math::IsFinite
        | Math::IsInf
        | Math::IsNaN
        | Math::IsNormal
        | Math::CtLz
        | Math::CtTz
        | Math::CtPop => PLAIN,
        Math::Sqrt | Math::Rsqrt => ROOT,
        Math::PowF | Math::FPowI | Math::IPowI => POWER,
        _ => FUNCTION,
    }
}

fn memref(kind: MemRef) -> f64 {
    match kind {
        MemRef::Load | MemRef::Store | MemRef::Copy => MEMORY,
        MemRef::AtomicRmw | MemRef::GenericAtomicRmw => ATOMIC,
        _ => FREE,
    }
}

fn affine(kind: Affine) -> f64 {
    match kind {
        Affine::Load | Affine::Store | Affine::VectorLoad | Affine::VectorStore => MEMORY,
        Affine::Apply | Affine::Min | Affine::Max | Affine::LinearizeIndex => PLAIN,
        Affine::DelinearizeIndex => DIVISION,
        _ => FREE,
    }
}

fn vector(kind: Vector) -> f64 {
    match kind {
        Vector::Load
        | Vector::Store
        | Vector::MaskedLoad
        | Vector::MaskedStore
        | Vector::ExpandLoad
        | Vector::CompressStore
        | Vector::Gather
        | Vector::Scatter
        | Vector::TransferRead
        | Vector::TransferWrite => MEMORY,
        Vector::Contract | Vector::MatrixMultiply => MATRIX,
        _ => PLAIN,
    }
}

fn gpu(kind: Gpu) -> f64 {
    match kind {
        Gpu::Barrier => BARRIER,
        Gpu::Shuffle | Gpu::Rotate | Gpu::SubgroupBroadcast | Gpu::Ballot => MEMORY,
        Gpu::AllReduce | Gpu::SubgroupReduce | Gpu::Printf => REDUCTION,
        Gpu::SubgroupMmaLoadMatrix | Gpu::SubgroupMmaStoreMatrix | Gpu::SubgroupMmaCompute => MATRIX,
        Gpu::SubgroupMmaElementwise => PLAIN,
        _ => FREE,
    }
}
