import numba as nb
import numpy as np

GAS = 8.314462618


@nb.njit
def rates(c, k, orders, net, out):
    out[:] = 0.0
    for r in range(orders.shape[0]):
        v = k[r]
        for s in range(orders.shape[1]):
            for _ in range(orders[r, s]):
                v *= c[s]
        for s in range(orders.shape[1]):
            out[s] += v * net[r, s]


@nb.njit
def react(conc, temp, logk, energy, orders, net, steps, dt=1e-3):
    cells, ns = conc.shape
    nr = len(logk)
    k = np.empty(nr)
    k1, k2, k3, k4, c = np.empty(ns), np.empty(ns), np.empty(ns), np.empty(ns), np.empty(ns)
    for i in range(cells):
        for r in range(nr):
            k[r] = np.exp(logk[r] - energy[r] * (1.0 / (GAS * temp[i])))
        for _ in range(steps):
            rates(conc[i], k, orders, net, k1)
            for s in range(ns):
                c[s] = conc[i, s] + 0.5 * dt * k1[s]
            rates(c, k, orders, net, k2)
            for s in range(ns):
                c[s] = conc[i, s] + 0.5 * dt * k2[s]
            rates(c, k, orders, net, k3)
            for s in range(ns):
                c[s] = conc[i, s] + dt * k3[s]
            rates(c, k, orders, net, k4)
            for s in range(ns):
                conc[i, s] = max(conc[i, s] + dt / 6.0 * (k1[s] + 2.0 * (k2[s] + k3[s]) + k4[s]), 0.0)
