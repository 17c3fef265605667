//! `cache status`, `stats` and `ls`: print the cache directory, entry counts, and a list of the entries.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::SystemTime;

use serde_json::{Value, json};
use warpline_runtime::cache::{BuildId, DirectoryAccess, Field, Limits, Listed, Store};

use super::{AsJson, all, kernel_names, n_entries, open, options, short, target};
use crate::driver::session::{Exit, Session, Stop};

/// Prints the cache directory and whether the cache is used.
pub(super) fn status(session: &mut Session, dir: PathBuf, limits: Limits, form: AsJson) -> Exit {
    let directory = dir.display().to_string();
    let opened = Store::open(&options(dir, DirectoryAccess::Read));
    let (state, reason) = match &opened {
        Ok(Some(_)) => ("used", None),
        Ok(None) => ("not made yet", None),
        Err(problem) => ("refused", Some(problem.to_string())),
    };
    let store = opened.ok().flatten();
    let n = store.as_ref().map_or(0, |store| store.keys().len());
    let [n_broken, n_temporary] = store.as_ref().map(Store::leftovers).unwrap_or_default();
    let days = limits.age.as_secs() / (24 * 3600);
    let most = match limits.bytes {
        bytes if bytes.is_multiple_of(1 << 20) => format!("{} MiB", bytes >> 20),
        bytes => format!("{bytes} bytes"),
    };
    if form.json {
        let answer = json!({
            "directory": directory, "state": state, "reason": reason, "entries": n, "broken_kept": n_broken,
            "temporary_files": n_temporary,
            "limits": {"bytes": limits.bytes, "entries": limits.entries, "days_unused": days},
        });
        session.print(answer.to_string());
        return Exit::Success;
    }
    let reason = reason.map(|reason| format!(": {reason}")).unwrap_or_default();
    let rows = [
        ("directory", directory),
        ("state", format!("{state}{reason}")),
        ("entries", n.to_string()),
        ("broken, kept", n_broken.to_string()),
        ("temporary files", n_temporary.to_string()),
        ("limits", format!("{most}, {} entries, {days} days unused", limits.entries)),
    ];
    for (name, value) in rows {
        session.print(format!("{name:<16} {value}"));
    }
    Exit::Success
}

/// The number and size of the entries of one kind.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    entries: u64,
    kernels: u64,
    bytes: u64,
}

impl Count {
    fn add(&mut self, listed: &Listed) {
        self.entries += 1;
        self.kernels += listed.entry.as_ref().map_or(0, |entry| entry.image.kernels.len() as u64);
        self.bytes += listed.bytes;
    }

    fn text(self) -> String {
        format!("{}, {} kernels, {} bytes on disk", n_entries(self.entries), self.kernels, self.bytes)
    }

    fn json(self) -> Value {
        json!({"entries": self.entries, "kernels": self.kernels, "bytes": self.bytes})
    }
}

/// Counts the entries.
pub(super) fn stats(session: &mut Session, dir: PathBuf, form: AsJson) -> Result<Exit, Stop> {
    let store = open(session, dir, DirectoryAccess::Read)?;
    let own = BuildId::of_this_program().map(|build| build.to_string()).unwrap_or_default();
    let (mut total, mut others, mut broken) = (Count::default(), Count::default(), 0);
    let mut backends: BTreeMap<String, Count> = BTreeMap::new();
    for listed in all(store.as_ref()) {
        total.add(&listed);
        let Ok(entry) = &listed.entry else {
            broken += 1;
            continue;
        };
        backends.entry(target(entry)).or_default().add(&listed);
        if entry.fields.get(Field::Build) != own {
            others.add(&listed);
        }
    }
    if form.json {
        let backends: Vec<Value> =
            backends.iter().map(|(name, count)| json!({"target": name, "count": count.json()})).collect();
        let answer = json!({
            "total": total.json(), "targets": backends, "other_builds": others.json(), "broken": broken,
        });
        session.print(answer.to_string());
        return Ok(Exit::Success);
    }
    session.print(format!("all: {}", total.text()));
    for (name, count) in backends {
        session.print(format!("{name}: {}", count.text()));
    }
    session.print(format!("made by other builds of warpline: {}", others.text()));
    session.print(format!("broken: {}", n_entries(broken)));
    Ok(Exit::Success)
}

/// Lists the entries by the names of their kernels.
pub(super) fn list(session: &mut Session, dir: PathBuf, form: AsJson) -> Result<Exit, Stop> {
    let store = open(session, dir, DirectoryAccess::Read)?;
    let mut entries = all(store.as_ref());
    let names = |listed: &Listed| listed.entry.as_ref().map(kernel_names).unwrap_or_default();
    entries.sort_by_cached_key(names);
    for listed in &entries {
        session.print(if form.json { as_json(listed).to_string() } else { line(listed) });
    }
    Ok(Exit::Success)
}

fn line(listed: &Listed) -> String {
    let key = short(listed.key);
    match &listed.entry {
        Ok(entry) => format!("{key} {}: {}", target(entry), kernel_names(entry).join(", ")),
        Err(flaw) => format!("{key} broken: {flaw}"),
    }
}

fn as_json(listed: &Listed) -> Value {
    let used = listed.used.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let entry = listed.entry.as_ref();
    let field = |field| entry.map(|entry| entry.fields.get(field)).ok();
    json!({
        "key": listed.key.to_string(),
        "backend": field(Field::Backend),
        "target": field(Field::Target),
        "build": field(Field::Build),
        "pipeline": field(Field::Pipeline),
        "kernels": entry.map(kernel_names).ok(),
        "bytes": listed.bytes,
        "used": used,
        "broken": entry.err().map(ToString::to_string),
    })
}
