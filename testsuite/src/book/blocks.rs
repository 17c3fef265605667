//! The code blocks of a page.
//!
//! | first line | meaning |
//! |---|---|
//! | `mlir` | a program that verifies |
//! | `mlir,file=NAME` | the same, and commands of the page find it under this name |
//! | `mlir,fails,file=NAME` | a program that is refused; a command below shows how |
//! | `mlir,in=PATH` | lines of a file of the repository or of a program above |
//! | `console` | commands behind `$ ` and what they print |
//! | `repl` | a session of `warpline repl`; `repl,continued` goes on with the one before |
//! | `editor` | a program whose comments ask `warpline lsp`, as below `testsuite/lsp`, and the answers |
//! | `rust` | Rust that runs as a documentation test of the crate `warpline`, which includes the page |
//! | `text` | pictures, forms, and what no machine can check |

/// The kind of a block, which determines how it is checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A program.
    Program {
        /// The file name under which commands find it.
        file: Option<String>,
        /// Whether the program is rejected.
        fails: bool,
    },
    /// Lines of the file at this path.
    Excerpt(String),
    /// Commands and their output.
    Console,
    /// A session of the REPL.
    Repl {
        /// Whether the session continues the previous one.
        continued: bool,
    },
    /// A program with requests to the language server, and the responses.
    Editor,
    /// Rust, which `cargo test --doc` runs.
    Rust,
    /// Text that is not checked.
    Text,
}

/// A code block.
#[derive(Clone, Debug)]
pub struct Block {
    /// How the block is checked.
    pub kind: Kind,
    /// The line of the first line of its text, from 1.
    pub line: usize,
    /// The contents.
    pub text: String,
}

/// The fence around a block.
const FENCE: &str = "```";

/// Parses the blocks of a page; an error is a message.
pub fn blocks(page: &str) -> Result<Vec<Block>, String> {
    let mut found = Vec::new();
    let mut lines = page.lines().enumerate();
    while let Some((at, line)) = lines.next() {
        let Some(info) = line.strip_prefix(FENCE) else { continue };
        let kind = kind(info).map_err(|problem| format!("line {}: {problem}", at + 1))?;
        let mut text = String::new();
        loop {
            let Some((_, line)) = lines.next() else { return Err(format!("line {}: no end", at + 1)) };
            if line == FENCE {
                break;
            }
            text.push_str(line);
            text.push('\n');
        }
        found.push(Block { kind, line: at + 2, text });
    }
    Ok(found)
}

fn kind(info: &str) -> Result<Kind, String> {
    let words: Vec<&str> = info.split(',').collect();
    let value = |key: &str| words.iter().find_map(|word| word.strip_prefix(key)).map(str::to_string);
    let has = |word: &str| words.contains(&word);
    let (kind, known) = match words[0] {
        "mlir" => match value("in=") {
            Some(path) => (Kind::Excerpt(path), 2),
            None => {
                let (file, fails) = (value("file="), has("fails"));
                let known = 1 + usize::from(file.is_some()) + usize::from(fails);
                (Kind::Program { file, fails }, known)
            }
        },
        "console" => (Kind::Console, 1),
        "repl" => (Kind::Repl { continued: has("continued") }, 1 + usize::from(has("continued"))),
        "editor" => (Kind::Editor, 1),
        "rust" => (Kind::Rust, 1),
        "text" => (Kind::Text, 1),
        other => return Err(format!("nothing runs a block '{other}'")),
    };
    if words.len() == known { Ok(kind) } else { Err(format!("unknown words in '{info}'")) }
}

/// Returns the page with the texts of its blocks replaced, in order.
pub fn with_texts(page: &str, texts: &[String]) -> String {
    let mut out = String::new();
    let mut texts = texts.iter();
    let mut is_inside = false;
    for line in page.lines() {
        let is_fence = if is_inside { line == FENCE } else { line.starts_with(FENCE) };
        if is_fence || !is_inside {
            out.push_str(line);
            out.push('\n');
        }
        if is_fence {
            is_inside = !is_inside;
            let text = if is_inside { texts.next() } else { None };
            out.push_str(text.map_or("", String::as_str));
        }
    }
    out
}

/// Returns the lines of a page outside of blocks, with their numbers from 1.
pub fn prose(page: &str) -> Vec<(usize, &str)> {
    let mut is_inside = false;
    let mut found = Vec::new();
    for (at, line) in page.lines().enumerate() {
        if line.starts_with(FENCE) {
            is_inside = !is_inside;
        } else if !is_inside {
            found.push((at + 1, line));
        }
    }
    found
}
