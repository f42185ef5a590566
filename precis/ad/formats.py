"""The Assignment that an adjoint states, derived from what its program states.

A cotangent has the format of the value whose cotangent it is, as in JAX, and what a statement's reverse computes has the format in which
that operation of the statement computes. While the reverse is written, the span of every node says the format of the operation that the
node is there for, so that copies, sums and recomputations keep it. In the adjoint a site computes in the widest of its formats, so that
no constant of a derivative rounds to a narrower one, and what is narrower is listed by its value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from precis.errors import Span
from precis.formats import Assignment, Format
from precis.ir.emulate import ROUNDED, STORES, arithmetic_format, value_formats
from precis.ir.ops import CONTROL, OPS
from precis.ir.ops.record import SOURCE, VIEW
from precis.ir.trees import Leaf
from precis.ir.types import Block, Node, Program, Value


@dataclass(frozen=True, slots=True)
class _Told(Span):
    """A span that tells the format of the operation at it."""

    format: Format | None = None


def told(span: Span | None, fmt: Format | None) -> Span | None:
    """A span that tells a format."""
    return _Told(span.file, span.line, span.column, span.end_column, fmt) if span is not None else None


def telling_formats(program: Program, stated: Assignment) -> Program:
    """`program` with spans that tell the format of their node under `stated`."""
    formats = value_formats(program, stated)

    def one(node: Node) -> Node:
        blocks = tuple(map(all_of, node.blocks))
        if node.span is None or not node.outputs:
            return replace(node, blocks=blocks)
        v = node.outputs[0]
        own = formats[v.name] or stated.value_of(v.name) or arithmetic_format(stated, node.site)
        return replace(node, blocks=blocks, span=told(node.span, own))

    def all_of(block: Block) -> Block:
        return replace(block, nodes=tuple(map(one, block.nodes)))
    return program.with_body(all_of(program.body))


def stating_formats(made: Program, stated: Assignment, storage: Mapping[str, Format], results: Sequence[Format | None]) -> Program:
    """The adjoint `made`, of a program that was telling its formats, with the Assignment that follows from `stated`.

    storage  formats of containers that the program does not have; results: what its last results round to (None: as they are)
    """
    kept = Assignment({**stated.storage, **storage}, stated.compute, stated.accumulate, {}, stated.default)
    wanted: dict[str, Format | None] = {}
    _want(made.body, kept, wanted)
    made = _rounding_results(made, results, wanted, stated.default)
    widest = _widest_of_sites(made.body, wanted)
    kept = replace(kept, default=_widest((kept.default, widest.pop("", None))), compute={**kept.compute, **widest})
    made = made.with_body(_silent(made.body))
    return replace(made, original=replace(kept, values=_overrides(made, kept, wanted)))


def _want(block: Block, kept: Assignment, wanted: dict[str, Format | None], inits: Sequence[Value] = ()) -> None:
    """The format of every value: its container's, that of what it is a view or a carry of, else what its span tells."""
    for k, p in enumerate(block.params):
        wanted[p.name] = kept.storage_of(p.container) if p.container and p.kind in ROUNDED else \
            wanted[inits[k].name] if k < len(inits) else None
    for node in block.nodes:
        for inner in node.blocks:
            _want(inner, kept, wanted, node.inputs if inner.params else ())
        for k, v in enumerate(node.outputs):
            wanted[v.name] = kept.storage_of(v.container) if v.container and v.kind in ROUNDED else _of_output(node, k, wanted)


def _of_output(node: Node, k: int, wanted: Mapping[str, Format | None]) -> Format | None:
    if node.op in CONTROL:
        return _widest(wanted[b.results[k].name] for b in node.blocks if k < len(b.results))
    if OPS[node.op].category == VIEW or node.op in STORES[1:]:
        return wanted[node.inputs[0].name]
    return node.span.format if isinstance(node.span, _Told) else _widest(wanted[v.name] for v in node.inputs)


def _widest(formats: Iterable[Format | None]) -> Format | None:
    found: Format | None = None
    for f in formats:
        found = f if found is None or (f is not None and f.contains(found)) else found
    return found


def _rounding_results(made: Program, results: Sequence[Format | None], wanted: dict[str, Format | None],
                      default: Format | None) -> Program:
    """Results that are to have another format than they have are converted."""
    body, taken = made.body, {v.name for v in made.body.results}
    nodes, found = list(body.nodes), list(body.results)
    for k, fmt in enumerate(results, len(found) - len(results)):
        v = found[k]
        if fmt not in (None, wanted[v.name] or default):
            name = next(n for n in (f"{v.name}_{j}" for j in range(len(taken) + len(wanted) + 1)) if n not in wanted)
            found[k], wanted[name] = replace(v, name=name, container=None), fmt
            nodes.append(Node("astype", (v,), (found[k],), {}, (), nodes[-1].span if nodes else None))
    returns = tuple(Leaf("value", v.name) for v in found)  # one by one: what was one result twice may be two now
    return replace(made, body=Block(body.params, tuple(nodes), tuple(found)), returns=returns)


def _widest_of_sites(body: Block, wanted: Mapping[str, Format | None]) -> dict[str, Format]:
    votes: dict[str, Format | None] = {}
    for node in body.walk():
        if node.op in CONTROL or not (OPS[node.op].category == VIEW or node.op in STORES):
            for v in (*node.outputs, *(p for b in node.blocks for p in b.params)):
                votes[node.site] = _widest((votes.get(node.site), None if v.container else wanted[v.name]))
    return {site: f for site, f in votes.items() if f is not None}


def _silent(block: Block) -> Block:
    """The block with plain spans."""
    def plain(span: Span | None) -> Span | None:
        return Span(span.file, span.line, span.column, span.end_column) if isinstance(span, _Told) else span
    return replace(block, nodes=tuple(replace(n, blocks=tuple(map(_silent, n.blocks)), span=plain(n.span)) for n in block.nodes))


def _overrides(made: Program, kept: Assignment, wanted: Mapping[str, Format | None]) -> dict[str, Format]:
    given, found = value_formats(made, kept), {}
    for node in made.nodes():
        if node.op in CONTROL or OPS[node.op].category in (VIEW, SOURCE) or node.op in STORES:
            continue
        (v,), fmt = node.outputs, wanted[node.output.name]
        if fmt is not None and not v.container and _differs(node, fmt, kept, given):
            found[v.name] = fmt
    return found


def _differs(node: Node, fmt: Format, kept: Assignment, given: Mapping[str, Format | None]) -> bool:
    """Whether an operation is to round otherwise than its site does, or its operands are."""
    if node.output.kind in ROUNDED and given[node.output.name] != fmt:
        return True
    return arithmetic_format(kept, node.site) != fmt and any(v.kind in ROUNDED for v in node.inputs)
