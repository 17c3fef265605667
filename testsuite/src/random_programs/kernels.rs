//! Generates the text of kernels.

use super::meaning::GUARD;
use super::syntax::{RandomKernel, Update};
use std::fmt::Write as _;

const INDEX: &str = "      %t = gpu.thread_id x
      %b = gpu.block_id x
      %d = gpu.block_dim x
      %m = arith.muli %b, %d : index
      %i = arith.addi %m, %t : index
";

/// Returns the kind attribute of an atomic update.
fn keyword(update: Update) -> &'static str {
    match update {
        Update::Add => "addi",
        Update::Max => "maxs",
        Update::Min => "mins",
        Update::And => "andi",
        Update::Or => "ori",
    }
}

/// Returns the name of a kernel.
pub(super) fn name(kernel: RandomKernel) -> String {
    match kernel {
        RandomKernel::Fill => "fill".to_string(),
        RandomKernel::Add => "add".to_string(),
        RandomKernel::Scale => "scale".to_string(),
        RandomKernel::Guarded => "guarded".to_string(),
        RandomKernel::Half => "half".to_string(),
        RandomKernel::Copy => "copy".to_string(),
        RandomKernel::Axpy => "axpy".to_string(),
        RandomKernel::Shift => "shift".to_string(),
        RandomKernel::Atomic(update) => format!("atomic_{}", keyword(update)),
        RandomKernel::Scatter(update) => format!("scatter_{}", keyword(update)),
        RandomKernel::Reduce(update) => format!("reduce_{}", keyword(update)),
    }
}

/// Returns a kernel that writes `target` and reads `source`, which are types of buffers of `n` elements.
pub(super) fn text(kernel: RandomKernel, name: &str, n: usize, target: &str, source: Option<&str>) -> String {
    let source_parameter = source.map(|ty| format!(", %s: {ty}")).unwrap_or_default();
    let low = if kernel == RandomKernel::Half { ", %lo: index" } else { "" };
    let mut out = format!("    gpu.func @{name}(%p: {target}{source_parameter}, %c: i32{low}) kernel {{\n");
    out.push_str(INDEX);
    for line in body(kernel, n, target, source.unwrap_or_default()) {
        let _ = writeln!(out, "      {line}");
    }
    out.push_str("      gpu.return\n    }\n");
    out
}

fn body(kernel: RandomKernel, n: usize, target: &str, source: &str) -> Vec<String> {
    let lines = |all: &[&str]| all.iter().map(ToString::to_string).collect::<Vec<_>>();
    let own = format!("%x = memref.load %p[%i] : {target}");
    let read = format!("%y = memref.load %s[%i] : {source}");
    let put = |value: &str| format!("memref.store {value}, %p[%i] : {target}");
    let atomic = |update: Update, value: &str, at: &str| {
        let keyword = keyword(update);
        format!("%old = memref.atomic_rmw {keyword} {value}, %p[{at}] : (i32, {target}) -> i32")
    };
    match kernel {
        RandomKernel::Fill => vec![put("%c")],
        RandomKernel::Add => vec![own, "%z = arith.addi %x, %c : i32".to_string(), put("%z")],
        RandomKernel::Scale => {
            let mut out = vec![own];
            out.extend(lines(&[
                "%y = arith.muli %x, %c : i32",
                "%k = arith.index_cast %i : index to i32",
                "%z = arith.addi %y, %k : i32",
            ]));
            out.push(put("%z"));
            out
        }
        RandomKernel::Guarded => vec![
            format!("%k = arith.constant {GUARD} : index"),
            "%in = arith.cmpi ult, %i, %k : index".to_string(),
            "scf.if %in {".to_string(),
            format!("  {own}"),
            "  %z = arith.xori %x, %c : i32".to_string(),
            format!("  {}", put("%z")),
            "}".to_string(),
        ],
        RandomKernel::Half => vec![
            "%j = arith.addi %i, %lo : index".to_string(),
            format!("%x = memref.load %p[%j] : {target}"),
            "%z = arith.subi %x, %c : i32".to_string(),
            format!("memref.store %z, %p[%j] : {target}"),
        ],
        RandomKernel::Copy => vec![read, "%z = arith.addi %y, %c : i32".to_string(), put("%z")],
        RandomKernel::Axpy => vec![
            own,
            read,
            "%k = arith.constant 3 : i32".to_string(),
            "%u = arith.muli %y, %k : i32".to_string(),
            "%z = arith.addi %x, %u : i32".to_string(),
            put("%z"),
        ],
        RandomKernel::Shift => vec![
            "%one = arith.constant 1 : index".to_string(),
            format!("%n = arith.constant {n} : index"),
            "%next = arith.addi %i, %one : index".to_string(),
            "%j = arith.remui %next, %n : index".to_string(),
            format!("%y = memref.load %s[%j] : {source}"),
            "%z = arith.xori %y, %c : i32".to_string(),
            put("%z"),
        ],
        RandomKernel::Atomic(update) => vec![atomic(update, "%c", "%i")],
        RandomKernel::Scatter(update) => vec![
            read,
            "%k = arith.constant 3 : i32".to_string(),
            "%u = arith.andi %y, %k : i32".to_string(),
            "%j = arith.index_cast %u : i32 to index".to_string(),
            atomic(update, "%c", "%j"),
        ],
        RandomKernel::Reduce(update) => {
            vec![read, "%zero = arith.constant 0 : index".to_string(), atomic(update, "%y", "%zero")]
        }
    }
}
