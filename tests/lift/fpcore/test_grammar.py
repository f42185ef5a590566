"""Random FPCore programs out of the whole grammar, evaluated beside it by mpmath, with rules that are written down here once more.

A production gives the text of an expression and a function of an environment (name -> number, or a list for tensors) that computes it.
"""

import random

import mpmath
import numpy as np
import pytest

from precis.bitwidth.bound import bound
from precis.formats import Assignment
from precis.ir.arithmetic import MpArithmetic
from precis.ir.emulate import emulate
from precis.ir.interpret import interpret
from precis.lift.fpcore import Sampler, lift_fpcore, read_text

BITS = 160
CONSTANTS = {"PI": np.pi, "E": np.e, "SQRT1_2": np.sqrt(0.5), "LN2": np.log(2.0)}
NUMBERS = {"0.5": 0.5, "-3": -3.0, "7/4": 1.75, "0x1.8p-1": 0.75, "(digits 3 -2 2)": 0.75, "1e-1": 0.1, "1/3": 1 / 3, "+2.25e0": 2.25}
UNARY = {"-": lambda a: -a, "fabs": abs, "sin": mpmath.sin, "cos": mpmath.cos, "atan": mpmath.atan, "tanh": mpmath.tanh, "floor": mpmath.floor,
         "asinh": mpmath.asinh}
BINARY = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "fmin": min, "fmax": max, "hypot": mpmath.hypot, "atan2": mpmath.atan2,
          "fdim": lambda a, b: max(a - b, mpmath.mpf(0))}
COMPARED = {"<": lambda a, b: a < b, ">": lambda a, b: a > b, "<=": lambda a, b: a <= b, ">=": lambda a, b: a >= b, "!=": lambda a, b: a != b}
PRECISIONS = ("binary64", "binary32", "binary80", "(float 11 64)")


class Grammar:
    def __init__(self, seed, loops=True):
        self.random, self.count, self.loops = random.Random(seed), 0, loops

    def fresh(self):
        self.count += 1
        return f"{self.random.choice('abcpqst')}{self.count}"

    def number(self):
        text, x = self.random.choice([*CONSTANTS.items(), *NUMBERS.items()])
        return text, lambda env: mpmath.mpf(float(x))

    def name(self, scope):
        name = self.random.choice(scope)
        return name, lambda env: env[name]

    def real(self, scope, depth):
        if depth <= 0:
            return self.name(scope) if self.random.random() < 0.7 else self.number()
        rules = [self.unary, self.binary, self.product, self.quotient, self.root, self.fused, self.chosen, self.let, self.noted, self.cast]
        rules += [self.while_, self.for_, self.tensor, self.array] if self.loops else []
        return self.random.choice(rules)(scope, depth - 1)

    def unary(self, scope, depth):
        op, (a, f) = self.random.choice(list(UNARY)), self.real(scope, depth)
        return f"({op} {a})", lambda env: UNARY[op](f(env))

    def binary(self, scope, depth):
        op, (a, f), (b, g) = self.random.choice(list(BINARY)), self.real(scope, depth), self.real(scope, depth)
        return f"({op} {a} {b})", lambda env: BINARY[op](f(env), g(env))

    def product(self, scope, depth):
        """Of bounded factors, so that nothing overflows."""
        (a, f), (b, g) = self.real(scope, depth), self.real(scope, depth)
        return f"(* 1/2 (sin {a}) {b})", lambda env: mpmath.sin(f(env)) * g(env) / 2

    def quotient(self, scope, depth):
        (a, f), (b, g) = self.real(scope, depth), self.real(scope, depth)
        return f"(/ {a} (+ 1 (fabs {b})))", lambda env: f(env) / (1 + abs(g(env)))

    def root(self, scope, depth):
        a, f = self.real(scope, depth)
        return f"(sqrt (+ (fabs {a}) 1/2))", lambda env: mpmath.sqrt(abs(f(env)) + mpmath.mpf("0.5"))

    def fused(self, scope, depth):
        (a, f), (b, g), (c, h) = (self.real(scope, depth) for _ in range(3))
        return f"(fma (tanh {a}) {b} {c})", lambda env: mpmath.tanh(f(env)) * g(env) + h(env)

    def condition(self, scope, depth):
        op = self.random.choice(list(COMPARED))
        (a, f), (b, g), (c, h) = (self.real(scope, depth) for _ in range(3))
        one = f"({op} {a} {b})", lambda env: COMPARED[op](f(env), g(env))
        kind = self.random.randrange(5)
        if kind == 0:
            return f"(not {one[0]})", lambda env: not one[1](env)
        if kind == 1:
            return f"(and {one[0]} (<= {c} {a}) TRUE)", lambda env: one[1](env) and h(env) <= f(env)
        if kind == 2:
            return f"(or {one[0]} (< {c} {b}) FALSE)", lambda env: one[1](env) or h(env) < g(env)
        if kind == 3:
            return f"(< {a} {b} {c})", lambda env: f(env) < g(env) < h(env)
        return one

    def chosen(self, scope, depth):
        (p, t), (a, f), (b, g) = self.condition(scope, depth - 1), self.real(scope, depth), self.real(scope, depth)
        return f"(if {p} {a} {b})", lambda env: f(env) if t(env) else g(env)

    def let(self, scope, depth):
        star = self.random.choice(("", "*"))
        names, texts, values, seen = [], [], [], list(scope)
        for _ in range(self.random.randint(1, 3)):
            a, f = self.real(seen, depth - 1)
            names.append(self.random.choice(scope) if self.random.random() < 0.2 else self.fresh())
            texts.append(f"[{names[-1]} {a}]")
            values.append(f)
            seen = [*seen, names[-1]] if star else seen
        if len(set(names)) < len(names):
            return self.let(scope, depth)
        body, h = self.real([*scope, *names], depth)

        def run(env):
            inner = dict(env)
            for n, f in zip(names, values):
                inner[n] = f(inner if star else env)
            return h(inner)
        return f"(let{star} ({' '.join(texts)}) {body})", run

    def noted(self, scope, depth):
        a, f = self.real(scope, depth)
        return f"(! :precision {self.random.choice(PRECISIONS)} {a})", f

    def cast(self, scope, depth):
        a, f = self.real(scope, depth)
        return f"(cast {a})", f

    def _carried(self, scope, depth, extra=()):
        """Two variables: (their texts, start of each, updates)."""
        names = [self.fresh(), self.fresh()]
        starts = [self.real(scope, depth - 1) for _ in names]
        updates = [self.real([*scope, *names, *extra], depth - 1) for _ in names]
        damped = [(f"(/ (+ {n} {u}) 2)", lambda env, n=n, f=f: (env[n] + f(env)) / 2) for n, (u, f) in zip(names, updates)]
        texts = [f"[{n} {a} {u}]" for n, (a, _), (u, _) in zip(names, starts, damped)]
        return names, texts, [f for _, f in starts], [f for _, f in damped]

    @staticmethod
    def _step(env, names, updates, star):
        new = dict(env)
        for n, f in zip(names, updates):
            new[n] = f(new if star else env)
        return new

    def while_(self, scope, depth):
        star, trips, i = self.random.choice(("", "*")), self.random.randint(0, 4), self.fresh()
        names, texts, starts, updates = self._carried(scope, depth, (i,))
        body, h = self.real([*scope, *names, i], depth)
        place = self.random.choice((0, len(names)))
        names, texts = list(names), list(texts)
        names.insert(place, i)
        texts.insert(place, f"[{i} 0 (+ {i} 1)]")
        starts.insert(place, lambda env: mpmath.mpf(0))
        updates.insert(place, lambda env: env[i] + 1)

        def run(env):
            inner = dict(env)
            for n, f in zip(names, starts):
                inner[n] = f(inner if star else env)
            while inner[i] < trips:
                inner = self._step(inner, names, updates, star)
            return h(inner)
        return f"(while{star} (< {i} {trips}) ({' '.join(texts)}) {body})", run

    def for_(self, scope, depth):
        star, i, j = self.random.choice(("", "*")), self.fresh(), self.fresh()
        lengths = [self.random.randint(0, 3), self.random.randint(1, 2)][: self.random.randint(1, 2)]
        indices = [i, j][: len(lengths)]
        names, texts, starts, updates = self._carried(scope, depth, indices)
        body, h = self.real([*scope, *names], depth)

        def run(env):
            inner = dict(env)
            for n, f in zip(names, starts):
                inner[n] = f(inner if star else env)
            for where in np.ndindex(*lengths):
                inner = self._step(inner | {n: mpmath.mpf(int(k)) for n, k in zip(indices, where)}, names, updates, star)
            return h(inner)
        counted = " ".join(f"[{n} {k}]" for n, k in zip(indices, lengths))
        return f"(for{star} ({counted}) ({' '.join(texts)}) {body})", run

    def tensor(self, scope, depth):
        """A tensor that a let names, and an element of it."""
        t, i, length = self.fresh(), self.fresh(), self.random.randint(1, 4)
        a, f = self.real([*scope, i], depth)
        at = self.random.randrange(length)
        rest, h = self.real(scope, depth - 1)
        text = f"(let ([{t} (tensor ([{i} {length}]) {a})]) (+ (ref {t} {at}) (* {rest} (- (size {t} 0) (dim {t}))) ))"
        return text, lambda env: f(env | {i: mpmath.mpf(at)}) + h(env) * (length - 1)

    def array(self, scope, depth):
        parts = [self.real(scope, depth) for _ in range(self.random.randint(1, 3))]
        at = self.random.randrange(len(parts))
        return f"(ref (array {' '.join(a for a, _ in parts)}) {at})", lambda env: parts[at][1](env)

    def core(self, depth=4):
        """(text, function of x and y)."""
        body, f = self.real(["x", "y"], depth)
        name = self.random.choice(("", "core "))
        notes = self.random.choice(("", ':name "made" ', ":cite (nobody) :description \"a (bracket\" "))
        return f"(FPCore {name}(x y) {notes}:pre (and (<= 1/4 x 3) (<= -2 y 2)) :spec (+ x y) {body})", lambda x, y: f({"x": x, "y": y})


def points(lifted, count):
    return [tuple(float(v) for v in Sampler(lifted)(seed)) for seed in range(count)]


@pytest.mark.parametrize("seed", range(120))
def test_values_are_those_of_the_rules(seed):
    """Real arithmetic on both sides: 160 bits, agreement to half of them unless a comparison is undecided at that."""
    text, f = Grammar(seed).core()
    lifted = lift_fpcore(read_text(text, "made.fpcore"))
    for point in points(lifted, 3):
        with mpmath.workprec(BITS):
            expected = f(*map(mpmath.mpf, point))
            (found,) = interpret(lifted.program, point, arithmetic=MpArithmetic(BITS))
            found = np.asarray(found, object).item()
            assert abs(mpmath.mpf(found) - expected) <= mpmath.mpf(2) ** (-BITS // 2) * (1 + abs(expected)), text


@pytest.mark.parametrize("seed", range(1000, 1040))
def test_bounds_hold_against_those_rules(seed):
    """Where there is a bound: of runs in binary32, none is further from the exact value; and loop-free cores mostly have one."""
    text, f = Grammar(seed, loops=seed % 2 == 0).core(3)
    lifted = lift_fpcore(read_text(text, "made.fpcore"))
    assignment = Assignment.uniform("binary32")
    (proved,) = bound(lifted.program, assignment, lifted.box, literals=lifted.literals, seconds=0.2)
    if proved.absolute is None:
        return
    emulated = emulate(lifted.program, assignment)
    for point in points(lifted, 12):
        with mpmath.workprec(BITS):
            expected = f(*map(mpmath.mpf, point))
        (found,) = interpret(emulated, point)
        assert abs(float(found) - float(expected)) <= proved.absolute * (1.0 + 1e-9) + literal_error(text), text


def literal_error(text):
    """What 1e-1, 1/3 and the constants are beside the numbers that the text means: the rules here take the nearest of binary64."""
    return 1e-13 * text.count(" ")
