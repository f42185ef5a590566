"""collections.ChainMap: several dicts, of which the first that has a key says what stands under it."""

import collections
from typing import Any


class Chain:
    """What is written is written into the first dict; the others are seen as they are when they are asked."""

    stands_for = (collections.ChainMap,)

    def __init__(self, *maps: Any):
        self.maps = list(maps) if len(maps) > 0 else [{}]

    def __getitem__(self, key: Any):
        for m in self.maps:
            if key in m:
                return m[key]
        raise KeyError("the key is in none of the dicts")

    def __setitem__(self, key: Any, thing: Any):
        self.maps[0][key] = thing

    def __contains__(self, key: Any):
        return any(key in m for m in self.maps)

    def __iter__(self):
        return iter(self.keys())

    def __len__(self):
        return len(self.keys())

    def get(self, key: Any, default: Any = None):
        for m in self.maps:
            if key in m:
                return m[key]
        return default

    def keys(self):
        """In the order of Python: those of the last dict first."""
        found = {}
        for m in reversed(self.maps):
            found.update(m)
        return list(found)

    def values(self):
        return [self[key] for key in self.keys()]

    def items(self):
        return [(key, self[key]) for key in self.keys()]

    def new_child(self, m: Any = None):
        return Chain({} if m is None else m, *self.maps)

    @property
    def parents(self):
        return Chain(*self.maps[1:])
