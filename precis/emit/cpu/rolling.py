"""Arrays that only nests of strips behind one another know hold the rows that are still wanted, and take turns in them.

    for strips: (for i in strip: f[i] = ...; for i in strip one row behind: y[i] = f[i + 1] - f[i])
    ->  the same with f[i % 2] for rows of one strip

(Storage mapping by modulo; Lefebvre & Feautrier, Automatic storage management for parallel programs, Parallel Computing 24, 1998.) Fluxes
between cells, and whatever else a stencil makes of another's results, then stay in the first caches, and their arrays never are in memory.
A strip touches row `i + c` with each of its rows `i`, whose first is `lag` rows behind that of the strip: what lies before the least
`c - lag` of all places is never touched again. On threads, which take all in one strip, arrays have all their rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from precis.emit.cpu.interchange import bytes_of, touched
from precis.emit.cpu.runners import Runner
from precis.emit.plan.kernels import WORKSPACE, Access, Buffer, Nest, Plan
from precis.emit.plan.maps import ZERO
from precis.ir.size import Size, product
from precis.ir.types import Shape

Slot = tuple[Size, int]  # a row, and how many are held

ROW = 1 << 10  # bytes of a row
NEAR = 1 << 16  # bytes of all rows


@dataclass(frozen=True, slots=True)
class Window:
    """How many rows of an array are held while strips have one row, and the shape of the whole array."""

    rows: int
    shape: Shape


def windows(group: Sequence[Runner], plan: Plan, uses: Mapping[str, int]) -> dict[str, Window]:
    """The arrays that only the group knows, each row of which is touched while strips are near it."""
    inside = Counter(name for r in group for name in {a.buffer for a in touched(r.nest)})
    own = (name for name, count in sorted(inside.items()) if count == uses.get(name) and _own(plan.buffers[name]))
    return {name: window for name in own if (window := _window(name, group)) and _large(plan.buffers[name], window, plan.example)}


def _own(b: Buffer) -> bool:
    return b.role == WORKSPACE and bool(b.shape) and not (b.tape or b.carried or b.capacity)


def _large(b: Buffer, window: Window, example: Mapping[str, int]) -> bool:
    """Whether rows are long enough for strips of one row, and all of them too many to stay in the first cache, as in the example."""
    row, whole = product(window.shape[1:]), product(b.shape)
    known = (row.symbols() | whole.symbols()) <= example.keys()
    return known and row.value(example) * bytes_of(b) >= ROW and whole.value(example) * bytes_of(b) >= NEAR


def _window(name: str, group: Iterable[Runner]) -> Window | None:
    places = [(a, r) for r in group for a in touched(r.nest) if a.buffer == name]
    whole = places[0][0].shape
    steps = [step for a, r in places if (step := _row(a, r, whole)) is not None]
    return Window(max(steps) - min(steps) + 1, whole) if len(steps) == len(places) else None


def _row(a: Access, r: Runner, whole: Shape) -> int | None:
    """How far a place is from the first of the strip's rows, if it is in a row of the array."""
    by = r.rows(a).get(((), product(whole[1:]))) if a.shape[0] == whole[0] else None
    return None if by is None or by.constant is None else by.constant - r.lag


def slots_of(n: Nest, held: Mapping[str, Window]) -> dict[Slot, None]:
    """Where each place in these arrays is, at the first index of the nest."""
    first = {n.axes[0].symbol: ZERO}
    return {(a.index[0].substitute(first), held[a.buffer].rows): None for a in touched(n) if a.buffer in held}


def turned(n: Nest, held: Mapping[str, Window], slots: Mapping[Slot, Size], buffers: Mapping[str, Buffer]) -> Nest:
    """The nest with these arrays' rows where they are held: it has one row, or arrays have all of theirs."""
    own = n.axes[0].symbol

    def there(a: Access) -> Access:
        if a.buffer not in held:
            return a
        slot = slots[a.index[0].substitute({own: ZERO}), held[a.buffer].rows]
        return Access(a.buffer, (slot + Size.of(own), *a.index[1:]), (buffers[a.buffer].shape[0], *a.shape[1:]))
    return replace(n, body=tuple(replace(i, access=i.access and there(i.access)) for i in n.body),
                   reductions=tuple(replace(r, target=there(r.target)) for r in n.reductions))
