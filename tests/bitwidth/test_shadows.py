"""Arrays that loops change element by element: converted where they are stored, at no cost to the forward run."""

import numpy as np
import pytest

from precis.ad import adjoint
from precis.bitwidth import probes
from precis.bitwidth.probes import instrument
from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import Loop, Nest
from precis.emit.plan.walking import walk
from precis.ir.interpret import interpret
from precis.ir.ops import TALLY_COLUMNS
from precis.ir.verify import verify
from precis.lift import lift

SIGNED = TALLY_COLUMNS.index("signed")


def relaxed(u, f, sweeps):
    for _ in range(sweeps):
        for i in range(1, u.shape[0] - 1):
            u[i] = 0.3 * u[i - 1] + 0.6 * u[i + 1] + f[i]


def volterra(kernel, given):
    """x[i] = given[i] - sum of kernel[i - j] x[j] over j < i."""
    x = np.zeros(given.shape[0])
    for i in range(given.shape[0]):
        total = given[i]
        for j in range(i):
            total = total - kernel[i - j] * x[j]
        x[i] = total
    return x


def clipped(a):
    """A running mean that starts anew where it is large: stores on both sides of a branch, read at another position."""
    m = np.zeros(a.shape[0])
    for i in range(1, a.shape[0]):
        for j in range(2):
            m[i] += 0.25 * m[i - 1] * a[j]
        if m[i] > 0.7:
            m[i] = 0.1 * a[i] * m[i]
        else:
            m[i] = a[i] + m[i]
    m[:] = m * a
    return m


def eliminated(d, e, b):
    """Two arrays that change together, each read at its neighbours."""
    for i in range(1, b.shape[0]):
        w = e[i] / d[i - 1]
        d[i] = d[i] - w * e[i]
        b[i] = b[i] - w * b[i - 1] * d[i]


def cases():
    rng = np.random.default_rng(4)
    return [(relaxed, (rng.random(9), rng.random(9), 3)), (volterra, (rng.random(8), rng.random(8))), (clipped, (rng.random(7) + 0.5,))]


@pytest.fixture(params=cases(), ids=lambda c: c[0].__name__)
def case(request):
    function, arguments = request.param
    given = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
    return lift(function, *given), [a for a in arguments if isinstance(a, np.ndarray)]


def converted_inside(block, within=False):
    """Probes on whole arrays inside loops."""
    for node in block.nodes:
        if within and node.op == "probe" and node.output.rank:
            yield node
        for inner in node.blocks:
            yield from converted_inside(inner, within or node.op == "loop")


def test_no_iteration_converts_a_whole_array(case, monkeypatch):
    program, inputs = case
    probed = instrument(program)
    verify(probed)
    assert not list(converted_inside(probed.body))
    for a, b in zip(interpret(probed, inputs), interpret(program, inputs)):
        np.testing.assert_array_equal(a, b)
    monkeypatch.setattr(probes, "with_shadows", lambda body, *_: body)
    assert list(converted_inside(instrument(program).body))


def test_sums_of_errors_are_those_of_converted_versions(case, monkeypatch):
    """All relative errors of one cause equal: what they add up to does not depend on how they are shared."""
    program, inputs = case
    made = [adjoint(instrument(program))]
    monkeypatch.setattr(probes, "with_shadows", lambda body, *_: body)
    made.append(adjoint(instrument(program)))
    signs = [np.sign(np.random.default_rng(0).normal(size=np.shape(y))) for y in interpret(program, inputs)]
    new, old = (interpret(p, [*inputs, *signs])[-1][:, SIGNED] for p in made)
    np.testing.assert_allclose(np.sort(new), np.sort(old), rtol=1e-9, atol=1e-14)
    assert np.abs(old).max() > 1e-3


def test_forward_loops_carry_no_shadows(case):
    program, _ = case
    sweep = adjoint(instrument(program))
    carries = [[len(n.inputs) for n in p.nodes() if n.op == "loop"] for p in (program, sweep)]
    assert carries[1][: len(carries[0])] == carries[0]


@pytest.mark.parametrize(("function", "arguments"), [*cases(), (eliminated, (np.full(6, 3.0), np.ones(6), np.ones(6)))])
def test_no_iteration_of_a_sweep_passes_over_an_array(function, arguments):
    """Neither to tally it, nor to clear its cotangents, nor to copy it because an older version is wanted."""
    sweep = adjoint(instrument(lift(function, *(a.copy() if isinstance(a, np.ndarray) else a for a in arguments))))
    loops = [s for s in walk(plan(sweep, default_assignment(sweep)).statements) if isinstance(s, Loop)]
    inner = [s for s in loops if not any(isinstance(t, Loop) for t in walk(s.body))]
    assert inner and not [t for s in inner for t in walk(s.body) if isinstance(t, Nest) and t.axes]
