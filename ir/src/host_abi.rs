//! The C ABI by which compiled code calls the runtime, declared once: the runtime checks its functions
//! against [`host_abi!`](crate::host_abi!), and backends call by the [`Function`]s generated from it.

/// Passes the table of all functions to a macro. Functions in `calls` and `logs` take the run and the number
/// of the calling operation before their own parameters; calls return a status, which is nonzero after a
/// failure, logs return nothing.
#[macro_export]
macro_rules! host_abi {
    ($table:ident) => {
        $table! {
            calls {
                wl_scope_begin(n_streams: u32, n_events: u32);
                wl_scope_end();
                wl_arena_begin(bytes: u64);
                wl_arena(offset: u64, bytes: u64, out: *mut u64);
                wl_slice_begin(streams: *const u64, n_streams: u32, first_event: u32, n_events: u32);
                wl_slice_end();
                wl_stream_new(out: *mut u64);
                wl_stream_wait(handle: u64);
                wl_stream_end(handle: u64);
                wl_adopt(stream: u32, handle: u64);
                wl_launch(kernel: u32, stream: u32, dims: *const u64, args: *const u64, n_args: u32);
                wl_graph(graph: u32, stream: u32, params: *const u64);
                wl_record(event: u32, stream: u32);
                wl_wait(event: u32, stream: u32);
                wl_host_wait(stream: u32);
                wl_alloc(stream: u32, bytes: u64, align: u64, kind: u32, out: *mut u64);
                wl_free(stream: u32, kind: u32, address: u64);
                wl_copy(stream: u32, dst: u64, src: u64, bytes: u64);
                wl_copy_strided(
                    stream: u32, dst: u64, src: u64, element_bytes: u64, rank: u32, sizes: *const u64,
                    dst_strides: *const i64, src_strides: *const i64
                );
                wl_fill(stream: u32, dst: u64, pattern: u64, width: u32, count: u64);
                wl_fill_strided(
                    stream: u32, dst: u64, pattern: u64, width: u32, rank: u32, sizes: *const i64, strides: *const i64
                );
                wl_global(index: u32, out: *mut u64);
                wl_assert(has_compared: u64, a: i64, b: i64);
                wl_unequal_shapes(rank: u32, from: *const i64, to: *const i64);
                wl_clock(out: *mut u64);
                wl_print(kind: u32, bits: u64);
                wl_print_flops(bits: u64);
                wl_verify(kind: u32, actual: *const i64, expected: *const i64, out: *mut u64);
                wl_print_buffer(
                    kind: u32, form: u32, base: u64, offset: i64, rank: u32, sizes: *const i64, strides: *const i64
                );
            }
            of_kernels {
                wl_log_begin(log: *mut AccessLog, scratch: u64, bytes: u64);
                wl_log(log: *mut AccessLog, access: u32, address: u64, bytes: u64);
                wl_spin(turn: *const Turn, goes_on: u32) -> u32;
                wl_printf(printed: *mut Printed, format: *const u8, bytes: u64, args: *const [u64; 2], n_args: u64);
            }
            logs {
                wl_log_host(access: u32, address: u64, bytes: u64);
                wl_log_host_view(
                    access: u32, address: u64, element_bytes: u64, rank: u32, sizes: *const u64, strides: *const i64
                );
                wl_log_gives(token: u64);
                wl_log_follows(stream: u32, token: u64);
            }
        }
    };
}

/// The integer type of a parameter or a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// 32 bits.
    I32,
    /// 64 bits.
    I64,
}

/// A function of the runtime with this many own parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Function<const N: usize> {
    /// Its name.
    pub symbol: &'static str,
    /// Whether the run and the number of the operation precede them.
    pub takes_run: bool,
    /// Its own parameters.
    pub params: [Passed; N],
    /// Its result.
    pub result: Option<Passed>,
}

/// A C type that is passed as an integer.
trait AsPassed {
    const PASSED: Passed;
}

impl AsPassed for u32 {
    const PASSED: Passed = Passed::I32;
}

impl AsPassed for u64 {
    const PASSED: Passed = Passed::I64;
}

impl AsPassed for i64 {
    const PASSED: Passed = Passed::I64;
}

impl<T> AsPassed for *const T {
    const PASSED: Passed = Passed::I64;
}

impl<T> AsPassed for *mut T {
    const PASSED: Passed = Passed::I64;
}

/// The access log, output and turns of kernels, which only the runtime can read.
type AccessLog = std::ffi::c_void;
type Printed = std::ffi::c_void;
type Turn = std::ffi::c_void;

macro_rules! functions {
    (
        calls { $($call:ident($($arg:ident: $ty:ty),*);)* }
        of_kernels { $($own:ident($($own_arg:ident: $own_ty:ty),*) $(-> $result:ty)?;)* }
        logs { $($log:ident($($log_arg:ident: $log_ty:ty),*);)* }
    ) => {
        $(functions!($call, true, Some(Passed::I32), $($arg: $ty),*);)*
        $(functions!($log, true, None, $($log_arg: $log_ty),*);)*
        $(functions!($own, false, [$(Some(<$result>::PASSED),)? None][0], $($own_arg: $own_ty),*);)*
    };
    ($name:ident, $takes_run:expr, $result:expr, $($arg:ident: $ty:ty),*) => {
        #[doc = concat!("`", stringify!($name), "(", $(stringify!($arg: $ty), ", ",)* ")`")]
        #[expect(non_upper_case_globals, reason = "it has the name of the function")]
        pub const $name: Function<{ <[&str]>::len(&[$(stringify!($arg)),*]) }> = Function {
            symbol: stringify!($name),
            takes_run: $takes_run,
            params: [$(<$ty>::PASSED),*],
            result: $result,
        };
    };
}

host_abi!(functions);

/// The stream number of host operations, which run synchronously.
pub const NO_STREAM: u32 = u32::MAX;

/// The maximum number of dimensions of a strided copy.
pub const MAX_COPY_RANK: usize = 8;

/// The memory of a buffer, as passed to `wl_alloc` and `wl_free`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryKind {
    /// Plain host memory.
    Host = 0,
    /// Device memory, allocated and freed in stream order.
    Device = 1,
    /// Memory accessible from host and device.
    HostShared = 2,
}

impl MemoryKind {
    /// Returns the kind with this number.
    pub fn from_number(number: u32) -> Option<Self> {
        [Self::Host, Self::Device, Self::HostShared].into_iter().find(|kind| *kind as u32 == number)
    }
}

/// The value that `wl_print` prints, or the element format of `wl_print_buffer`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrintKind {
    /// A signed integer in all bits.
    I64 = 0,
    /// A float in the low 32 bits.
    F32 = 1,
    /// A float in all bits.
    F64 = 2,
    /// A line end; the bits are ignored. Not an element format.
    Newline = 3,
    /// An unsigned integer in all bits.
    U64 = 4,
    /// A character in the low 8 bits.
    Char = 5,
    /// A float in the low 16 bits.
    F16 = 6,
    /// A bfloat in the low 16 bits.
    BF16 = 7,
    /// A signed integer in the low 32 bits.
    I32 = 8,
    /// A signed integer in the low 16 bits.
    I16 = 9,
}

/// The form in which `wl_print_buffer` prints a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BufferForm {
    /// As `printMemref` functions of buffers with a known rank do.
    Ranked = 0,
    /// As those of buffers with an unknown rank do.
    Unranked = 1,
    /// As `printMemrefShape` functions do, without elements.
    Shape = 2,
}

impl BufferForm {
    /// Returns the form with this number.
    pub fn from_number(number: u32) -> Option<Self> {
        [Self::Ranked, Self::Unranked, Self::Shape].into_iter().find(|form| *form as u32 == number)
    }
}

impl PrintKind {
    /// Returns the kind with this number.
    pub fn from_number(number: u32) -> Option<Self> {
        use PrintKind::{BF16, Char, F16, F32, F64, I16, I32, I64, Newline, U64};
        let all = [I64, F32, F64, Newline, U64, Char, F16, BF16, I32, I16];
        all.into_iter().find(|kind| *kind as u32 == number)
    }
}

/// A kind of memory access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AccessKind {
    /// A read.
    Read,
    /// A write.
    Write,
    /// An atomic update.
    Atomic(Update),
    /// The lifetime of the memory begins.
    Alloc,
    /// The lifetime of the memory ends.
    Free,
}

/// The concurrent updates that do not race with an atomic update.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Update {
    /// Only synchronizing ones: its order relative to others is observable.
    Any,
    /// All: the kernel waits in a loop until other work updates this memory.
    Synchronizing,
    /// Those of the same kind: it commutes with them, and nothing reads the old values. The number is the
    /// kind of the `memref.atomic_rmw`.
    Commuting(u8),
}

impl AccessKind {
    /// Decodes an access: the lowest byte is the kind, and the others are the update.
    pub fn from_number(number: u32) -> Self {
        match number & 0xff {
            0 => Self::Read,
            2 => Self::Atomic(match number >> 8 {
                0 => Update::Any,
                1 => Update::Synchronizing,
                update => Update::Commuting((update - 2) as u8),
            }),
            3 => Self::Alloc,
            4 => Self::Free,
            _ => Self::Write,
        }
    }

    /// Encodes the access as a number.
    pub fn number(self) -> u32 {
        match self {
            Self::Read => 0,
            Self::Write => 1,
            Self::Atomic(Update::Any) => 2,
            Self::Atomic(Update::Synchronizing) => 2 | 1 << 8,
            Self::Atomic(Update::Commuting(kind)) => 2 | (2 + u32::from(kind)) << 8,
            Self::Alloc => 3,
            Self::Free => 4,
        }
    }

    /// Whether it changes the memory.
    pub fn is_write(self) -> bool {
        matches!(self, Self::Write | Self::Alloc | Self::Free)
    }

    /// Whether it races with a concurrent access.
    pub fn conflicts(self, other: Self) -> bool {
        match (self, other) {
            (Self::Atomic(a), Self::Atomic(b)) => a.conflicts(b),
            _ => self.is_write() || other.is_write() || self != other,
        }
    }
}

impl Update {
    fn conflicts(self, other: Self) -> bool {
        match (self, other) {
            (Self::Synchronizing, _) | (_, Self::Synchronizing) => false,
            (Self::Commuting(a), Self::Commuting(b)) => a != b,
            (Self::Any, _) | (_, Self::Any) => true,
        }
    }
}
