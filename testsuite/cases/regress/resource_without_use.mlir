// RUN: opt --symbol-dce

// A resource goes with the last attribute that refers to it.
memref.global "private" constant @dead : memref<1xf32> = dense_resource<of_dead>
memref.global "public" constant @live : memref<1xf32> = dense_resource<"of live">
{-# dialect_resources: { builtin: { of_dead: "0x040000000000803F", "of live": "0x0400000000000040" } } #-}

// OUT: module {
// OUT:   memref.global "public" constant @live : memref<1xf32> = dense_resource<"of live">
// OUT: }
// OUT:
// OUT: {-#
// OUT:   dialect_resources: {
// OUT:     builtin: {
// OUT:       "of live": "0x0400000000000040"
// OUT:     }
// OUT:   }
// OUT: #-}
