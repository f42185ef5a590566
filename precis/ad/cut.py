"""The cheapest set of values to save so that all wanted values can be recomputed: a minimum vertex cut.

Values are vertices with a price (bytes per iteration). A value is recomputed from the values it depends on, at a cost; some values cannot
be recomputed, so they or everything wanted downstream of them must be saved. Maximum flow by shortest augmenting
paths (Edmonds & Karp 1972); of the minimum cuts the one nearest to the wanted values is taken: it recomputes least.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Sequence

Vertex = Hashable
_SOURCE, _SINK = ("source",), ("sink",)


def minimum_cut(wanted: Iterable[Vertex], depends: Callable[[Vertex], Sequence[Vertex] | None],
                price: Callable[[Vertex], float], cost: Callable[[Vertex], float] = lambda v: 0.0) -> set[Vertex]:
    """The vertices to save: prices of what is saved and costs of what is recomputed add up to the least.

    depends(v)  what v is recomputed from; None where it cannot be recomputed
    price(v)    bytes; infinite where v cannot be saved
    cost(v)     of recomputing v from what it depends on, in bytes
    """
    residual = _network(wanted, depends, price, cost)
    while path := _path(residual):
        flow = min(residual[a][b] for a, b in path)
        if math.isinf(flow):
            raise ValueError("a value can be neither saved nor recomputed")
        for a, b in path:
            residual[a][b] -= flow
            residual[b][a] = residual[b].get(a, 0.0) + flow
    behind = _reaching_sink(residual)
    return {v[0] for v in behind if v[1:] == ("out",) and (v[0], "in") not in behind}


def _network(wanted, depends, price, cost) -> dict:
    residual: dict = {_SOURCE: {}, _SINK: {}}
    pending = list(dict.fromkeys(wanted))
    for v in pending:
        residual.setdefault((v, "out"), {})[_SINK] = math.inf
    seen = set(pending)
    while pending:
        v = pending.pop()
        residual.setdefault((v, "in"), {})[(v, "out")] = price(v)
        residual.setdefault((v, "out"), {})
        sources = depends(v)
        if capacity := math.inf if sources is None else cost(v):
            residual[_SOURCE][(v, "in")] = capacity
        for u in sources or ():
            residual.setdefault((u, "out"), {})[(v, "in")] = math.inf
            if u not in seen:
                seen.add(u)
                pending.append(u)
    return residual


def _path(residual: dict) -> list[tuple]:
    """Edges of a shortest path with capacity left from source to sink, or [] where there is none."""
    parent: dict = {_SOURCE: None}
    queue = deque([_SOURCE])
    while queue and _SINK not in parent:
        a = queue.popleft()
        for b, capacity in residual[a].items():
            if capacity > 0 and b not in parent:
                parent[b] = a
                queue.append(b)
    path, b = [], _SINK
    while b in parent and parent[b] is not None:
        path.append((parent[b], b))
        b = parent[b]
    return path[::-1]


def _reaching_sink(residual: dict) -> set:
    into: dict = {}
    for a, edges in residual.items():
        for b, capacity in edges.items():
            if capacity > 0:
                into.setdefault(b, []).append(a)
    found, pending = {_SINK}, [_SINK]
    while pending:
        for a in into.get(pending.pop(), ()):
            if a not in found:
                found.add(a)
                pending.append(a)
    return found
