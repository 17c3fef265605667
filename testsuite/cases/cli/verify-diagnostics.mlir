// RUN: warpline opt --verify-diagnostics --diagnostics=short --allow-unregistered-dialect

// An expectation that is met.
func.func @returns_nothing_known() -> i32 {
  // expected-error@+1 {{use of undeclared SSA value}}
  return %missing : i32
}
// -----

// On the line itself.
func.func @on_its_line() -> i32 {
  return %missing : i32 // expected-error {{undeclared}}
}
// -----

// Above, over another expectation, and below.
func.func @above_and_below(%a: i32) -> i64 {
  // expected-note@-1 {{prior use here}}
  // expected-error@below {{expects different type than prior uses: 'i64' vs 'i32'}}
  return %a : i64
  // expected-error@above {{'i64' vs 'i32'}}
}

// OUT: stderr:
// OUT: verify-diagnostics.mlir:7:6: error[E0601]: expected error "'i64' vs 'i32'" was not produced
// OUT: exit: 1
// -----

// An expectation that is not met.
// expected-error {{no such thing}}
func.func private @fine()

// OUT: module {
// OUT:   func.func private @fine()
// OUT: }
// OUT: stderr:
// OUT: verify-diagnostics.mlir:3:4: error[E0601]: expected error "no such thing" was not produced
// OUT: exit: 1
// -----

// An error that nothing announces.
func.func @unannounced() -> i32 {
  return %missing : i32
}

// OUT: stderr:
// OUT: verify-diagnostics.mlir:4:10: error[E0602]: unexpected error: use of undeclared SSA value name '%missing'
// OUT: exit: 1
// -----

// The right text with the wrong severity.
func.func @severity() -> i32 {
  // expected-warning@below {{undeclared}}
  return %missing : i32
}

// OUT: stderr:
// OUT: verify-diagnostics.mlir:4:6: error[E0602]: 'error' diagnostic emitted when expecting a 'warning'
// OUT: verify-diagnostics.mlir:4:6: error[E0601]: expected warning "undeclared" was not produced
// OUT: exit: 1
// -----

// A comment between breaks the link of '@below'.
func.func @broken_link() -> i32 {
  // expected-error@below {{undeclared}}
  // just a comment
  return %missing : i32
}

// OUT: stderr:
// OUT: verify-diagnostics.mlir:4:6: error[E0601]: expected error "undeclared" was not produced
// OUT: verify-diagnostics.mlir:6:10: error[E0602]: unexpected error: use of undeclared SSA value name '%missing'
// OUT: exit: 1
// -----

// One expectation stands for several errors of its line, but two for one are too many.
func.func @twice() -> i32 {
  // expected-error@below {{undeclared}}
  // expected-error@below {{undeclared}}
  return %missing : i32
}

// OUT: stderr:
// OUT: verify-diagnostics.mlir:5:6: error[E0601]: expected error "undeclared" was not produced
// OUT: exit: 1
// -----

// Notes with a place must be announced.
func.func private @same() // expected-note {{existing symbol}}
func.func private @same() // expected-error {{redefinition of symbol named 'same'}}
// -----

func.func private @same()
func.func private @same() // expected-error {{redefinition of symbol named 'same'}}

// OUT: stderr:
// OUT: verify-diagnostics.mlir:2:1: error[E0602]: unexpected note: see existing symbol definition here
// OUT: exit: 1
// -----

// The text goes to the last braces of the line.
func.func @braces() -> i32 {
  // expected-error@+1 {{undeclared}} {{value}}
  return %missing : i32
}

// OUT: stderr:
// OUT: verify-diagnostics.mlir:4:6: error[E0601]: expected error "undeclared}} {{value" was not produced
// OUT: verify-diagnostics.mlir:5:10: error[E0602]: unexpected error: use of undeclared SSA value name '%missing'
// OUT: exit: 1
// -----

// Not an expectation: a number, a word between, no braces.
func.func @prose() -> i32 {
  // expected-error@+1 2 {{undeclared}}
  // expected-error now {{undeclared}}
  // expected-error@+1
  return %missing : i32
}

// OUT: stderr:
// OUT: verify-diagnostics.mlir:7:10: error[E0602]: unexpected error: use of undeclared SSA value name '%missing'
// OUT: exit: 1
// -----

// The offset may point outside of the text.
// expected-error@-99 {{anything}}
func.func private @far_away()

// OUT: module {
// OUT:   func.func private @far_away()
// OUT: }
// OUT: stderr:
// OUT: verify-diagnostics.mlir:3:4: error[E0601]: expected error "anything" was not produced
// OUT: exit: 1
// -----

// Nothing here has no place.
// expected-error@unknown {{anything}}
func.func private @unknown_place()

// OUT: module {
// OUT:   func.func private @unknown_place()
// OUT: }
// OUT: stderr:
// OUT: verify-diagnostics.mlir:3:4: error[E0601]: expected error "anything" was not produced
// OUT: exit: 1
// -----

// Expectations that no comment holds count as well, as every line is searched.
"test.op"() {note = "expected-error@below {{undeclared}}"} : () -> ()

// OUT: module {
// OUT:   "test.op"() {note = "expected-error@below {{undeclared}}"} : () -> ()
// OUT: }
// -----

// Where a part cannot be read, further errors need not be announced once one was.
func.func @several() {
  // expected-error@+1 {{undeclared}}
  %a = arith.addi %missing, %missing : i32
  %b = arith.adi %a, %a : i32
  return
}
