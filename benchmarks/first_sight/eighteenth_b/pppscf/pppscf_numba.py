import numba as nb
import numpy as np


@nb.njit
def fock_of(core, density, gamma, fock):
    n = core.shape[0]
    for i in range(n):
        total = 0.0
        for j in range(n):
            fock[i, j] = core[i, j] - 0.5 * density[i, j] * gamma[i, j]
            total += gamma[i, j] * density[j, j]
        fock[i, i] += total


@nb.njit
def self_consistent(places, hopping, onsite, field, most, tolerance):
    n = places.shape[0]
    gamma, core = np.empty((n, n)), hopping.copy()
    middle = places[:, 0].mean()
    for i in range(n):
        others = 0.0
        for j in range(n):
            r2 = (places[i, 0] - places[j, 0]) ** 2 + (places[i, 1] - places[j, 1]) ** 2
            gamma[i, j] = 14.397 / np.sqrt(r2 + (14.397 / onsite) ** 2)
            if j != i:
                others += gamma[i, j]
        core[i, i] += field * (places[i, 0] - middle) - others
    density = np.eye(n)
    fock, last_fock, mixed = np.empty((n, n)), np.empty((n, n)), np.empty((n, n))
    last_error = np.empty((n, n))
    levels = np.empty(n)
    rounds = 0
    for _ in range(most):
        fock_of(core, density, gamma, fock)
        product = fock @ density
        error = product - product.T
        weight = 1.0
        if rounds > 0:
            top = bottom = 0.0
            for i in range(n):
                for j in range(n):
                    step = last_error[i, j] - error[i, j]
                    top += last_error[i, j] * step
                    bottom += step * step
            weight = min(max(top / bottom, 0.3), 1.0)
        for i in range(n):
            for j in range(n):
                mixed[i, j] = weight * fock[i, j] + ((1.0 - weight) * last_fock[i, j] if rounds > 0 else 0.0)
        fock, last_fock, last_error = last_fock, fock, error
        levels, orbitals = np.linalg.eigh(mixed)
        occupied = np.ascontiguousarray(orbitals[:, :n // 2])
        new = occupied @ occupied.T
        change = 0.0
        for i in range(n):
            for j in range(n):
                new[i, j] *= 2.0
                change = max(change, abs(new[i, j] - density[i, j]))
        density = new
        rounds += 1
        if change < tolerance:
            break
    fock_of(core, density, gamma, fock)
    energy, moment = 0.0, 0.0
    orders, charge = np.empty(n - 1), np.empty(n)
    for i in range(n):
        for j in range(n):
            energy += 0.5 * density[i, j] * (core[i, j] + fock[i, j])
        charge[i] = 1.0 - density[i, i]
        moment += places[i, 0] * charge[i]
        if i < n - 1:
            orders[i] = density[i, i + 1]
    return energy, levels, orders, charge, moment, levels[n // 2] - levels[n // 2 - 1], rounds
