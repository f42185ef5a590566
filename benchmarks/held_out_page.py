"""What held-out inputs said of formats that were chosen without them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

Records = Mapping[str, Mapping[str, Any]]
CONFIDENCE = 0.95


def violations(records: Records) -> Iterator[tuple[str, float, str, float]]:
    """(program, tolerance, seed, error) of runs beyond their tolerance."""
    for name, record in sorted(records.items()):
        for choice in record.get("choices", ()):
            for seed, error in choice["errors"].items():
                if not float(error) <= choice["rtol"]:
                    yield name, choice["rtol"], seed, float(error)


def told(records: Records) -> str:
    chosen = [(name, c) for name, r in records.items() for c in r.get("choices", ())]
    total, found = sum(len(c["errors"]) for _, c in chosen), list(violations(records))
    if not total:
        return "Not looked at: `python -m benchmarks.held_out` does."
    near = sum(float(e) > 0.1 * c["rtol"] for _, c in chosen for e in c["errors"].values())
    programs = len({name for name, _ in chosen})
    source = f"3/N, N = {total}" if not found else f"Clopper & Pearson; 3/N is {3 / total:.2g}"
    text = (f"{len(found)} violations in {total} runs: {len(chosen)} choices of formats for {programs} programs at relative tolerances "
            "1e-3 and 1e-6 (`python -m benchmarks.held_out`), each the smallest formats estimated to hold on the input of seed 0, "
            "accepted by measuring on it, then run on inputs on which nothing was tuned. "
            f"{near} of the runs use more than a tenth of their tolerance. Of all inputs drawn alike at most "
            f"{bound(len(found), total):.2g} violate it, with 95 % confidence ({source}).")
    rows = [f"- {name} at {rtol:g}, seed {seed}: error {error:.3g}, {_why(records[name], rtol, seed)}" for name, rtol, seed, error in found]
    return "\n".join([text, *([""] if rows else []), *rows])


def _why(record: Mapping[str, Any], rtol: float, seed: str) -> str:
    choice = next(c for c in record["choices"] if c["rtol"] == rtol)
    return choice["broken"].get(seed) or f"{choice['measured']:.3g} on the input of seed 0"


def bound(violations: int, total: int) -> float:
    """The largest probability p of a violation under which so few in `total` runs have at least 5 % (Clopper & Pearson 1934); 3 / total
    where there are none (Hanley & Lippman-Hand 1983)."""
    if not violations:
        return 3.0 / total
    low, high = 0.0, 1.0
    for _ in range(60):
        p = (low + high) / 2.0
        low, high = (p, high) if _at_most(violations, total, p) > 1.0 - CONFIDENCE else (low, p)
    return high


def _at_most(k: int, n: int, p: float) -> float:
    """Probability of k or fewer of n."""
    return sum(math.exp(math.lgamma(n + 1) - math.lgamma(j + 1) - math.lgamma(n - j + 1) + j * math.log(p) + (n - j) * math.log1p(-p))
               for j in range(k + 1))
