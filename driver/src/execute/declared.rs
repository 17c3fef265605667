//! The declared memory effects of kernels, in the form that the race detector compares with the actual ones.

use warpline_ir::artifact::{Param, params_of};
use warpline_ir::dialect::func::function_type_of;
use warpline_ir::{DYNAMIC, Module, Op, Type};
use warpline_passes::analysis::summary::{Access, Summaries, Updates};
use warpline_runtime::program::{Declared, Extent};

/// Returns the effects of a kernel on the memory behind each of its arguments, as the scheduler sees them;
/// `None` if an argument cannot be passed.
pub(super) fn of_kernel(module: &Module, summaries: &mut Summaries, kernel: Op) -> Option<Vec<Declared>> {
    let accesses = summaries.of_arguments(module, kernel);
    let mut declared = Vec::new();
    let mut slot = 0;
    for (index, ty) in function_type_of(module, kernel).0.iter().enumerate() {
        let params = params_of(module, *ty)?;
        if module.is_memref(*ty) {
            let access = accesses.get(index).copied().unwrap_or(Access::ANY);
            declared.push(of_argument(module, *ty, access, &params, slot)?);
        }
        slot += params.len();
    }
    Some(declared)
}

fn of_argument(
    module: &Module,
    ty: Type,
    access: Access,
    params: &[Param],
    first: usize,
) -> Option<Declared> {
    let (_, strides) = module.strides(ty)?;
    let slot_of = |wanted: Param| params.iter().position(|param| *param == wanted).map(|at| first + at);
    let extent = |value: i64, wanted: Param| {
        if value == DYNAMIC { slot_of(wanted).map(Extent::Slot) } else { Some(Extent::Known(value)) }
    };
    let dims = module.shape(ty)?.iter().zip(&strides).zip(0..);
    let dims = dims.map(|((size, stride), dim)| {
        Some((extent(*size, Param::Size(dim))?, extent(*stride, Param::Stride(dim))?))
    });
    let Access { reads, writes, updates } = access;
    Some(Declared {
        slot: first,
        element_bytes: module.byte_size(module.element_type(ty))?,
        dims: dims.collect::<Option<_>>()?,
        reads,
        writes,
        updates: updates != Updates::None,
    })
}
