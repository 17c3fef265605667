//! The programs that `:example` loads: those of `examples`.

/// A program that comes with the REPL.
pub(super) struct Example {
    /// Its name.
    pub(super) name: &'static str,
    /// A summary of the program.
    pub(super) summary: &'static str,
    /// The contents of the file.
    pub(super) text: &'static str,
}

/// A row of the table below; the file is named after the program.
macro_rules! example {
    ($name:literal, $summary:literal) => {
        Example {
            name: $name,
            summary: $summary,
            text: include_str!(concat!("../../../examples/", $name, ".mlir")),
        }
    };
}

/// All examples, from the simple to the larger ones.
pub(super) const EXAMPLES: &[Example] = &[
    example!("vector_add", "one thread per element"),
    example!("saxpy", "a parallel loop on buffers of any length, with the result in an argument"),
    example!("matmul_tiled", "matrix multiplication with tiles in workgroup memory"),
    example!("transpose", "a transpose by tiles"),
    example!("softmax", "softmax of rows: maximum and sum by halves, between barriers"),
    example!("layer_norm", "layer normalisation as loops, which become one kernel"),
    example!("histogram", "atomic updates in workgroup memory, then in global memory"),
    example!("scan", "a prefix sum in one block"),
    example!("stencil", "a five-point stencil: two kernels in a loop of the host"),
    example!("reduce_shuffle", "a sum by shuffles between the lanes of subgroups"),
    example!("tensor_cores", "matrices of a subgroup: C = A * B + C"),
    example!("printf_debug", "threads that print what they find"),
    example!("two_branches", "two branches that nothing orders, and their sum"),
    example!("conv_add", "two convolutions that nothing orders, and their sum: the loops of a model"),
];
