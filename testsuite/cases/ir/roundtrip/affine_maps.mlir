// RUN: roundtrip

func.func private @leaves_in_order() attributes {t.map = affine_map<(i, j, k)[s, t] -> (j + i, t + s, s + i, k + j + i, t * s, 3 + i)>}
// -----

func.func private @constants_fold() attributes {t.map = affine_map<(i) -> (2 + i + 3, 4 * i * 2, i * 0, i * 1, 2 * 3 - 7, i + 0)>}
// -----

func.func private @equal_terms_merge() attributes {t.map = affine_map<(i, j) -> (i + i, i - i, i * 3 - i, i * 2 + i * 5, i + j - j)>}
// -----

func.func private @signs() attributes {t.map = affine_map<(i, j) -> (-i, -(i + 1), i - j, i - j * 4, -i - j, i + (-3), - - i)>}
// -----

func.func private @divisions_of_constants() attributes {t.map = affine_map<() -> (7 floordiv 2, -7 floordiv 2, 7 ceildiv 2, -7 ceildiv 2, 7 mod 3, -7 mod 3)>}
// -----

func.func private @divisions_by_nothing_good() attributes {t.map = affine_map<(i) -> (i floordiv 0, i mod -2, i ceildiv -3, 5 mod 0, 7 floordiv -2)>}
// -----

func.func private @multiples() attributes {t.map = affine_map<(i, j) -> ((i * 4) mod 4, (i * 6) floordiv 3, (i * 6) ceildiv 2, (i + 4) floordiv 2, (i * 8 + j) mod 4)>}
// -----

func.func private @remainders() attributes {t.map = affine_map<(i, j)[s] -> (i - (i floordiv 4) * 4, i - (i floordiv s) * s, j + i - (i floordiv 4) * 4, (i mod 8) mod 4)>}
// -----

func.func private @brackets() attributes {t.map = affine_map<(i, j)[s] -> ((i + j) * 2, (i floordiv 2) * 4, (i * s) * 2, i * (s * 2), (i mod 3) floordiv 2)>}
// -----

func.func private @overflow_stays() attributes {t.map = affine_map<(i) -> (9223372036854775807 + 1, i + 9223372036854775807, 0x10 + i)>}
// -----

func.func private @no_results() attributes {t.map = affine_map<() -> ()>, t.names = affine_map<(mod, floordiv)[ceildiv] -> (mod, ceildiv)>}
// -----

func.func private @comparisons() attributes {t.set = affine_set<(i)[n] : (i >= 0, i <= n, i == 3, 1 <= i, n >= i + 1, 2 == i)>}
// -----

func.func private @sets_without_a_condition() attributes {t.all = affine_set<() : ()>, t.any = affine_set<(i) : ()>, t.none = affine_set<(i) : (1 == 0)>}
// -----

func.func private @same_map_once() attributes {t.a = affine_map<(x) -> (x)>, t.b = affine_map<(y) -> (y)>, t.c = [affine_map<(i) -> (i)>, affine_set<(i) : (i == 0)>]}
