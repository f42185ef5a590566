"""Room that was too little for an array whose length nothing bounds (`Program.rooms`)."""

from __future__ import annotations

from precis.errors import InputError, Span
from precis.ir.live import MOST
from precis.ir.types import Program


class NoRoom(InputError):
    """An array is longer than there was room for; `length`: how long, or longer than that."""

    def __init__(self, what: str, length: int, room: int, span: Span | None = None):
        super().__init__(f"{what}; there is room for {room}", span, hints=("return a part of the array, or what is computed of it",))
        self.length = length


def asks_for_room(program: Program) -> bool:
    """Whether a run ends where there is no room for an array: a size node says so (MOST)."""
    asked = (n.attrs[MOST] for n in program.nodes() if n.op == "size" and MOST in n.attrs) if program.rooms else ()
    return any(most.symbols() & program.rooms for most in asked)
