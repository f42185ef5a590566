"""Truth values of workspaces that nests compute with beside numbers take as many bytes as a number.

    m[i] = a[i] * b[i] > 0; q[i] = a[i] / d[i]     y[i] = m[i] ? q[i] : 0

Compilers choose as many elements at a time as a vector holds of the narrowest: 64 truth values, with eight vectors of each number. What a
row has beyond a multiple of that is computed number by number: of 300 elements a seventh, which takes as long as the rest. Of truth values
of eight bytes a vector holds as many as of binary64 numbers. Tapes stay what they are, which are far away when they are read, and so do
truth values that no numbers are computed with, of which 64 at a time are best.
"""

from __future__ import annotations

from dataclasses import replace

from precis.emit.cpu.spell import TRUTH
from precis.emit.cpu.tallying import double
from precis.emit.plan.kernels import WORKSPACE, Allocate, Buffer, Nest, Plan, Statement
from precis.emit.plan.walking import accesses, blocks_of, walk


def truths_widened(plan: Plan) -> Plan:
    statements = list(walk(plan.statements))
    wide = {name for name, b in plan.buffers.items() if _may_be_wide(b)}
    for s in statements:
        wide -= frozenset() if isinstance(s, Nest) or blocks_of(s) else _handed(s)
    nests = [s for s in statements if isinstance(s, Nest) and s.axes and _arrays(s) & wide]
    while kept := next((_arrays(n) & wide for n in nests if _arrays(n) & wide and not _of_numbers(n, plan, wide)), None):
        wide -= kept
    widened = {name: replace(plan.buffers[name], element=TRUTH) for name in sorted(wide & frozenset().union(*map(_arrays, nests)))}
    return replace(plan, buffers={**plan.buffers, **widened}) if widened else plan


def _may_be_wide(b: Buffer) -> bool:
    return b.element == "bool" and b.role == WORKSPACE and bool(b.shape) and not (b.tape or b.carried)


def _handed(s: Statement) -> frozenset[str]:
    """What a statement that is no nest hands on as it lies in memory."""
    return frozenset() if isinstance(s, Allocate) else frozenset().union(*accesses(s))


def _arrays(n: Nest) -> frozenset[str]:
    return frozenset(i.access.buffer for i in n.body if i.access) | {r.target.buffer for r in n.reductions}


def _of_numbers(n: Nest, plan: Plan, wide: set[str]) -> bool:
    """Whether a nest touches binary64 numbers, and nothing narrower but for these truth values."""
    elements = [plan.buffers[name].element for name in _arrays(n) - wide if plan.buffers[name].shape]
    return any(map(double, elements)) and all(double(e) or e == "int64" for e in elements)
