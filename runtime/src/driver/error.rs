//! Failures of a device, as data: nothing is printed, everything is returned.

use std::fmt;

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
    pub report: Option<KernelReport>,
    /// The operation that it is laid to, if that is another one than the one that made the call.
    pub op: Option<u32>,
    /// What a driver's compiler says, if it refuses the text of the kernels.
    pub refusal: Option<Box<Refusal>>,
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
    /// Index of the kernel's place in the caller's table of source places.
    pub place: u32,
    /// The report slot that the kernel named.
    pub slot: u32,
}

impl DeviceError {
    /// An error of `call`, with a stable `name` and a sentence without a final dot.
    pub fn new(call: &'static str, name: &str, message: impl Into<String>) -> Self {
        Self { call, name: name.to_owned(), message: message.into(), report: None, op: None, refusal: None }
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

    /// A kernel of one launch that returned `status`, which is not 0.
    pub(crate) fn kernel_failed(op: u32, kernel: &str, place: u32, status: u32) -> Self {
        let slot = status - 1;
        let message = format!("kernel `{kernel}` stopped with report {slot}");
        let report = KernelReport { op, kernel: kernel.to_owned(), place, slot };
        Self { report: Some(report), op: Some(op), ..Self::new("launch", "KernelFailed", message) }
    }

    /// A kernel of one launch that waits for memory which nothing in flight changes.
    pub(crate) fn stuck(op: u32, kernel: &str, place: u32) -> Self {
        let message = format!(
            "kernel `{kernel}` waits for memory that nothing changes: all work in flight waits, and threads of one block \
             do not run side by side"
        );
        let report = KernelReport { op, kernel: kernel.to_owned(), place, slot: 0 };
        Self { report: Some(report), ..Self::new("launch", "Stuck", message) }
    }
}

impl fmt::Display for DeviceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} failed with {}: {}", self.call, self.name, self.message)
    }
}

impl std::error::Error for DeviceError {}
