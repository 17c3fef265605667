//! Reports what a version of MLIR lacks of a module that is printed for it: operations, uses of them,
//! attributes and types.
//!
//! Operations, their attributes and their uses are data of the rows; types, and attributes of dialects, are in
//! the tables below.

use crate::attrs::{Attr, AttrKind};
use crate::def::{AttrSlot, MlirVersion, OpDef, Versions};
use crate::diagnostics::{Diagnostics, codes};
use crate::dialect::OpKind;
use crate::format::write_pattern::is_default;
use crate::location::LocationKind;
use crate::module::Module;
use crate::op::{Op, OpRef};
use crate::print::{PrintOptions, attr_text, type_text};
use crate::types::{AsyncType, Float, Type, TypeKind};
use crate::value::Value;
use rustc_hash::FxHashSet;

const SINCE_20: Versions = Versions::since(MlirVersion::V20);
const SINCE_21: Versions = Versions::since(MlirVersion::V21);
const SINCE_22: Versions = Versions::since(MlirVersion::V22);
const SINCE_23: Versions = Versions::since(MlirVersion::V23);

/// Attributes of dialects: how their text begins, text that it contains, and the versions that have them.
const FOREIGN: &[(&str, &str, Versions)] = &[
    ("dlti.dl_spec<\"", "", SINCE_20),
    ("dlti.map<", "", SINCE_20),
    ("dlti.target_system_spec<", " = ", SINCE_20),
    ("gpu.kernel_metadata<", "", SINCE_20),
    ("gpu.kernel_table<", "", SINCE_20),
    ("gpu.object<", "kernels = ", SINCE_20),
    ("gpu.lane<", "", SINCE_21),
    ("gpu.mask<", "", SINCE_21),
    ("nvvm.target<", "verifyTarget", SINCE_21),
    ("gpu<broadcast ", "", SINCE_22),
    ("llvm.address_space<", "", SINCE_22),
    ("nvvm.memory_space<", "", SINCE_22),
];

/// Reports everything that the version of the options lacks, at the operations that have it. A type or an
/// attribute is reported once.
pub fn check(module: &Module, options: &PrintOptions) -> Diagnostics {
    let (types, attrs) = (FxHashSet::default(), FxHashSet::default());
    let mut cx = Checker { module, options, types, attrs, diagnostics: Diagnostics::new() };
    for op in module.walk(module.root()) {
        cx.check_op(module.op(op));
    }
    cx.diagnostics
}

struct Checker<'a> {
    module: &'a Module,
    options: &'a PrintOptions,
    /// The types that were checked.
    types: FxHashSet<Type>,
    /// The attributes that were checked.
    attrs: FxHashSet<Attr>,
    diagnostics: Diagnostics,
}

impl Checker<'_> {
    fn check_op(&mut self, op: OpRef<'_>) {
        if let OpKind::Rt(_) = op.kind() {
            let message = format!("MLIR has no '{}', which is an operation of warpline", op.name());
            return self.report(op.op, message);
        }
        if op.def().is_some_and(|def| !self.check_row(op, def)) {
            return;
        }
        for value in op.results().chain(args(op)) {
            self.check_type(op.op, op.type_of(value));
        }
        for attr in self.module.attrs(op.op) {
            self.check_attr(op.op, attr.value);
        }
        let location = self.module.location_data(op.location()).attr;
        if let Some(attr) = location.filter(|_| self.options.debug_info) {
            self.check_attr(op.op, attr);
        }
    }

    /// Checks an operation with its row; `false` if the version does not have it.
    fn check_row(&mut self, op: OpRef<'_>, def: &OpDef) -> bool {
        let name = op.name();
        if !self.has(def.versions) {
            self.lacks(op.op, def.versions, &format!("'{name}'"));
            return false;
        }
        let is_given =
            |slot: &AttrSlot| op.attr(slot.name).is_some_and(|attr| !is_default(op.module, attr, slot));
        for slot in def.attrs.iter().filter(|slot| is_given(slot)) {
            if !self.has(slot.versions) {
                self.lacks(op.op, slot.versions, &format!("attribute '{}' of '{name}'", slot.name));
            }
        }
        for feature in def.features {
            if !self.has(feature.versions) && (feature.is_used)(op) {
                self.lacks(op.op, feature.versions, &format!("'{name}' with {}", feature.what));
            }
        }
        true
    }

    fn check_type(&mut self, op: Op, ty: Type) {
        if !self.types.insert(ty) {
            return;
        }
        let module = self.module;
        let kind = module.type_kind(ty);
        if let Some(versions) = versions_of(module, kind)
            && !self.has(versions)
        {
            return self.lacks(op, versions, &format!("type '{}'", type_text(module, ty)));
        }
        let (types, attrs) = parts(kind);
        for part in types {
            self.check_type(op, part);
        }
        for attr in attrs {
            self.check_attr(op, attr);
        }
    }

    fn check_attr(&mut self, op: Op, attr: Attr) {
        if !self.attrs.insert(attr) {
            return;
        }
        let module = self.module;
        match module.attr_kind(attr) {
            AttrKind::Array(items) => items.iter().for_each(|item| self.check_attr(op, *item)),
            AttrKind::Dict(items) => items.iter().for_each(|item| self.check_attr(op, item.value)),
            AttrKind::Type(ty)
            | AttrKind::Integer(_, ty)
            | AttrKind::Wide(_, ty)
            | AttrKind::Float(_, ty)
            | AttrKind::DenseArray(ty, _)
            | AttrKind::Dense(ty, _)
            | AttrKind::DenseStrings(ty, _)
            | AttrKind::Sparse(ty, ..)
            | AttrKind::Resource(_, ty) => self.check_type(op, *ty),
            AttrKind::Typed(inner, ty) => {
                self.check_attr(op, *inner);
                self.check_type(op, *ty);
            }
            AttrKind::Distinct(_, inner) => self.check_attr(op, *inner),
            AttrKind::Strided(strides, _) if strides.contains(&0) => self.require(op, attr, SINCE_20),
            AttrKind::Location(kind) => self.check_location(op, attr, kind),
            AttrKind::Foreign(name) => {
                let text = module.text(*name);
                let is_in = |start: &str, part: &str| text.starts_with(start) && text.contains(part);
                let found = FOREIGN.iter().find(|(start, part, _)| is_in(start, part));
                if let Some((.., versions)) = found {
                    self.require(op, attr, *versions);
                }
            }
            AttrKind::Unit
            | AttrKind::Bool(_)
            | AttrKind::String(_)
            | AttrKind::Symbol(_)
            | AttrKind::Map(_)
            | AttrKind::Set(_)
            | AttrKind::Strided(..) => {}
        }
    }

    fn check_location(&mut self, op: Op, attr: Attr, kind: &LocationKind) {
        match kind {
            LocationKind::File { end: Some(_), .. } => self.require(op, attr, SINCE_20),
            LocationKind::Named(_, inner) => inner.iter().for_each(|inner| self.check_attr(op, *inner)),
            LocationKind::CallSite(callee, caller) => {
                self.check_attr(op, *callee);
                self.check_attr(op, *caller);
            }
            LocationKind::Fused(parts, _) => parts.iter().for_each(|part| self.check_attr(op, *part)),
            LocationKind::Unknown | LocationKind::File { .. } => {}
        }
    }

    fn has(&self, versions: Versions) -> bool {
        versions.contain(self.options.version)
    }

    /// Reports an attribute that the version does not have.
    fn require(&mut self, op: Op, attr: Attr, versions: Versions) {
        if !self.has(versions) {
            self.lacks(op, versions, &format!("attribute '{}'", attr_text(self.module, attr)));
        }
    }

    fn lacks(&mut self, op: Op, versions: Versions, what: &str) {
        let version = self.options.version;
        self.report(op, format!("MLIR {version} has no {what}: only versions {versions} have it"));
    }

    fn report(&mut self, op: Op, message: String) {
        let span = self.module.span(self.module.location(op));
        self.diagnostics.error(codes::VERSION, span, message);
    }
}

/// Returns the arguments of the blocks of an operation.
fn args(op: OpRef<'_>) -> impl Iterator<Item = Value> {
    let module = op.module;
    let blocks = op.regions().into_iter().flat_map(|region| module.blocks_of(region));
    blocks.flat_map(|block| module.args(*block)).copied()
}

/// Returns the types and the attributes of which a type consists.
fn parts(kind: &TypeKind) -> (Vec<Type>, Vec<Attr>) {
    let attrs = |items: &[Option<Attr>]| items.iter().copied().flatten().collect();
    match kind {
        TypeKind::Complex(part)
        | TypeKind::Vector(.., part)
        | TypeKind::UnrankedTensor(part)
        | TypeKind::PtrMetadata(part)
        | TypeKind::MmaMatrix(_, part, _)
        | TypeKind::Async(AsyncType::Value(part)) => (vec![*part], Vec::new()),
        TypeKind::Tuple(parts) => (parts.to_vec(), Vec::new()),
        TypeKind::Function(inputs, results) => ([&inputs[..], results].concat(), Vec::new()),
        TypeKind::Tensor(_, part, encoding) => (vec![*part], attrs(&[*encoding])),
        TypeKind::MemRef(_, part, layout, space) => (vec![*part], attrs(&[*layout, *space])),
        TypeKind::UnrankedMemRef(part, space) => (vec![*part], attrs(&[*space])),
        TypeKind::Ptr(space) => (Vec::new(), vec![*space]),
        TypeKind::Integer(..)
        | TypeKind::Index
        | TypeKind::Float(_)
        | TypeKind::None
        | TypeKind::AsyncToken
        | TypeKind::Async(_)
        | TypeKind::NamedBarrier
        | TypeKind::SparseHandle(_)
        | TypeKind::Foreign(_) => (Vec::new(), Vec::new()),
    }
}

/// Returns the versions with a type; `None` if all have it, or if it depends on its parts.
fn versions_of(module: &Module, kind: &TypeKind) -> Option<Versions> {
    match kind {
        TypeKind::Float(
            Float::F8E3M4 | Float::F8E8M0FNU | Float::F6E2M3FN | Float::F6E3M2FN | Float::F4E2M1FN,
        ) => Some(SINCE_20),
        TypeKind::Vector(.., part) if is_pointer(module, *part) => Some(SINCE_21),
        TypeKind::MemRef(_, part, ..) if is_pointer(module, *part) => Some(SINCE_22),
        TypeKind::Ptr(_) | TypeKind::PtrMetadata(_) => Some(SINCE_21),
        TypeKind::MmaMatrix(_, Type::F64, _) => Some(SINCE_22),
        TypeKind::NamedBarrier => Some(SINCE_23),
        _ => None,
    }
}

fn is_pointer(module: &Module, ty: Type) -> bool {
    match module.type_kind(ty) {
        TypeKind::Ptr(_) => true,
        TypeKind::Foreign(name) => module.text(*name).starts_with("llvm.ptr"),
        _ => false,
    }
}
