//! Metadata: what the runtime must know to launch the kernels of a code object.
//!
//! Source: "Code Object V5 Metadata" in LLVM's AMDGPU usage guide.

use super::descriptor::register_counts;
use super::msgpack::Node;
use super::{Arg, ArgKind, ChipObject, Dim, KernelObject};

/// The version of the metadata of code object version 5.
const VERSION: [u32; 2] = [1, 2];

/// The alignment of argument buffers in bytes, that of the largest scalar.
const KERNARG_ALIGN: u32 = 8;

/// Returns the target of a chip, with any setting of XNACK and SRAM-ECC.
pub(super) fn target(chip: &ChipObject) -> String {
    format!("amdgcn-amd-amdhsa--{}", chip.name)
}

/// Returns the metadata of a code object.
pub(super) fn document(chip: &ChipObject, kernels: &[KernelObject]) -> Node {
    Node::map([
        ("amdhsa.kernels", Some(kernels.iter().map(|kernel| describe(chip, kernel)).collect())),
        ("amdhsa.target", Some(target(chip).as_str().into())),
        ("amdhsa.version", Some(VERSION.into_iter().collect())),
    ])
}

/// Returns the metadata of a kernel.
fn describe(chip: &ChipObject, kernel: &KernelObject) -> Node {
    let registers = register_counts(chip, kernel);
    let has_wgp_mode = !chip.family.is_gfx9();
    Node::map([
        (".agpr_count", registers.agprs.map(Node::from)),
        (".args", Some(kernel.args.iter().map(argument).collect())),
        (".group_segment_fixed_size", Some(kernel.workgroup_bytes.into())),
        (".kernarg_segment_align", Some(KERNARG_ALIGN.into())),
        (".kernarg_segment_size", Some(kernel.kernarg_bytes.into())),
        (".max_flat_workgroup_size", Some(kernel.max_threads.into())),
        (".name", Some(kernel.symbol.as_str().into())),
        (".private_segment_fixed_size", Some(kernel.private_bytes.into())),
        (".reqd_workgroup_size", kernel.reqd_block.map(|block| block.into_iter().collect())),
        (".sgpr_count", Some(registers.sgprs.into())),
        (".sgpr_spill_count", Some(kernel.sgpr_spills.into())),
        (".symbol", Some(format!("{}.kd", kernel.symbol).as_str().into())),
        (".uniform_work_group_size", Some(1.into())),
        (".uses_dynamic_stack", Some(false.into())),
        (".vgpr_count", Some(registers.vgprs.into())),
        (".vgpr_spill_count", Some(kernel.vgpr_spills.into())),
        (".wavefront_size", Some(chip.wave_size.into())),
        (".workgroup_processor_mode", has_wgp_mode.then(|| 1.into())),
    ])
}

/// Returns the metadata of an argument.
fn argument(arg: &Arg) -> Node {
    let address_space = (arg.kind == ArgKind::GlobalBuffer).then(|| "global".into());
    Node::map([
        (".address_space", address_space),
        (".offset", Some(arg.offset.into())),
        (".size", Some(arg.size.into())),
        (".value_kind", Some(value_kind(arg.kind).into())),
    ])
}

/// Returns the name of a kind of argument.
fn value_kind(kind: ArgKind) -> &'static str {
    use Dim::{X, Y, Z};
    match kind {
        ArgKind::GlobalBuffer => "global_buffer",
        ArgKind::ByValue => "by_value",
        ArgKind::HiddenBlockCount(X) => "hidden_block_count_x",
        ArgKind::HiddenBlockCount(Y) => "hidden_block_count_y",
        ArgKind::HiddenBlockCount(Z) => "hidden_block_count_z",
        ArgKind::HiddenGroupSize(X) => "hidden_group_size_x",
        ArgKind::HiddenGroupSize(Y) => "hidden_group_size_y",
        ArgKind::HiddenGroupSize(Z) => "hidden_group_size_z",
        ArgKind::HiddenRemainder(X) => "hidden_remainder_x",
        ArgKind::HiddenRemainder(Y) => "hidden_remainder_y",
        ArgKind::HiddenRemainder(Z) => "hidden_remainder_z",
        ArgKind::HiddenGlobalOffset(X) => "hidden_global_offset_x",
        ArgKind::HiddenGlobalOffset(Y) => "hidden_global_offset_y",
        ArgKind::HiddenGlobalOffset(Z) => "hidden_global_offset_z",
        ArgKind::HiddenGridDims => "hidden_grid_dims",
        ArgKind::HiddenDynamicLdsSize => "hidden_dynamic_lds_size",
    }
}
