//! Comparisons with programs that are not ours: NumPy, mlir-opt 22, ptxas. Each is skipped where it is not installed.

use std::process::Command;
use warpline::Exit;
use warpline_testsuite::paths::{file, temporary};
use warpline_testsuite::{tools, warpline};

/// Computes the two convolutions and their sum for the arguments: input file, output file.
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

#[test]
fn ptxas_assembles_the_convolutions() {
    let Some(ptxas) = tools::ptxas() else {
        skip_without("ptxas");
        return;
    };
    for target in ["sm_80", "sm_90"] {
        let ptx = temporary(&format!("{target}.ptx"));
        let args = [format!("--target={target}"), format!("--emit=ptx={}", ptx.display())];
        let (exit, session) = warpline(&["compile", &file("examples/conv_add.mlir"), &args[0], &args[1]]);
        assert_eq!(exit, Exit::Success, "{}", session.err);
        let mut command = Command::new(&ptxas);
        command.arg(format!("-arch={target}")).arg(&ptx).args(["-o", "/dev/null"]);
        let found = tools::run(&mut command).expect("ptxas starts");
        assert!(found.status.success(), "{}", String::from_utf8_lossy(&found.stderr));
        let _ = std::fs::remove_file(&ptx);
    }
}

#[expect(clippy::print_stderr, reason = "a skipped test must say so")]
fn skip_without(tool: &str) {
    eprintln!("skipped: needs {tool}");
}
