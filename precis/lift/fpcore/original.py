"""The Assignment that an FPCore program itself states through :precision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from precis.formats import Assignment, Format
from precis.ir.emulate import ROUNDED, arithmetic_format, value_formats
from precis.ir.ops import OPS
from precis.ir.ops.record import VIEW
from precis.ir.types import Program
from precis.lift.votes import computing


def original(program: Program, formats: Mapping[str, Format], storage: Mapping[str, Format], default: Format) -> Assignment:
    """A statement computes in the format of most of its operations, the wider of equals; values that differ are listed."""
    stated = Assignment(storage, computing(program, formats, default), {}, {}, default)
    return replace(stated, values=_overrides(program, stated, formats))


def _overrides(program: Program, stated: Assignment, formats: Mapping[str, Format]) -> dict[str, Format]:
    given = value_formats(program, stated)
    found: dict[str, Format] = {}
    for node in program.nodes():
        follows = node.op == "loop" or (node.op in OPS and OPS[node.op].category == VIEW)
        for v in () if follows else node.outputs:
            if v.name not in formats or v.container:
                continue
            expected = given[v.name] if v.kind in ROUNDED else arithmetic_format(stated, node.site)
            assert expected is not None
            differs = expected != formats[v.name] if v.kind in ROUNDED else not expected.contains(formats[v.name])
            if differs:
                found[v.name] = formats[v.name]
    return found
