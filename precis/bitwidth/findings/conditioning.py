"""Ill-conditioned linear systems: what was rounded on the way into a solver comes out of it enlarged by the condition number."""

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from precis.bitwidth.findings.detector import Candidate, Detector, Effect, c_precision, finding, where
from precis.bitwidth.findings.graph import Graph
from precis.bitwidth.findings.patterns import HIGHAM
from precis.bitwidth.findings.reproduce import TYPES, head, number, text, type_of
from precis.bitwidth.findings.shadow import Pair, Step
from precis.bitwidth.findings.subtraction import ACCURATE, CANCELLED
from precis.formats import FORMATS, Format, round_array
from precis.ir.types import Node

NORMAL = ("do not form A^T A, which squares the condition number: factor A itself (numpy.linalg.lstsq, qr), centre and scale its columns",
          HIGHAM + "section 20.4; Golub & Van Loan, section 5.3")  # fmt: skip
SYSTEM = "use better scaled unknowns or another basis, factor wide and refine, or regularise on purpose", HIGHAM + "chapters 7 and 12"
MESSAGE = "a linear system is so ill-conditioned that rounding errors take half of the digits of its solution"


class Conditioning(Detector):
    """Keeps the worst execution of every node."""

    kind = "conditioning"
    ops = ("solve", "triangular_solve", "inv", "pinv", "lstsq")

    def __init__(self, graph, formats=None):
        super().__init__(graph, formats)
        self.found: dict[str, tuple[float, float, Step]] = {}

    def see(self, s: Step) -> None:
        if s.output.rounded.dtype.kind != "f" or not np.size(s.output.rounded):
            return
        u, lost = float(s.format.u), _relative(s.output)
        given = max(u, *(_relative(p) for p in s.inputs))
        if lost >= u**0.5 and given <= ACCURATE * u and lost >= CANCELLED * given and lost > self.found.get(s.node.output.name, (0.0,))[0]:
            self.found[s.node.output.name] = lost, lost / given, s

    def candidates(self) -> Iterator[Candidate]:
        for name, (lost, condition, s) in self.found.items():
            remedy = NORMAL if _normal(self.graph, s.node) else SYSTEM
            yield Candidate(
                finding(self.kind, "error" if lost > 0.01 else "warning", s.node,
                        MESSAGE, where(s.at, ()),
                        [("relative error of the solution", lost), ("condition number, at least about", condition, "estimate")],
                        _reproducer(condition, s.format), remedy, s.format),
                lost, frozenset({name}), node=s.node)  # fmt: skip

    def accept(self, c: Candidate, e: Effect) -> bool:
        """An output depends on what was lost, not only on what all solutions share; what follows may be no better conditioned."""
        return e.change >= 2.0 ** (-c_precision(c) / 2) / 16


def _relative(p: Pair) -> float:
    """Distance of the two runs, in the Frobenius norm; at most 1."""
    size = float(np.linalg.norm(np.asarray(p.exact, float)))
    error = float(np.linalg.norm(np.asarray(p.rounded - p.exact, float)))
    return min(error / size, 1.0) if size else float(error > 0)


def _normal(graph: Graph, node: Node) -> bool:
    """Whether the matrix is the product of another one and its transpose."""
    made = graph.node(node.inputs[0])
    return made is not None and made.op == "einsum" and graph.same(*made.inputs[:2])


def _reproducer(condition: float, fmt: Format) -> str:
    """Two equations in two unknowns of about the condition that was observed."""
    t = type_of(fmt)
    least = max(8.0 * float(fmt.u), 1.0 / condition)
    tried = [(m, Fraction(least * factor)) for m in (Fraction(1, 3), Fraction(3, 7), Fraction(5, 9)) for factor in (1.1, 1.3, 1.7)]
    error, (m, gap) = max((_error(m, gap, fmt), (m, gap)) for m, gap in tried)
    lines = ["from fractions import Fraction",
             f"m, gap = Fraction({m.numerator}, {m.denominator}), Fraction({gap.numerator}, {gap.denominator})",
             "# m x + m y = m and m x + (m + gap) y = m + 2 gap",
             f"p, q, r = (float({t}(float(v))) for v in (m, m + gap, m + 2 * gap))  # the numbers, rounded",
             "y = (r - p) / (q - p)  # 2 without rounding", "print(y)", f"assert abs(y - 2.0) >= {number(error / 2)}"]  # fmt: skip
    return text(head(fmt), lines)


def _error(m: Fraction, gap: Fraction, fmt: Format) -> float:
    name = next(name for name, spelled in TYPES.items() if spelled == type_of(fmt))
    p, q, r = (float(round_array(float(v), FORMATS[name])) for v in (m, m + gap, m + 2 * gap))
    return abs((r - p) / (q - p) - 2.0)
