"""compile(program, assignment) -> Compiled: a Program under an Assignment as native code, or interpreted where that cannot be."""

from __future__ import annotations

import ctypes
import threading
import warnings
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib import resources
from typing import Any

import numpy as np

from precis.emit.cpu import ProgramPrinter, build, by_value, function_name, interface
from precis.emit.cpu.build import FLAGS, QUICK
from precis.emit.gpu import DIALECTS, gpu_source
from precis.emit.plan import NotEmittable, Plan, plan
from precis.emit.plan.elements import carrier
from precis.emit.plan.kernels import ARGUMENT, INOUT, WORKSPACE, Buffer, Element
from precis.emit.source import Source
from precis.errors import BuildError, UsageError
from precis.formats import FORMATS, Assignment, Format, decode, dtype_of, encode
from precis.ir.arithmetic import NumpyArithmetic
from precis.ir.call import bind, give_back
from precis.ir.emulate import emulate
from precis.ir.interpret import interpret
from precis.ir.size import product
from precis.ir.types import Program

TARGETS = ("cpu", *DIALECTS)
HEADER = "precis.hpp"
MAKEFILE = """\
# Builds {library} from {main}. Contraction stays off and -ffast-math out: both change results.
CXX ?= g++
CXXFLAGS ?= {flags}

{library}: {main} {header} precis.hpp
\t$(CXX) $(CXXFLAGS) {main} -o $@{libraries}
"""


def default_assignment(program: Program) -> Assignment:
    return program.original or Assignment.uniform(FORMATS["binary64"])


def emit(program: Program, assignment: Assignment | None = None, target: str = "cpu", *, spec: bool = False) -> Source:
    """Readable source of `program` under `assignment` (default: the formats that the program itself states).

    Raises NotEmittable where the plan cannot express a node, UsageError for an unknown target.
    """
    if target not in TARGETS:
        raise UsageError(f"unknown target {target!r}", hints=(f"one of {', '.join(TARGETS)}",))
    made = plan(program, assignment or default_assignment(program), spec=spec)
    return cpu_source(made) if target == "cpu" else gpu_source(made, target)


def cpu_source(made: Plan) -> Source:
    stem = function_name(made)
    printer = ProgramPrinter(made)
    text = printer.source(f"{stem}.h")
    runtime = resources.files("precis.emit").joinpath("runtime", HEADER).read_text(encoding="utf-8")
    libraries = " ".join(("", *libraries_of(text)))
    make = MAKEFILE.format(library=f"lib{stem}.so", main=f"{stem}.cpp", header=f"{stem}.h", flags=" ".join(FLAGS), libraries=libraries)
    return Source("cpu", f"{stem}.cpp", {f"{stem}.cpp": text, f"{stem}.h": printer.header(), HEADER: runtime, "Makefile": make})


def libraries_of(text: str) -> tuple[str, ...]:
    return ("-lquadmath",) if text.startswith("#define PR_QUAD") else ()


def compile(program: Program, assignment: Assignment | None = None, target: str = "cpu", *, spec: bool = False,
            quick: bool = False) -> Compiled:
    """Something to call: `compiled(*args)` returns what the function returns and mutates what it mutates.

    Programs that the plan cannot express, and machines without a compiler, are served by the interpreter: `compiled.backend`
    says so, `compiled.reason` says why, and a warning is given where a compiler is missing. `quick` compiles without optimising
    much: the same results sooner, from slower code.
    """
    if target != "cpu":
        raise UsageError(f"cannot run target {target!r} here", hints=("compile for cpu, or emit the source",))
    return Compiled(program, assignment or default_assignment(program), spec=spec, quick=quick)


class Compiled:
    """A Program that runs. `backend` is "native" or "interpreter"; `reason` says why it is interpreted."""

    def __init__(self, program: Program, assignment: Assignment, *, spec: bool = False, quick: bool = False):
        self.program, self.assignment, self.spec = program, assignment, spec
        self.reason = ""
        self.plan: Plan | None = None
        self._source: Source | None = None
        self._function: Any = None
        try:
            self.plan = plan(program, assignment, spec=spec)
            self._source = cpu_source(self.plan)
            self._function = _load(self._source, self.plan, QUICK if quick else FLAGS)
        except NotEmittable as refusal:
            self.reason = refusal.message
        except BuildError as problem:
            if problem.notes:
                raise
            self.reason = problem.message
            warnings.warn(f"{program.name} is interpreted: {problem.message}", RuntimeWarning, stacklevel=3)

    @property
    def backend(self) -> str:
        return "native" if self._function else "interpreter"

    @property
    def source(self) -> str:
        """The emitted text; empty where the plan could not be made."""
        return self._source.text if self._source else ""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        arrays, binding = bind(self.program, args, kwargs)
        return give_back(self.program, self.run(arrays, binding), args, kwargs)

    def run(self, inputs: Sequence[Any], binding: Mapping[str, int] | None = None) -> list[np.ndarray]:
        """One array per body parameter -> one new array per body result. Inputs are not modified.

        Reals come back as float64, or as longdouble where some format is wider than binary64.
        """
        sizes = self.program.binding if binding is None else binding
        if self._function is None or self.plan is None:
            return self._interpret(inputs, sizes)
        call = _Call(self._function, self.plan, self._fields, inputs, sizes)
        call()
        return call.results()

    def native_call(self, inputs: Sequence[Any], binding: Mapping[str, int] | None = None) -> _Call | None:
        """The native function with its arguments converted and laid out, to be called again and again without the casts at
        its boundary (after `reset()`, from the given inputs); None where the program is interpreted."""
        sizes = self.program.binding if binding is None else binding
        if self._function is None or self.plan is None:
            return None
        return _Call(self._function, self.plan, self._fields, inputs, sizes)

    @cached_property
    def _fields(self) -> type[ctypes.Structure]:
        assert self.plan
        return _structure(self.plan)

    def _interpret(self, inputs: Sequence[Any], binding: Mapping[str, int]) -> list[np.ndarray]:
        wide = any(carrier(f).name != "binary64" for f in self._formats if isinstance(f, Format))
        if wide:
            emulated = emulate(self.program, self.assignment, FORMATS["binary80"])
            arithmetic = NumpyArithmetic(np.longdouble)
        else:
            emulated, arithmetic = emulate(self.program, self.assignment), NumpyArithmetic()
        return [np.asarray(r) for r in interpret(emulated, inputs, binding, arithmetic=arithmetic, spec=self.spec)]

    @cached_property
    def _formats(self) -> list[Format | None]:
        from precis.ir.emulate import value_formats
        return list(value_formats(self.program, self.assignment).values())

    def peak_bytes(self, binding: Mapping[str, int] | None = None) -> int:
        """Bytes of workspace of one call, without arguments and results; 0 where the program is interpreted."""
        sizes = self.program.binding if binding is None else dict(binding)
        buffers = self.plan.buffers.values() if self.plan else ()
        return sum(_bytes(b, sizes) for b in buffers if b.role == WORKSPACE)


def _bytes(b: Buffer, sizes: Mapping[str, int]) -> int:
    count = b.capacity or product(b.shape)
    width = b.element.bytes if isinstance(b.element, Format) else np.dtype(b.element).itemsize
    return max(0, count.value(sizes)) * width if count.symbols() <= set(sizes) else 0


_LOADED = threading.Lock()


def _load(source: Source, made: Plan, flags: tuple[str, ...]) -> Any:
    files = {name: text for name, text in source.files.items() if name != "Makefile"}
    path = build(files, source.main, libraries_of(source.text), flags)
    with _LOADED:
        function = getattr(ctypes.CDLL(str(path)), function_name(made))
    function.restype = ctypes.c_int
    function.argtypes = [ctypes.c_void_p]
    return function


def _structure(made: Plan) -> type[ctypes.Structure]:
    fields = [(b.name, _scalar_type(b) if by_value(b) else ctypes.c_void_p) for b in interface(made)]
    fields += [(f"size {s}", ctypes.c_int64) for s in made.sizes]
    return type("Arguments", (ctypes.Structure,), {"_fields_": fields})


def _scalar_type(b: Buffer) -> Any:
    if isinstance(b.element, Format):
        return {"binary64": ctypes.c_double, "binary80": ctypes.c_longdouble}.get(b.element.name, ctypes.c_float)
    return {"bool": ctypes.c_bool}.get(b.element) or getattr(ctypes, f"c_{b.element}")


class _Call:
    """One set of arguments in memory, and the function that runs on them."""

    def __init__(self, function: Any, made: Plan, structure: type[ctypes.Structure], inputs: Sequence[Any], sizes: Mapping[str, int]):
        self.function, self.made = function, made
        self.arrays: dict[str, np.ndarray] = {}
        values: dict[str, Any] = {f"size {s}": sizes[s] for s in made.sizes}
        for name, x in zip(made.parameters, inputs, strict=True):
            b = made.buffers[name]
            array = to_memory(x, b.element, copy=b.role == INOUT)
            if by_value(b):
                values[name] = np.asarray(x).astype(np.longdouble)[()] if _wide(b.element) else from_memory(array, b.element)[()].item()
            else:
                self.arrays[name] = array
        for name in made.results:
            if name not in self.arrays:
                b = made.buffers[name]
                self.arrays[name] = np.empty(tuple(d.value(sizes) for d in b.shape), memory_dtype(b.element))
        for name, array in self.arrays.items():
            values[name] = array.ctypes.data
        self.arguments = structure(**{k: _plain(v) for k, v in values.items()})
        self.first: dict[str, np.ndarray] | None = None

    def __call__(self) -> None:
        if self.function(ctypes.byref(self.arguments)):
            raise MemoryError(f"{self.made.name}: no memory for the workspace")

    def reset(self) -> None:
        """Put the given values back into arguments that are changed in place; the first reset remembers them."""
        if self.first is None:
            self.first = {n: a.copy() for n, a in self.arrays.items() if self.made.buffers[n].role == INOUT}
        for name, array in self.first.items():
            self.arrays[name][...] = array

    def results(self) -> list[np.ndarray]:
        return [from_memory(self.arrays[name], self.made.buffers[name].element) for name in self.made.results]


def _plain(value: Any) -> Any:
    return value


def _wide(element: Element) -> bool:
    return isinstance(element, Format) and element.name == "binary80"


def memory_dtype(element: Element) -> np.dtype:
    """The NumPy dtype of a buffer's memory: codes for the 8- and 16-bit formats."""
    if not isinstance(element, Format):
        return np.dtype(element)
    if element.bits <= 16:
        return np.dtype(f"u{element.bits // 8}")
    return np.dtype(np.float32) if element.name == "tf32" else dtype_of(element)


def to_memory(x: Any, element: Element, copy: bool) -> np.ndarray:
    """An array as it lies in a buffer of `element`: rounded, contiguous, a copy where asked for."""
    x = np.asarray(x)
    if not isinstance(element, Format):
        made = x.astype(element, copy=False)
    elif element.name == "binary16":
        with np.errstate(all="ignore"):
            made = x.astype(np.float16).view(np.uint16)
    elif element.bits <= 16:
        made = np.asarray(encode(x.astype(np.float64) if x.dtype.kind != "f" or x.dtype.itemsize < 4 else x, element))
    else:
        with np.errstate(all="ignore"):
            made = x.astype(memory_dtype(element), copy=False)
    made = np.ascontiguousarray(made).reshape(x.shape)
    return made.copy() if copy and np.may_share_memory(made, x) else made


def from_memory(array: np.ndarray, element: Element) -> np.ndarray:
    """A buffer's contents as float64 (longdouble for binary80), or in its own integer type."""
    if not isinstance(element, Format):
        return array
    if element.name == "binary16":
        return array.view(np.float16).astype(np.float64)
    if element.bits <= 16:
        return np.asarray(decode(array, element))
    return array if array.dtype == np.longdouble else array.astype(np.float64, copy=False)


__all__ = ["ARGUMENT", "Compiled", "compile", "emit"]
