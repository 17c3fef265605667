// RUN: warpline opt -one-shot-bufferize=x
// RUN: warpline opt -output-foo
// RUN: warpline opt -hello
// RUN: warpline run -entrypoint=main
// RUN: warpline check -jobless -
// RUN: warpline check -j2 -
// RUN: warpline run -e=@main
// RUN: warpline opt --foo
// RUN: warpline opt --debug-cras=cse

// Letters are not bundled: a word of several letters is one flag. A number may follow its letter.
func.func @main() {
  return
}

// OUT: stderr:
// OUT: warpline: error: the mlir-opt pass '--one-shot-bufferize' is not implemented: tensors are not supported: let mlir-opt bufferize first, and give the memrefs to warpline
// OUT: exit: 2
// OUT: stderr:
// OUT: error: unexpected argument '--output-foo' found
// OUT:
// OUT: Usage: warpline opt [OPTIONS] [FILE]
// OUT:
// OUT: For more information, try '--help'.
// OUT: exit: 2
// OUT: stderr:
// OUT: error: unexpected argument '--hello' found
// OUT:
// OUT: Usage: warpline opt [OPTIONS] [FILE]
// OUT:
// OUT: For more information, try '--help'.
// OUT: exit: 2
// OUT: stderr:
// OUT: error: unexpected argument '--entrypoint' found
// OUT:
// OUT: Usage: warpline run [OPTIONS] [FILE]
// OUT:
// OUT: For more information, try '--help'.
// OUT: exit: 2
// OUT: stderr:
// OUT: error: unexpected argument '--jobless' found
// OUT:
// OUT: Usage: warpline check [OPTIONS] <FILES>...
// OUT:
// OUT: For more information, try '--help'.
// OUT: exit: 2
// OUT: stderr:
// OUT: error: unexpected argument '--foo' found
// OUT:
// OUT: Usage: warpline opt [OPTIONS] [FILE]
// OUT:
// OUT: For more information, try '--help'.
// OUT: exit: 2
// OUT: stderr:
// OUT: error: unexpected argument '--debug-cras' found
// OUT:
// OUT: Usage: warpline opt [OPTIONS] [FILE]
// OUT:
// OUT: For more information, try '--help'.
// OUT: exit: 2
