"""Programs written by hand, as the front ends would lift their sources."""

from __future__ import annotations

import numpy as np

from precis.errors import Span
from precis.ir.build import Build
from precis.ir.size import Size
from precis.ir.trees import Leaf
from precis.ir.types import At, Container, Cut, Program, Range, Value, shape_of

FILE = "model.py"
N, M = shape_of("N", "M")
LINE, GRID = (N,), (N, M)
EXAMPLE = {"N": 6, "M": 5}


def at(b: Build, line: int) -> Build:
    b.span = Span(FILE, line)
    return b


def param(b: Build, name: str, shape=LINE, kind: str = "real") -> Value:
    return b.value(name, shape, kind, name)


def program(b: Build, source: str, params, results) -> Program:
    seen = {}
    symbols = {s for p in params for d in p.shape for s in d.symbols()}
    sizes = tuple((s, n) for s, n in EXAMPLE.items() if s in symbols)
    for v in (*params, *(v for n in b.block().walk() for v in n.outputs)):
        if v.container:
            seen.setdefault(v.container, Container(v.container, v.shape, v.kind, "input" if v in params else "local"))
    tree = tuple(Leaf("value", v.name) for v in results)
    return Program("model", sizes, tuple(seen.values()), b.block(params, results),
                   tuple((p.name, Leaf("value", p.name)) for p in params), tree, sources={FILE: source})


NEWTON = """\
def model(a, c):
    d = a * c + 1.0
    r = root(d, c)
    return r * 2.0 + d

def square(y):
    return y * y

def root(x, c):
    y = x
    for _ in range(6):
        y = y - (square(y) * y + c * y - x) / (3.0 * square(y) + c)
    return y
"""


def newton(trips=6) -> Program:
    """y^3 + c y = x for every element, by Newton's method: region `root`."""
    b = Build()
    a, c = param(b, "a"), param(b, "c")
    at(b, 2)
    d = b.call("store", b.add(b.mul(a, c), b.const(1.0)), container="d")
    at(b, 10)
    y0 = b.call("store", d, container="y")
    at(b, 11)
    i = b.child()
    p = i.value("y", LINE, "real", "y")
    at(i, 7)
    square = i.mul(p, p)
    at(i, 12)
    top = i.sub(i.add(i.mul(square, p), i.mul(c, p)), d)
    at(i, 7)
    again = i.mul(p, p)
    at(i, 12)
    step = i.div(top, i.add(i.mul(i.const(3.0), again), c))
    y1 = i.call("store", i.sub(p, step), container="y")
    (y,) = b.loop(Range(Size.of(0), Size.of(trips)), [y0], i.block([p], [y1]), b.names.fresh("k"))
    at(b, 4)
    return program(b, NEWTON, [a, c], [b.add(b.mul(y, b.const(2.0)), d)])


def newton_inputs(seed: int, size: int | None = None):
    rng = np.random.default_rng(seed)
    n = 400 if size is None else size
    return rng.uniform(0.5, 2.0, n), rng.uniform(1.0, 2.0, n)


COLUMNS = """\
def model(u, v):
    out = zeros_like(u)
    for k in range(M):
        out[:, k] = blend(u[:, k], v)
    return out

def blend(x, y):
    t = x * y - 0.5 * x
    return t + y * y
"""


def columns() -> Program:
    """A region inside a loop: `blend` of one column at a time, stored into a larger array."""
    b = Build()
    u, v = param(b, "u", GRID), param(b, "v")
    at(b, 2)
    out = b.call("store", b.zeros(GRID), container="out")
    at(b, 3)
    i, k = b.child(), b.names.fresh("k")
    p = i.value("out", GRID, "real", "out")
    column = (Cut(Size.of(0), N), At(Size.of(k)))
    at(i, 4)
    x = i.slice(u, at=column)
    at(i, 8)
    t = i.call("store", i.sub(i.mul(x, v), i.mul(i.const(0.5), x)), container="t")
    at(i, 9)
    z = i.add(t, i.mul(v, v))
    at(i, 4)
    new = i.call("update", p, z, container="out", at=column)
    (final,) = b.loop(Range(Size.of(0), M), [out], i.block([p], [new]), k)
    return program(b, COLUMNS, [u, v], [final])


def column_inputs(seed: int, size: int | None = None):
    rng = np.random.default_rng(seed)
    n = 40 if size is None else size
    return rng.uniform(-1.0, 1.0, (n, 5)), rng.uniform(0.0, 3.0, n)


TWICE = """\
def model(a, c):
    x = f(a)
    y = f(c)
    return x + y

def f(z):
    s = z * z
    return s + z
"""


def twice() -> Program:
    """`f` inlined twice."""
    b = Build()
    a, c = param(b, "a"), param(b, "c")
    found = []
    for v, name, line in ((a, "x", 2), (c, "y", 3)):
        at(b, 7)
        s = b.call("store", b.mul(v, v), container="s")
        at(b, 8)
        z = b.add(s, v)
        at(b, line)
        found.append(b.call("store", z, container=name))
    at(b, 4)
    return program(b, TWICE, [a, c], [b.add(*found)])


SCALAR = """\
def model(a):
    total = 0.0
    for k in range(N):
        total = total + halve(a[k])
    return total

def halve(x):
    n = x
    while n > 1.0:
        n = 0.5 * n
    return n if n > 0.7 else 2.0 * n
"""


def scalar() -> Program:
    """A scalar region with a while loop and a branch, called in a loop over elements."""
    b = Build()
    a = param(b, "a")
    at(b, 2)
    zero = b.call("store", b.const(0.0), container="total")
    at(b, 3)
    i, k = b.child(), b.names.fresh("k")
    total = i.value("total", (), "real", "total")
    at(i, 4)
    x = i.slice(a, at=(At(Size.of(k)),))
    at(i, 8)
    n0 = i.call("store", x, container="n")
    at(i, 9)
    test, step = i.child(), i.child()
    q, r = test.value("n", (), "real", "n"), step.value("n", (), "real", "n")
    condition = test.block([q], [test.gt(q, test.const(1.0))])
    at(step, 10)
    body = step.block([r], [step.call("store", step.mul(step.const(0.5), r), container="n")])
    (n,) = i.while_([n0], condition, body)
    at(i, 11)
    then, other = i.child(), i.child()
    (h,) = i.cond(i.gt(n, i.const(0.7)), then.block([], [then.store(n)]),
                  other.block([], [other.mul(other.const(2.0), n)]))
    at(i, 4)
    new = i.call("store", i.add(total, h), container="total")
    (final,) = b.loop(Range(Size.of(0), N), [zero], i.block([total], [new]), k)
    return program(b, SCALAR, [a], [final])


GRID_SOURCE = """\
def model(u, w):
    out = 2.0 * mix(u, w)
    return out

def mix(x, y):
    s = exp(x * y)
    return s, x - y
"""


def grid() -> Program:
    """A region of two dimensions and two outputs, with an input that is broadcast along the first axis."""
    b = Build()
    u, w = param(b, "u", GRID), param(b, "w", (M,))
    at(b, 6)
    s = b.call("store", b.exp(b.mul(u, w)), container="s")
    at(b, 7)
    difference = b.sub(u, w)
    at(b, 2)
    out = b.call("store", b.add(b.mul(b.const(2.0), s), difference), container="out")
    return program(b, GRID_SOURCE, [u, w], [out])


def grid_inputs(seed: int, size: int | None = None):
    rng = np.random.default_rng(seed)
    n = 60 if size is None else size
    return rng.uniform(-1.0, 1.0, (n, 5)), rng.permutation(np.linspace(0.0, 1.0, 5))


def scalar_inputs(seed: int, size: int | None = None):
    n = 60 if size is None else size
    return (np.random.default_rng(seed).uniform(0.75, 0.95, n) * 4.0,)
