"""What the test of a branch says of loop indices: `if k > 0` is not taken where k is 0."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import add, mul, neg, sub

from precis.emit.plan.kernels import Instr, Nest, Statement
from precis.ir.size import Size

Ranges = Mapping[str, tuple[Size, Size]]  # symbol -> its first and last value

# comparison of a and b -> what is not negative where it holds
RULES = {"gt": lambda a, b: a - b - 1, "ge": lambda a, b: a - b, "lt": lambda a, b: b - a - 1, "le": lambda a, b: b - a}


def compared(s: Statement) -> dict[str, Size]:
    """The truth values that a scalar statement computes by comparing sizes, each with what is not negative where it holds."""
    if not isinstance(s, Nest) or s.axes or s.hole or s.reductions:
        return {}
    by_name = {i.name: i for i in s.body}
    tests = {i.access.buffer: by_name[i.args[0]] for i in s.body if i.op == "store" and i.access and i.args[0] in by_name}
    ends = {name: [size_in(by_name.get(a)) for a in test.args] for name, test in tests.items() if test.op in RULES}
    return {name: RULES[tests[name].op](*both) for name, both in ends.items() if None not in both}


def size_in(i: Instr | None) -> Size | None:
    """The size that an instruction gives; None of others."""
    if i is None or i.element != "int64":
        return None
    return i.value if i.op == "size" else Size.of(i.value) if i.op == "const" else None


def sizes_in(body: Sequence[Instr]) -> dict[str, Size]:
    """The integers of a body that are sizes, and sums and multiples of such."""
    known: dict[str, Size] = {}
    for i in body:
        if i.element != "int64":
            continue
        if i.op in ("size", "const"):
            known[i.name] = Size.of(i.value)
        elif i.op in ("add", "sub", "mul", "neg") and all(a in known for a in i.args):
            values = [known[a] for a in i.args]
            if i.op != "mul" or any(v.constant is not None for v in values):
                known[i.name] = {"add": add, "sub": sub, "mul": mul, "neg": neg}[i.op](*values)
    return known


def narrowed(ranges: Ranges, fact: Size | None) -> dict[str, tuple[Size, Size]]:
    """The ranges where `fact` is not negative: the ends that are surely nearer."""
    found = dict(ranges)
    if fact is None:
        return found
    for symbol in fact.symbols() & ranges.keys():
        low, high = found[symbol]
        first, last = Size.of(symbol) - fact, Size.of(symbol) + fact  # where the fact grows with the index, and where it falls
        if symbol not in first.symbols() and _surely_after(first, low):
            found[symbol] = (first, high)
        elif symbol not in last.symbols() and _surely_after(high, last):
            found[symbol] = (low, last)
    return found


def _surely_after(a: Size, b: Size) -> bool:
    apart = (a - b).constant
    return apart is not None and apart >= 0
