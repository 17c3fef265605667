//! Functions by which programs create, wait for and destroy their own streams, named as MLIR's runtime
//! wrappers.
//!
//! ```text
//! func.func private @mgpuStreamCreate() -> !llvm.ptr
//! func.func private @mgpuStreamSynchronize(!llvm.ptr)
//! func.func private @mgpuStreamDestroy(!llvm.ptr)
//! ```

use crate::dialect::{Func, OpKind};
use crate::module::Module;
use crate::op::Op;

/// A function on streams of the program. None of them accesses memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamCall {
    /// Creates a stream.
    Create,
    /// Blocks the host until all work issued to a stream is complete.
    Synchronize,
    /// Destroys a stream; work issued to it still runs.
    Destroy,
}

impl StreamCall {
    /// Returns the function with this name.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "mgpuStreamCreate" => Self::Create,
            "mgpuStreamSynchronize" => Self::Synchronize,
            "mgpuStreamDestroy" => Self::Destroy,
            _ => return None,
        })
    }

    /// Returns the function that an operation calls, if it has no body and the right numbers of arguments and
    /// results.
    pub fn of(module: &Module, op: Op) -> Option<Self> {
        if module.kind(op) != OpKind::Func(Func::Call) {
            return None;
        }
        let path = module.attr_symbol(module.attr(op, "callee")?)?;
        let function = module.resolve_symbol(op, path)?;
        let call = Self::named(module.symbol_name(function)?)?;
        let counts = (module.operands(op).len(), module.n_results(op));
        let is_right = module.entry(function, 0).is_none() && counts == call.counts();
        is_right.then_some(call)
    }

    /// Returns the numbers of arguments and results.
    fn counts(self) -> (usize, usize) {
        match self {
            Self::Create => (0, 1),
            Self::Synchronize | Self::Destroy => (1, 0),
        }
    }
}
