// RUN: opt --verify-diagnostics

// expected-error@+1 {{non-affine expression: at least one of the multiply operands has to be either a constant or symbolic}}
#product = affine_map<(i, j) -> (i * j)>
// -----

// expected-error@+1 {{non-affine expression: right operand of floordiv has to be either a constant or symbolic}}
#quotient = affine_map<(i, j) -> (i floordiv j)>
// -----

// expected-error@+1 {{non-affine expression: right operand of mod has to be either a constant or symbolic}}
#remainder = affine_map<(i, j) -> (i mod (j + 1))>
// -----

// expected-error@+1 {{use of undeclared identifier}}
#unknown = affine_map<(i) -> (k)>
// -----

// expected-error@+1 {{redefinition of identifier 'i'}}
#twice = affine_map<(i)[i] -> (i)>
// -----

// expected-error@+1 {{does not fit 64 bits with a sign}}
#large = affine_map<(i) -> (i + 9223372036854775808)>
// -----

// expected-error@+1 {{missing right operand of binary operator}}
#open = affine_map<(i) -> (i + )>
// -----

// expected-error@+1 {{'== affine-expr' or '>= affine-expr' at end of affine constraint}}
#assigned = affine_set<(i) : (i = 2)>
// -----

// expected-error@+1 {{'== affine-expr' or '>= affine-expr' at end of affine constraint}}
#value = affine_set<(i) : (i)>
// -----

// expected-error@+1 {{expected}}
#arrow = affine_set<(i) -> (i)>
