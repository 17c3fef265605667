//! The loops of a flow graph, and an order in which a loop body precedes the code after the loop.
//!
//! A loop is a natural loop: the stretches with a back edge to its head. A branch back into the middle of a loop
//! makes none. Each loop is visited once for each stretch that is not in an inner loop, so the cost is near linear in
//! the size of the graph.

/// Returns the reachable stretches: each comes after its predecessors except along back edges, and the code after a
/// loop comes after its body.
pub(super) fn order(next: &[Vec<usize>]) -> Vec<usize> {
    let first = Walk::of(next);
    let depths = depths(next, &first);
    let exits_first = |targets: &Vec<usize>| {
        let mut targets = targets.clone();
        targets.sort_by_key(|target| depths[*target]);
        targets
    };
    let mut order = Walk::of(&next.iter().map(exits_first).collect::<Vec<_>>()).postorder;
    order.reverse();
    order
}

/// A depth-first traversal.
struct Walk {
    preorder: Vec<usize>,
    postorder: Vec<usize>,
    /// By stretch, its position in the preorder, and that of its last descendant; none if it is unreachable.
    below: Vec<Option<(usize, usize)>>,
}

impl Walk {
    fn of(next: &[Vec<usize>]) -> Self {
        let mut walk = Self { preorder: vec![0], postorder: Vec::new(), below: vec![None; next.len()] };
        walk.below[0] = Some((0, 0));
        let mut stack = vec![(0, 0)];
        while let Some((stretch, index)) = stack.last_mut() {
            let target = next[*stretch].get(*index).copied();
            *index += 1;
            match target {
                Some(target) if walk.below[target].is_none() => {
                    walk.below[target] = Some((walk.preorder.len(), walk.preorder.len()));
                    walk.preorder.push(target);
                    stack.push((target, 0));
                }
                Some(_) => {}
                None => {
                    let last = walk.preorder.len() - 1;
                    if let Some((_, end)) = &mut walk.below[*stretch] {
                        *end = last;
                    }
                    walk.postorder.push(*stretch);
                    stack.pop();
                }
            }
        }
        walk
    }

    /// Whether a stretch is a descendant of another one, or the same.
    fn is_below(&self, stretch: usize, head: usize) -> bool {
        let (Some((at, _)), Some((first, last))) = (self.below[stretch], self.below[head]) else {
            return false;
        };
        (first..=last).contains(&at)
    }
}

/// Returns the loop depth of each stretch.
fn depths(next: &[Vec<usize>], walk: &Walk) -> Vec<usize> {
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); next.len()];
    for stretch in &walk.preorder {
        next[*stretch].iter().for_each(|target| before[*target].push(*stretch));
    }
    // The head of the innermost loop that encloses each stretch; for a head, that of the loop enclosing its own.
    let mut outer: Vec<Option<usize>> = vec![None; next.len()];
    let mut is_head = vec![false; next.len()];
    let mut found = Outermost { towards: (0..next.len()).collect() };
    for head in walk.preorder.iter().rev() {
        let back = before[*head].iter().filter(|from| walk.is_below(**from, *head));
        let mut work: Vec<usize> = back.copied().collect();
        is_head[*head] = !work.is_empty();
        while let Some(stretch) = work.pop() {
            let stretch = found.of(stretch);
            if stretch == *head || !walk.is_below(stretch, *head) {
                continue;
            }
            outer[stretch] = Some(*head);
            found.towards[stretch] = *head;
            work.extend(&before[stretch]);
        }
    }
    let mut depths = vec![0; next.len()];
    for stretch in &walk.preorder {
        depths[*stretch] = outer[*stretch].map_or(0, |head| depths[head]) + usize::from(is_head[*stretch]);
    }
    depths
}

/// The head of the outermost known loop that encloses each stretch.
struct Outermost {
    towards: Vec<usize>,
}

impl Outermost {
    fn of(&mut self, stretch: usize) -> usize {
        let mut head = stretch;
        while self.towards[head] != head {
            head = self.towards[head];
        }
        let mut at = stretch;
        while at != head {
            at = std::mem::replace(&mut self.towards[at], head);
        }
        head
    }
}
