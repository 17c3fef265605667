// RUN: warpline opt --mlir-elide-resource-strings-if-larger=14
// RUN: warpline opt --mlir-elide-resource-strings-if-larger=2

module attributes {t.long = dense_resource<long> : tensor<3xi8>, t.short = dense_resource<short> : tensor<1xi8>} {
}
{-#
  dialect_resources: {
    builtin: {
      long: "0x01000000010203",
      short: "0x0100000001"
    }
  }
#-}

// OUT: module attributes {t.long = dense_resource<long> : tensor<3xi8>, t.short = dense_resource<short> : tensor<1xi8>} {
// OUT: }
// OUT:
// OUT: {-#
// OUT:   dialect_resources: {
// OUT:     builtin: {
// OUT:       short: "0x0100000001"
// OUT:     }
// OUT:   }
// OUT: #-}
// OUT: module attributes {t.long = dense_resource<long> : tensor<3xi8>, t.short = dense_resource<short> : tensor<1xi8>} {
// OUT: }
// OUT:
// OUT: {-#
// OUT:
// OUT: #-}
