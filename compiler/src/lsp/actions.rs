//! Code actions: quick fixes for diagnostics and views of a document. Also renaming.

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, Command, Position, Range, TextEdit, WorkspaceEdit,
};
use serde_json::json;
use warpline_ir::def::Trait;
use warpline_ir::suggest::nearest;
use warpline_ir::{Diagnostic, Op, Severity, Span, codes};

use super::analysis::Analysis;
use super::answers::diagnostic;
use super::document::{Document, View};
use super::index::Entity;
use super::position::PieceLines;
use super::show::{Form, SHOW, forms};

/// The prefix of the scheduler's warning.
const NEVER_WAITED: &str = "token-never-waited";

/// Returns the fixes for the diagnostics in a range.
pub(super) fn fixes(view: View<'_>, range: Range) -> Vec<CodeActionOrCommand> {
    let View { analysis, piece_lines, uri } = view;
    let Some(part) = piece_lines.part(range) else { return Vec::new() };
    let mut actions = Vec::new();
    for found in &analysis.diagnostics_at(part) {
        let fixes = [
            suggested(analysis, piece_lines, found),
            awaited(analysis, piece_lines, found),
            announced(piece_lines, found),
        ];
        for (title, edit) in fixes.into_iter().flatten() {
            let edit = WorkspaceEdit {
                changes: Some(std::iter::once((uri.clone(), vec![edit])).collect()),
                ..WorkspaceEdit::default()
            };
            actions.push(CodeActionOrCommand::CodeAction(CodeAction {
                title,
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(vec![diagnostic(piece_lines, uri, found)]),
                edit: Some(edit),
                ..CodeAction::default()
            }));
        }
    }
    actions
}

/// Returns the available views of the piece in which a range begins.
pub(super) fn shows(document: &Document, range: Range) -> Vec<CodeActionOrCommand> {
    let arguments = |form: &Form| vec![json!(document.uri), json!(form.name), json!(range.start.line)];
    let action = |form: &Form| CodeAction {
        title: form.title.clone(),
        kind: Some(CodeActionKind::SOURCE),
        command: Some(Command::new(form.title.clone(), SHOW.to_string(), Some(arguments(form)))),
        ..CodeAction::default()
    };
    forms().iter().map(|form| CodeActionOrCommand::CodeAction(action(form))).collect()
}

/// Replaces a wrong name by the one that a note suggests.
fn suggested(
    analysis: &Analysis,
    piece_lines: PieceLines<'_>,
    found: &Diagnostic,
) -> Option<(String, TextEdit)> {
    let name = found.notes.iter().find_map(|note| {
        note.message.strip_prefix("did you mean '").and_then(|rest| rest.strip_suffix("'?"))
    })?;
    // A diagnostic about a symbol is located at the name of the operation that refers to it.
    let end = analysis
        .index()
        .op_at(&analysis.module, found.span.start)
        .and_then(|op| analysis.index().text_of(op));
    let end = end.map_or(found.span.end, |text| text.end.max(found.span.end));
    let tokens = &analysis.tokens().spans;
    let first = tokens.partition_point(|token| token.start < found.span.start);
    let words = tokens[first..].iter().copied().take_while(|token| token.end <= end);
    let place =
        std::iter::once(found.span).chain(words).find_map(|span| wrong_name(analysis.text(), span, name))?;
    Some((format!("replace by '{name}'"), TextEdit::new(piece_lines.range(place), name.to_string())))
}

/// Returns the part of a token to replace by a name: without quotes, and without the sigil if the name lacks it.
fn wrong_name(text: &str, span: Span, name: &str) -> Option<Span> {
    let word = text.get(span.start as usize..span.end as usize)?;
    let is_around = |c: char| c == '"' || (matches!(c, '@' | '%' | '^' | '#' | '!') && !name.starts_with(c));
    let inner = word.trim_start_matches(is_around);
    let start = span.start + (word.len() - inner.len()) as u32;
    let inner = inner.trim_end_matches('"');
    nearest(inner, [name]).map(|_| Span::new(start, start + inner.len() as u32))
}

/// Inserts a wait for a token without a wait, at the end of its block.
fn awaited(
    analysis: &Analysis,
    piece_lines: PieceLines<'_>,
    found: &Diagnostic,
) -> Option<(String, TextEdit)> {
    let (module, text) = (&analysis.module, analysis.text());
    if found.code != codes::ASYNC || !found.message.starts_with(NEVER_WAITED) {
        return None;
    }
    let op = analysis.index().op_at(module, found.span.start)?;
    let token = module.results(op).next_back()?;
    let name = crate::driver::views::name_of(module, text, token)?;
    let end = module.last_op(module.block_of(op)?)?;
    let at = analysis.index().text_of(end)?.start;
    let (line, indent) = piece_lines.line_and_indent(at);
    let (place, text) = match piece_lines.position(at) {
        place if place.character as usize == indent.len() => {
            (Position::new(line, 0), format!("{indent}gpu.wait [%{name}]\n"))
        }
        place => (place, format!("gpu.wait [%{name}] ")),
    };
    let edit = TextEdit::new(Range::new(place, place), text);
    Some((format!("wait for %{name} at the end of the block"), edit))
}

/// Inserts a comment that expects the diagnostic, as in diagnostic tests.
fn announced(piece_lines: PieceLines<'_>, found: &Diagnostic) -> Option<(String, TextEdit)> {
    let word = match found.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Remark => "remark",
    };
    let (line, indent) = piece_lines.line_and_indent(found.span.start);
    let place = Position::new(line, 0);
    let comment = format!("{indent}// expected-{word}@below {{{{{}}}}}\n", found.message);
    let is_one_line = !found.message.contains('\n') && !found.message.contains("}}");
    is_one_line.then(|| (format!("expect this {word}"), TextEdit::new(Range::new(place, place), comment)))
}

/// Returns the name at a byte offset that can be renamed, without its sigil.
pub(super) fn renamable(analysis: &Analysis, offset: u32) -> Option<(Entity, Span)> {
    let found = analysis.index().at(offset)?;
    analysis.index().definition(found.entity)?;
    Some((found.entity, Span::new(found.span.start + 1, found.span.end)))
}

/// Renames all occurrences; an error if the new name is invalid or already used.
pub(super) fn rename(
    analysis: &Analysis,
    piece_lines: PieceLines<'_>,
    offset: u32,
    name: &str,
) -> Result<Vec<TextEdit>, String> {
    let (entity, span) = renamable(analysis, offset).ok_or("there is no name here that can be changed")?;
    let text = analysis.text();
    let sign = &text[span.start as usize - 1..span.start as usize];
    let name = name.strip_prefix(sign).unwrap_or(name);
    if !is_name(entity, name) {
        return Err(format!("expected a name for '{sign}', but found '{name}'"));
    }
    let wanted = format!("{sign}{name}");
    let is_same = |found: Span| text[found.start as usize..found.end as usize] == wanted;
    let scope = scope(analysis, entity, offset);
    let mut tokens =
        analysis.tokens().spans.iter().filter(|token| scope.start <= token.start && token.end <= scope.end);
    if !is_same(Span::new(span.start - 1, span.end)) && tokens.any(|token| is_same(*token)) {
        return Err(format!("'{wanted}' is a name here already"));
    }
    let edit =
        |span: Span| TextEdit::new(piece_lines.range(Span::new(span.start + 1, span.end)), name.to_string());
    Ok(analysis.index().occurrences(entity).map(|found| edit(found.span)).collect())
}

/// Returns the text in which a name must be unique: the isolated operation that encloses a value or block, else
/// the whole text.
fn scope(analysis: &Analysis, entity: Entity, offset: u32) -> Span {
    let module = &analysis.module;
    let mut around = match entity {
        Entity::Values(_) | Entity::Block(_) => analysis.index().op_at(module, offset),
        Entity::Symbol(_) | Entity::Alias(_) => None,
    };
    let is_isolated = |op: Op| module.kind(op).def().is_some_and(|def| def.has(Trait::Isolated));
    while let Some(op) = around.filter(|op| !is_isolated(*op)) {
        around = module.parent_op(op);
    }
    let text = around.and_then(|op| analysis.index().text_of(op));
    text.unwrap_or(Span::new(0, analysis.text().len() as u32))
}

/// Whether a word is a valid name of this kind.
fn is_name(entity: Entity, name: &str) -> bool {
    if matches!(entity, Entity::Alias(_)) && name.contains('.') {
        return false;
    }
    let is_value = matches!(entity, Entity::Values(_) | Entity::Block(_));
    let is_number = !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit());
    let begins = |c: char| c.is_ascii_alphabetic() || c == '_' || (is_value && matches!(c, '$' | '.' | '-'));
    let goes_on =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.') || (is_value && c == '-');
    (is_value && is_number) || (name.starts_with(begins) && name.chars().all(goes_on))
}
