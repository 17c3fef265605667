//! Opens the kernel cache as flags and environment variables specify: its directory and its policy.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use warpline_runtime::cache::{BuildId, ContextLimits, KernelCache, Limits, Options, Policy};

use crate::file_names::path_of;
use crate::quantities;
use crate::report::report_warning;
use crate::session::Session;

/// The flags of commands that use the cache.
#[derive(Debug, Args)]
pub struct CacheFlags {
    /// Policy for the on-disk cache of compiled kernels; verify compiles anyway and compares
    #[arg(long, value_enum, value_name = "POLICY", default_value_t)]
    cache: Use,
    /// Cache directory, instead of warpline/kc in XDG_CACHE_HOME or in ~/.cache; cannot be set in warpline.toml
    #[arg(long, value_name = "DIR")]
    cache_dir: Option<String>,
    #[command(flatten)]
    limits: LimitFlags,
    /// Bytes of compiled and of loaded kernels to keep in the process [default: 256M and 512M]
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    cache_memory: Option<u64>,
    /// Maximum time in seconds to wait for another process that compiles the same kernel
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = quantities::seconds)]
    cache_patience: Duration,
}

/// The limits of the cache directory.
#[derive(Clone, Copy, Debug, Args)]
pub struct LimitFlags {
    /// Bytes of the cache directory, such as 500M or 2G; what was not used for longest goes first
    #[arg(long = "cache-max-bytes", global = true, value_name = "BYTES", default_value = "2G", value_parser = bytes)]
    bytes: u64,
    /// Number of entries of the cache directory
    #[arg(long = "cache-max-entries", global = true, value_name = "N", default_value_t = 20_000)]
    entries: u64,
    /// Days after which an unused entry of the cache directory goes
    #[arg(long = "cache-max-age", global = true, value_name = "DAYS", default_value_t = 30)]
    days: u32,
}

impl LimitFlags {
    /// Returns the limits.
    pub fn limits(&self) -> Limits {
        let Self { bytes, entries, days } = *self;
        Limits { bytes, entries, age: Duration::from_hours(24) * days }
    }
}

/// Parses a number of bytes, with an optional suffix for powers of 1024.
fn bytes(text: &str) -> Result<u64, String> {
    const UNITS: [(&str, u64); 4] = [("K", 1 << 10), ("M", 1 << 20), ("G", 1 << 30), ("T", 1 << 40)];
    let message = || format!("expected a number of bytes such as 1000, 64K, 500M or 2G, but found '{text}'");
    quantities::bytes(text, &UNITS).ok_or_else(message)
}

/// The cache policy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Use {
    /// Read code from the cache and store new code in it.
    #[default]
    #[value(name = "readwrite")]
    ReadWrite,
    /// Only read code from the cache.
    #[value(name = "readonly")]
    ReadOnly,
    /// Compile again, compare with the cached code, and store the new code.
    Verify,
    /// Do not use the cache.
    Off,
}

impl CacheFlags {
    /// Whether the command line differs from the default.
    pub fn is_named(&self) -> bool {
        self.cache_dir.is_some() || self.cache != Use::ReadWrite
    }

    /// Returns the limits of what a device keeps loaded.
    pub fn context_limits(&self) -> ContextLimits {
        let default = ContextLimits::default();
        ContextLimits { bytes: self.cache_memory.unwrap_or(default.bytes), ..default }
    }

    fn options(&self) -> Options {
        let default = Options::default();
        Options {
            limits: self.limits.limits(),
            most_bytes: self.cache_memory.unwrap_or(default.most_bytes),
            patience: self.cache_patience,
            ..default
        }
    }

    /// Opens the cache; `None` if it is off. A session that is not a whole process uses a directory only if one
    /// is specified, so that no test uses a user's cache.
    pub fn open(&self, session: &mut Session) -> Option<KernelCache> {
        let policy = match self.cache {
            Use::ReadWrite => Policy::ReadWrite,
            Use::ReadOnly => Policy::ReadOnly,
            Use::Verify => Policy::Verify,
            Use::Off => return None,
        };
        let options = self.options();
        let in_process = || Some(KernelCache::open(&options, BuildId::of_this_process()));
        if self.cache_dir.is_none() && !session.is_process {
            return in_process();
        }
        let dir = directory(self.cache_dir.as_deref());
        let dir = dir.and_then(|dir| session.writes.check(&dir).map(|()| dir));
        match dir.and_then(|dir| Ok((dir, own_build()?))) {
            Ok((dir, build)) => {
                Some(KernelCache::open(&Options { policy, dir: Some(dir), ..options }, build))
            }
            Err(problem) => {
                report_warning(session, &format!("the kernel cache is not used: {problem}"));
                in_process()
            }
        }
    }
}

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
