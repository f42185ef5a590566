"""Underflow to zero of what is later divided by, taken the logarithm of, or scaled up again."""

from collections.abc import Iterator

import numpy as np

from precis.bitwidth.findings import patterns
from precis.bitwidth.findings.detector import Candidate, Detector, elements, finding, where, worst
from precis.bitwidth.findings.fault import out_of_range
from precis.bitwidth.findings.reproduce import head, text, type_of, typed
from precis.bitwidth.findings.shadow import Step

SPELLED = {**{op: f"np.{op}({{0}})" for op in ("exp", "exp2", "expm1", "sinh", "cosh")},
           "mul": "{0} * {1}", "div": "{0} / {1}", "pow": "np.power({0}, {1})",
           "sub": "{0} - {1}", "add": "{0} + {1}"}  # fmt: skip


MAKES = ("exp", "exp2", "mul", "div", "pow", "prod", "cumprod", "round")


def below_range(s: Step) -> bool:
    """Whether gradual underflow rounds here: the spacing of numbers is that of the smallest there, whatever their size."""
    r, e = s.output.values
    return r is not e and r.dtype.kind == "f" and bool(np.any((r != e) & (np.abs(e) < float(s.format.min_normal))))


class Range(Detector):
    """What underflow and overflow share: results out of range while those of the exact run are not."""

    ops = ("*",)

    def __init__(self, graph, formats=None):
        super().__init__(graph, formats)
        self.found: dict[str, tuple[Step, tuple[int, ...]]] = {}
        self.lost: set[str] = set()  # all that left the range, here or by consequence

    def keep(self, s: Step, gone) -> None:
        name = s.node.output.name
        if name not in self.found and np.any(gone) and not patterns.exponential_sum(self.graph, s.node):
            self.found[name] = s, worst(gone)

    def shown(self, s: Step, k: tuple[int, ...]) -> tuple[list[str], float]:
        """(lines that give y, the exact value at element k)."""
        ((_, e),) = elements([s.output], k, np.shape(s.output.rounded))
        t = type_of(s.format)
        if s.node.op not in SPELLED or any(np.ndim(p.rounded) > np.ndim(s.output.rounded) for p in s.inputs):
            return ['with np.errstate(all="ignore"):', f"    y = {_product(e, t)}  # a power of two times what it lacks"], float(e)
        names = "xz"[: len(s.inputs)]
        values = ", ".join(typed(r, s.format) for r, _ in elements(s.inputs, k, np.shape(s.output.rounded)))
        return [f"{', '.join(names)} = {values}", 'with np.errstate(all="ignore"):',
                f"    y = {t}({SPELLED[s.node.op].format(*names)})"], float(e)  # fmt: skip


def _product(x: np.longdouble, t: str) -> str:
    """A number of any range, as a product that leaves the range of the type `t` where the number does."""
    power = max(-1000, min(1000, int(np.frexp(x)[1])))
    rest = float(np.clip(np.ldexp(x, -power), -1e300, 1e300))
    return f"{t}(float.fromhex('0x1p{power}')) * {t}({rest!r})"


class Underflow(Range):
    kind = "underflow"

    def see(self, s: Step) -> None:
        if self.found and below_range(s):  # a sum of what underflowed, say: to heal the terms alone would not help
            self.lost.add(s.node.output.name)
        if s.gone is None:
            return
        self.lost.add(s.node.output.name)
        gone = s.gone & (s.output.rounded == 0)
        if s.node.op not in MAKES or not np.any(gone):
            return
        for p in s.inputs if s.node.op in ("mul", "div", "round") else ():
            gone &= np.broadcast_to(p.rounded != 0, gone.shape) & np.broadcast_to(np.isfinite(p.rounded), gone.shape)
        self.keep(s, gone)

    def candidates(self) -> Iterator[Candidate]:
        for s, k in self.found.values():
            lines, value = self.shown(s, k)
            yield Candidate(
                finding(self.kind, "error", s.node, f"a non-zero number underflows to zero in {s.format}, and the result depends on it",
                        where(s.at, k), [("the number", value), ("smallest number of the format", float(s.format.min_subnormal))],
                        text(head(s.format), lines, "print(float(y))", "assert float(y) == 0.0"),
                        ("work with logarithms, scale by a power of two, or keep it in a format of wider range",
                         patterns.HIGHAM + "section 27.8; Blue 1978"), s.format),
                np.inf, frozenset(self.lost), out_of_range, node=s.node)  # fmt: skip
