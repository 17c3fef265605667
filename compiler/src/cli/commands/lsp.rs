//! `warpline lsp`: the language server on stdin and stdout.

use clap::Args;

use crate::cli;
use crate::driver::session::{Exit, Session, Stop};
use crate::lsp::{Log, Style, Transport, serve};

/// The flags of `lsp`: those of mlir-lsp-server, and those of clients that name the transport.
#[derive(Debug, Args)]
pub struct LspArgs {
    /// Use stdin and stdout, the only transport; accepted for clients that pass it
    #[arg(long)]
    stdio: bool,
    /// Messages to log on stderr
    #[arg(long, value_enum, default_value_t = Log::Error, value_name = "LEVEL")]
    log: Log,
    /// Indent the messages, for human readers
    #[arg(long)]
    pretty: bool,
}

/// Serves until the client ends the session. A client that disconnects without `exit` is an error.
pub fn lsp(session: &mut Session, args: &LspArgs) -> Result<Exit, Stop> {
    let (connection, transport) = Transport::start(Style { is_pretty: args.pretty, log: args.log });
    let served = serve(&connection, cli::execute);
    drop(connection);
    transport.finish().and(served).map_err(|message| session.fail(Exit::Failed, message))?;
    Ok(Exit::Success)
}
