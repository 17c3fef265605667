//! Inherent attributes outside the dictionary, as MLIR prints them since May 2026: `memref.alloc() alignment = 64 : …`.
//!
//! Where an operation may have a dictionary, its row determines which inherent attributes may precede it:
//! their keys, each with a value in the form of its constraint, in any order, with or without commas between
//! them. A value follows `=`, is enclosed in parentheses, or follows its key directly; a unit attribute is
//! its key alone. A list of them may be enclosed in angle brackets. Attributes for which the pattern of a row
//! has a dedicated form have been read before.
//!
//! ```mlir
//! memref.store %v, %m[%i] alignment(64) nontemporal(true) {user.tag} : memref<4xf32>
//! %a = gpu.subgroup_mma_load_matrix %m[%i, %j] leadDimension 32 transpose : …
//! %s = vector.extract_strided_slice %v offsets = [0], sizes = [2], strides = [1] : …
//! call @f() <no_inline> : …
//! module @m <sym_visibility = "private"> attributes {user.tag} { … }
//! ```

use crate::attrs::Attr;
use crate::def::{AttrConstraint, AttrSlot};
use crate::diagnostics::Reported;
use crate::format::read::Reader;
use crate::format::read_pattern::attr_value;
use crate::syntax::lexer::Token;
use crate::types::Type;

impl Reader<'_, '_> {
    /// Reads the inherent attributes of the row that precede the dictionary.
    pub(crate) fn inherent_attrs(&mut self) -> Result<(), Reported> {
        self.bracketed_attrs()?;
        while let Some(slot) = self.inherent_slot(0) {
            self.at += 1;
            let value = self.inherent_value(slot)?;
            self.set_attr(slot.name, value);
            if self.peek() == Token::Comma && self.inherent_slot(1).is_some() {
                self.at += 1;
            }
        }
        Ok(())
    }

    /// Reads the inherent attributes of the row in angle brackets.
    pub(crate) fn bracketed_attrs(&mut self) -> Result<(), Reported> {
        if self.peek() != Token::Less || self.inherent_slot(1).is_none() {
            return Ok(());
        }
        self.at += 1;
        while let Some(slot) = self.inherent_slot(0) {
            self.at += 1;
            let value = self.inherent_value(slot)?;
            self.set_attr(slot.name, value);
            if !self.eat(Token::Comma) {
                break;
            }
        }
        self.expect(Token::Greater, "'>' after the attributes").map(drop)
    }

    /// Returns the attribute of the row whose key is the token at offset `n`, if it was not read yet.
    fn inherent_slot(&self, n: usize) -> Option<&'static AttrSlot> {
        if self.peek_at(n) != Token::Word {
            return None;
        }
        let key = self.text(self.at + n);
        self.def()?.attrs.iter().find(|slot| slot.name == key).filter(|_| self.attr(key).is_none())
    }

    fn inherent_value(&mut self, slot: &AttrSlot) -> Result<Attr, Reported> {
        if let AttrConstraint::Unit | AttrConstraint::UnitProperty = slot.constraint {
            return Ok(Attr::UNIT);
        }
        if self.eat(Token::LParen) {
            let value = self.value_of_slot(slot)?;
            self.expect(Token::RParen, "')' after the value of the attribute")?;
            return Ok(value);
        }
        self.eat(Token::Equal);
        self.value_of_slot(slot)
    }

    /// Reads a value in the form of its constraint. A number whose constraint has no type is an `i64`: a
    /// colon after it begins the types of the operation.
    fn value_of_slot(&mut self, slot: &AttrSlot) -> Result<Attr, Reported> {
        let is_number = matches!(self.peek(), Token::Integer | Token::Minus);
        match slot.constraint {
            AttrConstraint::Where(..) | AttrConstraint::Any if is_number => self.attribute(Some(Type::I64)),
            _ => attr_value(self, slot),
        }
    }
}
