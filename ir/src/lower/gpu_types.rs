//! The types of gpu: `!gpu.async.token`, `!gpu<async.token>`, `!gpu.mma_matrix<16x16xf16, "AOp">` and handles.

use crate::diagnostics::Reported;
use crate::format::read::Reader;
use crate::syntax::lexer::Token;
use crate::types::{DYNAMIC, Float, MmaRole, Signedness, SparseHandle, Type, TypeKind};

impl Reader<'_, '_> {
    /// Reads the text after the token `!gpu` or `!gpu.name`.
    pub(super) fn gpu_type(&mut self, token: usize) -> Result<Type, Reported> {
        let Some((_, name)) = self.text(token).split_once('.') else {
            self.expect(Token::Less, "'<' after '!gpu'")?;
            let name = self.expect(Token::Word, "the name of a gpu type")?;
            let ty = self.gpu_type_named(name, self.text(name))?;
            self.expect(Token::Greater, "'>' at the end of a gpu type")?;
            return Ok(ty);
        };
        self.gpu_type_named(token, name)
    }

    fn gpu_type_named(&mut self, token: usize, name: &str) -> Result<Type, Reported> {
        let sparse = SparseHandle::ALL.into_iter().find(|handle| handle.keyword() == name);
        let kind = match (name, sparse) {
            ("mma_matrix", _) => return self.mma_matrix(token),
            ("async.token", _) => TypeKind::AsyncToken,
            ("named_barrier", _) => TypeKind::NamedBarrier,
            (_, Some(handle)) => TypeKind::SparseHandle(handle),
            _ => {
                let span = self.cx.token_span(token);
                return Err(self.error_at(span, format!("unknown gpu type: {name}")));
            }
        };
        if self.peek() == Token::Less && self.touches_previous() {
            self.at = self.cx.after_bracket(self.at);
        }
        Ok(self.cx.module.intern_type(kind))
    }

    fn mma_matrix(&mut self, token: usize) -> Result<Type, Reported> {
        let start = self.cx.token_span(token);
        self.expect(Token::Less, "'<' after 'mma_matrix'")?;
        let sizes_at = self.span();
        let sizes = self.fixed_sizes()?;
        let Some(sizes) = sizes else {
            return Err(self.error_at(sizes_at, "expected static shape of an mma_matrix"));
        };
        let element = self.parse_type()?;
        self.expect(Token::Comma, "',' after the element type of an mma_matrix")?;
        let role_at = self.span();
        let role = self.string()?;
        self.expect(Token::Greater, "'>' at the end of an mma_matrix")?;
        let Some(role) = MmaRole::ALL.into_iter().find(|known| known.keyword() == role) else {
            let message = format!("operand expected to be one of AOp, BOp or COp, but found '{role}'");
            return Err(self.error_at(role_at, message));
        };
        let Ok(sizes) = <[i64; 2]>::try_from(sizes) else {
            return Err(self.error_at(start, "MMAMatrixType must have exactly two dimensions"));
        };
        if !self.is_mma_element(element) {
            let message = "MMAMatrixType elements must be SI8, UI8, I32, F16, F32, or F64";
            return Err(self.error_at(start, message));
        }
        Ok(self.cx.module.intern_type(TypeKind::MmaMatrix(sizes, element, role)))
    }

    /// Reads `16x16x`; `None` if a size is not a number.
    fn fixed_sizes(&mut self) -> Result<Option<Vec<i64>>, Reported> {
        let dims = self.dims(false)?;
        let is_fixed = !dims.unranked && !dims.sizes.contains(&DYNAMIC) && !dims.scalable.contains(&true);
        Ok(is_fixed.then_some(dims.sizes))
    }

    fn is_mma_element(&self, ty: Type) -> bool {
        matches!(
            self.cx.module.type_kind(ty),
            TypeKind::Integer(8, Signedness::Signed | Signedness::Unsigned)
                | TypeKind::Integer(32, Signedness::Signless)
                | TypeKind::Float(Float::F16 | Float::F32 | Float::F64)
        )
    }
}
