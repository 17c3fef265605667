//! Programs of an application: what is compiled, called, refused and cancelled through the library.

#![expect(clippy::float_cmp, reason = "the results are exact")]

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use warpline::backends::CodeTarget;
use warpline::compilation::{Choices, Compilation, Compilations, Stage};
use warpline::ir::{Arith, Diagnostics, Module, OpKind};
use warpline::{
    Access, Arguments, CancelToken, Engine, Error, Function, Options, OwnPass, Results, Source, args, view,
    view_mut,
};

/// Two independent kernels, of which the second one adds to an argument in place, and a sum that a third one prints.
const PROGRAM: &str = r"
module attributes {gpu.container_module} {
  func.func @main(%x: memref<?xf32>, %y: memref<?xf32>, %out: memref<?xf32>, %by: f32) -> (memref<?xf32>, index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = memref.dim %x, %c0 : memref<?xf32>
    %r = memref.alloc(%n) : memref<?xf32>
    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      %a = memref.load %x[%i] : memref<?xf32>
      %b = arith.mulf %a, %by : f32
      memref.store %b, %out[%i] : memref<?xf32>
    }
    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      %a = memref.load %y[%i] : memref<?xf32>
      %b = arith.addf %a, %by : f32
      memref.store %b, %r[%i] : memref<?xf32>
    }
    return %r, %n : memref<?xf32>, index
  }
  func.func @negate(%x: memref<4x?xi32>) {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 2 {
        %a = affine.load %x[%i, %j] : memref<4x?xi32>
        %zero = arith.constant 0 : i32
        %b = arith.subi %zero, %a : i32
        affine.store %b, %x[%i, %j] : memref<4x?xi32>
      }
    }
    return
  }
  func.func private @hidden() { return }
}
";

fn load(text: &str, name: &str) -> Function {
    let engine = Engine::new();
    let program = engine.compile(Source::new("test.mlir", text), &Options::default());
    let program = program.unwrap_or_else(|error| panic!("{error}"));
    let loaded = engine.open("cpu").and_then(|device| device.load(&program)).expect("it loads");
    loaded.function(name).expect("there is the function")
}

fn refusal(text: &str) -> String {
    let error = Engine::new().compile(Source::new("t.mlir", text), &Options::default());
    error.map(|_| ()).expect_err("it is refused").to_string()
}

#[test]
fn results_and_out_arguments() {
    let main = load(PROGRAM, "main");
    let names: Vec<&str> = main.parameters().iter().map(|parameter| parameter.name.as_str()).collect();
    assert_eq!(names, ["x", "y", "out", "by"]);
    let accesses: Vec<Access> = main.parameters().iter().map(|parameter| parameter.access).collect();
    assert_eq!(accesses, [Access::Read, Access::Read, Access::Write, Access::Read]);
    for n in [1, 7, 1000] {
        let (x, y): (Vec<f32>, Vec<f32>) = (0..n).map(|i| (i as f32, 10.0 * i as f32)).unzip();
        let mut out = vec![0.0f32; n];
        let results = main.call(args![view(&x, [n]), view(&y, [n]), view_mut(&mut out, [n]), 2.0f32]);
        let results = results.expect("it runs");
        assert!(out.iter().zip(&x).all(|(out, x)| *out == x * 2.0));
        let sums: Vec<f32> = results.values[0].to_vec().expect("floats");
        assert!(sums.iter().zip(&y).all(|(sum, y)| *sum == y + 2.0));
        assert_eq!(results.values[0].shape(), [n as u64]);
        assert_eq!(results.values[1].scalar::<usize>(), Some(n));
        assert_eq!(results.values[1].scalar::<f64>(), None);
    }
}

#[test]
fn arguments_by_name_in_any_order() {
    let main = load(PROGRAM, "main");
    let (x, y, mut out) = ([1.0f32; 3], [2.0f32; 3], [0.0f32; 3]);
    let mut all = vec![
        ("by", 5.0f32.into()),
        ("out", view_mut(&mut out, [3]).into()),
        ("y", view(&y, [3]).into()),
        ("x", view(&x, [3]).into()),
    ];
    main.call_named(std::mem::take(&mut all)).expect("it runs");
    assert_eq!(out, [5.0; 3]);
    let message = |given: Vec<(&str, warpline::Argument<'_>)>| {
        main.call_named(given).map(|_| ()).expect_err("it is refused").to_string()
    };
    assert_eq!(
        message(vec![("z", 1.0f32.into())]),
        "parameter 'z': expected one of the parameters x, y, out, by, but found another name"
    );
    assert_eq!(message(vec![]), "parameter 'x': expected memref<?xf32>, but found no argument");
    assert_eq!(
        message(vec![("by", 1.0f32.into()), ("by", 2.0f32.into())]),
        "parameter 'by': expected one argument, but found two"
    );
}

#[test]
fn parts_of_arrays_in_place() {
    let text = "func.func @f(%x: memref<2x3xf32, strided<[?, ?], offset: ?>>) {
      affine.for %i = 0 to 2 { affine.for %j = 0 to 3 {
        %a = affine.load %x[%i, %j] : memref<2x3xf32, strided<[?, ?], offset: ?>>
        %b = arith.negf %a : f32
        affine.store %b, %x[%i, %j] : memref<2x3xf32, strided<[?, ?], offset: ?>>
      } }
      return
    }";
    let f = load(text, "f");
    let mut all: Vec<f32> = (0..20).map(|i| i as f32).collect();
    f.call(args![view_mut(&mut all[1..], [2, 3]).strides([10, 2])]).expect("it runs");
    let negated: Vec<usize> = (0..20).filter(|i| all[*i] < 0.0).collect();
    assert_eq!(negated, [1, 3, 5, 11, 13, 15]);
}

#[test]
fn what_does_not_fit_is_an_error_before_anything_is_done() {
    let (main, negate) = (load(PROGRAM, "main"), load(PROGRAM, "negate"));
    let mut ints = [1i32; 8];
    let message = |result: Result<warpline::Results, Error>| match result {
        Err(Error::Argument(error)) => error.to_string(),
        other => panic!("{other:?}"),
    };
    let expect = "parameter 'x': expected memref<4x?xi32>, but found";
    assert_eq!(
        message(negate.call(args![view(&ints, [4, 2])])),
        format!("{expect} a view of 4x2xi32, which the function may write; use view_mut")
    );
    assert_eq!(message(negate.call(args![view_mut(&mut ints, [8])])), format!("{expect} a view of 8xi32"));
    assert_eq!(
        message(negate.call(args![view_mut(&mut ints, [2, 4])])),
        format!("{expect} a view of 2x4xi32")
    );
    assert_eq!(
        message(negate.call(args![view_mut(&mut [0f32; 8], [4, 2])])),
        format!("{expect} a view of 4x2xf32")
    );
    assert_eq!(message(negate.call(args![7i32])), format!("{expect} a scalar of type i32"));
    assert_eq!(
        message(negate.call(args![view_mut(&mut ints, [4, 3])])),
        format!("{expect} a view of 4x3xi32 with more elements than the 8 of its slice")
    );
    assert_eq!(
        message(negate.call(args![view_mut(&mut ints, [4, 2]).strides([1, 4])])),
        format!(
            "{expect} a view of 4x2xi32 with strides [1, 4]; copy it, or let the parameter have a strided layout"
        )
    );
    assert_eq!(
        message(negate.call(args![view_mut(&mut ints, [4, 2]).strides([0, 1])])),
        format!(
            "{expect} a view of 4x2xi32 with strides [0, 1], which may have an element twice, to be written"
        )
    );
    assert_eq!(
        message(negate.call(args![view_mut(&mut ints, [4, usize::MAX])]))
            .matches("sizes are too large")
            .count(),
        1
    );
    assert_eq!(
        message(main.call(args![1.0f32])),
        "parameter '1 of @main': expected 4 arguments, but found 1"
    );
    assert_eq!(ints, [1; 8]);
    negate.call(args![view_mut(&mut ints, [4, 2])]).expect("the next call works");
    assert_eq!(ints, [-1; 8]);
}

#[test]
fn wrong_programs_are_diagnostics() {
    let Err(Error::Program(found)) = Engine::new().compile(
        Source::new("t.mlir", "func.func @f() {\n  %a = arith.addi %b, %b : i32\n  return\n}"),
        &Options::default(),
    ) else {
        panic!("it is wrong")
    };
    let all: Vec<_> = found.iter().collect();
    assert_eq!((all[0].line, all[0].column), (2, 19));
    assert!(found.to_string().starts_with("t.mlir:2:19: error[E"), "{found}");
    assert!(found.render().contains("arith.addi %b, %b"), "{}", found.render());
    let recursive = "func.func @f(%n: i32) { func.call @f(%n) : (i32) -> () return }";
    assert!(refusal(recursive).contains("calls itself"), "{}", refusal(recursive));
    let foreign = "func.func private @system(i32) -> i32
      func.func @f(%n: i32) { %r = func.call @system(%n) : (i32) -> i32 return }";
    assert!(refusal(foreign).contains("system"), "{}", refusal(foreign));
    assert!(matches!(
        Engine::new().open("cpu").and_then(|cpu| {
            cpu.load(&Engine::new().compile(Source::new("p", PROGRAM), &Options::default())?)?.function("hidden")
        }),
        Err(Error::NoFunction(_, known)) if known == ["main", "negate"]
    ));
}

#[test]
fn a_run_that_fails_leaves_the_function_usable() {
    let text = "func.func @at(%x: memref<?xi32>, %i: index) -> i32 {
      %a = memref.load %x[%i] : memref<?xi32>
      return %a : i32
    }";
    let at = load(text, "at");
    let x = [1, 2, 3];
    for _ in 0..3 {
        let Err(Error::Run(found)) = at.call(args![view(&x, [3]), 3usize]) else { panic!("it fails") };
        let first = found.iter().next().expect("a diagnostic");
        assert_eq!((first.code, first.line), ("E0501", 2));
        assert!(first.message.contains("index 3 is out of bounds"), "{}", first.message);
        let results = at.call(args![view(&x, [3]), 2usize]).expect("it runs");
        assert_eq!(results.values[0].scalar(), Some(3));
    }
}

#[test]
fn variables_begin_with_their_values_and_output_is_returned() {
    let text = "memref.global @n : memref<1xi32> = dense<5>
    memref.global constant @table : memref<3xi32> = dense<[1, 2, 3]>
    func.func @next(%i: index) -> i32 {
      %c0 = arith.constant 0 : index
      %n = memref.get_global @n : memref<1xi32>
      %t = memref.get_global @table : memref<3xi32>
      %a = memref.load %n[%c0] : memref<1xi32>
      %b = memref.load %t[%i] : memref<3xi32>
      %c = arith.addi %a, %b : i32
      memref.store %c, %n[%c0] : memref<1xi32>
      vector.print %c : i32
      return %c : i32
    }";
    let next = load(text, "next");
    for i in [0usize, 1, 2, 0] {
        let results = next.call(args![i]).expect("it runs");
        assert_eq!(results.values[0].scalar(), Some(6 + i as i32));
        assert_eq!(results.printed, format!("{}\n", 6 + i));
    }
}

#[test]
fn a_program_that_frees_an_argument_fails() {
    let text = "func.func @f(%x: memref<4xf32>) { memref.dealloc %x : memref<4xf32> return }";
    let f = load(text, "f");
    let mut x = [1.0f32; 4];
    let result = f.call(args![view_mut(&mut x, [4])]);
    assert!(matches!(result, Err(Error::Run(_))), "{result:?}");
    assert_eq!(x, [1.0; 4]);
}

#[test]
fn one_function_on_many_threads() {
    let main = load(PROGRAM, "main");
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let main = main.clone();
            scope.spawn(move || {
                let (x, y) = ([thread as f32; 100], [1.0f32; 100]);
                for call in 0..1000 {
                    let mut out = [0.0f32; 100];
                    let by = call as f32;
                    let results =
                        main.call(args![view(&x, [100]), view(&y, [100]), view_mut(&mut out, [100]), by]);
                    assert_eq!(out, [thread as f32 * by; 100]);
                    let sums = results.expect("it runs").values[0].to_vec::<f32>();
                    assert_eq!(sums, Some(vec![1.0 + by; 100]));
                }
            });
        }
    });
}

#[test]
fn cancelled_calls_and_compilations() {
    let main = load(PROGRAM, "main");
    let token = CancelToken::new();
    token.cancel();
    let (x, mut out) = ([1.0f32; 4], [0.0f32; 4]);
    let arguments = args![view(&x, [4]), view(&x, [4]), view_mut(&mut out, [4]), 1.0f32];
    assert!(matches!(main.call_unless(&token, arguments), Err(Error::Cancelled)));
    assert_eq!(out, [0.0; 4]);
    let options = Options::default().cancel_by(&token);
    let compiled = Engine::new().compile(Source::new("p", PROGRAM), &options);
    assert!(matches!(compiled, Err(Error::Cancelled)));
    // A loop of launches without end.
    let text = "func.func @f(%x: memref<4xf32>) {
      %true = arith.constant true
      scf.while : () -> () { scf.condition(%true) } do {
        affine.parallel (%i) = (0) to (4) {
          %a = affine.load %x[%i] : memref<4xf32>
          %b = arith.addf %a, %a : f32
          affine.store %b, %x[%i] : memref<4xf32>
        }
        scf.yield
      }
      return
    }";
    let f = load(text, "f");
    let token = CancelToken::new();
    let result = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            token.cancel();
        });
        f.call_unless(&token, args![view_mut(&mut out, [4])])
    });
    assert!(matches!(result, Err(Error::Cancelled)), "{result:?}");
}

#[test]
fn own_passes_run_behind_their_stage() {
    let n_runs = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&n_runs);
    // Sums become products.
    let pass = OwnPass::new("sums-to-products", move |module: &mut Module, _: &mut Diagnostics| {
        seen.fetch_add(1, Ordering::Relaxed);
        for op in module.walk(module.root()) {
            if module.kind(op) == OpKind::Arith(Arith::AddI) {
                let (operands, ty) = (module.operands(op).to_vec(), module.op(op).result_type(0));
                let product =
                    warpline::ir::Builder::before(module, op).value(Arith::MulI, &operands, ty, &[]);
                module.replace_op(op, &[product]);
            }
        }
    });
    let fails = OwnPass::new("fails", |module: &mut Module, found: &mut Diagnostics| {
        let op = module.ops_in(module.body())[0];
        found.error("E0901", module.span(module.location(op)), "not this one");
    });
    let text = "func.func @f(%a: i32, %b: i32) -> i32 { %c = arith.addi %a, %b : i32 return %c : i32 }";
    let engine = Engine::builder().pass(pass).pass(fails).build().expect("an engine");
    let options = Options::default().insert(Stage::Known, "sums-to-products");
    let program = engine.compile(Source::new("f.mlir", text), &options).expect("it compiles");
    let f = engine.open("cpu").and_then(|cpu| cpu.load(&program)?.function("f")).expect("it loads");
    assert_eq!(f.call(args![6, 7]).expect("it runs").values[0].scalar(), Some(42));
    assert_eq!(n_runs.load(Ordering::Relaxed), 1);
    let options = Options::default().insert(Stage::Kernels, "fails");
    let Err(Error::Program(found)) = engine.compile(Source::new("f.mlir", text), &options) else {
        panic!("it fails")
    };
    assert_eq!(found.to_string(), "f.mlir:1:1: error[E0901]: not this one");
    let options = Options::default().insert(Stage::Kernels, "absent");
    assert!(engine.compile(Source::new("f.mlir", text), &options).is_err());
}

#[test]
fn kept_compilations_are_those_of_their_choices() {
    let known = Compilations::default();
    let targets = ["cpu", "sm_90", "gfx942"].map(|name| CodeTarget::find(name).expect("there is the target"));
    let of_target = |target: CodeTarget| [Choices::unchecked(target.clone()), Choices::of_run(target)];
    let all: Vec<Choices> = targets.into_iter().flat_map(of_target).collect();
    for choices in all.iter().chain(&all) {
        assert_eq!(known.with(choices).text(..), Compilation::new(choices).text(..));
    }
    assert!(Arc::ptr_eq(&known.with(&all[0]), &known.with(&all[0])));
}

#[test]
fn overlapping_arguments_where_they_are_allowed() {
    let text = "func.func @f(%x: memref<4xf32>, %y: memref<4xf32>) -> f32 {
      %c0 = arith.constant 0 : index
      %a = memref.load %x[%c0] : memref<4xf32>
      %b = memref.load %y[%c0] : memref<4xf32>
      %c = arith.addf %a, %b : f32
      return %c : f32
    }";
    let engine = Engine::new();
    for arguments in [Arguments::Disjoint, Arguments::MayAlias] {
        let options = Options::default().arguments(arguments);
        let program = engine.compile(Source::new("f.mlir", text), &options).expect("it compiles");
        let f = engine.open("cpu").and_then(|cpu| cpu.load(&program)?.function("f")).expect("it loads");
        let x = [3.0f32; 5];
        let results = f.call(args![view(&x[..4], [4]), view(&x[1..], [4])]).expect("it runs");
        assert_eq!(results.values[0].scalar(), Some(6.0f32));
    }
}

#[test]
fn a_small_stack_suffices() {
    let small = std::thread::Builder::new().stack_size(256 << 10);
    let thread = small.spawn(|| {
        let main = load(PROGRAM, "main");
        let (x, mut out) = ([1.0f32; 64], [0.0f32; 64]);
        main.call(args![view(&x, [64]), view(&x, [64]), view_mut(&mut out, [64]), 4.0f32]).map(|_| out)
    });
    assert_eq!(thread.expect("a thread").join().expect("it ends").expect("it runs"), [4.0; 64]);
}

#[test]
fn limits_of_memory() {
    let text = "func.func @f(%n: index) -> memref<?xf32> {
      %r = memref.alloc(%n) : memref<?xf32>
      return %r : memref<?xf32>
    }";
    let engine = Engine::new();
    let options = Options::default().max_host_memory(4096);
    let program = engine.compile(Source::new("f.mlir", text), &options).expect("it compiles");
    let f = engine.open("cpu").and_then(|cpu| cpu.load(&program)?.function("f")).expect("it loads");
    assert!(matches!(f.call(args![1usize << 30]), Err(Error::Run(_))));
    for _ in 0..20 {
        assert_eq!(f.call(args![1000usize]).expect("it runs").values[0].shape(), [1000]);
    }
}

#[test]
fn functions_with_tokens_cannot_be_called() {
    let text = "func.func @f(%a: !async.token, %x: memref<4xf32>) {
      return
    }
    func.func @g() { return }";
    let program =
        Engine::new().compile(Source::new("f.mlir", text), &Options::default()).expect("it is right");
    assert_eq!(program.functions().collect::<Vec<_>>(), ["g"]);
    assert!(program.parameters("f").is_none());
}

#[test]
fn addresses_in_memory_are_refused() {
    let texts = [
        "func.func @poke(%v: i64, %a: memref<1xi64, #ptr.generic_space>) {
          %p = ptr.to_ptr %a : memref<1xi64, #ptr.generic_space> -> !ptr.ptr<#ptr.generic_space>
          %q = ptr.load %p : !ptr.ptr<#ptr.generic_space> -> !ptr.ptr<#ptr.generic_space>
          ptr.store %v, %q : i64, !ptr.ptr<#ptr.generic_space>
          return
        }",
        "func.func @f() -> f32 {
          %c0 = arith.constant 0 : index
          %a = memref.alloc() : memref<4xmemref<4xf32>>
          %b = memref.load %a[%c0] : memref<4xmemref<4xf32>>
          %c = memref.load %b[%c0] : memref<4xf32>
          return %c : f32
        }",
    ];
    for text in texts {
        assert!(refusal(text).contains("expected no address in memory"), "{}", refusal(text));
    }
}

#[test]
fn bits_are_0_or_1() {
    let text = "func.func @f(%e: i1, %x: memref<2xi64>) {
      %v = arith.constant 77 : i64
      %i = arith.index_castui %e : i1 to index
      memref.store %v, %x[%i] : memref<2xi64>
      return
    }
    func.func @g(%m: memref<2xi1>, %x: memref<2xi8>) -> i32 {
      %c0 = arith.constant 0 : index
      %a = memref.load %m[%c0] : memref<2xi1>
      %view = memref.view %x[%c0][] : memref<2xi8> to memref<2xi1>
      %b = memref.load %view[%c0] : memref<2xi1>
      %c = arith.extui %a : i1 to i32
      %d = arith.extui %b : i1 to i32
      %e = arith.addi %c, %d : i32
      return %e : i32
    }";
    let f = load(text, "f");
    let mut x = [0i64; 2];
    assert!(matches!(f.call(args![255u8, view_mut(&mut x, [2])]), Err(Error::Argument(_))));
    f.call(args![true, view_mut(&mut x, [2])]).expect("it runs");
    assert_eq!(x, [0, 77]);
    let g = load(text, "g");
    assert!(matches!(g.call(args![view(&[7u8, 0], [2]), view(&[0u8, 0], [2])]), Err(Error::Argument(_))));
    let results = g.call(args![view(&[1u8, 0], [2]), view(&[7u8, 0], [2])]).expect("it runs");
    assert_eq!(results.values[0].scalar(), Some(2));
}

#[test]
fn strides_of_single_elements_mean_nothing() {
    let text = "func.func @f(%x: memref<?x?xf32, strided<[?, ?]>>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %v = arith.constant 5.0 : f32
      %y = memref.collapse_shape %x [[0, 1]] : memref<?x?xf32, strided<[?, ?]>> into memref<?xf32, strided<[?]>>
      %n = memref.dim %y, %c0 : memref<?xf32, strided<[?]>>
      scf.for %i = %c0 to %n step %c1 { memref.store %v, %y[%i] : memref<?xf32, strided<[?]>> }
      return
    }";
    let f = load(text, "f");
    for strides in [[1, 7], [10, 1], [3, 1 << 40], [2, 0]] {
        let mut all = [0f32; 60];
        f.call(args![view_mut(&mut all[10..50], [4, 1]).strides(strides)]).expect("it runs");
        let expected: Vec<usize> = (0..4).map(|i| 10 + i * strides[0]).collect();
        let found: Vec<usize> = (0..60).filter(|i| all[*i] == 5.0).collect();
        assert_eq!(found, expected, "{strides:?}");
    }
}

#[test]
fn parameters_without_a_layout_take_contiguous_arrays() {
    let text = "func.func @f(%x: memref<?x?xf32>, %o: memref<?x?xf32>) {
      gpu.memcpy %o, %x : memref<?x?xf32>, memref<?x?xf32>
      return
    }";
    let f = load(text, "f");
    let (x, mut out) = ([1.0f32; 40], [0.0f32; 12]);
    for strides in [[0, 1], [10, 1], [1, 4]] {
        let result = f.call(args![view(&x, [4, 3]).strides(strides), view_mut(&mut out, [4, 3])]);
        assert!(matches!(result, Err(Error::Argument(_))), "{result:?}");
    }
    f.call(args![view(&x, [4, 3]), view_mut(&mut out, [4, 3])]).expect("it runs");
    assert_eq!(out, [1.0; 12]);
}

#[test]
fn own_passes_may_make_a_parameter_written() {
    let swap = OwnPass::new("swap", |module: &mut Module, _: &mut Diagnostics| {
        for op in module.walk(module.root()) {
            if module.kind(op) == OpKind::MemRef(warpline::ir::MemRef::Copy) {
                let operands = module.operands(op).to_vec();
                module.set_operands(op, &[operands[1], operands[0]]);
            }
        }
    });
    let text = "func.func @f(%x: memref<4xf32>, %y: memref<4xf32>) {
      memref.copy %x, %y : memref<4xf32> to memref<4xf32>
      return
    }";
    let engine = Engine::builder().pass(swap).build().expect("an engine");
    let options = Options::default().insert(Stage::Known, "swap");
    let program = engine.compile(Source::new("f.mlir", text), &options).expect("it compiles");
    let accesses: Vec<Access> =
        program.parameters("f").expect("it is there").iter().map(|parameter| parameter.access).collect();
    assert_eq!(accesses[0], Access::Write);
    for stage in [Stage::Read, Stage::Logged, Stage::Code] {
        let options = Options::default().insert(stage, "swap");
        let compiled = engine.compile(Source::new("f.mlir", text), &options);
        assert!(matches!(compiled, Err(Error::Options(_))));
    }
}

#[test]
fn large_results_and_frames_are_errors() {
    let text = "func.func @f(%x: memref<4xf32>, %n: index) -> memref<?xf32, strided<[0]>> {
      %r = memref.reinterpret_cast %x to offset: [0], sizes: [%n], strides: [0] : memref<4xf32> to memref<?xf32, strided<[0]>>
      return %r : memref<?xf32, strided<[0]>>
    }";
    let f = load(text, "f");
    let mut x = [3.0f32; 4];
    for n in [1usize << 46, 1 << 62] {
        assert!(matches!(f.call(args![view_mut(&mut x, [4]), n]), Err(Error::Run(_))));
    }
    let results = f.call(args![view_mut(&mut x, [4]), 3usize]).expect("it runs");
    assert_eq!(results.values[0].to_vec(), Some(vec![3.0f32; 3]));
    let mut chain = String::new();
    for number in 0..2000 {
        let _ = writeln!(
            chain,
            "func.func private @f{number}() {{ func.call @f{}() : () -> () return }}",
            number + 1
        );
    }
    chain += "func.func private @f2000() { %c = arith.constant 1 : i32 vector.print %c : i32 return }
      func.func @main() { func.call @f0() : () -> () return }";
    assert!(refusal(&chain).contains("bytes of stack"), "{}", refusal(&chain));
}

#[test]
fn returned_buffers_free_their_share_of_a_limit() {
    let text = "func.func @f() -> memref<100xf32> {
      %r = gpu.alloc host_shared () : memref<100xf32>
      return %r : memref<100xf32>
    }";
    let engine = Engine::new();
    let options = Options::default().max_device_memory(4096);
    let program = engine.compile(Source::new("f.mlir", text), &options).expect("it compiles");
    let f = engine.open("cpu").and_then(|cpu| cpu.load(&program)?.function("f")).expect("it loads");
    for _ in 0..50 {
        f.call(args![]).expect("it runs");
    }
}

#[test]
fn views_that_overlap_are_found_again() {
    let text =
        "func.func @f(%x: memref<?xf32>, %y: memref<?xf32>) -> memref<?xf32> { return %x : memref<?xf32> }";
    let f = load(text, "f");
    let x: Vec<f32> = (0..16u8).map(f32::from).collect();
    for part in [0..16, 0..4, 0..0, 3..9] {
        let other = &x[part];
        let results = f.call(args![view(&x, [16]), view(other, [other.len()])]).expect("it runs");
        assert_eq!(results.values[0].to_vec(), Some(x.clone()));
    }
}

#[test]
fn arrays_of_a_device_keep_their_elements() {
    let device = Engine::new().open("cpu").expect("the CPU");
    let array = device.array(&[1i32, 2, 3, 4, 5, 6], [2, 3]).expect("an array");
    assert_eq!((array.sizes(), array.to_vec().expect("elements")), (&[2i64, 3][..], vec![1, 2, 3, 4, 5, 6]));
    array.copy_from(&[7; 6]).expect("six elements");
    assert_eq!(array.to_vec().expect("elements"), [7; 6]);
    assert_eq!(format!("{array:?}"), "DeviceArray(2x3xi32)");
    let empty = device.array::<f64, 1>(&[], [0]).expect("an empty array");
    assert!(empty.to_vec().expect("no elements").is_empty());
    let text = |outcome: Result<(), Error>| outcome.expect_err("an error").to_string();
    assert_eq!(
        text(array.copy_from(&[7; 5])),
        "copy_from failed with InvalidValue: expected 24 bytes, but found 20"
    );
    assert_eq!(
        text(device.array(&[1.0f32], [2]).map(drop)),
        "an array of sizes [2] does not have 1 elements"
    );
}

#[test]
fn the_cpu_has_no_streams_of_an_application() {
    let function = load("func.func @f(%x: memref<4xf32>) { return }", "f");
    let device = Engine::new().open("cpu").expect("the CPU");
    let array = device.array(&[1.0f32; 4], [4]).expect("an array");
    let prepared = function.prepare(args![&array]).expect_err("no streams");
    assert_eq!(prepared.to_string(), "device 'cpu' has no streams that an application could pass");
    let called = function.call(args![&array]).expect_err("an array of the device");
    assert_eq!(
        called.to_string(),
        "parameter 'x': expected memref<4xf32>, but found an array of 4xf32 on the device; a call takes views of the host"
    );
}

/// Two kernels, of which one takes blocks of 32 threads only.
const KERNELS: &str = "gpu.module @k {
  gpu.func @scale(%x: memref<?xf32>, %y: memref<?xf32>, %by: f32) kernel {
    %i = gpu.global_id x
    %v = memref.load %x[%i] : memref<?xf32>
    %w = arith.mulf %v, %by : f32
    memref.store %w, %y[%i] : memref<?xf32>
    gpu.return
  }
  gpu.func @warp(%y: memref<32xi32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %i = gpu.thread_id x
    %v = arith.index_cast %i : index to i32
    memref.store %v, %y[%i] : memref<32xi32>
    gpu.return
  }
}";

#[test]
fn kernels_are_launched_by_themselves() {
    let engine = Engine::new();
    let compile = |options: &Options| engine.compile(Source::new("kernels.mlir", KERNELS), options);
    let plain = compile(&Options::default());
    assert!(matches!(plain, Err(Error::NoFunction(..))), "{plain:?}");
    let program = compile(&Options::default().kernels()).expect("a program");
    assert_eq!(program.functions().count(), 0);
    let loaded = engine.open("cpu").and_then(|cpu| cpu.load(&program)).expect("code");
    let scale = loaded.kernel("k", "scale").expect("a kernel");
    let names: Vec<String> = scale.parameters().iter().map(|parameter| parameter.name.clone()).collect();
    assert_eq!(names, ["x", "y", "by"]);
    assert_eq!(scale.parameters().iter().filter(|parameter| parameter.access == Access::Write).count(), 1);
    let (x, mut y) = ([1.0f32, 2.0, 3.0, 4.0], [0.0f32; 4]);
    scale
        .launch([2, 1, 1], [2, 1, 1], args![view(&x, [4]), view_mut(&mut y, [4]), 3.0f32])
        .expect("a launch");
    assert_eq!(y, [3.0, 6.0, 9.0, 12.0]);

    // Accesses are checked, as are types, counts and sizes.
    let text = |outcome: Result<Results, Error>| outcome.expect_err("an error").to_string();
    let far = scale.launch([3, 1, 1], [2, 1, 1], args![view(&x, [4]), view_mut(&mut y, [4]), 3.0f32]);
    assert!(text(far).contains("index 4 is out of bounds of dimension 0 of size 4 of '%x'"));
    let shared = scale.launch([1, 1, 1], [2, 1, 1], args![view(&x, [4]), view(&x, [4]), 3.0f32]);
    assert_eq!(
        text(shared),
        "parameter 'y': expected memref<?xf32>, but found a view of 4xf32, which the function may write; use view_mut"
    );
    let few = scale.launch([1, 1, 1], [1, 1, 1], args![view(&x, [4])]);
    assert_eq!(text(few), "parameter '1 of @k::scale': expected 3 arguments, but found 1");
    let warp = loaded.kernel("k", "warp").expect("a kernel");
    let mut lanes = [-1i32; 32];
    warp.launch([1, 1, 1], [32, 1, 1], args![view_mut(&mut lanes, [32])]).expect("a launch");
    assert!(lanes.iter().copied().eq(0..32));
    let wrong = warp.launch([1, 1, 1], [64, 1, 1], args![view_mut(&mut lanes, [32])]);
    assert_eq!(
        text(wrong),
        "parameter 'block of @k::warp': expected [32, 1, 1], as the kernel declares, but found [64, 1, 1]"
    );
    let missing = loaded.kernel("k", "other").map(drop).expect_err("no kernel");
    assert_eq!(
        missing.to_string(),
        "there is no function 'k::other' that can be called; there are k::scale, k::warp"
    );
}

#[test]
fn kernels_and_functions_may_have_any_names() {
    let text = "module attributes {gpu.container_module} {
  gpu.module @\"a::b\" { gpu.func @c() kernel { gpu.return } }
  gpu.module @a {
    gpu.func @\"b::c\"(%x: memref<1xi32>) kernel {
      %c0 = arith.constant 0 : index
      %one = arith.constant 1 : i32
      memref.store %one, %x[%c0] : memref<1xi32>
      gpu.return
    }
  }
  func.func @\"launch a::b::c\"(%a: i32) { return }
}";
    let engine = Engine::new();
    let compile = |options: &Options| {
        let program = engine.compile(Source::new("names.mlir", text), options).expect("a program");
        assert_eq!(program.functions().collect::<Vec<_>>(), ["launch a::b::c"]);
        engine.open("cpu").and_then(|cpu| cpu.load(&program)).expect("code")
    };
    let plain = compile(&Options::default());
    assert!(plain.kernel("a", "b::c").is_err() && plain.function("launch a::b::c").is_ok());
    let loaded = compile(&Options::default().kernels());
    let mut x = [0i32];
    let kernel = loaded.kernel("a", "b::c").expect("a kernel");
    kernel.launch([1; 3], [1; 3], args![view_mut(&mut x, [1])]).expect("a launch");
    assert_eq!(x, [1]);
    assert!(loaded.kernel("a::b", "c").is_ok_and(|kernel| kernel.parameters().is_empty()));
}
