//! Reads types.

use super::Alias;
use crate::attrs::{Attr, AttrKind};
use crate::diagnostics::{Note, Reported, codes};
use crate::dialect::OpKind;
use crate::format::read::Reader;
use crate::limits::MAX_DEPTH;
use crate::source::Span;
use crate::syntax::lexer::Token;
use crate::types::{AsyncType, DYNAMIC, Float, Signedness, Type, TypeKind};
use std::borrow::Cow;

/// Dialects without types, and, except for vector, without attributes.
const HOOKLESS: [&str; 10] =
    ["affine", "arith", "builtin", "cf", "func", "math", "memref", "scf", "tensor", "vector"];

/// The attributes that denote the memory space of a pointer.
const SPACES: [&str; 3] = ["llvm.address_space<", "nvvm.memory_space<", "ptr.generic_space"];

/// MLIR dialects without operations here; their types and attributes are stored verbatim.
const KEPT_AS_TEXT: [&str; 33] = [
    "acc",
    "amdgpu",
    "amx",
    "arm_neon",
    "arm_sme",
    "arm_sve",
    "bufferization",
    "complex",
    "dlti",
    "emitc",
    "index",
    "irdl",
    "llvm",
    "ml_program",
    "mpi",
    "nvgpu",
    "nvvm",
    "omp",
    "pdl",
    "pdl_interp",
    "quant",
    "rocdl",
    "shape",
    "shard",
    "smt",
    "sparse_tensor",
    "spirv",
    "tosa",
    "transform",
    "ub",
    "wasmssa",
    "xegpu",
    "xevm",
];

/// The sizes before an element type, which of them are scalable, and whether they are `*`.
pub(super) struct Dims {
    pub(super) sizes: Vec<i64>,
    pub(super) scalable: Vec<bool>,
    pub(super) unranked: bool,
}

impl<'t> Reader<'_, 't> {
    /// Reads a type.
    pub fn parse_type(&mut self) -> Result<Type, Reported> {
        self.check_depth("types")?;
        self.nesting += 1;
        let result = self.type_or_function();
        self.nesting -= 1;
        result
    }

    fn type_or_function(&mut self) -> Result<Type, Reported> {
        if self.peek() == Token::LParen {
            return self.function_type();
        }
        self.single_type()
    }

    /// Reads `(T, …) -> U` or `(T, …) -> (U, …)`.
    pub fn function_type(&mut self) -> Result<Type, Reported> {
        self.expect(Token::LParen, "'(' before the inputs of a function type")?;
        let inputs = self.type_list_until(Token::RParen)?;
        self.expect(Token::Arrow, "'->' in a function type")?;
        let results = self.result_types()?;
        Ok(self.cx.module.intern_type(TypeKind::Function(inputs.into(), results.into())))
    }

    /// Reads `T` or `(T, …)`.
    pub fn result_types(&mut self) -> Result<Vec<Type>, Reported> {
        if self.eat(Token::LParen) {
            self.type_list_until(Token::RParen)
        } else {
            Ok(vec![self.single_type()?])
        }
    }

    /// Reads types separated by commas up to `close`, which is consumed too.
    pub fn type_list_until(&mut self, close: Token) -> Result<Vec<Type>, Reported> {
        let mut types = Vec::new();
        self.list_until(close, "',' or the end of the list of types", |reader| {
            types.push(reader.parse_type()?);
            Ok(())
        })?;
        Ok(types)
    }

    /// Reads types separated by commas, at least one.
    pub fn type_list(&mut self) -> Result<Vec<Type>, Reported> {
        let mut types = vec![self.parse_type()?];
        while self.eat(Token::Comma) {
            types.push(self.parse_type()?);
        }
        Ok(types)
    }

    fn single_type(&mut self) -> Result<Type, Reported> {
        match self.peek() {
            Token::Bang => self.dialect_type(),
            Token::Word => {
                let word = self.text(self.at);
                if let Some(ty) = self.cx.types_by_text.get(word) {
                    self.at += 1;
                    return Ok(*ty);
                }
                self.builtin_type(word)
            }
            _ => Err(self.expected("a type")),
        }
    }

    fn builtin_type(&mut self, word: &'t str) -> Result<Type, Reported> {
        let kind = match word {
            "index" => TypeKind::Index,
            "none" => TypeKind::None,
            "memref" | "tensor" | "vector" | "complex" | "tuple" => return self.parametric_type(word),
            _ => match integer_type(word).or_else(|| Float::of_keyword(word).map(TypeKind::Float)) {
                Some(kind) => kind,
                None => return Err(self.expected("a type")),
            },
        };
        self.at += 1;
        let ty = self.cx.module.intern_type(kind);
        self.cx.types_by_text.insert(word, ty);
        Ok(ty)
    }

    fn parametric_type(&mut self, word: &str) -> Result<Type, Reported> {
        let start = self.span();
        self.at += 1;
        if !self.eat(Token::Less) {
            return Err(self.expected(&format!("'<' after '{word}'")));
        }
        let kind = match word {
            "memref" => self.memref_body()?,
            "tensor" => self.tensor_body()?,
            "vector" => self.vector_body()?,
            "complex" => TypeKind::Complex(self.parse_type()?),
            _ => {
                let items = self.type_list_until(Token::Greater)?;
                return Ok(self.cx.module.intern_type(TypeKind::Tuple(items.into())));
            }
        };
        if !self.eat(Token::Greater) {
            return Err(self.expected(&format!("'>' at the end of a {word} type")));
        }
        self.check_element(word, &kind, start)?;
        Ok(self.cx.module.intern_type(kind))
    }

    /// Reads the sizes before an element type; only vector types have scalable ones.
    pub(super) fn dims(&mut self, scalable: bool) -> Result<Dims, Reported> {
        let mut dims = Dims { sizes: Vec::new(), scalable: Vec::new(), unranked: false };
        while self.peek() == Token::Dim {
            let text = self.text(self.at).trim_end_matches('x').trim_end();
            let inner = text.trim_start_matches('[').trim_end_matches(']');
            match inner {
                "?" => dims.sizes.push(DYNAMIC),
                "*" => dims.unranked = true,
                digits => match digits.parse::<i64>() {
                    Ok(size) => dims.sizes.push(size),
                    Err(_) => return Err(self.error(format!("the size {digits} does not fit 64 bits"))),
                },
            }
            if inner != text && !scalable {
                return Err(self.expected("a fixed size, as only vector types have scalable ones"));
            }
            if inner != "*" {
                dims.scalable.push(inner != text);
            }
            self.at += 1;
        }
        if dims.unranked && !dims.sizes.is_empty() {
            return Err(self.error("'*' must be the only dimension"));
        }
        Ok(dims)
    }

    fn check_element(&mut self, word: &str, kind: &TypeKind, start: Span) -> Result<(), Reported> {
        let module = &self.cx.module;
        let fits = match kind {
            TypeKind::MemRef(_, element, ..) | TypeKind::UnrankedMemRef(element, _) => {
                module.is_memref_element(*element)
            }
            TypeKind::Vector(_, _, element) => module.is_vector_element(*element),
            TypeKind::Complex(element) => {
                matches!(module.type_kind(*element), TypeKind::Integer(..) | TypeKind::Float(_))
            }
            TypeKind::Tensor(_, element, _) | TypeKind::UnrankedTensor(element) => !matches!(
                module.type_kind(*element),
                TypeKind::Function(..)
                    | TypeKind::Tuple(_)
                    | TypeKind::None
                    | TypeKind::Tensor(..)
                    | TypeKind::UnrankedTensor(_)
                    | TypeKind::MemRef(..)
                    | TypeKind::UnrankedMemRef(..)
            ),
            _ => true,
        };
        let law = match word {
            _ if fits => return Ok(()),
            "vector" => "failed to verify 'elementType': VectorElementTypeInterface instance: ",
            _ => "",
        };
        Err(self.error_at(start, format!("{law}invalid {word} element type")))
    }

    fn memref_body(&mut self) -> Result<TypeKind, Reported> {
        let start = self.span();
        let dims = self.dims(false)?;
        let element = self.parse_type()?;
        let (mut layout, mut space) = (None, None);
        while self.eat(Token::Comma) {
            let span = self.span();
            let attr = self.attribute(None)?;
            let is_layout =
                matches!(self.cx.module.attr_kind(attr), AttrKind::Map(_) | AttrKind::Strided(..));
            let message = match (is_layout, space) {
                (true, _) if dims.unranked => "cannot have affine map for unranked memref type",
                (true, Some(_)) => "expected memory space to be last in memref type",
                (false, Some(_)) => "multiple memory spaces specified in memref type",
                (true, None) => {
                    layout = Some(self.check_layout(attr, &dims.sizes, span)?);
                    continue;
                }
                (false, None) => {
                    space = Some(attr);
                    continue;
                }
            };
            return Err(self.error_at(span, message));
        }
        let space = self.check_space(space, start)?;
        if dims.unranked {
            return Ok(TypeKind::UnrankedMemRef(element, space));
        }
        let is_identity = |layout: &Attr| matches!(self.cx.module.attr_kind(*layout), AttrKind::Map(map) if map.is_identity());
        let layout = layout.filter(|layout| !is_identity(layout));
        Ok(TypeKind::MemRef(dims.sizes.into(), element, layout, space))
    }

    fn check_layout(&mut self, attr: Attr, shape: &[i64], span: Span) -> Result<Attr, Reported> {
        let rank = match self.cx.module.attr_kind(attr) {
            AttrKind::Map(map) if map.n_dims as usize != shape.len() => map.n_dims as usize,
            AttrKind::Strided(strides, _) if strides.len() != shape.len() => {
                let message = format!(
                    "expected the number of strides to match the rank {}, but found {}",
                    shape.len(),
                    strides.len()
                );
                return Err(self.error_at(span, message));
            }
            _ => return Ok(attr),
        };
        let message =
            format!("memref layout mismatch between rank and affine map: {} != {rank}", shape.len());
        Err(self.error_at(span, message))
    }

    /// Returns the memory space unless it is the default; reports one that is not an integer, a string, a
    /// dictionary or an attribute of a dialect.
    fn check_space(&mut self, space: Option<Attr>, start: Span) -> Result<Option<Attr>, Reported> {
        let Some(attr) = space else { return Ok(None) };
        match self.cx.module.attr_kind(attr) {
            AttrKind::Integer(0, _) | AttrKind::Bool(false) => Ok(None),
            AttrKind::Integer(..)
            | AttrKind::Wide(..)
            | AttrKind::Bool(_)
            | AttrKind::String(_)
            | AttrKind::Dict(_) => Ok(space),
            AttrKind::Foreign(name) if has_spaces(self.cx.module.text(*name)) => Ok(space),
            _ => Err(self.error_at(start, "unsupported memory space Attribute")),
        }
    }

    fn tensor_body(&mut self) -> Result<TypeKind, Reported> {
        let dims = self.dims(false)?;
        let element = self.parse_type()?;
        let encoding = if self.eat(Token::Comma) { Some(self.attribute(None)?) } else { None };
        match encoding {
            Some(_) if dims.unranked => Err(self.error("cannot apply encoding to unranked tensor")),
            None if dims.unranked => Ok(TypeKind::UnrankedTensor(element)),
            encoding => Ok(TypeKind::Tensor(dims.sizes.into(), element, encoding)),
        }
    }

    fn vector_body(&mut self) -> Result<TypeKind, Reported> {
        let start = self.span();
        let dims = self.dims(true)?;
        if dims.unranked || dims.sizes.iter().any(|size| *size <= 0) {
            return Err(self.error_at(start, "vector sizes must be positive constants"));
        }
        let element = self.parse_type()?;
        Ok(TypeKind::Vector(dims.sizes.into(), dims.scalable.into(), element))
    }

    fn dialect_type(&mut self) -> Result<Type, Reported> {
        let token = self.at;
        let text = self.text(token);
        if !text.contains('.') && self.peek_at(1) != Token::Less {
            self.at += 1;
            self.check_defined_before(text, token)?;
            return self.type_alias(text, token);
        }
        if let Some(name) = text.strip_prefix("!async.") {
            return self.async_type(name);
        }
        self.at += 1;
        if text == "!gpu" || text.starts_with("!gpu.") {
            return self.gpu_type(token);
        }
        if let Some(name) = text.strip_prefix("!ptr.") {
            return self.ptr_type(name);
        }
        self.check_hook(token, "type")?;
        let body = plain_symbol(self.foreign_body(token));
        let kind = TypeKind::Foreign(self.cx.module.name(&body));
        Ok(self.cx.module.intern_type(kind))
    }

    /// Reports a type or attribute of a dialect that has none, or of an unknown dialect; the token is its
    /// name.
    pub(super) fn check_hook(&mut self, token: usize, what: &str) -> Result<(), Reported> {
        let dialect = self.text(token)[1..].split('.').next().unwrap_or_default();
        let span = self.cx.token_span(token);
        if HOOKLESS.contains(&dialect) && (what != "attribute" || dialect != "vector") {
            return Err(self.error_at(span, format!("dialect '{dialect}' provides no {what} parsing hook")));
        }
        let is_known = OpKind::DIALECTS.contains(&dialect) || KEPT_AS_TEXT.contains(&dialect);
        if is_known || self.cx.options.allow_unregistered {
            return Ok(());
        }
        let message = format!("{what} created with unregistered dialect '{dialect}'");
        let notes = vec![Note::general("to accept it, use --allow-unregistered-dialect")];
        Err(self.cx.diagnostics.error_with(codes::UNREGISTERED, span, message, notes))
    }

    fn async_type(&mut self, name: &str) -> Result<Type, Reported> {
        let ty = match name {
            "token" => Type::ASYNC_TOKEN,
            "group" => Type::ASYNC_GROUP,
            "coro.id" => Type::CORO_ID,
            "coro.handle" => Type::CORO_HANDLE,
            "coro.state" => Type::CORO_STATE,
            "value" => {
                self.at += 1;
                self.expect(Token::Less, "'<' and the type of the async value")?;
                let ty = self.parse_type()?;
                self.expect(Token::Greater, "'>' at the end of an async value type")?;
                return Ok(self.cx.module.intern_type(TypeKind::Async(AsyncType::Value(ty))));
            }
            _ => return Err(self.error(format!("unknown type '{name}' in dialect 'async'"))),
        };
        self.at += 1;
        Ok(ty)
    }

    /// Reads the text after `!ptr.name`.
    fn ptr_type(&mut self, name: &str) -> Result<Type, Reported> {
        match name {
            "ptr" => self.ptr_space(),
            "ptr_metadata" => {
                self.expect(Token::Less, "'<' and the type that the metadata describe")?;
                let at = self.span();
                let ty = self.parse_type()?;
                self.expect(Token::Greater, "'>' at the end of a metadata type")?;
                if !matches!(
                    self.cx.module.type_kind(ty),
                    TypeKind::MemRef(..) | TypeKind::UnrankedMemRef(..)
                ) {
                    return Err(self.error_at(at, "the ptr-like type has no metadata"));
                }
                Ok(self.cx.module.intern_type(TypeKind::PtrMetadata(ty)))
            }
            _ => Err(self.error(format!("unknown type '{name}' in dialect 'ptr'"))),
        }
    }

    /// Reads the `<#llvm.address_space<1>>` of a pointer type.
    pub fn ptr_space(&mut self) -> Result<Type, Reported> {
        self.expect(Token::Less, "'<'")?;
        let at = self.span();
        let space = self.attribute(None)?;
        self.expect(Token::Greater, "'>' at the end of a pointer type")?;
        let is_space = match self.cx.module.attr_kind(space) {
            AttrKind::Foreign(text) => {
                let text = self.cx.module.text(*text);
                SPACES.iter().any(|known| text.starts_with(known))
            }
            _ => false,
        };
        if !is_space {
            return Err(self.error_at(at, "invalid kind of attribute specified"));
        }
        Ok(self.cx.module.intern_type(TypeKind::Ptr(space)))
    }

    /// Returns the text of `!d.k<…>` or `#d.k<…>` after its first character; the cursor is after the name.
    pub(crate) fn foreign_body(&mut self, token: usize) -> &'t str {
        let start = self.cx.token_span(token).start as usize + 1;
        if self.peek() == Token::Less && self.touches_previous() {
            self.at = self.cx.after_bracket(self.at);
        }
        let end = self.cx.token_span(self.at - 1).end as usize;
        &self.cx.syntax.text[start..end]
    }

    /// Returns the type of the alias `!name`, which is read now if it was not yet.
    pub(crate) fn type_alias(&mut self, name: &'t str, token: usize) -> Result<Type, Reported> {
        match self.cx.aliases.get(name).copied() {
            Some(Alias::Type(ty)) => {
                self.count_alias(name, token)?;
                Ok(ty)
            }
            Some(Alias::Unread(at)) => {
                self.cx.aliases.insert(name, Alias::Reading);
                let result = self.measured(name, at, Reader::parse_type);
                let alias = result.map_or(Alias::Broken, Alias::Type);
                self.cx.aliases.insert(name, alias);
                result
            }
            Some(Alias::Broken) => Err(self.cx.already_reported()),
            Some(Alias::Reading | Alias::Attr(_)) | None => Err(self.undefined_alias(name, token)),
        }
    }

    /// Reports an alias used before its definition; only `loc(#name)` may refer forward.
    pub(super) fn check_defined_before(&mut self, name: &'t str, token: usize) -> Result<(), Reported> {
        let definition = self.cx.alias_tokens.get(name).copied().filter(|definition| token < *definition);
        let Some(definition) = definition else { return Ok(()) };
        let (span, place) = (self.cx.token_span(token), self.cx.token_span(definition));
        let message = format!("undefined symbol alias id '{}'", &name[1..]);
        let notes = vec![Note::at(place, "its definition comes later, expected it before this use")];
        Err(self.cx.diagnostics.error_with(codes::UNDEFINED_ALIAS, span, message, notes))
    }

    /// Reads the definition of an alias at a token, and records its number of parts.
    pub(crate) fn measured<T>(
        &mut self,
        name: &'t str,
        at: usize,
        read: impl FnOnce(&mut Self) -> Result<T, Reported>,
    ) -> Result<T, Reported> {
        let before = std::mem::replace(&mut self.cx.aliased, 0);
        let result = self.at_token(at, |reader| {
            let result = read(reader);
            reader.cx.aliased += (reader.at - at) as u64;
            if result.is_ok() && !reader.cx.ends_alias(reader.at) {
                return Err(reader.expected("an operation name after the alias"));
            }
            result
        });
        let parts = self.cx.aliased;
        self.cx.alias_parts.insert(name, parts);
        self.cx.aliased = before.saturating_add(parts);
        result
    }

    /// Counts the parts of an alias at each use. A few nested aliases could expand to a text that does not
    /// fit in memory.
    pub(crate) fn count_alias(&mut self, name: &str, token: usize) -> Result<(), Reported> {
        let parts = self.cx.alias_parts.get(name).copied().unwrap_or(0);
        self.cx.aliased = self.cx.aliased.saturating_add(parts);
        let limit = self.cx.limits.aliased;
        if self.cx.aliased <= limit {
            return Ok(());
        }
        let span = self.cx.token_span(token);
        Err(self.limit_at(span, format!("aliases expand to more than the limit of {limit} parts")))
    }

    /// Reports types, attributes or expressions that exceed the nesting limit.
    pub(crate) fn check_depth(&mut self, what: &str) -> Result<(), Reported> {
        if self.nesting < MAX_DEPTH {
            return Ok(());
        }
        let span = self.span();
        Err(self.limit_at(span, format!("{what} nest deeper than the limit of {MAX_DEPTH}")))
    }

    /// Reports that a limit was exceeded.
    pub(crate) fn limit_at(&mut self, span: Span, message: String) -> Reported {
        self.cx.diagnostics.error(codes::LIMIT, span, message)
    }

    /// Reports an alias that is undefined or defined recursively.
    pub(crate) fn undefined_alias(&mut self, name: &str, token: usize) -> Reported {
        let span = self.cx.token_span(token);
        let notes = self.cx.did_you_mean(name, self.cx.aliases.keys().copied());
        let message = format!("undefined symbol alias id '{}'", &name[1..]);
        self.cx.diagnostics.error_with(codes::UNDEFINED_ALIAS, span, message, notes)
    }

    /// Reads at another token of the text and restores the cursor.
    pub(crate) fn at_token<T>(
        &mut self,
        at: usize,
        read: impl FnOnce(&mut Self) -> Result<T, Reported>,
    ) -> Result<T, Reported> {
        let saved = (self.at, self.end);
        self.at = at;
        self.end = self.cx.syntax.tokens.kinds.len();
        let result = read(self);
        (self.at, self.end) = saved;
        result
    }
}

/// Parses `i32`, `si8`, `ui16`.
fn integer_type(word: &str) -> Option<TypeKind> {
    let (digits, sign) = if let Some(digits) = word.strip_prefix("si") {
        (digits, Signedness::Signed)
    } else if let Some(digits) = word.strip_prefix("ui") {
        (digits, Signedness::Unsigned)
    } else {
        (word.strip_prefix('i')?, Signedness::Signless)
    };
    let width: u32 = digits.parse().ok().filter(|_| digits.bytes().all(|b| b.is_ascii_digit()))?;
    (width < 1 << 24).then_some(TypeKind::Integer(width, sign))
}

/// Returns the text of a dialect's type or attribute in its normal form: `d<name>` and `d<name<…>>` are
/// written `d.name` and `d.name<…>`.
pub(super) fn plain_symbol(text: &str) -> Cow<'_, str> {
    let end = text.find(['.', '<']).unwrap_or(text.len());
    let Some(body) = text[end..].strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) else {
        return if text.ends_with('.') { format!("{}<>", &text[..end]).into() } else { text.into() };
    };
    let after = body.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || "._".contains(c));
    let is_plain =
        body.starts_with(|c: char| c.is_ascii_alphabetic()) && (after.is_empty() || is_bracketed(after));
    if is_plain { format!("{}.{body}", &text[..end]).into() } else { text.into() }
}

/// Whether a text begins with a `<` whose matching `>` ends it. Arrows and strings contain no brackets.
fn is_bracketed(text: &str) -> bool {
    let (mut depth, mut in_string, mut last) = (0, false, ' ');
    for (at, c) in text.char_indices() {
        match c {
            '"' if last != '\\' => in_string = !in_string,
            _ if in_string => {}
            '<' => depth += 1,
            '>' if last != '-' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return c == '>' && at + 1 == text.len();
        }
        last = if last == '\\' { ' ' } else { c };
    }
    false
}

/// Whether an attribute may be a memory space: its dialect is known to MLIR.
fn has_spaces(text: &str) -> bool {
    let known = [
        "acc",
        "amdgpu",
        "gpu",
        "llvm",
        "nvgpu",
        "nvvm",
        "omp",
        "ptr",
        "rocdl",
        "sparse_tensor",
        "spirv",
        "test",
        "tosa",
        "xegpu",
        "xevm",
    ];
    known.contains(&text.split(['.', '<']).next().unwrap_or_default())
}
