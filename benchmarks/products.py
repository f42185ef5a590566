"""Square matrix products in formats that the processor multiplies natively, side by side.

    python -m benchmarks.products

The contenders take turns; ratios are medians over the turns, errors are those against binary64 in the 2-norm.
"""

from __future__ import annotations

import numpy as np

from benchmarks.options import parser_of
from benchmarks.timing import machine, side_by_side, table
from precis.emit.engine import compile as compile_native
from precis.formats import Assignment
from precis.ir.call import bind
from precis.lift import lift

SIZES = (128, 256, 512, 1024, 2048)


def multiply(a, b):
    return a @ b


def assignments(site: str) -> dict[str, Assignment]:
    narrow = Assignment.uniform("binary32")
    halves = narrow.with_compute({site: "bfloat16"}).with_accumulate({site: "binary32"})
    return {"binary64": Assignment.uniform("binary64"), "binary32": narrow, "bfloat16 factors": halves,
            "stored in bfloat16": halves.with_storage(a="bfloat16", b="bfloat16"),
            "bf16x3": narrow.with_compute({site: "bf16x3"}).with_accumulate({site: "binary32"})}


def row(n: int) -> tuple[str, ...]:
    rng = np.random.default_rng(n)
    arguments = rng.normal(size=(n, n)), rng.normal(size=(n, n))
    program = lift(multiply, *arguments)
    arrays, binding = bind(program, arguments)
    site = next(node.site for node in program.body.walk() if node.op == "einsum")
    compiled = {name: compile_native(program, a) for name, a in assignments(site).items()}
    exact = compiled["binary64"].run(arrays, binding)[0]
    errors = {name: np.linalg.norm(c.run(arrays, binding)[0] - exact) / np.linalg.norm(exact) for name, c in compiled.items()}
    calls = {name: c.native_call(list(arrays), dict(binding)) for name, c in compiled.items()}
    times = side_by_side(calls)  # type: ignore[arg-type]
    wide = times.pop("binary64")
    return (str(n), f"{wide.median * 1e3:.3g}", *(f"{t.ratio(wide):.2f} ({errors[name]:.1e})" for name, t in times.items()))


def main() -> None:
    parser_of("products", __doc__).parse_args()
    print(f"Measured on {machine()}; arrays lie in memory in the formats of each column. Speed over binary64 (error).\n")
    names = [name for name in assignments("any") if name != "binary64"]
    print(table(("side", "binary64 [ms]", *names), [row(n) for n in SIZES]))


if __name__ == "__main__":
    main()
