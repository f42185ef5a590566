"""Algorithms as their users write them, of lists of numbers, of tuples and of lists."""

import heapq
import random
from collections import deque

import numpy as np


def kruskal(n, edges):
    parent = list(range(n))
    def find(a):
        while parent[a] != a:
            parent[a] = parent[parent[a]]
            a = parent[a]
        return a
    total, used = 0.0, 0
    for u, v, w in sorted(edges, key=lambda e: e[2]):
        a, b = find(u), find(v)
        if a != b:
            parent[a] = b
            total += w
            used += 1
    return total, used


def bellman_ford(n, edges, source):
    dist = [float("inf")] * n
    dist[source] = 0.0
    for _ in range(n - 1):
        changed = False
        for u, v, w in edges:
            if dist[u] + w < dist[v]:
                dist[v] = dist[u] + w
                changed = True
        if not changed:
            break
    return dist


def knapsack(items, capacity):
    best = [0] * (capacity + 1)
    for weight, value in items:
        for c in range(capacity, weight - 1, -1):
            best[c] = max(best[c], best[c - weight] + value)
    return best[capacity]


def intervals(jobs):
    jobs.sort(key=lambda j: j[1])
    end, count = float("-inf"), 0
    for start, stop in jobs:
        if start >= end:
            count += 1
            end = stop
    return count


def polyline(points):
    total = 0.0
    for (x0, y0), (x1, y1) in zip(points, points[1:]):  # noqa: RUF007
        total += ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    return total


def moving(xs, k):
    out = []
    for i in range(len(xs) - k + 1):
        out.append(sum(xs[i:i + k]) / k)
    return out


def bfs(adj, start):
    dist = [-1] * len(adj)
    dist[start] = 0
    queue = [start]
    while queue:
        u = queue.pop(0)
        for v in adj[u]:
            if dist[v] < 0:
                dist[v] = dist[u] + 1
                queue.append(v)
    return dist


def matrix_chain(dims):
    n = len(dims) - 1
    cost = np.zeros((n, n), dtype=np.int64)
    for length in range(2, n + 1):
        for i in range(n - length + 1):
            j = i + length - 1
            best = -1
            for k in range(i, j):
                c = cost[i, k] + cost[k + 1, j] + dims[i] * dims[k + 1] * dims[j + 1]
                if best < 0 or c < best:
                    best = c
            cost[i, j] = best
    return cost[0, n - 1]


def lis(xs):
    tails = []
    for x in xs:
        lo, hi = 0, len(tails)
        while lo < hi:
            mid = (lo + hi) // 2
            if tails[mid] < x:
                lo = mid + 1
            else:
                hi = mid
        if lo == len(tails):
            tails.append(x)
        else:
            tails[lo] = x
    return len(tails)


def merge(a, b):
    out, i, j = [], 0, 0
    while i < len(a) and j < len(b):
        if a[i] <= b[j]:
            out.append(a[i])
            i += 1
        else:
            out.append(b[j])
            j += 1
    out.extend(a[i:])
    out.extend(b[j:])
    return out


def two_sum(nums, target):
    seen = {}
    for i, x in enumerate(nums):
        if target - x in seen:
            return seen[target - x], i
        seen[x] = i
    return -1, -1


def prefix(xs):
    out = [0]
    for x in xs:
        out.append(out[-1] + x)
    return out


def hull(points):
    pts = sorted(points)
    def cross(o, a, b):
        return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])
    lower = []
    for p in pts:
        while len(lower) >= 2 and cross(lower[-2], lower[-1], p) <= 0:
            lower.pop()
        lower.append(p)
    upper = []
    for p in reversed(pts):
        while len(upper) >= 2 and cross(upper[-2], upper[-1], p) <= 0:
            upper.pop()
        upper.append(p)
    return lower[:-1] + upper[:-1]


def weighted_median(values, weights):
    pairs = sorted(zip(values, weights))
    half, acc = sum(weights) / 2, 0.0
    for v, w in pairs:
        acc += w
        if acc >= half:
            return v
    return pairs[-1][0]


def rows_stat(rows):
    total, best, name = 0.0, -1.0, -1
    for ident, price, sold in rows:
        if sold:
            total += price
            if price > best:
                best, name = price, ident
    return total, best, name, total / max(1, len(rows))


def bubble(xs):
    n = len(xs)
    for i in range(n):
        for j in range(n - 1 - i):
            if xs[j] > xs[j + 1]:
                xs[j], xs[j + 1] = xs[j + 1], xs[j]


def stats(xs):
    m = sum(xs) / len(xs)
    return m, max(xs), min(xs), sum((x - m) ** 2 for x in xs) / len(xs), 3.0 in xs


def dijkstra(adj, source):
    dist = [float("inf")] * len(adj)
    dist[source] = 0.0
    heap = [(0.0, source)]
    while heap:
        d, u = heapq.heappop(heap)
        if d > dist[u]:
            continue
        for v, w in adj[u]:
            if d + w < dist[v]:
                dist[v] = d + w
                heapq.heappush(heap, (d + w, v))
    return dist


def components(adj):
    seen = [False] * len(adj)
    count = 0
    for s in range(len(adj)):
        if seen[s]:
            continue
        count += 1
        stack = [s]
        seen[s] = True
        while stack:
            u = stack.pop()
            for v in adj[u]:
                if not seen[v]:
                    seen[v] = True
                    stack.append(v)
    return count


def pagerank(adj, steps):
    n = len(adj)
    r = [1.0 / n] * n
    for _ in range(steps):
        new = [0.15 / n] * n
        for u in range(n):
            for v in adj[u]:
                new[v] += 0.85 * r[u] / len(adj[u])
        r = new
    return r


def path_max(tri):
    best = tri[-1][:]
    for r in range(len(tri) - 2, -1, -1):
        best = [tri[r][c] + max(best[c], best[c + 1]) for c in range(r + 1)]
    return best[0]


def coins(coins_, amount):
    ways = [1] + [0] * amount
    for c in coins_:
        for a in range(c, amount + 1):
            ways[a] += ways[a - c]
    return ways[amount]


def horner(coeffs, x):
    r = 0.0
    for c in reversed(coeffs):
        r = r * x + c
    return r


def kadane(xs):
    best = cur = xs[0]
    for x in xs[1:]:
        cur = max(x, cur + x)
        best = max(best, cur)
    return best


def stack_temps(ts):
    out = [0] * len(ts)
    stack = []
    for i, t in enumerate(ts):
        while stack and ts[stack[-1]] < t:
            j = stack.pop()
            out[j] = i - j
        stack.append(i)
    return out


def two_pointer(xs, target):
    i, j = 0, len(xs) - 1
    while i < j:
        s = xs[i] + xs[j]
        if s == target:
            return i, j
        if s < target:
            i += 1
        else:
            j -= 1
    return -1, -1


def polygon_area(pts):
    n = len(pts)
    a = 0.0
    for i in range(n):
        x0, y0 = pts[i]
        x1, y1 = pts[(i + 1) % n]
        a += x0 * y1 - x1 * y0
    return abs(a) / 2


def qsort(xs):
    stack = [(0, len(xs) - 1)]
    while stack:
        lo, hi = stack.pop()
        if lo >= hi:
            continue
        p, i = xs[hi], lo
        for j in range(lo, hi):
            if xs[j] < p:
                xs[i], xs[j] = xs[j], xs[i]
                i += 1
        xs[i], xs[hi] = xs[hi], xs[i]
        stack.append((lo, i - 1))
        stack.append((i + 1, hi))


def topo(n, edges):
    indeg = [0] * n
    out = [[] for _ in range(n)]
    for u, v in edges:
        out[u].append(v)
        indeg[v] += 1
    q = deque(i for i in range(n) if indeg[i] == 0)
    order = []
    while q:
        u = q.popleft()
        order.append(u)
        for v in out[u]:
            indeg[v] -= 1
            if indeg[v] == 0:
                q.append(v)
    return order


def meeting_rooms(meetings):
    heap = []
    for s, e in sorted(meetings):
        if heap and heap[0] <= s:
            heapq.heappop(heap)
        heapq.heappush(heap, e)
    return len(heap)


def simulate(events):
    balance = 0.0
    log = []
    for t, amount, deposit in events:
        balance += amount if deposit else -amount
        log.append((t, balance))
    return balance, log


def whole(n, seed, high=50):
    r = random.Random(seed)
    return [r.randrange(1, high) for _ in range(n)]


def floats(n, seed):
    r = random.Random(seed)
    return [round(r.uniform(0, 10), 2) for _ in range(n)]


def points(n, seed, kind=tuple):
    r = random.Random(seed)
    return [kind((r.uniform(0, 9), r.uniform(0, 9))) for _ in range(n)]


def edges(nodes, n, seed):
    r = random.Random(seed)
    return [(r.randrange(nodes), r.randrange(nodes), round(r.random(), 3)) for _ in range(n)]


def neighbours(n, seed, most=5):
    """Of each node as many as a seed says; of the first one two."""
    r = random.Random(seed)
    return [[r.randrange(n) for _ in range(2 if k == 0 else r.randrange(most))] for k in range(n)]


def spans(n, seed):
    r = random.Random(seed)
    begins = [r.uniform(0, 50) for _ in range(n)]
    return [(a, a + r.uniform(0.1, 5)) for a in begins]


PROGRAMS = {  # program -> (arguments of a length and a seed, the least length that the lifted program is for)
    kruskal: (lambda n, s: (max(n, 1), edges(max(n, 1), 2 * n, s)), 1),
    bellman_ford: (lambda n, s: (max(n, 1), edges(max(n, 1), 3 * n, s), 0), 0),
    knapsack: (lambda n, s: (list(zip(whole(n, s, 9), whole(n, s + 1, 99))), 40), 0),
    intervals: (lambda n, s: (spans(n, s),), 0),
    polyline: (lambda n, s: (points(n, s, list),), 1),
    moving: (lambda n, s: (floats(n, s), 3), 2),
    bfs: (lambda n, s: (neighbours(max(n, 1), s), 0), 0),
    dijkstra: (lambda n, s: ([[(v, v / 7 + 0.5) for v in near] for near in neighbours(max(n, 1), s)], 0), 0),
    matrix_chain: (lambda n, s: (whole(max(n, 2), s),), 0),
    lis: (lambda n, s: (whole(n, s),), 1),
    merge: (lambda n, s: (sorted(floats(n, s)), sorted(floats(n + 3, s + 1))), 1),
    two_sum: (lambda n, s: (whole(n, s, 1000), 777), 0),
    prefix: (lambda n, s: (whole(n, s),), 2),
    hull: (lambda n, s: (points(max(n, 3), s),), 0),
    weighted_median: (lambda n, s: (floats(max(n, 1), s), floats(max(n, 1), s + 1)), 0),
    rows_stat: (lambda n, s: ([(10**17 + k, x, k % 3 == 0) for k, x in enumerate(floats(n, s))],), 1),
    bubble: (lambda n, s: (floats(n, s),), 0),
    stats: (lambda n, s: (floats(max(n, 1), s),), 0),
    components: (lambda n, s: (neighbours(max(n, 1), s),), 0),
    pagerank: (lambda n, s: (neighbours(max(n, 1), s), 5), 0),
    path_max: (lambda n, s: ([whole(k + 1, s + k) for k in range(max(n, 2))],), 0),
    coins: (lambda n, s: (sorted(set(whole(n, s, 20))), 30), 0),
    horner: (lambda n, s: (floats(n, s), 0.5), 0),
    kadane: (lambda n, s: ([x - 5 for x in floats(max(n, 1), s)],), 0),
    stack_temps: (lambda n, s: (whole(n, s),), 1),
    two_pointer: (lambda n, s: (sorted(whole(max(n, 2), s)), 40), 0),
    polygon_area: (lambda n, s: (points(max(n, 1), s),), 0),
    qsort: (lambda n, s: (floats(max(n, 2), s),), 0),
    topo: (lambda n, s: (max(n, 2), [(min(u, v), max(u, v)) for u, v, _ in edges(max(n, 2), 2 * n, s) if u != v]), 1),
    meeting_rooms: (lambda n, s: (spans(n, s),), 1),
    simulate: (lambda n, s: ([(k, x, k % 3 > 0) for k, x in enumerate(floats(n, s))],), 0),
}
