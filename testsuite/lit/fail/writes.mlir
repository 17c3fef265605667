// RUN: echo "text" > %S/../written.txt
func.func @f() { return }
