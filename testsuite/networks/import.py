"""Imports ONNX models as functions on memrefs, with the importer and the passes of IREE's compiler.

usage: import.py operators FOLDER EVERY FIRST    every EVERYth of ONNX's operator tests, from the FIRSTth on
       import.py networks FOLDER [NAME …]        the light networks of ONNX, or those of these names

For each model NAME, writes NAME.onnx, NAME.torch.mlir, which IREE compiles, NAME.linalg.mlir and, where MLIR's pass
succeeds, NAME.affine.mlir, the inputs NAME.i0.npy, NAME.i1.npy, … and the expected results NAME.o0.npy, …, and prints a
line of fields between tabs: the name, then "imported" and the numbers of inputs and results, or "refused" and the
reason.

Expected results of operator tests are those of ONNX, and those of networks are computed by ONNX Runtime. The light
networks have constant weights, for which all channels are equal: they become products of random vectors here, one for
each dimension, scaled to keep the values of the network in range.

Each model is imported in a process of its own, since passes may crash.
"""

import os
import sys
import warnings

warnings.filterwarnings("ignore")

import numpy
import onnx
from iree.compiler import ir, passmanager
from iree.compiler.extras import onnx_importer
from onnx import helper, numpy_helper

TO_LINALG = (
    "torch-onnx-to-torch-backend-pipeline,torch-backend-to-linalg-on-tensors-backend-pipeline,"
    "one-shot-bufferize{bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map},"
    "canonicalize,cse"
)
TO_AFFINE = "func.func(convert-linalg-to-affine-loops)"

OPSET = 17


def import_model(model, path):
    """Writes a model in all forms."""
    model = onnx.shape_inference.infer_shapes(model, data_prop=True)
    context = ir.Context()
    info = onnx_importer.ModelInfo(model)
    module = info.create_module(context=context).operation
    onnx_importer.NodeImporter.define_function(info.main_graph, module).import_all()
    onnx.save(model, f"{path}.onnx")
    with open(f"{path}.torch.mlir", "w") as file:
        print(module, file=file)
    with context:
        run_passes(module, TO_LINALG, f"{path}.linalg.mlir")
        try:
            run_passes(module, TO_AFFINE, f"{path}.affine.mlir")
        except ir.MLIRError:
            pass


def run_passes(module, passes, path):
    passmanager.PassManager.parse(f"builtin.module({passes})").run(module)
    with open(path, "w") as file:
        print(module, file=file)


def save(arrays, path, kind):
    for index, array in enumerate(arrays):
        array = numpy.asarray(array)
        if array.dtype.hasobject or array.dtype.kind not in "biuf":
            raise TypeError(f"NumPy files cannot have values of type {array.dtype}")
        numpy.save(f"{path}.{kind}{index}.npy", array, allow_pickle=False)


def operators(every, first):
    import onnx.backend.test.case.node as node

    for test in node.collect_testcases(None)[first::every]:
        yield test.name, lambda: (test.model, *test.data_sets[0])


def networks(names):
    folder = os.path.join(os.path.dirname(onnx.__file__), "backend", "test", "data", "light")
    for file in sorted(os.listdir(folder)):
        name = file.removeprefix("light_").removesuffix(".onnx")
        if file.endswith(".onnx") and (not names or name in names):
            yield name, lambda: network(os.path.join(folder, file))


def network(path):
    """Returns a network with random weights, an input, and the result."""
    import onnxruntime

    model = onnx.version_converter.convert_version(onnx.load(path), OPSET)
    model.ir_version = max(model.ir_version, 8)  # older models list constants among their inputs
    rng = numpy.random.default_rng(7)
    vary_weights(model.graph, rng)
    own = {constant.name for constant in model.graph.initializer}
    for value in [value for value in model.graph.input if value.name in own]:
        model.graph.input.remove(value)
    inputs = {}
    for value in model.graph.input:
        shape = [dimension.dim_value for dimension in value.type.tensor_type.shape.dim]
        inputs[value.name] = rng.random(shape, dtype=numpy.float32)
    session = onnxruntime.InferenceSession(model.SerializeToString())
    return model, list(inputs.values()), session.run(None, inputs)


def vary_weights(graph, rng):
    """Replaces weights of several dimensions that are filled with one number."""
    constants = {constant.name: constant for constant in graph.initializer}
    nodes, added = [], []
    for node in graph.node:
        shape = constants.get(node.input[0]) if node.op_type == "ConstantOfShape" else None
        shape = [] if shape is None else [int(size) for size in numpy_helper.to_array(shape)]
        if len(shape) < 2:
            nodes.append(node)
            continue
        result = node.output[0]
        scale = 1.7 / numpy.sqrt(max(1.0, numpy.prod(shape[1:], dtype=float)))
        for axis, size in enumerate(shape):
            vector = rng.choice([-1.0, 1.0], size) * rng.uniform(0.5, 1.5, size) * (scale if axis == 0 else 1.0)
            vector = vector.astype(numpy.float32).reshape([size if i == axis else 1 for i in range(len(shape))])
            name = f"{result}/{axis}"
            added.append(numpy_helper.from_array(vector, name))
            if axis == 0:
                product = name
                continue
            output = result if axis == len(shape) - 1 else f"{name}/product"
            nodes.append(helper.make_node("Mul", [product, name], [output]))
            product = output
    del graph.node[:]
    graph.node.extend(nodes)
    graph.initializer.extend(added)


def convert(read, path):
    """Returns the fields of the line of a model."""
    try:
        model, inputs, results = read()
        save(inputs, path, "i")
        save(results, path, "o")
        import_model(model, path)
    except Exception as error:
        lines = str(error).replace("\t", " ").strip().split("\n")
        reason = next((line for line in lines if "error:" in line), lines[0])
        return f"refused\t{type(error).__name__}: {reason[:300]}"
    return f"imported\t{len(inputs)}\t{len(results)}"


def main(kind, folder, *rest):
    os.makedirs(folder, exist_ok=True)
    models = operators(int(rest[0]), int(rest[1])) if kind == "operators" else networks(rest)
    for name, model in models:
        read, write = os.pipe()
        if os.fork() == 0:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            os.write(write, convert(model, os.path.join(folder, name)).encode())
            os._exit(0)
        os.close(write)
        line = b"".join(iter(lambda: os.read(read, 1 << 16), b"")).decode()
        os.close(read)
        os.wait()
        print(name, line or "refused\tthe passes crash", sep="\t", flush=True)


main(*sys.argv[1:])
