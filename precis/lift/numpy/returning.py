"""What a function returns from inside of a loop: it is there where it has returned, and nothing refers to it elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from precis.ir.types import Value
from precis.lift.numpy.aliases import Thing, positions
from precis.lift.numpy.journal import Slot
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import MISSING


def result_slot(lift: Lifting) -> Slot:
    """The slot of what the present function returns."""
    return id(lift.frame.flow), "result"


def note_result(lift: Lifting, slot: Slot, held: Any, born: int) -> None:
    """The arrays, lists and objects made since `born` for a result where ways meet: nothing but the result refers to them."""
    if slot == result_slot(lift):
        lift.identity.returned.update(t for t in positions(lift, {slot: held}).values() if t.serial >= born)


def forget_result(lift: Lifting, result: Any) -> dict[Thing, Any]:
    """Here the function has not returned `result`: what it alone refers to is not there, and no write reaches it. Gives what that held."""
    things, returned = positions(lift, {result_slot(lift): result}).values(), lift.identity.returned
    held = {t: lift.content[t] for t in things if t in returned and t in lift.content}
    for thing in held:
        lift.journal.set(lift.content, thing, MISSING)
    lift.journal.set(lift.frame.flow, "result", MISSING)
    return held


@contextmanager
def not_returned(lift: Lifting, got: list[Value]) -> Iterator[None]:
    """An iteration of a loop that gets `got` for what the function returns elsewhere."""
    slot = result_slot(lift)
    outer, lift.identity.unreturned[slot] = lift.identity.unreturned.get(slot, []), got
    try:
        yield
    finally:
        lift.identity.unreturned[slot] = outer


def unreturned(lift: Lifting, slot: Slot, zeros: list[Value]) -> list[Value]:
    """What stands for a result on a way that does not return: in a loop what the iteration got for it, so that nothing is written."""
    got = lift.identity.unreturned.get(slot, [])
    return got if [(v.shape, v.kind) for v in got] == [(v.shape, v.kind) for v in zeros] else zeros
