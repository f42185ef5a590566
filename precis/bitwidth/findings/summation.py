"""Sums whose order or format loses digits: every term of a long sum is rounded at the size of the sum."""

import numpy as np

from precis.bitwidth.findings import patterns
from precis.bitwidth.findings.accumulation import LONG, Accumulation, Total
from precis.bitwidth.findings.detector import Candidate, Effect, c_precision, finding, where
from precis.bitwidth.findings.fault import own_rounding
from precis.bitwidth.findings.finding import Finding
from precis.bitwidth.findings.reproduce import head, number, text, type_of
from precis.bitwidth.findings.series import cancels
from precis.formats import Format, round_array
from precis.ir.types import Node

SHOWN = 2000  # terms in a reproducer
SOURCE = patterns.HIGHAM + "chapter 4"
REMEDY = "sum pairwise (numpy.sum), compensated, or in a wider accumulator", SOURCE
LOST = 16.0  # unit roundoffs: four bits


class Summation(Accumulation):
    kind = "summation"
    cure = staticmethod(own_rounding)

    def at_fault(self, total: Total) -> bool:
        return total.count >= LONG and total.lost >= LOST * float(total.step.format.u) and not cancels(total)

    def told(self, total: Total) -> Finding:
        s, count, fmt = total.step, total.count, total.step.format
        mean = max(float(np.max(np.abs(s.output.rounded))), abs(total.term), 1e-300) / count
        shown, t = min(count, SHOWN), type_of(fmt)
        value, error = _telling(mean, shown, fmt)
        lines = [f"term, total = {t}({number(value)}), {t}(0.0)  # {shown} equal terms of about the mean size observed",
                 f"for _ in range({shown}):", f"    total = {t}(total + term)",
                 f"error = abs(float(total) / ({shown} * float(term)) - 1.0)",
                 "print(error)", f"assert error >= {error / 2!r}"]  # fmt: skip
        margins = [("relative error of the sum", total.lost), ("terms", count)]
        message = f"a sum of {count} terms in {fmt} loses digits to rounding"
        return finding(self.kind, "warning", s.node, message, where(s.at, ()), margins, text(head(fmt), lines), _remedy(s.node), fmt)

    def accept(self, c: Candidate, e: Effect) -> bool:
        return e.change >= LOST * 2.0 ** -c_precision(c) and e.after <= 0.7 * e.before


def _remedy(node: Node) -> tuple[str, str]:
    """What is one operation is added in lanes already: its accumulator is what is left to choose."""
    if node.op in ("add", "sub") or not node.span:
        return REMEDY
    return f"keep its accumulator wide (--pin accumulate:line:{node.span.line}=binary64), or compensate the sum", SOURCE


def _telling(mean: float, count: int, fmt: Format) -> tuple[float, float]:
    """(a term of about the mean size whose recursive sum shows the loss, the relative error of that sum)."""
    found = [(_error(mean * factor, count, fmt), mean * factor) for factor in (1.0, 1.1, 0.7)]
    error, value = max(found)
    return value, error


def _error(value: float, count: int, fmt: Format) -> float:
    term = float(round_array(value, fmt))
    total = 0.0
    for _ in range(count):
        total = float(round_array(total + term, fmt))
    return abs(total / (count * term) - 1.0) if term else 0.0
