//! Formats the comparison as tables in Markdown.

use super::listing::Code;
use std::fmt::Write as _;

/// The code of a kernel from both compilers.
pub(crate) struct Row {
    /// The program and the kernel.
    pub(crate) name: String,
    pub(crate) ours: Code,
    pub(crate) llvm: Code,
    /// LLVM's code without unrolled or peeled loops.
    pub(crate) rolled: Code,
}

/// The CPU times to compile a program, in seconds.
pub(crate) struct Time {
    pub(crate) program: &'static str,
    pub(crate) ours: f64,
    pub(crate) mlir_opt: f64,
}

/// Two numbers of a kernel: ours and LLVM's.
type Numbers = fn(&Row) -> [u32; 2];

/// The numbers of which means are reported.
const MEANS: [(&str, Numbers); 6] = [
    ("instructions", |row| [row.ours.instructions, row.llvm.instructions]),
    ("instructions, rolled", instructions_rolled),
    ("VGPRs", |row| [row.ours.vgprs, row.llvm.vgprs]),
    ("SGPRs", |row| [row.ours.sgprs, row.llvm.sgprs]),
    ("waits", |row| [row.ours.waits, row.llvm.waits]),
    ("waits, rolled", |row| [row.ours.waits, row.rolled.waits]),
];

fn instructions_rolled(row: &Row) -> [u32; 2] {
    [row.ours.instructions, row.rolled.instructions]
}

/// Returns our number relative to LLVM's.
fn ratio([ours, theirs]: [u32; 2]) -> f64 {
    f64::from(ours) / f64::from(theirs)
}

/// Returns the table of kernels, those first in which ours is longest relative to LLVM's with loops as they are. A cell
/// has our number, LLVM's, and for waits LLVM's with loops as they are.
pub(crate) fn kernels(rows: &[Row]) -> String {
    let mut order: Vec<&Row> = rows.iter().collect();
    let relative = |row: &Row| ratio(instructions_rolled(row));
    order.sort_by(|a, b| relative(b).total_cmp(&relative(a)));
    let header = ["kernel", "instructions", "ratio", "rolled", "ratio", "VGPRs", "SGPRs", "spills", "waits"];
    let cells = order.iter().map(|Row { name, ours, llvm, rolled }| {
        [
            name.clone(),
            format!("{}, {}", ours.instructions, llvm.instructions),
            format!("{:.2}", ratio([ours.instructions, llvm.instructions])),
            rolled.instructions.to_string(),
            format!("{:.2}", ratio([ours.instructions, rolled.instructions])),
            format!("{}, {}", ours.vgprs, llvm.vgprs),
            format!("{}, {}", ours.sgprs, llvm.sgprs),
            format!("{}, {}", ours.spills, llvm.spills),
            format!("{}, {}, {}", ours.waits, llvm.waits, rolled.waits),
        ]
    });
    table(header, &cells.collect::<Vec<_>>())
}

/// Returns the table of geometric means of our numbers relative to LLVM's.
pub(crate) fn means(rows: &[Row]) -> String {
    let cells = MEANS.iter().map(|(name, numbers)| {
        let both = rows.iter().map(numbers).filter(|numbers| !numbers.contains(&0));
        let logarithms: Vec<f64> = both.map(|numbers| ratio(numbers).ln()).collect();
        let mean = (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp();
        let mean = if logarithms.is_empty() { "-".to_string() } else { format!("{mean:.3}") };
        [(*name).to_string(), logarithms.len().to_string(), mean]
    });
    table(["ours relative to LLVM's", "kernels", "geometric mean"], &cells.collect::<Vec<_>>())
}

/// Returns the table of compile times.
pub(crate) fn times(times: &[Time]) -> String {
    if times.is_empty() {
        return "skipped: compile times need `cargo build --release`\n".to_string();
    }
    let cells = times.iter().map(|Time { program, ours, mlir_opt }| {
        let milliseconds = |seconds: f64| format!("{:.1}", 1e3 * seconds);
        let ratio = format!("{:.3}", ours / mlir_opt);
        [(*program).to_string(), milliseconds(*ours), milliseconds(*mlir_opt), ratio]
    });
    table(["ms of CPU time, text to object", "ours", "mlir-opt", "ratio"], &cells.collect::<Vec<_>>())
}

/// Returns a table whose columns are as wide as their widest cell.
fn table<const N: usize>(header: [&str; N], rows: &[[String; N]]) -> String {
    let header = header.map(str::to_string);
    let width = |column: usize| rows.iter().chain([&header]).map(|row| row[column].len()).max().unwrap_or(0);
    let widths: [usize; N] = std::array::from_fn(width);
    let line: [String; N] = widths.map(|width| "-".repeat(width));
    let mut text = String::new();
    for row in [&header, &line].into_iter().chain(rows) {
        for (cell, width) in row.iter().zip(widths) {
            let _ = write!(text, "| {cell:width$} ");
        }
        text.push_str("|\n");
    }
    text
}
