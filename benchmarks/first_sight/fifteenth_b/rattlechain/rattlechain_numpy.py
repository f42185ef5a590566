def swing(x, v, masses, length, dt, steps, gravity=9.81, tolerance=1e-6):
    n = x.shape[0]
    for _ in range(steps):
        old = x.copy()
        v[1:, 1] -= gravity * dt
        x[1:] += dt * v[1:]
        worst = 1.0
        sweeps = 0
        while worst > tolerance and sweeps < 200:
            worst = 0.0
            for i in range(n - 1):
                dx = x[i + 1, 0] - x[i, 0]
                dy = x[i + 1, 1] - x[i, 1]
                off = dx * dx + dy * dy - length * length
                worst = max(worst, abs(off) / (length * length))
                a = 0.0 if i == 0 else 1.0 / masses[i]
                b = 1.0 / masses[i + 1]
                g = off / (2.0 * (a + b) * (dx * (old[i + 1, 0] - old[i, 0]) + dy * (old[i + 1, 1] - old[i, 1])))
                x[i] += g * a * (old[i + 1] - old[i])
                x[i + 1] -= g * b * (old[i + 1] - old[i])
            sweeps += 1
        v[:] = (x - old) / dt
