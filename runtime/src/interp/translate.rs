//! Translates operations to instructions, with a file per group of dialects.

mod buffer;
mod control;
mod device;
mod lanes;
mod plan;
mod pointer;
mod regions;
mod scalar;
mod structured;
mod vector;
mod views;

use super::code::Instr;
use super::compile::Translator;
use warpline_ir::{Async, Builtin, Gpu, OpKind, OpRef, Vector};

/// Returns the reason why operations of this kind cannot be interpreted, whatever their types are; it is
/// empty if there is nothing to add.
pub(super) fn refusal(kind: OpKind) -> Option<&'static str> {
    match kind {
        OpKind::Builtin(Builtin::UnrealizedConversionCast) => Some("its types have no values here"),
        OpKind::Vector(Vector::Reshape) => {
            Some("sizes that are values are not supported; use vector.shape_cast")
        }
        OpKind::Gpu(Gpu::Binary) => Some("its code is that of another device"),
        OpKind::Gpu(Gpu::SubgroupMmaExtractThreadLocal | Gpu::SubgroupMmaInsertThreadLocal) => {
            Some("which elements of a matrix a thread holds depends on the device")
        }
        OpKind::Gpu(
            Gpu::CreateDnTensor
            | Gpu::DestroyDnTensor
            | Gpu::CreateCoo
            | Gpu::CreateCooAos
            | Gpu::CreateCsr
            | Gpu::CreateCsc
            | Gpu::CreateBsr
            | Gpu::Create2To4Spmat
            | Gpu::DestroySpMat
            | Gpu::SpmvBufferSize
            | Gpu::Spmv
            | Gpu::SpmmBufferSize
            | Gpu::Spmm
            | Gpu::SddmmBufferSize
            | Gpu::Sddmm
            | Gpu::SpgemmCreateDescr
            | Gpu::SpgemmDestroyDescr
            | Gpu::SpgemmWorkEstimationOrCompute
            | Gpu::SpgemmCopy
            | Gpu::SpmatGetSize
            | Gpu::SetCsrPointers,
        ) => Some(""),
        OpKind::Async(
            Async::CoroId
            | Async::CoroBegin
            | Async::CoroFree
            | Async::CoroEnd
            | Async::CoroSave
            | Async::CoroSuspend
            | Async::RuntimeResume
            | Async::RuntimeAwaitAndResume,
        ) => Some("it is a part of a coroutine"),
        _ => None,
    }
}

impl Translator<'_, '_> {
    /// Translates operations of unknown dialects.
    pub(in crate::interp) fn foreign(&mut self, op: OpRef<'_>) {
        let instr = if op.name() == "krnl.global" && op.n_results() == 1 {
            let dst = self.reg(op.result(0));
            self.global(op, Some(op.result_type(0)), "value", true, dst)
        } else {
            Instr::Refuse(format!("`{}` cannot be interpreted", op.name()).into())
        };
        self.emit(op.op, instr);
    }
}
