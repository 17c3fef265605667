//! Lowers the flat syntax tree to a module: names, regions and operations.
//!
//! An operation that cannot be read costs one diagnostic: its results become names without a value, and uses
//! of them are not reported. The text in its regions is still read, so that errors in it are found too.

mod affine;
mod attrs;
mod dialect_attrs;
mod elements;
mod generic;
mod gpu_types;
mod kinds;
mod literals;
mod locations;
mod names;
mod resources;
mod scope;
mod types;

use crate::attrs::{Attr, NamedAttr};
use crate::builder::Builder;
use crate::def::{Syntax as OpSyntax, Trait};
use crate::diagnostics::{Diagnostics, Note, Reported, codes};
use crate::dialect::{Builtin, Func, OpKind};
use crate::format::found::Found;
use crate::format::read::{Pending, Reader, RegionArg, ValueName};
use crate::format::read_pattern;
use crate::limits::Limits;
use crate::location::Location;
use crate::module::{Block, Module, Region, RegionData};
use crate::op::Op;
use crate::placement::Place;
use crate::rewrite::OpSpec;
use crate::source::Span;
use crate::syntax::ast::{BlockNode, OpNode};
use crate::syntax::layout::Class;
use crate::syntax::lexer::Token;
use crate::syntax::{self, Syntax};
use crate::types::Type;
use crate::value::Value;
use rustc_hash::{FxHashMap, FxHashSet};
use scope::Scope;

pub use affine::Subscripts;
pub use names::{Definition, LabelPlace, Names};

/// The name of the placeholder for an operation that could not be read.
const UNREAD: &str = "builtin.unread";

/// Whether an operation is the placeholder of one that could not be read.
pub(crate) fn is_unread(module: &Module, op: Op) -> bool {
    matches!(module.kind(op), OpKind::Foreign(name) if module.text(name) == UNREAD)
}

/// Options of the parser.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParseOptions {
    /// Whether operations of unknown dialects are accepted.
    pub allow_unregistered: bool,
    /// Operations of unknown dialects that are always accepted, since a pass will replace them.
    pub replaced: &'static [&'static str],
}

/// Parses a module. Every error is in the diagnostics, and everything that could be read is in the module.
pub fn parse(text: &str, options: &ParseOptions) -> (Module, Diagnostics) {
    parse_within(text, options, &Limits::default())
}

/// Does the same as [`parse`] with custom limits.
pub fn parse_within(text: &str, options: &ParseOptions, limits: &Limits) -> (Module, Diagnostics) {
    let (module, diagnostics, _) = read_text(text, *options, limits, None);
    (module, diagnostics)
}

/// Does the same as [`parse`] and returns the locations of all names.
pub fn parse_with_names(text: &str, options: &ParseOptions) -> (Module, Diagnostics, Names) {
    let (module, diagnostics, names) = read_text(text, *options, &Limits::default(), Some(Names::default()));
    (module, diagnostics, names.unwrap_or_default())
}

fn read_text(
    text: &str,
    options: ParseOptions,
    limits: &Limits,
    names: Option<Names>,
) -> (Module, Diagnostics, Option<Names>) {
    let mut diagnostics = Diagnostics::new();
    let syntax = syntax::read(text, limits, &mut diagnostics);
    let mut lower = Lower {
        syntax: &syntax,
        module: empty_module(&syntax),
        diagnostics,
        options,
        limits: *limits,
        is_full: false,
        aliased: 0,
        alias_parts: FxHashMap::default(),
        distinct: FxHashMap::default(),
        scopes: Vec::new(),
        aliases: FxHashMap::default(),
        alias_tokens: FxHashMap::default(),
        types_by_text: FxHashMap::default(),
        spare: Vec::new(),
        spare_names: Vec::new(),
        read_regions: FxHashSet::default(),
        dialects: vec!["builtin"],
        found: Found::default(),
        arg_locations: FxHashMap::default(),
        names,
    };
    lower.run();
    lower.diagnostics.sort();
    let Lower { module, diagnostics, names, .. } = lower;
    let names = names.map(|names| names.finish(syntax.tokens));
    (module, diagnostics, names)
}

/// Returns an empty module with memory for the operations and values of a text, and for as many that passes add.
fn empty_module(syntax: &Syntax<'_>) -> Module {
    let n_ops = syntax.layout.classes.iter().filter(|item| item.class == Class::OpStart).count();
    let n_values = syntax.tokens.kinds.iter().filter(|kind| **kind == Token::Value).count();
    let mut module = Module::new();
    module.reserve(2 * n_ops, 2 * n_values);
    module
}

/// The state of parsing one text.
pub struct Lower<'t> {
    pub(crate) syntax: &'t Syntax<'t>,
    /// The module under construction.
    pub module: Module,
    /// The diagnostics so far.
    pub diagnostics: Diagnostics,
    options: ParseOptions,
    limits: Limits,
    /// Whether a limit on the number of operations or operands was exceeded.
    is_full: bool,
    /// Number of parts of expanded aliases in the current construct.
    aliased: u64,
    /// The number of parts of each alias that was read.
    alias_parts: FxHashMap<&'t str, u64>,
    /// The attribute of each number of `distinct[…]`.
    distinct: FxHashMap<u32, Attr>,
    scopes: Vec<Scope<'t>>,
    aliases: FxHashMap<&'t str, Alias>,
    /// The token at which each alias is defined.
    alias_tokens: FxHashMap<&'t str, usize>,
    types_by_text: FxHashMap<&'t str, Type>,
    /// Operations and lists of result names whose memory is reused.
    spare: Vec<Pending>,
    spare_names: Vec<Vec<(usize, u32)>>,
    /// The braces of the regions that were read.
    read_regions: FxHashSet<u32>,
    /// The default dialects of the enclosing regions, the innermost last; empty if there is none.
    dialects: Vec<&'static str>,
    /// The results of patterns, kept for reuse.
    pub(crate) found: Found,
    /// The `loc(…)` of arguments that are not defined yet, by the token of the name.
    arg_locations: FxHashMap<usize, Attr>,
    /// The locations of names, if requested.
    names: Option<Names>,
}

#[derive(Clone, Copy, Debug)]
enum Alias {
    /// The first token of the definition.
    Unread(usize),
    Reading,
    Attr(Attr),
    Type(Type),
    Broken,
}

impl<'t> Lower<'t> {
    fn run(&mut self) {
        for at in &self.syntax.ast.aliases {
            let name = self.token_text(*at as usize);
            self.check_alias_name(name, *at as usize);
            self.alias_tokens.entry(name).or_insert(*at as usize);
            if let Some(Alias::Unread(value)) = self.aliases.insert(name, Alias::Unread(*at as usize + 2)) {
                let kind = if name.starts_with('#') { "attribute" } else { "type" };
                let message = format!("redefinition of {kind} alias id '{}'", &name[1..]);
                let notes = vec![Note::at(self.token_span(value - 2), "previously defined here")];
                self.diagnostics.error_with(codes::REDEFINED, self.token_span(*at as usize), message, notes);
            }
        }
        self.push_scope(true);
        let body = self.module.body();
        for op in &self.syntax.ast.ops {
            self.read_op(*op, body, 0);
        }
        self.pop_scope();
        self.read_unused_aliases();
        self.read_resources();
        self.unwrap_single_module(body);
    }

    /// Reports a name with a dot, which is reserved for attributes and types of a dialect.
    fn check_alias_name(&mut self, name: &str, token: usize) {
        if name.contains('.') {
            let kind = if name.starts_with('#') { "attribute" } else { "type" };
            let message = format!(
                "{kind} names with a '.' are reserved for dialect-defined names, but an alias was found"
            );
            self.diagnostics.error(codes::SYNTAX, self.token_span(token), message);
        }
    }

    /// Whether the definition of an alias may end before this token: a new top-level construct starts there.
    pub(crate) fn ends_alias(&self, at: usize) -> bool {
        let ast = &self.syntax.ast;
        let token = at as u32;
        matches!(self.syntax.tokens.kinds[at], Token::End | Token::ResourceOpen)
            || ast.aliases.binary_search(&token).is_ok()
            || ast.ops.binary_search_by_key(&token, |op| op.start).is_ok()
    }

    /// Reads unused aliases, to report the errors in them.
    fn read_unused_aliases(&mut self) {
        for at in &self.syntax.ast.aliases {
            let token = *at as usize;
            let name = self.token_text(token);
            let mut reader =
                self.reader(OpKind::Builtin(Builtin::Module), token, self.syntax.tokens.kinds.len(), 0);
            let result = if name.starts_with('#') {
                reader.attr_alias(name, token).map(|_| ())
            } else {
                reader.type_alias(name, token).map(|_| ())
            };
            if result.is_err() {
                self.aliases.insert(name, Alias::Broken);
            }
        }
    }

    /// Replaces the module of a file that contains a single top-level module by that module.
    fn unwrap_single_module(&mut self, body: Block) {
        let ops = self.module.ops_in(body);
        if let [only] = ops[..]
            && self.module.kind(only) == OpKind::Builtin(Builtin::Module)
        {
            self.module.detach(only);
            self.module.set_root(only);
        }
    }

    pub(crate) fn token_text(&self, token: usize) -> &'t str {
        let span = self.syntax.tokens.spans[token];
        &self.syntax.text[span.start as usize..span.end as usize]
    }

    pub(crate) fn token_span(&self, token: usize) -> Span {
        self.syntax.tokens.spans[token]
    }

    /// Returns the proof of an error that was reported already.
    pub(crate) fn already_reported(&self) -> Reported {
        self.diagnostics.check().expect_err("a broken part of the text was reported when it was found")
    }

    /// Whether an operation has a reported bracket or character between its start and a token.
    pub(crate) fn is_broken(&self, start: usize, at: usize) -> bool {
        let broken = &self.syntax.layout.unclosed;
        !broken.is_empty() && (start..=at + 1).any(|token| broken.contains(&(token as u32)))
    }

    /// Returns the token after the bracket that opens at `open`.
    pub(crate) fn after_bracket(&self, open: usize) -> usize {
        let partner = self.syntax.layout.partner[open] as usize;
        partner + usize::from(!self.syntax.layout.unclosed.contains(&(open as u32)))
    }

    pub(crate) fn orphan_region(&mut self) -> Region {
        self.module.regions.push(RegionData::default())
    }

    fn reader(&mut self, kind: OpKind, at: usize, end: usize, depth: u32) -> Reader<'_, 't> {
        let op = self.spare.pop().unwrap_or_else(|| Pending::new(kind));
        let op = Pending { kind, location: Location::UNKNOWN, ..op };
        Reader { cx: self, at, end, op, n_named_results: 0, start: at, depth, nesting: 0 }
    }
}

/// Operations.
impl Lower<'_> {
    /// Whether the limit on operations or operands is reached; reports that once.
    fn is_full(&mut self, node: OpNode) -> bool {
        let Limits { ops, uses, .. } = self.limits;
        // The module is an operation, too.
        if self.module.n_ops() <= ops && self.module.n_uses() <= uses {
            return false;
        }
        if !std::mem::replace(&mut self.is_full, true) {
            let message = format!("the text has more than the limit of {ops} operations or {uses} operands");
            self.diagnostics.error(codes::LIMIT, self.token_span(node.start as usize), message);
        }
        true
    }

    /// Reads an operation and appends it to a block.
    fn read_op(&mut self, node: OpNode, block: Block, depth: u32) {
        if self.is_full(node) {
            return;
        }
        let (mut names, name_at) = self.result_names(node);
        let n_named = names.iter().map(|(_, count)| *count as usize).sum();
        match self.read_named_op(name_at, node.end as usize, block, depth, n_named) {
            Ok(op) => {
                self.note_op(node, op);
                self.name_results(op, &names);
            }
            Err(Reported { .. }) => {
                for (token, _) in &names {
                    self.define(*token, None);
                }
                self.read_abandoned_regions(node, depth);
                self.leave_stand_in(name_at, node.end as usize, block);
            }
        }
        names.clear();
        self.spare_names.push(names);
    }

    /// Records the text of an operation.
    fn note_op(&mut self, node: OpNode, op: Op) {
        let (start, end) = (node.start as usize, node.end as usize);
        let span = self.token_span(start).to(self.token_span(end.max(start + 1) - 1));
        if let Some(names) = &mut self.names {
            names.ops.push((op, span));
        }
    }

    /// Inserts a placeholder operation where one could not be read, with the symbol that it would define, so
    /// that verification of the surrounding operations continues.
    fn leave_stand_in(&mut self, name_at: usize, end: usize, block: Block) {
        let location = self.module.add_location(self.token_span(name_at), None);
        let kind = OpKind::Foreign(self.module.name(UNREAD));
        let symbol =
            (name_at..end.min(name_at + 4)).find(|at| self.syntax.tokens.kinds[*at] == Token::Symbol);
        let attrs = match symbol {
            Some(at) => {
                let attr = self.module.string_attr(&self.token_text(at)[1..]);
                self.module.named(&[("sym_name", attr)])
            }
            None => Vec::new(),
        };
        let op = self.module.create(&OpSpec { attrs: &attrs, ..OpSpec::new(kind, location) });
        self.module.insert(op, Place::End(block));
    }

    /// Returns the names before `=` with their counts, and the token of the operation name.
    fn result_names(&mut self, node: OpNode) -> (Vec<(usize, u32)>, usize) {
        let mut names = self.spare_names.pop().unwrap_or_default();
        let mut at = node.start as usize;
        let kinds = &self.syntax.tokens.kinds;
        while kinds[at] == Token::Value {
            let token = at;
            let mut count = 1;
            at += 1;
            if kinds[at] == Token::Colon {
                count = self.token_text(at + 1).parse().unwrap_or(0);
                at += 2;
            }
            names.push((token, count));
            at += 1;
        }
        (names, at)
    }

    fn read_named_op(
        &mut self,
        name_at: usize,
        end: usize,
        block: Block,
        depth: u32,
        n_named: usize,
    ) -> Result<Op, Reported> {
        let is_generic = self.syntax.tokens.kinds[name_at] == Token::String;
        let kind = if is_generic { self.generic_kind(name_at)? } else { self.custom_kind(name_at)? };
        let span = self.token_span(name_at);
        let location = self.module.add_location(span, None);
        let mut reader = self.reader(kind, name_at + 1, end, depth + 1);
        reader.op.location = location;
        reader.n_named_results = n_named;
        if is_generic {
            reader.generic_form()?;
        } else {
            match kind.def().map(|def| def.syntax) {
                Some(OpSyntax::Pattern(_)) => read_pattern::read(&mut reader)?,
                Some(OpSyntax::Code(code)) => (code.read)(&mut reader)?,
                Some(OpSyntax::Generic) | None => {
                    return Err(reader.error("this operation has only the generic form"));
                }
            }
        }
        reader.trailing_location()?;
        let stray = reader.at;
        let is_broken = reader.cx.is_broken(reader.start, reader.at);
        if reader.peek() != Token::End && (is_broken || !reader.is_word_on_new_line()) {
            let span = reader.syntax_span();
            return Err(reader.expected_at(span, &format!("the end of '{}'", reader.op_name())));
        }
        let has_stray = reader.peek() != Token::End;
        let pending = reader.op;
        // The operation is complete; the next line begins with a word that is not a valid bare operation
        // name.
        if has_stray && self.custom_kind(stray).is_ok() {
            let message = format!("expected an operation, but found '{}'", self.token_text(stray));
            self.diagnostics.error(codes::STRUCTURE, self.token_span(stray), message);
        }
        Ok(self.finish_op(pending, block))
    }

    /// Creates the operation, with its regions, at the end of a block.
    fn finish_op(&mut self, mut pending: Pending, block: Block) -> Op {
        let attrs = pending.attrs.iter();
        let attrs = attrs.map(|(key, value)| NamedAttr { name: self.module.name(key), value: *value });
        let attrs: Vec<_> = attrs.collect();
        let op = self.module.create(&OpSpec {
            kind: pending.kind,
            location: pending.location,
            operands: &pending.operands,
            results: &pending.results,
            attrs: &attrs,
            n_regions: pending.regions.len(),
            successors: &pending.successors,
        });
        for (index, orphan) in pending.regions.iter().enumerate() {
            let region = self.module.region(op, index);
            self.module.move_blocks(*orphan, region);
        }
        self.module.insert(op, Place::End(block));
        pending.clear();
        self.spare.push(pending);
        op
    }

    fn name_results(&mut self, op: Op, names: &[(usize, u32)]) {
        let n_results = self.module.n_results(op);
        if let Some((token, _)) = names.iter().find(|(_, count)| *count == 0) {
            let message = "expected named operation to have at least 1 result, but found 0";
            self.diagnostics.error(codes::RESULT_COUNT, self.token_span(*token), message);
            return;
        }
        let n_named: u32 = names.iter().map(|(_, count)| *count).sum();
        if !names.is_empty() && n_named as usize != n_results {
            let message = match n_results {
                0 => "cannot name an operation with no results".to_string(),
                _ => format!("operation defines {n_results} results but was provided {n_named} to bind"),
            };
            self.diagnostics.error(codes::RESULT_COUNT, self.token_span(names[0].0), message);
            for (token, _) in names {
                self.define(*token, None);
            }
            return;
        }
        let mut index = 0;
        for (token, count) in names {
            let first = (0 < *count).then(|| (self.module.result(op, index), *count));
            self.define(*token, first);
            index += *count as usize;
        }
    }

    /// Reads the regions of an operation whose own text has an error, to report the errors in them.
    fn read_abandoned_regions(&mut self, node: OpNode, depth: u32) {
        let mut at = node.start;
        while at < node.end {
            let opens = self.syntax.ast.region_at(at).is_some();
            if opens && self.read_regions.contains(&at) {
                // Its errors are known; reading it again at each nesting level would take too long.
                at = self.after_bracket(at as usize) as u32;
            } else if opens {
                // Names that only the broken text declares are unknown here: diagnostics about names in an
                // abandoned region would mislead, so only other classes of errors are kept.
                let mut kept = Diagnostics::new();
                std::mem::swap(&mut kept, &mut self.diagnostics);
                self.diagnostics.error(
                    codes::UNDEFINED,
                    Span::default(),
                    "the enclosing operation is invalid",
                );
                let kind = OpKind::Func(Func::Func);
                self.push_scope(true);
                let _ = self.read_region(kind, at as usize, &[], depth + 1);
                self.pop_scope();
                std::mem::swap(&mut kept, &mut self.diagnostics);
                for item in kept.iter().filter(|item| !codes::is_about_names(item.code)) {
                    self.diagnostics.push(item.clone());
                }
                at = self.after_bracket(at as usize) as u32;
            } else {
                at += 1;
            }
        }
    }
}

/// Regions.
impl Lower<'_> {
    /// Reads the region that opens at a token into a new region without a parent.
    pub(crate) fn read_region(
        &mut self,
        kind: OpKind,
        open: usize,
        args: &[RegionArg],
        depth: u32,
    ) -> Result<Region, Reported> {
        let region = self.orphan_region();
        self.read_regions.insert(open as u32);
        let isolated = kind.def().is_some_and(|def| def.has(Trait::Isolated));
        let around = self.dialects.last().copied();
        self.dialects.push(kind.default_dialect().or(around).unwrap_or_default());
        self.push_scope(isolated);
        let blocks = match self.syntax.ast.region_at(open as u32) {
            Some(node) => node.blocks.as_slice(),
            None => &self.ambiguous_region(open)?,
        };
        self.reserve_names(blocks.iter().map(|block| block.ops.len()).sum());
        let result = self.read_blocks(region, blocks, args, depth);
        self.pop_scope();
        self.dialects.pop();
        result?;
        Ok(region)
    }

    /// Reads `{}` and `{a.b}`, which layout classifies as a dictionary, as a region.
    fn ambiguous_region(&mut self, open: usize) -> Result<Vec<BlockNode>, Reported> {
        let close = self.syntax.layout.partner[open] as usize;
        if close == open + 1 {
            return Ok(vec![BlockNode::default()]);
        }
        if close == open + 2 && self.syntax.tokens.kinds[open + 1] == Token::Word {
            let op = OpNode { start: open as u32 + 1, end: close as u32 };
            return Ok(vec![BlockNode { label: None, ops: vec![op] }]);
        }
        let message = "expected a region with operations, but found a dictionary";
        Err(self.diagnostics.error(codes::SYNTAX, self.token_span(open), message))
    }

    fn read_blocks(
        &mut self,
        region: Region,
        blocks: &[BlockNode],
        args: &[RegionArg],
        depth: u32,
    ) -> Result<(), Reported> {
        let is_empty =
            args.is_empty() && blocks.len() == 1 && blocks[0].ops.is_empty() && blocks[0].label.is_none();
        if is_empty {
            return Ok(());
        }
        for (index, node) in blocks.iter().enumerate() {
            if let Some(label) = node.label
                && index == 0
                && !args.is_empty()
            {
                let span = self.token_span(label as usize);
                let message = "invalid block name in region with named arguments";
                return Err(self.diagnostics.error(codes::SYNTAX, span, message));
            }
            let block = match node.label {
                Some(label) => self.labelled_block(region, label as usize)?,
                None => self.module.add_block(region, &[]),
            };
            if index == 0 {
                self.entry_args(block, args);
            }
            for op in &node.ops {
                self.read_op(*op, block, depth);
            }
        }
        Ok(())
    }

    fn labelled_block(&mut self, region: Region, label: usize) -> Result<Block, Reported> {
        let block = self.define_label(label);
        self.module.attach_block(block, region);
        let end = self.syntax.tokens.kinds.len();
        let mut reader = self.reader(OpKind::Builtin(Builtin::Module), label + 1, end, 0);
        if reader.eat(Token::LParen) {
            let mut args: Vec<(ValueName, Type)> = Vec::new();
            reader.list_until(Token::RParen, "',' or ')'", |reader| {
                let name = reader.value_name()?;
                reader.expect(Token::Colon, "':' before the type of the block argument")?;
                let ty = reader.parse_type()?;
                reader.arg_location(Some(name))?;
                args.push((name, ty));
                Ok(())
            })?;
            for (name, ty) in args {
                let value = self.module.add_arg(block, ty);
                self.name_arg(value, name);
            }
        }
        Ok(block)
    }

    /// Defines the name of an argument, which is a single value.
    fn name_arg(&mut self, value: Value, name: ValueName) {
        let number = self.token_span(name.token + 1);
        if self.syntax.tokens.kinds[name.token + 1] == Token::Hash
            && number.start == self.token_span(name.token).end
        {
            let message = "result number not allowed in argument list: an argument is one value";
            self.diagnostics.error(codes::SYNTAX, number, message);
        }
        self.locate_arg(value, name);
        self.define(name.token, Some((value, 1)));
    }

    fn entry_args(&mut self, block: Block, args: &[RegionArg]) {
        for arg in args {
            let value = self.module.add_arg(block, arg.ty);
            if let Some(name) = arg.name {
                self.name_arg(value, name);
            }
        }
    }

    /// Adds the terminator that the text may omit.
    pub(crate) fn add_implicit_terminators(&mut self, kind: OpKind, region: Region, location: Location) {
        let Some(terminator) = kind.def().and_then(|def| def.implicit_terminator) else { return };
        if self.module.blocks_of(region).is_empty() {
            self.module.add_block(region, &[]);
        }
        for block in self.module.blocks_of(region).to_vec() {
            let last = self.module.last_op(block);
            let is_end = |op| self.module.kind(op).def().is_some_and(|def| def.has(Trait::Terminator));
            // An unreadable operation may have been the terminator.
            if !last.is_some_and(|op| is_end(op) || is_unread(&self.module, op)) {
                let mut builder = Builder::new(&mut self.module, Place::End(block), location);
                let names = terminator.def().map_or(&[][..], |def| def.regions);
                let n_regions = names.iter().filter(|name| !name.ends_with("...")).count();
                let op = builder.op_with_regions(terminator, &[], &[], &[], n_regions);
                for region in self.module.regions_of(op) {
                    self.module.add_block(region, &[]);
                }
            }
        }
    }
}
