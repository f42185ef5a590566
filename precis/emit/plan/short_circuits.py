"""What a test has to compute an exponential for, only where what is told without it leaves the test open.

    w = change <= 0 | u < exp(-beta * change)     ->     w = change <= 0; if not w: w = u < exp(-beta * change)

The right side of `or` and `and` stands beside the left one where evaluating it cannot fail (precis.lift.numpy.branches), so that
comparisons become one straight line. Of scalars, a function of a library takes longer than a jump that is guessed wrong now and then, and
what waits for the test waits for the function. Nests with axes keep both sides: they may become vectors.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import If, Instr, Nest, Plan, Statement
from precis.emit.plan.select import SLOW
from precis.emit.plan.walking import accesses

BOTH = ("bit_or", "bit_and")
Block = tuple[Statement, ...]


def short_circuits(plan: Plan) -> Plan:
    return replace(plan, statements=_block(plan.statements))


def _block(statements: Block) -> Block:
    made: list[Statement] = []
    for s in statements:
        s = map_blocks(s, _block)
        made += _parted(s) if isinstance(s, Nest) else [s]
    return tuple(made)


def _parted(nest: Nest) -> list[Statement]:
    """The statement, or two: of the side that is told at once, and in a branch of the other."""
    sides = _sides(nest)
    if sides is None:
        return [nest]
    either, cheap, dear = sides
    store = nest.body[-1]
    assert store.access is not None
    first, second = (_only(nest, side, store) for side in (cheap, dear))
    rest = tuple(_parted(second))
    return [*_parted(first), If(store.access.buffer, *(((), rest) if either else (rest, ())), sites=nest.sites, guessed=True)]


def _sides(nest: Nest) -> tuple[bool, str, str] | None:
    """Whether a test is an `or`, its side without library functions and the other one."""
    if nest.axes or nest.reductions or nest.hole or len(nest.body) < 2 or any(i.guard or i.where for i in nest.body):
        return None
    *body, store = nest.body
    made = {i.name: i for i in body}
    if store.op != "store" or any(i.op == "store" for i in body) or store.access is None or store.access.index:
        return None
    test = made[store.args[0]]
    if test.op not in BOTH or any(made[a].element != "bool" for a in test.args) or store.access.buffer in accesses(nest)[0]:
        return None
    dear = [_is_dear(body, a) for a in test.args]
    if dear[0] == dear[1]:
        return None
    cheap, other = test.args if dear[1] else test.args[::-1]
    return test.op == "bit_or", cheap, other


def _is_dear(body: list[Instr], name: str) -> bool:
    needed = _needed(body, name)
    return any(i.op in SLOW for i in body if i.name in needed)


def _needed(body: list[Instr], name: str) -> Set[str]:
    """A scalar and all that it is computed from."""
    needed = {name}
    for i in reversed(body):
        if i.name in needed:
            needed |= {*i.args, *(x for size in i.sizes for x in size.symbols())}
    return needed


def _only(nest: Nest, side: str, store: Instr) -> Nest:
    """The statement with one side for its test."""
    needed = _needed(list(nest.body[:-1]), side)
    return replace(nest, body=(*(i for i in nest.body[:-1] if i.name in needed), replace(store, args=(side,))))
