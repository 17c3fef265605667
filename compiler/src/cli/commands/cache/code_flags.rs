//! The flags of a run that decide which code it compiles, and the requests of that run to the cache.

use clap::Args;
use warpline_passes::transforms::assume_noalias::mark_entry;

use crate::cli::flags::{AssumptionFlags, PlanFlags, word};
use crate::driver::backends::CodeTarget;
use crate::driver::compilation::Bounds;
use crate::driver::execute::{self, Concurrency, Form, Interface, Request, Unit};
use crate::driver::session::{Exit, Session, SourceFile, Stop};
use crate::driver::steps;

/// These flags, with the defaults of `run`.
#[derive(Debug, Args)]
pub(super) struct CodeFlags {
    /// Function that the run executes, instead of main or the only one
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
    /// Whether code checks bounds and divisions, as in the run
    #[arg(long, value_parser = word::<Bounds>(), default_value = "trap")]
    bounds: Bounds,
    #[command(flatten)]
    assumptions: AssumptionFlags,
    /// Find accesses that nothing orders, as in the run
    #[arg(long)]
    detect_races: bool,
    #[command(flatten)]
    limits: PlanFlags,
    /// Accept operations of unknown dialects
    #[arg(long)]
    allow_unregistered_dialect: bool,
}

impl CodeFlags {
    /// Returns the requests to the cache of a run of this program on a device with this target.
    pub(super) fn units(
        &self,
        session: &mut Session,
        source: &SourceFile,
        target: CodeTarget,
    ) -> Result<Vec<Unit>, Stop> {
        let mut module = steps::read_program(session, source, self.allow_unregistered_dialect)?;
        self.assumptions.apply(session, source, &mut module)?;
        // A module without a function to run has the kernels for any caller.
        let entry = match Interface::entry_of(&module, self.entry.as_deref()) {
            Ok(entry) => {
                mark_entry(&mut module, entry);
                entry
            }
            Err(message) if self.entry.is_some() => return Err(session.fail(Exit::Usage, message)),
            Err(_) => module.root(),
        };
        let interface = Interface::uncalled(entry);
        let request = Request {
            concurrency: Concurrency { detects_races: self.detect_races, adversary: None },
            limits: self.limits.limits(),
            traps: self.bounds == Bounds::Trap,
            ..Request::new(source, &module, &interface, &[])
        };
        execute::units(session, &request, &Form::of(&request, target))
    }
}
