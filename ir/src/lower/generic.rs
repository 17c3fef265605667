//! The generic form: `"d.op"(%a)[^bb1] <{prop = 1}> ({ … }) {attr = "x"} : (i32) -> i32`.

use crate::attrs::AttrKind;
use crate::def::Arity;
use crate::diagnostics::Reported;
use crate::dialect::cf::split_operands;
use crate::dialect::{Cf, Gpu, OpKind};
use crate::entity::Run;
use crate::format::read::{Reader, ValueName};
use crate::module::Block;
use crate::op::{SuccessorData, UNKNOWN_PROPERTIES};
use crate::syntax::lexer::Token;
use crate::types::Type;

impl Reader<'_, '_> {
    /// Reads everything after the name.
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
        if self.op.kind == OpKind::Gpu(Gpu::Module) {
            crate::dialect::gpu::drop_end(self);
        }
        self.plain_dict()?;
        self.expect(Token::Colon, "':' before the type of the operation")?;
        let types = self.expect_function_type()?;
        self.check_counts(&names, &types)?;
        self.op.operands = self.resolve_each(&names, &types.0)?;
        self.op.results = types.1;
        crate::dialect::linalg::normalize_generic_form(self);
        self.set_successors(&labels);
        crate::dialect::replace_older(self);
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

    /// Reads `<{…}>`.
    fn properties(&mut self) -> Result<(), Reported> {
        if self.peek() != Token::Less {
            return Ok(());
        }
        self.at += 1;
        if let OpKind::Foreign(_) = self.op.kind {
            let attr = self.attribute(None)?;
            self.set_attr(UNKNOWN_PROPERTIES, attr);
            return self.expect(Token::Greater, "'>' at the end of the properties").map(|_| ());
        }
        if self.peek() != Token::LBrace {
            return Err(self.expected("'{' after '<'"));
        }
        self.plain_dict()?;
        if let Some(def) = self.def() {
            let moved = crate::dialect::gpu::attrs_of_properties(self);
            self.op.attrs.retain(|(key, _)| def.is_inherent(key));
            self.op.attrs.extend(moved);
        }
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

    /// Distributes the remaining operands among the successors, by the segments of the row.
    fn set_successors(&mut self, labels: &[Block]) {
        let sizes = self.segment_sizes();
        if self.op.kind == OpKind::Cf(Cf::Switch) {
            let segments = self.attr("case_operand_segments").map(|attr| self.cx.module.attr_kind(attr));
            let n_default = sizes.as_ref().and_then(|sizes| sizes.get(1)).copied().unwrap_or(0);
            let sizes = split_operands(n_default, segments);
            return self.divide_among(labels, 1, Some(&sizes));
        }
        let n_slots = self.def().map_or(0, |def| def.operands.len());
        let is_open =
            self.def().and_then(|def| def.operands.last()).is_none_or(|slot| slot.arity != Arity::One);
        let n_plain_slots = if is_open { n_slots.saturating_sub(labels.len()) } else { n_slots };
        match &sizes {
            Some(sizes) => {
                let (plain, rest) = sizes.split_at(n_plain_slots.min(sizes.len()));
                self.divide_among(labels, plain.iter().sum(), Some(rest));
            }
            None => self.divide_among(labels, self.n_single_operands(n_plain_slots), None),
        }
    }

    /// Assigns operands from number `first` on to successors: as many as `sizes` gives, or all to the first
    /// one.
    fn divide_among(&mut self, labels: &[Block], first: u32, sizes: Option<&[u32]>) {
        let n_operands = self.op.operands.len() as u32;
        let mut first = first.min(n_operands);
        for (index, block) in labels.iter().enumerate() {
            let wanted = match sizes {
                Some(sizes) => sizes.get(index).copied().unwrap_or(0),
                None => n_operands - first,
            };
            let len = wanted.min(n_operands - first);
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
