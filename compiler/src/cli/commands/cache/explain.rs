//! `cache explain`: explains for each unit of a program's kernels why it hits or misses, with the nearest entry.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};
use warpline_runtime::cache::{BuildId, DirectoryAccess, Entry, Field, Fields, Key};

use super::code_flags::CodeFlags;
use super::{all, open, short};
use crate::driver::backends::{CodeTarget, DEFAULT_TARGET, unknown_target};
use crate::driver::cache::own_build;
use crate::driver::execute::Unit;
use crate::driver::session::{Exit, Session, Stop};

/// The flags of `cache explain`.
#[derive(Debug, Args)]
pub(super) struct ExplainArgs {
    /// Input file; `-` is stdin
    #[arg(default_value = "-")]
    file: String,
    /// Target of the code: cpu, or the chip of a GPU such as sm_90
    #[arg(long, value_name = "TARGET", default_value = DEFAULT_TARGET)]
    target: String,
    #[command(flatten)]
    code: CodeFlags,
    /// Print JSON, one object per line
    #[arg(long)]
    json: bool,
}

/// A readable entry.
struct Known {
    key: Key,
    entry: Entry,
}

/// The lookup result of one unit.
struct Answer<'k> {
    module: String,
    fields: Fields,
    found: Found<'k>,
}

enum Found<'k> {
    /// An entry with the code of the unit.
    Hit(Key),
    /// No entry with the code; this entry is the nearest, and differs in these fields.
    Near(&'k Known, Vec<Field>),
    /// No entry of this backend.
    Nothing,
}

/// Prints the lookup result of each unit of a program's kernels.
pub(super) fn explain(session: &mut Session, dir: PathBuf, args: &ExplainArgs) -> Result<Exit, Stop> {
    let Some(target) = CodeTarget::find(&args.target) else {
        return Err(session.fail(Exit::Usage, unknown_target(&args.target)));
    };
    let source = session.read_source(&args.file)?;
    let units = args.code.units(session, &source, target)?;
    let build = own_build().map_err(|problem| session.fail(Exit::Failed, problem))?;
    let store = open(session, dir, DirectoryAccess::Read)?;
    let known: Vec<Known> = all(store.as_ref())
        .into_iter()
        .filter_map(|listed| Some(Known { key: listed.key, entry: listed.entry.ok()? }))
        .collect();
    if units.is_empty() && !args.json {
        session.print("the program has no kernels");
    }
    for unit in units {
        let answer = answer(unit, &build, &known);
        session.print(if args.json { as_json(&answer).to_string() } else { as_text(&answer) });
    }
    Ok(Exit::Success)
}

fn answer<'k>(unit: Unit, build: &BuildId, known: &'k [Known]) -> Answer<'k> {
    let Unit { module, request } = unit;
    let fields = Fields::new(request, build);
    let key = fields.key();
    let differing = |known: &Known| -> Vec<Field> {
        let differs = |field: &Field| known.entry.fields.get(*field) != fields.get(*field);
        Field::ALL.into_iter().filter(differs).collect()
    };
    // Entries with kernels of the same module rank before entries that merely differ in fewer fields.
    let has_name = |known: &Known| known.entry.image.kernels.iter().any(|kernel| kernel.module == module);
    let same_backend =
        known.iter().filter(|known| known.entry.fields.get(Field::Backend) == fields.get(Field::Backend));
    let nearest = same_backend.min_by_key(|known| (!has_name(known), differing(known).len(), known.key));
    let found = match nearest {
        _ if known.iter().any(|known| known.key == key) => Found::Hit(key),
        Some(nearest) => Found::Near(nearest, differing(nearest)),
        None => Found::Nothing,
    };
    Answer { module, fields, found }
}

fn as_text(answer: &Answer<'_>) -> String {
    let unit = format!("@{} for {}", answer.module, answer.fields.get(Field::Target));
    match &answer.found {
        Found::Hit(key) => format!("{unit}: hit, {}", short(*key)),
        Found::Nothing => {
            format!("{unit}: miss, there is no entry of the backend '{}'", answer.fields.get(Field::Backend))
        }
        Found::Near(near, fields) => {
            let names: Vec<&str> = fields.iter().map(|field| field.name()).collect();
            let mut text = format!(
                "{unit}: miss, the nearest entry {} differs in {}",
                short(near.key),
                names.join(", ")
            );
            for field in fields {
                let (line, there, here) =
                    first_difference(near.entry.fields.get(*field), answer.fields.get(*field));
                let name = field.name();
                let _ = write!(text, "\n  {name} line {line}\n    entry:   {there}\n    program: {here}");
            }
            text
        }
    }
}

fn as_json(answer: &Answer<'_>) -> Value {
    let (state, entry, fields) = match &answer.found {
        Found::Hit(key) => ("hit", Some(*key), Vec::new()),
        Found::Near(near, fields) => ("miss", Some(near.key), fields.clone()),
        Found::Nothing => ("miss", None, Vec::new()),
    };
    let fields: Vec<&str> = fields.iter().map(|field| field.name()).collect();
    json!({
        "module": answer.module,
        "backend": answer.fields.get(Field::Backend),
        "target": answer.fields.get(Field::Target),
        "key": answer.fields.key().to_string(),
        "state": state,
        "entry": entry.map(|key| key.to_string()),
        "differs": fields,
    })
}

/// Returns the number of the first line that differs, and both lines.
fn first_difference<'t>(a: &'t str, b: &'t str) -> (usize, &'t str, &'t str) {
    let (mut lines_a, mut lines_b) = (a.lines(), b.lines());
    let mut number = 1;
    loop {
        match (lines_a.next(), lines_b.next()) {
            (Some(a), Some(b)) if a == b => number += 1,
            (a, b) => return (number, a.unwrap_or_default().trim(), b.unwrap_or_default().trim()),
        }
    }
}
