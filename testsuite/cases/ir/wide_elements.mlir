// RUN: warpline check - --diagnostics=short

// Elements of wide integers are kept in 64 bits, with their sign.
// DIFFERS: mlir-opt keeps elements of any width
func.func @main() -> (vector<2xi128>, vector<2xi128>) {
  %small = arith.constant dense<-5> : vector<2xi128>
  %large = arith.constant dense<[5, 18446744073709551621]> : vector<2xi128>
  return %small, %large : vector<2xi128>, vector<2xi128>
}

// OUT: stderr:
// OUT: wide_elements.mlir:7:37: error[E0103]: an element of i128 does not fit the 64 bits in which it is kept
// OUT: exit: 1
