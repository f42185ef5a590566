"""Gradients by DaCe's autodiff, in the Python where DaCe is installed, beside those of precis.

The function is taken unmodified, as by benchmarks.dace_apart, but called by a written program that ends in one number, the sum of all
that the function returns or changes (DaCe differentiates one number): numbers among the arguments are arrays of one element there, and
what the function changes is given as a copy. Both programs are compiled as DaCe simplifies them; its auto_optimize is for programs
without gradients. Time is that of prepared calls, memory counts the arrays that a call holds beside its arguments.
"""

from __future__ import annotations

import importlib.util
import inspect
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.dace_apart import NUMBERS, RESULTS, alone, annotated, program_of
from benchmarks.outcome import arrays_of, difference, fresh, tolerance
from benchmarks.records import read_record, run_limited, write_record
from benchmarks.timing import geometric_mean, on_fresh, table

TOTAL = "precis_total"
ALIKE = 1e-8  # largest relative 2-norm difference of two gradients, all arguments together, that counts as agreement
STAGES = ("the forward program", "differentiating", "compiling and running the gradient")
WRONG = "comparing the gradient with that of precis"

COLUMNS = ("program", "plain / forward, precis", "plain / forward, DaCe", "plain, DaCe / precis", "plain, precis [MB]", "DaCe [MB]")


def gradients_apart(python: str, name: str, size: str, turns: int, budget: float, limit: float,
                    expected: Sequence[np.ndarray]) -> dict[str, Any]:
    """{"forward", "both" in seconds, "memory" of both in bytes} or {"stage", "failure"}: what DaCe does where its gradients are `expected`,
    those of the sum of all floating results by every floating argument, in order."""
    with tempfile.TemporaryDirectory() as folder:
        words = [python, "-W", "ignore", "-m", "benchmarks.dace_gradients", name, size, str(turns), str(budget), str(limit), folder]
        failure = run_limited(words, limit)
        numbers = read_record(Path(folder) / NUMBERS) or {"stage": STAGES[0]}
        if failure and "failure" not in numbers:
            return {"stage": numbers["stage"], "failure": failure}
        if "failure" in numbers:
            return numbers
        with np.load(Path(folder) / RESULTS, allow_pickle=False) as file:
            found = [file[f"r{k}"] for k in range(len(file.files))]
    gap = difference(*(np.concatenate([np.ravel(a) for a in arrays]) for arrays in (expected, found)))
    return numbers if gap <= ALIKE else {"stage": WRONG, "failure": f"differs by {gap:.2g}"}


def page(records: Sequence[dict[str, Any]]) -> str:
    """DaCe beside precis: how often it differentiates, the programs where it is right, why the others are missing."""
    asked = [r for r in records if "dace" in r]
    if not asked:
        return ""
    right = [r for r in asked if "both" in r["dace"] and "ratios" in r]
    rows = [_row(r) for r in right]
    mean = ("geometric mean", *(geometric_mean([row[k] for row in rows]) for k in (1, 2, 3)), "", "")
    text = (f"\nDaCe differentiates {len(right)} of {len(asked)} programs as precis does:\n\n"
            + table(COLUMNS, [*rows, mean]))
    for stage in (*STAGES, WRONG):
        missing = [r for r in asked if r["dace"].get("stage") == stage and "both" not in r["dace"]]
        text += f"\nEnds at {stage}: {len(missing)}\n\n" + "".join(f"- {r['name']}: {r['dace']['failure']}\n" for r in missing)
    return text


def _row(r: dict[str, Any]) -> tuple[Any, ...]:
    both, forward, memory = (r["dace"][k] for k in ("both", "forward", "memory"))
    held_there = "" if memory is None else memory / 1e6
    return r["name"], r["ratios"]["plain"], both / forward, both / r["seconds"]["plain"], r["memory"]["plain"] / 1e6, held_there


def _run(name: str, size: str, turns: int, budget: float, folder: Path) -> None:
    write_record(folder / NUMBERS, {"stage": STAGES[0]})
    from dace.autodiff import add_backward_pass  # pyright: ignore[reportMissingImports]

    function, arguments = program_of(name, size)
    program, given, total = summed(function, arguments, folder)
    forward, both = (program.to_sdfg(*given.values(), simplify=True) for _ in range(2))
    both.name += "_both"
    passed = {k: v for k, v in given.items() if k in forward.arglist()}
    run = prepared(forward, passed)
    run()
    if not difference(total, passed[TOTAL][0]) <= tolerance(total):
        raise ArithmeticError(f"wrong: the sum is {passed[TOTAL][0]:.6g}, not {total:.6g}")
    write_record(folder / NUMBERS, {"stage": STAGES[1]})
    floating = [k for k, v in given.items() if _is_floating(v) and k != TOTAL]
    add_backward_pass(both, outputs=[TOTAL], inputs=[k for k in floating if k in passed])
    write_record(folder / NUMBERS, {"stage": STAGES[2]})
    bars = {k: np.zeros_like(v) for k, v in passed.items() if k in floating} | {TOTAL: np.ones(1)}
    reverse = prepared(both, passed | {f"gradient_{k}": v for k, v in bars.items()})
    reverse()
    np.savez(folder / RESULTS, **{f"r{k}": bars.get(name, np.zeros_like(given[name])) for k, name in enumerate(floating)})
    times = on_fresh({"forward": run, "both": reverse}, tuple, turns, budget)
    write_record(folder / NUMBERS, {k: t.best for k, t in times.items()} | {"memory": held(both)})


def summed(function: Callable, arguments: Sequence[Any], folder: Path) -> tuple[Any, dict[str, Any], np.ndarray]:
    """(a DaCe program whose last argument becomes the sum of the function's floating results, its arguments by name, that sum by NumPy)."""
    names = list(inspect.signature(function).parameters)[: len(arguments)]
    mine = fresh(arguments)
    returned = function(*mine)
    changed = [k for k, (a, b) in enumerate(zip(arguments, mine)) if isinstance(a, np.ndarray) and not np.array_equal(a, b, equal_nan=True)]
    results = {**{f"r{k}": a for k, a in enumerate(arrays_of(returned))}, **{f"{names[k]}_": mine[k] for k in changed}}
    summands = [f"np.sum({name})" if a.ndim else name for name, a in results.items() if a.dtype.kind == "f"]
    if not summands:
        raise ValueError("no real result to be summed")
    values = [f"{n}_" if k in changed else f"{n}[0]" if isinstance(a, (float, np.floating)) else n
              for k, (n, a) in enumerate(zip(names, arguments))]
    left = ", ".join(f"r{k}" for k in range(len(arrays_of(returned))))
    lines = [f"def summed({', '.join([*names, TOTAL])}):", *(f"{names[k]}_ = np.copy({names[k]})" for k in changed),
             f"{left + ' = ' if left else ''}program({', '.join(values)})", f"{TOTAL}[0] = {' + '.join(summands)}"]
    (folder / "precis_summed.py").write_text("import numpy as np\n\n\n" + "\n    ".join(lines) + "\n", encoding="utf-8")
    spec = importlib.util.spec_from_file_location("precis_summed", folder / "precis_summed.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    vars(module)["program"] = annotated(function, arguments, auto_optimize=False)
    given = {n: np.array([a]) if isinstance(a, (float, np.floating)) else a for n, a in zip(names, fresh(arguments))} | {TOTAL: np.zeros(1)}
    total = np.asarray(sum(np.sum(a) for a in results.values() if a.dtype.kind == "f"))
    return annotated(module.summed, list(given.values()), auto_optimize=False), given, total


def _is_floating(value: Any) -> bool:
    return isinstance(value, np.ndarray) and value.dtype.kind == "f"


def prepared(sdfg: Any, passed: dict[str, Any]) -> Callable[[], None]:
    """A call of a compiled program whose arguments are converted once."""
    compiled = sdfg.compile()
    compiled.initialize(**passed)
    every, first = compiled.construct_arguments(**passed)
    return lambda: compiled.fast_call(every, first)


def held(sdfg: Any) -> int | None:
    """Bytes of the arrays that a program holds beside its arguments; None where some of their sizes are known at run time only."""
    sizes = [(a.total_size, a.dtype.bytes) for _, _, a in sdfg.arrays_recursive() if a.transient]
    return None if any(getattr(count, "free_symbols", ()) for count, _ in sizes) else sum(int(count) * each for count, each in sizes)


def main(words: Sequence[str]) -> None:
    """In DaCe's Python: measure one program into a folder."""
    name, size, turns, budget, limit, folder = words
    with alone(Path(folder), float(limit)):
        _run(name, size, int(turns), float(budget), Path(folder))


if __name__ == "__main__":
    main(sys.argv[1:])
