"""What was made last is kept, by the identity of what it was made of: comparing two long Programs takes longer than it saves."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, TypeVar

T = TypeVar("T")


def kept(most: int) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """Decorates `make(subject, *rest)`, of which the `most` results that were asked for last are kept: by identity of the subject, and
    by content of the rest."""
    def decorated(make: Callable[..., T]) -> Callable[..., T]:
        held: OrderedDict[tuple[Hashable, ...], tuple[Any, T]] = OrderedDict()

        @wraps(make)
        def made(subject: Any, *rest: Hashable) -> T:
            key = id(subject), *rest
            found = held.pop(key, None) or (subject, make(subject, *rest))  # while the subject is held, no other has its identity
            held[key] = found
            while len(held) > most:
                held.popitem(last=False)
            return found[1]
        return made
    return decorated
