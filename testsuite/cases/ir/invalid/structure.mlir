// RUN: not opt

func.func @misplaced(%c: i1, %a: i32) {
  scf.yield %a : i32
  scf.for %i = %lo to %hi step %s {
    return
  }
  gpu.terminator
  func.func @nested() {
    return
  }
  return
  return
}

// OUT: structure.mlir:4:3: error[E0210]: 'scf.yield' op expects parent op to be one of 'scf.execute_region, scf.for, scf.if, scf.index_switch, scf.while', but found 'func.func'
// OUT: structure.mlir:5:16: error[E0104]: use of undeclared SSA value name '%lo'
// OUT: structure.mlir:5:23: error[E0104]: use of undeclared SSA value name '%hi'
// OUT: structure.mlir:5:32: error[E0104]: use of undeclared SSA value name '%s'
// OUT: structure.mlir:5:32: note: did you mean '%a'?
// OUT: structure.mlir:6:5: error[E0107]: custom op 'return' is unknown (here the name of the dialect must be written)
// OUT: structure.mlir:6:5: note: did you mean 'func.return' or 'async.return' or 'gpu.return'?
// OUT: structure.mlir:8:3: error[E0210]: 'gpu.terminator' op expects parent op 'gpu.launch', but found 'func.func'
// OUT: structure.mlir:9:3: error[E0203]: 'func.func' op symbol's parent must have the SymbolTable trait
// OUT: structure.mlir:12:3: error[E0207]: 'func.return' op must be the last operation in the parent block
// -----

func.func @no_terminator(%a: i32) {
  %0 = arith.addi %a, %a : i32
}

// OUT: structure.mlir:3:8: error[E0207]: block with no terminator, has 'arith.addi' at its end
// OUT: structure.mlir:2:1: note: in the block of this 'func.func'
// -----

func.func @branches(%c: i1, %a: i32, %f: f32) {
  cf.cond_br %c, ^one(%f : f32), ^two
^one(%x: i32):
  return
^two:
  cf.br ^one
}

// OUT: structure.mlir:3:3: error[E0208]: 'cf.cond_br' op type mismatch for bb argument #0 of successor #0: expected 'i32', but found 'f32'
// OUT: structure.mlir:7:3: error[E0208]: 'cf.br' op branch has 0 operands for successor #0, but target block has 1
// -----

func.func @yields(%n: index, %x: f32, %c: i1) -> f32 {
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %n to %n step %c1 iter_args(%acc = %x) -> (f32) {
    scf.yield %c1 : index
  }
  %1 = scf.if %c -> (f32) {
    scf.yield %x : f32
  }
  scf.parallel (%i) = (%n) to (%n) step (%c1) {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      scf.reduce.return %a : f32
    }
  }
  return %0 : f32
}

// OUT: structure.mlir:4:8: error[E0201]: 'scf.for' op along control flow edge from Operation scf.yield to parent: the values ('index') do not match the expected types ('f32')
// OUT: structure.mlir:5:5: note: the values that are yielded
// OUT: structure.mlir:7:8: error[E0201]: 'scf.if' op must have an else block if defining values
// OUT: structure.mlir:10:3: error[E0201]: 'scf.parallel' op expects number of results (0) to be the same as number of initial values (0) and reductions (1)
// -----

gpu.func @outside() kernel {
  gpu.return
}

// OUT: structure.mlir:2:1: error[E0210]: 'gpu.func' op expects parent op 'gpu.module', but found 'builtin.module'
// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k(%a: memref<4xf32>) kernel {
      gpu.return
    }
    gpu.func @helper() {
      gpu.return
    }
  }
  func.func @launches(%n: index, %a: memref<4xf32>, %b: memref<8xf32>) {
    gpu.launch_func @m::@missing blocks in (%n, %n, %n) threads in (%n, %n, %n)
    gpu.launch_func @m::@helper blocks in (%n, %n, %n) threads in (%n, %n, %n)
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%b : memref<8xf32>)
    gpu.launch_func @m::@k blocks in (%n, %n) threads in (%n, %n, %n)
    %t = gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%a : memref<4xf32>)
    %u = gpu.wait async [%n]
    return
  }
}

// OUT: structure.mlir:12:5: error[E0203]: 'gpu.launch_func' op kernel function '@m::@missing' is undefined
// OUT: structure.mlir:13:5: error[E0203]: 'gpu.launch_func' op kernel function is missing the 'gpu.kernel' attribute: '@m::@helper'
// OUT: structure.mlir:7:5: note: defined here
// OUT: structure.mlir:14:5: error[E0201]: 'gpu.launch_func' op type of function argument 0 does not match: expected 'memref<4xf32>', but found 'memref<8xf32>'
// OUT: structure.mlir:15:45: error[E0103]: expected ',' between three sizes, but found ')'
// OUT: structure.mlir:16:26: error[E0103]: a result needs the keyword 'async': without it the operation yields no token
// OUT: structure.mlir:17:26: error[E0112]: use of value '%n' expects different type than prior uses: '!gpu.async.token' vs 'index'
// OUT: structure.mlir:11:23: note: prior use here
