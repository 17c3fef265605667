//! Names of values and blocks in printed text, and aliases of maps and sets.

use crate::affine::AffineMap;
use crate::attrs::{Attr, AttrKind};
use crate::def::Arity;
use crate::dialect::{Affine, Arith, MemRef, OpKind};
use crate::entity::SecondaryMap;
use crate::module::{Block, Module, Region};
use crate::op::Op;
use crate::types::{AsyncType, Type, TypeKind};
use crate::value::Value;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::fmt::Write as _;

/// The aliases `#map`, `#map1`, `#set` … of a text.
#[derive(Debug, Default)]
pub(crate) struct Aliases {
    names: IndexMap<Attr, String, FxBuildHasher>,
}

impl Aliases {
    /// Names every affine map and set in the order of first printing.
    pub(crate) fn collect(module: &Module, root: Op, generic: bool) -> Self {
        let mut aliases = Self::default();
        let mut counts = [0usize; 2];
        for op in module.walk(root) {
            for attr in module.attrs(op) {
                if generic || !is_inline(module, op, attr.value) {
                    aliases.add(module, attr.value, &mut counts);
                }
            }
            for value in module.results(op) {
                aliases.add_type(module, module.type_of(value), &mut counts);
            }
            for region in module.regions_of(op) {
                for block in module.blocks_of(region) {
                    for arg in module.args(*block) {
                        aliases.add_type(module, module.type_of(*arg), &mut counts);
                    }
                }
            }
        }
        aliases
    }

    fn add(&mut self, module: &Module, attr: Attr, counts: &mut [usize; 2]) {
        let (which, base) = match module.attr_kind(attr) {
            AttrKind::Map(_) => (0, "map"),
            AttrKind::Set(_) => (1, "set"),
            AttrKind::Array(items) => {
                for item in items {
                    self.add(module, *item, counts);
                }
                return;
            }
            AttrKind::Type(ty) => return self.add_type(module, *ty, counts),
            _ => return,
        };
        let next = &mut counts[which];
        self.names.entry(attr).or_insert_with(|| {
            let name = if *next == 0 { base.to_string() } else { format!("{base}{next}") };
            *next += 1;
            name
        });
    }

    fn add_type(&mut self, module: &Module, ty: Type, counts: &mut [usize; 2]) {
        match module.type_kind(ty) {
            TypeKind::MemRef(_, element, layout, space) => {
                self.add_type(module, *element, counts);
                for attr in layout.iter().chain(space) {
                    self.add(module, *attr, counts);
                }
            }
            TypeKind::Function(inputs, results) => {
                for ty in inputs.iter().chain(results) {
                    self.add_type(module, *ty, counts);
                }
            }
            TypeKind::Tuple(items) => {
                for ty in items {
                    self.add_type(module, *ty, counts);
                }
            }
            TypeKind::Tensor(_, element, encoding) => {
                self.add_type(module, *element, counts);
                if let Some(attr) = encoding {
                    self.add(module, *attr, counts);
                }
            }
            TypeKind::UnrankedTensor(element)
            | TypeKind::UnrankedMemRef(element, _)
            | TypeKind::Async(AsyncType::Value(element)) => self.add_type(module, *element, counts),
            _ => {}
        }
    }

    /// Writes the definitions, a line each.
    pub(crate) fn write(&self, out: &mut String, module: &Module) {
        for (attr, name) in &self.names {
            let _ = write!(out, "#{name} = ");
            super::attrs::write_attr(out, module, &Self::default(), *attr, super::attrs::ShowType::Always);
            out.push('\n');
        }
    }

    /// The alias of an attribute.
    pub(crate) fn get(&self, attr: Attr) -> Option<&str> {
        self.names.get(&attr).map(String::as_str)
    }
}

/// Whether the custom form of an operation writes the content of a map instead of the map: subscripts, and bounds
/// that are a constant or one value.
fn is_inline(module: &Module, op: Op, attr: Attr) -> bool {
    let AttrKind::Map(map) = module.attr_kind(attr) else { return false };
    match module.kind(op) {
        OpKind::Affine(
            Affine::Load
            | Affine::Store
            | Affine::VectorLoad
            | Affine::VectorStore
            | Affine::Prefetch
            | Affine::DmaStart
            | Affine::DmaWait
            | Affine::Parallel,
        )
        | OpKind::MemRef(MemRef::Transpose) => true,
        OpKind::Affine(Affine::For) => {
            map.n_inputs() == 0 && map.as_constant().is_some() || *map == AffineMap::symbol_identity()
        }
        OpKind::Vector(kind) => crate::dialect::vector::elides_map(kind, map),
        _ => false,
    }
}

/// The names of values and blocks.
#[derive(Debug)]
pub(crate) struct Names {
    values: SecondaryMap<Value, Option<Box<str>>>,
    blocks: FxHashMap<Block, u32>,
    pub(crate) aliases: Aliases,
}

/// The counters of one isolated scope.
#[derive(Clone, Default)]
struct Counters {
    next_value: u32,
    next_arg: u32,
}

impl Names {
    /// Names everything in an operation.
    pub(crate) fn new(module: &Module, root: Op, aliases: Aliases) -> Self {
        let mut names = Self { values: SecondaryMap::new(), blocks: FxHashMap::default(), aliases };
        let mut used = FxHashSet::default();
        let mut counters = Counters::default();
        names.name_results(module, root, &mut counters, &mut used);
        for region in module.regions_of(root) {
            names.number_region(module, region, counters.clone(), &mut used);
        }
        names
    }

    /// Numbers the values of a region, then those of the regions nested in it, which go on from its count.
    /// Nesting is at most as deep as the limit on regions, so recursion is bounded.
    fn number_region(
        &mut self,
        module: &Module,
        region: Region,
        mut counters: Counters,
        used: &mut FxHashSet<Box<str>>,
    ) {
        let isolated = module
            .parent_of(region)
            .is_some_and(|op| module.kind(op).def().is_some_and(|def| def.has(crate::def::Trait::Isolated)));
        let mut fresh = FxHashSet::default();
        let used = if isolated {
            counters = Counters::default();
            &mut fresh
        } else {
            used
        };
        let mut local: Vec<Box<str>> = Vec::new();
        for (index, block) in module.blocks_of(region).iter().enumerate() {
            self.blocks.insert(*block, index as u32);
            for arg in module.args(*block) {
                let name = if index == 0 {
                    format!("arg{}", counters.next_arg)
                } else {
                    counters.next_value.to_string()
                };
                if index == 0 {
                    counters.next_arg += 1;
                } else {
                    counters.next_value += 1;
                }
                self.values[*arg] = Some(name.into());
            }
            for op in module.ops_in(*block) {
                local.extend(self.name_results(module, op, &mut counters, used));
            }
        }
        for block in module.blocks_of(region) {
            for op in module.ops_in(*block) {
                for nested in module.regions_of(op) {
                    self.number_region(module, nested, counters.clone(), used);
                }
            }
        }
        for name in local {
            used.remove(&name);
        }
    }

    /// Names the results of an operation and returns the suggested names that it took.
    fn name_results(
        &mut self,
        module: &Module,
        op: Op,
        counters: &mut Counters,
        used: &mut FxHashSet<Box<str>>,
    ) -> Vec<Box<str>> {
        let mut taken = Vec::new();
        let n_results = module.n_results(op);
        if n_results == 0 {
            return taken;
        }
        let bases = suggested_names(module, op);
        if bases.is_empty() {
            let number = counters.next_value.to_string();
            counters.next_value += 1;
            for (index, result) in module.results(op).enumerate() {
                let name = if n_results == 1 { number.clone() } else { format!("{number}#{index}") };
                self.values[result] = Some(name.into());
            }
            return taken;
        }
        let mut results = module.results(op);
        for (base, size) in bases {
            let name = unique_name(base, used);
            for (index, result) in results.by_ref().take(size).enumerate() {
                let text = if size == 1 { name.clone() } else { format!("{name}#{index}").into() };
                self.values[result] = Some(text);
            }
            taken.push(name);
        }
        taken
    }

    /// Writes the name of a value.
    pub(crate) fn write(&self, out: &mut String, value: Value) {
        match &self.values[value] {
            Some(name) => {
                out.push('%');
                out.push_str(name);
            }
            None => out.push_str("%<<UNKNOWN SSA VALUE>>"),
        }
    }

    /// Writes `%0:2 = ` before an operation.
    pub(crate) fn write_results(&self, out: &mut String, module: &Module, op: Op) {
        let n_results = module.n_results(op);
        if n_results == 0 {
            return;
        }
        let mut at = 0;
        while at < n_results {
            out.push_str(if 0 < at { ", " } else { "" });
            let first = self.values[module.result(op, at)].as_deref().unwrap_or_default();
            let Some((name, _)) = first.split_once('#') else {
                self.write(out, module.result(op, at));
                at += 1;
                continue;
            };
            let is_next = |result: &Value| {
                self.values[*result].as_deref().and_then(|text| text.split_once('#')).is_some_and(|(n, _)| n == name)
            };
            let size = module.results(op).skip(at).take_while(is_next).count();
            let _ = write!(out, "%{name}:{size}");
            at += size;
        }
        out.push_str(" = ");
    }

    /// Writes the label of a block.
    pub(crate) fn write_block(&self, out: &mut String, block: Block) {
        match self.blocks.get(&block) {
            Some(number) => {
                let _ = write!(out, "^bb{number}");
            }
            None => out.push_str("^<<UNKNOWN BLOCK>>"),
        }
    }
}

/// The base name that nothing else has, or the first of `base_0`, `base_1` … that is free.
fn unique_name(base: String, used: &mut FxHashSet<Box<str>>) -> Box<str> {
    let mut name: Box<str> = base.clone().into();
    let mut n = 0;
    while !used.insert(name.clone()) {
        name = format!("{base}_{n}").into();
        n += 1;
    }
    name
}

/// The base names of results and how many results in a row share each; empty where results are numbered.
fn suggested_names(module: &Module, op: Op) -> Vec<(String, usize)> {
    if module.kind(op) == OpKind::Arith(Arith::Constant) {
        return vec![(constant_name(module, op), 1)];
    }
    let Some(def) = module.kind(op).def().filter(|def| !def.result_names.is_empty()) else {
        return Vec::new();
    };
    let bases = def.result_names;
    let dimension = module
        .attr(op, "dimension")
        .and_then(|attr| crate::def::foreign_words(module, module.attr_kind(attr), "gpu<dim "));
    if let Some(dimension) = dimension {
        return vec![(format!("{}_{dimension}", bases[0]), 1)];
    }
    // Slots for one value come first; the names after theirs share the other results.
    let n_single = def.results.iter().take_while(|slot| slot.arity == Arity::One).count().min(bases.len());
    let rest = module.n_results(op).saturating_sub(n_single);
    let share = rest / (bases.len() - n_single).max(1);
    let groups = bases.iter().enumerate().map(|(i, base)| {
        let size = if i < n_single { 1 } else { share };
        ((*base).to_string(), size)
    });
    let groups: Vec<_> = groups.filter(|(_, size)| 0 < *size).collect();
    let total: usize = groups.iter().map(|(_, size)| size).sum();
    if total == module.n_results(op) { groups } else { Vec::new() }
}

fn constant_name(module: &Module, op: Op) -> String {
    let Some(attr) = module.attr(op, "value") else { return "cst".into() };
    match module.attr_kind(attr) {
        AttrKind::Bool(value) => value.to_string(),
        AttrKind::Integer(value, Type::INDEX) => format!("c{value}"),
        AttrKind::Integer(value, ty) => format!("c{value}_{}", super::type_text(module, *ty)),
        _ => "cst".into(),
    }
}

/// The blocks that branch to a block, each once, in order.
pub(crate) fn predecessors(module: &Module, block: Block) -> Vec<Block> {
    let Some(region) = module.region_of(block) else { return Vec::new() };
    let mut found = Vec::new();
    for other in module.blocks_of(region) {
        let Some(last) = module.last_op(*other) else { continue };
        if module.successors(last).iter().any(|successor| successor.block == block) {
            found.push(*other);
        }
    }
    found
}

/// Whether some block branches to a block.
pub(crate) fn is_target(module: &Module, block: Block) -> bool {
    let single = module.region_of(block).is_none_or(|region| module.blocks_of(region).len() == 1);
    let loops = module.last_op(block).is_some_and(|op| !module.successors(op).is_empty());
    (!single || loops) && !predecessors(module, block).is_empty()
}

/// Whether a block is the first of its region.
pub(crate) fn is_entry(module: &Module, block: Block) -> bool {
    module.region_of(block).is_some_and(|region| module.blocks_of(region).first() == Some(&block))
}
