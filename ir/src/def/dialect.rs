//! The two macros that turn tables of rows into closed enums.

/// A dialect: an enum with a variant per row.
macro_rules! dialect {
    ($(#[doc = $about:literal])+ $dialect:ident = $prefix:literal { $($(#[doc = $doc:literal])+ $op:ident = $def:expr,)+ }) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $dialect { $($(#[doc = $doc])+ $op),+ }
        impl $dialect {
            /// The name before the dot.
            pub const PREFIX: &'static str = $prefix;
            /// The description of the dialect.
            pub const DOC: &'static str = concat!($($about, "\n"),+);
            /// Every operation of the dialect.
            pub const ALL: &'static [Self] = &[$(Self::$op),+];
            /// Returns the row of the operation.
            pub fn def(self) -> &'static $crate::def::OpDef {
                static DEFS: &[$crate::def::OpDef] = &[$($def.doc(concat!($($doc, "\n"),+))),+];
                &DEFS[self as usize]
            }
        }
        impl From<$dialect> for $crate::dialect::OpKind {
            fn from(op: $dialect) -> Self {
                Self::$dialect(op)
            }
        }
    };
}

/// All dialects: the two-level key of operations.
macro_rules! dialects {
    ($($dialect:ident),+ $(,)?) => {
        /// The kind of an operation.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum OpKind {
            $(#[doc = concat!("An operation of ", stringify!($dialect), ".")] $dialect($dialect),)+
            /// An operation without a row, by its full name.
            Foreign($crate::module::Name),
        }
        impl OpKind {
            /// Returns the row of the kind; `None` for foreign operations.
            pub fn def(self) -> Option<&'static $crate::def::OpDef> {
                match self {
                    $(Self::$dialect(op) => Some(op.def()),)+
                    Self::Foreign(_) => None,
                }
            }
            /// Returns the name before the dot; empty for foreign operations.
            pub fn dialect(self) -> &'static str {
                match self {
                    $(Self::$dialect(_) => $dialect::PREFIX,)+
                    Self::Foreign(_) => "",
                }
            }
            /// Returns every kind that has a row.
            pub fn all() -> impl Iterator<Item = Self> {
                std::iter::empty()$(.chain($dialect::ALL.iter().map(|op| Self::$dialect(*op))))+
            }
            /// The names before the dot of all dialects.
            pub const DIALECTS: &'static [&'static str] = &[$($dialect::PREFIX),+];
            /// The description of each of [`Self::DIALECTS`].
            pub const DIALECT_DOCS: &'static [&'static str] = &[$($dialect::DOC),+];
        }
    };
}
