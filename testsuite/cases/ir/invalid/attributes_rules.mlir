// RUN: opt --verify-diagnostics --allow-unregistered-dialect

// expected-error@+2 {{'[' is never closed}}
// expected-note@+1 {{expected its end before this}}
func.func @attrs() attributes {t.a = [1, 2}

// -----

// expected-error@+1 {{expected 3 elements in this dimension, but found 2}}
func.func @attrs() attributes {t.a = dense<[1, 2]> : tensor<3xi32>} { return }

// -----

// expected-error@+1 {{duplicate key 't.a' in}}
func.func @attrs() attributes {t.a = 1, t.a = 2} { return }

// -----

// expected-error@+1 {{integer constant out of range for}}
func.func @attrs() attributes {t.a = 256 : i8} { return }

// -----

// expected-error@+1 {{integer constant out of range}}
func.func @attrs() attributes {t.a = array<i8: 300>} { return }

// -----

// expected-error@+1 {{undefined symbol alias id 'undefined'}}
func.func @attrs() attributes {t.a = #undefined} { return }
