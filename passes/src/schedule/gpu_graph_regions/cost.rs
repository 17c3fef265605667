//! The cost of issuing work on streams and by graphs, in microseconds of host time.
//!
//! A graph pays off if `replays · (issue(n) − launch_graph(n)) > build(n)`.

/// The costs of one device.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Costs {
    /// Issuing a launch, a copy or a fill on a stream.
    pub launch: f64,
    /// Issuing a wait.
    pub wait: f64,
    /// Recording an event.
    pub record: f64,
    /// Launching a graph, without its parameters.
    pub graph: f64,
    /// Running an empty node of a graph, including the update of its parameters.
    pub update: f64,
    /// Building a graph, without its nodes.
    pub build: f64,
    /// Building a node.
    pub build_node: f64,
}

/// The costs of the CPU device, rounded: microseconds per iteration by the second table of
/// `cargo bench --bench graphs`, and the same for loops of chains of 2, 4 and 8 launches. A stream operation passes
/// through the queue of a worker, so issuing includes that. A node of a graph costs nearly as much, and a graph
/// mostly saves waits and records: a loop of one launch, of four independent launches or of a chain of four is slower
/// as a graph, one that forks and joins is faster.
pub const CPU: Costs =
    Costs { launch: 0.6, wait: 0.25, record: 0.25, graph: 0.5, update: 0.5, build: 1.0, build_node: 0.15 };

impl Costs {
    /// Returns the cost of issuing `n` operations, with waits and records, on streams.
    pub fn issue(&self, n: usize, n_waits: usize, n_records: usize) -> f64 {
        n as f64 * self.launch + n_waits as f64 * self.wait + n_records as f64 * self.record
    }

    /// Returns the cost of launching a graph of `n` nodes.
    pub fn launch_graph(&self, n: usize) -> f64 {
        self.graph + n as f64 * self.update
    }

    /// Returns the cost of building a graph of `n` nodes.
    pub fn build(&self, n: usize) -> f64 {
        self.build + n as f64 * self.build_node
    }
}
