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
    """Slots that were read, since `mark`, while they held what was there before `mark`."""

    mark: int
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

    @contextmanager
    def watching(self) -> Iterator[Watch]:
        """Note reads of what was written before."""
        watch = Watch(next(serials))
        self.watches.append(watch)
        try:
            yield watch
        finally:
            self.watches.remove(watch)

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
