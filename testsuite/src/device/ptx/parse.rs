//! Parses PTX text: directives, functions and instructions.

use super::lex::{Token, tokens};
use super::operand;
use super::text::{Arg, Formal, Function, Raw, Space, Text};
use std::collections::BTreeMap;

/// The line and the message of a syntax error.
pub(super) type SyntaxError = (u32, String);

/// Parses a PTX module.
pub(super) fn parse(text: &str) -> Result<Text, SyntaxError> {
    let tokens = tokens(text)?;
    let mut parser =
        Parser { tokens: &tokens, at: 0, text: Text::default(), scopes: Vec::new(), function: None };
    parser.module()?;
    Ok(parser.text)
}

/// The entity that a name denotes inside a function.
#[derive(Clone, Copy, Debug)]
pub(super) enum Name {
    Reg(u32),
    Slot(usize),
    Variable(usize),
}

/// The state of the parser.
pub(super) struct Parser<'a> {
    tokens: &'a [(Token<'a>, u32)],
    at: usize,
    pub(super) text: Text,
    pub(super) scopes: Vec<BTreeMap<String, Name>>,
    pub(super) function: Option<Function>,
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

    /// Takes a punctuation mark if it is next.
    pub(super) fn takes(&mut self, mark: char) -> bool {
        let is_next = self.peek() == Token::Mark(mark);
        if is_next {
            self.next();
        }
        is_next
    }

    pub(super) fn takes_word(&mut self, word: &str) -> bool {
        let is_next = self.peek() == Token::Word(word);
        if is_next {
            self.next();
        }
        is_next
    }

    pub(super) fn expect(&mut self, mark: char) -> Result<(), SyntaxError> {
        if self.takes(mark) { Ok(()) } else { Err(self.unexpected(&format!("'{mark}'"))) }
    }

    pub(super) fn unexpected(&self, wanted: &str) -> SyntaxError {
        (self.line(), format!("expected {wanted}, but found {:?}", self.peek()))
    }

    pub(super) fn word(&mut self) -> Result<&'a str, SyntaxError> {
        let Token::Word(word) = self.peek() else { return Err(self.unexpected("a name")) };
        self.next();
        Ok(word)
    }

    pub(super) fn int(&mut self) -> Result<u64, SyntaxError> {
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

    fn module(&mut self) -> Result<(), SyntaxError> {
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

    fn item(&mut self) -> Result<(), SyntaxError> {
        let mut is_extern = false;
        loop {
            let line = self.line();
            match self.word()? {
                ".address_size" => return self.address_size(),
                ".file" | ".pragma" => {
                    self.skip_line();
                    return Ok(());
                }
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

    fn address_size(&mut self) -> Result<(), SyntaxError> {
        match self.int()? {
            64 => Ok(()),
            other => Err((self.line(), format!("expected addresses of 64 bits, but found {other}"))),
        }
    }

    fn section(&mut self) -> Result<(), SyntaxError> {
        while !self.takes('}') {
            if self.next() == Token::End {
                return Err(self.unexpected("'}'"));
            }
        }
        Ok(())
    }

    fn function(&mut self, is_entry: bool, line: u32) -> Result<(), SyntaxError> {
        self.scopes = vec![BTreeMap::new()];
        self.function = Some(Function {
            name: String::new(),
            is_entry,
            is_defined: false,
            results: Vec::new(),
            params: Vec::new(),
            max_threads: None,
            block: None,
            cluster: [1; 3],
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
        self.performance_directives()?;
        if !self.takes(';') {
            self.expect('{')?;
            self.body()?;
        }
        self.text.functions.extend(self.function.take());
        Ok(())
    }

    pub(super) fn current(&mut self) -> Result<&mut Function, SyntaxError> {
        let line = self.line();
        self.function.as_mut().ok_or_else(|| (line, "expected a function around this line".to_string()))
    }

    fn formals(&mut self) -> Result<Vec<Formal>, SyntaxError> {
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

    /// Parses the performance-tuning directives of a kernel.
    fn performance_directives(&mut self) -> Result<(), SyntaxError> {
        while let Token::Word(word) = self.peek() {
            self.next();
            match word {
                ".maxntid" => self.current()?.max_threads = Some(self.sizes()?),
                ".reqntid" => self.current()?.block = Some(self.sizes()?),
                ".minnctapersm" | ".maxnreg" | ".maxclusterrank" | ".maxnctapersm" => drop(self.sizes()?),
                ".reqnctapercluster" => self.current()?.cluster = self.sizes()?,
                ".noreturn" | ".explicitcluster" => {}
                ".pragma" => {
                    self.next();
                    self.expect(';')?;
                }
                other => return Err((self.line(), format!("expected a promise, but found '{other}'"))),
            }
        }
        Ok(())
    }

    fn sizes(&mut self) -> Result<[u32; 3], SyntaxError> {
        let mut sizes = [1; 3];
        for size in &mut sizes {
            *size = self.int()? as u32;
            if !self.takes(',') {
                break;
            }
        }
        Ok(sizes)
    }

    fn body(&mut self) -> Result<(), SyntaxError> {
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

    fn label(&mut self, name: &str) -> Result<(), SyntaxError> {
        let line = self.line();
        self.at += 2;
        let function = self.current()?;
        let place = function.code.len();
        match function.labels.insert(name.to_string(), place) {
            None => Ok(()),
            Some(_) => Err((line, format!("label '{name}' is defined twice"))),
        }
    }

    fn declaration(&mut self, word: &'a str) -> Result<(), SyntaxError> {
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

    /// Returns the meaning of a name in the innermost scope that defines it.
    pub(super) fn look_up(&self, name: &str) -> Option<Name> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name)).copied()
    }

    fn instruction(&mut self) -> Result<(), SyntaxError> {
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
