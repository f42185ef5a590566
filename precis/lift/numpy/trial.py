"""Ways to lift something of which the first that helps is taken."""

from __future__ import annotations

from collections.abc import Callable

from precis.errors import PrecisError
from precis.lift.numpy.not_joined import CannotJoin
from precis.lift.numpy.problems import NeedsUnrolling
from precis.lift.numpy.revising import NeedsPeeling
from precis.lift.numpy.savepoint import savepoint
from precis.lift.numpy.state import Lifting

FAILURES = (PrecisError, NeedsPeeling, NeedsUnrolling, CannotJoin)


def helps(lift: Lifting, way: Callable[[], bool]) -> bool:
    """Whether a way to lift something was one; where it says that it was not, or fails, nothing is done."""
    start = savepoint(lift)
    try:
        if way():
            return True
    except FAILURES:
        pass
    start.undo(lift)
    return False
