"""Logs that loops fill from their beginning on need not be zeros before: what is read of them was written.

    for i: log[n:n + m] = x; n += m                behind the loop: log[:n]

The adjoint keeps pieces of run-time length so (precis.ad.logs).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from precis.ir.build import Build, Names
from precis.ir.grown.held import first_part
from precis.ir.size import Size
from precis.ir.types import Block, Cut, Node, Program, Value, values_of


def logs_begun(program: Program, begun: Mapping[str, Any]) -> Program:
    """The Program whose logs begin empty. `begun`: attributes of updates that begin arrays of which nobody reads what they do not write."""
    if not any(n.op == "size" for n in program.nodes()):
        return program
    symbols = {n.attrs[k] for n in program.nodes() for k in ("symbol", "index") if k in n.attrs}
    body = _block(program.body, Names({v.name for v in values_of(program.body)} | set(program.binding) | symbols), begun)
    return program if body is program.body else program.with_body(body)


def _block(block: Block, names: Names, begun: Mapping[str, Any]) -> Block:
    nodes: list[Node] = []
    made = {v.name: n for n in block.nodes for v in n.outputs}
    for node in block.nodes:
        blocks = tuple(_block(b, names, begun) for b in node.blocks)
        node = replace(node, blocks=blocks) if any(a is not b for a, b in zip(blocks, node.blocks)) else node
        logs = [j for j in range(len(node.inputs)) if _is_log(node, j, made, block)] if node.op == "loop" else []
        b = Build(names, node.span)
        inputs = {j: _begun(b, node.inputs[j], made, begun) for j in logs}
        nodes += b.nodes
        nodes.append(replace(node, inputs=tuple(inputs.get(j, x) for j, x in enumerate(node.inputs))) if logs else node)
    return block if all(a is b for a, b in zip(nodes, block.nodes)) else Block(block.params, tuple(nodes), block.results)


def _begun(b: Build, start: Value, made: Mapping[str, Node], begun: Mapping[str, Any]) -> Value:
    zero = made[start.name].inputs[0]
    return b.update(b.broadcast(zero, shape=start.shape), b.broadcast(zero, shape=(Size(),)), at=(Cut(Size(), Size()),), **begun)


def _is_log(loop: Node, j: int, made: Mapping[str, Node], around: Block) -> bool:
    """Whether carry `j` begins as zeros, and iterations write what follows what they have written, as a count beside it says."""
    (body,), start = loop.blocks, made.get(loop.inputs[j].name)
    if start is None or start.op != "broadcast" or start.inputs[0].rank or loop.inputs[j].rank != 1:
        return False
    inside = {v.name: n for n in body.nodes for v in n.outputs}
    write = inside.get(body.results[j].name)
    if write is None or write.op != "update" or len(write.inputs) != 2 or write.inputs[0].name != body.params[j].name:
        return False
    cut, users = write.attrs["at"][0], (list(_users(body, v)) for v in (body.params[j], body.results[j]))
    counted = _counted(loop, cut, made) if isinstance(cut, Cut) and cut.step == 1 else None
    return counted is not None and list(map(len, users)) == [1, 0] and _first_part(around, loop.outputs[j], loop.outputs[counted])


def _counted(loop: Node, cut: Cut, made: Mapping[str, Node]) -> int | None:
    """The carry that begins with 0, says where an iteration writes, and counts that."""
    (body,) = loop.blocks
    bound = {n.attrs["symbol"]: n.inputs[0].name for n in body.nodes if n.op == "size"}
    inside = {v.name: n for n in body.nodes for v in n.outputs}
    for k, x in enumerate(loop.inputs):
        zero, after = made.get(x.name), inside.get(body.results[k].name)
        if zero is None or zero.op != "const" or zero.attrs["value"] != 0 or after is None or after.op != "index":
            continue
        if bound.get(cut.start.symbol or "") == body.params[k].name and after.attrs["value"] == cut.start + cut.length:
            return k
    return None


def _first_part(block: Block, log: Value, count: Value) -> bool:
    """Whether of the log no more is read than was written."""
    symbols = {n.attrs["symbol"] for n in block.nodes if n.op == "size" and n.inputs[0].name == count.name}
    parts = (isinstance(n, Node) and n.op == "slice" and (length := first_part(n)) is not None and length.symbol in symbols
             for n in _users(block, log))
    return all(parts) and log.name not in {r.name for r in block.results}


def _users(block: Block, v: Value) -> Iterator[Node | Block]:
    """Nodes that take a value, at any depth, and blocks inside that hand it on; the results of the block itself are not looked at."""
    for n in block.walk():
        if any(x.name == v.name for x in n.inputs):
            yield n
        yield from (b for b in n.blocks if any(r.name == v.name for r in b.results))
