//! The contexts: where a value is made, kept, handed on and read.

#![expect(clippy::unnecessary_wraps, reason = "all contexts have one form")]

use super::ValueType;
use super::text::Text;

/// A context of values.
pub struct Context {
    /// Its name.
    pub name: &'static str,
    /// Builds the program, and returns the name of its result; `None` if the context has no meaning for the type.
    pub(super) build: fn(&mut Text, &ValueType) -> Option<String>,
}

const fn context(name: &'static str, build: fn(&mut Text, &ValueType) -> Option<String>) -> Context {
    Context { name, build }
}

/// All contexts.
pub static CONTEXTS: &[Context] = &[
    context("store in a kernel", store_in_kernel),
    context("load in a kernel", load_in_kernel),
    context("private memory", private),
    context("workgroup memory", workgroup),
    context("global", global),
    context("constant global", constant_global),
    context("constant", constant),
    context("argument by value", by_value),
    context("carried by a loop", carried),
    context("across a barrier", across_barrier),
    context("branch", branch),
    context("call", call),
    context("copy", copy),
    context("copy by the device", device_copy),
    context("memset", memset),
    context("fill", fill),
    context("async value", async_value),
    context("shuffle", shuffle),
    context("reduction of a block", block_reduction),
    context("reduction of a vector", vector_reduction),
    context("atomic", atomic),
    context("arithmetic", arithmetic),
    context("comparison", comparison),
    context("vector.load and store", vector_access),
    context("vector.load of an element", element_access),
    context("transfer", transfer),
    context("gather", gather),
    context("result", result),
    context("buffer as result", buffer_result),
    context("print", print),
];

/// Runs a body in each thread and adds up what it makes.
fn in_threads(text: &mut Text, body: impl FnOnce(&mut Text, &str) -> String) -> String {
    let buffer = text.shared("memref<8xi64>");
    text.launch("", |text, number| {
        let value = body(text, number);
        text.store(&value, &buffer, number, "memref<8xi64>");
    });
    text.total(&buffer, &ValueType::scalar("i64"), 8)
}

/// Runs a body in each thread and once on the host, with a number, and adds up what it makes.
fn in_threads_and_on_host(text: &mut Text, number: u64, body: impl Fn(&mut Text, &str) -> String) -> String {
    let total = in_threads(text, &body);
    let number = text.index(number);
    let value = body(text, &number);
    text.op(&format!("arith.addi {total}, {value} : i64"))
}

fn store_in_kernel(text: &mut Text, ty: &ValueType) -> Option<String> {
    let memref = format!("memref<8x{}>", ty.text());
    let buffer = text.shared(&memref);
    text.launch("", |text, number| {
        let value = text.make(ty, number);
        text.store(&value, &buffer, number, &memref);
    });
    Some(text.total(&buffer, ty, 8))
}

fn load_in_kernel(text: &mut Text, ty: &ValueType) -> Option<String> {
    let memref = format!("memref<8x{}>", ty.text());
    let buffer = text.shared(&memref);
    filled(text, ty, &buffer, 8);
    Some(in_threads(text, |text, number| {
        let value = text.load(&buffer, number, &memref);
        text.reduce(ty, &value)
    }))
}

/// Fills a buffer on the host.
fn filled(text: &mut Text, ty: &ValueType, buffer: &str, n: u64) {
    let memref = format!("memref<{n}x{}>", ty.text());
    text.each(n, |text, index| {
        let value = text.make(ty, index);
        text.store(&value, buffer, index, &memref);
    });
}

fn private(text: &mut Text, ty: &ValueType) -> Option<String> {
    let memref = format!("memref<3x{}>", ty.text());
    Some(in_threads(text, |text, number| {
        let buffer = text.op(&format!("memref.alloca() : {memref}"));
        text.each(3, |text, index| {
            let place = text.op(&format!("arith.addi {index}, {number} : index"));
            let value = text.make(ty, &place);
            text.store(&value, &buffer, index, &memref);
        });
        let three = text.index(3);
        let index = text.op(&format!("arith.remui {number}, {three} : index"));
        let value = text.load(&buffer, &index, &memref);
        text.reduce(ty, &value)
    }))
}

fn workgroup(text: &mut Text, ty: &ValueType) -> Option<String> {
    let memref = format!("memref<4x{}, #gpu.address_space<workgroup>>", ty.text());
    let buffer = text.shared("memref<8xi64>");
    text.launch(&format!("workgroup(%w : {memref})"), |text, number| {
        let value = text.make(ty, number);
        text.store(&value, "%w", "%t", &memref);
        text.line("gpu.barrier");
        let three = text.index(3);
        let other = text.op(&format!("arith.subi {three}, %t : index"));
        let value = text.load("%w", &other, &memref);
        let value = text.reduce(ty, &value);
        text.store(&value, &buffer, number, "memref<8xi64>");
    });
    Some(text.total(&buffer, &ValueType::scalar("i64"), 8))
}

fn global(text: &mut Text, ty: &ValueType) -> Option<String> {
    let memref = format!("memref<8x{}>", ty.text());
    text.rest = format!("memref.global \"private\" @g : {memref} = uninitialized\n");
    let buffer = text.op(&format!("memref.get_global @g : {memref}"));
    filled(text, ty, &buffer, 8);
    Some(text.total(&buffer, ty, 8))
}

fn literal(ty: &ValueType, number: u64) -> String {
    match ty.scalar {
        "i1" => (number % 2 == 1).to_string(),
        _ if ty.is_int() => (number % 2).to_string(),
        _ => format!("{}.0", number % 3),
    }
}

fn constant_global(text: &mut Text, ty: &ValueType) -> Option<String> {
    if ty.shape.is_some() {
        return None;
    }
    let memref = format!("memref<4x{}>", ty.text());
    let values: Vec<String> = (0..4).map(|number| literal(ty, number)).collect();
    text.rest =
        format!("memref.global \"private\" constant @g : {memref} = dense<[{}]>\n", values.join(", "));
    Some(in_threads(text, |text, _| {
        let buffer = text.op(&format!("memref.get_global @g : {memref}"));
        let value = text.load(&buffer, "%t", &memref);
        text.reduce(ty, &value)
    }))
}

/// Returns the constants of a shape in brackets.
fn nested(ty: &ValueType, shape: &[u64], first: u64) -> String {
    let Some((size, inner)) = shape.split_first() else { return literal(ty, first + 1) };
    let step: u64 = inner.iter().product();
    let parts: Vec<String> = (0..*size).map(|number| nested(ty, inner, first + number * step)).collect();
    format!("[{}]", parts.join(", "))
}

fn constant(text: &mut Text, ty: &ValueType) -> Option<String> {
    let value = match (&ty.shape, ty.scalar) {
        (Some(shape), _) => format!("dense<{}> : {}", nested(ty, shape, 0), ty.text()),
        (None, "i1") => "true".to_string(),
        (None, scalar) => format!("{} : {scalar}", literal(ty, 1)),
    };
    Some(in_threads_and_on_host(text, 0, |text, _| {
        let value = text.op(&format!("arith.constant {value}"));
        text.reduce(ty, &value)
    }))
}

fn by_value(text: &mut Text, ty: &ValueType) -> Option<String> {
    // The number comes out of memory, so that no pass knows it.
    let buffer = text.shared("memref<1xindex>");
    let [five, zero] = [5, 0].map(|number| text.index(number));
    text.store(&five, &buffer, &zero, "memref<1xindex>");
    let number = text.load(&buffer, &zero, "memref<1xindex>");
    let value = text.make(ty, &number);
    Some(in_threads(text, |text, _| text.reduce(ty, &value)))
}

fn carried(text: &mut Text, ty: &ValueType) -> Option<String> {
    Some(in_threads(text, |text, number| {
        let [first, end, step] = [0, 5, 1].map(|number| text.index(number));
        let value = text.make(ty, number);
        let [result, index, before] = [(); 3].map(|()| text.name());
        let name = ty.text();
        text.line(&format!(
            "{result} = scf.for {index} = {first} to {end} step {step} iter_args({before} = {value}) -> {name} {{"
        ));
        let place = text.op(&format!("arith.addi {index}, {number} : index"));
        let other = text.make(ty, &place);
        let is_same = text.op(&format!("arith.cmpi eq, {index}, {number} : index"));
        let next = text.op(&format!("arith.select {is_same}, {before}, {other} : {name}"));
        text.line(&format!("scf.yield {next} : {name} }}"));
        text.reduce(ty, &result)
    }))
}

fn across_barrier(text: &mut Text, ty: &ValueType) -> Option<String> {
    Some(in_threads(text, |text, number| {
        let value = text.make(ty, number);
        text.line("gpu.barrier");
        text.reduce(ty, &value)
    }))
}

fn branch(text: &mut Text, ty: &ValueType) -> Option<String> {
    Some(in_threads(text, |text, number| {
        let three = text.index(3);
        let is_low = text.op(&format!("arith.cmpi ult, {number}, {three} : index"));
        let (result, name) = (text.name(), ty.text());
        text.line(&format!("{result} = scf.if {is_low} -> {name} {{"));
        let value = text.make(ty, number);
        text.line(&format!("scf.yield {value} : {name} }} else {{"));
        let value = text.make(ty, &three);
        text.line(&format!("scf.yield {value} : {name} }}"));
        text.reduce(ty, &result)
    }))
}

fn call(text: &mut Text, ty: &ValueType) -> Option<String> {
    let name = ty.text();
    let before = text.take();
    let value = text.make(ty, "%i");
    let body = text.take();
    text.line(before.trim());
    text.rest =
        format!("func.func private @make(%i: index) -> {name} {{\n{body}  return {value} : {name}\n}}\n");
    let make = |text: &mut Text, number: &str| {
        let value = text.op(&format!("func.call @make({number}) : (index) -> {name}"));
        text.reduce(ty, &value)
    };
    Some(in_threads_and_on_host(text, 3, make))
}

fn copy(text: &mut Text, ty: &ValueType) -> Option<String> {
    let memref = format!("memref<8x{}>", ty.text());
    let [from, to] = [(); 2].map(|()| text.op(&format!("memref.alloc() : {memref}")));
    filled(text, ty, &from, 8);
    text.line(&format!("memref.copy {from}, {to} : {memref} to {memref}"));
    Some(text.total(&to, ty, 8))
}

fn device_copy(text: &mut Text, ty: &ValueType) -> Option<String> {
    let memref = format!("memref<8x{}>", ty.text());
    let [from, to] = [(); 2].map(|()| text.shared(&memref));
    let there = text.op(&format!("gpu.alloc () : {memref}"));
    filled(text, ty, &from, 8);
    text.line(&format!("gpu.memcpy {there}, {from} : {memref}, {memref}"));
    text.line(&format!("gpu.memcpy {to}, {there} : {memref}, {memref}"));
    Some(text.total(&to, ty, 8))
}

fn memset(text: &mut Text, ty: &ValueType) -> Option<String> {
    // The verifier wants the type of an element, and takes that of a vector for it.
    if ty.shape.is_some() {
        return None;
    }
    let memref = format!("memref<8x{}>", ty.text());
    let buffer = text.shared(&memref);
    let two = text.index(2);
    let value = text.make(ty, &two);
    text.line(&format!("gpu.memset {buffer}, {value} : {memref}, {}", ty.text()));
    Some(text.total(&buffer, ty, 8))
}

fn fill(text: &mut Text, ty: &ValueType) -> Option<String> {
    let memref = format!("memref<8x{}>", ty.text());
    let buffer = text.op(&format!("memref.alloc() : {memref}"));
    let two = text.index(2);
    let value = text.make(ty, &two);
    text.line(&format!("linalg.fill ins({value} : {}) outs({buffer} : {memref})", ty.text()));
    Some(text.total(&buffer, ty, 8))
}

fn async_value(text: &mut Text, ty: &ValueType) -> Option<String> {
    let name = ty.text();
    let two = text.index(2);
    let [token, future] = [(); 2].map(|()| text.name());
    text.line(&format!("{token}, {future} = async.execute -> !async.value<{name}> {{"));
    let value = text.make(ty, &two);
    text.line(&format!("async.yield {value} : {name} }}"));
    let value = text.op(&format!("async.await {future} : !async.value<{name}>"));
    Some(text.reduce(ty, &value))
}

fn shuffle(text: &mut Text, ty: &ValueType) -> Option<String> {
    if ty.scalar == "index" || ty.shape.as_ref().is_some_and(|shape| shape.len() != 1) {
        return None;
    }
    Some(in_threads(text, |text, number| {
        let value = text.make(ty, number);
        let one = text.op("arith.constant 1 : i32");
        let width = text.op("arith.constant 32 : i32");
        let [other, valid] = [(); 2].map(|()| text.name());
        text.line(&format!("{other}, {valid} = gpu.shuffle xor {value}, {one}, {width} : {}", ty.text()));
        text.reduce(ty, &other)
    }))
}

fn block_reduction(text: &mut Text, ty: &ValueType) -> Option<String> {
    if ty.scalar == "index" || ty.shape.is_some() {
        return None;
    }
    Some(in_threads(text, |text, number| {
        let value = text.make(ty, number);
        let name = ty.text();
        let sum = text.op(&format!("gpu.all_reduce add {value} {{}} : ({name}) -> {name}"));
        text.reduce(ty, &sum)
    }))
}

fn vector_reduction(text: &mut Text, ty: &ValueType) -> Option<String> {
    if ty.shape.as_ref().is_none_or(|shape| shape.len() != 1) {
        return None;
    }
    let make = |text: &mut Text, number: &str| {
        let value = text.make(ty, number);
        let sum = text.op(&format!("vector.reduction <add>, {value} : {} into {}", ty.text(), ty.scalar));
        text.reduce(&ValueType::scalar(ty.scalar), &sum)
    };
    Some(in_threads_and_on_host(text, 1, make))
}

fn atomic(text: &mut Text, ty: &ValueType) -> Option<String> {
    if ty.scalar == "index" || ty.shape.is_some() {
        return None;
    }
    // Whole words: where a chip swaps nothing narrower, it swaps the word around an element.
    let memref = format!("memref<8x{}>", ty.text());
    let buffer = text.shared(&memref);
    text.each(8, |text, index| {
        let zero = text.index(0);
        let value = text.make(ty, &zero);
        text.store(&value, &buffer, index, &memref);
    });
    text.launch("", |text, number| {
        let two = text.index(2);
        let place = text.op(&format!("arith.remui {number}, {two} : index"));
        let value = text.make(ty, number);
        let kind = if ty.is_int() { "addi" } else { "addf" };
        let name = ty.text();
        text.op(&format!(
            "memref.atomic_rmw {kind} {value}, {buffer}[{place}] : ({name}, {memref}) -> {name}"
        ));
    });
    Some(text.total(&buffer, ty, 8))
}

fn arithmetic(text: &mut Text, ty: &ValueType) -> Option<String> {
    let compute = |text: &mut Text, number: &str| {
        let name = ty.text();
        let value = text.make(ty, number);
        let kinds = if ty.is_int() { ["addi", "muli", "maxsi"] } else { ["addf", "mulf", "maximumf"] };
        let mut result = value.clone();
        for kind in kinds {
            result = text.op(&format!("arith.{kind} {result}, {value} : {name}"));
        }
        text.reduce(ty, &result)
    };
    Some(in_threads_and_on_host(text, 2, compute))
}

fn comparison(text: &mut Text, ty: &ValueType) -> Option<String> {
    Some(in_threads(text, |text, number| {
        let name = ty.text();
        let three = text.index(3);
        let [value, other] = [number, &three].map(|number| text.make(ty, number));
        let kind = if ty.is_int() { "cmpi slt" } else { "cmpf olt" };
        let is_less = text.op(&format!("arith.{kind}, {value}, {other} : {name}"));
        let less = text.op(&match &ty.shape {
            Some(_) => {
                let bits = ValueType { scalar: "i1", ..ty.clone() }.text();
                format!("arith.select {is_less}, {value}, {other} : {bits}, {name}")
            }
            None => format!("arith.select {is_less}, {value}, {other} : {name}"),
        });
        text.reduce(ty, &less)
    }))
}

/// Returns the type of a buffer with a dimension for each of a vector, and the indices of a row.
fn rows(text: &mut Text, ty: &ValueType, index: &str) -> Option<(String, String)> {
    let shape = ty.shape.as_ref().filter(|shape| !shape.is_empty())?;
    let sizes: String = shape.iter().flat_map(|size| [size.to_string(), "x".to_string()]).collect();
    let zeros = shape.iter().map(|_| text.index(0));
    let indices: Vec<String> = [index.to_string()].into_iter().chain(zeros).collect();
    Some((format!("memref<8x{sizes}{}>", ty.scalar), indices.join(", ")))
}

fn vector_access(text: &mut Text, ty: &ValueType) -> Option<String> {
    let (memref, _) = rows(text, ty, "")?;
    let buffer = text.shared(&memref);
    text.launch("", |text, number| {
        let (_, indices) = rows(text, ty, number).expect("it is a vector");
        let value = text.make(ty, number);
        text.line(&format!("vector.store {value}, {buffer}[{indices}] : {memref}, {}", ty.text()));
    });
    Some(text.sum(8, |text, index| {
        let (_, indices) = rows(text, ty, index).expect("it is a vector");
        let value = text.op(&format!("vector.load {buffer}[{indices}] : {memref}, {}", ty.text()));
        text.reduce(ty, &value)
    }))
}

fn element_access(text: &mut Text, ty: &ValueType) -> Option<String> {
    ty.shape.as_ref().filter(|shape| shape.len() <= 1)?;
    let name = ty.text();
    let memref = format!("memref<8x{name}>");
    let buffer = text.shared(&memref);
    text.launch("", |text, number| {
        let value = text.make(ty, number);
        text.line(&format!("vector.store {value}, {buffer}[{number}] : {memref}, {name}"));
    });
    Some(text.sum(8, |text, index| {
        let value = text.op(&format!("vector.load {buffer}[{index}] : {memref}, {name}"));
        text.reduce(ty, &value)
    }))
}

fn transfer(text: &mut Text, ty: &ValueType) -> Option<String> {
    let (memref, _) = rows(text, ty, "")?;
    let buffer = text.shared(&memref);
    let in_bounds = vec!["true"; ty.shape.as_ref()?.len()].join(", ");
    Some(in_threads(text, |text, number| {
        let (_, indices) = rows(text, ty, number).expect("it is a vector");
        let (name, value) = (ty.text(), text.make(ty, number));
        text.line(&format!(
            "vector.transfer_write {value}, {buffer}[{indices}] {{in_bounds = [{in_bounds}]}} : {name}, {memref}"
        ));
        let zero = text.index(0);
        let padding = text.make(&ValueType::scalar(ty.scalar), &zero);
        let value =
            text.op(&format!("vector.transfer_read {buffer}[{indices}], {padding} : {memref}, {name}"));
        text.reduce(ty, &value)
    }))
}

fn gather(text: &mut Text, ty: &ValueType) -> Option<String> {
    let &[n] = ty.shape.as_deref()? else { return None };
    let scalar = ValueType::scalar(ty.scalar);
    let memref = format!("memref<8x{}>", ty.scalar);
    let buffer = text.shared(&memref);
    filled(text, &scalar, &buffer, 8);
    Some(in_threads(text, |text, number| {
        let places: Vec<String> = (0..n).map(|k| (k * 3 % 8).to_string()).collect();
        let bits: Vec<String> = (0..n).map(|k| (k % 2 == 0).to_string()).collect();
        let places = text.op(&format!("arith.constant dense<[{}]> : vector<{n}xindex>", places.join(", ")));
        let mask = text.op(&format!("arith.constant dense<[{}]> : vector<{n}xi1>", bits.join(", ")));
        let (zero, other) = (text.index(0), text.make(ty, number));
        let value = text.op(&format!(
            "vector.gather {buffer}[{zero}] [{places}], {mask}, {other} : {memref}, vector<{n}xindex>, vector<{n}xi1>, \
             {name} into {name}",
            name = ty.text()
        ));
        text.reduce(ty, &value)
    }))
}

fn result(text: &mut Text, ty: &ValueType) -> Option<String> {
    text.result = ty.text();
    let two = text.index(2);
    Some(text.make(ty, &two))
}

fn buffer_result(text: &mut Text, ty: &ValueType) -> Option<String> {
    text.result = format!("memref<3x{}>", ty.text());
    let buffer = text.op(&format!("memref.alloc() : {}", text.result.clone()));
    filled(text, ty, &buffer, 3);
    Some(buffer)
}

fn print(text: &mut Text, ty: &ValueType) -> Option<String> {
    let two = text.index(2);
    let value = text.make(ty, &two);
    text.line(&format!("vector.print {value} : {}", ty.text()));
    Some(text.op("arith.constant 0 : i64"))
}
