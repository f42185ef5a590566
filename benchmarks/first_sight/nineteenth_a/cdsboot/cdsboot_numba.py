import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def bootstrap(spreads, tenors, rates, tol):
    """Name after name; the steps of a term are those of the name that takes most. Exponentials by products."""
    names, terms = spreads.shape
    dt, recovery = 0.25, 0.4
    quarters = 4 * tenors[-1]
    times = dt * np.arange(1, quarters + 1)
    discount = np.exp(-np.interp(times, tenors.astype(np.float64), rates) * times)
    hazard, survival, steps = np.zeros((names, terms)), np.ones(names), np.zeros(terms, np.int64)
    for i in range(names):
        paid, owed, last, alive = 0.0, 0.0, 0, 1.0
        for j in range(terms):
            s = spreads[i, j]
            h = s / (1.0 - recovery)
            first, end = 4 * last, 4 * tenors[j]
            turn = 0
            done = False
            while True:
                premium, protection, d_premium, d_protection = 0.0, 0.0, 0.0, 0.0
                decay = np.exp(-h * dt)
                before, d_before = alive, 0.0
                for k in range(end - first):
                    after = before * decay
                    d_after = -(k + 1) * dt * after
                    df = discount[first + k]
                    premium += df * (before + after)
                    d_premium += df * (d_before + d_after)
                    protection += df * (before - after)
                    d_protection += df * (d_before - d_after)
                    before, d_before = after, d_after
                premium *= 0.5 * dt
                d_premium *= 0.5 * dt
                protection *= 1.0 - recovery
                d_protection *= 1.0 - recovery
                if done:
                    break
                move = (s * (paid + premium) - (owed + protection)) / (s * d_premium - d_protection)
                h = max(h - move, 1e-8)
                turn += 1
                done = abs(move) < tol or turn == 50
            steps[j] = max(steps[j], turn)
            paid += premium
            owed += protection
            hazard[i, j] = h
            alive *= np.exp(-h * (tenors[j] - last))
            last = tenors[j]
        survival[i] = alive
    return hazard, survival, steps
