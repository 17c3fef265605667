//! Weakens programs: removes one token from the dependences of a step.

use super::syntax::{ProgramStep, Region, Steps, Token};

/// Returns the program once per dependence, without that dependence.
pub fn without_dependences(steps: &Steps) -> Vec<Steps> {
    let mut all = Vec::new();
    loop {
        let mut mutant = steps.clone();
        let mut left = all.len();
        let functions = mutant.functions.iter_mut().map(|function| &mut function.body);
        let is_done = functions.chain([&mut mutant.main]).any(|region| weaken(region, &mut left));
        if !is_done {
            return all;
        }
        all.push(mutant);
    }
}

/// Removes the dependence with number `left`; returns whether it is in the region.
fn weaken(region: &mut Region, left: &mut usize) -> bool {
    region.steps.iter_mut().any(|step| weaken_step(step, left))
}

fn weaken_step(step: &mut ProgramStep, left: &mut usize) -> bool {
    match step {
        ProgramStep::Work { deps, .. } | ProgramStep::Join { deps, .. } | ProgramStep::Wait(deps) => {
            take(deps, left)
        }
        ProgramStep::Execute { deps, body, .. } => take(deps, left) || weaken(body, left),
        ProgramStep::If(_, regions, _) | ProgramStep::While(_, _, _, regions) => {
            regions.iter_mut().any(|region| weaken(region, left))
        }
        ProgramStep::For(_, _, _, body) => weaken(body, left),
        ProgramStep::Await(_) | ProgramStep::Host(_) | ProgramStep::Call(..) => false,
    }
}

fn take(deps: &mut Vec<Token>, left: &mut usize) -> bool {
    if *left < deps.len() {
        deps.remove(*left);
        return true;
    }
    *left -= deps.len();
    false
}
