//! How precise the expansions of mathematical functions are: their errors on samples, in units of the last place.
//!
//! The expansions run on the interpreter. For `f32` the references are functions of `f64`, with the range ends and a
//! sample of all bit patterns; the caps are those that every device keeps.

use std::fmt::Write as _;
use warpline::Exit;
use warpline_ir::scalar::float;
use warpline_testsuite::paths::temporary;
use warpline_testsuite::warpline;

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
    ("erf", float::erf, 16.0),
    ("erfc", float::erfc, 16.0),
    ("round", f64::round, 0.0),
];

/// Powers have two operands; these exponents go with every base.
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

/// The range ends, and every so many bit patterns.
fn samples() -> Vec<f32> {
    let ends = [0.0, f32::INFINITY, f32::NAN, f32::MIN_POSITIVE, f32::MAX, 1.0, 88.8, 104.0, 1e5, 1e-45, 0.5];
    let patterns = (0..=u32::MAX).step_by(2_097_143).map(f32::from_bits);
    let middle = (-800..800).map(|n| n as f32 * 0.013_7);
    ends.into_iter().flat_map(|end| [end, -end]).chain(patterns).chain(middle).collect()
}

/// What the expansion of a body makes of inputs.
fn run(name: &str, body: &str, inputs: &[f32]) -> Vec<f32> {
    let n = inputs.len();
    let text = format!(
        "func.func @main(%in: memref<{n}xf32>) -> memref<{n}xf32> {{
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %n = arith.constant {n} : index
    %out = memref.alloc() : memref<{n}xf32>
    scf.for %i = %zero to %n step %one {{
      %x = memref.load %in[%i] : memref<{n}xf32>
      {body}
      memref.store %y, %out[%i] : memref<{n}xf32>
    }}
    return %out : memref<{n}xf32>
  }}"
    );
    let [source, expanded, input, output] =
        ["mlir", "expanded.mlir", "in.npy", "out.npy"].map(|kind| temporary(&format!("{name}.{kind}")));
    std::fs::write(&source, text).expect("a temporary file");
    std::fs::write(&input, npy(inputs)).expect("a temporary file");
    let show = |path: &std::path::Path| path.display().to_string();
    let (exit, session) = warpline(&["opt", "--math-expand", &show(&source), "-o", &show(&expanded)]);
    assert_eq!(exit, Exit::Success, "{}", session.err);
    let args = [format!("--input=@{}", show(&input)), format!("--output=@{}", show(&output))];
    let (exit, session) = warpline(&["run", "--device=interp", &show(&expanded), &args[0], &args[1]]);
    assert_eq!(exit, Exit::Success, "{name}: {}", session.err);
    let bytes = std::fs::read(&output).expect("the output that was asked for");
    for path in [source, expanded, input, output] {
        let _ = std::fs::remove_file(path);
    }
    let data = &bytes[bytes.len() - 4 * n..];
    data.chunks_exact(4).map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])).collect()
}

/// A NumPy file of one dimension.
fn npy(values: &[f32]) -> Vec<u8> {
    let mut header = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({},), }}", values.len());
    while (header.len() + 11) % 64 != 0 {
        header.push(' ');
    }
    header.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.bytes());
    bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
    bytes
}

/// The greatest error in units of the last place of the right result, and where it is.
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
