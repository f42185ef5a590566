"""`match` as the `if` statements that it stands for: constants, alternatives, names, and tuples, dicts and objects of them."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from precis.lift.numpy.attributes import attribute
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Items

SUBJECT = "match subject"
Tests = tuple[list[ast.expr], list[ast.stmt]]  # conditions, and assignments to names


def matching(lift: Lifting, node: ast.Match) -> ast.stmt:
    """The chain of `if` statements of a `match`, whose subject is evaluated once."""
    subject = lift.evaluate_or_none(node.subject)
    name = f"{SUBJECT} {node.lineno}"
    lift.journal.set(lift.frame.names, name, subject)
    place = _Place(lift, node)
    chain: list[ast.stmt] = [ast.copy_location(ast.Pass(), node)]
    for case in reversed(node.cases):
        with lift.at(case.pattern):
            test, names = place.tests(case.pattern, place.name(name), subject)
        body = [*names, *case.body]
        if case.guard is not None and names:  # the guard reads the names, which are those of the next case where it does not hold
            body, case_guard = [*names, ast.copy_location(ast.If(case.guard, case.body, chain), case.guard)], None
        else:
            case_guard = case.guard
        tests = [*test, case_guard] if case_guard is not None else test
        chain = [ast.copy_location(ast.If(place.all_of(tests), body, chain), case.pattern)] if tests else body
    return chain[0] if len(chain) == 1 else ast.copy_location(ast.If(place.constant(True), chain, []), node)


class _Place:
    """Makes syntax at the place of a `match`."""

    def __init__(self, lift: Lifting, node: ast.AST):
        self.lift, self.node = lift, node

    def at(self, new: ast.expr) -> ast.expr:
        return ast.fix_missing_locations(ast.copy_location(new, self.node))

    def name(self, name: str) -> ast.expr:
        return self.at(ast.Name(name, ast.Load()))

    def constant(self, value: Any) -> ast.expr:
        return self.at(ast.Constant(value))

    def all_of(self, tests: list[ast.expr]) -> ast.expr:
        return tests[0] if len(tests) == 1 else self.at(ast.BoolOp(ast.And(), tests)) if tests else self.constant(True)

    def tests(self, pattern: ast.pattern, subject: ast.expr, value: object) -> Tests:
        """(conditions, assignments to names) of a pattern."""
        if isinstance(pattern, ast.MatchValue):
            return [self.at(ast.Compare(subject, [ast.Eq()], [pattern.value]))], []
        if isinstance(pattern, ast.MatchSingleton):
            return [self.at(ast.Compare(subject, [ast.Is()], [self.constant(pattern.value)]))], []
        if isinstance(pattern, ast.MatchOr):
            parts = [part for p in pattern.patterns if not self.never((part := self.tests(p, subject, value))[0])]
            if not any(names for _, names in parts):
                return [self.at(ast.BoolOp(ast.Or(), [self.all_of(t) for t, _ in parts])) if parts else self.constant(False)], []
            if len(parts) == 1 or not parts[0][0]:
                return parts[0]
        if isinstance(pattern, ast.MatchAs):
            tests, names = self.tests(pattern.pattern, subject, value) if pattern.pattern else ([], [])
            return tests, [*names, *self.named(pattern.name, subject)]
        if isinstance(pattern, ast.MatchSequence):
            return self._sequence(pattern, subject, value)
        if isinstance(pattern, ast.MatchMapping):
            return self._mapping(pattern, subject, value)
        if isinstance(pattern, ast.MatchClass):
            return self._class(pattern, subject, value)
        self.lift.refuse("this pattern of a `case` cannot be lifted", "use if / elif / else")

    def never(self, tests: list[ast.expr]) -> bool:
        """Whether one of the conditions is known not to hold."""
        return any(isinstance(t, ast.Constant) and t.value is False for t in tests)

    def named(self, name: str | None, value: ast.expr) -> list[ast.stmt]:
        """The assignment of what a pattern gives a name to."""
        if name is None:
            return []
        return [ast.fix_missing_locations(ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], value), self.node))]

    def _parts(self, parts: Sequence[tuple[ast.pattern, ast.expr, object]]) -> Tests:
        """What several patterns ask for, each of its own part of the subject."""
        found = [self.tests(*part) for part in parts]
        return [t for tests, _ in found for t in tests], [n for _, names in found for n in names]

    def _item(self, subject: ast.expr, key: Any) -> ast.expr:
        return self.at(ast.Subscript(subject, self.constant(key), ast.Load()))

    def _sequence(self, pattern: ast.MatchSequence, subject: ast.expr, value: object) -> Tests:
        items = self.lift.held(value) if isinstance(value, Items) and value.kind is not dict else value
        patterns = pattern.patterns
        star = next((k for k, p in enumerate(patterns) if isinstance(p, ast.MatchStar)), None)
        if not isinstance(items, tuple) or (len(items) != len(patterns) if star is None else len(items) < len(patterns) - 1):
            return [self.constant(False)], []
        places = list(range(len(patterns)) if star is None else [*range(star), *range(len(items) - len(patterns) + star + 1, len(items))])
        fixed = [p for p in patterns if not isinstance(p, ast.MatchStar)]
        tests, names = self._parts([(p, self._item(subject, k), items[k]) for p, k in zip(fixed, places)])
        if star is None:
            return tests, names
        rest = self.at(ast.List([self._item(subject, k) for k in range(len(items)) if k not in places], ast.Load()))
        return tests, [*names, *self.named(patterns[star].name, rest)]  # type: ignore[attr-defined]

    def _mapping(self, pattern: ast.MatchMapping, subject: ast.expr, value: object) -> Tests:
        """Of dicts, whose keys are known."""
        items = self.lift.held(value) if isinstance(value, Items) and value.kind is dict else None
        keys = [self.lift.evaluate_or_none(k) for k in pattern.keys]
        if not isinstance(items, dict) or not all(k in items for k in keys):
            return [self.constant(False)], []
        tests, names = self._parts([(p, self.at(ast.Subscript(subject, k, ast.Load())), items[key])
                                    for p, k, key in zip(pattern.patterns, pattern.keys, keys)])
        others = [k for k in items if k not in keys]
        rest = self.at(ast.Dict([self.constant(k) for k in others], [self._item(subject, k) for k in others]))
        return tests, [*names, *self.named(pattern.rest, rest)]

    def _class(self, pattern: ast.MatchClass, subject: ast.expr, value: object) -> Tests:
        """Of objects, whose class is known; Python's own classes have one part, which is the number or text itself."""
        cls = self.lift.evaluate_or_none(pattern.cls)
        holds = self.lift.call(isinstance, [value, cls], {})
        if not isinstance(holds, bool):
            self.lift.refuse("of what class this is, only a run tells", "use if / elif / else")
        if not holds:
            return [self.constant(False)], []
        attributes = [*getattr(cls, "__match_args__", ())[:len(pattern.patterns)], *pattern.kwd_attrs]
        if len(attributes) < len(pattern.patterns) + len(pattern.kwd_attrs):
            return self.tests(pattern.patterns[0], subject, value)
        return self._parts([(p, self.at(ast.Attribute(subject, name, ast.Load())), attribute(self.lift, value, name))
                            for p, name in zip([*pattern.patterns, *pattern.kwd_patterns], attributes)])
