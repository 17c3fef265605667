//! Diagnostic codes: each identifies one class of diagnostics and keeps its meaning permanently.
//!
//! `E01xx` concerns the text, `E02xx` the rules of the operations, `E03xx` passes and backends, `E04xx`
//! limits, `E05xx` execution, `E06xx` expected diagnostics; `W…` are warnings. A retired code is never reused
//! for another class.

/// The explanation of a code, printed by `warpline explain`.
#[derive(Clone, Copy, Debug)]
pub struct Explained {
    /// The code, such as `E0101`.
    pub code: &'static str,
    /// The class in a few words.
    pub title: &'static str,
    /// The reason for the diagnostic, and a remedy.
    pub text: &'static str,
}

/// Generates the constants and [`ALL`] from one table.
macro_rules! codes {
    ($($name:ident = $code:literal, $title:literal, $text:literal;)*) => {
        $(#[doc = $title] pub const $name: &str = $code;)*

        /// Every code with its explanation, in order.
        pub static ALL: &[Explained] =
            &[$(Explained { code: $code, title: $title, text: $text }),*];
    };
}

codes! {
    LEXICAL = "E0101", "A character that begins no token",
        "The language has words, numbers, strings, names that begin with %, ^, @, # or !, and punctuation. Remove the \
        character, or put it into a string.";
    STRUCTURE = "E0102", "Text where an operation must start",
        "A file and a block hold operations only. An operation begins with its results and '=', or with its name; the \
        generic form has the name in quotes and '(' after it. Often the operation before ended too early.";
    SYNTAX = "E0103", "An operation, type or attribute does not follow its form",
        "The message states what was expected at the location and what was found. The generic form, \
        \"dialect.name\"(…) : (…) -> (…), works for every operation.";
    UNDEFINED = "E0104", "A value that is not defined",
        "A value must be defined in the same region or in an enclosing region. Sibling regions are not \
        visible, nor is anything outside of a function, a kernel or a module.";
    STRING = "E0105", "A string that does not end on its line",
        "Strings are closed by '\"' on the same line. Line breaks are written as \\n or \\0A.";
    BRACKET = "E0106", "An unmatched bracket",
        "Brackets of all kinds must pair. Where a brace is missing, the indentation is used to guess which \
        region is unclosed, so the location is the most likely one.";
    UNKNOWN_OP = "E0107", "An operation that its dialect does not have",
        "The dialect is known, but has no operation of this name. Bare names belong to the dialect of the \
        enclosing operation: func in functions, builtin in modules.";
    UNREGISTERED = "E0108", "An operation of an unknown dialect",
        "Operations of other dialects are read in generic form only, and only with --allow-unregistered-dialect.";
    REDEFINED = "E0109", "A name that is defined twice",
        "Values and block labels are defined once in a region, aliases once in a file. Sibling regions may use \
        the same names.";
    UNDEFINED_BLOCK = "E0110", "A block label that is not defined",
        "A branch goes to a block of its own region, which starts with the label and ':'.";
    UNDEFINED_ALIAS = "E0111", "An alias that is not defined",
        "Aliases such as #map and !t are defined at the top of the file, before their first use: #map = …. Those of \
        locations may follow after it.";
    USE_TYPE = "E0112", "A value that is used with another type than its own",
        "Types in the text of an operation must be those of its operands. The note points to the definition of \
        the value's type.";
    RESULT_COUNT = "E0113", "More or fewer names than results",
        "All results are named, or none. '%a:2 = …' names two results; '%a#1' is the second of them.";
    UNKNOWN_PASS = "E0121", "A pass or an option that does not exist",
        "'warpline passes' lists the passes with their options.";
    PIPELINE = "E0122", "The text of a pipeline does not follow its form",
        "A pipeline is a list of passes, such as builtin.module(cse,canonicalize{max-iterations=2}).";
    VERIFY = "E0201", "An operation violates its definition",
        "The text is well formed, but the operation is not: the message names the rule. 'warpline explain' with the \
        name of the operation shows its operands, results and attributes.";
    DOMINANCE = "E0202", "A value is used before it is defined",
        "On every path to the use, the definition must come first. Pass the value through block arguments, or move the \
        definition up.";
    SYMBOL = "E0203", "A symbol that is missing or of the wrong kind",
        "A symbol such as @f is looked up in the nearest enclosing symbol table: the module, or the \
        gpu.module. It must be defined there, by an operation of the required kind.";
    COUNT = "E0204", "A wrong number of operands, results, regions or successors",
        "The message states the actual and the required number. Groups of varying length are distinguished by \
        operandSegmentSizes and resultSegmentSizes, which must add up.";
    SLOT = "E0205", "An operand, result or attribute of a wrong kind",
        "The message names it by its number or name and states what is required. Inherent attributes are in \
        <{…}> in the generic form.";
    TYPES = "E0206", "Types that do not fit each other",
        "The operation relates the types of its operands and results, for instance all must be the same.";
    TERMINATOR = "E0207", "A block with a missing or wrong terminator",
        "A block ends with one terminator, such as func.return, cf.br or scf.yield, and has none before. The \
        enclosing operation determines which one.";
    BRANCH = "E0208", "A branch that does not fit its target",
        "A branch goes to a block of its own region, not to the entry block, and passes one value of the right type \
        for each argument of the block.";
    SYMBOL_REDEFINED = "E0209", "A symbol that is defined twice",
        "Names are unique in a symbol table. The note points to the first definition.";
    REGION = "E0210", "An operation in a wrong parent, or with wrong regions",
        "The message names the required parent, or how many blocks and arguments its regions have.";
    UNSUPPORTED = "E0301", "A pass or backend cannot handle an operation",
        "The program is valid, but contains an operation that this pipeline does not support. Lower it first \
        by another pass, or choose another target.";
    BROKEN_PASS = "E0302", "A pass produced an invalid module",
        "This is a fault of warpline. The preceding diagnostics name the violated rule; please report them \
        with the input.";
    VERSION = "E0303", "The chosen version of MLIR lacks part of the program",
        "--mlir-version=N prints a program as version N of MLIR does. The operation, attribute or type that the message \
        names was added later, or removed before. Choose another version, or rewrite the program without it.";
    RACE = "E0311", "Unordered work accesses the same memory",
        "Two operations access the same memory, one of them changes it, and neither the order of a stream nor \
        an event nor a wait of the host puts one before the other. The notes show the other operation and the \
        wait that is missing.";
    LIFETIME = "E0312", "A buffer used or freed outside its lifetime",
        "A buffer is used after it was freed, freed twice, or freed on some paths only. Free it once on every \
        path, after all of its uses.";
    LEASE = "E0313", "A nonexistent stream or event slot, or an unrecorded slot",
        "The attributes rt.streams and rt.events of the function record how many it leases; they are numbered \
        from 0. A slot must be recorded before something waits for it, or else the wait does nothing.";
    IN_FLIGHT = "E0314", "A function that returns while its work is in flight",
        "All work of a function is complete when it returns. Wait for it on the host before the return.";
    ARENA = "E0315", "Buffers that share memory of an arena are in use at the same time",
        "Two buffers of rt.arena overlap. Then each use of one must be complete before the first use of the \
        other, by streams, events or waits of the host, and neither may be used again after the other without \
        a new rt.arena. Give one of them another offset, or add the wait that the notes name.";
    LIMIT = "E0401", "A limit on the size or nesting of the input was exceeded",
        "Limits protect from inputs that would need too much time or memory. The exit code is 4.";
    DEVICE_MEMORY = "E0402", "The device memory limit cannot be met",
        "The buffers that are in use at one time take more bytes than --max-device-memory allows, even in the \
        work order with the smallest peak; the notes name them. The exit code is 4.";
    RUNTIME = "E0501", "The program failed while it ran",
        "The message describes the failure and its location; for instance an access out of bounds or a launch \
        that failed.";
    SUMMARY = "E0502", "A kernel accessed memory that its summary does not contain",
        "This is a fault of warpline: the order of device work relies on kernel summaries, and this kernel did \
        something else. Please report it with the input.";
    REFUSED = "E0503", "A diagnostic of a driver's compiler about kernel code",
        "As an error this is a fault of warpline, which produced invalid code for the driver; as a warning it \
        is the driver's advice. The operation is the one that the line of the text comes from, which the note \
        shows. Please report an error with the input.";
    MISTAKE = "E0504", "An operation that fails in every run",
        "The text shows that the operation fails whenever its function runs: constants, loops of constant \
        bounds and launches of constant sizes lead to an index out of bounds, to a division by zero, or to \
        freed memory.";
    NOT_PRODUCED = "E0601", "An expected diagnostic was not produced",
        "With --verify-diagnostics every comment 'expected-error {{…}}' must match a diagnostic on its line: \
        the message must contain the text, and the severity must be the same.";
    UNEXPECTED = "E0602", "A diagnostic that was not expected",
        "With --verify-diagnostics every diagnostic must be announced by a comment 'expected-error {{…}}' or the like \
        on its line, or with @+1, @-1, @above or @below near it. --verify-diagnostics=only-expected drops this rule.";
    BAD_EXPECTATION = "E0603", "An expectation that cannot be read",
        "In 'expected-error-re {{…}}' the parts between inner '{{' and '}}' are regular expressions, and must be \
        valid.";
    ROUND_TRIP = "E0604", "A module that does not read back as it was printed",
        "This is a fault of warpline, found by --verify-roundtrip. Please report it with the input.";
    STYLE = "W0101", "An older or looser form",
        "The form is understood; the message names the better one, which the printer writes.";
    NEAR_MARKER = "W0102", "A comment that is almost a split marker",
        "With --split-input-file the text is split at '// -----'. A shorter line of dashes does not split it.";
    ASYNC = "W0201", "A likely mistake in the use of asynchronous operations",
        "The program is legal, but its operations are not ordered as one would expect. The message names the \
        missing wait.";
    UNPROVED = "W0202", "A schedule that could not be proved right",
        "Nothing wrong was found, but some memory or effect is not known well enough. The notes state which \
        facts are missing; 'warpline run' on the CPU device checks the path that is taken.";
    REDUNDANT = "W0203", "A redundant wait",
        "All work that the wait covers is already complete; the wait costs time only.";
    UNFREED = "W0204", "A device buffer that is never freed",
        "The function allocates the buffer, does not pass it on and does not free it, so each call loses its \
        memory. Free it after its last use. A run counts such buffers among its 'leaks', and frees them at its end.";
    NO_KERNEL = "W0205", "A program without a kernel for its target",
        "The code for the target is empty: the program has no function in a 'gpu.module', and none of its loops becomes \
        a kernel. The notes give the reason for each loop nest; --remarks gives it for each loop.";
    SUSPECT = "W0206", "An operation that is wrong if it runs",
        "A condition decides whether the operation runs; if it does, it fails, as the message says. Or a function reads \
        memory that it never writes. A remark names what was not looked at, and the reason; a run with --detect-races or on \
        the interpreter does.";
    SUBGROUP_SIZE = "W0207", "A kernel that assumes another subgroup size",
        "The kernel is written for subgroups of 32 lanes, but the target has larger ones: a shuffle of width 32 reaches a \
        part of a subgroup, and thread ids divided by 32 do not number subgroups. Compute with gpu.lane_id, gpu.subgroup_id \
        and gpu.subgroup_size, or use gpu.subgroup_reduce, with a cluster size where the group is meant to have 32 lanes.";
}

/// Returns the explanation of a code.
pub fn explain(code: &str) -> Option<&'static Explained> {
    ALL.iter().find(|known| known.code == code)
}

/// Whether a code concerns a name of values, blocks or aliases. Such diagnostics mislead if the text that
/// would define the name could not be read.
pub fn is_about_names(code: &str) -> bool {
    matches!(code, UNDEFINED | REDEFINED | UNDEFINED_BLOCK | UNDEFINED_ALIAS | USE_TYPE | RESULT_COUNT)
}
