"""Library routines inside native code: the host computes them as the interpreter does, also in loops and branches."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_program
from precis.emit.engine import emit
from precis.emit.plan import NotEmittable
from precis.formats import FORMATS, Assignment
from precis.ir.build import Build
from precis.ir.size import Size
from precis.ir.types import At
from precis.lift import lift
from tests.emit.oracle import loop, needs_compiler, program, reference
from tests.ir.cases import BINDING, ROUTINES, of_kind
from tests.lift.numpy.programs_library import A, X, newton, spectral_step, transforms
from tests.lift.numpy.programs_library import Z as SIGNAL

pytestmark = needs_compiler
N = Size.of("N")


def every_routine(kind):
    """(a program with one result per case, its inputs)."""
    cases = [c for c in of_kind(kind) if c.op in ROUTINES and c.attrs.get("norm", "ortho") == "ortho" and c.attrs.get("axis", 0) == 0]
    params, arrays = {}, []
    for k, case in enumerate(cases):
        params |= {f"x{k}_{j}": (s, t) for j, (s, t) in enumerate(zip(case.shapes, case.kinds))}
        arrays += case.arrays(k)

    def define(b: Build, *values):
        rest, found = iter(values), []
        for case in cases:
            found.append(b.call(case.op, *(next(rest) for _ in case.shapes), **case.attrs))
        return found
    return program(BINDING, params, define), arrays


@pytest.mark.parametrize("kind, name", [("real", "binary64"), ("real", "bfloat16"), ("complex", "binary32"), ("complex", "binary80"),
                                        ("int64", "binary64")])
def test_native_code_calls_the_interpreters_routines(kind, name):
    made, arrays = every_routine(kind)
    assignment = Assignment.uniform(FORMATS[name])
    compiled = compile_program(made, assignment, quick=True)
    assert compiled.backend == "native", compiled.reason
    for found, expected in zip(compiled.run(arrays), reference(made, assignment, arrays), strict=True):
        assert found.dtype.kind == expected.dtype.kind
        np.testing.assert_array_equal(found, expected)


def test_operands_may_be_views_rows_and_expressions():
    def define(b, x):
        turned = b.transpose(x, perm=(1, 0))
        first = b.sort(b.mul(turned, b.const(-1.0)), axis=1)

        def step(c, i, total):
            row = c.slice(x, at=(At(i),))
            return (c.add(total, c.sort(row, axis=0)), c.sum(c.sort(row, axis=0), axes=(0,)))
        total, sums = loop(b, N, (b.zeros((N,)),), step)
        return first, total, sums, b.det(x), b.add(b.det(turned), b.const(1.0)), b.sort(total, axis=0)
    made, x = program({"N": 5}, {"x": (N, N)}, define), np.random.default_rng(0).normal(size=(5, 5))
    for name in ("binary64", "binary32"):
        assignment = Assignment.uniform(FORMATS[name])
        compiled = compile_program(made, assignment, quick=True)
        assert compiled.backend == "native"
        for found, expected in zip(compiled.run([x]), reference(made, assignment, [x]), strict=True):
            np.testing.assert_array_equal(found, expected)


def in_place(a, x, n):
    """Sorts in place, in loops, branches and while loops."""
    for i in range(n):
        if x[i] > 0:
            a[i].sort()
        else:
            a[i] = np.linalg.solve(a[:n] + 3.0 * np.eye(n), a[i])
    k = 0
    while a[0, 0] < 1.0 and k < 20:
        a += 0.1
        a[0] = np.sort(-a[0])
        k += 1
    return np.fft.ifft(np.fft.fft(a, axis=1), axis=1).real, k


@pytest.mark.parametrize("function, args", [(spectral_step, (X, 3)), (newton, (A @ A.T + np.eye(4), X[:4], 3)), (transforms, (X, SIGNAL, A)),
                                            (in_place, (A.copy(), X, 4))], ids=lambda f: getattr(f, "__name__", ""))
def test_lifted_programs_with_routines(function, args):
    made = lift(function, *args)
    compiled = compile_program(made, quick=True)
    assert compiled.backend == "native" and {op for op, _ in compiled.hosted} <= set(ROUTINES)
    compiled(*(x.copy() if isinstance(x, np.ndarray) else x for x in args))  # later calls take another way (precis.emit.caller)
    mine, theirs = [x.copy() if isinstance(x, np.ndarray) else x for x in args], [x.copy() if isinstance(x, np.ndarray) else x for x in args]
    found, expected = compiled(*mine), function(*theirs)
    found, expected = (found, expected) if isinstance(expected, tuple) else ((found,), (expected,))
    for f, e in zip((*found, *mine), (*expected, *theirs), strict=True):
        np.testing.assert_allclose(f, e, rtol=1e-11, atol=1e-11)


def test_what_ran_on_the_host_is_listed():
    compiled = compile_program(lift(newton, A @ A.T, X[:4], 2), quick=True)
    ((op, site),) = compiled.hosted
    assert op == "solve" and site.endswith("programs_library.py:" + str(newton.__code__.co_firstlineno + 3))


def test_source_that_stands_alone_has_no_host():
    made = lift(newton, A @ A.T, X[:4], 2)
    for target in ("cpu", "cuda", "hip"):
        with pytest.raises(NotEmittable, match="solve is a library routine") as caught:
            emit(made, target=target)
        assert caught.value.span is not None and caught.value.span.line == newton.__code__.co_firstlineno + 3


def test_a_failing_routine_raises_its_own_error(monkeypatch):
    made = program({"N": 3}, {"x": (N,)}, lambda b, x: (b.sort(x, axis=0),))
    compiled = compile_program(made, quick=True)
    compiled.run([np.ones(3)])
    call = compiled.native_call([np.ones(3)])
    assert call is not None and call.host is not None

    def broken(pointers, sizes):
        raise FloatingPointError("no result")
    monkeypatch.setattr(call.host, "runs", [broken])
    with pytest.raises(FloatingPointError, match="no result"):
        call()
