//! Completion of values, symbols, labels, aliases, types and operations, selected by the sigil before the cursor.

use lsp_types::{CompletionItem, CompletionItemKind, CompletionTextEdit, TextEdit};
use warpline_ir::print::type_text;
use warpline_ir::{Def, Op, OpKind, Span};

use super::analysis::Analysis;
use super::index::Entity;
use super::position::PieceLines;
use crate::driver::keywords::TYPES;

/// Returns the completions at an offset, which replace the word there.
pub(super) fn completion(
    analysis: &Analysis,
    piece_lines: PieceLines<'_>,
    offset: u32,
) -> Vec<CompletionItem> {
    let before = &analysis.text()[..offset as usize];
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '-');
    let word = before.rsplit(|c: char| !is_part(c)).next().unwrap_or_default();
    let start = before.len() - word.len();
    let sign = before[..start].chars().next_back();
    let mut items = match sign {
        Some('%') => values(analysis, offset),
        Some('@') => symbols(analysis, offset, &before[..start - 1]),
        Some('^') => labels(analysis, offset),
        Some('!') => aliases(analysis, '!').into_iter().chain(types('!')).collect(),
        Some('#') => aliases(analysis, '#'),
        _ => words(analysis, start as u32, word),
    };
    let range = piece_lines.range(Span::new(start as u32, offset));
    for item in &mut items {
        // Editors differ in their word boundaries: some split `arith.addi` into two words.
        item.text_edit = Some(CompletionTextEdit::Edit(TextEdit::new(range, item.label.clone())));
    }
    items
}

fn item(label: String, kind: CompletionItemKind, detail: Option<String>) -> CompletionItem {
    CompletionItem { label, kind: Some(kind), detail, ..CompletionItem::default() }
}

/// Returns words without a sigil: those that the parser expected here, else operations and types.
fn words(analysis: &Analysis, start: u32, word: &str) -> Vec<CompletionItem> {
    let expected = expected(analysis, start);
    if !expected.is_empty() {
        return expected.into_iter().map(|word| item(word, CompletionItemKind::ENUM_MEMBER, None)).collect();
    }
    let dialect = word.split_once('.').map(|(dialect, _)| format!("{dialect}."));
    let is_wanted =
        |item: &CompletionItem| dialect.as_ref().is_none_or(|dialect| item.label.starts_with(dialect));
    operations().chain(types(' ')).filter(is_wanted).collect()
}

/// Returns the words that the parser expected at an offset, if it found something else there.
fn expected(analysis: &Analysis, start: u32) -> Vec<String> {
    let is_here = |span: Span| {
        let between = analysis.text().get(span.end as usize..start as usize);
        span.start == start || between.is_some_and(|between| between.chars().all(|c| c == ' '))
    };
    let found = analysis.read.iter().find(|found| is_here(found.span));
    let what = found.and_then(|found| found.message.strip_prefix("expected "));
    let what = what.map_or("", |what| what.split(", but found").next().unwrap_or_default());
    let words: Vec<&str> = match what.strip_prefix("one of: ") {
        Some(words) => words.split(", ").collect(),
        None => what.split('\'').skip(1).step_by(2).collect(),
    };
    words.into_iter().filter(|word| word.starts_with(char::is_alphabetic)).map(str::to_string).collect()
}

/// Returns all operations with the first line of their documentation.
fn operations() -> impl Iterator<Item = CompletionItem> {
    OpKind::all().map(|kind| {
        let detail = kind.def().and_then(|def| def.doc.trim().lines().next()).map(str::to_string);
        item(kind.name(), CompletionItemKind::KEYWORD, detail)
    })
}

/// Returns the types that begin with a sigil, or with a letter if `sign` is a blank; without the sigil.
fn types(sign: char) -> impl Iterator<Item = CompletionItem> {
    let name = move |name: &&'static str| match sign {
        ' ' => name.starts_with(char::is_alphabetic).then_some(*name),
        _ => name.strip_prefix(sign),
    };
    TYPES.iter().filter_map(name).map(|name| item(name.to_string(), CompletionItemKind::STRUCT, None))
}

/// Returns the values that are defined before the cursor in an enclosing operation.
fn values(analysis: &Analysis, offset: u32) -> Vec<CompletionItem> {
    let module = &analysis.module;
    let is_around = |op: Option<Op>| match op.and_then(|op| analysis.index().text_of(op)) {
        Some(span) => span.start <= offset && offset <= span.end,
        // The module that represents the file has no text.
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

/// Returns all symbols, or after `@table::` those of a table, without their sigil. `before` is the text before it.
fn symbols(analysis: &Analysis, offset: u32, before: &str) -> Vec<CompletionItem> {
    let module = &analysis.module;
    let table = before.strip_suffix("::").and_then(|path| {
        let name = path.rsplit('@').next().and_then(|name| module.find_name(name))?;
        module.resolve_symbol(analysis.index().op_at(module, offset).unwrap_or(module.root()), &[name])
    });
    let wanted = |op: Op| table.is_none() || (module.parent_op(op) == table && Some(op) != table);
    named(analysis, CompletionItemKind::FUNCTION, |found| matches!(found, Entity::Symbol(op) if wanted(op)))
}

/// Returns the aliases of attributes or of types, by their sigil.
fn aliases(analysis: &Analysis, sign: char) -> Vec<CompletionItem> {
    let has_sign =
        |token: usize| analysis.text()[analysis.tokens().spans[token].start as usize..].starts_with(sign);
    named(
        analysis,
        CompletionItemKind::CONSTANT,
        |found| matches!(found, Entity::Alias(token) if has_sign(token)),
    )
}

/// Returns the labels of the region at the cursor.
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

/// Returns the names of some kind, without their sigil.
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
