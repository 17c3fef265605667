//! Requests to the language server in the comments of a text: `// ^ hover` requests the position above the
//! `^`, `// outline` the file.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::lsp_client::{Client, URI};

/// Sends all requests of a text; returns each with its response.
pub fn answers(text: &str) -> String {
    let mut client = Client::open(text, "utf-8");
    let mut out = String::new();
    let mut code_line = 0;
    for (number, line) in text.lines().enumerate() {
        let Some(comment) = line.trim_start().strip_prefix("//") else {
            code_line = number as u32;
            continue;
        };
        let question = match comment.split_once('^') {
            Some((_, question)) => {
                let at = line.find('^').expect("the comment has it") as u32;
                answer_at(&mut client, (code_line, at), question.trim())
            }
            None => answer(&mut client, comment.trim()),
        };
        if let Some(answer) = question {
            let _ = writeln!(out, "{}: {}", number + 1, comment.trim());
            answer.lines().for_each(|line| writeln!(out, "  {line}").expect("a string takes it"));
        }
    }
    client.close();
    out
}

/// Returns the response to a request about the file; `None` if the comment is not a request.
fn answer(client: &mut Client, question: &str) -> Option<String> {
    let params = client.params(&json!({}));
    let whole = json!({"start": {"line": 0, "character": 0}, "end": {"line": 100_000, "character": 0}});
    Some(match question.split_once(' ').unwrap_or((question, "")) {
        ("outline", "") => outline(&asked(client.request("textDocument/documentSymbol", params)), 0),
        ("hints", "") => {
            let params = client.params(&json!({"range": whole}));
            list(&asked(client.request("textDocument/inlayHint", params)), |hint| {
                format!("{}: {}", position(&hint["position"]), words(&hint["label"]))
            })
        }
        ("tokens", "") => tokens(&asked(client.request("textDocument/semanticTokens/full", params))["data"]),
        ("actions", "") => {
            let context = json!({"diagnostics": [], "only": ["quickfix"]});
            let params = client.params(&json!({"range": whole, "context": context}));
            list(&asked(client.request("textDocument/codeAction", params)), |action| {
                let edits: Vec<String> = action["edit"]["changes"]
                    .as_object()
                    .map(|changes| changes.values().map(edits).collect())
                    .unwrap_or_default();
                format!("{}: {}", words(&action["title"]), edits.join("; "))
            })
        }
        ("shows", "") => {
            let context = json!({"diagnostics": [], "only": ["source"]});
            let params = client.params(&json!({"range": whole, "context": context}));
            list(&asked(client.request("textDocument/codeAction", params)), |action| {
                format!("{}: {}", words(&action["title"]), action["command"]["arguments"])
            })
        }
        ("show", view) => {
            let arguments = json!([URI, view]);
            let command = json!({"command": "warpline.show", "arguments": arguments});
            match client.request("workspace/executeCommand", command) {
                Ok(text) => words(&text),
                Err(message) => message,
            }
        }
        ("findings", "") => {
            // An edit that changes nothing requests them again.
            client.change([(0, 0), (0, 0)], "");
            list(&client.findings(), |found| {
                let related = found["relatedInformation"].as_array().map_or(0, Vec::len);
                format!(
                    "{} {} {} ({related} places): {}",
                    range(&found["range"]),
                    found["severity"],
                    words(&found["code"]),
                    words(&found["message"])
                )
            })
        }
        _ => return None,
    })
}

/// Returns the response to a request about a position.
fn answer_at(client: &mut Client, (line, character): (u32, u32), question: &str) -> Option<String> {
    let mut request = |method: &str, more: &Value| client.request_at(method, line, character, more);
    Some(match question.split_once(' ').unwrap_or((question, "")) {
        ("hover", "") => words(&asked(request("textDocument/hover", &json!({})))["contents"]["value"]),
        ("definition", "") => range(&asked(request("textDocument/definition", &json!({})))["range"]),
        ("references", "") => {
            let context = json!({"context": {"includeDeclaration": false}});
            list(&asked(request("textDocument/references", &context)), |place| range(&place["range"]))
        }
        ("complete", prefix) => {
            let found = asked(request("textDocument/completion", &json!({})));
            let label = |item: &Value| format!("{} {}", words(&item["label"]), words(&item["detail"]));
            let all = list(&found, label);
            all.lines().filter(|line| line.starts_with(prefix)).collect::<Vec<_>>().join("\n")
        }
        ("edit", label) => {
            let found = asked(request("textDocument/completion", &json!({})));
            let is_wanted = |item: &&Value| item["label"] == label;
            let edit =
                found.as_array().and_then(|all| all.iter().find(is_wanted)).map(|item| &item["textEdit"]);
            edit.map_or(String::new(), |edit| edits(&json!([edit])))
        }
        ("rename", name) => match request("textDocument/rename", &json!({"newName": name})) {
            Ok(edit) => edit["changes"]
                .as_object()
                .map(|changes| changes.values().map(edits).collect::<Vec<_>>().join("; "))
                .unwrap_or_default(),
            Err(message) => message,
        },
        _ => return None,
    })
}

/// Returns the result of a request that must succeed.
///
/// # Panics
/// Panics if the request failed.
pub fn asked(result: Result<Value, String>) -> Value {
    result.expect("the server answers")
}

fn words(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_string()
}

fn list(values: &Value, show: impl Fn(&Value) -> String) -> String {
    let lines: Vec<String> = values.as_array().into_iter().flatten().map(show).collect();
    lines.join("\n")
}

/// Formats a position with line and column from 1.
fn position(position: &Value) -> String {
    let number = |key: &str| position[key].as_u64().map_or(0, |number| number + 1);
    format!("{}:{}", number("line"), number("character"))
}

fn range(range: &Value) -> String {
    format!("{}-{}", position(&range["start"]), position(&range["end"]))
}

fn edits(edits: &Value) -> String {
    list(edits, |edit| format!("{} {:?}", range(&edit["range"]), words(&edit["newText"])))
        .trim_end()
        .replace('\n', ", ")
}

fn outline(symbols: &Value, depth: usize) -> String {
    let below = |symbol: &Value| outline(&symbol["children"], depth + 1);
    let line = |symbol: &Value| {
        let (indent, name, detail) = ("  ".repeat(depth), words(&symbol["name"]), words(&symbol["detail"]));
        format!("{indent}{detail} @{name} {}\n{}", range(&symbol["selectionRange"]), below(symbol))
    };
    symbols.as_array().into_iter().flatten().map(line).collect()
}

/// Formats the tokens, one per line.
fn tokens(data: &Value) -> String {
    let numbers: Vec<u64> = data.as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
    let mut out = String::new();
    let mut line = 1;
    for token in numbers.chunks(5) {
        line += token[0];
        let _ = writeln!(out, "{line} +{} length {} kind {}", token[1], token[2], token[3]);
    }
    out
}
