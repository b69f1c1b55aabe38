"""An entry to a compiled kernel that can be called without Numba.

What Numba compiles takes arrays as structures of its own, and wants to be told where an exception goes.  The entry is a
function in C's manner, which gets the words that `compiled.py` hands over and room for the result.  It looks up data,
shape and strides in array objects, calls the kernel and writes down what it returns, a word each, from the second word
on; if the kernel raises, the first word says where Numba's description of the exception lies.

Arrays that a kernel makes need two functions of Numba's run-time system.  They are written down here once more, as far
as kernels need them, so that the code depends on nothing but Python itself.

What this relies on in Numba, from 0.60 to 0.68: a library keeps the object code and the module that it was made from;
the context builds arrays and tuples and knows how to call; arrays begin with a record of their memory (nrt.cpp).  So
pyproject.toml caps both.  Before a cap is raised, run the tests of kernels and read these files again.
"""

from typing import Any

import numba
from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.core.codegen import CPUCodeLibrary
from numba.np.arrayobj import populate_array

from satpuzzle.engines.objects import ENTRY, Content, target_machine

_BYTE, _I32, _I64, _DOUBLE = ir.IntType(8), ir.IntType(32), ir.IntType(64), ir.DoubleType()
_POINTER, _WORDS = _BYTE.as_pointer(), _I64.as_pointer()
_RECORD = 48  # bytes of a record of memory
# In an array object, behind what all objects have: the data, the number of dimensions, shape and strides.
_SHAPE, _STRIDES = 16, 24


def compiled(dispatcher: Any, arguments: tuple[Any, ...]) -> Content | None:
    """Have a kernel compiled for such arguments, and return the code, with its entry.

    Returns None if it cannot be called without Numba.  Raises NumbaError if it cannot be compiled, and ImportError if
    this Numba keeps compiled code in another way than those that we know.
    """
    _insist(CPUCodeLibrary, "_get_compiled_object")
    signature = tuple(dispatcher.typeof_pyval(argument) for argument in arguments)
    dispatcher.compile(signature)
    made = dispatcher.overloads[signature]
    result = made.signature.return_type
    _insist(made.library, "_final_module")
    try:
        formats = "".join(map(_format, _parts(result)))
        module = _entry(made, signature, result)
    except NotImplementedError:
        return None
    _memory(module)
    known = {function.name for function in module.functions}
    if made.library.has_dynamic_globals or made.lifted or not _wanted(made.library._final_module) <= known:
        return None
    parsed = binding.parse_assembly(cgutils.normalize_ir_text(str(module)))
    parsed.verify()
    entry = target_machine().emit_object(parsed)
    return Content(formats, not isinstance(result, types.BaseTuple), (made.library._get_compiled_object(), entry))


def _wanted(module: Any) -> set[str]:
    """Return the names of what a module takes from elsewhere, besides LLVM's own and Python's."""
    names = [thing.name for thing in (*module.functions, *module.global_variables) if thing.is_declaration]
    ours = {name for name in names if not name.startswith("llvm.")}
    return {name for name in ours if not (name.startswith("Py") and binding.address_of_symbol(name))}


def _parts(result: Any) -> list[Any]:
    """Return the types of what a kernel returns, of which there may be none."""
    if result == types.none:
        return []
    return [types.unliteral(kind) for kind in (result if isinstance(result, types.BaseTuple) else [result])]


def _format(kind: Any) -> str:
    """Return how a part of the result is laid out in a word, as `struct` says it."""
    if kind == types.boolean:
        return "?7x"
    if isinstance(kind, types.Integer):
        return "q" if kind.signed else "Q"
    if kind == types.float64:
        return "d"
    raise NotImplementedError


def _entry(made: Any, signature: tuple[Any, ...], result: Any) -> Any:
    """Return a module with the entry; raises NotImplementedError for an argument that it cannot hand on."""
    context, described = made.target_context, made.fndesc
    module = context.create_module(ENTRY)
    kind = context.call_conv.get_function_type(described.restype, described.argtypes)
    callee = ir.Function(module, kind, described.llvm_func_name)
    function = ir.Function(module, ir.FunctionType(_I32, [_WORDS, _WORDS]), ENTRY)
    builder = ir.IRBuilder(function.append_basic_block())
    words, out = function.args
    taken = 0

    def argument(kind: Any) -> Any:
        nonlocal taken
        if isinstance(kind, types.BaseTuple):
            return context.make_tuple(builder, kind, [argument(part) for part in kind])
        place = builder.gep(words, [_I64(taken)])
        taken += 1
        if isinstance(kind, types.Array):
            return _array(context, builder, kind, builder.load(place))
        if kind == types.boolean:
            return builder.icmp_unsigned("!=", builder.load(builder.bitcast(place, _POINTER)), _BYTE(0))
        if kind in (types.int64, types.uint64):
            return builder.load(place)
        if kind == types.float64:
            return builder.load(builder.bitcast(place, _DOUBLE.as_pointer()))
        raise NotImplementedError

    values = [argument(kind) for kind in signature]
    status, value = context.call_conv.call_function(builder, callee, described.restype, described.argtypes, values)
    with builder.if_then(status.is_error, likely=False):
        builder.store(builder.ptrtoint(status.excinfoptr, _I64), out)
        builder.ret(status.code)
    values = cgutils.unpack_tuple(builder, value) if isinstance(result, types.BaseTuple) else [value]
    for number, kind in enumerate(_parts(result)):
        part = values[number]
        if isinstance(kind, (types.Boolean, types.Integer)) and part.type != _I64:
            part = (builder.sext if getattr(kind, "signed", False) else builder.zext)(part, _I64)
        place = builder.gep(out, [_I64(1 + number)])
        builder.store(part, builder.bitcast(place, part.type.as_pointer()))
    builder.ret(_I32(0))
    return module


def _array(context: Any, builder: Any, kind: Any, address: Any) -> Any:
    """Return an array as Numba has it, made from the object at an address."""
    fields = builder.inttoptr(builder.add(address, _I64(object.__basicsize__)), _POINTER)

    def field(place: int, kind: Any) -> Any:
        return builder.load(builder.bitcast(builder.gep(fields, [_I64(place)]), kind.as_pointer()))

    array = context.make_array(kind)(context, builder)
    extents, strides = field(_SHAPE, _WORDS), field(_STRIDES, _WORDS)
    populate_array(
        array,
        data=builder.bitcast(field(0, _POINTER), array.data.type),
        shape=[builder.load(builder.gep(extents, [_I64(axis)])) for axis in range(kind.ndim)],
        strides=[builder.load(builder.gep(strides, [_I64(axis)])) for axis in range(kind.ndim)],
        itemsize=context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(kind.dtype))),
        meminfo=None,
    )
    return array._getvalue()


def _memory(module: Any) -> None:
    """Write down what arrays need that a kernel makes: memory with a record before it, and how it is given back.

    A record has counters and the like, which only Numba's own code looks at: that counts references, from 1 on.
    """
    get = ir.Function(module, ir.FunctionType(_POINTER, [_I64]), "PyMem_RawMalloc")
    give = ir.Function(module, ir.FunctionType(ir.VoidType(), [_POINTER]), "PyMem_RawFree")

    def function(name: str, result: Any, *arguments: Any) -> tuple[Any, Any]:
        made = ir.Function(module, ir.FunctionType(result, arguments), name)
        return made, ir.IRBuilder(made.append_basic_block())

    aligned, builder = function("NRT_MemInfo_alloc_aligned", _POINTER, _I64, _I32)
    size, align = aligned.args[0], builder.zext(aligned.args[1], _I64)
    record = builder.call(get, [builder.add(builder.add(size, align), _I64(_RECORD))])
    with builder.if_then(builder.icmp_unsigned("==", record, _POINTER(None)), likely=False):
        builder.ret(record)
    counter = builder.bitcast(record, _WORDS)
    behind = builder.add(builder.ptrtoint(record, _I64), builder.add(_I64(_RECORD - 1), align))
    data = builder.and_(behind, builder.sub(_I64(0), align))
    for place, value in enumerate((_I64(1), _I64(0), _I64(0), data, size, _I64(0))):
        builder.store(value, builder.gep(counter, [_I64(place)]))
    builder.ret(record)

    unaligned, builder = function("NRT_MemInfo_alloc", _POINTER, _I64)
    builder.ret(builder.call(aligned, [unaligned.args[0], _I32(1)]))
    plain, builder = function("NRT_Allocate", _POINTER, _I64)
    builder.ret(builder.call(get, plain.args))
    for name in ("NRT_MemInfo_call_dtor", "NRT_Free"):
        release, builder = function(name, ir.VoidType(), _POINTER)
        builder.call(give, release.args)
        builder.ret_void()


def _insist(thing: object, attribute: str) -> None:
    """Raise ImportError unless Numba has what we need."""
    if not hasattr(thing, attribute):
        kind = thing if isinstance(thing, type) else type(thing)
        raise ImportError(
            f"numba {numba.__version__} cannot be used: its {kind.__name__} has no {attribute};"
            " install a version that satpuzzle's requirements allow",
            name="numba",
        )
