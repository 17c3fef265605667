//! Reads a custom form by the pattern of its row.
//!
//! Elements are read in the order of the pattern. Types that are absent from the text are inferred, in this
//! order, from the only type of the slot, from the type rules and traits of the row, and from the value of
//! that name.

use crate::attrs::Attr;
use crate::def::{Arity, AttrConstraint, AttrSlot, OpDef, Slot, Trait};
use crate::diagnostics::Reported;
use crate::format::found::Found;
use crate::format::pattern::{Element, Group, pattern};
use crate::format::read::Reader;
use crate::syntax::lexer::Token;
use crate::types::Type;
use crate::value::Value;

/// Reads the text after the name.
pub(crate) fn read(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let Some(def) = reader.def() else { return Err(reader.expected("a known operation")) };
    let mut found = std::mem::take(&mut reader.cx.found);
    found.reset(def);
    let elements = &pattern(reader.op.kind).elements;
    let result = read_all(reader, def, elements, &mut found).and_then(|()| finish(reader, def, &mut found));
    reader.cx.found = found;
    result
}

fn read_all(
    reader: &mut Reader<'_, '_>,
    def: &'static OpDef,
    elements: &'static [Element],
    found: &mut Found,
) -> Result<(), Reported> {
    elements.iter().try_for_each(|element| read_element(reader, def, element, found))
}

fn read_element(
    reader: &mut Reader<'_, '_>,
    def: &'static OpDef,
    element: &'static Element,
    found: &mut Found,
) -> Result<(), Reported> {
    match element {
        Element::Literal(text) => read_literal(reader, text),
        Element::Operand(slot) => read_operands(reader, *slot, def.operands[*slot].arity, found),
        Element::Operands => read_all_operands(reader, def, found),
        Element::Attr(slot) => read_attr(reader, slot),
        Element::OperandType(slot) => read_types(reader, *slot, &def.operands[*slot], found),
        Element::ResultType(slot) => {
            read_types(reader, def.operands.len() + *slot, &def.results[*slot], found)
        }
        Element::OperandTypes => read_all_types(reader, def, found),
        Element::ResultTypes => {
            reader.op.results = reader.type_list()?;
            Ok(())
        }
        Element::FunctionalType => read_functional_type(reader, found),
        Element::Region(_) => reader.region(&[]),
        Element::Regions => read_regions(reader),
        Element::Successor => reader.successor().map(|_| ()),
        Element::Successors => read_successors(reader),
        Element::Async => read_async(reader, def, found),
        Element::AttrDict { keyword: false } => reader.attr_dict(),
        Element::AttrDict { keyword: true } => reader.attributes_clause(),
        Element::Directive(directive) => (directive.read)(reader, found),
        Element::Group(group) => read_group(reader, def, group, found),
        Element::AnyOrder(groups) => read_any_order(reader, def, groups, found),
    }
}

fn read_group(
    reader: &mut Reader<'_, '_>,
    def: &'static OpDef,
    group: &'static Group,
    found: &mut Found,
) -> Result<(), Reported> {
    let first = group.elements.iter().find(|element| !matches!(element, Element::Literal(" " | "")));
    if first.is_some_and(|first| follows(reader, first)) {
        return read_all(reader, def, &group.elements, found);
    }
    read_all(reader, def, &group.otherwise, found)
}

fn read_any_order(
    reader: &mut Reader<'_, '_>,
    def: &'static OpDef,
    groups: &'static [Group],
    found: &mut Found,
) -> Result<(), Reported> {
    let mut seen = 0u32;
    loop {
        let next = groups.iter().position(|group| follows(reader, &group.elements[0]));
        let Some(next) = next else { return Ok(()) };
        if seen & (1 << next) != 0 {
            return Err(reader.error(format!("`{}` clause can appear at most once", reader.text(reader.at))));
        }
        seen |= 1 << next;
        read_all(reader, def, &groups[next].elements, found)?;
    }
}

/// Whether the next token may start a group with this first element.
fn follows(reader: &Reader<'_, '_>, first: &Element) -> bool {
    let next = reader.peek();
    match first {
        Element::Literal(text) => match punctuation(text) {
            Some(kind) => next == kind,
            None => reader.is_word(text),
        },
        Element::Operand(_) | Element::Operands => next == Token::Value,
        Element::Attr(slot) => attr_follows(reader, slot),
        Element::OperandType(_) | Element::ResultType(_) | Element::OperandTypes | Element::ResultTypes => {
            matches!(next, Token::Word | Token::Bang | Token::LParen)
        }
        Element::FunctionalType => next == Token::LParen,
        Element::Region(_) | Element::Regions => next == Token::LBrace,
        Element::Successor | Element::Successors => next == Token::Label,
        Element::Directive(directive) => directive.starts.is_none_or(|starts| starts(reader)),
        Element::Group(_) | Element::AnyOrder(_) | Element::Async | Element::AttrDict { .. } => true,
    }
}

fn attr_follows(reader: &Reader<'_, '_>, slot: &AttrSlot) -> bool {
    match slot.constraint {
        AttrConstraint::EnumInt(cases) | AttrConstraint::EnumI32(cases) | AttrConstraint::Enum(_, cases) => {
            cases.iter().any(|case| reader.is_word(case)) || reader.peek() == Token::Hash
        }
        AttrConstraint::Flags(..) => reader.peek() == Token::Less,
        AttrConstraint::Bracketed(..) => matches!(reader.peek(), Token::Less | Token::Hash),
        AttrConstraint::Int(_) => matches!(reader.peek(), Token::Integer | Token::Minus),
        AttrConstraint::Str => reader.peek() == Token::String,
        AttrConstraint::FlatSymbol | AttrConstraint::Symbol => reader.peek() == Token::Symbol,
        AttrConstraint::Array | AttrConstraint::DenseArray(_) => reader.peek() == Token::LSquare,
        _ => {
            !matches!(reader.peek(), Token::End | Token::Colon | Token::LBrace | Token::Comma | Token::Value)
        }
    }
}

/// Returns the token of a literal of a pattern; `None` for words.
fn punctuation(text: &str) -> Option<Token> {
    Some(match text {
        "(" => Token::LParen,
        ")" => Token::RParen,
        "[" => Token::LSquare,
        "]" => Token::RSquare,
        "{" => Token::LBrace,
        "}" => Token::RBrace,
        "<" => Token::Less,
        ">" => Token::Greater,
        "," => Token::Comma,
        ":" => Token::Colon,
        "::" => Token::ColonColon,
        "=" => Token::Equal,
        "->" => Token::Arrow,
        "?" => Token::Question,
        "*" => Token::Star,
        "+" => Token::Plus,
        "-" => Token::Minus,
        "/" => Token::Slash,
        "|" => Token::Bar,
        "..." => Token::Ellipsis,
        _ => return None,
    })
}

fn read_literal(reader: &mut Reader<'_, '_>, text: &str) -> Result<(), Reported> {
    match (text, punctuation(text)) {
        (" " | "", _) => Ok(()),
        (_, Some(kind)) if reader.eat(kind) => Ok(()),
        (_, Some(_)) => Err(reader.expected(&format!("'{text}'"))),
        (_, None) => reader.expect_word(text),
    }
}

fn read_operands(
    reader: &mut Reader<'_, '_>,
    slot: usize,
    arity: Arity,
    found: &mut Found,
) -> Result<(), Reported> {
    match arity {
        Arity::Optional if reader.peek() != Token::Value => {}
        Arity::One | Arity::Optional => {
            let name = reader.value_name()?;
            found.set_names(slot, &[name]);
        }
        Arity::Variadic => {
            let before = found.begin_names(slot);
            while reader.peek() == Token::Value {
                let name = reader.value_name()?;
                found.push_name(slot, name);
                if reader.peek() != Token::Comma || reader.peek_at(1) != Token::Value {
                    break;
                }
                reader.at += 1;
            }
            if reader.peek() == Token::Comma && before < found.n_names() {
                reader.at += 1;
                return Err(reader.expected("an SSA value after ','"));
            }
        }
    }
    Ok(())
}

/// Reads all operands and distributes them to the slots.
fn read_all_operands(
    reader: &mut Reader<'_, '_>,
    def: &'static OpDef,
    found: &mut Found,
) -> Result<(), Reported> {
    let names = reader.value_names()?;
    let mut rest = names.as_slice();
    for (slot, len) in deal(def.operands, names.len()).into_iter().enumerate() {
        let (these, after) = rest.split_at(len.min(rest.len()));
        found.set_names(slot, these);
        rest = after;
    }
    if rest.is_empty() {
        return Ok(());
    }
    Err(reader.error(format!("expected at most {} operands, but found {}", def.operands.len(), names.len())))
}

fn read_all_types(
    reader: &mut Reader<'_, '_>,
    def: &'static OpDef,
    found: &mut Found,
) -> Result<(), Reported> {
    let types = reader.type_list()?;
    let mut rest = types.as_slice();
    for (slot, len) in deal(def.operands, types.len()).into_iter().enumerate() {
        let (these, after) = rest.split_at(len.min(rest.len()));
        found.set_types(slot, these);
        rest = after;
    }
    Ok(())
}

/// Distributes `total` values to slots: one each, the rest to the variadic slot.
fn deal(slots: &[Slot], total: usize) -> Vec<usize> {
    let n_single = slots.iter().filter(|slot| slot.arity == Arity::One).count();
    let mut rest = total.saturating_sub(n_single);
    slots
        .iter()
        .map(|slot| match slot.arity {
            Arity::One => 1,
            Arity::Optional => std::mem::replace(&mut rest, 0).min(1),
            Arity::Variadic => std::mem::replace(&mut rest, 0),
        })
        .collect()
}

fn read_types(
    reader: &mut Reader<'_, '_>,
    slot: usize,
    row: &Slot,
    found: &mut Found,
) -> Result<(), Reported> {
    if row.arity == Arity::Variadic {
        let types = reader.type_list()?;
        found.set_types(slot, &types);
    } else {
        let ty = reader.parse_type()?;
        found.set_types(slot, &[ty]);
    }
    Ok(())
}

fn read_functional_type(reader: &mut Reader<'_, '_>, found: &mut Found) -> Result<(), Reported> {
    let ty = reader.function_type()?;
    let (inputs, results) = reader.cx.module.function_type(ty).unwrap_or_default();
    found.set_types(0, inputs);
    reader.op.results = results.to_vec();
    Ok(())
}

fn read_regions(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    reader.region(&[])?;
    while reader.eat(Token::Comma) {
        reader.region(&[])?;
    }
    Ok(())
}

fn read_successors(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    reader.successor()?;
    while reader.eat(Token::Comma) {
        reader.successor()?;
    }
    Ok(())
}

/// Reads `async` and `[%t, …]`.
fn read_async(reader: &mut Reader<'_, '_>, def: &OpDef, found: &mut Found) -> Result<(), Reported> {
    let is_async = reader.eat_word("async");
    if is_async && reader.n_named_results == 0 {
        return Err(reader.error("needs to be named when marked 'async'"));
    }
    if let Some(slot) = def.results.iter().position(|slot| slot.name == "asyncToken") {
        let types: &[Type] = if is_async { &[Type::TOKEN] } else { &[] };
        found.set_types(def.operands.len() + slot, types);
    }
    let mut names = Vec::new();
    if reader.eat(Token::LSquare) {
        reader.list_until(Token::RSquare, "',' or ']' in the async dependencies", |reader| {
            names.push(reader.value_name()?);
            Ok(())
        })?;
    }
    found.set_names(0, &names);
    Ok(())
}

fn read_attr(reader: &mut Reader<'_, '_>, slot: &AttrSlot) -> Result<(), Reported> {
    let attr = attr_value(reader, slot)?;
    reader.set_attr(slot.name, attr);
    Ok(())
}

/// Reads an attribute in the form of its constraint.
pub(crate) fn attr_value(reader: &mut Reader<'_, '_>, slot: &AttrSlot) -> Result<Attr, Reported> {
    Ok(match slot.constraint {
        AttrConstraint::Enum(..) | AttrConstraint::Bracketed(..) if reader.peek() == Token::Hash => {
            reader.attribute(None)?
        }
        AttrConstraint::Unit | AttrConstraint::UnitProperty => Attr::UNIT,
        AttrConstraint::Int(ty) => {
            let value = reader.integer()?;
            reader.cx.module.int_attr(value, ty)
        }
        AttrConstraint::Str => reader.string_attr_value()?,
        AttrConstraint::FlatSymbol | AttrConstraint::Symbol => reader.symbol_ref()?,
        AttrConstraint::EnumInt(cases) => {
            let index = reader.keyword(cases)?;
            reader.cx.module.int_attr(index as i64, Type::I64)
        }
        AttrConstraint::EnumI32(cases) => {
            let index = reader.keyword(cases)?;
            reader.cx.module.int_attr(index as i64, Type::I32)
        }
        AttrConstraint::DenseArray(ty) if reader.peek() == Token::LSquare => reader.bracketed_array(ty)?,
        AttrConstraint::Enum(prefix, cases) => {
            let index = reader.keyword(cases)?;
            let open = if prefix.ends_with(' ') { "" } else { "<" };
            reader.cx.module.foreign_attr(&format!("{prefix}{open}{}>", cases[index]))
        }
        AttrConstraint::Flags(prefix, cases) => reader.flags(prefix, cases)?,
        AttrConstraint::Bracketed(prefix, cases) => {
            reader.expect(Token::Less, "'<' before the keyword")?;
            let index = reader.keyword(cases)?;
            reader.expect(Token::Greater, "'>' after the keyword")?;
            reader.cx.module.foreign_attr(&format!("{prefix}<{}>", cases[index]))
        }
        _ => reader.attribute(None)?,
    })
}

/// Infers the types that the text omits, resolves the operands and sets the results.
fn finish(reader: &mut Reader<'_, '_>, def: &'static OpDef, found: &mut Found) -> Result<(), Reported> {
    let has_successors = !reader.op.operands.is_empty();
    let successor_operands =
        if has_successors { std::mem::take(&mut reader.op.operands) } else { Vec::new() };
    apply_rules(reader, def, found);
    let mut sizes = Vec::new();
    reader.op.operands.reserve(found.n_names());
    for slot in 0..def.operands.len() {
        resolve_slot(reader, def, found, slot)?;
        if def.has_operand_segments() {
            sizes.push(found.slot_names(slot).len());
        }
    }
    place_successor_operands(reader, &successor_operands, &mut sizes);
    if def.has_operand_segments() {
        reader.set_segments(&sizes);
    }
    if reader.op.results.is_empty() {
        // An operand whose type is known from its value may enable a rule.
        apply_rules(reader, def, found);
        set_results(reader, def, found)?;
    }
    Ok(())
}

/// Derives types of slots without types by the type rules of the row.
fn apply_rules(reader: &mut Reader<'_, '_>, def: &OpDef, found: &mut Found) {
    for _ in 0..def.type_rules.len() {
        let mut changed = false;
        for rule in def.type_rules {
            let (Some(to), Some(from)) = (found.slot(rule.slot), found.slot(rule.from)) else { continue };
            let is_absent = to < def.operands.len() && found.slot_names(to).is_empty();
            if is_absent || found.slot_types(to).is_some() {
                continue;
            }
            let Some(source) = first_type(reader, def, found, from) else { continue };
            let Some(kind) = (rule.derive)(&reader.cx.module, source) else { continue };
            let ty = reader.cx.module.intern_type(kind);
            found.set_types(to, &[ty]);
            changed = true;
        }
        if !changed {
            return;
        }
    }
}

/// Returns the type of the first value of a slot: from the text, the only type of the slot, or the type of
/// the value.
fn first_type(reader: &Reader<'_, '_>, def: &OpDef, found: &Found, slot: usize) -> Option<Type> {
    if let Some(types) = found.slot_types(slot) {
        return types.first().copied();
    }
    let row = def.operands.get(slot).or_else(|| def.results.get(slot - def.operands.len()))?;
    row.types.only.or_else(|| {
        let name = (slot < def.operands.len()).then(|| found.slot_names(slot).first()).flatten()?;
        reader.cx.type_of_name(*name)
    })
}

/// Resolves the names of a slot and appends the operands.
fn resolve_slot(
    reader: &mut Reader<'_, '_>,
    def: &OpDef,
    found: &Found,
    slot: usize,
) -> Result<(), Reported> {
    let names = found.name_range(slot);
    let n_names = names.len();
    match found.slot_types(slot) {
        Some(types) if types.len() == n_names => {
            for (index, number) in names.enumerate() {
                let ty = types[index];
                let value = reader.resolve(found.name(number), ty)?;
                reader.op.operands.push(value);
            }
            Ok(())
        }
        // A rule derives one type for all.
        Some([ty])
            if 1 < n_names && def.type_rules.iter().any(|rule| rule.slot == def.operands[slot].name) =>
        {
            resolve_with(reader, found, names, *ty)
        }
        Some(types) => {
            let message = match (n_names, types.len()) {
                (0, _) => format!("expected no type for '{}', which has no values", def.operands[slot].name),
                (n, m) => format!("expected {n} types for {n} values, but found {m}"),
            };
            Err(reader.error(message))
        }
        None if n_names == 0 => Ok(()),
        None => {
            let ty = unwritten_type(reader, def, found, slot)?;
            resolve_with(reader, found, names, ty)
        }
    }
}

fn resolve_with(
    reader: &mut Reader<'_, '_>,
    found: &Found,
    names: std::ops::Range<usize>,
    ty: Type,
) -> Result<(), Reported> {
    for number in names {
        let value = reader.resolve(found.name(number), ty)?;
        reader.op.operands.push(value);
    }
    Ok(())
}

/// Returns the type of operands whose types are not in the text.
fn unwritten_type(
    reader: &mut Reader<'_, '_>,
    def: &OpDef,
    found: &Found,
    slot: usize,
) -> Result<Type, Reported> {
    let same = def.has(Trait::SameType) || def.has(Trait::SameOperandType);
    let row = &def.operands[slot];
    let ty = row.types.only.or_else(|| if same { found.any_type() } else { None });
    let ty = ty.or_else(|| reader.cx.type_of_name(found.slot_names(slot)[0]));
    ty.ok_or_else(|| reader.error(format!("the type of operand '{}' is not known", row.name)))
}

/// Appends the successor operands after the others; their slots are the last ones of the row.
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

/// Sets the types of the results, slot by slot.
fn set_results(reader: &mut Reader<'_, '_>, def: &OpDef, found: &Found) -> Result<(), Reported> {
    if let Some(infer) = def.infer {
        let operands = std::mem::take(&mut reader.op.operands);
        let types = infer(reader, &operands);
        reader.op.operands = operands;
        let message = "the type of the result does not follow from the operands";
        reader.op.results = types.ok_or_else(|| reader.error(message))?;
        return Ok(());
    }
    let mut sizes = Vec::new();
    for (index, row) in def.results.iter().enumerate() {
        let before = reader.op.results.len();
        match (found.slot_types(def.operands.len() + index), row.types.only) {
            (Some(given), _) => reader.op.results.extend(given),
            (None, Some(only)) if row.arity == Arity::One => reader.op.results.push(only),
            (None, None)
                if row.arity == Arity::One && def.has(Trait::SameType) && found.any_type().is_some() =>
            {
                reader.op.results.extend(found.any_type());
            }
            (None, _) if row.arity == Arity::One => {
                return Err(reader.error(format!("the type of result '{}' is not known", row.name)));
            }
            (None, _) => {}
        }
        if def.has_result_segments() {
            sizes.push(reader.op.results.len() - before);
        }
    }
    if def.has_result_segments() {
        reader.set_result_segments(&sizes);
    }
    Ok(())
}
