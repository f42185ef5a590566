"""Replaced regions: their model error is estimated, measured and attributed beside rounding."""

import numpy as np
import pytest

from precis.bitwidth.approximations import inline_impl, model_cause
from precis.bitwidth.estimate import estimate
from precis.bitwidth.measure import measure
from precis.bitwidth.sensitivity import sensitivity
from precis.errors import Span
from precis.formats import Assignment
from precis.ir.build import Build
from precis.ir.interpret import interpret
from precis.ir.size import Size
from precis.ir.types import Node
from precis.ir.verify import verify
from tests.bitwidth import programs

BINARY64 = Assignment.uniform("binary64")


def sine():
    """y = 2 sin(x), where sin has been replaced by its series to x^5."""
    b, size = Build(span=Span("sine.py", 2)), Size.of("N")
    x = b.value("x", (size,), container="x")
    spec, impl = b.child(), b.child()
    p, q = spec.value("", (size,)), impl.value("", (size,))
    exact = spec.block((p,), (spec.sin(p),))
    square = impl.mul(q, q)
    series = impl.add(
        impl.const(1.0), impl.mul(square, impl.add(impl.const(-1 / 6), impl.mul(square, impl.const(1 / 120))))
    )
    model = impl.block((q,), (impl.mul(q, series),))
    s = b.value("", (size,))
    b.nodes.append(Node("approx", (x,), (s,), {"name": "sine"}, (exact, model), b.span))
    y = b.store(b.mul(b.const(2.0), s), container="y")
    containers = (("x", (size,), "real", "input"), ("y", (size,)))
    return programs.program("sine", (("N", 32),), containers, b.block((x,), (y,)))


X = np.linspace(0.1, 1.2, 32)


def test_the_implementation_runs_and_is_probed():
    probed = inline_impl(sine())
    verify(probed)
    np.testing.assert_array_equal(interpret(probed, [X])[0], interpret(sine(), [X], spec=False)[0])
    assert [n.attrs["key"] for n in probed.nodes() if n.op == "probe"] == [model_cause("sine").key]


@pytest.mark.parametrize("fmt", ["binary64", "binary32", "bfloat16"])
def test_model_error_is_measured_and_attributed(fmt):
    found = measure(sine(), Assignment.uniform(fmt), (X,))
    exact = np.sin(X)
    series = X * (1 - X**2 / 6 + X**4 / 120)
    model = np.linalg.norm(series - exact) / np.linalg.norm(exact)
    if fmt != "bfloat16":
        assert found.error == pytest.approx(model, rel=1e-3)
        assert found.by_model["sine"] == pytest.approx(model, rel=1e-3)
    assert sum(found.by_model.values()) + sum(found.by_site.values()) + sum(
        found.by_container.values()
    ) == pytest.approx(found.combined, rel=2e-2)


def test_model_error_enters_the_estimate():
    s = sensitivity(sine(), (X,), seeds=16)
    found = estimate(s, BINARY64).rms
    measured = measure(sine(), BINARY64, (X,), attributed=False).error
    assert found == pytest.approx(measured, rel=0.4)
