//! The server loop: receives messages, and sends replies and diagnostics.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    Diagnostic, DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    ExecuteCommandParams, InitializeParams, InitializeResult, PositionEncodingKind, PublishDiagnosticsParams,
    ServerInfo, Uri,
};
use serde_json::{Value, json};

use crate::driver::session::CommandLine;

use super::answers::{answer, diagnostics};
use super::capabilities::capabilities;
use super::document::Document;
use super::position::Encoding;
use super::show::{Folder, Form, SHOW};

/// The pause after an edit or a reply before diagnostics are computed, so that requests have priority.
const PAUSE: Duration = Duration::from_millis(50);

/// The maximum time that diagnostics are delayed for a pause.
const PATIENCE: Duration = Duration::from_millis(500);

/// The number of unverified batches above which other diagnostics are sent first.
const MANY: usize = 4;

/// The error for a client that disconnects.
const GONE: &str = "the client left without 'shutdown' and 'exit'";

struct Server<'c> {
    connection: &'c Connection,
    /// The function that produces the shown texts.
    command_line: CommandLine,
    encoding: Encoding,
    /// Whether the client opens a document on request.
    shows_documents: bool,
    /// The folder of such documents.
    folder: Folder,
    n_shown: usize,
    documents: BTreeMap<String, Document>,
    /// The time of the last reply; the next request often follows immediately.
    answered: Instant,
}

/// Serves a client until it ends the session; an error if it disconnects before, or violates the protocol.
pub fn serve(connection: &Connection, command_line: CommandLine) -> Result<(), String> {
    let (id, params) = initialize(connection)?;
    let encoding = encoding_of(&params);
    let result = InitializeResult {
        capabilities: capabilities(encoding),
        server_info: Some(ServerInfo {
            name: "warpline".to_string(),
            version: Some(env!("CARGO_PKG_VERSION").to_string()),
        }),
    };
    let result = serde_json::to_value(result).map_err(|error| error.to_string())?;
    let response = Response { id, response_result: Ok(result) };
    connection.sender.send(response.into()).map_err(|_| GONE)?;
    let window = params.capabilities.window.unwrap_or_default();
    let server = Server {
        connection,
        command_line,
        encoding,
        shows_documents: window.show_document.is_some_and(|show| show.support),
        folder: Folder::default(),
        n_shown: 0,
        documents: BTreeMap::new(),
        answered: Instant::now(),
    };
    server.run()
}

/// Waits for the `initialize` request.
fn initialize(connection: &Connection) -> Result<(RequestId, InitializeParams), String> {
    for message in &connection.receiver {
        match message {
            Message::Request(Request { id, method, params }) if method == "initialize" => {
                let params = serde_json::from_value(params).map_err(|error| error.to_string())?;
                return Ok((id, params));
            }
            Message::Request(request) => {
                let message = "expected 'initialize' first".to_string();
                let response = failed(request.id, ErrorCode::ServerNotInitialized, message);
                connection.sender.send(response.into()).map_err(|_| GONE)?;
            }
            Message::Notification(note) if note.method == "exit" => break,
            Message::Notification(_) | Message::Response(_) => {}
        }
    }
    Err(GONE.to_string())
}

/// Returns UTF-8 if the client supports it.
fn encoding_of(params: &InitializeParams) -> Encoding {
    let known = params.capabilities.general.as_ref().and_then(|general| general.position_encodings.as_ref());
    let has_utf8 = known.is_some_and(|known| known.contains(&PositionEncodingKind::UTF8));
    if has_utf8 { Encoding::Utf8 } else { Encoding::Utf16 }
}

impl Server<'_> {
    fn run(mut self) -> Result<(), String> {
        let mut is_shut_down = false;
        while let Some(message) = self.next_message()? {
            match message {
                Message::Request(request) if is_shut_down => {
                    let message = "expected 'exit' after 'shutdown'".to_string();
                    let response = failed(request.id, ErrorCode::InvalidRequest, message);
                    self.send(Message::Response(response))?;
                }
                Message::Request(request) if request.method == "shutdown" => {
                    is_shut_down = true;
                    self.documents.clear();
                    self.send(Message::Response(Response::new_ok(request.id, ())))?;
                }
                Message::Request(request) => {
                    let response = self.respond(request);
                    self.send(Message::Response(response))?;
                    self.answered = Instant::now();
                }
                Message::Notification(note) if note.method == "exit" => break,
                Message::Notification(_) if is_shut_down => {}
                Message::Notification(notification) => self.note(notification)?,
                Message::Response(_) => {}
            }
        }
        if is_shut_down { Ok(()) } else { Err(GONE.to_string()) }
    }

    /// Returns the next message. Computes and sends pending diagnostics while there is none. `None` if the
    /// client has disconnected.
    fn next_message(&mut self) -> Result<Option<Message>, String> {
        let receiver = &self.connection.receiver;
        loop {
            let edited = self.documents.values().filter_map(|document| document.edited).min();
            let Some(edited) = edited else { return Ok(receiver.recv().ok()) };
            match receiver.recv_deadline((edited.max(self.answered) + PAUSE).min(edited + PATIENCE)) {
                Ok(message) => return Ok(Some(message)),
                Err(error) if error.is_timeout() => self.publish()?,
                Err(_) => return Ok(None),
            }
        }
    }

    fn send(&self, message: Message) -> Result<(), String> {
        self.connection.sender.send(message).map_err(|_| GONE.to_string())
    }

    /// Handles a request; a panic becomes an error reply, and the server continues.
    fn respond(&mut self, request: Request) -> Response {
        let Request { id, method, params } = request;
        let ended = catch_unwind(AssertUnwindSafe(|| self.reply(&method, params)));
        match ended {
            Ok(Some(Ok(result))) => Response { id, response_result: Ok(result) },
            Ok(Some(Err(message))) => failed(id, ErrorCode::InvalidParams, message),
            Ok(None) => failed(id, ErrorCode::MethodNotFound, format!("the method '{method}' is not known")),
            Err(_) => {
                let message = format!("internal error in '{method}'; this is a bug of warpline");
                failed(id, ErrorCode::InternalError, message)
            }
        }
    }

    fn reply(&mut self, method: &str, params: Value) -> Option<Result<Value, String>> {
        if method == "workspace/executeCommand" {
            return Some(self.execute(params));
        }
        let uri = params["textDocument"]["uri"].as_str().unwrap_or_default();
        match self.documents.get_mut(uri) {
            Some(document) => answer(document, method, params),
            None if method.starts_with("textDocument/") => Some(Err(format!("'{uri}' is not open"))),
            None => None,
        }
    }

    /// Runs [`SHOW`]: the reply is the text, which the client is also asked to open if it can.
    fn execute(&mut self, params: Value) -> Result<Value, String> {
        let params: ExecuteCommandParams =
            serde_json::from_value(params).map_err(|error| error.to_string())?;
        if params.command != SHOW {
            return Err(format!("expected the command '{SHOW}', but found '{}'", params.command));
        }
        let (Some(uri), Some(form)) = (word(&params.arguments, 0), word(&params.arguments, 1)) else {
            return Err("expected a URI and the name of a form as arguments".to_string());
        };
        let form = Form::named(form)?;
        let line = params.arguments.get(2).and_then(Value::as_u64).unwrap_or_default();
        let document = self.documents.get_mut(uri).ok_or_else(|| format!("'{uri}' is not open"))?;
        let text = form.of(document.view_at(line.try_into().unwrap_or(u32::MAX)), self.command_line)?;
        if self.shows_documents {
            let uri = self.folder.write(uri, &form, &text).map_err(|error| error.to_string())?;
            self.n_shown += 1;
            let id = RequestId::from(format!("show-{}", self.n_shown));
            let (method, params) =
                ("window/showDocument".to_string(), json!({"uri": uri, "takeFocus": true}));
            self.send(Message::Request(Request { id, method, params }))?;
        }
        Ok(json!(text))
    }

    /// Handles a notification; malformed ones are ignored.
    fn note(&mut self, notification: Notification) -> Result<(), String> {
        let Notification { method, params } = notification;
        match method.as_str() {
            "textDocument/didOpen" => {
                if let Ok(params) = serde_json::from_value::<DidOpenTextDocumentParams>(params) {
                    let opened = params.text_document;
                    let key = opened.uri.as_str().to_string();
                    let document = Document::new(opened.uri, opened.version, opened.text, self.encoding);
                    self.documents.insert(key, document);
                }
            }
            "textDocument/didChange" => {
                if let Ok(params) = serde_json::from_value::<DidChangeTextDocumentParams>(params)
                    && let Some(document) = self.documents.get_mut(params.text_document.uri.as_str())
                {
                    document.version = params.text_document.version;
                    for change in params.content_changes {
                        document.change(change);
                    }
                }
            }
            "textDocument/didClose" => {
                if let Ok(params) = serde_json::from_value::<DidCloseTextDocumentParams>(params)
                    && let Some(document) = self.documents.remove(params.text_document.uri.as_str())
                {
                    self.publish_diagnostics(document.uri, None, Vec::new())?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Continues with the diagnostics of the document that has waited longest; sends them when they are complete.
    fn publish(&mut self) -> Result<(), String> {
        let waiting = self.documents.values_mut().filter(|document| document.edited.is_some());
        let Some(document) = waiting.min_by_key(|document| document.edited) else { return Ok(()) };
        let found = catch_unwind(AssertUnwindSafe(|| next_findings(document))).unwrap_or_else(|_| {
            document.edited = None;
            Some(Vec::new())
        });
        let (uri, version) = (document.uri.clone(), document.version);
        found.map_or(Ok(()), |found| self.publish_diagnostics(uri, Some(version), found))
    }

    fn publish_diagnostics(
        &self,
        uri: Uri,
        version: Option<i32>,
        diagnostics: Vec<lsp_types::Diagnostic>,
    ) -> Result<(), String> {
        let params = PublishDiagnosticsParams { uri, diagnostics, version };
        let params = serde_json::to_value(params).map_err(|error| error.to_string())?;
        let method = "textDocument/publishDiagnostics".to_string();
        self.send(Message::Notification(Notification { method, params }))
    }
}

/// Makes a step towards all diagnostics of a document; returns those to send, if any.
///
/// Errors are sent before the schedules of a long text are verified, which takes a while.
fn next_findings(document: &mut Document) -> Option<Vec<Diagnostic>> {
    let n_open = document.views().iter().map(|view| view.analysis.n_open()).sum::<usize>();
    let is_reported = std::mem::replace(&mut document.is_reported, true);
    if !is_reported && MANY < n_open {
        return Some(diagnostics(document));
    }
    match document.views().iter().find(|view| 0 < view.analysis.n_open()) {
        Some(open) => {
            open.analysis.prove_one();
            None
        }
        None => {
            document.edited = None;
            Some(diagnostics(document))
        }
    }
}

/// Returns an argument that is a string.
fn word(arguments: &[Value], number: usize) -> Option<&str> {
    arguments.get(number).and_then(Value::as_str)
}

fn failed(id: RequestId, code: ErrorCode, message: String) -> Response {
    Response::new_err(id, code as i32, message)
}
