//! Random contractions: products of matrices and convolutions of any element type, layout and size, with work before and
//! after their sums, and with schedules in tiles and in panels.

use crate::generator::Generator;
use std::fmt::Write;

/// Sizes of rows, columns and steps: fewer than a tile, multiples of one, and others.
const SIZES: [usize; 9] = [1, 5, 8, 16, 17, 31, 33, 40, 64];
/// The types of the operands and of the sum.
const TYPES: [(&str, &str); 8] = [
    ("f32", "f32"),
    ("f32", "f32"),
    ("f64", "f64"),
    ("i32", "i32"),
    ("i64", "i64"),
    ("f16", "f16"),
    ("f16", "f32"),
    ("i8", "i32"),
];

/// A loop, and its number of iterations.
#[derive(Clone, Copy)]
struct Axis {
    name: &'static str,
    size: usize,
}

/// A buffer by its sizes, and the index of each dimension.
struct Buffer {
    sizes: Vec<usize>,
    indices: Vec<&'static str>,
}

/// The loops and buffers of a contraction.
struct Shape {
    parallel: Vec<Axis>,
    steps: Vec<Axis>,
    operands: [Buffer; 2],
    result: Buffer,
    /// The operations that compute indices.
    subscripts: String,
}

/// Returns the program of a seed, whose function `main` updates its last argument but one, and whether its sizes are those of
/// the arguments.
pub fn program(seed: u64) -> String {
    let mut random = Generator::new(seed);
    let shape = if random.below(3) == 0 { convolution(&mut random) } else { product(&mut random) };
    let is_dynamic = random.below(3) == 0;
    let (element, sum) = TYPES[random.below(TYPES.len())];
    let ty = |buffer: &Buffer, element: &str| {
        let size = |size: &usize| if is_dynamic { "?".to_string() } else { size.to_string() };
        let sizes: Vec<String> = buffer.sizes.iter().map(size).collect();
        format!("memref<{}x{element}>", sizes.join("x"))
    };
    let input = |buffer: &Buffer, element: &str, seed: u64| {
        let sizes: Vec<String> = buffer.sizes.iter().map(ToString::to_string).collect();
        if is_dynamic { format!("{}x{element}=rand:{seed}", sizes.join("x")) } else { format!("rand:{seed}") }
    };
    let [a, b] = &shape.operands;
    let types = [ty(a, element), ty(b, element), ty(&shape.result, sum)];
    let columns = Buffer {
        sizes: vec![*shape.result.sizes.last().unwrap_or(&1)],
        indices: vec![shape.result.indices.last().copied().unwrap_or_default()],
    };
    let bias = ty(&columns, sum);
    let mut text = format!(
        "func.func @main(%a: {} {{warpline.input = \"{}\"}}, %b: {} {{warpline.input = \"{}\"}},\n    \
         %c: {} {{warpline.input = \"{}\"}}, %bias: {bias} {{warpline.input = \"{}\"}}) {{\n  \
         %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n",
        types[0],
        input(a, element, seed + 1),
        types[1],
        input(b, element, seed + 2),
        types[2],
        input(&shape.result, sum, seed + 3),
        input(&columns, sum, seed + 4),
    );
    let buffers = [("%a", a, &types[0]), ("%b", b, &types[1]), ("%c", &shape.result, &types[2])];
    for axis in shape.parallel.iter().chain(&shape.steps) {
        let known = buffers.iter().find_map(|(name, buffer, ty)| {
            let dim = buffer.indices.iter().position(|index| *index == axis.name)?;
            Some((name, dim, ty))
        });
        let _ = match known.filter(|_| is_dynamic) {
            Some((name, dim, ty)) => writeln!(
                text,
                "  %d{0} = arith.constant {dim} : index\n  %n{0} = memref.dim {name}, %d{0} : {ty}",
                axis.name
            ),
            None => writeln!(text, "  %n{} = arith.constant {} : index", axis.name, axis.size),
        };
    }
    let form = body(&mut random, &shape, (element, sum), &types, &bias);
    text.push_str(&form);
    let schedule = schedule(&mut random);
    let _ = write!(text, "  }} {schedule}\n  return\n}}\n");
    text
}

/// Returns a product of matrices, perhaps a batch of them, either operand perhaps transposed.
fn product(random: &mut Generator) -> Shape {
    let mut size = || SIZES[random.below(SIZES.len())];
    let (m, n, k) = (
        Axis { name: "i", size: size() },
        Axis { name: "j", size: size() },
        Axis { name: "k", size: size() },
    );
    let batch: Vec<Axis> =
        [Axis { name: "z", size: 3 }].into_iter().filter(|_| random.below(3) == 0).collect();
    let mut buffer = |rows: Axis, columns: Axis, may_turn: bool| {
        let mut axes = [rows, columns];
        if may_turn && random.below(2) == 0 {
            axes.reverse();
        }
        let axes = batch.iter().chain(&axes);
        Buffer {
            sizes: axes.clone().map(|axis| axis.size).collect(),
            indices: axes.map(|axis| axis.name).collect(),
        }
    };
    let operands = [buffer(m, k, true), buffer(k, n, true)];
    let result = buffer(m, n, false);
    let parallel = batch.iter().copied().chain([m, n]).collect();
    Shape { parallel, steps: vec![k], operands, result, subscripts: String::new() }
}

/// Returns a convolution of images with channels before or after their rows.
fn convolution(random: &mut Generator) -> Shape {
    let axis = |name, size| Axis { name, size };
    let (images, filters) = (axis("n", 1 + random.below(2)), axis("f", [4, 9, 16][random.below(3)]));
    let (rows, columns) = (axis("h", 4 + random.below(5)), axis("w", [4, 7, 8][random.below(3)]));
    let (channels, down) = (axis("e", [1, 3, 4, 8][random.below(4)]), axis("r", 1 + random.below(3)));
    let across = axis("s", 1 + random.below(3));
    let stride = 1 + random.below(2);
    let extent = |size: Axis, window: Axis| (size.size - 1) * stride + window.size;
    let (in_rows, in_columns) = (axis("ih", extent(rows, down)), axis("iw", extent(columns, across)));
    let buffer = |axes: [Axis; 4]| Buffer {
        sizes: axes.iter().map(|axis| axis.size).collect(),
        indices: axes.iter().map(|axis| axis.name).collect(),
    };
    let subscripts = format!(
        "%stride = arith.constant {stride} : index\n%h0 = arith.muli %h, %stride : index\n\
         %ih = arith.addi %h0, %r : index\n%w0 = arith.muli %w, %stride : index\n\
         %iw = arith.addi %w0, %s : index\n"
    );
    if random.below(2) == 0 {
        let image = buffer([images, channels, in_rows, in_columns]);
        let operands = [image, buffer([filters, channels, down, across])];
        let (result, parallel) =
            (buffer([images, filters, rows, columns]), vec![images, filters, rows, columns]);
        Shape { parallel, steps: vec![channels, down, across], operands, result, subscripts }
    } else {
        let image = buffer([images, in_rows, in_columns, channels]);
        let operands = [image, buffer([down, across, channels, filters])];
        let (result, parallel) =
            (buffer([images, rows, columns, filters]), vec![images, rows, columns, filters]);
        Shape { parallel, steps: vec![down, across, channels], operands, result, subscripts }
    }
}

/// Returns the loops, but for the end of the outermost one.
fn body(
    random: &mut Generator,
    shape: &Shape,
    (element, sum): (&str, &str),
    types: &[String; 3],
    bias: &str,
) -> String {
    let is_float = sum.starts_with('f');
    let (add, multiply) = if is_float { ("arith.addf", "arith.mulf") } else { ("arith.addi", "arith.muli") };
    let flags = if is_float && random.below(2) == 0 { " fastmath<contract>" } else { "" };
    let list = |axes: &[Axis], prefix: &str| {
        let names: Vec<String> = axes.iter().map(|axis| format!("{prefix}{}", axis.name)).collect();
        names.join(", ")
    };
    let indices = |buffer: &Buffer| {
        let names: Vec<String> = buffer.indices.iter().map(|index| format!("%{index}")).collect();
        names.join(", ")
    };
    let [a, b] = [0, 1].map(|side| indices(&shape.operands[side]));
    let (c, last) = (indices(&shape.result), shape.result.indices.last().copied().unwrap_or_default());
    let repeated = |word: &str| vec![word; shape.parallel.len()].join(", ");
    let mut text = format!(
        "  scf.parallel ({}) = ({}) to ({}) step ({}) {{\n",
        list(&shape.parallel, "%"),
        repeated("%c0"),
        list(&shape.parallel, "%n"),
        repeated("%c1")
    );
    let (begins_at_zero, has_bias) = (random.below(2) == 0, random.below(2) == 0);
    let zero = if is_float { "-0.0" } else { "0" };
    if begins_at_zero {
        let _ = writeln!(
            text,
            "    %zero = arith.constant {zero} : {sum}\n    memref.store %zero, %c[{c}] : {}",
            types[2]
        );
    }
    for step in &shape.steps {
        let _ = writeln!(text, "    scf.for %{0} = %c0 to %n{0} step %c1 {{", step.name);
    }
    text.push_str(&shape.subscripts);
    let _ =
        writeln!(text, "%x = memref.load %a[{a}] : {}\n%y = memref.load %b[{b}] : {}", types[0], types[1]);
    let (mut x, mut y) = ("%x", "%y");
    if element != sum {
        let cast = if is_float { "arith.extf" } else { "arith.extsi" };
        let _ = writeln!(text, "%xw = {cast} %x : {element} to {sum}\n%yw = {cast} %y : {element} to {sum}");
        (x, y) = ("%xw", "%yw");
    }
    if random.below(2) == 0 {
        (x, y) = (y, x);
    }
    let (p, q) = if random.below(2) == 0 { ("%old", "%product") } else { ("%product", "%old") };
    let _ = writeln!(
        text,
        "%old = memref.load %c[{c}] : {0}\n%product = {multiply} {x}, {y}{flags} : {sum}\n\
         %new = {add} {p}, {q}{flags} : {sum}\nmemref.store %new, %c[{c}] : {0}",
        types[2]
    );
    text.push_str(&"    }\n".repeat(shape.steps.len()));
    if has_bias {
        let _ = writeln!(
            text,
            "    %total = memref.load %c[{c}] : {0}\n    %more = memref.load %bias[%{last}] : {bias}\n    \
             %moved = {add} %total, %more : {sum}\n    memref.store %moved, %c[{c}] : {0}",
            types[2]
        );
    }
    text.push_str("    scf.reduce\n");
    text
}

/// Returns a schedule in tiles or in panels as an attribute, or none.
fn schedule(random: &mut Generator) -> String {
    let mut pick = |of: &[usize]| of[random.below(of.len())];
    match pick(&[0, 1, 1, 1, 2, 2]) {
        0 => String::new(),
        1 => {
            let block = [pick(&[16, 32, 64]), pick(&[16, 32, 64])];
            let wanted = [pick(&[2, 4]), pick(&[2, 4])];
            let n_threads = block[0] * block[1] / (wanted[0] * wanted[1]);
            let thread = if n_threads < 32 { [2, 2] } else { wanted };
            format!(
                "{{warpline.schedule = {{block = {block:?}, thread = {thread:?}, reduce = {}}}}}",
                pick(&[8, 16, 32])
            )
        }
        _ => {
            let block = [pick(&[8, 16, 40]), pick(&[16, 32, 48])];
            format!(
                "{{warpline.schedule = {{lanes = 16, block = {block:?}, reduce = {}}}}}",
                pick(&[8, 16, 24, 64])
            )
        }
    }
}
