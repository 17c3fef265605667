//! Hover: the meaning of a name, the documentation of an operation, its stream and its waits.

use std::fmt::Write as _;

use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};
use warpline_ir::print::{KeptNames, PrintOptions, print_op_keeping, type_text};
use warpline_ir::{Def, Op, Span};

use super::analysis::Analysis;
use super::index::{Entity, Occurrence, definition_values};
use super::position::PieceLines;
use crate::driver::explain::explanation;
use crate::driver::views::name_of;

/// Returns the hover at a byte offset.
pub(super) fn hover(analysis: &Analysis, piece_lines: PieceLines<'_>, offset: u32) -> Option<Hover> {
    let named = analysis.index().at(offset).map(|found| (found.span, name_text(analysis, found)));
    let (span, value) = match named {
        Some((span, Some(value))) => (span, value),
        _ => operation(analysis, offset)?,
    };
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
    Some(Hover { contents, range: Some(piece_lines.range(span)) })
}

fn code(text: &str) -> String {
    format!("```mlir\n{}\n```", text.trim())
}

fn name_text(analysis: &Analysis, found: Occurrence) -> Option<String> {
    match found.entity {
        Entity::Values(number) => value_text(analysis, number),
        Entity::Block(block) => {
            let args = analysis.module.args(block).iter();
            let types: Vec<String> =
                args.map(|arg| type_text(&analysis.module, analysis.module.type_of(*arg))).collect();
            Some(code(&format!("{}({})", slice(analysis, found.span), types.join(", "))))
        }
        Entity::Symbol(op) => Some(code(&form(analysis, op, false))),
        Entity::Alias(token) => {
            let start = analysis.tokens().spans[token].start as usize;
            Some(code(analysis.text()[start..].lines().next().unwrap_or_default()))
        }
    }
}

/// Describes values by name, type and origin.
fn value_text(analysis: &Analysis, number: usize) -> Option<String> {
    let module = &analysis.module;
    let definition = analysis.names.definitions[number];
    let first = definition.first?;
    let types: Vec<String> = definition_values(first, definition.count)
        .map(|value| type_text(module, module.type_of(value)))
        .collect();
    let shown = code(&format!("{} : {}", slice(analysis, definition.span), types.join(", ")));
    let (origin, op) = match module.def(first) {
        Def::Result(op, _) => ("result of", op),
        Def::Arg(block, _) => ("argument of", module.block_parent(block)?),
        Def::Forward => return Some(shown),
    };
    let mut text = format!("{shown}\n{origin} `{}`", module.op_name(op));
    text.push_str(&schedule(analysis, op));
    Some(text)
}

/// Describes the stream and the waits of an operation.
fn schedule(analysis: &Analysis, op: Op) -> String {
    let name = analysis.module.span(analysis.module.location(op));
    let Some(mark) = analysis.mark_at(name) else { return String::new() };
    let runs = mark.stream.map_or(String::new(), |stream| format!("\n\nruns on stream s{stream}"));
    let why: Vec<String> = mark.why.iter().map(|why| format!("- {why}")).collect();
    if why.is_empty() { runs } else { format!("{runs}\n\n{}", why.join("\n")) }
}

/// Describes the operation whose name is at this offset, with its generic form.
fn operation(analysis: &Analysis, offset: u32) -> Option<(Span, String)> {
    let module = &analysis.module;
    let op = analysis.index().op_at(module, offset)?;
    let name = module.span(module.location(op));
    if offset < name.start || name.end < offset {
        return None;
    }
    let doc = explanation(&module.op_name(op)).unwrap_or_default();
    let doc: Vec<String> = doc.into_iter().skip(1).skip_while(String::is_empty).collect();
    let split = doc.iter().position(String::is_empty).unwrap_or(doc.len());
    let mut text = format!("**{}**\n\n{}", module.op_name(op), doc[..split].join(" "));
    if split < doc.len() {
        let _ = write!(text, "\n\n```text\n{}\n```", doc[split..].join("\n").trim());
    }
    text.push_str(&schedule(analysis, op));
    let _ = write!(text, "\n\ngeneric form:\n{}", code(&form(analysis, op, true)));
    Some((name, text))
}

/// Prints an operation without the contents of its regions, with the names in the text.
fn form(analysis: &Analysis, op: Op, generic: bool) -> String {
    let module = &analysis.module;
    let options = PrintOptions { generic, local_scope: true, skip_regions: true, ..PrintOptions::default() };
    let values = module.operands(op).iter().copied().chain(module.results(op));
    let named = values.filter_map(|value| Some((value, name_of(module, analysis.text(), value)?)));
    print_op_keeping(module, op, &options, &KeptNames { of: named.collect() })
}

fn slice(analysis: &Analysis, span: Span) -> &str {
    &analysis.text()[span.start as usize..span.end as usize]
}
