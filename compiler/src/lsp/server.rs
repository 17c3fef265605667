//! The server: messages in, answers and findings out.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, ExecuteCommandParams,
    InitializeParams, InitializeResult, PositionEncodingKind, PublishDiagnosticsParams, ServerInfo,
    TextDocumentContentChangeEvent, Uri,
};
use serde_json::{Value, json};

use super::analysis::Analysis;
use super::answers::{View, answer, diagnostics};
use super::capabilities::{SHOW, VIEWS, capabilities};
use super::position::{Encoding, Lines};
use crate::cli;
use crate::session::{Exit, Session, SourceFile};

/// How long it is quiet after an edit before findings are sent, so that questions about the edit come first.
const PAUSE: Duration = Duration::from_millis(50);

/// An open file.
struct Document {
    uri: Uri,
    version: i32,
    text: String,
    lines: Lines,
    analysis: Option<Analysis>,
    /// When the client gets the findings of this version; `None` if it has them.
    due: Option<Instant>,
}

impl Document {
    fn new(uri: Uri, version: i32, text: String, encoding: Encoding) -> Self {
        let lines = Lines::new(&text, encoding);
        Self { uri, version, text, lines, analysis: None, due: Some(Instant::now() + PAUSE) }
    }

    fn view(&mut self) -> View<'_> {
        let analysis = self.analysis.get_or_insert_with(|| Analysis::new(self.uri.as_str(), &self.text));
        View { analysis, lines: &self.lines, uri: &self.uri }
    }

    /// Applies a change: of a range, or of the whole text.
    fn change(&mut self, change: TextDocumentContentChangeEvent, encoding: Encoding) {
        match change.range {
            None => self.text = change.text,
            Some(range) => {
                let start = self.lines.offset(&self.text, range.start) as usize;
                let end = self.lines.offset(&self.text, range.end) as usize;
                self.text.replace_range(start.min(end)..end.max(start), &change.text);
            }
        }
        self.lines = Lines::new(&self.text, encoding);
        self.analysis = None;
        self.due = Some(Instant::now() + PAUSE);
    }
}

struct Server<'c> {
    connection: &'c Connection,
    encoding: Encoding,
    documents: BTreeMap<String, Document>,
}

/// Serves a client until it asks to end; an error where it breaks the protocol.
pub fn serve(connection: &Connection) -> Result<(), String> {
    let (id, params) = connection.initialize_start().map_err(|error| error.to_string())?;
    let params: InitializeParams = serde_json::from_value(params).map_err(|error| error.to_string())?;
    let encoding = encoding_of(&params);
    let result = InitializeResult {
        capabilities: capabilities(encoding),
        server_info: Some(ServerInfo {
            name: "warpline".to_string(),
            version: Some(env!("CARGO_PKG_VERSION").to_string()),
        }),
    };
    let result = serde_json::to_value(result).map_err(|error| error.to_string())?;
    connection.initialize_finish(id, result).map_err(|error| error.to_string())?;
    Server { connection, encoding, documents: BTreeMap::new() }.run()
}

/// Bytes if the client can count in them.
fn encoding_of(params: &InitializeParams) -> Encoding {
    let known = params.capabilities.general.as_ref().and_then(|general| general.position_encodings.as_ref());
    let has_utf8 = known.is_some_and(|known| known.contains(&PositionEncodingKind::UTF8));
    if has_utf8 { Encoding::Utf8 } else { Encoding::Utf16 }
}

impl Server<'_> {
    fn run(mut self) -> Result<(), String> {
        while let Some(message) = self.next_message()? {
            match message {
                Message::Request(request) => {
                    let is_end =
                        self.connection.handle_shutdown(&request).map_err(|error| error.to_string())?;
                    if is_end {
                        return Ok(());
                    }
                    let response = self.respond(request);
                    self.send(Message::Response(response))?;
                }
                Message::Notification(notification) => self.note(notification)?,
                Message::Response(_) => {}
            }
        }
        Ok(())
    }

    /// The next message; findings that are due while there is none are sent. `None` where the client is gone.
    fn next_message(&mut self) -> Result<Option<Message>, String> {
        loop {
            let connection = self.connection;
            let Some(due) = self.documents.values().filter_map(|document| document.due).min() else {
                return Ok(connection.receiver.recv().ok());
            };
            match connection.receiver.recv_deadline(due) {
                Ok(message) => return Ok(Some(message)),
                Err(error) if error.is_timeout() => self.publish()?,
                Err(_) => return Ok(None),
            }
        }
    }

    fn send(&self, message: Message) -> Result<(), String> {
        self.connection.sender.send(message).map_err(|_| "the client is gone".to_string())
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
            Some(document) => answer(document.view(), method, params),
            None if method.starts_with("textDocument/") => Some(Err(format!("'{uri}' is not open"))),
            None => None,
        }
    }

    /// Runs [`SHOW`]: the text that `compile` or `opt` makes of a document.
    fn execute(&self, params: Value) -> Result<Value, String> {
        let params: ExecuteCommandParams =
            serde_json::from_value(params).map_err(|error| error.to_string())?;
        if params.command != SHOW {
            return Err(format!("expected the command '{SHOW}', but found '{}'", params.command));
        }
        let words: Vec<&str> = params.arguments.iter().filter_map(Value::as_str).collect();
        let [uri, kind] = words[..] else {
            return Err(format!("expected a URI and one of {} as arguments", VIEWS.join(", ")));
        };
        let document = self.documents.get(uri).ok_or_else(|| format!("'{uri}' is not open"))?;
        let args: &[&str] = match kind {
            "generic" => &["opt", "--mlir-print-op-generic", "--allow-unregistered-dialect"],
            "plan" => &["compile", "--emit=plan"],
            "dot" => &["compile", "--emit=dot"],
            "clif" => &["compile", "--emit=clif"],
            "ptx" => &["compile", "--emit=ptx"],
            _ => return Err(format!("expected one of {}, but found '{kind}'", VIEWS.join(", "))),
        };
        let args: Vec<String> = std::iter::once(&"warpline").chain(args).map(ToString::to_string).collect();
        let source = SourceFile { name: uri.to_string(), text: document.text.clone() };
        let mut session = Session::with_stdin(source);
        match cli::execute(&args, &mut session) {
            Exit::Success => Ok(json!(session.out)),
            _ => Err(session.err),
        }
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
                        document.change(change, self.encoding);
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

    /// Sends the findings that are due.
    fn publish(&mut self) -> Result<(), String> {
        let mut changed = Vec::new();
        let now = Instant::now();
        for document in
            self.documents.values_mut().filter(|document| document.due.is_some_and(|due| due <= now))
        {
            document.due = None;
            let found = catch_unwind(AssertUnwindSafe(|| diagnostics(document.view()))).unwrap_or_default();
            changed.push((document.uri.clone(), document.version, found));
        }
        changed.into_iter().try_for_each(|(uri, version, found)| self.tell(uri, Some(version), found))
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

fn failed(id: RequestId, code: ErrorCode, message: String) -> Response {
    Response::new_err(id, code as i32, message)
}
