//! Transports messages on stdin and stdout, each after a header with its length.

use std::io::{self, BufRead, Read, Write};
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};

use lsp_server::{Connection, ErrorCode, Message};
use serde_json::{Value, json};

/// The maximum length of a message.
const MAX_LENGTH: u64 = 1 << 28;

/// The maximum length of a header line.
const MAX_HEADER: u64 = 1 << 12;

/// The formatting and the logging of messages.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Whether messages to the client are indented.
    pub is_pretty: bool,
    /// The log level.
    pub log: Log,
}

/// The log level on stderr.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Log {
    /// Errors
    Error,
    /// Also the names of messages
    Info,
    /// Also the contents of messages
    Verbose,
}

/// The threads that read stdin and write stdout.
pub struct Transport {
    writer: JoinHandle<io::Result<()>>,
    problem: Arc<OnceLock<String>>,
}

impl Transport {
    /// Connects to the client on stdin and stdout. A malformed message is answered by an error. If the start of
    /// the next message cannot be found, the input ends.
    pub fn start(style: Style) -> (Connection, Self) {
        let (server, Connection { sender, receiver }) = Connection::memory();
        let writer =
            thread::spawn(move || receiver.into_iter().try_for_each(|message| send(&message, style)));
        let problem = Arc::new(OnceLock::new());
        let transport = Self { writer, problem: Arc::clone(&problem) };
        // This thread is not joined: it may block forever on a client that sends nothing.
        thread::spawn(move || {
            if let Err(message) = read_all(|message| sender.send(message).is_ok(), style) {
                let _ = problem.set(message);
            }
        });
        (server, transport)
    }

    /// Waits until everything is written; returns the input error, if any. The connection must be dropped before.
    pub fn finish(self) -> Result<(), String> {
        let written = self.writer.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        match self.problem.get() {
            Some(problem) => Err(problem.clone()),
            None => written.map_err(|error| error.to_string()),
        }
    }
}

/// Forwards messages until the client ends the session, or the receiver is gone.
fn read_all(is_sent: impl Fn(Message) -> bool, style: Style) -> Result<(), String> {
    let mut input = io::stdin().lock();
    while let Some(bytes) = frame(&mut input)? {
        let is_over = match read(&bytes, style) {
            Ok(message) => {
                let is_exit = matches!(&message, Message::Notification(note) if note.method == "exit");
                !is_sent(message) || is_exit
            }
            Err(problem) => write(&problem, style).is_err(),
        };
        if is_over {
            break;
        }
    }
    Ok(())
}

/// Returns the bytes of the next message; `None` at the end of the input.
fn frame(input: &mut impl BufRead) -> Result<Option<Vec<u8>>, String> {
    let mut length = None;
    loop {
        let mut line = String::new();
        let n_read = input.take(MAX_HEADER).read_line(&mut line).map_err(|error| error.to_string())?;
        if n_read == 0 {
            return Ok(None);
        }
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        let (key, value) = line.split_once(':').ok_or_else(|| unexpected(line))?;
        if key.eq_ignore_ascii_case("Content-Length") {
            length =
                Some(value.trim().parse().ok().filter(|n| *n <= MAX_LENGTH).ok_or_else(|| unexpected(line))?);
        }
    }
    let length = length.ok_or_else(|| unexpected(""))?;
    let mut bytes = Vec::new();
    let n_read = input.take(length).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if (n_read as u64) < length {
        return Err(format!("expected a message of {length} bytes, but the input ends after {n_read}"));
    }
    Ok(Some(bytes))
}

fn unexpected(line: &str) -> String {
    format!("expected the header 'Content-Length: N' with N up to {MAX_LENGTH}, but found '{line}'")
}

/// Parses a message; the error is the reply to a malformed one.
fn read(bytes: &[u8], style: Style) -> Result<Message, Value> {
    let read = serde_json::from_slice::<Message>(bytes);
    if let Ok(message) = &read {
        log_message("-->", message, style.log);
    }
    read.map_err(|error| {
        let is_json = serde_json::from_slice::<Value>(bytes).is_ok();
        let code = if is_json { ErrorCode::InvalidRequest } else { ErrorCode::ParseError };
        json!({"jsonrpc": "2.0", "id": null, "error": {"code": code as i32, "message": error.to_string()}})
    })
}

fn send(message: &Message, style: Style) -> io::Result<()> {
    log_message("<--", message, style.log);
    if style.is_pretty {
        let mut value = serde_json::to_value(message)?;
        value["jsonrpc"] = json!("2.0");
        return write(&value, style);
    }
    message.write(&mut io::stdout().lock())
}

fn write(value: &Value, style: Style) -> io::Result<()> {
    let text = if style.is_pretty { format!("{value:#}") } else { value.to_string() };
    let mut out = io::stdout().lock();
    write!(out, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    out.flush()
}

/// Logs a message on stderr.
#[expect(clippy::print_stderr, reason = "a log is what the flag asks for")]
fn log_message(arrow: &str, message: &Message, log: Log) {
    if log == Log::Error {
        return;
    }
    match message {
        Message::Request(request) => eprintln!("{arrow} {}({})", request.method, request.id),
        Message::Notification(note) => eprintln!("{arrow} {}", note.method),
        Message::Response(response) => eprintln!("{arrow} reply({})", response.id),
    }
    if log == Log::Verbose {
        eprintln!("{}", serde_json::to_string_pretty(message).unwrap_or_default());
    }
}
