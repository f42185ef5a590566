"""Places: whose format decides each rounding, before any format is chosen.

A place is ("storage", container), ("compute", site), ("multiplicand", site: operands of contractions) or ("accumulate",
site). The rules are those of `precis.ir.emulate`, with names in place of formats: a value is rounded where it comes
into being at a place and where it passes from one place to another, unless the second format contains the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from precis.formats import FORMATS, Assignment, Format
from precis.ir.emulate import ROUNDED, STORES, arithmetic_format
from precis.ir.ops import OPS
from precis.ir.ops.record import CONTRACTION, SUM, VIEW
from precis.ir.types import Block, Node, Program, Value

Place = tuple[str, str]
Places = Mapping[str, Place | None]
KINDS = ("storage", "compute", "multiplicand", "accumulate")
UNROUNDED = ("round", "probe", "stop", "convert", "tally")


@dataclass(frozen=True, slots=True, order=True)
class Rounding:
    """One cause of rounding errors.

    place   where the value is rounded
    source  the place that it comes from; None for the result of an operation, which nothing contains
    what    "value", "model", "input", "decision" (operands of comparisons and of other operations whose results are not rounded), or
            one whose error is known: "constant:<hex>", "integer", "power" (of two)
    part    "re" or "im" of complex values, which are two reals: one may be known where the other is not (1 + i x); "" of real ones
    """

    place: Place
    source: Place | None = None
    what: str = "value"
    part: str = ""

    @property
    def key(self) -> tuple[str, ...]:
        """The key of probe nodes."""
        return (*self.place, *(self.source or ("", "")), self.part, self.what)

    @staticmethod
    def of(key: Iterable[str]) -> Rounding:
        kind, name, source_kind, source_name, part, what = key
        return Rounding((kind, name), (source_kind, source_name) if source_kind else None, what, part)

    def occurs(self, formats: Mapping[Place, Format]) -> bool:
        """Whether anything is rounded under these formats."""
        return self.source is None or not formats[self.place].contains(formats[self.source])


def format_at(place: Place, assignment: Assignment) -> Format:
    """The format of a place under an assignment."""
    kind, name = place
    if kind == "storage":
        return assignment.storage_of(name)
    if kind == "compute":
        return arithmetic_format(assignment, name)
    return assignment.multiplicand_of(name) if kind == "multiplicand" else assignment.accumulate_of(name)


def formats_at(places: Iterable[Place], assignment: Assignment) -> dict[Place, Format]:
    return {p: FORMATS["binary64"] if p[0] == "model" else format_at(p, assignment) for p in places}


def places_of(program: Program) -> dict[str, Place | None]:
    """The place of every value; None for bool and integer values."""
    found: dict[str, Place | None] = {}
    _visit(program.body, found, "")
    return found


def _visit(block: Block, found: dict[str, Place | None], site: str) -> None:
    for p in block.params:
        found.setdefault(p.name, _declared(p, site))
    for node in block.nodes:
        if node.op == "approx":
            for inner in node.blocks:
                found.update((p.name, found[v.name]) for p, v in zip(inner.params, node.inputs))
        for inner in node.blocks:
            _visit(inner, found, node.site)
        for k, v in enumerate(node.outputs):
            found[v.name] = _of_output(node, k, v, found)


def _declared(v: Value, site: str) -> Place | None:
    if v.kind not in ROUNDED:
        return None
    return ("storage", v.container) if v.container else ("compute", site)


def _of_output(node: Node, k: int, v: Value, found: Places) -> Place | None:
    if v.kind not in ROUNDED or v.container:
        return _declared(v, node.site)
    if node.op == "loop" and k >= len(node.inputs):
        return found[node.blocks[0].results[k].name]
    if passes(node):
        return found[node.inputs[0].name] or ("compute", node.site)
    if node.op in OPS and OPS[node.op].rounding == SUM:
        return ("accumulate", node.site)
    return ("compute", node.site)


def passes(node: Node) -> bool:
    """Whether the output has the place of the first input."""
    return node.op in ("stop", "probe", "tally", "update", "update_add") or (
        node.op in OPS and OPS[node.op].category == VIEW
    )


def operand_place(node: Node) -> Place | None:
    """Where the operands of an operation are converted to; None for operations that take them as they are, and for
    those whose result carries no rounding error."""
    op = OPS.get(node.op)
    if (
        op is None
        or op.category == VIEW
        or op.name in STORES
        or op.name in UNROUNDED
        or node.output.kind not in ROUNDED
    ):
        return None
    return ("multiplicand" if op.category == CONTRACTION else "compute", node.site)


def conversions(node: Node, where: Places, places: Mapping[Place, Place]) -> Iterator[tuple[int, Place, Place]]:
    """(input number, source, target) of the conversions that a node without blocks asks of its inputs.

    `places` maps each place to the one that shares its format (storage classes).
    """
    target = operand_place(node)
    numbers: Iterable[int] = range(len(node.inputs)) if target else ()
    if node.op in ("store", "update"):
        numbers, target = ((0,) if node.op == "store" else (1,)), where[node.output.name]
    for k in numbers:
        source = where[node.inputs[k].name]
        if source and target and places.get(source, source) != places.get(target, target):
            yield k, source, target


def sites_of(program: Program) -> list[str]:
    """Sites where something is computed."""
    found = {p for p in places_of(program).values() if p} | {operand_place(n) for n in program.nodes() if n.op in OPS}
    return sorted({p[1] for p in found if p and p[0] != "storage"})


def decisions(program: Program) -> list[Rounding]:
    """One cause per site that converts operands for a result which is not rounded itself, where something else is computed, too
    (other sites keep the default format)."""
    sites = set(sites_of(program))
    found = {
        n.site
        for n in program.nodes()
        if n.op in OPS and OPS[n.op].category != VIEW and n.outputs and n.output.kind not in ROUNDED
        and any(v.kind in ROUNDED for v in n.inputs)
    }  # fmt: skip
    return [Rounding(("compute", site), None, "decision") for site in sorted(found & sites)]
