//! The index of a text: the entity that each name denotes, and all its occurrences.

use rustc_hash::FxHashMap;
use warpline_ir::lower::Names;
use warpline_ir::syntax::lexer::{Token, Tokens};
use warpline_ir::{Block, Module, Op, SecondaryMap, Span, Value};

/// The entity that a name denotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Entity {
    /// Values, by the index of their definition.
    Values(usize),
    /// A block.
    Block(Block),
    /// An operation that defines a symbol.
    Symbol(Op),
    /// An alias of an attribute or type, by the token of its first occurrence.
    Alias(usize),
}

/// A name in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Occurrence {
    pub(super) span: Span,
    pub(super) entity: Entity,
    pub(super) is_definition: bool,
}

/// The names of a text in textual order, and the text of its operations.
#[derive(Debug, Default)]
pub(super) struct Index {
    pub(super) occurrences: Vec<Occurrence>,
    /// Operations by the start of their text.
    ops: Vec<(Span, Op)>,
    spans: SecondaryMap<Op, Option<Span>>,
    definitions: FxHashMap<Entity, Occurrence>,
}

impl Index {
    /// Indexes all names.
    pub(super) fn new(text: &str, module: &Module, names: &Names) -> Self {
        let mut index = Self::default();
        for (op, span) in &names.ops {
            index.ops.push((*span, *op));
            index.spans[*op] = Some(*span);
        }
        index.ops.sort_unstable_by_key(|(span, _)| (span.start, std::cmp::Reverse(span.end)));
        index.add_values(names);
        let labels = names.labels.iter().map(|label| Occurrence {
            span: label.span,
            entity: Entity::Block(label.block),
            is_definition: label.is_definition,
        });
        index.occurrences.extend(labels);
        index.add_symbols(text, &names.tokens, module);
        index.add_aliases(text, &names.tokens);
        index.occurrences.sort_by_key(|found| found.span.start);
        for found in index.occurrences.iter().filter(|found| found.is_definition) {
            index.definitions.entry(found.entity).or_insert(*found);
        }
        index
    }

    fn add_values(&mut self, names: &Names) {
        let mut numbers: SecondaryMap<Value, Option<usize>> = SecondaryMap::new();
        for (number, definition) in names.definitions.iter().enumerate() {
            let entity = Entity::Values(number);
            self.occurrences.push(Occurrence { span: definition.span, entity, is_definition: true });
            if let Some(first) = definition.first {
                definition_values(first, definition.count).for_each(|value| numbers[value] = Some(number));
            }
        }
        for (span, value) in &names.uses {
            let entity = numbers[*value].map(Entity::Values);
            let found = |entity| Occurrence { span: *span, entity, is_definition: false };
            self.occurrences.extend(entity.map(found));
        }
    }

    fn add_symbols(&mut self, text: &str, tokens: &Tokens, module: &Module) {
        let mut last_named = None;
        for (at, kind) in tokens.kinds.iter().enumerate() {
            if *kind != Token::Symbol {
                continue;
            }
            let span = tokens.spans[at];
            let Some(op) = self.op_at(module, span.start) else { continue };
            let name = symbol_text(text, span);
            let defines = module.symbol_name(op) == Some(name) && last_named != Some(op);
            let found = if defines {
                last_named = Some(op);
                Some(op)
            } else {
                let path = path_to(text, tokens, at);
                let names: Option<Vec<_>> = path.into_iter().map(|name| module.find_name(name)).collect();
                names.and_then(|names| module.resolve_symbol(op, &names))
            };
            let entity = found.map(Entity::Symbol);
            self.occurrences.extend(entity.map(|entity| Occurrence { span, entity, is_definition: defines }));
        }
    }

    fn add_aliases(&mut self, text: &str, tokens: &Tokens) {
        let mut known: FxHashMap<&str, usize> = FxHashMap::default();
        let names = |at: &usize| matches!(tokens.kinds[*at], Token::Hash | Token::Bang);
        let is_defined = |at: usize| tokens.kinds.get(at + 1) == Some(&Token::Equal);
        let all: Vec<usize> = (0..tokens.kinds.len()).filter(names).collect();
        for at in all.iter().filter(|at| is_defined(**at)) {
            known.entry(slice(text, tokens.spans[*at])).or_insert(*at);
        }
        for at in all {
            let span = tokens.spans[at];
            let entity = known.get(slice(text, span)).map(|first| Entity::Alias(*first));
            let is_definition = is_defined(at);
            self.occurrences.extend(entity.map(|entity| Occurrence { span, entity, is_definition }));
        }
    }

    /// Returns the innermost operation whose text contains this byte.
    pub(super) fn op_at(&self, module: &Module, offset: u32) -> Option<Op> {
        let after = self.ops.partition_point(|(span, _)| span.start <= offset);
        let mut op = Some(self.ops.get(after.checked_sub(1)?)?.1);
        while let Some(inner) = op {
            if self.spans[inner].is_some_and(|span| offset <= span.end) {
                return Some(inner);
            }
            op = module.parent_op(inner);
        }
        None
    }

    /// Returns the text of an operation.
    pub(super) fn text_of(&self, op: Op) -> Option<Span> {
        self.spans[op]
    }

    /// Returns the name at a byte, or directly before it.
    pub(super) fn at(&self, offset: u32) -> Option<Occurrence> {
        let after = self.occurrences.partition_point(|found| found.span.start <= offset);
        let found = *self.occurrences.get(after.checked_sub(1)?)?;
        (offset <= found.span.end).then_some(found)
    }

    /// Returns all occurrences of a name.
    pub(super) fn occurrences(&self, entity: Entity) -> impl Iterator<Item = Occurrence> + '_ {
        self.occurrences.iter().copied().filter(move |found| found.entity == entity)
    }

    /// Returns the definition of a name.
    pub(super) fn definition(&self, entity: Entity) -> Option<Occurrence> {
        self.definitions.get(&entity).copied()
    }
}

/// Returns the values under one name.
pub(super) fn definition_values(first: Value, count: u32) -> impl Iterator<Item = Value> {
    use warpline_ir::Entity as _;
    (0..count as usize).map(move |number| Value::new(first.index() + number))
}

fn slice(text: &str, span: Span) -> &str {
    &text[span.start as usize..span.end as usize]
}

/// Returns a symbol without `@` and quotes.
fn symbol_text(text: &str, span: Span) -> &str {
    slice(text, span).trim_start_matches('@').trim_matches('"')
}

/// Returns the names of `@a::@b` up to the one at this token.
fn path_to<'t>(text: &'t str, tokens: &Tokens, at: usize) -> Vec<&'t str> {
    let mut path = vec![symbol_text(text, tokens.spans[at])];
    let mut at = at;
    while 2 <= at && tokens.kinds[at - 1] == Token::ColonColon && tokens.kinds[at - 2] == Token::Symbol {
        at -= 2;
        path.push(symbol_text(text, tokens.spans[at]));
    }
    path.reverse();
    path
}
