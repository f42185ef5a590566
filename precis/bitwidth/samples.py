"""Samples: inputs drawn from the user's generator, checked before anything is computed with them."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from precis.bitwidth.holes import refuse_nothing
from precis.emit.rooms import bound
from precis.errors import InputError, PrecisError, Span, UsageError
from precis.ir.types import Program

Inputs = Callable[..., Sequence[Any]]
FIRST_SEED = 1000  # held-out inputs are inputs(1000), inputs(1001), ...
HELD_OUT = f"held-out inputs are drawn with the seeds {FIRST_SEED}, {FIRST_SEED + 1}, ..."
OWN = Path(__file__).parents[1]
Sample = tuple[list[np.ndarray], dict[str, int]]  # arrays in the order of the parameters, binding of the sizes


def draw(inputs: Inputs | None, seed: int) -> tuple[Any, ...]:
    """inputs(seed) as a tuple of arguments; UsageError at the line where the generator fails, InputError for anything
    that is not a tuple."""
    if inputs is None:
        raise UsageError("there is no generator of inputs")
    try:
        found = inputs(seed)
    except (PrecisError, KeyboardInterrupt):
        raise
    except Exception as problem:
        text = " ".join(str(problem).split())
        raise UsageError(f"{called(inputs, seed)} raised {type(problem).__name__}{': ' + text if text else ''}",
                         last_span(problem), hints=_meant(seed)) from None  # fmt: skip
    if not isinstance(found, (tuple, list)):
        raise InputError(f"{called(inputs, seed)} returned a {type(found).__name__}, not the tuple of arguments",
                         hints=("end it with `return (a,)` for a single argument a", *_meant(seed)))  # fmt: skip
    return tuple(found)


def sample(program: Program, inputs: Inputs | None, seed: int) -> Sample:
    """The bound arguments inputs(seed). InputError, which names the seed, where they do not fit."""
    arguments = draw(inputs, seed)
    fits = False
    try:
        arrays, binding = bound(program, arguments)
        fits = True
        refuse_nothing(program, arrays)
    except InputError as problem:
        alike = () if fits else ("every seed has to give arguments of one structure",)
        hints = *alike, *problem.hints, *_meant(seed)
        raise InputError(f"{called(inputs, seed)}: {problem.message}", problem.span, notes=problem.notes, hints=hints) from None
    return arrays, binding


def called(inputs: Inputs | None, seed: int) -> str:
    """How the user would write the call of the generator: `draw_case(seed=1003)`."""
    name = getattr(inputs, "__name__", "")
    return f"{name if name.isidentifier() else 'inputs'}(seed={seed})"


def _meant(seed: int) -> tuple[str, ...]:
    """Why the generator was given a seed that nobody asked for."""
    return (HELD_OUT,) if seed >= FIRST_SEED else ()


def check_samples(program: Program, inputs: Inputs | None, seeds: Iterable[int]) -> None:
    """Draw each once: a generator that fails on a late seed shall not cost the search before it."""
    for seed in seeds if inputs is not None else ():
        sample(program, inputs, seed)


def check_counts(inputs: Inputs | None, tune_on: int, held_out: int) -> None:
    """UsageError for numbers of tuning and held-out inputs that make no sense."""
    if not 1 <= tune_on <= FIRST_SEED:
        raise UsageError(f"tune_on is {tune_on}; it is a number of inputs from 1 to {FIRST_SEED}")
    if inputs is None and tune_on > 1:
        raise UsageError(f"to tune on {tune_on} inputs, they have to come from somewhere",
                         hints=("give inputs, a function of a seed that returns the arguments",))  # fmt: skip
    if held_out < 0:
        raise UsageError(f"held_out is {held_out}; it is a number of inputs, 0 for none")


def drawn_samples(program: Program, inputs: Inputs, seeds: Iterable[int]) -> Iterator[tuple[int, Sample]]:
    """Samples with their seeds, each drawn when it is wanted."""
    for seed in seeds:
        yield seed, sample(program, inputs, seed)


def last_span(problem: BaseException) -> Span | None:
    """The innermost line that is the user's."""
    frames = [f for f in traceback.extract_tb(problem.__traceback__) if OWN not in Path(f.filename).parents and f.lineno]
    own = [f for f in frames if "site-packages" not in f.filename] or frames
    return Span(own[-1].filename, own[-1].lineno or 1, (own[-1].colno or 0) + 1) if own else None
