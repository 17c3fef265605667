//! Completion: values, symbols, labels, aliases, types and operations, by the sign before the cursor.

use lsp_types::{CompletionItem, CompletionItemKind};
use warpline_ir::print::type_text;
use warpline_ir::{Def, Op, OpKind};

use super::analysis::Analysis;
use super::index::Entity;
use crate::words::TYPES;

/// What may stand at a byte.
pub(super) fn completion(analysis: &Analysis, offset: u32) -> Vec<CompletionItem> {
    let before = &analysis.text()[..offset as usize];
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '-');
    let word = before.rsplit(|c: char| !is_part(c)).next().unwrap_or_default();
    match before[..before.len() - word.len()].chars().next_back() {
        Some('%') => values(analysis, offset),
        Some('@') => {
            named(analysis, CompletionItemKind::FUNCTION, |entity| matches!(entity, Entity::Symbol(_)))
        }
        Some('^') => labels(analysis, offset),
        Some('!' | '#') => {
            named(analysis, CompletionItemKind::CONSTANT, |entity| matches!(entity, Entity::Alias(_)))
        }
        _ => operations().chain(types()).collect(),
    }
}

fn item(label: String, kind: CompletionItemKind, detail: Option<String>) -> CompletionItem {
    CompletionItem { label, kind: Some(kind), detail, ..CompletionItem::default() }
}

/// Operations with the first line of their documentation.
fn operations() -> impl Iterator<Item = CompletionItem> {
    OpKind::all().map(|kind| {
        let detail = kind.def().and_then(|def| def.doc.trim().lines().next()).map(str::to_string);
        item(kind.name(), CompletionItemKind::KEYWORD, detail)
    })
}

fn types() -> impl Iterator<Item = CompletionItem> {
    TYPES.iter().map(|name| item((*name).to_string(), CompletionItemKind::STRUCT, None))
}

/// Values that are defined before the cursor in an operation around it.
fn values(analysis: &Analysis, offset: u32) -> Vec<CompletionItem> {
    let module = &analysis.module;
    let is_around = |op: Option<Op>| match op.and_then(|op| analysis.index().text_of(op)) {
        Some(span) => span.start <= offset && offset <= span.end,
        // The module that a file stands for has no text.
        None => true,
    };
    let definitions = analysis.names.definitions.iter().filter(|definition| definition.span.end < offset);
    let visible = definitions.filter_map(|definition| {
        let first = definition.first?;
        let scope = match module.def(first) {
            Def::Result(op, _) => module.parent_op(op),
            Def::Arg(block, _) => module.block_parent(block),
            Def::Forward => return None,
        };
        let name =
            analysis.text()[definition.span.start as usize + 1..definition.span.end as usize].to_string();
        let ty = type_text(module, module.type_of(first));
        is_around(scope).then(|| item(name, CompletionItemKind::VARIABLE, Some(ty)))
    });
    visible.collect()
}

/// Labels of the region around the cursor.
fn labels(analysis: &Analysis, offset: u32) -> Vec<CompletionItem> {
    let module = &analysis.module;
    let Some(op) = analysis.index().op_at(module, offset) else { return Vec::new() };
    let around = module.block_of(op).and_then(|block| module.region_of(block));
    named(analysis, CompletionItemKind::REFERENCE, |entity| match entity {
        Entity::Block(block) => {
            let region = module.region_of(block);
            region == around || region.and_then(|region| module.parent_of(region)) == Some(op)
        }
        _ => false,
    })
}

/// Names of some kind, without their sign.
fn named(
    analysis: &Analysis,
    kind: CompletionItemKind,
    is_wanted: impl Fn(Entity) -> bool,
) -> Vec<CompletionItem> {
    let definitions = analysis.index().occurrences.iter().filter(|found| found.is_definition);
    let wanted = definitions.filter(|found| is_wanted(found.entity));
    let name = |start: u32, end: u32| analysis.text()[start as usize + 1..end as usize].to_string();
    wanted.map(|found| item(name(found.span.start, found.span.end), kind, None)).collect()
}
