//! The dialects: one file each with a row per operation, and views of the operations with regions.

pub mod affine;
pub mod arith;
pub mod async_;
pub mod builtin;
pub mod cf;
pub mod func;
pub mod gpu;
mod index_list;
pub mod linalg;
pub mod math;
pub mod memref;
pub mod ptr;
pub mod rt;
pub mod scf;
pub mod vector;

pub use affine::Affine;
pub use arith::Arith;
pub use async_::Async;
pub use builtin::Builtin;
pub use cf::Cf;
pub use func::Func;
pub use gpu::Gpu;
pub use linalg::Linalg;
pub use math::Math;
pub use memref::MemRef;
pub use ptr::Ptr;
pub use rt::Rt;
pub use scf::Scf;
pub use vector::Vector;

use crate::format::read::Reader;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

dialects! { Builtin, Func, Arith, Math, Scf, Cf, MemRef, Affine, Vector, Linalg, Async, Gpu, Ptr, Rt }

impl OpKind {
    /// Returns the name as printed, `arith.addi`; empty for foreign operations, whose name is in the module.
    pub fn name(self) -> String {
        self.def().map(|def| format!("{}.{}", self.dialect(), def.name)).unwrap_or_default()
    }

    /// Returns the dialect whose operations are printed without a prefix in the regions of this one; `None`
    /// to inherit that of the enclosing region. The top level of a file has `builtin`.
    pub const fn default_dialect(self) -> Option<&'static str> {
        match self {
            Self::Builtin(_) => Some("builtin"),
            Self::Func(_) => Some("func"),
            Self::Async(Async::Func) => Some("async"),
            Self::Foreign(_) => None,
            _ => Some(""),
        }
    }

    /// Returns the kind with this full name, also that of an older version of MLIR.
    pub fn lookup(name: &str) -> Option<Self> {
        static NAMES: OnceLock<FxHashMap<String, OpKind>> = OnceLock::new();
        let former = |kind: Self| Some((kind.def()?.former?.0.to_string(), kind));
        let all = || Self::all().map(|kind| (kind.name(), kind)).chain(Self::all().filter_map(former));
        NAMES.get_or_init(|| all().collect()).get(name).copied()
    }
}

/// Replaces an operation that newer MLIR does not have, in its generic form, by the equivalent one.
pub(crate) fn replace_older(reader: &mut Reader<'_, '_>) {
    match reader.op.kind {
        OpKind::Vector(_) => vector::replace_older(reader),
        OpKind::Gpu(Gpu::WarpExecuteOnLane0) => gpu::replace_former_yield(reader),
        _ => {}
    }
}
