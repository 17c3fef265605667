// RUN: roundtrip --allow-unregistered-dialect

func.func @blocks(%t: tensor<8xf32, #x.layout<{ map = (d0) -> (d0 : compressed) }>>) {
  cf.br ^bb1(%t : tensor<8xf32, #x.layout<{ map = (d0) -> (d0 : compressed) }>>)
^bb1(%0: tensor<8xf32, #x.layout<{ map = (d0) -> (d0 : compressed) }>>):  // pred: ^bb0
  return
}

// OUT: module {
// OUT:   func.func @blocks(%arg0: tensor<8xf32, #x.layout<{ map = (d0) -> (d0 : compressed) }>>) {
// OUT:     cf.br ^bb1(%arg0 : tensor<8xf32, #x.layout<{ map = (d0) -> (d0 : compressed) }>>)
// OUT:   ^bb1(%0: tensor<8xf32, #x.layout<{ map = (d0) -> (d0 : compressed) }>>):  // pred: ^bb0
// OUT:     return
// OUT:   }
// OUT: }
