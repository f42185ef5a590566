"""Errors of the elementary functions that emitted code and the interpreter really call, beside what bounds assume of them.

`python -m benchmarks.libm [SAMPLES]` writes benchmarks/LIBM.md. Exact values are arb's, with 160 bits.
"""

from __future__ import annotations

import math
import platform
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import flint
import numpy as np

from benchmarks.options import parser_of
from precis.bitwidth.bound.elementary import METHODS
from precis.bitwidth.bound.ulps import DOCUMENTED, ULPS
from precis.emit import engine
from precis.formats import FORMATS, Assignment, Format
from precis.ir.arithmetic import NumpyArithmetic
from precis.ir.build import Build
from precis.ir.canonical import canonical
from precis.ir.interpret import interpret
from precis.ir.size import Size
from precis.ir.trees import Leaf
from precis.ir.types import Container, Program

STRIDE = 1031  # binary32 functions of one argument: every 1031st of all numbers
FARTHEST = 1e6  # argument of sin, cos and tan
PAGE = Path(__file__).with_name("LIBM.md")
SAMPLES = 60_000
BITS = 160
TWO = {"pow": lambda x, y: x**y, "arctan2": lambda x, y: flint.arb.atan2(x, y), "hypot": lambda x, y: (x * x + y * y).sqrt()}
# function: (lowest, highest) ends of ranges that are sampled evenly, and orders of magnitude of those sampled evenly in the logarithm
Span = tuple[float, float]
EVEN: dict[str, tuple[Span, ...]] = {
    "exp": ((-87, 88), (-1, 1)), "exp2": ((-126, 127), (-1, 1)), "expm1": ((-20, 88), (-1, 1)), "log": ((0.5, 2), (0.99, 1.01)),
    "log2": ((0.5, 2), (0.99, 1.01)), "log10": ((0.5, 2), (0.99, 1.01)), "log1p": ((-0.9, 3), (-0.01, 0.01)),
    "sin": ((-4, 4), (-1e5, 1e5)), "cos": ((-4, 4), (-1e5, 1e5)), "tan": ((-4, 4), (-1e5, 1e5)),
    "arcsin": ((-1, 1), (0.99, 1)), "arccos": ((-1, 1), (0.99, 1)),
    "arctan": ((-4, 4),), "sinh": ((-88, 88), (-2, 2)), "cosh": ((-88, 88), (-2, 2)), "tanh": ((-10, 10), (-1, 1)),
    "arcsinh": ((-4, 4),), "arccosh": ((1, 4), (1, 1.01)), "arctanh": ((-1, 1), (-0.1, 0.1)), "erf": ((-4, 4), (-1, 1)),
    "erfc": ((-3, 9), (0, 2)), "tgamma": ((0.1, 34), (-5, 0), (0.9, 2.1)), "lgamma": ((0.1, 40), (-5, 0), (0.9, 2.1), (-4, -3.9)),
    "cbrt": ((-8, 8), (1, 8)), "rsqrt": ((0.1, 8), (1, 4)), "logistic": ((-30, 30), (-2, 2)), "pow": ((0.1, 10), (0.9, 1.1)),
    "arctan2": ((-4, 4),), "hypot": ((-4, 4), (1, 2))}  # fmt: skip
POSITIVE = ("log", "log2", "log10", "rsqrt", "pow")
BOUNDED = ("exp", "exp2", "expm1", "sinh", "cosh", "erfc", "tgamma", "logistic", "arcsin", "arccos", "arctanh", "pow", "log1p", "lgamma")


def program(*functions: str) -> Program:
    """Functions of two arrays, one result each."""
    b = Build()
    x, y = (b.value(name, (Size.of("N"),), "real", name) for name in "xy")
    results = tuple(b.call(f, x, y) if f in TWO else b.call(f, x) for f in functions)
    containers = tuple(Container(n, x.shape, "real", "input") for n in "xy")
    arguments = (("x", Leaf("value", "x")), ("y", Leaf("value", "y")), ("N", Leaf("size", Size.of("N"))))
    returns = tuple(Leaf("value", r.name) for r in results)
    return canonical(Program("libm", (("N", 9),), containers, b.block((x, y), results), arguments, returns, ()))


def samples(f: str, count: int, real: type, rng: np.random.Generator) -> np.ndarray:
    """Arguments of `f`, numbers of the format."""
    spans = EVEN[f]
    parts = [rng.uniform(*span, count // (len(spans) + 1)) for span in spans]
    top = 2 if f in BOUNDED else 30
    sign = 1.0 if f in POSITIVE or f in ("arccosh", "tgamma", "lgamma") else rng.choice([-1.0, 1.0], count)
    spread = np.exp(rng.uniform(-40, math.log(1.0 if f in ("arcsin", "arccos", "arctanh") else top), count)) * sign
    x = np.concatenate([*parts, spread]).astype(real)
    if f == "arccosh":
        x = np.maximum(np.abs(x), real(1.0))
    return x[x > -1] if f == "log1p" else x


def worst(f: str, x: np.ndarray, y: np.ndarray, found: np.ndarray, fmt: Format) -> float:
    """The largest error, in ulps of the exact value."""
    largest = 0.0
    for a, b, value in zip(x.tolist(), y.tolist(), np.asarray(found, float).tolist()):
        if not math.isfinite(value):
            continue
        exact = TWO[f](flint.arb(a), flint.arb(b)) if f in TWO else METHODS[f](flint.arb(a))
        middle = float(exact.mid())
        if not abs(middle) >= float(fmt.min_normal) or math.isinf(middle):
            continue
        error = float(abs(flint.arb(value) - exact).mid()) / math.ldexp(1.0, math.frexp(middle)[1] - fmt.precision)
        largest = max(largest, error)
    return largest


def sweep(f: str) -> float:
    """The largest error of native binary32 over every STRIDEth number, against native binary64, whose own error is some 1e-8 of that."""
    made = program(f)
    narrow, wide = (engine.compile(made, Assignment.uniform(FORMATS[name])) for name in ("binary32", "binary64"))
    largest = 0.0
    numbers = np.arange(1, 2**32, STRIDE, dtype=np.int64).astype(np.uint32).view(np.float32)
    numbers = numbers[np.isfinite(numbers) & ((np.abs(numbers) < FARTHEST) | (f not in ("sin", "cos", "tan")))]
    for x in np.array_split(numbers, 8):
        with np.errstate(all="ignore"):
            found, exact = (np.asarray(run.run((x.astype(t), x.astype(t)), {"N": len(x)})[0], float)
                            for run, t in ((narrow, np.float32), (wide, np.float64)))  # fmt: skip
            normal = np.isfinite(found) & (np.abs(exact) >= 2.0**-126) & (np.abs(exact) < 2.0**128)
            errors = np.abs(found - exact)[normal] / np.ldexp(1.0, np.frexp(exact[normal])[1] - 24)
        largest = max(largest, float(np.max(errors, initial=0.0)))
    return largest


def rows(count: int) -> Iterator[tuple[str, float, float, float]]:
    """Per function the worst error of native binary64, NumPy in binary64, native binary32."""
    flint.ctx.prec = BITS
    rng = np.random.default_rng(5)
    for f in ULPS:
        made, cells = program(f), []
        natives = {name: engine.compile(made, Assignment.uniform(FORMATS[name])) for name in ("binary64", "binary32")}
        runs: tuple[tuple[str, type, Callable[..., Sequence[Any]]], ...] = (
            ("binary64", np.float64, lambda x, y, n=natives: n["binary64"].run((x, y), {"N": len(x)})),
            ("binary64", np.float64, lambda x, y, p=made: interpret(p, (x, y), {"N": len(x)}, arithmetic=NumpyArithmetic())),
            ("binary32", np.float32, lambda x, y, n=natives: n["binary32"].run((x, y), {"N": len(x)})))
        for name, real, run in runs:
            x = samples(f, count, real, rng)
            y = rng.uniform(-8, 8, len(x)).astype(real)
            with np.errstate(all="ignore"):
                cells.append(worst(f, x, y, run(x, y)[0], FORMATS[name]))
        wide, numpy, narrow = cells
        yield f, wide, numpy, narrow if f in TWO else max(narrow, sweep(f))


def page(count: int) -> str:
    lines = [
        "# Elementary functions: errors measured, and assumed by bounds", "",
        f"Made by `python -m benchmarks.libm {count}`: errors in ulps of the exact value (arb, {BITS} bits) at about {2 * count} arguments",
        "per function, where results are normal numbers. Native: what emitted C++ calls (the runtime's own, and the C library's gamma",
        f"functions), in binary32 at every {STRIDE}st number besides. NumPy: what the interpreter calls. Documented: glibc's",
        "sysdeps/x86_64/fpu/libm-test-ulps, found by its own tests. Assumed: what bounds rest on",
        "(precis/bitwidth/bound/ulps.py). Measurements, not proofs.", "",
        f"Machine: {' '.join(platform.libc_ver())}, NumPy {np.__version__}.", "",
        "| function | native binary64 | NumPy binary64 | documented | assumed | native binary32 | documented | assumed |",
        "|---|---:|---:|---:|---:|---:|---:|---:|"]  # fmt: skip
    for f, wide, numpy, narrow in rows(count):
        documented = [str(d) if d is not None else "-" for d in DOCUMENTED.get(f, (None, None))]
        flag = " EXCEEDED" if max(wide, numpy) > ULPS[f][0] or narrow > ULPS[f][1] else ""
        cells = [f"{wide:.3f}", f"{numpy:.3f}", documented[0], f"{ULPS[f][0]:g}", f"{narrow:.3f}", documented[1], f"{ULPS[f][1]:g}"]
        lines.append(f"| {' | '.join([f + flag, *cells])} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = parser_of("libm", __doc__)
    parser.add_argument("samples", nargs="?", type=int, default=SAMPLES, help="of each function")
    text = page(parser.parse_args().samples)
    PAGE.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
