//! Interned attributes: equal attributes have equal ids.

use crate::affine::{AffineMap, IntegerSet};
use crate::entity::entity;
use crate::location::LocationKind;
use crate::module::{Module, Name};
use crate::types::{DYNAMIC, Type, TypeKind};

entity! {
    /// An interned attribute. Its structure is [`Module::attr_kind`].
    Attr, "attr"
}

/// The structure of an attribute.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AttrKind {
    /// A key without a value; `unit` in arrays.
    Unit,
    /// `true`, `false`.
    Bool(bool),
    /// `7 : i32`: the value sign-extended from the width of the type.
    Integer(i64, Type),
    /// An integer of a type wider than 64 bits that does not fit 64 bits: sign-extended, up to 128 bits.
    Wide(Box<i128>, Type),
    /// `1.5 : f32`: the bits of the value in the format of the type.
    Float(u64, Type),
    /// `"text"`.
    String(Name),
    /// A type as an attribute.
    Type(Type),
    /// `@a::@b`.
    Symbol(Box<[Name]>),
    /// `[a, b]`.
    Array(Box<[Attr]>),
    /// `{k = v}`, sorted by key.
    Dict(Box<[NamedAttr]>),
    /// `array<i32: 1, 2>`: floats as bits.
    DenseArray(Type, Box<[i64]>),
    /// `dense<…> : type`.
    Dense(Type, DenseData),
    /// `dense<["a", "b"]> : type` of a dialect's element type; a single string is a splat.
    DenseStrings(Type, Box<[Name]>),
    /// `sparse<indices, values> : type`: two dense attributes with equally many rows.
    Sparse(Type, Attr, Attr),
    /// `dense_resource<key> : type`: elements in the resource section of the file.
    Resource(Name, Type),
    /// `"text" : i32`, `#d.kind<text> : i32`: a string or an attribute of a dialect with a type.
    Typed(Attr, Type),
    /// `distinct[0]<attr>`: equal only to itself; the number is from the text.
    Distinct(u32, Attr),
    /// `affine_map<…>`.
    Map(AffineMap),
    /// `affine_set<…>`.
    Set(IntegerSet),
    /// `strided<[4, ?], offset: ?>`: strides and offset, [`DYNAMIC`] for `?`.
    Strided(Box<[i64]>, i64),
    /// `loc(…)`.
    Location(LocationKind),
    /// An attribute of a dialect that is stored as text, without the `#`: `d.kind<text>` or `d<text>`.
    Foreign(Name),
}

/// The elements of a dense attribute. One element takes the bytes of its type, little endian; `i1` one byte.
/// An element of complex type is two bit patterns, and a single pair of them is a splat.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum DenseData {
    /// All elements are this bit pattern.
    Splat(u64),
    /// One bit pattern per element, row-major.
    Elements(Box<[u64]>),
}

/// A key and its attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NamedAttr {
    /// The key.
    pub name: Name,
    /// The value.
    pub value: Attr,
}

impl Attr {
    /// The unit attribute.
    pub const UNIT: Self = Self(0);
    /// `true`.
    pub const TRUE: Self = Self(1);
    /// `false`.
    pub const FALSE: Self = Self(2);

    /// `loc(unknown)`.
    pub const UNKNOWN_LOCATION: Self = Self(3);

    pub(crate) fn first_kinds() -> [AttrKind; 4] {
        let unknown = AttrKind::Location(LocationKind::Unknown);
        [AttrKind::Unit, AttrKind::Bool(true), AttrKind::Bool(false), unknown]
    }
}

/// Constructors and queries.
impl Module {
    /// Returns `value : ty`, wrapped to the width of the type.
    pub fn int_attr(&mut self, value: i64, ty: Type) -> Attr {
        if ty == Type::I1 {
            return if value & 1 == 1 { Attr::TRUE } else { Attr::FALSE };
        }
        let width = self.bit_width(ty).unwrap_or(64);
        self.intern_attr(AttrKind::Integer(crate::scalar::sign_extend(value, width), ty))
    }

    /// Returns the same for values of up to 128 bits.
    pub fn wide_attr(&mut self, value: i128, ty: Type) -> Attr {
        let width = self.bit_width(ty).unwrap_or(64);
        let value = crate::scalar::wide::signed(value.cast_unsigned(), width);
        match i64::try_from(value) {
            Ok(value) => self.int_attr(value, ty),
            Err(_) => self.intern_attr(AttrKind::Wide(Box::new(value), ty)),
        }
    }

    /// Returns the attribute of the zero of a number or of a vector of them; `None` for other types.
    pub fn zero_of(&self, ty: Type) -> Option<AttrKind> {
        let element = self.element_type(ty);
        let is_int = self.is_int_or_index(element);
        if !is_int && self.float_kind(element).is_none() {
            return None;
        }
        match self.type_kind(ty) {
            TypeKind::Vector(_, scalable, _) if !scalable.contains(&true) => {
                Some(AttrKind::Dense(ty, DenseData::Splat(0)))
            }
            _ if ty != element => None,
            _ if ty == Type::I1 => Some(AttrKind::Bool(false)),
            _ if is_int => Some(AttrKind::Integer(0, ty)),
            _ => Some(AttrKind::Float(0, ty)),
        }
    }

    /// Returns `value : index`.
    pub fn index_attr(&mut self, value: i64) -> Attr {
        self.int_attr(value, Type::INDEX)
    }

    /// Returns a float attribute from the bits of its format.
    pub fn float_attr(&mut self, bits: u64, ty: Type) -> Attr {
        self.intern_attr(AttrKind::Float(bits, ty))
    }

    /// Returns `"text"`.
    pub fn string_attr(&mut self, text: &str) -> Attr {
        let name = self.name(text);
        self.intern_attr(AttrKind::String(name))
    }

    /// Returns `@a::@b`.
    pub fn symbol_attr(&mut self, path: &[&str]) -> Attr {
        let path = path.iter().map(|part| self.name(part)).collect();
        self.intern_attr(AttrKind::Symbol(path))
    }

    /// Returns a type as an attribute.
    pub fn type_attr(&mut self, ty: Type) -> Attr {
        self.intern_attr(AttrKind::Type(ty))
    }

    /// Returns `affine_map<…>`.
    pub fn map_attr(&mut self, map: AffineMap) -> Attr {
        self.intern_attr(AttrKind::Map(map))
    }

    /// Returns `array<i32: …>` as used for `operandSegmentSizes`.
    pub fn i32_array_attr(&mut self, values: impl IntoIterator<Item = i64>) -> Attr {
        let values = values.into_iter().collect();
        self.intern_attr(AttrKind::DenseArray(Type::I32, values))
    }

    /// Returns `[a, b]`.
    pub fn array_attr(&mut self, items: &[Attr]) -> Attr {
        self.intern_attr(AttrKind::Array(items.into()))
    }

    /// Returns an attribute of a dialect from the text after `#`.
    pub fn foreign_attr(&mut self, text: &str) -> Attr {
        let name = self.name(text);
        self.intern_attr(AttrKind::Foreign(name))
    }

    /// Returns the value of an integer or bool attribute; `true` is 1.
    pub fn attr_int(&self, attr: Attr) -> Option<i64> {
        match self.attr_kind(attr) {
            AttrKind::Integer(value, _) => Some(*value),
            AttrKind::Bool(value) => Some(i64::from(*value)),
            _ => None,
        }
    }

    /// Returns the text of a string attribute.
    pub fn attr_str(&self, attr: Attr) -> Option<&str> {
        match self.attr_kind(attr) {
            AttrKind::String(name) => Some(self.text(*name)),
            _ => None,
        }
    }

    /// Returns the path of a symbol reference.
    pub fn attr_symbol(&self, attr: Attr) -> Option<&[Name]> {
        match self.attr_kind(attr) {
            AttrKind::Symbol(path) => Some(path),
            _ => None,
        }
    }

    /// Returns the map of an affine map attribute.
    pub fn attr_map(&self, attr: Attr) -> Option<&AffineMap> {
        match self.attr_kind(attr) {
            AttrKind::Map(map) => Some(map),
            _ => None,
        }
    }

    /// Returns the type that a type attribute holds.
    pub fn attr_type(&self, attr: Attr) -> Option<Type> {
        match self.attr_kind(attr) {
            AttrKind::Type(ty) => Some(*ty),
            _ => None,
        }
    }

    /// Returns the type of the value of a typed attribute.
    pub fn type_of_attr(&self, attr: Attr) -> Option<Type> {
        match self.attr_kind(attr) {
            AttrKind::Bool(_) => Some(Type::I1),
            AttrKind::Integer(_, ty)
            | AttrKind::Wide(_, ty)
            | AttrKind::Typed(_, ty)
            | AttrKind::Float(_, ty)
            | AttrKind::Dense(ty, _)
            | AttrKind::DenseStrings(ty, _)
            | AttrKind::Sparse(ty, ..)
            | AttrKind::Resource(_, ty) => Some(*ty),
            _ => None,
        }
    }

    /// Returns offset and strides of a layout attribute: `strided<…>`, or a map that is a sum of scaled
    /// dimensions.
    pub(crate) fn strided_layout(&self, layout: Attr) -> Option<(i64, Vec<i64>)> {
        match self.attr_kind(layout) {
            AttrKind::Strided(strides, offset) => Some((*offset, strides.to_vec())),
            AttrKind::Map(map) => map.as_strides(),
            _ => None,
        }
    }

    /// Returns the number of elements of a static shaped type.
    pub fn n_elements(&self, ty: Type) -> Option<u64> {
        match self.type_kind(ty) {
            TypeKind::Vector(shape, ..) | TypeKind::Tensor(shape, ..) | TypeKind::MemRef(shape, ..) => {
                shape.iter().try_fold(1u64, |n, size| {
                    if *size == DYNAMIC { None } else { n.checked_mul(u64::try_from(*size).ok()?) }
                })
            }
            _ => None,
        }
    }
}
