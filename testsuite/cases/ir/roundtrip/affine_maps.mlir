// RUN: roundtrip

func.func private @leaves_in_order() attributes {t.map = affine_map<(i, j, k)[s, t] -> (j + i, t + s, s + i, k + j + i, t * s, 3 + i)>}

// OUT: #map = affine_map<(d0, d1, d2)[s0, s1] -> (d0 + d1, s0 + s1, d0 + s0, d1 + d2 + d0, s0 * s1, d0 + 3)>
// OUT: module {
// OUT:   func.func private @leaves_in_order() attributes {t.map = #map}
// OUT: }
// -----

func.func private @constants_fold() attributes {t.map = affine_map<(i) -> (2 + i + 3, 4 * i * 2, i * 0, i * 1, 2 * 3 - 7, i + 0)>}

// OUT: #map = affine_map<(d0) -> (d0 + 5, d0 * 8, 0, d0, -1, d0)>
// OUT: module {
// OUT:   func.func private @constants_fold() attributes {t.map = #map}
// OUT: }
// -----

func.func private @equal_terms_merge() attributes {t.map = affine_map<(i, j) -> (i + i, i - i, i * 3 - i, i * 2 + i * 5, i + j - j)>}

// OUT: #map = affine_map<(d0, d1) -> (d0 * 2, 0, d0 * 2, d0 * 7, d0 + d1 - d1)>
// OUT: module {
// OUT:   func.func private @equal_terms_merge() attributes {t.map = #map}
// OUT: }
// -----

func.func private @signs() attributes {t.map = affine_map<(i, j) -> (-i, -(i + 1), i - j, i - j * 4, -i - j, i + (-3), - - i)>}

// OUT: #map = affine_map<(d0, d1) -> (-d0, -(d0 + 1), d0 - d1, d0 - d1 * 4, -d0 - d1, d0 - 3, d0)>
// OUT: module {
// OUT:   func.func private @signs() attributes {t.map = #map}
// OUT: }
// -----

func.func private @divisions_of_constants() attributes {t.map = affine_map<() -> (7 floordiv 2, -7 floordiv 2, 7 ceildiv 2, -7 ceildiv 2, 7 mod 3, -7 mod 3)>}

// OUT: #map = affine_map<() -> (3, -4, 4, -3, 1, 2)>
// OUT: module {
// OUT:   func.func private @divisions_of_constants() attributes {t.map = #map}
// OUT: }
// -----

func.func private @divisions_by_nothing_good() attributes {t.map = affine_map<(i) -> (i floordiv 0, i mod -2, i ceildiv -3, 5 mod 0, 7 floordiv -2)>}

// OUT: #map = affine_map<(d0) -> (d0 floordiv 0, d0 mod -2, d0 ceildiv -3, 5 mod 0, -4)>
// OUT: module {
// OUT:   func.func private @divisions_by_nothing_good() attributes {t.map = #map}
// OUT: }
// -----

func.func private @multiples() attributes {t.map = affine_map<(i, j) -> ((i * 4) mod 4, (i * 6) floordiv 3, (i * 6) ceildiv 2, (i + 4) floordiv 2, (i * 8 + j) mod 4)>}

// OUT: #map = affine_map<(d0, d1) -> (0, d0 * 2, d0 * 3, d0 floordiv 2 + 2, d1 mod 4)>
// OUT: module {
// OUT:   func.func private @multiples() attributes {t.map = #map}
// OUT: }
// -----

func.func private @remainders() attributes {t.map = affine_map<(i, j)[s] -> (i - (i floordiv 4) * 4, i - (i floordiv s) * s, j + i - (i floordiv 4) * 4, (i mod 8) mod 4)>}

// OUT: #map = affine_map<(d0, d1)[s0] -> (d0 mod 4, d0 mod s0, d0 + d1 - (d0 floordiv 4) * 4, d0 mod 4)>
// OUT: module {
// OUT:   func.func private @remainders() attributes {t.map = #map}
// OUT: }
// -----

func.func private @brackets() attributes {t.map = affine_map<(i, j)[s] -> ((i + j) * 2, (i floordiv 2) * 4, (i * s) * 2, i * (s * 2), (i mod 3) floordiv 2)>}

// OUT: #map = affine_map<(d0, d1)[s0] -> ((d0 + d1) * 2, (d0 floordiv 2) * 4, (d0 * s0) * 2, d0 * (s0 * 2), (d0 mod 3) floordiv 2)>
// OUT: module {
// OUT:   func.func private @brackets() attributes {t.map = #map}
// OUT: }
// -----

func.func private @overflow_stays() attributes {t.map = affine_map<(i) -> (9223372036854775807 + 1, i + 9223372036854775807, 0x10 + i)>}

// OUT: #map = affine_map<(d0) -> (9223372036854775807 + 1, d0 + 9223372036854775807, d0 + 16)>
// OUT: module {
// OUT:   func.func private @overflow_stays() attributes {t.map = #map}
// OUT: }
// -----

func.func private @no_results() attributes {t.map = affine_map<() -> ()>, t.names = affine_map<(mod, floordiv)[ceildiv] -> (mod, ceildiv)>}

// OUT: #map = affine_map<() -> ()>
// OUT: #map1 = affine_map<(d0, d1)[s0] -> (d0, s0)>
// OUT: module {
// OUT:   func.func private @no_results() attributes {t.map = #map, t.names = #map1}
// OUT: }
// -----

func.func private @comparisons() attributes {t.set = affine_set<(i)[n] : (i >= 0, i <= n, i == 3, 1 <= i, n >= i + 1, 2 == i)>}

// OUT: #set = affine_set<(d0)[s0] : (d0 >= 0, -d0 + s0 >= 0, d0 - 3 == 0, d0 - 1 >= 0, -(d0 + 1) + s0 >= 0, -d0 + 2 == 0)>
// OUT: module {
// OUT:   func.func private @comparisons() attributes {t.set = #set}
// OUT: }
// -----

func.func private @sets_without_a_condition() attributes {t.all = affine_set<() : ()>, t.any = affine_set<(i) : ()>, t.none = affine_set<(i) : (1 == 0)>}

// OUT: #set = affine_set<() : (0 == 0)>
// OUT: #set1 = affine_set<(d0) : (0 == 0)>
// OUT: #set2 = affine_set<(d0) : (1 == 0)>
// OUT: module {
// OUT:   func.func private @sets_without_a_condition() attributes {t.all = #set, t.any = #set1, t.none = #set2}
// OUT: }
// -----

func.func private @same_map_once() attributes {t.a = affine_map<(x) -> (x)>, t.b = affine_map<(y) -> (y)>, t.c = [affine_map<(i) -> (i)>, affine_set<(i) : (i == 0)>]}

// OUT: #map = affine_map<(d0) -> (d0)>
// OUT: #set = affine_set<(d0) : (d0 == 0)>
// OUT: module {
// OUT:   func.func private @same_map_once() attributes {t.a = #map, t.b = #map, t.c = [#map, #set]}
// OUT: }
