"""Lists that loops grow and shrink stay in one array with room for all that they ever have.

    for i: r = buffer[:n]; if p: r = concatenate(r, x), m = n + 1, else: r = update(zeros(n + 1), r, at=[:n]), m = n
           buffer = update(zeros(C), r[:m], at=[:m]), n = m
                                        ->
    for i: if p: buffer[n] = x, m = n + 1; n = m

Lifting gives lists a length of their own in every block, and pads them where they leave it (docs/adr/0011). Here each list inside a loop is
the first rows of the buffer that the loop carries: what is appended is stored behind them, what is taken out is forgotten, and ways of
branches that change nothing hand on the buffer. Rows behind a list are never read, so it does not matter what they are. That is proved:
of every use that is not a slice of the first rows, or takes more of them than each way has made, the list stays what it was.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from precis.ir.build import Names
from precis.ir.grown.held import Numbers, first_part, largest_of, with_shapes
from precis.ir.grown.nest import Env, Nest, Unheld
from precis.ir.grown.reserved import little
from precis.ir.live import live
from precis.ir.no_room import asks_for_room
from precis.ir.rewrite import substitute
from precis.ir.types import Block, Node, Program, values_of


def lists_in_place(program: Program, formats: Mapping[str, object] | None = None, begun: Mapping[str, Any] | None = None,
                   plain: bool = False) -> Program:
    """The Program with its lists in place. `formats`: of values by name; lists stay apart whose formats differ. `begun`: attributes of
    the updates that begin the arrays, of which nobody reads what they do not write. `plain`: lists of numbers alone, for which sizes of the
    program tell how much room they need."""
    symbols = {n.attrs[k] for n in program.nodes() for k in ("symbol", "index") if k in n.attrs}
    names = Names({v.name for v in values_of(program.body)} | set(program.binding) | symbols)
    asked = asks_for_room(program)
    body = _Lists(names, formats or {}, begun or {}, plain, asked).block(program.body, frozenset(program.binding), Numbers())
    return program if body is program.body else with_shapes(program, live(body))


@dataclass(frozen=True, slots=True)
class _Lists:
    """What the pass is given."""

    names: Names
    formats: Mapping[str, object]
    begun: Mapping[str, Any]
    plain: bool
    asked: bool

    def block(self, block: Block, known: frozenset[str], numbers: Numbers) -> Block:
        """The block with the lists of its loops in place. `known`: the size symbols that are bound; `numbers`: in blocks around it."""
        nodes: list[Node] = []
        numbers, made = numbers.copy(), dict[str, Node]()
        lasting: Env = {}
        for node in block.nodes:
            numbers.learn(node)
            node = _from_room(node, lasting, numbers) if lasting else node
            made |= {v.name: node for v in node.outputs}
            rooted = self._rooted(node, made, known, numbers) if node.op in ("loop", "while") else None
            nodes += self._inside([node] if rooted is None else rooted[0], known, numbers)
            lasting |= {} if rooted is None else rooted[1]
            known |= {node.attrs["symbol"]} if node.op == "size" and not self.plain else frozenset()
        same = len(nodes) == len(block.nodes) and all(a is b for a, b in zip(nodes, block.nodes))
        return block if same else Block(block.params, tuple(nodes), block.results)

    def _inside(self, nodes: list[Node], known: frozenset[str], numbers: Numbers) -> list[Node]:
        """A loop whose lists are in place, and what goes before and behind it, with the lists in place that its iterations begin."""
        numbers, found = numbers.copy(), list[Node]()
        for node in nodes:
            numbers.learn(node)
            inner = known | {node.attrs["index"]} if node.op == "loop" else known
            blocks = tuple(self.block(b, inner, numbers) for b in node.blocks)
            found.append(replace(node, blocks=blocks) if any(a is not b for a, b in zip(blocks, node.blocks)) else node)
        return found

    def _rooted(self, node: Node, made: Mapping[str, Node], known: frozenset[str], numbers: Numbers) -> tuple[list[Node], Env] | None:
        """A loop whose lists are in place, and where it leaves them; None where it carries none."""
        lists = (j for j, p in enumerate(node.blocks[-1].params) if p.rank and (not self.plain or little(p)))
        roots = {j for j in lists if _is_padded(node, j) or _is_lengthened(node, j)}
        refused: set[str] = set()
        while roots:
            nest = Nest(self.names, self.formats, refused, known, numbers, self.begun, self.asked)
            try:
                found = nest.root(node, roots, made)
            except Unheld as problem:
                if problem.name in refused:
                    return None
                refused.add(problem.name)
                continue
            if found is None or not found[1]:
                return None
            room = largest_of(nest.tops)
            block = substitute(Block((), tuple(found[0]), ()), {}, {nest.room: room})
            env = {name: replace(h, buffer=replace(h.buffer, shape=(room, *h.buffer.shape[1:]))) for name, h in found[1].items()}
            return list(block.nodes), env
        return None


def _from_room(node: Node, lasting: Env, numbers: Numbers) -> Node:
    """Slices of what loops have left are taken of the buffers."""
    held = lasting.get(node.inputs[0].name) if node.op == "slice" else None
    if held is not None and (length := first_part(node)) is not None and numbers.reaches(held, length):
        return replace(node, inputs=(held.buffer,))
    blocks = tuple(replace(b, nodes=tuple(_from_room(n, lasting, numbers) for n in b.nodes)) for b in node.blocks)
    return replace(node, blocks=blocks) if any(n is not m for b, c in zip(blocks, node.blocks) for n, m in zip(b.nodes, c.nodes)) else node


def _is_padded(node: Node, j: int) -> bool:
    """Whether an iteration begins with the first rows of what it is handed, and ends with padding."""
    body = node.blocks[-1]
    name, result = body.params[j].name, body.results[j].name
    begins = any(n.op == "slice" and n.inputs[0].name == name and first_part(n) is not None for n in body.walk())
    return begins and any(n.op == "update" and n.output.name == result and first_part(n) is not None for n in body.nodes)


def _is_lengthened(node: Node, j: int) -> bool:
    """Whether something is appended to what an iteration is handed."""
    name = node.blocks[-1].params[j].name
    return any(n.op == "concatenate" and n.inputs[0].name == name and n.attrs["axis"] == 0 for n in node.blocks[-1].walk())
