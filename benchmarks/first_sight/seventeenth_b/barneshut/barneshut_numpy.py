import numpy as np

EMPTY = -1
DEEPEST = 40


def quadrant(cx, cy, px, py):
    return (1 if px > cx else 0) + (2 if py > cy else 0)


def build(x, child, middle, half):
    """A quadtree of bodies: child is a node (>= n), a body (< n) or EMPTY. Returns how many nodes there are."""
    n = x.shape[0]
    child[0] = EMPTY
    middle[0] = 0.5 * (x.max(axis=0) + x.min(axis=0))
    half[0] = 0.5 * np.max(x.max(axis=0) - x.min(axis=0)) + 1e-9
    nodes = 1
    for i in range(n):
        node = 0
        depth = 0
        while True:
            q = quadrant(middle[node, 0], middle[node, 1], x[i, 0], x[i, 1])
            found = child[node, q]
            if found == EMPTY:
                child[node, q] = i
                break
            if found >= n:
                node = found - n
            elif depth > DEEPEST:
                break
            else:
                quarter = 0.5 * half[node]
                child[nodes] = EMPTY
                middle[nodes, 0] = middle[node, 0] + (quarter if q % 2 == 1 else -quarter)
                middle[nodes, 1] = middle[node, 1] + (quarter if q >= 2 else -quarter)
                half[nodes] = quarter
                child[nodes, quadrant(middle[nodes, 0], middle[nodes, 1], x[found, 0], x[found, 1])] = found
                child[node, q] = nodes + n
                node = nodes
                nodes += 1
            depth += 1
    return nodes


def weigh(x, mass, child, nodes, weight, centre):
    """Masses and their centres; children come after their parents."""
    n = x.shape[0]
    for node in range(nodes - 1, -1, -1):
        m, mx, my = 0.0, 0.0, 0.0
        for q in range(4):
            c = child[node, q]
            if c == EMPTY:
                continue
            w = mass[c] if c < n else weight[c - n]
            p = x[c] if c < n else centre[c - n]
            m += w
            mx += w * p[0]
            my += w * p[1]
        weight[node] = m
        centre[node, 0] = mx / m
        centre[node, 1] = my / m


def pull(i, x, mass, child, half, weight, centre, stack, theta, soft):
    """Acceleration of a body; far nodes count as one body in their centre."""
    n = x.shape[0]
    ax, ay = 0.0, 0.0
    stack[0] = n
    top = 1
    while top > 0:
        top -= 1
        c = stack[top]
        p = x[c] if c < n else centre[c - n]
        w = mass[c] if c < n else weight[c - n]
        dx, dy = p[0] - x[i, 0], p[1] - x[i, 1]
        d2 = dx * dx + dy * dy + soft * soft
        if c < n or 4.0 * half[c - n] ** 2 < theta * theta * d2:
            if c != i:
                g = w / (d2 * np.sqrt(d2))
                ax += g * dx
                ay += g * dy
        else:
            for q in range(4):
                if child[c - n, q] != EMPTY:
                    stack[top] = child[c - n, q]
                    top += 1
    return ax, ay


def simulate(x, v, mass, steps, dt=0.01, theta=0.6, soft=0.02):
    """Leapfrog under gravity by Barnes' and Hut's tree; x and v change in place. Returns nodes used in each step."""
    n = x.shape[0]
    room = 6 * n + 64
    child = np.empty((room, 4), dtype=np.int64)
    middle, half = np.empty((room, 2)), np.empty(room)
    weight, centre = np.empty(room), np.empty((room, 2))
    stack = np.empty(room, dtype=np.int64)
    used = np.empty(steps, dtype=np.int64)
    for step in range(steps):
        x += 0.5 * dt * v
        used[step] = build(x, child, middle, half)
        weigh(x, mass, child, used[step], weight, centre)
        for i in range(n):
            ax, ay = pull(i, x, mass, child, half, weight, centre, stack, theta, soft)
            v[i, 0] += dt * ax
            v[i, 1] += dt * ay
        x += 0.5 * dt * v
    return used
