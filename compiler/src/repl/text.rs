//! Edits a state's text: adds an input, and replaces what it redefines.
//!
//! Functions, kernels and globals are replaced by their symbols. Other operations are added to the function
//! `@repl`, at its end, or in place of an operation whose results have the same name. A `return` there defines
//! the results of `@repl`.

use std::ops::Range;

use warpline_ir::def::Trait;
use warpline_ir::syntax::ast::{OpNode, RegionNode};
use warpline_ir::syntax::lexer::Token;
use warpline_ir::syntax::{self, Syntax};
use warpline_ir::{Diagnostic, Diagnostics, Limits, OpKind, Span};

/// The function of operations that were entered by themselves.
pub(super) const ENTRY: &str = "repl";

/// A text with the ranges of its operations.
pub(super) struct Outline<'t> {
    syntax: Syntax<'t>,
}

impl<'t> Outline<'t> {
    /// Parses the structure of a text; errors are reported.
    pub(super) fn of(text: &'t str, diagnostics: &mut Diagnostics) -> Self {
        Self { syntax: syntax::read(text, &Limits::default(), diagnostics) }
    }

    fn token_range(&self, start: u32, end: u32) -> Range<usize> {
        let spans = &self.syntax.tokens.spans;
        let end = (end as usize).max(start as usize + 1) - 1;
        spans[start as usize].start as usize..spans[end].end as usize
    }

    fn range(&self, node: OpNode) -> Range<usize> {
        self.token_range(node.start, node.end)
    }

    fn kind(&self, at: u32) -> Token {
        self.syntax.tokens.kinds.get(at as usize).copied().unwrap_or(Token::End)
    }

    fn word(&self, at: u32) -> &'t str {
        &self.syntax.text[self.token_range(at, at + 1)]
    }

    /// Returns the names of an operation's results, and the token of its own name.
    fn results(&self, node: OpNode) -> (Vec<&'t str>, u32) {
        let mut names = Vec::new();
        let mut at = node.start;
        while self.kind(at) == Token::Value {
            names.push(&self.word(at)[1..]);
            at += if self.kind(at + 1) == Token::Colon { 3 } else { 1 };
            at += 1;
        }
        (names, at)
    }

    /// Returns the full name of an operation.
    fn name(&self, node: OpNode) -> &'t str {
        match self.word(self.results(node).1).trim_matches('"') {
            "module" => "builtin.module",
            "return" => "func.return",
            name => name,
        }
    }

    /// Returns the symbol that an operation defines, without the `@`.
    fn symbol(&self, node: OpNode) -> Option<&'t str> {
        let def = OpKind::lookup(self.name(node))?.def()?;
        if !def.has(Trait::Symbol) {
            return None;
        }
        let is_head = |at: &u32| !matches!(self.kind(*at), Token::LParen | Token::LBrace);
        let named = (node.start..node.end).take_while(is_head).find(|at| self.kind(*at) == Token::Symbol);
        if let Some(at) = named {
            return Some(self.word(at)[1..].trim_matches('"'));
        }
        let is_key = |at: &u32| self.word(*at) == "sym_name" && self.kind(at + 1) == Token::Equal;
        (node.start..node.end).find(is_key).map(|at| self.word(at + 2).trim_matches('"'))
    }

    /// Returns the region of the top-level module.
    fn body(&self) -> Option<&RegionNode> {
        self.syntax.ast.regions.first()
    }

    fn body_ops(&self) -> &[OpNode] {
        self.body().and_then(|body| body.blocks.first()).map_or(&[], |block| block.ops.as_slice())
    }

    /// Returns the offset of the module's closing brace.
    fn end_of_body(&self) -> usize {
        let last = self.syntax.ast.ops.last().map(|node| node.end - 1);
        let close = last.filter(|last| self.kind(*last) == Token::RBrace);
        close.map_or(self.syntax.text.len(), |close| self.token_range(close, close + 1).start)
    }

    fn find_symbol(&self, name: &str) -> Option<OpNode> {
        self.body_ops().iter().copied().find(|node| self.symbol(*node) == Some(name))
    }

    /// Returns the first region of an operation.
    fn region_in(&self, node: OpNode) -> Option<&RegionNode> {
        self.syntax.ast.regions.iter().find(|region| node.start <= region.open && region.open < node.end)
    }

    /// Returns the text of the operation whose own name begins at this byte, including its results and regions.
    pub(super) fn text_at(&self, byte: u32) -> Option<&'t str> {
        let blocks = self.syntax.ast.regions.iter().flat_map(|region| &region.blocks);
        let all = self.syntax.ast.ops.iter().chain(blocks.flat_map(|block| &block.ops));
        let holds = |node: &&OpNode| self.range(**node).contains(&(byte as usize));
        let node = all.filter(holds).min_by_key(|node| node.end - node.start)?;
        Some(&self.syntax.text[self.range(*node)])
    }

    /// Returns the aliases that the text defines, with their text.
    pub(super) fn aliases(&self) -> Vec<(&'t str, &'t str)> {
        let starts = self.syntax.ast.aliases.iter().copied();
        starts.map(|start| (self.word(start), self.syntax.text[self.alias_range(start)].trim_end())).collect()
    }

    /// Returns the text of an alias: up to the next operation or alias.
    fn alias_range(&self, start: u32) -> Range<usize> {
        let ops = self.syntax.ast.ops.iter().map(|node| node.start);
        let next = ops.chain(self.syntax.ast.aliases.iter().copied()).filter(|next| start < *next).min();
        let end = next.map_or(self.syntax.text.len(), |next| self.token_range(next, next + 1).start);
        self.token_range(start, start + 1).start..end
    }
}

/// A text with an input inserted.
pub(super) struct Edit<'i> {
    /// The whole text.
    pub(super) text: String,
    /// Descriptions of the changes.
    pub(super) done: Vec<String>,
    input: &'i str,
    /// Parts of the input in the text: the offsets in both, and the length.
    pieces: Vec<(usize, usize, usize)>,
}

impl<'i> Edit<'i> {
    /// Inserts an input into a text. An input that contains a `module` replaces everything.
    pub(super) fn new(
        text: &str,
        aliases: &[(String, String)],
        input: &'i str,
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let outline = Outline::of(input, diagnostics);
        let ops = &outline.syntax.ast.ops;
        let mut edit = Self { text: text.to_string(), done: Vec::new(), input, pieces: Vec::new() };
        if ops.iter().any(|node| outline.name(*node) == "builtin.module") {
            edit.text = input.to_string();
            edit.pieces = vec![(0, 0, input.len())];
            edit.done.push("a whole module".to_string());
            return edit;
        }
        for node in ops {
            edit.add(&outline, *node);
        }
        edit.add_aliases(&outline, aliases);
        edit
    }

    /// Returns the inserted input.
    pub(super) fn input(&self) -> &str {
        self.input
    }

    /// Whether the input contains only comments.
    pub(super) fn is_empty(&self) -> bool {
        self.done.is_empty()
    }

    fn add(&mut self, input: &Outline<'_>, node: OpNode) {
        let text = std::mem::take(&mut self.text);
        let target = Outline::of(&text, &mut Diagnostics::new());
        self.text.clone_from(&text);
        let range = input.range(node);
        if let Some(symbol) = input.symbol(node) {
            self.add_symbol(&target, symbol, range);
        } else if input.name(node) == "func.return" {
            self.set_return(&target, range, return_types(input, node));
        } else {
            self.add_loose(&target, &input.results(node).0, input.name(node), range);
        }
    }

    fn add_symbol(&mut self, target: &Outline<'_>, symbol: &str, range: Range<usize>) {
        match target.find_symbol(symbol) {
            Some(old) => {
                self.splice(target.range(old), "", range, "");
                self.done.push(format!("replaces @{symbol}"));
            }
            None => {
                let end = target.end_of_body();
                self.splice(end..end, "  ", range, "\n");
                self.done.push(format!("adds @{symbol}"));
            }
        }
    }

    fn add_loose(&mut self, target: &Outline<'_>, names: &[&str], op: &str, range: Range<usize>) {
        let what = match names {
            [] => op.to_string(),
            names => names.iter().map(|name| format!("%{name}")).collect::<Vec<_>>().join(", "),
        };
        let blocks = entry_region(target).map(|region| region.blocks.as_slice()).unwrap_or_default();
        let mut ops = blocks.iter().flat_map(|block| &block.ops);
        let is_same = |node: &&OpNode| target.results(**node).0.iter().any(|name| names.contains(name));
        if let Some(old) = ops.find(is_same) {
            self.splice(target.range(*old), "", range, "");
            self.done.push(format!("replaces {what} in @{ENTRY}"));
            return;
        }
        self.done.push(format!("adds {what} to @{ENTRY}"));
        match blocks.last().and_then(|block| block.ops.last()) {
            Some(last) => {
                let at = target.range(*last).start;
                self.splice(at..at, "", range, "\n    ");
            }
            None => self.add_entry(target, range, "\n    return\n  }\n", ""),
        }
    }

    /// Creates the entry function around a part of the input.
    fn add_entry(&mut self, target: &Outline<'_>, range: Range<usize>, after: &str, types: &str) {
        let end = target.end_of_body();
        self.splice(end..end, &format!("  func.func @{ENTRY}(){types} {{\n    "), range, after);
    }

    /// Makes a `return` the end of the entry function, which returns values of these types.
    fn set_return(&mut self, target: &Outline<'_>, range: Range<usize>, types: &str) {
        let types = if types.is_empty() { String::new() } else { format!(" -> ({types})") };
        self.done.push(format!("sets what @{ENTRY} returns"));
        let region = entry_region(target);
        let last = region.and_then(|region| region.blocks.last()?.ops.last());
        let Some((func, last)) = target.find_symbol(ENTRY).zip(last) else {
            return self.add_entry(target, range, "\n  }\n", &types);
        };
        let end = if target.name(*last) == "func.return" {
            target.range(*last)
        } else {
            let end = target.range(*last).end;
            end..end
        };
        self.splice(end, "", range, "");
        let Some(open) = (func.start..func.end).find(|at| target.kind(*at) == Token::LParen) else { return };
        let close = target.syntax.layout.partner[open as usize];
        let ends = |at: &u32| target.kind(*at) == Token::LBrace || target.word(*at) == "attributes";
        let Some(next) = (close..func.end).find(ends) else { return };
        let between = target.token_range(close, close + 1).end..target.token_range(next, next + 1).start;
        self.splice(between, &format!("{types} "), 0..0, "");
    }

    /// Inserts alias definitions before the text: those of the input, and older ones whose names do not occur
    /// in the text.
    fn add_aliases(&mut self, input: &Outline<'_>, old: &[(String, String)]) {
        let text = self.text.clone();
        let target = Outline::of(&text, &mut Diagnostics::new());
        let new = input.aliases();
        let taken = |name: &str| target.aliases().iter().chain(&new).any(|(known, _)| *known == name);
        for (_, definition) in old.iter().filter(|(name, _)| !taken(name)) {
            self.splice(0..0, &format!("{definition}\n"), 0..0, "");
        }
        for start in &input.syntax.ast.aliases {
            self.splice(0..0, "", input.alias_range(*start), "\n");
            self.done.push(format!("defines {}", input.word(*start)));
        }
    }

    /// Replaces a range of the text by a part of the input, with text before and after it.
    fn splice(&mut self, range: Range<usize>, before: &str, from: Range<usize>, after: &str) {
        let new = format!("{before}{}{after}", &self.input[from.clone()]);
        self.pieces.retain(|(at, ..)| !(range.contains(at)));
        for (at, ..) in self.pieces.iter_mut().filter(|(at, ..)| range.end <= *at) {
            *at = *at + new.len() - range.len();
        }
        self.text.replace_range(range.clone(), &new);
        if !from.is_empty() {
            self.pieces.push((range.start + before.len(), from.start, from.len()));
        }
    }

    /// Maps a diagnostic about the text to the input, if the input contains all its locations.
    pub(super) fn in_input(&self, found: &Diagnostic) -> Option<Diagnostic> {
        let mut found = found.clone();
        found.span = self.moved(found.span)?;
        for note in &mut found.notes {
            note.span = match note.span {
                Some(span) => Some(self.moved(span)?),
                None => None,
            };
        }
        Some(found)
    }

    fn moved(&self, span: Span) -> Option<Span> {
        let (start, end) = (span.start as usize, span.end as usize);
        let holds = |(at, _, len): &&(usize, usize, usize)| *at <= start && end <= at + len;
        let (at, from, _) = *self.pieces.iter().find(holds)?;
        Some(Span::new((start - at + from) as u32, (end - at + from) as u32))
    }
}

fn entry_region<'o>(target: &'o Outline<'_>) -> Option<&'o RegionNode> {
    target.region_in(target.find_symbol(ENTRY)?)
}

/// Returns the text after the colon of a `return`.
fn return_types<'t>(input: &Outline<'t>, node: OpNode) -> &'t str {
    let colon = (node.start..node.end).find(|at| input.kind(*at) == Token::Colon);
    colon
        .filter(|colon| colon + 1 < node.end)
        .map_or("", |colon| &input.syntax.text[input.token_range(colon + 1, node.end)])
}

/// Returns a text whose entry function returns a value of a type, if there is such a function.
pub(super) fn returning(text: &str, value: &str, ty: &str) -> Option<String> {
    let outline = Outline::of(text, &mut Diagnostics::new());
    entry_region(&outline)?;
    let input = format!("return {value} : {ty}");
    Some(Edit::new(text, &[], &input, &mut Diagnostics::new()).text)
}
