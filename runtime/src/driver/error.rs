//! Failures of a device, as data: nothing is printed, everything is returned.

use std::fmt;

use warpline_ir::artifact::{FIRST_ASSERTION, KernelFault};

/// The call by which host code reports a copy between buffers of different shapes.
pub const UNEQUAL_SHAPES: &str = "wl_unequal_shapes";

/// The step that finds writes beside buffers.
pub const DAMAGED: &str = "finish";

/// One failed driver call, or one failed command that a later call reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceError {
    /// The driver call that failed, for example `launch`.
    pub call: &'static str,
    /// A stable name of the cause, for example `OutOfMemory` or a driver's own code name.
    pub name: String,
    /// What was expected and what was found.
    pub message: String,
    /// Set if a kernel failed after its launch had been issued.
    pub report: Option<Box<KernelReport>>,
    /// The operation that it is laid to, if that is another one than the one that made the call.
    pub op: Option<u32>,
    /// Set if an assertion of the program does not hold.
    pub assertion: Option<Box<Broken>>,
    /// What a driver's compiler says, if it refuses the text of the kernels.
    pub refusal: Option<Box<Refusal>>,
}

/// An assertion that does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Both sides of the comparison of indices that is its condition.
    pub compared: Option<[i64; 2]>,
    /// The thread that met it; `None` on the host.
    pub thread: Option<ThreadId>,
}

/// An index outside of its dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfBounds {
    /// The index.
    pub index: i64,
    /// The dimension.
    pub dim: usize,
    /// The extent of the dimension.
    pub extent: i64,
}

impl OutOfBounds {
    /// The message, with the name of the array where it is known.
    pub fn message(&self, array: Option<&str>) -> String {
        let Self { index, dim, extent } = self;
        let of_array = array.map(|name| format!(" of '%{name}'")).unwrap_or_default();
        format!("index {index} is out of bounds of dimension {dim} of size {extent}{of_array}")
    }
}

/// A thread of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreadId {
    /// Its block, along x, y and z.
    pub block: [u64; 3],
    /// Its number in the block, along x, y and z.
    pub thread: [u64; 3],
}

impl fmt::Display for ThreadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [[bx, by, bz], [tx, ty, tz]] = [self.block, self.thread];
        write!(f, "block ({bx}, {by}, {bz}) thread ({tx}, {ty}, {tz})")
    }
}

impl From<&KernelFault> for Broken {
    fn from(fault: &KernelFault) -> Self {
        let KernelFault { has_compared, compared, block, thread } = *fault;
        Self { compared: (has_compared != 0).then_some(compared), thread: Some(ThreadId { block, thread }) }
    }
}

/// What a driver's compiler says of a text that it refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// In the order of its log.
    pub findings: Vec<TextFinding>,
}

/// Something that a driver's compiler says about a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFinding {
    /// How bad it is.
    pub severity: TextSeverity,
    /// The compiler's words.
    pub message: String,
    /// The line of the text, from 1 on; `None` for the whole of it.
    pub line: Option<u32>,
    /// Index of the place of that line in the caller's table of source places.
    pub place: Option<u32>,
    /// What stands in that line.
    pub written: String,
}

/// How bad a finding is, in the words of the compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextSeverity {
    /// The text is good.
    Warning,
    /// The text is refused.
    Error,
    /// The text is refused, and the compiler gave up.
    Fatal,
}

/// Where a kernel that stopped with a report comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelReport {
    /// The operation that issued the launch.
    pub op: u32,
    /// Name of the kernel.
    pub kernel: String,
    /// Index of its `gpu.module` in the caller's table of those.
    pub module: u32,
    /// The report slot that the kernel named.
    pub slot: u32,
}

impl DeviceError {
    /// An error of `call`, with a stable `name` and a sentence without a final dot.
    pub fn new(call: &'static str, name: &str, message: impl Into<String>) -> Self {
        let (report, op, assertion, refusal) = (None, None, None, None);
        Self { call, name: name.to_owned(), message: message.into(), report, op, assertion, refusal }
    }

    /// Whether a driver is too old for the text of a program.
    pub fn is_of_old_driver(&self) -> bool {
        self.name == "CUDA_ERROR_UNSUPPORTED_PTX_VERSION"
    }

    /// The same, laid to an operation.
    pub(crate) fn of_op(self, op: u32) -> Self {
        Self { op: Some(op), ..self }
    }

    /// An error about an argument that the call cannot accept.
    pub(crate) fn invalid(call: &'static str, message: impl Into<String>) -> Self {
        Self::new(call, "InvalidValue", message)
    }

    /// An allocation of `bytes` that cannot be served.
    pub(crate) fn out_of_memory(call: &'static str, bytes: u64) -> Self {
        Self::new(call, "OutOfMemory", format!("{bytes} bytes cannot be allocated"))
    }

    /// Memory beside a buffer was written.
    pub(crate) fn damaged() -> Self {
        let message = "the program has written beside a buffer, as an index out of bounds does";
        Self::new(DAMAGED, "DamagedMemory", message)
    }

    /// A copy between buffers of these shapes.
    pub(crate) fn unequal_shapes(from: &[i64], to: &[i64]) -> Self {
        let message = format!("expected equal shapes, but found {from:?} and {to:?}");
        Self::new(UNEQUAL_SHAPES, "UnequalShapes", message)
    }

    /// A kernel of one launch that returned `status`, which is not 0, and wrote a fault where an assertion does not hold.
    pub(crate) fn kernel_failed(
        op: u32,
        kernel: &str,
        module: u32,
        (status, fault): (u32, Option<&KernelFault>),
    ) -> Self {
        let slot = status - 1;
        let message = format!("kernel `{kernel}` stopped with report {slot}");
        let report = Box::new(KernelReport { op, kernel: kernel.to_owned(), module, slot });
        let assertion = fault.filter(|_| FIRST_ASSERTION <= slot).map(|fault| Box::new(Broken::from(fault)));
        Self { report: Some(report), op: Some(op), assertion, ..Self::new("launch", "KernelFailed", message) }
    }

    /// A kernel of one launch that waits for memory which nothing in flight changes.
    pub(crate) fn stuck(op: u32, kernel: &str, module: u32) -> Self {
        let message = format!(
            "kernel `{kernel}` waits for memory that nothing changes: all work in flight waits, and threads of one block \
             do not run side by side"
        );
        let report = Box::new(KernelReport { op, kernel: kernel.to_owned(), module, slot: 0 });
        Self { report: Some(report), ..Self::new("launch", "Stuck", message) }
    }
}

impl fmt::Display for DeviceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} failed with {}: {}", self.call, self.name, self.message)
    }
}

impl std::error::Error for DeviceError {}
