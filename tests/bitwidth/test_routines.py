"""Library routines in the estimate, the measurement and the choice of formats."""

import math

import numpy as np
import pytest
from scipy import special

from precis.bitwidth.devices import device_named
from precis.bitwidth.estimate import estimate
from precis.bitwidth.measure import measure
from precis.bitwidth.sensitivity import sensitivity
from precis.bitwidth.task import task_of
from precis.formats import FORMATS, Assignment
from precis.lift import lift

RNG = np.random.default_rng(3)
A, B = RNG.normal(size=(6, 6)), RNG.normal(size=6)


def factored(A, b):
    M = A @ A.T + np.eye(A.shape[0])
    w, V = np.linalg.eigh(M)
    return np.linalg.solve(np.linalg.cholesky(M), b), (V * np.sqrt(w)) @ V.T, np.fft.irfft(np.fft.rfft(b) * 0.5)


def ordered(x):
    y = x * 1.5
    return np.sort(y) * np.sqrt(np.arange(1.0, x.shape[0] + 1))


def ringing(r):
    return special.j0(r) * np.exp(-0.1 * r), special.gammainc(2.5, r)


def test_estimates_and_attribution_hold_for_special_functions():
    """They err element by element."""
    r = np.linspace(0.5, 4.0, 200)
    program, single = lift(ringing, r), Assignment.uniform(FORMATS["binary32"])
    s = sensitivity(program, (r,))
    m = measure(program, single, (r,), s=s)
    assert m.explained == pytest.approx(1.0, abs=0.1)
    assert 0.2 < m.combined / estimate(s, single).rms < 5.0


def test_estimates_and_attribution_hold_for_routines():
    """The estimate rests on backward errors; the attribution on routine minus wider routine."""
    program, single = lift(factored, A, B), Assignment.uniform(FORMATS["binary32"])
    s = sensitivity(program, (A, B))
    m = measure(program, single, (A, B), s=s)
    assert m.explained == pytest.approx(1.0, abs=1e-3)
    assert 0.3 < m.combined / estimate(s, single).rms < 3.0


def test_the_exact_run_keeps_the_order_of_the_rounded_one():
    """Two elements change places in bfloat16: the sweeps follow, and the difference is the share of decisions."""
    x = np.array([1.0, 1.001, 0.5, 2.0, 1.0005])
    program = lift(ordered, x)
    m = measure(program, Assignment.uniform(FORMATS["bfloat16"]), (x,))
    assert m.explained is not None and m.decisions is not None
    assert m.explained + m.decisions == pytest.approx(1.0, abs=0.02)


def solved(M, b):
    return np.linalg.solve(M, b)


def inverted(M, b):
    return np.linalg.inv(M) @ b


def by_cholesky(M, b):
    return np.linalg.solve(np.linalg.cholesky(M), b)


def by_reflections(M, b):
    Q, R = np.linalg.qr(M)
    return np.linalg.solve(R, Q.T @ b)


def filtered(F, Q, H, R, P, seen):
    x = np.zeros(F.shape[0])
    for k in range(seen.shape[0]):
        x, P = F @ x, F @ P @ F.T + Q
        gain = np.linalg.solve(H @ P @ H.T + R, H @ P).T
        x, P = x + gain @ (seen[k] - H @ x), P - gain @ H @ P
    return x


def scaled_systems(width, seed):
    """Systems whose rows and columns differ by up to 10^(2 width) in size."""
    rng = np.random.default_rng(seed)
    rows, columns = (10.0 ** rng.uniform(-width, width, 30) for _ in range(2))
    M, b = rng.normal(size=(30, 30)), rng.normal(size=30)
    spd = (M @ M.T + 0.1 * np.eye(30)) * np.outer(rows, rows)
    yield from ((f, (M * np.outer(rows, columns), rows * b)) for f in (solved, inverted))
    yield from ((f, (spd, rows * b)) for f in (solved, by_cholesky))
    yield by_reflections, (M * columns, b)
    units = np.array([10.0**width, 10.0**width, 1.0, 1.0])  # two axes, one in much smaller units
    step, seen = np.eye(4) + np.diag([0.1, 0.0, 0.1], 1), units[[0, 2]]
    noise = np.diag([1e-3, 1e-2, 1e-3, 1e-2]) * np.outer(units, units)
    yield filtered, (step, noise, np.eye(4)[[0, 2]], np.diag([0.1, 0.2]) * np.outer(seen, seen), np.diag(units**2), rng.normal(size=(50, 2)) * seen)


@pytest.mark.parametrize("width", [0, 3, 6])
@pytest.mark.parametrize("number", range(6))
def test_rows_and_columns_of_very_different_size_keep_their_own_errors(width, number):
    """Errors of elimination are small beside each element, not beside the largest one: by norm they came out up to 1e20 times too
    high. Means over three systems, since the error of one is chance."""
    single, found = Assignment.uniform(FORMATS["binary32"]), []
    for seed in (5, 6, 7):
        function, args = list(scaled_systems(width, seed))[number]
        program = lift(function, *args)
        found.append(estimate(sensitivity(program, args), single).rms / measure(program, single, args, attributed=False).error)
    assert 0.5 < math.prod(found) ** (1 / 3) < 6.0


@pytest.mark.parametrize("power", [-85, 85])
@pytest.mark.parametrize("n", [6, 50])
def test_the_size_of_a_matrix_does_not_matter(n, power):
    """Products of squares of scales leave binary64 at 1e77: the estimate came out as 0."""
    rng = np.random.default_rng(n)
    m, b = rng.normal(size=(n, n)) + n * np.eye(n), rng.normal(size=n)
    program, plain = lift(solved, m, b), Assignment.uniform(FORMATS["binary64"])
    one, other = (estimate(sensitivity(program, (m * scale, b)), plain).rms for scale in (1.0, 10.0**power))
    assert 0.8 < other / one < 1.25


@pytest.mark.parametrize("device", ("avx2", "avx512", "amx"))
def test_sites_of_routines_are_offered_no_sixteen_bit_arithmetic(device):
    """Beside matrix units, 16 bits for the factors of products only."""
    program = lift(factored, A, B)
    s = sensitivity(program, (A, B))
    task = task_of(program, s, 1e-1, ("bfloat16", "binary16", "binary32", "binary64"), device_named(device), {}, {})
    for node in program.nodes():
        if node.op in ("solve", "cholesky", "eigh", "rfft", "irfft"):
            assert {f.bits for pair in task.options["site", node.site] for f in pair if f.storable} == {32, 64}
