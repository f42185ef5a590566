"""Arguments to parameters, by Python's rules."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Any

from precis.errors import InputError


def bind_arguments(name: str, spec: ast.arguments, args: Sequence[Any], kwargs: Mapping[str, Any],
                   defaults: Sequence[Any], keyword_defaults: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters and what they get: a tuple for *args, a plain dict for **kwargs. Raises InputError where they do not fit."""
    positional = [a.arg for a in (*spec.posonlyargs, *spec.args)]
    keyword_only = [a.arg for a in spec.kwonlyargs]
    bound = dict(zip(positional, args))
    extra, rest = args[len(positional):], dict(kwargs)
    if extra and spec.vararg is None:
        raise InputError(f"{name}() takes {len(positional)} argument{'s' * (len(positional) != 1)}, but {len(args)} were given")
    for key in [k for k in rest if k in positional + keyword_only]:
        if key in bound:
            raise InputError(f"{name}() got two values for {key}")
        bound[key] = rest.pop(key)
    if rest and spec.kwarg is None:
        raise InputError(f"{name}() has no argument {next(iter(rest))}")
    fallback = {**dict(zip(positional[len(positional) - len(defaults):], defaults)), **keyword_defaults}
    for key in positional + keyword_only:
        if key not in bound and key not in fallback:
            raise InputError(f"{name}() needs the argument {key}")
        bound.setdefault(key, fallback.get(key))
    if spec.vararg:
        bound[spec.vararg.arg] = tuple(extra)
    if spec.kwarg:
        bound[spec.kwarg.arg] = rest
    return bound
