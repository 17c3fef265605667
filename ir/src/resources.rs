//! Resources: named blobs at the end of a file, for attributes and for other tools.

/// The section of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResourceSection {
    /// A dialect; its attributes refer to the key.
    Dialect,
    /// Another tool; stored verbatim.
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
    /// Whether this is a blob of elements.
    pub fn is_blob(&self) -> bool {
        matches!(self, Self::Blob(_))
    }
}

/// One entry of a resource section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// The section.
    pub section: ResourceSection,
    /// The name of the dialect or of the tool.
    pub owner: String,
    /// Its key there.
    pub key: String,
    /// Its content.
    pub value: ResourceValue,
}
