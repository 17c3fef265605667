// RUN: opt --verify-diagnostics

func.func @twice() {
  // expected-error@+1 {{duplicate key 'alignment' in the dictionary}}
  %0 = memref.alloc() alignment = 64 {alignment = 64 : i64} : memref<4xf32>
  return
}

// -----

func.func @twice_outside() {
  // expected-error@+1 {{expected ':', but found 'alignment'}}
  %0 = memref.alloc() alignment = 64 alignment = 32 : memref<4xf32>
  return
}

// -----

func.func @no_value() {
  // expected-error@+1 {{expected an integer, but found ':'}}
  %0 = memref.alloc() alignment = : memref<4xf32>
  return
}

// -----

func.func @not_closed(%m: memref<4xf32>, %i: index) {
  // expected-error@+1 {{expected ')' after the value of the attribute, but found 'nontemporal'}}
  %0 = memref.load %m[%i] alignment(64 nontemporal(true)) : memref<4xf32>
  return
}

// -----

func.func @not_an_attribute_of_it() {
  // expected-error@+1 {{expected ':', but found 'transpose'}}
  %0 = memref.alloc() transpose : memref<4xf32>
  return
}
