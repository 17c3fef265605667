//! The generic form: `"d.op"(%a)[^bb1] <{prop = 1}> ({ … }) {attr = "x"} : (i32) -> i32`.

use crate::attrs::AttrKind;
use crate::def::Arity;
use crate::diagnostics::Reported;
use crate::dialect::OpKind;
use crate::entity::Run;
use crate::format::read::{Reader, ValueName};
use crate::module::Block;
use crate::op::SuccessorData;
use crate::syntax::lexer::Token;
use crate::types::Type;

impl Reader<'_, '_> {
    /// Takes everything after the name.
    pub(crate) fn generic_form(&mut self) -> Result<(), Reported> {
        self.expect(Token::LParen, "'(' before the operands")?;
        let mut names = Vec::new();
        self.list_until(Token::RParen, "',' or ')' in the operands", |reader| {
            names.push(reader.value_name()?);
            Ok(())
        })?;
        let labels = self.generic_successors()?;
        self.properties()?;
        self.generic_regions()?;
        self.attr_dict()?;
        self.expect(Token::Colon, "':' before the type of the operation")?;
        let types = self.expect_function_type()?;
        self.check_counts(&names, &types)?;
        self.op.operands = self.resolve_each(&names, &types.0)?;
        self.op.results = types.1;
        self.set_successors(&labels);
        Ok(())
    }

    fn expect_function_type(&mut self) -> Result<(Vec<Type>, Vec<Type>), Reported> {
        let ty = self.function_type()?;
        let (inputs, results) = self.cx.module.function_type(ty).unwrap_or_default();
        Ok((inputs.to_vec(), results.to_vec()))
    }

    fn check_counts(&mut self, names: &[ValueName], types: &(Vec<Type>, Vec<Type>)) -> Result<(), Reported> {
        if names.len() == types.0.len() {
            return Ok(());
        }
        let message = format!(
            "expected {} operand types for {} operands, but found {}",
            names.len(),
            names.len(),
            types.0.len()
        );
        Err(self.error(message))
    }

    fn generic_successors(&mut self) -> Result<Vec<Block>, Reported> {
        let mut labels = Vec::new();
        if self.eat(Token::LSquare) {
            self.list_until(Token::RSquare, "',' or ']' in the successors", |reader| {
                labels.push(reader.label()?);
                Ok(())
            })?;
        }
        Ok(labels)
    }

    /// Takes `<{…}>`.
    fn properties(&mut self) -> Result<(), Reported> {
        if self.peek() != Token::Less {
            return Ok(());
        }
        self.at += 1;
        if self.peek() != Token::LBrace {
            return Err(self.expected("'{' after '<'"));
        }
        self.attr_dict()?;
        self.expect(Token::Greater, "'>' at the end of the properties")?;
        Ok(())
    }

    fn generic_regions(&mut self) -> Result<(), Reported> {
        if self.peek() == Token::LParen && self.peek_at(1) == Token::LBrace {
            self.at += 1;
            self.list_until(Token::RParen, "',' or ')' after a region", Reader::region_as_written)?;
        }
        Ok(())
    }

    /// Divides the operands after the plain ones among the successors, by the segments of the row.
    fn set_successors(&mut self, labels: &[Block]) {
        let n_operands = self.op.operands.len() as u32;
        let sizes = self.segment_sizes();
        let n_slots = self.def().map_or(0, |def| def.operands.len());
        let is_open =
            self.def().and_then(|def| def.operands.last()).is_none_or(|slot| slot.arity != Arity::One);
        let n_plain_slots = if is_open { n_slots.saturating_sub(labels.len()) } else { n_slots };
        let mut first: u32 = match &sizes {
            Some(sizes) => sizes.iter().take(n_plain_slots).sum(),
            None => self.n_single_operands(n_plain_slots).min(n_operands),
        };
        for (index, block) in labels.iter().enumerate() {
            let len = match &sizes {
                Some(sizes) => sizes.get(n_plain_slots + index).copied().unwrap_or(0),
                None => n_operands - first,
            };
            let len = len.min(n_operands.saturating_sub(first));
            self.op.successors.push(SuccessorData { block: *block, args: Run { first, len } });
            first += len;
        }
    }

    fn n_single_operands(&self, n_slots: usize) -> u32 {
        let Some(def) = self.def() else { return u32::MAX };
        def.operands.iter().take(n_slots).filter(|slot| slot.arity == Arity::One).count() as u32
    }

    fn segment_sizes(&self) -> Option<Vec<u32>> {
        match self.cx.module.attr_kind(self.attr("operandSegmentSizes")?) {
            AttrKind::DenseArray(_, sizes) if !matches!(self.op.kind, OpKind::Foreign(_)) => {
                Some(sizes.iter().map(|size| u32::try_from(*size).unwrap_or(0)).collect())
            }
            _ => None,
        }
    }
}
