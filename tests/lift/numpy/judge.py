"""What becomes of a random program: it agrees with Python in every way of running it, a tie decides, there is no derivative, or it is
refused with a hint.

A program that is lifted has to compute what Python computes: interpreted and compiled, and its adjoint has to be its derivative.
"""

from __future__ import annotations

import copy
import importlib.util
import re
import signal
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from precis.ad import adjoint
from precis.ad.activity import FLOATING
from precis.emit.engine import Compiled, compile, compile_all
from precis.errors import BuildError, InputError, UnsupportedProgram
from precis.ir.call import bind, give_back
from precis.ir.emulate import emulate
from precis.ir.interpret import interpret
from precis.ir.types import Program
from precis.ir.verify import verify
from precis.lift import lift
from tests.lift.numpy.case import same
from tests.lift.numpy.grammars import Grammar

STEP, SECONDS = 1e-6, 30
SMALLEST = 1e-3  # results that cancel to less than this are compared as if they were as large: what they are made of is about 1
INVALID = (AttributeError, TypeError, ValueError, IndexError, ZeroDivisionError, OverflowError, NameError)
AGREES, TOO_LONG, TIE, ROOT = "agrees", "too long", "tie", "root"
COMPARED, MARGIN = "A.sum() > B.sum()", 1e-9  # may be equal in real arithmetic: then the order of the additions decides
ROOTS, AWAY = ("np.sqrt(np.abs(", "np.sqrt({room} + np.abs("), 1e-3  # a root of exactly 0 has no derivative: the adjoint says NaN


class TooLong(BaseException):
    """A program that does not end, or takes long to lift: no finding. No Exception, so that nobody handles it."""


@dataclass(frozen=True)
class Lifted:
    """A lifted program, arguments of several sizes, what Python returns and changes for each, and how close to that is right."""

    program: Program
    samples: Sequence[Any]
    wanted: Sequence[tuple[Any, Any]]
    close: float


def limited(work: Callable[..., Any], *args: Any) -> Any:
    """What `work` returns; TOO_LONG where it takes more than SECONDS of the processor."""
    def stop(*_: Any) -> None:
        raise TooLong
    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        return work(*args)
    except TooLong:
        return TOO_LONG
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def function_of(source: str, folder: Path) -> Callable[..., Any]:
    """The function f of a module."""
    path = folder / f"random_{zlib.crc32(source.encode()):08x}.py"
    path.write_text(source)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.f


def outcome(source: str, seed: int, folder: Path, native: bool, kind: Grammar) -> str:
    """"agrees", "tie", "invalid", "too long", "refused: ..." or "FAILS ...: ..."."""
    lifted = limited(lifted_or_not, source, seed, folder, kind)
    found = lifted if isinstance(lifted, str) else limited(judged, lifted, _compiled_alone(lifted.program) if native else None)
    return explained(found, source, seed, folder, native, kind)


def explained(found: str, source: str, seed: int, folder: Path, native: bool, kind: Grammar) -> str:
    """The outcome, or for a failure why it is none."""
    if found.startswith("FAILS adjoint: nan") and _agrees_without_roots(source, seed, folder, native, kind):
        return ROOT
    return TIE if found.startswith("FAILS") and tied(source, seed, folder, native, kind) else found


def _agrees_without_roots(source: str, seed: int, folder: Path, native: bool, kind: Grammar) -> bool:
    """Whether the program has roots, and agrees in every way where what is under them is never 0."""
    moved = source.replace(ROOTS[0], ROOTS[1].format(room=AWAY))
    return moved != source and outcome(moved, seed, folder, native, kind) == AGREES


def tied(source: str, seed: int, folder: Path, native: bool, kind: Grammar) -> bool:
    """Whether the order of additions decides a comparison: with a margin to either side the program agrees in every way."""
    return f"{COMPARED}:" in source and all(
        outcome(source.replace(COMPARED, f"{COMPARED} {margin:+}"), seed, folder, native, kind) == AGREES for margin in (MARGIN, -MARGIN))


def outcomes(seeds: Sequence[int], folder: Path, kind: Grammar) -> dict[int, str]:
    """The outcome of each random program, compiled in one library."""
    found = {seed: limited(lifted_or_not, kind.programs(seed), seed, folder, kind) for seed in seeds}
    ready = [seed for seed in seeds if isinstance(found[seed], Lifted)]
    compiled = _compiled({seed: found[seed].program for seed in ready}, kind.flags)
    found |= {seed: limited(judged, found[seed], compiled[seed]) for seed in ready}
    return {s: explained(found[s], kind.programs(s), s, folder, True, kind) for s in seeds}


def _compiled(lifted: Mapping[int, Program], flags: tuple[str, ...]) -> dict[int, Compiled | str]:
    try:
        made = compile_all([replace(p, name=f"f{seed}") for seed, p in lifted.items()], flags)
        return dict(zip(lifted, made))
    except Exception:  # one of them: which, its own compilation says
        return {seed: _compiled_alone(p) for seed, p in lifted.items()}


def _compiled_alone(program: Program) -> Compiled | str:
    try:
        return compile(program, quick=True)
    except BuildError as problem:
        return f"FAILS compiling: {problem.message}: {general(' '.join(problem.notes))}"
    except Exception as problem:
        return f"FAILS emitting: {type(problem).__name__}: {general(str(problem))}"


def lifted_or_not(source: str, seed: int, folder: Path, kind: Grammar) -> Lifted | str:
    """The lifted program, or the outcome."""
    try:
        f = function_of(source, folder)
        samples = [kind.arguments(seed + k, *sizes) for k, sizes in enumerate(kind.samples)]
        wanted = [_python(f, copy.deepcopy(s)) for s in samples]
    except (*INVALID, SyntaxError):
        return "invalid"
    if not all(np.all(np.isfinite(np.asarray(x))) for results, _ in wanted for x in results[:8]):
        return "invalid"
    try:
        return Lifted(lift(f, *copy.deepcopy(samples[0])), samples, wanted, kind.close)
    except UnsupportedProgram as problem:
        return f"refused: {general(problem.message)}" if problem.hints else f"FAILS refusal without a hint: {problem.message}"
    except InputError as problem:  # Python did not come by there
        return f"refused: a path that is not taken has an error: {general(problem.message)}"
    except Exception as problem:
        return f"FAILS lifting: {type(problem).__name__}: {general(str(problem))}"


def _python(f: Callable[..., Any], args: Any) -> tuple[Any, Any]:
    with np.errstate(all="ignore"):
        return f(*args), args


def judged(lifted: Lifted, compiled: Compiled | str | None) -> str:
    """Whether the program computes what Python computed, interpreted and, where it is given, compiled; and its adjoint."""
    if isinstance(compiled, str):
        return compiled
    if compiled and compiled.backend != "native":
        return f"FAILS compiling: {compiled.reason}"
    try:
        _agree("interpreting", _interpreted(lifted.program), lifted)
        if compiled:
            _agree("native", compiled, lifted)
        return derivative(lifted.program, lifted.samples[0])
    except AssertionError as problem:
        return str(problem).split("\n")[0] if str(problem).startswith("FAILS") else f"FAILS: {problem}"
    except Exception as problem:
        return f"FAILS running: {type(problem).__name__}: {general(str(problem))}"


def _interpreted(program: Program) -> Callable[..., Any]:
    """The lifted Program in its original formats, to call like the function."""
    rounded = emulate(program, program.original) if program.original else program

    def call(*args: Any) -> Any:
        arrays, sizes = bind(program, args)
        return give_back(program, interpret(rounded, arrays, sizes), args)
    return call


def _agree(way: str, call: Callable[..., Any], lifted: Lifted) -> None:
    for sample, (result, theirs) in zip(lifted.samples, lifted.wanted):
        ours = copy.deepcopy(sample)
        try:
            found = call(*ours)
        except InputError:
            continue  # a guard does not hold for this size
        same(tuple(map(np.asarray, found)), tuple(map(np.asarray, result)), lifted.close, f"FAILS {way}: result", SMALLEST)
        same(ours, theirs, lifted.close, f"FAILS {way}: arguments", SMALLEST)


def derivative(program: Program, args: Any) -> str:
    """The adjoint along a random direction, where the program has one derivative from both sides."""
    back = adjoint(program)
    verify(back)
    inputs, binding = bind(program, copy.deepcopy(args))
    random = np.random.default_rng(1)
    floating = [k for k, p in enumerate(program.body.params) if p.kind in FLOATING]
    chosen = [k for k, v in enumerate(program.body.results) if v.kind in FLOATING]
    directions = {k: random.uniform(-1, 1, inputs[k].shape) for k in floating if program.body.params[k].kind == "real"}
    ends = [interpret(program, [x + t * directions[k] if k in directions else x for k, x in enumerate(inputs)], binding)
            for t in (STEP, 0.0, -STEP)]
    bars = [random.uniform(-1, 1, np.shape(ends[0][k])).astype(np.asarray(ends[0][k]).dtype) for k in chosen]
    above, middle, below = (sum(np.sum(b * np.real(e[k])) for b, k in zip(bars, chosen)) for e in ends)
    right, left = (above - middle) / STEP, (middle - below) / STEP
    gradients = zip(interpret(back, [*inputs, *bars], binding), floating)
    found = sum(np.sum(np.real(g) * directions[k]) for g, k in gradients if k in directions)
    scale = abs(right) + abs(left) + 1.0
    if abs(right - left) > 1e-3 * scale or not np.isfinite(scale):
        return AGREES  # a kink or a jump
    return AGREES if abs(found - (right + left) / 2) <= 1e-3 * scale else f"FAILS adjoint: {found} is not {(right + left) / 2}"


def general(message: str) -> str:
    """A message without what differs from program to program."""
    return re.sub(r"\b[abABivwxykpqrscdgn]\b|\d+", "_", message)[:110]
