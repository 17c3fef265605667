"""Prints the least time of a run of a network by ONNX Runtime, in milliseconds.

usage: onnxruntime_time.py MODEL.onnx INPUT.npy THREADS RUNS
"""

import sys
import time

import numpy
import onnxruntime

model, data, threads, runs = sys.argv[1:]
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = int(threads)
options.log_severity_level = 3
session = onnxruntime.InferenceSession(model, options)
inputs = {session.get_inputs()[0].name: numpy.load(data)}
times = []
for _ in range(int(runs)):
    begin = time.perf_counter()
    session.run(None, inputs)
    times.append(time.perf_counter() - begin)
print(min(times) * 1e3)
