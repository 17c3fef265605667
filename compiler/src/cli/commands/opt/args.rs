//! The flags of `opt`, named and meant as in mlir-opt.

use clap::{ArgAction, Args};
use warpline_ir::print::PrintOptions;

use super::split::MARKER;
use crate::driver::remarks::RemarkFlags;
use crate::testing::case::expected::Level;

/// The flags of `opt`, passes apart.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is one flag of the command line")]
pub struct OptArgs {
    /// The file; `-` is stdin
    #[arg(default_value = "-")]
    pub(super) file: String,
    /// Where the result goes
    #[arg(short = 'o', long = "output", default_value = "-", value_name = "FILE")]
    pub(super) output: String,
    /// Passes as text: builtin.module(canonicalize,cse{…})
    #[arg(long, value_name = "TEXT")]
    pub(super) pass_pipeline: Option<String>,
    /// Treat pieces between markers, `// -----` if none is given, as files of their own
    #[arg(long, value_name = "MARKER", num_args = 0..=1, require_equals = true, default_missing_value = MARKER)]
    pub(super) split_input_file: Option<String>,
    /// The line between the results of pieces
    #[arg(long, value_name = "MARKER", default_value = MARKER)]
    pub(super) output_split_marker: String,
    /// Check findings against comments `expected-error {{…}}` and the like
    #[arg(long, value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "all",
        overrides_with = "verify_diagnostics")]
    pub(super) verify_diagnostics: Option<Level>,
    /// Accept operations of unknown dialects
    #[arg(long)]
    pub(super) allow_unregistered_dialect: bool,
    /// Print, read back and compare before the passes run
    #[arg(long)]
    pub(super) verify_roundtrip: bool,
    /// Where the program and the passes go in one file if a pass fails or breaks down
    #[arg(long, value_name = "FILE")]
    pub(super) mlir_pass_pipeline_crash_reproducer: Option<String>,
    /// Where the program and the passes go in any case
    #[arg(long, value_name = "FILE")]
    pub(super) mlir_generate_reproducer: Option<String>,
    /// Run the passes that the file names, which is a reproducer
    #[arg(long)]
    pub(super) run_reproducer: bool,
    /// Break down before this pass; for tests
    #[arg(long, hide = true, value_name = "PASS")]
    pub(super) debug_crash: Option<String>,
    /// Whether to verify after each pass
    #[arg(long, action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_value = "true",
        default_missing_value = "true", value_parser = clap::builder::BoolishValueParser::new())]
    pub(super) verify_each: bool,
    /// Print the IR before these passes
    #[arg(long, value_name = "PASS", value_delimiter = ',', help_heading = "Printing")]
    pub(super) mlir_print_ir_before: Vec<String>,
    /// Print the IR after these passes
    #[arg(long, value_name = "PASS", value_delimiter = ',', help_heading = "Printing")]
    pub(super) mlir_print_ir_after: Vec<String>,
    /// Print the IR after these passes, or what phases of gpu-schedule find: effects, alias, dag, reduce, schedule,
    /// waits, memory, lifetimes, verify
    #[arg(long, value_name = "PASS", value_delimiter = ',', help_heading = "Printing")]
    pub(super) print_after: Vec<String>,
    /// Print the IR before every pass
    #[arg(long, help_heading = "Printing")]
    pub(super) mlir_print_ir_before_all: bool,
    /// Print the IR after every pass
    #[arg(long, help_heading = "Printing")]
    pub(super) mlir_print_ir_after_all: bool,
    /// Print the IR after passes only where it changed
    #[arg(long, help_heading = "Printing")]
    pub(super) mlir_print_ir_after_change: bool,
    /// Print the IR after a pass that failed
    #[arg(long, help_heading = "Printing")]
    pub(super) mlir_print_ir_after_failure: bool,
    /// Print the whole module around passes, which is always so
    #[arg(long, help_heading = "Printing")]
    mlir_print_ir_module_scope: bool,
    /// Print the generic form
    #[arg(long, help_heading = "Printing")]
    mlir_print_op_generic: bool,
    /// Print where operations and block arguments come from
    #[arg(long, help_heading = "Printing")]
    pub(super) mlir_print_debuginfo: bool,
    /// Print without aliases
    #[arg(long, help_heading = "Printing")]
    pub(super) mlir_print_local_scope: bool,
    /// Print regions as {...}
    #[arg(long, help_heading = "Printing")]
    mlir_print_skip_regions: bool,
    /// Use no number or name of a value twice
    #[arg(long, help_heading = "Printing")]
    mlir_print_unique_ssa_ids: bool,
    /// Leave out lists of more than N elements
    #[arg(long, value_name = "N", help_heading = "Printing")]
    mlir_elide_elementsattrs_if_larger: Option<usize>,
    /// Leave out resources whose text has more than N characters
    #[arg(long, value_name = "N", help_heading = "Printing")]
    mlir_elide_resource_strings_if_larger: Option<usize>,
    /// Print lists of more than N elements as bytes; -1 prints none so
    #[arg(
        long,
        value_name = "N",
        default_value = "100",
        allow_negative_numbers = true,
        help_heading = "Printing"
    )]
    mlir_print_elementsattrs_with_hex_if_larger: i64,
    /// Print for modules that are verified, which is always so
    #[arg(long, help_heading = "Printing")]
    mlir_print_assume_verified: bool,
    /// Print the time of every pass
    #[arg(long)]
    pub(super) mlir_timing: bool,
    /// How times are shown
    #[arg(long, value_enum, default_value = "tree")]
    pub(super) mlir_timing_display: TimingDisplay,
    /// Use one thread, which is always so
    #[arg(long)]
    mlir_disable_threading: bool,
    /// Report findings without their notes
    #[arg(long)]
    pub(super) mlir_disable_diagnostic_notes: bool,
    /// Which findings are reported
    #[arg(long, value_enum, default_value = "remarks")]
    pub(super) mlir_diagnostic_verbosity_level: Verbosity,
    #[command(flatten)]
    pub(super) remarks: RemarkFlags,
    /// Print the pipeline before it runs
    #[arg(long)]
    pub(super) dump_pass_pipeline: bool,
    /// List the passes and end
    #[arg(long)]
    pub(super) list_passes: bool,
    /// List the dialects and end
    #[arg(long)]
    pub(super) show_dialects: bool,
}

/// The least grave findings that are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Verbosity {
    /// Errors only.
    Errors,
    /// Errors and warnings.
    Warnings,
    /// All.
    Remarks,
}

/// The order of the times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum TimingDisplay {
    /// The order in which things ran.
    Tree,
    /// The longest first.
    List,
}

impl OptArgs {
    /// How the IR is printed.
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
        }
    }
}
