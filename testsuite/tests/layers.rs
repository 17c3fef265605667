//! Random layered graphs: the waits of a plan are exactly the edges between streams that remain in the
//! transitive reduction of dependences and stream order; small plans are as good as the best of an exhaustive
//! search.

use std::collections::BTreeSet;
use warpline_ir::{ParseOptions, parse};
use warpline_passes::schedule::make_plan;
use warpline_passes::schedule::plan::Plan;
use warpline_passes::schedule::waits::Point;
use warpline_testsuite::generator::Generator;
use warpline_testsuite::workloads::{Action, Item, module_text};

/// Edges as pairs of items, the earlier one first.
type Edges = BTreeSet<(usize, usize)>;

/// Returns items in layers: each reads a few results of the previous layer, and some of any earlier one.
fn layered(n: usize, n_in_layer: usize, generator: &mut Generator) -> Vec<Item> {
    let item = |number: usize| {
        let first = (number / n_in_layer) * n_in_layer;
        let mut sources = BTreeSet::new();
        for _ in 0..generator.below(3) {
            let before = first.saturating_sub(n_in_layer);
            sources.extend((before < first).then(|| before + generator.below(first - before)));
        }
        if 0 < first && generator.below(4) == 0 {
            sources.insert(generator.below(first));
        }
        let reads = sources.iter().map(|source| format!("b{source}")).collect();
        Item { action: Action::Launch, reads, writes: vec![format!("b{number}")] }
    };
    (0..n).map(item).collect()
}

/// Returns the dependences of the items.
fn dependences(items: &[Item]) -> Edges {
    let source = |name: &String| name[1..].parse::<usize>().expect("a number");
    let of = |(number, item): (usize, &Item)| {
        item.reads.iter().map(|name| (source(name), number)).collect::<Vec<_>>()
    };
    items.iter().enumerate().flat_map(of).collect()
}

/// Returns the transitive predecessors of each item as bits, and the edges of the transitive reduction.
fn closure(n: usize, edges: &Edges) -> (Vec<Vec<u64>>, Edges) {
    let mut before = vec![vec![0u64; n.div_ceil(64)]; n];
    let mut reduced = Edges::new();
    for node in 0..n {
        let mut own = vec![0u64; n.div_ceil(64)];
        let preds: Vec<usize> =
            edges.range(..).filter(|(_, to)| *to == node).map(|(from, _)| *from).rev().collect();
        for from in preds {
            if own[from / 64] & (1 << (from % 64)) == 0 {
                reduced.insert((from, node));
                own[from / 64] |= 1 << (from % 64);
                own.iter_mut().zip(&before[from]).for_each(|(word, more)| *word |= more);
            }
        }
        before[node] = own;
    }
    (before, reduced)
}

fn plan(items: &[Item], max_streams: usize) -> Plan {
    let (module, diagnostics) = parse(&module_text(items), &ParseOptions::default());
    assert!(!diagnostics.has_errors(), "the text is right");
    let main = module.find_symbol(module.root(), "main").expect("there is a main function");
    make_plan(&module, main, max_streams)
}

/// Returns the streams of the items, and the waits between them.
fn streams_and_waits(plan: &Plan) -> (Vec<usize>, Edges) {
    let nodes = &plan.input.nodes;
    let items: Vec<usize> = (0..nodes.len()).filter(|node| nodes[*node].kind.is_compute()).collect();
    let item = |node: usize| items.iter().position(|found| *found == node).expect("an item");
    let mut waits = Edges::new();
    for node in &items {
        for point in &plan.waits.before[*node] {
            let Point::After(from) = point else { panic!("there are no loops") };
            assert!(waits.insert((item(*from), item(*node))), "a wait twice");
        }
    }
    (items.iter().map(|node| plan.streams.of[*node]).collect(), waits)
}

#[test]
fn waits_are_the_reduced_edges_between_streams() {
    let mut generator = Generator::new(12);
    for (n, n_in_layer) in [(10, 3), (40, 5), (150, 8), (390, 12), (1500, 10)] {
        for max_streams in [2, 4, 64] {
            let items = layered(n, n_in_layer, &mut generator);
            let (streams, waits) = streams_and_waits(&plan(&items, max_streams));
            let mut edges = dependences(&items);
            for node in 0..n {
                let before = (0..node).rev().find(|other| streams[*other] == streams[node]);
                edges.extend(before.map(|before| (before, node)));
            }
            let (_, reduced) = closure(n, &edges);
            let crossing: Edges =
                reduced.into_iter().filter(|(from, to)| streams[*from] != streams[*to]).collect();
            assert_eq!(waits, crossing, "{n} items on {max_streams} streams");
        }
    }
}

/// Returns the numbers of waits, records and streams of a plan that adds no order.
fn figures(n: usize, reduced: &Edges, streams: &[usize]) -> (usize, usize, usize) {
    let follows = |from: usize, to: usize| {
        streams[from] == streams[to] && !(from + 1..to).any(|between| streams[between] == streams[to])
    };
    let waits: Vec<usize> =
        reduced.iter().filter(|(from, to)| !follows(*from, *to)).map(|(from, _)| *from).collect();
    let records: BTreeSet<usize> = waits.iter().copied().collect();
    (waits.len(), records.len(), streams.iter().max().map_or(0, |most| most + 1).min(n))
}

/// Returns the least figures over all assignments of items to streams that add no order.
fn least(n: usize, before: &[Vec<u64>], reduced: &Edges) -> (usize, usize, usize) {
    let mut best = (usize::MAX, usize::MAX, usize::MAX);
    let mut work: Vec<Vec<usize>> = vec![Vec::new()];
    while let Some(streams) = work.pop() {
        let node = streams.len();
        if node == n {
            best = best.min(figures(n, reduced, &streams));
            continue;
        }
        let n_streams = streams.iter().max().map_or(0, |most| most + 1);
        for stream in 0..=n_streams {
            let mut members = (0..node).filter(|other| streams[*other] == stream);
            if members.all(|other| before[node][0] & (1 << other) != 0) {
                work.push(streams.iter().copied().chain([stream]).collect());
            }
        }
    }
    best
}

#[test]
fn small_plans_are_the_best_of_all() {
    let mut generator = Generator::new(3);
    let mut n_compared = 0;
    for number in 0..300 {
        let n = 2 + number % 6;
        let items = layered(n, 1 + generator.below(3), &mut generator);
        let (before, reduced) = closure(n, &dependences(&items));
        let plan = plan(&items, 64);
        let (streams, waits) = streams_and_waits(&plan);
        let records: BTreeSet<usize> = waits.iter().map(|(from, _)| *from).collect();
        let n_streams = streams.iter().collect::<BTreeSet<_>>().len();
        let expected = least(n, &before, &reduced);
        // One stream is used if the model predicts that it is faster.
        if n_streams == 1 && expected.2 != 1 {
            continue;
        }
        n_compared += 1;
        assert_eq!((waits.len(), records.len(), n_streams), expected, "{items:?}");
    }
    assert!(100 < n_compared, "{n_compared} plans were compared");
}
