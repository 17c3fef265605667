//! Tests of the GPU passes and the scheduler on small programs, by counts of operations.

use std::fmt::Write as _;
use warpline_ir::{Diagnostics, Module, OpKind, ParseOptions};
use warpline_passes::{PassCx, find_pass};

const KERNELS: &str = r"
  gpu.module @k {
    gpu.func @w(%a: memref<64xf32>) kernel {
      %c = arith.constant 0 : index
      %v = arith.constant 1.0 : f32
      memref.store %v, %a[%c] : memref<64xf32>
      gpu.return
    }
    gpu.func @rw(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
      %c = arith.constant 0 : index
      %v = memref.load %a[%c] : memref<64xf32>
      memref.store %v, %b[%c] : memref<64xf32>
      gpu.return
    }
    gpu.func @sum(%a: memref<64xf32>, %b: memref<64xf32>, %o: memref<64xf32>) kernel {
      %c = arith.constant 0 : index
      %v = memref.load %a[%c] : memref<64xf32>
      %w = memref.load %b[%c] : memref<64xf32>
      %s = arith.addf %v, %w : f32
      memref.store %s, %o[%c] : memref<64xf32>
      gpu.return
    }
    gpu.func @none() kernel {
      gpu.return
    }
  }
";

/// Runs passes on a program and returns it with the number of warnings.
fn run(text: &str, passes: &[&str]) -> (Module, usize) {
    let (mut module, mut diagnostics) =
        warpline_ir::parse(text, &ParseOptions { allow_unregistered: true, ..ParseOptions::default() });
    assert_no_errors(&diagnostics, text);
    for name in passes {
        let (name, option) = name.split_once(':').unwrap_or((name, ""));
        let options: Vec<(String, String)> =
            option.split_once('=').map(|(key, value)| (key.into(), value.into())).into_iter().collect();
        let pass = find_pass(name).unwrap_or_else(|| panic!("no pass {name}"));
        let mut cx = PassCx { module: &mut module, diagnostics: &mut diagnostics, options: &options, pass };
        let result = pass.run.call(&mut cx);
        assert_no_errors(&diagnostics, &print(&module));
        result.expect("a pass that reports no error succeeds");
        if let Err(found) = warpline_ir::verify::verify(&module) {
            assert_no_errors(&found, &format!("after {name}:\n{}", print(&module)));
        }
    }
    (module, diagnostics.iter().count())
}

fn print(module: &Module) -> String {
    warpline_ir::print::print(module, &warpline_ir::print::PrintOptions::default())
}

fn assert_no_errors(diagnostics: &Diagnostics, text: &str) {
    let mut messages = String::new();
    for item in diagnostics {
        let around = text.get(item.span.start as usize..).and_then(|rest| rest.lines().next()).unwrap_or("");
        let _ = writeln!(messages, "{} {} at {around}", item.code, item.message);
    }
    assert!(!diagnostics.has_errors(), "{messages}\n{text}");
}

fn count(module: &Module, name: &str) -> usize {
    let wanted = OpKind::lookup(name);
    module.walk(module.root()).into_iter().filter(|op| Some(module.kind(*op)) == wanted).count()
}

/// Schedules a function body and checks streams / waits / records / host waits.
fn check(body: &str, expected: [usize; 4]) {
    let args = "%m: memref<64xf32>, %n: memref<64xf32>, %o: memref<64xf32>, %i: i1, %up: index";
    let text = format!(
        "module attributes {{gpu.container_module}} {{{KERNELS}\nfunc.func @f({args}) {{\n%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n{}\nreturn\n}}\n}}",
        expand(body)
    );
    let (module, _) = run(&text, &["gpu-schedule"]);
    let func = module.find_symbol(module.root(), "f").expect("the function is there");
    let streams = module.op(func).int("rt.streams").unwrap_or(0);
    let found = [
        usize::try_from(streams).expect("a count is not negative"),
        count(&module, "rt.wait"),
        count(&module, "rt.record"),
        count(&module, "rt.host_wait"),
    ];
    assert_eq!(found, expected, "\n{}", print(&module));
}

/// Expands `@k(args)` to the rest of a launch: `launch …` in the short form of the tests.
fn expand(body: &str) -> String {
    let mut out = String::new();
    for line in body.lines() {
        match line.split_once("launch") {
            Some((result, rest)) => {
                let (kernel, args) = rest.split_once('(').expect("a launch has arguments");
                let args: Vec<String> = args
                    .trim_end()
                    .trim_end_matches(')')
                    .split(',')
                    .filter(|arg| !arg.trim().is_empty())
                    .map(|arg| format!("{} : memref<64xf32>", arg.trim()))
                    .collect();
                let (deps, name) = kernel.rsplit_once('@').expect("a launch names a kernel");
                let args = if args.is_empty() { String::new() } else { format!("args({})", args.join(", ")) };
                let sizes = "blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)";
                let _ = writeln!(out, "{result} gpu.launch_func {deps} @k::@{name} {sizes} {args}");
            }
            None => {
                let _ = writeln!(out, "{line}");
            }
        }
    }
    out
}

#[test]
fn c01_join() {
    check(
        "%a = launch async @none()\n%b = launch async @none()\n%j = gpu.wait async [%a, %b]\n%c = launch async [%j] @none()\ngpu.wait [%c]",
        [2, 1, 1, 1],
    );
}

#[test]
fn c02_empty_tokens() {
    check(
        "%a = gpu.wait async\n%b = gpu.wait async\n%c = launch async [%a, %b] @none()\ngpu.wait [%c]",
        [1, 0, 0, 1],
    );
}

#[test]
fn c03_fork() {
    check(
        "%a = launch async @none()\n%b = launch async [%a] @none()\n%c = launch async [%a] @none()\ngpu.wait [%b]\ngpu.wait [%c]",
        [2, 2, 2, 1],
    );
    check(
        "%a = launch async @none()\n%b = launch async [%a] @none()\n%c = launch async [%a] @none()\ngpu.wait [%b, %c]",
        [2, 2, 2, 1],
    );
}

#[test]
fn c05_token_through_a_loop() {
    check(
        "%s = launch async @w(%m)\n%e = scf.for %j = %c0 to %up step %c1 iter_args(%t = %s) -> (!gpu.async.token) {\n%k = launch async [%t] @w(%m)\nscf.yield %k : !gpu.async.token\n}\ngpu.wait [%e]",
        [1, 0, 0, 1],
    );
}

#[test]
fn c07_c08_shared_memory() {
    check(
        "%t = gpu.wait async\n%b, %u = gpu.alloc async [%t] host_shared () : memref<64xf32>\n%d = gpu.dealloc async [%u] %b : memref<64xf32>\ngpu.wait [%d]",
        [0, 0, 0, 0],
    );
    check("%b = gpu.alloc host_shared () : memref<64xf32>\ngpu.dealloc %b : memref<64xf32>", [0, 0, 0, 0]);
}

#[test]
fn c09_copy_to_device() {
    check(
        "%b = gpu.alloc () : memref<64xf32>\ngpu.memcpy %b, %m : memref<64xf32>, memref<64xf32>\ngpu.dealloc %b : memref<64xf32>",
        [1, 0, 0, 1],
    );
}

#[test]
fn c11_wait_between() {
    check("%a = launch async @none()\ngpu.wait [%a]\nlaunch @none()", [1, 0, 0, 2]);
}

#[test]
fn c12_c13_covered_waits() {
    check("%a = launch async @none()\ngpu.wait [%a]\ngpu.wait [%a]", [1, 0, 0, 1]);
    check("%a = launch async @none()\n%b = launch async [%a] @none()\ngpu.wait [%a, %b]", [1, 0, 0, 1]);
}

#[test]
fn c18_sync_launch_behind_a_token() {
    check("%a = launch async @none()\nlaunch [%a] @none()", [1, 0, 0, 1]);
}

#[test]
fn c19_explicit_fork() {
    check(
        "%a = launch async @none()\n%f = gpu.wait async [%a]\n%b = launch async [%a] @none()\n%c = launch async [%f] @none()\ngpu.wait [%b, %c]",
        [2, 2, 2, 1],
    );
}

#[test]
fn c20_chained_memory() {
    check(
        "%a = launch async @none()\n%b = launch async [%a] @none()\n%x, %t = gpu.alloc async [%b] () : memref<7xf32>\n%d = gpu.dealloc async [%t] %x : memref<7xf32>\ngpu.wait [%d]",
        [1, 0, 0, 1],
    );
}

#[test]
fn c24_unused_join() {
    check("%a = gpu.wait async", [0, 0, 0, 0]);
}

#[test]
fn a01_independent() {
    check("launch @none()\nlaunch @none()", [2, 1, 1, 1]);
}

#[test]
fn a03_loop_without_host_waits() {
    check(
        "launch @none()\nscf.for %j = %c0 to %up step %c1 {\nlaunch @w(%m)\nlaunch @rw(%m, %n)\n}",
        [2, 1, 1, 1],
    );
}

#[test]
fn a07_two_chains() {
    check(
        "%a = launch async @none()\n%b = launch async [%a] @none()\n%c = launch async @none()\n%d = launch async [%c] @none()\ngpu.wait [%b, %d]",
        [2, 1, 1, 1],
    );
}

#[test]
fn a08_host_load_between() {
    check("launch @w(%m)\n%v = memref.load %m[%c0] : memref<64xf32>\nlaunch @rw(%m, %n)", [1, 0, 0, 2]);
}

#[test]
fn diamond_and_independent_third() {
    check(
        "%x = gpu.alloc () : memref<64xf32>\n%y = gpu.alloc () : memref<64xf32>\n%z = gpu.alloc () : memref<64xf32>\nlaunch @w(%x)\nlaunch @w(%y)\nlaunch @sum(%x, %y, %m)",
        [2, 1, 1, 1],
    );
    check(
        "%x = gpu.alloc () : memref<64xf32>\n%y = gpu.alloc () : memref<64xf32>\nlaunch @w(%x)\nlaunch @w(%y)\nlaunch @w(%m)",
        [3, 2, 2, 1],
    );
}

#[test]
fn halves_do_not_conflict() {
    let halves = "%lo = memref.subview %m[0] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1]>>\n%hi = memref.subview %m[32] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1], offset: 32>>\n%v = arith.constant 1.0 : f32\ngpu.memset %lo, %v : memref<32xf32, strided<[1]>>, f32\ngpu.memset %hi, %v : memref<32xf32, strided<[1], offset: 32>>, f32";
    check(halves, [2, 1, 1, 1]);
    let overlapping = halves.replace("%m[32]", "%m[31]").replace("offset: 32", "offset: 31");
    check(&overlapping, [1, 0, 0, 1]);
}

#[test]
fn branches_join_on_the_device() {
    check(
        "%x = gpu.alloc () : memref<64xf32>\n%y = gpu.alloc () : memref<64xf32>\nscf.if %i {\nlaunch @w(%x)\nlaunch @w(%y)\n} else {\nlaunch @w(%x)\n}\nlaunch @sum(%x, %y, %m)",
        [2, 1, 1, 1],
    );
}

#[test]
fn a_host_wait_per_trip_where_the_host_reads() {
    check(
        "scf.for %j = %c0 to %up step %c1 {\nlaunch @w(%m)\n%v = memref.load %m[%c0] : memref<64xf32>\nmemref.store %v, %n[%c0] : memref<64xf32>\n}",
        [1, 0, 0, 1],
    );
}

#[test]
fn max_streams_is_kept() {
    let launches: String = (0..20).map(|_| "launch @none()\n").collect();
    check(&launches, [8, 7, 7, 1]);
}

#[test]
fn async_region_keeps_independence() {
    let body = expand(
        "%x = gpu.alloc () : memref<64xf32>\n%y = gpu.alloc () : memref<64xf32>\nlaunch @w(%x)\nlaunch @w(%y)\nlaunch @sum(%x, %y, %m)",
    );
    let text = format!(
        "module attributes {{gpu.container_module}} {{{KERNELS}\nfunc.func @f(%m: memref<64xf32>) {{\n%c1 = arith.constant 1 : index\n{body}\nreturn\n}}\n}}"
    );
    let (module, _) = run(&text, &["gpu-async-region"]);
    assert_eq!(count(&module, "gpu.wait"), 1, "\n{}", print(&module));
    let (module, _) = run(&print(&module), &["gpu-schedule"]);
    assert_eq!(count(&module, "rt.wait"), 1, "\n{}", print(&module));
    assert_eq!(count(&module, "rt.host_wait"), 1, "\n{}", print(&module));
}

#[test]
fn loops_become_a_scheduled_kernel() {
    let text = "func.func @f(%m: memref<28x28xf32>, %n: index) -> memref<28x28xf32> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c28 = arith.constant 28 : index
      %v = arith.constant 1.0 : f32
      %a = memref.alloc() : memref<28x28xf32>
      %b = memref.alloc() : memref<28x28xf32>
      scf.parallel (%i, %j) = (%c0, %c0) to (%c28, %c28) step (%c1, %c1) {
        %w = memref.load %m[%i, %j] : memref<28x28xf32>
        memref.store %w, %a[%i, %j] : memref<28x28xf32>
        scf.reduce
      }
      scf.parallel (%i) = (%c0) to (%n) step (%c1) {
        scf.parallel (%j) = (%c0) to (%n) step (%c1) {
          %w = memref.load %a[%i, %j] : memref<28x28xf32>
          memref.store %w, %b[%i, %j] : memref<28x28xf32>
          scf.reduce
        }
        scf.reduce
      }
      memref.dealloc %a : memref<28x28xf32>
      return %b : memref<28x28xf32>
    }";
    let passes = [
        "gpu-map-parallel-loops",
        "convert-parallel-loops-to-gpu",
        "gpu-kernel-outlining",
        "gpu-place-buffers",
        "gpu-schedule",
    ];
    let (module, _) = run(text, &passes);
    let printed = print(&module);
    assert_eq!(count(&module, "gpu.func"), 2, "\n{printed}");
    assert_eq!(count(&module, "rt.launch"), 2, "\n{printed}");
    assert_eq!(count(&module, "rt.arena"), 1, "\n{printed}");
    assert!(printed.contains("known_block_size = array<i32: 28, 7, 1>"), "\n{printed}");
    assert!(printed.contains("known_block_size = array<i32: 32, 8, 1>"), "\n{printed}");
}

#[test]
fn a_trip_with_device_carried_order() {
    // The second kernel of an iteration writes the buffer that the first one of the next iteration reads.
    check(
        "%x = gpu.alloc () : memref<64xf32>\nscf.for %j = %c0 to %up step %c1 {\nlaunch @rw(%x, %m)\nlaunch @w(%x)\n}",
        [1, 0, 0, 1],
    );
}
