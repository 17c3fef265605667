// RUN: warpline opt --run-reproducer
// RUN: warpline opt --run-reproducer --cse
// RUN: warpline opt --canonicalize --mlir-generate-reproducer=-
// RUN: warpline reduce
// RUN: warpline reduce --reduce-pipeline --test='not --crash warpline opt %s --canonicalize --cse --debug-crash=cse --dce'

func.func @f(%x: i32) -> (i32, i32) {
  %zero = arith.constant 0 : i32
  %a = arith.muli %x, %x : i32
  %b = arith.muli %x, %x : i32
  %c = arith.addi %b, %zero : i32
  return %a, %c : i32, i32
}

{-#
  external_resources: {
    mlir_reproducer: {
      pipeline: "builtin.module(func.func(cse,canonicalize{  max-iterations=2 max-num-rewrites=-1 region-simplify=normal test-convergence=false top-down=true}))",
      disable_threading: false,
      verify_each: true
    }
  }
#-}

// OUT: module {
// OUT:   func.func @f(%arg0: i32) -> (i32, i32) {
// OUT:     %0 = arith.muli %arg0, %arg0 : i32
// OUT:     return %0, %0 : i32, i32
// OUT:   }
// OUT: }
// OUT: stderr:
// OUT: warpline: error: --run-reproducer runs the passes of the file, and cannot be combined with others
// OUT: exit: 2
// OUT: module {
// OUT:   func.func @f(%arg0: i32) -> (i32, i32) {
// OUT:     %c0_i32 = arith.constant 0 : i32
// OUT:     %0 = arith.muli %arg0, %arg0 : i32
// OUT:     %1 = arith.muli %arg0, %arg0 : i32
// OUT:     %2 = arith.addi %1, %c0_i32 : i32
// OUT:     return %0, %2 : i32, i32
// OUT:   }
// OUT: }
// OUT:
// OUT: {-#
// OUT:   external_resources: {
// OUT:     mlir_reproducer: {
// OUT:       pipeline: "builtin.module(canonicalize)",
// OUT:       disable_threading: false,
// OUT:       verify_each: true
// OUT:     }
// OUT:   }
// OUT: #-}
// OUT: module {
// OUT:   func.func @f(%arg0: i32) -> (i32, i32) {
// OUT:     %0 = arith.muli %arg0, %arg0 : i32
// OUT:     %1 = arith.muli %arg0, %arg0 : i32
// OUT:     return %0, %1 : i32, i32
// OUT:   }
// OUT: }
// OUT:
// OUT: {-#
// OUT:   external_resources: {
// OUT:     mlir_reproducer: {
// OUT:       pipeline: "builtin.module(func.func(cse,canonicalize{  max-iterations=2 max-num-rewrites=-1 region-simplify=normal test-convergence=false top-down=true}))",
// OUT:       disable_threading: false,
// OUT:       verify_each: true
// OUT:     }
// OUT:   }
// OUT: #-}
// OUT: stderr:
// OUT: warpline: error: the test does not hold for the input; its output:
// OUT:   expected the command to fail, but it succeeded
// OUT:   module {
// OUT:     func.func @f(%arg0: i32) -> (i32, i32) {
// OUT:       %0 = arith.muli %arg0, %arg0 : i32
// OUT:       return %0, %0 : i32, i32
// OUT:     }
// OUT:   }
// OUT:
// OUT:   {-#
// OUT:     external_resources: {
// OUT:       mlir_reproducer: {
// OUT:         pipeline: "builtin.module(func.func(cse,canonicalize{  max-iterations=2 max-num-rewrites=-1 region-simplify=normal test-convergence=false top-down=true}))",
// OUT:         disable_threading: false,
// OUT:         verify_each: true
// OUT:       }
// OUT:     }
// OUT:   #-}
// OUT:
// OUT:   not ended with exit code 1
// OUT: exit: 1
// OUT: module {
// OUT: }
// OUT: stderr:
// OUT: keeps: error: internal error: --debug-crash=cse asks for this; this is a bug of warpline
// OUT: reduced as IR: 0 operations in 2 lines are left of 6 operations in 23 lines
// OUT: 3 tries: the test held for 3; 0 programs were not tried: wrong, larger or known
// OUT: the test that is left: not --crash warpline opt %s --cse --debug-crash=cse
