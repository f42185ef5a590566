"""Sizes that are known to be >= 0 where the code at hand runs, found by the symbols in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from precis.ir.size import Size


class Facts:
    """A stack of sizes. `state` is one number for one sequence of them, however often that is built up again."""

    def __init__(self) -> None:
        self.sizes: list[Size] = []
        self.with_symbol: dict[str, list[int]] = {}  # symbol -> the places of the sizes that mention it, in order
        self.states = [0]
        self.known: dict[tuple[int, Size], int] = {}

    @property
    def state(self) -> int:
        return self.states[-1]

    def mark(self) -> int:
        return len(self.sizes)

    def append(self, size: Size) -> None:
        for symbol in size.symbols():
            self.with_symbol.setdefault(symbol, []).append(len(self.sizes))
        self.sizes.append(size)
        self.states.append(self.known.setdefault((self.state, size), len(self.known) + 1))

    def extend(self, sizes: Iterable[Size]) -> None:
        for size in sizes:
            self.append(size)

    def cut(self, mark: int) -> None:
        """Forget what came after a mark."""
        while len(self.sizes) > mark:
            self.states.pop()
            for symbol in self.sizes.pop().symbols():
                self.with_symbol[symbol].pop()

    def about(self, size: Size, solved: Mapping[str, Size]) -> list[Size]:
        """Those with a symbol of a size, as `solved` expresses symbols by others, in order."""
        symbols = size.symbols()
        named = symbols.union(s for s, by in solved.items() if not by.symbols().isdisjoint(symbols))
        places = {place for s in named for place in self.with_symbol.get(s, ())}
        found = [self.sizes[place].substitute(solved) for place in sorted(places)]
        return [f for f in found if not f.symbols().isdisjoint(symbols)]
