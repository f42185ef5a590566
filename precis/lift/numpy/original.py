"""The Assignment that the source itself states: dtypes of arrays, astype, NumPy's promotion of mixed operands.

Every container stores in its dtype. A site computes in the widest dtype of its operations; an intermediate whose dtype is narrower
is listed by its value, so that emulating the Program under this Assignment rounds where NumPy does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np

from precis.formats import FORMATS, Assignment, Format, format_of_dtype, round_array
from precis.ir.emulate import STORES, arithmetic_format
from precis.ir.ops import OPS
from precis.ir.ops.record import SUM, VIEW
from precis.ir.rewrite import rename_leaves, substitute
from precis.ir.types import Block, Node, Program, Value
from precis.lift.numpy.state import Lifting

ROUNDED = ("real", "complex")


def with_original(lift: Lifting, program: Program, dtypes: Mapping[str, np.dtype]) -> Program:
    """The Program with its original Assignment; `dtypes` are those of its containers. Constants of a narrower dtype than their
    statement's get an `astype`."""
    draft = _draft(lift, program, dtypes)
    body = _narrowed(program.body, lift, draft)
    returns = rename_leaves(program.returns, {old.name: new.name for old, new in zip(program.body.results, body.results)})
    program = replace(program, body=body, returns=returns)
    storage, compute, accumulate = draft.storage, draft.compute, draft.accumulate
    return replace(program, original=Assignment(storage, compute, accumulate, _overrides(lift, program, draft), FORMATS["binary64"]))


def _draft(lift: Lifting, program: Program, dtypes: Mapping[str, np.dtype]) -> Assignment:
    storage = {c.name: _format(dtypes[c.name]) for c in program.containers if c.kind in ROUNDED}
    compute: dict[str, Format] = {}
    accumulate: dict[str, Format] = {}
    for node in program.nodes():
        for fmt in _stated(lift, node):
            compute[node.site] = _wider(compute.get(node.site), fmt)
        if _sums(node) and node.output.kind in ROUNDED:
            accumulate[node.site] = _wider(accumulate.get(node.site), _format(lift.dtypes[node.output.name]))
    accumulate = {site: fmt for site, fmt in accumulate.items() if fmt != compute.get(site)}
    return Assignment(storage, compute, accumulate, {}, FORMATS["binary64"])


def _narrowed(block: Block, lift: Lifting, draft: Assignment) -> Block:
    """Constants whose dtype is narrower than their statement's arithmetic, rounded where that matters."""
    swapped: dict[str, Value] = {}
    viewed = {v.name for n in block.walk() if n.op in OPS and OPS[n.op].category == VIEW for v in n.inputs}
    nodes: list[Node] = []
    for node in block.nodes:
        nodes.append(replace(node, blocks=tuple(_narrowed(b, lift, draft) for b in node.blocks)))
        if node.op == "const" and node.output.kind in ROUNDED:
            wanted = _format(lift.dtypes[node.output.name])
            if _drafted(node, draft) != wanted and (node.output.name in viewed or not _exact(node, wanted)):
                rounded = replace(node.output, name=lift.names.fresh())
                lift.dtypes[rounded.name] = lift.dtypes[node.output.name]
                swapped[node.output.name] = rounded
                nodes.append(Node("astype", (node.output,), (rounded,), {}, (), node.span))
    if not swapped:
        return Block(block.params, tuple(nodes), block.results)
    return Block(block.params, tuple(_using(n, swapped) for n in nodes), tuple(swapped.get(v.name, v) for v in block.results))


def _using(node: Node, swapped: dict[str, Value]) -> Node:
    """The node with swapped operands; the `astype` that rounds a constant keeps the constant."""
    if node.op == "astype" and swapped.get(node.inputs[0].name) == node.output:
        return node
    inputs = tuple(swapped.get(v.name, v) for v in node.inputs)
    return replace(node, inputs=inputs, blocks=tuple(substitute(b, swapped) for b in node.blocks))


def _exact(node: Node, fmt: Format) -> bool:
    value = node.attrs["value"]
    return isinstance(value, float) and bool(round_array(np.float64(value), fmt) == value)


def _format(dtype: np.dtype) -> Format:
    fmt = format_of_dtype(dtype)
    assert fmt is not None, dtype
    return fmt


def _wider(a: Format | None, b: Format) -> Format:
    return b if a is None or b.contains(a) else a


def _stated(lift: Lifting, node: Node) -> Iterator[Format]:
    """Formats in which a node of arithmetic computes."""
    if node.op not in OPS or node.op in STORES or OPS[node.op].category == VIEW or node.op == "const":
        return
    if node.output.name in lift.operands:
        yield _format(lift.operands[node.output.name])
    elif node.output.kind in ROUNDED:
        yield _format(lift.dtypes[node.output.name])


def _overrides(lift: Lifting, program: Program, draft: Assignment) -> dict[str, Format]:
    """Values whose dtype is not what the draft gives them."""
    found: dict[str, Format] = {}
    for node in program.nodes():
        for v in _carried(node):
            if v.container is None and v.kind in ROUNDED and v.name in lift.dtypes:
                wanted = _format(lift.dtypes[v.name])
                if wanted != _drafted(node, draft):
                    found[v.name] = wanted
        for v in node.outputs if node.op != "const" else ():
            if v.container is None and v.kind in ROUNDED and v.name in lift.dtypes and not _follows(node, v):
                wanted = _format(lift.dtypes[v.name])
                if wanted != _drafted(node, draft) or (_sums(node) and arithmetic_format(draft, node.site) != wanted):
                    found[v.name] = wanted  # also where only the terms of a sum would be in the wider format of its statement
            elif v.name in lift.operands and _format(lift.operands[v.name]) != arithmetic_format(draft, node.site):
                found[v.name] = _format(lift.operands[v.name])
    return found


def _carried(node: Node) -> tuple[Value, ...]:
    """What a loop hands on from one iteration to the next, and at its end."""
    if node.op not in ("loop", "while"):
        return ()
    n = len(node.inputs)
    return (*(p for block in node.blocks for p in block.params[-n:]), *node.outputs[:n]) if n else ()


def _follows(node: Node, v: Value) -> bool:
    """Whether a value has the format of another by rule."""
    return node.op in STORES[1:] or node.op in ("loop", "while") or (node.op in OPS and OPS[node.op].category == VIEW)


def _sums(node: Node) -> bool:
    return node.op in OPS and OPS[node.op].rounding == SUM


def _drafted(node: Node, draft: Assignment) -> Format:
    if _sums(node):
        return draft.accumulate_of(node.site)
    return arithmetic_format(draft, node.site)


