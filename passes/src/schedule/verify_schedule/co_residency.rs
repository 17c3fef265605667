//! Checks that launches which end only when other work runs concurrently leave that work free to run.

use super::model::{Model, is_update};
use super::race::Orders;
use super::verdict::{Check, CheckDiagnostic, Verdict};

/// Returns the verdict about deadlocks. Stream waits end, since one thread issues them. A launch that is ordered
/// after another one that waits for its updates may have been ordered by a token, which is erased: that is unknown.
pub(super) fn check(model: &Model<'_>, orders: &Orders) -> Verdict {
    let scope = "one thread issues, and every wait names what was issued before it";
    let mut verdict = Verdict::new(model.func, Check::Deadlock, scope);
    let waiting: Vec<usize> = (0..model.works.len()).filter(|work| waits(model, *work)).collect();
    for (step, found) in model.steps.iter().enumerate() {
        if found.act.work().is_none() {
            continue;
        }
        let is_earlier = |work: &usize| model.works[*work] < step;
        for work in waiting.iter().filter(|work| is_earlier(work) && !orders.open[step].contains(**work)) {
            if is_update_of(model, step, *work) && model.clash(step, *work).is_none() {
                let message =
                    "not proved to end: this comes after a launch that waits for memory which this updates";
                let diagnostic = CheckDiagnostic::new(found.op, message)
                    .at(model.steps[model.works[*work]].op, "it is here");
                verdict.unknown.push(
                    diagnostic.help("on a stream of its own, with no wait between the two, it would run"),
                );
            }
        }
    }
    verdict
}

fn waits(model: &Model<'_>, work: usize) -> bool {
    !model.steps[model.works[work]].summary.spins.is_empty()
}

/// Whether a step updates memory that work waits for.
fn is_update_of(model: &Model<'_>, step: usize, work: usize) -> bool {
    let mut touches = model.steps[step].summary.touches.iter();
    touches.any(|touch| is_update(touch.access) && model.awaits(work, &touch.place))
}
