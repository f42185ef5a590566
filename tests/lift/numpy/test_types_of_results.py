"""Python's numbers and NumPy's, as the functions of Python, NumPy and SciPy give them: they decide what binary32 arrays become."""
# ruff: noqa: SIM105
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

import builtins
import heapq
import math
import statistics
from collections import namedtuple
from typing import Any

import numpy as np
import pytest
from scipy import integrate, interpolate, linalg, optimize

from precis.emit.engine import compile
from precis.errors import InputError, UnsupportedProgram
from precis.lift import lift
from tests.lift.numpy.case import run

pytestmark = pytest.mark.filterwarnings("ignore::precis.errors.UncheckedData")

X = np.array([1.5, 2.5, 0.5, 4.0])
SMALL = np.linspace(0.5, 1.5, 3, dtype=np.float32)
SPD = np.array([[2.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 4.0]])
Point = namedtuple("Point", "x y")


def roots_beside_binary32(x, a):
    def f(v):
        return math.cos(v) - a * v
    return (x * optimize.brentq(f, 0, 3), x * optimize.bisect(f, 0, 3), x * optimize.ridder(f, 0, 3),
            x * optimize.newton(f, 1.0, fprime=lambda v: -math.sin(v) - a), x * optimize.root_scalar(f, bracket=(0, 3)).root)


def integrals_beside_binary32(x, a):
    best = optimize.minimize_scalar(lambda v: (v - a) ** 2, bounds=(0, 1), method="bounded")
    t = np.linspace(0.0, 1.0, 6)
    spline = interpolate.splrep(t, t * t)
    return (x * integrate.quad(lambda v: a * v, 0, 1)[0], x * best.x, x * interpolate.splint(0, 1, spline), x * linalg.norm(x),
            x * linalg.norm(x, 1), x * linalg.norm(np.outer(x, x), 1))


def tuples_of_numpy(a):
    s = np.linalg.slogdet(a)
    return s, s.logabsdet, np.linalg.qr(a), np.linalg.svd(a)._replace(S=1.0) if False else np.linalg.svd(a), np.linalg.eigh(a)


def positions(x):
    at = x.argmax()
    r, c = np.unravel_index(at, (2, 2))
    p, q = np.unravel_index(3, (2, 2))
    return r, c, p, q, np.ravel_multi_index((1, 1), (2, 2)), np.int8(3) + p, [0] * p, list(range(q)), np.meshgrid(x[:2], x[:3])


def positions_in_lists(x):
    values = x.tolist()
    return values.index(max(x)), (-x).tolist().index((-x).min()), (1.5, 2.5, 4.0).index(float(x[1]))


def counts_by_state(x):
    count, other = {"low": 0, "high": 0, "share": 0.5}, {"low": 1, "high": 2, "none": 1.5}
    for v in x:
        state = "low" if v < 2.0 else "high"
        count[state] += 1
        step = other[state]
    return count, step


def texts_of_numbers():
    def read(x):
        try:
            u = int("abc")
        except ValueError:
            u = 7
        try:
            v = float("xyz")
        except ValueError:
            v = 7.5
        try:
            w = np.array([200], np.int8)
        except OverflowError:
            w = np.array([1], np.int8)
        return u, v, w * x
    return read


def repeated_lists(x):
    return x.tolist() * 2, 2 * list(x), [x[0]] * len(x)


def bits(x):
    return [int(v).bit_length() for v in x], [(int(v) & -int(v)).bit_length() for v in x]


def whole_numbers(x):
    def named(v):
        return v
    return [v.is_integer() for v in x.tolist()], [v.is_integer() for v in x], named.__name__


def tuples_in_order(x):
    pairs = [(v, k) for k, v in enumerate((x % 1.0).tolist())]
    points = sorted(Point(a, b) for a, b in zip((x % 1.0).tolist(), x.tolist()))
    return heapq.nsmallest(2, pairs), heapq.nlargest(2, pairs), points, sorted(points, reverse=True)[0]


def upper_hull(x, y):
    hull = []
    for p in sorted(Point(float(a), float(b)) for a, b in zip(x, y)):
        while len(hull) > 1 and (hull[-1].x - hull[-2].x) * (p.y - hull[-2].y) - (hull[-1].y - hull[-2].y) * (p.x - hull[-2].x) >= 0:
            hull.pop()
        hull.append(p)
    return len(hull), hull[-1].x


def means(x):
    return (statistics.mean(x), statistics.mean(x.tolist()), statistics.fmean(x), statistics.fmean(x, x), statistics.median(x.tolist()),
            statistics.pvariance(x.tolist()), statistics.stdev(x), statistics.geometric_mean(x), statistics.covariance(x.tolist(), (x * x).tolist()),
            statistics.mean([1, 2, 4]), statistics.mode([1, 1, 2]))


def alike(found: Any, wanted: Any, close: float) -> None:
    assert type(found) is type(wanted), (found, wanted)
    if isinstance(wanted, dict):
        alike(list(found.items()), list(wanted.items()), close)
    elif isinstance(wanted, (tuple, list)):
        assert len(found) == len(wanted)
        for f, w in zip(found, wanted):
            alike(f, w, close)
    else:
        assert np.asarray(found).dtype == np.asarray(wanted).dtype
        np.testing.assert_array_equal(found, wanted) if close == 0.0 or isinstance(wanted, str) else np.testing.assert_allclose(
            found, wanted, rtol=close, atol=close)


BITS = np.array([5, 3, -9, 0, 1, 2**62, 2**63 - 1, -2**63])
PROGRAMS = (
    (roots_beside_binary32, (SMALL, 0.3), 1e-6), (integrals_beside_binary32, (SMALL, 0.3), 1e-6), (tuples_of_numpy, (SPD,), 1e-13),
    (positions, (X,), 0.0), (positions_in_lists, (X,), 0.0), (counts_by_state, (X,), 0.0), (texts_of_numbers(), (X,), 0.0),
    (repeated_lists, (X,), 0.0), (bits, (BITS,), 0.0), (whole_numbers, (np.array([1.0, 2.5, np.inf, np.nan, -3.0]),), 0.0),
    (tuples_in_order, (X,), 0.0), (upper_hull, (X % 1.1, X), 0.0), (means, (X,), 1e-15), (statistics.mean, (SMALL,), 1e-6))


@pytest.mark.parametrize("program, args, close", PROGRAMS, ids=lambda x: getattr(x, "__name__", ""))
def test_numbers_have_the_types_of_python(program: Any, args: Any, close: float) -> None:
    if program is statistics.mean:
        def program(x):
            return statistics.mean(x), statistics.mean(x) * x
    with np.errstate(all="ignore"):
        alike(run(lift(program, *args), args), program(*args), close)


def once(x):
    return math.fsum(x), math.fsum(v * v for v in x), math.fsum([x[0], 1.0, x[1]])


WIDE = np.random.default_rng(1)
SUMS = (X, np.array([1e100, 1.0, -1e100, 1e-30]), np.array([1.0, 2.0**-53, 2.0**-106]), np.array([1.0, 2.0**-53, -2.0**-106]),
        np.array([1.0, 2.0**-53]), np.array([1.0, np.inf]), np.array([-0.0, -0.0]),
        *(WIDE.normal(size=9) * 10.0 ** WIDE.integers(-20, 20, 9) for _ in range(4)))


def test_fsum_rounds_once() -> None:
    program = lift(once, X)
    native = compile(program, quick=True)
    for x in SUMS:
        alike(run(program, (x,)), once(x), 0.0)
        alike(native(x), once(x), 0.0)


def test_a_mean_of_ints_is_refused() -> None:
    with pytest.raises(UnsupportedProgram, match="are_floating_numbers"):
        lift(lambda k: statistics.mean(k.tolist()), np.array([1, 2, 4]))


def of_lists_and_texts(x):
    name = "low" if x[0] < 1.0 else "higher"
    return ([1, 2] < [1, 3], [x[0], 1] < [x[1], 2], [] < [1], len(name), [math.isclose(v, 0.5) for v in x],
            x[0].__class__.__name__, int(str(3)))


def test_comparisons_of_lists_are_bools() -> None:
    program = lift(of_lists_and_texts, X)
    for x in (X, X[::-1].copy(), X - 1.0):
        alike(run(program, (x,)), of_lists_and_texts(x), 0.0)


FAILING = ("np.array([[1, 2], [3]])", "math.factorial(-1)", "math.comb(2, -1)", "round(float('nan'))", "int(float('inf'))", "sorted([1, 'a'])",
           "np.zeros(3, 4)", "int('x')", "float('x')", "np.array([200], np.int8)", "np.full(2, 1.0).__setitem__(0, 1j)")


@pytest.mark.parametrize("text", FAILING)
def test_what_python_refuses_is_said_with_its_place(text: str, tmp_path: Any) -> None:
    (tmp_path / "program.py").write_text(f"import math\nimport numpy as np\n\n\ndef program(x):\n    return {text}\n")
    space: dict[str, Any] = {}
    exec(builtins.compile((tmp_path / "program.py").read_text(), str(tmp_path / "program.py"), "exec"), space)
    with pytest.raises(Exception) as python:  # noqa: PT011
        space["program"](X)
    with pytest.raises(InputError) as info:
        lift(space["program"], X)
    assert info.value.span and info.value.span.line == 6 and not isinstance(python.value, InputError)


def columns_of_rows(x):
    rows = [(float(v), k, v) for k, v in enumerate(x)]
    floats, places, numbers = zip(*rows)
    kinds = isinstance(floats, tuple), type(places) is tuple, isinstance(numbers, list)
    return floats, places, list(numbers), kinds, [list(c) for c in zip(*rows)]


def test_zip_of_rows_gives_tuples():
    x = np.array([1.5, -2.5, 3.5])
    found, wanted = run(lift(columns_of_rows, x), (x,)), columns_of_rows(x)
    assert repr(found) == repr(wanted)
