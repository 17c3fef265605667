//! `warpline lsp`: the language server on stdin and stdout.

use lsp_server::Connection;

use crate::lsp::serve;
use crate::session::{Exit, Session, Stop};

/// Serves until the client ends it.
pub fn lsp(session: &mut Session) -> Result<Exit, Stop> {
    let (connection, threads) = Connection::stdio();
    let served = serve(&connection);
    drop(connection);
    let joined = threads.join().map_err(|error| error.to_string());
    served.and(joined).map_err(|message| session.fail(Exit::Failed, message))?;
    Ok(Exit::Success)
}
