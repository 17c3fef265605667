//! The directory of the kernel cache, the identity of this build, and what a cache reports.

use std::path::PathBuf;

use serde_json::{Value, json};
use warpline_runtime::cache::{BuildId, KernelCache};

use crate::file_names::path_of;
use crate::report::report_warning;
use crate::session::Session;

/// Returns the specified directory, else the user's.
pub fn directory(named: Option<&str>) -> Result<PathBuf, String> {
    if let Some(named) = named {
        return Ok(path_of(named));
    }
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache")));
    let base = base.ok_or("neither XDG_CACHE_HOME nor HOME names a directory; --cache-dir does")?;
    Ok(base.join("warpline").join("kc"))
}

/// Returns the identity of this build, or the reason why it is unknown.
pub fn own_build() -> Result<BuildId, String> {
    BuildId::of_this_program().map_err(|error| format!("the file of this program cannot be read: {error}"))
}

/// Reports the warnings of a cache.
pub fn report_warnings(session: &mut Session, cache: Option<&KernelCache>) {
    for warning in cache.into_iter().flat_map(KernelCache::take_warnings) {
        report_warning(session, &warning);
    }
}

/// Returns the statistics of a cache as JSON.
pub fn tally_json(cache: &KernelCache) -> Value {
    let tally = cache.tally();
    json!({
        "hits": tally.hits,
        "misses": tally.misses,
        "shared": tally.shared,
        "stores": tally.stores,
        "broken": tally.broken,
        "different": tally.different,
    })
}
