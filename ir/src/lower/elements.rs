//! Attributes with elements: dense, sparse, resources; and `distinct`.
//!
//! The elements of `dense<…> : type` precede their type, so the type after the bracket is read first.

use crate::attrs::{Attr, AttrKind, DenseData};
use crate::diagnostics::Reported;
use crate::format::read::Reader;
use crate::source::Span;
use crate::syntax::lexer::Token;
use crate::types::{DYNAMIC, Type, TypeKind};

/// The maximum number of elements of a dense attribute that is not a splat.
const MAX_ELEMENTS: u64 = 1 << 28;

/// A literal of nested lists: its numbers in row-major order, and the sizes of the lists.
struct Literal {
    words: Vec<u64>,
    shape: Vec<i64>,
}

/// Dense attributes.
impl Reader<'_, '_> {
    /// Reads `dense<…> : type`.
    pub(super) fn dense(&mut self) -> Result<Attr, Reported> {
        let open = self.at + 1;
        let start = self.span();
        self.at = self.cx.after_bracket(open);
        self.expect(Token::Colon, "':' before the type of a dense attribute")?;
        let ty = self.parse_type()?;
        let after = self.at;
        let Some(shape) = self.cx.module.shape(ty) else {
            let message = "the type of a dense attribute must be a ranked tensor, vector or memref";
            return Err(self.error_at(start, message));
        };
        if shape.contains(&DYNAMIC) {
            return Err(self.error_at(start, "the type of a dense attribute must have a static shape"));
        }
        self.at = open + 1;
        let attr = self.dense_body(ty, start)?;
        self.at = after;
        Ok(attr)
    }

    /// Reads elements of a known type, and `: type` if it follows.
    pub(crate) fn elements_of(&mut self, ty: Type) -> Result<Attr, Reported> {
        if self.peek_at(1) == Token::Less && self.is_word("sparse") {
            return self.sparse(Some(ty));
        }
        if self.peek_at(1) == Token::Less && self.is_word("dense_resource") {
            return self.dense_resource(Some(ty));
        }
        if !self.is_word("dense") || self.peek_at(1) != Token::Less {
            return self.attribute(None);
        }
        let open = self.at + 1;
        let after = self.cx.after_bracket(open);
        let follows =
            self.at_token(after, |reader| Ok(reader.peek() == Token::Colon && after < reader.end))?;
        if follows && after < self.end {
            return self.attribute(None);
        }
        let start = self.span();
        self.at = open + 1;
        let attr = self.dense_body(ty, start)?;
        self.at = after;
        Ok(attr)
    }

    /// Reads the elements up to `>`, which is not consumed.
    fn dense_body(&mut self, ty: Type, start: Span) -> Result<Attr, Reported> {
        let n = self.cx.module.n_elements(ty).unwrap_or(0);
        let element = self.cx.module.element_type(ty);
        if self.n_words(element).is_none() {
            return self.dense_strings(ty, n, start);
        }
        if self.peek() == Token::String {
            return self.dense_hex(ty, element, n, start);
        }
        if self.peek() == Token::Greater && n == 0 {
            return Ok(self.cx.module.intern_attr(AttrKind::Dense(ty, DenseData::Elements([].into()))));
        }
        let is_splat = self.peek() != Token::LSquare;
        if MAX_ELEMENTS < n && !is_splat {
            return Err(self.limit_at(start, "a dense attribute has more than 2^28 elements".to_string()));
        }
        let shape = if is_splat { Vec::new() } else { self.cx.module.shape(ty).unwrap_or(&[]).to_vec() };
        let mut words = Vec::new();
        self.nested_of_shape(element, &shape, &mut words)?;
        if self.peek() != Token::Greater {
            return Err(self.expected("'>' at the end of 'dense'"));
        }
        Ok(self.make_dense(ty, element, words))
    }

    /// Returns the attribute of these words; equal elements become a splat.
    fn make_dense(&mut self, ty: Type, element: Type, words: Vec<u64>) -> Attr {
        let n_words = self.n_words(element).unwrap_or(1);
        let is_splat = n_words <= words.len() && words.chunks(n_words).all(|one| *one == words[..n_words]);
        let data = match (is_splat, n_words) {
            (true, 1) => DenseData::Splat(words[0]),
            (true, _) => DenseData::Elements(words[..n_words].into()),
            (false, _) => DenseData::Elements(words.into()),
        };
        self.cx.module.intern_attr(AttrKind::Dense(ty, data))
    }

    /// Returns the number of bit patterns per element; `None` for types whose elements are strings.
    fn n_words(&self, element: Type) -> Option<usize> {
        match self.cx.module.type_kind(element) {
            TypeKind::Integer(..) | TypeKind::Index | TypeKind::Float(_) => Some(1),
            TypeKind::Complex(_) => Some(2),
            _ => None,
        }
    }

    /// Reads one element in its memory representation: a number, or `(re, im)`.
    fn push_element(&mut self, element: Type, out: &mut Vec<u64>) -> Result<(), Reported> {
        if let TypeKind::Complex(part) = *self.cx.module.type_kind(element) {
            self.expect(Token::LParen, "'(' before a complex number")?;
            self.push_element(part, out)?;
            self.expect(Token::Comma, "',' in a complex number")?;
            self.push_element(part, out)?;
            self.expect(Token::RParen, "')' after a complex number")?;
            return Ok(());
        }
        let bits = self.scalar_element(element)?;
        let width = self.cx.module.bit_width(element).unwrap_or(64);
        out.push(if width < 64 { bits & ((1 << width) - 1) } else { bits });
        Ok(())
    }

    fn nested_of_shape(&mut self, element: Type, shape: &[i64], out: &mut Vec<u64>) -> Result<(), Reported> {
        let Some((size, inner)) = shape.split_first() else { return self.push_element(element, out) };
        let span = self.span();
        self.expect(Token::LSquare, "'[' before the elements of a dimension")?;
        let mut n = 0;
        self.list_until(Token::RSquare, "',' or ']' in the elements", |reader| {
            n += 1;
            reader.nested_of_shape(element, inner, out)
        })?;
        if n == *size {
            return Ok(());
        }
        Err(self.error_at(span, format!("expected {size} elements in this dimension, but found {n}")))
    }

    /// Reads `"0x…"`: the bytes of all elements, or of one for a splat; eight elements of `i1` are one byte.
    fn dense_hex(&mut self, ty: Type, element: Type, n: u64, start: Span) -> Result<Attr, Reported> {
        let text = self.string()?;
        let Some(bytes) = text.strip_prefix("0x").and_then(|digits| hex_bytes(digits.as_bytes())) else {
            return Err(self.error_at(start, "expected \"0x\" and hex digits in the string"));
        };
        let part = match *self.cx.module.type_kind(element) {
            TypeKind::Complex(part) => part,
            _ => element,
        };
        let n_words = self.n_words(element).unwrap_or(1) as u64;
        let size = self.cx.module.bit_width(part).map_or(8, |bits| u64::from(bits).div_ceil(8));
        let wanted = if part == Type::I1 { n.div_ceil(8) } else { n.saturating_mul(size * n_words) };
        let n_bytes = bytes.len() as u64;
        let is_splat = n_bytes == if part == Type::I1 { 1 } else { size * n_words };
        if n_bytes != wanted && !is_splat {
            let message =
                format!("expected {wanted} bytes in hex digits for the elements, but found {n_bytes}");
            return Err(self.error_at(start, message));
        }
        let words: Vec<u64> = if part == Type::I1 {
            let n = if n_bytes == wanted { n } else { 1 };
            (0..n).map(|i| u64::from(bytes[i as usize / 8] >> (i % 8) & 1)).collect()
        } else {
            bytes.chunks(size as usize).map(word).collect()
        };
        Ok(self.make_dense(ty, element, words))
    }

    /// Reads `"text"`, or nested lists of strings, for elements of a dialect's type.
    fn dense_strings(&mut self, ty: Type, n: u64, start: Span) -> Result<Attr, Reported> {
        let mut items = Vec::new();
        let is_list = self.peek() == Token::LSquare;
        while self.peek() != Token::Greater {
            match self.peek() {
                Token::LSquare | Token::RSquare | Token::Comma => self.at += 1,
                Token::String => {
                    let text = self.string()?;
                    items.push(self.cx.module.name(&text));
                }
                _ => return Err(self.expected("a string")),
            }
        }
        if (is_list || items.len() != 1) && items.len() as u64 != n {
            let message = format!("expected {n} strings for the elements, but found {}", items.len());
            return Err(self.error_at(start, message));
        }
        if items.iter().all(|item| *item == items[0]) {
            items.truncate(1);
        }
        Ok(self.cx.module.intern_attr(AttrKind::DenseStrings(ty, items.into())))
    }
}

/// Sparse attributes, resources and `distinct`.
impl Reader<'_, '_> {
    /// Reads `sparse<indices, values> : type`; the type may be omitted if `ty` is given.
    pub(super) fn sparse(&mut self, ty: Option<Type>) -> Result<Attr, Reported> {
        let start = self.span();
        let open = self.at + 1;
        self.at = self.cx.after_bracket(open);
        let ty = self.type_or(ty, "':' before the type of a sparse attribute")?;
        let after = self.at;
        let Some(rank) = self.cx.module.shape(ty).map(<[i64]>::len) else {
            return Err(
                self.error_at(start, "the type of a sparse attribute must be a ranked tensor or vector")
            );
        };
        let element = self.cx.module.element_type(ty);
        self.at = open + 1;
        let (mut indices, mut values) = (Literal::empty(), Literal::empty());
        if self.peek() != Token::Greater {
            indices = self.literal(Type::I64)?;
            self.expect(Token::Comma, "',' between the indices and the values")?;
            values = self.literal(element)?;
        }
        if self.peek() != Token::Greater {
            return Err(self.expected("'>' at the end of 'sparse'"));
        }
        self.at = after;
        let n = indices.shape.first().copied().unwrap_or(1);
        let n = if indices.words.is_empty() { 0 } else { n };
        if indices.words.is_empty() && self.cx.syntax.tokens.kinds[open + 1] != Token::Greater && 1 < rank {
            let message = format!("expected {rank} indices for every value, but found an empty list");
            return Err(self.error_at(start, message));
        }
        if indices.shape.len() == 2 && indices.shape[1] != rank as i64 || 2 < indices.shape.len() {
            let message = format!("expected {rank} indices for every value of a sparse attribute");
            return Err(self.error_at(start, message));
        }
        if !values.shape.is_empty() && values.shape != [n] {
            let message =
                format!("expected {n} values for {n} rows of indices, but found {:?}", values.shape);
            return Err(self.error_at(start, message));
        }
        self.check_sparse_indices(ty, rank, &indices, start)?;
        let indices_shape = if indices.shape.is_empty() { vec![n, rank as i64] } else { indices.shape };
        let indices_type = self.tensor_type(&indices_shape, Type::I64);
        let values_type = self.tensor_type(&[n], element);
        let indices = self.make_dense(indices_type, Type::I64, indices.words);
        let values = self.make_dense(values_type, element, values.words);
        Ok(self.cx.module.intern_attr(AttrKind::Sparse(ty, indices, values)))
    }

    /// Checks that every row of indices refers to an element.
    fn check_sparse_indices(
        &mut self,
        ty: Type,
        rank: usize,
        indices: &Literal,
        start: Span,
    ) -> Result<(), Reported> {
        let shape = self.cx.module.shape(ty).unwrap_or(&[]).to_vec();
        let is_splat = indices.shape.is_empty();
        let row_len = if is_splat { 1 } else { rank.max(1) };
        for (number, row) in indices.words.chunks(row_len).enumerate() {
            let fits = |(i, size): (usize, &i64)| {
                let index = row[if is_splat { 0 } else { i.min(row.len() - 1) }] as i64;
                0 <= index && index < *size
            };
            if !shape.iter().enumerate().all(fits) {
                let ty = crate::print::type_text(&self.cx.module, ty);
                let row: Vec<_> = row.iter().map(|index| *index as i64).collect();
                let message = format!(
                    "sparse index #{number} is not contained within the value shape, with index={row:?}, and type='{ty}'"
                );
                return Err(self.error_at(start, message));
            }
        }
        Ok(())
    }

    fn tensor_type(&mut self, shape: &[i64], element: Type) -> Type {
        self.cx.module.intern_type(TypeKind::Tensor(shape.into(), element, None))
    }

    /// Reads a number or nested lists of numbers of equal sizes.
    fn literal(&mut self, element: Type) -> Result<Literal, Reported> {
        let mut literal = Literal::empty();
        self.nested_literal(element, 0, &mut literal)?;
        Ok(literal)
    }

    fn nested_literal(&mut self, element: Type, depth: usize, out: &mut Literal) -> Result<(), Reported> {
        if self.peek() != Token::LSquare {
            return self.push_element(element, &mut out.words);
        }
        if 64 < depth {
            let span = self.span();
            return Err(self.limit_at(span, "lists nest deeper than the limit of 64".to_string()));
        }
        let span = self.span();
        self.at += 1;
        let mut n = 0;
        let is_first = out.shape.len() == depth;
        if is_first {
            out.shape.push(0);
        }
        self.list_until(Token::RSquare, "',' or ']' in the elements", |reader| {
            n += 1;
            reader.nested_literal(element, depth + 1, out)
        })?;
        if is_first {
            out.shape[depth] = n;
        }
        if out.shape[depth] == n {
            return Ok(());
        }
        Err(self.error_at(
            span,
            format!("expected {} elements as in the first list, but found {n}", out.shape[depth]),
        ))
    }

    /// Reads `dense_resource<key> : type`; the type may be omitted if `ty` is given.
    pub(super) fn dense_resource(&mut self, ty: Option<Type>) -> Result<Attr, Reported> {
        self.at += 2;
        let key = match self.peek() {
            Token::String => self.string()?,
            Token::Word | Token::Integer => {
                self.at += 1;
                self.text(self.at - 1).to_string()
            }
            _ => return Err(self.expected("the key of a resource")),
        };
        self.expect(Token::Greater, "'>' after the key of a resource")?;
        let span = self.span();
        let ty = self.type_or(ty, "':' before the type of a resource")?;
        if self.cx.module.shape(ty).is_none() {
            return Err(self.error_at(span, "`dense_resource` expected a shaped type"));
        }
        let name = self.cx.module.name(&key);
        Ok(self.cx.module.intern_attr(AttrKind::Resource(name, ty)))
    }

    /// Reads `: type`, which may be omitted if `ty` is given.
    fn type_or(&mut self, ty: Option<Type>, what: &str) -> Result<Type, Reported> {
        if let Some(ty) = ty
            && self.peek() != Token::Colon
        {
            return Ok(ty);
        }
        self.expect(Token::Colon, what)?;
        self.parse_type()
    }

    /// Reads `distinct[0]<attr>`.
    pub(super) fn distinct(&mut self) -> Result<Attr, Reported> {
        self.at += 2;
        let span = self.span();
        let number = self.integer()?;
        let Ok(number) = u32::try_from(number) else {
            return Err(self.error_at(span, "the number of a distinct attribute must fit 32 bits"));
        };
        self.expect(Token::RSquare, "']' after the number of a distinct attribute")?;
        self.expect(Token::Less, "'<' before the attribute")?;
        let inner = if self.peek() == Token::Greater { Attr::UNIT } else { self.attribute(None)? };
        self.expect(Token::Greater, "'>' after the attribute")?;
        if *self.cx.distinct.entry(number).or_insert(inner) != inner {
            return Err(self.error_at(span, "referenced attribute does not match previous definition"));
        }
        Ok(self.cx.module.intern_attr(AttrKind::Distinct(number, inner)))
    }
}

impl Literal {
    fn empty() -> Self {
        Self { words: Vec::new(), shape: Vec::new() }
    }
}

/// Decodes hex digits to bytes, two digits each.
fn hex_bytes(digits: &[u8]) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    if !digits.len().is_multiple_of(2) {
        return None;
    }
    digits.chunks(2).map(|pair| Some(digit(pair[0])? << 4 | digit(pair[1])?)).collect()
}

/// Decodes up to eight bytes, little endian.
fn word(bytes: &[u8]) -> u64 {
    bytes.iter().take(8).enumerate().fold(0, |word, (i, byte)| word | u64::from(*byte) << (8 * i))
}
