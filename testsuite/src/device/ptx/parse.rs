//! Reads PTX text: directives, functions with their declarations, and instructions with their operands.

use super::lex::{Token, tokens};
use super::operand;
use super::text::{Arg, Formal, Function, Raw, Slot, Space, Text, Ty, Variable};
use std::collections::BTreeMap;

/// What is wrong with a text, and its line.
pub(super) type Refused = (u32, String);

/// Bytes between two variables that no access may touch.
const GAP: u64 = 64;

/// Reads a text.
pub(super) fn parse(text: &str) -> Result<Text, Refused> {
    let tokens = tokens(text)?;
    let mut parser =
        Parser { tokens: &tokens, at: 0, text: Text::default(), scopes: Vec::new(), function: None };
    parser.module()?;
    Ok(parser.text)
}

/// What a name stands for inside a function.
#[derive(Clone, Copy, Debug)]
pub(super) enum Name {
    Reg(u32),
    Slot(usize),
    Variable(usize),
}

/// The state of reading.
pub(super) struct Parser<'a> {
    tokens: &'a [(Token<'a>, u32)],
    at: usize,
    text: Text,
    scopes: Vec<BTreeMap<String, Name>>,
    function: Option<Function>,
}

impl<'a> Parser<'a> {
    pub(super) fn peek(&self) -> Token<'a> {
        self.tokens[self.at].0
    }

    pub(super) fn line(&self) -> u32 {
        self.tokens[self.at].1
    }

    pub(super) fn next(&mut self) -> Token<'a> {
        let token = self.peek();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    /// Takes a mark if it comes next.
    pub(super) fn takes(&mut self, mark: char) -> bool {
        let is_next = self.peek() == Token::Mark(mark);
        if is_next {
            self.next();
        }
        is_next
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let is_next = self.peek() == Token::Word(word);
        if is_next {
            self.next();
        }
        is_next
    }

    pub(super) fn expect(&mut self, mark: char) -> Result<(), Refused> {
        if self.takes(mark) { Ok(()) } else { Err(self.unexpected(&format!("'{mark}'"))) }
    }

    pub(super) fn unexpected(&self, wanted: &str) -> Refused {
        (self.line(), format!("expected {wanted}, but found {:?}", self.peek()))
    }

    fn word(&mut self) -> Result<&'a str, Refused> {
        let Token::Word(word) = self.peek() else { return Err(self.unexpected("a name")) };
        self.next();
        Ok(word)
    }

    pub(super) fn int(&mut self) -> Result<u64, Refused> {
        let Token::Int(value) = self.peek() else { return Err(self.unexpected("an integer")) };
        self.next();
        Ok(value)
    }

    fn skip_line(&mut self) {
        let line = self.line();
        while self.line() == line && self.peek() != Token::End {
            self.next();
        }
    }

    fn module(&mut self) -> Result<(), Refused> {
        for wanted in [".version", ".target"] {
            if !self.takes_word(wanted) {
                return Err(self.unexpected(wanted));
            }
            self.skip_line();
        }
        while self.peek() != Token::End {
            self.item()?;
        }
        Ok(())
    }

    fn item(&mut self) -> Result<(), Refused> {
        let mut is_extern = false;
        loop {
            let line = self.line();
            match self.word()? {
                ".address_size" => return self.address_size(),
                ".file" | ".pragma" => return Ok(self.skip_line()),
                ".section" => return self.section(),
                ".visible" | ".weak" | ".common" => {}
                ".extern" => is_extern = true,
                ".entry" => return self.function(true, line),
                ".func" => return self.function(false, line),
                word => {
                    let Some(space) = word.strip_prefix('.').and_then(Space::named) else {
                        return Err((line, format!("expected a directive, but found '{word}'")));
                    };
                    return self.variables(space, is_extern);
                }
            }
        }
    }

    fn address_size(&mut self) -> Result<(), Refused> {
        match self.int()? {
            64 => Ok(()),
            other => Err((self.line(), format!("expected addresses of 64 bits, but found {other}"))),
        }
    }

    fn section(&mut self) -> Result<(), Refused> {
        while !self.takes('}') {
            if self.next() == Token::End {
                return Err(self.unexpected("'}'"));
            }
        }
        Ok(())
    }

    fn function(&mut self, is_entry: bool, line: u32) -> Result<(), Refused> {
        self.scopes = vec![BTreeMap::new()];
        self.function = Some(Function {
            name: String::new(),
            is_entry,
            is_defined: false,
            results: Vec::new(),
            params: Vec::new(),
            max_threads: None,
            block: None,
            registers: Vec::new(),
            slots: Vec::new(),
            frame_bytes: 0,
            code: Vec::new(),
            labels: BTreeMap::new(),
            line,
        });
        let results = if self.peek() == Token::Mark('(') { self.formals()? } else { Vec::new() };
        let name = self.word()?.to_string();
        let params = if self.peek() == Token::Mark('(') { self.formals()? } else { Vec::new() };
        let function = self.current()?;
        (function.results, function.params, function.name) = (results, params, name);
        self.promises()?;
        if !self.takes(';') {
            self.expect('{')?;
            self.body()?;
        }
        self.text.functions.extend(self.function.take());
        Ok(())
    }

    fn current(&mut self) -> Result<&mut Function, Refused> {
        let line = self.line();
        self.function.as_mut().ok_or_else(|| (line, "expected a function around this line".to_string()))
    }

    fn formals(&mut self) -> Result<Vec<Formal>, Refused> {
        self.expect('(')?;
        let mut formals = Vec::new();
        while !self.takes(')') {
            let line = self.line();
            let space = self.word()?;
            let declared = self.declared()?;
            match space {
                ".reg" => formals.push(Formal::Reg(self.add_register(&declared.name, declared.ty)?)),
                ".param" => formals.push(Formal::Slot(self.add_slot(&declared)?)),
                other => return Err((line, format!("expected a parameter, but found '{other}'"))),
            }
            self.takes(',');
        }
        Ok(formals)
    }

    /// What is promised about launches.
    fn promises(&mut self) -> Result<(), Refused> {
        while let Token::Word(word) = self.peek() {
            self.next();
            match word {
                ".maxntid" => self.current()?.max_threads = Some(self.sizes()?),
                ".reqntid" => self.current()?.block = Some(self.sizes()?),
                ".minnctapersm" | ".maxnreg" | ".maxclusterrank" | ".maxnctapersm" => drop(self.sizes()?),
                ".noreturn" => {}
                ".pragma" => {
                    self.next();
                    self.expect(';')?;
                }
                other => return Err((self.line(), format!("expected a promise, but found '{other}'"))),
            }
        }
        Ok(())
    }

    fn sizes(&mut self) -> Result<[u32; 3], Refused> {
        let mut sizes = [1; 3];
        for size in &mut sizes {
            *size = self.int()? as u32;
            if !self.takes(',') {
                break;
            }
        }
        Ok(sizes)
    }

    fn body(&mut self) -> Result<(), Refused> {
        self.current()?.is_defined = true;
        let mut depth = 1;
        while 0 < depth {
            match self.peek() {
                Token::Mark('{') => {
                    self.next();
                    self.scopes.push(BTreeMap::new());
                    depth += 1;
                }
                Token::Mark('}') => {
                    self.next();
                    self.scopes.pop();
                    depth -= 1;
                }
                Token::Mark(';') => drop(self.next()),
                Token::Word(word) if word.starts_with('.') => self.declaration(word)?,
                Token::Word(word) if self.tokens[self.at + 1].0 == Token::Mark(':') => self.label(word)?,
                Token::Word(_) | Token::Mark('@') => self.instruction()?,
                _ => return Err(self.unexpected("a statement")),
            }
        }
        Ok(())
    }

    fn label(&mut self, name: &str) -> Result<(), Refused> {
        let line = self.line();
        self.at += 2;
        let function = self.current()?;
        let place = function.code.len();
        match function.labels.insert(name.to_string(), place) {
            None => Ok(()),
            Some(_) => Err((line, format!("label '{name}' stands twice"))),
        }
    }

    fn declaration(&mut self, word: &'a str) -> Result<(), Refused> {
        self.next();
        match word {
            ".loc" | ".pragma" => self.skip_line(),
            ".reg" => return self.registers(),
            _ => {
                let Some(space) = Space::named(&word[1..]) else {
                    return Err((self.line(), format!("expected a declaration, but found '{word}'")));
                };
                return self.variables(space, false);
            }
        }
        Ok(())
    }

    fn registers(&mut self) -> Result<(), Refused> {
        loop {
            let ty = self.ty()?;
            loop {
                let name = self.word()?;
                if self.takes('<') {
                    let n = self.int()?;
                    self.expect('>')?;
                    for number in 0..n {
                        self.add_register(&format!("{name}{number}"), ty)?;
                    }
                } else {
                    self.add_register(name, ty)?;
                }
                if !self.takes(',') {
                    break;
                }
            }
            if self.takes(';') {
                return Ok(());
            }
        }
    }

    fn ty(&mut self) -> Result<Ty, Refused> {
        let line = self.line();
        let word = self.word()?;
        let ty = word.strip_prefix('.').and_then(Ty::named);
        ty.ok_or_else(|| (line, format!("expected a type, but found '{word}'")))
    }

    fn add_register(&mut self, name: &str, ty: Ty) -> Result<u32, Refused> {
        let function = self.current()?;
        let number = function.registers.len() as u32;
        function.registers.push(ty);
        self.define(name, Name::Reg(number))?;
        Ok(number)
    }

    fn define(&mut self, name: &str, what: Name) -> Result<(), Refused> {
        let line = self.line();
        let Some(scope) = self.scopes.last_mut() else { return Ok(()) };
        match scope.insert(name.to_string(), what) {
            None => Ok(()),
            Some(_) => Err((line, format!("'{name}' is declared twice"))),
        }
    }

    /// The meaning of a name in the innermost scope that has one.
    pub(super) fn look_up(&self, name: &str) -> Option<Name> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name)).copied()
    }

    /// Variables behind their space.
    fn variables(&mut self, space: Space, is_extern: bool) -> Result<(), Refused> {
        let mut declared = self.declared()?;
        loop {
            if matches!(space, Space::Local | Space::Param) {
                self.add_slot(&declared)?;
            } else {
                let initial = if self.takes('=') { operand::initial(self, declared.ty)? } else { Vec::new() };
                self.add_variable(&declared, space, is_extern, initial)?;
            }
            if self.takes(';') {
                return Ok(());
            }
            self.expect(',')?;
            let name = self.word()?.to_string();
            let n = self.extent()?;
            declared = Declared { name, n, ..declared };
        }
    }

    fn declared(&mut self) -> Result<Declared, Refused> {
        let mut align = None;
        let mut elements = 1;
        let ty = loop {
            let line = self.line();
            match self.word()? {
                ".align" => align = Some(self.int()?),
                ".ptr" | ".managed" | ".global" | ".shared" | ".const" | ".local" => {}
                ".v2" => elements = 2,
                ".v4" => elements = 4,
                word => match word.strip_prefix('.').and_then(Ty::named) {
                    // A pointer's alignment is that of what it points at.
                    Some(ty) if self.peek() == Token::Word(".ptr") => {
                        self.pointer()?;
                        break ty;
                    }
                    Some(ty) => break ty,
                    None => return Err((line, format!("expected a type, but found '{word}'"))),
                },
            }
        };
        let align = align.unwrap_or(ty.bytes() * elements);
        if !align.is_power_of_two() {
            return Err((self.line(), format!("expected a power of two as alignment, but found {align}")));
        }
        let name = self.word()?.to_string();
        let n = self.extent()? * elements;
        Ok(Declared { name, ty, align, n })
    }

    fn pointer(&mut self) -> Result<(), Refused> {
        while let Token::Word(word) = self.peek() {
            match word {
                ".align" => {
                    self.next();
                    let align = self.int()?;
                    if !align.is_power_of_two() {
                        return Err((self.line(), format!("expected a power of two, but found {align}")));
                    }
                }
                ".ptr" | ".global" | ".shared" | ".const" | ".local" => drop(self.next()),
                _ => break,
            }
        }
        Ok(())
    }

    /// The number of elements behind a name.
    fn extent(&mut self) -> Result<u64, Refused> {
        let mut n = 1u64;
        while self.takes('[') {
            let size = if self.peek() == Token::Mark(']') { 0 } else { self.int()? };
            n = n.checked_mul(size).ok_or_else(|| (self.line(), "an array is too large".to_string()))?;
            self.expect(']')?;
        }
        Ok(n)
    }

    fn add_slot(&mut self, declared: &Declared) -> Result<usize, Refused> {
        let bytes = self.bytes_of(declared)?;
        let function = self.current()?;
        let offset = function.frame_bytes.next_multiple_of(declared.align.max(1));
        function.frame_bytes = offset + bytes + GAP;
        function.slots.push(Slot { name: declared.name.clone(), offset, bytes });
        let number = function.slots.len() - 1;
        self.define(&declared.name, Name::Slot(number))?;
        Ok(number)
    }

    fn bytes_of(&self, declared: &Declared) -> Result<u64, Refused> {
        let bytes = declared.n.checked_mul(declared.ty.bytes()).filter(|bytes| *bytes < 1 << 40);
        bytes.ok_or_else(|| (self.line(), format!("'{}' is too large", declared.name)))
    }

    fn add_variable(
        &mut self,
        declared: &Declared,
        space: Space,
        is_extern: bool,
        initial: Vec<u8>,
    ) -> Result<(), Refused> {
        let bytes = self.bytes_of(declared)?;
        if bytes == 0 && !(is_extern && space == Space::Shared) {
            return Err((self.line(), format!("'{}' has no size", declared.name)));
        }
        let number = self.text.variables.len();
        self.text.variables.push(Variable {
            name: declared.name.clone(),
            space,
            bytes,
            align: declared.align,
            initial,
            owner: self.function.as_ref().map(|function| function.name.clone()),
            address: 0,
        });
        if self.function.is_some() { self.define(&declared.name, Name::Variable(number)) } else { Ok(()) }
    }

    fn instruction(&mut self) -> Result<(), Refused> {
        let guard = if self.takes('@') { Some(operand::guard(self)?) } else { None };
        let line = self.line();
        let name = self.word()?.to_string();
        let mut args: Vec<Arg> = Vec::new();
        while !self.takes(';') {
            args.push(operand::operand(self)?);
            if !self.takes(',') {
                self.expect(';')?;
                break;
            }
        }
        self.current()?.code.push(Raw { line, guard, name, args });
        Ok(())
    }
}

/// A variable as it is declared.
struct Declared {
    name: String,
    ty: Ty,
    align: u64,
    n: u64,
}
