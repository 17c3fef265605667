//! Inherent attributes outside the dictionary, as MLIR prints them since version 24: `memref.alloc() alignment = 64 : …`.
//!
//! Both directions are in this file; the slot of a row, its `outside`, determines the form that is printed.
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
use crate::def::{AttrConstraint, AttrSlot, Outside};
use crate::diagnostics::Reported;
use crate::format::read::Reader;
use crate::format::read_pattern::attr_value;
use crate::format::write::Writer;
use crate::format::write_pattern::write_attr;
use crate::op::OpRef;
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

impl Writer<'_> {
    /// Writes the inherent attributes outside the dictionary, if the version has them there; returns their keys.
    pub(super) fn write_inherent_attrs(&mut self, op: OpRef<'_>, elided: &[&str]) -> Vec<&'static str> {
        if !Outside::VERSIONS.contain(self.version()) {
            return Vec::new();
        }
        let slots = op.def().map_or(&[][..], |def| def.attrs).iter();
        let is_shown = |slot: &AttrSlot| op.attr(slot.name).is_some() && !elided.contains(&slot.name);
        let outside = slots.filter(|slot| is_shown(slot)).filter_map(|slot| Some((slot, slot.outside?)));
        let mut shown = Vec::new();
        let mut end = "";
        for (slot, form) in outside {
            self.text(separator(form, shown.is_empty()));
            self.text(slot.name);
            if op.attr(slot.name) != Some(Attr::UNIT) {
                self.inherent_value_of(op, slot, form);
            }
            shown.push(slot.name);
            end = if form == Outside::Bracketed { ">" } else { "" };
        }
        self.text(end);
        shown
    }

    fn inherent_value_of(&mut self, op: OpRef<'_>, slot: &AttrSlot, form: Outside) {
        let Some(attr) = op.attr(slot.name) else { return };
        match form {
            Outside::Assigned | Outside::Listed | Outside::Bracketed => {
                self.text(" = ");
                self.attr_without_type(attr);
            }
            Outside::Enclosed => {
                self.text("(");
                self.attr_without_type(attr);
                self.text(")");
            }
            Outside::Bare => {
                self.text(" ");
                self.attr_without_type(attr);
            }
            Outside::Flags => write_attr(self, op, slot),
        }
    }
}

/// Returns the text before an attribute.
fn separator(form: Outside, is_first: bool) -> &'static str {
    match (form, is_first) {
        (Outside::Bracketed, true) => " <",
        (Outside::Bracketed | Outside::Listed, false) => ", ",
        (Outside::Listed, true)
        | (Outside::Assigned | Outside::Enclosed | Outside::Bare | Outside::Flags, _) => " ",
    }
}
