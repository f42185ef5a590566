import numpy as np

GAS = 8.314462618


def rates(conc, k, orders, net, out):
    """Production of all species by mass action, into out."""
    speed = k.copy()
    for r in range(orders.shape[0]):
        for s in range(orders.shape[1]):
            if orders[r, s] == 1:
                speed[:, r] *= conc[:, s]
            elif orders[r, s] > 1:
                speed[:, r] *= conc[:, s] ** orders[r, s]
    np.matmul(speed, net, out=out)


def react(conc, temp, logk, energy, orders, net, steps, dt=1e-3):
    k = np.exp(logk - np.multiply.outer(1.0 / (GAS * temp), energy))
    k1, k2, k3, k4 = [np.empty_like(conc) for _ in range(4)]
    for _ in range(steps):
        rates(conc, k, orders, net, k1)
        rates(conc + 0.5 * dt * k1, k, orders, net, k2)
        rates(conc + 0.5 * dt * k2, k, orders, net, k3)
        rates(conc + dt * k3, k, orders, net, k4)
        conc += dt / 6.0 * (k1 + 2.0 * (k2 + k3) + k4)
        np.maximum(conc, 0.0, out=conc)
