// RUN: warpline opt --no-such-flag
// RUN: warpline opt -cannonicalize
// RUN: warpline opt -test-a-flag=2
// RUN: warpline opt --emit-bytecode
// RUN: warpline opt -load-dialect-plugin=x.so
// RUN: warpline opt --mlir-print-ir-tree-dir=x
// RUN: warpline opt --mlir-print-ir-after=canonicalise
// RUN: warpline opt --pass-pipeline=builtin.module(canonicalise)
// RUN: warpline opt --pass-pipeline=cse --cse
// RUN: warpline opt no_such_file.mlir
// RUN: warpline opt no_such_file.mlir --diagnostics=json
// RUN: warpline opt no_such_file.mlir --diagnostics=sarif
// RUN: warpline opt --no-such-flag --diagnostics=json
// RUN: warpline check
// RUN: warpline check -j 0 -
// RUN: warpline explain no-such-thing
// RUN: warpline opt --time-limit=nan
// RUN: warpline opt --time-limit=-1
// RUN: warpline opt --time-limit=1e400

func.func private @unread()

// OUT: stderr:
// OUT: error: unexpected argument '--no-such-flag' found
// OUT:
// OUT: Usage: warpline opt [OPTIONS] [FILE]
// OUT:
// OUT: For more information, try '--help'.
// OUT: exit: 2
// OUT: stderr:
// OUT: error: unexpected argument '--cannonicalize' found
// OUT:
// OUT:   tip: a similar argument exists: '--canonicalize'
// OUT:
// OUT: Usage: warpline opt [OPTIONS] [FILE]
// OUT:
// OUT: For more information, try '--help'.
// OUT: exit: 2
// OUT: stderr:
// OUT: error: unexpected argument '--test-a-flag' found
// OUT:
// OUT:   tip: to pass '--test-a-flag' as a value, use '-- --test-a-flag'
// OUT:
// OUT: Usage: warpline opt [OPTIONS] [FILE]
// OUT:
// OUT: For more information, try '--help'.
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: the flag '--emit-bytecode' of mlir-opt is not supported: bytecode is not written
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: the flag '--load-dialect-plugin' of mlir-opt is not supported: there are no plugins
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: the flag '--mlir-print-ir-tree-dir' of mlir-opt is not supported: dumps go to stderr only
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: there is no pass 'canonicalise'; did you mean 'canonicalize'?
// OUT: exit: 2
// OUT: stderr:
// OUT: <pipeline>:1:16: error[E0121]: there is no pass 'canonicalise'; did you mean 'canonicalize'?
// OUT:    ╭─[ <pipeline>:1:16 ]
// OUT:    │
// OUT:  1 │ builtin.module(canonicalise)
// OUT:    │                ──────┬─────
// OUT:    │                      ╰─────── this 'canonicalise'
// OUT: ───╯
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: use either --pass-pipeline or flags of passes, not both
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: cannot read 'no_such_file.mlir': No such file or directory (os error 2)
// OUT: exit: 2
// OUT: stderr:
// OUT: {"v":1,"severity":"error","code":null,"message":"cannot read 'no_such_file.mlir': No such file or directory (os error 2)","file":null,"line":null,"column":null,"bytes":null,"labels":[],"notes":[],"fixes":[],"pass":null}
// OUT: exit: 2
// OUT: stderr:
// OUT: {
// OUT:   "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
// OUT:   "version": "2.1.0",
// OUT:   "runs": [
// OUT:     {
// OUT:       "tool": {
// OUT:         "driver": {
// OUT:           "name": "warpline",
// OUT:           "semanticVersion": "0.1.0",
// OUT:           "rules": []
// OUT:         }
// OUT:       },
// OUT:       "columnKind": "unicodeCodePoints",
// OUT:       "invocations": [
// OUT:         {
// OUT:           "executionSuccessful": false,
// OUT:           "exitCode": 2,
// OUT:           "toolExecutionNotifications": [
// OUT:             {
// OUT:               "level": "error",
// OUT:               "message": {
// OUT:                 "text": "cannot read 'no_such_file.mlir': No such file or directory (os error 2)"
// OUT:               }
// OUT:             }
// OUT:           ]
// OUT:         }
// OUT:       ],
// OUT:       "results": []
// OUT:     }
// OUT:   ]
// OUT: }
// OUT: exit: 2
// OUT: stderr:
// OUT: {"v":1,"severity":"error","code":null,"message":"unexpected argument '--no-such-flag' found","file":null,"line":null,"column":null,"bytes":null,"labels":[],"notes":[],"fixes":[],"pass":null}
// OUT: exit: 2
// OUT: stderr:
// OUT: error: the following required arguments were not provided:
// OUT:   <FILES>...
// OUT:
// OUT: Usage: warpline check <FILES>...
// OUT:
// OUT: For more information, try '--help'.
// OUT: exit: 2
// OUT: stderr:
// OUT: error: invalid value '0' for '--jobs <N>': 0 is not in 1..=256
// OUT:
// OUT: For more information, try '--help'.
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: 'no-such-thing' is no code, operation, dialect, pass or target
// OUT: exit: 2
// OUT: stderr:
// OUT: error: invalid value 'nan' for '--time-limit <SECONDS>': expected seconds, 0 or more, but found 'nan'
// OUT:
// OUT: For more information, try '--help'.
// OUT: exit: 2
// OUT: stderr:
// OUT: error: invalid value '-1' for '--time-limit <SECONDS>': expected seconds, 0 or more, but found '-1'
// OUT:
// OUT: For more information, try '--help'.
// OUT: exit: 2
// OUT: stderr:
// OUT: error: invalid value '1e400' for '--time-limit <SECONDS>': expected seconds, 0 or more, but found '1e400'
// OUT:
// OUT: For more information, try '--help'.
// OUT: exit: 2
