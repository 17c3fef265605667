//! Comparisons with external programs: NumPy, mlir-opt 22, ptxas, a JSON schema validator. Each is skipped
//! where the program is not installed.

use std::process::Command;
use warpline_cli::Exit;
use warpline_testsuite::generator::share;
use warpline_testsuite::paths::{file, files_below, root, temporary};
use warpline_testsuite::{tools, warpline};

/// Computes the two convolutions and their sum; the arguments are the input file and the output file.
const NUMPY: &str = r"
import sys, numpy as np
x = np.load(sys.argv[1])
n, _, h, w = x.shape
p = np.zeros((n, 1, h + 2, w + 2), np.float32)
p[:, :, 1:-1, 1:-1] = x
def conv(weight, bias):
    total = np.zeros((n, 1, h, w), np.float32)
    for i in range(3):
        for j in range(3):
            total = total + p[:, :, i:i + h, j:j + w] * np.float32(weight)
    return total + np.float32(bias)
y = conv(1.0, 0.1) + conv(0.5, 0.2)
expected = np.broadcast_to(y, (n, 64, h, w))
found = np.load(sys.argv[2])
assert found.shape == expected.shape, (found.shape, expected.shape)
np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-5)
";

#[test]
fn numpy_agrees_on_the_convolutions() {
    let Some(python) = tools::numpy() else {
        skip_without("NumPy");
        return;
    };
    let (input, output) = (temporary("input.npy"), temporary("output.npy"));
    let make = "import sys, numpy as np; r = np.random.default_rng(7); \
        np.save(sys.argv[1], r.standard_normal((2, 1, 28, 28), np.float32))";
    let made = tools::run(Command::new(&python).args(["-c", make]).arg(&input));
    assert!(made.is_some_and(|made| made.status.success()), "NumPy cannot write its input");
    let args = [format!("--input=@{}", input.display()), format!("--output=@{}", output.display())];
    let (exit, session) =
        warpline(&["run", &file("testsuite/cases/run/conv_add_small.mlir"), &args[0], &args[1]]);
    assert_eq!(exit, Exit::Success, "{}", session.err);
    let check = tools::run(Command::new(&python).args(["-c", NUMPY]).arg(&input).arg(&output));
    let check = check.expect("python3 started before");
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stderr));
    let _ = (std::fs::remove_file(&input), std::fs::remove_file(&output));
}

/// Writes array files in every form that is read; the arguments are the files.
const ARRAYS: &str = r"
import sys, json, struct, numpy as np
a = np.arange(6, dtype=np.float32).reshape(2, 3)
b = np.asfortranarray(10 + a)
with open(sys.argv[1], 'wb') as f:
    np.save(f, a)
    np.save(f, b)
    np.save(f, (20 + a).astype('>f4'))
np.savez(sys.argv[2], first=a, second=b)
np.savez_compressed(sys.argv[3], first=a, second=b)
bits = (a.view(np.uint32) >> 16).astype('<u2')
header = json.dumps({'half': {'dtype': 'BF16', 'shape': [2, 3], 'data_offsets': [0, 12]}}).encode()
header += b' ' * (-len(header) % 8)
open(sys.argv[4], 'wb').write(struct.pack('<Q', len(header)) + header + bits.tobytes())
np.save(sys.argv[5], bits)
a.astype('<f4').tofile(sys.argv[6])
";

#[test]
fn arrays_that_numpy_writes_are_read() {
    let Some(python) = tools::numpy() else {
        skip_without("NumPy");
        return;
    };
    let files =
        ["several.npy", "stored.npz", "deflated.npz", "w.safetensors", "bits.npy", "raw.bin"].map(temporary);
    let made = tools::run(Command::new(&python).args(["-c", ARRAYS]).args(&files));
    assert!(made.is_some_and(|made| made.status.success()), "NumPy cannot write the arrays");
    let [several, stored, deflated, tensors, bits, raw] =
        files.each_ref().map(|path| path.display().to_string());
    let (a, b, c) = (
        "[[0.0 1.0 2.0][3.0 4.0 5.0]]",
        "[[10.0 11.0 12.0][13.0 14.0 15.0]]",
        "[[20.0 21.0 22.0][23.0 24.0 25.0]]",
    );
    let expect = |element: &str, inputs: &[String], wanted: &[&str]| assert_arrays(element, inputs, wanted);
    expect("f32", &[format!("@{several}"), format!("+{several}"), format!("+{several}")], &[a, b, c]);
    expect("f32", &[format!("*{several}")], &[a, b, c]);
    expect("f32", &[format!("@{several}"), format!("*{several}")], &[a, b, c]);
    expect("f32", &[format!("@{stored}:second"), format!("@{deflated}:first")], &[b, a]);
    expect("bf16", &[format!("@{tensors}:half"), format!("@{tensors}"), format!("@{bits}")], &[a, a, a]);
    let lines = [format!("1x3xf32=@{raw}"), format!("1x3xf32=+{raw}")];
    expect("f32", &lines, &["[[0.0 1.0 2.0]]", "[[3.0 4.0 5.0]]"]);
    for path in &files {
        let _ = std::fs::remove_file(path);
    }
}

/// Runs a function that returns its buffers with these inputs, and checks the results.
fn assert_arrays(element: &str, inputs: &[String], wanted: &[&str]) {
    let ty = format!("memref<?x?x{element}>");
    let list = |part: &dyn Fn(usize) -> String| (0..wanted.len()).map(part).collect::<Vec<_>>().join(", ");
    let (params, types, values) =
        (list(&|n| format!("%a{n}: {ty}")), list(&|_| ty.clone()), list(&|n| format!("%a{n}")));
    let text = format!("func.func @main({params}) -> ({types}) {{ return {values} : {types} }}");
    let program = temporary("arrays.mlir");
    std::fs::write(&program, text).expect("a temporary file");
    let mut args = vec!["run".to_string(), "--device=interp".to_string(), program.display().to_string()];
    args.extend(inputs.iter().map(|input| format!("--input={input}")));
    args.extend(wanted.iter().map(|_| "--output=-".to_string()));
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let (exit, session) = warpline(&args);
    assert_eq!(exit, Exit::Success, "{inputs:?}: {}", session.err);
    let found: Vec<&str> =
        session.out.lines().filter_map(|line| line.split_once('=')).map(|(_, values)| values).collect();
    assert_eq!(found, wanted, "{inputs:?}");
    let _ = std::fs::remove_file(&program);
}

/// The kernels of the example have blocks of 196 threads, no loop, and no register spills.
#[test]
fn ptxas_assembles_the_convolutions() {
    for target in ["sm_80", "sm_90"] {
        let ptx = temporary(&format!("{target}.ptx"));
        let args = [format!("--target={target}"), format!("--emit=ptx={}", ptx.display())];
        let (exit, session) = warpline(&["compile", &file("examples/conv_add.mlir"), &args[0], &args[1]]);
        assert_eq!(exit, Exit::Success, "{}", session.err);
        let text = std::fs::read_to_string(&ptx).expect("the text that was asked for");
        for kernel in text.split(".visible .entry").skip(1) {
            assert!(kernel.contains(".reqntid 28, 7, 1\n"), "{kernel}");
            assert!(!has_loop(kernel), "{kernel}");
        }
        for ptxas in tools::ptxas() {
            let mut command = Command::new(&ptxas);
            command.arg(format!("-arch={target}")).args(["-Werror", "-warn-spills", "-warn-lmem-usage"]);
            let found = tools::run(command.arg(&ptx).args(["-o", "/dev/null"])).expect("ptxas starts");
            assert!(found.status.success(), "{}", String::from_utf8_lossy(&found.stderr));
        }
        let _ = std::fs::remove_file(&ptx);
    }
    if tools::ptxas().is_empty() {
        skip_without("ptxas");
    }
}

/// Whether a kernel has a backward branch.
fn has_loop(kernel: &str) -> bool {
    let mut passed = Vec::new();
    kernel.lines().any(|line| match (line.strip_suffix(':'), line.split_once("bra ")) {
        (Some(place), _) => {
            passed.push(place);
            false
        }
        (None, Some((_, target))) => passed.contains(&target.trim_end_matches(';')),
        (None, None) => false,
    })
}

/// One of so many cases is assembled, unless all are.
const SHARE: usize = 3;
/// The chips that these are assembled for.
const CHIPS: [&str; 7] = ["sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120"];

/// Functions whose expansions are assembled for both formats; their texts are too long for cases.
const FUNCTIONS: [&str; 24] = [
    "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "asin", "acos", "atan",
    "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "erf", "erfc", "cbrt", "rsqrt", "round",
];

#[test]
fn ptxas_assembles_every_case() {
    let assemblers = tools::ptxas();
    if assemblers.is_empty() {
        skip_without("ptxas");
        return;
    }
    let mut problems = Vec::new();
    let mut n_assembled = 0;
    for (name, text) in share(SHARE, device_texts()) {
        for chip in CHIPS {
            match assemble(&assemblers, &name, &text, chip) {
                Assembled::Yes => n_assembled += 1,
                Assembled::Refused => {}
                Assembled::No(problem) => problems.push(format!("{name} for {chip}: {problem}")),
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(CHIPS.len() < n_assembled, "hardly a case was compiled");
}

/// Without a rounding modifier an assembler may contract a multiplication and an addition.
#[test]
fn every_float_operation_names_its_rounding() {
    for (name, text) in device_texts() {
        let [source, ptx] = ["mlir", "ptx"].map(|kind| temporary(&format!("{name}.rounding.{kind}")));
        std::fs::write(&source, text).expect("a temporary file");
        let args = [format!("--emit=ptx={}", ptx.display()), source.display().to_string()];
        let (exit, _) = warpline(&["compile", "--target=sm_90", &args[0], &args[1]]);
        let text = std::fs::read_to_string(&ptx).unwrap_or_default();
        let _ = (std::fs::remove_file(&source), std::fs::remove_file(&ptx));
        if exit == Exit::Success {
            let found: Vec<&str> = text.lines().filter(|line| is_unrounded(line)).collect();
            assert!(found.is_empty(), "{name}: {found:?}");
        }
    }
}

fn is_unrounded(line: &str) -> bool {
    let word = line.split_whitespace().find(|word| !word.starts_with('@')).unwrap_or_default();
    let mut parts = word.split('.');
    let is_arithmetic = matches!(parts.next(), Some("add" | "sub" | "mul" | "fma" | "div" | "sqrt"));
    let parts: Vec<&str> = parts.collect();
    let is_float = parts.iter().any(|part| matches!(*part, "f16" | "bf16" | "f32" | "f64"));
    let is_rounded = parts.iter().any(|part| matches!(*part, "rn" | "rm" | "rp" | "rz"));
    is_arithmetic && is_float && !is_rounded
}

/// Returns the pieces of every PTX case that expects no error, and a kernel for each mathematical function.
fn device_texts() -> Vec<(String, String)> {
    let mut texts = Vec::new();
    let files =
        ["ptx", "gpu"].map(|folder| files_below(&root().join("testsuite/cases").join(folder), "mlir"));
    for path in files.into_iter().flatten() {
        let text = std::fs::read_to_string(&path).expect("a case can be read");
        if text.starts_with("// RUN: not") {
            continue;
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for (index, part) in text.split("// -----").enumerate() {
            texts.push((format!("{name}-{index}"), part.to_string()));
        }
    }
    for (function, ty) in FUNCTIONS.iter().flat_map(|function| [(function, "f32"), (function, "f64")]) {
        let text = format!(
            "gpu.module @m {{ gpu.func @f(%m: memref<1x{ty}>) kernel {{
            %c0 = arith.constant 0 : index
            %x = memref.load %m[%c0] : memref<1x{ty}>
            %y = math.{function} %x : {ty}
            memref.store %y, %m[%c0] : memref<1x{ty}>
            gpu.return }} }}"
        );
        texts.push((format!("{function}-{ty}"), text));
    }
    texts
}

enum Assembled {
    Yes,
    /// The chip lacks a required feature, and the compiler reported it.
    Refused,
    No(String),
}

fn assemble(assemblers: &[std::path::PathBuf], name: &str, text: &str, chip: &str) -> Assembled {
    let [source, ptx] = ["mlir", "ptx"].map(|kind| temporary(&format!("{name}.{chip}.{kind}")));
    std::fs::write(&source, text).expect("a temporary file");
    let args =
        [format!("--target={chip}"), format!("--emit=ptx={}", ptx.display()), source.display().to_string()];
    let (exit, session) = warpline(&["compile", &args[0], &args[1], &args[2]]);
    let result = match exit {
        Exit::Success => {
            let refused = assemblers.iter().find_map(|ptxas| {
                let mut command = Command::new(ptxas);
                command.arg(format!("-arch={chip}")).arg("-Werror").arg(&ptx).args(["-o", "/dev/null"]);
                let found = tools::run(&mut command).expect("ptxas starts");
                let messages = String::from_utf8_lossy(&found.stderr).into_owned();
                (!found.status.success() || !messages.is_empty()).then_some(messages)
            });
            refused.map_or(Assembled::Yes, Assembled::No)
        }
        _ if session.err.contains("needs sm_") => Assembled::Refused,
        _ => Assembled::No(session.err),
    };
    let _ = (std::fs::remove_file(&source), std::fs::remove_file(&ptx));
    result
}

/// Kernels and their attributes, for two chips and for none.
const BINARIES: &str = r#"
gpu.module @kernels [#nvvm.target<chip = "sm_80">, #nvvm.target<O = 3, chip = "sm_90">] {
  gpu.func @zero(%m: memref<64xf32>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>, nvvm.minctasm = 2 : i32, nvvm.maxnreg = 64 : i32} {
    %zero = arith.constant 0.0 : f32
    %t = gpu.thread_id x
    memref.store %zero, %m[%t] : memref<64xf32>
    gpu.return
  }
  gpu.func @scalars(%x: f32, %n: i64) kernel {
    gpu.return
  }
}
gpu.module @plain [#nvvm.target] {
  gpu.func @nothing() kernel {
    gpu.return
  }
}
"#;

/// The pipeline of mlir-opt; it passes a buffer as one address, as warpline does.
const TO_BINARY: &str = "--pass-pipeline=builtin.module(gpu.module(convert-gpu-to-nvvm{use-bare-ptr-memref-call-conv=1}),\
                         gpu-module-to-binary{format=isa})";

#[test]
fn binaries_are_those_of_mlir_opt() {
    let Some(mlir_opt) = tools::mlir_opt() else {
        skip_without("mlir-opt-22");
        return;
    };
    let [source, ours] = ["binaries.mlir", "binaries.out.mlir"].map(temporary);
    std::fs::write(&source, BINARIES).expect("a temporary file");
    let text_of = |args: &[&str]| {
        let made = tools::run(Command::new(&mlir_opt).args(args)).expect("mlir-opt starts");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        String::from_utf8_lossy(&made.stdout).into_owned()
    };
    let emit = format!("--emit=binary={}", ours.display());
    let (exit, session) = warpline(&["compile", &emit, &source.to_string_lossy()]);
    assert_eq!(exit, Exit::Success, "{}", session.err);
    let theirs = stated(&text_of(&[TO_BINARY, &source.to_string_lossy()]));
    // mlir-opt reads the output of warpline, and prints it.
    let found = stated(&text_of(&[&ours.to_string_lossy()]));
    let _ = (std::fs::remove_file(&source), std::fs::remove_file(&ours));
    assert_eq!(found, theirs);
    assert_eq!(theirs.iter().filter(|line| line.starts_with("entry ")).count(), 5, "{theirs:?}");
}

/// Returns the facts about modules, targets and kernels in binaries and their PTX, without code, parameter
/// names and alignment.
fn stated(binaries: &str) -> Vec<String> {
    let text = binaries.replace("\\0A", "\n").replace("\\09", "\t").replace("#gpu.object<", "\nobject ");
    // The first line of a PTX text follows this.
    let text = text.replace("assembly = \"", "assembly\n");
    let mut found = Vec::new();
    for line in text.lines().map(str::trim) {
        let words: Vec<&str> = line.split([' ', ',', '(', ')']).filter(|word| !word.is_empty()).collect();
        match words.as_slice() {
            ["gpu.binary", name, ..] => found.push(format!("binary {name}")),
            ["object", ..] => {
                let end = [", properties", ", assembly"].iter().filter_map(|part| line.find(part)).min();
                found.push(line[..end.unwrap_or(line.len())].to_string());
            }
            [".version" | ".target" | ".minnctapersm" | ".maxnreg", ..] => found.push(line.to_string()),
            [".visible", ".entry", name, ..] => found.push(format!("entry {name}")),
            [".param", ty, ..] => found.push(format!("param {ty}")),
            // warpline declares the exact size, mlir-opt the maximum.
            [".reqntid" | ".maxntid", sizes @ ..] => found.push(format!("block {sizes:?}")),
            _ => {}
        }
    }
    // Without a chip the target is the oldest one: sm_75 here, sm_50 in MLIR.
    let oldest = [".version 4.0", ".target sm_50", ".version 6.3", ".target sm_75"];
    found.retain(|line| !oldest.contains(&line.as_str()));
    found
}

/// Validates documents against a schema; the arguments are the schema and the documents.
const VALIDATE: &str = r"
import sys, json, jsonschema
schema = json.load(open(sys.argv[1]))
kind = jsonschema.validators.validator_for(schema)
validator = kind(schema, format_checker=kind.FORMAT_CHECKER)
for path in sys.argv[2:]:
    for error in validator.iter_errors(json.load(open(path))):
        sys.exit(f'{path}: {list(error.absolute_path)}: {error.message}')
";

#[test]
fn sarif_documents_fit_the_schema() {
    let Some((python, schema)) = tools::sarif_schema() else {
        skip_without("jsonschema of Python, and the schema of SARIF in WARPLINE_SARIF_SCHEMA");
        return;
    };
    let cases = files_below(&root().join("testsuite/cases/ir/invalid"), "mlir");
    let missing = std::iter::once("no-such-file.mlir".into());
    let documents = cases.into_iter().chain(missing).enumerate().map(|(number, case)| {
        let flags = ["opt", "--split-input-file", "--allow-unregistered-dialect", "--diagnostics=sarif"];
        let case = case.to_string_lossy().into_owned();
        let (_, session) = warpline(&[&flags[..], &[&case]].concat());
        let path = temporary(&format!("{number}.sarif"));
        std::fs::write(&path, session.err).expect("a temporary file");
        path
    });
    let documents: Vec<_> = documents.collect();
    let check = tools::run(Command::new(python).args(["-c", VALIDATE]).arg(schema).args(&documents));
    let check = check.expect("python3 started before");
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stderr));
    for path in documents {
        drop(std::fs::remove_file(path));
    }
}

#[expect(clippy::print_stderr, reason = "a skipped test must say so")]
fn skip_without(tool: &str) {
    eprintln!("skipped: needs {tool}");
}
