"""What comes back is of the kind that Python returns: lists are lists, numbers of Python are such (ADR 125). Python itself is the oracle."""

import json
import math
from collections import deque

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.ir.call import bind, give_back
from precis.ir.interpret import interpret
from precis.lift import lift

X = np.array([0.5, 0.0, 2.0, 1.5])


def appended(x):
    out = []
    for i in range(len(x)):
        out.append(x[i] * 2)
    return out


def of_python(x):
    out = []
    for v in x:
        out.append(math.exp(v))
    return out, x.tolist(), [0] * len(x)


def arrays(x):
    rows = []
    for i in range(len(x)):
        rows.append(x * i)
    return rows


def lists(x):
    rows = []
    for v in x:
        rows.append([v * j for j in range(3)])
    return rows


def nested(x):
    table = [[0.0] * len(x) for _ in range(len(x))]
    for i in range(1, len(x)):
        for j in range(i):
            table[i][j] = table[i - 1][j] + x[i] * j
    return table


def pairs(x):
    found = []
    for i in range(len(x)):
        if x[i] > 0.3:
            found.append((i, x[i], float(x[i])))
    return found


def varying(x):
    return [i for i in range(len(x)) if x[i] > 0.3]


def groups(x):
    columns = [[] for _ in range(2)]
    for i in range(len(x)):
        columns[i % 2].append(x[i])
    return columns


def in_order(x):
    return sorted(x), sorted(x)[:2], list(x)


def last_three(x):
    q = deque(maxlen=3)
    for v in x:
        q.append(v)
    return q


def members(x):
    return {1, 2} | {3}, [1, 2, x[0]], (x[1], None, "a")


def numbers(x):
    best, total = 0, 0.0
    for i in range(len(x)):
        if x[i] > x[best]:
            best = i
        total += math.sqrt(x[i])
    return {"best": best, "total": total, "mean": float(x.mean()), "mass": int(x.sum()), "z": complex(x[0], x[1]), "n": len(x)}


def of_numpy(x):
    return x[0], x.sum(), np.int32(x.sum()), x.argmax(), x.sum() > 1, [x.max(), 1.0]


PROGRAMS = (appended, of_python, arrays, lists, nested, pairs, varying, groups, in_order, last_three, members, numbers, of_numpy)


@pytest.mark.parametrize("function", PROGRAMS, ids=lambda f: f.__name__)
def test_kinds_are_those_of_python(function):
    program = lift(function, X)
    arguments, sizes = bind(program, (X,))
    interpreted = give_back(program, interpret(program, arguments, sizes), (X,))
    compiled = compile_native(program)
    for answer in (interpreted, compiled(X), compiled(X)):  # the second call takes the short way
        assert repr(answer) == repr(function(X))


def test_what_comes_back_is_written_as_json():
    assert json.loads(json.dumps(compile_native(lift(numbers_in_a_list, X))(X))) == json.loads(json.dumps(numbers_in_a_list(X)))


def numbers_in_a_list(x):
    count, losses = 0, []
    for v in x:
        count += 1 if v > 0.3 else 0
        losses.append(v / 2)
    return {"losses": losses, "count": count}


def twice(x):
    rows = []
    for i in range(len(x)):
        rows.append(x * i)
    return rows, np.array(rows), rows + []


def test_what_holds_the_same_shares_no_memory():
    first, array, again = compile_native(lift(twice, X))(X)
    assert not any(np.shares_memory(a, b) for a, b in ((first[1], array), (first[1], again[1]), (array, again[1])))
