//! Named type sets and attribute constraints that rows refer to.

use crate::attrs::{Attr, AttrKind};
use crate::module::Module;
use crate::types::{Signedness, Type, TypeKind};

/// A named set of types.
#[derive(Debug)]
pub struct TypeSet {
    /// The name of a member in messages: "signless integer".
    pub name: &'static str,
    /// Whether a type is a member.
    pub accepts: fn(&Module, Type) -> bool,
    /// The only member, if there is exactly one: the text may omit it.
    pub only: Option<Type>,
}

/// The sets.
pub mod types {
    use super::{Module, Signedness, Type, TypeKind, TypeSet};

    const fn set(name: &'static str, accepts: fn(&Module, Type) -> bool) -> TypeSet {
        TypeSet { name, accepts, only: None }
    }

    fn is_int(m: &Module, ty: Type) -> bool {
        matches!(m.type_kind(ty), TypeKind::Integer(_, Signedness::Signless))
    }
    fn is_float(m: &Module, ty: Type) -> bool {
        matches!(m.type_kind(ty), TypeKind::Float(_))
    }
    /// Scalars, and vectors and tensors of them.
    fn like(m: &Module, ty: Type, scalar: fn(&Module, Type) -> bool) -> bool {
        match m.type_kind(ty) {
            TypeKind::Vector(_, _, e) | TypeKind::Tensor(_, e, _) | TypeKind::UnrankedTensor(e) => {
                scalar(m, *e)
            }
            _ => scalar(m, ty),
        }
    }

    /// Every type.
    pub static ANY: TypeSet = set("any type", |_, _| true);
    /// `i1`.
    pub static BOOL: TypeSet =
        TypeSet { name: "1-bit signless integer", accepts: |_, ty| ty == Type::I1, only: Some(Type::I1) };
    /// `i1` and shaped types of it.
    pub static BOOL_LIKE: TypeSet = set("bool-like", |m, ty| like(m, ty, |_, ty| ty == Type::I1));
    /// `index`.
    pub static INDEX: TypeSet =
        TypeSet { name: "index", accepts: |_, ty| ty == Type::INDEX, only: Some(Type::INDEX) };
    /// Signless integers of any width and `index`.
    pub static INT_OR_INDEX: TypeSet =
        set("signless integer or index", crate::module::Module::is_int_or_index);
    /// The same and shaped types of them.
    pub static INT_LIKE: TypeSet =
        set("signless-integer-like", |m, ty| like(m, ty, crate::module::Module::is_int_or_index));
    /// Integers without `index`, and shaped types of them.
    pub static FIXED_INT_LIKE: TypeSet =
        set("signless-fixed-width-integer-like", |m, ty| like(m, ty, is_int));
    /// Floats.
    pub static FLOAT: TypeSet = set("floating-point", is_float);
    /// Floats and shaped types of them.
    pub static FLOAT_LIKE: TypeSet = set("floating-point-like", |m, ty| like(m, ty, is_float));
    /// Ranked memrefs.
    pub static MEMREF: TypeSet = set("memref of any type values", crate::module::Module::is_memref);
    /// Ranked and unranked memrefs.
    pub static ANY_MEMREF: TypeSet = set("ranked or unranked memref of any type values", |m, ty| {
        matches!(m.type_kind(ty), TypeKind::MemRef(..) | TypeKind::UnrankedMemRef(..))
    });
    /// `!gpu.async.token`.
    pub static TOKEN: TypeSet =
        TypeSet { name: "async token type", accepts: |_, ty| ty == Type::TOKEN, only: Some(Type::TOKEN) };
    /// `index`, `i32` and `i64`: the sizes of a launch.
    pub static LAUNCH_SIZE: TypeSet = set("index or 32-bit or 64-bit signless integer", |_, ty| {
        ty == Type::INDEX || ty == Type::I32 || ty == Type::I64
    });
}

/// The constraint on an attribute of a row.
#[derive(Clone, Copy, Debug)]
pub enum AttrConstraint {
    /// Any attribute.
    Any,
    /// The unit attribute.
    Unit,
    /// The unit attribute, or `false` for its absence.
    UnitProperty,
    /// A bool.
    Bool,
    /// An integer or index; the type is the one that the custom form omits.
    Int(Type),
    /// A string.
    Str,
    /// A type.
    Type,
    /// A function type.
    FunctionType,
    /// An array of dictionaries.
    DictArray,
    /// A symbol reference without nesting.
    FlatSymbol,
    /// A symbol reference.
    Symbol,
    /// An array.
    Array,
    /// An affine map.
    Map,
    /// An affine set.
    Set,
    /// An `array<T: …>` of this element type.
    DenseArray(Type),
    /// A keyword of the list, stored as its number in an `i64`.
    EnumInt(&'static [&'static str]),
    /// A keyword of the list, stored as its number in an `i32`.
    EnumI32(&'static [&'static str]),
    /// A keyword of the list, stored as `#prefix<keyword>` with this prefix.
    Enum(&'static str, &'static [&'static str]),
    /// A keyword of the list between angle brackets, stored as `#prefix<keyword>` with this prefix.
    Bracketed(&'static str, &'static [&'static str]),
    /// Keywords between angle brackets, stored as `#prefix<a,b>` with this prefix.
    Flags(&'static str, &'static [&'static str]),
    /// An attribute with a typed value: integer, float, dense.
    Typed,
    /// A predicate, and the name of a valid attribute in messages.
    Where(&'static str, fn(&Module, Attr) -> bool),
}

impl AttrConstraint {
    /// Returns the description of such an attribute in messages.
    pub fn describe(self) -> String {
        match self {
            Self::Any => "any attribute".into(),
            Self::Unit => "unit attribute".into(),
            Self::UnitProperty => "unit attribute or false".into(),
            Self::Bool => "bool attribute".into(),
            Self::Int(Type::INDEX) => "index attribute".into(),
            Self::Int(Type::I64) => "64-bit signless integer attribute".into(),
            Self::Int(Type::I32) => "32-bit signless integer attribute".into(),
            Self::Int(_) => "integer attribute".into(),
            Self::Str => "string attribute".into(),
            Self::Type => "any type attribute".into(),
            Self::FunctionType => "type attribute of function type".into(),
            Self::DictArray => "Array of dictionary attributes".into(),
            Self::FlatSymbol => "flat symbol reference attribute".into(),
            Self::Symbol => "symbol reference attribute".into(),
            Self::Array => "array attribute".into(),
            Self::Map => "AffineMap attribute".into(),
            Self::Set => "IntegerSet attribute".into(),
            Self::DenseArray(_) => "dense array attribute".into(),
            Self::EnumInt(cases) => describe_cases(64, cases),
            Self::EnumI32(cases) => describe_cases(32, cases),
            Self::Enum(_, cases) | Self::Bracketed(_, cases) | Self::Flags(_, cases) => {
                format!("one of: {}", cases.join(", "))
            }
            Self::Typed => "typed attribute".into(),
            Self::Where(name, _) => name.into(),
        }
    }

    /// Whether an attribute satisfies the constraint.
    pub fn accepts(self, module: &Module, attr: Attr) -> bool {
        let kind = module.attr_kind(attr);
        match self {
            Self::Any => true,
            Self::Unit => matches!(kind, AttrKind::Unit),
            Self::UnitProperty => matches!(kind, AttrKind::Unit | AttrKind::Bool(false)),
            Self::Bool => matches!(kind, AttrKind::Bool(_)),
            Self::Int(ty) => matches!(kind, AttrKind::Integer(_, found) if *found == ty),
            Self::Str => matches!(kind, AttrKind::String(_)),
            Self::Type => matches!(kind, AttrKind::Type(_)),
            Self::FunctionType => {
                matches!(kind, AttrKind::Type(ty) if module.function_type(*ty).is_some())
            }
            Self::DictArray => matches!(kind, AttrKind::Array(items)
                if items.iter().all(|item| matches!(module.attr_kind(*item), AttrKind::Dict(_)))),
            Self::FlatSymbol => matches!(kind, AttrKind::Symbol(path) if path.len() == 1),
            Self::Symbol => matches!(kind, AttrKind::Symbol(_)),
            Self::Array => matches!(kind, AttrKind::Array(_)),
            Self::Map => matches!(kind, AttrKind::Map(_)),
            Self::Set => matches!(kind, AttrKind::Set(_)),
            Self::DenseArray(ty) => matches!(kind, AttrKind::DenseArray(found, _) if *found == ty),
            Self::EnumInt(cases) => is_case(kind, Type::I64, cases),
            Self::EnumI32(cases) => is_case(kind, Type::I32, cases),
            Self::Enum(prefix, cases) | Self::Bracketed(prefix, cases) => {
                foreign_words(module, kind, prefix).is_some_and(|text| cases.contains(&text))
            }
            Self::Flags(prefix, cases) => foreign_words(module, kind, prefix)
                .is_some_and(|text| text.split(',').all(|word| cases.contains(&word.trim()))),
            Self::Typed => module.type_of_attr(attr).is_some(),
            Self::Where(_, accepts) => accepts(module, attr),
        }
    }
}

/// Whether an attribute is the number of one of these cases.
fn is_case(kind: &AttrKind, ty: Type, cases: &[&str]) -> bool {
    matches!(kind, AttrKind::Integer(value, found) if *found == ty && (0..cases.len() as i64).contains(value))
}

/// Returns the text of flags in normal form, `prefix<a,b>`: in the order of the cases, each once, `none` only
/// alone, and all of them as `fast` if that is a case.
pub(crate) fn flags_text(prefix: &str, cases: &[&str], words: &[&str]) -> String {
    let single: Vec<&str> = cases.iter().copied().filter(|case| !["none", "fast"].contains(case)).collect();
    let has_fast = cases.contains(&"fast");
    let mut flags: Vec<&str> = single.iter().copied().filter(|case| words.contains(case)).collect();
    if has_fast && (words.contains(&"fast") || flags.len() == single.len()) {
        flags = vec!["fast"];
    }
    if flags.is_empty() {
        flags = vec!["none"];
    }
    let separator = if has_fast { "," } else { ", " };
    format!("{prefix}<{}>", flags.join(separator))
}

fn describe_cases(width: u32, cases: &[&str]) -> String {
    let numbers: Vec<_> = (0..cases.len()).map(|number| number.to_string()).collect();
    format!("allowed {width}-bit signless integer cases: {}", numbers.join(", "))
}

/// Returns the text between the brackets of `#prefix<text>`; an opening `d<kind ` is part of such a prefix.
pub(crate) fn foreign_words<'m>(module: &'m Module, kind: &'m AttrKind, prefix: &str) -> Option<&'m str> {
    let AttrKind::Foreign(name) = kind else { return None };
    let text = module.text(*name).strip_prefix(prefix)?.strip_suffix('>')?;
    Some(text.strip_prefix('<').unwrap_or(text).trim())
}
