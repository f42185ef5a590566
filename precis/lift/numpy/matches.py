"""`match` as the `if` statements that it stands for: constants, alternatives, names, and tuples of them."""

from __future__ import annotations

import ast
from typing import Any

from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Items

SUBJECT = "match subject"


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
        if case.guard is not None:
            test = [*test, case.guard] if not names else [*test, place.bound(names, case.guard)]
        body = [*names, *case.body]
        whole = place.all_of(test)
        chain = [ast.copy_location(ast.If(whole, body, chain), case.pattern)] if test else body
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

    def bound(self, names: list[ast.stmt], guard: ast.expr) -> ast.expr:
        self.lift.refuse("a `case` with a name and a guard cannot be lifted", "use if / elif / else")

    def tests(self, pattern: ast.pattern, subject: ast.expr, value: object) -> tuple[list[ast.expr], list[ast.stmt]]:
        """(conditions, assignments to names) of a pattern."""
        if isinstance(pattern, ast.MatchValue):
            return [self.at(ast.Compare(subject, [ast.Eq()], [pattern.value]))], []
        if isinstance(pattern, ast.MatchSingleton):
            return [self.at(ast.Compare(subject, [ast.Is()], [self.constant(pattern.value)]))], []
        if isinstance(pattern, ast.MatchOr):
            parts = [self.tests(p, subject, value) for p in pattern.patterns]
            if not any(names for _, names in parts):
                return [self.at(ast.BoolOp(ast.Or(), [self.all_of(t) for t, _ in parts]))], []
        if isinstance(pattern, ast.MatchAs):
            tests, names = self.tests(pattern.pattern, subject, value) if pattern.pattern else ([], [])
            if pattern.name:
                target = ast.Name(pattern.name, ast.Store())
                names = [*names, ast.fix_missing_locations(ast.copy_location(ast.Assign([target], subject), self.node))]
            return tests, names
        if isinstance(pattern, ast.MatchSequence) and not any(isinstance(p, ast.MatchStar) for p in pattern.patterns):
            return self._sequence(pattern, subject, value)
        self.lift.refuse("this pattern of a `case` cannot be lifted", "use if / elif / else")

    def _sequence(self, pattern: ast.MatchSequence, subject: ast.expr, value: object) -> tuple[list[ast.expr], list[ast.stmt]]:
        items = self.lift.held(value) if isinstance(value, Items) else value
        if not isinstance(items, tuple) or len(items) != len(pattern.patterns):
            return [self.constant(False)], []
        tests: list[ast.expr] = []
        names: list[ast.stmt] = []
        for k, (part, item) in enumerate(zip(pattern.patterns, items)):
            inner, assigned = self.tests(part, self.at(ast.Subscript(subject, self.constant(k), ast.Load())), item)
            tests, names = tests + inner, names + assigned
        return tests, names
