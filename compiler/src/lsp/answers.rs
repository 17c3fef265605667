//! Handles requests about a document, each from its analysis.

use lsp_types::{
    CodeActionKind, CodeActionParams, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity,
    DocumentHighlight, InlayHintParams, Location, NumberOrString, PrepareRenameResponse, ReferenceParams,
    RenameParams, TextDocumentPositionParams, Uri, WorkspaceEdit,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use warpline_ir::{Diagnostic as Finding, Severity, Span};

use super::document::{Document, View};
use super::position::PieceLines;
use super::{actions, completion, hints, hover, outline, tokens};
use crate::driver::report::code;

/// Handles a request about a document; `None` for an unknown method.
pub(super) fn answer(document: &mut Document, method: &str, params: Value) -> Option<Result<Value, String>> {
    Some(match method {
        "textDocument/hover" => {
            at(document, params, |view, offset, _| Ok(hover::hover(view.analysis, view.piece_lines, offset)))
        }
        "textDocument/definition" => at(document, params, |view, offset, _| {
            let found = view.analysis.index().at(offset);
            let place = found.and_then(|found| view.analysis.index().definition(found.entity));
            Ok(place.map(|place| view.location(place.span)))
        }),
        "textDocument/references" => at(document, params, |view, offset, params| {
            let params: ReferenceParams = read(params)?;
            let spans = view.names(offset, params.context.include_declaration);
            Ok(spans.map(|span| view.location(span)).collect::<Vec<_>>())
        }),
        "textDocument/documentHighlight" => at(document, params, |view, offset, _| {
            let highlight = |span| DocumentHighlight { range: view.piece_lines.range(span), kind: None };
            Ok(view.names(offset, true).map(highlight).collect::<Vec<_>>())
        }),
        "textDocument/completion" => at(document, params, |view, offset, _| {
            Ok(completion::completion(view.analysis, view.piece_lines, offset))
        }),
        "textDocument/prepareRename" => at(document, params, |view, offset, _| {
            let found = actions::renamable(view.analysis, offset);
            Ok(found.map(|(_, span)| PrepareRenameResponse::Range(view.piece_lines.range(span))))
        }),
        "textDocument/rename" => at(document, params, |view, offset, params| {
            let params: RenameParams = read(params)?;
            let edits = actions::rename(view.analysis, view.piece_lines, offset, &params.new_name)?;
            let changes = Some(std::iter::once((view.uri.clone(), edits)).collect());
            Ok(WorkspaceEdit { changes, ..WorkspaceEdit::default() })
        }),
        "textDocument/documentSymbol" => {
            everywhere(document, |view| outline::outline(view.analysis, view.piece_lines))
        }
        "textDocument/codeAction" => read(params).and_then(|params: CodeActionParams| {
            let wanted = |kind: &CodeActionKind| match &params.context.only {
                Some(only) => only.iter().any(|wanted| is_below(kind.as_str(), wanted.as_str())),
                None => true,
            };
            let shown = wanted(&CodeActionKind::SOURCE).then(|| actions::shows(document, params.range));
            let fixes = document.views().into_iter().filter(|_| wanted(&CodeActionKind::QUICKFIX));
            let fixes = fixes.flat_map(|view| actions::fixes(view, params.range));
            written(fixes.chain(shown.into_iter().flatten()).collect::<Vec<_>>())
        }),
        "textDocument/inlayHint" => read(params).and_then(|params: InlayHintParams| {
            everywhere(document, |view| hints::inlay_hints(view.analysis, view.piece_lines, params.range))
        }),
        "textDocument/semanticTokens/full" => written(tokens::full(document)),
        "textDocument/semanticTokens/full/delta" => {
            read(params).and_then(|params| written(tokens::delta(document, &params)))
        }
        "textDocument/semanticTokens/range" => {
            read(params).and_then(|params| written(tokens::range(document, &params)))
        }
        _ => return None,
    })
}

/// Evaluates a request on the piece that contains a position, with its offset there.
fn at<R: Serialize>(
    document: &mut Document,
    params: Value,
    answer: impl FnOnce(View<'_>, u32, Value) -> Result<R, String>,
) -> Result<Value, String> {
    let place: TextDocumentPositionParams = read(params.clone())?;
    let view = document.view_at(place.position.line);
    answer(view, view.piece_lines.offset(place.position), params).and_then(written)
}

/// Evaluates a request on all pieces.
fn everywhere<R: Serialize>(
    document: &mut Document,
    answer: impl Fn(View<'_>) -> Vec<R>,
) -> Result<Value, String> {
    written(document.views().into_iter().flat_map(answer).collect::<Vec<_>>())
}

/// Whether a kind of code actions equals another one, or is a special case of it.
fn is_below(kind: &str, other: &str) -> bool {
    kind.strip_prefix(other).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

fn read<P: DeserializeOwned>(params: Value) -> Result<P, String> {
    serde_json::from_value(params).map_err(|error| error.to_string())
}

fn written(answer: impl Serialize) -> Result<Value, String> {
    serde_json::to_value(answer).map_err(|error| error.to_string())
}

impl<'a> View<'a> {
    fn location(self, span: Span) -> Location {
        Location::new(self.uri.clone(), self.piece_lines.range(span))
    }

    /// Returns all occurrences of the name at an offset.
    fn names(self, offset: u32, with_definition: bool) -> impl Iterator<Item = Span> + 'a {
        let index = self.analysis.index();
        let occurrences = index.at(offset).into_iter().flat_map(|found| index.occurrences(found.entity));
        occurrences.filter(move |place| with_definition || !place.is_definition).map(|place| place.span)
    }
}

/// Returns all known diagnostics of a document.
pub(super) fn diagnostics(document: &mut Document) -> Vec<Diagnostic> {
    let of_one = |view: View<'_>| -> Vec<Diagnostic> {
        view.analysis
            .diagnostics()
            .iter()
            .map(|found| diagnostic(view.piece_lines, view.uri, found))
            .collect()
    };
    document.views().into_iter().flat_map(of_one).collect()
}

/// Converts a diagnostic for editors: notes with a location become related information, others part of the message.
pub(super) fn diagnostic(piece_lines: PieceLines<'_>, uri: &Uri, found: &Finding) -> Diagnostic {
    let related = found.notes.iter().filter_map(|note| {
        let location = Location::new(uri.clone(), piece_lines.range(note.span?));
        Some(DiagnosticRelatedInformation { location, message: note.message.clone() })
    });
    let related: Vec<_> = related.collect();
    let remarks = found.notes.iter().filter(|note| note.span.is_none()).map(|note| note.message.as_str());
    let message: Vec<&str> = std::iter::once(found.message.as_str()).chain(remarks).collect();
    Diagnostic {
        range: piece_lines.range(found.span),
        severity: Some(match found.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Remark => DiagnosticSeverity::INFORMATION,
        }),
        code: code(found).map(|code| NumberOrString::String(code.to_string())),
        source: Some("warpline".to_string()),
        message: message.join("\n"),
        related_information: (!related.is_empty()).then_some(related),
        ..Diagnostic::default()
    }
}
