"""Products of matrices that call a library unless they are tiny share the loops of the runtime.

Written out for each product, such loops take a tenth of a second to compile, and hardly ever run. Terms are added up in the same order.
"""

from __future__ import annotations

from dataclasses import replace

from precis.emit.cpu.products import LEAST, product_of
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import Contract, Nest, Plan, Statement

Block = tuple[Statement, ...]


def looped(plan: Plan) -> Plan:
    return replace(plan, statements=_block(plan.statements))


def _block(statements: Block) -> Block:
    return tuple(replace(s, otherwise=()) if isinstance(s, Contract) and _shares(s) else map_blocks(s, _block) for s in statements)


def _shares(s: Contract) -> bool:
    """Whether all but tiny products call the library, and this one may be another; what is always tiny has loops of its lengths."""
    size = (s.m * s.n * s.k).constant
    always = size is not None and size < LEAST[s.element.name, s.parts]
    return s.parts == 1 and product_of(s).tiny and not always and all(isinstance(t, Nest) for t in s.otherwise)
