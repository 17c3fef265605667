//! HEFT: list scheduling by the longest path behind each task, into the first gap that is long enough.
//!
//! The algorithm of Topcuoglu, Hariri and Wu (2002) for machines that are all alike. It shares nothing with the scheduler
//! but the cost of an event.

use warpline_passes::schedule::model::HOP;

/// A task of a random graph.
pub(crate) struct Task {
    /// Microseconds.
    pub(crate) duration: f64,
    /// The tasks before it, all of smaller numbers.
    pub(crate) preds: Vec<usize>,
}

/// When a task runs, and where.
#[derive(Clone, Copy)]
struct Slot {
    machine: usize,
    start: f64,
    end: f64,
}

/// When the last task ends on so many machines.
pub(crate) fn makespan(tasks: &[Task], n_machines: usize) -> f64 {
    let rank = ranks(tasks, HOP * (n_machines - 1) as f64 / n_machines as f64);
    let mut order: Vec<usize> = (0..tasks.len()).collect();
    order.sort_by(|a, b| rank[*b].total_cmp(&rank[*a]).then(a.cmp(b)));
    let mut machines: Vec<Vec<(f64, f64)>> = vec![Vec::new(); n_machines];
    let mut slots: Vec<Option<Slot>> = vec![None; tasks.len()];
    for task in order {
        let found = (0..n_machines).map(|machine| {
            let start = gap(&machines[machine], arrival(&tasks[task], &slots, machine), tasks[task].duration);
            Slot { machine, start, end: start + tasks[task].duration }
        });
        let slot = found.min_by(|a, b| a.end.total_cmp(&b.end)).expect("there is a machine");
        let busy = &mut machines[slot.machine];
        let at = busy.partition_point(|(start, _)| *start < slot.start);
        busy.insert(at, (slot.start, slot.end));
        slots[task] = Some(slot);
    }
    slots.iter().flatten().map(|slot| slot.end).fold(0.0, f64::max)
}

/// The longest path: no schedule takes less.
pub(crate) fn longest_path(tasks: &[Task]) -> f64 {
    ranks(tasks, 0.0).into_iter().fold(0.0, f64::max)
}

/// For each task the longest path from its start to the end of all.
fn ranks(tasks: &[Task], hop: f64) -> Vec<f64> {
    let mut rank = vec![0.0f64; tasks.len()];
    for (number, task) in tasks.iter().enumerate().rev() {
        rank[number] += task.duration;
        for pred in &task.preds {
            rank[*pred] = rank[*pred].max(rank[number] + hop);
        }
    }
    rank
}

/// When a machine has what a task needs.
fn arrival(task: &Task, slots: &[Option<Slot>], machine: usize) -> f64 {
    let seen = |slot: &Slot| slot.end + if slot.machine == machine { 0.0 } else { HOP };
    task.preds.iter().filter_map(|pred| slots[*pred].as_ref()).map(seen).fold(0.0, f64::max)
}

/// The first time from `ready` on at which a machine is idle for so long.
fn gap(busy: &[(f64, f64)], ready: f64, duration: f64) -> f64 {
    let mut start = ready;
    for (from, to) in busy {
        if start + duration <= *from {
            return start;
        }
        start = start.max(*to);
    }
    start
}
