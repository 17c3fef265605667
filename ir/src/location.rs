//! Source locations of operations.

use crate::attrs::{Attr, AttrKind};
use crate::entity::entity;
use crate::module::{Module, Name};
use crate::source::{LineTable, Span};
use crate::value::Value;

entity! {
    /// A location: a span of the source text and the explicit `loc(…)`, if any.
    Location, "loc"
}

impl Location {
    /// The location of operations that do not come from a text.
    pub const UNKNOWN: Self = Self(0);
}

/// The content of a `loc(…)`. Its parts are attributes that are locations, too.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LocationKind {
    /// `unknown`.
    Unknown,
    /// `"file":1:2`, a line and a column; a range has an end, `to 3:4`.
    File {
        /// The name of the file.
        file: Name,
        /// Line and column of the start.
        start: (u32, u32),
        /// Line and column of the end, if it differs from the start.
        end: Option<(u32, u32)>,
    },
    /// `"name"`, or `"name"(location)`.
    Named(Name, Option<Attr>),
    /// `callsite(callee at caller)`.
    CallSite(Attr, Attr),
    /// `fused<metadata>[a, b]`.
    Fused(Box<[Attr]>, Option<Attr>),
}

/// The parts of a location.
#[derive(Clone, Copy, Debug, Default)]
pub struct LocationData {
    /// The name of the operation in the source text; empty if it has none.
    pub span: Span,
    /// The explicit location.
    pub attr: Option<Attr>,
}

impl Module {
    /// Adds a location.
    pub fn add_location(&mut self, span: Span, attr: Option<Attr>) -> Location {
        self.locations.push(LocationData { span, attr })
    }

    /// Returns the parts of a location.
    pub fn location_data(&self, location: Location) -> LocationData {
        self.locations[location]
    }

    /// Returns the span of a value's definition: that of its operation, or for a block argument that of the
    /// enclosing operation.
    pub fn value_span(&self, value: Value) -> Span {
        let op = self.defining_op(value).or_else(|| self.def_block(value).and_then(|b| self.block_parent(b)));
        op.map_or_else(Span::default, |op| self.span(self.location(op)))
    }

    /// Returns the span of the name of a block argument; empty if it does not come from a text.
    pub fn arg_span(&self, arg: Value) -> Span {
        self.arg_locations.get(&arg).map(|location| location.span).unwrap_or_default()
    }

    /// Returns the `loc(…)` of a block argument, if it has one.
    pub fn arg_location(&self, arg: Value) -> Option<Attr> {
        self.arg_locations.get(&arg).and_then(|location| location.attr)
    }

    /// Assigns to every operation and block argument without an explicit `loc(…)` its location in the source
    /// text, as line and column in a file of this name. The text is preceded by `lines_before` lines of the
    /// file.
    pub fn locate_in_file(&mut self, file: &str, text: &str, lines_before: u32) {
        let file = self.name(file);
        let lines = LineTable::new(text);
        let mut locations = std::mem::take(&mut self.locations);
        let mut args = std::mem::take(&mut self.arg_locations);
        for data in locations.values_mut().chain(args.values_mut()) {
            data.attr = Some(self.written_or_place(*data, file, text, &lines, lines_before));
        }
        self.locations = locations;
        self.arg_locations = args;
        let root = self.root();
        if self.location(root) == Location::UNKNOWN {
            // A module without a location in the text starts at 0:0.
            let kind = LocationKind::File { file, start: (0, 0), end: None };
            let attr = Some(self.intern_attr(AttrKind::Location(kind)));
            self.ops[root].location = self.locations.push(LocationData { span: Span::default(), attr });
        }
    }

    fn written_or_place(
        &mut self,
        data: LocationData,
        file: Name,
        text: &str,
        lines: &LineTable,
        lines_before: u32,
    ) -> Attr {
        if let Some(attr) = data.attr {
            return attr;
        }
        if data.span == Span::default() {
            return self.intern_attr(AttrKind::Location(LocationKind::Unknown));
        }
        let (line, column) = lines.line_column(text, data.span.start);
        let start = (line as u32 + lines_before, column as u32);
        self.intern_attr(AttrKind::Location(LocationKind::File { file, start, end: None }))
    }

    /// Returns the file, line and column of a location; those of the callee or the first part if it has several.
    pub fn line_of(&self, location: Location) -> Option<(&str, u32, u32)> {
        self.line_in(self.locations[location].attr?)
    }

    fn line_in(&self, attr: Attr) -> Option<(&str, u32, u32)> {
        let AttrKind::Location(kind) = self.attr_kind(attr) else { return None };
        match kind {
            LocationKind::Unknown => None,
            LocationKind::File { file, start, .. } => Some((self.text(*file), start.0, start.1)),
            LocationKind::Named(_, inner) => self.line_in((*inner)?),
            LocationKind::CallSite(callee, _) => self.line_in(*callee),
            LocationKind::Fused(parts, _) => parts.iter().find_map(|part| self.line_in(*part)),
        }
    }

    /// Returns the span in the source text.
    pub fn span(&self, location: Location) -> Span {
        self.locations[location].span
    }
}
