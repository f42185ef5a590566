import numpy as np


def change(rho, H, C, decay):
    dag = C.conj().swapaxes(1, 2)
    jumps = np.sum(C @ rho @ dag, axis=0)
    return -1j * (H @ rho - rho @ H) + jumps - 0.5 * (decay @ rho + rho @ decay)


def damped(rho, H, C, observables, dt, steps):
    decay = np.einsum("kji,kjl->il", C.conj(), C)
    seen = np.zeros((steps, observables.shape[0]))
    purity = np.zeros(steps)
    for t in range(steps):
        k1 = change(rho, H, C, decay)
        k2 = change(rho + 0.5 * dt * k1, H, C, decay)
        k3 = change(rho + 0.5 * dt * k2, H, C, decay)
        k4 = change(rho + dt * k3, H, C, decay)
        rho = rho + dt / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
        rho /= np.trace(rho).real
        seen[t] = np.einsum("nij,ji->n", observables, rho).real
        purity[t] = np.sum(np.abs(rho) ** 2)
    return rho, seen, purity
