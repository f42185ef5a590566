"""Runs are interpreted where compiling would take longer, and give what compiled ones give."""

import sys

import numpy as np
import pytest

from precis.ad import adjoint
from precis.bitwidth import sensitivity
from precis.bitwidth.effort import effort_of, is_counted
from precis.bitwidth.probes import instrument
from precis.bitwidth.runs import BINARY64, CARRIERS, HASTY, Attempted, Interpreted, prepare
from precis.lift import lift


def layers(T, q, steps):
    heating = np.zeros_like(T)
    for _ in range(steps):
        vapour = 610.0 * np.exp(0.06 * (T - 280.0))
        excess = np.maximum(q * 1e5 - vapour, 0.0) / (1.0 + vapour / 2e3)
        q = q - 1e-6 * excess
        T[1:] = T[1:] + 0.1 * (T[:-1] - T[1:]) + 1e-3 * excess[1:]
        heating = heating + excess / np.sqrt(1.0 + q * q)
    return heating, np.sum(q * T)


def stepped(x, steps):
    y = 1.0
    for _ in range(steps):
        y = y + x / (y + x)
    return y


def halved(x):
    y = 1.0
    while abs(y * y - x) > 1e-12 * x:
        y = 0.5 * (y + x / y)
    return y


def counted_down(x, least):
    y, k = 0.0, 0
    while k < least:
        y = y * 0.5 + x
        k = k + 1
    return y


def relaxed(a, b, steps):
    x = b
    for _ in range(steps):
        x = x + np.linalg.solve(a, b - a @ x)
        a = a + 1e-3 * np.outer(x, x)
    return np.fft.fft(x).real


def settled(u, tolerance):
    """Its sweep keeps checkpoints and runs segment by segment: loops whose number nobody knows before."""
    change = 1.0
    while change > tolerance:
        flux = np.sqrt(1.0 + np.abs(u[1:] - u[:-1])) * np.tanh(u[1:] - u[:-1]) * np.exp(-u[1:] * u[:-1])
        new = u.copy()
        new[1:-1] += 0.2 * (flux[1:] - flux[:-1])
        change = np.max(np.abs(new - u))
        u = new
    return u


def system(n: int, steps: int):
    rng = np.random.default_rng(8)
    return n * np.eye(n) + rng.normal(size=(n, n)), rng.normal(size=n), steps


def arguments(n: int, steps: int):
    rng = np.random.default_rng(5)
    return rng.uniform(270.0, 300.0, n), rng.uniform(1e-3, 2e-2, n), steps


def chosen(fn, *given, runs: int = 4, carrier=BINARY64) -> bool:
    program = lift(fn, *given)
    return interpreted(adjoint(instrument(program, program.binding)), carrier, runs)


def interpreted(program, carrier=BINARY64, runs: int = 1) -> bool:
    effort = effort_of(program, carrier, None, runs)
    return effort is not None and effort.serves


@pytest.mark.parametrize(("expected", "fn", "given"), [
    (True, layers, arguments(50, 20)),
    (False, layers, arguments(50, 20_000)),  # too many operations
    (False, layers, arguments(2_000_000, 2)),  # too many bytes
    (True, stepped, (2.0, 10)),
    (False, stepped, (2.0, 100_000)),
    (True, halved, (2.0,)),
    (True, settled, (np.sin(np.arange(4000.0)), 1e-3)),
    (False, settled, (np.sin(np.arange(2e6)), 1e-3)),  # too many elements for one iteration
    (True, relaxed, system(20, 5)),
    (False, relaxed, system(400, 5)),  # too many products
])
def test_the_choice_is_made_by_counts(expected, fn, given):
    assert chosen(fn, *given) is expected


def test_many_runs_and_wide_carriers_are_compiled():
    assert not chosen(layers, *arguments(50, 20), runs=10_000)
    program = lift(layers, *arguments(50, 20))
    assert isinstance(prepare(program, CARRIERS[1], None, runs=1), Interpreted)
    assert not isinstance(prepare(program, CARRIERS[-1], None, runs=1), Interpreted)
    assert not isinstance(prepare(program), Interpreted)


def test_references_call_the_routines_of_compiled_programs():
    assert not interpreted(lift(relaxed, *system(20, 5)))


def test_matrices_count_their_products():
    program = lift(lambda a, b: np.sum(np.tanh(a @ b)), np.ones((2000, 2000)), np.ones((2000, 2000)))
    assert not interpreted(program)


@pytest.mark.parametrize(("trips", "backend"), [(10, "interpreter"), (1_000_000, "native")])
def test_what_turns_out_to_take_long_is_compiled(trips, backend):
    program = lift(counted_down, 2.0, 1.0)
    assert not is_counted(program)
    ready = prepare(program, BINARY64, None, runs=1)
    assert isinstance(ready, Attempted)
    assert ready.make().flags in sys.modules["precis.emit.cpu.build"].EFFORTS[HASTY:]
    least = np.float64(trips)
    for _ in range(2):
        assert ready.run([np.float64(0.5), least], {})[0] == counted_down(0.5, least)
        assert ready.backend == backend


@pytest.mark.parametrize(("fn", "given"), [(layers, arguments(50, 20)), (relaxed, system(20, 5)), (halved, (2.0,))])
def test_sensitivities_are_the_same(monkeypatch, fn, given):
    program = lift(fn, *given)
    found = sensitivity(program, given, second_order=True)
    monkeypatch.setattr(sys.modules["precis.bitwidth.runs"], "effort_of", lambda *_: None)
    expected = sensitivity(program, given, second_order=True)
    for cause, row in expected.rows.items():
        assert found.rows[cause].rms == pytest.approx(row.rms, rel=1e-9), cause
        assert found.rows[cause].precision == row.precision or fn is relaxed  # bits at the end of what LAPACK and BLAS give
    assert found.second_order == pytest.approx(expected.second_order, rel=1e-5, abs=1e-30)
