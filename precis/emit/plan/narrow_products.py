"""Products that are no matter for matrices are sums of what is multiplied element by element, computed where it is added up.

    einsum("pcs,pcsk->pk", w, np.cross(a, b))  ->  (w[..., None] * np.cross(a, b)).sum((1, 2))        # k: places in space
    einsum("c,pcs->pcs", current, w)           ->  current[:, None] * w + 0.0

Forces and fields of many bodies are such sums of a few numbers each: their terms are vectors that are computed from positions, and stored
they would be several times as many bytes as all that is read. Each sum has the same terms in the same order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from precis.emit.plan.body import lazy_op
from precis.emit.plan.contract import LIBRARY_FORMATS
from precis.emit.plan.short_products import by_columns
from precis.emit.plan.written_out import along, users_of, written_out
from precis.formats import Assignment, Format
from precis.ir.build import Build, Names
from precis.ir.emulate import arithmetic_format
from precis.ir.ops.kinds import INTEGERS
from precis.ir.ops.reductions import contraction_labels, row_by_row
from precis.ir.rewrite import free_values
from precis.ir.types import Block, Node, Value, values_of

FEW = 4  # numbers of each result
JOINS = ("concatenate", "update")  # beside what is computed where it is used: what is put together of such

Formats = Mapping[str, Format | None]


def narrow_products(block: Block, assignment: Assignment, formats: Formats) -> Block:
    return _block(block, assignment, formats, Names({v.name for v in values_of(block)}))


def _block(block: Block, assignment: Assignment, formats: Formats, names: Names) -> Block:
    defined = {v.name: n for n in block.nodes for v in n.outputs}
    users = users_of(block)
    uses = Counter(v.name for n in block.nodes for v in (*n.inputs, *(f for b in n.blocks for f in free_values(b))))
    uses.update(v.name for v in block.results)
    nodes: list[Node] = []
    for node in block.nodes:
        node = replace(node, blocks=tuple(_block(b, assignment, formats, names) for b in node.blocks)) if node.blocks else node
        product = node.op == "einsum" and len(node.inputs) == 2
        plain = product and _alike(node, assignment, formats)
        real = (written_out(node, users, names) or _sum(node, defined, uses, names)) if plain else None
        nodes += real or (by_columns(node, names) if plain or (product and node.output.kind in INTEGERS) else None) or [node]
    return replace(block, nodes=tuple(nodes))


def _alike(node: Node, assignment: Assignment, formats: Formats) -> bool:
    """Whether a product rounds to one format throughout."""
    element = formats.get(node.output.name)
    others = (*(formats.get(v.name) for v in node.inputs), arithmetic_format(assignment, node.site))
    return element in LIBRARY_FORMATS and all(f == element for f in others) and assignment.value_of(node.output.name) is None


def _sum(node: Node, defined: Mapping[str, Node], uses: Counter[str], names: Names) -> list[Node] | None:
    """Nodes that end in the result; None where a product is better."""
    (a, b), (x, y, result) = node.inputs, contraction_labels(node.attrs["spec"])
    if len(set(x)) < len(x) or len(set(y)) < len(y) or row_by_row(node.attrs["spec"]):
        return None
    if set(x) - set(y):
        (a, x), (b, y) = (b, y), (a, x)
    apart = not set(x) | set(y) <= set(result)
    if set(x) - set(y) or (apart and not _narrow(b, x, y, result, defined, uses)):
        return None
    made = Build(names, node.span)
    terms = made.mul(along(made, a, x, y), b)
    if apart:
        made.sum(terms, axes=tuple(k for k, c in enumerate(y) if c not in result))
    else:
        made.transpose(made.add(terms, made.const(0.0)), perm=tuple(map(y.index, result)))
    return [*made.nodes[:-1], replace(made.nodes[-1], outputs=node.outputs)]


def _narrow(b: Value, x: str, y: str, result: str, defined: Mapping[str, Node], uses: Counter[str]) -> bool:
    """Whether a product has few numbers for each of many rows, of terms that nothing else wants."""
    kept = "".join(c for c in y if c in result)
    short = len(set(y) - set(x)) == 1 and y[-1] not in x and (_length(b, -1) or FEW + 1) <= FEW
    node = defined.get(b.name)
    computed = node is not None and (lazy_op(node) or node.op in JOINS) and uses[b.name] == 1
    return kept == result and len(kept) > 1 and y[-1] == kept[-1] and short and computed


def _length(v: Value, axis: int) -> int | None:
    return v.shape[axis].constant
