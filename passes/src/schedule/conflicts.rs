//! Finds the nodes that conflict from the memory that they share, without comparing every pair.
//!
//! Equal memory regions are one area. An area lists the nodes that read, write and update it; a node conflicts with
//! those of all areas that its own may overlap. Only areas whose roots may alias are compared.
//!
//! The conflicts of a node are the union of a few sets that it shares with other nodes, mostly one per area that it
//! accesses. The union is never materialised: with few buffers it would hold a part of all nodes for each node.
//!
//! Cost: nodes × their areas, and the pairs of areas of one root.

use super::bits::Bits;
use super::co_residency;
use super::input::{Conflicts, Free, Node, NodeKind};
use crate::analysis::alias::{AliasAnalysis, MemoryRegion, Overlap, Root};
use crate::analysis::summary::{Access, Updates};
use rustc_hash::FxHashMap;

/// The most sets that one use of an area adds to a node; more are merged.
const MAX_SETS: usize = 8;

/// Finds all conflicts. Between two device nodes that `free` exempts from each other only sure conflicts count: the
/// tokens define the rest. Work issued by callers does not concern the host.
pub(super) fn find(nodes: &[Node], aliases: &AliasAnalysis, free: Free) -> Conflicts {
    let n = nodes.len();
    let among = |is_in: &dyn Fn(usize) -> bool| {
        let mut set = Bits::new(n);
        (0..n).filter(|node| is_in(*node)).for_each(|node| set.insert(node));
        set
    };
    let is_device = |node: usize| nodes[node].kind.is_device();
    let waiting = among(&|node| !nodes[node].summary.spins.is_empty() && is_device(node));
    let is_callers = |node: usize| nodes[node].kind == NodeKind::Enter;
    let everything = [among(&is_device), among(&|node| is_device(node) && !is_callers(node))];
    let unlimited = everything.each_ref().map(|all| {
        let mut set = all.clone();
        all.iter().filter(|node| !is_unlimited(&nodes[*node])).for_each(|node| set.remove(node));
        set
    });
    let mut table = Table::of(nodes, aliases, free);
    let everything = everything.map(|set| table.add(set));
    let unlimited = unlimited.map(|set| table.add(set));
    for (number, node) in nodes.iter().enumerate() {
        let side = usize::from(!node.kind.is_device());
        let (mut of, may) =
            if is_unlimited(node) { (vec![everything[side]], Vec::new()) } else { table.terms_of(number) };
        of.push(unlimited[side]);
        of.retain(|set| !table.found.sets[*set].is_empty());
        table.found.of.push(of);
        table.found.may.push(may);
        free_from_waiting(nodes, aliases, number, &waiting, &mut table.found);
    }
    table.found
}

/// Removes launches that end only when a node runs from the predecessors of that node.
fn free_from_waiting(
    nodes: &[Node],
    aliases: &AliasAnalysis,
    number: usize,
    waiting: &Bits,
    found: &mut Conflicts,
) {
    if waiting.is_empty() {
        return;
    }
    let all = found.of(number);
    let mut set = all.clone();
    let class = found.class(number);
    for other in all.common(waiting).iter() {
        let are_free = class.is_some_and(|class| found.free.class_set(class).contains(other));
        if co_residency::is_freed(aliases, &nodes[other], &nodes[number], are_free) {
            set.remove(other);
        }
    }
    if set != all {
        found.exempt.insert(number, found.exempt(number));
        found.replace(number, set);
    }
}

/// Whether a node must be assumed to conflict with everything.
fn is_unlimited(node: &Node) -> bool {
    matches!(node.kind, NodeKind::Boundary | NodeKind::Enter | NodeKind::Leave) || node.summary.is_unknown
}

/// The device nodes that access a memory region.
struct Area {
    readers: Bits,
    writers: Bits,
    updaters: Bits,
    /// Nodes whose only accesses here are commutative updates of one kind.
    commuters: Vec<(u8, Bits)>,
    /// Areas that may share memory with it, including itself, and whether they surely do.
    overlaps: Vec<(usize, bool)>,
}

/// The nodes of an area that conflict with an access.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Part {
    area: usize,
    /// Whether the access changes the memory.
    changes: bool,
    /// The kind of updates that commute with it.
    kind: Option<u8>,
    mask: Mask,
}

/// The nodes of a set that are kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Mask {
    All,
    /// Those that the tokens of a class leave unordered.
    Free(usize),
    /// All others.
    Bound(usize),
}

/// The numbers of the sets that a use of an area adds to [`Conflicts::of`] and to [`Conflicts::may`].
type Terms = (Vec<usize>, Vec<usize>);

/// All areas, the areas that each node accesses, and the sets built from them.
struct Table {
    areas: Vec<Area>,
    touches: Vec<Vec<(usize, Access)>>,
    parts: FxHashMap<Part, usize>,
    terms: FxHashMap<(usize, Access, Option<usize>), Terms>,
    found: Conflicts,
}

impl Table {
    fn of(nodes: &[Node], aliases: &AliasAnalysis, free: Free) -> Self {
        let mut numbers: FxHashMap<&MemoryRegion, usize> = FxHashMap::default();
        let mut found: Vec<&MemoryRegion> = Vec::new();
        let mut touches: Vec<Vec<(usize, Access)>> = vec![Vec::new(); nodes.len()];
        for (node, own) in nodes.iter().zip(&mut touches) {
            for touch in &node.summary.touches {
                let area = *numbers.entry(&touch.place).or_insert_with(|| {
                    found.push(&touch.place);
                    found.len() - 1
                });
                match own.iter_mut().find(|(other, _)| *other == area) {
                    Some((_, access)) => *access = access.join(touch.access),
                    None => own.push((area, touch.access)),
                }
            }
        }
        let areas = overlaps(&found, aliases).into_iter().map(|overlaps| Area::new(nodes.len(), overlaps));
        let mut areas: Vec<Area> = areas.collect();
        for (number, own) in touches.iter().enumerate().filter(|(number, _)| nodes[*number].kind.is_device())
        {
            for (area, access) in own {
                areas[*area].add(number, *access);
            }
        }
        let found = Conflicts { free, n: nodes.len(), ..Conflicts::none() };
        let (mut parts, mut terms) = (FxHashMap::default(), FxHashMap::default());
        parts.reserve(areas.len());
        terms.reserve(areas.len());
        Self { areas, touches, parts, terms, found }
    }

    fn add(&mut self, set: Bits) -> usize {
        self.found.sets.push(set);
        self.found.sets.len() - 1
    }

    /// Returns the sets for all accesses of a node.
    fn terms_of(&mut self, node: usize) -> Terms {
        let class = self.found.free.class(node);
        let (mut of, mut may) = (Vec::new(), Vec::new());
        for (area, access) in self.touches[node].clone() {
            let key = (area, access, class);
            if !self.terms.contains_key(&key) {
                let terms = self.terms(area, access, class);
                self.terms.insert(key, terms);
            }
            of.extend_from_slice(&self.terms[&key].0);
            may.extend_from_slice(&self.terms[&key].1);
        }
        for list in [&mut of, &mut may] {
            list.sort_unstable();
            list.dedup();
        }
        (of, may)
    }

    fn terms(&mut self, area: usize, access: Access, class: Option<usize>) -> Terms {
        let (mut of, mut may) = (Vec::new(), Vec::new());
        if access == Access::default() {
            return (of, may);
        }
        let changes = access.writes || access.updates != Updates::None;
        let kind = access.commutes();
        for (area, is_sure) in self.areas[area].overlaps.clone() {
            let part = |mask| Part { area, changes, kind, mask };
            match class.filter(|_| !is_sure) {
                Some(class) => {
                    of.push(self.part(part(Mask::Bound(class))));
                    may.push(self.part(part(Mask::Free(class))));
                }
                None => of.push(self.part(part(Mask::All))),
            }
        }
        for list in [&mut of, &mut may] {
            list.retain(|set| !self.found.sets[*set].is_empty());
            if MAX_SETS < list.len() {
                let all = self.found.union(list);
                *list = vec![self.found.sets.len()];
                self.found.sets.push(all);
            }
        }
        (of, may)
    }

    /// Returns the number of a set of nodes that conflict with an access.
    fn part(&mut self, part: Part) -> usize {
        if let Some(number) = self.parts.get(&part) {
            return *number;
        }
        let mut set = self.areas[part.area].conflicts(part.changes, part.kind);
        match part.mask {
            Mask::All => {}
            Mask::Free(class) => set.intersect(self.found.free.class_set(class)),
            Mask::Bound(class) => set.subtract(self.found.free.class_set(class)),
        }
        let number = self.add(set);
        self.parts.insert(part, number);
        number
    }
}

impl Area {
    fn new(n: usize, overlaps: Vec<(usize, bool)>) -> Self {
        let [readers, writers, updaters] = std::array::from_fn(|_| Bits::new(n));
        Self { readers, writers, updaters, commuters: Vec::new(), overlaps }
    }

    fn add(&mut self, node: usize, access: Access) {
        if access.reads {
            self.readers.insert(node);
        }
        if access.writes {
            self.writers.insert(node);
        }
        if access.updates != Updates::None {
            self.updaters.insert(node);
        }
        if let Some(kind) = access.commutes() {
            let known = self.commuters.iter().position(|(other, _)| *other == kind);
            let index = known.unwrap_or_else(|| {
                self.commuters.push((kind, self.readers.emptied()));
                self.commuters.len() - 1
            });
            self.commuters[index].1.insert(node);
        }
    }

    /// Returns the nodes that conflict with an access that changes this area, or only reads it.
    fn conflicts(&self, changes: bool, kind: Option<u8>) -> Bits {
        let mut set = self.updaters.clone();
        if let Some((_, commuters)) = self.commuters.iter().find(|(other, _)| Some(*other) == kind) {
            set.subtract(commuters);
        }
        set.union(&self.writers);
        if changes {
            set.union(&self.readers);
        }
        set
    }
}

/// Returns, for each memory region, those that may share memory with it, and whether they surely do.
fn overlaps(regions: &[&MemoryRegion], known: &AliasAnalysis) -> Vec<Vec<(usize, bool)>> {
    let mut groups: FxHashMap<Group, Vec<usize>> = FxHashMap::default();
    for (number, place) in regions.iter().enumerate() {
        for group in groups_of(place) {
            groups.entry(group).or_default().push(number);
        }
    }
    let everything: Vec<usize> = (0..regions.len()).collect();
    let members = |group: &Group| groups.get(group).map(Vec::as_slice).unwrap_or_default();
    let near = |place: &MemoryRegion| {
        let own = groups_of(place);
        if own.contains(&Group::Wild) {
            return everything.clone();
        }
        let mut near: Vec<usize> =
            own.iter().chain([&Group::Wild]).flat_map(|group| members(group).iter().copied()).collect();
        near.sort_unstable();
        near.dedup();
        near
    };
    let overlaps_of = |place: &&MemoryRegion| {
        let may_overlap = |other: &usize| known.overlap(place, regions[*other]) != Overlap::No;
        let all = near(place).into_iter().filter(may_overlap);
        all.map(|other| (other, known.surely_overlap(place, regions[other]))).collect()
    };
    regions.iter().map(overlaps_of).collect()
}

/// Alias classes of roots: roots of different groups do not alias, except those of [`Group::Wild`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Group {
    One(Root),
    Outside,
    Wild,
}

fn groups_of(place: &MemoryRegion) -> Vec<Group> {
    let group = |root: &Root| match root {
        Root::Alloc(_) | Root::Argument(_, true) => Group::One(*root),
        Root::Argument(_, false) | Root::Global(_) => Group::Outside,
        Root::Elsewhere | Root::Any => Group::Wild,
    };
    let mut groups: Vec<Group> = place.roots.iter().map(group).collect();
    groups.dedup();
    groups
}
