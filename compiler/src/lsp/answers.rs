//! Requests about a document, each answered from its analysis.

use lsp_types::{CodeActionParams, Diagnostic};
use lsp_types::{
    CompletionParams, DiagnosticRelatedInformation, DiagnosticSeverity, DocumentHighlight,
    DocumentHighlightParams, DocumentSymbolParams, GotoDefinitionParams, HoverParams, InlayHintParams,
    Location, NumberOrString, PrepareRenameResponse, ReferenceParams, RenameParams, SemanticTokens,
    SemanticTokensParams, TextDocumentPositionParams, Uri, WorkspaceEdit,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use warpline_ir::{Diagnostic as Finding, Severity, Span};

use super::analysis::Analysis;
use super::position::Lines;
use super::{actions, completion, hints, hover, outline, tokens};
use crate::report::code;

/// An analysed document.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) analysis: &'a Analysis,
    pub(super) lines: &'a Lines,
    pub(super) uri: &'a Uri,
}

/// The answer to a request about a document; `None` for a method that is not known.
pub(super) fn answer(view: View<'_>, method: &str, params: Value) -> Option<Result<Value, String>> {
    let View { analysis, lines, uri } = view;
    Some(match method {
        "textDocument/hover" => with(params, |params: HoverParams| {
            hover::hover(analysis, lines, view.offset(&params.text_document_position_params))
        }),
        "textDocument/definition" => with(params, |params: GotoDefinitionParams| {
            let offset = view.offset(&params.text_document_position_params);
            let found = analysis.index().at(offset)?;
            analysis.index().definition(found.entity).map(|place| view.location(place.span))
        }),
        "textDocument/references" => with(params, |params: ReferenceParams| {
            let (offset, all) =
                (view.offset(&params.text_document_position), params.context.include_declaration);
            view.places(offset, all).map(|span| view.location(span)).collect::<Vec<_>>()
        }),
        "textDocument/documentHighlight" => with(params, |params: DocumentHighlightParams| {
            let offset = view.offset(&params.text_document_position_params);
            let highlight =
                |span| DocumentHighlight { range: lines.range(analysis.text(), span), kind: None };
            view.places(offset, true).map(highlight).collect::<Vec<_>>()
        }),
        "textDocument/documentSymbol" => {
            with(params, |_: DocumentSymbolParams| outline::outline(analysis, lines))
        }
        "textDocument/completion" => with(params, |params: CompletionParams| {
            completion::completion(analysis, view.offset(&params.text_document_position))
        }),
        "textDocument/prepareRename" => with(params, |params: TextDocumentPositionParams| {
            let (_, span) = actions::renamable(analysis, view.offset(&params))?;
            Some(PrepareRenameResponse::Range(lines.range(analysis.text(), span)))
        }),
        "textDocument/rename" => return Some(view.rename(params)),
        "textDocument/codeAction" => {
            with(params, |params: CodeActionParams| actions::code_actions(analysis, lines, uri, params.range))
        }
        "textDocument/semanticTokens/full" => with(params, |_: SemanticTokensParams| SemanticTokens {
            result_id: None,
            data: tokens::semantic_tokens(analysis, lines),
        }),
        "textDocument/inlayHint" => {
            with(params, |params: InlayHintParams| hints::inlay_hints(analysis, lines, params.range))
        }
        _ => return None,
    })
}

/// Reads the parameters and writes the answer.
fn with<P: DeserializeOwned, R: Serialize>(
    params: Value,
    answer: impl FnOnce(P) -> R,
) -> Result<Value, String> {
    let params = serde_json::from_value(params).map_err(|error| error.to_string())?;
    serde_json::to_value(answer(params)).map_err(|error| error.to_string())
}

impl View<'_> {
    fn offset(&self, place: &TextDocumentPositionParams) -> u32 {
        self.lines.offset(self.analysis.text(), place.position)
    }

    fn location(&self, span: Span) -> Location {
        Location::new(self.uri.clone(), self.lines.range(self.analysis.text(), span))
    }

    /// Where the name at a byte stands, with or without its definition.
    fn places(&self, offset: u32, with_definition: bool) -> impl Iterator<Item = Span> {
        let index = self.analysis.index();
        let places = index.at(offset).into_iter().flat_map(|found| index.places(found.entity));
        places.filter(move |place| with_definition || !place.is_definition).map(|place| place.span)
    }

    fn rename(&self, params: Value) -> Result<Value, String> {
        let params: RenameParams = serde_json::from_value(params).map_err(|error| error.to_string())?;
        let offset = self.offset(&params.text_document_position);
        let edits = actions::rename(self.analysis, self.lines, offset, &params.new_name)?;
        let changes = Some(std::iter::once((self.uri.clone(), edits)).collect());
        serde_json::to_value(WorkspaceEdit { changes, ..WorkspaceEdit::default() })
            .map_err(|error| error.to_string())
    }
}

/// All findings of a document.
pub(super) fn diagnostics(view: View<'_>) -> Vec<Diagnostic> {
    let View { analysis, lines, uri } = view;
    analysis.diagnostics().iter().map(|found| diagnostic(analysis, lines, uri, found)).collect()
}

/// A finding as editors show it: notes with a place beside it, others in its text.
pub(super) fn diagnostic(analysis: &Analysis, lines: &Lines, uri: &Uri, found: &Finding) -> Diagnostic {
    let text = analysis.text();
    let related = found.notes.iter().filter_map(|note| {
        let location = Location::new(uri.clone(), lines.range(text, note.span?));
        Some(DiagnosticRelatedInformation { location, message: note.message.clone() })
    });
    let related: Vec<_> = related.collect();
    let remarks = found.notes.iter().filter(|note| note.span.is_none()).map(|note| note.message.as_str());
    let message: Vec<&str> = std::iter::once(found.message.as_str()).chain(remarks).collect();
    Diagnostic {
        range: lines.range(text, found.span),
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
