"""The model error at the outputs: what a replacement costs before anything is rounded. A measurement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from precis.emit import compile
from precis.emit.rooms import bound
from precis.formats import FORMATS, Assignment
from precis.ir.types import Program


def model_error(program: Program, args: Sequence[Any], kwargs: Mapping[str, Any] | None = None) -> dict[str, float]:
    """Relative 2-norm of the difference that the replacements of `program` make to each floating output at `args`.

    Both sides run in binary64: `approx` nodes as their impl, and as their spec. Outputs are called by their containers, or by
    their position. The same error enters the tolerance through bitwidth, weighed by adjoints (docs/surrogates.md).
    """
    arrays, binding = bound(program, args, kwargs)
    double = Assignment.uniform(FORMATS["binary64"])
    found, meant = (compile(program, double, spec=spec).run(arrays, binding) for spec in (False, True))
    names = [v.container or f"output {k}" for k, v in enumerate(program.body.results)]
    return {n: _relative(np.asarray(x), np.asarray(y)) for n, x, y, v in zip(names, found, meant, program.body.results)
            if v.kind in ("real", "complex")}


def _relative(found: np.ndarray, meant: np.ndarray) -> float:
    size, difference = float(np.linalg.norm(meant)), float(np.linalg.norm(found - meant))
    return difference / size if size else difference
