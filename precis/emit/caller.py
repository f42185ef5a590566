"""Calls that need not be checked anew: what does not change from call to call is worked out once per signature (7 us, then 0.5).

A call is direct where every argument is an array laid out as compiled code expects it (between binary64 and binary32 it is converted;
arrays of JAX are taken where they lie), a number, a size or a static value, or a dict, list or tuple of such, and no array that is changed
shares memory with another. `Caller` answers None for all other calls, and for the first of each signature: these go through
precis.ir.call, which checks everything.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from precis.emit.cpu import by_value, interface, library_routines
from precis.emit.direct import OTHERWISE, Home, Returned, Step, Take, array_step, direct, number_step, offsets, signature_of
from precis.emit.given import CONVERTED, NUMBERS, WHOLE, Given, address_of, overlap, seen
from precis.emit.host import Host
from precis.emit.leaves import apart
from precis.emit.libraries import address
from precis.emit.memory import memory_dtype
from precis.emit.native import check
from precis.emit.plan.kernels import INOUT, Buffer, Plan
from precis.emit.returned import builder, returned
from precis.formats import Format
from precis.ir.call import array_dtype
from precis.ir.refill import Refilling
from precis.ir.trees import Leaf, Refilled, leaves_of
from precis.ir.types import Program, Shape, Value

SIGNATURES = 64  # shapes and sizes that are remembered
_CODES = {"binary64": "d", "binary32": "f", "bool": "?", "int8": "b", "int16": "h", "int32": "i", "int64": "q",
          "uint8": "B", "uint16": "H", "uint32": "I", "uint64": "Q"}  # of the struct module
_DTYPES = {code: np.dtype({"binary64": "float64", "binary32": "float32"}.get(name, name)) for name, code in _CODES.items()}


class NotDirect(Exception):
    """No call of this program can be direct."""


class Caller:
    """The compiled function of a program, for arguments and results that NumPy converts if need be. Raises NotDirect where there are
    others."""

    def __init__(self, function: Any, made: Plan, program: Program, dtypes: Sequence[np.dtype], host: Host | None = None):
        """`host` computes the library routines of the plan."""
        self.function, self.plan, self.sizes, self.host = function, made, made.sizes, host
        self.refilling = Refilling(program.returns, program.arguments) if isinstance(program.returns, Refilled) else None
        trees = [tree for _, tree in program.arguments]
        self.count = len(trees)
        self.defaults = [tree.value if isinstance(tree, Leaf) and tree.what == "static" else None for tree in trees]
        self.needed = max((k + 1 for k, tree in enumerate(trees) if not isinstance(tree, Leaf) or tree.what != "static"), default=0)
        self.leaves = [leaf for tree in trees for leaf in leaves_of(tree)]
        self.apart = None if all(isinstance(tree, Leaf) for tree in trees) else apart(trees)
        self.slots = {b.name: k for k, b in enumerate(interface(made))}
        self.buffers = _parts(program.body.params, [made.buffers[n] for n in made.parameters])
        self.params = {p.name: p for p in program.body.params}
        self.made = [made.buffers[n] for n in dict.fromkeys(made.results) if n not in made.parameters]
        results = _parts(program.returned, [made.buffers[n] for n in made.results])
        wholes = {results[v.name][0].name for v in program.returned if v.kind == "complex" and v.shape}
        self.homes = [(b.name, self.slots[b.name], *_home(b, b.name in wholes)) for b in self.made]
        if any(b.name in made.parameters for parts in results.values() for b in parts):
            raise NotDirect  # an argument itself is returned
        lie = [*(results[v.name] for v in program.returned), *(self.buffers[name] for name in program.mutated)]
        made_as = [(_dtype(v, parts), t) for v, parts, t in zip(program.body.results, lie, dtypes)]
        homes = [b.role == INOUT and b.shape for name in program.mutated for b in self.buffers[name]]
        if not all(is_ == t or {is_, t} <= CONVERTED for is_, t in made_as) or not all(homes):
            raise NotDirect  # something else is converted at the end
        casts = {v.name: t for v, (is_, t) in zip(program.returned, made_as) if is_ != t}
        codes = [*map(_code, interface(made)), *"q" * len(made.sizes), *"P" * (len(library_routines(made)) + (host is not None))]
        self.pack, self.offsets = struct.Struct("".join(codes)).pack, offsets(codes, struct.calcsize)
        self.codes = codes
        self.routines = tuple(address(r) or 0 for r in library_routines(made)) + ((host.address,) if host else ())
        self.steps = [self._step(leaf) for leaf in self.leaves]
        places = {v.name: [b.name for b in results[v.name]] for v in program.returned}
        self.rebuild = builder(program.returns, places, casts)
        self.known: dict[tuple, tuple[tuple[int, ...], list[tuple[int, ...]], Mapping[str, int]]] = {}
        self.returned, self.items, self.converted = returned(program.returns, places, casts, self.made)
        self.quick: dict[tuple, Callable[..., Any] | None] = {}
        self.of_leaves: Callable[..., Any] | None = None  # answers calls like the last one (precis.emit.direct), of its leaves
        self.last: Callable[..., Any] | None = None  # the same of its arguments

    def _step(self, leaf: Leaf) -> tuple[int, Any, Any]:
        """(slot of an array, its dtype, whether it changes), (slot of a number, its types, None), (-1, None, static leaf or None)."""
        if leaf.what != "value":
            return -1, None, leaf if leaf.what == "static" else None
        first = self.buffers[leaf.value][0]
        if by_value(first):
            return self.slots[first.name], NUMBERS.get(self.params[leaf.value].kind, WHOLE), None
        return self.slots[first.name], _dtype(self.params[leaf.value], self.buffers[leaf.value]), first.role == INOUT

    def learn(self, args: Sequence[Any], binding: Mapping[str, int]) -> None:
        """Remember that arguments like these are right, and what they bind."""
        args = self._taken(args) or ()
        key = tuple(x if changes is None else np.shape(x) for x, leaf, (_, _, changes) in zip(args, self.leaves, self.steps)
                    if leaf.what == "size" or (leaf.what == "value" and changes is not None))
        if len(args) == len(self.leaves) and all(isinstance(k, (tuple, int, np.integer)) for k in key) and len(self.known) < SIGNATURES:
            shapes = [tuple(d.value(binding) for d in shape) for _, _, _, shape in self.homes]
            self.known[key] = tuple(binding[s] for s in self.sizes), shapes, dict(binding)

    def __call__(self, args: Sequence[Any]) -> tuple[Any] | None:
        """(what the function returns,), or None where this call is not direct."""
        if self.refilling is None:
            return self._called(args)
        if len(args) != self.count:
            return None
        targets = self.refilling.targets(args)
        made = self._called(args)
        return made and (self.refilling.put(targets, made[0], args),)

    def _called(self, args: Sequence[Any]) -> tuple[Any] | None:
        """The same, before arguments get other items."""
        taken = self._taken(args)
        if taken is not None and self.of_leaves is not None and (answered := self.of_leaves(*taken)) is not OTHERWISE:
            return (answered,)
        given = self._given(taken) if taken is not None else None
        found = self.known.get(tuple(given.key)) if given else None
        if given is None or found is None or (given.changed and overlap(given.values, given.arrays, given.changed)):
            return None
        sizes, shapes, binding = found
        results: dict[str, np.ndarray] = {}
        for (name, slot, dtype, _), shape in zip(self.homes, shapes):
            results[name] = array = np.empty(shape, dtype)
            given.values[slot] = address_of(array) if array.size else 0
        try:
            packed = self.pack(*given.values, *sizes, *self.routines)
        except (OverflowError, struct.error):
            return None
        self._check(self.function(packed))
        given.give_back()
        self.of_leaves = self._quick(len(args) if self.apart is None else len(self.leaves), tuple(given.key), found)
        self.last = self._through(self.of_leaves) if self.refilling is None else None
        return (self.rebuild(results, binding),)

    def _taken(self, args: Sequence[Any]) -> Sequence[Any] | None:
        """The leaves of the arguments, and of those static ones that the call leaves to their defaults; None where their structure is
        another. Arrays of JAX are taken as NumPy sees them."""
        args = (*args, *self.defaults[len(args):]) if len(args) >= self.needed else args
        taken = self.apart(args) if self.apart else args
        return taken if taken is None else seen(taken)

    def _through(self, quick: Callable[..., Any] | None) -> Callable[..., Any] | None:
        """What answers calls, from what answers those with one argument per leaf."""
        if quick is None or self.apart is None:
            return quick

        def answer(*args: Any) -> Any:
            taken = self._taken(args)
            return OTHERWISE if taken is None else quick(*taken)
        return answer

    def _quick(self, count: int, key: tuple,
               found: tuple[tuple[int, ...], list[tuple[int, ...]], Mapping[str, int]]) -> Callable[..., Any] | None:
        """What answers calls of this signature with so many arguments from now on, if compiled code can take its arguments itself."""
        if any(self._takes(*step) is None for step in self.steps):
            return None
        if (count, key) not in self.quick:
            sizes, shapes, binding = found
            packed = self.pack(*([0] * len(self.slots)), *sizes, *self.routines)
            homes = [Home(self.offsets[slot], shape, dtype, self.converted.get(name))
                     for (name, slot, dtype, _), shape in zip(self.homes, shapes)]
            names = [name for name, *_ in self.homes]

            def rebuilt(made: Sequence[Any]) -> Any:
                return self.rebuild(dict(zip(names, made)), binding)
            made = rebuilt(()) if self.returned == Returned.GIVEN else rebuilt
            self.quick[count, key] = direct(self.function, self._direct_steps(key)[:count], signature_of(key), packed, homes,
                                            self.returned, self.items, made, self._check)
        return self.quick[count, key]

    def _direct_steps(self, key: Sequence[Any]) -> list[Step]:
        """How compiled code takes each argument of a signature."""
        known = iter(key)
        return [self._direct_step(self._takes(*step), *step, known) for step in self.steps]

    def _direct_step(self, take: Take | None, slot: int, what: Any, static: Any, known: Iterator[Any]) -> Step:
        if take == Take.SAME:
            return Step(take, same=id(static.value))
        if take == Take.SIZE:
            next(known)
            return Step(take)
        assert take is not None
        if take in (Take.REAL, Take.WHOLE):
            return number_step(take, self.offsets[slot], self.codes[slot], _DTYPES[self.codes[slot]])
        return array_step(take, self.offsets[slot], what, next(known))

    @staticmethod
    def _takes(slot: int, what: Any, changes: Any) -> Take | None:
        """What compiled code takes an argument for; None where it cannot."""
        if slot < 0:
            return Take.SIZE if changes is None else Take.SAME
        if changes is None:
            return {NUMBERS["real"]: Take.REAL, WHOLE: Take.WHOLE}.get(what)
        return Take.CHANGED if changes else Take.ARRAY

    def _check(self, status: int) -> None:
        check(status, self.plan, self.host)

    def _given(self, args: Sequence[Any]) -> Given | None:
        """The arguments as the function takes them, or None where one of them is not as expected."""
        if len(args) != len(self.steps):
            return None
        given = Given([0] * len(self.slots))
        for x, (slot, what, changes) in zip(args, self.steps):
            if slot < 0:
                fits = given.take_size(x) if changes is None else _same(x, changes.value)
            elif changes is None:
                fits = given.take_number(x, slot, what)
            else:
                fits = given.take_array(x, slot, what, changes)
            if not fits:
                return None
        return given


def _same(x: Any, static: Any) -> bool:
    """Whether an argument is the value that the program was lifted with."""
    return x is static or (type(x) is type(static) and x == static)


def _parts(values: Sequence[Value], buffers: Sequence[Buffer]) -> dict[str, list[Buffer]]:
    """value -> its buffers: two for complex numbers."""
    rest = iter(buffers)
    return {v.name: [next(rest) for _ in range(1 + (v.kind == "complex" and not v.shape))] for v in values}


def _dtype(v: Value, parts: Sequence[Buffer]) -> np.dtype:
    """The dtype of a value that lies in memory as `parts`."""
    dtype = _lies_as(parts[0])
    return np.result_type(dtype, np.complex64) if v.kind == "complex" else dtype


def _home(b: Buffer, whole: bool) -> tuple[np.dtype, Shape]:
    """(dtype, shape) of the array for a result; `whole`: a complex one, of whose buffer the last axis is that of the parts."""
    dtype = _lies_as(b)
    return (np.result_type(dtype, np.complex64), b.shape[:-1]) if whole else (dtype, b.shape)


def _lies_as(b: Buffer) -> np.dtype:
    """The dtype of an array that lies in memory as the buffer does, if NumPy or ml_dtypes has one."""
    if not _coded(b):
        return memory_dtype(b.element)
    if not isinstance(b.element, Format) or b.element.bits > 16 or 8 * (dtype := array_dtype(b.element)).itemsize != b.element.bits:
        raise NotDirect
    return dtype


def _coded(b: Buffer) -> bool:
    """Whether memory holds codes, or numbers that the struct module does not know."""
    return (b.element.name if isinstance(b.element, Format) else b.element) not in _CODES


def _code(b: Buffer) -> str:
    if not by_value(b):
        return "P"
    if _coded(b):
        raise NotDirect
    return _CODES[b.element.name if isinstance(b.element, Format) else b.element]
