// A thread id or a barrier on the host
func.func @main() -> index {
  %i = gpu.thread_id x
  return %i : index
}
