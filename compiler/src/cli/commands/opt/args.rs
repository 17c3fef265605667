//! The flags of `opt`, with the names and meanings of mlir-opt.

use clap::{ArgAction, Args};
use warpline_ir::MlirVersion;
use warpline_ir::print::PrintOptions;

use super::split::MARKER;
use crate::cli::flags::{RemarkFlags, word};
use crate::driver::timing::TimingOrder;
use crate::testing::case::expected::Level;

/// The flags of `opt` except for the passes.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is one flag of the command line")]
pub struct OptArgs {
    /// Input file; `-` is stdin
    #[arg(default_value = "-")]
    pub(super) file: String,
    /// Output file
    #[arg(short = 'o', long = "output", default_value = "-", value_name = "FILE")]
    pub(super) output: String,
    /// Pass pipeline as text: builtin.module(canonicalize,cse{…})
    #[arg(long, value_name = "TEXT")]
    pub(super) pass_pipeline: Option<String>,
    /// Treat the pieces between markers as separate files [default marker: // -----]
    #[arg(long, value_name = "MARKER", num_args = 0..=1, require_equals = true, default_missing_value = MARKER)]
    pub(super) split_input_file: Option<String>,
    /// Line between the results of pieces
    #[arg(long, value_name = "MARKER", default_value = MARKER)]
    pub(super) output_split_marker: String,
    /// Check diagnostics against comments such as `expected-error {{…}}`
    #[arg(long, value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "all",
        overrides_with = "verify_diagnostics")]
    pub(super) verify_diagnostics: Option<Level>,
    /// Accept operations of unknown dialects
    #[arg(long)]
    pub(super) allow_unregistered_dialect: bool,
    /// Check that the printed module reads back the same, before the passes run
    #[arg(long)]
    pub(super) verify_roundtrip: bool,
    /// Write a reproducer (the program and the passes) to this file if a pass fails or crashes
    #[arg(long, value_name = "FILE")]
    pub(super) mlir_pass_pipeline_crash_reproducer: Option<String>,
    /// Write a reproducer to this file in any case
    #[arg(long, value_name = "FILE")]
    pub(super) mlir_generate_reproducer: Option<String>,
    /// Run the passes named in the input file, which is a reproducer
    #[arg(long)]
    pub(super) run_reproducer: bool,
    /// Crash before this pass; for tests
    #[arg(long, hide = true, value_name = "PASS")]
    pub(super) debug_crash: Option<String>,
    /// Verify the IR after each pass
    #[arg(long, action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_value = "true",
        default_missing_value = "true", value_parser = clap::builder::BoolishValueParser::new())]
    pub(super) verify_each: bool,
    /// Print the IR before these passes
    #[arg(long, value_name = "PASS", value_delimiter = ',', help_heading = "Printing")]
    pub(super) mlir_print_ir_before: Vec<String>,
    /// Print the IR after these passes
    #[arg(long, value_name = "PASS", value_delimiter = ',', help_heading = "Printing")]
    pub(super) mlir_print_ir_after: Vec<String>,
    /// Print the IR after these passes, or the results of phases of gpu-schedule: effects, alias, dag, reduce,
    /// schedule, waits, memory, lifetimes, verify
    #[arg(long, value_name = "PASS", value_delimiter = ',', help_heading = "Printing")]
    pub(super) print_after: Vec<String>,
    /// Print the IR before every pass
    #[arg(long, help_heading = "Printing")]
    pub(super) mlir_print_ir_before_all: bool,
    /// Print the IR after every pass
    #[arg(long, help_heading = "Printing")]
    pub(super) mlir_print_ir_after_all: bool,
    /// Print the IR after a pass only if it changed
    #[arg(long, help_heading = "Printing")]
    pub(super) mlir_print_ir_after_change: bool,
    /// Print the IR after a pass that failed
    #[arg(long, help_heading = "Printing")]
    pub(super) mlir_print_ir_after_failure: bool,
    /// Print the whole module in IR dumps; always on
    #[arg(long, help_heading = "Printing")]
    mlir_print_ir_module_scope: bool,
    /// Print the generic form
    #[arg(long, help_heading = "Printing")]
    pub(super) mlir_print_op_generic: bool,
    /// Print the text of this version of MLIR, 19 to 24, which must have all parts of the program [default: 22]
    #[arg(long, value_name = "N", value_parser = mlir_version, help_heading = "Printing")]
    pub(super) mlir_version: Option<MlirVersion>,
    /// Print the locations of operations and block arguments
    #[arg(long, help_heading = "Printing")]
    pub(super) mlir_print_debuginfo: bool,
    /// Print without attribute and type aliases
    #[arg(long, help_heading = "Printing")]
    pub(super) mlir_print_local_scope: bool,
    /// Print regions as {...}
    #[arg(long, help_heading = "Printing")]
    mlir_print_skip_regions: bool,
    /// Use every value number and name only once
    #[arg(long, help_heading = "Printing")]
    mlir_print_unique_ssa_ids: bool,
    /// Elide element lists with more than N elements
    #[arg(long, value_name = "N", help_heading = "Printing")]
    mlir_elide_elementsattrs_if_larger: Option<usize>,
    /// Elide resources with more than N characters of text
    #[arg(long, value_name = "N", help_heading = "Printing")]
    mlir_elide_resource_strings_if_larger: Option<usize>,
    /// Print element lists with more than N elements as hexadecimal bytes; -1 for never
    #[arg(
        long,
        value_name = "N",
        default_value = "100",
        allow_negative_numbers = true,
        help_heading = "Printing"
    )]
    mlir_print_elementsattrs_with_hex_if_larger: i64,
    /// Assume that modules are verified when printing; always on
    #[arg(long, help_heading = "Printing")]
    mlir_print_assume_verified: bool,
    /// Print the time of every pass, and how it changes the number of operations
    #[arg(long, visible_alias = "mlir-timing")]
    pub(super) timing: bool,
    /// Order of the timing report
    #[arg(long = "mlir-timing-display", value_parser = word::<TimingOrder>(), default_value = "tree", value_name = "ORDER")]
    pub(super) timing_order: TimingOrder,
    /// Use one thread; always on
    #[arg(long)]
    mlir_disable_threading: bool,
    /// Report diagnostics without notes
    #[arg(long)]
    pub(super) mlir_disable_diagnostic_notes: bool,
    /// Minimum severity of reported diagnostics
    #[arg(long, value_enum, default_value = "remarks")]
    pub(super) mlir_diagnostic_verbosity_level: Verbosity,
    #[command(flatten)]
    pub(super) remarks: RemarkFlags,
    /// Print the pipeline before it runs
    #[arg(long)]
    pub(super) dump_pass_pipeline: bool,
    /// List the passes and exit
    #[arg(long)]
    pub(super) list_passes: bool,
    /// List the dialects and exit
    #[arg(long)]
    pub(super) show_dialects: bool,
}

/// The minimum severity of reported diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Verbosity {
    /// Errors only.
    Errors,
    /// Errors and warnings.
    Warnings,
    /// Errors, warnings and remarks.
    Remarks,
}

/// Parses the number of a version.
fn mlir_version(text: &str) -> Result<MlirVersion, String> {
    let version = text.parse().ok().and_then(MlirVersion::from_number);
    let [first, .., last] = MlirVersion::ALL;
    version.ok_or_else(|| format!("expected a number from {first} to {last}"))
}

impl OptArgs {
    /// Returns the printer options.
    pub(super) fn print_options(&self) -> PrintOptions {
        let hex = self.mlir_print_elementsattrs_with_hex_if_larger;
        PrintOptions {
            generic: self.mlir_print_op_generic,
            debug_info: self.mlir_print_debuginfo,
            local_scope: self.mlir_print_local_scope,
            skip_regions: self.mlir_print_skip_regions,
            unique_ids: self.mlir_print_unique_ssa_ids,
            elide_elements_over: self.mlir_elide_elementsattrs_if_larger,
            elide_resources_over: self.mlir_elide_resource_strings_if_larger,
            hex_elements_over: usize::try_from(hex).ok(),
            version: self.mlir_version.unwrap_or_default(),
        }
    }
}
