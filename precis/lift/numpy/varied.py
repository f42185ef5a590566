"""Loops whose arrays may change their length: tried where they settle on no other plan, and why none is left."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn

from precis.errors import PrecisError
from precis.ir.types import Node
from precis.lift.numpy.not_joined import UNBOUNDED, CannotJoin, Unbounded
from precis.lift.numpy.problems import NeedsUnrolling
from precis.lift.numpy.revising import NeedsPeeling
from precis.lift.numpy.savepoint import savepoint
from precis.lift.numpy.state import Lifting


def with_varying_lengths(lift: Lifting, loop: Callable[[], Any], steadily: bool = False) -> bool:
    """Try a loop again whose arrays may change their length (`steadily`: by what is known for each iteration, so that no length is
    computed); False (and nothing done) where that does not help."""
    if lift.loops.varying:
        return False
    start = savepoint(lift)
    lift.loops.varying = True
    try:
        loop()
        if not steadily or not _computes_lengths(lift.build.nodes[start.nodes:]):
            return True
    except (NeedsPeeling, CannotJoin) as problem:
        lift.loops.not_varying = problem
    except PrecisError as problem:
        lift.loops.not_varying = problem
    except NeedsUnrolling:
        pass
    finally:
        lift.loops.varying = False
    start.undo(lift)
    return False


def unbounded(reason: Exception | None) -> bool:
    """Whether nothing says how long an array becomes."""
    return f"{reason}".endswith(UNBOUNDED)


def refuse_to_keep(lift: Lifting, reason: Exception) -> NoReturn:
    """Of a loop that no plan of carries holds for: what is in the way when lengths may vary, if that was tried."""
    varied = lift.loops.not_varying
    if isinstance(varied, PrecisError) and isinstance(reason, (NeedsPeeling, CannotJoin)):
        raise varied
    if unbounded(varied):
        lift.refuse("a list or an array grows in this loop as the data ask for, and nothing says how long it becomes at most",
                    "write into an array with room for all: rows = np.zeros((most, 3)), and rows[k] = ...; k += 1", Unbounded.hint)
    lift.refuse(f"this loop cannot be kept as a loop: {reason}", "give what changes one shape and one type before the loop")


def _computes_lengths(nodes: Sequence[Node]) -> bool:
    """Whether the shape of an array has a size in it that is computed among these nodes."""
    inside = [n for node in nodes for n in _inside(node)]
    computed = {n.attrs["symbol"] for n in inside if n.op == "size"}
    values = (v for n in inside for v in (*n.outputs, *(p for b in n.blocks for p in b.params)))
    return bool(computed) and any(not computed.isdisjoint(d.symbols()) for v in values for d in v.shape)


def _inside(node: Node) -> Iterator[Node]:
    """A node and those in its blocks."""
    yield node
    for block in node.blocks:
        yield from block.walk()
