#!/bin/sh
# Adds an operation, arith.throwaway, to a copy of the tree: its row, and an arm in each of five files. Then compiles it, tries
# it on every executor, and runs the tests of rows and tables. Takes about ten minutes on two cores.
set -eu
cd "$(dirname "$0")/.."
target=$PWD/target/throwaway
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git ls-files | while read -r file; do
    mkdir -p "$copy/$(dirname "$file")"
    cp "$file" "$copy/$file"
done
cd "$copy"

# Changes a file by an expression of sed, which must find its place.
edit() {
    sed -i "$2" "$1"
    grep -q 'Throwaway' "$1" || { echo "throwaway.sh: no place found in $1"; exit 1; }
}
edit ir/src/dialect/arith.rs 's|^        /// Bitwise and\.$|        /// As xori.\n        Throwaway = int_binary("throwaway").fold(scalar::fold::scalar),\n&|'
edit ir/src/scalar/eval.rs 's/Arith::XOrI => int/Arith::XOrI | Arith::Throwaway => int/'
edit passes/src/gpu/lowered.rs 's/^        | Arith::XOrI$/&\n        | Arith::Throwaway/'
edit backend-cpu/src/select/arith.rs 's/Arith::XOrI => Rule/Arith::XOrI | Arith::Throwaway => Rule/'
edit backend-ptx/src/select/arith.rs 's/Arith::XOrI => int/Arith::XOrI | Arith::Throwaway => int/'
edit backend-amdgcn/src/select/arith.rs 's/Arith::XOrI => int/Arith::XOrI | Arith::Throwaway => int/'

cat > throwaway.mlir <<'END'
func.func @main(%x: memref<256xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 256 : index
  %a = arith.constant 12 : i32
  %b = arith.constant 10 : i32
  %ab = arith.throwaway %a, %b : i32
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %v = memref.load %x[%i] : memref<256xi32>
    %w = arith.throwaway %v, %ab : i32
    memref.store %w, %x[%i] : memref<256xi32>
  }
  return
}
END
export CARGO_TARGET_DIR="$target"
cargo build --locked --bin warpline
cargo test --locked -p warpline-ir --test rows
cargo test --locked -p warpline-testsuite --test sketch gpus_have_the_same_lowered_operations
warpline=$target/debug/warpline
"$warpline" run throwaway.mlir --device=interp,cpu --input=rand:42 --output=-
"$warpline" compile throwaway.mlir --target=sm_90 --emit=ptx > /dev/null
"$warpline" compile throwaway.mlir --target=gfx942 --emit=asm > /dev/null
echo "throwaway.sh: the operation runs"
