"""compile(program, assignment) -> Compiled: a Program under an Assignment as native code, or interpreted where that cannot be."""

from __future__ import annotations

import ctypes
import os
import threading
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from precis.emit.caller import Caller, NotDirect
from precis.emit.complex_arrays import join_arrays, split_arrays
from precis.emit.cpu.build import EFFORTS, FLAGS, build, for_length
from precis.emit.cpu.precompiled import HEADERS
from precis.emit.cpu.routines import left_to_host, stands_alone
from precis.emit.cpu.source import MORE_HEADERS, cpu_source, libraries_of
from precis.emit.cpu.spell import NAME_LETTERS
from precis.emit.cpu.translation_units import cores, units
from precis.emit.direct import OTHERWISE
from precis.emit.gpu import DIALECTS, gpu_source
from precis.emit.host import routines_of
from precis.emit.libraries import address
from precis.emit.more_room import no_room
from precis.emit.native import Call, counter, filler, load, structure_of
from precis.emit.plan import NotEmittable, Plan, plan
from precis.emit.plan.checks import NoRoomLeft, OutsideAhead, checks
from precis.emit.plan.elements import carrier
from precis.emit.plan.kernels import WORKSPACE, Buffer, Routine, SizeBind
from precis.emit.plan.walking import walk
from precis.emit.short_axes import short_axes, with_lengths
from precis.emit.source import Source
from precis.errors import BuildError, UsageError
from precis.formats import FORMATS, Assignment, Format
from precis.ir.arithmetic import NumpyArithmetic
from precis.ir.call import bind, give_back, has_squares, longest, result_dtypes, room_for
from precis.ir.emulate import emulate, value_formats
from precis.ir.interpret import interpret
from precis.ir.no_room import NoRoom, asks_for_room
from precis.ir.ruled import without_rules
from precis.ir.size import product
from precis.ir.types import Program

TARGETS = ("cpu", *DIALECTS)
WORKSPACE_OF_CALL = "precis_workspace"  # function of a library: bytes that the last call of this thread held at once


def default_assignment(program: Program) -> Assignment:
    return program.original or Assignment.uniform(FORMATS["binary64"])


def emit(program: Program, assignment: Assignment | None = None, target: str = "cpu", *, spec: bool = False) -> Source:
    """Readable source of `program` under `assignment` (default: the formats that the program itself states).

    Raises NotEmittable where the plan cannot express a node, UsageError for an unknown target.
    """
    if target not in TARGETS:
        raise UsageError(f"unknown target {target!r}", hints=(f"one of {', '.join(TARGETS)}",))
    made = plan(program, assignment or default_assignment(program), spec=spec, libraries=target == "cpu", careful=True)
    for routine in (s for s in walk(made.statements) if isinstance(s, Routine)):
        if target != "cpu" or not stands_alone(routine):
            raise NotEmittable(f"{routine.op} is a library routine, for which source that stands alone has no code", routine.span,
                               hints=("precis.compile(...) runs it from Python",))
    return cpu_source(made) if target == "cpu" else gpu_source(made, target)


def compile(program: Program, assignment: Assignment | None = None, target: str = "cpu", *, spec: bool = False,
            quick: int = 0, threads: int = 1) -> Compiled:
    """Something to call: `compiled(*args)` returns what the function returns and mutates what it mutates.

    Programs that the plan cannot express, and machines without a compiler, are served by the interpreter: `compiled.backend`
    says so, `compiled.reason` says why, and a warning is given where a compiler is missing. `quick` (1, or 2) compiles without optimising
    much: the same results sooner, from slower code. `threads` share the loops whose iterations are independent; results do not
    depend on their number. Products of matrices run on as many as the library that computes them is told to. Axes of at most 8
    elements have the lengths that the program was lifted with, where some argument has 24 elements or more, and so have axes of at most
    32 that such are parts of; the first call with others compiles it again, for all lengths.
    """
    if target != "cpu":
        raise UsageError(f"cannot run target {target!r} here", hints=("compile for cpu, or emit the source",))
    if threads < 1:
        raise UsageError(f"cannot run on {threads} threads", hints=("give threads=1 or more",))
    flags = (*EFFORTS[quick], *(_shared_among(threads) if threads > 1 else ()))
    return Compiled(program, assignment or default_assignment(program), spec=spec, flags=flags, lengths=short_axes(program))


def _shared_among(threads: int) -> tuple[str, ...]:
    """Flags for a library whose loops threads share; those without work sleep, unless the environment says otherwise."""
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # read when the run-time library of OpenMP is loaded
    return "-fopenmp", f"-DPR_THREADS={threads}"


def _any_lengths(_: Program) -> dict[str, int]:
    return {}


def compile_all(programs: Sequence[Program], flags: tuple[str, ...] = FLAGS, assignment: Assignment | None = None,
                lengths: Callable[[Program], Mapping[str, int]] = _any_lengths) -> list[Compiled]:
    """Each program under an assignment (default: the formats that it states) and with the `lengths` that are taken for granted in it,
    all in one shared library: most of what a compiler does for a short program is to read the same headers. Raises
    UsageError where two of their names are one in C, BuildError where the compiler refuses one of them."""
    made = [Compiled(p, assignment or default_assignment(p), flags=flags, later=True, lengths=lengths(p)) for p in programs]
    sources = {k: c._source for k, c in enumerate(made) if c._source and not libraries_of(c.source)}
    if len({s.main for s in sources.values()}) < len(sources):
        raise UsageError("programs of one library need names that differ", hints=(f"in their first {NAME_LETTERS} letters and digits",))
    files = {name: text for s in sources.values() for name, text in s.files.items() if name != "Makefile"}
    headers = "".join(f'#include "{name}"\n' for name in (*HEADERS, *MORE_HEADERS) if name in files)
    parts = "".join(f'namespace part_{k} {{\n#include "{s.main}"\n}}\n' for k, s in sources.items())
    library = build({**files, "all.cpp": headers + parts}, "all.cpp", flags=flags) if sources else None
    for k, c in enumerate(made):
        c.finish(library if k in sources else None)
    return made


class Compiled:
    """A Program that runs. `backend` is "native" or "interpreter"; `reason` says why it is interpreted. These, `source`, `hosted` and
    `workspace_bytes` speak of the code that served the last call of this thread; `plan` is that for `lengths`."""

    def __init__(self, program: Program, assignment: Assignment, *, spec: bool = False, flags: tuple[str, ...] = FLAGS,
                 later: bool = False, lengths: Mapping[str, int] = MappingProxyType({}), careful: bool = False):
        """later: `finish` is called by whoever has a library that holds the program. lengths: sizes that are taken for granted
        (precis.emit.short_axes). careful: positions in arguments are looked at where they are used, rather than ahead."""
        self.program, self.assignment, self.spec, self.flags, self.lengths = without_rules(program), assignment, spec, flags, lengths
        self._last = threading.local()  # `served`: what served the last call of a thread, where that may be other code
        self._reason = ""
        self.plan: Plan | None = None
        self._source: Source | None = None
        self._function: Any = None
        self._held: Any = None
        self._fill: Callable[[Sequence[Format]], None] | None = None  # the table of open formats
        self._direct: Callable[..., Any] | None = None  # for calls like the last one
        self._room = 0  # that a call needed for results whose length nothing bounds
        try:
            self.plan = plan(with_lengths(self.program, lengths), assignment, spec=spec, careful=careful)
            self._source = cpu_source(self.plan)
        except NotEmittable as refusal:
            self._reason = refusal.message
        if not later:
            self.finish()

    def finish(self, library: Path | None = None) -> None:
        """Load the program from a library, by default from one of its own."""
        if self.plan is None or self._source is None:
            return
        try:
            path = library or _library(self._source, self.flags)
            self._function, self._held = load(path, self.plan), counter(path, WORKSPACE_OF_CALL)
            self._fill = filler(path)
        except BuildError as problem:
            if problem.notes:
                raise
            self._reason = problem.message
            warnings.warn(f"{self.program.name} is interpreted: {problem.message}", RuntimeWarning, stacklevel=4)

    @property
    def backend(self) -> str:
        return "native" if self._served._function else "interpreter"

    @property
    def reason(self) -> str:
        return self._served._reason

    @property
    def source(self) -> str:
        """The emitted text; empty where the plan could not be made."""
        source = self._served._source
        return source.text if source else ""

    @property
    def _served(self) -> Compiled:
        return getattr(self._last, "served", self)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        try:
            if self._direct is not None and not kwargs:
                returned = self._direct(*args)
                if returned is not OTHERWISE:
                    if self.lengths:
                        self._last.served = self
                    return returned
            return self._call(args, kwargs)
        except OutsideAhead:
            self._last.served = self._careful
            return self._careful(*args, **kwargs)
        except NoRoom as full:
            self._make_room(full)
        except NoRoomLeft as full:
            sizes = self.program.binding
            self._make_room(no_room(self.program, {s: self._room or sizes[s] for s in self.program.rooms}, full.span))
        return self(*args, **kwargs)

    @cached_property
    def _asks(self) -> bool:
        if self.plan is None:
            return asks_for_room(self.program)
        asked = (s.most for s in walk(self.plan.statements) if isinstance(s, SizeBind) and s.most is not None)
        return any(most.symbols() & self.program.rooms for most in asked)

    @cached_property
    def _may_be_again(self) -> bool:
        """Whether a call may have to be made again with more room: arguments stay as they are until there was enough."""
        rooms = self.program.rooms
        return self._asks or any(d.symbols() & rooms for v in self.program.returned for d in v.shape)

    def _make_room(self, full: NoRoom) -> None:
        """For calls from now on. Raises what is given where there is no more to be had."""
        if full.length <= self._room or not self.program.rooms:
            raise full
        self._room = full.length + full.length // 8 if self._squares else room_for(full.length)
        self._direct = None
        self.__dict__.pop("_caller", None)

    @cached_property
    def _squares(self) -> bool:
        return has_squares(self.program)

    @cached_property
    def _general(self) -> Compiled:
        return Compiled(self.program, self.assignment, spec=self.spec, flags=self.flags)

    @cached_property
    def _careful(self) -> Compiled:
        return Compiled(self.program, self.assignment, spec=self.spec, flags=self.flags, careful=True)

    def _for(self, sizes: Mapping[str, int]) -> Compiled:
        """What serves these sizes: this, or the same program compiled for all lengths."""
        return self if all(sizes.get(s, n) == n for s, n in self.lengths.items()) else self._general

    def _serving(self, sizes: Mapping[str, int]) -> Compiled:
        """What serves a call of these sizes, told to who asks for it on this thread."""
        self._last.served = code = self._for(sizes)
        return code

    def _call(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        self._last.served = self
        caller = None if kwargs else self._caller
        found = caller(args) if caller is not None else None
        if caller is not None and found is not None:
            self._direct = caller.last
            return found[0]
        arrays, binding = bind(self.program, args, kwargs, self._room)
        code = self._serving(binding)
        if code is not self:
            self._direct = None
            return code(*args, **kwargs)
        if self._function is None or self.plan is None:
            return give_back(self.program, self._interpret(arrays, binding), args, kwargs, dtypes=self._dtypes)
        in_place = not (self._may_be_again and self.program.mutated)
        call = Call(self._function, self.plan, self._fields, split_arrays(self.program.body.params, arrays), binding, in_place=in_place)
        call()
        results = join_arrays(self.program.body.results, call.stored())
        if self._room == 0 and self._squares:
            self._room = max(1, longest(self.program, results))  # so that rows lie close, and nothing is copied where others are as long
        elif caller:
            caller.learn(args, binding)  # before arguments change
        return give_back(self.program, results, args, kwargs, dtypes=self._dtypes, fresh=True)

    @property
    def hosted(self) -> tuple[tuple[str, str], ...]:
        """(operation, site) of the library routines that native code leaves to the host."""
        code = self._served
        routines = routines_of(code.plan) if code.plan and code._function else ()
        return tuple((s.op, ", ".join(s.sites)) for s in routines if left_to_host(s, address))

    @cached_property
    def _caller(self) -> Caller | None:
        if self._function is None or self.plan is None or (self._may_be_again and self.program.mutated):
            return None
        try:
            return Caller(self._function, self.plan, self.program, self._dtypes, self._fields.computing)  # type: ignore[attr-defined]
        except NotDirect:
            return None

    @cached_property
    def _dtypes(self) -> list[np.dtype]:
        return result_dtypes(self.program)

    def run(self, inputs: Sequence[Any], binding: Mapping[str, int] | None = None, formats: Sequence[Format] = ()) -> list[np.ndarray]:
        """One array per body parameter -> one new array per body result. Inputs are not modified. `formats`: the table of open ones.

        Reals come back as float64 (complex128), or as longdouble (clongdouble) where some format is wider than binary64.
        """
        sizes = self.program.binding if binding is None else binding
        code = self._serving(sizes)
        if code is not self:
            return code.run(inputs, sizes, formats)
        if self._function is None or self.plan is None:
            return self._interpret(inputs, sizes, formats)
        if self._fill:
            self._fill(formats)
        call = Call(self._function, self.plan, self._fields, split_arrays(self.program.body.params, inputs), sizes,
                    blank=np.zeros)
        try:
            call()
        except OutsideAhead:
            return self._careful.run(inputs, sizes, formats)
        except NoRoomLeft as full:
            raise no_room(self.program, sizes, full.span) from None
        return join_arrays(self.program.body.results, call.results())

    def native_call(self, inputs: Sequence[Any], binding: Mapping[str, int] | None = None) -> Call | None:
        """The native function with its arguments converted and laid out, to be called again and again without the casts at
        its boundary (after `reset()`, from the given inputs); None where the program is interpreted. Its results are those of
        the plan: complex ones in two parts."""
        sizes = self.program.binding if binding is None else binding
        code = self._serving(sizes)
        if code is not self:
            return code.native_call(inputs, sizes)
        if self._function is None or self.plan is None:
            return None
        call = Call(self._function, self.plan, self._fields, split_arrays(self.program.body.params, inputs), sizes)
        return self._careful.native_call(inputs, sizes) if self._outside(call) else call

    def _outside(self, call: Call) -> bool:
        """Whether a call ends since some positions that it may ask for are out of bounds, which it is made once for."""
        if self.plan is None or all(kind != "ahead" for _, kind in checks(self.plan)):
            return False
        call.reset()
        try:
            call()
        except OutsideAhead:
            return True
        call.reset()
        return False

    @cached_property
    def _fields(self) -> type[ctypes.Structure]:
        assert self.plan
        return structure_of(self.plan)

    def _interpret(self, inputs: Sequence[Any], binding: Mapping[str, int], formats: Sequence[Format] = ()) -> list[np.ndarray]:
        wide = any(carrier(f).name != "binary64" for f in self._formats if isinstance(f, Format))
        if wide:
            emulated = emulate(self.program, self.assignment, FORMATS["binary80"])
            arithmetic = NumpyArithmetic(np.longdouble, formats)
        else:
            emulated, arithmetic = emulate(self.program, self.assignment), NumpyArithmetic(formats=formats)
        return [np.asarray(r) for r in interpret(emulated, inputs, binding, arithmetic=arithmetic, spec=self.spec)]

    @cached_property
    def _formats(self) -> list[Format | None]:
        return list(value_formats(self.program, self.assignment).values())

    def workspace_bytes(self) -> int:
        """Bytes of arrays that the last native call of this thread held at once, arrays of run-time length and tapes included, without
        arguments and results: counted by the call. 0 where the program is interpreted or has no library of its own."""
        held = self._served._held
        return held() if held else 0

    def peak_bytes(self, binding: Mapping[str, int] | None = None) -> int:
        """Bytes of workspace of one call, without arguments and results, and without arrays whose length only the run knows; 0 where
        the program is interpreted."""
        sizes = self.program.binding if binding is None else dict(binding)
        made = self._for(sizes).plan
        buffers = made.buffers.values() if made else ()
        return sum(_bytes(b, sizes) for b in buffers if b.role == WORKSPACE)


def _library(source: Source, flags: tuple[str, ...]) -> Path:
    """The library of a source, with what counts the workspace of its calls."""
    files = {name: text for name, text in source.files.items() if name != "Makefile"}
    files[source.main] += f'\nextern "C" int64_t {WORKSPACE_OF_CALL}() {{ return int64_t(pr::Pool::mine().most_used); }}\n'
    return build(files, source.main, libraries_of(source.text), for_length(flags, source.text), units(files[source.main], cores()))


def _bytes(b: Buffer, sizes: Mapping[str, int]) -> int:
    count = b.capacity or product(b.shape)
    width = b.element.bytes if isinstance(b.element, Format) else np.dtype(b.element).itemsize
    return max(0, count.value(sizes)) * width if count.symbols() <= set(sizes) else 0
