//! HEFT: list scheduling by upward rank, with insertion into the first gap that is long enough.
//!
//! The algorithm of Topcuoglu, Hariri and Wu (2002) for homogeneous machines. It shares only the cost of an
//! event with the scheduler.

use warpline_passes::TargetModel;

/// A task of a random graph.
pub(crate) struct Task {
    /// The duration in microseconds.
    pub(crate) duration: f64,
    /// The predecessors, all with smaller numbers.
    pub(crate) preds: Vec<usize>,
}

/// The time and the machine of a task.
#[derive(Clone, Copy)]
struct Slot {
    machine: usize,
    start: f64,
    end: f64,
}

/// Returns the makespan on `n_machines` machines.
pub(crate) fn makespan(tasks: &[Task], n_machines: usize) -> f64 {
    let rank = ranks(tasks, hop() * (n_machines - 1) as f64 / n_machines as f64);
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

/// Returns the length of the critical path, a lower bound of every schedule.
pub(crate) fn longest_path(tasks: &[Task]) -> f64 {
    ranks(tasks, 0.0).into_iter().fold(0.0, f64::max)
}

/// Returns for each task the longest path from its start to the end of the graph.
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

/// Returns the time at which the inputs of a task are available on a machine.
fn arrival(task: &Task, slots: &[Option<Slot>], machine: usize) -> f64 {
    let seen = |slot: &Slot| slot.end + if slot.machine == machine { 0.0 } else { hop() };
    task.preds.iter().filter_map(|pred| slots[*pred].as_ref()).map(seen).fold(0.0, f64::max)
}

/// Returns the first time from `ready` on at which a machine is idle for `duration`.
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

/// Returns the microseconds until another machine observes an end.
fn hop() -> f64 {
    TargetModel::any().costs.hop
}
