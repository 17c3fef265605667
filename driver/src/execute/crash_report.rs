//! Reports crashes of machine code, which is not checked the way the interpreter is.

use std::fmt::Write as _;

use warpline_runtime::crash::{Ending, Endings, Guard};

use crate::report::Format;
use crate::session::Exit;
use crate::watchdog::last_words;

/// The most kernels that a report names.
const MAX_KERNELS: usize = 4;

/// Until the guard is dropped, makes a crash end the process as the interpreter would end a program for the
/// same error. The report names the function that runs, and the kernels that it may launch.
pub(super) fn guard(format: Format, function: &str, file: &str, kernels: &[String]) -> Guard {
    let mut what = format!("while '@{function}' of '{file}' ran");
    if !kernels.is_empty() {
        let named: Vec<String> = kernels.iter().take(MAX_KERNELS).map(|name| format!("'{name}'")).collect();
        let more = kernels.len().saturating_sub(MAX_KERNELS);
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        let _ = write!(what, " with the kernels {}{more}", named.join(", "));
    }
    let ending = |exit: Exit, message: &str| Ending {
        message: last_words(format, exit, &format!("{message}, {what}")).into_bytes(),
        code: exit as i32,
    };
    Guard::new(&Endings {
        access: ending(
            Exit::Failed,
            "the program accesses memory out of bounds, as with an index out of bounds",
        ),
        stack: ending(Exit::Limit, "the program overflows the stack, as infinite recursion does"),
        instruction: ending(
            Exit::Failed,
            "the program executes memory that holds no instructions, as after a store out of bounds",
        ),
        arithmetic: ending(
            Exit::Failed,
            "the processor traps on an operation of the program, such as a division by zero",
        ),
        abort: ending(
            Exit::Failed,
            "the program has damaged memory of the process, as a store out of bounds does",
        ),
        memory: ending(Exit::Limit, "the program needs more memory than the process may have"),
    })
}
