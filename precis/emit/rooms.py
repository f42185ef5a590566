"""Arguments bound with room for results whose length nothing bounds: one run tells how long they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from precis.emit.engine import compile
from precis.ir.approx import inline_approx
from precis.ir.call import bind, room_for
from precis.ir.trees import parts_of
from precis.ir.types import Program


def bound(program: Program, args: Sequence[Any], kwargs: Mapping[str, Any] | None = None) -> tuple[list[np.ndarray], dict[str, int]]:
    """As `precis.ir.call.bind`; no result is longer than there is room for, and runs in other formats may give back longer ones.
    Raises InputError."""
    arrays, binding = bind(program, args, kwargs)
    if not program.rooms:
        return arrays, binding
    names = [v.name for v in program.body.results]
    found = dict(zip(names, compile(inline_approx(program, "spec"), quick=1).run(arrays, binding)))
    lengths = [int(found[n.value]) for _, *rest in parts_of(program.returns) for n in rest if n.what == "value"]
    return bind(program, args, kwargs, room_for(max(lengths, default=0)))
