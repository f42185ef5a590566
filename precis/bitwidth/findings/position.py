"""argmin and argmax between candidates that differ by no more than their errors."""

from collections.abc import Iterator

import numpy as np

from precis.bitwidth.findings.branch import NEAR, Decision
from precis.bitwidth.findings.detector import Candidate, finding, where
from precis.bitwidth.findings.reproduce import array, head, text, type_of
from precis.bitwidth.findings.shadow import Forced, Step


class Position(Decision):
    kind = "position"
    ops = ("argmax", "argmin")

    def see(self, s: Step) -> None:
        r, e = s.inputs[0].values
        axis = s.node.attrs["axes"][0]
        if r is e or r.dtype.kind != "f" or np.shape(r)[axis] < 2:
            return
        gap, error, _ = _contest(s)
        with np.errstate(all="ignore"):
            ratio = np.where(error > 0, gap / np.where(error > 0, error, 1), np.inf)
        self.keep(s, np.asarray(np.where(np.asarray(s.own) != s.output.rounded, ratio - 1e9, ratio)))

    def candidates(self) -> Iterator[Candidate]:
        for name, (ratio, s, k) in self.found():
            gap, error, second = _contest(s)
            flipped, axis = ratio < 0, s.node.attrs["axes"][0]
            other = int(np.asarray(s.own)[k]) if flipped else int(second[k])
            mine = int(np.asarray(s.output.rounded)[k])
            r, e = (np.moveaxis(np.asarray(x), axis, -1)[k] for x in s.inputs[0].values)
            shape = np.shape(s.output.rounded)
            force = Forced(name, s.count, int(np.ravel_multi_index(k, shape)) if shape else 0, other)
            t, op = type_of(s.format), s.node.op
            rows = sorted({mine, other})
            lines = [f"x = np.array({array(r[rows])}).astype({t})  # the two closest, as they were compared",
                     f"y = np.array({array(e[rows])})  # without rounding errors", f"print(np.{op}(x.astype(float)), np.{op}(y))",
                     f"assert np.{op}(x.astype(float)) != np.{op}(y)" if flipped
                     else f"assert abs(y[0] - y[1]) <= {float(error[k]) * NEAR * 1.01!r}"]  # fmt: skip
            if flipped and float(e[rows][0]) == float(e[rows][1]):
                lines[-1] = "assert y[0] == y[1]"
            message = f"{op} picks {mine}, where the exact values say {other}" if flipped else f"{op} decides within the rounding error"
            yield Candidate(
                finding(self.kind, "error" if flipped else "warning", s.node, message, where(s.at, k),
                        [("gap of the two best", float(gap[k])), ("error of their difference", float(error[k]), "estimate")],
                        text(head(s.format), lines),
                        ("treat near ties explicitly, or keep what is compared wide", "Goldberg 1991, section 4.2"), s.format),
                -ratio, force=force, node=s.node)  # fmt: skip


def _contest(s: Step) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(gap between the two best of the exact run, estimated error of their difference, position of the second)."""
    axis = s.node.attrs["axes"][0]
    r, e = (np.moveaxis(np.asarray(x), axis, -1) for x in s.inputs[0].values)
    sign = 1.0 if s.node.op == "argmin" else -1.0
    order = np.argsort(sign * e, axis=-1, kind="stable")[..., :2]
    best, errors = np.take_along_axis(e, order, -1), np.abs(np.take_along_axis(r - e, order, -1))
    typical = np.where(errors > 0, np.abs(best) * 0.5 * float(s.format.u), 0.0)
    pick = np.asarray(s.output.rounded)[..., None]
    second = np.where(order[..., :1] == pick, order[..., 1:], order[..., :1])[..., 0]
    return np.abs(best[..., 1] - best[..., 0]), np.maximum(errors, typical).sum(-1), second
