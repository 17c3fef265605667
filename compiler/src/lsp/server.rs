//! The server: messages in, answers and findings out.

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

/// How long it is quiet after an edit or an answer before findings are made, so that questions come first.
const PAUSE: Duration = Duration::from_millis(50);

/// How long findings wait for it to be quiet.
const PATIENCE: Duration = Duration::from_millis(500);

/// More batches of functions than this take so long to prove that other findings do not wait for them.
const MANY: usize = 4;

/// What went wrong where the client breaks off.
const GONE: &str = "the client left without 'shutdown' and 'exit'";

struct Server<'c> {
    connection: &'c Connection,
    /// What makes the texts that are shown.
    command_line: CommandLine,
    encoding: Encoding,
    /// Whether the client opens a document on demand.
    shows_documents: bool,
    /// Where such documents are, and how many were shown.
    folder: Folder,
    n_shown: usize,
    documents: BTreeMap<String, Document>,
    /// When the last request was answered; the next one often comes at once.
    answered: Instant,
}

/// Serves a client until it asks to end; an error where it leaves before, or breaks the protocol.
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

/// Waits for the first request that counts.
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

/// Bytes if the client can count in them.
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

    /// The next message. While there is none, findings that are due are made and sent. `None` where the client is gone.
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

    /// The answer to a request; a bug of ours answers with an error and ends nothing.
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

    /// Runs [`SHOW`]: the answer is the text, which a client that can is asked to open, too.
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

    /// Takes in what the client tells; messages that make no sense are passed over.
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
                    self.tell(document.uri, None, Vec::new())?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Goes on with the findings of the document that waits for them longest; sends them when they are complete.
    fn publish(&mut self) -> Result<(), String> {
        let waiting = self.documents.values_mut().filter(|document| document.edited.is_some());
        let Some(document) = waiting.min_by_key(|document| document.edited) else { return Ok(()) };
        let found = catch_unwind(AssertUnwindSafe(|| next_findings(document))).unwrap_or_else(|_| {
            document.edited = None;
            Some(Vec::new())
        });
        let (uri, version) = (document.uri.clone(), document.version);
        found.map_or(Ok(()), |found| self.tell(uri, Some(version), found))
    }

    fn tell(
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

/// Makes a step towards all findings of a document; those to be sent.
///
/// Errors are sent before the proofs of a long text are made, which takes a while.
fn next_findings(document: &mut Document) -> Option<Vec<Diagnostic>> {
    let n_open = document.views().iter().map(|view| view.analysis.n_open()).sum::<usize>();
    let is_told = std::mem::replace(&mut document.is_told, true);
    if !is_told && MANY < n_open {
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

/// An argument that is a text.
fn word(arguments: &[Value], number: usize) -> Option<&str> {
    arguments.get(number).and_then(Value::as_str)
}

fn failed(id: RequestId, code: ErrorCode, message: String) -> Response {
    Response::new_err(id, code as i32, message)
}
