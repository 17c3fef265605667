//! Flags that several commands have, and what they choose in the driver.

use std::num::{NonZeroU64, NonZeroUsize};
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use warpline_ir::Module;
use warpline_passes::TargetModel;
use warpline_passes::transforms::assume_fastmath;
use warpline_runtime::cache::{BuildId, ContextLimits, KernelCache, Limits, Options, Policy};

use crate::driver::cache::{directory, own_build};
use crate::driver::compilation::PlanLimits;
use crate::driver::quantities;
use crate::driver::remarks;
use crate::driver::report::report_warning;
use crate::driver::session::{Exit, Session, SourceFile, Stop};
use crate::driver::steps;
use crate::driver::watchdog::Ceilings;
use crate::driver::words::Words;
use crate::values::Tolerance;

/// Returns a parser of the words of an enumeration.
pub(super) fn word<T: Words>() -> impl TypedValueParser<Value = T> {
    let values = T::ALL
        .iter()
        .map(|(_, word, meaning)| PossibleValue::new(*word).help(meaning.trim().trim_end_matches('.')));
    // Only words of the table are possible.
    PossibleValuesParser::new(values).try_map(|word| T::of_word(&word).ok_or("expected another word"))
}

/// The limits of plans.
#[derive(Debug, Args)]
pub(super) struct PlanFlags {
    /// Maximum number of streams per function [default: 8]
    #[arg(long, value_name = "N")]
    max_streams: Option<NonZeroUsize>,
    /// Maximum bytes of device memory allocated by the program at one time, such as 65536, 64KiB or 2GiB
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    max_device_memory: Option<NonZeroU64>,
    /// Predict the times of plans for this target, such as sm_90 or cpu; any is one whose work never slows other work
    /// down, so that all work overlaps that may [default: the device]
    #[arg(long, value_name = "TARGET", value_parser = TargetModel::find)]
    plan_for: Option<&'static TargetModel>,
}

impl PlanFlags {
    /// Returns the limits.
    pub(super) fn limits(&self) -> PlanLimits {
        PlanLimits {
            max_streams: self.max_streams,
            max_device_memory: self.max_device_memory,
            plan_for: self.plan_for,
        }
    }
}

/// Parses a number of bytes with an optional unit.
pub(super) fn bytes(text: &str) -> Result<NonZeroU64, String> {
    const UNITS: [(&str, u64); 3] = [("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30)];
    let message = || format!("expected bytes as 65536, 64KiB, 16MiB or 2GiB, but found '{text}'");
    quantities::bytes(text, &UNITS).and_then(NonZeroU64::new).ok_or_else(message)
}

/// The tolerance of comparisons.
#[derive(Debug, Args)]
pub(super) struct ToleranceFlags {
    /// Allowed absolute difference from the expected value
    #[arg(long, value_name = "ATOL", default_value_t = 0.0, value_parser = difference)]
    atol: f64,
    /// Allowed relative difference from the expected value
    #[arg(long, value_name = "RTOL", default_value_t = 0.0, value_parser = difference)]
    rtol: f64,
    /// Allowed difference from the expected value in representable floats
    #[arg(long, value_name = "N", default_value_t = 0)]
    ulp: u64,
}

impl ToleranceFlags {
    /// Returns the tolerance.
    pub(super) fn tolerance(&self) -> Tolerance {
        Tolerance { absolute: self.atol, relative: self.rtol, ulps: self.ulp }
    }
}

fn difference(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && 0.0 <= *number);
    number.ok_or_else(|| format!("expected a number that is not negative, but found '{text}'"))
}

/// The limits on compiling.
#[derive(Debug, Args)]
pub(super) struct CeilingFlags {
    /// Time limit of compiling in seconds; 0 is no limit
    #[arg(long, global = true, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    time_limit: f64,
    /// Memory limit of compiling in MiB; 0 is no limit
    #[arg(long, global = true, value_name = "MIB", default_value_t = 2048)]
    memory_limit: u64,
}

impl CeilingFlags {
    /// Returns the limits.
    pub(super) fn ceilings(&self) -> Ceilings {
        Ceilings { time_limit: self.time_limit, memory_limit: self.memory_limit }
    }
}

/// Parses a number of seconds, which may be 0.
fn seconds(text: &str) -> Result<f64, String> {
    let found = text.parse().ok().filter(|seconds| Duration::try_from_secs_f64(*seconds).is_ok());
    found.ok_or_else(|| format!("expected seconds, 0 or more, but found '{text}'"))
}

/// What a compilation may assume although the program does not state it.
#[derive(Debug, Args)]
pub(super) struct AssumptionFlags {
    /// Assume that no two arguments of public functions overlap, as if all were marked llvm.noalias; those of the function
    /// that a run executes never do
    #[arg(long)]
    pub(super) assume_noalias: bool,
    /// Add fastmath flags to all operations on floats: contract fuses products and sums, reassoc permits sums in any order
    #[arg(long, value_name = "FLAGS", value_delimiter = ',',
        value_parser = PossibleValuesParser::new(assume_fastmath::FLAGS))]
    fastmath: Vec<String>,
}

impl AssumptionFlags {
    /// Writes the assumptions into a program.
    pub(super) fn apply(
        &self,
        session: &mut Session,
        source: &SourceFile,
        module: &mut Module,
    ) -> Result<(), Stop> {
        if self.assume_noalias {
            steps::assume_no_alias(session, source, module)?;
        }
        if !self.fastmath.is_empty() {
            steps::assume_fastmath(session, source, module, &self.fastmath)?;
        }
        Ok(())
    }
}

/// The passes that report remarks.
#[derive(Debug, Args)]
pub(super) struct RemarkFlags {
    /// Report what passes did or did not do, where and why: all passes, or the named ones
    #[arg(long, value_name = "PASS", value_delimiter = ',', num_args = 0.., require_equals = true,
        default_missing_value = remarks::ALL)]
    remarks: Vec<String>,
}

impl RemarkFlags {
    /// Whether remarks are requested.
    pub(super) fn is_given(&self) -> bool {
        !self.remarks.is_empty()
    }

    /// Applies the flag to the session. An unknown pass is a usage error.
    pub(super) fn apply(&self, session: &mut Session) -> Result<(), Stop> {
        session.remarks =
            remarks::parse(&self.remarks).map_err(|message| session.fail(Exit::Usage, message))?;
        Ok(())
    }
}

/// The flags of commands that use the cache.
#[derive(Debug, Args)]
pub(super) struct CacheFlags {
    /// Policy for the on-disk cache of compiled kernels; verify compiles anyway and compares
    #[arg(long, value_enum, value_name = "POLICY", default_value_t)]
    cache: Use,
    /// Cache directory, instead of warpline/kc in XDG_CACHE_HOME or in ~/.cache; cannot be set in warpline.toml
    #[arg(long, value_name = "DIR")]
    cache_dir: Option<String>,
    #[command(flatten)]
    limits: LimitFlags,
    /// Bytes of compiled and of loaded kernels to keep in the process [default: 256M and 512M]
    #[arg(long, value_name = "BYTES", value_parser = size)]
    cache_memory: Option<u64>,
    /// Maximum time in seconds to wait for another process that compiles the same kernel
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = quantities::seconds)]
    cache_patience: Duration,
}

/// The limits of the cache directory.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct LimitFlags {
    /// Bytes of the cache directory, such as 500M or 2G; what was not used for longest goes first
    #[arg(long = "cache-max-bytes", global = true, value_name = "BYTES", default_value = "2G", value_parser = size)]
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
    pub(super) fn limits(&self) -> Limits {
        let Self { bytes, entries, days } = *self;
        Limits { bytes, entries, age: Duration::from_hours(24) * days }
    }
}

/// Parses a number of bytes, with an optional suffix for powers of 1024.
fn size(text: &str) -> Result<u64, String> {
    const UNITS: [(&str, u64); 4] = [("K", 1 << 10), ("M", 1 << 20), ("G", 1 << 30), ("T", 1 << 40)];
    let message = || format!("expected a number of bytes such as 1000, 64K, 500M or 2G, but found '{text}'");
    quantities::bytes(text, &UNITS).ok_or_else(message)
}

/// The cache policy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
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
    pub(super) fn is_named(&self) -> bool {
        self.cache_dir.is_some() || self.cache != Use::ReadWrite
    }

    /// Returns the limits of what a device keeps loaded.
    pub(super) fn context_limits(&self) -> ContextLimits {
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
    pub(super) fn open(&self, session: &mut Session) -> Option<KernelCache> {
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
