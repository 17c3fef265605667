"""Prints what AMD's code object manager reads from a code object: its target, and each kernel with its symbol."""

import ctypes
import sys

EXECUTABLE = 8

library = ctypes.CDLL("libamd_comgr.so.2")


class Handle(ctypes.Structure):
    _fields_ = [("handle", ctypes.c_uint64)]


def call(name, *args):
    status = getattr(library, "amd_comgr_" + name)(*args)
    if status != 0:
        sys.exit(f"amd_comgr_{name} returns {status}")


def text(name, handle):
    """Calls a function twice: for the size of a string, and for the string."""
    size = ctypes.c_size_t()
    call(name, handle, ctypes.byref(size), None)
    buffer = ctypes.create_string_buffer(size.value)
    call(name, handle, ctypes.byref(size), buffer)
    return buffer.value.decode()


def lookup(node, key):
    found = Handle()
    call("metadata_lookup", node, key.encode(), ctypes.byref(found))
    return found


content = open(sys.argv[1], "rb").read()
data, metadata, size = Handle(), Handle(), ctypes.c_size_t()
call("create_data", EXECUTABLE, ctypes.byref(data))
call("set_data", data, ctypes.c_size_t(len(content)), content)
call("get_data_metadata", data, ctypes.byref(metadata))
print("target", text("get_metadata_string", lookup(metadata, "amdhsa.target")))
kernels = lookup(metadata, "amdhsa.kernels")
call("get_metadata_list_size", kernels, ctypes.byref(size))
for index in range(size.value):
    kernel = Handle()
    call("index_list_metadata", kernels, ctypes.c_size_t(index), ctypes.byref(kernel))
    name, symbol = (text("get_metadata_string", lookup(kernel, key)) for key in (".name", ".symbol"))
    print("kernel", name, symbol)
