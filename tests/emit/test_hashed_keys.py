"""Dicts and sets whose keys only a run tells: they hold what Python's hold, and a search is no pass over the keys."""

from collections import Counter, defaultdict

import numpy as np
import pytest

from precis.emit.engine import compile, emit
from precis.ir.interpret import interpret
from precis.ir.searches import without_tables
from precis.ir.verify import verify
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def keys_that_are_equal(k, b, u, w):
    """NumPy's integers, ints and bools that are one key; 200 of uint8 is not -56."""
    d = {}
    for i in range(len(k)):
        d[k[i]] = w[i]
        d[bool(b[i])] = d.get(int(b[i]), 0.0) + 1.0
        d[u[i]] = 3.0 * d.get(int(u[i]), 0.5)
        if int(u[i]) in d:
            d[int(u[i])] += 0.5
    return np.array(list(d.values())), np.array([int(q) for q in d]), -56 in d, 200 in d


def bools_then_ints(k, b, u, w):
    d = {}
    for i in range(len(b)):
        d[bool(b[i])] = w[i]
    for i in range(len(k)):
        d[int(k[i])] = d.get(int(k[i]), 2.0) * w[i]
    return np.array(list(d.values())), len(d)


def ints_then_floats(k, b, u, w):
    d = {}
    for i in range(len(k)):
        d[int(k[i])] = w[i]
    d[0.5 * k[0]] = 7.0
    d[0.5 * k[1]] = 8.0
    return sum(d.values()), len(d), (k[0] * 1.0) in d


def gone_and_back(k, b, u, w):
    d = {}
    s = np.zeros(3)
    for i in range(len(k)):
        key = (int(k[i]), int(k[i]) % 3)
        if key in d and w[i] > 0.5:
            s[0] += d.pop(key)
        else:
            d[key] = d.setdefault(key, 1.0) + w[i]
        s[1] += d.pop((int(k[i]) + 1, 0), 0.25)
    return s, len(d), np.array([a * 10 + b for a, b in d]), np.array(list(d.values()))


def anew_in_each_iteration(k, b, u, w):
    out = np.zeros(len(k))
    for i in range(len(k)):
        seen = {}
        for j in range(i + 1):
            q = int(k[j])
            seen[q] = seen.get(q, 0.0) + w[j]
            if q in seen and seen[q] > 1.0:
                out[i] += seen.pop(q)
        out[i] += len(seen)
    return out


def until_seen(k, b, u, w):
    seen, x, steps = {}, int(k[0]) + 9, 0
    while x not in seen:
        seen[x] = steps
        x = (x * x + 7) % 1009
        steps += 1
    return steps, steps - seen[x]


def copied_and_joined(k, b, u, w):
    a, c = {}, {}
    for i in range(len(k)):
        q = int(k[i])
        if q % 2 == 0:
            a[q] = w[i]
        else:
            c[q] = a.get(q - 1, 0.0) + w[i]
        if q in a and q in c:
            a[q] = -1.0
    both = a.copy()
    both.update(c)
    both[77] = 1.0
    return np.array(list(both.values())), len(a), len(c), len(both), 77 in a


def counted_and_grouped(k, b, u, w):
    counts = Counter(int(x) for x in k)
    halves = defaultdict(int)
    groups = defaultdict(list)
    odd = set()
    for i, x in enumerate(k):
        halves[int(x) // 2] += 1
        groups[int(x) % 4].append(i)
        if int(x) in odd:
            odd.discard(int(x))
        else:
            odd.add(int(x))
    more = odd & {1, 2, 3}
    return (counts[3], len(counts), halves[1], len(halves), sum(len(v) * q for q, v in groups.items()), len(odd), sum(sorted(odd)),
            len(more), len(odd | {500}), len(odd - more))


def under_two_names(k, b, u, w):
    d = {}
    e = d
    for i in range(len(k)):
        e[int(k[i])] = w[i]
        if int(k[i]) + 1 in d:
            d[int(k[i])] = 0.0
    return sum(d.values()), len(e)


def far_apart(k, b, u, w):
    d = {}
    for i in range(len(k)):
        d[int(k[i]) * 4611686018427387000] = w[i]
        d[-int(k[i])] = d.get(int(k[i]), 0.0)
    return np.array(list(d.values())), len(d)


def unsigned(k, b, u, w):
    d = {}
    for i in range(len(k)):
        d[np.uint64(k[i] + 9)] = w[i]
    return sum(d.values()), len(d)


HASHED = (keys_that_are_equal, bools_then_ints, ints_then_floats, gone_and_back, anew_in_each_iteration, until_seen, copied_and_joined,
          counted_and_grouped, under_two_names, far_apart)


def arguments(count, seed=0):
    rng = np.random.default_rng(seed)
    return (rng.integers(-9, 9, count), rng.random(count) < 0.5, rng.integers(190, 210, count).astype(np.uint8), rng.random(count))


def same(found, expected):
    for a, e in zip(found, expected) if isinstance(expected, tuple) else [(found, expected)]:
        np.testing.assert_array_equal(a, e)
        assert np.asarray(a).dtype == np.asarray(e).dtype


@pytest.mark.parametrize("function", (*HASHED, unsigned), ids=lambda f: f.__name__)
def test_dicts_hold_what_pythons_hold(function):
    program = lift(function, *arguments(40))
    assert any(n.op == "hash_find" for n in program.nodes()) == (function in HASHED)
    run = compile(program)
    for seed, count in enumerate((40, 2, 3, 23, 100)):
        same(run(*arguments(count, seed)), function(*arguments(count, seed)))


@pytest.mark.parametrize("function", HASHED[:2], ids=lambda f: f.__name__)
def test_targets_without_tables_compare_all_keys(function):
    program = lift(function, *arguments(12))
    plain = without_tables(program)
    verify(plain)
    assert not any(n.op.startswith("hash_") for n in plain.nodes())
    for a, b in zip(interpret(plain, arguments(12)), interpret(program, arguments(12))):
        np.testing.assert_array_equal(a, b)
    assert "pr::hash" not in emit(program, target="cuda").files[f"{function.__name__}_run.cu"]


def phrases(text, limit):
    known, code, made = {}, int(text[0]), 0
    for letter in text[1:]:
        key = (code, int(letter))
        if key in known:
            code = known[key]
            continue
        if made < limit:
            known[key] = 100 + made
            made += 1
        code = int(letter)
    return code, made


def test_a_key_is_looked_for_once_and_nothing_is_copied():
    text = np.random.default_rng(1).integers(0, 4, 3000)
    program = lift(phrases, text, 500)
    loop = next(n for n in program.nodes() if n.op == "loop")
    assert sum(n.op == "hash_find" for b in loop.blocks for n in b.walk()) == 1
    run = compile(program)
    assert run(text, 500) == phrases(text, 500)
    source = emit(program).files["phrases_run.cpp"]
    rows = source[source.index("pr::hash_find"):]
    assert "PR_SHARED" not in source[source.index("for (int64_t letter"):source.index("pr::hash_find")]
    assert rows.count("pr::hash_table") == 1  # where the number of slots doubles, and nowhere else


def test_keys_that_two_branches_look_for():
    """What was found before the dict has changed, or for another key, does not count."""
    def known(k, w):
        d, s = {}, 0.0
        for i in range(1, len(k)):
            p, q = int(k[i - 1]), int(k[i])
            if p in d:
                s += d[p]
                d[q] = w[i]
                if q in d:
                    s += 2.0 * d[q]
                if p + 1 in d:
                    d[p] += 1.0
            else:
                d[p] = -w[i]
                s += 3.0 * d[p] if p in d else 1e6
        return s, len(d)
    run = compile(lift(known, *arguments(40)[::3]))
    for count in (2, 3, 5, 64):
        same(run(*arguments(count, count)[::3]), known(*arguments(count, count)[::3]))
