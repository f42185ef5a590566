"""Values that loops compute again and again are computed once for all that they depend on, in front of the loops; results are NumPy's."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.emit.engine import default_assignment
from precis.emit.plan import plan as plan_program
from precis.emit.plan.kernels import Loop, Nest
from precis.emit.plan.repeated import repeated_once
from precis.emit.plan.walking import walk
from precis.lift import lift
from tests.emit.oracle import needs_compiler

RNG = np.random.default_rng(3)
N = 5


def scattered(g, v, out):
    for e in range(g.shape[0]):
        for w in range(v.shape[0]):
            if e - w >= 0:
                out[e] += v[w, 0, 0] * (g[e - w] @ v[0] @ g[e - w].T)
            if e + w + 1 < g.shape[0]:
                out[e] -= v[w, 0, 0] * (v[1] @ g[e + w + 1])


def picked(g, v, out):
    near = np.array([[1, 0, 3], [-2, 2, 1]])
    for q in range(4):
        for w in range(v.shape[0]):
            for a in range(2):
                for b in range(3):
                    for e in range(g.shape[0] - 1, -1, -1):
                        if e >= w:
                            left = g[near[a, b]] @ v[w]
                            out[e, a] += left[0] * (q + b)


def stepped(g, v, out):
    for s in range(8):
        for i in range(6, 0, -2):
            out[i] += np.exp(g[i - 1]) * (s + 1) + np.sum(g[i] * g[i + 1])


def nested(g, v, out):
    for i in range(g.shape[0]):
        for j in range(v.shape[0]):
            for s in range(8):
                for r in range(4):
                    first = g[i] @ v[0]
                    out[i, r] += (first @ v[j])[r] * (s + 1)


def nothing(g, v, out):
    for s in range(3):
        for j in range(v.shape[0]):
            for i in range(g.shape[0]):
                out[i] += g[i] @ v[3] * (s + j)


def carried(g, v, out):
    for i in range(g.shape[0]):
        for s in range(6):
            out[i] += out[i - 1] @ v[0] * (s + 1.0)


def by_data(g, v, out):
    for s in range(8):
        for i in range(g.shape[0]):
            if v[0, 0, 0] > s:
                out[i] += g[i] @ v[1]


def once_each(g, v, out):
    for i in range(g.shape[0]):
        for j in range(v.shape[0]):
            out[i] += g[i] @ v[j]


def in_triangles(g, v, out):
    for i in range(g.shape[0]):
        for j in range(i):
            for s in range(8):
                out[i] += g[j] @ v[0] * (s + 1.0)


def roots(g, v, out):
    """A root of a quotient of numbers in a triangle; what lies outside of that is no number, and is not used."""
    for i in range(g.shape[0]):
        now = g[i, 0, 0]
        for m in range(N):
            if m > 0:
                now *= np.sqrt((2.0 * m + 1.0) / (2.0 * m))
            for j in range(m, N):
                now = now * np.sqrt((4.0 * (j + 1) ** 2 - 1.0) / ((j + 1) ** 2 - m**2)) - g[i, j, m]
            for j in range(m, -1, -1):
                out[i, m] += g[i, j, m] * np.sqrt((j + 1.0) / (m - j + 2.0))
            out[i, 0, m] += now / (m + 1.0)


def differences(g, v, out):
    """Powers and exponentials of what indices differ by; data and the ends of ranges decide where they are wanted."""
    base, rate = abs(g[0, 0, 0]), v[0, 0, 0]
    for d in range(1, g.shape[0]):
        for i in range(g.shape[0] - d):
            for k in range(i, i + d):
                out[i, 0, 0] += base ** (k - i)
                for j in range(max(k + 1, i + d - 3), i + d):
                    if g[k, 1, 1] > 0.0:
                        out[i, 1, 1] += np.exp((d + i - j + k) * rate / 7.0)


def seldom(g, v, out):
    """Data may decide that nothing is computed: a few more computations than are kept are no reason to keep any."""
    for i in range(g.shape[0]):
        for k in range(4):
            if g[i, 0, 0] > v[k, 0, 0]:
                out[i, 0, 0] += np.exp((i - k) * v[0, 0, 0] / 7.0)


# -> (loops around the products, sums and elementary functions of the body that loops run most often, before and behind)
FUNCTIONS = {scattered: ([2, 2, 2], [1, 1, 1]), picked: ([5], [3]), stepped: ([2, 2], [1, 1]), nested: ([4, 4], [1, 2]),
             nothing: ([3], [1]), carried: ([2], [2]), by_data: ([2], [2]), once_each: ([2], [2]), in_triangles: ([3], [1]), roots: ([2, 3, 3], [1, 2, 2]),
             differences: ([3, 4], [1, 1]), seldom: ([2], [2])}


def _arguments(n=9, m=4):
    return RNG.normal(size=(n, N, N)), RNG.normal(size=(m, N, N)), np.zeros((n, N, N))


def _depths(block, depth=0):
    for n in block.nodes:
        if n.op in ("einsum", "sum", "exp", "sqrt", "pow"):
            yield depth
        for b in n.blocks:
            yield from _depths(b, depth + (n.op == "loop"))


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_values_leave_the_loops_that_they_do_not_depend_on(function):
    program = lift(function, *_arguments())
    made, _ = repeated_once(program, default_assignment(program))
    before, behind = FUNCTIONS[function]
    assert sorted(_depths(program.body)) == before
    assert sorted(_depths(made.body)) == behind


@needs_compiler
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_results_are_those_of_numpy(function):
    compiled = compile_native(lift(function, *_arguments()), quick=True)
    for arguments in (_arguments(), _arguments(10, 6)):
        *given, out = arguments
        mine = out.copy()
        function(*given, out)
        compiled(*given, mine)
        np.testing.assert_allclose(mine, out, rtol=1e-12, atol=1e-12)


def fractions(z, w, steps):
    """A continued fraction of complex numbers: what a quotient takes of its divisor stays for that one which stays."""
    d = np.zeros_like(z)
    for n in range(steps, 0, -1):
        ratio = n / z
        d = ratio - w / (d + ratio)
    return d


def changing(z, w, steps):
    """The divisor is another one in each step."""
    d = z.copy()
    for n in range(steps):
        d = w / (d + n)
    return d


SPECIAL = np.array([0.0, complex(-0.0, 0.0), complex(np.inf, 1.0), complex(np.nan, 1.0), complex(0.0, -np.inf), 1e-308j, 1e308, 2.0 - 3.0j])
COMPLEX = (np.zeros(0, complex), SPECIAL[-1:], SPECIAL, np.exp(1j * np.arange(17.0)) * np.arange(17.0))


@pytest.mark.parametrize("function, quotients", [(fractions, 2), (changing, 2)], ids=["stays", "changes"])
def test_what_quotients_take_of_divisors_that_stay_is_computed_once(function, quotients):
    """Two quotients of reals each, of which those of the divisor alone stand in front."""
    program = lift(function, COMPLEX[-1], 1.0 + 0.5j, 12)
    loops = [s for s in walk(plan_program(program, default_assignment(program)).statements) if isinstance(s, Loop)]
    inside = [i for s in walk(loops[-1].body) if isinstance(s, Nest) for i in s.body if i.op == "div"]
    assert len(inside) == quotients


@needs_compiler
@pytest.mark.parametrize("steps", [0, 1, 12])
@pytest.mark.parametrize("function", [fractions, changing], ids=lambda f: f.__name__)
def test_complex_quotients_have_the_bits_of_numpy(function, steps):
    run = compile_native(lift(function, COMPLEX[-1], 1.0 + 0.5j, 12))
    for z in COMPLEX:
        with np.errstate(all="ignore"):
            expected = function(z, 1.0 + 0.5j, steps)
        given = z.copy()
        np.testing.assert_array_equal(run(given, 1.0 + 0.5j, steps), expected)
        assert given.tobytes() == z.tobytes()
