"""Operands that loops multiply again and again lie as their products read them.

    while ...: v = einsum("ijab,jb->ia", t, v)
    ->  u = t.transpose(0, 2, 1, 3).reshape(i * a, j * b); while ...: v = (u @ v.reshape(j * b)).reshape(i, a)

Tensors of pairs have a few numbers for each pair, last: rows of three, which fill no vector. One copy in front of the loop, which is none
where the tensor is computed there, makes a matrix of them. Sums have the same terms.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import prod

from precis.emit.plan.contract import LIBRARY_FORMATS, LOOPS
from precis.formats import Assignment, Format
from precis.ir.build import Build, Names
from precis.ir.emulate import arithmetic_format
from precis.ir.ops.reductions import contraction_labels
from precis.ir.rewrite import free_values
from precis.ir.size import product
from precis.ir.types import Block, Node, Shape, Value, values_of

OFTEN = 4  # iterations, by the example that the program was lifted with: fewer do not repay a copy
SHORT = 8  # elements of the last axis: vectors are filled by as many
MANY = 64  # elements

Formats = Mapping[str, Format | None]


@dataclass(frozen=True, slots=True)
class _Facts:
    assignment: Assignment
    formats: Formats
    example: Mapping[str, int]
    names: Names

    def often(self, node: Node) -> bool:
        if node.op != "loop":
            return node.op == "while"
        trips = node.attrs["range"].trips
        return trips.symbols() <= self.example.keys() and trips.value(self.example) >= OFTEN

    def short(self, v: Value) -> bool:
        """Whether the last axis of an array of some size fills no vector, by the example."""
        lengths = [d.value(self.example) if d.symbols() <= self.example.keys() else MANY for d in v.shape]
        return lengths[-1:] < [SHORT] and prod(lengths) >= MANY

    def alike(self, node: Node) -> bool:
        """Whether a product rounds to one format throughout, in which libraries may add its terms up in any order."""
        formats = {self.formats.get(v.name) for v in (*node.inputs, node.output)} | {arithmetic_format(self.assignment, node.site)}
        plain = not {"accumulate", LOOPS} & node.attrs.keys() and self.assignment.value_of(node.output.name) is None
        return plain and len(formats) == 1 and formats <= {*LIBRARY_FORMATS}


@dataclass(frozen=True, slots=True)
class _Matrix:
    """A value as a matrix: `perm` brings the axes of its rows to the front, and `rows` is how many these are."""

    name: str
    perm: tuple[int, ...]
    rows: int

    def shape(self, v: Value) -> Shape:
        lengths = [v.shape[k] for k in self.perm]
        return product(lengths[:self.rows]), product(lengths[self.rows:])


Made = dict[_Matrix, Value]


def operands_along(block: Block, assignment: Assignment, formats: Formats, example: Mapping[str, int]) -> Block:
    """The block, and those inside it, with such operands in front of loops."""
    return _block(block, _Facts(assignment, formats, example, Names({v.name for v in values_of(block)})))


def _block(block: Block, facts: _Facts) -> Block:
    nodes: list[Node] = []
    for node in block.nodes:
        given = {v.name: v for b in node.blocks for v in free_values(b)}
        made: Made = {}
        if node.op in ("loop", "while"):
            node = replace(node, blocks=tuple(_inside(b, given, made, facts, facts.often(node)) for b in node.blocks))
        for matrix, out in made.items():
            nodes += _copied(given[matrix.name], matrix, out, facts.names, node)
        nodes.append(replace(node, blocks=tuple(_block(b, facts) for b in node.blocks)) if node.blocks else node)
    return replace(block, nodes=tuple(nodes))


def _inside(block: Block, given: Mapping[str, Value], made: Made, facts: _Facts, often: bool) -> Block:
    """A block of a loop, which runs `often`, and to which `given` stays as it is, with products of matrices, which are noted in `made`."""
    nodes: list[Node] = []
    for node in block.nodes:
        which, matrix = _operand(node, given, facts) if often and node.op == "einsum" and facts.alike(node) else (0, None)
        if matrix:
            v = node.inputs[which]
            made.setdefault(matrix, Value(facts.names.fresh(), matrix.shape(v), v.kind))
            nodes += _multiplied(node, which, made[matrix], facts.names)
        else:
            inner = tuple(_inside(b, given, made, facts, often or facts.often(node)) for b in node.blocks)
            nodes.append(replace(node, blocks=inner) if node.blocks else node)
    return replace(block, nodes=tuple(nodes))


def _operand(node: Node, given: Mapping[str, Value], facts: _Facts) -> tuple[int, _Matrix | None]:
    """Which operand of a product should lie as a matrix, and how."""
    x, y, result = contraction_labels(node.attrs["spec"])
    found = ((which, _matrix(v, own, other, result)) for which, (v, own, other) in
             enumerate(zip(node.inputs, (x, y), (y, x), strict=True)) if v.name in given and v.container and facts.short(v))
    return next(((which, m) for which, m in found if m), (0, None))


def _matrix(v: Value, own: str, other: str, result: str) -> _Matrix | None:
    """How `v` should lie: the axes that are kept, as they stand in the result, then those that are summed, as they stand beside it. None
    where it lies so, and where that makes no product of two matrices."""
    rows, summed = "".join(c for c in result if c in own), "".join(c for c in other if c in own)
    columns = "".join(c for c in result if c not in own)
    plain = len(rows + summed) == len(own) and summed and rows and other == summed + columns and result == rows + columns
    perm = tuple(own.index(c) for c in rows + summed)
    return _Matrix(v.name, perm, len(rows)) if plain and perm != tuple(sorted(perm)) else None


def _copied(v: Value, matrix: _Matrix, out: Value, names: Names, at: Node) -> list[Node]:
    """Nodes that end in `v` as a matrix, in memory of its own."""
    made = Build(names, at.span)
    made.pad(made.reshape(made.transpose(v, perm=matrix.perm), shape=out.shape), shape=out.shape)
    return [*made.nodes[:-1], replace(made.nodes[-1], outputs=(out,))]


def _multiplied(node: Node, which: int, matrix: Value, names: Names) -> list[Node]:
    """Nodes that end in the product, with operand `which` as a matrix."""
    labels = contraction_labels(node.attrs["spec"])
    own, result, v = labels[which], labels[2], node.inputs[1 - which]
    columns = "".join(c for c in result if c not in own)
    row, term = result[0], next(c for c in own if c not in result)
    lengths = v.shape[v.rank - len(columns):]
    made = Build(names, node.span)
    lines = made.reshape(v, shape=(matrix.shape[1], *lengths))
    found = made.einsum(matrix, lines, spec=f"{row}{term},{term}{columns}->{row}{columns}")
    made.reshape(found, shape=node.output.shape)
    return [*made.nodes[:-1], replace(made.nodes[-1], outputs=node.outputs)]
