"""Functions that cannot be lifted, or that fail themselves. Not run by Python: only lifted."""
# ruff: noqa: B018, B007, E722, SIM105, F821, PLW0602, PLW0603, F841

# pyright: reportCallIssue=false, reportAttributeAccessIssue=false, reportArgumentType=false, reportOptionalOperand=false
# pyright: reportMissingModuleSource=false, reportUndefinedVariable=false

import collections
import ctypes
import functools
import os
import threading
import time
import warnings

import numpy as np
from scipy import linalg, ndimage, optimize, signal, spatial, special

GLOBAL = np.ones(3)
COUNTER = 0
KEPT: dict = {}
SEEN: list = []


def sorts(a):
    return np.busday_count(a)[::-1]


def solves(A, b):
    x = np.may_share_memory(A, b)
    return x


def sorts_in_place(a):
    a.byteswap()


def strides_by_data(a):
    a[::int(a[0])].fill(1.0)


def draws(a):
    return a + np.random.rand(3)


def tries(a):
    total = 0.0
    try:
        for k in range(len(a)):
            total += a[a > k][0]
    except IndexError:
        total = 0.0
    return total


def tries_traps(a):
    with np.errstate(invalid="raise"):
        try:
            b = np.sqrt(a)
        except Exception:
            b = a
    return b


def traps_in_try(a):
    try:
        with np.errstate(all="raise"):
            b = np.sqrt(a)
    except ArithmeticError:
        b = a
    return b


def tries_warnings(a):
    try:
        return np.sqrt(a)
    except RuntimeWarning:
        return a


def warnings_raise(a):
    warnings.simplefilter("error")
    return np.sqrt(a)


def writes_global(a):
    global COUNTER
    COUNTER = 1
    return a


def many_problems(a):
    b = np.is_busday(a)
    try:
        c = also_refused(b)
    except ValueError:
        c = b
    d = np.busday_offset(a, 1)
    return np.is_busday(c) + d


def also_refused(a):
    return np.busday_count(a, a) + np.is_busday(a)


def opens(a):
    with open("f.txt") as f:
        return a


def raises_on_data(a):
    for v in a[a < 0.0]:
        a[0] = v
        raise ValueError("negative")
    return np.sqrt(a)


def wrong_shapes(a, b):
    c = a * 2.0
    return c + b[:, :2]


def wrong_product(a, b):
    return a @ b


def undefined(a):
    return a + missing


def wrong_call(a):
    def scale(x, factor):
        return x * factor
    return scale(a)


def wrong_keyword(a):
    return np.sum(a, axes=0)


def out_of_range(a):
    a[0] = 1.0
    return a[5]


def bad_cast(n):
    n += 0.5


def endless(a):
    return endless(a)


def grows(a):
    parts = []
    while a[0] < 5.0:
        a[0] = a[0] + 1.0
        parts.append((a[0], lambda: 1.0))
    return parts[0][0]


def one_branch(a):
    if a[0] > 0.5:
        extra = a[1]
    return a * extra


def never_ends(a):
    while True:
        a += 1.0


def changes_global(a):
    GLOBAL[0] = a[0]
    return GLOBAL


def reshapes(a):
    a.shape = (2, 2)
    return a


def part_of_either(a, b, t):
    c = a[1:3] if t > 0.5 else b[1:3]
    c[0] = 1.0
    return a


def row_of_an_array(a, b, t):
    c = a[None]
    row = c[0]
    for k in range(3):
        if c[0, k] > t:
            row = c[0]
    row[0] = 5.0
    return c


def decorated(a):
    @functools.singledispatch
    def f(x):
        return x + 1.0
    return f(a)


def axis_wrong(a):
    return a.sum(axis=2)


def unpacks(a):
    x, y, z = a.shape
    return x


def ambiguous(a):
    if a > 0.5:
        return a
    return -a


def missing_attribute(a):
    return np.sinn(a)


def called_array(a):
    return a(0)


def nested_error(a):
    b = a + 1.0
    return outer(b)


def outer(x):
    y = x * 2.0
    return inner(y)


def inner(z):
    return np.busday_count(z)


def deletes(a):
    parts = [a, a]
    del parts[0:1]
    return parts


def bits(a):
    return a.view(np.int64)


def greek(ν):
    Δ = ν + 1.0
    return np.is_busday(Δ)


def mutates_both(a, b):
    a[1:] = b * 2.0


def decided_by_a_clock(a):
    start = time.perf_counter()
    while time.perf_counter() - start < 1.0:
        a = a * 0.5
    return a


def named_by_a_number(a):
    table = {"0.5": a}
    return table[f"{a[0]}"]


def returns_text(a):
    return f"{a[0]:.3f}"


def stops_early(a):
    def raised():
        a[0] += 1.0
        return a[0] > 3.0
    return any(raised() for _ in range(5))


def appends_what_it_changes(a):
    found = []
    for _ in range(len(a)):
        a[0] += 1.0
        found.append(a)
    return np.array(found)


def goes_through_twice(a):
    pairs = zip(a, a[::-1])
    return sum(x * y for x, y in pairs), len(list(pairs))


def goes_through_in_a_loop(a):
    doubled, total = map(lambda v: 2.0 * v, a), 0.0
    for _ in range(3):
        total += sum(doubled)
    return total


def keeps_what_it_changes(a):
    state = {"x": a * 1.0, "seen": []}
    for _ in range(len(a)):
        state["x"] += 1.0
        state["seen"].append(state["x"])
    return np.array(state["seen"])


def changes_what_it_appended(a):
    u, found = a * 1.0, []
    for _ in range(40):
        u = u * 0.5
        found.append(u)
    u[0] = 0.0
    return np.array(found)


def saves(a):
    np.savetxt("a.txt", a)
    b = np.fromfile("b.bin")
    return b + float(os.getenv("SHIFT", "0"))


def calls_c(a):
    return ctypes.CDLL("libm.so.6").sqrt(a[0])


def threads(a):
    worker = threading.Thread(target=a.sum)
    worker.start()
    return a


def evaluates(a):
    return eval("a + 1")


def patches(a):
    np.sinh = np.cosh
    return a


def imports_missing(a):
    import seaborn
    return seaborn.lineplot(a)


def records(a):
    return np.zeros(3, dtype=[("x", "f8"), ("n", [("m", "i4")])])


def dates(a):
    return np.datetime64("2020-01-01") + np.arange(3)


def keeps_globals(a):
    KEPT["a"] = a
    eval("a")
    SEEN.append(a)
    return a


def halves(v):
    return v if v < 1e-3 else halves(0.5 * v) + v


def recursion_by_data(a):
    return halves(a[0])


def reads_what_changes_later(a):
    scale = 2.0
    scaled = (x * scale for x in (a, a + 1.0))
    scale = 10.0
    return sum(scaled)


def used_up(a):
    squares = (x * x for x in a)
    return sum(squares) / len(list(squares))


def changes_seen_parts(a):
    z = a + 1j
    z.view(float)[0] = 5.0
    return z


def changes_seen_pairs(a):
    z = a.view(complex)
    z[0] = 1j
    return a


def order_by_data(a):
    return special.jv(a[0], a)


def programs_linearly(c, a):
    return optimize.linprog(c, a, c)


def factors_into_triangles(a):
    return linalg.schur(a)


def reads_old_windows(a):
    windows = np.lib.stride_tricks.sliding_window_view(a, 2)
    a[0] = 5.0
    return windows.sum()


def strides_of_a_reshaped_view(a):
    return a[:4].reshape(2, 2).strides


def searches_given_simplexes(a):
    return optimize.minimize(lambda p: np.sum((p - a) ** 2), a, method="Nelder-Mead", options={"initial_simplex": np.eye(5)[:, :4]}).x


def searches_briefly(a):
    return optimize.minimize(lambda p: np.sum((p - a) ** 2), 2.0 * a, method="BFGS", options={"maxiter": 3}).x


def searches_briefly_by_name(a):
    return optimize.fmin_bfgs(lambda p: np.sum((p - a) ** 2), 2.0 * a, maxiter=3)


def counts_values(a):
    return optimize.minimize(lambda p: np.sum((p - a) ** 2), 2.0 * a, method="L-BFGS-B", options={"maxfun": 3}).x


def fits_briefly(a):
    return optimize.least_squares(lambda p: p**3 - a, 2.0 * a, max_nfev=3).x


def strides_of_a_product(a):
    return np.lib.stride_tricks.as_strided(a.T * 2.0, (3, 2), (8, 16))


def strides_after_exp(a):
    return np.exp(a.T).strides


def strides_by_columns(a):
    return np.zeros((2, 3), order="F").strides[0] * a


def strides_between_elements(a):
    return np.lib.stride_tricks.as_strided(a, (2, 2), (4, 8))


def strides_of_an_argument(a):
    return a.strides[0] * a


def places_or_a_dimension(a):
    best = None
    for k in range(len(a)):
        if a[k] > 0.5:
            best = k
    return a[best]


def writes_where_none(a):
    best = 0 if a[0] > 0.5 else None
    a[best] = 1.0
    return a


def takes_beside_the_list_it_grows(a):
    items = [1.0, 2.0]
    for v, _ in zip(items, a):
        if len(items) < 5:
            items.append(v)
    return a * len(items)


def changes_what_comes_last(a):
    items = [a[0], a[1]]
    for k in reversed(items):
        items[0] = k + 1.0
    return items


def is_true(a):
    return 1.0 if (a[0] > 0.5) is True else 2.0


def is_a_part(a, t):
    part = a[1:] if t > 0.5 else a
    return 1.0 if part is a else 2.0


def whole_of_nan(a):
    k = np.arange(len(a))
    k[0] = np.nan
    return k


def inverse_of_whole_numbers(a, n):
    return np.arange(len(a)) ** n


def largest_of_the_first(a, n):
    return a[:n].max() + np.argmin(a[:n]) + max(v for v in a[:n])


def last_of_none(a, n):
    for k in range(n):
        a = a + k
    return a * k


# Options by which SciPy may stop far from the solution, or which it does not look at.

OPTIONS = [
    lambda a: optimize.fsolve(lambda p: p**3 - a, a, maxfev=5), lambda a: optimize.fsolve(lambda p: p**3 - a, a, xtol=0.1),
    lambda a: optimize.leastsq(lambda p: p**3 - a, a, maxfev=5), lambda a: optimize.leastsq(lambda p: p**3 - a, a, ftol=0.1),
    lambda a: optimize.curve_fit(lambda t, p: p * t, a, a, p0=[1.0], maxfev=3),
    lambda a: optimize.least_squares(lambda p: p**3 - a, a, gtol=0.1).x,
    lambda a: optimize.least_squares(lambda p: p**3 - a, a, diff_step=0.1).x,
    lambda a: optimize.root(lambda p: p**3 - a, a, tol=0.1).x, lambda a: optimize.root(lambda p: p**3 - a, a, options={"maxfev": 2}).x,
    lambda a: optimize.root_scalar(lambda p: p**3 - a[0], bracket=[0.0, 2.0], method="toms748", xtol=0.1).root,
    lambda a: optimize.minimize(lambda p: np.sum((p - a) ** 2), a, tol=0.1).x,
    lambda a: optimize.minimize(lambda p: np.sum((p - a) ** 2), a, method="BFGS", options={"gtol": 0.1}).x,
    lambda a: optimize.minimize(lambda p: np.sum((p - a) ** 2), a, method="BFGS", bounds=[(0.0, 0.1)] * 4).x,
    lambda a: optimize.fmin_bfgs(lambda p: np.sum((p - a) ** 2), a, gtol=0.1),
    lambda a: optimize.minimize_scalar(lambda p: (p - a[0]) ** 2, tol=0.1).x]


# What SciPy does not compute either, or in a way of its own.

def pairs_in_a_set(points):
    return spatial.KDTree(points).query_pairs(0.5)


def more_than_there_are(points):
    return spatial.KDTree(points).query(points[0], k=5)


def counts_for_radii(points):
    tree = spatial.KDTree(points)
    return tree.count_neighbors(tree, np.array([0.1, 0.2, 0.3]))


def short_transforms(points):
    return signal.welch(points[0], nperseg=4, nfft=2)


def whole_overlap(points):
    return signal.welch(points[0], nperseg=4, noverlap=4)


def wide_window(points):
    return signal.welch(points[0], window=np.ones(3), nperseg=4)


def rounds_between(points):
    return ndimage.map_coordinates(np.arange(4), [points[0]], order=1)


def rounds_sums(points):
    return ndimage.correlate(np.arange(4), points[0])


def wraps_sums(points):
    return ndimage.correlate(np.arange(4).astype(np.uint8), np.array([1, -2, 1]))


def cuts_off_means(points):
    return ndimage.uniform_filter(np.arange(4), 3)


def conjugated_weights(points):
    return ndimage.correlate(points, np.array([[1.0, 1j, 2.0]]))


def small_integers(points):
    return signal.welch(np.arange(4).astype(np.int16), nperseg=4)


def even_medians(points):
    return signal.medfilt(points[0], 4)


def unknown_mode(points):
    return signal.fftconvolve(points[0], points[1], "sme")


def complex_regulator(points):
    a = np.eye(2) * (1.0 + 1j) * points[0, 0]
    return linalg.solve_continuous_are(a, np.eye(2), np.eye(2), np.eye(2))


NOT_OF_SCIPY = (pairs_in_a_set, more_than_there_are, counts_for_radii, short_transforms, whole_overlap, wide_window, rounds_between,
                rounds_sums, wraps_sums, cuts_off_means, conjugated_weights, small_integers, even_medians, unknown_mode, complex_regulator)


def compares_where_none(a):
    r = a[0] if a[0] > 0.5 else None
    s = 1.0
    try:
        if r > 0.0:
            s = 5.0
    except TypeError:
        s = -7.0
    return s


class Attributes:
    def __init__(self, a):
        self.a, self.n = a, 2


class Counting:
    def __init__(self, a):
        self.a, self.n = a, 0

    def __iter__(self):
        for v in self.a:
            self.n += 1
            yield v


class Yielding:
    def __init__(self, a):
        self.a = a

    def __iter__(self):
        for k in range(4):
            yield self.a[k]


def unpacks_attributes(a):
    b, n = Attributes(a)
    return b * n


def hands_on_attributes(a):
    return np.dot(*Attributes(a))


def leaves_what_counts(a):
    counting = Counting(a)
    for k, v in enumerate(counting):
        if v > 0.5:
            break
    return counting.n


def changes_what_comes_of_an_object(a):
    given, total = Yielding(a.copy()), 0.0
    for v in given:
        given.a[3] = 5.0
        total += v
        if total > 9.0:
            break
    return total


def changes_what_an_expression_reads(a):
    b, total = a.copy(), 0.0
    for k, v in enumerate(w * w for w in b):
        b[3] = 5.0
        total += k * v
    return total


def power_of_the_opposite(a):
    n = int(a[0])
    return 2 ** (-n)


def clips_or_not(a):
    top = a[0] if a[0] > 0.5 else None
    return np.clip(a, 0.0, top)


def cuts_or_not(a):
    end = 2 if a[0] > 0.5 else None
    return a[:end].sum()


def type_of_none(a):
    r = a[0] if a[0] > 0.5 else None
    return 1.0 if type(r) is float else 2.0


def equal_to_none(a):
    r = a[0] if a[0] > 0.5 else None
    return np.equal(r, 0.0)


def none_among_waves(a):
    waves = np.zeros(2, dtype=complex)
    waves[0] = a[0] if a[0] > 0.5 else None
    return waves


def fills_records_from_an_array(a):
    p = np.zeros(2, [("x", "f8"), ("y", "f8")])
    p[:] = a[:2]


def goes_by_columns(M):
    it = np.nditer(M, order="F")
    return it[0]


def goes_backwards(M):
    it = np.nditer(M[::-1])
    return it[0]


def writes_what_is_read(M):
    it = np.nditer(M)
    it[0] = 2.0


def mask_of_one_without(a):
    return np.ma.array(a).mask.any()


def kind_of_dict(a):
    counts = {}
    for v in a.astype(int):
        counts[v] = 1
    return isinstance(counts, collections.OrderedDict)


def takes_some_of_an_endless_generator(a):
    def halves():
        v = a.sum()
        yield v
        while True:
            v = 0.5 * v
            yield v
    for k, v in enumerate(halves()):
        if v < 1e-3:
            break
    return v, k


def grows_along_both_axes(a):
    rows = np.zeros((1, 1))
    while rows.sum() < a.sum():
        rows = np.pad(rows, 1, constant_values=1.0)
    return rows


def beyond_its_width(a):
    return a % -3


def remembers_functions_now_and_then(a):
    last, y = collections.deque(maxlen=3), a
    for k in range(len(a)):
        if y[k] > 0.5:
            last.append((y, lambda u, y=y: u - y))
        y = y * 0.9
    return last[-1][0]


def fills_a_dict_now_and_then(a):
    series, e, k = collections.defaultdict(list), 1.0, 0
    while e > a[0]:
        e, k = e * 0.6, k + 1
        if k % 4 == 0:
            series["e"].append(e)
    return np.array(series["e"])


def takes_from_a_list(a):
    return a[:2] * [2, 3][np.array([0, 1])]


def writes_rows_of_a_list(a):
    rows = []
    for r in a:
        rows.append(r)
    first = rows[0]
    first[...] = 7.0
    return a.sum()


def writes_sorted_rows(a):
    least = sorted(a, key=lambda r: r[0])[0]
    least[...] = 7.0
    return a.sum()


def goes_through_a_set(a):
    total = 0.0
    for k in set(a.tolist()):
        total = 0.5 * total + k
    return total


def writes_what_is_left_of_a_list(a):
    rows = []
    for r in a:
        rows.append(r)
    rows.pop(0)
    rows[0][0] = 7.0
    return a.sum()


def writes_what_left_a_list(a):
    rows = []
    for r in a:
        rows.append(r)
    last = rows.pop()
    last[0] = 7.0
    return a.sum()


def changes_what_an_iterator_reads(a):
    values = iter(a)
    first = next(values)
    a[1] = 50.0
    return first + next(values)


def checked(x, log):
    log.append(x)
    if x > 0.5:
        raise ValueError("too large")
    return x


def goes_on_in_an_expression(a):
    log, total = [], 0.0
    try:
        total = sum([checked(x, log) for x in a])
    except ValueError:
        total = -1.0
    return total, len(log)


def sums_a_number_or_an_array(a, t):
    scale = a if t > 0 else 1.0
    return np.sum(scale)


def adds_to_a_number_or_an_array(a, t):
    scale = a if t > 0 else 1.0
    scale += a
    return a


def spreads_a_number_or_an_array(a, t):
    scale = a if t > 0 else 1.0
    return a[0] * scale


def divides_by_a_number_or_an_array(a, t):
    scale = a if t > 0 else 0.0
    return a * (1.0 / scale)


def adds_to_a_narrower_number_or_array(a, t):
    single = a.astype(np.float32)
    scale = single if t > 0 else 0.1
    return single * (scale + np.float32(1.0))


def mixes_a_number_with_another_format(a, t):
    scale = a.astype(np.float32) if t > 0 else 0.1
    return a * scale


def asks_what_an_exception_carries(a):
    try:
        if a[0] > 0.5:
            raise ValueError("too large", 3)
    except ValueError as problem:
        return a * len(problem.args)
    return a


def writes_items_that_only_some_iterations_append(a):
    rows = []
    for k, row in enumerate(a):
        for kept in rows:
            kept *= 0.5
        if k % 2:
            rows.append(row)
    return a.sum() + len(rows)


def lists_rows_and_changes_what_has_them(a):
    chosen = a[a[:, 0] > 0.5]
    rows = list(chosen)
    chosen[0, 1] = 7.0
    return np.array(rows)


def joins_parts_that_a_run_counts(a):
    return np.concatenate(np.split(a, np.flatnonzero(a > 0.4))[::-1])
