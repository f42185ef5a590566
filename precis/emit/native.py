"""Loads compiled code and calls it through ctypes, with one struct of arguments."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from precis.emit.cpu import by_value, function_name, interface, library_routines
from precis.emit.cpu.arguments import HOST
from precis.emit.cpu.spell import register_type
from precis.emit.host import Host, routines_of
from precis.emit.libraries import address
from precis.emit.memory import from_memory, memory_dtype, to_memory
from precis.emit.plan.checks import FIRST, failed
from precis.emit.plan.kernels import INOUT, Buffer, Element, Plan
from precis.formats import Format

_LOADED = threading.Lock()
HOST_FAILED = 2  # what compiled code returns then (pr::guarded)


def load(path: Path, made: Plan) -> Any:
    """The compiled function of a plan, from its shared library."""
    with _LOADED:
        function = getattr(ctypes.CDLL(str(path)), function_name(made))
    function.restype = ctypes.c_int
    function.argtypes = [ctypes.c_void_p]
    return function


def check(status: int, made: Plan, host: Host | None) -> None:
    """Raise what compiled code returns: MemoryError, what ended the run (precis.emit.plan.checks), what the caller raised in a routine."""
    if status == HOST_FAILED and host:
        raise host.failed()
    if status >= FIRST:
        raise failed(made, status)
    if status:
        raise MemoryError(f"{made.name}: no memory for the workspace")


def counter(path: Path, name: str) -> Any:
    """The function `name` of a library, which returns a number; None where it has none."""
    function = getattr(ctypes.CDLL(str(path)), name, None)
    if function is not None:
        function.restype, function.argtypes = ctypes.c_int64, []
    return function


class OpenFormat(ctypes.Structure):
    """A row of the table in runtime/precis_open.hpp."""

    _fields_ = [("p", ctypes.c_int32), ("emin", ctypes.c_int32), ("emax", ctypes.c_int32), ("infinities", ctypes.c_int32),
                ("max", ctypes.c_double)]


def filler(path: Path) -> Callable[[Sequence[Format]], None] | None:
    """What fills in the table of open formats of a library; None where it has none."""
    function = getattr(ctypes.CDLL(str(path)), "precis_open_formats", None)
    if function is None:
        return None
    function.restype, function.argtypes = None, [ctypes.c_void_p, ctypes.c_int64]

    def fill(formats: Sequence[Format]) -> None:
        rows = [OpenFormat(f.precision, f.emin, f.emax, f.infinities, float(f.max)) for f in formats]
        function((OpenFormat * len(rows))(*rows), len(rows))

    return fill


def structure_of(made: Plan) -> type[ctypes.Structure]:
    """The struct of arguments; as attributes, the names of the library routines in it and what computes others."""
    routines = library_routines(made)
    fields = [(b.name, _scalar_type(b) if by_value(b) else ctypes.c_void_p) for b in interface(made)]
    fields += [(f"size {s}", ctypes.c_int64) for s in made.sizes]
    fields += [(routine, ctypes.c_void_p) for routine in routines]
    host = Host(made) if routines_of(made) else None
    fields += [(HOST, ctypes.c_void_p)] if host else []
    return type("Arguments", (ctypes.Structure,), {"_fields_": fields, "computing": host, "routines": routines})


def _scalar_type(b: Buffer) -> Any:
    if isinstance(b.element, Format) and b.element.scale and register_type(b.element) == "double":
        return ctypes.c_double
    if isinstance(b.element, Format):
        return {"binary64": ctypes.c_double, "binary80": ctypes.c_longdouble}.get(b.element.name, ctypes.c_float)
    return {"bool": ctypes.c_bool}.get(b.element) or getattr(ctypes, f"c_{b.element}")


def _ready(x: Any, b: Buffer, inputs: Sequence[Any]) -> bool:
    """Whether compiled code may work in this array itself: laid out as it expects, and no other argument sees the memory."""
    laid_out = isinstance(x, np.ndarray) and x.dtype == memory_dtype(b.element) and x.flags.carray and x.ndim > 0
    narrow = isinstance(b.element, Format) and b.element.bits <= 16
    return laid_out and not narrow and not any(y is not x and isinstance(y, np.ndarray) and np.may_share_memory(x, y) for y in inputs) \
        and sum(y is x for y in inputs) == 1


class Call:
    """One set of arguments in memory, and the function that runs on them."""

    def __init__(self, function: Any, made: Plan, structure: type[ctypes.Structure], inputs: Sequence[Any], sizes: Mapping[str, int],
                 in_place: bool = False, blank: Callable[..., np.ndarray] = np.empty):
        """`in_place`: arguments that the program mutates are written directly where their memory allows it; `blank` makes the
        arrays of results, of which programs may leave what is not given back as it is."""
        self.function, self.made = function, made
        self.arrays: dict[str, np.ndarray] = {}
        values: dict[str, Any] = {f"size {s}": sizes[s] for s in made.sizes}
        values |= {routine: address(routine) for routine in structure.routines}  # type: ignore[attr-defined]
        for name, x in zip(made.parameters, inputs, strict=True):
            b = made.buffers[name]
            direct = in_place and b.role == INOUT and _ready(x, b, inputs)
            array = x if direct else to_memory(x, b.element, copy=b.role == INOUT)
            if by_value(b):
                values[name] = np.asarray(x).astype(np.longdouble)[()] if _wide(b.element) else from_memory(array, b.element)[()].item()
            else:
                self.arrays[name] = array
        for name in made.results:
            if name not in self.arrays:
                b = made.buffers[name]
                self.arrays[name] = blank(tuple(d.value(sizes) for d in b.shape), memory_dtype(b.element))
        for name, array in self.arrays.items():
            values[name] = array.ctypes.data
        self.host: Host | None = getattr(structure, "computing", None)
        if self.host:
            values[HOST] = self.host.address
        self.arguments = structure(**values)
        self.first: dict[str, np.ndarray] | None = None

    def __call__(self) -> None:
        check(self.function(ctypes.byref(self.arguments)), self.made, self.host)

    def reset(self) -> None:
        """Put the given values back into arguments that are changed in place; the first reset remembers them."""
        if self.first is None:
            self.first = {n: a.copy() for n, a in self.arrays.items() if self.made.buffers[n].role == INOUT}
        for name, array in self.first.items():
            self.arrays[name][...] = array

    def results(self) -> list[np.ndarray]:
        return [from_memory(self.arrays[name], self.made.buffers[name].element) for name in self.made.results]

    def stored(self) -> list[np.ndarray]:
        """The results as they lie in memory where NumPy has their dtype, else as by `results`."""
        found = []
        for name in self.made.results:
            element = self.made.buffers[name].element
            coded = isinstance(element, Format) and element.bits <= 16
            found.append(from_memory(self.arrays[name], element) if coded else self.arrays[name])
        return found


def _wide(element: Element) -> bool:
    return isinstance(element, Format) and element.name == "binary80"
