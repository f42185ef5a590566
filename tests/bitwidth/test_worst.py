"""Worst-case search: it finds what random inputs do not, stays in its box, and refuses what breaks."""

import numpy as np
import pytest

from precis.bitwidth.case import case_of
from precis.bitwidth.runs import compiled
from precis.bitwidth.worst import box_of, search_worst
from precis.errors import UsageError
from precis.formats import Assignment
from precis.lift import lift
from precis.tune import tune


def root(a, b):
    """Cancels where a is large beside b: relative error of about u a^2 / b."""
    r = np.sqrt(a * a + b)
    return r - a


def mild(seed):
    rng = np.random.default_rng(seed)
    return 1.0 + rng.random(3) ** 4, 1.0 + rng.random(3)


BOX = {"a": (1.0, 60.0), "b": (0.5, 2.0)}


def case():
    args = mild(0)
    program = lift(root, *args)
    return case_of(program, args, {}, 1e-3)[0]


@pytest.mark.parametrize("name", ["binary32", "binary16"])
def test_it_finds_more_than_as_many_random_inputs(name):
    c, chosen = case(), Assignment.uniform(name)
    box = box_of(c.program, [c.arrays], BOX)
    found = search_worst(c, chosen, {"the tuning input": c.arrays}, box, 8)
    assert list(found.path) == sorted(found.path) and found.sweeps <= 8 and found.runs <= 9
    ready, rng, random = compiled(c.program, chosen), np.random.default_rng(1), []
    for _ in range(found.runs):
        x = [low + (high - low) * rng.random(np.shape(low)) for low, high in box]
        random.append(max(c.question.errors(ready.run(x, c.binding), compiled(c.program, Assignment.uniform("binary64")).run(x, c.binding)).values()))
    assert found.error > 3.0 * found.path[0] and found.error > 0.5 * max(random)
    for x, (low, high) in zip(found.arrays, box):
        assert np.all(low <= x) and np.all(x <= high)


def test_the_box_is_what_the_samples_showed():
    c = case()
    samples = [[np.asarray(x) for x in mild(seed)] for seed in range(4)]
    low, high = box_of(c.program, samples)[0]
    assert np.array_equal(low, np.min([s[0] for s in samples], axis=0)) and np.all(low <= high)
    for box, words in (({"z": (0, 1)}, "no argument"), ({"a": (2.0, 1.0)}, "is empty")):
        with pytest.raises(UsageError, match=words):
            box_of(c.program, samples, box)


def test_what_is_found_refuses_the_choice_unless_tuned_on():
    options = {"inputs": mild, "held_out": 3, "rtol": 1e-4, "timed": False, "findings": False, "objective": "memory",
               "formats": ("binary16", "binary32", "binary64")}  # fmt: skip
    plain = tune(root, **options)
    assert plain.holds and plain.worst is None
    refused = tune(root, **options, worst_case=6, box=BOX)
    assert not refused.holds and refused.worst.error > 1e-4 and "an input found by search breaks the tolerance" in repr(refused)
    tuned = tune(root, **options, worst_case=6, box=BOX, tune_on_worst=True)
    assert tuned.holds and tuned.worst.error <= 1e-4 and tuned.worst.error >= plain.validation.worst / 10


def test_usage():
    with pytest.raises(UsageError, match="has to know which inputs are possible"):
        tune(root, *mild(0), worst_case=4, timed=False)
    with pytest.raises(UsageError, match="no worst_case search"):
        tune(root, *mild(0), box=BOX, timed=False)
