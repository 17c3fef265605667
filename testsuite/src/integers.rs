//! The integer operations that tests of widths and of edges compute with.

/// Operations on two integers; the second operand of divisions and shifts is in their range.
pub const BINARY: [&str; 20] = [
    "addi",
    "subi",
    "muli",
    "andi",
    "ori",
    "xori",
    "maxsi",
    "minsi",
    "maxui",
    "minui",
    "shli",
    "shrsi",
    "shrui",
    "divui",
    "remui",
    "ceildivui",
    "divsi",
    "remsi",
    "ceildivsi",
    "floordivsi",
];
