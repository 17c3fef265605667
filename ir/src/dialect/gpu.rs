//! The gpu dialect: kernels, their launch, device memory and tokens.

use crate::def::{
    AttrConstraint, Effect, OpDef, Trait, any_number, one, optional, optional_attr, required_attr, types,
};
use crate::types::Type;

mod func;
mod launch;
mod launch_func;
mod module;
mod wait;

pub use func::GpuFunc;
pub use launch::Launch;
pub use launch_func::LaunchFunc;

/// The dimensions that geometry operations take.
pub const DIMENSIONS: &[&str] = &["x", "y", "z"];
/// What `gpu.all_reduce` and `gpu.subgroup_reduce` can do without a region.
pub const REDUCE_OPS: &[&str] = &[
    "add", "mul", "minui", "minsi", "minnumf", "maxui", "maxsi", "maxnumf", "and", "or", "xor", "minimumf",
    "maximumf",
];
/// The ways in which `gpu.shuffle` finds its lane.
pub const SHUFFLE_MODES: &[&str] = &["xor", "up", "down", "idx"];
/// Whose value `gpu.subgroup_broadcast` takes.
pub const BROADCASTS: &[&str] = &["first_active_lane", "specific_lane"];
/// Who meets at a `gpu.barrier`.
pub const BARRIER_SCOPES: &[&str] = &["subgroup", "workgroup", "cluster"];
/// What `gpu.subgroup_mma_elementwise` does with each element.
pub const MMA_ELEMENTWISE: &[&str] = &[
    "addf", "mulf", "subf", "maxf", "minf", "divf", "addi", "muli", "subi", "divs", "divu", "negatef",
    "negates", "extf",
];
/// How `gpu.create_2to4_spmat` treats a matrix that is not 2:4 sparse.
pub const PRUNE_FLAGS: &[&str] = &["NONE", "PRUNE_ONLY", "PRUNE_AND_CHECK"];
/// Whether a factor of a sparse product is transposed.
pub const TRANSPOSE_MODES: &[&str] = &["NON_TRANSPOSE", "TRANSPOSE", "CONJUGATE_TRANSPOSE"];
/// The two steps of `gpu.spgemm_work_estimation_or_compute`.
pub const SPGEMM_STEPS: &[&str] = &["WORK_ESTIMATION", "COMPUTE"];

dialect! {
    /// Work for a device.
    Gpu = "gpu" {
        /// A table of device code.
        Module = OpDef::new("module")
            .attrs(&[required_attr("sym_name", AttrConstraint::Str), optional_attr("targets", AttrConstraint::Array),
                optional_attr("offloadingHandler", AttrConstraint::Any)])
            .traits(&[Trait::Isolated, Trait::SymbolTable, Trait::Symbol, Trait::NoTerminator, Trait::SingleBlock,
                Trait::Graph])
            .regions(&["bodyRegion"]).code(module::SYNTAX),
        /// Compiled device code in place of a `gpu.module`.
        Binary = OpDef::new("binary")
            .attrs(&[required_attr("sym_name", AttrConstraint::Str), required_attr("objects", AttrConstraint::Array),
                optional_attr("offloadingHandler", AttrConstraint::Any)])
            .traits(&[Trait::Symbol]).code(module::BINARY_SYNTAX),
        /// A function of the device; with `kernel` one that the host can launch.
        Func = OpDef::new("func")
            .attrs(&[required_attr("sym_name", AttrConstraint::Str),
                required_attr("function_type", AttrConstraint::Type),
                optional_attr("gpu.kernel", AttrConstraint::Unit),
                optional_attr("workgroup_attributions", AttrConstraint::Int(Type::I64)),
                optional_attr("arg_attrs", AttrConstraint::Array),
                optional_attr("res_attrs", AttrConstraint::Array),
                optional_attr("known_block_size", AttrConstraint::DenseArray(Type::I32)),
                optional_attr("known_grid_size", AttrConstraint::DenseArray(Type::I32))])
            .traits(&[Trait::Isolated, Trait::Symbol, Trait::AffineScope]).parents(&["gpu.module"])
            .regions(&["body"]).code(func::SYNTAX).verify(func::verify),
        /// Ends a `gpu.func`.
        Return = OpDef::new("return").operands(&[any_number("operands", &types::ANY)])
            .traits(&[Trait::Pure, Trait::Terminator]).parents(&["gpu.func"])
            .pattern("attr-dict ($operands^ `:` type($operands))?").verify(func::verify_return),
        /// Ends a `gpu.launch`.
        Terminator = OpDef::new("terminator").traits(&[Trait::Pure, Trait::Terminator]).parents(&["gpu.launch"])
            .pattern("attr-dict"),
        /// A kernel in place: its region sees outer values. The first 12 arguments of the region are block
        /// ids, thread ids, grid sizes and block sizes, each x, y, z.
        Launch = OpDef::new("launch")
            .operands(&[any_number("asyncDependencies", &types::TOKEN), one("gridSizeX", &types::INDEX),
                one("gridSizeY", &types::INDEX), one("gridSizeZ", &types::INDEX), one("blockSizeX", &types::INDEX),
                one("blockSizeY", &types::INDEX), one("blockSizeZ", &types::INDEX),
                optional("clusterSizeX", &types::INDEX), optional("clusterSizeY", &types::INDEX),
                optional("clusterSizeZ", &types::INDEX), optional("dynamicSharedMemorySize", &types::ANY)])
            .results(&[optional("asyncToken", &types::TOKEN)])
            .attrs(&[optional_attr("module", AttrConstraint::FlatSymbol),
                optional_attr("function", AttrConstraint::FlatSymbol),
                optional_attr("workgroup_attributions", AttrConstraint::Int(Type::I64))])
            .traits(&[Trait::Async, Trait::AffineScope, Trait::RecursiveEffects]).regions(&["body"])
            .code(launch::SYNTAX).verify(launch::verify),
        /// Starts a kernel of a `gpu.module`.
        LaunchFunc = OpDef::new("launch_func")
            .operands(&[any_number("asyncDependencies", &types::TOKEN), one("gridSizeX", &types::LAUNCH_SIZE),
                one("gridSizeY", &types::LAUNCH_SIZE), one("gridSizeZ", &types::LAUNCH_SIZE),
                one("blockSizeX", &types::LAUNCH_SIZE), one("blockSizeY", &types::LAUNCH_SIZE),
                one("blockSizeZ", &types::LAUNCH_SIZE), optional("clusterSizeX", &types::LAUNCH_SIZE),
                optional("clusterSizeY", &types::LAUNCH_SIZE), optional("clusterSizeZ", &types::LAUNCH_SIZE),
                optional("dynamicSharedMemorySize", &types::ANY), any_number("kernelOperands", &types::ANY),
                optional("asyncObject", &types::ANY)])
            .results(&[optional("asyncToken", &types::TOKEN)])
            .attrs(&[required_attr("kernel", AttrConstraint::Symbol)])
            .traits(&[Trait::Async]).code(launch_func::SYNTAX).verify(launch_func::verify),
        /// `async`: one token for all dependencies. Without it the host waits for them.
        Wait = OpDef::new("wait").operands(&[any_number("asyncDependencies", &types::TOKEN)])
            .results(&[optional("asyncToken", &types::TOKEN)]).traits(&[Trait::Async])
            .pattern("async attr-dict"),
        /// Makes a buffer on the device, or one that host and device see.
        Alloc = OpDef::new("alloc")
            .operands(&[any_number("asyncDependencies", &types::TOKEN), any_number("dynamicSizes", &types::INDEX),
                any_number("symbolOperands", &types::INDEX)])
            .results(&[one("memref", &types::MEMREF).effect(Effect::Allocate), optional("asyncToken", &types::TOKEN)])
            .attrs(&[optional_attr("hostShared", AttrConstraint::Unit)]).traits(&[Trait::Async])
            .pattern("async (` ` `host_shared` $hostShared^)? ` ` `(` $dynamicSizes `)` (`[` $symbolOperands^ `]`)? attr-dict `:` type($memref)")
            .verify(wait::verify_alloc).result_names(&["memref", "asyncToken"]),
        /// Ends a buffer.
        Dealloc = OpDef::new("dealloc")
            .operands(&[any_number("asyncDependencies", &types::TOKEN),
                one("memref", &types::ANY_MEMREF).effect(Effect::Free)])
            .results(&[optional("asyncToken", &types::TOKEN)]).traits(&[Trait::Async])
            .pattern("async $memref attr-dict `:` type($memref)"),
        /// Copies all elements of the second buffer to the first, in any direction between host and device.
        Memcpy = OpDef::new("memcpy")
            .operands(&[any_number("asyncDependencies", &types::TOKEN),
                one("dst", &types::MEMREF).effect(Effect::Write), one("src", &types::MEMREF).effect(Effect::Read)])
            .results(&[optional("asyncToken", &types::TOKEN)]).traits(&[Trait::Async])
            .pattern("async $dst `,` $src `:` type($dst) `,` type($src) attr-dict").verify(wait::verify_memcpy),
        /// Sets every element to a value.
        Memset = OpDef::new("memset")
            .operands(&[any_number("asyncDependencies", &types::TOKEN),
                one("dst", &types::MEMREF).effect(Effect::Write), one("value", &types::ANY)])
            .results(&[optional("asyncToken", &types::TOKEN)]).traits(&[Trait::Async])
            .pattern("async $dst `,` $value `:` type($dst) `,` type($value) attr-dict").verify(wait::verify_memset),
        /// The place of a thread in its block.
        ThreadId = geometry("thread_id"),
        /// The place of a block in the grid.
        BlockId = geometry("block_id"),
        /// The size of a block.
        BlockDim = geometry("block_dim"),
        /// The size of the grid, in blocks.
        GridDim = geometry("grid_dim"),
        /// `block_id * block_dim + thread_id`.
        GlobalId = geometry("global_id"),
        /// All threads of a block meet, and their memory effects are visible to each other.
        Barrier = OpDef::new("barrier").pattern("attr-dict"),
    }
}

/// A number of the launch geometry in one dimension.
const fn geometry(name: &'static str) -> OpDef {
    OpDef::new(name)
        .results(const { &[one("result", &types::INDEX)] })
        .attrs(
            const {
                &[
                    required_attr("dimension", AttrConstraint::Enum("gpu<dim ", DIMENSIONS)),
                    optional_attr("upper_bound", AttrConstraint::Int(Type::INDEX)),
                ]
            },
        )
        .traits(&[Trait::Pure])
        .pattern("$dimension (`upper_bound` $upper_bound^)? attr-dict")
        .result_names(match name.as_bytes() {
            b"thread_id" => &["thread_id"],
            b"block_id" => &["block_id"],
            b"block_dim" => &["block_dim"],
            b"grid_dim" => &["grid_dim"],
            _ => &["global_id"],
        })
}
