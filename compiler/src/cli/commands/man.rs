//! `warpline man`: prints manual pages for man(1), in roff.

use std::path::PathBuf;

use clap::{Args, Command};
use clap_mangen::Man;

use crate::driver::session::{Exit, Session, Stop};

/// The flags of `man`.
#[derive(Debug, Args)]
pub struct ManArgs {
    /// Command whose page is printed [default: warpline itself]
    command: Option<String>,
    /// Write all pages to this folder as warpline.1 and warpline-COMMAND.1, instead of printing one
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    dir: Option<PathBuf>,
}

/// Prints the page of a command, or writes all pages.
pub fn man(session: &mut Session, args: &ManArgs, mut definition: Command) -> Result<Exit, Stop> {
    definition.build();
    let find = |name: &str| definition.get_subcommands().find(|command| command.get_name() == name);
    let command = match args.command.as_deref() {
        None => Some(&definition),
        Some(name) => find(name),
    };
    let Some(command) = command else {
        let names: Vec<&str> = definition.get_subcommands().map(Command::get_name).collect();
        let message = format!("expected a command to describe: {}", names.join(", "));
        return Err(session.fail(Exit::Usage, message));
    };
    let Some(folder) = &args.dir else {
        let page = page(command).map_err(|error| session.fail(Exit::Internal, error.to_string()))?;
        session.out.push_str(&String::from_utf8_lossy(&page));
        return Ok(Exit::Success);
    };
    session.require_writable(folder)?;
    std::fs::create_dir_all(folder)
        .map_err(|error| session.fail(Exit::Usage, format!("cannot make '{}': {error}", folder.display())))?;
    for command in std::iter::once(&definition).chain(definition.get_subcommands()) {
        let page = page(command).map_err(|error| session.fail(Exit::Internal, error.to_string()))?;
        let name = command.get_display_name().unwrap_or(command.get_name());
        session.write_result(Some(&folder.join(format!("{name}.1")).to_string_lossy()), &page)?;
    }
    Ok(Exit::Success)
}

fn page(command: &Command) -> std::io::Result<Vec<u8>> {
    let name = command.get_display_name().unwrap_or(command.get_name()).to_string();
    let mut out = Vec::new();
    Man::new(command.clone().name(name)).render(&mut out)?;
    Ok(out)
}
