// RUN: roundtrip --allow-unregistered-dialect

"t.holds"() {attr = #gpu.address_space<global>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #gpu.address_space<global>} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #gpu<address_space<private>>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #gpu.address_space<private>} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #gpu.block<x>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #gpu.block<x>} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #gpu<thread<linear_dim_9>>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #gpu.thread<linear_dim_9>} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #gpu.warp<y>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #gpu.warp<y>} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #gpu.warpgroup<linear_dim_0>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #gpu.warpgroup<linear_dim_0>} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #gpu.lane<z>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #gpu.lane<z>} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #gpu.mask<0x0f>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #gpu.mask<15>} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #gpu.memory_space<workgroup>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #gpu.memory_space<workgroup>} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #gpu<dim z>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #gpu<dim z>} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #gpu<all_reduce_op minnumf>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #gpu<all_reduce_op minnumf>} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #gpu<shuffle_mode down>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #gpu<shuffle_mode down>} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #gpu<broadcast specific_lane>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #gpu<broadcast specific_lane>} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #gpu<mma_element_wise negates>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #gpu<mma_element_wise negates>} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #gpu<prune_2to4_spmat_flag PRUNE_ONLY>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #gpu<prune_2to4_spmat_flag PRUNE_ONLY>} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #gpu<mat_transpose_mode CONJUGATE_TRANSPOSE>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #gpu<mat_transpose_mode CONJUGATE_TRANSPOSE>} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #gpu<spgemm_work_estimation_or_compute_kind COMPUTE>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #gpu<spgemm_work_estimation_or_compute_kind COMPUTE>} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #gpu.loop_dim_map<bound = (i)[n] -> (i + n), processor = block_z, map = (i) -> (4 * i)>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #gpu.loop_dim_map<processor = block_z, map = (d0) -> (d0 * 4), bound = (d0)[s0] -> (d0 + s0)>} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #gpu.object<#nvvm.target, "\01\FE text">} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #gpu.object<#nvvm.target, "\01\FE text">} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #gpu.object<#rocdl.target, fatbin = "">} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #gpu.object<#rocdl.target, "">} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #gpu.object<#xevm.target, properties = {O = 2 : i32}, offload = "bits">} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #gpu.object<#xevm.target, properties = {O = 2 : i32}, offload = "bits">} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #gpu.object<#nvvm.target<chip = "sm_80">, kernels = <[<"b", () -> ()>, #gpu.kernel_metadata<"a", (i32) -> ()>]>, bin = "x">} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #gpu.object<#nvvm.target<chip = "sm_80">, kernels = <[#gpu.kernel_metadata<"a", (i32) -> ()>, #gpu.kernel_metadata<"b", () -> ()>]>, bin = "x">} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #gpu.kernel_table<>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #gpu.kernel_table<>} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #gpu.kernel_metadata<"k", (f32) -> (), metadata = {regs = 12 : i32}, arg_attrs = [{t.in}]>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #gpu.kernel_metadata<"k", (f32) -> (), arg_attrs = [{t.in}], metadata = {regs = 12 : i32}>} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #gpu.select_object} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #gpu.select_object} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #gpu.select_object<2>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #gpu.select_object<2 : i64>} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #gpu.select_object<#rocdl.target>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #gpu.select_object<#rocdl.target>} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #nvvm.target<>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #nvvm.target} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #nvvm.target<features = "+ptx80", chip = "sm_90", O = 3>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #nvvm.target<O = 3, chip = "sm_90", features = "+ptx80">} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #nvvm.target<triple = "nvptx64-nvidia-cuda", chip = "sm_50", O = 2>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #nvvm.target} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #nvvm.target<link = ["lib.bc"], flags = {fast}, verifyTarget = false>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #nvvm.target<flags = {fast}, link = ["lib.bc"], verifyTarget = false>} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #rocdl.target<abi = "500", chip = "gfx1100", flags = {wave64}>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #rocdl.target<chip = "gfx1100", abi = "500", flags = {wave64}>} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #xevm.target<chip = "pvc", O = 1, linkFiles = ["a.spv"]>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #xevm.target<O = 1, chip = "pvc", linkFiles = ["a.spv"]>} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #spirv.vce<v1.4, [Shader,Kernel], [SPV_KHR_16bit_storage]>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #spirv.vce<v1.4, [Shader, Kernel], [SPV_KHR_16bit_storage]>} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #spirv.resource_limits<subgroup_size = 32, max_subgroup_size = 64, min_subgroup_size = 16>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #spirv.resource_limits<min_subgroup_size = 16, max_subgroup_size = 64>} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #spirv.target_env<#spirv.vce<v1.0, [Kernel], []>, api=OpenCL, Intel:IntegratedGPU, #spirv.resource_limits<>>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #spirv.target_env<#spirv.vce<v1.0, [Kernel], []>, api=OpenCL, Intel:IntegratedGPU, #spirv.resource_limits<>>} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #dlti.dl_entry<i64, 64 : i32>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #dlti.dl_entry<i64, 64 : i32>} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #dlti.dl_spec<#dlti.dl_entry<"t.key", 1 : i32>, index = 32>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #dlti.dl_spec<"t.key" = 1 : i32, index = 32 : i64>} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #dlti.map<"outer" = #dlti.map<"inner" = 1>>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #dlti.map<"outer" = #dlti.map<"inner" = 1 : i64>>} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = #dlti.target_system_spec<"GPU" = #dlti.target_device_spec<"warp" = 32 : i32>>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = #dlti.target_system_spec<"GPU" = #dlti.target_device_spec<"warp" = 32 : i32>>} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = !gpu.async.token} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = !gpu.async.token} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = !gpu<async.token>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = !gpu.async.token} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = !gpu<mma_matrix<8x4xf64, "COp">>} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = !gpu.mma_matrix<8x4xf64, "COp">} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = !gpu.mma_matrix<16x16xui8,"AOp">} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = !gpu.mma_matrix<16x16xui8, "AOp">} : () -> ()
// OUT: }
// -----

"t.holds"() {attr = !gpu.sparse.spmat_handle} : () -> ()

// OUT: module {
// OUT:   "t.holds"() {attr = !gpu.sparse.spmat_handle} : () -> ()
// OUT: }
