//! Reports crashes of machine code, which is not checked the way the interpreter is.

use warpline_runtime::crash::{Ending, Endings, Guard};

use crate::driver::report::Format;
use crate::driver::session::Exit;
use crate::driver::watchdog::last_words;

/// Until the guard is dropped, makes a crash end the process as the interpreter would end a program for the
/// same error.
pub(super) fn guard(format: Format) -> Guard {
    let ending = |exit: Exit, message: &str| Ending {
        message: last_words(format, exit, message).into_bytes(),
        code: exit as i32,
    };
    Guard::new(&Endings {
        access: ending(
            Exit::Failed,
            "the program accesses memory out of bounds, as with an index out of bounds; \
             without --bounds=off the run reports where",
        ),
        stack: ending(
            Exit::Limit,
            "the program overflows the stack, as infinite recursion does; --device=interp reports where",
        ),
        instruction: ending(
            Exit::Failed,
            "the program executes memory that holds no instructions, as after a store out of bounds; \
             without --bounds=off the run reports where",
        ),
        arithmetic: ending(
            Exit::Failed,
            "the processor traps on an operation of the program, such as a division by zero; --device=interp reports \
             where",
        ),
        abort: ending(
            Exit::Failed,
            "the program has damaged memory of the process, as a store out of bounds does; \
             without --bounds=off the run reports where",
        ),
    })
}
