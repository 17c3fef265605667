//! Resources: named blobs that stand at the end of a file, for attributes and for other tools.

/// Whom a resource belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResourceSection {
    /// A dialect; its attributes refer to the key.
    Dialect,
    /// Another tool; kept as it is.
    External,
}

/// The content of a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResourceValue {
    /// Hex digits: four bytes of alignment, little endian, then the content.
    Blob(String),
    /// `true` or `false`.
    Bool(bool),
    /// Any text.
    String(String),
}

impl ResourceValue {
    /// Whether this is the content of elements.
    pub fn is_blob(&self) -> bool {
        matches!(self, Self::Blob(_))
    }
}

/// One entry of a resource section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// Whom it belongs to.
    pub section: ResourceSection,
    /// The name of the dialect or of the tool.
    pub owner: String,
    /// Its key there.
    pub key: String,
    /// Its content.
    pub value: ResourceValue,
}
