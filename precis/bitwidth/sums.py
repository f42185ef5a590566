"""Roundings of sums: how large the partial sums are, from their total and the sum of their squares.

Each addition rounds its partial sum, so the error variance of a sum is proportional to V = sum of the squares of the
partial sums that are rounded. Over a random order of the N terms, a partial sum of k of them has the expected square
(sampling without replacement; Cochran, Sampling Techniques, 3rd ed., theorem 2.2)

    E[s_k^2] = k^2/N^2 S^2 + k (N - k) / (N (N - 1)) (Q - S^2/N),     S = sum of the terms, Q = sum of their squares

so that V = a S^2 + b Q with a and b from the sizes k alone, which precis/ir/order.py fixes.
"""

from __future__ import annotations

from collections.abc import Mapping

from precis.bitwidth.places import Rounding
from precis.bitwidth.trips import Sizes, elements, inside, length
from precis.ir.build import Build
from precis.ir.ops.reductions import contraction_labels, row_by_row
from precis.ir.order import LANES, SHORT, laned
from precis.ir.size import Size
from precis.ir.types import Block, Node, Program, Value

FOLDS = LANES.bit_length() - 1
SUMS = ("sum", "prod", "einsum")


def spread(terms: float, last: float = 0.0) -> tuple[float, float]:
    """(a, b) of V = a S^2 + b Q for `terms` terms added in the order of `ordered_sum`.

    last: length of the last axis where that is reduced, else 0.
    """
    n = float(terms)
    if n < 2:
        return 0.0, 0.0
    first, second = _laned(n, last) if laned(last, n) else _sequential(n)
    b = (n * first - second) / (n * (n - 1))
    return second / n**2 - b / n, b


def _sequential(n: float) -> tuple[float, float]:
    """(sum of k, sum of k^2) over the rounded partial sums, k = 2 .. n."""
    return n * (n + 1) / 2 - 1, n * (n + 1) * (2 * n + 1) / 6 - 1


def _laned(n: float, last: float) -> tuple[float, float]:
    """The same for rows of `last` elements in lanes, which fold in halves and meet what is left of the rows (precis.ir.order)."""
    first, others, rest = terms_in_lanes(n, last)
    sizes = [first] * SHORT + [others] * (LANES - SHORT)
    sums = [_sequential(k) for k in (*sizes, rest) if k > 1.0]
    rounded = []
    while len(sizes) > 1:
        pairs = list(zip(sizes, sizes[len(sizes) // 2:]))
        sizes = [a + b for a, b in pairs]
        rounded += [a + b for a, b in pairs if a and b]
    rounded += [n] if rest else []
    return sum(a for a, _ in sums) + sum(rounded), sum(b for _, b in sums) + sum(k * k for k in rounded)


def terms_in_lanes(n: float, last: float) -> tuple[float, float, float]:
    """How many of n terms, in rows of `last`, one of the first SHORT lanes takes, one of the others, and what is left of the rows."""
    rows, whole, parts = n / last, last // LANES, last % LANES // SHORT
    return rows * (whole + parts), rows * whole, rows * (last % SHORT)


def chain(node: Node, sizes: Sizes) -> float:
    """How many additions of a `sum` or of an inner product follow one another."""
    x = node.inputs[0]
    axes = node.attrs.get("axes", tuple(range(x.rank)))
    terms = elements(tuple(x.shape[a] for a in axes), sizes)
    last = length(x.shape[-1], sizes) if x.rank - 1 in axes else 0
    if not laned(last, terms):
        return float(terms)
    first, _, rest = terms_in_lanes(terms, last)
    return max(first + FOLDS, rest) + 1.0


def terms_of(node: Node, sizes: Sizes) -> float:
    """How many terms one of SUMS has for each of its results."""
    return float(elements(_summed(node), sizes))


def sum_of(probe: Node, defined: Mapping[str, Node]) -> Node | None:
    """The sum, product or contraction on whose result a probe of `instrument` stands, with the weight of all that is rounded on the way;
    None of other probes. defined: name -> node."""
    (v, w) = probe.inputs
    made, weight = defined.get(v.name), defined.get(w.name)
    if v == w or made is None or made.op not in SUMS or weight is None or weight.op != "stop":
        return None
    root = defined.get(weight.inputs[0].name)
    return made if root is not None and root.op in ("sqrt", "mul") else None  # of running sums the weight is the running sum


def roundings(node: Node, sizes: Sizes) -> float:
    """How many additions and products a sum, a product or a contraction makes for each of its results."""
    terms = terms_of(node, sizes)
    return max(0.0, 2.0 * terms - 1.0 if node.op == "einsum" else terms - 1.0)


def coefficients(node: Node, sizes: Sizes) -> tuple[float, float]:
    """(a, b) of V for a `sum` or a contraction, all of whose products are rounded before they are added."""
    summed, x = _summed(node), node.inputs[0]
    terms = elements(summed, sizes)
    if node.op == "einsum":
        of_sum, of_squares = spread(terms, length(summed[-1], sizes) if summed and row_by_row(node.attrs["spec"]) else 0)
        return of_sum, of_squares + 1.0
    return spread(terms, length(x.shape[-1], sizes) if x.rank - 1 in node.attrs["axes"] else 0)


def _summed(node: Node) -> tuple[Size, ...]:
    """The lengths that a sum, a product or a contraction runs over."""
    x = node.inputs[0]
    if node.op != "einsum":
        return tuple(x.shape[axis] for axis in node.attrs["axes"])
    labels, _, result = contraction_labels(node.attrs["spec"])
    return tuple(d for label, d in zip(labels, x.shape) if label not in result)


def reach(b: Build, node: Node, weight: Value, sizes: Sizes) -> Value:
    """How large partial sums become at most, where `weight` is sqrt(V): sum |x| <= sqrt(N Q) whatever their order and their signs
    (Cauchy-Schwarz; equal where all terms are), and the root sum square of the partial sums where that is less."""
    of_sum, of_squares = coefficients(node, sizes) if node.op != "prod" and node.output.kind == "real" else (0.0, 0.0)
    if not of_squares:
        return weight
    squares = b.sub(b.mul(weight, weight), b.mul(b.const(of_sum), b.mul(node.output, node.output)))
    terms = b.const(terms_of(node, sizes) / of_squares)
    return b.stop(b.minimum(weight, b.sqrt(b.mul(terms, b.maximum(squares, b.const(0.0))))))


def roundings_of(probed: Program, sizes: Sizes) -> dict[Rounding, float]:
    """Cause -> the most roundings that one of its weights stands for, where that is more than one, in a Program of `instrument`."""
    found: dict[Rounding, float] = {}
    _count(probed.body, {}, found, sizes)
    return found


def _count(block: Block, outer: Mapping[str, Node], found: dict[Rounding, float], sizes: Sizes) -> None:
    defined = dict(outer)
    for node in block.nodes:
        within, _ = inside(node, sizes)
        for inner in node.blocks:
            _count(inner, defined, found, within)
        defined.update((v.name, node) for v in node.outputs)
        made = sum_of(node, defined) if node.op == "probe" else None
        if made is not None and (n := roundings(made, sizes)) > 1.0:
            cause = Rounding.of(node.attrs["key"])
            found[cause] = max(found.get(cause, 1.0), n)
