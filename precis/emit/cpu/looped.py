"""Products of matrices share the loops of the runtime where these take as long as loops of their own.

Written out for each product, such loops take a tenth of a second to compile, and where nearly all products call a library they hardly ever
run. Of binary32 they run for small products: where they are written out, each took as long to compile as all the rest of a layer of a
network. Terms are added up in the same order. Where lengths that are known say which way a product goes, no other way is written out.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from precis.emit.cpu.products import GEMM, LEAST, TINY, is_called, product_of
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import Access, Axis, Contract, Element, Nest, Plan, Statement
from precis.emit.plan.maps import linear
from precis.formats import Format
from precis.ir.size import Size

Block = tuple[Statement, ...]
SHORT_SUMS = 16  # terms: measured with 3, 6 and 8 of them, twice the time of loops of their own
SHORT = 4096  # multiplications of known number below which a call counts
STEPS = ["load", "load", "mul", "load", "add", "store"]
LINE = 256  # bits, the least of a row that is computed in lines
PAIR_STEPS = {"mul": 4, "add": 4, "store": 4}  # of sums of complex products, beside what they load


def looped(plan: Plan) -> Plan:
    return replace(plan, statements=_block(plan.statements, plan.example))


def _block(statements: Block, example: Mapping[str, int]) -> Block:
    return tuple(part for s in statements for part in _decided(s, example))


def _decided(s: Statement, example: Mapping[str, int]) -> Block:
    if not isinstance(s, Contract):
        return (map_blocks(s, partial(_block, example=example)),)
    called = _in_lines(s) if s.terms else is_called(s)
    if (called and s.terms) or _left(s, called, example):
        return (replace(s, otherwise=()),)
    return _block(s.otherwise, example) if called is False else (map_blocks(s, partial(_block, example=example)),)


def _left(s: Contract, called: bool | None, example: Mapping[str, int]) -> bool:
    """Whether the loops beside the library are left to the runtime."""
    return _shares(s) and (called or not _many_short(s, example))


def _in_lines(s: Contract) -> bool | None:
    """Whether pr::in_lines holds, which is asked before a product whose rows or terms lie at several steps; None where the run tells."""
    if s.n.constant is None or s.n.constant * s.element.bits < LINE:
        return None if s.n.constant is None else False
    return None if s.lanes else True


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
    """Whether copies, then one nest that adds up products to rows of which 0 is the beginning, are all that its loops do."""
    if product_of(s).routine != GEMM[s.element.name, 1] or s.c.transposed or not s.otherwise:
        return False
    *before, nest = (_widened(t) for t in s.otherwise)
    if not isinstance(nest, Nest) or [i.op for i in nest.body] != STEPS or nest.reductions or nest.hole:
        return False
    fills, moved = ([c for c in before if isinstance(c, Nest) and [i.op for i in c.body] == [op, "store"]] for op in ("const", "load"))
    one, other, term, read, after, store = nest.body
    plain = all(not i.guard and not i.where for n in (nest, *moved, *fills) for i in n.body)
    plain &= all(i.element == s.element for n in (nest, *fills) for i in n.body)
    plain &= all(read.element == written.element for read, written in (n.body for n in moved))
    added = {*term.args} == {one.name, other.name} and {*after.args} == {read.name, term.name} and read.access == store.access
    return len(moved) + len(fills) == len(before) and plain and added and _from_zero(nest, fills) and _row_by_row(s, nest)


def _widened(s: Statement) -> Statement:
    """A nest whose loads of 16 bits or less, cast to what holds all their values, are loads of that: as `packing` brings them."""
    if not isinstance(s, Nest):
        return s
    loads = {i.name: i for i in s.body if i.op == "load"}
    of = {i.name: loads[i.args[0]] for i in s.body if i.op == "cast" and i.args[0] in loads}
    casts = {i.name: of[i.name] for i in s.body if i.name in of and _holds(i.element, of[i.name].element)}
    cast = {load.name for load in casts.values()}
    body = (replace(casts[i.name], name=i.name, element=i.element) if i.name in casts else i for i in s.body if i.name not in cast)
    return replace(s, body=tuple(body))


def _holds(wide: Element, narrow: Element) -> bool:
    if not isinstance(wide, Format) or not isinstance(narrow, Format):
        return False
    return narrow.bits <= 16 and not narrow.scale and wide.name in ("binary32", "binary64")


def _from_zero(nest: Nest, fills: Sequence[Nest]) -> bool:
    """Whether what the nest adds to is 0 before: it begins so, or another nest has filled it."""
    if not fills:
        return nest.begin == 0
    (value, store), target = fills[0].body, nest.body[-1].access
    same = store.access is not None and target is not None and store.access.buffer == target.buffer
    return len(fills) == 1 and nest.begin is None and same and value.value == 0


def _row_by_row(s: Contract, nest: Nest) -> bool:
    """Whether a nest adds up, along neighbours, the terms of each element in the order in which k counts them."""
    target = nest.body[-1].access
    if target is None:
        return False
    apart = frozenset().union(*(i.symbols() for i in target.index))
    terms = [a for a in nest.axes if a.symbol not in apart]
    along = target.index[-1].coefficient(nest.axes[-1].symbol) == Size.of(1)
    return bool(terms) and along and nest.sequential == {a.symbol for a in terms} and (len(terms) == 1 or _as_counted(s, nest, terms))


def _as_counted(s: Contract, nest: Nest, terms: Sequence[Axis]) -> bool:
    """Whether terms along several axes come in the order of k: an operand that the nest reads where it lies has one step through all of
    them in that order, as the product has, and no other order has one."""
    read = [i.access for i in nest.body[:2] if i.access and i.access.buffer in (s.a.start.buffer, s.b.start.buffer)]
    return any(_one_step(linear(a.shape, a.index), terms) for a in read)


def _one_step(offset: Size, terms: Sequence[Axis]) -> bool:
    steps = [offset.coefficient(a.symbol) for a in terms]
    pairs = zip(terms[1:], itertools.pairwise(steps))
    return all(outer is not None and inner is not None and outer == inner * a.extent != Size() for a, (outer, inner) in pairs)


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


def _along_rows(nest: Nest, target: Access | None) -> bool:
    if target is None or len(nest.axes) != 3 or nest.sequential != {nest.axes[-2].symbol}:
        return False
    return target.index[-1].coefficient(nest.axes[-1].symbol) == Size.of(1)
