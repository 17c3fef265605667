// RUN: opt --verify-diagnostics --allow-unregistered-dialect

func.func @loop_bounds_differ(%n: index, %m: i32) {
  // expected-error@+1 {{failed to verify that all of {lowerBound, upperBound, step} have same type}}
  "scf.for"(%n, %m, %n) ({
  ^bb0(%i: index):
    scf.yield
  }) : (index, i32, index) -> ()
  return
}

// -----

func.func @loop_without_variable(%n: index) {
  // expected-error@+1 {{expected induction variable to be same type as bounds}}
  "scf.for"(%n, %n, %n) ({
    scf.yield
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @if_without_else(%c: i1, %a: i32) {
  // expected-error@+1 {{must have an else block if defining values}}
  %0 = scf.if %c -> i32 {
    scf.yield %a : i32
  }
  return
}

// -----

func.func @switch_twice(%i: index) {
  // expected-error@+1 {{has duplicate case value: 1}}
  scf.index_switch %i
  case 1 {
  }
  case 1 {
  }
  default {
  }
  return
}

// -----

func.func @region_with_argument() {
  // expected-error@+1 {{region cannot have any arguments}}
  "scf.execute_region"() ({
  ^bb0(%a: i32):
    scf.yield
  }) : () -> ()
  return
}

// -----

func.func @mapping_of_other_rank(%n: index) {
  // expected-error@+1 {{mapping attribute size must match op rank}}
  scf.forall (%i, %j) in (%n, %n) {
  } {mapping = [#gpu.thread<x>]}
  return
}

// -----

func.func @reduction_without_result(%n: index, %a: f32) {
  // expected-error@+1 {{expects number of results}}
  scf.parallel (%i) = (%n) to (%n) step (%n) {
    scf.reduce(%a : f32) {
    ^bb0(%l: f32, %r: f32):
      scf.reduce.return %l : f32
    }
  }
  return
}

// -----

func.func @yield_outside() {
  // expected-error@+1 {{expects parent op to be one of 'scf.execute_region, scf.for, scf.if, scf.index_switch, scf.while'}}
  scf.yield
}
