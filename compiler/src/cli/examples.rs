//! Examples in `--help`, by command. A test parses each of them as a command line.

/// The text below the flags of `warpline --help`.
pub const OVERVIEW: &str = "\
Examples:
  warpline run model.mlir                           loops to kernels, streams and waits, and run them on the CPU
  warpline run model.mlir --trace=t.json            the same, with a timeline for ui.perfetto.dev
  warpline compile model.mlir --emit=plan           which kernels overlap, which wait, and why
  warpline compile model.mlir --target=sm_90 --emit=ptx
  warpline opt model.mlir --canonicalize --cse
  warpline repl model.mlir                          all of it step by step; ':tutorial' shows how
  warpline check src/*.mlir                         errors, and races of device work that is already scheduled

Every flag has a variable, WARPLINE_DEVICE for --device, and a key in 'warpline.toml' of this directory or one above it: at
the top of the file, or for one command in a table such as [run]. A flag is stronger than its variable, that is stronger
than the file; '--print-config' shows each value and where it comes from.
Exit codes: 0 success, 1 errors found, 2 usage, 3 device missing, 4 limit exceeded, 70 bug of warpline, 130 interrupted.";

/// The examples of each command.
pub const EXAMPLES: &[(&str, &str)] = &[
    (
        "opt",
        "\
Examples:
  warpline opt in.mlir --affine-parallelize --lower-affine --canonicalize -o out.mlir
  warpline opt in.mlir --pass-pipeline='builtin.module(func.func(cse,canonicalize))'
  warpline opt in.mlir --gpu-kernel-outlining --gpu-schedule=max-streams=2 --print-after=reduce,waits
  warpline opt in.mlir --split-input-file --verify-diagnostics",
    ),
    (
        "run",
        "\
Examples:
  warpline run x.mlir --input=4xf32=1,2,3,4 --input=rand:42 --output=-
  warpline run x.mlir --input=@a.npy --expect=@b.npy --rtol=1e-5
  warpline run x.mlir --device=interp,cpu           both must agree bit for bit
  warpline run x.mlir --detect-races --adversary=7  another legal order, the same for the same seed
  warpline run x.mlir --trace=t.json --explain-waits",
    ),
    (
        "compile",
        "\
Examples:
  warpline compile x.mlir --target=sm_90 --emit=ptx -o x.ptx
  warpline compile x.mlir --emit=plan,dot=x.dot,html=x.html
  warpline compile x.mlir --target=cpu --emit=clif",
    ),
    (
        "check",
        "\
Examples:
  warpline check kernels/*.mlir
  warpline check --diagnostics=sarif kernels/*.mlir 2> findings.sarif",
    ),
    (
        "test",
        "\
Examples:
  warpline test tests                               all tests below a folder
  warpline test tests/fold.mlir -v                  one of them, with what it prints
  warpline test tests --bless                       write what comes out as what is expected
  warpline test tests -j 8 --junit=report.xml       a report for a build server

A test is a file with lines such as

  // RUN: warpline opt %s --canonicalize | FileCheck %s
  // RUN: not mlir-opt %s --bad 2>&1 | FileCheck %s --check-prefix=ERR
  // RUN-ON: interp,cpu

and directives such as '// CHECK: text'. Commands run in the process, without a shell.",
    ),
    (
        "filecheck",
        "\
Example:
  warpline opt x.mlir --cse | warpline filecheck x.mlir --check-prefixes=CHECK,CSE",
    ),
    (
        "diff-run",
        "\
Examples:
  warpline diff-run x.mlir --input=rand:42 --targets=interp,cpu --ulp=2
  warpline diff-run x.mlir --bisect                 name the kernel and the pass",
    ),
    (
        "reduce",
        "\
Examples:
  warpline reduce bad.mlir --test='not warpline opt %s --cse' --match='E0502'
  warpline reduce bad.mlir --test='not --crash warpline opt %s --canonicalize --gpu-schedule' --reduce-pipeline
  warpline reduce bad.mlir --test='not warpline run %s --device=interp,cpu' --match=disagree -o small.mlir
  warpline reduce slow.mlir --test='warpline run %s' --hang --deadline=2   keeps what takes longer than 2 seconds",
    ),
    (
        "repl",
        "\
Examples:
  warpline repl                                     ':help' lists the commands, ':tutorial' shows how it is done
  warpline repl model.mlir
  warpline repl --repl-script=session.repl          a script, or what a session printed",
    ),
    (
        "passes",
        "\
Examples:
  warpline passes gpu                               those about gpu, with their options
  warpline passes --json
  warpline explain gpu-schedule                     all about one of them",
    ),
    (
        "ops",
        "\
Examples:
  warpline ops gpu.                                 a dialect
  warpline ops atomic --json
  warpline explain gpu.launch_func                  all about one of them",
    ),
    (
        "devices",
        "\
Examples:
  warpline devices --json
  warpline devices --require=cuda                   exit code 3 where it is missing",
    ),
    (
        "lsp",
        "\
Examples:
  warpline lsp                                      what an editor starts
  warpline lsp --log=verbose                        tell each message on stderr

A link to warpline with the name mlir-lsp-server means 'warpline lsp', for editors that start a server by its path.",
    ),
    (
        "cache",
        "\
Examples:
  warpline cache explain x.mlir                     hit or miss of each gpu.module, and what differs
  warpline cache ls
  warpline cache verify --repair
  warpline cache evict build=other                  what other builds of warpline left",
    ),
    (
        "explain",
        "\
Examples:
  warpline explain E0502
  warpline explain gpu.launch_func
  warpline explain gpu-schedule",
    ),
    (
        "completions",
        "\
Example:
  warpline completions bash > ~/.local/share/bash-completion/completions/warpline",
    ),
    (
        "man",
        "\
Examples:
  warpline man run | man -l -
  warpline man --dir=share/man/man1",
    ),
];
