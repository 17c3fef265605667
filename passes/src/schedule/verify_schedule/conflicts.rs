//! Finds the work of a set that conflicts with a step, by the memory that both access.
//!
//! The work that accesses a memory region in one mode is a sorted list, and each region lists the regions that it may
//! overlap. So a step is not compared with other steps: its open set is intersected with the lists of its regions.
//! Most often the intersection is empty, which takes time linear in the length of the open set.

use super::model::{Act, Clash, Model, ModelStep, is_update};
use super::set::Set;
use crate::analysis::alias::{AliasAnalysis, AliasClass, MemoryRegion, Overlap, Root};
use crate::analysis::summary::{Access, Updates};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;
use std::cell::Cell;
use std::rc::Rc;
use warpline_ir::{OpKind, Rt};

type FxIndexMap<K, V> = IndexMap<K, V, FxBuildHasher>;

/// The memory regions that steps access, without duplicates, with the work that accesses them.
#[derive(Default)]
pub(super) struct Conflicts {
    regions: IndexSet<Rc<MemoryRegion>, FxBuildHasher>,
    /// For each region, the work that accesses it by each kind of access, in order.
    uses: Vec<Vec<(Access, Vec<u32>)>>,
    /// The numbers of the regions of each step's touches.
    of_step: Vec<Vec<usize>>,
    /// The regions that each region may overlap.
    near: Vec<Vec<usize>>,
    /// Work that may access any memory.
    unknown: Vec<u32>,
    /// The frees that free only buffers of a root.
    frees: FxIndexMap<Root, Set>,
    /// The number of comparisons between lists and sets.
    n_asked: Cell<usize>,
}

impl Conflicts {
    /// Collects the accesses of steps; `None` if more than `limit` pairs of regions may overlap.
    pub(super) fn of(model: &Model<'_>, limit: usize) -> Option<Self> {
        let mut found = Self::default();
        for step in &model.steps {
            let regions =
                step.summary.touches.iter().map(|touch| found.regions.insert_full(Rc::clone(&touch.place)).0);
            let regions = regions.collect();
            found.of_step.push(regions);
        }
        found.uses = vec![Vec::new(); found.regions.len()];
        for (work, step) in model.works.iter().enumerate() {
            found.add(model, work, *step);
        }
        let regions: Vec<&MemoryRegion> = found.regions.iter().map(Rc::as_ref).collect();
        found.near = near(&regions, &model.summaries.aliases, limit)?;
        Some(found)
    }

    fn add(&mut self, model: &Model<'_>, work: usize, number: usize) {
        let step = &model.steps[number];
        let work = work as u32;
        for (touch, place) in step.summary.touches.iter().zip(&self.of_step[number]) {
            let uses = &mut self.uses[*place];
            match uses.iter_mut().find(|(access, _)| *access == touch.access) {
                Some((_, works)) if works.last() == Some(&work) => {}
                Some((_, works)) => works.push(work),
                None => uses.push((touch.access, vec![work])),
            }
        }
        if step.summary.is_unknown {
            self.unknown.push(work);
        } else if let Some(root) = freed_root(model, step) {
            self.frees.entry(root).or_default().insert(work as usize);
        }
    }

    /// Returns the number of comparisons between lists and sets.
    pub(super) fn n_asked(&self) -> usize {
        self.n_asked.get()
    }

    /// Returns the stream-ordered frees that free only buffers of an allocation; none for other steps.
    pub(super) fn outlived(&self, model: &Model<'_>, step: usize) -> Option<Set> {
        let op = model.steps[step].op;
        if model.module.kind(op) != OpKind::Rt(Rt::Alloc) {
            return None;
        }
        self.frees.get(&Root::Alloc(model.module.result(op, 0))).cloned()
    }

    /// Returns the work of a set that a step conflicts with: surely, and possibly. An allocation returns another
    /// buffer than in an earlier iteration, so it surely conflicts with nothing.
    pub(super) fn among(&self, model: &Model<'_>, number: usize, open: &Set) -> (Set, Set) {
        let (mut sure, mut maybe) = (Set::default(), Set::default());
        if open.is_empty() {
            return (sure, maybe);
        }
        let step = &model.steps[number];
        if step.summary.is_unknown {
            maybe = open.clone();
        } else {
            self.visit(open, &self.unknown, |work| maybe.insert(work));
        }
        for (touch, place) in step.summary.touches.iter().zip(&self.of_step[number]) {
            for other in &self.near[*place] {
                for (access, works) in &self.uses[*other] {
                    if !conflict(touch.access, *access) {
                        continue;
                    }
                    let are_updates = is_update(touch.access) && is_update(*access);
                    let mut is_sure = None;
                    self.visit(open, works, |work| {
                        if are_updates && model.awaits(work, &self.regions[*other]) {
                            return;
                        }
                        let is_sure = is_sure.get_or_insert_with(|| self.is_sure(model, *place, *other));
                        let set = if *is_sure { &mut sure } else { &mut maybe };
                        set.insert(work);
                    });
                }
            }
        }
        if model.module.kind(step.op) == OpKind::Rt(Rt::Alloc) {
            maybe.unite(&std::mem::take(&mut sure));
        }
        maybe.subtract(&sure);
        (sure, maybe)
    }

    fn visit(&self, open: &Set, works: &[u32], mut each: impl FnMut(usize)) {
        self.n_asked.set(self.n_asked.get() + 1);
        open.visit_common(works, |work| {
            each(work);
            true
        });
    }

    fn is_sure(&self, model: &Model<'_>, place: usize, other: usize) -> bool {
        clash_of(&model.summaries.aliases, &self.regions[place], &self.regions[other]) == Some(Clash::Sure)
    }
}

/// Returns whether accesses to two regions conflict surely or possibly, if they conflict.
pub(super) fn clash_of(aliases: &AliasAnalysis, x: &MemoryRegion, y: &MemoryRegion) -> Option<Clash> {
    match aliases.overlap(x, y) {
        Overlap::No => None,
        _ if aliases.surely_overlap(x, y) => Some(Clash::Sure),
        Overlap::Same | Overlap::May => Some(Clash::Maybe),
    }
}

/// Whether the order of two accesses to the same memory matters: one changes it, and they are not both commutative
/// updates of one kind.
pub(super) fn conflict(x: Access, y: Access) -> bool {
    let changes = |access: Access| access.writes || access.updates != Updates::None;
    let touches = |access: Access| access != Access::default();
    let commute = x.commutes().is_some() && x.commutes() == y.commutes();
    !commute && (changes(x) && touches(y) || changes(y) && touches(x))
}

/// Returns the root whose buffers alone a stream-ordered free frees.
fn freed_root(model: &Model<'_>, step: &ModelStep) -> Option<Root> {
    if model.module.kind(step.op) != OpKind::Rt(Rt::Free) || !matches!(step.act, Act::Work(..)) {
        return None;
    }
    let [first, rest @ ..] = &step.summary.touches[..] else { return None };
    let [root] = first.place.roots[..] else { return None };
    rest.iter().all(|touch| touch.place.roots == [root]).then_some(root)
}

/// Regions grouped by the properties that determine which others they may overlap.
#[derive(Default)]
struct Kinship {
    by_root: FxIndexMap<Root, Vec<usize>>,
    /// Regions of caller memory that may alias.
    passed: Vec<usize>,
    /// Regions that may be any memory.
    any: Vec<usize>,
}

/// Returns the regions that each region may overlap, in order; `None` if there are more than `limit` pairs.
fn near(regions: &[&MemoryRegion], answers: &AliasAnalysis, limit: usize) -> Option<Vec<Vec<usize>>> {
    let mut kinship = Kinship::default();
    for (number, place) in regions.iter().enumerate() {
        for root in &place.roots {
            kinship.by_root.entry(*root).or_default().push(number);
        }
        let has = |class: AliasClass| place.roots.iter().any(|root| root.alias_class() == class);
        if has(AliasClass::Any) {
            kinship.any.push(number);
        }
        if has(AliasClass::Passed) {
            kinship.passed.push(number);
        }
    }
    let mut pairs = Near { regions, answers, found: vec![Vec::new(); regions.len()], n_left: limit };
    for numbers in kinship.by_root.values() {
        pairs.add_root(numbers)?;
    }
    for (index, number) in kinship.passed.iter().enumerate() {
        pairs.add_all(*number, &kinship.passed[index..])?;
    }
    let all: Vec<usize> = (0..regions.len()).collect();
    for number in &kinship.any {
        pairs.add_all(*number, &all)?;
    }
    for near in &mut pairs.found {
        near.sort_unstable();
        near.dedup();
    }
    debug_assert!(
        MOST_CHECKED < regions.len() || is_complete(&pairs.found, regions, answers),
        "the alias classes of roots are wrong: memory regions that may overlap are assumed to be disjoint"
    );
    Some(pairs.found)
}

/// The maximum number of regions whose near lists builds with assertions compare with all pairs.
const MOST_CHECKED: usize = 64;

/// Whether all regions that may overlap are near each other.
fn is_complete(near: &[Vec<usize>], regions: &[&MemoryRegion], answers: &AliasAnalysis) -> bool {
    let is_found = |a: usize, b: usize| near[a].binary_search(&b).is_ok();
    let may_overlap = |a: usize, b: usize| answers.overlap(regions[a], regions[b]) != Overlap::No;
    let n = regions.len();
    (0..n).all(|a| (0..n).all(|b| is_found(a, b) || !may_overlap(a, b)))
}

struct Near<'a> {
    regions: &'a [&'a MemoryRegion],
    answers: &'a AliasAnalysis,
    found: Vec<Vec<usize>>,
    /// The remaining limit of pairs.
    n_left: usize,
}

impl Near<'_> {
    fn add_all(&mut self, number: usize, others: &[usize]) -> Option<()> {
        others.iter().try_for_each(|other| self.add(number, *other))
    }

    /// Adds a pair if it may overlap.
    fn add(&mut self, a: usize, b: usize) -> Option<()> {
        self.n_left = self.n_left.checked_sub(1)?;
        if self.answers.overlap(self.regions[a], self.regions[b]) != Overlap::No {
            self.found[a].push(b);
            self.found[b].push(a);
        }
        Some(())
    }

    /// Adds the pairs of regions that may have this root. If the bytes of both are known, they must overlap.
    fn add_root(&mut self, numbers: &[usize]) -> Option<()> {
        let regions = self.regions;
        let bytes = |number: &usize| match regions[*number].roots[..] {
            [_] => regions[*number].bytes(),
            _ => None,
        };
        let mut others: Vec<usize> = Vec::new();
        let mut spans: Vec<(i64, i64, usize)> = Vec::new();
        for number in numbers {
            match bytes(number) {
                Some((start, end)) => spans.push((start, end, *number)),
                None => others.push(*number),
            }
        }
        for (index, number) in others.iter().enumerate() {
            self.add_all(*number, &others[index..])?;
            spans.iter().try_for_each(|(_, _, span)| self.add(*number, *span))?;
        }
        spans.sort_unstable();
        let mut live: Vec<(i64, usize)> = Vec::new();
        for (start, end, number) in spans {
            live.retain(|(live_end, _)| start < *live_end);
            live.push((end, number));
            live.iter().try_for_each(|(_, other)| self.add(number, *other))?;
        }
        Some(())
    }
}
