//! Operations with a number that is wrong: an index, a size, a stride, a shift, a divisor, a step.

use super::{Build, Memory, Pair, Place, Planted, Way, beyond, one_of};
use crate::generator::Generator;

/// The kinds of planted operations.
pub(super) const KINDS: &[fn(&mut Generator) -> Pair] = &[
    elements,
    elements,
    rows,
    vectors,
    masked_vectors,
    indexed_vectors,
    subviews,
    reinterpretations,
    casts,
    views,
    reshapes,
    expansions,
    pointers,
    alignments,
    distinct,
    no_alias,
    copies,
    dimensions,
    lanes,
    divisors,
    steps,
    affine_divisors,
    affine_indices,
    operands,
    allocations,
    dynamic_workgroup_memory,
    unranked,
    buffers_of_pointers,
    affine_vectors,
    collapses,
];

/// Stores what an operation has read, so that it is no dead code.
fn seen(build: &Build, value: &str) -> String {
    format!("memref.store {value}, %out[%c0] : memref<1x{}>\n", build.buffer.element)
}

/// Returns an atomic update of `%m` at an index.
fn atomic(build: &Build, index: &str, is_generic: bool) -> String {
    let (element, ty) = (build.buffer.element, build.buffer.ty());
    let add = if element.starts_with('f') { "addf" } else { "addi" };
    if is_generic {
        format!(
            "%v = memref.generic_atomic_rmw %m[{index}] : {ty} {{\n^bb0(%old: {element}):\n%new = arith.{add} %old, %one : \
             {element}\nmemref.atomic_yield %new : {element}\n}}\n{}",
            seen(build, "%v")
        )
    } else {
        let read = seen(build, "%v");
        format!("%v = memref.atomic_rmw {add} %one, %m[{index}] : ({element}, {ty}) -> {element}\n{read}")
    }
}

/// Returns an access of the element of `%m` at an index.
fn access(build: &Build, index: &str, which: usize) -> (&'static str, String) {
    let (element, ty) = (build.buffer.element, build.buffer.ty());
    match which {
        0 => ("load", format!("%v = memref.load %m[{index}] : {ty}\n{}", seen(build, "%v"))),
        1 => ("store", format!("memref.store %one, %m[{index}] : {ty}\n")),
        // Updates of bytes are no atomic operations of every device.
        _ if element == "i8" => ("store", format!("memref.store %one, %m[{index}] : {ty}\n")),
        2 => ("atomic_rmw", atomic(build, index, false)),
        _ => ("generic_atomic_rmw", atomic(build, index, true)),
    }
}

fn elements(random: &mut Generator) -> Pair {
    let build = Build::new(random);
    let (kind, body) = access(&build, "%k", random.below(4));
    let (right, wrong) = (random.below(build.buffer.size as usize) as i64, beyond(random, build.buffer.size));
    build.pair(&Planted { kind, body, right, wrong })
}

/// An index of a row that leaves its row, but not the buffer.
fn rows(random: &mut Generator) -> Pair {
    let mut build = Build::new(random);
    let n_rows = 2 + random.below(4) as i64;
    (build.buffer.rows, build.buffer.is_static) = (Some(n_rows), true);
    let size = build.buffer.size;
    let (index, right, wrong) = match random.below(3) {
        0 => ("%c0, %k", random.below(size as usize) as i64, size + random.below(size as usize) as i64),
        1 => ("%c1, %k", random.below(size as usize) as i64, -1 - random.below(size as usize) as i64),
        _ => ("%k, %c0", random.below(n_rows as usize) as i64, beyond(random, n_rows)),
    };
    let (kind, body) = access(&build, index, random.below(4));
    build.pair(&Planted { kind, body, right, wrong })
}

/// Returns the type of four elements.
fn four(build: &Build) -> String {
    format!("vector<4x{}>", build.buffer.element)
}

/// Returns lines that store the first lane of `%v`.
fn seen_lane(build: &Build) -> String {
    let (element, vector) = (build.buffer.element, four(build));
    format!("%lane = vector.extract %v[0] : {element} from {vector}\n{}", seen(build, "%lane"))
}

fn vectors(random: &mut Generator) -> Pair {
    let build = Build::new(random);
    let (element, ty, vector) = (build.buffer.element, build.buffer.ty(), four(&build));
    let all = format!("%all = vector.broadcast %one : {element} to {vector}\n");
    let read = seen_lane(&build);
    let (kind, body) = match random.below(4) {
        0 => ("vector.load", format!("%v = vector.load %m[%k] : {ty}, {vector}\n{read}")),
        1 => ("vector.store", format!("{all}vector.store %all, %m[%k] : {ty}, {vector}\n")),
        2 => (
            "transfer_read",
            format!("%v = vector.transfer_read %m[%k], %one {{in_bounds = [true]}} : {ty}, {vector}\n{read}"),
        ),
        _ => (
            "transfer_write",
            format!("{all}vector.transfer_write %all, %m[%k] {{in_bounds = [true]}} : {vector}, {ty}\n"),
        ),
    };
    let last = build.buffer.size - 4;
    let (right, wrong) = (random.below(last as usize + 1) as i64, beyond(random, last + 1));
    build.pair(&Planted { kind, body, right, wrong })
}

/// A vector whose mask has two lanes of four.
fn masked_vectors(random: &mut Generator) -> Pair {
    let build = Build::new(random);
    let (element, ty, vector) = (build.buffer.element, build.buffer.ty(), four(&build));
    let all = format!(
        "%all = vector.broadcast %one : {element} to {vector}\n%mask = vector.constant_mask [2] : vector<4xi1>\n"
    );
    let read = seen_lane(&build);
    let (kind, body) = match random.below(3) {
        0 => (
            "maskedload",
            format!(
                "{all}%v = vector.maskedload %m[%k], %mask, %all : {ty}, vector<4xi1>, {vector} into {vector}\n{read}"
            ),
        ),
        1 => (
            "maskedstore",
            format!("{all}vector.maskedstore %m[%k], %mask, %all : {ty}, vector<4xi1>, {vector}\n"),
        ),
        _ => (
            "compressstore",
            format!("{all}vector.compressstore %m[%k], %mask, %all : {ty}, vector<4xi1>, {vector}\n"),
        ),
    };
    let last = build.buffer.size - 2;
    let (right, wrong) = (random.below(last as usize + 1) as i64, beyond(random, last + 1));
    build.pair(&Planted { kind, body, right, wrong })
}

fn indexed_vectors(random: &mut Generator) -> Pair {
    let build = Build::new(random);
    let (element, ty, vector) = (build.buffer.element, build.buffer.ty(), four(&build));
    let all = format!(
        "%all = vector.broadcast %one : {element} to {vector}\n%mask = vector.constant_mask [1] : vector<4xi1>\n%at = \
         vector.broadcast %k : index to vector<4xindex>\n"
    );
    let read = seen_lane(&build);
    let (kind, body) = if random.below(2) == 0 {
        let types = format!("{ty}, vector<4xindex>, vector<4xi1>, {vector} into {vector}");
        ("gather", format!("{all}%v = vector.gather %m[%c0] [%at], %mask, %all : {types}\n{read}"))
    } else {
        let types = format!("{ty}, vector<4xindex>, vector<4xi1>, {vector}");
        ("scatter", format!("{all}vector.scatter %m[%c0] [%at], %mask, %all : {types}\n"))
    };
    let (right, wrong) = (random.below(build.buffer.size as usize) as i64, beyond(random, build.buffer.size));
    build.pair(&Planted { kind, body, right, wrong })
}

/// Returns a use of the view `%view`, or none: a view that leaves its buffer is wrong by itself.
fn used(build: &Build, random: &mut Generator, ty: &str) -> String {
    match random.below(3) {
        0 => String::new(),
        1 => format!("memref.store %one, %view[%c0] : {ty}\n"),
        _ => format!("%v = memref.load %view[%c0] : {ty}\n{}", seen(build, "%v")),
    }
}

fn subviews(random: &mut Generator) -> Pair {
    let build = Build::new(random);
    let (size, ty) = (build.buffer.size, build.buffer.ty());
    let (kind, parts, sizes, layout, right, wrong) = match random.below(3) {
        0 => {
            let right = random.below(size as usize - 3) as i64;
            (
                "subview offset",
                "[%k] [4] [1]",
                "4",
                "strided<[1], offset: ?>",
                right,
                beyond(random, size - 3),
            )
        }
        1 => {
            let right = 1 + random.below(size as usize) as i64;
            ("subview size", "[0] [%k] [1]", "?", "strided<[1]>", right, beyond(random, size + 1))
        }
        _ => {
            let right = 1 + random.below(size as usize - 1) as i64;
            ("subview stride", "[0] [2] [%k]", "2", "strided<[?]>", right, beyond(random, size))
        }
    };
    let to = build.buffer.part(sizes, layout);
    let body = format!("%view = memref.subview %m{parts} : {ty} to {to}\n{}", used(&build, random, &to));
    build.pair(&Planted { kind, body, right, wrong })
}

fn reinterpretations(random: &mut Generator) -> Pair {
    let build = Build::new(random);
    let (size, ty) = (build.buffer.size, build.buffer.ty());
    let (kind, parts, sizes, layout, right, wrong) = match random.below(3) {
        0 => {
            let right = random.below(size as usize - 3) as i64;
            let parts = "offset: [%k], sizes: [4], strides: [1]";
            (
                "reinterpret_cast offset",
                parts,
                "4",
                "strided<[1], offset: ?>",
                right,
                beyond(random, size - 3),
            )
        }
        1 => {
            let right = 1 + random.below(size as usize) as i64;
            let parts = "offset: [0], sizes: [%k], strides: [1]";
            ("reinterpret_cast size", parts, "?", "strided<[1]>", right, beyond(random, size + 1))
        }
        _ => {
            let right = 1 + random.below(size as usize - 1) as i64;
            let parts = "offset: [0], sizes: [2], strides: [%k]";
            ("reinterpret_cast stride", parts, "2", "strided<[?]>", right, beyond(random, size))
        }
    };
    let to = build.buffer.part(sizes, layout);
    let body = format!(
        "%view = memref.reinterpret_cast %m to {parts} : {ty} to {to}\n{}",
        used(&build, random, &to)
    );
    build.pair(&Planted { kind, body, right, wrong })
}

/// A size, a stride or an offset that only the type of a cast states.
fn casts(random: &mut Generator) -> Pair {
    let build = Build::new(random);
    let (size, ty) = (build.buffer.size, build.buffer.ty());
    let (kind, parts, from, to, right, most) = match random.below(3) {
        0 => ("cast size", "[0] [%k] [1]", ("?", "strided<[1]>"), ("4", "strided<[1]>"), 4, size),
        1 => ("cast stride", "[0] [2] [%k]", ("2", "strided<[?]>"), ("2", "strided<[3]>"), 3, size - 1),
        _ => {
            let (from, to) = (("2", "strided<[1], offset: ?>"), ("2", "strided<[1], offset: 5>"));
            ("cast offset", "[%k] [2] [1]", from, to, 5, size - 2)
        }
    };
    let wrong = (right + 1 + random.below(most as usize - 1) as i64) % most;
    let wrong = if wrong == right || wrong == 0 { 1 } else { wrong };
    let (from, to) = (build.buffer.part(from.0, from.1), build.buffer.part(to.0, to.1));
    let body = format!(
        "%part = memref.subview %m{parts} : {ty} to {from}\n%view = memref.cast %part : {from} to {to}\n{}",
        used(&build, random, &to)
    );
    build.pair(&Planted { kind, body, right, wrong })
}

fn views(random: &mut Generator) -> Pair {
    let mut build = Build::new(random);
    build.buffer.element = "i8";
    let (size, ty, space) = (build.buffer.size, build.buffer.ty(), build.buffer.space());
    let (kind, parts, sizes, right, wrong) = if random.below(2) == 0 {
        let right = 4 * random.below((size as usize - 8) / 4 + 1) as i64;
        ("view shift", "[%k][]", "2", right, beyond(random, size - 7))
    } else {
        let right = 1 + random.below(size as usize / 4) as i64;
        ("view size", "[%c0][%k]", "?", right, beyond(random, size / 4 + 1))
    };
    let to = format!("memref<{sizes}xi32{space}>");
    let store = format!("%seven = arith.constant 7 : i32\nmemref.store %seven, %view[%c0] : {to}\n");
    let used = if random.below(2) == 0 { store } else { String::new() };
    let body = format!("%view = memref.view %m{parts} : {ty} to {to}\n{used}");
    build.pair(&Planted { kind, body, right, wrong })
}

fn reshapes(random: &mut Generator) -> Pair {
    let build = Build::new(random);
    let (size, ty) = (build.buffer.size, build.buffer.ty());
    let to = build.buffer.part("?", "");
    let body = format!(
        "%shape = memref.alloca() : memref<1xindex>\nmemref.store %k, %shape[%c0] : memref<1xindex>\n%view = memref.reshape \
         %m(%shape) : ({ty}, memref<1xindex>) -> {to}\n{}",
        used(&build, random, &to)
    );
    build.pair(&Planted { kind: "reshape", body, right: size, wrong: beyond(random, size + 1) })
}

fn expansions(random: &mut Generator) -> Pair {
    let mut build = Build::new(random);
    build.buffer.is_static = false;
    if !matches!(build.buffer.memory, Memory::Host | Memory::Stack | Memory::Shared) {
        build.buffer.memory = Memory::Host;
    }
    let (size, ty) = (build.buffer.size, build.buffer.ty());
    let to = build.buffer.part("?x2", "");
    let read = match random.below(2) {
        0 => String::new(),
        _ => format!("memref.store %one, %view[%c0, %c1] : {to}\n"),
    };
    let body =
        format!("%view = memref.expand_shape %m [[0, 1]] output_shape [%k, 2] : {ty} into {to}\n{read}");
    build.pair(&Planted { kind: "expand_shape", body, right: size / 2, wrong: beyond(random, size / 2 + 1) })
}

fn pointers(random: &mut Generator) -> Pair {
    let mut build = Build::new(random);
    build.buffer.has_pointers = true;
    if !matches!(build.buffer.memory, Memory::Host | Memory::Argument) {
        build.buffer.memory = Memory::Host;
    }
    let (element, ty) = (build.buffer.element, build.buffer.ty());
    let bytes = match element {
        "i8" => 1,
        "f32" | "i32" => 4,
        _ => 8,
    };
    let pointer = "!ptr.ptr<#ptr.generic_space>";
    let access = match random.below(2) {
        0 => format!("ptr.store %one, %there : {element}, {pointer}\n"),
        _ => format!("%v = ptr.load %there : {pointer} -> {element}\n{}", seen(&build, "%v")),
    };
    let body = format!(
        "%start = ptr.to_ptr %m : {ty} -> {pointer}\n%there = ptr.ptr_add %start, %k : {pointer}, index\n{access}"
    );
    let end = bytes * build.buffer.size;
    let right = bytes * random.below(build.buffer.size as usize) as i64;
    let wrong = match random.below(3) {
        // Across the end.
        0 if 1 < bytes => end - 1 - random.below(bytes as usize - 1) as i64,
        1 => -bytes * (1 + random.below(100) as i64),
        _ => end + bytes * random.below(1 << 20) as i64,
    };
    build.pair(&Planted { kind: "pointer", body, right, wrong })
}

fn alignments(random: &mut Generator) -> Pair {
    let mut build = Build::new(random);
    build.buffer.element = one_of(random, &["f32", "i32"]);
    if !matches!(build.buffer.memory, Memory::Host | Memory::Argument | Memory::Shared) {
        build.buffer.memory = Memory::Host;
    }
    let (size, ty) = (build.buffer.size, build.buffer.ty());
    let to = build.buffer.part("1", "strided<[1], offset: ?>");
    let body = format!(
        "%part = memref.subview %m[%k] [1] [1] : {ty} to {to}\n%view = memref.assume_alignment %part, 16 : {to}\n{}",
        used(&build, random, &to)
    );
    let right = 4 * random.below(size as usize / 4) as i64;
    let wrong = right + 1 + random.below(3) as i64;
    build.pair(&Planted { kind: "assume_alignment", body, right, wrong })
}

fn distinct(random: &mut Generator) -> Pair {
    let build = Build::new(random);
    let (size, ty) = (build.buffer.size, build.buffer.ty());
    let (low, high) =
        (build.buffer.part("4", "strided<[1]>"), build.buffer.part("4", "strided<[1], offset: ?>"));
    let body = format!(
        "%low = memref.subview %m[0] [4] [1] : {ty} to {low}\n%high = memref.subview %m[%k] [4] [1] : {ty} to {high}\n%a, \
         %view = memref.distinct_objects %low, %high : {low}, {high}\n{}memref.store %one, %a[%c0] : {low}\n",
        used(&build, random, &high)
    );
    let right = 4 + random.below(size as usize - 7) as i64;
    build.pair(&Planted { kind: "distinct_objects", body, right, wrong: random.below(4) as i64 })
}

/// Two arguments of a function or a kernel that claims that they do not overlap.
fn no_alias(random: &mut Generator) -> Pair {
    let mut build = Build::new(random);
    build.place = Place::Host;
    build.buffer.memory = one_of(random, &[Memory::Host, Memory::Argument, Memory::Shared]);
    let (size, ty, element) = (build.buffer.size, build.buffer.ty(), build.buffer.element);
    let (low, high) =
        (build.buffer.part("4", "strided<[1]>"), build.buffer.part("4", "strided<[1], offset: ?>"));
    let claims = one_of(
        random,
        &[(" {llvm.noalias}", " {llvm.noalias}"), ("", " {llvm.noalias}"), (" {llvm.noalias}", "")],
    );
    let head = format!("@claims(%a: {low}{}, %b: {high}{})", claims.0, claims.1);
    let lines = format!(
        "%c0 = arith.constant 0 : index\n%v = memref.load %a[%c0] : {low}\nmemref.store %v, %b[%c0] : {high}\n"
    );
    let parts = format!(
        "%low = memref.subview %m[0] [4] [1] : {ty} to {low}\n%high = memref.subview %m[%k] [4] [1] : {ty} to {high}\n"
    );
    let (kind, function, call) = if random.below(2) == 0 {
        let function = format!("func.func private {head} {{\n{lines}return\n}}\n");
        ("noalias call", function, format!("func.call @claims(%low, %high) : ({low}, {high}) -> ()\n"))
    } else {
        let function =
            format!("gpu.module @claiming {{\ngpu.func {head} kernel {{\n{lines}gpu.return\n}}\n}}\n");
        let call = format!(
            "gpu.launch_func @claiming::@claims blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%low : {low}, %high \
             : {high})\n"
        );
        ("noalias launch", function, call)
    };
    let right = 4 + random.below(size as usize - 7) as i64;
    let planted = Planted { kind, body: format!("{parts}{call}"), right, wrong: random.below(4) as i64 };
    let mut pair = build.pair(&planted);
    for text in [&mut pair.wrong, &mut pair.right] {
        *text = text.replacen("func.func @main", &format!("{function}func.func @main"), 1);
    }
    pair.what.push_str(if element.is_empty() { "" } else { claims.0 });
    pair
}

/// A copy between buffers whose sizes differ.
fn copies(random: &mut Generator) -> Pair {
    let mut build = Build::new(random);
    build.place = one_of(random, &[Place::Host, Place::Call]);
    build.buffer.memory = one_of(random, &[Memory::Host, Memory::Argument, Memory::Shared]);
    let (size, ty, element) = (build.buffer.size, build.buffer.ty(), build.buffer.element);
    let part = build.buffer.part("?", "strided<[1]>");
    let copy = one_of(random, &["memref.copy", "gpu.memcpy"]);
    let copied = if copy == "memref.copy" {
        format!("memref.copy %part, %other : {part} to memref<4x{element}>\n")
    } else {
        format!("gpu.memcpy %other, %part : memref<4x{element}>, {part}\n")
    };
    let body = format!(
        "%other = memref.alloc() : memref<4x{element}>\n%part = memref.subview %m[0] [%k] [1] : {ty} to {part}\n{copied}%v = \
         memref.load %other[%c1] : memref<4x{element}>\n{}memref.dealloc %other : memref<4x{element}>\n",
        seen(&build, "%v")
    );
    let wrong = if random.below(2) == 0 {
        1 + random.below(3) as i64
    } else {
        5 + random.below(size as usize - 4) as i64
    };
    build.pair(&Planted { kind: copy, body, right: 4, wrong })
}

fn dimensions(random: &mut Generator) -> Pair {
    let build = Build::new(random);
    let ty = build.buffer.ty();
    let body = format!("%d = memref.dim %m, %k : {ty}\nmemref.store %d, %seen[%c0] : memref<1xindex>\n");
    build.pair(&Planted { kind: "dim", body, right: 0, wrong: beyond(random, 1) })
}

/// A position of a vector.
fn lanes(random: &mut Generator) -> Pair {
    let build = Build::new(random);
    let (element, vector) = (build.buffer.element, four(&build));
    let all = format!("%all = vector.broadcast %one : {element} to {vector}\n");
    let (kind, body) = if random.below(2) == 0 {
        (
            "vector.extract",
            format!("{all}%v = vector.extract %all[%k] : {element} from {vector}\n{}", seen(&build, "%v")),
        )
    } else {
        let read = seen_lane(&build);
        ("vector.insert", format!("{all}%v = vector.insert %one, %all[%k] : {element} into {vector}\n{read}"))
    };
    build.pair(&Planted { kind, body, right: random.below(4) as i64, wrong: beyond(random, 4) })
}

fn divisors(random: &mut Generator) -> Pair {
    let build = Build::new(random);
    let kinds = ["divsi", "divui", "remsi", "remui", "ceildivsi", "ceildivui", "floordivsi"];
    let kind = one_of(random, &kinds);
    let body = format!(
        "%many = arith.constant 60 : index\n%v = arith.{kind} %many, %k : index\nmemref.store %v, %seen[%c0] : memref<1xindex>\n"
    );
    build.pair(&Planted { kind, body, right: 1 + random.below(70) as i64, wrong: 0 })
}

fn steps(random: &mut Generator) -> Pair {
    let build = Build::new(random);
    let (size, ty) = (build.buffer.size, build.buffer.ty());
    let body = format!(
        "%until = arith.constant {size} : index\nscf.for %j = %c0 to %until step %k {{\nmemref.store %one, %m[%j] : {ty}\n}}\n"
    );
    let wrong = one_of(random, &[0, -1, -7, i64::MIN]);
    build.pair(&Planted { kind: "step", body, right: 1 + random.below(9) as i64, wrong })
}

/// Returns a pair whose number is a symbol of affine maps: a constant, or an argument of a function.
fn with_symbol(random: &mut Generator) -> Build {
    let mut build = Build::new(random);
    build.place = one_of(random, &[Place::Host, Place::Call]);
    build.way = one_of(random, &[Way::Constant, Way::Argument]);
    build.buffer.memory = one_of(random, &[Memory::Host, Memory::Argument, Memory::Shared]);
    build
}

fn affine_divisors(random: &mut Generator) -> Pair {
    let build = with_symbol(random);
    let by = one_of(random, &["mod", "floordiv", "ceildiv"]);
    let body = format!(
        "%many = arith.constant 60 : index\n%v = affine.apply affine_map<(d0)[s0] -> (d0 {by} s0)>(%many)[%k]\nmemref.store %v, \
         %seen[%c0] : memref<1xindex>\n"
    );
    let wrong = one_of(random, &[0, -1, -60]);
    build.pair(&Planted { kind: "affine divisor", body, right: 1 + random.below(70) as i64, wrong })
}

fn affine_indices(random: &mut Generator) -> Pair {
    let build = with_symbol(random);
    let (size, ty) = (build.buffer.size, build.buffer.ty());
    let last = size - 3;
    let (kind, lines) = match random.below(2) {
        0 => ("affine.store", format!("affine.store %one, %m[%j + symbol(%k)] : {ty}\n")),
        _ => ("affine.load", format!("%v = affine.load %m[%j + symbol(%k)] : {ty}\n{}", seen(&build, "%v"))),
    };
    let body = format!("affine.for %j = 0 to 3 {{\n{lines}}}\n");
    let (right, wrong) = (random.below(last as usize + 1) as i64, beyond(random, last + 1));
    build.pair(&Planted { kind, body, right, wrong })
}

/// Operands of a structured operation whose sizes do not fit.
fn operands(random: &mut Generator) -> Pair {
    let mut build = Build::new(random);
    build.place = one_of(random, &[Place::Host, Place::Call]);
    build.buffer.memory = one_of(random, &[Memory::Host, Memory::Argument]);
    build.buffer.element = one_of(random, &["f32", "f64"]);
    let (size, ty, element) = (build.buffer.size, build.buffer.ty(), build.buffer.element);
    let part = build.buffer.part("?", "strided<[1]>");
    let other = format!("memref<4x{element}>");
    let made = format!(
        "%other = memref.alloc() : {other}\n%four = arith.constant 4 : index\nscf.for %q = %c0 to %four step %c1 \
         {{\nmemref.store %one, %other[%q] : {other}\n}}\n%part = memref.subview %m[0] [%k] [1] : {ty} to {part}\n"
    );
    let (kind, lines) = match random.below(3) {
        0 => (
            "linalg.add",
            format!("linalg.add ins(%part, %other : {part}, {other}) outs(%other : {other})\n"),
        ),
        1 => ("linalg.copy", format!("linalg.copy ins(%part : {part}) outs(%other : {other})\n")),
        _ => (
            "linalg.dot",
            format!(
                "%sum = memref.alloc() : memref<{element}>\nmemref.store %one, %sum[] : memref<{element}>\nlinalg.dot \
                 ins(%part, %other : {part}, {other}) outs(%sum : memref<{element}>)\nmemref.dealloc %sum : memref<{element}>\n"
            ),
        ),
    };
    let body = format!("{made}{lines}memref.dealloc %other : {other}\n");
    let wrong = if random.below(2) == 0 {
        1 + random.below(3) as i64
    } else {
        5 + random.below(size as usize - 4) as i64
    };
    build.pair(&Planted { kind, body, right: 4, wrong })
}

/// A size that no buffer has.
fn allocations(random: &mut Generator) -> Pair {
    let mut build = Build::new(random);
    build.place = one_of(random, &[Place::Host, Place::Call]);
    build.buffer.memory = one_of(random, &[Memory::Host, Memory::Argument]);
    let element = build.buffer.element;
    let body = format!(
        "%more = memref.alloc(%k) : memref<?x{element}>\nmemref.store %one, %more[%c0] : memref<?x{element}>\n%v = memref.load \
         %more[%c0] : memref<?x{element}>\n{}memref.dealloc %more : memref<?x{element}>\n",
        seen(&build, "%v")
    );
    let wrong = one_of(random, &[-1, 0, i64::MIN, 1 << 62, -4096]);
    build.pair(&Planted { kind: "alloc", body, right: 1 + random.below(99) as i64, wrong })
}

/// The bytes of a launch's dynamic workgroup memory.
fn dynamic_workgroup_memory(random: &mut Generator) -> Pair {
    let size = 4 + random.below(60) as i64;
    let access =
        one_of(random, &["memref.store %k, %tile[%c0] : TILE", "memref.store %k, %tile[%last] : TILE", ""]);
    let tile = format!("memref<{size}xi64, #gpu.address_space<workgroup>>");
    let access = access.replace("TILE", &tile);
    let is_constant = random.below(2) == 0;
    let program = |bytes: i64| {
        let given = if is_constant {
            format!("%given = arith.constant {bytes} : i32")
        } else {
            "%given = arith.index_cast %n : index to i32".to_string()
        };
        format!(
            "module attributes {{gpu.container_module}} {{
gpu.module @device {{
gpu.func @inner() kernel {{
%c0 = arith.constant 0 : index
%k = arith.constant 7 : i64
%last = arith.constant {} : index
%bytes = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
%tile = memref.view %bytes[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to {tile}
{access}
gpu.return
}}
}}
func.func @main(%n: index {{warpline.input = \"{bytes}\"}}) {{
%c1 = arith.constant 1 : index
{given}
gpu.launch_func @device::@inner blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) dynamic_shared_memory_size %given
return
}}
}}
",
            size - 1
        )
    };
    Pair {
        what: format!("dynamic workgroup memory of {size} elements"),
        wrong: program(random.below(8 * size as usize) as i64),
        right: program(8 * size + 8 * random.below(9) as i64),
    }
}

/// A size that only a cast from a buffer of unknown rank states.
fn unranked(random: &mut Generator) -> Pair {
    let build = Build::new(random);
    let (size, ty, element, space) =
        (build.buffer.size, build.buffer.ty(), build.buffer.element, build.buffer.space());
    let (part, unranked) = (build.buffer.part("?", "strided<[1]>"), format!("memref<*x{element}{space}>"));
    let to = build.buffer.part("4", "strided<[1]>");
    let body = format!(
        "%part = memref.subview %m[0] [%k] [1] : {ty} to {part}\n%any = memref.cast %part : {part} to {unranked}\n%view = \
         memref.cast %any : {unranked} to {to}\n{}",
        used(&build, random, &to)
    );
    let wrong = if random.below(2) == 0 {
        1 + random.below(3) as i64
    } else {
        5 + random.below(size as usize - 4) as i64
    };
    build.pair(&Planted { kind: "cast rank", body, right: 4, wrong })
}

/// A buffer that is made of a pointer.
fn buffers_of_pointers(random: &mut Generator) -> Pair {
    let mut build = Build::new(random);
    build.buffer.has_pointers = true;
    if !matches!(build.buffer.memory, Memory::Host | Memory::Argument) {
        build.buffer.memory = Memory::Host;
    }
    build.buffer.element = one_of(random, &["i32", "f32"]);
    let (size, ty) = (build.buffer.size, build.buffer.ty());
    let (pointer, to) = ("!ptr.ptr<#ptr.generic_space>", build.buffer.part("2", ""));
    let body = format!(
        "%start = ptr.to_ptr %m : {ty} -> {pointer}\n%there = ptr.ptr_add %start, %k : {pointer}, index\n%view = \
         ptr.from_ptr %there : {pointer} -> {to}\n{}",
        used(&build, random, &to)
    );
    let last = size - 2;
    let right = 4 * random.below(last as usize + 1) as i64;
    let wrong = match random.below(3) {
        0 => 4 * (last + 1),
        1 => -4 * (1 + random.below(50) as i64),
        _ => 4 * (last + 1 + random.below(1 << 20) as i64),
    };
    build.pair(&Planted { kind: "from_ptr", body, right, wrong })
}

fn affine_vectors(random: &mut Generator) -> Pair {
    let build = with_symbol(random);
    let (ty, vector) = (build.buffer.ty(), four(&build));
    let (kind, lines) = match random.below(2) {
        0 => (
            "affine.vector_store",
            format!(
                "%all = vector.broadcast %one : {} to {vector}\naffine.vector_store %all, %m[%j + symbol(%k)] : {ty}, \
                 {vector}\n",
                build.buffer.element
            ),
        ),
        _ => (
            "affine.vector_load",
            format!("%v = affine.vector_load %m[%j + symbol(%k)] : {ty}, {vector}\n{}", seen_lane(&build)),
        ),
    };
    let body = format!("affine.for %j = 0 to 3 {{\n{lines}}}\n");
    let last = build.buffer.size - 6;
    let (right, wrong) = (random.below(last as usize + 1) as i64, beyond(random, last + 1));
    build.pair(&Planted { kind, body, right, wrong })
}

/// Rows of a matrix that follow each other only if they are whole.
fn collapses(random: &mut Generator) -> Pair {
    let mut build = Build::new(random);
    (build.buffer.rows, build.buffer.is_static) = (Some(2), true);
    let (size, ty) = (build.buffer.size, build.buffer.ty());
    let part = build.buffer.part("2x?", &format!("strided<[{size}, 1]>"));
    let to = build.buffer.part("?", "strided<[?]>");
    let body = format!(
        "%part = memref.subview %m[0, 0] [2, %k] [1, 1] : {ty} to {part}\n%view = memref.collapse_shape %part [[0, 1]] : {part} \
         into {to}\n{}",
        used(&build, random, &to)
    );
    let wrong = 2 + random.below(size as usize - 3) as i64;
    build.pair(&Planted { kind: "collapse_shape", body, right: size, wrong })
}
