//! `warpline lsp`: the language server on stdin and stdout.

use clap::Args;

use crate::cli;
use crate::driver::session::{Exit, Session, Stop};
use crate::lsp::{Log, Style, Transport, serve};

/// The flags of `lsp`, as those of mlir-lsp-server and of clients that name the way.
#[derive(Debug, Args)]
pub struct LspArgs {
    /// Talk on stdin and stdout; some clients ask for what is the only way
    #[arg(long)]
    stdio: bool,
    /// What to tell on stderr
    #[arg(long, value_enum, default_value_t = Log::Error, value_name = "LEVEL")]
    log: Log,
    /// Indent what is sent, for people who read it
    #[arg(long)]
    pretty: bool,
}

/// Serves until the client ends it; an error where the client leaves without saying so.
pub fn lsp(session: &mut Session, args: &LspArgs) -> Result<Exit, Stop> {
    let (connection, transport) = Transport::start(Style { is_pretty: args.pretty, log: args.log });
    let served = serve(&connection, cli::execute);
    drop(connection);
    transport.finish().and(served).map_err(|message| session.fail(Exit::Failed, message))?;
    Ok(Exit::Success)
}
