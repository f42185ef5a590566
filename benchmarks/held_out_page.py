"""What held-out inputs said of formats that were chosen without them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

Choice = Mapping[str, Any]  # a record of benchmarks.held_out.Choice
Records = Mapping[str, Mapping[str, Any]]
DECIDED = 0.5  # of the error
CONFIDENCE = 0.95


def told(records: Records) -> str:
    chosen = [(name, c) for name, r in sorted(records.items()) for c in r.get("choices", ())]
    if not any(c["errors"] for _, c in chosen):
        return "Not looked at: `python -m benchmarks.held_out` does."
    near = sum(float(e) > 0.1 * c["rtol"] for _, c in chosen for e in c["errors"].values())
    programs = len({name for name, _ in chosen})
    kept = [half for _, c in chosen if not violations(first := _part(c, True)) and first["errors"] for half in [_part(c, False)]]
    lines = [
        f"{len(chosen)} choices of formats for {programs} programs at relative tolerances 1e-3 and 1e-6 (`python -m benchmarks.held_out`), "
        "each the smallest formats estimated to hold on the input of seed 0, accepted by measuring on it, then run on inputs on which "
        f"nothing was tuned: {_counted([c for _, c in chosen])} {near} of the runs use more than a tenth of their tolerance.", "",
        f"One input is little evidence, which is why `tune` asks held-out ones before it answers. {len(kept)} choices hold on the first "
        f"eight of theirs; on the other eight, seen by nobody: {_counted(kept)}"]
    rows = [_violated(name, c) for name, c in chosen if violations(c)]
    return "\n".join([*lines, *(["", "Every choice that was violated:", ""] if rows else []), *rows])


def violations(choice: Choice) -> dict[str, float]:
    """Seed -> error beyond the tolerance."""
    return {seed: float(e) for seed, e in choice["errors"].items() if not float(e) <= choice["rtol"]}


def _part(choice: Choice, first: bool) -> Choice:
    """The choice with the first or the second half of its held-out inputs."""
    errors = sorted(choice["errors"].items())
    half = len(errors) // 2
    return {**choice, "errors": dict(errors[:half] if first else errors[half:])}


def _counted(chosen: Sequence[Choice]) -> str:
    total, found = (sum(len(x) for x in each) for each in ([c["errors"] for c in chosen], [violations(c) for c in chosen]))
    if not total:
        return "none."
    source = f"3/N, N = {total}" if not found else f"Clopper & Pearson; 3/N is {3 / total:.2g}"
    return (f"{found} violations in {total} runs. Of all inputs drawn alike at most {bound(found, total):.2g} violate it, with 95 % "
            f"confidence ({source}).")


def _violated(name: str, choice: Choice) -> str:
    found, worst = violations(choice), choice.get("worst") or {}
    seed = str(worst.get("seed", min(found)))
    why = choice["broken"].get(seed) or _why(worst)
    return (f"- {name} at {choice['rtol']:g}: on {len(found)} of {len(choice['errors'])} inputs; error {found[seed]:.3g} (seed {seed}), "
            f"{choice['measured']:.3g} on the input of seed 0{f': {why}' if why else ''}")


def _why(worst: Mapping[str, Any]) -> str:
    if not worst:
        return ""
    if worst["decisions"] and abs(worst["decisions"]) > DECIDED:
        return "rounding changes decisions, of which estimates say only that they may"
    return f"a harder input; the estimate made there is {worst['estimate']:.2g}"


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
