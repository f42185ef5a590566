"""Reproducers of single operations: a few lines of NumPy with the numbers that were observed, no names of the user's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from precis.formats import FORMATS, Format

TYPES = {"binary16": "np.float16", "binary32": "np.float32", "binary64": "np.float64", "bfloat16": "ml_dtypes.bfloat16"}
SHOWN = 12  # elements of an array in a reproducer


def type_of(fmt: Format | str) -> str:
    """The scalar type that stands for a format; the next wider one where NumPy has none."""
    name = str(fmt)
    if name in TYPES:
        return TYPES[name]
    return "np.float64" if name in FORMATS and FORMATS[name].precision > 24 else "np.float32"


def head(fmt: Format | str) -> list[str]:
    lines = ["import numpy as np"]
    return lines + ["import ml_dtypes"] if type_of(fmt).startswith("ml") else lines


def number(x: Any) -> str:
    """A Python float literal; infinities and NaN by name."""
    v = float(x)
    return repr(v) if np.isfinite(v) else f'float("{v}")'


def typed(x: Any, fmt: Format | str) -> str:
    """A literal in a format."""
    return f"{type_of(fmt)}({number(x)})"


def exact(x: Any) -> str:
    """A longdouble as an exact fraction."""
    high = float(x)
    low = float(np.longdouble(x) - np.longdouble(high))
    return f"Fraction({high!r})" + (f" + Fraction({low!r})" if low else "")


def array(x: Any) -> str:
    values = np.asarray(x, float).reshape(-1)[:SHOWN]
    return f"[{', '.join(number(v) for v in values)}]"


def text(*lines: str | Sequence[str]) -> str:
    """Lines, and lists of lines, as one text."""
    found: list[str] = []
    for line in lines:
        found += [line] if isinstance(line, str) else list(line)
    return "\n".join(found) + "\n"
