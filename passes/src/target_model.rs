//! What processors can do, as far as plans depend on it: the only table of such figures.
//!
//! The figures are those of data sheets, and of single measurements where these say nothing: a copy within the device,
//! an empty launch, an empty node of a graph, an event. None is fitted to a kernel. A chip without a row has that of
//! the chip before it in its family.

use std::sync::{Mutex, PoisonError};

/// The maximum number of workers of a CPU.
const MAX_WORKERS: u16 = 4096;

/// The figures of a processor.
#[derive(Clone, Copy, Debug)]
pub struct TargetModel {
    /// The name of the target: `sm_90`, `cpu`.
    pub name: &'static str,
    /// The processors that run blocks: multiprocessors, compute units or workers.
    pub units: f64,
    /// Cycles per microsecond.
    pub clock: f64,
    /// Operations of threads that a unit begins in a cycle.
    pub issue: f64,
    /// The same of accesses of memory in the first cache, or of workgroup memory.
    pub accesses: f64,
    /// The same of approximations of functions.
    pub special: f64,
    /// Multiply-adds that the matrix unit of a unit begins in a cycle.
    pub matrix: f64,
    /// Cycles until the result of an operation can be used.
    pub latency: Latency,
    /// Bytes per microsecond that all units read and write together.
    pub bandwidth: f64,
    /// The maximum number of threads that a unit holds.
    pub threads: f64,
    /// The maximum number of blocks that a unit holds.
    pub blocks: f64,
    /// Bytes of workgroup memory of a unit.
    pub workgroup_bytes: f64,
    /// The rates of the engines that copy.
    pub engines: Engines,
    /// The costs of commands.
    pub costs: Costs,
}

impl PartialEq for TargetModel {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for TargetModel {}

/// Cycles from an operation to one that uses its result.
#[derive(Clone, Copy, Debug)]
pub struct Latency {
    /// Of arithmetic.
    pub arithmetic: f64,
    /// Of an access that hits the first cache, or workgroup memory.
    pub access: f64,
    /// Of the test and branch of a loop, and of a barrier.
    pub branch: f64,
    /// Of an access that hits the last cache.
    pub memory: f64,
}

/// Bytes per microsecond of the engines that copy, one copy at a time each.
#[derive(Clone, Copy, Debug)]
pub struct Engines {
    /// From the host to the device.
    pub to_device: f64,
    /// From the device to the host.
    pub to_host: f64,
    /// To another device.
    pub peer: f64,
}

/// Microseconds that commands take: `kernel`, `in_graph` and `hop` on the device, the others on the host.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Costs {
    /// The least that a kernel takes, from its start to that of the next one on its stream.
    pub kernel: f64,
    /// Issuing a launch, a copy or a fill.
    pub launch: f64,
    /// Recording an event.
    pub record: f64,
    /// Issuing a wait.
    pub wait: f64,
    /// From the end of work until another stream observes its event.
    pub hop: f64,
    /// Launching a graph, without its nodes.
    pub graph: f64,
    /// Issuing a node of a graph with it, and updating its parameters.
    pub node: f64,
    /// The least that a kernel takes in a graph, from its start to that of the next one that follows it.
    pub in_graph: f64,
    /// Building a graph, without its nodes.
    pub build: f64,
    /// Building a node.
    pub build_node: f64,
}

impl Costs {
    /// Returns the cost of issuing `n` operations, with waits and records, on streams.
    pub fn issue(&self, n: usize, n_waits: usize, n_records: usize) -> f64 {
        n as f64 * self.launch + n_waits as f64 * self.wait + n_records as f64 * self.record
    }

    /// Returns the cost of launching a graph of `n` nodes.
    pub fn launch_graph(&self, n: usize) -> f64 {
        self.graph + n as f64 * self.node
    }

    /// Returns the cost of building a graph of `n` nodes.
    pub fn build_graph(&self, n: usize) -> f64 {
        self.build + n as f64 * self.build_node
    }
}

/// Costs by the driver of NVIDIA: an empty launch takes 3.3 µs through a stream and 0.79 µs in a graph.
const CUDA_COSTS: Costs = Costs {
    kernel: 1.2,
    launch: 3.3,
    record: 1.0,
    wait: 0.8,
    hop: 1.5,
    graph: 3.3,
    node: 0.04,
    in_graph: 0.79,
    build: 10.0,
    build_node: 2.0,
};

/// Costs by the driver of AMD.
const HIP_COSTS: Costs =
    Costs { kernel: 3.0, launch: 4.0, hop: 4.0, graph: 6.0, in_graph: 1.5, ..CUDA_COSTS };

/// Engines on PCI Express of the fourth and the fifth generation.
const PCIE_4: Engines = Engines { to_device: 2.5e4, to_host: 2.5e4, peer: 2.5e4 };
const PCIE_5: Engines = Engines { to_device: 5e4, to_host: 5e4, peer: 5e4 };

/// A multiprocessor with four schedulers of 32 lanes.
const SM: TargetModel = TargetModel {
    name: "",
    units: 1.0,
    clock: 1_000.0,
    issue: 128.0,
    accesses: 32.0,
    special: 16.0,
    matrix: 512.0,
    latency: Latency { arithmetic: 4.0, access: 33.0, branch: 63.0, memory: 270.0 },
    bandwidth: 1e6,
    threads: 2048.0,
    blocks: 32.0,
    workgroup_bytes: 65_536.0,
    engines: PCIE_4,
    costs: CUDA_COSTS,
};

/// A compute unit with four vector units of 16 lanes.
const CU: TargetModel = TargetModel {
    issue: 64.0,
    accesses: 16.0,
    matrix: 512.0,
    latency: Latency { arithmetic: 8.0, access: 64.0, branch: 63.0, memory: 500.0 },
    costs: HIP_COSTS,
    ..SM
};

/// The rows, each family from its oldest chip to its newest one.
static ROWS: [TargetModel; 14] = [
    // A worker runs 16 threads of a block in step, on three vector units. The bandwidth is that of the last cache, the
    // costs are those of a queue of a worker.
    TargetModel {
        name: "cpu",
        units: 8.0,
        clock: 3_000.0,
        issue: 48.0,
        accesses: 32.0,
        special: 1.5,
        matrix: 48.0,
        latency: Latency { arithmetic: 0.1, access: 0.1, branch: 0.5, memory: 40.0 },
        bandwidth: 1e5,
        threads: 1.0,
        blocks: 1.0,
        workgroup_bytes: f64::INFINITY,
        engines: Engines { to_device: 1e4, to_host: 1e4, peer: 1e4 },
        costs: Costs {
            kernel: 0.25,
            launch: 0.6,
            record: 0.25,
            wait: 0.25,
            hop: 0.5,
            graph: 0.5,
            node: 0.5,
            in_graph: 0.5,
            build: 1.0,
            build_node: 0.15,
        },
    },
    TargetModel {
        name: "sm_75",
        units: 40.0,
        clock: 1_590.0,
        issue: 64.0,
        matrix: 256.0,
        bandwidth: 2.7e5,
        threads: 1024.0,
        blocks: 16.0,
        ..SM
    },
    TargetModel {
        name: "sm_80",
        units: 108.0,
        clock: 1_410.0,
        bandwidth: 1.7e6,
        workgroup_bytes: 167_936.0,
        ..SM
    },
    TargetModel {
        name: "sm_86",
        units: 82.0,
        clock: 1_695.0,
        matrix: 256.0,
        bandwidth: 8.5e5,
        threads: 1536.0,
        blocks: 16.0,
        workgroup_bytes: 102_400.0,
        ..SM
    },
    TargetModel {
        name: "sm_87",
        units: 16.0,
        clock: 1_300.0,
        matrix: 256.0,
        bandwidth: 1.7e5,
        threads: 1536.0,
        blocks: 16.0,
        workgroup_bytes: 167_936.0,
        ..SM
    },
    TargetModel {
        name: "sm_89",
        units: 128.0,
        clock: 2_520.0,
        matrix: 256.0,
        bandwidth: 9.2e5,
        threads: 1536.0,
        blocks: 24.0,
        workgroup_bytes: 102_400.0,
        ..SM
    },
    TargetModel {
        name: "sm_90",
        units: 132.0,
        clock: 1_755.0,
        matrix: 2048.0,
        bandwidth: 2.966e6,
        workgroup_bytes: 233_472.0,
        engines: Engines { peer: 2e5, ..PCIE_5 },
        ..SM
    },
    TargetModel {
        name: "sm_100",
        units: 148.0,
        clock: 1_965.0,
        matrix: 4096.0,
        bandwidth: 7e6,
        workgroup_bytes: 233_472.0,
        engines: Engines { peer: 4e5, ..PCIE_5 },
        ..SM
    },
    TargetModel {
        name: "sm_120",
        units: 170.0,
        clock: 2_407.0,
        bandwidth: 1.6e6,
        threads: 1536.0,
        blocks: 24.0,
        workgroup_bytes: 102_400.0,
        engines: PCIE_5,
        ..SM
    },
    TargetModel { name: "gfx90a", units: 110.0, clock: 1_700.0, bandwidth: 1.4e6, ..CU },
    TargetModel {
        name: "gfx942",
        units: 304.0,
        clock: 2_100.0,
        matrix: 1024.0,
        bandwidth: 4.2e6,
        engines: Engines { peer: 1e5, ..PCIE_5 },
        ..CU
    },
    TargetModel { name: "gfx1100", units: 96.0, clock: 2_500.0, bandwidth: 8e5, ..CU },
    TargetModel { name: "gfx1201", units: 64.0, clock: 2_970.0, bandwidth: 5.5e5, engines: PCIE_5, ..CU },
    // Passes that are run without a target: work never slows other work down, and commands cost the host nothing.
    TargetModel {
        name: "any",
        units: f64::INFINITY,
        clock: 1_755.0,
        bandwidth: f64::INFINITY,
        engines: Engines { to_device: 1.2e4, to_host: 1.2e4, peer: 1.2e4 },
        costs: Costs { kernel: 2.0, launch: 0.0, record: 0.0, wait: 0.0, ..CUDA_COSTS },
        ..SM
    },
];

impl TargetModel {
    /// The row of passes that are run without a target: work never slows other work down, and commands cost the host
    /// nothing.
    pub const ANY: &'static str = "any";

    /// Returns the row of a target: its own, or that of the chip before it in its family. `cpu+workers=4` is that of a CPU
    /// with so many workers.
    pub fn named(name: &str) -> Option<&'static Self> {
        if let Some(workers) = name.strip_prefix("cpu+workers=") {
            let n: Option<u16> = workers.parse().ok().filter(|n| (1..=MAX_WORKERS).contains(n));
            return n.filter(|n| n.to_string() == workers).map(Self::of_workers);
        }
        if let Some(row) = ROWS.iter().find(|row| row.name == name) {
            return Some(row);
        }
        // Only chips of NVIDIA are compatible with the ones before them: `sm_103a` with `sm_100`.
        let digits = name.strip_prefix("sm_")?;
        let digits = digits.strip_suffix(['a', 'f']).unwrap_or(digits);
        let number: u32 = digits.parse().ok().filter(|number: &u32| number.to_string() == digits)?;
        let of_family =
            ROWS.iter().filter_map(|row| Some((row.name.strip_prefix("sm_")?.parse().ok()?, row)));
        let before = of_family.filter(|(row, _): &(u32, _)| *row <= number && number < row + 20);
        before.max_by_key(|(row, _)| *row).map(|(_, row)| row)
    }

    /// Returns the row of a target like [`TargetModel::named`]; an error is what was expected.
    pub fn find(name: &str) -> Result<&'static Self, String> {
        Self::named(name).ok_or_else(|| {
            let known: Vec<&str> = ROWS.iter().map(|row| row.name).collect();
            format!("expected a chip like one of {}, but found '{name}'", known.join(", "))
        })
    }

    /// Returns the row of a CPU with so many workers.
    fn of_workers(n: u16) -> &'static Self {
        static MADE: Mutex<Vec<(u16, &'static TargetModel)>> = Mutex::new(Vec::new());
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, row)) = made.iter().find(|(known, _)| *known == n) {
            return row;
        }
        // At most one for each number is made in a process, of which few occur.
        let name: &'static str = Box::leak(format!("cpu+workers={n}").into_boxed_str());
        let row: &'static Self = Box::leak(Box::new(Self { name, units: f64::from(n), ..ROWS[0] }));
        made.push((n, row));
        row
    }

    /// Whether it is a row of the CPU.
    pub(crate) fn is_cpu(&self) -> bool {
        self.name.starts_with("cpu")
    }

    /// Returns the row of passes that are run without a target.
    pub fn any() -> &'static Self {
        &ROWS[ROWS.len() - 1]
    }

    /// Returns how many blocks of so many threads, each with so many bytes of workgroup memory, a unit holds.
    pub fn resident(&self, threads: f64, workgroup_bytes: f64) -> f64 {
        let by_threads = (self.threads / threads.max(1.0)).floor();
        let by_memory = (self.workgroup_bytes / workgroup_bytes.max(1.0)).floor();
        by_threads.min(by_memory).clamp(1.0, self.blocks)
    }
}
