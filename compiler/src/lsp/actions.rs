//! Quick fixes for findings, and renaming.

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, Position, Range, TextEdit, Uri, WorkspaceEdit,
};
use warpline_ir::{Diagnostic, Severity, Span, codes};

use super::analysis::Analysis;
use super::answers::diagnostic;
use super::index::Entity;
use super::position::Places;

/// How the warning of the scheduler begins.
const NEVER_WAITED: &str = "token-never-waited";

/// The fixes for what was found in a range.
pub(super) fn code_actions(
    analysis: &Analysis,
    places: Places<'_>,
    uri: &Uri,
    range: Range,
) -> Vec<CodeActionOrCommand> {
    let Some(part) = places.part(range) else { return Vec::new() };
    let mut actions = Vec::new();
    for found in &analysis.diagnostics_at(part) {
        let fixes = [suggested(places, found), awaited(analysis, places, found), announced(places, found)];
        for (title, edit) in fixes.into_iter().flatten() {
            let edit = WorkspaceEdit {
                changes: Some(std::iter::once((uri.clone(), vec![edit])).collect()),
                ..WorkspaceEdit::default()
            };
            actions.push(CodeActionOrCommand::CodeAction(CodeAction {
                title,
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(vec![diagnostic(places, uri, found)]),
                edit: Some(edit),
                ..CodeAction::default()
            }));
        }
    }
    actions
}

/// Puts the name that a note suggests in the place of the wrong one.
fn suggested(places: Places<'_>, found: &Diagnostic) -> Option<(String, TextEdit)> {
    let name = found.notes.iter().find_map(|note| {
        note.message.strip_prefix("did you mean '").and_then(|rest| rest.strip_suffix("'?"))
    })?;
    let edit = TextEdit::new(places.range(found.span), name.to_string());
    Some((format!("replace by '{name}'"), edit))
}

/// Waits for a token that nothing waits for, at the end of its block.
fn awaited(analysis: &Analysis, places: Places<'_>, found: &Diagnostic) -> Option<(String, TextEdit)> {
    let (module, text) = (&analysis.module, analysis.text());
    if found.code != codes::ASYNC || !found.message.starts_with(NEVER_WAITED) {
        return None;
    }
    let op = analysis.index().op_at(module, found.span.start)?;
    let token = module.results(op).next_back()?;
    let name = crate::views::name_of(module, text, token)?;
    let end = module.last_op(module.block_of(op)?)?;
    let at = analysis.index().text_of(end)?.start;
    let (line, indent) = places.line_and_indent(at);
    let place = Position::new(line, 0);
    let edit = TextEdit::new(Range::new(place, place), format!("{indent}gpu.wait [%{name}]\n"));
    Some((format!("wait for %{name} at the end of the block"), edit))
}

/// Announces the finding by a comment, as tests of diagnostics do.
fn announced(places: Places<'_>, found: &Diagnostic) -> Option<(String, TextEdit)> {
    let word = match found.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Remark => "remark",
    };
    let (line, indent) = places.line_and_indent(found.span.start);
    let place = Position::new(line, 0);
    let comment = format!("{indent}// expected-{word}@below {{{{{}}}}}\n", found.message);
    let is_one_line = !found.message.contains('\n') && !found.message.contains("}}");
    is_one_line.then(|| (format!("expect this {word}"), TextEdit::new(Range::new(place, place), comment)))
}

/// What can be renamed at a byte: the name without its sign.
pub(super) fn renamable(analysis: &Analysis, offset: u32) -> Option<(Entity, Span)> {
    let found = analysis.index().at(offset)?;
    analysis.index().definition(found.entity)?;
    Some((found.entity, Span::new(found.span.start + 1, found.span.end)))
}

/// Gives a name everywhere; an error where it cannot be one, or is one already.
pub(super) fn rename(
    analysis: &Analysis,
    places: Places<'_>,
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
    let tokens = &analysis.tokens().spans;
    if !is_same(Span::new(span.start - 1, span.end)) && tokens.iter().any(|token| is_same(*token)) {
        return Err(format!("'{wanted}' is a name in this file already"));
    }
    let edit =
        |span: Span| TextEdit::new(places.range(Span::new(span.start + 1, span.end)), name.to_string());
    Ok(analysis.index().places(entity).map(|found| edit(found.span)).collect())
}

/// Whether a word can be a name of this kind.
fn is_name(entity: Entity, name: &str) -> bool {
    let is_value = matches!(entity, Entity::Values(_) | Entity::Block(_));
    let is_number = !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit());
    let begins = |c: char| c.is_ascii_alphabetic() || c == '_' || (is_value && matches!(c, '$' | '.' | '-'));
    let goes_on =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.') || (is_value && c == '-');
    (is_value && is_number) || (name.starts_with(begins) && name.chars().all(goes_on))
}
