//! Where an operation comes from.

use crate::attrs::Attr;
use crate::entity::entity;
use crate::module::Module;
use crate::source::Span;

entity! {
    /// A location: a place in the source text and the `loc(…)` that was written, if any.
    Location, "loc"
}

impl Location {
    /// The location of operations that come from no text.
    pub const UNKNOWN: Self = Self(0);
}

/// The parts of a location.
#[derive(Clone, Copy, Debug, Default)]
pub struct LocationData {
    /// The name of the operation in the source text; empty if it has none.
    pub span: Span,
    /// The written location.
    pub attr: Option<Attr>,
}

impl Module {
    /// Makes a location.
    pub fn add_location(&mut self, span: Span, attr: Option<Attr>) -> Location {
        self.locations.push(LocationData { span, attr })
    }

    /// The parts of a location.
    pub fn location_data(&self, location: Location) -> LocationData {
        self.locations[location]
    }

    /// The place in the source text.
    pub fn span(&self, location: Location) -> Span {
        self.locations[location].span
    }
}
