"""Small Programs built by hand, so that these tests do not depend on a front end."""

from precis.errors import Span
from precis.formats import FORMATS, Assignment
from precis.ir.build import Build
from precis.ir.canonical import canonical
from precis.ir.size import Size
from precis.ir.trees import Leaf
from precis.ir.types import Container, Cut, Program, Range

BINARY64 = Assignment.uniform(FORMATS["binary64"])


def _at(b, file, line):
    b.span = Span(file, line)


def program(name, sizes, containers, block, mutated=(), returned=1, size_arguments=()):
    """A Program whose parameters are its arguments and whose first `returned` results are returned."""
    arguments = [(p.name, Leaf("value", p.name)) for p in block.params] + [
        (s, Leaf("size", Size.of(s))) for s in size_arguments
    ]
    leaves = tuple(Leaf("value", r.name) for r in block.results[:returned])
    returns = leaves[0] if returned == 1 else leaves if returned else Leaf("static", None)
    return canonical(
        Program(
            name,
            sizes,
            tuple(Container(*c) for c in containers),
            block,
            tuple(arguments),
            returns,
            mutated,
            (),
            BINARY64,
        )
    )


def heat(n=24, steps=20):
    """u[1:-1] += nu * (u[2:] - 2 u[1:-1] + u[:-2]), steps times, in place: arguments (u, nu, T)."""
    b, size = Build(), Size.of("N")
    u, nu = b.value("u", (size,), container="u"), b.value("nu", container="nu")
    c = b.child()
    _at(c, "heat.py", 7)
    p = c.value("u", (size,), container="u")

    def part(shift):
        return c.slice(p, at=(Cut(Size.of(1 + shift), size - 2),))

    lap = c.add(c.sub(part(1), c.mul(c.const(2.0), part(0))), part(-1))
    q = c.update(p, c.add(part(0), c.mul(nu, lap)), at=(Cut(Size.of(1), size - 2),), container="u")
    (out,) = b.loop(Range(Size.of(0), Size.of("T")), (u,), c.block((p,), (q,)), "t")
    return program(
        "heat",
        (("N", n), ("T", steps)),
        (("u", (size,), "real", "inout"), ("nu", (), "real", "input")),
        b.block((u, nu), (out,)),
        (u.name,),
        0,
        ("T",),
    )


def arclength(n=2000):
    """case_studies/arclength.py: no data, argument n; containers h, x, t1, t2, t3, s1, d1, d2."""
    b = Build()
    file, size = "arclength.py", Size.of("n")

    def store(builder, v, name, line):
        _at(builder, file, line)
        return builder.store(v, container=name)

    _at(b, file, 26)
    d1 = store(b, b.const(1.0), "d1", 26)
    _at(b, file, 36)
    t1, s1 = store(b, b.const(0.0), "t1", 36), store(b, b.const(0.0), "s1", 37)
    _at(b, file, 38)
    h = store(b, b.div(b.const(3.141592653589793), b.convert(b.index(value=size), kind="real")), "h", 38)
    c = b.child()
    before, length = c.value("t1", container="t1"), c.value("s1", container="s1")
    _at(c, file, 40)
    x = store(c, c.mul(c.convert(c.index(value=Size.of("i")), kind="real"), h), "x", 40)
    _at(c, file, 30)
    start = store(c, x, "t3", 30)
    k = c.child()
    d, t3 = k.value("d2", container="d2"), k.value("t3", container="t3")
    _at(k, file, 32)
    double = store(k, k.mul(k.const(2.0), d), "d2", 32)
    _at(k, file, 33)
    term = k.add(t3, k.div(k.sin(k.mul(double, x)), double))
    curve = store(k, term, "t3", 33)
    d2 = store(c, d1, "d2", 29)
    _, point = c.loop(Range(Size.of(0), Size.of(5)), (d2, start), k.block((d, t3), (double, curve)), "k")
    t2 = store(c, point, "t2", 41)
    _at(c, file, 42)
    rise = c.sub(t2, before)
    chord = c.sqrt(c.add(c.mul(h, h), c.mul(rise, rise)))
    longer = store(c, c.add(length, chord), "s1", 42)
    after = store(c, t2, "t1", 43)
    _, total = b.loop(Range(Size.of(1), size), (t1, s1), c.block((before, length), (after, longer)), "i")
    names = ("d1", "t1", "s1", "h", "x", "t3", "d2", "t2")
    return program(
        "arclength", (("n", n),), tuple((name,) for name in names), b.block((), (total,)), size_arguments=("n",)
    )


def dot_chain(n=40):
    """y = (A @ x) * s + c with its row sums: containers A, x, s, y, total; sites chain.py:3, 4."""
    b, size = Build(), Size.of("N")
    a, x, s = (
        b.value("A", (size, size), container="A"),
        b.value("x", (size,), container="x"),
        b.value("s", container="s"),
    )
    _at(b, "chain.py", 3)
    y = b.store(b.mul(b.einsum(a, x, spec="ij,j->i"), s), container="y")
    _at(b, "chain.py", 4)
    total = b.store(b.sum(b.mul(y, y), axes=(0,)), container="total")
    return program(
        "dot_chain",
        (("N", n),),
        (
            ("A", (size, size), "real", "input"),
            ("x", (size,), "real", "input"),
            ("s", (), "real", "input"),
            ("y", (size,)),
            ("total", ()),
        ),
        b.block((a, x, s), (y, total)),
        returned=2,
    )


def march(step=0.1, scale=1.0):
    """t = 0; s = x; while t < 1: t += step; s = s * x. In reals ten trips, in binary64 eleven: argument x."""
    b = Build()
    x = b.value("x", container="x")
    _at(b, "march.py", 2)
    t, s = b.store(b.const(0.0), container="t"), b.store(x, container="s")
    c = b.child()
    when, power = c.value("t", container="t"), c.value("s", container="s")
    condition = c.block((when, power), (c.lt(when, c.const(scale)),))
    d = b.child()
    now, last = d.value("t", container="t"), d.value("s", container="s")
    _at(d, "march.py", 4)
    later = d.store(d.add(now, d.const(step)), container="t")
    _at(d, "march.py", 5)
    next_ = d.store(d.mul(last, x), container="s")
    _, out = b.while_((t, s), condition, d.block((now, last), (later, next_)))
    return program("march", (), (("x", (), "real", "input"), ("t",), ("s",)), b.block((x,), (out,)))


def branches(n=16):
    """y = where(x > 1/3, x * x, floor(5 x) / 3), then a cond on max(y): containers x, y, z."""
    b, size = Build(), Size.of("N")
    x = b.value("x", (size,), container="x")
    _at(b, "branch.py", 3)
    parts = b.select(b.gt(x, b.const(1.0 / 3.0)), b.mul(x, x), b.div(b.floor(b.mul(b.const(5.0), x)), b.const(3.0)))
    y = b.store(parts, container="y")
    _at(b, "branch.py", 4)
    then, otherwise = b.child(), b.child()
    high = then.block((), (then.mul(y, then.const(0.7)),))
    low = otherwise.block((), (otherwise.sqrt(otherwise.add(y, otherwise.const(1.1))),))
    (picked,) = b.cond(b.gt(b.max(y, axes=(0,)), b.const(0.5)), high, low)
    _at(b, "branch.py", 6)
    z = b.store(picked, container="z")
    return program(
        "branches", (("N", n),), (("x", (size,), "real", "input"), ("y", (size,)), ("z", (size,))), b.block((x,), (z,))
    )


def layer(n=48, m=40, k=64):
    """H = tanh(A @ W + b) as one statement, then its sums of rows: containers A, W, b, H, rows; sites layer.py:2, 3."""
    c, sizes = Build(), {"N": n, "M": m, "K": k}
    rows, columns, inner = (Size.of(s) for s in sizes)
    a = c.value("A", (rows, inner), container="A")
    w = c.value("W", (inner, columns), container="W")
    bias = c.value("b", (columns,), container="b")
    _at(c, "layer.py", 2)
    h = c.store(c.tanh(c.add(c.einsum(a, w, spec="ik,kj->ij"), bias)), container="H")
    _at(c, "layer.py", 3)
    total = c.store(c.sum(h, axes=(1,)), container="rows")
    return program(
        "layer",
        tuple(sizes.items()),
        (
            ("A", (rows, inner), "real", "input"),
            ("W", (inner, columns), "real", "input"),
            ("b", (columns,), "real", "input"),
            ("H", (rows, columns)),
            ("rows", (rows,)),
        ),
        c.block((a, w, bias), (h, total)),
        returned=2,
    )
