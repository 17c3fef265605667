// RUN: echo xyz =xyz= xyz | FileCheck %s --check-prefix=LONGEST
// RUN: echo aab.d | FileCheck %s --check-prefix=POSIX
// RUN: echo 'func.func @f(i32) -> i32' | FileCheck %s --check-prefix=START
// RUN: echo ab | not FileCheck %s --check-prefix=BEGIN 2>&1 | FileCheck %s --check-prefix=EXCLUDED
// RUN: echo ' ab' | not FileCheck %s --check-prefix=EXACT --match-full-lines --strict-whitespace
// RUN: echo ' ab ' | not FileCheck %s --check-prefix=EXACT --match-full-lines --strict-whitespace
// RUN: echo 'ab' | FileCheck %s --check-prefix=EXACT --match-full-lines --strict-whitespace
// RUN: echo ' ab ' | FileCheck %s --check-prefix=EXACT --match-full-lines
// RUN: echo 'a    b' | FileCheck %s --check-prefix=BLANKS
// RUN: cat %s | not FileCheck %s --check-prefix=PART --match-full-lines
// RUN: not FileCheck %s --input-file=%s --check-prefix=LAZY 2>&1 | FileCheck %s --check-prefix=NO-LAZY

// Of what an expression can match the longest counts, whatever stands first.
// LONGEST: [[X:x|xyz]]{{y*z*}} =[[X]]= {{(x|xy)(z|zz)$}}

// What a backslash stands before is a letter, also one that means more elsewhere; in brackets it is a letter itself.
// POSIX: {{[[:lower:]]{2}\b[\.]\d$}}

// A line begins where the search begins.
// START: @f
// START-SAME: {{^}}(i32)
// START-SAME: {{^ }}->
// BEGIN: a
// BEGIN-NOT: {{^}}b
// EXCLUDED: BEGIN-NOT: excluded string found in input

// Blanks at the ends of a pattern that stand for themselves are not added.
//EXACT:ab
// BLANKS: a{{  }}b

// What must not be there need not be a whole line.
// PART: {{.*}}What must not be there need not be a whole line.
// PART-NOT: be no part

// LAZY: {{a.*?b}}
// NO-LAZY: expressions.mlir:[[#@LINE-1]]:{{[0-9]+}}: error: expected one repetition of a character or of parentheses
// This can be no part of a line.
