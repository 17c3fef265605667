//! The aliases of a text: `#map`, `#set1`, `#loc2` … and their definitions.
//!
//! A first run of the printer, whose text is discarded, records the attributes in the order of their first
//! use. Attributes that contain no alias come first, then those that contain such attributes, and so on;
//! within one level they are sorted by the alphabetical order of their alias names. The names are numbered in
//! this order. Locations used only by operations are defined after the module, all others before it.

use crate::attrs::{Attr, AttrKind};
use crate::module::Module;
use crate::print::PrintOptions;
use crate::print::attrs::{ShowType, write_unaliased};
use crate::print::locations;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::cell::RefCell;
use std::fmt::Write as _;

/// The aliases of a text.
#[derive(Debug, Default)]
pub(crate) struct Aliases {
    /// In the order of their definitions.
    names: IndexMap<Attr, Alias, FxBuildHasher>,
    /// The options of the printer, stored here for all functions that write attributes.
    pub(crate) options: PrintOptions,
    /// Distinct attributes in the order of printing, which determines their numbers.
    distinct: RefCell<IndexSet<Attr, FxBuildHasher>>,
    /// The attributes visited by the first run; `None` in the second.
    search: Option<RefCell<Search>>,
}

#[derive(Debug)]
struct Alias {
    name: String,
    /// Whether it is defined after the module.
    deferred: bool,
}

impl Aliases {
    /// Creates the aliases for the first run.
    pub(crate) fn to_collect(options: PrintOptions) -> Self {
        Self { options, search: Some(RefCell::default()), ..Self::default() }
    }

    /// Creates the aliases for the only run of a text without aliases.
    pub(crate) fn none(options: PrintOptions) -> Self {
        Self { options, ..Self::default() }
    }

    /// Whether this is the first run.
    pub(crate) fn is_collecting(&self) -> bool {
        self.search.is_some()
    }

    /// Returns the number of a distinct attribute in this text.
    pub(crate) fn distinct_number(&self, attr: Attr) -> usize {
        if self.is_collecting() { 0 } else { self.distinct.borrow_mut().insert_full(attr).0 }
    }

    /// Assigns names to the attributes of the first run.
    pub(crate) fn named(self) -> Self {
        let found = self.search.map(|search| search.into_inner().found).unwrap_or_default();
        Self { names: number(found), options: self.options, ..Self::default() }
    }

    /// Whether a text of this module can contain aliases.
    pub(crate) fn may_occur(module: &Module, options: PrintOptions) -> bool {
        !options.local_scope
            && (options.debug_info || module.attr_kinds().any(|kind| base_name(kind, module).is_some()))
    }

    /// Writes the definitions before or after the module, one per line.
    pub(crate) fn write(&self, out: &mut String, module: &Module, deferred: bool) {
        for (attr, alias) in self.names.iter().filter(|(_, alias)| alias.deferred == deferred) {
            let _ = write!(out, "#{} = ", alias.name);
            write_unaliased(out, module, self, *attr, ShowType::Always);
            out.push('\n');
        }
    }

    /// Returns the alias of an attribute.
    pub(crate) fn get(&self, module: &Module, attr: Attr) -> Option<&str> {
        self.find(module, attr, false)
    }

    /// Returns the alias of the location of an operation, which may be defined after the module.
    pub(crate) fn get_deferrable(&self, module: &Module, attr: Attr) -> Option<&str> {
        self.find(module, attr, true)
    }

    fn find(&self, module: &Module, attr: Attr, deferrable: bool) -> Option<&str> {
        if let Some(search) = &self.search {
            search.borrow_mut().meet(module, attr, deferrable);
            return None;
        }
        self.names.get(&attr).map(|alias| alias.name.as_str())
    }
}

/// An attribute that gets an alias.
#[derive(Debug)]
struct Found {
    base: &'static str,
    /// The nesting depth of aliases in it.
    depth: u32,
    deferred: bool,
}

/// Numbers the aliases in the order of depth, then of base name, then of first use.
fn number(found: IndexMap<Attr, Found, FxBuildHasher>) -> IndexMap<Attr, Alias, FxBuildHasher> {
    let mut found: Vec<_> = found.into_iter().collect();
    found.sort_by_key(|(_, found)| (found.depth, found.base));
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    let mut names = IndexMap::default();
    for (attr, Found { base, deferred, .. }) in found {
        let count = counts.entry(base).or_default();
        let name = if *count == 0 { base.to_string() } else { format!("{base}{count}") };
        *count += 1;
        names.insert(attr, Alias { name, deferred });
    }
    names
}

/// Returns the base name of the alias of an attribute; `None` if it has no alias.
fn base_name(kind: &AttrKind, module: &Module) -> Option<&'static str> {
    match kind {
        AttrKind::Map(_) => Some("map"),
        AttrKind::Set(_) => Some("set"),
        AttrKind::Distinct(_, inner) if *inner != Attr::UNIT => Some("distinct"),
        // The unknown location is predefined.
        AttrKind::Location(_) if module.attr_kind(Attr::UNKNOWN_LOCATION) != kind => Some("loc"),
        _ => None,
    }
}

/// The attributes visited so far.
#[derive(Debug, Default)]
struct Search {
    found: IndexMap<Attr, Found, FxBuildHasher>,
}

impl Search {
    /// Visits an attribute and its parts; returns the alias depth for the attribute that contains it.
    fn meet(&mut self, module: &Module, attr: Attr, deferrable: bool) -> u32 {
        if let Some(found) = self.found.get_mut(&attr) {
            let depth = found.depth + 1;
            if found.deferred && !deferrable {
                found.deferred = false;
                for part in parts(module, attr) {
                    self.meet(module, part, false);
                }
            }
            return depth;
        }
        let kind = module.attr_kind(attr);
        let is_location = matches!(kind, AttrKind::Location(_));
        let base = base_name(kind, module).or_else(|| is_location.then_some("loc"));
        if let Some(base) = base {
            self.found.insert(attr, Found { base, depth: 0, deferred: deferrable && is_location });
        }
        let mut depth = 0;
        for part in parts(module, attr) {
            depth = depth.max(self.meet(module, part, deferrable && is_location));
        }
        match self.found.get_mut(&attr) {
            Some(found) => {
                found.depth = depth;
                depth + 1
            }
            None => depth,
        }
    }
}

/// Returns the attributes contained in an attribute.
fn parts(module: &Module, attr: Attr) -> Vec<Attr> {
    match module.attr_kind(attr) {
        AttrKind::Array(items) => items.to_vec(),
        AttrKind::Dict(items) => items.iter().map(|item| item.value).collect(),
        AttrKind::Distinct(_, inner) => vec![*inner],
        AttrKind::Location(kind) => locations::parts(kind),
        _ => Vec::new(),
    }
}
