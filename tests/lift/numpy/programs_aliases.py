"""Names that refer to one of several arrays, lists or objects, depending on the data, and are changed through: the sizes take both ways."""

from dataclasses import dataclass

import numpy as np

from tests.lift.numpy.surface import Collection, U

PROGRAMS, prog = Collection(sizes=(6, 9, 12)).both


def way(n):
    """Below or above 0.5, depending on the size."""
    return (n % 2) * 0.4 + 0.3


def two(n):
    return U(n), U(n, 1)[:, 0], way(n)


def one(n):
    return U(n), way(n)


@dataclass
class Body:
    place: np.ndarray
    charge: float = 0.0


@prog(two)
def either_of_two_arguments(a, b, t):
    c = a if t > 0.5 else b
    c[0] = 1.0
    c *= 2.0
    return a


@prog(two)
def in_a_tuple(a, b, t):
    pair = (a, 1.0) if t > 0.5 else (b, 2.0)
    a[0] = 5.0
    return pair[0][0] * pair[1]


@prog(two)
def in_a_dict(a, b, t):
    if t > 0.5:
        held = {"first": b if t > 0.8 else a}
    else:
        held = {"first": b}
    held["first"][0] = 5.0
    return a - 2.0 * b


@prog(two)
def one_array_or_two(a, b, t):
    if t > 0.5:
        u = v = a * 2.0
    else:
        u, v = a.copy(), b.copy()
    u[0] = 5.0
    return v


@prog(lambda n: (U(n), 0.05))
def swapped_until_settled(u, tol):
    v = np.empty_like(u)
    change, rounds = 1.0, 0
    while change > tol and rounds < 30:
        v[0], v[-1] = u[0], u[-1]
        v[1:-1] = 0.5 * (u[:-2] + u[2:])
        change = np.abs(v - u).max()
        u, v = v, u
        rounds += 1
    return u, rounds


@prog(lambda n: (U(n), 0.05))
def swapped_until_a_break(u, tol):
    v = u.copy()
    for _ in range(30):
        v[1:-1] = 0.5 * (u[:-2] + u[2:])
        if np.abs(v - u).max() < tol:
            break
        u, v = v, u
    return v


@prog(lambda n: (U(n), U(n), 0.05))
def two_arguments_swapped(u, v, tol):
    change = 1.0
    while change > tol:
        v[1:-1] = 0.5 * (u[:-2] + u[2:])
        change = np.abs(v - u).max()
        u, v = v, u


@prog(lambda n: (U(n), 0.2))
def the_best_so_far(x, step):
    best, least = x, np.sum((x - 0.7) ** 2)
    for k in range(4):
        y = x - step * k * (x - 0.7) * (1.5 - k)
        now = np.sum((y - 0.7) ** 2)
        if now < least:
            best, least = y, now
    x = best
    x[0] = 1.0
    return x, least


@prog(lambda n: (U(n), 0.05))
def two_buffers_by_number(f, tol):
    buffers, now, change = [f.copy(), f.copy()], 0, 1.0
    while change > tol:
        a, b = buffers[now], buffers[1 - now]
        b[1:-1] = 0.5 * (a[2:] + a[:-2])
        change = np.abs(a - b).max()
        now = 1 - now
    return buffers[now]


@prog(lambda n: (U(n), 0.05))
def buffers_by_remainder(f, tol):
    ring, t, change = [f.copy(), f * 0.5, f * 0.25], 0, 1.0
    while change > tol and t < 20:
        a, b = ring[t % 3], ring[(t + 1) % 3]
        b[1:-1] = 0.5 * (a[2:] + a[:-2])
        ring[(t + 1) % 3] *= 0.9
        change = np.abs(a - b).max()
        t += 1
    return ring[t % 3] - ring[(t + 1) % 3]


@prog(two)
def picked_arguments(a, b, t):
    x = [a, b][int(t > 0.5)]
    x[0] = 7.0


@prog(one)
def picked_from_a_tuple(f, t):
    both = (f.copy(), f * 2.0)
    here, there = both[int(t > 0.5)], both[int(t < 0.5)]
    here[0] = 3.0
    there[1] = here[0] * f[1]
    return both[0] - both[1]


@prog(one)
def picked_and_replaced(f, t):
    items = [f.copy(), f * 2.0]
    k = int(t > 0.5)
    items[k][0] = 0.0
    items[k] = items[k] + f
    return items[0] - items[1]


@prog(one)
def attribute_of_either(f, t):
    p, q = Body(f.copy()), Body(f * 2.0)
    r = p if t > 0.5 else q
    r.charge = 5.0
    r.place = f + 7.0
    r.place += 1.0
    return p.place * p.charge + q.place * (q.charge + 1.0)


@prog(one)
def item_of_either(f, t):
    p, q, r, s = [1.0, 2.0], [3.0, 4.0], {"a": 1.0}, {"a": 2.0}
    chosen, table = (p, r) if t > 0.5 else (q, s)
    chosen[0] = 9.0
    table["a"] = 4.0
    return f * p[0] * r["a"] + q[0] * s["a"]


@prog(one)
def list_that_grows(f, t):
    p, q = [1.0, 2.0], [3.0, 4.0]
    r = p if t > 0.5 else q
    r.append(5.0)
    return f * sum(p) - sum(q)


@prog(lambda n: (U(n), 4.0 + n))
def objects_swapped(f, most):
    p, q, first, rounds = Body(f.copy()), Body(f * 0.5), None, 0
    first = p
    while rounds < 6 and p.place.sum() < most:
        q.place[1:-1] = p.place[:-2] + p.place[2:]
        q.charge = p.charge + 1.0
        p, q = q, p
        rounds += 1
    return p.place * p.charge - q.place * q.charge + first.charge


@prog(lambda n: (U(n), way(n)))
def the_best_object(f, t):
    bodies = [Body(f * j, float(j)) for j in range(4)]
    best = bodies[0]
    for body in bodies:
        if body.place[0] * t - body.charge * 0.2 > best.place[0]:
            best = body
    best.charge = -1.0
    return sum(b.place * b.charge for b in bodies)


@prog(lambda n: (U(n), U(n, 1)[:, 0], way(n)))
def chosen_in_turn(a, b, t):
    total = 0.0
    for k in range(5):
        u, v = (a, b) if a.sum() > b.sum() * (1.0 + 0.1 * k * t) else (b, a)
        u *= 0.8
        v[k % 3] += 0.5
        total += u[0] * v[1]
    return total


@prog(lambda n: (U(n), 2.0))
def generator_under_a_name(f, t):
    scaled = (v * t for v in (f, f + 1.0))
    merged = dict(x=1.0, **{"y": t})
    return sum(scaled) * merged["x"] - merged["y"]


class Holder:
    def __init__(self, n):
        self.x = np.zeros(n)


@prog(lambda n: (U(n),))
def parts_of_what_others_hold(a):
    """Parts of arrays that an object, a dict, a list, a tuple or a parameter refers to, changed under names of their own."""
    def raised(x):
        part = x[1:]
        part += a[0]
        return x.sum()
    n = a.shape[0]
    holder, table, items, pair = Holder(n), {"x": np.zeros(n)}, [np.zeros(n)], (np.zeros(n), 1)
    items.append(np.ones(n)[1:])
    one, two, three, four, five = holder.x[1:3], table["x"][::2], items[0][:-1], pair[0][2:], items[1][1:]
    one += a[1]
    two += a[2]
    three *= 3.0
    three -= a[0]
    four[:] = a[0]
    five *= a[1]
    return holder.x + table["x"] * items[0] + pair[0], items[1] * 2.0, raised(np.zeros(n)) + raised(np.ones(n)[1:])


def relaxed(y, t, limit):
    if t <= limit:
        return y
    return 1.5 * y


@prog(lambda n: (U(n), U(n)), close=1e-11)
def replaced_in_some_iterations(y, t):
    """Arrays that a branch replaces, or not, before they are changed: until the first time, the argument changes."""
    x, z, k = y, np.zeros(3), 0
    before = z
    for i in range(len(t)):
        if t[i] > 1.0:
            x = x / 2.0
        x[1] += t[i]
        z = relaxed(z, t[i], 0.9)
        z[0] += t[i]
    while k < len(t) and z[0] < 40.0:
        z = relaxed(z, t[k], 0.8)
        z[2] += t[k]
        k += 1
    return x, z, before, k


class Node:
    def __init__(self, weight):
        self.weight = weight


@prog(lambda n: (U(n),))
def searched_by_identity(x):
    nodes = [Node(0.5), Node(1.5), Node(2.5)]
    settings = {"a": 1.0}
    settings.update((("b", 2.0), ("a", 3.0)))
    settings.update(zip(["c"], [4.0]))
    here = nodes.index(nodes[2])
    nodes.remove(nodes[0])
    return x * nodes[here - 1].weight, len(nodes), nodes.count(nodes[0]), settings["a"] + settings["c"], len(settings)
