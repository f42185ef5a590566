"""A point that lifting can return to: what was written since then is taken back."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from precis.ir.types import Span
from precis.lift.numpy.freezing import released
from precis.lift.numpy.state import Lifting


@dataclass(frozen=True)
class Savepoint:
    mark: int  # entries of the journal
    nodes: int  # nodes of the block that is built
    span: Span | None
    frozen: int  # things that must not change

    def undo(self, lift: Lifting, keep: Container[int] = ()) -> None:
        """Take back what was written and emitted since, but not in the tables whose ids are in `keep`."""
        lift.journal.rollback(self.mark, keep)
        del lift.build.nodes[self.nodes:]
        released(lift, self.frozen)
        lift.span = self.span


def savepoint(lift: Lifting) -> Savepoint:
    return Savepoint(lift.journal.mark(), len(lift.build.nodes), lift.span, len(lift.made.frozen))
