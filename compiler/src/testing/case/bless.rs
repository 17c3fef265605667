//! Reads `// OUT:` lines from a piece and writes them into it.

/// The prefix of a line of expected output.
const OUT: &str = "// OUT:";

/// Returns the expected output of a piece; `None` if it has no such lines.
pub fn expected_output(piece: &str) -> Option<String> {
    let lines: Vec<&str> = piece.lines().filter_map(|line| line.strip_prefix(OUT)).collect();
    if lines.is_empty() {
        return None;
    }
    Some(lines.iter().flat_map(|line| [line.strip_prefix(' ').unwrap_or(line).trim_end(), "\n"]).collect())
}

/// Returns the piece without its expected output.
pub fn body(piece: &str) -> String {
    let lines: String =
        piece.lines().filter(|line| !line.starts_with(OUT)).flat_map(|line| [line, "\n"]).collect();
    format!("{}\n", lines.trim_end())
}

/// Returns the piece with this expected output; with none if it is `None`.
pub fn with_output(piece: &str, output: Option<&str>) -> String {
    let mut text = body(piece);
    let Some(output) = output else { return text };
    text.push('\n');
    for line in output.lines() {
        text.push_str(format!("{OUT} {line}").trim_end());
        text.push('\n');
    }
    text
}

/// Normalizes output for comparison: removes trailing blanks, and empty lines at either end.
pub fn normal(output: &str) -> String {
    let lines: String = output.lines().flat_map(|line| [line.trim_end(), "\n"]).collect();
    let trimmed = lines.trim_matches('\n');
    if trimmed.is_empty() { String::new() } else { format!("{trimmed}\n") }
}
