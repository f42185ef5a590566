"""Loops that stack what their carries are: the rows are the carries, against NumPy."""

import numpy as np
import pytest

from precis.emit import emit
from precis.emit.engine import compile as compile_program
from precis.emit.plan import plan
from precis.emit.plan.kernels import Loop
from precis.emit.plan.walking import walk
from precis.formats import FORMATS, Assignment
from precis.ir.size import Size
from precis.ir.types import Cut
from tests.emit.oracle import loop, needs_compiler, program

DOUBLE = Assignment.uniform(FORMATS["binary64"])
MEMORY = {"x": ("N", "M"), "y": ("N", "M")}


def _both(b, x, y, **order):
    """Every iterate of x <- x y, y <- y - x is kept, and shown but for its sign."""
    x, y, xs, ys = loop(b, "T", [x, y], lambda c, i, x, y: (c.mul(x, y), c.sub(y, x), x, y), **order)
    return x, y, b.neg(xs), b.neg(ys)


def _falling(b, x, y):
    return _both(b, x, y, start="T", stride=-1)


def _exchanged(b, x, y):
    """Carries that change places, one of which is kept."""
    x, y, xs = loop(b, "T", [x, y], lambda c, i, x, y: (y, c.sub(x, y), x))
    return x, y, b.neg(xs)


def _twice(b, x, y):
    """A carry that is kept twice, and one that never changes."""
    _, y, first, second = loop(b, "T", [x, y], lambda c, i, x, y: (c.mul(x, y), y, x, x))
    return b.neg(first), b.add(second, y)


def _shown(b, x, y):
    """Stacks that are results lie in the caller's memory."""
    return loop(b, "T", [x, y], lambda c, i, x, y: (c.mul(x, y), c.sub(y, x), x, y))


def _relaxed(b, x, y):
    """Inner elements become the mean of those left and right, in place; y is added behind the loop."""
    rows, inner, columns = Cut(Size(), Size.of("N")), Size.of("M") - 2, [Size.of(k) for k in range(3)]

    def step(c, i, x):
        left, _, right = (c.slice(x, at=(rows, Cut(k, inner))) for k in columns)
        return c.update(x, c.mul(c.const(0.5), c.add(left, right)), at=(rows, Cut(columns[1], inner))), x
    x, xs = loop(b, "T", [x], step)
    return b.add(x, y), b.neg(xs)


def _mean(x, y):
    return np.hstack((x[:, :1], 0.5 * (x[:, :-2] + x[:, 2:]), x[:, -1:])), y


def _iterates(step, x, y, trips):
    xs, ys = np.zeros((trips, *x.shape)), np.zeros((trips, *y.shape))
    for t in range(trips):
        xs[t], ys[t] = x, y
        x, y = step(x, y)
    return x, y, xs, ys


def _product(x, y):
    return x * y, y - x


EXPECTED = {
    _both: lambda x, y, t: [s * v for s, v in zip((1, 1, -1, -1), _iterates(_product, x, y, t))],
    _falling: lambda x, y, t: [s * v for s, v in zip((1, 1, -1, -1), _iterates(_product, x, y, t))],
    _exchanged: lambda x, y, t: [s * v for s, v in zip((1, 1, -1), _iterates(lambda x, y: (y, x - y), x, y, t))],
    _twice: lambda x, y, t: [s * v + r * y for s, r, v in zip((-1, 1), (0, 1), _iterates(lambda x, y: (x * y, y), x, y, t)[2:3] * 2)],
    _relaxed: lambda x, y, t: [_iterates(_mean, x, y, t)[0] + y, -_iterates(_mean, x, y, t)[2]],
    _shown: lambda x, y, t: _iterates(_product, x, y, t),
}


@needs_compiler
@pytest.mark.parametrize("build", EXPECTED, ids=lambda f: f.__name__)
@pytest.mark.parametrize("trips", [0, 1, 4])
def test_rows_are_what_the_carries_were(build, trips):
    x, y = np.random.default_rng(trips).uniform(-1.5, 1.5, (2, 7, 9))
    run = compile_program(program({"T": 3, "N": 4, "M": 5}, MEMORY, build, name="stacked"), DOUBLE).run
    for found, expected in zip(run([x, y], {"T": trips, "N": 7, "M": 9}), EXPECTED[build](x, y, trips), strict=True):
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("build", [_both, _relaxed])
def test_the_loop_writes_each_array_once(build):
    """Two nests of one array: one inside, one along the rim."""
    made = plan(program({"T": 3, "N": 4, "M": 5}, MEMORY, build, name="stacked"), DOUBLE)
    (inside,) = [s for s in walk(made.statements) if isinstance(s, Loop)]
    stores = [i for nest in inside.body for i in nest.body if i.op == "store"]
    assert len(stores) == 2


def test_what_the_next_iteration_reads_stays_in_the_caches():
    made = emit(program({"T": 3, "N": 4, "M": 5}, MEMORY, _both, name="stacked"), DOUBLE)
    assert not any("pr::far<" in text for name, text in made.files.items() if name.endswith(".cpp"))
