import numba as nb
import numpy as np


@nb.njit
def change(rho, left, right, C, dag):
    out = np.dot(left, rho) + np.dot(rho, right)
    for k in range(C.shape[0]):
        out += np.dot(np.dot(C[k], rho), dag[k])
    return out


@nb.njit
def damped(rho, H, C, observables, dt, steps):
    loss, d, _ = C.shape
    dag = np.empty_like(C)
    decay = np.zeros((d, d), np.complex128)
    for k in range(loss):
        dag[k] = C[k].conj().T
        decay += np.dot(dag[k], C[k])
    left, right = -1j * H - 0.5 * decay, 1j * H - 0.5 * decay
    seen, purity = np.zeros((steps, observables.shape[0])), np.zeros(steps)
    rho = rho.copy()
    for t in range(steps):
        k1 = change(rho, left, right, C, dag)
        k2 = change(rho + 0.5 * dt * k1, left, right, C, dag)
        k3 = change(rho + 0.5 * dt * k2, left, right, C, dag)
        k4 = change(rho + dt * k3, left, right, C, dag)
        trace = 0.0
        for i in range(d):
            for j in range(d):
                rho[i, j] += dt / 6.0 * (k1[i, j] + 2.0 * (k2[i, j] + k3[i, j]) + k4[i, j])
            trace += rho[i, i].real
        total = 0.0
        for i in range(d):
            for j in range(d):
                rho[i, j] /= trace
                total += rho[i, j].real ** 2 + rho[i, j].imag ** 2
        purity[t] = total
        for n in range(observables.shape[0]):
            s = 0.0
            for i in range(d):
                for j in range(d):
                    s += (observables[n, i, j] * rho[j, i]).real
            seen[t, n] = s
    return rho, seen, purity
