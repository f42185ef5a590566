"""Stores at positions of which surely no two are the same: what they store takes back all of its cotangent.

    rows = np.arange(n)[:, None]; x[rows, place] = ...     x[np.argsort(y)] = ...

Elsewhere the last of equal positions stays (NumPy's order), which asks for a table as large as the array: a pass over all of it for each
store of a few elements.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from precis.ad.regions import at_least, known_sizes
from precis.ir.shapes import ONE, broadcast
from precis.ir.size import Size
from precis.ir.types import Block, Guard, Node, Value

COPIES = ("store", "stop", "reshape", "transpose", "slice")  # whose elements are some of those that they are made of, each once
SHIFTS = ("add", "sub")
Defined = Mapping[str, Node]


def distinct_stores(body: Block, guards: Sequence[Guard]) -> frozenset[str]:
    """Names of what updates make that store into no element twice."""
    defined, known = {o.name: n for n in body.walk() for o in n.outputs}, known_sizes(guards)
    return frozenset(n.output.name for n in body.walk() if n.op == "update" and _told_apart(n.inputs[2:], defined, known))


def _told_apart(picks: Sequence[Value], defined: Defined, known: Sequence[Size]) -> bool:
    """Whether along every axis of the positions there is one that is another in each row."""
    alone = [p for p in picks if p.rank and _span(p, defined, known) is not None]
    if not alone:
        return False
    covered = [any(d != ONE for d in along) for along in zip_longest(*(p.shape[::-1] for p in alone), fillvalue=ONE)]
    picked = broadcast([p.shape for p in picks])[::-1]
    return all(d == ONE or (k < len(covered) and covered[k]) for k, d in enumerate(picked))


def _span(v: Value, defined: Defined, known: Sequence[Size]) -> Size | None:
    """How far apart the highest and the lowest element are at most, plus one, where no two elements are the same."""
    node = defined.get(v.name)
    if node is None:
        return None
    if node.op == "iota" or (node.op == "argsort" and v.rank == 1):
        return v.shape[0]
    if node.op in COPIES and len(node.inputs) == 1:
        return _span(node.inputs[0], defined, known)
    if node.op in SHIFTS and sorted(x.rank for x in node.inputs)[0] == 0:
        return _span(max(node.inputs, key=lambda x: x.rank), defined, known)
    return _wrapped(node, defined, known) if node.op == "select" else None


def _wrapped(node: Node, defined: Defined, known: Sequence[Size]) -> Size | None:
    """Of positions that count from the end where they are negative: no two meet that are less than a length apart."""
    _, behind, p = node.inputs
    added = defined.get(behind.name)
    if added is None or added.op != "add" or added.inputs[0].name != p.name or (by := defined.get(added.inputs[1].name)) is None:
        return None
    span = _span(p, defined, known) if by.op in ("index", "const") and isinstance(by.attrs["value"], Size | int) else None
    return span if span is not None and at_least(by.attrs["value"] - span, {}, known) else None
