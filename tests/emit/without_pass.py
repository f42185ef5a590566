"""What a program computes does not depend on whether a pass over its plan ran."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

import numpy as np
import pytest

from precis.emit.cpu.program import ProgramPrinter
from precis.emit.engine import compile as compile_native
from precis.errors import InputError
from precis.lift import lift


def same_without(dropped: Callable[..., Any], function: Callable[..., Any], arguments: Callable[[Any], Sequence[Any]], shapes: Sequence[Any],
                 may_be_refused: Collection[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Results and changed arguments are those of the program without the pass bit for bit, and NumPy's nearly. The first of the shapes is
    lifted for; the program may not be for those that may be refused."""
    compiled = compile_native(lift(function, *arguments(shapes[0])), quick=True)
    monkeypatch.setattr(ProgramPrinter, "passes", tuple(p for p in ProgramPrinter.passes if p is not dropped))
    without = compile_native(lift(function, *arguments(shapes[0])), quick=True)
    for shape in shapes:
        found, expected, numpys = arguments(shape), arguments(shape), arguments(shape)
        try:
            results = compiled(*found), without(*expected), function(*numpys)
        except InputError:
            assert shape in may_be_refused
            continue
        for f, e, n in zip(*((r, *after) for r, after in zip(results, (found, expected, numpys))), strict=True):
            np.testing.assert_array_equal(f, e)
            if n is not None:
                np.testing.assert_allclose(f, n, rtol=1e-9)
