//! Backend artifacts as plain data: code, entry points and the layout of arguments.

use crate::dialect::{Arith, Cf, Func, Gpu, MemRef, OpKind};
use crate::location::Location;
use crate::module::Module;
use crate::op::Op;
use crate::printf::PrintFormat;
use crate::types::{DYNAMIC, Type, TypeKind};
use crate::value::Value;

/// Compiled device code.
#[derive(Clone, Debug)]
pub struct Object {
    /// The backend: `ptx`, `cpu`.
    pub backend: &'static str,
    /// The target as given: `sm_90`, or the host's name.
    pub target: String,
    /// The code.
    pub code: Code,
    /// The kernels, in the order of the text.
    pub kernels: Vec<KernelInfo>,
    /// For text: line numbers, from 1 and ascending, with the location of the lines from that one on.
    pub lines: Vec<(u32, Location)>,
    /// The formats of `gpu.printf`, if the host formats its output; records contain their indices.
    pub formats: Vec<PrintFormat>,
}

/// Code in the form that a device loads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Code {
    /// Text that the driver compiles.
    Text(String),
    /// Machine code of the host.
    Native {
        /// The functions.
        functions: Vec<NativeFunction>,
        /// The globals that they refer to by symbol.
        globals: Vec<GlobalData>,
    },
    /// A file that the driver loads.
    Bytes(Vec<u8>),
}

/// One function of machine code, position-independent except for its relocations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeFunction {
    /// Its symbol.
    pub name: String,
    /// The code.
    pub bytes: Vec<u8>,
    /// Its alignment in bytes.
    pub align: u64,
    /// The relocations that the loader applies.
    pub relocations: Vec<NativeReloc>,
}

/// A global: memory that lives while the code that refers to it is loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlobalData {
    /// Its symbol.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// Its alignment in bytes, a power of two.
    pub align: u64,
    /// Its initial contents: `size` bytes, or empty if it is zero-initialized.
    pub bytes: Vec<u8>,
}

/// A relocation: an offset in machine code that is patched with the address of a symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeReloc {
    /// Offset in the code.
    pub offset: u32,
    /// The kind, named as by the code generator.
    pub kind: String,
    /// The symbol.
    pub symbol: String,
    /// The addend to its address.
    pub addend: i64,
}

/// A kernel of an artifact.
#[derive(Clone, Debug)]
pub struct KernelInfo {
    /// The `gpu.module` that holds it.
    pub module: String,
    /// Its name there.
    pub name: String,
    /// Its symbol in the code.
    pub symbol: String,
    /// Bytes of scratch memory per worker; 0 if the device provides scratch memory itself.
    pub scratch_bytes: u64,
    /// The layout of its arguments.
    pub params: Vec<Param>,
    /// Whether it has loops that end only if other work runs concurrently. On the CPU, such a kernel takes
    /// the address of the turn of its block as its last argument, and yields the turn in each iteration.
    pub spins: bool,
}

/// One 8-byte slot of an argument list. A scalar takes one slot, its bits in the low end; one of more than 64 bits takes
/// two, the lower half first. A vector takes those of its elements, in row-major order. A ranked memref
/// takes a pointer to its element at index 0, then one slot per dynamic size, then one slot per dynamic
/// stride.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Param {
    /// A scalar of this type.
    Scalar(Type),
    /// The address of element 0 of a memref; the offset of its layout is already added.
    Pointer(Type),
    /// The size of this dimension of the preceding memref.
    Size(u32),
    /// The stride, in elements, of this dimension of the preceding memref.
    Stride(u32),
}

/// The maximum number of elements of a vector that is passed.
const MAX_VECTOR_PARAMS: u64 = 4096;

/// Returns the slots of a value of this type; `None` for types that cannot be passed.
pub fn params_of(module: &Module, ty: Type) -> Option<Vec<Param>> {
    if let Some(width) = module.bit_width(ty) {
        return Some(vec![Param::Scalar(ty); width.div_ceil(64) as usize]);
    }
    if let TypeKind::Vector(_, scalable, element) = module.type_kind(ty) {
        let n = module.n_elements(ty).filter(|n| !scalable.contains(&true) && *n <= MAX_VECTOR_PARAMS)?;
        return Some(params_of(module, *element)?.repeat(usize::try_from(n).ok()?));
    }
    let shape = module.shape(ty).filter(|_| module.is_memref(ty))?;
    let (_, strides) = module.strides(ty)?;
    let sizes = dynamic_dims(shape).map(Param::Size);
    let strides = dynamic_dims(&strides).map(Param::Stride);
    Some(std::iter::once(Param::Pointer(ty)).chain(sizes).chain(strides).collect())
}

fn dynamic_dims(values: &[i64]) -> impl Iterator<Item = u32> {
    values.iter().enumerate().filter(|(_, value)| **value == DYNAMIC).map(|(i, _)| i as u32)
}

/// Returns the slots of all arguments of a function-like operation (`func.func`, `gpu.func`); `Err` is the
/// index of an argument whose type cannot be passed.
pub fn function_params(module: &Module, func: Op) -> Result<Vec<Param>, usize> {
    let inputs = crate::dialect::func::function_type_of(module, func).0;
    let mut params = Vec::new();
    for (index, ty) in inputs.iter().enumerate() {
        params.extend(params_of(module, *ty).ok_or(index)?);
    }
    Ok(params)
}

/// A task graph (a CUDA graph on NVIDIA): device work that a stream runs as one command, ordered by its edges
/// alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TaskGraph {
    /// The nodes; each runs after the nodes that it lists.
    pub nodes: Vec<TaskNode>,
}

/// A node of a task graph. Data that may differ between launches of the graph are its parameters, 8-byte
/// slots each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskNode {
    /// The action.
    pub action: TaskAction,
    /// The operation number, for reports.
    pub op: u32,
    /// Earlier nodes in the list that must have ended when it starts.
    pub after: Vec<u32>,
}

/// The action of a task graph node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskAction {
    /// Runs a kernel. Parameters: the numbers of [`LaunchDims`], then the arguments.
    Launch {
        /// Index of the kernel in the program.
        kernel: u32,
        /// Number of arguments.
        n_args: u32,
    },
    /// Copies bytes. Parameters: target, source, bytes.
    Copy,
    /// Copies a strided view. Parameters: target, source, then sizes, strides of the target and strides of the source.
    CopyStrided {
        /// Bytes of one element.
        element_bytes: u64,
        /// Number of dimensions.
        rank: u32,
    },
    /// Fills memory. Parameters: target, pattern, number of elements.
    Fill {
        /// Bytes of one element.
        width: u32,
    },
    /// Fills a strided view. Parameters: target, pattern, then sizes and strides.
    FillStrided {
        /// Bytes of one element.
        width: u32,
        /// Number of dimensions.
        rank: u32,
    },
}

impl TaskAction {
    /// Returns the number of parameters.
    pub fn n_params(self) -> usize {
        match self {
            Self::Launch { n_args, .. } => LaunchDims::N_PARAMS + n_args as usize,
            Self::Copy | Self::Fill { .. } => 3,
            Self::CopyStrided { rank, .. } => 2 + 3 * rank as usize,
            Self::FillStrided { rank, .. } => 2 + 2 * rank as usize,
        }
    }
}

impl TaskGraph {
    /// Returns the range of each node's parameters in the concatenated list.
    pub fn param_ranges(&self) -> Vec<std::ops::Range<usize>> {
        let mut end = 0;
        let next = |node: &TaskNode| {
            let start = end;
            end += node.action.n_params();
            start..end
        };
        self.nodes.iter().map(next).collect()
    }

    /// Assigns a lane to each node, so that the nodes of a lane run one after the other: a node continues the
    /// lane of a predecessor, if that is free. The first node has lane 0.
    pub fn lanes(&self) -> Vec<u32> {
        let mut lanes: Vec<u32> = Vec::with_capacity(self.nodes.len());
        let mut is_last = vec![false; self.nodes.len()];
        let mut n_lanes = 0;
        for (number, node) in self.nodes.iter().enumerate() {
            let before = node.after.iter().find(|before| is_last.get(**before as usize) == Some(&true));
            let lane = before.map_or(n_lanes, |before| {
                is_last[*before as usize] = false;
                lanes[*before as usize]
            });
            n_lanes = n_lanes.max(lane + 1);
            is_last[number] = true;
            lanes.push(lane);
        }
        lanes
    }
}

/// Compiled code of a kernel: runs linear blocks `lo..hi` (x fastest) of one launch on the calling thread.
///
/// `args` points to one 64-bit slot per argument, `launch` to the first field of a [`LaunchFrame`], `scratch`
/// to the worker's 64-byte aligned scratch memory.
/// Returns 0, or 1 + the number of the report slot that describes the failure: slot 0 is for failures without
/// a description, and those from [`FIRST_ASSERTION`] on are the [`assertions_of`] the module of the kernel.
pub type KernelEntry = unsafe extern "C" fn(
    args: *const u64,
    launch: *const LaunchDims,
    lo: u64,
    hi: u64,
    scratch: *mut u8,
) -> u32;

/// The record that a kernel writes before it returns because of a failed assertion.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KernelFault {
    /// 1 if `compared` is valid, otherwise 0.
    pub has_compared: u64,
    /// Both sides of the integer comparison in the condition of the assertion.
    pub compared: [i64; 2],
    /// The block, along x, y and z.
    pub block: [u64; 3],
    /// The thread in its block, along x, y and z.
    pub thread: [u64; 3],
}

/// The extent of a launch and the memory for a report, in the layout that compiled kernels read and write.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaunchFrame {
    /// The extent.
    pub dims: LaunchDims,
    /// Written by a kernel before it returns the report slot of an assertion.
    pub fault: KernelFault,
    /// The address to which the kernel's prints go, for `wl_printf`.
    pub printed: u64,
}

/// The record that the first GPU thread with a failed assertion writes to host-accessible memory.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GpuReport {
    /// 1 + the number of the assertion among the [`assertions_of`] the whole module, written last; 0 while no
    /// assertion has failed.
    pub assertion: u64,
    /// 1 + the number of the kernel in the artifact.
    pub kernel: u64,
    /// The fault.
    pub fault: KernelFault,
}

/// The variable of a text with assertions, two 8-byte words: the first becomes nonzero when an assertion has
/// failed in a thread, and the second is the address of the [`GpuReport`]; without an address the failing
/// thread executes `trap`.
pub const REPORT_VARIABLE: &str = "warpline$report";

/// An attribute of a `cf.assert` inserted by a pass: the dimension of an array whose index the condition
/// compares with the extent, or otherwise the message of the run.
pub const CHECK: &str = "rt.check";

/// The attribute of a kernel that names the function that runs its blocks (`cpu-shape-kernels`).
pub const SHAPED: &str = "warpline.shaped";

/// The attribute of a loop over the threads of a block along x, in a function that runs blocks: its iterations may run
/// in any order, also several of them operation by operation.
pub const THREADS: &str = "warpline.threads";

/// The attribute of a loop over the threads of a block along y, around such a loop: its iterations may run in any order,
/// too.
pub const THREAD_ROWS: &str = "warpline.thread_rows";

/// The attribute of a branch whose second side is rarely taken.
pub const COLD: &str = "warpline.cold";

/// The attribute of a function that runs blocks: its size of scratch memory in bytes.
pub const SCRATCH_BYTES: &str = "warpline.scratch_bytes";

/// The attribute of an atomic update of memory that a loop of the kernel waits for.
pub const AWAITED: &str = "warpline.awaited";

/// Returns the function that runs the blocks of a kernel, with its size of scratch memory in bytes, if it has
/// one.
pub fn shaped_of(module: &Module, kernel: Op) -> Option<(Op, u64)> {
    let path = module.attr_symbol(module.attr(kernel, SHAPED)?)?;
    let function = module.resolve_symbol(kernel, path)?;
    let bytes = module.op(function).int(SCRATCH_BYTES)?;
    Some((function, u64::try_from(bytes).ok()?))
}

/// The alignment of buffers that programs allocate, in bytes, on every device and in the interpreter.
pub const ALLOCATION_ALIGN: u64 = 256;

/// An attribute of a kernel operation that may fail: its number among the [`assertions_of`] its `gpu.module`,
/// from 0 on.
pub const ASSERTION: &str = "rt.assertion";

/// An attribute of a `gpu.module` whose kernels log their accesses for the race detector, on the CPU.
pub const LOGS: &str = "rt.logs";

/// An attribute of a kernel all of whose accesses to memory of a block or of the device are reported by `rt.access`.
pub const ACCESSES: &str = "rt.accesses";

/// The attribute of a barrier in such a kernel that orders the accesses of the threads of a block.
pub const INTERVAL: &str = "rt.interval";

/// The report slot of the first assertion of a `gpu.module`.
pub const FIRST_ASSERTION: u32 = 1;

/// Returns the operations of a `gpu.module` that may fail, in the order of the text: assertions, copies, which compare
/// shapes, memory of dynamic size, and barriers that not all threads may reach.
pub fn assertions_of(module: &Module, device_module: Op) -> Vec<Op> {
    let may_fail = |op: &Op| match module.kind(*op) {
        OpKind::Cf(Cf::Assert) | OpKind::MemRef(MemRef::Copy) => true,
        OpKind::MemRef(MemRef::Alloca | MemRef::Alloc) => !module.operands(*op).is_empty(),
        OpKind::Gpu(Gpu::Barrier) => is_conditional(module, *op),
        _ => false,
    };
    module.walk(device_module).into_iter().filter(may_fail).collect()
}

/// Whether an operation is in a loop, a branch or a block other than the first one of its function.
fn is_conditional(module: &Module, op: Op) -> bool {
    let parent = module.parent_op(op);
    let is_function = |op: &Op| matches!(module.kind(*op), OpKind::Gpu(Gpu::Func) | OpKind::Func(Func::Func));
    let entry = parent.filter(is_function).and_then(|parent| module.entry(parent, 0));
    entry.is_none() || module.block_of(op) != entry
}

/// Returns the operation of a `gpu.module` with this number as its [`ASSERTION`].
pub fn assertion(module: &Module, device_module: Op, number: u32) -> Option<Op> {
    let is_it = |op: &Op| module.op(*op).int(ASSERTION) == Some(i64::from(number));
    assertions_of(module, device_module).into_iter().find(is_it)
}

/// Returns the comparison of two indices that is the condition of a bounds assertion, with its operands.
pub fn comparison_of(module: &Module, assertion: Op) -> Option<(Op, [Value; 2])> {
    module.attr(assertion, CHECK)?;
    let maker = module.defining_op(module.operand(assertion, 0))?;
    let &[a, b] = module.operands(maker) else { return None };
    let is_comparison = module.kind(maker) == OpKind::Arith(Arith::CmpI);
    let are_indices = [a, b].iter().all(|side| module.type_of(*side) == Type::INDEX);
    (is_comparison && are_indices).then_some((maker, [a, b]))
}

/// A compiled host function: `run` is the execution state, which is passed to every runtime call; there is
/// one argument slot per part of an argument and one result slot per part of a result, in the layout of
/// [`Param`]. Returns 0, or the status of the call that failed.
pub type HostEntry =
    unsafe extern "C" fn(run: *mut std::ffi::c_void, args: *const u64, results: *mut u64) -> i32;

/// The extent of one launch, in the layout that compiled kernels read.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaunchDims {
    /// Blocks along x, y and z.
    pub grid: [u64; 3],
    /// Threads of a block along x, y and z.
    pub block: [u64; 3],
    /// Bytes of workgroup memory that the launch requests in addition to the kernel's static size.
    pub dynamic_shared: u64,
}

impl LaunchDims {
    /// Number of parameters that represent it in a task graph.
    pub const N_PARAMS: usize = 7;

    /// Returns the extent given by the first [`Self::N_PARAMS`] parameters of a node: grid, block, dynamic
    /// memory.
    ///
    /// # Panics
    /// If there are fewer parameters.
    pub fn from_params(params: &[u64]) -> Self {
        let three = |first: usize| std::array::from_fn(|index| params[first + index]);
        Self { grid: three(0), block: three(3), dynamic_shared: params[6] }
    }

    /// Whether there are no blocks, or no threads in them.
    pub fn is_empty(&self) -> bool {
        self.grid.contains(&0) || self.block.contains(&0)
    }

    /// Returns the number of blocks of the grid; `None` if it does not fit 64 bits.
    pub fn blocks(&self) -> Option<u64> {
        product(self.grid)
    }

    /// Returns the number of threads of a block; `None` if it does not fit 64 bits.
    pub fn threads(&self) -> Option<u64> {
        product(self.block)
    }
}

/// Returns the product of three extents; 0 if one is 0, even if the others overflow.
fn product(extents: [u64; 3]) -> Option<u64> {
    if extents.contains(&0) {
        return Some(0);
    }
    extents[0].checked_mul(extents[1])?.checked_mul(extents[2])
}
