// RUN: echo ff ff 0x100 0x101 | FileCheck %s --check-prefix=FORMS
// RUN: echo 0012 0012 123 | FileCheck %s --check-prefix=DIGITS
// RUN: echo 4 ff one | FileCheck %s --check-prefix=SET -D#X=3 -D#X=X+1 -D#%x,Y=255 -DZ=one -DZ=two
// RUN: not FileCheck %s --input-file=%s --check-prefix=SAME 2>&1 | FileCheck %s --check-prefix=ERR-SAME
// RUN: not FileCheck %s --input-file=%s --check-prefix=KIND 2>&1 | FileCheck %s --check-prefix=ERR-KIND
// RUN: not FileCheck %s --input-file=%s --check-prefix=CLASH 2>&1 | FileCheck %s --check-prefix=ERR-CLASH
// RUN: not FileCheck %s --input-file=%s --check-prefix=MIX 2>&1 | FileCheck %s --check-prefix=ERR-MIX
// RUN: not FileCheck %s --input-file=%s --check-prefix=FIXED 2>&1 | FileCheck %s --check-prefix=ERR-FIXED
// RUN: not FileCheck %s --input-file=%s --check-prefix=FIRST 2>&1 | FileCheck %s --check-prefix=ERR-FIRST
// RUN: not FileCheck %s --input-file=%s --check-prefixes=A,A 2>&1 | FileCheck %s --check-prefix=ERR-TWICE
// RUN: echo a b | FileCheck %s --check-prefix=BEFORE --implicit-check-not=b
// RUN: echo b a | not FileCheck %s --check-prefix=BEFORE --implicit-check-not=b

// A number that is used has the form in which it was found.
// FORMS: [[#%x,N:]]
// FORMS-SAME: [[#N]]
// FORMS-SAME: [[#%#x,M:N+1]]
// FORMS-SAME: [[#M+1]]
// DIGITS: [[#%.4u,D:]]
// DIGITS-SAME: [[#D]] [[#%u,0x7b]]

// SET: [[#X]] [[#Y]] [[Z]]

// SAME: [[#N:]] [[#N]]
// ERR-SAME: variables.mlir:[[#@LINE-1]]:{{[0-9]+}}: error: the variable 'N' has no value on the line that defines it

// KIND: [[T:a]]
// KIND: [[#T:]]
// ERR-KIND: error: expected a number, but the variable 'T' is a text

// CLASH: [[#T:]]
// CLASH: [[T:a]]
// ERR-CLASH: error: expected a text, but the variable 'T' is a number

// MIX: [[#%x,A:]]
// MIX: [[#%X,B:]]
// MIX: [[#A+B]]
// ERR-MIX: error: expected a form such as '%x,', for the variables have several

// FIXED-LABEL: [[#4]]
// ERR-FIXED: error: a label cannot define or use variables and numbers

// FIRST-DAG: a
// FIRST-NEXT: b
// ERR-FIRST: error: found 'FIRST-NEXT:' without a directive that matches before it

// ERR-TWICE: error: expected each prefix once, but found 'A' again

// What must be nowhere is looked for up to directives of any order, not behind them.
// BEFORE-DAG: a
