// RUN: opt --verify-diagnostics --allow-unregistered-dialect

// expected-error@+1 {{expected one of: global, workgroup, private}}
"t.holds"() {attr = #gpu.address_space<generic>} : () -> ()

// -----

// expected-error@+1 {{expected one of: global, workgroup, private}}
"t.holds"() {attr = #gpu.address_space<>} : () -> ()

// -----

// expected-error@+1 {{expected '<' after 'address_space'}}
"t.holds"() {attr = #gpu.address_space} : () -> ()

// -----

// expected-error@+1 {{expected one of: x, y, z, linear_dim_0, linear_dim_1, linear_dim_2, linear_dim_3, linear_dim_4, linear_dim_5, linear_dim_6, linear_dim_7, linear_dim_8, linear_dim_9}}
"t.holds"() {attr = #gpu.thread<linear_dim_10>} : () -> ()

// -----

// expected-error@+1 {{expected '#gpu<dim …>' around the word}}
"t.holds"() {attr = #gpu.dim x} : () -> ()

// -----

// expected-error@+1 {{expected one of: x, y, z}}
"t.holds"() {attr = #gpu.dim<w>} : () -> ()

// -----

// expected-error@+1 {{expected one of: x, y, z}}
"t.holds"() {attr = #gpu<dim w>} : () -> ()

// -----

// expected-error@+1 {{unknown attribute `foo` in dialect `gpu`}}
"t.holds"() {attr = #gpu.foo<1>} : () -> ()

// -----

// expected-error@+1 {{unknown attribute `foo` in dialect `gpu`}}
"t.holds"() {attr = #gpu.foo} : () -> ()

// -----

// expected-error@+1 {{unknown attribute `foo` in dialect `gpu`}}
"t.holds"() {attr = #gpu<foo>} : () -> ()

// -----

// expected-error@+1 {{expected '(' before the dimensions}}
"t.holds"() {attr = #gpu.loop_dim_map<bound = affine_map<(i)[s] -> (i + s)>, processor = block_y, map = (d0) -> (4 * d0)>} : () -> ()

// -----

// expected-error@+1 {{expected one of: block_x, block_y, block_z, thread_x, thread_y, thread_z, sequential}}
"t.holds"() {attr = #gpu.loop_dim_map<processor = thread_w, map = (d0) -> (d0), bound = (d0) -> (d0)>} : () -> ()

// -----

// expected-error@+1 {{expected ',' and the parameter 'bound'}}
"t.holds"() {attr = #gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0)>} : () -> ()

// -----

// expected-error@+1 {{duplicate or unknown struct parameter name: map}}
"t.holds"() {attr = #gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0), map = (d0) -> (d0)>} : () -> ()

// -----

// expected-error@+1 {{expected keyword for GPU object format: offload, assembly, bin, fatbin}}
"t.holds"() {attr = #gpu.object<#nvvm.target, isa = "a">} : () -> ()

// -----

// expected-error@+1 {{the target attribute must implement or promise the `gpu::TargetAttrInterface`}}
"t.holds"() {attr = #gpu.object<1, "">} : () -> ()

// -----

// expected-error@+1 {{expected '<' or a kernel}}
"t.holds"() {attr = #gpu.object<#nvvm.target, kernels = <[]>, bin = "">} : () -> ()

// -----

// expected-error@+1 {{expected ',' after the target}}
"t.holds"() {attr = #gpu.object<#nvvm.target>} : () -> ()

// -----

// expected-error@+1 {{expected a string}}
"t.holds"() {attr = #gpu.object<#nvvm.target, bin = 3>} : () -> ()

// -----

// expected-error@+1 {{expected all kernels to be uniquely named}}
"t.holds"() {attr = #gpu.object<#nvvm.target, kernels = <[#gpu.kernel_metadata<"a", () -> ()>, #gpu.kernel_metadata<"a", () -> ()>]>, bin = "">} : () -> ()

// -----

// expected-error@+1 {{expected '<' after 'kernel_table'}}
"t.holds"() {attr = #gpu.kernel_table} : () -> ()

// -----

// expected-error@+1 {{expected '<' or a kernel}}
"t.holds"() {attr = #gpu.kernel_table<[1]>} : () -> ()

// -----

// expected-error@+1 {{the kernel name can't be empty}}
"t.holds"() {attr = #gpu.kernel_metadata<"", () -> ()>} : () -> ()

// -----

// expected-error@+1 {{'arg_attrs': all attributes in the array must be a dictionary attribute}}
"t.holds"() {attr = #gpu.kernel_metadata<"a", () -> (), arg_attrs = [1]>} : () -> ()

// -----

// expected-error@+1 {{expected an attribute}}
"t.holds"() {attr = #gpu.select_object<>} : () -> ()

// -----

// expected-error@+1 {{the target attribute must be a GPU Target attribute}}
"t.holds"() {attr = #gpu.select_object<"a">} : () -> ()

// -----

// expected-error@+1 {{the object index must be positive}}
"t.holds"() {attr = #gpu.select_object<-1 : i64>} : () -> ()

// -----

// expected-error@+1 {{the optimization level must be a number between 0 and 3}}
"t.holds"() {attr = #nvvm.target<O = 4>} : () -> ()

// -----

// expected-error@+1 {{the optimization level must be a number between 0 and 3}}
"t.holds"() {attr = #nvvm.target<O = -1>} : () -> ()

// -----

// expected-error@+1 {{the target chip cannot be empty}}
"t.holds"() {attr = #nvvm.target<chip = "">} : () -> ()

// -----

// expected-error@+1 {{the target triple cannot be empty}}
"t.holds"() {attr = #nvvm.target<triple = "">} : () -> ()

// -----

// expected-error@+1 {{'link': all the elements in the array must be strings}}
"t.holds"() {attr = #nvvm.target<link = [1]>} : () -> ()

// -----

// expected-error@+1 {{duplicate or unknown struct parameter name: foo}}
"t.holds"() {attr = #nvvm.target<foo = 1>} : () -> ()

// -----

// expected-error@+1 {{expected integer value}}
"t.holds"() {attr = #nvvm.target<O = "a">} : () -> ()

// -----

// expected-error@+1 {{expected '=' after the name of a parameter}}
"t.holds"() {attr = #nvvm.target<O>} : () -> ()

// -----

// expected-error@+1 {{duplicate or unknown struct parameter name: O}}
"t.holds"() {attr = #nvvm.target<O = 3, O = 3>} : () -> ()

// -----

// expected-error@+1 {{expected string}}
"t.holds"() {attr = #nvvm.target<chip = sm_90>} : () -> ()

// -----

// expected-error@+1 {{expected the name of a parameter}}
"t.holds"() {attr = #nvvm.target<chip = "sm_90",>} : () -> ()

// -----

// expected-error@+1 {{duplicate or unknown struct parameter name: link}}
"t.holds"() {attr = #xevm.target<O = 3, triple = "x", chip = "pvc", flags = {a}, link = ["a"]>} : () -> ()

// -----

// expected-error@+1 {{expected ',' after the key}}
"t.holds"() {attr = #dlti.dl_entry<index>} : () -> ()

// -----

// expected-error@+1 {{repeated DLTI key: index}}
"t.holds"() {attr = #dlti.dl_spec<#dlti.dl_entry<index, 32>, #dlti.dl_entry<index, 32>>} : () -> ()

// -----

// expected-error@+1 {{expected '=' after the key}}
"t.holds"() {attr = #dlti.target_system_spec<"CPU": #dlti.target_device_spec<#dlti.dl_entry<"L1", 4096>>>} : () -> ()

// -----

// expected-error@+1 {{value associated with key "CPU" is not a DLTI device spec}}
"t.holds"() {attr = #dlti.target_system_spec<"CPU" = 1>} : () -> ()

// -----

// expected-error@+1 {{no DLTI entries provided}}
"t.holds"() {attr = #dlti.target_device_spec<>} : () -> ()

// -----

// expected-error@+1 {{unknown attribute `foo` in dialect `dlti`}}
"t.holds"() {attr = #dlti.foo} : () -> ()

// -----

// expected-error@+1 {{unknown attribute `alignment` in dialect `dlti`}}
"t.holds"() {attr = #dlti.alignment<1>} : () -> ()

// -----

// expected-error@+1 {{unknown gpu type: async}}
"t.holds"() {attr = !gpu.async} : () -> ()

// -----

// expected-error@+1 {{unknown gpu type: foo}}
"t.holds"() {attr = !gpu.foo} : () -> ()

// -----

// expected-error@+1 {{unknown gpu type: foo}}
"t.holds"() {attr = !gpu.foo<1>} : () -> ()

// -----

// expected-error@+1 {{unknown gpu type: foo}}
"t.holds"() {attr = !gpu<foo>} : () -> ()

// -----

// expected-error@+1 {{operand expected to be one of AOp, BOp or COp}}
"t.holds"() {attr = !gpu.mma_matrix<16x16xf16, "EOp">} : () -> ()

// -----

// expected-error@+1 {{expected a string}}
"t.holds"() {attr = !gpu.mma_matrix<16x16xf16, AOp>} : () -> ()

// -----

// expected-error@+1 {{expected ',' after the element type of an mma_matrix}}
"t.holds"() {attr = !gpu.mma_matrix<16x16xf16>} : () -> ()

// -----

// expected-error@+1 {{MMAMatrixType must have exactly two dimensions}}
"t.holds"() {attr = !gpu.mma_matrix<16xf16, "AOp">} : () -> ()

// -----

// expected-error@+1 {{MMAMatrixType must have exactly two dimensions}}
"t.holds"() {attr = !gpu.mma_matrix<16x16x16xf16, "AOp">} : () -> ()

// -----

// expected-error@+1 {{expected static shape of an mma_matrix}}
"t.holds"() {attr = !gpu.mma_matrix<?x16xf16, "AOp">} : () -> ()

// -----

// expected-error@+1 {{MMAMatrixType elements must be SI8, UI8, I32, F16, F32, or F64}}
"t.holds"() {attr = !gpu.mma_matrix<16x16xi8, "AOp">} : () -> ()

// -----

// expected-error@+1 {{MMAMatrixType elements must be SI8, UI8, I32, F16, F32, or F64}}
"t.holds"() {attr = !gpu.mma_matrix<16x16xbf16, "COp">} : () -> ()

// -----

// expected-error@+1 {{MMAMatrixType elements must be SI8, UI8, I32, F16, F32, or F64}}
"t.holds"() {attr = !gpu.mma_matrix<16x16xi64, "COp">} : () -> ()

// -----

// expected-error@+1 {{MMAMatrixType elements must be SI8, UI8, I32, F16, F32, or F64}}
"t.holds"() {attr = !gpu.mma_matrix<16x16xindex, "COp">} : () -> ()

// -----

// expected-error@+1 {{expected '<' after 'mma_matrix'}}
"t.holds"() {attr = !gpu.mma_matrix} : () -> ()

// -----

// expected-error@+1 {{expected '>' at the end of an mma_matrix}}
"t.holds"() {attr = !gpu.mma_matrix<16x16xf16, "AOp", 1>} : () -> ()

// -----

// expected-error@+1 {{unknown gpu type: sparse.foo}}
"t.holds"() {attr = !gpu.sparse.foo} : () -> ()
