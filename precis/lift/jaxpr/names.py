"""Names come back: which equation's value is which assigned variable, for the equations of one jaxpr.

The value of an assigned expression is the last equation evaluated there: an operator or library call may take several
(a broadcast, then the sum). An expression that its function returns is followed to the call, and named where the call's value
is assigned. What an AD transform adds, residuals and transposed equations, is no value of the statement that it stands at;
only the value of the transform itself is named: `g` in `g = jax.grad(f)(x)`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from precis.lift.jaxpr.frames import Trail
from precis.lift.jaxpr.statements import RETURNED, Targets, use_at

Named = tuple[str, str]  # (name, scope)


@dataclass(frozen=True, slots=True)
class Level:
    """The equations of one jaxpr.

    transposed  equation -> whether a transposition of JAX made it
    residual    equation -> whether only transposed equations need it;  hidden: results that are such residuals
    uses        variable -> equations that use it; len(eqns) stands for the results
    """

    jaxpr: Any
    trails: Sequence[Trail]
    transposed: Sequence[bool]
    residual: Sequence[bool]
    hidden: frozenset[int]
    uses: Mapping[Any, list[int]]

    def serves(self, var: Any, backward: bool = False) -> list[int]:
        """Uses of a variable that are not only there for a transposition."""
        return [k for k in self.uses.get(var, ()) if backward or k == len(self.jaxpr.eqns) or self.forward(k)]

    def forward(self, k: int) -> bool:
        return not (self.transposed[k] or self.residual[k])


@dataclass(frozen=True, slots=True)
class _Claim:
    """Equation `eqn` is evaluated in an expression assigned to `targets`; `run` tells executions of it apart."""

    eqn: int
    targets: Targets
    scope: str
    run: tuple


def level_of(jaxpr: Any, trails: Sequence[Trail], transposed: Sequence[bool], hidden: Collection[int] = ()) -> Level:
    uses = _uses(jaxpr, hidden)
    residual = [False] * len(jaxpr.eqns)
    for k in reversed(range(len(jaxpr.eqns))):
        at = [u for v in jaxpr.eqns[k].outvars for u in uses.get(v, ())]
        only_results = not at and any(v in jaxpr.outvars for v in jaxpr.eqns[k].outvars)
        residual[k] = only_results or (bool(at) and all(u < len(jaxpr.eqns) and (transposed[u] or residual[u]) for u in at))
    return Level(jaxpr, trails, transposed, residual, frozenset(hidden), uses)


def _uses(jaxpr: Any, hidden: Collection[int]) -> dict[Any, list[int]]:
    found: dict[Any, list[int]] = {}
    for k, eqn in enumerate(jaxpr.eqns):
        for v in eqn.invars:
            if not hasattr(v, "val"):
                found.setdefault(v, []).append(k)
    for k, v in enumerate(jaxpr.outvars):
        if not hasattr(v, "val") and k not in hidden:
            found.setdefault(v, []).append(len(jaxpr.eqns))
    return found


def names_of(level: Level) -> Mapping[Any, Named]:
    """Variable -> (name, scope of the name), for the values that the user named."""
    claims = _claims(level)
    by_run: dict[tuple, list[_Claim]] = {}
    for claim in claims.values():
        by_run.setdefault(claim.run, []).append(claim)
    by_key: dict[tuple, list[dict[Any, Named]]] = {}
    for (key, _), run in by_run.items():
        by_key.setdefault(key, []).append(_named(level, run, claims))
    return {v: n for runs in by_key.values() for found in _apart(level, runs) for v, n in found.items()}


def _claims(level: Level) -> dict[int, _Claim]:
    """Equation -> its claim. A run of an expression ends with the step that is the last one of all its runs."""
    found: dict[int, tuple[Targets, str]] = {}
    by_key: dict[tuple, list[int]] = {}
    for k, trail in enumerate(level.trails):
        start = trail.boundary if level.transposed[k] else 0
        if level.residual[k] or (level.transposed[k] and not start):
            continue
        target = _target(trail, start, level.transposed[k])
        if target is not None:
            found[k] = target
            by_key.setdefault(trail.places[start:], []).append(k)
    claims = {}
    for key, eqns in by_key.items():
        steps = [(level.trails[k].steps, level.jaxpr.eqns[k].primitive.name) for k in eqns]
        ends = accumulate([0, *(int(step == steps[-1]) for step in steps[:-1])])
        claims |= {k: _Claim(k, *found[k], (key, run)) for k, run in zip(eqns, ends)}
    return claims


def _target(trail: Trail, start: int, transposed: bool) -> tuple[Targets, str] | None:
    """The names that the value at place `start` gets there, or where the functions that return it were called."""
    for k in range(start, trail.own):
        if trail.boundary and k == trail.boundary and not transposed:
            return None
        use = use_at(trail.places[k])
        if use is not RETURNED:
            return (use, trail.places[k].scope) if use is not None else None  # type: ignore[return-value]
    return None


def _named(level: Level, run: Sequence[_Claim], claims: Mapping[int, _Claim]) -> dict[Any, Named]:
    """The names of one run: of its values that are used, and only outside of it."""
    def last(v: Any, claim: _Claim) -> bool:
        at = level.serves(v, level.transposed[claim.eqn])
        return bool(at) and not any(k in claims and claims[k].run == claim.run for k in at)

    values = [[v for v in level.jaxpr.eqns[c.eqn].outvars if last(v, c)] for c in run]
    kept = [(c, vs) for c, vs in zip(run, values) if vs]
    if not kept:
        return {}
    claim, live = kept[-1]
    eqn = level.jaxpr.eqns[claim.eqn]
    if len(kept) > 1 and (level.transposed[claim.eqn] or isinstance(claim.targets, tuple)):
        return {} if level.transposed[claim.eqn] else _pair(claim, [v for _, vs in kept for v in vs], [])
    carries = eqn.params.get("num_carry")
    if carries is not None and isinstance(claim.targets, tuple) and len(claim.targets) == 2:
        return _pair_scan(claim, list(eqn.outvars), live, carries)
    return _pair(claim, list(eqn.outvars), live)


def _pair(claim: _Claim, outvars: list, live: list) -> dict[Any, Named]:
    """Match the names of a target with the outputs of an equation: all of them, or those that are used."""
    flat = _flat(claim.targets)
    for values, names in ((outvars, flat), (live, [n for n in flat if n])):
        if len(values) == len(names):
            return {v: (n, claim.scope) for v, n in zip(values, names) if n}
    if isinstance(claim.targets, str):
        return {v: (f"{claim.targets}_{k}", claim.scope) for k, v in enumerate(live)}
    return {}


def _pair_scan(claim: _Claim, outvars: list, live: list, carries: int) -> dict[Any, Named]:
    """`carry, stacked = lax.scan(...)`: each side has names of its own."""
    found: dict[Any, Named] = {}
    for targets, values in zip(claim.targets or (), (outvars[:carries], outvars[carries:])):
        part = _Claim(claim.eqn, targets, claim.scope, claim.run)
        found |= _pair(part, values, [v for v in values if any(v is w for w in live)])
    return found


def _flat(targets: Targets) -> list[str | None]:
    if isinstance(targets, tuple):
        return [n for t in targets for n in _flat(t)]
    return [targets]


def _apart(level: Level, runs: list[dict[Any, Named]]) -> list[dict[Any, Named]]:
    """Runs of one statement reuse its names, unless values of several runs are needed at a time: then names are numbered."""
    made = {v: k for k, eqn in enumerate(level.jaxpr.eqns) for v in eqn.outvars}
    firsts = [min((made[v] for v in found), default=0) for found in runs]
    if not any(max(level.uses.get(v, [0])) > after for found, after in zip(runs, firsts[1:]) for v in found):
        return runs
    return [{v: (f"{name}_{k}", scope) for v, (name, scope) in found.items()} for k, found in enumerate(runs)]
