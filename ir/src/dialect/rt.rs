//! The rt dialect: a host function after scheduling, one operation per runtime call.
//!
//! Streams and event slots are numbers that the function leases as a whole; its attributes `rt.streams` and
//! `rt.events` record their counts. `rt.arena` records the bytes of device memory that it leases with them;
//! buffers of constant size have offsets in this arena. Generated code never creates or destroys a stream, an
//! event or an arena, so none can leak. Every operation becomes one call that returns a status. Numbers from
//! `rt.streams` on denote streams of the program, which `rt.adopt` names; the function uses them and never
//! destroys them.
//!
//! Ordering constraints that tokens of the program impose and effects do not are recorded in the attributes
//! `token`, `after` and `beside` of work, and in `rt.awaited`; the verification of the form checks the waits
//! against them. They generate no code. Nodes of a graph have no tokens; their `after` and `beside` list
//! nodes of the graph by number. `beside` contains only work that the issuing thread did not wait for
//! (`async`), or that another thread issued: `body` lists the bodies of `async.execute` that enclosed the
//! work. Work without these attributes was issued in program order.
//!
//! `rt.assert`, `rt.spin` and `rt.interval` occur in functions that run the blocks of a launch (`cpu-shape-kernels`),
//! `rt.access` in kernels whose races are detected (`cpu-log-accesses`), and `rt.cmpxchg` in kernels
//! (`expand-generic-atomics`).

use crate::def::{
    AttrConstraint, AttrSlot, Blocks, DeviceWork, Effect, OpDef, Reach, Requirement, Trait, TypeSet,
    any_number, one, optional, optional_attr, required_attr, same_type, types,
};
use crate::dialect::ptr::POINTER;
use crate::types::{Signedness, Type, TypeKind};

mod arena;
mod graph;
mod stream_call;

pub use arena::{ARENA_ALIGN, arena_range, static_bytes};
pub use graph::{Graph, graph_around};
pub use stream_call::StreamCall;

/// A stream or slot number.
const NUMBER: AttrConstraint = AttrConstraint::Int(Type::I32);
/// Numbers of tokens.
const NUMBERS: AttrConstraint = AttrConstraint::DenseArray(Type::I32);
/// The number of the work as a token.
const TOKEN: AttrSlot = optional_attr("token", NUMBER);
/// The tokens of the program that precede the work.
const AFTER: AttrSlot = optional_attr("after", NUMBERS);
/// Earlier work that the program leaves unordered with this work, although both may access the same memory.
const BESIDE: AttrSlot = optional_attr("beside", NUMBERS);
/// Whether the issuing thread of the program did not wait for the work.
const ASYNC: AttrSlot = optional_attr("async", AttrConstraint::Unit);
/// The bodies of `async.execute` that enclosed the work in the program, the outermost first.
const BODY: AttrSlot = optional_attr("body", NUMBERS);

/// What has an address.
static MEMORY: TypeSet = TypeSet {
    name: "memref or pointer type",
    accepts: |m, ty| m.is_ptr(ty) || (types::ANY_MEMREF.accepts)(m, ty),
    only: None,
};
/// The integers that a processor compares and swaps.
static SWAPPED: TypeSet = TypeSet {
    name: "8/16/32/64-bit signless integer",
    accepts: |m, ty| matches!(m.type_kind(ty), TypeKind::Integer(8 | 16 | 32 | 64, Signedness::Signless)),
    only: None,
};

dialect! {
    /// Host code after `gpu-schedule`: one operation per runtime call, on numbered streams and event slots.
    /// Programs need not contain it, but it is parsed, printed and verified like all other dialects.
    Rt = "rt" {
        /// Enqueues a kernel on a stream.
        Launch = OpDef::new("launch").work(DeviceWork::Launch)
            .operands(&[one("gridSizeX", &types::LAUNCH_SIZE), one("gridSizeY", &types::LAUNCH_SIZE),
                one("gridSizeZ", &types::LAUNCH_SIZE), one("blockSizeX", &types::LAUNCH_SIZE),
                one("blockSizeY", &types::LAUNCH_SIZE), one("blockSizeZ", &types::LAUNCH_SIZE),
                optional("dynamicSharedMemorySize", &types::ANY), any_number("kernelOperands", &types::ANY)])
            .attrs(&[required_attr("kernel", AttrConstraint::Symbol), optional_attr("stream", NUMBER), TOKEN, AFTER, BESIDE, ASYNC, BODY])
            .verify(graph::verify_stream)
            .pattern("$kernel (`on` $stream^)? `blocks` `(` $gridSizeX `,` $gridSizeY `,` $gridSizeZ `)` `threads` `(` $blockSizeX `,` $blockSizeY `,` $blockSizeZ `)` (`dynamic_shared_memory_size` $dynamicSharedMemorySize^)? attr-dict `:` type($gridSizeX) `,` type($gridSizeY) `,` type($gridSizeZ) `,` type($blockSizeX) `,` type($blockSizeY) `,` type($blockSizeZ) (`shared` type($dynamicSharedMemorySize)^)? `args` `(` ($kernelOperands^ `:` type($kernelOperands))? `)`"),
        /// Assigns a number to a stream of the program, after those that the function leases.
        Adopt = OpDef::new("adopt").operands(&[one("object", &types::ANY)])
            .attrs(&[required_attr("stream", NUMBER)])
            .pattern("$object `as` $stream attr-dict `:` type($object)"),
        /// Records the current point of a stream in an event slot.
        Record = OpDef::new("record")
            .attrs(&[required_attr("event", NUMBER), required_attr("stream", NUMBER)])
            .pattern("$event `on` $stream attr-dict"),
        /// Makes a stream wait for the point in an event slot.
        Wait = OpDef::new("wait")
            .attrs(&[required_attr("event", NUMBER), required_attr("stream", NUMBER)])
            .pattern("$event `on` $stream attr-dict"),
        /// Blocks the host until all work issued to a stream is complete.
        HostWait = OpDef::new("host_wait").attrs(&[required_attr("stream", NUMBER)])
            .pattern("$stream attr-dict"),
        /// Records that the host has waited here for the work of tokens, as the program requires.
        Awaited = OpDef::new("awaited").attrs(&[required_attr("tokens", NUMBERS)]).pattern("$tokens attr-dict"),
        /// Allocates a device buffer in stream order, or a buffer accessible from host and device.
        Alloc = OpDef::new("alloc").work(DeviceWork::Allocate).operands(&[any_number("dynamicSizes", &types::INDEX)])
            .results(&[one("memref", &types::MEMREF).effect(Effect::Allocate)])
            .attrs(&[optional_attr("hostShared", AttrConstraint::Unit), required_attr("stream", NUMBER), TOKEN, AFTER, BESIDE, ASYNC, BODY])
            .pattern("(`host_shared` $hostShared^)? `(` $dynamicSizes `)` `on` $stream attr-dict `:` type($memref)")
            .result_names(&["memref"])
            .reach(Reach::Proved),
        /// A buffer at a byte offset in the arena that the function leases. Its lifetime begins here, its
        /// contents are undefined, and it is not freed.
        Arena = OpDef::new("arena").results(&[one("memref", &types::MEMREF).effect(Effect::Allocate)])
            .attrs(&[required_attr("offset", AttrConstraint::Int(Type::I64))])
            .pattern("$offset attr-dict `:` type($memref)").result_names(&["memref"])
            .verify(arena::verify_arena)
            .reach(Reach::Proved),
        /// Frees a buffer in stream order.
        Free = OpDef::new("free").work(DeviceWork::Free).operands(&[one("memref", &types::ANY_MEMREF).effect(Effect::Free)])
            .attrs(&[optional_attr("hostShared", AttrConstraint::Unit), required_attr("stream", NUMBER), TOKEN, AFTER, BESIDE, ASYNC, BODY])
            .pattern("(`host_shared` $hostShared^)? $memref `on` $stream attr-dict `:` type($memref)"),
        /// Copies all elements of the second buffer to the first, in stream order.
        Copy = OpDef::new("copy").work(DeviceWork::Copy)
            .operands(&[one("dst", &types::MEMREF).effect(Effect::Write), one("src", &types::MEMREF).effect(Effect::Read)])
            .attrs(&[optional_attr("stream", NUMBER), TOKEN, AFTER, BESIDE, ASYNC, BODY]).verify(graph::verify_stream)
            .pattern("$dst `,` $src (`on` $stream^)? attr-dict `:` type($dst) `,` type($src)"),
        /// Sets every element to a value, in stream order.
        Fill = OpDef::new("fill").work(DeviceWork::Fill)
            .operands(&[one("dst", &types::MEMREF).effect(Effect::Write), one("value", &types::ANY)])
            .attrs(&[optional_attr("stream", NUMBER), TOKEN, AFTER, BESIDE, ASYNC, BODY]).verify(graph::verify_stream)
            .pattern("$dst `,` $value (`on` $stream^)? attr-dict `:` type($dst) `,` type($value)"),
        /// Aborts the launch with a message if the condition is false, and reports a block, a thread and both
        /// operands of the comparison in the condition. `number` counts the assertions of the module of the
        /// kernel.
        Assert = OpDef::new("assert")
            .operands(&[one("condition", &types::BOOL), one("blockX", &types::INDEX), one("blockY", &types::INDEX),
                one("blockZ", &types::INDEX), one("threadX", &types::INDEX), one("threadY", &types::INDEX),
                one("threadZ", &types::INDEX), any_number("compared", &types::INDEX)])
            .attrs(&[required_attr("msg", AttrConstraint::Str), optional_attr("number", NUMBER)])
            .pattern("$condition `,` $msg `block` `(` $blockX `,` $blockY `,` $blockZ `)` `thread` `(` $threadX `,` $threadY `,` $threadZ `)` (`compared` `(` $compared^ `)`)? attr-dict"),
        /// Writes an integer to an address if the one there is the expected one. Results are the integer that was
        /// there and whether it stays, which it may although it is the expected one: an element beside it in the
        /// same word may have changed.
        Cmpxchg = OpDef::new("cmpxchg").requires(&[Requirement::Bytes])
            .operands(&[one("expected", &SWAPPED), one("desired", &SWAPPED),
                one("ptr", &POINTER).effect(Effect::Write)])
            .results(&[one("seen", &SWAPPED), one("failed", &types::BOOL)])
            .pattern("$expected `,` $desired `,` $ptr attr-dict `:` type($expected) `,` type($ptr)")
            .type_rules(&[same_type("desired", "expected"), same_type("seen", "expected")])
            .result_names(&["seen", "failed"]),
        /// The bytes of the memory of a buffer or a pointer: those before the beginning of the buffer, as
        /// `ptr.to_ptr` has it, or before the address, and those from there on. The runtime knows the memory that
        /// the program allocates; of other memory there is no end.
        Extent = OpDef::new("extent").operands(&[one("memory", &MEMORY)])
            .results(&[one("before", &types::INDEX), one("after", &types::INDEX)]).traits(&[Trait::Pure])
            .pattern("$memory attr-dict `:` type($memory)"),
        /// Whether the memory of a buffer is not freed: memory that the runtime does not know never is.
        Live = OpDef::new("live").operands(&[one("memory", &types::MEMREF)]).results(&[one("result", &types::BOOL)])
            .pattern("$memory attr-dict `:` type($memory)"),
        /// Whether two buffers share no byte.
        Apart = OpDef::new("apart").operands(&[one("a", &types::MEMREF), one("b", &types::MEMREF)])
            .results(&[one("result", &types::BOOL)]).traits(&[Trait::Pure])
            .pattern("$a `,` $b attr-dict `:` type($a) `,` type($b)"),
        /// Yields to other work in each iteration of a loop that only other work can end. The operand is the
        /// loop condition, if it is known.
        Spin = OpDef::new("spin").operands(&[optional("goesOn", &types::BOOL)]).pattern("($goesOn^)? attr-dict"),
        /// Reports to the race detector that an element of a buffer, or what a pointer refers to, is about to be accessed: to
        /// write the value, to update it atomically, with the number of that access in the ABI, or to read it. With the
        /// linear number of a thread in its block it is compared with the accesses of other threads. `number` counts the
        /// accesses of the module. The effect keeps its place among accesses to the memory, which it only reads.
        Access = OpDef::new("access")
            .operands(&[one("memref", &MEMORY).effect(Effect::Write), any_number("indices", &types::INDEX),
                optional("value", &types::ANY), optional("thread", &types::INDEX)])
            .attrs(&[optional_attr("update", NUMBER), required_attr("bytes", NUMBER), required_attr("number", NUMBER)])
            .pattern("(`update` $update^)? $memref (`[` $indices^ `]`)? (`value` $value^ `:` type($value))? (`by` $thread^)? attr-dict `:` type($memref)"),
        /// Begins a part of the execution of a block, by its linear number in the grid, whose accesses no barrier orders: its
        /// begin, or what follows a barrier.
        Interval = OpDef::new("interval").operands(&[one("block", &types::INDEX)]).pattern("$block attr-dict"),
        /// Runs launches, copies and fills as one command of a stream, ordered by its edges alone. Before
        /// scheduling it has tokens and no stream.
        Graph = OpDef::new("graph").operands(&[any_number("asyncDependencies", &types::TOKEN)])
            .results(&[optional("asyncToken", &types::TOKEN)])
            .attrs(&[required_attr("edges", AttrConstraint::DenseArray(Type::I32)), optional_attr("stream", NUMBER), TOKEN, AFTER, BESIDE])
            .traits(&[Trait::SingleBlock, Trait::NoTerminator, Trait::NoRegionArgs]).regions(&["nodes"])
            .blocks(&[Blocks::One]).code(graph::SYNTAX).verify_regions(graph::verify),
    }
}

impl Rt {
    /// Whether it is an operation of a schedule, and not one of kernels or of checks, which other functions have, too.
    pub fn is_of_schedule(self) -> bool {
        match self {
            Self::Launch
            | Self::Adopt
            | Self::Record
            | Self::Wait
            | Self::HostWait
            | Self::Awaited
            | Self::Alloc
            | Self::Arena
            | Self::Free
            | Self::Copy
            | Self::Fill
            | Self::Graph => true,
            Self::Assert
            | Self::Spin
            | Self::Access
            | Self::Interval
            | Self::Cmpxchg
            | Self::Extent
            | Self::Live
            | Self::Apart => false,
        }
    }
}
