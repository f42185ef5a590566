"""Products whose axes are moved afterwards have them where they are wanted from the start.

`np.einsum("ncij,oc->noij", x, w)` is lifted as a product with the axes of both operands in a row, `nijo`, that is then transposed. With
its axes moved it would be read across rows. Each sum has the same terms in the same order. Matrices stay as they are: products read
them transposed for nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from precis.formats import Assignment
from precis.ir.ops.reductions import contraction_labels, row_by_row
from precis.ir.rewrite import free_values
from precis.ir.types import Block, Node


def turned(block: Block, assignment: Assignment) -> Block:
    """The block, and those inside it, with such products."""
    uses = Counter(_used(block))
    products = {n.output.name: n for n in block.nodes if n.op == "einsum" and uses[n.output.name] == 1 and _plain(n, assignment)}
    moves = {n.inputs[0].name: n for n in block.nodes if n.op == "transpose" and n.inputs[0].name in products and _plain(n, assignment)}
    made = {name: _moved(products[name], n) for name, n in moves.items()}
    gone = {n.output.name for name, n in moves.items() if made[name]}
    nodes = (made.get(n.outputs[0].name) or n if n.outputs else n for n in block.nodes if not (n.outputs and n.outputs[0].name in gone))
    return replace(block, nodes=tuple(replace(n, blocks=tuple(turned(b, assignment) for b in n.blocks)) if n.blocks else n for n in nodes))


def _plain(n: Node, assignment: Assignment) -> bool:
    """Whether the result has more axes than a matrix, no name, and no format of its own."""
    return n.output.rank > 2 and not n.output.container and assignment.value_of(n.output.name) is None


def _used(block: Block) -> Iterator[str]:
    yield from (v.name for v in block.results)
    for n in block.nodes:
        yield from (v.name for v in n.inputs)
        yield from (v.name for b in n.blocks for v in free_values(b))


def _moved(product: Node, move: Node) -> Node | None:
    """The product with the axes that the transposed one has; None where its sums would get another order."""
    a, b, result = contraction_labels(product.attrs["spec"])
    spec = f"{a},{b}->{''.join(result[p] for p in move.attrs['perm'])}"
    alike = row_by_row(spec) == row_by_row(product.attrs["spec"])
    return replace(product, outputs=move.outputs, attrs={**product.attrs, "spec": spec}) if alike else None
