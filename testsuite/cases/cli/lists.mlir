// RUN: warpline ops atomic
// RUN: warpline ops generic_atomic --json
// RUN: warpline passes gpu-map
// RUN: warpline passes dce --json

// OUT: memref.atomic_rmw                Atomically combines a value with an element and yields the old element.
// OUT: memref.generic_atomic_rmw        Atomically updates an element by a region that computes the new value from the old one, which is yielded.
// OUT: memref.atomic_yield              Terminates `memref.generic_atomic_rmw` with the new element.
// OUT: [
// OUT:   {
// OUT:     "name": "memref.generic_atomic_rmw",
// OUT:     "dialect": "memref",
// OUT:     "summary": "Atomically updates an element by a region that computes the new value from the old one, which is yielded."
// OUT:   }
// OUT: ]
// OUT: gpu-map-parallel-loops           Tiles outermost parallel loops and maps them to blocks and threads
// OUT:     block-size=256               threads per block to aim at, at most 1024
// OUT:     coarsening=1                 the number of neighbouring results that a thread computes where these share loads
// OUT:     rows=false                   Whether a block does an iteration that reduces rows of buffers: true or false
// OUT: [
// OUT:   {
// OUT:     "name": "dce",
// OUT:     "summary": "Erases dead operations",
// OUT:     "options": []
// OUT:   },
// OUT:   {
// OUT:     "name": "symbol-dce",
// OUT:     "summary": "Erases private symbols without references",
// OUT:     "options": []
// OUT:   }
// OUT: ]
