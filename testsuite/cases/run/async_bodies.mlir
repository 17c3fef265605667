// RUN: run --device=cpu,interp

// A value that is awaited, and work that depends on a token.
func.func @main(%m: memref<1xi32> {warpline.input = "0"}) -> i32 {
  %zero = arith.constant 0 : index
  %seven = arith.constant 7 : i32
  %done, %value = async.execute -> !async.value<i32> {
    memref.store %seven, %m[%zero] : memref<1xi32>
    %double = arith.addi %seven, %seven : i32
    async.yield %double : i32
  }
  %then = async.execute [%done] (%value as %fourteen : !async.value<i32>) {
    memref.store %fourteen, %m[%zero] : memref<1xi32>
    async.yield
  }
  async.await %then : !async.token
  %v = memref.load %m[%zero] : memref<1xi32>
  return %v : i32
}

// OUT: result 0: i32 = 14
// OUT: argument 0: memref<1xi32> = [14]
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
// -----

// A group of two.
func.func @main() -> (index, index) {
  %two = arith.constant 2 : index
  %group = async.create_group %two : !async.group
  %a = async.execute {
    async.yield
  }
  %b = async.execute {
    async.yield
  }
  %first = async.add_to_group %a, %group : !async.token
  %second = async.add_to_group %b, %group : !async.token
  async.await_all %group
  return %first, %second : index, index
}

// OUT: result 0: index = 0
// OUT: result 1: index = 1
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
