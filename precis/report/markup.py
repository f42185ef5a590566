"""Elements of HTML and SVG as text. What is not Markup is escaped, so user text cannot become an element."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

VOID = frozenset({"br", "col", "hr", "meta", "link"})


class Markup(str):
    """Text that is already HTML."""

    __slots__ = ()


Child = str | int | float | None | Iterable["Child"]


def tag(name: str, /, *children: Child, **attributes: object) -> Markup:
    """<name attributes>children</name>; in attribute names _ becomes -, a trailing one goes; None leaves one out."""
    opening = f"<{name}{''.join(_attribute(k, v) for k, v in attributes.items())}>"
    return Markup(opening if name in VOID else f"{opening}{join(children)}</{name}>")


def join(children: Child) -> Markup:
    """Children one after the other, escaped unless Markup; None is nothing."""
    if children is None:
        return Markup("")
    if isinstance(children, Markup):
        return children
    if isinstance(children, (str, int, float)):
        return Markup(escape(visible(str(children)), quote=True))
    return Markup("".join(join(child) for child in children))


def _attribute(name: str, value: object) -> str:
    if value is None or value is False:
        return ""
    key = name.rstrip("_").replace("_", "-")
    return f' {key}="{escape(visible(_number(value)), quote=True)}"'


def _number(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def visible(text: str) -> str:
    """Control, bidirectional and other unprintable characters as their escapes: what is seen is what is there."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\n\t" else ascii(c)[1:-1] for c in text)
