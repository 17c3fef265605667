//! Reproducers: a program with the passes that fail on it, in one file, in the format of mlir-opt 22.
//!
//! ```text
//! {-#
//!   external_resources: {
//!     mlir_reproducer: {
//!       pipeline: "builtin.module(canonicalize)", disable_threading: false, verify_each: true
//!     }
//!   }
//! #-}
//! ```

use std::fmt::Write as _;
use std::hash::{Hash as _, Hasher as _};

use rustc_hash::FxHasher;
use warpline_ir::print::{PrintOptions, print};
use warpline_ir::resources::{Resource, ResourceSection, ResourceValue};
use warpline_ir::{Module, ParseOptions};
use warpline_passes::pipeline::Pipeline;

use crate::session::{Session, SourceFile};

/// The owner of the resources.
const OWNER: &str = "mlir_reproducer";

/// Options that mlir-opt writes with these default values, which our passes always use.
const DEFAULTS: &[(&str, &str)] = &[
    ("affine-parallelize", "max-nested=4294967295"),
    ("affine-parallelize", "parallel-reductions=false"),
    ("canonicalize", "max-num-rewrites=-1"),
    ("canonicalize", "test-convergence=false"),
    ("convert-scf-to-cf", "allow-pattern-rollback=true"),
    ("gpu-kernel-outlining", "data-layout-str="),
    ("gpu-map-parallel-loops", "mapping-policy=outermost-first"),
    ("inline", "default-pipeline=canonicalize"),
    ("inline", "inlining-threshold=4294967295"),
    ("inline", "max-iterations=4"),
];

/// The program and the passes of a command, for a reproducer.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The program.
    source: SourceFile,
    /// The passes that have started, as text.
    passes: Vec<String>,
}

impl Subject {
    /// Creates a subject on which no pass has run.
    pub fn new(source: SourceFile) -> Self {
        Self { source, passes: Vec::new() }
    }

    /// Records passes that are about to run.
    pub fn add(&mut self, pipeline: &Pipeline) {
        self.passes.extend(pipeline.steps.iter().map(ToString::to_string));
    }
}

/// Returns the text of a module with the passes to run on it.
pub fn text(module: &Module, pipeline: &str, verify_each: bool) -> String {
    let mut module = module.clone();
    drop_from(&mut module);
    let entries = [
        ("pipeline", ResourceValue::String(pipeline.to_string())),
        ("disable_threading", ResourceValue::Bool(false)),
        ("verify_each", ResourceValue::Bool(verify_each)),
    ];
    module.resources.extend(entries.map(|(key, value)| Resource {
        section: ResourceSection::External,
        owner: OWNER.to_string(),
        key: key.to_string(),
        value,
    }));
    print(&module, &PrintOptions::default())
}

/// Removes the resources of a reproducer from a module.
pub fn drop_from(module: &mut Module) {
    module.resources.retain(|resource| resource.owner != OWNER);
}

/// Returns the passes that the reproducer in a text names.
pub fn pipeline_of(text: &str) -> Option<String> {
    let options = ParseOptions { allow_unregistered: true, ..ParseOptions::default() };
    let (module, _) = warpline_ir::parse(text, &options);
    let is_pipeline = |resource: &&Resource| resource.owner == OWNER && resource.key == "pipeline";
    match &module.resources.iter().find(is_pipeline)?.value {
        ResourceValue::String(pipeline) => Some(without_defaults(pipeline)),
        ResourceValue::Bool(_) | ResourceValue::Blob(_) => None,
    }
}

/// Returns the pipeline without the options of [`DEFAULTS`].
fn without_defaults(pipeline: &str) -> String {
    let mut out = String::new();
    let mut rest = pipeline;
    while let Some((before, (options, after))) =
        rest.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
    {
        out.push_str(before);
        let pass = before.rsplit([',', '(']).next().unwrap_or_default().trim();
        let is_default = |option: &str| DEFAULTS.contains(&(pass, option));
        let kept: Vec<&str> = options.split_whitespace().filter(|option| !is_default(option)).collect();
        if !kept.is_empty() {
            let _ = write!(out, "{{{}}}", kept.join(" "));
        }
        rest = after;
    }
    out + rest
}

/// Writes the subject of a session with an internal error to a file in the working directory, and reports the
/// file name.
pub fn write(session: &mut Session, args: &[String]) {
    let Some(Subject { source, passes }) = session.subject.take() else { return };
    if pipeline_of(&source.text).is_some() {
        return;
    }
    let pipeline = format!("builtin.module({})", passes.join(","));
    let text =
        format!("// {}\n{}", args.join(" ").replace(['\n', '\r'], " "), of_source(&source.text, &pipeline));
    let mut hasher = FxHasher::default();
    text.hash(&mut hasher);
    let path = format!("warpline-{:016x}.repro.mlir", hasher.finish());
    // A failure to write is already reported.
    if session.write_result(Some(&path), text.as_bytes()).is_ok() {
        session.note(format!(
            "note: '{path}' contains the program and the passes; 'warpline opt --run-reproducer' runs them, and \
             'warpline reduce' makes it smaller"
        ));
    }
}

/// Converts a text to a reproducer; one that does not parse is unchanged.
fn of_source(text: &str, pipeline: &str) -> String {
    let options = ParseOptions { allow_unregistered: true, ..ParseOptions::default() };
    let (module, found) = warpline_ir::parse(text, &options);
    if found.has_errors() { text.to_string() } else { self::text(&module, pipeline, true) }
}
