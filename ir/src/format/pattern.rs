//! Patterns: the custom form of an operation as one string that serves both directions.
//!
//! | element | stands for |
//! |---|---|
//! | `` `word` `` | the word or punctuation; `` ` ` `` is a blank for the printer |
//! | `$name` | the operands or the attribute of that slot |
//! | `type($name)` | the types of those operands or results |
//! | `functional-type` | `(operand types) -> result types` |
//! | `successor` | the next successor with its operands |
//! | `async` | `async` and `[%tokens]`, both optional |
//! | `attr-dict` | the attributes that no other element shows |
//! | `( … )?` | a group that may be missing; its element with `^` tells whether it is there |

use crate::attrs::AttrKind;
use crate::def::{Arity, AttrConstraint, AttrSlot, OpDef, Syntax, Trait};
use crate::diagnostics::Reported;
use crate::dialect::{MemRef, OpKind};
use crate::format::read::{Reader, ValueName};
use crate::syntax::lexer::Token;
use crate::types::Type;
use crate::value::Value;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// One element of a pattern.
#[derive(Debug)]
pub(crate) enum Element {
    Literal(&'static str),
    Operand(usize),
    Attr(&'static AttrSlot),
    OperandType(usize),
    ResultType(usize),
    FunctionalType,
    Successor,
    Async,
    AttrDict,
    /// Elements and the number of the one that tells whether the group is there.
    Group(Vec<Element>, usize),
}

/// The elements of the pattern of a kind.
pub(crate) fn elements(kind: OpKind) -> &'static [Element] {
    static TABLE: OnceLock<FxHashMap<OpKind, Vec<Element>>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        OpKind::all()
            .filter_map(|kind| {
                let def = kind.def()?;
                let Syntax::Pattern(text) = def.syntax else { return None };
                Some((kind, compile(def, text)))
            })
            .collect()
    });
    table.get(&kind).map_or(&[], Vec::as_slice)
}

/// Compiles a pattern. Rows are constants of this crate, and a test compiles all of them.
fn compile(def: &'static OpDef, text: &'static str) -> Vec<Element> {
    let mut rest = text;
    let (elements, _) = compile_until_end(def, &mut rest);
    elements
}

fn compile_until_end(def: &'static OpDef, rest: &mut &'static str) -> (Vec<Element>, usize) {
    let mut elements = Vec::new();
    let mut anchor = 0;
    loop {
        *rest = rest.trim_start();
        if rest.is_empty() || rest.starts_with(')') {
            return (elements, anchor);
        }
        elements.push(compile_element(def, rest));
        if let Some(after) = rest.strip_prefix('^') {
            anchor = elements.len() - 1;
            *rest = after;
        }
    }
}

fn compile_element(def: &'static OpDef, rest: &mut &'static str) -> Element {
    let text = *rest;
    if let Some(after) = text.strip_prefix('`') {
        let (literal, after) = after.split_once('`').expect("a literal of a pattern ends with a backquote");
        *rest = after;
        return Element::Literal(literal);
    }
    if let Some(after) = text.strip_prefix('(') {
        *rest = after;
        let (elements, anchor) = compile_until_end(def, rest);
        *rest = rest.strip_prefix(")?").expect("a group of a pattern ends with )?");
        return Element::Group(elements, anchor);
    }
    if let Some(after) = text.strip_prefix("type($") {
        let (name, after) = after.split_once(')').expect("type($name) of a pattern is closed");
        *rest = after;
        let find = |slots: &'static [crate::def::Slot]| slots.iter().position(|slot| slot.name == name);
        return match find(def.operands) {
            Some(slot) => Element::OperandType(slot),
            None => Element::ResultType(find(def.results).expect("type($name) of a pattern names a slot")),
        };
    }
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-' || c == '$';
    let end = text.find(|c| !is_name(c)).unwrap_or(text.len());
    *rest = &text[end..];
    match &text[..end] {
        "attr-dict" => Element::AttrDict,
        "functional-type" => Element::FunctionalType,
        "successor" => Element::Successor,
        "async" => Element::Async,
        name => named_element(def, name.trim_start_matches('$')),
    }
}

fn named_element(def: &'static OpDef, name: &str) -> Element {
    if let Some(slot) = def.operands.iter().position(|slot| slot.name == name) {
        return Element::Operand(slot);
    }
    let attr = def.attrs.iter().find(|slot| slot.name == name);
    Element::Attr(attr.expect("a name of a pattern is a slot of the row"))
}

/// What a pattern has read so far.
struct Found {
    names: Vec<Vec<ValueName>>,
    operand_types: Vec<Option<Vec<Type>>>,
    result_types: Vec<Option<Vec<Type>>>,
    functional: Option<(Vec<Type>, Vec<Type>)>,
}

/// Reads the custom form by the pattern of the row.
pub(crate) fn read(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let Some(def) = reader.def() else { return Err(reader.expected("a known operation")) };
    let mut found = Found {
        names: vec![Vec::new(); def.operands.len()],
        operand_types: vec![None; def.operands.len()],
        result_types: vec![None; def.results.len()],
        functional: None,
    };
    for element in elements(reader.op.kind) {
        read_element(reader, def, element, &mut found)?;
    }
    finish(reader, def, found)
}

fn read_element(
    reader: &mut Reader<'_, '_>,
    def: &'static OpDef,
    element: &Element,
    found: &mut Found,
) -> Result<(), Reported> {
    match element {
        Element::Literal(" ") => {}
        Element::Literal(text) => expect_literal(reader, text)?,
        Element::Operand(slot) => found.names[*slot] = read_operands(reader, def.operands[*slot].arity)?,
        Element::Attr(slot) => read_attr(reader, slot)?,
        Element::OperandType(slot) => {
            let many = def.operands[*slot].arity == Arity::Variadic;
            found.operand_types[*slot] = Some(read_types(reader, many)?);
        }
        Element::ResultType(slot) => {
            let many = def.results[*slot].arity == Arity::Variadic;
            found.result_types[*slot] = Some(read_types(reader, many)?);
        }
        Element::FunctionalType => {
            let ty = reader.function_type()?;
            let (inputs, results) = reader.cx.module.function_type(ty).unwrap_or_default();
            found.functional = Some((inputs.to_vec(), results.to_vec()));
        }
        Element::Successor => {
            reader.successor()?;
        }
        Element::Async => read_async(reader, def, found)?,
        Element::AttrDict => reader.attr_dict()?,
        Element::Group(elements, _) => {
            let first = elements.iter().find(|element| !matches!(element, Element::Literal(" ")));
            if first.is_some_and(|first| group_follows(reader, first)) {
                for element in elements {
                    read_element(reader, def, element, found)?;
                }
            }
        }
    }
    Ok(())
}

/// Whether the next token may start a group whose first element is this.
fn group_follows(reader: &Reader<'_, '_>, first: &Element) -> bool {
    match first {
        Element::Literal(text) => match punctuation(text) {
            Some(kind) => reader.peek() == kind,
            None => reader.is_word(text),
        },
        Element::Operand(_) => reader.peek() == Token::Value,
        Element::Attr(_) | Element::OperandType(_) | Element::ResultType(_) => reader.peek() == Token::Word,
        Element::FunctionalType => reader.peek() == Token::LParen,
        Element::Successor => reader.peek() == Token::Label,
        Element::Async | Element::AttrDict | Element::Group(..) => true,
    }
}

fn punctuation(text: &str) -> Option<Token> {
    Some(match text {
        "(" => Token::LParen,
        ")" => Token::RParen,
        "[" => Token::LSquare,
        "]" => Token::RSquare,
        "<" => Token::Less,
        ">" => Token::Greater,
        "," => Token::Comma,
        ":" => Token::Colon,
        "=" => Token::Equal,
        "->" => Token::Arrow,
        _ => return None,
    })
}

fn expect_literal(reader: &mut Reader<'_, '_>, text: &str) -> Result<(), Reported> {
    match punctuation(text) {
        Some(kind) => reader.expect(kind, &format!("'{text}'")).map(|_| ()),
        None => reader.expect_word(text),
    }
}

fn read_operands(reader: &mut Reader<'_, '_>, arity: Arity) -> Result<Vec<ValueName>, Reported> {
    match arity {
        Arity::Optional if reader.peek() != Token::Value => Ok(Vec::new()),
        Arity::One | Arity::Optional => Ok(vec![reader.value_name()?]),
        Arity::Variadic => {
            let names = reader.value_names()?;
            if reader.peek() == Token::Comma {
                reader.at += 1;
                return Err(reader.expected("an SSA value after ','"));
            }
            Ok(names)
        }
    }
}

fn read_types(reader: &mut Reader<'_, '_>, many: bool) -> Result<Vec<Type>, Reported> {
    if many { reader.type_list() } else { Ok(vec![reader.parse_type()?]) }
}

/// Takes `async` and `[%t, …]`.
fn read_async(reader: &mut Reader<'_, '_>, def: &OpDef, found: &mut Found) -> Result<(), Reported> {
    let is_async = reader.eat_word("async");
    if let Some(slot) = def.results.iter().position(|slot| slot.name == "asyncToken") {
        found.result_types[slot] = Some(if is_async { vec![Type::TOKEN] } else { Vec::new() });
    }
    if reader.eat(Token::LSquare) {
        reader.list_until(Token::RSquare, "',' or ']' in the async dependencies", |reader| {
            found.names[0].push(reader.value_name()?);
            Ok(())
        })?;
    }
    Ok(())
}

/// Takes an attribute in the form that its constraint gives it.
fn read_attr(reader: &mut Reader<'_, '_>, slot: &AttrSlot) -> Result<(), Reported> {
    let attr = match slot.constraint {
        AttrConstraint::Unit => crate::attrs::Attr::UNIT,
        AttrConstraint::Int(ty) => {
            let value = reader.integer()?;
            reader.cx.module.int_attr(value, ty)
        }
        AttrConstraint::Str => reader.string_attr_value()?,
        AttrConstraint::FlatSymbol | AttrConstraint::Symbol => reader.symbol_ref()?,
        AttrConstraint::EnumInt(cases) => {
            let index = read_keyword(reader, cases)?;
            reader.cx.module.int_attr(index as i64, Type::I64)
        }
        AttrConstraint::Enum(prefix, cases) => {
            let index = read_keyword(reader, cases)?;
            let open = if prefix.ends_with(' ') { "" } else { "<" };
            reader.cx.module.foreign_attr(&format!("{prefix}{open}{}>", cases[index]))
        }
        AttrConstraint::Bracketed(prefix, cases) => {
            reader.expect(Token::Less, "'<' before the keyword")?;
            let index = read_keyword(reader, cases)?;
            reader.expect(Token::Greater, "'>' after the keyword")?;
            reader.cx.module.foreign_attr(&format!("{prefix}<{}>", cases[index]))
        }
        AttrConstraint::DenseArray(ty) => {
            let mut numbers = Vec::new();
            reader.expect(Token::LSquare, "'[' before the numbers")?;
            reader.list_until(Token::RSquare, "',' or ']' in the numbers", |reader| {
                numbers.push(reader.integer()?);
                Ok(())
            })?;
            reader.cx.module.intern_attr(AttrKind::DenseArray(ty, numbers.into()))
        }
        AttrConstraint::Flags(prefix, cases) => {
            reader.expect(Token::Less, "'<' before the flags")?;
            let mut flags = vec![cases[read_keyword(reader, cases)?]];
            while reader.eat(Token::Comma) {
                flags.push(cases[read_keyword(reader, cases)?]);
            }
            reader.expect(Token::Greater, "'>' after the flags")?;
            reader.cx.module.foreign_attr(&format!("{prefix}<{}>", flags.join(", ")))
        }
        _ => reader.attribute(None)?,
    };
    reader.set_attr(slot.name, attr);
    Ok(())
}

fn read_keyword(reader: &mut Reader<'_, '_>, cases: &[&str]) -> Result<usize, Reported> {
    if reader.peek() == Token::Word {
        let text = reader.text(reader.at);
        if let Some(index) = cases.iter().position(|case| *case == text) {
            reader.at += 1;
            return Ok(index);
        }
    }
    Err(reader.expected(&format!("one of: {}", cases.join(", "))))
}

/// Finds the types that the text does not give, resolves the operands and sets the results.
fn finish(reader: &mut Reader<'_, '_>, def: &'static OpDef, mut found: Found) -> Result<(), Reported> {
    if let Some((inputs, results)) = found.functional.take() {
        found.operand_types[0] = Some(inputs);
        reader.op.results = results;
    }
    let successor_operands = std::mem::take(&mut reader.op.operands);
    let mut sizes = Vec::new();
    for (slot, names) in found.names.iter().enumerate() {
        let types = operand_types(reader, def, &found, slot, names)?;
        let values = reader.resolve_each(names, &types)?;
        sizes.push(values.len());
        reader.op.operands.extend(values);
    }
    place_successor_operands(reader, &successor_operands, &mut sizes);
    if def.has_operand_segments() {
        reader.set_segments(&sizes);
    }
    if reader.op.results.is_empty() {
        reader.op.results = result_types(reader, def, &found)?;
    }
    Ok(())
}

/// Successor operands come after the others; their slots are the last ones of the row.
fn place_successor_operands(reader: &mut Reader<'_, '_>, operands: &[Value], sizes: &mut [usize]) {
    let n_plain = reader.op.operands.len() as u32;
    reader.op.operands.extend(operands);
    let n_successors = reader.op.successors.len();
    let first_slot = sizes.len().saturating_sub(n_successors);
    for (index, successor) in reader.op.successors.iter_mut().enumerate() {
        successor.args.first += n_plain;
        if let Some(size) = sizes.get_mut(first_slot + index) {
            *size = successor.args.len as usize;
        }
    }
}

fn operand_types(
    reader: &mut Reader<'_, '_>,
    def: &OpDef,
    found: &Found,
    slot: usize,
    names: &[ValueName],
) -> Result<Vec<Type>, Reported> {
    if let Some(types) = &found.operand_types[slot] {
        return Ok(types.clone());
    }
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let known = || found.operand_types.iter().chain(&found.result_types).flatten().flatten().next().copied();
    let same = def.has(Trait::SameType) || def.has(Trait::SameOperandType);
    let ty = def.operands[slot].types.only.or_else(|| if same { known() } else { None });
    let ty = ty.or_else(|| match reader.op.kind {
        OpKind::MemRef(MemRef::Store) => known().map(|ty| reader.cx.module.element_type(ty)),
        _ => None,
    });
    match ty.or_else(|| reader.cx.type_of_name(names[0])) {
        Some(ty) => Ok(vec![ty; names.len()]),
        None => Err(reader.error(format!("the type of operand '{}' is not known", def.operands[slot].name))),
    }
}

fn result_types(reader: &mut Reader<'_, '_>, def: &OpDef, found: &Found) -> Result<Vec<Type>, Reported> {
    if let Some(infer) = def.infer {
        let operands = reader.op.operands.clone();
        return infer(reader, &operands)
            .ok_or_else(|| reader.error("the type of the result does not follow from the operands"));
    }
    let mut types = Vec::new();
    for (slot, given) in def.results.iter().zip(&found.result_types) {
        match (given, slot.types.only) {
            (Some(given), _) => types.extend(given),
            (None, Some(only)) if slot.arity == Arity::One => types.push(only),
            (None, _) if slot.arity == Arity::One => {
                return Err(reader.error(format!("the type of result '{}' is not known", slot.name)));
            }
            (None, _) => {}
        }
    }
    Ok(types)
}

/// Whether an attribute is what the printer leaves out: flags that say `none`.
pub(crate) fn is_default(kind: &AttrKind, module: &crate::module::Module) -> bool {
    matches!(kind, AttrKind::Foreign(name) if module.text(*name).ends_with("<none>"))
}
