//! Passes of mlir-opt that are not implemented, and their replacements.
//!
//! They are rejected by name, in pipelines and as flags, and `warpline explain` prints the same text. `*` in a name
//! is a wildcard; the first entry that matches wins.

use crate::find_pass;

/// Pass names, and the text about their replacement.
type Entry = (&'static [&'static str], &'static str);

/// The passes grouped by purpose, with the more specific names first.
pub const ABSENT: &[Entry] = &[
    (
        &[
            "convert-gpu-to-nvvm",
            "convert-nvgpu-to-nvvm",
            "convert-nvvm-to-llvm",
            "gpu-lower-to-nvvm-pipeline",
        ],
        "'warpline compile --target=sm_90 --emit=ptx' compiles kernels to PTX, and 'run' does so by itself; leave \
         the pass out",
    ),
    (
        &["gpu-module-to-binary", "nvvm-attach-target", "gpu-to-cubin"],
        "'warpline compile --target=sm_90 --emit=binary' replaces each gpu.module by its binary; leave the pass out",
    ),
    (
        &["gpu-to-llvm", "convert-gpu-to-llvm*", "convert-gpu-launch-func-to-*"],
        "'warpline run' and 'warpline compile' turn launches and tokens into calls of the runtime: gpu-schedule is the \
         pass; leave this one out",
    ),
    (
        &[
            "convert-gpu-to-rocdl",
            "convert-gpu-to-spirv",
            "convert-gpu-to-llvm-spv",
            "convert-*-to-spirv",
            "rocdl-attach-target",
            "spirv-*",
            "xevm-attach-target",
            "convert-xevm-to-llvm",
            "convert-amdgpu-to-rocdl",
            "convert-gpu-launch-to-vulkan-launch",
            "gpu-lower-to-xevm-pipeline",
            "amdgpu-*",
        ],
        "code is made for NVIDIA GPUs ('--target=sm_90') and for the CPU; 'warpline devices' lists what runs here",
    ),
    (
        &["reconcile-unrealized-casts"],
        "no pass leaves casts behind, so there is nothing to reconcile; leave the pass out",
    ),
    (
        &[
            "convert-math-to-*",
            "math-expand-ops",
            "math-extend-to-supported-types",
            "math-sincos-fusion",
            "test-expand-math",
        ],
        "math-expand rewrites functions that a target lacks, and 'run' and 'compile' call it; leave the pass out",
    ),
    (
        &["convert-scf-to-openmp", "convert-openmp-to-llvm", "async-parallel-for"],
        "parallel loops become kernels, which the CPU device runs on all cores: convert-parallel-loops-to-gpu",
    ),
    (
        &[
            "async-to-async-runtime",
            "async-runtime-*",
            "async-func-to-async-runtime",
            "convert-async-to-llvm",
        ],
        "async-execute-inline puts the bodies of async.execute in order by their tokens; leave the pass out",
    ),
    (
        &[
            "convert-*-to-llvm",
            "finalize-memref-to-llvm",
            "llvm-*",
            "test-lower-to-llvm",
            "set-llvm-module-datalayout",
        ],
        "there is no llvm dialect: 'warpline run' and 'warpline compile --target=cpu' make machine code of func, arith, \
         cf, memref, vector and the others directly; leave the pass out",
    ),
    (
        &["convert-affine-for-to-gpu", "convert-scf-for-to-gpu"],
        "affine-parallelize, lower-affine, gpu-map-parallel-loops and convert-parallel-loops-to-gpu do this for loops that \
         are proved parallel",
    ),
    (
        &[
            "convert-vector-to-gpu",
            "convert-vector-to-scf",
            "convert-vector-to-*",
            "lower-vector-*",
            "vector-*",
        ],
        "vector operations are compiled directly; leave the pass out",
    ),
    (
        &[
            "one-shot-bufferize",
            "*bufferiz*",
            "buffer-*",
            "*-deallocation*",
            "drop-equivalent-buffer-results",
            "empty-tensor-to-alloc-tensor",
            "eliminate-empty-tensors",
            "optimize-allocation-liveness",
        ],
        "tensors are not supported: let mlir-opt bufferize first, and give the memrefs to warpline",
    ),
    (
        &["linalg-*", "convert-linalg-*", "simplify-depthwise-conv"],
        "linalg is lowered as it is written, by convert-linalg-to-parallel-loops, which 'run' and 'compile' call; leave the \
         pass out, or run it in mlir-opt first",
    ),
    (
        &[
            "convert-elementwise-to-linalg",
            "tosa-*",
            "sparse*",
            "sparsification*",
            "*tensor*",
            "shape-*",
            "convert-shape-*",
            "remove-shape-constraints",
            "outline-shape-computation",
        ],
        "the dialects tosa, tensor and shape are not here: let mlir-opt lower them to linalg on memrefs first, with \
         --one-shot-bufferize",
    ),
    (
        &[
            "affine-loop-*",
            "affine-super-*",
            "affine-data-copy-generate",
            "affine-pipeline-data-transfer",
            "affine-scalrep",
            "affine-simplify-*",
            "affine-fold-memref-alias-ops",
            "affine-expand-index-ops-as-affine",
            "scf-parallel-loop-tiling",
            "scf-for-loop-*",
            "scf-forall-to-for",
            "loop-invariant-subset-hoisting",
            "parallel-loop-collapsing",
            "test-loop-*",
        ],
        "loops are mapped to blocks and threads as they are written: run this pass in mlir-opt first if you want its form, or \
         leave it out",
    ),
    (
        &[
            "expand-strided-metadata",
            "fold-memref-alias-ops",
            "memref-*",
            "normalize-memrefs",
            "expand-realloc",
            "flatten-memref",
            "resolve-*",
            "reify-result-shapes",
            "gpu-decompose-memrefs",
        ],
        "views of memrefs and their sizes are compiled directly; leave the pass out",
    ),
    (
        &["arith-*", "int-range-*", "convert-complex-to-standard"],
        "arith is made into code as it is, and canonicalize folds it; leave the pass out",
    ),
    (
        &["gpu-eliminate-barriers", "gpu-launch-sink-index-computations"],
        "kernels run without this pass; leave it out",
    ),
    (
        &[
            "sccp",
            "mem2reg",
            "sroa",
            "remove-dead-values",
            "symbol-privatize",
            "composite-fixed-point-pass",
            "duplicate-function-elimination",
        ],
        "canonicalize, cse and dce are the clean-ups that are here; leave the pass out",
    ),
    (
        &["print-ir", "print-op-stats", "view-op-graph"],
        "--mlir-print-ir-after=PASS prints IR between passes, and 'warpline compile --emit=dot' draws the schedule",
    ),
    (
        &[
            "strip-debuginfo",
            "snapshot-op-locations",
            "location-snapshot",
            "ensure-debug-info-*",
            "topological-sort",
        ],
        "the order of operations and their locations stay as they are read; without --mlir-print-debuginfo no location is \
         printed",
    ),
    (
        &["transform-*", "convert-pdl-*", "irdl-*"],
        "passes are named on the command line: there are no transform scripts",
    ),
    (
        &[
            "convert-*-to-emitc",
            "convert-bufferization-to-memref",
            "convert-*-to-arm-sme",
            "convert-arm-*",
            "arm-*",
            "enable-arm-streaming",
            "convert-*-to-amdgpu",
            "convert-to-emitc",
            "ml-program-*",
        ],
        "'warpline ops' lists the dialects that are here; leave the pass out",
    ),
];

/// Returns the replacement for a pass of mlir-opt that is not implemented; `None` if the name is not such a pass.
pub fn instead_of(name: &str) -> Option<&'static str> {
    if find_pass(name).is_some() {
        return None;
    }
    let is_named = |patterns: &[&str]| patterns.iter().any(|pattern| matches(pattern, name));
    ABSENT.iter().find(|(patterns, _)| is_named(patterns)).map(|(_, advice)| *advice)
}

/// Whether a name matches the pattern, in which `*` stands for any characters.
fn matches(pattern: &str, name: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(name) = name.strip_prefix(start) else { return false };
    (0..=name.len()).any(|at| name.is_char_boundary(at) && matches(rest, &name[at..]))
}
