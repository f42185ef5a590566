"""Native code against the interpreter over the emulated program."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from precis.emit.cpu import compiler
from precis.emit.engine import Compiled
from precis.emit.engine import compile as compile_program
from precis.errors import BuildError, Span
from precis.formats import FORMATS, Assignment
from precis.ir.arithmetic import NumpyArithmetic
from precis.ir.build import Build
from precis.ir.canonical import canonical
from precis.ir.emulate import emulate
from precis.ir.interpret import interpret
from precis.ir.size import Size
from precis.ir.trees import Leaf
from precis.ir.types import Container, Program, Range, Value


def _missing() -> str:
    try:
        compiler()
    except BuildError as problem:
        return problem.message
    return ""


needs_compiler = pytest.mark.skipif(bool(_missing()), reason=_missing() or "a C++ compiler is there")


def program(sizes: Mapping[str, int], params: Mapping[str, tuple], define: Callable[..., Sequence[Value]], name: str = "case",
            mutated: Sequence[str] = ()) -> Program:
    """`define(b, *params)` returns the results, final values of `mutated` last. params: name -> shape, or (shape, kind)."""
    b = Build(span=Span("case.py", 1))
    values = []
    for key, spec in params.items():
        shape, kind = spec if len(spec) == 2 and isinstance(spec[1], str) and isinstance(spec[0], tuple) else (spec, "real")
        values.append(b.value(key, tuple(map(Size.of, shape)), kind, key))
    results = tuple(define(b, *values))
    block = b.block(values, results)
    containers = {v.container: Container(v.container, v.shape, v.kind, "inout" if v.name in mutated else "input")
                  for v in values if v.container}
    for v in (v for node in block.walk() for v in (*node.outputs, *(p for inner in node.blocks for p in inner.params))):
        if v.container:
            containers.setdefault(v.container, Container(v.container, v.shape, v.kind))
    arguments = tuple((v.name, Leaf("value", v.name)) for v in values) + tuple((s, Leaf("size", Size.of(s))) for s in sizes)
    returned = results[: len(results) - len(mutated)]
    returns = tuple(Leaf("value", v.name) for v in returned)
    return canonical(Program(name, tuple(sizes.items()), tuple(containers.values()), block, arguments, returns, tuple(mutated)))


def loop(b: Build, trips: Any, carries: Sequence[Value], step: Callable, start: Any = 0, stride: int = 1) -> tuple[Value, ...]:
    """A loop whose body `step(c, i, *carries)` returns the next carries, then rows of stacks; i is a Size."""
    c = b.child()
    index = c.names.fresh("t")
    params = [c.value(v.container or "", v.shape, v.kind, v.container) for v in carries]
    results = step(c, Size.of(index), *params)
    return b.loop(Range(Size.of(start), Size.of(trips), stride), carries, c.block(params, results), index)


def native(made: Program, assignment: Assignment) -> Compiled:
    compiled = compile_program(made, assignment)
    assert compiled.backend == "native", compiled.reason
    return compiled


def reference(made: Program, assignment: Assignment, inputs: Sequence[Any], binding: Mapping[str, int] | None = None) -> list[np.ndarray]:
    """The emulated program, interpreted."""
    if any(f.name in ("binary80", "binary128") for f in (assignment.default, *assignment.storage.values()) if f):
        wide = NumpyArithmetic(np.longdouble)
        emulated = emulate(made, assignment, FORMATS["binary80"])
        return [np.asarray(r) for r in interpret(emulated, inputs, binding, arithmetic=wide, spec=False)]
    return [np.asarray(r) for r in interpret(emulate(made, assignment), inputs, binding, spec=False)]


def agrees(made: Program, inputs: Sequence[Any], assignment: Assignment | str = "binary64",
           binding: Mapping[str, int] | None = None) -> None:
    """Assert bit-for-bit agreement (NaN payloads apart), and that no input was modified."""
    if isinstance(assignment, str):
        assignment = Assignment.uniform(FORMATS[assignment])
    kept = [np.array(x, copy=True) for x in inputs]
    found = native(made, assignment).run(inputs, binding)
    for x, k in zip(inputs, kept):
        np.testing.assert_array_equal(x, k)
    for k, (f, e) in enumerate(zip(found, reference(made, assignment, inputs, binding), strict=True)):
        assert f.shape == e.shape
        same(f, e, f"result {k}")


def same(found: np.ndarray, expected: np.ndarray, where: str = "") -> None:
    """Equal values with equal signs of zeros; NaN equals NaN."""
    np.testing.assert_array_equal(found, expected, err_msg=where)
    if expected.dtype.kind == "f":
        real = ~np.isnan(expected)
        np.testing.assert_array_equal(np.signbit(found[real]), np.signbit(expected[real]), err_msg=f"{where} sign of zero")
