"""What expressions change while they are evaluated: conditions of loops, operands that are not reached, arguments of calls, asserts."""

import numpy as np

from tests.lift.numpy.surface import Collection, U

PROGRAMS, prog = Collection(sizes=(5, 8)).both


def raised(a, by=1.0):
    a[0] += by
    return a[0] < 4.0


@prog(lambda n: (U(n),))
def condition_changes_an_array(a):
    rounds = 0
    while raised(a):
        a[1:] *= 1.1
        rounds += 1
    return rounds


@prog(lambda n: (U(n), 2.0 + n % 3), grad=False)
def condition_changes_an_array_before_else(a, most):
    while raised(a) and a[1] < 90.0:
        a[1] += 1.5
        if a[1] > most:
            break
    else:
        a[2] = 7.0
    return a[1]


@prog(lambda n: (U(n),))
def conditions_of_nested_loops_change_arrays(a):
    total, k = 0.0, 0
    while k < 3:
        a[0] = k
        while raised(a, 0.5):
            total += a[0] * a[1]
        k += 1
    return total


class Queue:
    def __init__(self, waiting):
        self.waiting, self.served = waiting, 0

    def serve(self):
        self.served += 1
        self.waiting = self.waiting * 0.5
        return self.waiting > 0.1


@prog(lambda n: (U(n) * 9.0,), grad=False)
def condition_changes_an_object(a):
    queue = Queue(a.sum())
    while queue.serve():
        pass
    return queue.served, queue.waiting


@prog(lambda n: (U(n) - n % 2,), grad=False)
def chained_comparison_stops(a):
    return 0.0 < a[1] < raised(a), not raised(a), -9.0 < a[0] < a[1] < 9.0


@prog(lambda n: (U(n) - n % 2,), grad=False)
def operands_that_are_not_reached(a):
    n = 1 if a[1] > 0.0 and raised(a) else 0
    if a[1] > 0.0 or raised(a):
        n += 10
    return n + (100 if raised(a) or raised(a) else 0)


@prog(lambda n: (U(n),))
def assertion_changes_an_array(a):
    assert raised(a), "too high"
    assert a.sum() > 0.0
    return a * 2.0


@prog(lambda n: (U(n),))
def arguments_in_order(a):
    def next_():
        a[0] += 1.0
        return a[0]
    x = a[0] + next_() * a[0]
    y = (a[0], next_(), a[0])
    z = np.array([next_(), next_()]) - a[0]
    a[0] += next_()
    a[1:] = a[:-1] + next_()
    return x, y, z


@prog(lambda n: (U(n),), (6,))
def drawn_with_a_known_seed(x):
    """Draws, and elements moved by draws."""
    rng = np.random.default_rng(7)
    signs = rng.choice([-1.0, 1.0], size=x.size)
    y = rng.permutation(x)
    z = x * 2
    rng.shuffle(z)
    some, one = rng.choice(x, 3, replace=False), rng.choice(x)
    return signs * x, y, z, some, one, rng.choice(3, size=4, p=[0.2, 0.3, 0.5]), rng.uniform(-1, 1, (2, 3))
