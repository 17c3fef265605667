//! Assigns names to values and blocks in printed text.

use crate::attrs::AttrKind;
use crate::def::Arity;
use crate::dialect::linalg::Structured;
use crate::dialect::{Arith, Func, OpKind, Vector};
use crate::entity::SecondaryMap;
use crate::module::{Block, Module, Region};
use crate::op::Op;
use crate::print::aliases::Aliases;
use crate::types::Type;
use crate::value::{Def, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Names that values keep when they are printed, without the `%`: `x`, `3`, or `pair#1` for one of several
/// results.
///
/// They are preferences: if two values in the same scope have the same name, or names of the results of one
/// operation are inconsistent, other names are generated.
#[derive(Clone, Debug, Default)]
pub struct KeptNames {
    /// The preferred name of a value.
    pub of: FxHashMap<Value, String>,
}

impl KeptNames {
    /// Returns the names of consecutive results and the number of results that share each; `None` unless all
    /// have one.
    fn groups(&self, results: impl Iterator<Item = Value>) -> Option<Vec<(&str, usize)>> {
        let mut groups: Vec<(&str, usize)> = Vec::new();
        for result in results {
            let name = self.of.get(&result)?;
            let (base, part) = name.split_once('#').unwrap_or((name, "0"));
            match groups.last_mut() {
                _ if part == "0" => groups.push((base, 1)),
                Some((last, size)) if *last == base && *part == size.to_string() => *size += 1,
                Some(_) | None => return None,
            }
        }
        Some(groups)
    }

    /// Returns every preferred name, without result numbers.
    fn bases(&self) -> FxHashSet<Box<str>> {
        self.of.values().map(|name| name.split('#').next().unwrap_or_default().into()).collect()
    }
}

/// The name of a value: the part before `#`, and the number after it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ValueName {
    base: Base,
    part: Option<u32>,
}

/// A name without its number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Base {
    /// The value is not in the printed part.
    #[default]
    Missing,
    /// `%7`.
    Number(u32),
    /// `%arg7`.
    Arg(u32),
    /// The text with this index.
    Text(u32),
}

/// The names of values and blocks.
#[derive(Debug)]
pub(crate) struct Names {
    values: SecondaryMap<Value, ValueName>,
    texts: Vec<Box<str>>,
    blocks: FxHashMap<Block, u32>,
    predecessors: FxHashMap<Block, Vec<Block>>,
    pub(crate) aliases: Aliases,
    /// The counters of the whole text, if names are unique in it.
    shared: Counters,
    kept: KeptNames,
    /// Names that are not available.
    reserved: FxHashSet<Box<str>>,
}

/// The counters of one region.
#[derive(Clone, Copy, Debug, Default)]
struct Counters {
    values: u32,
    args: u32,
    /// Number of names that were made unique by a suffix.
    conflicts: u32,
}

impl Names {
    /// Assigns names to all values and blocks in an operation.
    pub(crate) fn new(module: &Module, root: Op, aliases: Aliases, kept: &KeptNames) -> Self {
        let mut names = Self {
            values: SecondaryMap::new(),
            texts: Vec::new(),
            blocks: FxHashMap::default(),
            predecessors: FxHashMap::default(),
            aliases,
            shared: Counters::default(),
            kept: kept.clone(),
            reserved: kept.bases(),
        };
        let mut used = FxHashSet::default();
        let mut counters = Counters::default();
        names.name_results(module, root, &mut counters, &mut used);
        names.shared = counters;
        names.number_regions(module, &[root], counters, &mut used);
        names
    }

    /// Whether names are unique in the whole text; they are in the generic form.
    fn is_unique(&self) -> bool {
        self.aliases.options.unique_ids || self.aliases.options.generic
    }

    /// Numbers the values of a region, then those of its nested regions, which continue its count. Nesting is
    /// bounded by the limit on regions, so recursion is bounded too.
    fn number_region(
        &mut self,
        module: &Module,
        region: Region,
        mut counters: Counters,
        used: &mut FxHashSet<Box<str>>,
    ) {
        if self.is_unique() {
            counters = self.shared;
        }
        let first_text = self.texts.len();
        let mut with_regions = Vec::new();
        for (index, block) in module.blocks_of(region).iter().enumerate() {
            self.blocks.insert(*block, index as u32);
            self.name_args(module, *block, index == 0, &mut counters, used);
            let mut next = module.first_op(*block);
            while let Some(op) = next {
                self.name_results(module, op, &mut counters, used);
                with_regions.extend((!module.regions_of(op).is_empty()).then_some(op));
                self.note_successors(module, op, *block);
                next = module.next_op(op);
            }
        }
        let end_text = self.texts.len();
        self.shared = counters;
        self.number_regions(module, &with_regions, counters, used);
        for name in &self.texts[first_text..end_text] {
            used.remove(name);
        }
    }

    /// Numbers the regions of operations. If names are unique in the whole text, the last region comes first,
    /// as in mlir-opt.
    fn number_regions(
        &mut self,
        module: &Module,
        ops: &[Op],
        counters: Counters,
        used: &mut FxHashSet<Box<str>>,
    ) {
        let mut regions: Vec<Region> = ops.iter().flat_map(|op| module.regions_of(*op)).collect();
        if self.is_unique() {
            regions.reverse();
        }
        for region in regions {
            self.number_region(module, region, counters, used);
        }
    }

    fn name_args(
        &mut self,
        module: &Module,
        block: Block,
        is_entry: bool,
        counters: &mut Counters,
        used: &mut FxHashSet<Box<str>>,
    ) {
        let suggested = if self.aliases.options.generic { Vec::new() } else { suggested_args(module, block) };
        for (index, arg) in module.args(block).iter().enumerate() {
            let kept = self.kept.of.get(arg).cloned();
            let base = match kept.and_then(|name| self.keep(&name, counters, used)) {
                Some(base) => base,
                None if index < suggested.len() => {
                    let name = self.unique_name(suggested[index], counters, used);
                    self.texts.push(name);
                    Base::Text(self.texts.len() as u32 - 1)
                }
                None if is_entry => Base::Arg(self.next("arg", &mut counters.args)),
                None => Base::Number(self.next("", &mut counters.values)),
            };
            self.values[*arg] = ValueName { base, part: None };
        }
    }

    /// Returns the next number that does not form a reserved name with this prefix.
    fn next(&self, prefix: &str, counter: &mut u32) -> u32 {
        while !self.reserved.is_empty() && self.reserved.contains(format!("{prefix}{counter}").as_str()) {
            *counter += 1;
        }
        *counter += 1;
        *counter - 1
    }

    /// Returns a preferred name, made unique by a suffix; `None` for a number that is taken.
    fn keep(&mut self, name: &str, counters: &mut Counters, used: &mut FxHashSet<Box<str>>) -> Option<Base> {
        let is_number = name.starts_with(|c: char| c.is_ascii_digit());
        if is_number && used.contains(name) {
            return None;
        }
        let name = if used.contains(name) { self.unique_name(name, counters, used) } else { name.into() };
        used.insert(name.clone());
        self.texts.push(name);
        Some(Base::Text(self.texts.len() as u32 - 1))
    }

    /// Returns the base name if it is available, else with the next number that makes it unique.
    fn unique_name(&self, base: &str, counters: &mut Counters, used: &mut FxHashSet<Box<str>>) -> Box<str> {
        let mut name: Box<str> = base.into();
        while self.reserved.contains(&name) || !used.insert(name.clone()) {
            name = format!("{base}_{}", counters.conflicts).into();
            counters.conflicts += 1;
        }
        name
    }

    /// Records every edge from a block; a block may occur twice.
    fn note_successors(&mut self, module: &Module, op: Op, block: Block) {
        for successor in module.successors(op) {
            self.predecessors.entry(successor.block).or_default().push(block);
        }
    }

    /// Names the results of an operation.
    fn name_results(
        &mut self,
        module: &Module,
        op: Op,
        counters: &mut Counters,
        used: &mut FxHashSet<Box<str>>,
    ) {
        let n_results = module.n_results(op);
        if n_results == 0 {
            return;
        }
        if self.keep_results(module, op, counters, used) {
            return;
        }
        let is_generic = self.aliases.options.generic;
        let bases = if is_generic { Vec::new() } else { suggested_names(module, op) };
        let mut results = module.results(op);
        if bases.is_empty() {
            let number = self.next("", &mut counters.values);
            return self.name_group(Base::Number(number), n_results, results);
        }
        for (base, size) in bases {
            let name = self.unique_name(&base, counters, used);
            self.texts.push(name);
            self.name_group(Base::Text(self.texts.len() as u32 - 1), size, results.by_ref().take(size));
        }
    }

    /// Assigns the preferred names to the results of an operation; returns whether all have such names.
    fn keep_results(
        &mut self,
        module: &Module,
        op: Op,
        counters: &mut Counters,
        used: &mut FxHashSet<Box<str>>,
    ) -> bool {
        let groups = self.kept.groups(module.results(op));
        let Some(groups) = groups else { return false };
        let groups: Vec<(String, usize)> =
            groups.into_iter().map(|(name, size)| (name.to_string(), size)).collect();
        let mut results = module.results(op);
        for (name, size) in groups {
            let base = self.keep(&name, counters, used);
            let base = base.unwrap_or_else(|| Base::Number(self.next("", &mut counters.values)));
            self.name_group(base, size, results.by_ref().take(size));
        }
        true
    }

    fn name_group(&mut self, base: Base, size: usize, results: impl Iterator<Item = Value>) {
        for (index, result) in results.enumerate() {
            self.values[result] = ValueName { base, part: (1 < size).then_some(index as u32) };
        }
    }

    /// Writes the name of a value.
    pub(crate) fn write(&self, out: &mut String, value: Value) {
        let name = self.values[value];
        match self.kept.of.get(&value).filter(|_| name.base == Base::Missing) {
            // A value defined outside the printed part has its name from there.
            Some(kept) => out.extend(["%", kept]),
            None => self.write_base(out, name.base),
        }
        if let Some(part) = name.part {
            out.push('#');
            push_number(out, part);
        }
    }

    fn write_base(&self, out: &mut String, base: Base) {
        out.push('%');
        match base {
            Base::Missing => out.push_str("<<UNKNOWN SSA VALUE>>"),
            Base::Number(number) => push_number(out, number),
            Base::Arg(number) => {
                out.push_str("arg");
                push_number(out, number);
            }
            Base::Text(index) => out.push_str(&self.texts[index as usize]),
        }
    }

    /// Writes `%0:2 = ` before an operation.
    pub(crate) fn write_results(&self, out: &mut String, module: &Module, op: Op) {
        let mut results = module.results(op).peekable();
        if results.len() == 0 {
            return;
        }
        let mut is_first = true;
        while let Some(result) = results.next() {
            out.push_str(if is_first { "" } else { ", " });
            is_first = false;
            let name = self.values[result];
            self.write_base(out, name.base);
            if name.part.is_some() {
                let mut size = 1;
                while results.next_if(|next| self.values[*next].base == name.base).is_some() {
                    size += 1;
                }
                out.push(':');
                push_number(out, size);
            }
        }
        out.push_str(" = ");
    }

    /// Writes the label of a block.
    pub(crate) fn write_block(&self, out: &mut String, block: Block) {
        match self.blocks.get(&block) {
            Some(number) => {
                out.push_str("^bb");
                push_number(out, *number);
            }
            None => out.push_str("^<<UNKNOWN BLOCK>>"),
        }
    }

    /// Returns the predecessors of a block, in order, once per edge.
    pub(crate) fn predecessors(&self, block: Block) -> &[Block] {
        self.predecessors.get(&block).map_or(&[], Vec::as_slice)
    }
}

/// Writes a number.
fn push_number(out: &mut String, number: u32) {
    if 9 < number {
        push_number(out, number / 10);
    }
    out.push(char::from(b'0' + (number % 10) as u8));
}

/// Returns the base name of each argument of an entry block; empty if arguments are numbered.
fn suggested_args(module: &Module, block: Block) -> Vec<&'static str> {
    let view = module.block_parent(block).and_then(|parent| Structured::of(module.op(parent)));
    view.filter(|_| is_entry(module, block)).map_or_else(Vec::new, Structured::element_names)
}

/// Returns the base names of results and the number of consecutive results that share each; empty if results
/// are numbered.
fn suggested_names(module: &Module, op: Op) -> Vec<(String, usize)> {
    if module.kind(op) == OpKind::Func(Func::Constant) {
        return vec![("f".to_string(), 1)];
    }
    if module.kind(op) == OpKind::Arith(Arith::Constant) {
        return vec![(constant_name(module, op), 1)];
    }
    if let Some(name) = scaled_name(module, op) {
        return vec![(name, 1)];
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
    if def.has_result_segments() && bases.len() == def.results.len() {
        let sizes = def.result_sizes(module.op(op));
        let groups = bases.iter().zip(sizes).filter(|(_, size)| 0 < *size);
        return groups.map(|(base, size)| ((*base).to_string(), size)).collect();
    }
    // Slots for one value come first; the following names share the results of a variadic last slot.
    let n_single = def.results.iter().take_while(|slot| slot.arity == Arity::One).count();
    let is_open = def.results.len() == n_single + 1 && def.results[n_single].arity == Arity::Variadic;
    if is_open && n_single < bases.len() {
        let share = module.n_results(op).saturating_sub(n_single) / (bases.len() - n_single);
        let groups = bases.iter().enumerate().map(|(i, base)| {
            let size = if i < n_single { 1 } else { share };
            ((*base).to_string(), size)
        });
        let groups: Vec<_> = groups.filter(|(_, size)| 0 < *size).collect();
        let total: usize = groups.iter().map(|(_, size)| size).sum();
        return if total == module.n_results(op) { groups } else { Vec::new() };
    }
    (0..module.n_results(op)).map(|i| (bases[i.min(bases.len() - 1)].to_string(), 1)).collect()
}

/// Returns `c4_vscale` for a product of a constant and `vector.vscale`.
fn scaled_name(module: &Module, op: Op) -> Option<String> {
    let [lhs, rhs] = *module.operands(op) else { return None };
    if module.kind(op) != OpKind::Arith(Arith::MulI) || module.type_of(lhs) != Type::INDEX {
        return None;
    }
    let is_vscale = |value| matches!(module.def(value), Def::Result(made_by, _) if module.kind(made_by) == OpKind::Vector(Vector::Vscale));
    let factor = if is_vscale(rhs) {
        lhs
    } else if is_vscale(lhs) {
        rhs
    } else {
        return None;
    };
    module.constant_int(factor).map(|factor| format!("c{factor}_vscale"))
}

fn constant_name(module: &Module, op: Op) -> String {
    let Some(attr) = module.attr(op, "value") else { return "cst".into() };
    match module.attr_kind(attr) {
        AttrKind::Bool(value) => value.to_string(),
        AttrKind::Integer(value, Type::INDEX) => format!("c{value}"),
        AttrKind::Integer(value, ty) => format!("c{value}_{}", super::type_text(module, *ty)),
        AttrKind::Wide(value, ty) => format!("c{value}_{}", super::type_text(module, *ty)),
        _ => "cst".into(),
    }
}

/// Whether a block is the first of its region.
pub(crate) fn is_entry(module: &Module, block: Block) -> bool {
    module.region_of(block).is_some_and(|region| module.blocks_of(region).first() == Some(&block))
}
