// RUN: run --device=cpu,interp

// An async function.
async.func @twice(%x: i32) -> (!async.token, !async.value<i32>) {
  %double = arith.addi %x, %x : i32
  return %double : i32
}
func.func @main(%x: i32 {warpline.input = "21"}) -> i32 {
  %token, %value = async.call @twice(%x) : (i32) -> (!async.token, !async.value<i32>)
  async.await %token : !async.token
  %v = async.await %value : !async.value<i32>
  return %v : i32
}

// OUT: result 0: i32 = 42
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
