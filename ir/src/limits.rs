//! Limits on untrusted text: passing one is a diagnostic with the code [`LIMIT`](crate::codes::LIMIT), never a crash.

/// How large a text and what it says may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the text.
    pub bytes: usize,
    /// Tokens.
    pub tokens: usize,
    /// Operations.
    pub ops: usize,
    /// Operands of all operations.
    pub uses: usize,
    /// Bytes of one symbol.
    pub symbol: usize,
    /// Parts of all attributes and types that aliases stand for, each counted wherever its alias is used.
    pub aliased: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes: 64 << 20,
            tokens: 16 << 20,
            ops: 4 << 20,
            uses: 16 << 20,
            symbol: 4 << 10,
            aliased: 1 << 26,
        }
    }
}

/// Deepest nesting of types, of attributes and of affine expressions.
pub const MAX_DEPTH: u32 = 64;
/// Most terms of an affine sum and factors of a product.
pub const MAX_TERMS: usize = 1024;
