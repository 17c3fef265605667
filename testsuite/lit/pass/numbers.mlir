// RUN: cat %s | FileCheck %s --check-prefix=N --match-full-lines -D#BASE=40
// RUN: echo 0x00ff 255 -3 0x0100 | FileCheck %s --check-prefix=F

func.func private @first_7()
func.func private @second_8()
func.func private @third_14()
func.func private @fourth_42()
// N: func.func private @first_[[#N:]]()
// N-NEXT: func.func private @second_[[#N+1]]()
// N-NEXT: func.func private @third_[[#mul(N,2)]]()
// N-NEXT: func.func private @fourth_[[#BASE + 2]]()

// F:      [[#%#.4x,HEX:]]
// F-SAME: [[#%u,HEX]] [[#%d,LOW:]] [[#%#.4x,HEX+1]]
// F-NOT: line [[#@LINE]]
