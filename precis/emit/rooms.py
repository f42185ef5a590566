"""Arguments bound with room for results whose length nothing bounds: one run tells how long they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from precis.emit.engine import compile
from precis.ir.approx import inline_approx
from precis.ir.call import bind, longest, room_for
from precis.ir.no_room import NoRoom
from precis.ir.types import Program


def bound(program: Program, args: Sequence[Any], kwargs: Mapping[str, Any] | None = None) -> tuple[list[np.ndarray], dict[str, int]]:
    """As `precis.ir.call.bind`; no result is longer than there is room for, and runs in other formats may give back longer ones.
    Raises InputError."""
    arrays, binding = bind(program, args, kwargs)
    if not program.rooms:
        return arrays, binding
    code, room = compile(inline_approx(program, "spec"), quick=1), max(binding[s] for s in program.rooms)
    while True:
        try:
            length = longest(program, code.run(arrays, binding))
            break
        except NoRoom as full:
            room = room_for(full.length)
            arrays, binding = bind(program, args, kwargs, room)
    return bind(program, args, kwargs, max(room_for(length), room))
