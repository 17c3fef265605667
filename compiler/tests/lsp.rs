//! Tests of the language server process: its start, its end, and malformed input.

use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};

/// Sends input to a server; returns its replies without headers, its stderr, and its exit code.
fn serve(args: &[&str], input: &str) -> (String, String, Option<i32>) {
    let mut server = Command::new(env!("CARGO_BIN_EXE_warpline"))
        .arg("lsp")
        .args(args)
        .env("TMPDIR", env!("CARGO_TARGET_TMPDIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the server starts");
    // The server may end before it has read everything.
    let _ = server.stdin.take().expect("it has one").write_all(input.as_bytes());
    let (mut out, mut err) = (String::new(), String::new());
    server.stdout.take().expect("it has one").read_to_string(&mut out).expect("it is text");
    server.stderr.take().expect("it has one").read_to_string(&mut err).expect("it is text");
    let answers: Vec<&str> = out
        .split("Content-Length: ")
        .filter_map(|part| part.split_once("\r\n\r\n"))
        .map(|(_, text)| text)
        .collect();
    (answers.join("\n"), err, server.wait().expect("it ends").code())
}

fn framed(messages: &[&str]) -> String {
    let frame = |message: &&str| format!("Content-Length: {}\r\n\r\n{message}", message.len());
    messages.iter().map(frame).collect::<Vec<_>>().concat()
}

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{"window":{"showDocument":{"support":true}}}}}"#;
const OPEN: &str = r#"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.mlir","languageId":"mlir","version":0,"text":"func.func @f() { return }"}}}"#;
const SHOW: &str = r#"{"jsonrpc":"2.0","id":"s","method":"workspace/executeCommand","params":{"command":"warpline.show","arguments":["file:///a.mlir","generic"]}}"#;
const SHUTDOWN: &str = r#"{"jsonrpc":"2.0","id":9,"method":"shutdown"}"#;
const EXIT: &str = r#"{"jsonrpc":"2.0","method":"exit"}"#;

#[test]
fn a_client_that_says_goodbye_ends_it_well() {
    let trace = r#"{"jsonrpc":"2.0","method":"$/setTrace","params":{"value":"off"}}"#;
    let late = r#"{"jsonrpc":"2.0","id":10,"method":"textDocument/hover","params":{}}"#;
    let (out, err, code) = serve(&["--stdio"], &framed(&[INITIALIZE, trace, SHUTDOWN, late, trace, EXIT]));
    assert!(out.contains(r#""id":10,"error":{"code":-32600"#), "{out}");
    assert_eq!((err.as_str(), code), ("", Some(0)), "{out}");
}

#[test]
fn a_client_that_breaks_off_is_told_of() {
    for input in [framed(&[INITIALIZE, EXIT]), framed(&[EXIT]), framed(&[INITIALIZE]), String::new()] {
        let (_, err, code) = serve(&[], &input);
        assert_eq!(
            (err.as_str(), code),
            ("warpline: error: the client left without 'shutdown' and 'exit'\n", Some(1))
        );
    }
}

#[test]
fn messages_that_make_no_sense_are_answered() {
    let early = r#"{"jsonrpc":"2.0","id":0,"method":"textDocument/hover","params":{}}"#;
    let broken = [early, r#"{"a":"#, r#"{"a":1}"#, INITIALIZE, "\u{1}", SHUTDOWN, EXIT];
    let (out, err, code) = serve(&[], &framed(&broken));
    let mut codes: Vec<&str> = out.split(r#""code":"#).skip(1).map(|rest| &rest[..6]).collect();
    codes.sort_unstable();
    assert_eq!(codes, ["-32002", "-32600", "-32700", "-32700"], "{out}");
    assert_eq!((err.as_str(), code), ("", Some(0)));
}

#[test]
fn input_without_a_frame_ends_it() {
    for (input, found) in [
        ("Content-Length: 99999999999999\r\n\r\n{}", "'Content-Length: 99999999999999'"),
        ("Content-Length: -1\r\n\r\n{}", "'Content-Length: -1'"),
        ("Content-Type: text\r\n\r\n{}", "''"),
        ("hello\r\n\r\n", "'hello'"),
        ("Content-Length: 20\r\n\r\n{}", "ends after 2"),
    ] {
        let (_, err, code) = serve(&[], input);
        assert!(err.starts_with("warpline: error: expected ") && err.contains(found), "{input}: {err}");
        assert_eq!(code, Some(1));
    }
}

#[test]
fn what_is_shown_is_a_file_while_it_runs() {
    let (out, err, code) = serve(&["--log=info"], &framed(&[INITIALIZE, OPEN, SHOW, SHUTDOWN, EXIT]));
    assert!(out.contains(r#""method":"window/showDocument""#) && out.contains("/a.generic.mlir"), "{out}");
    assert!(err.contains("--> workspace/executeCommand(\"s\")\n"), "{err}");
    assert!(err.contains("<-- window/showDocument(\"show-1\")\n"), "{err}");
    assert_eq!(code, Some(0));
    let path = out.split("file://").nth(1).and_then(|rest| rest.split('"').next()).expect("a file is shown");
    assert!(!std::path::Path::new(path).exists(), "{path} is left");
}

#[test]
fn what_is_sent_may_be_indented() {
    let (out, ..) = serve(&["--pretty"], &framed(&[INITIALIZE, SHUTDOWN, EXIT]));
    assert!(out.contains("{\n  \"id\": 9,\n  \"result\": null,\n  \"jsonrpc\": \"2.0\"\n}"), "{out}");
}
