import numba as nb
import numpy as np


@nb.njit
def limited(x, y, most):
    size = np.sqrt(x * x + y * y)
    return (x * (most / size), y * (most / size)) if size > most else (x, y)


@nb.njit
def flock(at, speed, box, steps, dt=0.05, sight=1.2, apart=0.4):
    n = at.shape[0]
    order, near = np.zeros(steps), np.zeros(steps, np.int64)
    force = np.empty((n, 2))
    for step in range(steps):
        pairs = 0
        for i in range(n):
            x, y = at[i, 0], at[i, 1]
            mx, my, hx, hy, fx, fy = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
            count = 0
            for j in range(n):
                if j == i:
                    continue
                gx, gy = at[j, 0] - x, at[j, 1] - y
                gx -= box * np.rint(gx / box)
                gy -= box * np.rint(gy / box)
                square = gx * gx + gy * gy
                if square < sight * sight:
                    count += 1
                    mx += gx
                    my += gy
                    hx += speed[j, 0]
                    hy += speed[j, 1]
                    if square < apart * apart:
                        pairs += 1
                        fx -= gx / square
                        fy -= gy / square
            if count:
                ax, ay = limited(0.8 * mx / count + hx / count - speed[i, 0], 0.8 * my / count + hy / count - speed[i, 1], 3.0)
            else:
                ax, ay = 0.0, 0.0
            bx, by = limited(0.6 * fx, 0.6 * fy, 4.0)
            force[i, 0], force[i, 1] = ax + bx, ay + by
        tx, ty = 0.0, 0.0
        for i in range(n):
            vx, vy = limited(speed[i, 0] + dt * force[i, 0], speed[i, 1] + dt * force[i, 1], 2.0)
            speed[i, 0], speed[i, 1] = vx, vy
            at[i, 0] = (at[i, 0] + dt * vx) % box
            at[i, 1] = (at[i, 1] + dt * vy) % box
            size = np.sqrt(vx * vx + vy * vy)
            tx += vx / size
            ty += vy / size
        order[step] = np.sqrt(tx * tx + ty * ty) / n
        near[step] = pairs // 2
    return order, near
