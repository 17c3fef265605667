//! Measures the precision of the expansions of mathematical functions: their errors on samples, in units in
//! the last place.
//!
//! The expansions run on the interpreter. For `f32` the references are functions of `f64`; for `f64` they are
//! functions of x87 numbers with 64 significant bits, which NumPy has. The inputs are the range ends and a
//! sample of all bit patterns. The caps are those that every device keeps. `BLESS=1` writes the table of
//! `docs/src/math.md`.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;
use warpline_cli::Exit;
use warpline_testsuite::paths::{root, temporary};
use warpline_testsuite::{tools, warpline};

/// A function: its name, its reference, and the cap of its error.
type Row = (&'static str, fn(f64) -> f64, f64);

const FUNCTIONS: &[Row] = &[
    ("cbrt", f64::cbrt, 2.0),
    ("log1p", f64::ln_1p, 2.0),
    ("rsqrt", |x| 1.0 / x.sqrt(), 2.0),
    ("exp", f64::exp, 3.0),
    ("exp2", f64::exp2, 3.0),
    ("expm1", f64::exp_m1, 3.0),
    ("log", f64::ln, 3.0),
    ("log2", f64::log2, 3.0),
    ("log10", f64::log10, 3.0),
    ("sin", f64::sin, 4.0),
    ("cos", f64::cos, 4.0),
    ("sinh", f64::sinh, 4.0),
    ("cosh", f64::cosh, 4.0),
    ("asin", f64::asin, 4.0),
    ("acos", f64::acos, 4.0),
    ("asinh", f64::asinh, 4.0),
    ("acosh", f64::acosh, 4.0),
    ("tan", f64::tan, 5.0),
    ("tanh", f64::tanh, 5.0),
    ("atan", f64::atan, 5.0),
    ("atanh", f64::atanh, 5.0),
    ("erf", erf, 16.0),
    ("erfc", erfc, 16.0),
    ("round", f64::round, 0.0),
];

/// Powers have two operands; these exponents are combined with every base.
const EXPONENTS: [f32; 8] = [0.5, -0.5, 2.0, 3.0, -7.0, 0.1, 33.3, 0.0];

#[test]
fn unary_functions_keep_their_caps() {
    let inputs = samples();
    let mut table = String::new();
    let mut broken = Vec::new();
    for (name, reference, cap) in FUNCTIONS {
        let body = format!("%y = math.{name} %x : f32");
        let outputs = run(name, &body, &inputs);
        let worst = worst(&inputs, &outputs, *reference);
        let _ = writeln!(table, "{name:6} {:6.2} at {:e}, cap {cap}", worst.0, worst.1);
        if *cap < worst.0 {
            broken.push(*name);
        }
    }
    assert!(broken.is_empty(), "{broken:?} pass their caps:\n{table}");
}

/// Prints the error of each `f64` function; the arguments are triples of a name, inputs and outputs.
const DOUBLES: &str = r#"
import sys
import numpy as np
L = np.longdouble
PI = L("3.14159265358979323846264338327950288")

def erf_series(x):
    term = x.copy()
    total = x.copy()
    for n in range(1, 160):
        term = term * 2 * x * x / (2 * n + 1)
        total = total + term
    return 2 / np.sqrt(PI) * np.exp(-x * x) * total

def erfc_fraction(x):
    rest = np.zeros_like(x)
    for n in range(600, 0, -1):
        rest = (L(n) / 2) / (x + rest)
    return np.exp(-x * x) / np.sqrt(PI) / (x + rest)

def erf(x):
    a = np.minimum(np.abs(x), L(8))
    return np.where(np.isnan(x), x, np.sign(x) * np.where(a < 6, erf_series(np.minimum(a, L(6))), L(1)))

def erfc(x):
    a = np.abs(x)
    tail = erfc_fraction(np.clip(a, L(1), L(28)))
    small = 1 - erf(x)
    return np.where(np.isnan(x), x, np.where(x > 28, L(0), np.where(x >= 1, tail, np.where(x <= -1, 2 - tail, small))))

def half_away(x):
    return np.sign(x) * np.where(np.abs(x) < L(2) ** 60, np.floor(np.abs(x) + L(0.5)), np.abs(x))

FUNCTIONS = dict(cbrt=np.cbrt, log1p=np.log1p, rsqrt=lambda x: 1 / np.sqrt(x), exp=np.exp, exp2=np.exp2,
    expm1=np.expm1, log=np.log, log2=np.log2, log10=np.log10, sin=np.sin, cos=np.cos, sinh=np.sinh, cosh=np.cosh,
    asin=np.arcsin, acos=np.arccos, asinh=np.arcsinh, acosh=np.arccosh, tan=np.tan, tanh=np.tanh, atan=np.arctan,
    atanh=np.arctanh, erf=erf, erfc=erfc, round=half_away)
np.seterr(all="ignore")
assert 63 <= np.finfo(L).nmant, "there are no numbers of 64 digits"
for name, source, result in zip(*[iter(sys.argv[1:])] * 3):
    x, y = np.load(source), np.load(result)
    right = FUNCTIONS[name](x.astype(L))
    near = right.astype(np.float64)
    same = (np.isnan(near) & np.isnan(y)) | (near == y)
    open_end = np.isnan(near) | np.isnan(y) | np.isinf(near) | np.isinf(y)
    unit = np.spacing(np.abs(np.where(open_end, 1.0, near))).astype(L)
    error = np.abs(np.where(open_end, L(0), y.astype(L) - np.where(open_end, L(0), right))) / unit
    error = np.where(open_end & ~same, L("inf"), error)
    at = int(np.argmax(error))
    print(name, "%.2f" % error[at], x[at])
"#;

#[test]
fn doubles_keep_their_caps() {
    let Some(python) = tools::numpy() else {
        skip_without_numpy();
        return;
    };
    let inputs: Vec<u8> = doubles().iter().flat_map(|value| value.to_le_bytes()).collect();
    let inputs = npy("<f8", inputs.len() / 8, &inputs);
    let mut command = Command::new(&python);
    command.args(["-c", DOUBLES]);
    let mut files = Vec::new();
    for (name, ..) in FUNCTIONS {
        let body = format!("%y = math.{name} %x : f64");
        let paths = run_file(name, "f64", &body, doubles().len(), &inputs);
        command.arg(name).args(&paths);
        files.extend(paths);
    }
    let found = tools::run(&mut command).expect("python3 starts");
    for path in files {
        let _ = std::fs::remove_file(path);
    }
    assert!(found.status.success(), "{}", String::from_utf8_lossy(&found.stderr));
    let table = String::from_utf8(found.stdout).expect("numbers");
    let errors: Vec<f64> = table.lines().filter_map(|line| line.split(' ').nth(1)?.parse().ok()).collect();
    assert_eq!(errors.len(), FUNCTIONS.len(), "{table}");
    let broken: Vec<&str> = FUNCTIONS
        .iter()
        .zip(&errors)
        .filter(|((.., cap), error)| cap < error)
        .map(|((name, ..), _)| *name)
        .collect();
    assert!(broken.is_empty(), "{broken:?} pass their caps:\n{table}");
    if std::env::var_os("BLESS").is_some() {
        write_table(&errors);
    }
}

/// Returns the range ends, a regular sample of bit patterns, and a range around zero.
fn doubles() -> Vec<f64> {
    let ends =
        [0.0, f64::INFINITY, f64::NAN, f64::MIN_POSITIVE, f64::MAX, 1.0, 709.7, 745.2, 1e5, 5e-324, 0.5];
    let patterns = (0..=u64::MAX).step_by(9_007_199_254_740_997).map(f64::from_bits);
    let middle = (-800..800).map(|n| f64::from(n) * 0.013_7);
    ends.into_iter().flat_map(|end| [end, -end]).chain(patterns).chain(middle).collect()
}

#[expect(clippy::print_stderr, reason = "a skipped test must say so")]
fn skip_without_numpy() {
    eprintln!("skipped: needs NumPy");
}

/// Writes the measured errors into the table of the document.
fn write_table(doubles: &[f64]) {
    const HEAD: &str = "| function | f32 | f32 under `afn` | f64 | cap |\n|---|---|---|---|---|\n";
    let inputs = samples();
    let mut table = HEAD.to_string();
    for ((name, reference, cap), double) in FUNCTIONS.iter().zip(doubles) {
        let [strict, approximate] = ["", " fastmath<afn>"].map(|flags| {
            let outputs = run(name, &format!("%y = math.{name} %x{flags} : f32"), &inputs);
            worst(&inputs, &outputs, *reference).0
        });
        let _ = writeln!(table, "| {name} | {strict:.2} | {approximate:.2} | {double:.2} | {cap} |");
    }
    let path = root().join("docs/src/math.md");
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let before = text.split("| function |").next().unwrap_or_default();
    std::fs::write(&path, format!("{before}{table}")).expect("the document can be written");
}

#[test]
fn powers_keep_their_cap() {
    let inputs = samples();
    for exponent in EXPONENTS {
        let body = format!("%e = arith.constant {exponent:?} : f32\n      %y = math.powf %x, %e : f32");
        let outputs = run("powf", &body, &inputs);
        let (error, at) = worst(&inputs, &outputs, |x| x.powf(f64::from(exponent)));
        assert!(error <= 16.0, "powf is off by {error} units at {at:e} to the power of {exponent}");
    }
}

/// Returns the range ends, and a regular sample of bit patterns.
fn samples() -> Vec<f32> {
    let ends = [0.0, f32::INFINITY, f32::NAN, f32::MIN_POSITIVE, f32::MAX, 1.0, 88.8, 104.0, 1e5, 1e-45, 0.5];
    let patterns = (0..=u32::MAX).step_by(2_097_143).map(f32::from_bits);
    let middle = (-800..800).map(|n| n as f32 * 0.013_7);
    ends.into_iter().flat_map(|end| [end, -end]).chain(patterns).chain(middle).collect()
}

/// Returns the results of the expansion of a body for these inputs.
fn run(name: &str, body: &str, inputs: &[f32]) -> Vec<f32> {
    let bytes: Vec<u8> = inputs.iter().flat_map(|value| value.to_le_bytes()).collect();
    let paths = run_file(name, "f32", body, inputs.len(), &npy("<f4", inputs.len(), &bytes));
    let bytes = std::fs::read(&paths[1]).expect("the output that was asked for");
    for path in paths {
        let _ = std::fs::remove_file(path);
    }
    let data = &bytes[bytes.len() - 4 * inputs.len()..];
    data.chunks_exact(4).map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])).collect()
}

/// Runs the expansion of a body; returns the files of its inputs and results.
fn run_file(name: &str, ty: &str, body: &str, n: usize, inputs: &[u8]) -> [PathBuf; 2] {
    let text = format!(
        "func.func @main(%in: memref<{n}x{ty}>) -> memref<{n}x{ty}> {{
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %n = arith.constant {n} : index
    %out = memref.alloc() : memref<{n}x{ty}>
    scf.for %i = %zero to %n step %one {{
      %x = memref.load %in[%i] : memref<{n}x{ty}>
      {body}
      memref.store %y, %out[%i] : memref<{n}x{ty}>
    }}
    return %out : memref<{n}x{ty}>
  }}"
    );
    let [source, expanded, input, output] =
        ["mlir", "expanded.mlir", "in.npy", "out.npy"].map(|kind| temporary(&format!("{name}.{ty}.{kind}")));
    std::fs::write(&source, text).expect("a temporary file");
    std::fs::write(&input, inputs).expect("a temporary file");
    let show = |path: &std::path::Path| path.display().to_string();
    let pass = "--math-expand=approximate=true";
    let (exit, session) = warpline(&["opt", pass, &show(&source), "-o", &show(&expanded)]);
    assert_eq!(exit, Exit::Success, "{}", session.err);
    let args = [format!("--input=@{}", show(&input)), format!("--output=@{}", show(&output))];
    let (exit, session) = warpline(&["run", "--device=interp", &show(&expanded), &args[0], &args[1]]);
    assert_eq!(exit, Exit::Success, "{name}: {}", session.err);
    if !body.contains("afn") {
        // The expansion, the interpreter's own definition and compiled code give the same bits.
        for device in ["--device=interp", "--device=cpu"] {
            let expect = format!("--expect=@{}", show(&output));
            let exact =
                ["run", device, &show(&source), &args[0], &expect, "--rtol=0", "--atol=0", "--cache=off"];
            let (exit, session) = warpline(&exact);
            assert_eq!(exit, Exit::Success, "{name} {device}: {}{}", session.out, session.err);
        }
    }
    for path in [source, expanded] {
        let _ = std::fs::remove_file(path);
    }
    [input, output]
}

/// Returns a NumPy file of one dimension.
fn npy(kind: &str, n: usize, data: &[u8]) -> Vec<u8> {
    let mut header = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({n},), }}");
    while (header.len() + 11) % 64 != 0 {
        header.push(' ');
    }
    header.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.bytes());
    bytes.extend(data);
    bytes
}

/// Returns the greatest error in units in the last place of the correct result, and its input.
fn worst(inputs: &[f32], outputs: &[f32], reference: impl Fn(f64) -> f64) -> (f64, f32) {
    let mut worst = (0.0, 0.0);
    for (input, output) in inputs.iter().zip(outputs) {
        let error = error(*output, reference(f64::from(*input)));
        if worst.0 < error {
            worst = (error, *input);
        }
    }
    worst
}

fn error(found: f32, right: f64) -> f64 {
    let rounded = right as f32;
    if right.is_nan() || found.is_nan() || rounded.is_infinite() || found.is_infinite() {
        let agrees = (right.is_nan() && found.is_nan()) || rounded.to_bits() == found.to_bits();
        return if agrees { 0.0 } else { f64::INFINITY };
    }
    let exponent = (rounded.abs().max(f32::MIN_POSITIVE).to_bits() >> 23) as i32 - 127;
    let unit = 2f64.powi(exponent - 23);
    (f64::from(found) - right).abs() / unit
}

/// Computes the error function: a series of positive terms near zero, a continued fraction for the complement
/// elsewhere.
///
/// `erf(x) = 2/√π · e^(-x²) · Σ 2^n x^(2n+1) / (1·3·…·(2n+1))`, Abramowitz and Stegun 7.1.6, and 7.1.14.
fn erf(x: f64) -> f64 {
    let magnitude = x.abs();
    let value = if x.is_nan() || magnitude < 2.0 {
        erf_series(magnitude)
    } else if magnitude < 6.0 {
        1.0 - erfc_fraction(magnitude)
    } else {
        1.0
    };
    value.copysign(x)
}

/// Computes one minus the error function.
fn erfc(x: f64) -> f64 {
    if 2.0 <= x { erfc_fraction(x) } else { 1.0 - erf(x) }
}

fn erf_series(x: f64) -> f64 {
    let square = x * x;
    let (mut term, mut sum) = (x, x);
    for n in 1..80u32 {
        term *= 2.0 * square / f64::from(2 * n + 1);
        sum += term;
    }
    std::f64::consts::FRAC_2_SQRT_PI * (-square).exp() * sum
}

fn erfc_fraction(x: f64) -> f64 {
    let mut tail = x;
    for n in (1..60u32).rev() {
        tail = x + f64::from(n) / 2.0 / tail;
    }
    (-x * x).exp() / (tail * std::f64::consts::PI.sqrt())
}
