//! The gpu dialect: kernels, their launch, device memory and tokens.

use crate::def::{
    AttrConstraint, Blocks, Cost, DeviceWork, Effect, MlirVersion, OpDef, Outside, Reach, Requirement, Scope,
    Spelling, Trait, Versions, any_number, default_attr, derive, one, optional, optional_attr, required_attr,
    same_type, types,
};
use crate::dialect::OpKind;
use crate::types::Type;

mod func;
mod known_sizes;
mod lanes;
mod launch;
mod launch_func;
mod mma;
mod module;
mod newer;
pub(crate) use module::drop_end;
pub(crate) use newer::attrs_of_properties;
mod reduce;
mod sets;
mod sparse;
mod wait;
pub mod warp;
pub(in crate::dialect) use warp::replace_former_yield;

pub use func::{GpuFunc, n_workgroup};
pub(crate) use known_sizes::verify as verify_known_sizes;
pub use launch::Launch;
pub(in crate::dialect) use launch::read_async_clause;
pub use launch_func::LaunchFunc;

/// The names of the operands for the sizes of a launch: blocks along x, y and z, then threads of a block.
pub const LAUNCH_SIZES: [&str; 6] =
    ["gridSizeX", "gridSizeY", "gridSizeZ", "blockSizeX", "blockSizeY", "blockSizeZ"];
/// The dimensions of geometry operations.
pub const DIMENSIONS: &[&str] = &["x", "y", "z"];

/// The axis of an operation with a dimension, as its number in [`DIMENSIONS`].
pub fn dimension_of(op: crate::op::OpRef<'_>) -> Option<usize> {
    let dimension = op.keyword("dimension")?;
    DIMENSIONS.iter().position(|known| *known == dimension)
}
/// What `gpu.all_reduce` and `gpu.subgroup_reduce` can do without a region.
pub const REDUCE_OPS: &[&str] = &[
    "add", "mul", "minui", "minsi", "minnumf", "maxui", "maxsi", "maxnumf", "and", "or", "xor", "minimumf",
    "maximumf",
];
/// The modes of `gpu.shuffle`.
pub const SHUFFLE_MODES: &[&str] = &["xor", "up", "down", "idx"];
/// The source lanes of `gpu.subgroup_broadcast`.
pub const BROADCASTS: &[&str] = &["first_active_lane", "specific_lane"];
/// The scopes of `gpu.barrier`.
pub const BARRIER_SCOPES: &[&str] = &["subgroup", "workgroup", "cluster"];
/// The element operations of `gpu.subgroup_mma_elementwise`.
pub const MMA_ELEMENTWISE: &[&str] = &[
    "addf", "mulf", "subf", "maxf", "minf", "divf", "addi", "muli", "subi", "divs", "divu", "negatef",
    "negates", "extf",
];
/// The treatment of a matrix that is not 2:4 sparse by `gpu.create_2to4_spmat`.
pub const PRUNE_FLAGS: &[&str] = &["NONE", "PRUNE_ONLY", "PRUNE_AND_CHECK"];
/// The transpose modes of a factor of a sparse product.
pub const TRANSPOSE_MODES: &[&str] = &["NON_TRANSPOSE", "TRANSPOSE", "CONJUGATE_TRANSPOSE"];
/// The two steps of `gpu.spgemm_work_estimation_or_compute`.
pub const SPGEMM_STEPS: &[&str] = &["WORK_ESTIMATION", "COMPUTE"];

dialect! {
    /// Kernels and their launches, device memory, and the tokens that order them; in kernels, thread geometry
    /// and collective operations.
    Gpu = "gpu" {
        /// A symbol table of device code.
        Module = OpDef::new("module")
            .attrs(&[required_attr("sym_name", AttrConstraint::Str), optional_attr("targets", AttrConstraint::Array),
                optional_attr("offloadingHandler", AttrConstraint::Any)])
            .traits(&[Trait::Isolated, Trait::SymbolTable, Trait::Symbol, Trait::NoTerminator, Trait::SingleBlock,
                Trait::Graph, Trait::NoRegionArgs])
            .regions(&["bodyRegion"]).blocks(&[Blocks::One]).code(module::SYNTAX).verify(module::verify),
        /// Ends a `gpu.module` in older texts; the reader drops it.
        ModuleEnd = OpDef::new("module_end").until(MlirVersion::V19).traits(&[Trait::Pure, Trait::Terminator]).parents(&["gpu.module"])
            .pattern("attr-dict"),
        /// Compiled device code in place of a `gpu.module`.
        Binary = OpDef::new("binary")
            .attrs(&[required_attr("sym_name", AttrConstraint::Str), required_attr("objects", AttrConstraint::Array),
                optional_attr("offloadingHandler", AttrConstraint::Any)])
            .traits(&[Trait::Symbol]).code(module::BINARY_SYNTAX).verify(module::verify_binary),
        /// A device function; with `kernel`, one that the host can launch.
        Func = OpDef::new("func")
            .attrs(&[required_attr("function_type", AttrConstraint::Type),
                optional_attr("gpu.kernel", AttrConstraint::Unit),
                optional_attr("arg_attrs", AttrConstraint::Array),
                optional_attr("res_attrs", AttrConstraint::Array),
                optional_attr("workgroup_attrib_attrs", AttrConstraint::Array),
                optional_attr("private_attrib_attrs", AttrConstraint::Array),
                optional_attr("known_block_size", AttrConstraint::DenseArray(Type::I32)),
                optional_attr("known_grid_size", AttrConstraint::DenseArray(Type::I32)),
                optional_attr("known_cluster_size", AttrConstraint::DenseArray(Type::I32))])
            .traits(&[Trait::Isolated, Trait::Symbol, Trait::AffineScope]).parents(&["gpu.module"])
            .regions(&["body"]).code(func::SYNTAX).verify(func::verify),
        /// Returns from a `gpu.func`.
        Return = OpDef::new("return").operands(&[any_number("operands", &types::ANY)])
            .traits(&[Trait::Pure, Trait::Terminator]).parents(&["gpu.func"])
            .pattern("attr-dict ($operands^ `:` type($operands))?").verify(func::verify_return),
        /// Terminates the region of a `gpu.launch`.
        Terminator = OpDef::new("terminator").traits(&[Trait::Pure, Trait::Terminator]).parents(&["gpu.launch"])
            .pattern("attr-dict"),
        /// Terminates the region of a reduction or of a warp, and yields its results.
        Yield = OpDef::new("yield").operands(&[any_number("values", &types::ANY)])
            .traits(&[Trait::Pure, Trait::Terminator]).pattern("attr-dict ($values^ `:` type($values))?"),
        /// An inline kernel: its region may use outer values. The first 12 arguments of the region are block
        /// ids, thread ids, grid sizes and block sizes, each x, y, z; with clusters, cluster ids and sizes
        /// follow. With `<%stream : !llvm.ptr>` it runs on that stream of the program.
        Launch = OpDef::new("launch").work(DeviceWork::Launch)
            .operands(&[any_number("asyncDependencies", &types::TOKEN), one("gridSizeX", &types::INDEX),
                one("gridSizeY", &types::INDEX), one("gridSizeZ", &types::INDEX), one("blockSizeX", &types::INDEX),
                one("blockSizeY", &types::INDEX), one("blockSizeZ", &types::INDEX),
                optional("clusterSizeX", &types::INDEX), optional("clusterSizeY", &types::INDEX),
                optional("clusterSizeZ", &types::INDEX), optional("dynamicSharedMemorySize", &sets::I32),
                optional("asyncObject", &types::ANY).newer()])
            .results(&[optional("asyncToken", &types::TOKEN)])
            .attrs(&[optional_attr("module", AttrConstraint::FlatSymbol).since(MlirVersion::V22),
                optional_attr("function", AttrConstraint::FlatSymbol).since(MlirVersion::V22)])
            .traits(&[Trait::Async, Trait::AffineScope, Trait::RecursiveEffects]).regions(&["body"])
            .code(launch::SYNTAX).verify(launch::verify).verify_regions(launch::verify_regions),
        /// Launches a kernel of a `gpu.module` or `gpu.binary` on a grid of thread blocks. It starts after all
        /// tokens in `[…]`, any number of them; with `async` it yields one. With `<%stream : !llvm.ptr>` it
        /// runs on that stream of the program.
        LaunchFunc = OpDef::new("launch_func").work(DeviceWork::Launch).requires(&[Requirement::Apart])
            .operands(&[any_number("asyncDependencies", &types::TOKEN), one("gridSizeX", &types::LAUNCH_SIZE),
                one("gridSizeY", &types::LAUNCH_SIZE), one("gridSizeZ", &types::LAUNCH_SIZE),
                one("blockSizeX", &types::LAUNCH_SIZE), one("blockSizeY", &types::LAUNCH_SIZE),
                one("blockSizeZ", &types::LAUNCH_SIZE), optional("clusterSizeX", &types::LAUNCH_SIZE),
                optional("clusterSizeY", &types::LAUNCH_SIZE), optional("clusterSizeZ", &types::LAUNCH_SIZE),
                optional("dynamicSharedMemorySize", &sets::I32), any_number("kernelOperands", &types::ANY),
                optional("asyncObject", &types::ANY)])
            .results(&[optional("asyncToken", &types::TOKEN)])
            .attrs(&[required_attr("kernel", AttrConstraint::Symbol)])
            .traits(&[Trait::Async]).code(launch_func::SYNTAX).verify(launch_func::verify),
        /// With `async`, yields one token for all dependencies, or a completed one if there are none. Without
        /// it the host waits for them.
        Wait = OpDef::new("wait").work(DeviceWork::Wait).operands(&[any_number("asyncDependencies", &types::TOKEN)])
            .results(&[optional("asyncToken", &types::TOKEN)]).traits(&[Trait::Async])
            .pattern("async attr-dict"),
        /// Allocates a buffer on the device, or with `host_shared` one that host and device can access.
        /// Shared memory is available immediately, regardless of the tokens in `[…]`; the token of such an
        /// operation represents only those.
        Alloc = OpDef::new("alloc").work(DeviceWork::Allocate).requires(&[Requirement::Extents])
            .operands(&[any_number("asyncDependencies", &types::TOKEN), any_number("dynamicSizes", &types::INDEX),
                any_number("symbolOperands", &types::INDEX)])
            .results(&[one("memref", &types::MEMREF).effect(Effect::Allocate), optional("asyncToken", &types::TOKEN)])
            .attrs(&[optional_attr("hostShared", AttrConstraint::Unit)]).traits(&[Trait::Async])
            .pattern("async (` ` `host_shared` $hostShared^)? ` ` `(` $dynamicSizes `)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)")
            .verify(wait::verify_alloc).result_names(&["memref", "asyncToken"])
            .reach(Reach::Proved),
        /// Frees a buffer of `gpu.alloc` when the work that uses it is complete.
        Dealloc = OpDef::new("dealloc").work(DeviceWork::Free)
            .operands(&[any_number("asyncDependencies", &types::TOKEN),
                one("memref", &types::MEMREF).effect(Effect::Free)])
            .results(&[optional("asyncToken", &types::TOKEN)]).traits(&[Trait::Async])
            .pattern("async $memref attr-dict `:` type($memref)"),
        /// Copies all elements of the second buffer to the first, in any direction between host and device.
        Memcpy = OpDef::new("memcpy").work(DeviceWork::Copy)
            .operands(&[any_number("asyncDependencies", &types::TOKEN),
                one("dst", &types::MEMREF).effect(Effect::Write), one("src", &types::MEMREF).effect(Effect::Read)])
            .results(&[optional("asyncToken", &types::TOKEN)]).traits(&[Trait::Async])
            .pattern("async $dst `,` $src `:` type($dst) `,` type($src) attr-dict").verify(wait::verify_memcpy),
        /// Sets every element to a value.
        Memset = OpDef::new("memset").work(DeviceWork::Fill)
            .operands(&[any_number("asyncDependencies", &types::TOKEN),
                one("dst", &types::MEMREF).effect(Effect::Write), one("value", &types::ANY)])
            .results(&[optional("asyncToken", &types::TOKEN)]).traits(&[Trait::Async])
            .pattern("async $dst `,` $value `:` type($dst) `,` type($value) attr-dict").verify(wait::verify_memset),
        /// Makes host memory accessible to the device.
        HostRegister = OpDef::new("host_register").operands(&[one("value", &sets::UNRANKED_MEMREF)])
            .pattern("$value attr-dict `:` type($value)"),
        /// Undoes `host_register`.
        HostUnregister = OpDef::new("host_unregister").operands(&[one("value", &sets::UNRANKED_MEMREF)])
            .pattern("$value attr-dict `:` type($value)"),
        /// Selects the device of the current host thread by its number.
        SetDefaultDevice = OpDef::new("set_default_device").operands(&[one("devIndex", &sets::I32)])
            .pattern("attr-dict $devIndex"),
        /// The index of a thread in its block.
        ThreadId = geometry("thread_id").scope(Scope::Thread),
        /// The index of a block in the grid.
        BlockId = geometry("block_id").scope(Scope::Block),
        /// The size of a block.
        BlockDim = geometry("block_dim").scope(Scope::Launch),
        /// The size of the grid, in blocks.
        GridDim = geometry("grid_dim").scope(Scope::Launch),
        /// `block_id * block_dim + thread_id`.
        GlobalId = geometry("global_id").scope(Scope::Thread),
        /// The index of a cluster in the grid.
        ClusterId = geometry("cluster_id").scope(Scope::Block),
        /// The number of clusters in the grid.
        ClusterDim = geometry("cluster_dim").scope(Scope::Launch),
        /// The index of a block in its cluster.
        ClusterBlockId = geometry("cluster_block_id").scope(Scope::Block),
        /// The size of a cluster, in blocks.
        ClusterDimBlocks = geometry("cluster_dim_blocks").scope(Scope::Launch),
        /// The index of a thread in its subgroup.
        LaneId = subgroup("lane_id").scope(Scope::Thread).pattern("(`upper_bound` $upper_bound^)? attr-dict"),
        /// The index of a subgroup in its block.
        SubgroupId = subgroup("subgroup_id").scope(Scope::Thread),
        /// The number of subgroups in a block.
        NumSubgroups = subgroup("num_subgroups").scope(Scope::Launch),
        /// The number of threads in a subgroup.
        SubgroupSize = subgroup("subgroup_size").scope(Scope::Launch),
        /// Synchronizes all threads of a group and makes their memory effects visible to each other: the
        /// threads of the block, unless there is a scope or a named barrier, and all effects, unless there is
        /// a list of memory spaces.
        Barrier = OpDef::new("barrier").cost(Cost::Barrier).operands(&[optional("namedBarrier", &sets::NAMED_BARRIER)])
            .attrs(&[optional_attr("address_spaces", AttrConstraint::Array).since(MlirVersion::V23),
                optional_attr("scope", AttrConstraint::Enum("gpu.barrier_scope", BARRIER_SCOPES)).since(MlirVersion::V23)])
            .traits(&[Trait::Convergent, Trait::InKernel]).pattern("(`named` `(` $namedBarrier^ `:` type($namedBarrier) `)`)? (`memfence` $address_spaces^)? (custom<scope>^)? attr-dict")
            .directives(&[lanes::SCOPE]),
        /// Creates a barrier for a part of a block: this many threads synchronize at it.
        InitializeNamedBarrier = OpDef::new("initialize_named_barrier").since(MlirVersion::V23).operands(&[one("memberCount", &sets::I32)])
            .results(&[one("barrier", &sets::NAMED_BARRIER)])
            .traits(&[Trait::Convergent, Trait::InKernel]).pattern("$memberCount attr-dict `:` type($memberCount) `->` type($barrier)"),
        /// Combines a value of all threads of a block by an operation or by a region with two arguments.
        AllReduce = OpDef::new("all_reduce").cost(Cost::Reduction).operands(&[one("value", &sets::INT_OR_FLOAT)])
            .results(&[one("result", &sets::INT_OR_FLOAT)])
            .attrs(&[optional_attr("op", AttrConstraint::Enum("gpu<all_reduce_op ", REDUCE_OPS)),
                optional_attr("uniform", AttrConstraint::Unit)])
            .traits(&[Trait::SameType, Trait::Isolated, Trait::Convergent, Trait::InKernel]).regions(&["body"])
            .pattern("custom<operation> $value (`uniform` $uniform^)? $body attr-dict `:` functional-type")
            .directives(&[reduce::OPERATION]).verify_regions(reduce::verify_all_reduce),
        /// Combines a value of all lanes of a subgroup, or of clusters of its lanes, by an operation.
        SubgroupReduce = OpDef::new("subgroup_reduce").cost(Cost::Reduction).operands(&[one("value", &sets::REDUCIBLE)])
            .results(&[one("result", &sets::REDUCIBLE)])
            .attrs(&[required_attr("op", AttrConstraint::Enum("gpu<all_reduce_op ", REDUCE_OPS)),
                optional_attr("uniform", AttrConstraint::Unit),
                optional_attr("cluster_size", AttrConstraint::Int(Type::I32)).since(MlirVersion::V20),
                default_attr("cluster_stride", AttrConstraint::Int(Type::I32), "1 : i32")])
            .traits(&[Trait::SameType, Trait::Convergent, Trait::InKernel])
            .pattern("$op $value (`uniform` $uniform^)? (`cluster` `(` `size` `=` $cluster_size^ (`,` `stride` `=` $cluster_stride^)? `)`)? attr-dict `:` functional-type")
            .verify(reduce::verify_subgroup_reduce),
        /// The value of another lane, and whether that lane participated.
        Shuffle = OpDef::new("shuffle").cost(Cost::Memory).features(lanes::SHUFFLE_FEATURES)
            .operands(&[one("value", &sets::REDUCIBLE), one("offset", &sets::I32), one("width", &sets::I32)])
            .results(&[one("shuffleResult", &sets::REDUCIBLE), one("valid", &types::BOOL)])
            .attrs(&[required_attr("mode", AttrConstraint::Enum("gpu<shuffle_mode ", SHUFFLE_MODES))])
            .traits(&[Trait::Pure, Trait::Convergent, Trait::InKernel]).type_rules(&[same_type("shuffleResult", "value")])
            .pattern("$mode $value `,` $offset `,` $width attr-dict `:` type($value)")
            .result_names(&["shuffleResult", "valid"]),
        /// The value of the lane at an offset in a cluster of lanes, and whether that lane participated.
        Rotate = OpDef::new("rotate").cost(Cost::Memory).since(MlirVersion::V22).operands(&[one("value", &sets::REDUCIBLE)])
            .results(&[one("rotateResult", &sets::REDUCIBLE), one("valid", &types::BOOL)])
            .attrs(&[required_attr("offset", AttrConstraint::Int(Type::I32)),
                required_attr("width", AttrConstraint::Int(Type::I32))])
            .traits(&[Trait::Pure, Trait::Convergent, Trait::InKernel]).type_rules(&[same_type("rotateResult", "value")])
            .pattern("$value `,` custom<rotation> attr-dict `:` type($value)").directives(&[lanes::ROTATION])
            .verify(lanes::verify_rotate).result_names(&["rotateResult", "valid"]),
        /// Broadcasts the value of one lane to all.
        SubgroupBroadcast = OpDef::new("subgroup_broadcast").cost(Cost::Memory).since(MlirVersion::V22)
            .operands(&[one("src", &types::ANY), optional("lane", &sets::I32)])
            .results(&[one("result", &types::ANY)])
            .attrs(&[required_attr("broadcast_type", AttrConstraint::Enum("gpu<broadcast ", BROADCASTS))])
            .type_rules(&[same_type("src", "result")])
            .traits(&[Trait::Convergent, Trait::InKernel]).pattern("$src `,` $broadcast_type ($lane^)? attr-dict `:` type($result)")
            .verify(lanes::verify_broadcast),
        /// A mask with one bit per lane: set if its predicate is true.
        Ballot = OpDef::new("ballot").cost(Cost::Memory).since(MlirVersion::V23).operands(&[one("predicate", &types::BOOL)])
            .results(&[one("result", &sets::INT_OR_FLOAT)]).traits(&[Trait::Convergent, Trait::InKernel]).pattern("$predicate attr-dict `:` type($result)"),
        /// Prints from the device, like `printf` of C.
        Printf = OpDef::new("printf").cost(Cost::Reduction).operands(&[any_number("args", &sets::PRINTABLE)])
            .attrs(&[required_attr("format", AttrConstraint::Str)])
            .pattern("$format attr-dict `` custom<args>").directives(&[lanes::PRINTF_ARGS])
            .spellings(&[Spelling {
                versions: Versions::until(MlirVersion::V19),
                pattern: "$format attr-dict ($args^ `:` type($args))?",
                has_results: false,
            }]),
        /// The workgroup memory whose size is set by the launch.
        DynamicSharedMemory = OpDef::new("dynamic_shared_memory").cost(Cost::Free).results(&[one("resultMemref", &sets::BYTES)])
            .traits(&[Trait::Pure, Trait::InKernel]).pattern("attr-dict `:` type($resultMemref)")
            .verify(lanes::verify_dynamic_shared_memory)
            .reach(Reach::Proved),
        /// Loads a matrix fragment, distributed over the lanes of the subgroup.
        SubgroupMmaLoadMatrix = OpDef::new("subgroup_mma_load_matrix").cost(Cost::Matrix).requires(&[Requirement::Matrix])
            .operands(&[one("srcMemref", &sets::MMA_BUFFER).effect(Effect::Read), any_number("indices", &types::INDEX)])
            .results(&[one("res", &sets::MMA)])
            .attrs(&[required_attr("leadDimension", AttrConstraint::Int(Type::INDEX)).outside(Outside::Bare),
                optional_attr("transpose", AttrConstraint::Unit).outside(Outside::Bare)])
            .traits(&[Trait::Convergent, Trait::InKernel]).pattern("$srcMemref `[` $indices `]` attr-dict `:` type($srcMemref) `->` type($res)")
            .verify(mma::verify_load),
        /// Stores a matrix fragment, distributed over the lanes of the subgroup.
        SubgroupMmaStoreMatrix = OpDef::new("subgroup_mma_store_matrix").cost(Cost::Matrix).requires(&[Requirement::Matrix])
            .operands(&[one("src", &sets::MMA), one("dstMemref", &sets::MMA_BUFFER).effect(Effect::Write),
                any_number("indices", &types::INDEX)])
            .attrs(&[required_attr("leadDimension", AttrConstraint::Int(Type::INDEX)).outside(Outside::Bare),
                optional_attr("transpose", AttrConstraint::Unit).outside(Outside::Bare)])
            .traits(&[Trait::Convergent, Trait::InKernel]).pattern("$src `,` $dstMemref `[` $indices `]` attr-dict `:` type($src) `,` type($dstMemref)")
            .verify(mma::verify_store),
        /// `a * b + c` of matrix fragments of the subgroup. `a_transpose` and `b_transpose` repeat that the factor was
        /// loaded with `transpose`, which names the layout of its fragments on NVIDIA GPUs; they do not transpose it again.
        SubgroupMmaCompute = OpDef::new("subgroup_mma_compute").cost(Cost::Matrix)
            .operands(&[one("opA", &sets::MMA_FACTOR), one("opB", &sets::MMA_FACTOR), one("opC", &sets::MMA_SUMMAND)])
            .results(&[one("res", &sets::MMA)])
            .attrs(&[optional_attr("a_transpose", AttrConstraint::Unit).outside(Outside::Bare),
                optional_attr("b_transpose", AttrConstraint::Unit).outside(Outside::Bare)])
            .traits(&[Trait::Pure, Trait::Convergent, Trait::InKernel]).type_rules(&[same_type("opC", "res")])
            .pattern("$opA `,` $opB `,` $opC attr-dict `:` type($opA) `,` type($opB) `->` type($res)")
            .verify(mma::verify_compute),
        /// A matrix fragment with all elements equal.
        SubgroupMmaConstantMatrix = OpDef::new("subgroup_mma_constant_matrix").cost(Cost::Free)
            .operands(&[one("value", &sets::MMA_CONSTANT)]).results(&[one("res", &sets::MMA)])
            .traits(&[Trait::Pure]).type_rules(&[derive("value", "res", sets::mma_element)])
            .pattern("$value attr-dict `:` type($res)"),
        /// Applies an operation to each element of matrix fragments.
        SubgroupMmaElementwise = OpDef::new("subgroup_mma_elementwise").cost(Cost::Plain).operands(&[any_number("args", &sets::MMA)])
            .results(&[one("res", &sets::MMA)])
            .attrs(&[required_attr("opType", AttrConstraint::Enum("gpu<mma_element_wise ", MMA_ELEMENTWISE))])
            .traits(&[Trait::Pure]).pattern("$opType $args attr-dict `:` functional-type"),
        /// Extracts an element of the part of a matrix fragment in this lane.
        SubgroupMmaExtractThreadLocal = OpDef::new("subgroup_mma_extract_thread_local").cost(Cost::Free).since(MlirVersion::V21)
            .operands(&[one("matrix", &sets::MMA), any_number("indices", &types::INDEX)])
            .results(&[one("res", &sets::INT_OR_FLOAT)]).traits(&[Trait::Pure])
            .type_rules(&[derive("res", "matrix", sets::mma_element)])
            .pattern("$matrix `[` $indices `]` attr-dict `:` type($matrix) `->` type($res)"),
        /// Inserts an element into the part of a matrix fragment in this lane.
        SubgroupMmaInsertThreadLocal = OpDef::new("subgroup_mma_insert_thread_local").cost(Cost::Free).since(MlirVersion::V21)
            .operands(&[one("value", &sets::INT_OR_FLOAT), one("matrix", &sets::MMA),
                any_number("indices", &types::INDEX)])
            .results(&[one("res", &sets::MMA)]).traits(&[Trait::Pure])
            .type_rules(&[derive("value", "matrix", sets::mma_element)])
            .pattern("$value `,` $matrix `[` $indices `]` attr-dict `:` type($value) `,` type($matrix) `->` type($res)"),
        /// A region executed by one lane of a warp: each lane receives its part of the vectors that it
        /// yields.
        WarpExecuteOnLane0 = OpDef::new("warp_execute_on_lane_0").formerly("vector.warp_execute_on_lane_0", MlirVersion::V19)
            .operands(&[one("laneid", &types::INDEX), any_number("args", &types::ANY)])
            .results(&[any_number("results", &types::ANY)])
            .attrs(&[required_attr("warp_size", AttrConstraint::Int(Type::I64))])
            .traits(&[Trait::SingleBlock, Trait::RecursiveEffects, Trait::Convergent, Trait::InKernel]).regions(&["warpRegion"]).blocks(&[Blocks::One])
            .implicit_terminator(OpKind::Gpu(Gpu::Yield)).code(warp::SYNTAX).verify_regions(warp::verify),
        /// Creates a dense vector or matrix for the sparse library.
        CreateDnTensor = sparse::CREATE_DN_TENSOR,
        /// Destroys a dense vector or matrix of the sparse library.
        DestroyDnTensor = sparse::DESTROY_DN_TENSOR,
        /// Creates a sparse matrix in COO format: rows, columns and values.
        CreateCoo = sparse::CREATE_COO,
        /// Creates a sparse matrix in COO format, with rows and columns interleaved in one buffer.
        CreateCooAos = sparse::CREATE_COO_AOS,
        /// Creates a sparse matrix in CSR format, with compressed rows.
        CreateCsr = sparse::CREATE_CSR,
        /// Creates a sparse matrix in CSC format, with compressed columns.
        CreateCsc = sparse::CREATE_CSC,
        /// Creates a sparse matrix in BSR format: dense blocks with compressed rows.
        CreateBsr = sparse::CREATE_BSR,
        /// Creates a 2:4 sparse matrix: two of four consecutive values are zero.
        Create2To4Spmat = sparse::CREATE_2TO4_SPMAT,
        /// Destroys a sparse matrix.
        DestroySpMat = sparse::DESTROY_SP_MAT,
        /// The size of the workspace of `spmv`, in bytes.
        SpmvBufferSize = sparse::SPMV_BUFFER_SIZE,
        /// A sparse matrix times a dense vector.
        Spmv = sparse::SPMV,
        /// The sizes of the workspaces of `spmm`, in bytes.
        SpmmBufferSize = sparse::SPMM_BUFFER_SIZE,
        /// A sparse matrix times a dense one.
        Spmm = sparse::SPMM,
        /// The size of the workspace of `sddmm`, in bytes.
        SddmmBufferSize = sparse::SDDMM_BUFFER_SIZE,
        /// A product of dense matrices, sampled at the nonzero positions of a sparse one.
        Sddmm = sparse::SDDMM,
        /// Creates the descriptor of a product of sparse matrices.
        SpgemmCreateDescr = sparse::SPGEMM_CREATE_DESCR,
        /// Destroys the descriptor of a product of sparse matrices.
        SpgemmDestroyDescr = sparse::SPGEMM_DESTROY_DESCR,
        /// Performs one of the two steps of the product: the size of the workspace, or the values.
        SpgemmWorkEstimationOrCompute = sparse::SPGEMM_WORK_ESTIMATION_OR_COMPUTE,
        /// Copies the product into its matrix.
        SpgemmCopy = sparse::SPGEMM_COPY,
        /// The numbers of rows, columns and nonzero values of a sparse matrix.
        SpmatGetSize = sparse::SPMAT_GET_SIZE,
        /// Sets the buffers of a sparse matrix.
        SetCsrPointers = sparse::SET_CSR_POINTERS,
    }
}

/// Creates the row of a launch geometry operation in one dimension.
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
        .traits(&[Trait::Pure, Trait::InKernel])
        .pattern("$dimension (`upper_bound` $upper_bound^)? attr-dict")
        .result_names(match name.as_bytes() {
            b"thread_id" => &["thread_id"],
            b"block_id" => &["block_id"],
            b"block_dim" => &["block_dim"],
            b"grid_dim" => &["grid_dim"],
            b"cluster_id" => &["cluster_id"],
            b"cluster_dim" => &["cluster_dim"],
            b"cluster_block_id" => &["cluster_block_id"],
            b"cluster_dim_blocks" => &["cluster_dim_blocks"],
            _ => &["global_id"],
        })
}

/// Creates the row of a number that describes the subgroup.
const fn subgroup(name: &'static str) -> OpDef {
    OpDef::new(name)
        .results(const { &[one("result", &types::INDEX)] })
        .attrs(const { &[optional_attr("upper_bound", AttrConstraint::Int(Type::INDEX))] })
        .traits(&[Trait::Pure, Trait::InKernel])
        .pattern("(`upper_bound` $upper_bound^)? attr-dict `:` type($result)")
}
