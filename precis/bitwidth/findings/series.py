"""Cancellation over a whole sum: terms of both signs that are much larger than the sum, such as exp(-x) by its Taylor series.

No single subtraction need lose many digits. What is lost is told by the condition number of the sum, sum |t| / |sum t| (Higham,
section 4.1): the terms' own rounding errors come out enlarged by it, so that no better order or accumulator helps.
"""

import math
from fractions import Fraction

import numpy as np

from precis.bitwidth.findings.accumulation import Accumulation, Total
from precis.bitwidth.findings.detector import Candidate, Effect, c_precision, finding, where
from precis.bitwidth.findings.finding import Finding
from precis.bitwidth.findings.patterns import HIGHAM
from precis.bitwidth.findings.reproduce import TYPES, head, number, text, type_of
from precis.bitwidth.findings.shadow import Pair
from precis.bitwidth.findings.subtraction import CANCELLED
from precis.bitwidth.seminorm import norm2
from precis.formats import FORMATS, Format, round_array

REMEDY = ("use a form whose terms have one sign (1/exp(x) for exp(-x)), reduce the argument first, or compute the terms wide",
          HIGHAM + "sections 1.7 and 4.1; Forsythe 1970")  # fmt: skip


MAGNIFIED = 16.0  # times the relative error of the operands, in the 2-norm: four bits


def cancels(total: Total) -> bool:
    """Whether inexact terms cancel to a sum that has lost half of its digits."""
    return total.inexact and total.condition * float(total.step.format.u) ** 0.5 >= 0.5 and total.condition >= CANCELLED


class Series(Accumulation):
    kind = "cancellation"

    def at_fault(self, total: Total) -> bool:
        return cancels(total) and _magnifies(total)

    def told(self, total: Total) -> Finding:
        s, condition, fmt = total.step, total.condition, total.step.format
        r, e = s.output.values
        with np.errstate(all="ignore"):
            relative = float(np.max(np.nan_to_num(np.abs(r - e) / np.abs(e), posinf=0.0), initial=0.0))
        return finding(self.kind, "error" if relative > 0.01 else "warning", s.node,
                       "the terms of a sum cancel: their rounding errors are larger than half of the digits of the sum", where(s.at, ()),
                       [("relative error of the sum", relative), ("condition number of the sum", condition), ("terms", total.count)],
                       _reproducer(condition, e, fmt), REMEDY, fmt)  # fmt: skip

    def accept(self, c: Candidate, e: Effect) -> bool:
        return super().accept(c, e) and e.change >= 2.0 ** (-c_precision(c) / 2) / 16


def _magnifies(total: Total) -> bool:
    """Whether the sums of one operation are worse than their operands on the whole. Of the many sums of a product of matrices with
    random signs a few all but vanish, which harms nobody."""
    s = total.step
    if s.node.op in ("add", "sub"):
        return True
    return _apart(s.output) >= MAGNIFIED * max(_apart(p) for p in s.inputs)


def _apart(p: Pair) -> float:
    """Relative error in the 2-norm."""
    error, size = norm2(p.rounded - p.exact), norm2(p.exact)
    return error / size if size else math.inf if error else 0.0


def _reproducer(condition: float, exact: np.ndarray, fmt: Format) -> str:
    """Two terms for the terms of each sign: as large as all of them together, and with the sum that was observed."""
    total = Fraction(float(np.max(np.abs(exact))))
    halves = [Fraction(float(total) * condition / 2 * factor) for factor in (1.0, 1.1, 0.7)]
    error, half = max((_error(m, total, fmt), m) for m in halves)
    t = type_of(fmt)
    lines = ["from fractions import Fraction",
             f"m, s = Fraction({float(half)!r}), Fraction({float(total)!r})  # half the sum of |terms|, and the sum",
             f"plus, minus = {t}(float(m + s)), {t}(float(m))  # the terms of each sign, rounded",
             "found = Fraction(float(plus)) - Fraction(float(minus))", "print(float(found), float(s))",
             f"assert abs(found - s) >= {number(error / 2)} * s"]  # fmt: skip
    return text(head(fmt), lines)


def _error(half: Fraction, total: Fraction, fmt: Format) -> float:
    name = next(name for name, spelled in TYPES.items() if spelled == type_of(fmt))
    plus, minus = (Fraction(float(round_array(float(x), FORMATS[name]))) for x in (half + total, half))
    return float(abs(plus - minus - total) / total)
