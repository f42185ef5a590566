import numba as nb
import numpy as np

MU = 4e-7 * np.pi


@nb.njit(error_model="numpy")
def response(period, thick, model, out):
    m = period.size
    for i in range(m):
        omega = 2.0 * np.pi / period[i]
        z = np.sqrt(1j * omega * MU * 10.0 ** model[-1])
        for j in range(thick.size - 1, -1, -1):
            rho = 10.0 ** model[j]
            own = np.sqrt(1j * omega * MU * rho)
            fade = np.exp(-2.0 * thick[j] * own / rho)
            r = (own - z) / (own + z)
            z = own * (1.0 - r * fade) / (1.0 + r * fade)
        out[i] = np.log10((z.real * z.real + z.imag * z.imag) / (omega * MU))
        out[m + i] = np.arctan2(z.imag, z.real)


@nb.njit(error_model="numpy")
def mtlayers(period, thick, observed, model, smooth, turns):
    model = model.copy()
    layers, m = model.size, observed.size
    penalty = np.zeros((layers, layers))
    for j in range(layers - 1):
        penalty[j, j] += smooth
        penalty[j + 1, j + 1] += smooth
        penalty[j, j + 1] = penalty[j + 1, j] = -smooth
    weight = np.empty(m)
    weight[:period.size], weight[period.size:] = 1.0 / 0.05, 1.0 / 0.03
    misfit = np.zeros(turns)
    here, there, off, J = np.empty(m), np.empty(m), np.empty(m), np.empty((layers, m))
    for t in range(turns):
        response(period, thick, model, here)
        total = 0.0
        for i in range(m):
            off[i] = weight[i] * (observed[i] - here[i])
            total += off[i] * off[i]
        misfit[t] = np.sqrt(total / m)
        for j in range(layers):
            kept = model[j]
            model[j] += 1e-4
            response(period, thick, model, there)
            model[j] = kept
            for i in range(m):
                J[j, i] = weight[i] * (there[i] - here[i]) / 1e-4
        step = np.linalg.solve(np.dot(J, J.T) + penalty, np.dot(J, off) - np.dot(penalty, model))
        for j in range(layers):
            model[j] = min(max(model[j] + min(max(step[j], -0.5), 0.5), -1.0), 5.0)
    response(period, thick, model, here)
    return model, misfit, here
