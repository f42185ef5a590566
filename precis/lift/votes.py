"""The format that a statement computes in, where a source states one for every operation: that of most of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from precis.formats import Format
from precis.ir.ops import CONTROL, OPS
from precis.ir.ops.record import SOURCE, VIEW
from precis.ir.types import Node, Program


def computing(program: Program, formats: Mapping[str, Format], default: Format) -> dict[str, Format]:
    """Site -> format, where values have `formats`; `default` where a site has no operation that rounds."""
    votes: dict[str, Counter[Format]] = {}
    for node in program.nodes():
        votes.setdefault(node.site, Counter()).update(_votes(node, formats))
    return {site: commonest(found) if found else default for site, found in votes.items()}


def commonest(votes: Counter[Format]) -> Format:
    """The format with most votes; the wider of equals."""
    return max(votes, key=lambda f: (votes[f], f.precision))


def _votes(node: Node, formats: Mapping[str, Format]) -> list[Format]:
    if node.op in CONTROL or OPS[node.op].category in (VIEW, SOURCE) or node.op == "store":
        return []
    return [formats[v.name] for v in node.outputs if v.name in formats]
