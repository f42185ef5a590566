"""Products of matrices share the loops of the runtime where these take as long as loops of their own.

Written out for each product, such loops take a tenth of a second to compile, and where nearly all products call a library they hardly ever
run. Of binary32 they run for small products: where they are written out, each took as long to compile as all the rest of a layer of a
network. Terms are added up in the same order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from precis.emit.cpu.products import GEMM, LEAST, TILES, TINY, product_of
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import Access, Contract, Nest, Plan, Statement
from precis.ir.size import Size

Block = tuple[Statement, ...]
SHORT_SUMS = 16  # terms: measured with 3, 6 and 8 of them, twice the time of loops of their own
SHORT = 4096  # multiplications of known number below which a call counts
STEPS = ["load", "load", "mul", "load", "add", "store"]
PAIR_STEPS = {"mul": 4, "add": 4, "store": 4}  # of sums of complex products, beside what they load


def looped(plan: Plan) -> Plan:
    return replace(plan, statements=_block(plan.statements, plan.example))


def _block(statements: Block, example: Mapping[str, int]) -> Block:
    return tuple(replace(s, otherwise=()) if isinstance(s, Contract) and _shares(s) and not _many_short(s, example)
                 else map_blocks(s, partial(_block, example=example)) for s in statements)


def _many_short(s: Contract, example: Mapping[str, int]) -> bool:
    """Whether there are many products of sums so short, in the example at least, that calls of tiles take longer than they do."""
    return bool(s.batch) and s.element.name == "binary32" and s.k.symbols() <= example.keys() and s.k.value(example) < SHORT_SUMS


def _shares(s: Contract) -> bool:
    """Whether all but tiny products call the library, or the loops are those of the runtime, and this product may be one that is not tiny;
    what is always tiny has loops of its lengths."""
    size, tiny = (s.m * s.n * s.k).constant, product_of(s).tiny
    if s.parts == 2:
        return (size is None or size >= TINY) and _of_pairs(s)
    always = size is not None and size < (LEAST[s.element.name, s.parts] if tiny else SHORT)
    return not s.terms and not always and all(isinstance(t, Nest) for t in s.otherwise) and (tiny or _in_rows(s))


def _in_rows(s: Contract) -> bool:
    """Whether copies, then one nest that adds up products to a row, are all that the loops of a single product do."""
    way = product_of(s)
    if way.routine != GEMM[s.element.name, 1] or way.header == TILES or s.c.transposed or not s.otherwise:
        return False
    *copies, nest = s.otherwise
    if not isinstance(nest, Nest) or [i.op for i in nest.body] != STEPS or nest.begin != 0 or nest.reductions or nest.hole:
        return False
    moved = [c.body for c in copies if isinstance(c, Nest) and [i.op for i in c.body] == ["load", "store"]]
    one, other, term, before, after, store = nest.body
    plain = all(i.element == s.element and not i.guard and not i.where for body in (nest.body, *moved) for i in body)
    added = {*term.args} == {one.name, other.name} and {*after.args} == {before.name, term.name} and before.access == store.access
    return len(moved) == len(copies) and plain and added and _along_rows(nest, store.access, len(s.batch))


def _of_pairs(s: Contract) -> bool:
    """Whether all that the loops of a complex product do is to copy parts, to add up four products to a row each, and to join these."""
    nests = [t for t in s.otherwise if isinstance(t, Nest)]
    sums = [t for t in nests if len(t.axes) == 3]
    if len(nests) != len(s.otherwise) or len(sums) != 1 or s.batch or product_of(s).routine != GEMM[s.element.name, 2] or s.c.transposed:
        return False
    (nest,), last = sums, nests[-1]
    counts = Counter(i.op for i in nest.body if i.op != "load")
    targets = [i.access for i in nest.body if i.op == "store"]
    plain = all(i.element == s.element and not i.guard and not i.where for t in nests for i in t.body)
    joined = sorted(i.op for i in last.body if i.op != "load") == ["add", "store", "store", "sub"]
    whole = not any(t.reductions or t.hole or t.begin for t in nests)
    return plain and joined and whole and counts == PAIR_STEPS and all(_along_rows(nest, a) for a in targets)


def _along_rows(nest: Nest, target: Access | None, batch: int = 0) -> bool:
    if target is None or len(nest.axes) != batch + 3 or nest.sequential != {nest.axes[-2].symbol}:
        return False
    return target.index[-1].coefficient(nest.axes[-1].symbol) == Size.of(1)
