//! The settings of `:set`, one row each.

use warpline_ir::syntax::layout::{MAX_NESTING, MAX_REGIONS};
use warpline_ir::{Limits, Remarks};
use warpline_runtime::interp::Options;

use super::Repl;
use crate::driver::compilation::{Bounds, Graphs};
use crate::driver::devices;
use crate::driver::remarks;
use crate::driver::session::Stop;
use crate::driver::words::Words as _;

/// The settings of reading, execution and output.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    /// The handling of accesses out of bounds.
    pub(super) bounds: Bounds,
    /// The device that executes functions.
    pub(super) device: String,
    /// The time limit of an execution in seconds; 0 is no limit.
    pub(super) deadline: f64,
    /// The target of commands that name none; empty for the default.
    pub(super) target: String,
    /// The device work that is issued as task graphs.
    pub(super) graphs: Graphs,
    /// Whether executions on the CPU detect races.
    pub(super) races: bool,
    /// The passes that report what they did or did not do, and why.
    pub(super) remarks: Remarks,
    /// The seed of another legal order, or of threads on the interpreter; 0 is the natural order.
    pub(super) seed: u64,
    /// Whether times are shown.
    pub(super) times: bool,
    /// Whether operations of unknown dialects are accepted.
    pub(super) unregistered: bool,
}

/// A setting.
pub(super) struct Setting {
    /// Its name.
    pub(super) name: &'static str,
    /// Returns the accepted values.
    pub(super) values: fn() -> String,
    /// A summary of its effect.
    pub(super) summary: &'static str,
    /// Returns its value as text.
    pub(super) get: fn(&Settings) -> String,
    /// Sets it; `None` if the text is not a valid value.
    pub(super) set: fn(&mut Settings, &str) -> Option<()>,
}

/// All settings, sorted by name.
pub(super) const SETTINGS: &[Setting] = &[
    Setting {
        name: "bounds",
        values: || "trap|off".to_string(),
        summary: "whether an index out of bounds ends the execution or is unchecked",
        get: |settings| settings.bounds.word().to_string(),
        set: |settings, text| {
            settings.bounds = Bounds::of_word(text)?;
            Some(())
        },
    },
    Setting {
        name: "deadline",
        values: || "SECONDS".to_string(),
        summary: "time limit of an execution; 0 is no limit",
        get: |settings| settings.deadline.to_string(),
        set: |settings, text| {
            let seconds = text.trim_end_matches('s').parse().ok();
            settings.deadline = seconds.filter(|seconds: &f64| (0.0..1e9).contains(seconds))?;
            Some(())
        },
    },
    Setting {
        name: "device",
        values: || devices::names().join("|"),
        summary: "device that executes functions; interp finds races, bad accesses and poison",
        get: |settings| settings.device.clone(),
        set: |settings, text| {
            let is_known = devices::find(text).is_some();
            is_known.then(|| settings.device = text.to_string())
        },
    },
    Setting {
        name: "graphs",
        values: || "auto|always|never".to_string(),
        summary: "device work that becomes task graphs",
        get: |settings| settings.graphs.word().to_string(),
        set: |settings, text| {
            settings.graphs = Graphs::of_word(text)?;
            Some(())
        },
    },
    Setting {
        name: "races",
        values: || "on|off".to_string(),
        summary: "whether executions on the cpu detect races",
        get: |settings| on_off(settings.races),
        set: |settings, text| read_on_off(text).map(|value| settings.races = value),
    },
    Setting {
        name: "remarks",
        values: || "off|all|PASS,…".to_string(),
        summary: "passes that report what they did or did not do, and why",
        get: |settings| remarks::to_text(&settings.remarks),
        set: |settings, text| {
            settings.remarks = remarks::from_text(text).ok()?;
            Some(())
        },
    },
    Setting {
        name: "seed",
        values: || "N".to_string(),
        summary: "seed of another legal order of the work; 0 is the usual order",
        get: |settings| settings.seed.to_string(),
        set: |settings, text| text.parse().ok().map(|value| settings.seed = value),
    },
    Setting {
        name: "target",
        values: || "cpu|sm_90|…".to_string(),
        summary: "target of ':emit'; 'default' is cpu, or for PTX the one that the program names",
        get: |settings| {
            if settings.target.is_empty() { "default".to_string() } else { settings.target.clone() }
        },
        set: |settings, text| {
            let is_default = text == "default";
            let is_known = is_default || crate::driver::backends::CodeTarget::find(text).is_some();
            is_known.then(|| settings.target = if is_default { String::new() } else { text.to_string() })
        },
    },
    Setting {
        name: "times",
        values: || "on|off".to_string(),
        summary: "whether times are shown; off in scripts, whose output is always the same",
        get: |settings| on_off(settings.times),
        set: |settings, text| read_on_off(text).map(|value| settings.times = value),
    },
    Setting {
        name: "unregistered",
        values: || "on|off".to_string(),
        summary: "whether operations of unknown dialects are accepted",
        get: |settings| on_off(settings.unregistered),
        set: |settings, text| read_on_off(text).map(|value| settings.unregistered = value),
    },
];

impl Settings {
    /// Returns the initial settings.
    pub(super) fn new(times: bool) -> Self {
        Self {
            bounds: Bounds::Trap,
            device: "auto".to_string(),
            deadline: 60.0,
            target: String::new(),
            graphs: Graphs::default(),
            races: false,
            remarks: Remarks::Off,
            seed: 0,
            times,
            unregistered: false,
        }
    }
}

fn on_off(value: bool) -> String {
    if value { "on" } else { "off" }.to_string()
}

fn read_on_off(text: &str) -> Option<bool> {
    match text {
        "on" | "true" => Some(true),
        "off" | "false" => Some(false),
        _ => None,
    }
}

/// `:set [NAME [VALUE]]`
pub(super) fn set(repl: &mut Repl<'_>, args: &str) -> Result<(), Stop> {
    let (name, value) = args.split_once([' ', '=']).unwrap_or((args, ""));
    if name.is_empty() {
        for setting in SETTINGS {
            let value = format!("{} = {}", setting.name, (setting.get)(&repl.settings));
            repl.say(format!("{value:<22} {}: {}", (setting.values)(), setting.summary));
        }
        return Ok(());
    }
    let Some(setting) = SETTINGS.iter().find(|setting| setting.name == name) else {
        let near = warpline_ir::suggest::nearest(name, SETTINGS.iter().map(|setting| setting.name));
        let hint = near.map(|near| format!("; did you mean '{near}'?")).unwrap_or_default();
        return repl.refuse(format!("there is no setting '{name}'{hint}"));
    };
    let value = value.trim();
    if !value.is_empty() && (setting.set)(&mut repl.settings, value).is_none() {
        return repl.refuse(format!("expected {} for '{name}', but found '{value}'", (setting.values)()));
    }
    repl.say(format!("{name} = {}", (setting.get)(&repl.settings)));
    Ok(())
}

/// `:device [NAME]`
pub(super) fn device(repl: &mut Repl<'_>, args: &str) -> Result<(), Stop> {
    if !args.is_empty() {
        return set(repl, &format!("device {args}"));
    }
    repl.say_lines(devices::statuses().iter().map(devices::line));
    repl.say(format!("device = {}", repl.settings.device));
    Ok(())
}

/// `:limits`
pub(super) fn limits(repl: &mut Repl<'_>) {
    let text = Limits::default();
    let interp = Options::default().limits;
    let [time, memory] = repl.session.ceilings.flags();
    repl.say(format!("text        {} bytes, {} tokens, {} operations", text.bytes, text.tokens, text.ops));
    repl.say(format!("nesting     {MAX_REGIONS} regions, {MAX_NESTING} brackets"));
    repl.say(format!("interpreter {} steps, {} bytes", interp.steps, interp.bytes));
    repl.say(format!(
        "deadline    {} s for an execution; ':set deadline' changes it",
        repl.settings.deadline
    ));
    repl.say(format!("compiling   {time} {memory}, in the processes that run passes and execute"));
}
