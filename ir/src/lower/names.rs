//! An index of the names in a text, kept for editors, which query the entity at a position.

use crate::module::Block;
use crate::op::Op;
use crate::source::Span;
use crate::syntax::lexer::Tokens;
use crate::value::Value;
use rustc_hash::FxHashMap;

/// The definition of one or several values under one name.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// The name, with its `%`.
    pub span: Span,
    /// The first of the values; `None` if the operation that defines them could not be read.
    pub first: Option<Value>,
    /// The number of values: 2 for `%a:2`.
    pub count: u32,
}

/// A label at the start of a block, or as a successor.
#[derive(Clone, Copy, Debug)]
pub struct LabelPlace {
    /// The label, with its `^`.
    pub span: Span,
    /// The block.
    pub block: Block,
    /// Whether the block begins here.
    pub is_definition: bool,
}

/// The names of a text, each list in the order of reading.
#[derive(Debug, Default)]
pub struct Names {
    /// Definitions of values.
    pub definitions: Vec<Definition>,
    /// Uses of values.
    pub uses: Vec<(Span, Value)>,
    /// Labels of blocks.
    pub labels: Vec<LabelPlace>,
    /// The text of each operation, from its results to its end; those in its regions come before it.
    pub ops: Vec<(Op, Span)>,
    /// The tokens of the text; only the end of a text that is too large.
    pub tokens: Tokens,
    /// The resolved values of the placeholders of forward references.
    settled: FxHashMap<Value, Value>,
    /// Uses without a separate operand, each with the use that has the operand.
    pub(super) repeated: Vec<(Span, Span)>,
}

impl Names {
    pub(super) fn settle(&mut self, stand_in: Value, value: Value) {
        self.settled.insert(stand_in, value);
    }

    /// Replaces placeholders by the values, and stores the tokens.
    pub(super) fn finish(mut self, tokens: Tokens) -> Self {
        for (_, value) in &mut self.uses {
            while let Some(settled) = self.settled.get(value) {
                *value = *settled;
            }
        }
        if !self.repeated.is_empty() {
            let of: FxHashMap<Span, Value> = self.uses.iter().copied().collect();
            let found = |(span, first): (Span, Span)| Some((span, *of.get(&first)?));
            self.uses.extend(std::mem::take(&mut self.repeated).into_iter().filter_map(found));
        }
        Self { tokens, ..self }
    }
}
