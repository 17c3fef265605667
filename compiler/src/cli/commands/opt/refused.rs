//! Flags and passes of mlir-opt that `opt` rejects by name, with the reason.

use warpline_passes::absent::instead_of;

/// Names without dashes, each with the reason for its rejection.
const REFUSED: &[(&str, &str)] = &[
    ("emit-bytecode", "bytecode is not written"),
    ("emit-bytecode-version", "bytecode is not written"),
    ("emit-bytecode-producer", "bytecode is not written"),
    ("elide-resource-data-from-bytecode", "bytecode is not written"),
    ("load-dialect-plugin", "there are no plugins"),
    ("load-pass-plugin", "there are no plugins"),
    ("irdl-file", "dialects are not defined at run time"),
    ("no-implicit-module", "the operations of a file are always wrapped in a module"),
    ("mlir-very-unsafe-disable-verifier-on-parsing", "what is read is always verified"),
    ("mlir-print-ir-tree-dir", "dumps go to stderr only"),
    ("mlir-pretty-debuginfo", "locations are printed in full, with --mlir-print-debuginfo"),
    ("mlir-use-nameloc-as-prefix", "locations do not name values"),
    ("mlir-print-value-users", "users of values are not printed"),
    ("mlir-print-stacktrace-on-diagnostic", "diagnostics do not contain call stacks"),
    ("mlir-print-op-on-diagnostic", "diagnostics show the source text instead"),
    ("mlir-pass-statistics", "passes do not count"),
    ("mlir-pass-statistics-display", "passes do not count"),
    ("mlir-output-format", "times are printed as text"),
    ("mlir-debug-counter", "there are no debug counters"),
    ("mlir-print-debug-counter", "there are no debug counters"),
    (
        "mlir-pass-pipeline-local-reproducer",
        "'warpline reduce --reduce-pipeline' finds the smallest pipeline",
    ),
    ("mlir-enable-debugger-hook", "there is no debugger hook"),
    ("profile-actions-to", "actions are not traced"),
    ("log-actions-to", "actions are not traced"),
    ("debug-only", "there is no debug output"),
    ("verify-region-info", "there is no region analysis to verify"),
];

/// Returns the message for an argument that names an unsupported flag of mlir-opt.
pub fn refused_flag(arg: &str) -> Option<String> {
    let name = arg.strip_prefix("--").or_else(|| arg.strip_prefix('-'))?;
    let name = name.split('=').next().unwrap_or_default();
    if let Some(advice) = instead_of(name) {
        return Some(format!("the mlir-opt pass '--{name}' is not implemented: {advice}"));
    }
    let (name, reason) = REFUSED.iter().find(|(known, _)| *known == name)?;
    Some(format!("the flag '--{name}' of mlir-opt is not supported: {reason}"))
}
