//! Random programs of views: a function fills each view that it creates, so that a run shows the addresses of
//! each view.
//!
//! The views are parts of arguments, of a global and of buffers of the function, at constant offsets and at
//! offsets from arguments and loops, under other layouts and under types that hide static information,
//! returned from a call, or one of two by a condition. The function is public, so that its arguments are
//! arbitrary, or private, so that its call determines them. The elements that a view may contain are computed
//! along with the text, independently of the analysis.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::generator::Generator;

/// The number of rows and columns of each buffer.
const SIDE: i64 = 8;
/// The number of operations that create views, in each program.
const VIEWS: usize = 12;
/// The type of a view in which every size, stride and offset is dynamic.
const DYNAMIC: &str = "memref<?x?xf32, strided<[?, ?], offset: ?>>";

/// An element: the number of its buffer, and its offset.
pub type Element = (usize, i64);

/// A program.
#[derive(Debug)]
pub struct Views {
    /// The text. The function `main` runs it.
    pub text: String,
    /// The elements that each `gpu.memset` may fill, in program order.
    pub filled: Vec<BTreeSet<Element>>,
    /// Whether the CPU device runs it.
    pub has_run: bool,
}

/// Returns the program of a seed.
pub fn program(seed: u64) -> Views {
    let mut random = Generator::new(seed);
    let has_run = random.below(3) != 0;
    let mut build = Build { text: String::new(), views: Vec::new(), filled: Vec::new(), random, has_run };
    build.program();
    Views { text: build.text, filled: build.filled, has_run }
}

/// The elements of a buffer that a view contains.
#[derive(Clone, Copy, Debug)]
struct Layout {
    buffer: usize,
    offset: i64,
    sizes: [i64; 2],
    strides: [i64; 2],
}

impl Layout {
    fn whole(buffer: usize) -> Self {
        Self { buffer, offset: 0, sizes: [SIDE; 2], strides: [SIDE, 1] }
    }

    fn part(self, offsets: [i64; 2], sizes: [i64; 2], strides: [i64; 2]) -> Self {
        Self {
            offset: self.offset + offsets[0] * self.strides[0] + offsets[1] * self.strides[1],
            sizes,
            strides: [self.strides[0] * strides[0], self.strides[1] * strides[1]],
            ..self
        }
    }

    fn is_apart(self, other: Self) -> bool {
        let elements: BTreeSet<Element> = self.elements().collect();
        other.elements().all(|element| !elements.contains(&element))
    }

    fn elements(self) -> impl Iterator<Item = Element> {
        let [rows, columns] = self.sizes;
        (0..rows).flat_map(move |i| {
            (0..columns).map(move |j| (self.buffer, self.offset + i * self.strides[0] + j * self.strides[1]))
        })
    }
}

/// A memref of the program.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is one thing that may be known")]
struct View {
    name: String,
    /// The possible layouts: more than one if the layout depends on values.
    choices: Vec<Layout>,
    /// Whether its type has static sizes, strides and offset.
    has_sizes: bool,
    has_strides: bool,
    has_offset: bool,
    /// Whether the start of its buffer is known.
    has_base: bool,
}

impl View {
    fn of(name: &str, layout: Layout) -> Self {
        let name = name.to_string();
        let choices = vec![layout];
        Self { name, choices, has_sizes: true, has_strides: true, has_offset: true, has_base: true }
    }

    fn ty(&self) -> String {
        let Layout { offset, sizes: [rows, columns], strides: [outer, inner], .. } = self.choices[0];
        let sizes = if self.has_sizes { format!("{rows}x{columns}") } else { "?x?".to_string() };
        let strides = if self.has_strides { format!("{outer}, {inner}") } else { "?, ?".to_string() };
        let offset = if self.has_offset { offset.to_string() } else { "?".to_string() };
        format!("memref<{sizes}xf32, strided<[{strides}], offset: {offset}>>")
    }

    fn elements(&self) -> BTreeSet<Element> {
        self.choices.iter().flat_map(|layout| layout.elements()).collect()
    }

    /// Returns the least extent of a dimension.
    fn least(&self, dim: usize) -> i64 {
        self.choices.iter().map(|layout| layout.sizes[dim]).min().unwrap_or(0)
    }
}

/// A program under construction.
struct Build {
    text: String,
    /// The views from which further views are created.
    views: Vec<View>,
    filled: Vec<BTreeSet<Element>>,
    random: Generator,
    has_run: bool,
}

impl Build {
    fn below(&mut self, end: i64) -> i64 {
        self.random.below(end.unsigned_abs() as usize) as i64
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "  {text}");
    }

    /// Generates a global, a function that is called once, and its caller. Buffers: the global, one annotated
    /// argument, two of the function, and one of the caller.
    fn program(&mut self) {
        let visibility = ["", "private "][self.random.below(2)];
        // Two arguments that are whole buffers, and two that are halves of buffers.
        let given = [0, 1, 2, 3].map(|_| [0, 4][self.random.below(2)]);
        let rows = [0, 1].map(|_| self.below(SIDE / 2 + 1));
        let mut head = format!(
            "func.func private @same(%m: memref<8x8xf32>) -> memref<8x8xf32> {{\n  return %m : memref<8x8xf32>\n}}\n\
             memref.global \"private\" @g : memref<8x8xf32> = uninitialized\nfunc.func {visibility}@f(%c: i1, %n: index"
        );
        for index in 0..SIDE {
            let _ = write!(head, ", %i{index}: index");
        }
        for (name, mark) in [("m", ""), ("a", ""), ("b", ""), ("alone", " {llvm.noalias}")] {
            let _ = write!(head, ", %{name}: memref<8x8xf32>{mark}");
        }
        let half = "memref<4x8xf32, strided<[8, 1], offset: ?>>";
        let _ = writeln!(head, ", %p: {half}, %q: {half}) {{");
        self.text = head;
        self.function(given, rows);
        self.caller(given, rows);
    }

    fn function(&mut self, given: [usize; 4], rows: [i64; 2]) {
        self.line("%zero = arith.constant 0.0 : f32");
        for index in 0..=SIDE {
            self.line(&format!("%k{index} = arith.constant {index} : index"));
        }
        for name in ["x", "y"] {
            self.line(&format!("%{name} = memref.alloc() : memref<8x8xf32>"));
        }
        self.use_all();
        self.line("%g = memref.get_global @g : memref<8x8xf32>");
        for (name, buffer) in [("a", given[0]), ("b", given[1]), ("alone", 1), ("x", 2), ("y", 3), ("g", 0)] {
            let view = View::of(&format!("%{name}0"), Layout::whole(buffer));
            self.line(&format!("{} = memref.cast %{name} : memref<8x8xf32> to {}", view.name, view.ty()));
            self.add(view);
        }
        for (name, buffer, row) in [("%p", given[2], rows[0]), ("%q", given[3], rows[1])] {
            let layout = Layout::whole(buffer).part([row, 0], [SIDE / 2, SIDE], [1, 1]);
            self.add(View { has_offset: false, has_base: false, ..View::of(name, layout) });
        }
        for _ in 0..VIEWS {
            self.add_view();
        }
        self.use_all();
        for name in ["x", "y"] {
            self.line(&format!("memref.dealloc %{name} : memref<8x8xf32>"));
        }
        self.text.push_str("  return\n}\n");
    }

    /// Uses all buffers before and after the views, so that their lifetimes overlap and no two share memory.
    fn use_all(&mut self) {
        for (to, from) in [("x", "y"), ("m", "x"), ("alone", "x")] {
            self.line(&format!("gpu.memcpy %{to}, %{from} : memref<8x8xf32>, memref<8x8xf32>"));
        }
    }

    fn caller(&mut self, given: [usize; 4], rows: [i64; 2]) {
        self.text.push_str("func.func @main() {\n");
        self.line("%c = arith.constant true");
        for index in 0..SIDE {
            self.line(&format!("%i{index} = arith.constant {index} : index"));
        }
        self.line("%g = memref.get_global @g : memref<8x8xf32>");
        self.line("%m = memref.alloc() : memref<8x8xf32>\n  %alone = memref.alloc() : memref<8x8xf32>");
        let half = "memref<4x8xf32, strided<[8, 1], offset: ?>>";
        let name = |buffer: usize| if buffer == 0 { "%g" } else { "%m" };
        for (to, buffer, row) in [("p", given[2], rows[0]), ("q", given[3], rows[1])] {
            let ty = format!("memref<4x8xf32, strided<[8, 1], offset: {}>>", row * SIDE);
            let buffer = name(buffer);
            self.line(&format!(
                "%{to}0 = memref.subview {buffer}[{row}, 0] [4, 8] [1, 1] : memref<8x8xf32> to {ty}"
            ));
            self.line(&format!("%{to} = memref.cast %{to}0 : {ty} to {half}"));
        }
        let indices = (0..SIDE).map(|index| format!("%i{index}")).collect::<Vec<_>>().join(", ");
        let types = ", index".repeat(SIDE as usize);
        let (a, b) = (name(given[0]), name(given[1]));
        self.line(&format!("call @f(%c, %i3, {indices}, %m, {a}, {b}, %alone, %p, %q) : (i1, index{types}, memref<8x8xf32>, memref<8x8xf32>, memref<8x8xf32>, memref<8x8xf32>, {half}, {half}) -> ()"));
        self.line(
            "memref.dealloc %m : memref<8x8xf32>\n  memref.dealloc %alone : memref<8x8xf32>\n  return\n}",
        );
    }

    /// Adds a view to the candidates, and fills it.
    fn add(&mut self, view: View) {
        self.fill(&view.name, &view.ty(), view.elements());
        self.views.push(view);
    }

    fn fill(&mut self, name: &str, ty: &str, elements: BTreeSet<Element>) {
        self.line(&format!("gpu.memset {name}, %zero : {ty}, f32"));
        self.filled.push(elements);
    }

    fn name(&self) -> String {
        format!("%v{}", self.text.len())
    }

    /// Returns a random view, preferably the last one.
    fn pick(&mut self) -> View {
        let (n, is_last) = (self.views.len(), self.random.below(3) == 0);
        let index = if is_last { n - 1 } else { self.random.below(n) };
        self.views[index].clone()
    }

    fn add_view(&mut self) {
        match self.random.below(14) {
            0..3 => self.add_subview(),
            3 => {
                let view = self.pick();
                self.add_cast(&view);
            }
            4 | 5 => self.add_reinterpret_cast(),
            6 => self.add_transpose(),
            7 => self.add_choice(),
            8 => self.add_swap(),
            9 | 10 => self.add_distinct_objects(),
            11 => self.add_call(),
            _ => self.add_loop(),
        }
    }

    /// Casts a view to a type without constants.
    fn add_cast(&mut self, view: &View) -> View {
        if view.ty() == DYNAMIC {
            return view.clone();
        }
        let name = self.name();
        self.line(&format!("{name} = memref.cast {} : {} to {DYNAMIC}", view.name, view.ty()));
        let cast = View { name, has_sizes: false, has_strides: false, has_offset: false, ..view.clone() };
        self.add(cast.clone());
        cast
    }

    /// Adds a subview, at constant offsets or at offsets from arguments.
    fn add_subview(&mut self) {
        let source = self.pick();
        let (mut offsets, mut sizes, mut strides) = ([0; 2], [0; 2], [1; 2]);
        for dim in 0..2 {
            let least = source.least(dim);
            offsets[dim] = self.below(least);
            strides[dim] = 1 + self.below(3);
            let most = (least - offsets[dim] + strides[dim] - 1) / strides[dim];
            sizes[dim] = 1 + self.below(most);
        }
        let varies = self.random.below(3) == 0;
        let [row, column] =
            offsets.map(|offset| if varies { format!("%i{offset}") } else { offset.to_string() });
        let name = self.name();
        let view = View {
            name: name.clone(),
            choices: source.choices.iter().map(|layout| layout.part(offsets, sizes, strides)).collect(),
            has_sizes: true,
            has_strides: source.has_strides,
            has_offset: source.has_offset && source.has_strides && !varies,
            has_base: source.has_base,
        };
        self.line(&format!(
            "{name} = memref.subview {}[{row}, {column}] {sizes:?} {strides:?} : {} to {}",
            source.name,
            source.ty(),
            view.ty()
        ));
        self.add(view);
    }

    /// Adds a transposed view.
    fn add_transpose(&mut self) {
        let source = self.pick();
        let turned = |layout: &Layout| {
            let ([rows, columns], [outer, inner]) = (layout.sizes, layout.strides);
            Layout { sizes: [columns, rows], strides: [inner, outer], ..*layout }
        };
        let choices = source.choices.iter().map(turned).collect();
        let view = View { name: self.name(), choices, ..source };
        self.line(&format!(
            "{} = memref.transpose {} (d0, d1) -> (d1, d0) : {} to {}",
            view.name,
            source.name,
            source.ty(),
            view.ty()
        ));
        self.add(view);
    }

    /// Adds a buffer that a call returns.
    fn add_call(&mut self) {
        let (source, buffer) = [("alone", 1), ("x", 2), ("y", 3)][self.random.below(3)];
        let (returned, name) = (format!("%r{}", self.text.len()), self.name());
        let view = View::of(&name, Layout::whole(buffer));
        self.line(&format!("{returned} = call @same(%{source}) : (memref<8x8xf32>) -> memref<8x8xf32>"));
        self.line(&format!("{name} = memref.cast {returned} : memref<8x8xf32> to {}", view.ty()));
        self.add(view);
    }

    /// Adds any part of the buffer of a view, at a constant offset or at an offset from an argument.
    fn add_reinterpret_cast(&mut self) {
        let source = self.pick();
        if self.has_run && !source.has_base {
            return self.add_subview();
        }
        let strides = [[8, 1], [1, 8], [4, 2], [16, 1], [3, 3]][self.random.below(5)];
        let varies = self.random.below(2) == 0;
        let offset = self.below(if varies { SIDE } else { 40 });
        let at = if varies { format!("%i{offset}") } else { offset.to_string() };
        let sizes = [1 + self.below(2), 1 + self.below(2)];
        let buffer = source.choices[0].buffer;
        self.reinterpret(&source, Layout { buffer, offset, sizes, strides }, (&at, !varies));
    }

    /// Reinterprets the memory of a view under another layout, with this offset, which may be constant.
    fn reinterpret(&mut self, source: &View, layout: Layout, (at, has_offset): (&str, bool)) {
        let name = self.name();
        let cast = |from: &Layout| Layout { buffer: from.buffer, ..layout };
        let choices = source.choices.iter().map(cast).collect();
        let view = View { choices, has_offset, ..View::of(&name, layout) };
        let Layout { sizes, strides, .. } = layout;
        self.line(&format!(
            "{name} = memref.reinterpret_cast {} to offset: [{at}], sizes: {sizes:?}, strides: {strides:?} : {} to {}",
            source.name,
            source.ty(),
            view.ty()
        ));
        self.add(view);
    }

    /// Returns two views of one type, and one that may be either.
    fn two_casts(&mut self) -> (View, View, View) {
        let (a, b) = (self.pick(), self.pick());
        let (a, b) = (self.add_cast(&a), self.add_cast(&b));
        let mut both = a.clone();
        both.choices.extend(&b.choices);
        both.has_base = false;
        (a, b, both)
    }

    /// Adds a selection of one of two views.
    fn add_choice(&mut self) {
        let (a, b, both) = self.two_casts();
        let name = self.name();
        if self.random.below(2) == 0 {
            self.line(&format!("{name} = arith.select %c, {}, {} : {DYNAMIC}", a.name, b.name));
        } else {
            self.line(&format!("{name} = scf.if %c -> ({DYNAMIC}) {{"));
            self.line(&format!("  scf.yield {} : {DYNAMIC}", a.name));
            self.line(&format!("}} else {{\n    scf.yield {} : {DYNAMIC}\n  }}", b.name));
        }
        self.add(View { name, ..both });
    }

    /// Adds two views that a loop swaps.
    fn add_swap(&mut self) {
        let (a, b, both) = self.two_casts();
        let pair = self.name();
        self.line(&format!(
            "{pair}:2 = scf.for %t = %k0 to %n step %k1 iter_args(%first = {}, %second = {}) -> ({DYNAMIC}, {DYNAMIC}) {{",
            a.name, b.name
        ));
        self.line(&format!("  scf.yield %second, %first : {DYNAMIC}, {DYNAMIC}\n  }}"));
        for index in 0..2 {
            self.add(View { name: format!("{pair}#{index}"), ..both.clone() });
        }
    }

    /// Adds two views without a common element, declared as distinct objects, and sometimes a third one of
    /// the memory of the second after the first, without such a declaration.
    fn add_distinct_objects(&mut self) {
        let (a, b) = (self.pick(), self.pick());
        if !a.elements().is_disjoint(&b.elements()) {
            return self.add_subview();
        }
        let pair = self.name();
        let (x, y) = (&a.name, &b.name);
        self.line(&format!("{pair}:2 = memref.distinct_objects {x}, {y} : {}, {}", a.ty(), b.ty()));
        let [first, second] = [(0, a), (1, b)].map(|(index, view)| {
            let view = View { name: format!("{pair}#{index}"), ..view };
            self.add(view.clone());
            view
        });
        let [[x], [y]] = [&first.choices[..], &second.choices[..]] else { return };
        if x.buffer == y.buffer && (first.has_base || !self.has_run) {
            self.reinterpret(&first, *y, (&y.offset.to_string(), true));
        }
    }

    /// Fills two views, declared as distinct objects, that have no common element within one iteration of a loop.
    fn fill_distinct(&mut self, a: &View, b: &View) {
        let pair = self.name();
        let (x, y) = (&a.name, &b.name);
        self.line(&format!("{pair}:2 = memref.distinct_objects {x}, {y} : {}, {}", a.ty(), b.ty()));
        for (index, view) in [a, b].into_iter().enumerate() {
            self.fill(&format!("{pair}#{index}"), &view.ty(), view.elements());
        }
    }

    /// Adds rows of a view at the induction variable of a loop, and others at a distance.
    fn add_loop(&mut self) {
        let source = self.pick();
        let rows = [1 + self.below(2), 1 + self.below(2)];
        let distance = self.below(3);
        let last = source.least(0) - rows[0].max(distance + rows[1]);
        if last < 1 {
            return self.add_subview();
        }
        let (first, step) = (self.below(last), 1 + self.below(4));
        let bound = ["%i", "%k"][self.random.below(2)];
        let (t, u) = (format!("%t{}", self.text.len()), format!("%u{}", self.text.len()));
        self.line(&format!("scf.for {t} = %k{first} to %k{} step {bound}{step} {{", last + 1));
        self.line(&format!("{u} = arith.addi {t}, %k{distance} : index"));
        let mut made = Vec::new();
        for (offset, row, rows) in [(&t, 0, rows[0]), (&u, distance, rows[1])] {
            let columns = source.least(1);
            let column = self.below(columns);
            let (sizes, name) = ([rows, columns - column], self.name());
            let at =
                |row: i64| source.choices.iter().map(move |layout| layout.part([row, column], sizes, [1, 1]));
            let mut iterations = (first..=last).step_by(step as usize);
            let layouts: Vec<Layout> = iterations.by_ref().flat_map(|i| at(i + row)).collect();
            let View { has_strides, has_base, .. } = source;
            let view =
                View { name, choices: layouts, has_sizes: true, has_strides, has_offset: false, has_base };
            self.line(&format!(
                "{} = memref.subview {}[{offset}, {column}] {sizes:?} [1, 1] : {} to {}",
                view.name,
                source.name,
                source.ty(),
                view.ty()
            ));
            self.fill(&view.name, &view.ty(), view.elements());
            made.push(view);
        }
        if let [a, b] = &made[..]
            && a.choices.iter().zip(&b.choices).all(|(x, y)| x.is_apart(*y))
        {
            self.fill_distinct(a, b);
        }
        self.line("}");
    }
}
