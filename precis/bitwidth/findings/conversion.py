"""Real numbers turned into integers next to the boundary where the integer changes."""

from collections.abc import Iterator

import numpy as np

from precis.bitwidth.findings.branch import NEAR, Decision
from precis.bitwidth.findings.detector import Candidate, finding, where
from precis.bitwidth.findings.patterns import HIGHAM
from precis.bitwidth.findings.reproduce import exact, head, text, typed
from precis.bitwidth.findings.shadow import Forced, Step
from precis.ir.emulate import ROUNDED


class Conversion(Decision):
    kind = "conversion"
    ops = ("convert", "floor", "ceil", "trunc", "rint", "floordiv")

    def see(self, s: Step) -> None:
        if s.node.op == "convert" and (s.node.output.kind in (*ROUNDED, "bool")):
            return
        if s.inputs[0].rounded.dtype.kind != "f" or all(p.rounded is p.exact for p in s.inputs) or not np.size(s.output.rounded):
            return
        with np.errstate(all="ignore"):
            x, e = _argument(s)
            rounded = (x != e) | (np.size(x) == 1 and any(p.inexact for p in s.inputs))
            error = np.maximum(np.abs(x - e), np.where(rounded, 0.5 * float(s.format.u) * np.abs(x), 0.0))
            ratio = np.where(error > 0, _distance(s.node.op, e) / np.where(error > 0, error, 1), np.inf)
        differ = np.asarray(s.own) != np.asarray(s.output.rounded)
        self.keep(s, np.asarray(np.where(np.isnan(ratio), np.inf, np.where(differ, ratio - 1e9, ratio))))

    def candidates(self) -> Iterator[Candidate]:
        for name, (ratio, s, k) in self.found():
            x, e = (np.asarray(v)[k] for v in _argument(s))
            mine, flipped = np.asarray(s.output.rounded)[k], ratio < 0
            other = np.asarray(s.own)[k] if flipped else mine + (1 if _below(s.node.op, e) else -1)
            shape = np.shape(s.output.rounded)
            force = Forced(name, s.count, int(np.ravel_multi_index(k, shape)) if shape else 0, other)
            error = float(max(abs(x - e), 0.5 * float(s.format.u) * abs(x)))
            rounding = {"floor": "math.floor", "floordiv": "math.floor", "ceil": "math.ceil", "rint": "round"}.get(s.node.op, "math.trunc")
            lines = ["import math", "from fractions import Fraction", f"x = {typed(x, s.format)}  # as it was computed",
                     f"a = {exact(e)}  # without rounding errors", f"print({rounding}(float(x)), {rounding}(a))",
                     f"assert {rounding}(float(x)) != {rounding}(a)" if flipped
                     else f"assert abs(float(a - round(a * 2) / Fraction(2))) <= {error * NEAR * 1.01!r}"]  # fmt: skip
            message = (f"rounding makes the integer {int(mine)}, which is {int(other)} without it" if flipped
                       else "a real number is turned into an integer within its error of the boundary")  # fmt: skip
            yield Candidate(
                finding(self.kind, "error" if flipped else "warning", s.node, message, where(s.at, k),
                        [("distance to the boundary", float(_distance(s.node.op, e))), ("error of the number", error, "estimate")],
                        text(head(s.format), lines),
                        ("round to nearest where a whole number is meant, or count with integers", HIGHAM + "section 1.17"), s.format),
                -ratio, force=force, node=s.node)  # fmt: skip


def _argument(s: Step):
    """(rounded, exact) number that becomes an integer."""
    if s.node.op == "floordiv":
        (a, ea), (b, eb) = (p.values for p in s.inputs)
        return a / b, ea / eb
    return s.inputs[0].values


def _distance(op: str, e):
    """To the nearest number where the result changes."""
    whole = np.rint(e)
    if op == "rint":
        return np.abs(np.abs(e - np.floor(e)) - 0.5)
    return np.where((whole == 0) & (op in ("convert", "trunc")), 1.0 - np.abs(e), np.abs(e - whole))


def _below(op: str, e) -> bool:
    """Whether the boundary lies above the number, so that the other integer is the next one."""
    return bool(e < (np.floor(e) + 0.5 if op == "rint" else np.rint(e)))
