//! `cache show`, `dump` and `diff`: print the key fields and the code of one entry, or compare two entries.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use similar::TextDiff;
use warpline_ir::artifact::Code;
use warpline_runtime::cache::{DirectoryAccess, Entry, Field, Key};

use super::{find, kernel_names, open, short};
use crate::driver::session::{Exit, Session, Stop};

/// The flags of `cache show`.
#[derive(Debug, Args)]
pub(super) struct ShowArgs {
    /// First digits of a key, as printed by ls
    key: String,
    /// Print JSON with all fields in full
    #[arg(long)]
    json: bool,
}

/// The flags of `cache dump`.
#[derive(Debug, Args)]
pub(super) struct DumpArgs {
    /// First digits of a key, as printed by ls
    key: String,
    /// Part to write
    #[arg(long, value_enum)]
    section: Section,
    /// Output file, instead of stdout
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
}

/// A part of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Section {
    /// Kernels as IR text
    Ir,
    /// Code: PTX, or the concatenated machine code of all functions
    Code,
    /// Machine features that the code may use
    Machine,
}

/// The flags of `cache diff`.
#[derive(Debug, Args)]
pub(super) struct DiffArgs {
    /// First digits of the key of an entry
    a: String,
    /// First digits of the key of another entry
    b: String,
}

/// Shows an entry.
pub(super) fn show(session: &mut Session, dir: PathBuf, args: &ShowArgs) -> Result<Exit, Stop> {
    let store = open(session, dir, DirectoryAccess::Read)?;
    let (key, entry) = find(session, store.as_ref(), &args.key)?;
    if args.json {
        session.print(as_json(key, &entry).to_string());
        return Ok(Exit::Success);
    }
    session.print(format!("{:<8} {key}", "key"));
    for field in Field::ALL {
        let value = entry.fields.get(field);
        let shown = match field {
            Field::Machine if !value.is_empty() => format!("{} settings", value.lines().count()),
            Field::Ir => format!("{} bytes", value.len()),
            Field::Format
            | Field::Build
            | Field::Backend
            | Field::Target
            | Field::Machine
            | Field::Pipeline => value.to_string(),
        };
        session.print(format!("{:<8} {shown}", field.name()).trim_end());
    }
    session.print(format!("{:<8} {} bytes", "code", code(&entry).len()));
    for (kernel, name) in entry.image.kernels.iter().zip(kernel_names(&entry)) {
        let (n_params, scratch) = (kernel.n_params, kernel.scratch_bytes);
        session.print(format!(
            "{:<8} {name}: {n_params} arguments, {scratch} bytes of scratch memory",
            "kernel"
        ));
    }
    Ok(Exit::Success)
}

fn as_json(key: Key, entry: &Entry) -> Value {
    let fields: serde_json::Map<String, Value> =
        Field::ALL.iter().map(|field| (field.name().to_string(), json!(entry.fields.get(*field)))).collect();
    let kernels = entry.image.kernels.iter().map(|kernel| {
        json!({
            "module": kernel.module, "name": kernel.name, "symbol": kernel.symbol, "arguments": kernel.n_params,
            "scratch_bytes": kernel.scratch_bytes, "waits_for_other_work": kernel.spins,
        })
    });
    let kernels: Vec<Value> = kernels.collect();
    json!({"key": key.to_string(), "fields": fields, "code_bytes": code(entry).len(), "kernels": kernels})
}

/// Returns the code as bytes.
fn code(entry: &Entry) -> Vec<u8> {
    match &entry.image.code {
        Code::Text(text) => text.as_bytes().to_vec(),
        Code::Bytes(bytes) => bytes.clone(),
        Code::Native { functions, .. } => {
            functions.iter().flat_map(|function| function.bytes.clone()).collect()
        }
    }
}

/// Writes a part of an entry.
pub(super) fn dump(session: &mut Session, dir: PathBuf, args: &DumpArgs) -> Result<Exit, Stop> {
    let store = open(session, dir, DirectoryAccess::Read)?;
    let (_, entry) = find(session, store.as_ref(), &args.key)?;
    let is_native = matches!(entry.image.code, Code::Native { .. });
    let bytes = match args.section {
        Section::Ir => entry.fields.get(Field::Ir).as_bytes().to_vec(),
        Section::Machine => format!("{}\n", entry.fields.get(Field::Machine)).into_bytes(),
        Section::Code if is_native && args.output.is_none() => {
            let message = "machine code is not text; expected a file for it, as with '-o FILE'";
            return Err(session.fail(Exit::Usage, message));
        }
        Section::Code => code(&entry),
    };
    session.write_result(args.output.as_deref(), &bytes)?;
    Ok(Exit::Success)
}

/// Compares the key fields of two entries.
pub(super) fn diff(session: &mut Session, dir: PathBuf, args: &DiffArgs) -> Result<Exit, Stop> {
    let store = open(session, dir, DirectoryAccess::Read)?;
    let (key_a, a) = find(session, store.as_ref(), &args.a)?;
    let (key_b, b) = find(session, store.as_ref(), &args.b)?;
    let differing = Field::ALL.into_iter().filter(|field| a.fields.get(*field) != b.fields.get(*field));
    let differing: Vec<Field> = differing.collect();
    if differing.is_empty() {
        session.print("nothing differs");
    }
    for field in differing {
        let (before, after) = (a.fields.get(field), b.fields.get(field));
        if !before.contains('\n') && !after.contains('\n') {
            session.print(format!(
                "{}: '{before}' in {}, '{after}' in {}",
                field.name(),
                short(key_a),
                short(key_b)
            ));
            continue;
        }
        session.print(format!("{}:", field.name()));
        let lines = TextDiff::from_lines(before, after);
        let text = lines.unified_diff().context_radius(1).header(&short(key_a), &short(key_b)).to_string();
        session.out.push_str(&text);
    }
    Ok(Exit::Success)
}
