//! `:tutorial`: steps that explain a feature and enter an example.

use super::Repl;
use super::input::is_complete;
use super::script::entered;
use crate::driver::session::Stop;

/// The steps: headings after `# `, inputs after prompts, and prose.
const TEXT: &str = include_str!("tutorial.txt");

/// `:tutorial [STEP]`
pub(super) fn tutorial(repl: &mut Repl<'_>, args: &str) -> Result<(), Stop> {
    let steps: Vec<&str> = TEXT.split("\n# ").map(|step| step.trim_start_matches("# ")).collect();
    let number = if args.is_empty() { Some(repl.next_step) } else { args.parse().ok() };
    let step = number.and_then(|number| Some((number, steps.get(number.checked_sub(1)?)?)));
    let Some((number, step)) = step else {
        if args.is_empty() {
            repl.next_step = 1;
            repl.say("that was the last step; ':tutorial' begins again");
            return Ok(());
        }
        return repl.refuse(format!("expected a step from 1 to {}, but found '{args}'", steps.len()));
    };
    play_step(repl, number, steps.len(), step);
    repl.next_step = number + 1;
    if number < steps.len() {
        repl.say(
            "--- ':tutorial' continues; try things meanwhile, no step needs the state of the previous one ---",
        );
    } else {
        repl.say("--- this was the last step ---");
    }
    Ok(())
}

fn play_step(repl: &mut Repl<'_>, number: usize, n_steps: usize, step: &str) {
    let (title, lines) = step.split_once('\n').unwrap_or((step, ""));
    repl.say(format!("--- step {number} of {n_steps}: {title} ---"));
    let mut input = String::new();
    for line in lines.trim_end().lines() {
        let Some(line) = entered(line) else {
            repl.say(line);
            continue;
        };
        let prompt = if input.is_empty() { repl.prompt() } else { repl.continuation() };
        // Unlike user input, it must not be entered again when the transcript is played.
        repl.say(format!("  {prompt}{line}"));
        input.push_str(line);
        input.push('\n');
        if is_complete(&input) {
            repl.enter(&std::mem::take(&mut input));
            repl.flush();
        }
    }
}
