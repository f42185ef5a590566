import numpy as np


def legs(survival, hazard, discount, dt, recovery):
    """What premiums of one a year and payments upon default are worth over some quarters, and their slopes by the hazard."""
    premium = np.zeros_like(hazard)
    protection = np.zeros_like(hazard)
    d_premium = np.zeros_like(hazard)
    d_protection = np.zeros_like(hazard)
    for k, df in enumerate(discount):
        start = survival * np.exp(-hazard * k * dt)
        end = survival * np.exp(-hazard * (k + 1) * dt)
        d_start, d_end = -k * dt * start, -(k + 1) * dt * end
        premium += df * dt * 0.5 * (start + end)
        d_premium += df * dt * 0.5 * (d_start + d_end)
        protection += (1.0 - recovery) * df * (start - end)
        d_protection += (1.0 - recovery) * df * (d_start - d_end)
    return premium, protection, d_premium, d_protection


def bootstrap(spreads, tenors, rates, tol):
    names, terms = spreads.shape
    dt, recovery = 0.25, 0.4
    hazard = np.zeros((names, terms))
    survival = np.ones(names)
    paid = np.zeros(names)
    owed = np.zeros(names)
    steps = []
    last = 0
    for j in range(terms):
        times = dt * np.arange(4 * last + 1, 4 * tenors[j] + 1)
        discount = np.exp(-np.interp(times, tenors, rates) * times)
        s = spreads[:, j]
        h = s / (1.0 - recovery)
        for turn in range(50):
            premium, protection, d_premium, d_protection = legs(survival, h, discount, dt, recovery)
            value = s * (paid + premium) - (owed + protection)
            slope = s * d_premium - d_protection
            move = value / slope
            h = np.maximum(h - move, 1e-8)
            if np.max(np.abs(move)) < tol:
                break
        steps.append(turn + 1)
        premium, protection, _, _ = legs(survival, h, discount, dt, recovery)
        paid += premium
        owed += protection
        hazard[:, j] = h
        survival = survival * np.exp(-h * (tenors[j] - last))
        last = tenors[j]
    return hazard, survival, np.array(steps)
