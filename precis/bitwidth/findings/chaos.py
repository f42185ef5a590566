"""Errors that grow by a constant factor per iteration: chaotic trajectories and unstable recurrences."""

import math
from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from precis.bitwidth.findings.detector import Candidate, Detector, finding
from precis.bitwidth.findings.scene import Scene, Watched, bare
from precis.bitwidth.findings.script import script
from precis.bitwidth.findings.shadow import Turn
from precis.bitwidth.seminorm import norm2
from precis.ir.types import Node, Value

SATURATED = 0.1  # relative distance of the two runs from which it no longer grows
GROWTH = 1e4  # of the distance over the run, from which a growth is worth the name
FULL = 0.5  # of the largest distance: grown
FEWEST = 8  # iterations in which it is seen growing


class Chaos(Detector):
    kind = "chaos"

    def __init__(self, graph, formats=None):
        super().__init__(graph, formats)
        self.formats = formats or {}
        self.paths: dict[str, tuple[Node, list[tuple[float, float]]]] = {}
        self.sizes: dict[str, list[float]] = {}  # largest so far

    def turn(self, t: Turn) -> None:
        if t.at or not t.node.outputs or t.going == (False, False):
            return
        floating = [p for p in t.after if p.rounded.dtype.kind in "fc" and np.size(p.rounded)]
        name = t.node.outputs[0].name
        sizes = self.sizes.setdefault(name, [0.0] * len(floating))
        now = [norm2(p.exact) for p in floating]
        sizes[:] = [max(n, m) for n, m in zip(sizes, now)]
        apart = [norm2(p.rounded - p.exact) for p in floating]
        self.paths.setdefault(name, (t.node, []))[1].append((_relative(apart, sizes), _relative(apart, now)))

    def candidates(self) -> Iterator[Candidate]:
        for node, distances in self.paths.values():
            path, of_state = ([d[k] for d in distances] for k in (0, 1))
            found = exponent(path)
            # Beside the largest state so far what converges to zero does not grow apart; beside the state itself what grows with it
            # does not, such as a product that passes through tiny values.
            if found is None or of_state[found[2]] < GROWTH * of_state[found[1]]:
                continue
            rate, first, last = found
            fmt = next((f for v in node.outputs if (f := self.formats.get(v.name))), "binary64")
            lost = math.log(1.0 / max(path[first], 1e-300)) / rate + first
            yield Candidate(
                finding(self.kind, "error" if max(path) > SATURATED else "warning", node,
                        "rounding errors grow exponentially from iteration to iteration: values of single points mean little",
                        f"iterations {first} to {last}",
                        [("growth per iteration, exponent", rate), ("relative distance of the runs at the end", path[-1]),
                         ("iterations until no digit is left", lost, "estimate")], "",
                        ("judge a mean over an ensemble (`precis tune --statistic --qoi`), or use a stable recurrence",
                         "Lorenz 1963; Higham, section 1.11; Gautschi 1967 for recurrences"), fmt),
                rate * (last - first), node=node, written=partial(_script, node, first, last, rate))  # fmt: skip


def _relative(apart: Sequence[float], sizes: Sequence[float]) -> float:
    """The largest of some distances, beside these sizes."""
    return max((d / n for d, n in zip(apart, sizes) if n and math.isfinite(n)), default=0.0)


def _script(node: Node, first: int, last: int, rate: float, scene: Scene) -> str:
    """Both runs side by side: half of the growth that was observed suffices."""
    def state(before: Sequence[str], after: Sequence[str], carries: Sequence[Value]) -> str:
        return f"[{', '.join(bare(x) for x, v in zip(after, carries) if v.kind == 'real')}]"

    return script(
        scene, Watched(node.outputs[0].name, state, last + 1),
        "rounded, exact = ROUNDED, EXACT", "def norm(x): return np.linalg.norm(np.ravel(x))",
        "def apart(k): return max(norm(wide(a) - b) / (norm(b) or 1) for a, b in zip(rounded[k], exact[k]))",
        f"print(apart({first}), apart({last}))  # relative distance of the two runs after iterations {first} and {last}",
        f"assert apart({last}) > {math.exp(min(0.5 * rate * (last - first), 80.0)):.3g} * apart({first})")  # fmt: skip


def exponent(path: list[float]) -> tuple[float, int, int] | None:
    """(growth rate per iteration, first and last iteration of the growth) of a path that grows exponentially.

    Powers of the iteration number grow by a factor of less than 2^p over the second half of any window that starts at
    its beginning; exponential growth has as large a factor there as over the first half. The rate is that of
    log(distance) by least squares, as finite-time Lyapunov exponents are (Benettin et al. 1980).
    """
    seen = [k for k, d in enumerate(path) if d > 0.0]
    if not seen:
        return None
    first = seen[0] + 2
    last = next((k for k, d in enumerate(path) if d > SATURATED or not math.isfinite(d)), len(path)) - 1
    if last - first < FEWEST or not path[first:] or path[first] <= 0.0:
        return None
    d = np.maximum.accumulate(np.array(path[first : last + 1]))
    d = d[: int(np.argmax(d >= FULL * d[-1])) + 1]  # without a plateau behind the growth
    last = first + len(d) - 1
    if len(d) < FEWEST // 2:
        return None
    middle = len(d) // 2
    total, late = d[-1] / d[0], d[-1] / d[middle]
    if total < GROWTH or late < max(50.0, total**0.25):
        return None
    rate = float(np.polyfit(np.arange(len(d)), np.log(d), 1)[0])
    return rate, first, last
