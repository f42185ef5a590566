"""Kinds of results of pointwise operations, from those of their operands."""

from __future__ import annotations

from collections.abc import Callable

KindRule = Callable[[tuple[str, ...]], str]
INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")


def same(kinds: tuple[str, ...]) -> str:
    if len(set(kinds)) != 1:
        raise ValueError(f"operands of different kinds {', '.join(kinds)}")
    return kinds[0]


def number(kinds: tuple[str, ...]) -> str:
    if same(kinds) == "bool":
        raise ValueError("booleans where numbers are needed")
    return kinds[0]


def ordered(kinds: tuple[str, ...]) -> str:
    if same(kinds) == "complex":
        raise ValueError("complex numbers have no order")
    return kinds[0]


def ordered_number(kinds: tuple[str, ...]) -> str:
    return ordered(kinds) and number(kinds)


def order(kinds: tuple[str, ...]) -> str:
    return ordered(kinds) and "bool"


def floating(kinds: tuple[str, ...]) -> str:
    if same(kinds) not in ("real", "complex"):
        raise ValueError(f"{kinds[0]} where real or complex is needed")
    return kinds[0]


def real(kinds: tuple[str, ...]) -> str:
    if same(kinds) != "real":
        raise ValueError(f"{kinds[0]} where real is needed")
    return "real"


def magnitude(kinds: tuple[str, ...]) -> str:
    if kinds != ("complex",):
        raise ValueError(f"{kinds[0]} where complex is needed")
    return "real"


def relation(kinds: tuple[str, ...]) -> str:
    return same(kinds) and "bool"


def test(kinds: tuple[str, ...]) -> str:
    return floating(kinds) and "bool"


def bits(kinds: tuple[str, ...]) -> str:
    if same(kinds) in ("real", "complex"):
        raise ValueError(f"{kinds[0]} where bool or integers are needed")
    return kinds[0]


def integer(kinds: tuple[str, ...]) -> str:
    if same(kinds) not in INTEGERS:
        raise ValueError(f"{kinds[0]} where integers are needed")
    return kinds[0]


def select(kinds: tuple[str, ...]) -> str:
    if kinds[0] != "bool":
        raise ValueError(f"the condition is {kinds[0]}, not bool")
    return same(kinds[1:])


def complex_part(kinds: tuple[str, ...]) -> str:
    return "real" if kinds[0] in ("complex", "real") else kinds[0]


def complex(kinds: tuple[str, ...]) -> str:
    return real(kinds) and "complex"
