//! The C ABI by which compiled code calls the runtime, declared once: the runtime checks its functions
//! against [`host_abi!`](crate::host_abi!), and backends call by the [`Function`]s generated from it.

use crate::artifact::LaunchDims;
use crate::module::Module;
use crate::types::{Float, Signedness, Type, TypeKind};

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
                wl_unequal_shapes(from_rank: u32, from: *const i64, to_rank: u32, to: *const i64);
                wl_clock(out: *mut u64);
                wl_print(kind: u32, bits: u64);
                wl_print_flops(bits: u64);
                wl_verify(kind: u32, actual: *const BufferSlots, expected: *const BufferSlots, out: *mut u64);
                wl_print_buffer(kind: u32, form: u32, buffer: *const BufferSlots);
                wl_sort(kind: u32, n: u64, buffer: *const BufferSlots);
                wl_async_create(is_group: u32, out: *mut u64);
                wl_async_add(object: u64, group: u64, out: *mut u64);
                wl_async_finish(object: u64, is_error: u32);
                wl_async_is_error(object: u64, out: *mut u64);
                wl_async_await(object: u64, needs_success: u32);
                wl_async_store(object: u64, slots: *const u64, n: u64);
                wl_async_load(object: u64, slots: *mut u64, n: u64);
            }
            of_kernels {
                wl_log_begin(log: *mut AccessLog, launch: *const LaunchDims, scratch: u64, bytes: u64);
                wl_log_interval(log: *mut AccessLog, block: u64);
                wl_log_access(log: *mut AccessLog, access: u32, address: u64, bytes: u64, thread: u64, number: u32);
                wl_log(log: *mut AccessLog, access: u32, address: u64, bytes: u64, number: u32);
                wl_log_view(
                    log: *mut AccessLog, access: u32, address: u64, element_bytes: u64, rank: u32, sizes: *const u64,
                    strides: *const i64
                );
                wl_spin(turn: *const Turn, goes_on: u32) -> u32;
                wl_extent(address: u64, out: *mut u64);
                wl_live(address: u64) -> u32;
                wl_apart(a: *const BufferSlots, a_bytes: u64, b: *const BufferSlots, b_bytes: u64) -> u32;
                wl_printf(printed: *mut Printed, format: *const u8, bytes: u64, args: *const [u64; 2], n_args: u64);
            }
            logs {
                wl_log_host(access: u32, address: u64, bytes: u64);
                wl_log_host_view(
                    access: u32, address: u64, element_bytes: u64, rank: u32, sizes: *const u64, strides: *const i64
                );
                wl_log_gives(token: u64);
                wl_log_follows(stream: u32, token: u64);
                wl_log_beside(token: u64);
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

/// A buffer as functions of the runtime are told about it.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct BufferSlots {
    /// The address of its memory, before the offset.
    pub base: u64,
    /// The number of its first element.
    pub offset: i64,
    /// The number of its dimensions.
    pub rank: u64,
    /// The address of as many sizes, of 64 bits each.
    pub sizes: u64,
    /// The address of as many strides in elements, of 64 bits each.
    pub strides: u64,
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

/// The bytes on each side of an address in memory that the runtime does not know, as `rt.extent` has them.
pub const UNKNOWN_BYTES: i64 = 1 << 61;

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

/// What `wl_print` prints, or the elements of the buffer of `wl_print_buffer`, in the forms of MLIR's runner libraries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrintKind {
    /// A line end; the bits are ignored. Not a kind of element.
    Newline,
    /// A signed integer of this width, at most 64.
    Signed(u32),
    /// An unsigned integer of this width, at most 64.
    Unsigned(u32),
    /// A character of 8 bits, as C++ prints an 8-bit integer.
    Char,
    /// A float.
    Float(Float),
    /// Two floats, in parentheses.
    Complex(Float),
    /// Four rows of four floats, in brackets.
    Rows4x4(Float),
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
    /// Returns the form of a `printMemref` function of this name; `None` for other functions.
    pub fn of_function(name: &str) -> Option<Self> {
        let kind = name.strip_prefix("printMemref")?;
        let is_ranked = kind.starts_with(|first: char| first.is_ascii_digit() || first == 'V');
        Some(match is_ranked {
            _ if kind.starts_with("Shape") => Self::Shape,
            true => Self::Ranked,
            false => Self::Unranked,
        })
    }

    /// Returns the form with this number.
    pub fn from_number(number: u32) -> Option<Self> {
        [Self::Ranked, Self::Unranked, Self::Shape].into_iter().find(|form| *form as u32 == number)
    }
}

impl PrintKind {
    /// Returns the kind of a type in `vector.print` and the scalar print functions; `None` if they do not support it.
    pub fn of(module: &Module, ty: Type) -> Option<Self> {
        match module.type_kind(ty) {
            TypeKind::Integer(1, _) => Some(Self::Unsigned(1)),
            TypeKind::Integer(width @ ..=64, Signedness::Unsigned) => Some(Self::Unsigned(*width)),
            TypeKind::Index => Some(Self::Unsigned(64)),
            TypeKind::Integer(width @ ..=64, _) => Some(Self::Signed(*width)),
            TypeKind::Float(format) => Some(Self::Float(*format)),
            TypeKind::Complex(part) => module.float_kind(*part).map(Self::Complex),
            _ => None,
        }
    }

    /// Returns the kind of elements of a type in `printMemref` functions: `i8` as characters, and vectors of 4 by 4
    /// floats; `None` if they do not support it.
    pub fn of_element(module: &Module, ty: Type) -> Option<Self> {
        match module.type_kind(ty) {
            TypeKind::Vector(shape, _, element) if **shape == [4, 4] => {
                module.float_kind(*element).map(Self::Rows4x4)
            }
            _ if ty == Type::I8 => Some(Self::Char),
            _ => Self::of(module, ty),
        }
    }

    /// Returns the number of scalars that an element consists of; 0 for the line end.
    pub fn n_parts(self) -> usize {
        match self {
            Self::Newline => 0,
            Self::Signed(_) | Self::Unsigned(_) | Self::Char | Self::Float(_) => 1,
            Self::Complex(_) => 2,
            Self::Rows4x4(_) => 16,
        }
    }

    /// Returns the size in memory of each scalar of an element, in bytes, at most 8: the power of two that holds it.
    pub fn part_bytes(self) -> usize {
        let bits = match self {
            Self::Signed(width) | Self::Unsigned(width) => width,
            Self::Newline | Self::Char => 8,
            Self::Float(format) | Self::Complex(format) | Self::Rows4x4(format) => format.width().min(64),
        };
        (bits.div_ceil(8) as usize).next_power_of_two()
    }

    /// Returns the size in memory of an element, in bytes.
    pub fn bytes(self) -> usize {
        self.n_parts() * self.part_bytes()
    }

    /// Encodes the kind as a number: the lowest byte is its form, and the next one the width, or the number of the
    /// format in [`Float::ALL`].
    pub fn number(self) -> u32 {
        let (form, detail) = match self {
            Self::Newline => (0, 0),
            Self::Signed(width) => (1, width),
            Self::Unsigned(width) => (2, width),
            Self::Char => (3, 0),
            Self::Float(format) => (4, format as u32),
            Self::Complex(format) => (5, format as u32),
            Self::Rows4x4(format) => (6, format as u32),
        };
        form | detail << 8
    }

    /// Returns the kind with this number.
    pub fn from_number(number: u32) -> Option<Self> {
        let detail = number >> 8;
        let width = Some(detail).filter(|width| (1..=64).contains(width));
        let format = Float::ALL.get(detail as usize).map(|(format, ..)| *format);
        match number & 0xff {
            0 => Some(Self::Newline),
            1 => width.map(Self::Signed),
            2 => width.map(Self::Unsigned),
            3 => Some(Self::Char),
            4 => format.map(Self::Float),
            5 => format.map(Self::Complex),
            6 => format.map(Self::Rows4x4),
            _ => None,
        }
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

/// The bytes of a page of memory, of which a log has a bit each, in words of 64.
pub const LOG_PAGE: u64 = 1 << LOG_PAGE_BITS;
/// The logarithm of [`LOG_PAGE`].
pub const LOG_PAGE_BITS: u32 = 12;
/// The logarithm of the number of pages that are found.
pub const LOG_SLOT_BITS: u32 = 8;
/// The factor by which the number of a page is multiplied; the highest [`LOG_SLOT_BITS`] of the product are its slot.
pub const LOG_HASH: u64 = 0x9e37_79b9_7f4a_7c15;

/// The number of runs of a kind of access that grow independently.
pub const N_LOG_RUNS: usize = 16;

/// What kernels extend without a call, in the layout that they know: a log begins with one for reads, and one for writes. An
/// access that begins where its run ends extends it, or else sets the bits of its bytes if its page is found, or else calls
/// `wl_log`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct LogHead {
    /// The pages that were accessed last, by their slots, once the launch has begun.
    pub pages: *mut LogPage,
    /// The runs, by the numbers of accesses modulo their count.
    pub runs: [LogRun; N_LOG_RUNS],
}

/// A range of addresses that grows with each access that begins at its end.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct LogRun {
    /// The first address.
    pub start: u64,
    /// One past the last.
    pub end: u64,
}

impl Default for LogHead {
    fn default() -> Self {
        Self { pages: std::ptr::null_mut(), runs: [LogRun::default(); N_LOG_RUNS] }
    }
}

/// A page whose bytes are accessed, in the layout that kernels read.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct LogPage {
    /// 1 + the number of the page in memory; 0 for none.
    pub number: u64,
    /// Its bits.
    pub bits: *mut u64,
}

/// Returns the slot of a page, by its number.
#[inline]
pub fn log_slot(number: u64) -> usize {
    (number.wrapping_mul(LOG_HASH) >> (u64::BITS - LOG_SLOT_BITS)) as usize
}

/// The bit of the number of a write, for `wl_log_access`, that it changes nothing.
pub const REWRITES: u32 = 1 << 8;

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
    pub const fn number(self) -> u32 {
        match self {
            Self::Read => 0,
            Self::Write => 1,
            Self::Atomic(Update::Any) => 2,
            Self::Atomic(Update::Synchronizing) => 2 | 1 << 8,
            Self::Atomic(Update::Commuting(kind)) => 2 | (2 + kind as u32) << 8,
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
