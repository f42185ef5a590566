"""The journal: every change of lifting state, so that a branch or a loop body can be tried, compared and taken back.

State lives in plain dicts (names of a frame, contents of arrays). A slot is one key of one dict. Writes are stamped with a serial
number; while loops are being lifted, reads of slots written before the loop are noted.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from precis.lift.numpy.values import MISSING, serials

Table = dict[Any, Any]
Slot = tuple[int, Hashable]


@dataclass(slots=True)
class Watch:
    """Slots that were read, since `mark` (and so many `entries`), while they held what was there before, or what came of it."""

    mark: int
    entries: int
    reads: set[Slot] = field(default_factory=set)


class Journal:
    def __init__(self) -> None:
        self.entries: list[tuple[Table, Hashable, Any, int]] = []
        self.stamps: dict[Slot, int] = {}
        self.tables: dict[int, Table] = {}
        self.watches: list[Watch] = []

    def set(self, table: Table, key: Hashable, value: Any) -> None:
        """table[key] = value; MISSING deletes."""
        slot = (id(table), key)
        self.tables[id(table)] = table
        self.entries.append((table, key, table.get(key, MISSING), self.stamps.get(slot, 0)))
        self.stamps[slot] = next(serials)
        _put(table, key, value)

    def get(self, table: Table, key: Hashable) -> Any:
        """table.get(key, MISSING), noted by the loops around that had not written it yet."""
        stamp = self.stamps.get((id(table), key), 0)
        for watch in reversed(self.watches):
            if stamp >= watch.mark:
                break
            watch.reads.add((id(table), key))
        return table.get(key, MISSING)

    def lengthen(self, table: Table, key: Hashable, items: tuple[Any, ...]) -> None:
        """table[key] = items, which begin with what was there: reading them is still reading that."""
        stamp = self.stamps.get((id(table), key), 0)
        self.set(table, key, items)
        self.stamps[id(table), key] = stamp

    def get_last(self, table: Table, key: Hashable, count: int) -> Any:
        """table[key], of which only the last `count` items are read."""
        for watch in reversed(self.watches):
            if self.stamps.get((id(table), key), 0) >= watch.mark or self._added(watch, table, key) >= count:
                break
            watch.reads.add((id(table), key))
        return table[key]

    def _added(self, watch: Watch, table: Table, key: Hashable) -> int:
        """How many items a list is longer than when the watch began."""
        before = next((old for t, k, old, _ in self.entries[watch.entries:] if t is table and k is key), table[key])
        return len(table[key]) - len(before) if isinstance(before, tuple) else 0

    @contextmanager
    def watching(self) -> Iterator[Watch]:
        """Note reads of what was written before."""
        watch = Watch(next(serials), len(self.entries))
        self.watches.append(watch)
        try:
            yield watch
        finally:
            self.watches.remove(watch)

    def restart(self, watch: Watch) -> int:
        """Let a watch begin here; returns its mark."""
        watch.mark, watch.entries = next(serials), len(self.entries)
        return watch.mark

    def mark(self) -> int:
        return len(self.entries)

    def changes(self, mark: int) -> dict[Slot, tuple[Table, Hashable, Any]]:
        """Slots written since `mark`: slot -> (table, key, value at the mark), in order of the first write."""
        found: dict[Slot, tuple[Table, Hashable, Any]] = {}
        for table, key, old, _ in self.entries[mark:]:
            found.setdefault((id(table), key), (table, key, old))
        return found

    def rollback(self, mark: int, keep: Container[int] = ()) -> None:
        """Take back what was written since `mark`, but not in the tables whose ids are in `keep`."""
        kept = []
        while len(self.entries) > mark:
            entry = self.entries.pop()
            table, key, old, stamp = entry
            if id(table) in keep:
                kept.append(entry)
                continue
            self.stamps[id(table), key] = stamp
            _put(table, key, old)
        self.entries.extend(reversed(kept))


def _put(table: Table, key: Hashable, value: Any) -> None:
    if value is MISSING:
        table.pop(key, None)
    else:
        table[key] = value
