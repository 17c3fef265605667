"""Prints the median and the least time of a call of ONNX Runtime, in microseconds: a chain of additions, each a kernel.

usage: onnxruntime_calls.py NODES ELEMENTS WEIGHTS RUNS

With 1 for WEIGHTS each addition has a constant of its own. The arrays are bound, so that nothing is allocated by a call, and no
node is joined with another one.
"""

import sys
import time

import numpy
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

nodes, elements, has_weights, runs = map(int, sys.argv[1:])
shaped = lambda name: helper.make_tensor_value_info(name, TensorProto.FLOAT, [elements])
name = lambda number: "x" if number == 0 else "y" if number == nodes else f"t{number}"
weight = lambda number: f"w{number}" if has_weights else name(number)
chain = [helper.make_node("Add", [name(n), weight(n)], [name(n + 1)]) for n in range(nodes)]
if nodes == 0:
    chain = [helper.make_node("Identity", ["x"], ["y"])]
constants = [numpy_helper.from_array(numpy.full(elements, n + 0.5, numpy.float32), f"w{n}") for n in range(nodes)]
graph = helper.make_graph(chain, "calls", [shaped("x")], [shaped("y")], constants if has_weights else [])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)

options = onnxruntime.SessionOptions()
options.log_severity_level = 3
options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
x, y = numpy.ones(elements, numpy.float32), numpy.zeros(elements, numpy.float32)
binding = session.io_binding()
for bind, array, of in ((binding.bind_input, x, "x"), (binding.bind_output, y, "y")):
    bind(of, "cpu", 0, numpy.float32, array.shape, array.ctypes.data)
times = []
for _ in range(runs):
    begin = time.perf_counter()
    session.run_with_iobinding(binding)
    times.append(time.perf_counter() - begin)
times.sort()
print(times[len(times) // 2] * 1e6, times[0] * 1e6)
