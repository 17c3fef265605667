//! Tests that kernels compile to PTX with the expected lines, and that the assembler accepts it.
//!
//! The assembler is optional. It is taken from `WARPLINE_PTXAS`, from `PATH`, or from the Python package
//! `nvidia-cuda-nvcc`; without one, that half of a check prints a note and is skipped.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use warpline_backend_ptx::Ptx;
use warpline_ir::artifact::{Code, Object, Param};
use warpline_ir::kernels::device_modules;
use warpline_ir::{Diagnostics, ParseOptions, Type, parse};
use warpline_passes::backend::{Backend, Emit, Target};
use warpline_passes::pipeline::{self, Silent};

const CHIPS: [&str; 2] = ["sm_80", "sm_90"];

/// Compiles a text after the passes of the backend.
fn emit(text: &str, chip: &str) -> Result<Object, Diagnostics> {
    let target = Ptx.target(chip).expect("there is such a chip");
    emit_after(&format!("gpu-annotate-kernels,{}", Ptx.pipeline(&target)), text, &target)
}

/// Compiles a text after other passes.
fn emit_after(passes: &str, text: &str, target: &Target) -> Result<Object, Diagnostics> {
    let (mut module, mut diagnostics) = parse(text, &ParseOptions::default());
    assert!(!diagnostics.has_errors(), "{:#?}\n{text}", diagnostics.iter().collect::<Vec<_>>());
    let passes = pipeline::parse(passes, &mut diagnostics).expect("the passes are ours");
    let ran = pipeline::run(&passes, &mut module, &mut diagnostics, &mut Silent);
    assert!(ran.is_ok(), "{:#?}\n{text}", diagnostics.iter().collect::<Vec<_>>());
    let facts = warpline_ir::verify::verify(&module);
    let facts =
        facts.unwrap_or_else(|diagnostics| panic!("{:#?}\n{text}", diagnostics.iter().collect::<Vec<_>>()));
    Ptx.emit(&module, &facts, &device_modules(&module), target, Emit::Code)
}

fn ptx(text: &str, chip: &str) -> String {
    match emit(text, chip) {
        Ok(Object { code: Code::Text(ptx), .. }) => ptx,
        Ok(artifact) => panic!("expected text, but found {:?}", artifact.code),
        Err(diagnostics) => panic!("{:#?}\n{text}", diagnostics.iter().collect::<Vec<_>>()),
    }
}

/// Returns a module with one kernel `@k` of these parameters and this body.
fn kernel(params: &str, body: &str) -> String {
    format!("gpu.module @m {{\n  gpu.func @k({params}) kernel {{\n{body}\n    gpu.return\n  }}\n}}\n")
}

/// Checks that the text has these lines in this order, and assembles for every chip.
#[track_caller]
fn check(text: &str, lines: &[&str]) {
    for chip in CHIPS {
        let ptx = ptx(text, chip);
        let mut rest = ptx.as_str();
        for line in lines {
            let Some(at) = rest.find(line) else { panic!("expected '{line}' in order in\n{ptx}") };
            rest = &rest[at + line.len()..];
        }
        assemble(&ptx, chip);
    }
}

/// Checks that a kernel body has these lines in this order, and assembles.
#[track_caller]
fn check_body(params: &str, body: &str, lines: &[&str]) {
    check(&kernel(params, body), lines);
}

/// Checks that a kernel body without the passes of the backend is rejected with a message that has all these parts.
#[track_caller]
fn check_refused(params: &str, body: &str, chip: &str, parts: &[&str]) {
    let target = Ptx.target(chip).expect("there is such a chip");
    let passes = "gpu-annotate-kernels,lower-memref-access";
    let emitted = emit_after(passes, &kernel(params, body), &target);
    let Err(diagnostics) = emitted else { panic!("expected an error:\n{body}") };
    let messages: Vec<_> = diagnostics.iter().map(|item| item.message.clone()).collect();
    assert_eq!(messages.len(), 1, "{messages:#?}");
    for part in parts {
        assert!(messages[0].contains(part), "expected '{part}' in '{}'", messages[0]);
    }
}

fn assemble(ptx: &str, chip: &str) {
    static FILES: AtomicU32 = AtomicU32::new(0);
    let Some(ptxas) = ptxas() else { return };
    let number = FILES.fetch_add(1, Ordering::Relaxed);
    let file = std::env::temp_dir().join(format!("warpline-{}-{number}.ptx", std::process::id()));
    std::fs::write(&file, ptx).expect("the temporary folder is writable");
    let run = Command::new(ptxas)
        .args(["-Werror", &format!("-arch={chip}"), "-o"])
        .arg(file.with_extension("cubin"))
        .arg(&file)
        .output()
        .expect("the assembler starts");
    for made in [file.clone(), file.with_extension("cubin")] {
        let _ = std::fs::remove_file(made);
    }
    assert!(run.status.success(), "{}\n{ptx}", String::from_utf8_lossy(&run.stderr));
}

fn ptxas() -> Option<&'static PathBuf> {
    static FOUND: OnceLock<Option<PathBuf>> = OnceLock::new();
    let found = FOUND.get_or_init(find_ptxas).as_ref();
    if found.is_none() {
        #[expect(clippy::print_stderr, reason = "a skipped check must be seen")]
        {
            eprintln!("skipped: needs ptxas");
        }
    }
    found
}

fn find_ptxas() -> Option<PathBuf> {
    let in_python = || {
        let script = "import sysconfig, glob; p = sysconfig.get_paths()['purelib'] + '/nvidia/'; \
                      print('\\n'.join(glob.glob(p + 'cuda_nvcc/bin/ptxas') + glob.glob(p + 'cu*/bin/ptxas')))";
        let output = Command::new("python3").args(["-c", script]).output().ok()?;
        String::from_utf8(output.stdout).ok()?.lines().next().map(PathBuf::from)
    };
    let given = std::env::var_os("WARPLINE_PTXAS").map(PathBuf::from);
    let candidates = [given, Some(PathBuf::from("ptxas")), in_python()];
    candidates
        .into_iter()
        .flatten()
        .find(|path| Command::new(path).arg("--version").output().is_ok_and(|output| output.status.success()))
}

#[test]
fn saxpy_has_an_abi_and_rounded_arithmetic() {
    let body = "
    %b = gpu.block_id x
    %d = gpu.block_dim x
    %t = gpu.thread_id x
    %base = arith.muli %b, %d : index
    %i = arith.addi %base, %t : index
    %inside = arith.cmpi slt, %i, %n : index
    scf.if %inside {
      %0 = memref.load %x[%i] : memref<?xf32>
      %1 = memref.load %y[%i] : memref<?xf32>
      %2 = arith.mulf %a, %0 : f32
      %3 = arith.addf %2, %1 : f32
      memref.store %3, %y[%i] : memref<?xf32>
    }";
    let params = "%n: index, %a: f32, %x: memref<?xf32>, %y: memref<?xf32>";
    check_body(
        params,
        body,
        &[
            ".visible .entry k(",
            ".param .u64 param_0",
            ".param .f32 param_1",
            ".param .u64 .ptr .global .align 4 param_2",
            ".param .u64 param_3",
            "ld.param.b64 %d1, [param_0]",
            "%ctaid.x",
            "setp.lt.s64",
            "@!%p1 bra $L1",
            "ld.global.b32",
            "mul.rn.f32",
            "add.rn.f32",
            "st.global.b32",
            "$L1:",
            "ret;",
        ],
    );
    let artifact = emit(&kernel(params, body), "sm_90").expect("it compiles");
    let [info] = &artifact.kernels[..] else { panic!("expected one kernel") };
    assert_eq!((info.module.as_str(), info.name.as_str(), info.symbol.as_str()), ("m", "k", "k"));
    assert_eq!(info.params.len(), 6);
    assert_eq!(info.params[..2], [Param::Scalar(Type::INDEX), Param::Scalar(Type::F32)]);
    assert_eq!(info.params[3], Param::Size(0));
}

#[test]
fn each_chip_has_its_smallest_version() {
    let text = kernel("", "");
    let versions = [
        ("sm_75", "6.3"),
        ("sm_80", "7.0"),
        ("sm_90", "7.8"),
        ("sm_90a", "8.0"),
        ("sm_100", "8.6"),
        ("sm_120", "8.7"),
    ];
    for (chip, version) in versions {
        assert!(Ptx.target(chip).is_some());
        let ptx = ptx(&text, chip);
        assert!(ptx.starts_with(&format!(".version {version}\n.target {chip}\n")), "{ptx}");
        assemble(&ptx, chip);
    }
    assert_eq!(Ptx.target("sm_42"), None);
}

#[test]
fn kernels_of_one_name_are_told_apart_by_their_modules() {
    let module = |name: &str| kernel("", "").replace("@m", &format!("@{name}"));
    let text =
        format!("module {{\n{}{}{}}}", module("m1"), module("m2"), kernel("", "").replace("@k", "@other"));
    let artifact = emit(&text, "sm_90").expect("it compiles");
    let symbols: Vec<_> = artifact.kernels.iter().map(|kernel| kernel.symbol.as_str()).collect();
    assert_eq!(symbols, ["m1__k", "m2__k", "other"]);
    check(&text, &[".entry m1__k(", ".entry m2__k(", ".entry other("]);
}

/// Returns one kernel for many operations: each result is stored to an element of `%x` that is not next to another one.
fn many(ty: &str, ops: impl Iterator<Item = String>) -> String {
    let stores = ops.enumerate().map(|(number, op)| {
        let index = format!("%n{number} = arith.constant {} : index\n", 2 * number);
        format!("{index}%r{number} = {op}\nmemref.store %r{number}, %x[%n{number}] : memref<64x{ty}>\n")
    });
    stores.collect()
}

#[test]
fn integers_of_every_width() {
    const NAMES: &str = "addi subi muli divsi divui remsi remui ceildivsi ceildivui floordivsi andi ori xori shli \
                         shrsi shrui maxsi maxui minsi minui";
    for ty in ["i1", "i7", "i8", "i16", "i32", "i40", "i64", "index"] {
        let body = many(ty, NAMES.split(' ').map(|name| format!("arith.{name} %a, %b : {ty}")));
        check_body(&format!("%x: memref<64x{ty}>, %a: {ty}, %b: {ty}"), &body, &["st.global", "div."]);
    }
}

#[test]
fn comparisons_and_choices() {
    const INT: &str = "eq ne slt sle sgt sge ult ule ugt uge";
    const FLOAT: &str = "oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true false";
    for ty in ["i1", "i8", "i32", "index"] {
        let body = many("i1", INT.split(' ').map(|order| format!("arith.cmpi {order}, %a, %b : {ty}")));
        check_body(&format!("%x: memref<64xi1>, %a: {ty}, %b: {ty}"), &body, &["setp.eq", "setp.ge.u"]);
    }
    for ty in ["f16", "bf16", "f32", "f64"] {
        let body = many("i1", FLOAT.split(' ').map(|order| format!("arith.cmpf {order}, %a, %b : {ty}")));
        check_body(&format!("%x: memref<64xi1>, %a: {ty}, %b: {ty}"), &body, &["setp.eq.f", "setp.nan.f"]);
    }
    for ty in ["i1", "i8", "i32", "index", "f16", "bf16", "f32", "f64"] {
        let body = many(ty, std::iter::once(format!("arith.select %c, %a, %b : {ty}")));
        check_body(&format!("%x: memref<64x{ty}>, %c: i1, %a: {ty}, %b: {ty}"), &body, &["selp.b"]);
    }
}

#[test]
fn a_memref_is_chosen_by_its_parts() {
    let body = "%r = arith.select %c, %x, %y : memref<?xf32>\n%c0 = arith.constant 0 : index\n\
                %0 = memref.dim %r, %c0 : memref<?xf32>\n%1 = memref.load %r[%0] : memref<?xf32>\n\
                memref.store %1, %r[%c0] : memref<?xf32>";
    check_body(
        "%c: i1, %x: memref<?xf32>, %y: memref<?xf32>",
        body,
        &["selp.b64", "selp.b64", "ld.global.b32"],
    );
}

#[test]
fn floats_round_to_nearest_and_never_flush() {
    let rows = [
        ("arith.addf %a, %b", "add.rn.f32"),
        ("arith.subf %a, %b", "sub.rn.f32"),
        ("arith.mulf %a, %b", "mul.rn.f32"),
        ("arith.divf %a, %b", "div.rn.f32"),
        ("arith.maximumf %a, %b", "max.NaN.f32"),
        ("arith.minimumf %a, %b", "min.NaN.f32"),
        ("arith.maxnumf %a, %b", "max.f32"),
        ("arith.minnumf %a, %b", "min.f32"),
        ("arith.negf %a", "xor.b32"),
        ("math.absf %a", "and.b32"),
        ("math.sqrt %a", "sqrt.rn.f32"),
        ("math.floor %a", "cvt.rmi.f32.f32"),
        ("math.ceil %a", "cvt.rpi.f32.f32"),
        ("math.trunc %a", "cvt.rzi.f32.f32"),
        ("math.roundeven %a", "cvt.rni.f32.f32"),
        ("math.fma %a, %b, %a", "fma.rn.f32"),
    ];
    for ty in ["f32", "f64", "f16", "bf16"] {
        let body = many(ty, rows.iter().map(|(op, _)| format!("{op} : {ty}")));
        let lines: Vec<_> = rows.iter().map(|(_, line)| *line).collect();
        let lines = if ty == "f32" { &lines[..] } else { &["st.global"] };
        check_body(&format!("%x: memref<64x{ty}>, %a: {ty}, %b: {ty}"), &body, lines);
    }
}

#[test]
fn an_old_chip_lets_nan_win_by_a_comparison() {
    let body = "%r = arith.maximumf %a, %a : f32\n%c0 = arith.constant 0 : index\nmemref.store %r, %x[%c0] : memref<1xf32>";
    let ptx = ptx(&kernel("%x: memref<1xf32>, %a: f32", body), "sm_75");
    assert!(ptx.contains("setp.nan.f32") && !ptx.contains(".NaN"), "{ptx}");
    assemble(&ptx, "sm_75");
}

#[test]
fn constants_of_every_type() {
    let body = "%c0 = arith.constant 0 : index\n%t = arith.constant true\n%a = arith.constant -7 : i8\n\
                %b = arith.constant -1 : i64\n%c = arith.constant 1.5 : f32\n%d = arith.constant -2.5 : f64\n\
                %e = arith.constant 1.0 : f16\n%f = arith.constant 1.0 : bf16\n\
                memref.store %t, %x0[%c0] : memref<1xi1>\nmemref.store %a, %x1[%c0] : memref<1xi8>\n\
                memref.store %b, %x2[%c0] : memref<1xi64>\nmemref.store %c, %x3[%c0] : memref<1xf32>\n\
                memref.store %d, %x4[%c0] : memref<1xf64>\nmemref.store %e, %x5[%c0] : memref<1xf16>\n\
                memref.store %f, %x6[%c0] : memref<1xbf16>";
    let params = "%x0: memref<1xi1>, %x1: memref<1xi8>, %x2: memref<1xi64>, %x3: memref<1xf32>, \
                  %x4: memref<1xf64>, %x5: memref<1xf16>, %x6: memref<1xbf16>";
    check_body(params, body, &["st.global.u8", "st.global.s8", "0f3FC00000", "0dC004000000000000"]);
}

#[test]
fn casts_between_every_pair() {
    let casts = [
        ("extsi", "i8", "i32"),
        ("extsi", "i1", "i64"),
        ("extui", "i16", "i64"),
        ("extui", "i1", "i8"),
        ("extui", "i32", "i64"),
        ("trunci", "i64", "i8"),
        ("trunci", "i64", "i1"),
        ("trunci", "i32", "i16"),
        ("extf", "f32", "f64"),
        ("extf", "f16", "f32"),
        ("extf", "bf16", "f64"),
        ("truncf", "f64", "f32"),
        ("truncf", "f64", "f16"),
        ("truncf", "f32", "bf16"),
        ("truncf", "f32", "f16"),
        ("sitofp", "i32", "f32"),
        ("sitofp", "i8", "f64"),
        ("sitofp", "i64", "f16"),
        ("uitofp", "i64", "f64"),
        ("uitofp", "i8", "f32"),
        ("uitofp", "i1", "f32"),
        ("fptosi", "f32", "i32"),
        ("fptosi", "f64", "i8"),
        ("fptosi", "f16", "i64"),
        ("fptoui", "f32", "i32"),
        ("fptoui", "bf16", "i16"),
        ("fptoui", "f64", "i64"),
        ("index_cast", "i32", "index"),
        ("index_cast", "index", "i32"),
        ("index_cast", "index", "i8"),
        ("index_castui", "i32", "index"),
        ("index_castui", "index", "i32"),
        ("bitcast", "f32", "i32"),
        ("bitcast", "i64", "f64"),
        ("bitcast", "i16", "f16"),
        ("bitcast", "bf16", "i16"),
    ];
    for (name, from, to) in casts {
        let body = format!(
            "%r = arith.{name} %a : {from} to {to}\n%c0 = arith.constant 0 : index\nmemref.store %r, %x[%c0] : memref<1x{to}>"
        );
        check_body(&format!("%x: memref<1x{to}>, %a: {from}"), &body, &["st.global"]);
    }
}

#[test]
fn casts_of_constants() {
    let body = "%c0 = arith.constant 0 : index\n%a = arith.constant -3 : i32\n%w = arith.extui %a : i32 to i64\n\
                %v = arith.trunci %w : i64 to i8\n%f = arith.bitcast %a : i32 to f32\n%g = arith.sitofp %a : i32 to f32\n\
                %h = arith.addf %f, %g : f32\n%c = arith.constant 2.5 : f32\n%s = math.sqrt %c : f32\n\
                %i = arith.fptosi %c : f32 to i32\n%e = arith.extf %c : f32 to f64\n\
                memref.store %w, %x0[%c0] : memref<1xi64>\nmemref.store %v, %x1[%c0] : memref<1xi8>\n\
                memref.store %h, %x2[%c0] : memref<2xf32>\nmemref.store %s, %x2[%c0] : memref<2xf32>\n\
                memref.store %i, %x3[%c0] : memref<1xi32>\nmemref.store %e, %x4[%c0] : memref<1xf64>";
    let params =
        "%x0: memref<1xi64>, %x1: memref<1xi8>, %x2: memref<2xf32>, %x3: memref<1xi32>, %x4: memref<1xf64>";
    check_body(params, body, &["4294967293"]);
}

#[test]
fn integer_and_float_math() {
    let body =
        "%c0 = arith.constant 0 : index\n%a = math.absi %v : i8\nmemref.store %a, %x[%c0] : memref<1xi8>";
    check_body("%x: memref<1xi8>, %v: i8", body, &["abs.s32", "bfe.s32"]);
}

#[test]
fn functions_without_an_exact_instruction_are_refused() {
    for name in ["rsqrt", "exp", "exp2", "log", "log2", "sin", "cos", "tanh", "erf"] {
        let body = format!("%r = math.{name} %a : f32\nmemref.store %r, %x[] : memref<f32>");
        let op = format!("math.{name}");
        check_refused("%x: memref<f32>, %a: f32", &body, "sm_90", &[&op, "sm_90", "math-expand"]);
    }
    check_refused("%a: f32", "%r = math.powf %a, %a : f32", "sm_90", &["math.powf", "math-expand"]);
}

#[test]
fn loops_carry_values() {
    let body = "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n%z = arith.constant 0.0 : f32\n\
                %one = arith.constant 1.0 : f32\n\
                %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %z, %b = %one) -> (f32, f32) {\n\
                  %v = memref.load %x[%i] : memref<?xf32>\n  %s = arith.addf %a, %v : f32\n  scf.yield %b, %s : f32, f32\n}\n\
                memref.store %r#0, %x[%c0] : memref<?xf32>\nmemref.store %r#1, %x[%c1] : memref<?xf32>";
    check_body(
        "%n: index, %x: memref<?xf32>",
        body,
        &["setp.ge.s64", "$L1:", "add.rn.f32", "setp.lt.s64", "@%p2 bra $L1"],
    );
}

#[test]
fn loops_swap_values_and_count_in_narrow_integers() {
    let body = "%c0 = arith.constant 0 : i8\n%c3 = arith.constant 3 : i8\n%z = arith.constant 0 : index\n\
                %r:2 = scf.for %i = %c0 to %n step %c3 iter_args(%a = %p, %b = %q) -> (f32, f32) : i8 {\n\
                  scf.yield %b, %a : f32, f32\n}\n\
                memref.store %r#0, %x[%z] : memref<?xf32>";
    check_body("%n: i8, %p: f32, %q: f32, %x: memref<?xf32>", body, &["add.s32", "setp.lt.s32"]);
}

#[test]
fn branches_yield_and_nest() {
    let body = "%c0 = arith.constant 0 : index\n%r = scf.if %c -> (i32) {\n  %t = scf.if %d -> (i32) {\n    scf.yield %a : i32\n  } else {\n    scf.yield %b : i32\n  }\n\
                  scf.yield %t : i32\n} else {\n  %n = arith.subi %a, %b : i32\n  scf.yield %n : i32\n}\n\
                scf.if %c {\n  memref.store %r, %x[%c0] : memref<1xi32>\n} else {\n  memref.store %a, %x[%c0] : memref<1xi32>\n}";
    check_body("%x: memref<1xi32>, %c: i1, %d: i1, %a: i32, %b: i32", body, &["sub.s32", "bra"]);
}

#[test]
fn while_tests_before_each_round() {
    let body = "%c0 = arith.constant 0 : index\n%one = arith.constant 1 : i32\n\
                %r:2 = scf.while (%i = %a) : (i32) -> (i32, i64) {\n  %m = arith.cmpi slt, %i, %b : i32\n  %w = arith.extsi %i : i32 to i64\n\
                  scf.condition(%m) %i, %w : i32, i64\n} do {\n^bb0(%j: i32, %k: i64):\n  %n = arith.addi %j, %one : i32\n  scf.yield %n : i32\n}\n\
                memref.store %r#0, %x[%c0] : memref<1xi32>";
    check_body(
        "%x: memref<1xi32>, %a: i32, %b: i32",
        body,
        &["$L1:", "setp.lt.s32", "bra $L2", "bra $L1", "$L2:"],
    );
}

#[test]
fn blocks_pass_arguments_on_edges() {
    let text = "gpu.module @m {\n  gpu.func @k(%x: memref<?xf32>, %n: index, %v: f32) kernel {\n\
        %c0 = arith.constant 0 : index\n    %c1 = arith.constant 1 : index\n\
        cf.br ^head(%c0, %v, %v, %x : index, f32, f32, memref<?xf32>)\n\
      ^head(%i: index, %a: f32, %b: f32, %y: memref<?xf32>):\n\
        %more = arith.cmpi slt, %i, %n : index\n\
        cf.cond_br %more, ^body, ^exit(%a : f32)\n\
      ^body:\n\
        %j = arith.addi %i, %c1 : index\n    %s = arith.addf %a, %b : f32\n\
        memref.store %s, %y[%i] : memref<?xf32>\n\
        %odd = arith.cmpi eq, %j, %n : index\n\
        cf.cond_br %odd, ^head(%j, %b, %a, %y : index, f32, f32, memref<?xf32>), ^head(%j, %s, %a, %y : index, f32, f32, memref<?xf32>)\n\
      ^exit(%r: f32):\n\
        cf.assert %more, \"never\"\n    memref.store %r, %x[%c0] : memref<?xf32>\n    gpu.return\n  }\n}\n";
    check(text, &["$L1:", "add.rn.f32", "bra $L1", "trap"]);
}

#[test]
fn memory_spaces_views_and_small_indices() {
    let text = "gpu.module @m {\n  gpu.func @k(%x: memref<16x16xf32>, %i: index, %j: index)\n\
        workgroup(%s: memref<16x16xf32, #gpu.address_space<workgroup>>)\n\
        private(%p: memref<4xf32, #gpu.address_space<private>>)\n\
        kernel attributes {known_block_size = array<i32: 16, 16, 1>} {\n\
        %c1 = arith.constant 1 : index\n    %tx = gpu.thread_id x\n    %tz = gpu.thread_id z\n    %bx = gpu.block_dim x\n    %g = gpu.global_id y\n\
        %0 = memref.load %x[%i, %j] : memref<16x16xf32>\n\
        memref.store %0, %s[%tx, %c1] : memref<16x16xf32, #gpu.address_space<workgroup>>\n\
        gpu.barrier\n\
        %1 = memref.load %s[%bx, %tz] : memref<16x16xf32, #gpu.address_space<workgroup>>\n\
        memref.store %1, %p[%tz] : memref<4xf32, #gpu.address_space<private>>\n\
        %l = memref.alloca() : memref<8xf32, #gpu.address_space<private>>\n\
        %2 = memref.load %p[%g] : memref<4xf32, #gpu.address_space<private>>\n\
        memref.store %2, %l[%j] : memref<8xf32, #gpu.address_space<private>>\n\
        %3 = memref.load %l[%i] : memref<8xf32, #gpu.address_space<private>>\n\
        %v = memref.subview %x[%i, 2] [4, 4] [2, 1] : memref<16x16xf32> to memref<4x4xf32, strided<[32, 1], offset: ?>>\n\
        memref.store %3, %v[%c1, %j] : memref<4x4xf32, strided<[32, 1], offset: ?>>\n\
        %row = memref.subview %x[%i, 0] [1, 16] [1, 1] : memref<16x16xf32> to memref<16xf32, strided<[1], offset: ?>>\n\
        memref.store %3, %row[%j] : memref<16xf32, strided<[1], offset: ?>>\n\
        %cast = memref.cast %x : memref<16x16xf32> to memref<?x16xf32>\n\
        %d = memref.dim %cast, %c1 : memref<?x16xf32>\n\
        memref.store %3, %cast[%d, %j] : memref<?x16xf32>\n\
        gpu.return\n  }\n}\n";
    check(
        text,
        &[
            ".reqntid 16, 16, 1",
            ".shared .align 16 .b8 shared_0[1024]",
            ".local .align 16 .b8 local_1[16]",
            "mul.lo.s32",
            "mul.wide.u32",
            "st.shared.b32",
            "bar.sync 0",
            "ld.shared.b32",
            "st.local.b32",
            "+1024]",
        ],
    );
}

#[test]
fn dynamic_strides_and_ranks() {
    let body = "%c0 = arith.constant 0 : index\n%0 = memref.load %z[] : memref<f64>\n\
                memref.store %0, %x[%i, %c0, %j] : memref<?x?x?xf64, strided<[?, ?, ?], offset: ?>>\n\
                %v = memref.subview %x[%i, %j, 0] [%i, 1, %j] [%j, 1, 2] : memref<?x?x?xf64, strided<[?, ?, ?], offset: ?>> to memref<?x?xf64, strided<[?, ?], offset: ?>>\n\
                memref.store %0, %v[%i, %j] : memref<?x?xf64, strided<[?, ?], offset: ?>>\n\
                memref.store %b, %w[%i] : memref<?xi8>\n%d = memref.dim %v, %c0 : memref<?x?xf64, strided<[?, ?], offset: ?>>\n\
                memref.store %b, %w[%d] : memref<?xi8>";
    let params = "%x: memref<?x?x?xf64, strided<[?, ?, ?], offset: ?>>, %z: memref<f64>, %w: memref<?xi8>, %b: i8, %i: index, %j: index";
    check_body(params, body, &["ld.global.b64", "mul.lo.s64", "shl.b64", "st.global.b64", "st.global.s8"]);
}

#[test]
fn atomics_direct_and_by_swapping() {
    let kinds = [
        ("addi", "i32"),
        ("addi", "i64"),
        ("maxs", "i32"),
        ("maxu", "i64"),
        ("mins", "i64"),
        ("minu", "i32"),
        ("andi", "i32"),
        ("ori", "i64"),
        ("xori", "i32"),
        ("assign", "i32"),
        ("muli", "i64"),
        ("addf", "f32"),
        ("addf", "f64"),
        ("assign", "f64"),
        ("mulf", "f32"),
        ("maximumf", "f32"),
        ("minimumf", "f64"),
        ("maxnumf", "f64"),
        ("minnumf", "f32"),
    ];
    for (kind, ty) in kinds {
        for space in ["", ", #gpu.address_space<workgroup>"] {
            let memref = format!("memref<8x{ty}{space}>");
            let text = format!(
                "gpu.module @m {{\n  gpu.func @k(%x: memref<8x{ty}>, %i: index, %v: {ty}) workgroup(%s: memref<8x{ty}, #gpu.address_space<workgroup>>) kernel {{\n\
                 %a = memref.atomic_rmw {kind} %v, %{}[%i] : ({ty}, {memref}) -> {ty}\n\
                 %b = memref.atomic_rmw {kind} %a, %{}[%i] : ({ty}, {memref}) -> {ty}\n    gpu.return\n  }}\n}}\n",
                if space.is_empty() { "x" } else { "s" },
                if space.is_empty() { "x" } else { "s" },
            );
            check(&text, &["atom."]);
        }
    }
}

#[test]
fn what_a_kernel_cannot_hold_is_refused() {
    let refusals = [
        (
            "%a: memref<?xf32>",
            "%n = arith.constant 3 : index\n%x = memref.alloc(%n) : memref<?xf32>",
            "memref.alloc",
        ),
        ("%n: index", "%x = memref.alloca(%n) : memref<?xf32>", "constant shape"),
        ("%v: vector<4xf32>", "", "gpu-expand-vector-arguments"),
        ("%n: index", "affine.for %i = 0 to 4 {\n}", "lower-affine"),
    ];
    for (params, body, part) in refusals {
        check_refused(params, body, "sm_80", &[part]);
    }
    let body = "%l = memref.alloca() : memref<f32, 3>";
    check_refused("", body, "sm_80", &["memref.alloca", "head of the kernel"]);
    let too_much = "gpu.module @m {\n  gpu.func @k() workgroup(%s: memref<16384xf32, #gpu.address_space<workgroup>>) kernel {\n    gpu.return\n  }\n}\n";
    let refused = emit(too_much, "sm_80").expect_err("it is more than a block has");
    assert!(refused.iter().next().expect("an error says why").message.contains("65536 bytes"));
}
