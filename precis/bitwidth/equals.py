"""What costs nothing more: of formats with the same modelled cost, the more accurate ones.

The selection weighs errors against time and memory, and its solver stops within a gap of the optimum: an accumulator that is as fast in
binary32 as in binary16, as on matrix units, may be left narrow. Here every place takes the widest of its options that contains what was
chosen, as long as neither the modelled time of the sites that it touches nor memory grows. Errors only shrink, so what held is still
estimated to hold.
"""

from __future__ import annotations

from collections.abc import Mapping

from precis.bitwidth.cost import Work, site_seconds
from precis.bitwidth.places import Place
from precis.bitwidth.task import Option, Task
from precis.formats import FORMATS, Assignment

EQUAL = 1.0 + 1e-9  # of a modelled time: what sums of floats differ by


def assignment_of(task: Task, chosen: Mapping[Place, Option]) -> Assignment:
    """The Assignment that the options of all groups make."""
    storage = {name: chosen[g][0] for (kind, name), g in task.group.items() if kind == "storage"}
    compute = {g[1]: o[0] for g, o in chosen.items() if g[0] == "site" and g[1]}
    accumulate = {g[1]: o[1] for g, o in chosen.items() if g[0] == "site" and g[1] and o[0] != o[1]}
    default = chosen[("site", "")][1] if ("site", "") in chosen else FORMATS["binary64"]
    return Assignment(storage, compute, accumulate, default=default)


def widened(task: Task, chosen: Mapping[Place, Option]) -> dict[Place, Option]:
    """`chosen` with wider formats where they cost nothing."""
    found = dict(chosen)
    touched = _touched(task)
    for g in found:
        before = _price(task, found, g, touched.get(g, ()))
        for option in reversed(task.options[g]):
            if option != found[g] and _contains(task, g, option, found[g]):
                trial = {**found, g: option}
                if all(new <= EQUAL * old for new, old in zip(_price(task, trial, g, touched.get(g, ())), before)):
                    found = trial
                    break
    return found


def _contains(task: Task, g: Place, wide: Option, narrow: Option) -> bool:
    """Whether no place of the group rounds more under `wide`."""
    places = [p for p, group in task.group.items() if group == g]
    return all(task.format(p, wide).contains(task.format(p, narrow)) for p in places)


def _price(task: Task, chosen: Mapping[Place, Option], g: Place, sites: tuple[str, ...]) -> tuple[float, float]:
    """Seconds of the sites, with what a call converts, and bytes: as far as the group decides."""
    a, names = assignment_of(task, chosen), [name for (kind, name), group in task.group.items() if kind == "storage" and group == g]
    work: Work = task.work
    time = sum(site_seconds(site, work.sites[site], a, task.device, task.bandwidth) for site in sites)
    time += sum(work.borders[n].seconds(a.storage_of(n), task.device) for n in names if n in work.borders)
    return time, sum(work.kept.get(n, 0.0) * a.storage_of(n).bytes for n in names)


def _touched(task: Task) -> dict[Place, tuple[str, ...]]:
    """Group -> the sites whose time depends on its formats."""
    found: dict[Place, dict[str, None]] = {}
    for site, work in task.work.sites.items():
        places = [("storage", c) for c in work.moved] + [p for pair in work.casts for p in pair]
        places += [(kind, site) for kind in ("compute", "accumulate")]
        for g in {task.group[p] for p in places if p in task.group}:
            found.setdefault(g, {})[site] = None
    return {g: tuple(sites) for g, sites in found.items()}
