"""What loops compute again and again is computed once, in front of them.

    for e: for w: s[e] += v[w] * (a @ g[e - w] @ b)     ->     t = [a @ g[x] @ b for x]; for e: for w: s[e] += v[w] * t[e - w]

A product, a sum or an elementary function of arrays often depends on fewer numbers than there are loops around it: on some of their
indices, or on places or numbers that indices meet in. It is then kept for each of these (precis.emit.plan.iteration_tables), in front of
the loop where that takes the fewest computations, by the example that the program was lifted with. Each element is computed as before.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from math import prod

from precis.emit.plan.again import Frame, Known, Reach, reach_of
from precis.emit.plan.boxes import bound_inside
from precis.emit.plan.iteration_tables import Table, build, read
from precis.formats import Assignment
from precis.ir.build import Build, Names
from precis.ir.live import live
from precis.ir.ops import OPS
from precis.ir.ops.record import CONTRACTION, LIBRARY, POINTWISE, REDUCTION
from precis.ir.ops.reductions import contraction_labels
from precis.ir.rewrite import free_values
from precis.ir.types import Block, Node, Program, Value, values_of

GAIN = 2  # times as often as it has to be
GAIN_BY_DATA = 16  # the same where data decide how often that is
DENSE = 4  # operations for each element that is kept: less is computed again sooner than read
LEAST = 16  # operations
ELEMENTARY = 10  # operations that an elementary function takes
SLOW = {"div": 8, "sqrt": 8}  # operations that these take
POWER = 20  # what a power takes whose exponent is no constant
ROOM = 1 << 20  # elements that are kept


def repeated_once(program: Program, assignment: Assignment) -> tuple[Program, Assignment]:
    """The program with such values in front of loops, and the assignment for it."""
    body = program.body
    names = Names({v.name for v in values_of(body)} | set(program.binding) | set(bound_inside(body)))
    state = _Pass(names, program, dict(assignment.values))
    made = state.block(body, (), {})
    if not state.tables:
        return program, assignment
    return program.with_body(live(made)), replace(assignment, values=state.values)


class _Pass:
    def __init__(self, names: Names, program: Program, values: dict):
        self.names, self.program, self.values = names, program, values
        self.tables = 0
        self.fronts: dict[str, list[Node]] = {}  # by the index of a loop: what goes in front of it

    def block(self, block: Block, path: tuple[Frame, ...], known: Known) -> Block:
        """`known`: the node that makes a value, and how many blocks of the path lie around it."""
        known = {**known, **{v.name: (None, len(path)) for v in block.params},
                 **{v.name: (n, len(path)) for n in block.nodes for v in n.outputs}}
        needed = {v.name for v in block.results}
        nodes: list[Node] = []
        for node in reversed(block.nodes):
            made = self._node(node, path, known) if not node.outputs or any(v.name in needed for v in node.outputs) else (node,)
            nodes += reversed(made)
            needed |= {v.name for n in made for v in (*n.inputs, *(f for b in n.blocks for f in free_values(b)))}
        return replace(block, nodes=tuple(reversed(nodes)))

    def _node(self, node: Node, path: tuple[Frame, ...], known: Known) -> Sequence[Node]:
        table = self._table(node, path, known) if path and _asks(node) else None
        if table is not None:
            return self._kept(node, table, path, known)
        if node.op in ("loop", "cond"):
            inside = (*path, Frame(node, node.inputs if node.op == "cond" else ()))
            blocks = tuple(self.block(b, inside, known) for b in node.blocks)
            return (*self.fronts.pop(node.attrs.get("index", ""), ()), replace(node, blocks=blocks))
        return (replace(node, blocks=tuple(self.block(b, (), {}) for b in node.blocks)) if node.blocks else node,)

    def _kept(self, node: Node, table: Table, path: tuple[Frame, ...], known: Known) -> Sequence[Node]:
        """What reads a value that is now computed in front of a loop, where parts of it may still be computed again and again."""
        self.tables += 1
        front = Build(self.names, node.span)
        kept = build(front, table, self.values)
        outside = path[:next(k for k, f in enumerate(path) if f.index == table.loop)]
        self.fronts.setdefault(table.loop, []).extend(self.block(Block((), tuple(front.nodes), (kept,)), outside, known).nodes)
        inside = Build(self.names, node.span)
        row = read(inside, table, kept)
        return (*inside.nodes, Node("store" if node.output.container else "stop", (row,), node.outputs, {}, (), node.span))

    def _table(self, node: Node, path: tuple[Frame, ...], known: Known) -> Table | None:
        """The best place to compute a node's value in front of a loop."""
        found: list[tuple[int, int, Table]] = []
        for k, frame in enumerate(path):
            reach = reach_of(node, path, k, known, self.program) if frame.index else None
            if reach and _sized(reach, node) and _pays(reach, node):
                found.append((reach.entries * reach.outside, -k, Table(frame.index, node.output, reach.chain, reach.dims)))
        return min(found, key=lambda f: f[:2])[2] if found else None


def _sized(reach: Reach, node: Node) -> bool:
    """Whether the example says how much work it is: not where a run alone tells a length."""
    values = (node.output, *(v for n in reach.chain for v in (*n.inputs, *n.outputs)))
    return all(s in reach.example for v in values for d in v.shape for s in d.symbols())


def _pays(reach: Reach, node: Node) -> bool:
    size = _elements(node.output, reach.example)
    constants = {n.output.name for n in reach.chain if n.op == "const"}
    work = sum(_work(n, reach.example, constants) for n in reach.chain)
    gain = GAIN_BY_DATA if reach.by_data else GAIN
    return reach.entries * gain <= reach.evaluations and work >= max(LEAST, DENSE * size) and size * reach.entries <= ROOM


def _asks(node: Node) -> bool:
    """Whether a node is worth a place of its own."""
    if node.op not in OPS or len(node.outputs) != 1:
        return False
    op = OPS[node.op]
    return op.category in (CONTRACTION, REDUCTION) or (op.category == POINTWISE and op.rounding == LIBRARY) or _slow(node)


def _slow(node: Node) -> bool:
    """Whether it is a root or a quotient of real numbers: two of them are worth a place."""
    return node.op in SLOW and node.output.kind == "real"


def _work(node: Node, example: Mapping[str, int], constants: Container[str]) -> int:
    if node.op == "einsum":
        labels = contraction_labels(node.attrs["spec"])[:2]
        dims = {c: d.value(example) for v, at in zip(node.inputs, labels) for c, d in zip(at, v.shape)}
        return prod(dims.values()) * (4 if node.output.kind == "complex" else 1)
    if not _asks(node):
        return 0
    if OPS[node.op].category == REDUCTION:
        return _elements(node.inputs[0], example)
    if node.op == "pow" and node.inputs[1].name not in constants:
        return POWER * _elements(node.output, example)
    return SLOW.get(node.op, ELEMENTARY) * _elements(node.output, example)


def _elements(v: Value, example: Mapping[str, int]) -> int:
    return prod(d.value(example) for d in v.shape)
