"""Classes that the user derives from list and dict: lifted as classes derived from precis' own, which have a list or a dict inside."""

from __future__ import annotations

import dataclasses
from functools import cache, partial
from typing import Any

from precis.lift.numpy import library
from precis.lift.numpy.things_back import object_of

HELD = "_held_"  # the attribute that has the list or the dict
OWN = {dict: library.derived.Dict, list: library.derived.List}


@cache
def stand_in(cls: type) -> type | None:
    """The class that stands for one of the user's, whose methods it has; None for one that is derived from neither list nor dict."""
    if cls in OWN or not issubclass(cls, (dict, list)) or cls.__module__ in ("collections", "builtins") or dataclasses.is_dataclass(cls):
        return None
    bases = tuple(OWN[b] if b in OWN else stand_in(b) if issubclass(b, (dict, list)) else b for b in cls.__bases__)
    if None in bases:
        return None
    own = {name: _inherited(name, x) for name, x in vars(cls).items() if name not in ("__dict__", "__weakref__", "__slots__")}
    return type(cls.__name__, bases, {**own, "stands_for": (cls,)})  # type: ignore[arg-type]


def _inherited(name: str, x: Any) -> Any:
    """A method of list or dict under another name (`__getattr__ = dict.__getitem__`) as that of precis' own; other things unchanged."""
    for kind, own in OWN.items():
        named = getattr(x, "__name__", "")
        if vars(kind).get(named) is x and named in vars(own):
            return vars(own)[named]
    return x


def given_back(cls: type) -> Any:
    """What makes an object of the class, or of the user's class that it stands for, of its attributes."""
    derived = issubclass(cls, (library.derived.Dict, library.derived.List))
    return partial(_object_with_items, cls.stands_for[0]) if derived else partial(object_of, cls)  # type: ignore[attr-defined]


def _object_with_items(cls: type, attributes: dict[str, Any]) -> Any:
    made = object_of(cls, {name: x for name, x in attributes.items() if name != HELD})
    if isinstance(made, dict):
        dict.update(made, attributes[HELD])
    else:
        list.extend(made, attributes[HELD])
    return made
