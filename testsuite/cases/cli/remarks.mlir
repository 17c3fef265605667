// RUN: warpline opt --affine-parallelize --lower-affine --gpu-map-parallel-loops --convert-parallel-loops-to-gpu --gpu-kernel-outlining --remarks --diagnostics=short -o /dev/null
// RUN: warpline compile --emit=ptx --remarks=gpu-kernel-outlining -o /dev/null
// RUN: warpline compile --emit=ptx --remarks=gpu-kernel-outlining,cse --diagnostics=json -o /dev/null
// RUN: warpline compile --emit=ptx --remarks=gpu-kernel-outlining --diagnostics=sarif -o /dev/null
// RUN: warpline compile --emit=ptx -o /dev/null
// RUN: warpline run --remarks=gpu-kernel-outlining,gpu-schedule --diagnostics=short
// RUN: warpline run --remarks=gpu-schedul
// RUN: warpline opt --remarks=no-such-pass,cse
// RUN: warpline run --device=interp --remarks

// What passes report about themselves: all of them, or those that are named.
func.func @fills() -> memref<64xf32> {
  %one = arith.constant 1.0 : f32
  %a = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    affine.store %one, %a[%i] : memref<64xf32>
  }
  return %a : memref<64xf32>
}

// OUT: stderr:
// OUT: remarks.mlir:15:3: remark[gpu-kernel-outlining]: outlined to kernel @fills_kernel::@fills_kernel
// OUT: stderr:
// OUT: remarks.mlir:15:3: remark[gpu-kernel-outlining]: outlined to kernel @fills_kernel::@fills_kernel
// OUT:     ╭─[ remarks.mlir:15:3 ]
// OUT:     │
// OUT:  15 │   affine.for %i = 0 to 64 {
// OUT:     │   ─────┬────
// OUT:     │        ╰────── this 'affine.for'
// OUT: ────╯
// OUT: stderr:
// OUT: {"v":1,"severity":"remark","code":null,"message":"outlined to kernel @fills_kernel::@fills_kernel","file":"remarks.mlir","line":15,"column":3,"bytes":[928,938],"labels":[],"notes":[],"fixes":[],"pass":"gpu-kernel-outlining"}
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
// OUT:           "executionSuccessful": true,
// OUT:           "exitCode": 0,
// OUT:           "toolExecutionNotifications": []
// OUT:         }
// OUT:       ],
// OUT:       "results": [
// OUT:         {
// OUT:           "level": "note",
// OUT:           "message": {
// OUT:             "text": "outlined to kernel @fills_kernel::@fills_kernel"
// OUT:           },
// OUT:           "locations": [
// OUT:             {
// OUT:               "physicalLocation": {
// OUT:                 "artifactLocation": {
// OUT:                   "uri": "remarks.mlir"
// OUT:                 },
// OUT:                 "region": {
// OUT:                   "startLine": 15,
// OUT:                   "startColumn": 3,
// OUT:                   "endLine": 15,
// OUT:                   "endColumn": 13,
// OUT:                   "byteOffset": 928,
// OUT:                   "byteLength": 10
// OUT:                 }
// OUT:               }
// OUT:             }
// OUT:           ],
// OUT:           "relatedLocations": [],
// OUT:           "properties": {
// OUT:             "pass": "gpu-kernel-outlining"
// OUT:           }
// OUT:         }
// OUT:       ]
// OUT:     }
// OUT:   ]
// OUT: }
// OUT: result 0: memref<64xf32>
// OUT:   count=64 min=1.0 max=1.0 sum=64.0 first=1.0
// OUT:   values: 1.0 (64 times)
// OUT: stderr:
// OUT: remarks.mlir:12:1: remark[gpu-schedule]: scheduled 1 device operation on 1 stream: 0 waits between streams, 1 wait of the host
// OUT: remarks.mlir:15:3: remark[gpu-kernel-outlining]: outlined to kernel @fills_kernel::@fills_kernel
// OUT: stderr:
// OUT: warpline: error: there is no pass 'gpu-schedul'; did you mean 'gpu-schedule'?
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: there is no pass 'no-such-pass'
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: expected a run on the cpu or on a GPU for --remarks, but found one on the interpreter, which has no streams
// OUT: exit: 2
