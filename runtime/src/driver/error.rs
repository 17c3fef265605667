//! Device errors as data: nothing is printed, everything is returned.

use std::fmt;

use warpline_ir::artifact::{FIRST_ASSERTION, KernelFault};

/// The call by which host code reports a copy between buffers of different shapes.
pub const UNEQUAL_SHAPES: &str = "wl_unequal_shapes";

/// The name of the error of a kernel that stopped by itself.
pub const KERNEL_FAILED: &str = "KernelFailed";

/// The step that detects writes beyond the bounds of buffers.
pub const DAMAGED: &str = "finish";

/// The errors of drivers about code that they cannot load.
const IMAGE_ERRORS: &[&str] = &[
    "CUDA_ERROR_INVALID_IMAGE",
    "CUDA_ERROR_NO_BINARY_FOR_GPU",
    "CUDA_ERROR_INVALID_PTX",
    "CUDA_ERROR_UNSUPPORTED_PTX_VERSION",
    "hipErrorInvalidImage",
    "hipErrorNoBinaryForGpu",
    "hipErrorInvalidKernelFile",
    "hipErrorInvalidSource",
    "hipErrorSharedObjectInitFailed",
];

/// A failed driver call, or a failed command that a later call reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceError {
    /// The failed driver call, for example `launch`.
    pub call: &'static str,
    /// A stable name of the cause, for example `OutOfMemory` or a driver's own code name.
    pub name: String,
    /// The message: what was expected and what was found.
    pub message: String,
    /// Set if a kernel failed after its launch had been issued.
    pub report: Option<Box<KernelReport>>,
    /// The operation that the error is attributed to, if it differs from the one that made the call.
    pub op: Option<u32>,
    /// Set if an assertion of the program failed.
    pub assertion: Option<Box<Broken>>,
    /// The diagnostics of a driver's compiler, if it rejects the text of the kernels.
    pub refusal: Option<Box<Refusal>>,
}

/// A failed assertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Both operands of the index comparison that is its condition.
    pub compared: Option<[i64; 2]>,
    /// The thread that failed it; `None` on the host.
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
    /// Returns the message, with the name of the array if it is known.
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

/// The rejection of a text by a driver's compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The diagnostics, in the order of its log.
    pub diagnostics: Vec<TextDiagnostic>,
}

/// A diagnostic of a driver's compiler about a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextDiagnostic {
    /// Its severity.
    pub severity: TextSeverity,
    /// The compiler's message.
    pub message: String,
    /// The line of the text, from 1 on; `None` if it is about the whole text.
    pub line: Option<u32>,
    /// The place of that line, as in [`crate::DeviceImage::places`].
    pub place: Option<u32>,
    /// The text of that line.
    pub written: String,
}

/// The severity of a diagnostic, in the compiler's terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextSeverity {
    /// The text is accepted.
    Warning,
    /// The text is rejected.
    Error,
    /// The text is rejected, and the compiler gave up.
    Fatal,
}

/// The origin of a kernel failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelReport {
    /// The operation that issued the launch.
    pub op: u32,
    /// Name of the kernel, as in [`crate::Kernel::name`].
    pub kernel: String,
    /// The report slot that the kernel returned.
    pub slot: u32,
}

impl DeviceError {
    /// Creates an error of `call`, with a stable `name` and a sentence without a final dot.
    pub fn new(call: &'static str, name: &str, message: impl Into<String>) -> Self {
        let (report, op, assertion, refusal) = (None, None, None, None);
        Self { call, name: name.to_owned(), message: message.into(), report, op, assertion, refusal }
    }

    /// Whether the cause is that the driver is too old for the text of a program.
    pub fn is_of_old_driver(&self) -> bool {
        self.name == "CUDA_ERROR_UNSUPPORTED_PTX_VERSION"
    }

    /// Whether the cause is the code itself: it is damaged, or not for this device.
    pub fn is_of_image(&self) -> bool {
        let name = self.name.as_str();
        IMAGE_ERRORS.contains(&name)
    }

    /// Returns this error, attributed to an operation.
    pub(crate) fn of_op(self, op: u32) -> Self {
        Self { op: Some(op), ..self }
    }

    /// Returns the error of a call with an invalid argument.
    pub(crate) fn invalid(call: &'static str, message: impl Into<String>) -> Self {
        Self::new(call, "InvalidValue", message)
    }

    /// Returns the error of a device that belongs to the parent of this process.
    pub(crate) fn forked() -> Self {
        let message = "the device was opened before this process was forked; open it again";
        Self::new("driver", "Forked", message)
    }

    /// Returns the error of an allocation of `bytes` that cannot be served.
    pub(crate) fn out_of_memory(call: &'static str, bytes: u64) -> Self {
        Self::new(call, "OutOfMemory", format!("{bytes} bytes cannot be allocated"))
    }

    /// Whether an allocation failed since there is too little memory.
    pub fn is_out_of_memory(&self) -> bool {
        // Each driver has a name of its own.
        ["OutOfMemory", "OUT_OF_MEMORY"].iter().any(|part| self.name.contains(part))
    }

    /// Adds how many bytes were asked for, if a driver has too little memory and does not say it.
    pub(crate) fn asking(mut self, bytes: u64) -> Self {
        if self.is_out_of_memory() && self.name != "OutOfMemory" {
            self.message = format!("{}; {bytes} bytes are asked for", self.message);
        }
        self
    }

    /// Returns the error of a write beyond the bounds of a buffer.
    pub(crate) fn damaged() -> Self {
        let message = "the program wrote out of the bounds of a buffer";
        Self::new(DAMAGED, "DamagedMemory", message)
    }

    /// Returns the error of a copy between buffers of these shapes.
    pub(crate) fn unequal_shapes(from: &[i64], to: &[i64]) -> Self {
        let message = format!("expected equal shapes, but found {from:?} and {to:?}");
        Self::new(UNEQUAL_SHAPES, "UnequalShapes", message)
    }

    /// Returns the error of a kernel that returned `status`, which is not 0, and wrote a fault if an
    /// assertion failed.
    pub(crate) fn kernel_failed(op: u32, kernel: &str, status: u32, fault: Option<&KernelFault>) -> Self {
        let slot = status - 1;
        let message = format!("kernel `{kernel}` stopped with report {slot}");
        let report = Box::new(KernelReport { op, kernel: kernel.to_owned(), slot });
        let assertion = fault.filter(|_| FIRST_ASSERTION <= slot).map(|fault| Box::new(Broken::from(fault)));
        Self { report: Some(report), op: Some(op), assertion, ..Self::new("launch", KERNEL_FAILED, message) }
    }

    /// Returns the error of a kernel that waits for memory which nothing in flight changes.
    pub(crate) fn stuck(op: u32, kernel: &str) -> Self {
        let message = format!(
            "kernel `{kernel}` is deadlocked: it waits for memory that no work in flight changes, and threads of one \
             block do not run concurrently"
        );
        let report = Box::new(KernelReport { op, kernel: kernel.to_owned(), slot: 0 });
        Self { report: Some(report), ..Self::new("launch", "Stuck", message) }
    }
}

impl fmt::Display for DeviceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} failed with {}: {}", self.call, self.name, self.message)
    }
}

impl std::error::Error for DeviceError {}
