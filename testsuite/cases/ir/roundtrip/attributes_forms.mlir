// RUN: roundtrip --allow-unregistered-dialect

func.func private @nested_attributes() attributes {t.a = [1, [2.0, "x"], unit], t.b = {k, v = 1 : i32}, t.c = @a::@b}

// OUT: module {
// OUT:   func.func private @nested_attributes() attributes {t.a = [1, [2.000000e+00, "x"], unit], t.b = {k, v = 1 : i32}, t.c = @a::@b}
// OUT: }
// -----

func.func private @dense_attributes() attributes {t.a = dense<7> : tensor<2xi32>, t.b = dense<[[1, 2], [3, 4]]> : vector<2x2xi8>, t.c = array<i64: 1, 2>, t.d = dense<> : tensor<0xi32>}

// OUT: module {
// OUT:   func.func private @dense_attributes() attributes {t.a = dense<7> : tensor<2xi32>, t.b = dense<[[1, 2], [3, 4]]> : vector<2x2xi8>, t.c = array<i64: 1, 2>, t.d = dense<> : tensor<0xi32>}
// OUT: }
// -----

func.func private @type_attributes() attributes {t.a = i32, t.b = () -> (), t.c = vector<4xf32>}

// OUT: module {
// OUT:   func.func private @type_attributes() attributes {t.a = i32, t.b = () -> (), t.c = vector<4xf32>}
// OUT: }
