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
            "the program reaches outside of its memory, as an index out of bounds does; \
             without --bounds=off the run reports where",
        ),
        stack: ending(
            Exit::Limit,
            "the program needs more stack than there is, as calls without an end do; --device=interp tells where",
        ),
        instruction: ending(
            Exit::Failed,
            "the program runs into memory that holds no instructions, as a store outside of its memory brings about; \
             without --bounds=off the run reports where",
        ),
        arithmetic: ending(
            Exit::Failed,
            "the processor refuses an operation of the program, as it does for a division by zero; --device=interp tells \
             where",
        ),
        abort: ending(
            Exit::Failed,
            "the program has damaged memory of the process, as a store out of bounds does; \
             without --bounds=off the run reports where",
        ),
    })
}
