// RUN: opt --verify-diagnostics

// expected-error@+1 {{in dialect}}
func.func private @no_such_type(!async.promise)
// -----

func.func @nothing_to_run() {
  // expected-error@+1 {{region}}
  %0 = async.execute {
  }
  return
}
// -----

func.func @yields_another_type(%x: f32) {
  // expected-error@+1 {{along control flow edge from Operation async.yield to parent}}
  %0, %1 = async.execute -> !async.value<i32> {
    // expected-note@+1 {{region}}
    async.yield %x : f32
  }
  return
}
// -----

func.func @result_that_is_no_value(%x: f32) {
  // expected-error@+1 {{result #1 must be variadic of async value type, but got 'f32'}}
  %0, %1 = async.execute -> f32 {
    async.yield %x : f32
  }
  return
}
// -----

func.func @dependency_of_a_value(%v: !async.value<f32>) {
  // expected-error@+1 {{use of value '%v' expects different type than prior uses: '!async.token' vs '!async.value<f32>'}}
  %0 = async.execute [%v] {
    async.yield
  }
  return
}
// -----

func.func @yield_outside() {
  // expected-error@+1 {{expects parent op 'async.execute'}}
  async.yield
}
// -----

func.func @await_a_number(%x: f32) {
  // expected-error@+1 {{operand #0 must be async value type or async token type, but got 'f32'}}
  async.await %x : f32
  return
}
// -----

func.func @await_a_token_for_a_value(%t: !async.token) {
  // expected-error@+1 {{awaiting on a token must have empty result}}
  %0 = "async.await"(%t) : (!async.token) -> i32
  return
}
// -----

func.func @await_another_value(%v: !async.value<f32>) {
  // expected-error@+1 {{result type 'i32' does not match async value type 'f32'}}
  %0 = "async.await"(%v) : (!async.value<f32>) -> i32
  return
}
// -----

// expected-error@+1 {{result is expected to be at least of size 1, but got 0}}
async.func @no_result() {
  return
}
// -----

// expected-error@+1 {{result type must be async value type or async token type, but got 'i32'}}
async.func @plain_result(%x: i32) -> i32 {
  return %x : i32
}
// -----

// expected-error@+1 {{results' (optional) async token type is expected to appear as the 1st return value, but got 2}}
async.func private @token_too_late(i32) -> (!async.value<i32>, !async.token)
// -----

async.func @returns_another_type(%x: f32) -> (!async.token, !async.value<i32>) {
  // expected-error@+1 {{operand types do not match the types returned from the parent FuncOp}}
  return %x : f32
}
// -----

func.func @return_outside() {
  // expected-error@+1 {{expects parent op 'async.func'}}
  async.return
}
// -----

// expected-error@+1 {{symbol declaration cannot have public visibility}}
async.func @public_declaration() -> !async.token
// -----

func.func @call_of_a_plain_function() {
  // expected-error@+1 {{'call_of_a_plain_function' does not reference a valid async function}}
  async.call @call_of_a_plain_function() : () -> ()
  return
}
// -----

async.func private @later(i32) -> !async.token
func.func @operand_missing() {
  // expected-error@+1 {{incorrect number of operands for callee}}
  async.call @later() : () -> !async.token
  return
}
// -----

async.func private @later(i32) -> !async.token
func.func @operand_of_another_type(%x: f32) {
  // expected-error@+1 {{operand type mismatch: expected operand type 'i32', but provided 'f32' for operand number 0}}
  async.call @later(%x) : (f32) -> !async.token
  return
}
// -----

async.func private @later(i32) -> !async.token
func.func @result_of_another_type(%x: i32) {
  // expected-error@+1 {{result type mismatch at index 0}}
  async.call @later(%x) : (i32) -> !async.value<f32>
  return
}
// -----

func.func @no_owners(%t: !async.token) {
  // expected-error@+1 {{attribute 'count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  async.runtime.add_ref %t {count = 0 : i64} : !async.token
  return
}
// -----

func.func @number_of_owners_missing(%t: !async.token) {
  // expected-error@+1 {{requires attribute 'count'}}
  async.runtime.drop_ref %t : !async.token
  return
}
// -----

func.func @stored_into_another_type(%x: f32, %v: !async.value<i32>) {
  // expected-error@+1 {{use of value '%x' expects different type than prior uses: 'i32' vs 'f32'}}
  async.runtime.store %x, %v : <i32>
  return
}
