//! Parses declarations: registers, and variables of every state space.

use super::layout::GAP;
use super::lex::Token;
use super::operand;
use super::parse::{Name, Parser, SyntaxError};
use super::text::{Slot, Space, Ty, Variable};

/// The maximum alignment.
const MAX_ALIGN: u64 = 1 << 16;
/// The maximum number of registers of one declaration.
const MAX_REGISTERS: u64 = 1 << 20;

impl Parser<'_> {
    pub(super) fn registers(&mut self) -> Result<(), SyntaxError> {
        loop {
            let ty = self.ty()?;
            loop {
                let name = self.word()?;
                if self.takes('<') {
                    let n = self.int()?;
                    if MAX_REGISTERS < n {
                        return Err((
                            self.line(),
                            format!("expected at most {MAX_REGISTERS} registers, but found {n}"),
                        ));
                    }
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

    fn ty(&mut self) -> Result<Ty, SyntaxError> {
        let line = self.line();
        let word = self.word()?;
        let ty = word.strip_prefix('.').and_then(Ty::named);
        ty.ok_or_else(|| (line, format!("expected a type, but found '{word}'")))
    }

    pub(super) fn add_register(&mut self, name: &str, ty: Ty) -> Result<u32, SyntaxError> {
        let function = self.current()?;
        let number = function.registers.len() as u32;
        function.registers.push(ty);
        self.define(name, Name::Reg(number))?;
        Ok(number)
    }

    fn define(&mut self, name: &str, what: Name) -> Result<(), SyntaxError> {
        let line = self.line();
        let Some(scope) = self.scopes.last_mut() else { return Ok(()) };
        match scope.insert(name.to_string(), what) {
            None => Ok(()),
            Some(_) => Err((line, format!("'{name}' is declared twice"))),
        }
    }

    /// Parses variables after their state space.
    pub(super) fn variables(&mut self, space: Space, is_extern: bool) -> Result<(), SyntaxError> {
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

    pub(super) fn declared(&mut self) -> Result<Declared, SyntaxError> {
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
                    // The alignment of a pointer parameter applies to its pointee.
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
        if !align.is_power_of_two() || MAX_ALIGN < align {
            return Err((self.line(), format!("expected a power of two as alignment, but found {align}")));
        }
        let name = self.word()?.to_string();
        let n = self.extent()?.saturating_mul(elements);
        Ok(Declared { name, ty, align, n })
    }

    fn pointer(&mut self) -> Result<(), SyntaxError> {
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

    /// Parses the array extent after a name.
    fn extent(&mut self) -> Result<u64, SyntaxError> {
        let mut n = 1u64;
        while self.takes('[') {
            let size = if self.peek() == Token::Mark(']') { 0 } else { self.int()? };
            n = n.checked_mul(size).ok_or_else(|| (self.line(), "an array is too large".to_string()))?;
            self.expect(']')?;
        }
        Ok(n)
    }

    pub(super) fn add_slot(&mut self, declared: &Declared) -> Result<usize, SyntaxError> {
        let bytes = self.bytes_of(declared)?;
        let function = self.current()?;
        let offset = function.frame_bytes.next_multiple_of(declared.align.max(1));
        function.frame_bytes = offset + bytes + GAP;
        function.slots.push(Slot { name: declared.name.clone(), offset, bytes });
        let number = function.slots.len() - 1;
        self.define(&declared.name, Name::Slot(number))?;
        Ok(number)
    }

    fn bytes_of(&self, declared: &Declared) -> Result<u64, SyntaxError> {
        let bytes = declared.n.checked_mul(declared.ty.bytes()).filter(|bytes| *bytes < 1 << 40);
        bytes.ok_or_else(|| (self.line(), format!("'{}' is too large", declared.name)))
    }

    fn add_variable(
        &mut self,
        declared: &Declared,
        space: Space,
        is_extern: bool,
        initial: Vec<u8>,
    ) -> Result<(), SyntaxError> {
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
}

/// A variable declaration.
pub(super) struct Declared {
    pub(super) name: String,
    pub(super) ty: Ty,
    align: u64,
    n: u64,
}
