"""Which sums are rounded on the way to a sum, by the words of precis/ir/order.py."""

from precis.ir.order import LANES, SHORT, laned


def partial_sums(rows):
    """All sums that are rounded on the way, where rows are added in the order of `ordered_sum`; what nothing is added to is not."""
    found = []

    def step(a, b):
        if a is None or b is None:
            return b if a is None else a
        found.append(a + b)
        return a + b

    lanes, rest = [None] * LANES, None
    for row in rows:
        for width in (LANES, SHORT) if laned(len(row), rows.size) else (1,):
            while len(row) >= width:
                lanes, row = [*map(step, lanes, row[:width]), *lanes[width:]], row[width:]
        for x in row:
            rest = step(rest, x)
    while len(lanes) > 1:
        lanes = list(map(step, lanes, lanes[len(lanes) // 2:]))
    step(lanes[0], rest)
    return found
