//! Compares the machine code of the benchmark kernels with that of another build of warpline: instructions, instructions
//! weighted by loop depth, registers and spilled bytes, as ptxas makes them for sm_80 and sm_90.
//!
//! `WARPLINE_BASELINE` names the binary of the other build. An instruction counts tenfold for each loop that encloses it, as its
//! backward branches show; padding does not count. nvdisasm is that of the search path or of the Python package
//! nvidia-cuda-nvdisasm.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use warpline_testsuite::paths::{files_below, root, temporary};
use warpline_testsuite::process::warpline_binary;
use warpline_testsuite::tools;

/// The chips, which run on any machine.
const CHIPS: [&str; 2] = ["sm_80", "sm_90"];
/// The weight of an instruction for each loop around it.
const LOOP_WEIGHT: f64 = 10.0;

/// The code of a kernel.
#[derive(Clone, Copy, Default)]
struct Code {
    instructions: f64,
    weighted: f64,
    registers: f64,
    spilled: f64,
}

#[expect(clippy::print_stdout, reason = "a benchmark reports on stdout")]
fn main() {
    let Some(baseline) = std::env::var_os("WARPLINE_BASELINE").map(PathBuf::from) else {
        return println!("skipped: needs WARPLINE_BASELINE, a binary of another build");
    };
    let (Some(ptxas), Some(nvdisasm)) = (tools::ptxas().pop(), tools::nvdisasm()) else {
        return println!("skipped: needs ptxas and nvdisasm");
    };
    let tools = Tools { ptxas, nvdisasm };
    let programs: Vec<PathBuf> = ["testsuite/cases/gpu", "examples"]
        .iter()
        .flat_map(|folder| files_below(&root().join(folder), "mlir"))
        .collect();
    for chip in CHIPS {
        println!("{chip:38} instructions       ratio  weighted    registers  spilled");
        let (mut n, mut sums) = (0.0, [0.0; 3]);
        for program in &programs {
            let [before, after] =
                [&baseline, &warpline_binary()].map(|binary| tools.measure(binary, program, chip));
            for (kernel, before) in before {
                let Some(after) = after.get(&kernel) else { continue };
                let ratios = [
                    after.instructions / before.instructions,
                    after.weighted / before.weighted,
                    after.registers / before.registers,
                ];
                let name = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                println!(
                    "{name:14.14} {kernel:22.22} {:7} → {:5} {:9.3} {:9.3} {:5} → {:4} {:4} → {}",
                    before.instructions,
                    after.instructions,
                    ratios[0],
                    ratios[1],
                    before.registers,
                    after.registers,
                    before.spilled,
                    after.spilled
                );
                n += 1.0;
                sums.iter_mut().zip(ratios).for_each(|(sum, ratio)| *sum += ratio.ln());
            }
        }
        let [instructions, weighted, registers] = sums.map(|sum: f64| (sum / n).exp());
        println!(
            "geometric mean of {n} kernels: instructions {instructions:.4}, weighted {weighted:.4}, registers {registers:.4}"
        );
    }
}

/// What makes and reads machine code.
struct Tools {
    ptxas: PathBuf,
    nvdisasm: PathBuf,
}

impl Tools {
    /// Returns the code of each kernel of a program; none where it has none for the chip.
    fn measure(&self, warpline: &Path, program: &Path, chip: &str) -> BTreeMap<String, Code> {
        let [text, code] = ["sass.ptx", "sass.cubin"].map(temporary);
        let target = format!("--target={chip}");
        let ptx = Command::new(warpline).args(["compile", &target, "--emit=ptx"]).arg(program).output();
        let ptx = ptx.expect("warpline can be started");
        std::fs::write(&text, &ptx.stdout).expect("a temporary file can be written");
        let assembled = Command::new(&self.ptxas)
            .args(["-v", &format!("-arch={chip}"), "-o"])
            .args([&code, &text])
            .output()
            .expect("ptxas can be started");
        let listing =
            Command::new(&self.nvdisasm).arg("-c").arg(&code).output().expect("nvdisasm can be started");
        let mut found = BTreeMap::new();
        if ptx.status.success() && assembled.status.success() {
            let used = String::from_utf8_lossy(&assembled.stderr);
            for section in String::from_utf8_lossy(&listing.stdout).split(".section\t.text.").skip(1) {
                let kernel = section.split([',', '\n']).next().unwrap_or_default();
                let (registers, spilled) = usage(&used, kernel);
                let (instructions, weighted) = count(section);
                found.insert(kernel.to_string(), Code { instructions, weighted, registers, spilled });
            }
        }
        for file in [text, code] {
            drop(std::fs::remove_file(file));
        }
        found
    }
}

/// Returns the registers and the bytes of spill stores that ptxas reports for a kernel.
fn usage(report: &str, kernel: &str) -> (f64, f64) {
    let after = report.split(&format!("'{kernel}'")).nth(1).unwrap_or_default();
    let number_before = |words: &str| -> f64 {
        let before = after.split(words).next().filter(|before| before.len() < after.len());
        let number = before.and_then(|before| before.split_whitespace().last()?.parse().ok());
        number.unwrap_or_default()
    };
    (number_before(" registers"), number_before(" bytes spill stores"))
}

/// Returns the instructions of a listing, and their weighted number.
fn count(listing: &str) -> (f64, f64) {
    let (mut instructions, mut labels) = (Vec::new(), BTreeMap::new());
    for line in listing.lines() {
        if let Some(label) = line.strip_suffix(':') {
            labels.insert(label, instructions.len());
        } else if let Some((address, text)) =
            line.trim().strip_prefix("/*").and_then(|rest| rest.split_once("*/"))
        {
            let is_code = address.len() == 4 && text.contains(';');
            instructions.extend(is_code.then_some(text.trim()));
        }
    }
    let mut weights = vec![1.0; instructions.len()];
    for (at, text) in instructions.iter().enumerate() {
        let target = text.split_once("`(").and_then(|(_, label)| label.split(')').next());
        if let Some(first) = target.and_then(|target| labels.get(target)).filter(|first| **first < at) {
            weights[*first..=at].iter_mut().for_each(|weight| *weight *= LOOP_WEIGHT);
        }
    }
    let counted = || instructions.iter().zip(&weights).filter(|(text, _)| !text.starts_with("NOP"));
    (counted().count() as f64, counted().map(|(_, weight)| weight).sum())
}
