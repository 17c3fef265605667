//! The resource section at the end of a file: `{-# dialect_resources: {d: {key: "0x…"}}, external_resources: {…} #-}`.

use super::Lower;
use crate::diagnostics::Reported;
use crate::dialect::{Builtin, OpKind};
use crate::format::read::Reader;
use crate::resources::{Resource, ResourceSection, ResourceValue};
use crate::syntax::lexer::Token;

impl Lower<'_> {
    /// Reads the resource sections into the module.
    pub(super) fn read_resources(&mut self) {
        for at in &self.syntax.layout.resources {
            let end = self.syntax.tokens.kinds.len() - 1;
            let mut reader = self.reader(OpKind::Builtin(Builtin::Module), *at as usize, end, 0);
            // An error is in the diagnostics; resources before it are kept.
            let _: Result<(), Reported> = reader.resource_section();
        }
    }
}

impl Reader<'_, '_> {
    fn resource_section(&mut self) -> Result<(), Reported> {
        self.list_until(Token::ResourceClose, "',' or '#-}' in the resource section", |reader| {
            let names = ["dialect_resources", "external_resources"];
            let section = match reader.keyword(&names)? {
                0 => ResourceSection::Dialect,
                _ => ResourceSection::External,
            };
            reader.expect(Token::Colon, "':' before the resources")?;
            reader.resource_owners(section)
        })
    }

    fn resource_owners(&mut self, section: ResourceSection) -> Result<(), Reported> {
        self.expect(Token::LBrace, "'{' before the resources")?;
        self.list_until(Token::RBrace, "',' or '}' in the resources", |reader| {
            let span = reader.span();
            let owner = reader.resource_key()?;
            if section == ResourceSection::Dialect && !["builtin", "test"].contains(&owner.as_str()) {
                let message = format!("dialect '{owner}' is unknown, expected one with resources: builtin");
                return Err(reader.error_at(span, message));
            }
            reader.expect(Token::Colon, "':' before the resources")?;
            reader.expect(Token::LBrace, "'{' before the resources")?;
            reader.list_until(Token::RBrace, "',' or '}' in the resources", |reader| {
                let key = reader.resource_key()?;
                reader.expect(Token::Colon, "':' before the value of a resource")?;
                let span = reader.span();
                let value = reader.resource_value()?;
                if section == ResourceSection::Dialect && !value.is_blob() {
                    return Err(reader.error_at(span, format!("expected hex string blob for key '{key}'")));
                }
                let owner = owner.clone();
                reader.cx.module.resources.push(Resource { section, owner, key, value });
                Ok(())
            })
        })
    }

    fn resource_key(&mut self) -> Result<String, Reported> {
        match self.peek() {
            Token::String => self.string(),
            Token::Word | Token::Integer => {
                self.at += 1;
                Ok(self.text(self.at - 1).to_string())
            }
            _ => Err(self.expected("the key of a resource")),
        }
    }

    fn resource_value(&mut self) -> Result<ResourceValue, Reported> {
        if self.peek() != Token::String {
            return Ok(ResourceValue::Bool(self.keyword(&["false", "true"])? == 1));
        }
        let text = self.string()?;
        let Some(digits) = text.strip_prefix("0x") else { return Ok(ResourceValue::String(text)) };
        if digits.len() < 8 || digits.len() % 2 != 0 || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(self.error("expected hex digits of an alignment of 4 bytes and of the content"));
        }
        Ok(ResourceValue::Blob(digits.to_string()))
    }
}
