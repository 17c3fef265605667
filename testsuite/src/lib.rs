//! Shared test support: paths, running the compiler in-process, external tools, the corpus, and the
//! invariants that fuzz targets check as well.

#![forbid(unsafe_code)]

pub mod api;
pub mod application;
pub mod book;
pub mod code_mutants;
pub mod device;
pub mod emulation;
pub mod functions;
pub mod gpu_bench;
pub mod mock;
pub mod mock_cases;
pub mod paths;
pub mod planted;
pub mod process;
pub mod programs;
pub mod racy;
pub mod random_contractions;
pub mod random_kernels;
pub mod random_nests;
pub mod random_programs;
pub mod random_views;
pub mod stages;
pub mod tools;
pub mod type_matrix;
pub mod workloads;

pub mod corpus;
pub mod flows;
pub mod generator;
pub mod integers;
pub mod lsp_client;
pub mod lsp_questions;
pub mod mutate;

pub mod checks;

use warpline_cli::{Exit, Session};

/// Runs a command in-process, as the binary would with these arguments.
pub fn warpline(args: &[&str]) -> (Exit, Session) {
    let mut session = Session::default();
    let args: Vec<String> =
        std::iter::once("warpline").chain(args.iter().copied()).map(str::to_string).collect();
    let exit = warpline_cli::cli::execute(&args, &mut session);
    (exit, session)
}
