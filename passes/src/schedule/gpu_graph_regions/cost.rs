//! What issuing costs, on streams and by graphs, in microseconds of the host.
//!
//! A graph pays if `replays · (issue(n) − launch_graph(n)) > build(n)`.

/// The prices of one device.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Costs {
    /// To issue a launch, a copy or a fill to a stream.
    pub launch: f64,
    /// To issue a wait.
    pub wait: f64,
    /// To record an event.
    pub record: f64,
    /// To launch a graph, parameters apart.
    pub graph: f64,
    /// To run a node of a graph that does nothing, with handing over its parameters.
    pub update: f64,
    /// To build a graph, nodes apart.
    pub build: f64,
    /// To build a node.
    pub build_node: f64,
}

/// Those of the CPU device, rounded: microseconds per iteration by the second table of `cargo bench --bench graphs`, and the
/// same for loops of chains of 2, 4 and 8 launches. An operation of a stream takes a worker through its queue, so issuing
/// includes that. A node of a graph costs nearly as much, and what a graph saves is mostly waits and records: a loop of one
/// launch, of four independent launches or of a chain of four is slower as a graph, one that forks and joins is faster.
pub const CPU: Costs =
    Costs { launch: 0.6, wait: 0.25, record: 0.25, graph: 0.5, update: 0.5, build: 1.0, build_node: 0.15 };

impl Costs {
    /// To issue so many operations, waits and records to streams.
    pub fn issue(&self, n: usize, n_waits: usize, n_records: usize) -> f64 {
        n as f64 * self.launch + n_waits as f64 * self.wait + n_records as f64 * self.record
    }

    /// To launch a graph of so many nodes.
    pub fn launch_graph(&self, n: usize) -> f64 {
        self.graph + n as f64 * self.update
    }

    /// To build a graph of so many nodes.
    pub fn build(&self, n: usize) -> f64 {
        self.build + n as f64 * self.build_node
    }
}
