//! Limits on untrusted text: exceeding one is a diagnostic with the code [`LIMIT`](crate::codes::LIMIT),
//! never a crash.

/// Limits on the size of a text and of its contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the text.
    pub bytes: usize,
    /// Tokens.
    pub tokens: usize,
    /// Operations.
    pub ops: usize,
    /// Total number of operands.
    pub uses: usize,
    /// Bytes of a symbol.
    pub symbol: usize,
    /// Parts of all attributes and types that aliases expand to, counted at each use.
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

/// Maximum nesting depth of types, of attributes and of affine expressions.
pub const MAX_DEPTH: u32 = 64;
/// Maximum number of terms of an affine sum and of factors of a product.
pub const MAX_TERMS: usize = 1024;
