"""Things that lie in pools (pools.py), several at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from precis.lift.numpy.state import Lifting


def common_pool(lift: Lifting, things: Sequence[Any]) -> Any:
    """The pool that all of these things lie in; None where there is none."""
    found = [lift.pooled(x) for x in things]
    first = found[0]
    return first.pool if first is not None and all(at is not None and at.pool is first.pool for at in found) else None
