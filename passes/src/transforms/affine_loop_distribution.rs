//! Distributes sequential loops over groups of their statements, where some groups are parallel by themselves.
//!
//! A statement of an `affine.for` is an operation of its body with an effect. Statements stay together if one uses a result of
//! another one, or if different iterations of both may access the same element with a write. Then all iterations of one group
//! may run before those of the next, in the order in which one iteration runs them. The loop is distributed if a group is
//! parallel, or a loop that is parallel if it is moved outward (`affine-loop-interchange`), and another one is not;
//! neighbouring groups of one kind share a loop. Operations without effects, and loads from memory that the loop does not
//! write, are repeated in each group that needs them.
//!
//! Inner loops come first. Loops that carry values, and those with unknown effects, stay.
//!
//! Cost: quadratic in the accesses of each loop, times the depth of the nest.
//!
//! ```text
//! affine.for %i = 0 to 8 {             affine.for %i = 0 to 8 {
//!   %b[%i] = %a[%i] * %a[%i]             %b[%i] = %a[%i] * %a[%i]
//!   %c[0] += %a[%i]               →    }
//! }                                    affine.for %i = 0 to 8 {
//!                                        %c[0] += %a[%i]
//!                                      }
//! ```

use crate::analysis::access::{MemRefAccess, is_repeatable, touches_inside};
use crate::analysis::affine_dependence::{MayAlias, conflicts};
use crate::analysis::alias;
use crate::transforms::affine_loop_interchange::is_parallel_outside;
use crate::{Changed, Pass, PassCx, PassFn};
use petgraph::unionfind::UnionFind;
use rustc_hash::{FxHashMap, FxHashSet};
use warpline_ir::def::RegionFlow;
use warpline_ir::{Affine, Module, Op, OpKind, Place};

/// The `affine-loop-distribution` pass.
pub const PASS: Pass = Pass {
    name: "affine-loop-distribution",
    summary: "Distributes sequential affine.for loops over their statements where some become parallel",
    options: &[],
    run: PassFn::Always(run),
};

/// The most statements of a loop that is distributed, and the most accesses.
const MAX_STATEMENTS: usize = 32;
const MAX_ACCESSES: usize = 64;

fn run(cx: &mut PassCx<'_>) -> Changed {
    let module = &mut *cx.module;
    let mut changed = false;
    for op in host_loops(module).into_iter().rev() {
        changed |= distribute(module, op).is_some();
    }
    changed.into()
}

/// Returns the loops of the host without results that no parallel loop encloses, outer ones first.
fn host_loops(module: &Module) -> Vec<Op> {
    let (mut found, mut work) = (Vec::new(), vec![module.root()]);
    while let Some(op) = work.pop() {
        let kind = module.kind(op);
        if matches!(kind, OpKind::Gpu(_)) || kind.region_flow() == Some(RegionFlow::Parallel) {
            continue;
        }
        if kind == OpKind::Affine(Affine::For) && module.n_results(op) == 0 {
            found.push(op);
        }
        work.extend(module.nested_ops(op).into_iter().rev());
    }
    found
}

/// The body of a loop.
struct Body<'m> {
    module: &'m Module,
    op: Op,
    /// The operations without the terminator.
    ops: Vec<Op>,
    is_statement: Vec<bool>,
    /// For each operation, those whose results it needs, directly or through others.
    needs: Vec<FxHashSet<usize>>,
    accesses: Vec<MemRefAccess>,
    /// The operation of the body that performs each access.
    owners: Vec<usize>,
    /// The accesses that may meet in different iterations.
    conflicts: Vec<[usize; 2]>,
}

/// A group of statements that stay together.
struct Group {
    statements: Vec<usize>,
    class: Class,
}

/// The gain of a loop of its own for a group.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// The loop is parallel.
    Parallel,
    /// The loop has only one in it, which is parallel outside.
    Interchanged,
    /// There is none.
    Sequential,
}

/// Replaces a loop by one for each run of groups; `None` if it stays.
fn distribute(module: &mut Module, op: Op) -> Option<()> {
    let runs = runs(module, op)?;
    for needed in runs {
        let copy = module.clone_op(op, &mut FxHashMap::default());
        module.move_op(copy, Place::Before(op));
        let body = module.entry(copy, 0)?;
        for (number, inner) in module.ops_in(body).into_iter().enumerate().rev().skip(1) {
            if !needed.contains(&number) {
                module.erase(inner);
            }
        }
    }
    module.erase(op);
    Some(())
}

/// Returns the operations of the body that each loop has; `None` if nothing is gained.
fn runs(module: &Module, op: Op) -> Option<Vec<FxHashSet<usize>>> {
    let may_alias = |a, b| alias::may_alias_within(module, op, a, b);
    let body = Body::of(module, op, &may_alias)?;
    let groups = body.groups(&may_alias);
    if groups.len() < 2 || groups.iter().all(|group| group.class == Class::Sequential) {
        return None;
    }
    let ordered = body.ordered(groups, &may_alias)?;
    let runs = ordered.chunk_by(|a, b| a.class == b.class && a.class != Class::Interchanged);
    let runs: Vec<_> = runs.map(|run| body.needed_by(run)).collect();
    (2 <= runs.len()).then_some(runs)
}

impl<'m> Body<'m> {
    fn of(module: &'m Module, op: Op, may_alias: MayAlias<'_>) -> Option<Self> {
        let block = module.entry(op, 0)?;
        let step = module.op(op).int("step").filter(|step| 0 < *step)?;
        if MAX_ACCESSES < touches_inside(module, op).ok()?.len() {
            return None;
        }
        let (accesses, conflicts) = conflicts(module, op, module.args(block)[0], step, may_alias).ok()?;
        let mut ops = module.ops_in(block);
        ops.pop()?;
        let is_statement: Vec<bool> =
            ops.iter().map(|op| !is_repeatable(module, *op, &accesses, may_alias)).collect();
        let n_statements = is_statement.iter().filter(|is| **is).count();
        if conflicts.is_empty() || !(2..=MAX_STATEMENTS).contains(&n_statements) {
            return None;
        }
        let numbers: FxHashMap<Op, usize> = ops.iter().copied().zip(0..).collect();
        let in_body = |op: Op| {
            let mut outer = std::iter::successors(Some(op), |op| module.parent_op(*op));
            outer.find_map(|op| numbers.get(&op).copied())
        };
        let owners = accesses.iter().map(|access| in_body(access.op)).collect::<Option<Vec<usize>>>()?;
        let mut needs: Vec<FxHashSet<usize>> = Vec::new();
        for op in &ops {
            let operands = module.walk(*op).into_iter().flat_map(|inner| module.operands(inner).to_vec());
            let defining = operands.filter_map(|value| module.defining_op(value));
            let mut needed = FxHashSet::default();
            for number in defining.filter_map(|op| numbers.get(&op).copied()) {
                needed.extend(needs.get(number).into_iter().flatten().copied());
                needed.insert(number);
            }
            needs.push(needed);
        }
        Some(Self { module, op, ops, is_statement, needs, accesses, owners, conflicts })
    }

    /// Returns the groups in the order of their first statements.
    fn groups(&self, may_alias: MayAlias<'_>) -> Vec<Group> {
        let mut together = UnionFind::new(self.ops.len());
        for (number, needs) in self.needs.iter().enumerate().filter(|(number, _)| self.is_statement[*number])
        {
            for needed in needs.iter().filter(|needed| self.is_statement[**needed]) {
                together.union(number, *needed);
            }
        }
        for [a, b] in &self.conflicts {
            together.union(self.owners[*a], self.owners[*b]);
        }
        let mut groups: Vec<(usize, Group)> = Vec::new();
        for number in (0..self.ops.len()).filter(|number| self.is_statement[*number]) {
            let root = together.find(number);
            match groups.iter_mut().find(|(other, _)| *other == root) {
                Some((_, group)) => group.statements.push(number),
                None => groups.push((root, Group { statements: vec![number], class: Class::Sequential })),
            }
        }
        let mut groups: Vec<Group> = groups.into_iter().map(|(_, group)| group).collect();
        for group in &mut groups {
            group.class = self.class(&group.statements, may_alias);
        }
        groups
    }

    fn class(&self, statements: &[usize], may_alias: MayAlias<'_>) -> Class {
        let of_group = |access: usize| statements.contains(&self.owners[access]);
        if !self.conflicts.iter().any(|[a, _]| of_group(*a)) {
            let writes =
                (0..self.accesses.len()).any(|access| of_group(access) && self.accesses[access].is_write);
            return if writes { Class::Parallel } else { Class::Sequential };
        }
        match statements {
            [number] if self.is_parallel_outside(*number, may_alias) => Class::Interchanged,
            _ => Class::Sequential,
        }
    }

    /// Whether a statement is a loop that is parallel if it is moved out of this one.
    fn is_parallel_outside(&self, number: usize, may_alias: MayAlias<'_>) -> bool {
        let (module, inner) = (self.module, self.ops[number]);
        let own = self.accesses.iter().zip(&self.owners).filter(|(_, owner)| **owner == number);
        let own: Vec<MemRefAccess> = own.map(|(access, _)| access.clone()).collect();
        module.kind(inner) == OpKind::Affine(Affine::For)
            && module.n_results(inner) == 0
            && is_parallel_outside(module, self.op, inner, may_alias, &own)
    }

    /// Orders groups as one iteration runs them, those of one class together where that is possible; `None` if each of two
    /// groups comes before the other one.
    fn ordered(&self, mut groups: Vec<Group>, may_alias: MayAlias<'_>) -> Option<Vec<Group>> {
        let mut ordered: Vec<Group> = Vec::new();
        while !groups.is_empty() {
            let is_ready = |index: &usize| {
                let mut others = groups.iter().enumerate().filter(|(other, _)| other != index);
                !others.any(|(_, other)| self.comes_before(other, &groups[*index], may_alias))
            };
            let ready: Vec<usize> = (0..groups.len()).filter(is_ready).collect();
            let class = ordered.last().map(|group| group.class);
            let same = ready.iter().find(|index| Some(groups[**index].class) == class);
            let next = *same.or(ready.first())?;
            ordered.push(groups.remove(next));
        }
        Some(ordered)
    }

    /// Whether a statement of a group must run before one of another group in one iteration.
    fn comes_before(&self, group: &Group, other: &Group, may_alias: MayAlias<'_>) -> bool {
        let of = |group: &Group| {
            let numbers =
                (0..self.accesses.len()).filter(|access| group.statements.contains(&self.owners[*access]));
            numbers.collect::<Vec<usize>>()
        };
        let others = of(other);
        of(group).into_iter().any(|a| {
            others.iter().any(|b| {
                let (first, second) = (&self.accesses[a], &self.accesses[*b]);
                self.owners[a] < self.owners[*b]
                    && (first.is_write || second.is_write)
                    && may_alias(first.memref, second.memref)
            })
        })
    }

    /// Returns the operations that a loop with these groups needs.
    fn needed_by(&self, groups: &[Group]) -> FxHashSet<usize> {
        let statements = groups.iter().flat_map(|group| group.statements.iter().copied());
        statements.flat_map(|number| self.needs[number].iter().copied().chain([number])).collect()
    }
}
