//! Which nodes conflict, found by the memory that they share and not by looking at every pair.
//!
//! Places that are the same are one area. An area knows the nodes that read, write and update it; a node conflicts
//! with those of all areas that its own may overlap. Only areas whose roots may share memory are compared.
//!
//! Cost: nodes × their areas × `n/64` words, and the pairs of areas of one root.

use super::bits::Bits;
use super::dag::{Node, NodeKind};
use super::together;
use crate::analysis::alias::{Overlap, Place, Places, Root};
use crate::analysis::summary::{Access, Updates};
use rustc_hash::FxHashMap;

/// What asks for an order between nodes.
pub(super) struct Conflicts {
    /// For each node, the device nodes that conflict with it, before and after it.
    pub(super) of: Vec<Bits>,
    /// Pairs that surely conflict though both carry tokens of the user.
    pub(super) unordered: Vec<(usize, usize)>,
    /// For each node, those that may conflict with it where the tokens of both say the rest.
    pub(super) exempt: Vec<Bits>,
}

/// Finds all conflicts. Between two device nodes that `free` exempts from each other only those count that touch the
/// same memory for sure: the tokens say the rest.
pub(super) fn find(nodes: &[Node], places: &Places, free: &[Bits]) -> Conflicts {
    let n = nodes.len();
    let among = |is_in: &dyn Fn(&Node) -> bool| {
        let mut set = Bits::new(n);
        (0..n).filter(|node| is_in(&nodes[*node])).for_each(|node| set.insert(node));
        set
    };
    let all = among(&|_| true);
    let devices = among(&|node| node.kind.is_device());
    let unlimited = among(&is_unlimited);
    let waiting = among(&|node| !node.summary.spins.is_empty());
    let areas = Areas::of(nodes, places);
    let mut found =
        Conflicts { of: Vec::with_capacity(n), unordered: Vec::new(), exempt: Vec::with_capacity(n) };
    for (number, node) in nodes.iter().enumerate() {
        let mut set = if is_unlimited(node) { all.clone() } else { areas.conflicts_of(number, n) };
        let users = &free[number];
        let mut exempt = set.common(users);
        if !users.is_empty() && !is_unlimited(node) {
            set.subtract(users);
            set.union(&areas.sure_conflicts_of(number, n).common(users));
        }
        set.union(&unlimited);
        set.intersect(&devices);
        set.remove(number);
        exempt.subtract(&set);
        found.exempt.push(exempt);
        free_from_waiting(nodes, places, number, &waiting, &mut set);
        let mut earlier = set.common(users);
        earlier.keep_below(number);
        found.unordered.extend(earlier.iter().map(|other| (other, number)));
        found.of.push(set);
    }
    found
}

/// Takes launches out of what a node comes after that end only when it runs.
fn free_from_waiting(nodes: &[Node], places: &Places, number: usize, waiting: &Bits, set: &mut Bits) {
    for other in set.common(waiting).iter() {
        if together::is_freed(places, &nodes[other], &nodes[number]) {
            set.remove(other);
        }
    }
}

/// Whether a node must be assumed to conflict with everything.
fn is_unlimited(node: &Node) -> bool {
    matches!(node.kind, NodeKind::Boundary | NodeKind::Enter | NodeKind::Leave) || node.summary.is_unknown
}

/// A place that nodes touch.
struct Area {
    readers: Bits,
    writers: Bits,
    updaters: Bits,
    /// Nodes that do nothing here but updates of one kind that commute.
    commuters: Vec<(u8, Bits)>,
    /// Areas that may share memory with it, itself among them.
    overlaps: Vec<(usize, Overlap)>,
}

/// All areas, and by node the areas that it touches.
struct Areas {
    areas: Vec<Area>,
    touches: Vec<Vec<(usize, Access)>>,
}

impl Areas {
    fn of(nodes: &[Node], places: &Places) -> Self {
        let mut numbers: FxHashMap<&Place, usize> = FxHashMap::default();
        let mut found: Vec<&Place> = Vec::new();
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
        let areas = overlaps(&found, places).into_iter().map(|overlaps| Area::new(nodes.len(), overlaps));
        let mut areas: Vec<Area> = areas.collect();
        for (number, own) in touches.iter().enumerate() {
            for (area, access) in own {
                areas[*area].add(number, *access);
            }
        }
        Self { areas, touches }
    }

    /// All nodes with which a node has a conflict, itself perhaps among them.
    fn conflicts_of(&self, node: usize, n: usize) -> Bits {
        let mut set = Bits::new(n);
        for (area, access) in &self.touches[node] {
            self.areas[*area]
                .overlaps
                .iter()
                .for_each(|(other, _)| self.areas[*other].add_conflicts(*access, &mut set));
        }
        set
    }

    /// The nodes with which a node has a conflict in memory that both touch for sure.
    fn sure_conflicts_of(&self, node: usize, n: usize) -> Bits {
        let mut set = Bits::new(n);
        for (area, access) in &self.touches[node] {
            let sure = self.areas[*area].overlaps.iter().filter(|(_, overlap)| *overlap == Overlap::Same);
            sure.for_each(|(other, _)| self.areas[*other].add_conflicts(*access, &mut set));
        }
        set
    }
}

impl Area {
    fn new(n: usize, overlaps: Vec<(usize, Overlap)>) -> Self {
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

    /// Adds the nodes that conflict with an access to this area.
    fn add_conflicts(&self, access: Access, set: &mut Bits) {
        let mut updaters = self.updaters.clone();
        if let Some(kind) = access.commutes()
            && let Some((_, commuters)) = self.commuters.iter().find(|(other, _)| *other == kind)
        {
            updaters.subtract(commuters);
        }
        if access != Access::default() {
            set.union(&self.writers);
            set.union(&updaters);
        }
        if access.writes || access.updates != Updates::None {
            set.union(&self.readers);
        }
    }
}

/// For each place, those that may share memory with it.
fn overlaps(places: &[&Place], known: &Places) -> Vec<Vec<(usize, Overlap)>> {
    let mut groups: FxHashMap<Group, Vec<usize>> = FxHashMap::default();
    for (number, place) in places.iter().enumerate() {
        for group in groups_of(place) {
            groups.entry(group).or_default().push(number);
        }
    }
    let everything: Vec<usize> = (0..places.len()).collect();
    let members = |group: &Group| groups.get(group).map(Vec::as_slice).unwrap_or_default();
    let near = |place: &Place| {
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
    let overlaps_of = |place: &&Place| {
        let all = near(place).into_iter().map(|other| (other, known.overlap(place, places[other])));
        all.filter(|(_, overlap)| *overlap != Overlap::No).collect()
    };
    places.iter().map(overlaps_of).collect()
}

/// Roots of different groups share no memory, those of [`Group::Wild`] apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Group {
    One(Root),
    Outside,
    Wild,
}

fn groups_of(place: &Place) -> Vec<Group> {
    let group = |root: &Root| match root {
        Root::Alloc(_) | Root::Argument(_, true) => Group::One(*root),
        Root::Argument(_, false) | Root::Global(_) => Group::Outside,
        Root::Elsewhere | Root::Any => Group::Wild,
    };
    let mut groups: Vec<Group> = place.roots.iter().map(group).collect();
    groups.dedup();
    groups
}
