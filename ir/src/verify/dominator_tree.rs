//! Dominator tree of a control flow graph, after Lengauer and Tarjan, "A fast algorithm for finding
//! dominators in a flowgraph" (1979), the simple variant. Cost: O(m log n) for any graph, without recursion.

/// The absent vertex.
const NONE: usize = usize::MAX;

/// The dominators of each node of a graph with entry node 0.
#[derive(Debug)]
pub(super) struct DominatorTree {
    /// The number range of the subtree of each node; `None` if the node is unreachable.
    spans: Vec<Option<(usize, usize)>>,
}

impl DominatorTree {
    /// Builds the tree of a graph with entry node 0; `successors` lists the targets of each node.
    pub(super) fn new(successors: &[Vec<usize>]) -> Self {
        let search = Search::new(successors);
        let dominators = Dominance::new(&search).run(&search, successors);
        Self { spans: spans(&search, &dominators, successors.len()) }
    }

    /// Whether a node is reachable.
    pub(super) fn is_reached(&self, node: usize) -> bool {
        self.spans[node].is_some()
    }

    /// Whether `a` dominates `b`; every node dominates an unreachable one.
    pub(super) fn dominates(&self, a: usize, b: usize) -> bool {
        match (self.spans[a], self.spans[b]) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(a), Some(b)) => a.0 <= b.0 && b.1 <= a.1,
        }
    }
}

/// Returns the immediate dominator of each node of a graph with entry node 0, given the targets of each node; that of the entry
/// and of unreachable nodes is 0.
pub fn immediate_dominators(successors: &[Vec<usize>]) -> Vec<usize> {
    let search = Search::new(successors);
    let dominators = Dominance::new(&search).run(&search, successors);
    let node_above = |vertex: &usize| dominators.get(*vertex).map_or(0, |above| search.nodes[*above]);
    search.vertices.iter().map(node_above).collect()
}

/// A depth-first search: vertices are nodes in the order of their discovery.
struct Search {
    /// The node of each vertex.
    nodes: Vec<usize>,
    /// The vertex of each node; [`NONE`] if it is unreachable.
    vertices: Vec<usize>,
    /// The vertex from which each vertex was discovered.
    parents: Vec<usize>,
}

impl Search {
    fn new(successors: &[Vec<usize>]) -> Self {
        let mut search =
            Self { nodes: Vec::new(), vertices: vec![NONE; successors.len()], parents: Vec::new() };
        let mut open = if successors.is_empty() { Vec::new() } else { vec![(0, NONE)] };
        while let Some((node, parent)) = open.pop() {
            if search.vertices[node] != NONE {
                continue;
            }
            let vertex = search.nodes.len();
            search.vertices[node] = vertex;
            search.nodes.push(node);
            search.parents.push(parent);
            open.extend(successors[node].iter().rev().map(|next| (*next, vertex)));
        }
        search
    }

    /// Returns the predecessors of each vertex.
    fn predecessors(&self, successors: &[Vec<usize>]) -> Vec<Vec<usize>> {
        let mut found = vec![Vec::new(); self.nodes.len()];
        for (vertex, node) in self.nodes.iter().enumerate() {
            for next in &successors[*node] {
                found[self.vertices[*next]].push(vertex);
            }
        }
        found
    }
}

/// The state of the algorithm; names are those of the paper.
struct Dominance {
    semi: Vec<usize>,
    ancestor: Vec<usize>,
    label: Vec<usize>,
}

impl Dominance {
    fn new(search: &Search) -> Self {
        let n = search.nodes.len();
        Self { semi: (0..n).collect(), ancestor: vec![NONE; n], label: (0..n).collect() }
    }

    /// Returns the immediate dominator of each vertex.
    fn run(mut self, search: &Search, successors: &[Vec<usize>]) -> Vec<usize> {
        let n = search.nodes.len();
        let predecessors = search.predecessors(successors);
        let mut buckets = vec![Vec::new(); n];
        let mut dominators = vec![0; n];
        for w in (1..n).rev() {
            for v in &predecessors[w] {
                let u = self.eval(*v);
                self.semi[w] = self.semi[w].min(self.semi[u]);
            }
            buckets[self.semi[w]].push(w);
            let parent = search.parents[w];
            self.ancestor[w] = parent;
            for v in std::mem::take(&mut buckets[parent]) {
                let u = self.eval(v);
                dominators[v] = if self.semi[u] < self.semi[v] { u } else { parent };
            }
        }
        for w in 1..n {
            if dominators[w] != self.semi[w] {
                dominators[w] = dominators[dominators[w]];
            }
        }
        dominators
    }

    /// Returns the vertex with the least semidominator on the path to `v` in the forest, and compresses the
    /// path.
    fn eval(&mut self, v: usize) -> usize {
        if self.ancestor[v] == NONE {
            return v;
        }
        let mut path = Vec::new();
        let mut at = v;
        while self.ancestor[self.ancestor[at]] != NONE {
            path.push(at);
            at = self.ancestor[at];
        }
        for at in path.into_iter().rev() {
            let above = self.ancestor[at];
            if self.semi[self.label[above]] < self.semi[self.label[at]] {
                self.label[at] = self.label[above];
            }
            self.ancestor[at] = self.ancestor[above];
        }
        self.label[v]
    }
}

/// Numbers the tree so that the subtree of a vertex is a range.
fn spans(search: &Search, dominators: &[usize], n_nodes: usize) -> Vec<Option<(usize, usize)>> {
    let n = search.nodes.len();
    let mut sizes = vec![1; n];
    for w in (1..n).rev() {
        sizes[dominators[w]] += sizes[w];
    }
    let mut starts = vec![0; n];
    let mut next = vec![1; n];
    let mut found = vec![None; n_nodes];
    for w in 0..n {
        if 0 < w {
            starts[w] = next[dominators[w]];
            next[dominators[w]] += sizes[w];
            next[w] = starts[w] + 1;
        }
        found[search.nodes[w]] = Some((starts[w], starts[w] + sizes[w]));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::DominatorTree;

    /// Compares with the definition: `a` dominates `b` if `b` is unreachable without `a`.
    #[track_caller]
    fn check(successors: &[Vec<usize>]) {
        let tree = DominatorTree::new(successors);
        let n = successors.len();
        for a in 0..n {
            let without = reached(successors, Some(a));
            for (b, is_reached) in reached(successors, None).into_iter().enumerate() {
                assert_eq!(tree.is_reached(b), is_reached, "node {b} of {successors:?}");
                let wanted = !is_reached || (reached(successors, None)[a] && !without[b]);
                assert_eq!(tree.dominates(a, b), wanted, "{a} and {b} of {successors:?}");
            }
        }
    }

    fn reached(successors: &[Vec<usize>], closed: Option<usize>) -> Vec<bool> {
        let mut found = vec![false; successors.len()];
        let mut open = vec![0];
        while let Some(node) = open.pop() {
            if Some(node) != closed && !std::mem::replace(&mut found[node], true) {
                open.extend(&successors[node]);
            }
        }
        found
    }

    #[test]
    fn random_graphs() {
        let mut state = 1u64;
        let mut random = |n: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % n
        };
        for _ in 0..300 {
            let n = 1 + random(9);
            let graph: Vec<Vec<usize>> =
                (0..n).map(|_| (0..random(4)).map(|_| random(n)).collect()).collect();
            check(&graph);
        }
    }
}
