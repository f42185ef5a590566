"""Products by parts: contractions whose multiplicand format has several products become contractions of parts.

A factor x is passed to matrix units as hi = round(x) and lo = round(x - hi), both in a narrow format; x - hi is exact in
binary32. One product is hi hi + (hi lo + lo hi), lo lo being as small as what lo left out (Henry, Tang & Heinecke 2019,
Leveraging the bfloat16 artificial intelligence datatype for higher-precision computations, section 2; Ootomo & Yokota 2022
for tf32). Sums run in the accumulator format, the small ones first.
"""

from __future__ import annotations

from dataclasses import replace

from precis.formats import FORMATS, Assignment, Format
from precis.ir.build import Build, Names
from precis.ir.types import Block, Node, Program, Value, values_of


def split_products(program: Program, assignment: Assignment) -> tuple[Program, Assignment]:
    """`program` with products by parts written out at the sites that compute in such a format, and the assignment under
    which it means the same. Both are returned as they are where there is no such site."""
    sites = {n.site: assignment.compute_of(n.site) for n in program.nodes() if n.op == "einsum"}
    parts = {site: FORMATS[fmt.part] for site, fmt in sites.items() if fmt.products > 1}
    if not parts:
        return program, assignment
    sums = {site: assignment.accumulate_of(site) for site in parts}
    formats: dict[str, Format] = {}
    body = _block(program.body, Names({v.name for v in values_of(program.body)}), parts, sums, formats)
    return program.with_body(body), assignment.with_compute(sums).with_accumulate(sums).with_values(formats)


def _block(block: Block, names: Names, parts: dict[str, Format], sums: dict[str, Format], formats: dict[str, Format]) -> Block:
    b = Build(names)
    for node in block.nodes:
        inner = tuple(_block(x, names, parts, sums, formats) for x in node.blocks)
        if node.op == "einsum" and node.site in parts:
            _product(node, b, parts[node.site], sums[node.site], formats)
        else:
            b.learn(replace(node, blocks=inner))
    return Block(block.params, tuple(b.nodes), block.results)


def _product(node: Node, b: Build, part: Format, sum_: Format, formats: dict[str, Format]) -> None:
    b.span = node.span
    (hx, lx), (hy, ly) = (_parts(v, b, part, sum_, formats) for v in node.inputs)
    spec = node.attrs["spec"]
    small = b.add(b.einsum(hx, ly, spec=spec), b.einsum(lx, hy, spec=spec))
    b.learn(Node("add", (small, b.einsum(hx, hy, spec=spec)), node.outputs, {}, (), node.span))


def _parts(v: Value, b: Build, part: Format, sum_: Format, formats: dict[str, Format]) -> tuple[Value, Value]:
    """hi and lo, and what they and the difference between are rounded to."""
    high = b.astype(v)
    rest = b.sub(v, high)
    low = b.astype(rest)
    formats.update({high.name: part, rest.name: sum_, low.name: part})
    return high, low
