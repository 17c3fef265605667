//! The functions by which programs make, wait for and end streams of their own, by the names of MLIR's runtime wrappers.
//!
//! ```text
//! func.func private @mgpuStreamCreate() -> !llvm.ptr
//! func.func private @mgpuStreamSynchronize(!llvm.ptr)
//! func.func private @mgpuStreamDestroy(!llvm.ptr)
//! ```

use crate::dialect::{Func, OpKind};
use crate::module::Module;
use crate::op::Op;

/// A function for streams of the program. None of them touches memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamCall {
    /// Makes a stream.
    Create,
    /// Blocks the host until a stream has done all that it was given.
    Synchronize,
    /// Ends a stream; what it was given still runs.
    Destroy,
}

impl StreamCall {
    /// The function with a name.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "mgpuStreamCreate" => Self::Create,
            "mgpuStreamSynchronize" => Self::Synchronize,
            "mgpuStreamDestroy" => Self::Destroy,
            _ => return None,
        })
    }

    /// The function that an operation calls, which has no body and takes and gives what it must.
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

    /// How many arguments and results it has.
    fn counts(self) -> (usize, usize) {
        match self {
            Self::Create => (0, 1),
            Self::Synchronize | Self::Destroy => (1, 0),
        }
    }
}
