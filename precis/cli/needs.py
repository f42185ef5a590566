"""Options that mean something beside another option only: given alone they would be passed over in silence.

The parser leaves None where one was not given, so that one given alone is told even with its default; `completed` puts the default there.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from precis.errors import UsageError


@dataclass(frozen=True, slots=True)
class Need:
    """option  as it is written; default: its value where it was not given; other: what it needs, which `is_given` finds"""

    option: str
    default: Any
    other: str
    is_given: Callable[[argparse.Namespace], bool]

    @property
    def name(self) -> str:
        return self.option.removeprefix("--").replace("-", "_")


NEEDS = (
    Need("--box", (), "--bound", lambda a: a.bound),
    Need("--bound-seconds", 20.0, "--bound", lambda a: a.bound),
    Need("--members", 16, "--statistic", lambda a: a.statistic),
    # --statistic refuses it itself
    Need("--tune-on-worst", False, "--worst-case STEPS", lambda a: a.worst_case > 0 or getattr(a, "statistic", False)),
    Need("--rounding-runs", 8, "--rounding stochastic", lambda a: a.rounding == "stochastic"),
)


def default_of(option: str) -> Any:
    return next(need.default for need in NEEDS if need.option == option)


def completed(a: argparse.Namespace) -> argparse.Namespace:
    """With the defaults of what was not given. UsageError for an option without the one that it belongs to."""
    known = [need for need in NEEDS if hasattr(a, need.name)]
    for need in known:
        if getattr(a, need.name) is not None and not need.is_given(a):
            raise UsageError(f"{need.option} does nothing without {need.other}", hints=(f"add {need.other}, or leave out {need.option}",))
    missing = {need.name: need.default for need in known if getattr(a, need.name) is None}
    return argparse.Namespace(**{**vars(a), **missing})
