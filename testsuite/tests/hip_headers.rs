//! Compares the functions, constants and structures of the HIP driver with HIP's headers for C, where they are
//! installed.

use std::fmt::Write as _;
use std::process::Command;

use warpline_testsuite::paths::{root, temporary};
use warpline_testsuite::tools;

#[test]
#[expect(clippy::print_stderr, reason = "a skipped test must say so")]
fn declarations_are_those_of_the_headers() {
    let (Some(cc), Some(headers)) = (tools::cc(), tools::hip_headers()) else {
        eprintln!("skipped: needs hip headers");
        return;
    };
    let read = |name: &str| {
        std::fs::read_to_string(root().join("runtime/src/driver/hip").join(name)).expect("a source file")
    };
    let header = std::fs::read_to_string(headers.join("hip/hip_runtime_api.h")).expect("a header");
    let mut c =
        "#define __HIP_PLATFORM_AMD__ 1\n#include <stddef.h>\n#include <hip/hip_runtime_api.h>\n".to_string();
    let n_functions = functions(&read("api.rs"), &header, &mut c);
    let n_types = constants(&read("types.rs"), &mut c) + fields(&read("types.rs"), &mut c);
    assert!(50 < n_functions && 50 < n_types, "only {n_functions} functions and {n_types} others were found");
    let path = temporary("hip.c");
    std::fs::write(&path, &c).expect("the temporary directory can be written");
    let mut command = Command::new(cc);
    command.arg("-fsyntax-only").arg("-isystem").arg(headers).arg(&path);
    let checked = tools::run(&mut command).expect("the compiler can be started");
    let _ = std::fs::remove_file(&path);
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
}

/// Asserts the signature of each function of the table that the headers declare, and returns their number.
fn functions(api: &str, header: &str, c: &mut String) -> usize {
    let table = api.split("\ndriver_api! {").nth(1).and_then(|rest| rest.split("\n}\n").next());
    let flat = table.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    let entries = flat.split(';').filter_map(|entry| entry.trim().strip_suffix(')')?.split_once('('));
    let mut n = 0;
    for (name, arguments) in entries {
        let name = name.rsplit(' ').next().unwrap_or_default();
        if header.contains(&format!("{name}(")) {
            let arguments: Vec<String> = arguments.split(',').map(c_type).collect();
            let arguments = arguments.join(", ");
            let _ = writeln!(
                c,
                "_Static_assert(__builtin_types_compatible_p(__typeof__(&{name}), hipError_t (*)({arguments})), \"{name}\");"
            );
            n += 1;
        }
    }
    n
}

/// Asserts the value of each constant, and returns their number.
fn constants(types: &str, c: &mut String) -> usize {
    let lines = types.lines().filter_map(|line| line.strip_prefix("pub(super) const ")?.split_once(": "));
    let mut n = 0;
    for (name, rest) in lines {
        let value = rest.split_once("= ").map_or("", |(_, value)| value.trim_end_matches(';'));
        let _ = writeln!(c, "_Static_assert((long){name} == {value}, \"{name}\");");
        n += 1;
    }
    n
}

/// Asserts the size of each structure and the offset of each field, and returns the number of fields.
fn fields(types: &str, c: &mut String) -> usize {
    let structures = types.split("#[repr(C)]").skip(1).filter_map(|text| text.split("\n}").next());
    let named = structures.filter_map(|text| text.split_once("struct ")?.1.split_once(" {"));
    let mut n = 0;
    for (name, fields) in named.filter(|(name, _)| !name.starts_with('$')) {
        let lines =
            fields.lines().filter_map(|line| line.trim().strip_prefix("pub(super) ")?.split_once(": "));
        let fields: Vec<(&str, &str)> =
            lines.map(|(name, ty)| (name.trim_start_matches("r#"), ty.trim_end_matches(','))).collect();
        let member = |(name, ty): &(&str, &str)| match ty.strip_prefix("[c_uchar; ") {
            Some(length) => format!("unsigned char {name}[{length};"),
            None => format!("{} {name};", c_type(ty)),
        };
        let members: String = fields.iter().map(member).collect();
        let _ = writeln!(c, "struct our_{name} {{ {members} }};");
        let _ = writeln!(c, "_Static_assert(sizeof(struct our_{name}) == sizeof({name}), \"{name}\");");
        // Later releases have used up some of what is reserved.
        for (field, _) in fields.iter().filter(|(field, _)| *field != "reserved") {
            let offset = format!("offsetof(struct our_{name}, {field}) == offsetof({name}, {field})");
            let _ = writeln!(c, "_Static_assert({offset}, \"{name}.{field}\");");
            n += 1;
        }
    }
    n
}

/// Returns a type of Rust in C.
fn c_type(rust: &str) -> String {
    let rust = rust.trim();
    if let Some(pointee) = rust.strip_prefix("*mut ") {
        return format!("{} *", c_type(pointee));
    }
    if let Some(pointee) = rust.strip_prefix("*const ") {
        return format!("const {} *", c_type(pointee));
    }
    match rust {
        "c_int" => "int",
        "c_uint" => "unsigned int",
        "c_char" => "char",
        "c_uchar" => "unsigned char",
        "c_ushort" => "unsigned short",
        "c_ulonglong" => "unsigned long long",
        "c_void" => "void",
        "usize" => "size_t",
        "f32" => "float",
        name => name,
    }
    .to_string()
}
