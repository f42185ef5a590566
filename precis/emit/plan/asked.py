"""Which integers a loop has asked not to be negative: `while j > 0`, `while gap >= 1`, `while lo <= i and i >= 0`."""

from __future__ import annotations

from collections.abc import Mapping

from precis.emit.plan.kernels import Instr, Nest, While
from precis.emit.plan.walking import accesses

LEAST = {"gt": -1, "ge": 0}  # comparison with a number -> the least number for which it says so; of a number with something, the other way
TURNED = {"lt": "gt", "le": "ge"}
Facts = Mapping[str, frozenset[str]]  # truth value -> the scalars of the plan that are not negative where it holds


def asked(loop: While) -> frozenset[str]:
    """The scalars that are not negative where the test of a loop holds, as long as nobody changes them."""
    facts: dict[str, frozenset[str]] = {}
    for s in loop.condition:
        if isinstance(s, Nest) and not s.axes and not s.reductions and not s.hole:
            facts |= _told(s, facts)
    changed = frozenset().union(*(accesses(s)[1] for s in loop.condition))
    return facts.get(loop.test, frozenset()) - changed


def _told(nest: Nest, facts: Facts) -> dict[str, frozenset[str]]:
    """What the truth values that a nest of scalars stores say."""
    by_name = {i.name: i for i in nest.body}
    known: dict[str, frozenset[str]] = {}
    for i in nest.body:
        if i.op == "load" and i.access:
            known[i.name] = facts.get(i.access.buffer, frozenset())
        elif i.op in ("cast", "store"):
            known[i.name] = known.get(i.args[0], frozenset())
        elif i.op == "bit_and":
            known[i.name] = frozenset().union(*(known.get(a, frozenset()) for a in i.args))
        else:
            known[i.name] = _compared(i, by_name)
    return {i.access.buffer: known[i.name] for i in nest.body if i.op == "store" and i.access and not i.access.index and not i.guard}


def _compared(i: Instr, by_name: Mapping[str, Instr]) -> frozenset[str]:
    if i.op not in (*LEAST, *TURNED) or len(i.args) != 2:
        return frozenset()
    (x, least), op = (by_name.get(a) for a in (i.args if i.op in LEAST else i.args[::-1])), TURNED.get(i.op, i.op)
    if x is None or x.op != "load" or x.element != "int64" or x.access is None or x.access.index:
        return frozenset()
    enough = least is not None and least.op == "const" and least.element == "int64" and least.value >= LEAST[op]
    return frozenset({x.access.buffer}) if enough else frozenset()
