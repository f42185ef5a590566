"""Random programs of loop nests: what an engine fuses, splits, turns and takes apart. The same for the same seed.

Nests over single elements with offsets, triangles and loops that run backwards, rows as slices, parts by stride, stencils that swap
their arrays, recurrences, sums and extremes in loops, tallies, gathers, scatters, integers, binary32 and complex numbers. Expressions
keep numbers near 1.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

SAMPLES = ((7, 5), (33, 20), (70, 41), (4, 3))  # n and m


def arguments(seed: int, n: int, m: int) -> tuple[Any, ...]:
    """Arguments of `f(a, b, A, B, F, q, c, x, k)`."""
    r = np.random.default_rng(seed)
    return (r.uniform(0.5, 1.5, n), r.uniform(0.5, 1.5, n), r.uniform(0.5, 1.5, (n, m)), r.uniform(0.5, 1.5, (n, m)),
            r.uniform(0.5, 1.5, (n, m)).astype(np.float32), r.integers(0, 64, n), r.uniform(0.5, 1.5, n) + 1j * r.uniform(-0.5, 0.5, n),
            float(r.uniform(0.8, 1.2)), int(r.integers(0, 4)))


@dataclass(frozen=True)
class Loop:
    """`for index in range(bounds)`, and how far from `index` an element before it and one after it lie; 0: there is none."""

    index: str
    bounds: str
    before: int = 0
    after: int = 0

    @property
    def head(self) -> str:
        return f"for {self.index} in range({self.bounds}):"


ROWS = (Loop("i", "n"), Loop("i", "1, n", 1), Loop("i", "n - 2, -1, -1", 0, 1), Loop("i", "1, n - 1", 1, 1), Loop("i", "2, n, 2", 2))
COLUMNS = (Loop("j", "m"), Loop("j", "1, m", 1), Loop("j", "m - 2, -1, -1", 0, 1), Loop("j", "1, m - 1", 1, 1), Loop("j", "min(i, m)"),
           Loop("j", "i % m, m"), Loop("j", "1, m, 2", 1), Loop("j", "k % 3 + 1"))


@dataclass
class Writer:
    random: random.Random

    def one(self, *options: Any) -> Any:
        return self.random.choice(options)

    def either(self, *texts: str) -> list[str]:
        """The lines of one of the texts."""
        return self.one(*texts).split("\n")

    def expression(self, atoms: Sequence[str], depth: int = 2) -> str:
        """Of single elements or of arrays."""
        if depth == 0 or self.random.random() < 0.15:
            return self.random.choice(atoms)
        u, v = self.expression(atoms, depth - 1), self.expression(atoms, depth - 1)
        return self.one(f"0.5 * ({u} + {v})", f"({u} - 0.5 * {v})", f"0.5 * {u} * {v}", f"{u} / (1.0 + {v} * {v})", f"np.sin({u})",
                        f"np.sqrt(np.abs({u}))", f"np.tanh({u} + {v})", f"np.minimum({u}, {v})", f"np.maximum({u}, x)", f"np.abs({u})",
                        f"np.where({u} > {v}, {u}, 0.5 * {v})", f"0.25 * ({u}) ** 2", f"(0.7 * {u} + 0.2)")

    def test(self, atoms: Sequence[str]) -> str:
        return self.one(f"{self.one(*atoms)} > {self.one(*atoms, 'x')}", f"{self.one(*atoms)} < x", "k % 2 == 0")

    # Nests over single elements

    def elements(self, rows: Loop, columns: Loop) -> list[str]:
        """Elements of arrays around (i, j)."""
        places = [("i", "j"), ("i", "j")]
        places += [(f"i - {rows.before}", "j")] * bool(rows.before) + [("i + 1", "j")] * bool(rows.after)
        places += [("i", "j - 1")] * bool(columns.before) + [("i", "j + 1")] * bool(columns.after)
        places += [("i - 1", "j - 1")] * bool(rows.before and columns.before) + [("i - 1", "j + 1")] * bool(rows.before and columns.after)
        around = [f"{self.one('A', 'A', 'B', 'F')}[{i}, {j}]" for i, j in places]
        return [*around, "a[i]", "b[i]", "x", f"A[{self.one('0', 'n - 1', 'k')}, j]", "B[q[i] % n, j]"]

    def store(self, atoms: Sequence[str]) -> list[str]:
        """Statements of the innermost loop."""
        to = f"{self.one('A', 'A', 'B', 'F')}[i, j]"
        e = self.expression(atoms)
        return self.either(
            f"{to} = {e}", f"{to} = {e}", f"{to} += 0.1 * {e}",
            f"t = {e}\n{to} = t\nB[i, j] = 0.5 * t + 0.25 * {self.one(*atoms)}",
            f"if {self.test(atoms)}:\n    {to} = {e}",
            f"if {self.test(atoms)}:\n    {to} = {e}\nelse:\n    {to} *= 0.5",
            f"{to} = {e}\na[i] = 0.5 * a[i] + 0.1 * {to}",
            f"x = 0.9 * x + 0.01 * float({e})\n{to} = {self.expression(atoms, 1)}")

    def nest(self) -> list[str]:
        rows, columns = self.one(*ROWS), self.one(*COLUMNS)
        return [rows.head, f"    {columns.head}", *(f"        {line}" for line in self.store(self.elements(rows, columns)))]

    def turned(self) -> list[str]:
        """Columns in the outer loop."""
        rows, columns = Loop("i", "1, n", 1), Loop("j", self.one("m", "1, m"))
        return [columns.head, f"    {rows.head}", *(f"        {line}" for line in self.store(self.elements(rows, columns)))]

    def gathered(self) -> list[str]:
        """A row's sum, extreme, position or recurrence."""
        rows, columns = self.one(*ROWS), self.one(*COLUMNS)
        atoms = [e for e in self.elements(rows, columns) if e != "a[i]"]
        e = self.expression(atoms)
        start, body, end = self.one(
            ("0.0", f"s += {e}", "0.1 * s"),
            ("b[i]", f"s = 0.5 * s + 0.25 * {e}", "s"),
            ("0.0", f"s = max(s, {e})", "s"),
            ("9.0", f"s = min(s, {e})", "s"),
            ("-9.0", f"if {e} > s:\n    s = {self.one(*atoms)}\n    k = j", "np.tanh(s)"),
            ("0.0", f"if {self.test(atoms)}:\n    s += {e}", "0.1 * s"),
            ("0.0", f"if {self.test(atoms)}:\n    break\ns += {e}", "0.1 * s"),
            ("0.0", f"if {self.test(atoms)}:\n    continue\ns += {e}\nA[i, j] = 0.1 * s", "0.1 * s"),
            ("1.0", f"s *= 0.8 + 0.1 * {e}", "s"),
            ("0.0", "s += A[i, j] * B[i, j]\nr += A[i, j]", "s / (1.0 + r * r)"))
        return [rows.head, f"    s, r = {start}, 0.0", f"    {columns.head}", *(f"        {line}" for line in body.split("\n")),
                f"    a[i] = {end}"]

    def deep(self) -> list[str]:
        """Three loops: products, and steps of a nest."""
        count, factor = self.one("m", "j", "j + 1", "min(i, m)"), self.one("i, p", "p % n, j", "j % n, p")
        product = (f"for i in range(n):\n    for j in range(m):\n        s = 0.0\n        for p in range({count}):\n"
                   f"            s += A[i, p] * B[{factor}]\n        {self.one('A', 'B', 'F')}[i, j] = 0.1 * s")
        elimination = (f"for p in range(min(n, m)):\n    for i in range({self.one('p + 1, n', 'n')}):\n"
                       "        A[i, p] /= 1.0 + A[p, p] * A[p, p]\n"
                       f"        for j in range({self.one('p + 1, m', 'm')}):\n            A[i, j] -= 0.1 * A[i, p] * A[p, j]")
        return self.either(product, elimination, "\n    ".join(["for p in range(3):", *self.nest()]),
                           "\n    ".join(["for p in range(k + 1):", *self.sliced()]))

    # Rows, parts and whole arrays

    def sliced(self) -> list[str]:
        down = self.expression(["A[i - 1]", "A[i]", "B[i]", "a[i]", "x"])
        up = self.expression(["A[i + 1, 1:]", "A[i, :-1]", "B[i, 1:]", "A[i, 1:]", "a[i]"])
        left = self.expression(["A[:, j - 1]", "A[:, j]", "B[:, j]", "a", "x"])
        part = self.expression([self.one("A[i, :j]", "B[i, :j]"), "A[i - 1, :j]", f"B[i, {self.one('0', 'j')}]"])
        X, Y = self.one("A", "B"), self.one("A", "B")
        return self.either(
            f"for i in range(1, n):\n    {X}[i] = {down}",
            f"for i in range(n - 2, -1, -1):\n    A[i, 1:] = {up}",
            f"for j in range(1, m):\n    {X}[:, j] = {left}",
            f"for i in range(1, n):\n    j = min(i, m - 1)\n    A[i, :j] {self.one('=', '-= 0.1 *', '+= 0.1 *')} {part}",
            f"for i in range(1, n):\n    j = min(i, m)\n    {self.one('a[i]', 'A[i, 0]')} = 0.1 * {X}[i, :j] @ {Y}[i - 1, :j]")

    def strided(self) -> list[str]:
        """Every second row or column, or both halves one after the other."""
        first, parts = self.one(0, 1), self.one(("{0}[0:n // 2 * 2:2]", "{0}[1::2]"), ("{0}[:, 0:m // 2 * 2:2]", "{0}[:, 1::2]"))
        atoms = [part.format(name) for part in parts for name in "AB"] + ["x"]
        return [f"{parts[k].format(self.one('A', 'A', 'B'))} {self.one('=', '=', '+= 0.1 *', '*= 0.5 *')} {self.expression(atoms)}"
                for k in (first, 1 - first)[:self.one(1, 2, 2)]]

    def stencil(self) -> list[str]:
        atoms = ["A[1:-1, 1:-1]", "A[2:, 1:-1]", "A[:-2, 1:-1]", "A[1:-1, 2:]", "A[1:-1, :-2]", "B[1:-1, 1:-1]", "A[2:, 2:]", "x"]
        step = f"{self.one('A', 'B')}[1:-1, 1:-1] = {self.expression(atoms, 3)}"
        more = self.one([], ["A, B = B, A"], ["B[0] = A[-1]"], ["A[:, 0] = a"], ["B[:] = A"])
        return [f"for p in range({self.one('3', 'k + 1')}):", *(f"    {line}" for line in (step, *more))]

    def vector(self) -> list[str]:
        e = self.expression(["a", "b", "A[:, 0]", "A[:, -1]", "a[::-1]", "b[q % n]", "A[np.arange(n), q % m]", "np.roll(a, 1)", "c.real", "x",
                             "A.sum(axis=1) / m"])
        return [self.one(f"a = {e} + 0.0 * b", f"b[:] = {e}", f"a[q % n] = {e} + 0.0 * b", f"A[:, 0] = {e}", f"c = c * 0.5 + {e}",
                         f"A += 0.1 * ({e} + 0.0 * b)[:, None]")]

    def matrix(self) -> list[str]:
        e = self.expression(["A", "B", "A[::-1]", "A[:, ::-1]", "a[:, None]", "A[0]", "F", "A[q % n]", "A.mean(axis=0)",
                             "B.max(axis=1, keepdims=True)", "x"])
        return [self.one(f"A = {e} + 0.0 * B", f"B[:] = {e}", f"A[:] = {e}", f"F[:] = {e}", "A[A > x] = 0.5 * x", "B[b > x] *= 0.5",
                         f"A = np.cumsum(A, axis={self.one(0, 1)}) / (n + m)", "B[:] = 0.1 * A @ (A.T @ B) / n", "A = np.sort(A, axis=1)",
                         f"F *= {self.one('F', 'np.float32(0.5)')}", f"A[1:] = {self.one('A', 'B')}[:-1]", "A[:, 1:] -= 0.5 * A[:, :-1]")]

    def number(self) -> list[str]:
        return [self.one("x = 0.5 + 0.5 * np.tanh(A.sum() / A.size)", "x = float(a.max())", "k = int(np.argmax(a)) % 4", "k = int(q[-1]) % 5",
                         "x = float(A[0, 0]) * 0.5 + 0.4", "k = int(np.count_nonzero(a > x)) % 4", "x = float(np.min(B))",
                         "x = 0.5 * x + 0.1 * float(np.abs(c).sum()) / n")]

    def integers(self) -> list[str]:
        u = self.one("q[i - 1]", "q[i]", "q[n - 1 - i]")
        return self.either(
            f"for i in range(1, n):\n    q[i] = (q[i - 1] * 5 + {u} + 3) & 63",
            f"h = np.zeros(8, dtype=np.int64)\nfor i in range(n):\n    h[q[i] & 7] += {self.one('1', 'q[i] % 3', 'i')}\nq[:3] = h[:3]",
            f"for i in range(n):\n    if {self.one('q[i] % 2 == 0', 'a[i] > x')}:\n        q[i] = {self.one('q[i] // 2', '-q[i] % 7', 'i')}",
            "t = 0\nfor i in range(n):\n    t = (t * 31 + int(q[i])) % 1009\nk = t % 4",
            "h = np.bincount(q & 7, minlength=8)\nk = int(h[0]) % 4", "q[1:] -= q[:-1]\nq %= 50",
            "q = (q << 1 ^ q >> 2) & 63", "q[1:] = (q[1:] + q[:-1]) % 17", "q = q[::-1].copy()", "q = np.cumsum(q) % 61",
            "q = np.argsort(a, kind='stable')")

    def scattered(self) -> list[str]:
        e = self.expression(["b[i]", "A[i, 0]", "A[q[i] % n, 1]", "x"])
        return self.either(
            f"for i in range(n):\n    j = q[i] % n\n    a[j] {self.one('+= 0.1 *', '=', '= 0.5 * a[j] +')} {e}",
            f"h = np.zeros(8)\nfor i in range(n):\n    h[q[i] & 7] += {e}\nb += 0.1 * h[q & 7]",
            f"for i in range(n):\n    for j in range(m):\n        A[q[i] % n, j] += 0.1 * {self.one('B[i, j]', 'a[i]')}",
            "np.add.at(a, q % n, 0.1 * b)", "a += 0.1 * np.bincount(q % n, weights=b, minlength=n)")

    def recurrence(self) -> list[str]:
        e = self.expression(["a[i - 1]", "b[i]", "a[i]", "A[i, 0]", "x"])
        return self.either(
            f"for i in range(1, n):\n    a[i] = {e}",
            "for i in range(n - 2, -1, -1):\n    a[i] = 0.5 * a[i] + 0.3 * a[i + 1] * b[i]",
            "for i in range(1, n):\n    c[i] = 0.5 * c[i - 1] * (0.6 + 0.5j) + b[i]",
            "for i in range(2, n):\n    b[i] = 0.4 * b[i - 1] - 0.3 * b[i - 2] + 0.1 * a[i]",
            "s = x\nfor i in range(n):\n    s = 0.9 * s + 0.1 * a[i]\n    b[i] = s",
            f"t = 0\nwhile t < n and a[t] {self.one('<', '>')} x:\n    a[t] *= 0.5\n    t += 1",
            "a = np.minimum.accumulate(a)", "c = c * np.conj(c[::-1])\na[:] = np.abs(c)")

    def statement(self, depth: int = 0) -> list[str]:
        if depth == 0 and self.random.random() < 0.12:
            return [f"if {self.one('x > 1.0', 'k % 2 == 0', 'a[0] > b[-1]', 'q[0] > 31')}:", *self.block(),
                    *self.one([], ["else:", *self.block()])]
        nests = (self.nest, self.nest, self.nest, self.gathered, self.gathered, self.turned, self.deep, self.recurrence)
        arrays = (self.sliced, self.sliced, self.strided, self.stencil, self.vector, self.matrix)
        return self.random.choice((*nests, *arrays, self.number, self.integers, self.scattered))()

    def block(self) -> list[str]:
        return [f"    {line}" for _ in range(self.random.randint(1, 2)) for line in self.statement(1)]


def programs(seed: int) -> str:
    """A module with `f(a, b, A, B, F, q, c, x, k)`: vectors, matrices, one in binary32, integers, complex numbers, a float, an int."""
    writer = Writer(random.Random(seed))
    lines = ["n, m = A.shape", *(line for _ in range(writer.random.randint(2, 6)) for line in writer.statement()),
             "return a, b, A, B, F, q, c, x, k"]
    return "import numpy as np\n\n\ndef f(a, b, A, B, F, q, c, x, k):\n" + "".join(f"    {line}\n" for line in lines)
