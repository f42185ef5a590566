"""What functions and kernels of emitted source are called by: the user's names of what they store."""

from __future__ import annotations

from collections.abc import Mapping

from precis.emit.plan.kernels import Buffer, Statement
from precis.emit.plan.walking import accesses

MOST = 2  # names that one recalls


def stored_names(block: tuple[Statement, ...], buffers: Mapping[str, Buffer]) -> str:
    """The variables that statements store, arrays before scalars, in the order of the program; empty where none has a name. Not yet
    safe in source: `precis.emit.cpu.spell` makes identifiers of it."""
    written = frozenset().union(*(accesses(s)[1] for s in block))
    named = [b for b in buffers.values() if b.name in written and b.original]
    return "_".join(list(dict.fromkeys(b.original for b in sorted(named, key=lambda b: not b.shape)))[:MOST])
