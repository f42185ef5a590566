"""Statements of a block in their order, and where in it buffers are touched.

Fusion asks of each nest which statements before it touch what it touches. To look at all of them takes time that grows with the square of
the length of a block, and programs of a few hundred lines have thousands of statements in one.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Iterator
from heapq import merge
from itertools import islice

from precis.emit.plan.kernels import Allocate, Nest, SizeBind, Statement, Touched
from precis.emit.plan.walking import accesses


class Placed:
    """Statements, what each reads and writes, and for each buffer the stamps (which rise along the block) of those that touch it."""

    def __init__(self) -> None:
        self.statements: list[Statement] = []
        self.touched: list[Touched] = []
        self._stamps: list[float] = []
        self._readers, self._writers = defaultdict[str, list[float]](list), defaultdict[str, list[float]](list)
        self._binding: list[float] = []  # of statements that make sizes or memory, which others may use without touching anything
        self._standing: list[float] = []  # of those that are no nests with axes

    def __len__(self) -> int:
        return len(self.statements)

    def insert(self, k: int, s: Statement) -> None:
        stamp = self._stamp(k)
        self.statements.insert(k, s)
        self.touched.insert(k, accesses(s))
        self._stamps.insert(k, stamp)
        for stamps in self._lists(k):
            insort(stamps, stamp)

    def pop(self, k: int) -> Statement:
        for stamps in self._lists(k):
            del stamps[bisect_left(stamps, self._stamps[k])]
        del self.touched[k], self._stamps[k]
        return self.statements.pop(k)

    def sharing(self, touched: Touched, end: int) -> Iterator[int]:
        """Numbers below `end`, the greatest first, of statements that touch a buffer that these do, or make a size or memory."""
        names = touched[0] | touched[1]
        lists = [self._binding, *(of[n] for of in (self._readers, self._writers) for n in names if n in of)]
        last = self._stamps[end] if end < len(self) else None
        later = (0 if last is None else len(x) - bisect_left(x, last) for x in lists)
        before = None
        for stamp in merge(*(islice(reversed(x), n, None) for x, n in zip(lists, later)), reverse=True):
            if stamp != before:
                yield bisect_left(self._stamps, stamp)
            before = stamp

    def last_standing(self) -> int:
        """The number behind the last statement that is no nest with axes."""
        return bisect_left(self._stamps, self._standing[-1]) + 1 if self._standing else 0

    def meeting(self, k: int) -> Iterator[int]:
        """Numbers above `k`, the least first, of statements that touch what statement `k` writes, or write what it reads."""
        reads, writes = self.touched[k]
        lists = [self._writers[n] for n in reads | writes if n in self._writers] + [self._readers[n] for n in writes if n in self._readers]
        later = [x for x in lists if x and x[-1] > self._stamps[k]]
        before = None
        for stamp in merge(*(islice(x, bisect_right(x, self._stamps[k]), None) for x in later)):
            if stamp != before:
                yield bisect_left(self._stamps, stamp)
            before = stamp

    def _lists(self, k: int) -> list[list[float]]:
        """Where the stamp of a statement is kept."""
        s, (reads, writes) = self.statements[k], self.touched[k]
        lists = [*(self._readers[n] for n in reads), *(self._writers[n] for n in writes)]
        lists += [self._binding] if isinstance(s, (SizeBind, Allocate)) else []
        return lists if isinstance(s, Nest) and s.axes else [*lists, self._standing]

    def _stamp(self, k: int) -> float:
        """A stamp for what comes in front of number `k`."""
        if k == len(self):
            return self._stamps[-1] + 1 if self else 0.0
        low = self._stamps[k - 1] if k else self._stamps[0] - 2
        middle = (low + self._stamps[k]) / 2
        if low < middle < self._stamps[k]:
            return middle
        self._renumber()
        return self._stamp(k)

    def _renumber(self) -> None:
        new = {stamp: float(n) for n, stamp in enumerate(self._stamps)}
        for stamps in (self._stamps, self._binding, self._standing, *self._readers.values(), *self._writers.values()):
            stamps[:] = [new[stamp] for stamp in stamps]
