//! What is said of a program whose machine code breaks its process, which is not checked as the interpreter is.

use warpline_runtime::crash::{Ending, Endings, Guard};

use crate::report::Format;
use crate::session::Exit;
use crate::watchdog::last_words;

/// From now on, until the guard is dropped, the process ends as the interpreter would end a program for the same mistake.
pub(super) fn guard(format: Format) -> Guard {
    let ending = |exit: Exit, message: &str| Ending {
        message: last_words(format, exit, message).into_bytes(),
        code: exit as i32,
    };
    Guard::new(Endings {
        access: ending(
            Exit::Failed,
            "the program reaches outside of its memory, as an index out of bounds does; \
             without --bounds=off the run reports where",
        ),
        stack: ending(
            Exit::Limit,
            "the program needs more stack than there is, as calls without an end do; --device=interp tells where",
        ),
    })
}
