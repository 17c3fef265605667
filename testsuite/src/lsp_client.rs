//! An in-process client of the language server: sends the messages of an editor, and stores those of the server.

use lsp_server::{Connection, Message, Notification, Request, RequestId};
use serde_json::{Value, json};
use std::thread::JoinHandle;
use std::time::Duration;

/// The timeout of a response, on a slow machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// The URI of the file that every client opens.
pub const URI: &str = "file:///case.mlir";

/// A client with one open file.
pub struct Client {
    connection: Connection,
    server: Option<JoinHandle<Result<(), String>>>,
    next_id: i32,
    version: i32,
}

impl Client {
    /// Starts a server that counts characters in bytes or in UTF-16 units, and opens a file with this text.
    pub fn open(text: &str, encoding: &str) -> Self {
        let (connection, other) = Connection::memory();
        let server = std::thread::spawn(move || warpline_cli::lsp::serve(&other, warpline_cli::cli::execute));
        let mut client = Self { connection, server: Some(server), next_id: 0, version: 0 };
        let general = json!({"positionEncodings": [encoding]});
        client
            .request("initialize", json!({"capabilities": {"general": general}}))
            .expect("the server starts");
        client.notify("initialized", json!({}));
        let item = json!({"uri": URI, "languageId": "mlir", "version": 0, "text": text});
        client.notify("textDocument/didOpen", json!({"textDocument": item}));
        client
    }

    /// Sends a notification.
    pub fn notify(&self, method: &str, params: Value) {
        let message = Notification { method: method.to_string(), params };
        self.connection.sender.send(Message::Notification(message)).expect("the server listens");
    }

    /// Sends a request; returns its result, or the message of its error.
    pub fn request(&mut self, method: &str, params: Value) -> Result<Value, String> {
        self.next_id += 1;
        let id = RequestId::from(self.next_id);
        let request = Request { id: id.clone(), method: method.to_string(), params };
        self.connection.sender.send(Message::Request(request)).expect("the server listens");
        loop {
            match self.receive() {
                Message::Response(response) if response.id == id => {
                    return response.response_result.map_err(|error| error.message);
                }
                _ => {}
            }
        }
    }

    /// Sends a request about a position in the file, counted from 0.
    pub fn request_at(
        &mut self,
        method: &str,
        line: u32,
        character: u32,
        more: &Value,
    ) -> Result<Value, String> {
        let mut params = self.params(more);
        params["position"] = json!({"line": line, "character": character});
        self.request(method, params)
    }

    /// Returns the parameters of a request about the file.
    pub fn params(&self, more: &Value) -> Value {
        let mut params = more.clone();
        params["textDocument"] = json!({"uri": URI});
        params
    }

    /// Changes a range of the file, given by two positions of line and character.
    pub fn change(&mut self, [start, end]: [(u32, u32); 2], text: &str) {
        self.version += 1;
        let position = |(line, character): (u32, u32)| json!({"line": line, "character": character});
        let range = json!({"start": position(start), "end": position(end)});
        let document = json!({"uri": URI, "version": self.version});
        let changes = json!([{"range": range, "text": text}]);
        self.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": changes}));
    }

    /// Waits for the diagnostics of the latest version.
    pub fn findings(&mut self) -> Value {
        loop {
            if let Message::Notification(note) = self.receive()
                && note.method == "textDocument/publishDiagnostics"
                && note.params["version"] == self.version
            {
                return note.params["diagnostics"].clone();
            }
        }
    }

    fn receive(&self) -> Message {
        self.connection.receiver.recv_timeout(PATIENCE).expect("the server answers")
    }

    /// Shuts down the server, as an editor does.
    pub fn close(mut self) {
        self.request("shutdown", Value::Null).expect("the server shuts down");
        self.notify("exit", Value::Null);
        let server = self.server.take().expect("the server runs until it is closed");
        assert_eq!(server.join().expect("the server does not panic"), Ok(()));
    }
}
