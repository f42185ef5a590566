"""Programs for the tests of adjoints, each with the same function in JAX."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from precis.ir.build import Build
from precis.ir.canonical import canonical
from precis.ir.size import Size
from precis.ir.trees import Leaf
from precis.ir.types import At, Container, Cut, Pick, Program, Range, Value

ZERO, ONE = Size(), Size.of(1)
N, M, T = Size.of("N"), Size.of("M"), Size.of("T")


def cut(start, stop, step=1) -> Cut:
    start, stop = Size.of(start), Size.of(stop)
    return Cut(start, stop - start if step == 1 else (stop - start + (step - 1)) // step, step)


def program(name: str, sizes: dict[str, int], params: dict[str, tuple], define: Callable[..., Sequence[Value]]) -> Program:
    """`define(b, *params)` emits the body and returns the results. params: name -> shape, or (shape, kind) for other kinds than real."""
    b = Build()
    values = []
    for key, spec in params.items():
        shape, kind = spec if len(spec) == 2 and isinstance(spec[1], str) else (spec, "real")
        values.append(b.value(key, tuple(map(Size.of, shape)), kind, key))
    results = tuple(define(b, *values))
    block = b.block(values, results)
    found: dict[str, Container] = {v.container: Container(v.container, v.shape, v.kind, "input") for v in values if v.container}
    inner = (v for node in block.walk() for v in (*node.outputs, *(p for b in node.blocks for p in b.params)))
    for v in inner:
        if v.container:
            found.setdefault(v.container, Container(v.container, v.shape, v.kind))
    arguments = tuple((v.name, Leaf("value", v.name)) for v in values)
    arguments += tuple((s, Leaf("size", Size.of(s))) for s in sizes)
    returns = tuple(Leaf("value", v.name) for v in results)
    return canonical(Program(name, tuple(sizes.items()), tuple(found.values()), block, arguments, returns))


def loop(b: Build, trips, carries: Sequence[Value], step: Callable, index="t", start=0, stride=1):
    """A loop whose body `step(c, i, *carries)` returns the next carries, then values to stack; i is a Size."""
    c = b.child()
    index = c.names.fresh(index)
    params = [c.value(v.container or "", v.shape, v.kind, v.container) for v in carries]
    results = step(c, Size.of(index), *params)
    return b.loop(Range(Size.of(start), Size.of(trips), stride), carries, c.block(params, results), index)


def probed(b: Build, v: Value, key: str | None = None) -> Value:
    """`v` with a probe that weights its cotangent with `v` itself."""
    return v if key is None else b.probe(v, v, key=key)


@dataclass(frozen=True)
class Case:
    """A program, its inputs, and the same function of (binding, *inputs) in JAX; `loose`: relative tolerance of the check."""

    program: Program
    inputs: tuple[Any, ...]
    function: Callable[..., Any]
    loose: float = 1e-11


def _random(seed: int, *shape: int) -> np.ndarray:
    return np.random.default_rng(seed).uniform(0.5, 1.5, shape)


# stencils

def heat(n=9, m=8, steps=5, probes=False) -> Program:
    inside = (cut(1, N - 1), cut(1, M - 1))

    def step(c, t, u, nu):
        def part(rows, columns):
            return c.slice(u, at=(rows, columns))
        sides = [part(cut(2, N), inside[1]), part(cut(0, N - 2), inside[1]), part(inside[0], cut(2, M)), part(inside[0], cut(0, M - 2))]
        total = c.add(c.add(c.add(sides[0], sides[1]), sides[2]), sides[3])
        new = c.add(part(*inside), c.mul(nu, c.sub(total, c.mul(c.const(4.0), part(*inside)))))
        return (c.call("update", u, probed(c, new, "u" if probes else None), at=inside, container="u"),)

    return program("heat", {"N": n, "M": m, "T": steps}, {"u": (N, M), "nu": ()},
                   lambda b, u, nu: loop(b, T, (u,), lambda c, t, w: step(c, t, w, nu)))


def jax_heat(jnp, size, u, nu):
    for _ in range(size["T"]):
        mid = u[1:-1, 1:-1]
        u = u.at[1:-1, 1:-1].set(mid + nu * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4.0 * mid))
    return (u,)


def burgers(n=12, steps=6, probes=False) -> Program:
    def define(b, u0, nu, dx, dt):
        def step(c, t, u):
            def key(name):
                return name if probes else None

            def part(x, k):
                return c.slice(x, at=(cut(1 + k, N - 1 + k),))
            two = c.const(2.0)
            flux = c.store(probed(c, c.mul(c.mul(c.const(0.5), u), u), key("flux")), container="flux")
            advection = probed(c, c.div(c.sub(part(flux, 1), part(flux, -1)), c.mul(two, dx)), key("advection"))
            lap = c.add(c.sub(part(u, 1), c.mul(two, part(u, 0))), part(u, -1))
            diffusion = probed(c, c.div(c.mul(nu, lap), c.mul(dx, dx)), key("diffusion"))
            new = probed(c, c.add(part(u, 0), c.mul(dt, c.sub(diffusion, advection))), key("u"))
            return (c.call("update", u, new, at=(cut(1, N - 1),), container="u"),)
        return loop(b, T, (b.store(u0, container="u"),), step)
    return program("burgers", {"N": n, "T": steps}, {"u0": (N,), "nu": (), "dx": (), "dt": ()}, define)


def jax_burgers(jnp, size, u, nu, dx, dt):
    for _ in range(size["T"]):
        flux = 0.5 * u * u
        advection = (flux[2:] - flux[:-2]) / (2.0 * dx)
        diffusion = nu * (u[2:] - 2.0 * u[1:-1] + u[:-2]) / (dx * dx)
        u = u.at[1:-1].set(u[1:-1] + dt * (diffusion - advection))
    return (u,)


def gauss_seidel(n=6, m=5, steps=3, probes=False, nonlinear=True) -> Program:
    """Scalar double loop, in place, inside a time loop."""
    def point(c, i, j, u, f):
        def at(di, dj):
            return c.slice(u, at=(At(i + di), At(j + dj)))
        total = c.add(c.add(at(-1, 0), at(1, 0)), c.add(at(0, -1), at(0, 1)))
        if nonlinear:
            total = c.add(total, c.mul(at(0, 0), at(-1, 0)))
        new = c.mul(c.const(0.25), c.add(total, c.slice(f, at=(At(i), At(j)))))
        return (c.call("update", u, probed(c, new, "u" if probes else None), at=(At(i), At(j)), container="u"),)

    def define(b, u, f):
        def row(c, i, w):
            return loop(c, M - 2, (w,), lambda d, j, x: point(d, i, j, x, f), "j", 1)
        return loop(b, T, (u,), lambda c, t, w: loop(c, N - 2, (w,), row, "i", 1))
    return program("gauss_seidel", {"N": n, "M": m, "T": steps}, {"u": (N, M), "f": (N, M)}, define)


def jax_gauss_seidel(jnp, size, u, f):
    for _ in range(size["T"]):
        for i in range(1, size["N"] - 1):
            for j in range(1, size["M"] - 1):
                total = u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] + u[i, j] * u[i - 1, j]
                u = u.at[i, j].set(0.25 * (total + f[i, j]))
    return (u,)


def double_buffer(n=7, steps=5) -> Program:
    """Two arrays that trade places."""
    def define(b, u, v):
        def step(c, t, old, new):
            inner = c.mul(c.slice(old, at=(cut(2, N),)), c.slice(old, at=(cut(0, N - 2),)))
            return c.call("update", new, c.sin(inner), at=(cut(1, N - 1),), container="v"), old
        return loop(b, T, (b.store(u, container="a"), b.store(v, container="b")), step)
    return program("double_buffer", {"N": n, "T": steps}, {"u": (N,), "v": (N,)}, define)


def jax_double_buffer(jnp, size, u, v):
    for _ in range(size["T"]):
        u, v = v.at[1:-1].set(jnp.sin(u[2:] * u[:-2])), u
    return u, v


# scalar loops

def logistic(steps=9) -> Program:
    def define(b, x, r):
        def step(c, t, y):
            return (c.store(c.mul(r, c.mul(y, c.sub(c.const(1.0), y))), container="x"),)
        return loop(b, T, (b.store(x, container="x"),), step)
    return program("logistic", {"T": steps}, {"x0": (), "r": ()}, define)


def normalised(n, steps) -> Program:
    """x <- x / (x . x): every iteration sums over an array."""
    def define(b, x):
        def step(c, t, y):
            return (c.div(y, c.sum(c.mul(y, y), axes=(0,))),)
        return loop(b, T, (x,), step)
    return program("normalised", {"N": n, "T": steps}, {"x": (N,)}, define)


def jax_logistic(jnp, size, x, r):
    for _ in range(size["T"]):
        x = r * (x * (1.0 - x))
    return (x,)


def feeding(steps) -> Program:
    """A carry that only feeds another one, and one that is overwritten unread: zero trips give back its start."""
    def define(b, x, z, a):
        def step(c, t, y, s, last):
            return c.tanh(y), c.add(s, c.mul(y, y)), c.sin(c.slice(a, at=(At(t),)))
        return loop(b, T, (x, b.const(0.0), z), step)[1:]
    return program("feeding", {"N": 9, "T": steps}, {"x": (), "z": (), "a": (N,)}, define)


def jax_feeding(jnp, size, x, z, a):
    s, last = 0.0, z
    for t in range(size["T"]):
        x, s, last = jnp.tanh(x), s + x * x, jnp.sin(a[t])
    return s, last


def recurrence(n=8) -> Program:
    """a[i] = sin(a[i-1]) * b[i] + a[i-2], with the partial sums stacked; runs backward too."""
    def define(b, a, w):
        def up(c, i, x, s):
            def at(k):
                return c.slice(x, at=(At(i - k),))
            new = c.add(c.mul(c.sin(at(1)), c.slice(w, at=(At(i),))), at(2))
            total = c.add(s, new)
            return c.call("update", x, new, at=(At(i),), container="a"), total, c.mul(total, total)
        x, s, squares = loop(b, N - 2, (a, b.const(0.0)), up, "i", 2)

        def down(c, i, x):
            new = c.mul(c.slice(x, at=(At(i),)), c.slice(x, at=(At(i + 1),)))
            return (c.call("update", x, new, at=(At(i),), container="a"),)
        (x,) = loop(b, N // 2, (x,), down, "i", N - 2, -2)
        return x, s, squares
    return program("recurrence", {"N": n}, {"a": (N,), "w": (N,)}, define)


def jax_recurrence(jnp, size, a, w):
    n, s, squares = size["N"], 0.0, []
    for i in range(2, n):
        new = jnp.sin(a[i - 1]) * w[i] + a[i - 2]
        s = s + new
        a = a.at[i].set(new)
        squares.append(s * s)
    for k in range(n // 2):
        i = n - 2 - 2 * k
        a = a.at[i].set(a[i] * a[i + 1])
    return a, s, jnp.stack(squares)


def triangular(n=6) -> Program:
    """Forward substitution with a lower triangle, scalar loops whose trips depend on the outer index."""
    def define(b, a, r):
        def row(c, i, x):
            (s,) = loop(c, i, (c.slice(r, at=(At(i),)),),
                        lambda d, j, s: (d.sub(s, d.mul(d.slice(a, at=(At(i), At(j))), d.sin(d.slice(x, at=(At(j),))))),), "j")
            new = c.div(c.mul(s, s), c.slice(a, at=(At(i), At(i))))
            return (c.call("update", x, new, at=(At(i),), container="x"),)
        return loop(b, N, (b.store(b.zeros((N,)), container="x"),), row, "i")
    return program("triangular", {"N": n}, {"a": (N, N), "r": (N,)}, define)


def jax_triangular(jnp, size, a, r):
    x = jnp.zeros(size["N"])
    for i in range(size["N"]):
        s = r[i]
        for j in range(i):
            s = s - a[i, j] * jnp.sin(x[j])
        x = x.at[i].set(s * s / a[i, i])
    return (x,)


def inner_rows(n=5) -> Program:
    """An inner loop whose tape has a length that depends on the outer index: padded stacks."""
    def define(b, a):
        def outer(c, i, s):
            (p,) = loop(c, N - i, (s,), lambda d, j, q: (d.sin(d.mul(q, d.slice(a, at=(At(j + i),)))),), "j")
            return (c.mul(p, s),)
        return loop(b, N, (b.slice(a, at=(At(ZERO),)),), outer, "i")
    return program("inner_rows", {"N": n}, {"a": (N,)}, define)


def jax_inner_rows(jnp, size, a):
    s = a[0]
    for i in range(size["N"]):
        p = s
        for j in range(size["N"] - i):
            p = jnp.sin(p * a[j + i])
        s = p * s
    return (s,)


# whiles

def newton(n=3) -> Program:
    """Square roots by Newton's method, one while per element inside a counted loop; the iterations depend on the data."""
    def define(b, a):
        def one(c, i, x):
            target = c.slice(a, at=(At(i),))
            test, step = c.child(), c.child()
            y0, y1 = test.value(), step.value()
            error = test.abs(test.sub(test.mul(y0, y0), target))
            again = test.gt(error, test.const(1e-3))
            new = step.mul(step.const(0.5), step.add(y1, step.div(target, y1)))
            (root,) = c.while_((c.mul(target, target),), test.block((y0,), (again,)), step.block((y1,), (new,)))
            return (c.call("update", x, c.mul(root, target), at=(At(i),), container="x"),)
        return loop(b, N, (b.store(b.zeros((N,)), container="x"),), one, "i")
    return program("newton", {"N": n}, {"a": (N,)}, define)


def jax_newton(jnp, size, a):
    out = []
    for i in range(size["N"]):
        y = a[i] * a[i]
        while abs(y * y - a[i]) > 1e-3:
            y = 0.5 * (y + a[i] / y)
        out.append(y * a[i])
    return (jnp.stack(out),)


def conjugate_gradients(n=6) -> Program:
    """Conjugate gradients for (A A^T + N I) x = b, stopped by the residual."""
    def define(b, a, rhs):
        def dot(c, x, y):
            return c.einsum(x, y, spec="i,i->")
        test, step = b.child(), b.child()
        types = [(N,), (N,), (N,), ()]
        p0 = [test.value("", s) for s in types]
        again = test.gt(p0[3], test.const(1e-2))
        x, r, p, rr = [step.value("", s) for s in types]
        image = step.add(step.einsum(a, step.einsum(a, p, spec="ji,j->i"), spec="ij,j->i"),
                         step.mul(step.convert(step.index(value=N), kind="real"), p))
        alpha = step.div(rr, dot(step, p, image))
        x1, r1 = step.add(x, step.mul(alpha, p)), step.sub(r, step.mul(alpha, image))
        rr1 = dot(step, r1, r1)
        p1 = step.add(r1, step.mul(step.div(rr1, rr), p))
        start, body = (b.zeros((N,)), rhs, rhs, dot(b, rhs, rhs)), step.block((x, r, p, rr), (x1, r1, p1, rr1))
        finals = b.while_(start, test.block(p0, (again,)), body)
        return (finals[0],)
    return program("conjugate_gradients", {"N": n}, {"a": (N, N), "rhs": (N,)}, define)


def jax_conjugate_gradients(jnp, size, a, b):
    x, r, p, rr = jnp.zeros_like(b), b, b, b @ b
    while rr > 1e-2:
        image = a @ (a.T @ p) + size["N"] * p
        alpha = rr / (p @ image)
        x, r = x + alpha * p, r - alpha * image
        p, rr = r + (r @ r) / rr * p, r @ r
    return (x,)


# what is rolled back, and when

def residuals(n=5, steps=3) -> Program:
    """The old array is wanted before the loop that changed it is reversed; it is kept beside the new one."""
    def define(b, u):
        def step(c, t, w, s):
            def point(d, i, x):
                both = d.mul(d.slice(x, at=(At(i - 1),)), d.slice(x, at=(At(i),)))
                return (d.call("update", x, d.sin(both), at=(At(i),), container="u"),)
            (new,) = loop(c, N - 1, (w,), point, "i", 1)
            change = c.sub(new, w)
            return new, c.add(s, c.sum(c.mul(change, change), axes=(0,)))
        return loop(b, T, (u, b.const(0.0)), step)
    return program("residuals", {"N": n, "T": steps}, {"u": (N,)}, define)


def jax_residuals(jnp, size, u):
    s = 0.0
    for _ in range(size["T"]):
        old = u
        for i in range(1, size["N"]):
            u = u.at[i].set(jnp.sin(u[i - 1] * u[i]))
        s = s + jnp.sum((u - old) ** 2)
    return u, s


def permuted(n=5) -> Program:
    """Positions that are themselves overwritten, in an integer array and from data."""
    def define(b, a, p):
        def step(c, i, x, order):
            here = c.slice(order, at=(At(i),))
            there = c.minimum(c.convert(c.abs(c.slice(x, here, at=(Pick(0),))), kind="int64"), c.index(value=N - 1))
            x = c.call("update", x, c.mul(c.slice(x, there, at=(Pick(0),)), c.slice(x, at=(At(i),))), here, at=(Pick(0),), container="a")
            x = c.call("update_add", x, c.sin(c.slice(x, here, at=(Pick(0),))), there, at=(Pick(0),), container="a")
            return x, c.call("update", order, there, c.slice(order, at=(At(N - 1 - i),)), at=(Pick(0),), container="p")
        return loop(b, N, (a, p), step, "i")[:1]
    return program("permuted", {"N": n}, {"a": (N,), "p": ((N,), "int64")}, define)


def jax_permuted(jnp, size, a, p):
    order = [int(k) for k in p]
    for i in range(size["N"]):
        here = order[i]
        there = min(int(abs(np.asarray(jax_value(a[here])))), size["N"] - 1)
        a = a.at[here].set(a[there] * a[i])
        a = a.at[there].add(jnp.sin(a[here]))
        order[there] = order[size["N"] - 1 - i]
    return (a,)


def jax_value(x):
    """The number behind a traced value."""
    while hasattr(x, "primal"):
        x = x.primal
    return x


def julia(steps=4) -> Program:
    """z <- z^2 + c in complex numbers."""
    def define(b, z, c0):
        def step(c, t, w):
            return (c.store(c.add(c.mul(w, w), c0), container="z"),)
        (w,) = loop(b, T, (b.store(z, container="z"),), step)
        return w, b.magnitude(w)
    return program("julia", {"N": 3, "T": steps}, {"z0": ((N,), "complex"), "c": ((), "complex")}, define)


def jax_julia(jnp, size, z, c):
    for _ in range(size["T"]):
        z = z * z + c
    return z, jnp.abs(z)


# branches

def branches(n=7) -> Program:
    """A branch in a loop that changes an array in place on one side only."""
    def define(b, a, w):
        def step(c, i, x, s):
            here = c.slice(x, at=(At(i),))
            then, other = c.child(), c.child()
            new = then.mul(then.mul(here, then.slice(x, at=(At(i - 1),))), w)
            changed = then.call("update", x, new, at=(At(i),), container="a")
            x1, s1 = c.cond(c.gt(here, c.const(1.0)), then.block((), (changed, then.mul(s, here))),
                            other.block((), (x, other.add(s, other.exp(here)))), ("a", None))
            return x1, c.add(s1, c.slice(x1, at=(At(i),)))
        return loop(b, N - 1, (a, b.const(1.0)), step, "i", 1)
    return program("branches", {"N": n}, {"a": (N,), "w": ()}, define)


def jax_branches(jnp, size, a, w):
    s = 1.0
    for i in range(1, size["N"]):
        if a[i] > 1.0:
            s = s * a[i]
            a = a.at[i].set(a[i] * a[i - 1] * w)
        else:
            s = s + jnp.exp(a[i])
        s = s + a[i]
    return a, s


# straight lines

def _where(b, x, y):
    big = b.gt(x, y)
    return b.select(big, b.mul(x, y), b.sub(x, y)), b.maximum(x, b.const(1.0)), b.minimum(x, y)


def _reductions(b, x):
    return b.prod(x, axes=(1,)), b.max(x, axes=(0,)), b.min(x, axes=(0, 1)), b.cumsum(x, axis=1), b.cumprod(x, axis=0), \
        b.sum(b.mul(x, b.sum(x, axes=(0,))), axes=(0, 1))


def _gather(b, x, i):
    taken = b.slice(x, i, at=(Pick(0),))
    spread = b.update_add(b.mul(x, x), b.mul(taken, taken), i, at=(Pick(0),))
    return b.mul(spread, x), taken


def _views(b, x):
    t = b.transpose(x, perm=(1, 0))
    flat = b.reshape(b.mul(t, t), shape=(N * M,))
    back = b.slice(flat, at=(Cut(N * M - 1, N * M, -1),))
    joined = b.concatenate(back, flat, axis=0)
    return b.mul(joined, joined), b.slice(x, at=(cut(0, N, 2), At(ONE)))


def _chain(b, x, y, z):
    return (b.einsum(b.einsum(x, y, spec="ij,jk->ik"), z, spec="ij,j->i"),)


CASES: dict[str, Case] = {}


def case(name: str, made: Program, inputs: Sequence[Any], function: Callable, loose: float = 1e-11) -> None:
    CASES[name] = Case(made, tuple(inputs), function, loose)


case("heat", heat(), (_random(1, 9, 8), 0.2), jax_heat)
case("heat with no trips", heat(steps=0), (_random(1, 9, 8), 0.2), jax_heat)
case("burgers", burgers(), (_random(2, 12), 0.05, 0.3, 0.02), jax_burgers)
case("burgers with no trips", burgers(steps=0), (_random(2, 12), 0.05, 0.3, 0.02), jax_burgers)
case("gauss seidel", gauss_seidel(), (_random(3, 6, 5), _random(4, 6, 5)), jax_gauss_seidel)
case("double buffer", double_buffer(), (_random(5, 7), _random(6, 7)), jax_double_buffer)
case("logistic", logistic(), (0.3, 3.4), jax_logistic)
case("feeding", feeding(9), (0.8, 0.3, _random(29, 9)), jax_feeding)
case("feeding with no trips", feeding(0), (0.8, 0.3, _random(29, 9)), jax_feeding)
case("recurrence", recurrence(), (_random(7, 8), _random(8, 8)), jax_recurrence)
case("triangular", triangular(), (_random(9, 6, 6), _random(10, 6)), jax_triangular)
case("inner rows", inner_rows(), (_random(11, 5),), jax_inner_rows)
case("newton", newton(), (_random(12, 3) * 3,), jax_newton)
case("conjugate gradients", conjugate_gradients(), (_random(13, 6, 6), _random(14, 6)), jax_conjugate_gradients)
case("residuals", residuals(), (_random(26, 5),), jax_residuals)
case("permuted", permuted(), (_random(27, 5) * 3, np.array([3, 0, 4, 1, 2])), jax_permuted)
case("julia", julia(), (_random(28, 3) * 0.5 + 0.3j, 0.1 - 0.2j), jax_julia)
case("branches", branches(), (_random(15, 7), 1.3), jax_branches)
case("where", program("where", {"N": 5}, {"x": (N,), "y": (N,)}, _where), (_random(16, 5), _random(17, 5)),
     lambda jnp, size, x, y: (jnp.where(x > y, x * y, x - y), jnp.maximum(x, 1.0), jnp.minimum(x, y)))
case("reductions", program("reductions", {"N": 4, "M": 3}, {"x": (N, M)}, _reductions), (_random(18, 4, 3),),
     lambda jnp, size, x: (jnp.prod(x, 1), jnp.max(x, 0), jnp.min(x), jnp.cumsum(x, 1), jnp.cumprod(x, 0), jnp.sum(x * jnp.sum(x, 0))))
case("gather", program("gather", {"N": 6, "M": 4}, {"x": (N,), "i": ((M,), "int64")}, _gather),
     (_random(19, 6), np.array([1, 3, 3, 0])),
     lambda jnp, size, x, i: ((x * x).at[i].add(x[i] * x[i]) * x, x[i]))
case("views", program("views", {"N": 4, "M": 3}, {"x": (N, M)}, _views), (_random(20, 4, 3),),
     lambda jnp, size, x: (jnp.concatenate([(x.T * x.T).ravel()[::-1], (x.T * x.T).ravel()]) ** 2, x[::2, 1]))
case("broadcasts", program("broadcasts", {"N": 4, "M": 3}, {"x": (N, M), "y": (M,), "s": ()},
                           lambda b, x, y, s: (b.mul(b.add(x, y), s), b.add(b.broadcast(s, shape=(M,)), b.mul(y, s)),
                                               b.update(x, y, at=(cut(0, N - 1),)),
                                               b.mul(x, b.slice(x, at=(cut(0, N), cut(0, 1)))))),
     (_random(21, 4, 3), _random(22, 3), 0.7),
     lambda jnp, size, x, y, s: ((x + y) * s, s + y * s, x.at[:-1].set(y), x * x[:, :1]))
case("matmul chain", program("chain", {"N": 4, "M": 3, "T": 5}, {"x": (N, M), "y": (M, T), "z": (T,)}, _chain),
     (_random(23, 4, 3), _random(24, 3, 5), _random(25, 5)), lambda jnp, size, x, y, z: (x @ y @ z,))
