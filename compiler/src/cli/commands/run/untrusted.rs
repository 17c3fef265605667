//! What `run --untrusted` allows, from the flags.

use std::collections::BTreeSet;

use super::RunArgs;
use super::results::named;
use crate::cli::sandbox::{Allowance, DEADLINE};
use crate::driver::compilation::Bounds;
use crate::driver::devices;
use crate::driver::file_names::path_of;
use crate::driver::host_memory;
use crate::values::ArrayRef;

/// Returns what the run may use, or the error for flags that would give it more.
pub(super) fn allowance(args: &RunArgs) -> Result<Allowance, String> {
    for device in &args.device {
        if let Some((kind, _)) = devices::find(device).filter(|(kind, _)| !kind.is_built_in) {
            return Err(format!(
                "expected a run on the cpu or on the interpreter for --untrusted, but found one on {}, whose driver \
                 needs more rights",
                kind.title
            ));
        }
    }
    let weaker = [
        ("--bounds=off", args.bounds == Bounds::Off),
        ("--allow-shared-libs", args.allow_shared_libs),
        ("--checks=none", args.checks == Some(super::Checks::None)),
        ("--assume-noalias", args.assumptions.assume_noalias),
    ];
    if let Some((flag, _)) = weaker.iter().find(|(_, is_given)| *is_given) {
        return Err(format!("--untrusted keeps all checks, but found {flag}"));
    }
    let destinations: Vec<&str> =
        args.output.iter().map(|text| named(text).map_or(&**text, |(_, to)| to)).collect();
    let documents = [&args.stats, &args.trace, &args.profile_out].into_iter().flatten();
    let documents = documents.filter(|path| *path != "-").cloned();
    let appended = destinations.iter().filter(|to| to.starts_with('+'));
    let values = args.input.iter().chain(&args.expect).map(|text| value(text));
    let arrays = values.chain(appended.copied()).filter_map(ArrayRef::parse).map(|array| array.path);
    let read: BTreeSet<String> =
        arrays.chain(args.profile.clone()).chain([args.file.clone()]).filter(|path| path != "-").collect();
    let arrays = destinations.into_iter().filter_map(ArrayRef::parse).map(|array| array.path);
    Ok(Allowance {
        read: read.iter().map(|path| path_of(path)).collect(),
        written: arrays.chain(documents).collect(),
        memory: args.max_host_memory.map_or_else(host_memory::limit, Into::into),
        deadline: args.deadline().unwrap_or(DEADLINE),
    })
}

/// Returns the value of `TYPE=VALUE` or `VALUE`.
fn value(text: &str) -> &str {
    named(text).map_or(text, |(_, value)| value).trim()
}
