"""The Assignment that a JAX function itself states: the formats of its dtypes.

Per container its dtype; per site the format that most of its operations have; values that differ from their site one by one.
Sums accumulate in their dtype, except contractions of 16-bit operands, which XLA's CPU backend accumulates in binary32. A
site has one accumulator format: the widest that its sums need.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from precis.formats import FORMATS, Assignment, Format
from precis.ir.emulate import ROUNDED, arithmetic_format, value_formats
from precis.ir.ops import OPS
from precis.ir.ops.record import CONTRACTION, SUM, VIEW
from precis.ir.types import Node, Program
from precis.lift.votes import commonest, computing

SINGLE = FORMATS["binary32"]


def original(program: Program, formats: Mapping[str, Format], storage: Mapping[str, Format]) -> Assignment:
    """The Assignment of `program`, whose values JAX computes in `formats` and whose containers it stores in `storage`."""
    default = commonest(Counter(storage.values()) or Counter([SINGLE]))
    compute = computing(program, formats, default)
    accumulate: dict[str, Format] = {}
    for node in program.nodes():
        if node.op in OPS and OPS[node.op].rounding == SUM and node.op != "update_add" and node.output.name in formats:
            needed = formats[node.output.name]
            needed = SINGLE if OPS[node.op].category == CONTRACTION and SINGLE.contains(needed) else needed
            accumulate[node.site] = _wider(accumulate.get(node.site, needed), needed)
    kept = {k: f for k, f in storage.items() if any(c.name == k for c in program.containers)}
    stated = Assignment(kept, compute, accumulate, {}, default)
    return replace(stated, values=_overrides(program, stated, formats))


def _wider(a: Format, b: Format) -> Format:
    return a if a.contains(b) else b


def _overrides(program: Program, stated: Assignment, formats: Mapping[str, Format]) -> dict[str, Format]:
    """Values whose format differs from what `stated` gives them, and sums and comparisons whose operands their site would round."""
    given, found = value_formats(program, stated), {}
    for node in program.nodes():
        for v in node.outputs:
            if v.name not in formats or v.container or (node.op in OPS and OPS[node.op].category == VIEW):
                continue
            expected = given[v.name] if v.kind in ROUNDED else arithmetic_format(stated, node.site)
            differs = expected != formats[v.name] if v.kind in ROUNDED else not expected.contains(formats[v.name])  # type: ignore[union-attr]
            if differs or _rounds_terms(node, arithmetic_format(stated, node.site), formats):
                found[v.name] = formats[v.name]
    return found


def _rounds_terms(node: Node, compute: Format, formats: Mapping[str, Format]) -> bool:
    """Whether a sum at a site that computes in `compute` would round its terms before it accumulates them."""
    summed = node.op in OPS and OPS[node.op].rounding == SUM and node.output.kind in ROUNDED
    return summed and not all(compute.contains(formats[v.name]) for v in node.inputs if v.name in formats)
