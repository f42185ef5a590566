"""Many random programs, run in every way: `python -m tests.lift.numpy.fuzz --count 1000 --first 0`.

A program that is lifted has to compute what Python computes: interpreted and compiled, and its adjoint has to be its derivative.
Failures are shrunk by leaving out statements, and kept under tests/lift/numpy/found as permanent test cases.
"""

from __future__ import annotations

import argparse
import ast
import collections
import copy
import importlib.util
import re
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import precis
from precis.ad import adjoint
from precis.errors import InputError, UnsupportedProgram
from precis.ir.call import bind
from precis.ir.interpret import interpret
from precis.ir.types import Program
from precis.ir.verify import verify
from precis.lift import lift
from tests.lift.numpy.case import run, same
from tests.lift.numpy.random_arrays import SAMPLES, arguments, programs

FOUND = Path(__file__).with_name("found")
CLOSE, STEP, SECONDS = 1e-10, 1e-6, 60
INVALID = (TypeError, ValueError, IndexError, ZeroDivisionError, OverflowError, NameError)


class TooLong(BaseException):
    """A program that does not end, or a machine that is busy: no finding. No Exception, so that nobody handles it."""


def function_of(source: str, folder: Path) -> Callable[..., Any]:
    """The function f of a module."""
    path = folder / f"random_{abs(hash(source))}.py"
    path.write_text(source)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.f


def outcome(source: str, seed: int, folder: Path, native: bool) -> str:
    """"agrees", "invalid", "too long", "refused: ..." or "FAILS ...: ..."."""
    def stop(*_: Any) -> None:
        raise TooLong
    signal.signal(signal.SIGALRM, stop)
    signal.alarm(SECONDS)
    try:
        return _outcome(source, seed, folder, native)
    except TooLong:
        return "too long"
    finally:
        signal.alarm(0)


def _outcome(source: str, seed: int, folder: Path, native: bool) -> str:
    try:
        f = function_of(source, folder)
        samples = [arguments(seed + k, *sizes) for k, sizes in enumerate(SAMPLES)]
        wanted = [_python(f, copy.deepcopy(s)) for s in samples]
    except (*INVALID, SyntaxError):
        return "invalid"
    if not all(np.all(np.isfinite(np.asarray(x))) for results, _ in wanted for x in results[:8]):
        return "invalid"
    try:
        program = lift(f, *copy.deepcopy(samples[0]))
    except UnsupportedProgram as problem:
        return f"refused: {_general(problem.message)}" if problem.hints else f"FAILS refusal without a hint: {problem.message}"
    except Exception as problem:
        return f"FAILS lifting: {type(problem).__name__}: {_general(str(problem))}"
    return _checked(program, samples, wanted, native)


def _python(f: Callable[..., Any], args: Any) -> tuple[Any, Any]:
    with np.errstate(all="ignore"):
        return f(*args), args


def _checked(program: Program, samples: Sequence[Any], wanted: Sequence[Any], native: bool) -> str:
    ways: list[tuple[str, Callable[..., Any]]] = [("interpreting", lambda *a: run(program, a))]
    try:
        if native:
            compiled = precis.compile(program, quick=True)
            ways.append(("native", compiled))
            if compiled.backend != "native":
                return f"FAILS compiling: {compiled.reason}"
        for way, call in ways:
            for sample, (result, theirs) in zip(samples, wanted):
                ours = copy.deepcopy(sample)
                try:
                    found = call(*ours)
                except InputError:
                    continue  # a guard does not hold for this size
                same(tuple(map(np.asarray, found)), tuple(map(np.asarray, result)), CLOSE, f"FAILS {way}: result")
                same(ours, theirs, CLOSE, f"FAILS {way}: arguments")
        return _derivative(program, samples[0])
    except AssertionError as problem:
        return str(problem).split("\n")[0] if str(problem).startswith("FAILS") else f"FAILS: {problem}"
    except Exception as problem:
        return f"FAILS running: {type(problem).__name__}: {_general(str(problem))}"


def _derivative(program: Program, args: Any) -> str:
    """The adjoint along a random direction, where the program has one derivative from both sides."""
    back = adjoint(program)
    verify(back)
    inputs, binding = bind(program, copy.deepcopy(args))
    random = np.random.default_rng(1)
    real = [k for k, p in enumerate(program.body.params) if p.kind == "real"]
    chosen = [k for k, v in enumerate(program.body.results) if v.kind == "real"]
    directions = {k: random.uniform(-1, 1, inputs[k].shape) for k in real}
    ends = [interpret(program, [x + t * directions[k] if k in directions else x for k, x in enumerate(inputs)], binding)
            for t in (STEP, 0.0, -STEP)]
    bars = [random.uniform(-1, 1, np.shape(ends[0][k])) for k in chosen]
    above, middle, below = (sum(np.sum(b * e[k]) for b, k in zip(bars, chosen)) for e in ends)
    right, left = (above - middle) / STEP, (middle - below) / STEP
    found = sum(np.sum(g * directions[k]) for g, k in zip(interpret(back, [*inputs, *bars], binding), real))
    scale = abs(right) + abs(left) + 1.0
    if abs(right - left) > 1e-3 * scale or not np.isfinite(scale):
        return "agrees"  # a kink or a jump
    return "agrees" if abs(found - (right + left) / 2) <= 1e-3 * scale else f"FAILS adjoint: {found} is not {(right + left) / 2}"


def _general(message: str) -> str:
    """A message without what differs from program to program."""
    return re.sub(r"\b[abABivwxykpqrscdgn]\b|\d+", "_", message)[:110]


def kind_of(found: str) -> str:
    return ":".join(found.split(":")[:2])[:60]


def shorter(source: str) -> Iterator[str]:
    """The source with one statement less, or a block in place of its statement."""
    tree = ast.parse(source)
    f = next(n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == "f")
    for parent in [n for n in ast.walk(f) if isinstance(getattr(n, "body", None), list)]:
        for name in ("body", "orelse"):
            block = getattr(parent, name, None) or []
            for k, statement in enumerate(block):
                if isinstance(statement, ast.Return):
                    continue
                for new in ([], getattr(statement, "body", None)):
                    if new is None:
                        continue
                    setattr(parent, name, [*block[:k], *new, *block[k + 1:]])
                    if getattr(parent, name) or name == "orelse":
                        yield ast.unparse(tree)
                    setattr(parent, name, block)


def shrunk(source: str, fails: Callable[[str], bool], seconds: float = 60.0) -> str:
    """The shortest program found that still fails in the same way."""
    end = time.time() + seconds
    again = True
    while again and time.time() < end:
        again = False
        for candidate in shorter(source):
            if time.time() > end:
                break
            if fails(candidate):
                source, again = candidate, True
                break
    return source


def keep(source: str, seed: int, found: str) -> Path:
    FOUND.mkdir(exist_ok=True)
    path = FOUND / f"seed_{seed}.py"
    path.write_text(f'"""Random program {seed}. {found[:100]}"""\n\n{source}\n')
    return path


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100, help="how many programs")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--native-every", type=int, default=5, help="compile every so many programs; 0: none")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after so long")
    options = parser.parse_args()
    counts: collections.Counter[str] = collections.Counter()
    reasons: collections.Counter[str] = collections.Counter()
    start = time.time()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for seed in range(options.first, options.first + options.count):
            native = bool(options.native_every) and seed % options.native_every == 0
            found = outcome(programs(seed), seed, folder, native)
            counts[found.split(":")[0].split(" ")[0]] += 1
            counts["compiled"] += native and found == "agrees"
            if found.startswith("refused"):
                reasons[found] += 1
            if found.startswith("FAILS"):
                small = shrunk(programs(seed), lambda s: kind_of(outcome(s, seed, folder, native)) == kind_of(found))  # noqa: B023
                print(f"{seed}: {found}\n  kept as {keep(small, seed, found)}", flush=True)
            if seed % 50 == 49:
                print(f"{seed + 1 - options.first} programs, {time.time() - start:.0f} s: {dict(counts)}", flush=True)
            if time.time() - start > options.seconds:
                break
    print(f"{sum(v for k, v in counts.items() if k != 'compiled')} programs: {dict(counts)}")
    for reason, n in reasons.most_common(12):
        print(f"{n:6} {reason}")
    return int(counts["FAILS"] > 0)


if __name__ == "__main__":
    sys.exit(main())
