//! Programs that clang 22 compiles at `-O0` and `-O3` give the results that the host computes, on every chip.

use super::super::super::soft::Format;
use super::super::Change;
use super::super::float::{of_f64, to_f64};
use std::collections::{BTreeMap, BTreeSet};

use super::harness::{Arg, Case, Random, buffer, has_tools, load};

const CHIPS: [&str; 4] = ["gfx1100", "gfx1201", "gfx942", "gfx90a"];
const SOURCE: &str = include_str!("programs.cl");

/// The number of elements, which is no multiple of the block size.
const N: usize = 300;
/// The number of threads of a block.
const BLOCK: usize = 64;

/// A launch and the expected contents of one of its buffers.
struct Program {
    case: Case<'static>,
    buffer: usize,
    expected: Vec<u8>,
    /// The size of a float in the result, whose NaN may have any bits.
    float_bytes: usize,
}

fn count(n: usize) -> Arg {
    Arg::Value((n as u32).to_le_bytes().to_vec())
}

/// Returns a program with a result for each element.
fn map<const BYTES: usize>(
    kernel: &'static str,
    sources: &[Arg],
    float_bytes: usize,
    result: impl Fn(usize) -> [u8; BYTES],
) -> Program {
    let expected: Vec<u8> = (0..N).flat_map(result).collect();
    let mut args = sources.to_vec();
    args.extend([Arg::Undefined(expected.len()), count(N)]);
    let grid = [N.div_ceil(BLOCK) as u32, 1, 1];
    let case = Case { kernel, grid, block: [BLOCK as u32, 1, 1], args, seed: 1 };
    Program { case, buffer: sources.len(), expected, float_bytes }
}

/// Floats with many special cases.
fn floats(seed: u64) -> Vec<f32> {
    let special = [
        0.0,
        -0.0,
        1.0,
        -1.5,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
        1e-45,
        1e-40,
        3e38,
        f32::MIN_POSITIVE,
    ];
    let mut random = Random(seed);
    let float = |index: usize| match index % 3 {
        0 => special[random.next() as usize % special.len()],
        1 => f32::from_bits(random.next() as u32),
        _ => (random.next() % 2000) as f32 / 16.0 - 60.0,
    };
    (0..N).map(float).collect()
}

fn doubles(seed: u64) -> Vec<f64> {
    let mut random = Random(seed);
    let singles = floats(seed);
    let double = |index: usize| {
        if index.is_multiple_of(2) { singles[index].into() } else { f64::from_bits(random.next()) }
    };
    (0..N).map(double).collect()
}

/// Integers of all sizes.
fn longs(seed: u64) -> Vec<u64> {
    let mut random = Random(seed);
    (0..N).map(|index| random.next() >> (index % 64)).collect()
}

fn words(seed: u64) -> Vec<u32> {
    longs(seed).into_iter().map(|value| (value >> (value & 31)) as u32).collect()
}

fn halves(seed: u64) -> Vec<u16> {
    words(seed).into_iter().map(|value| value as u16).collect()
}

fn pair<const BYTES: usize>(first: &[u8], second: &[u8]) -> [u8; BYTES] {
    std::array::from_fn(|index| if index < BYTES / 2 { first[index] } else { second[index - BYTES / 2] })
}

fn float_programs() -> Vec<Program> {
    let (a, b, x, y) = (floats(1), floats(2), doubles(3), doubles(4));
    let singles = [buffer(&a, f32::to_le_bytes), buffer(&b, f32::to_le_bytes)];
    let doubles = [buffer(&x, f64::to_le_bytes), buffer(&y, f64::to_le_bytes)];
    let (h, k) = (halves(5), halves(6));
    let both = [buffer(&h, u16::to_le_bytes), buffer(&k, u16::to_le_bytes)];
    let half = |bits: u16| to_f64(Format::F16, bits.into());
    let rounded = |value: f64| (of_f64(Format::F16, value) as u16).to_le_bytes();
    vec![
        map("add", &singles, 4, |i| (a[i] + b[i]).to_le_bytes()),
        map("divide", &singles, 4, |i| (a[i] / b[i]).to_le_bytes()),
        map("divide_double", &doubles, 8, |i| (x[i] / y[i]).to_le_bytes()),
        map("root", &singles[..1], 4, |i| a[i].sqrt().to_le_bytes()),
        map("root_double", &doubles[..1], 8, |i| x[i].sqrt().to_le_bytes()),
        map("half_multiply", &both, 2, |i| rounded(half(h[i]) * half(k[i]))),
        map("half_divide", &both, 2, |i| rounded(half(h[i]) / half(k[i]))),
    ]
}

fn integer_programs() -> Vec<Program> {
    let (a, b) = (words(7), words(8).into_iter().map(|b| b.max(1)).collect::<Vec<_>>());
    let (x, y) = (longs(9), longs(10).into_iter().map(|y| y.max(1)).collect::<Vec<_>>());
    let both = [buffer(&a, u32::to_le_bytes), buffer(&b, u32::to_le_bytes)];
    let long = [buffer(&x, u64::to_le_bytes), buffer(&y, u64::to_le_bytes)];
    let (s, t) = (halves(11), halves(12));
    let short = [buffer(&s, u16::to_le_bytes), buffer(&t, u16::to_le_bytes)];
    let small: Vec<f32> = words(13).iter().map(|word| (*word as i32 >> 4) as f32 / 3.0).collect();
    let small_buffer = [buffer(&small, f32::to_le_bytes)];
    vec![
        map("to_int", &small_buffer, 0, |i| (small[i] as i32).to_le_bytes()),
        map("to_long", &small_buffer, 0, |i| (small[i] as i64).to_le_bytes()),
        map("quotient", &both, 0, |i| {
            let (a, b) = (a[i] as i32, b[i] as i32);
            pair::<8>(&a.wrapping_div(b).to_le_bytes(), &a.wrapping_rem(b).to_le_bytes())
        }),
        map("long_quotient", &long, 0, |i| {
            let (a, b) = (x[i] as i64, y[i] as i64);
            pair::<16>(&a.wrapping_div(b).to_le_bytes(), &a.wrapping_rem(b).to_le_bytes())
        }),
        map("long_multiply", &long, 0, |i| x[i].wrapping_mul(y[i]).to_le_bytes()),
        map("long_shift", &long, 0, |i| {
            ((x[i] << (y[i] & 63)) ^ ((x[i] as i64) >> (y[i] & 63)) as u64).to_le_bytes()
        }),
        map("short_max", &short, 0, |i| (s[i] as i16).max(t[i] as i16).to_le_bytes()),
        map("bits", &both[..1], 0, |i| {
            let x = a[i];
            (x.count_ones() + x.leading_zeros() * 64).wrapping_add(x.reverse_bits()).to_le_bytes()
        }),
        map("shuffle", &both[..1], 0, |i| a.get(i ^ 5).copied().unwrap_or(0).to_le_bytes()),
        map("constant_table", &both[..1], 0, |i| {
            [3u32, 1, 4, 1, 5, 9, 2, 6][(a[i] & 7) as usize].to_le_bytes()
        }),
    ]
}

fn control_programs() -> Vec<Program> {
    let starts: Vec<u32> = (1..=N as u32).collect();
    let a: Vec<i32> = words(14).into_iter().map(|word| word as i32).collect();
    let values = [buffer(&a, i32::to_le_bytes)];
    vec![
        map("collatz", &[buffer(&starts, u32::to_le_bytes)], 0, |i| {
            let (mut x, mut k) = (starts[i], 0u32);
            while x != 1 {
                x = if x & 1 == 1 { 3 * x + 1 } else { x / 2 };
                k += 1;
            }
            k.to_le_bytes()
        }),
        map("private_array", &values, 0, |i| {
            let mut t: Vec<i32> = (0..16).map(|k| a[(i + k) % N]).collect();
            let first = (a[i] & 15) as usize;
            t[first] ^= 0x55;
            let mixed = (0..16).fold(0i32, |s, k| s.wrapping_mul(31).wrapping_add(t[(k + first) & 15]));
            mixed.to_le_bytes()
        }),
        map("call", &values, 0, |i| a[i].wrapping_mul(i as i32 & 3).wrapping_add(a[i]).to_le_bytes()),
    ]
}

fn block_programs() -> Vec<Program> {
    let values: Vec<f32> = (0..512).map(|i| (i % 37) as f32).collect();
    let sums = values.chunks(256).flat_map(|chunk| chunk.iter().sum::<f32>().to_le_bytes()).collect();
    let keys = words(15);
    let bins = (0..16).flat_map(|bin| {
        let n = keys.iter().filter(|key| *key & 15 == bin).count();
        (n as u32).to_le_bytes()
    });
    let total = keys[..256].iter().fold(0u32, |sum, key| sum.wrapping_add(*key));
    let ids = (0..4).flat_map(|z| (0..4).flat_map(move |y| (0..8).map(move |x| x + 100 * y + 10_000 * z)));
    let keys = buffer(&keys, u32::to_le_bytes);
    let zero = |n: usize| Arg::Buffer(vec![0; 4 * n]);
    let case = |kernel, grid, block, args| Case { kernel, grid, block, args, seed: 1 };
    let sums_args = vec![buffer(&values, f32::to_le_bytes), Arg::Undefined(8)];
    let grid_args = vec![keys.clone(), Arg::Undefined(16), zero(1), Arg::Undefined(4), count(4)];
    let program = |case, buffer, expected| Program { case, buffer, expected, float_bytes: 0 };
    vec![
        program(case("block_sums", [2, 1, 1], [256, 1, 1], sums_args), 1, sums),
        program(case("histogram", [2, 1, 1], [256, 1, 1], vec![keys, zero(16), count(N)]), 1, bins.collect()),
        program(case("grid_sum", [4, 1, 1], [64, 1, 1], grid_args), 3, total.to_le_bytes().to_vec()),
        program(
            case("ids", [2, 2, 2], [4, 2, 2], vec![Arg::Undefined(512)]),
            0,
            ids.flat_map(u32::to_le_bytes).collect(),
        ),
    ]
}

fn programs() -> Vec<Program> {
    let all = [float_programs(), integer_programs(), control_programs(), block_programs()];
    all.into_iter().flatten().collect()
}

impl Program {
    /// Returns the first byte that differs; NaN equals NaN.
    fn difference(&self, found: &[u8]) -> Option<usize> {
        let size = self.float_bytes.max(1);
        let is_nan = |bits: &[u8]| {
            let wide =
                |bits: &[u8]| bits.iter().rev().fold(0u64, |value, byte| value << 8 | u64::from(*byte));
            match self.float_bytes {
                2 => to_f64(Format::F16, wide(bits)).is_nan(),
                4 => to_f64(Format::F32, wide(bits)).is_nan(),
                8 => f64::from_bits(wide(bits)).is_nan(),
                _ => false,
            }
        };
        let mut parts = found.chunks(size).zip(self.expected.chunks(size));
        parts.position(|(a, b)| a != b && !(is_nan(a) && is_nan(b))).map(|index| index * size)
    }
}

#[test]
fn programs_give_the_results_of_the_host() {
    if !has_tools() {
        return;
    }
    for (chip, option) in CHIPS.into_iter().flat_map(|chip| [(chip, "-O0"), (chip, "-O3")]) {
        let object = load(chip, &[option], "cl", SOURCE);
        for program in programs() {
            let kernel = program.case.kernel;
            let (buffers, _) =
                program.case.run(&object).unwrap_or_else(|error| panic!("{chip} {option} {kernel}: {error}"));
            let difference = program.difference(&buffers[program.buffer]);
            assert_eq!(difference, None, "{chip} {option} {kernel}: the byte that differs");
        }
    }
}

/// Without one of its waits or barriers, or with a shorter buffer, a program is wrong.
#[test]
fn mutants_are_reported() {
    if !has_tools() {
        return;
    }
    for chip in CHIPS {
        let object = load(chip, &["-O3"], "cl", SOURCE);
        for mut program in programs().into_iter().filter(|program| program.case.kernel == "histogram") {
            // LLVM also waits for counters of a wait that nothing needs.
            let mut unreported: BTreeMap<u64, Vec<String>> = BTreeMap::new();
            let mut reported = BTreeSet::new();
            for mutant in object.mutants(program.case.kernel) {
                let mutated = object.with(&mutant);
                let found = (1..4).find_map(|seed| Case { seed, ..program.case.clone() }.run(&mutated).err());
                if found.is_some() {
                    reported.insert(mutant.pc);
                } else {
                    unreported.entry(mutant.pc).or_default().push(mutant.to_string());
                }
            }
            unreported.retain(|pc, _| !reported.contains(pc));
            assert!(unreported.is_empty(), "{chip}: {unreported:#?}");
            let Arg::Buffer(keys) = &mut program.case.args[0] else { continue };
            keys.pop();
            let error = program.case.run(&object).err().map(|error| error.message).unwrap_or_default();
            assert!(error.contains("past the end of 'arg 0'"), "{chip}: {error}");
        }
    }
}

/// What LLVM inserts against hazards suffices on all paths, and nearly all of it is needed: it also waits where it merges
/// waits, and takes some operands for others.
#[test]
fn hazards_of_llvm_are_reported() {
    if !has_tools() {
        return;
    }
    let (mut n, mut unneeded) = (0, Vec::new());
    for chip in CHIPS {
        let object = load(chip, &["-O3"], "cl", SOURCE);
        for kernel in object.entries() {
            let passes = object.check_paths(kernel);
            assert!(passes.is_ok(), "{chip}, '{kernel}': {passes:?}");
            let hazards = object.mutants(kernel).into_iter().filter(|mutant| mutant.change == Change::Hazard);
            for mutant in hazards {
                n += 1;
                if object.with(&mutant).check_paths(kernel).is_ok() {
                    unneeded.push(format!("{chip}: {mutant}"));
                }
            }
        }
    }
    assert!(500 < n && 50 * unneeded.len() <= n, "of {n} mutants pass\n{}", unneeded.join("\n"));
}
