"""Stiff initial value problems: Radau's method stands for SciPy's BDF, Radau and LSODA. Native: the interpreter would take minutes."""

import time

import numpy as np
import pytest
from scipy.integrate import odeint, solve_ivp

import precis
from precis.ad import adjoint
from precis.ir.call import bind
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def followed(fast, method):
    """y0 follows cos(t) at once: the exact solution is known. y1 follows y0 slowly."""
    def rates(t, y):
        return [-fast * (y[0] - np.cos(t)) - np.sin(t), y[0] - y[1]]
    return solve_ivp(rates, (0.0, 20.0), [1.5, 0.5], method=method, t_eval=np.linspace(0.0, 20.0, 5), rtol=1e-6, atol=1e-9).y


def followed_by_odeint(fast):
    def rates(y, t, fast):
        return [-fast * (y[0] - np.cos(t)) - np.sin(t), y[0] - y[1]]
    return odeint(rates, [1.5, 0.5], np.linspace(0.0, 20.0, 5), args=(fast,)).T


def exact(fast):
    t = np.linspace(0.0, 20.0, 5)
    fast_part = 0.5 * np.exp(-fast * t)
    slow = (np.cos(t) + np.sin(t)) / 2.0 + 0.5 * (np.exp(-fast * t) - np.exp(-t)) / (1.0 - fast)
    return np.array([np.cos(t) + fast_part, slow])


@needs_compiler
@pytest.mark.parametrize("fast", [1.7, 300.0, 1e6])
@pytest.mark.parametrize("method", ["BDF", "Radau", "LSODA", "odeint"])
def test_the_exact_solution(fast, method):
    fn, args = (followed_by_odeint, (fast,)) if method == "odeint" else (followed, (fast, method))
    compiled = precis.compile(lift(fn, *args), quick=True)
    begin = time.process_time()
    found = compiled(*args)
    assert np.max(np.abs(found - exact(fast))) < 1e-6
    assert time.process_time() - begin < 10.0  # an explicit method takes millions of steps


def reacting(k, start):
    """Three species; rates differ by nine decades."""
    def rates(t, c):
        exchange, burnt = k[0] * c[0] - k[1] * c[1] * c[2], k[2] * c[1] * c[1]
        return np.array([-exchange, exchange - burnt, burnt])
    return solve_ivp(rates, (0.0, 500.0), start, method="BDF", rtol=1e-7, atol=1e-11).y[:, -1]


@needs_compiler
def test_the_derivative_is_that_of_the_solution():
    k, start = np.array([0.06, 8e3, 2e7]), np.array([1.0, 0.0, 0.1])
    program = lift(reacting, k, start)
    run = precis.compile(program, quick=True)
    assert run(k, start) == pytest.approx(reacting(k, start), rel=2e-6)
    inputs, binding = bind(program, (k, start))
    bar = np.array([1.0, -0.5, 2.0])
    found, _ = precis.compile(adjoint(program), quick=True).run([*inputs, bar], binding)
    for j in range(3):
        step = 1e-4 * k[j] * np.eye(3)[j]
        difference = bar @ (reacting(k + step, start) - reacting(k - step, start)) / (2e-4 * k[j])
        assert found[j] == pytest.approx(difference, rel=2e-2)
