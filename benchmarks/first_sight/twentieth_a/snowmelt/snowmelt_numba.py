import numba as nb
import numpy as np

HEAT_ICE, FUSION, HOLD, DT = 2100.0, 3.34e5, 0.05, 3600.0


@nb.njit(error_model="numpy")
def snowmelt(temp, ice, liquid, air, sun):
    steps, columns = air.shape
    layers = temp.shape[1]
    runoff = np.zeros((steps, columns))
    gain = np.empty(layers)
    for c in range(columns):
        for t in range(steps):
            gain[:] = 0.0
            gain[0] = 12.0 * (air[t, c] - temp[c, 0]) + 0.3 * sun[t, c]
            gain[1] += 0.05 * sun[t, c]
            for k in range(layers - 1):
                flux = 0.3 * (temp[c, k] - temp[c, k + 1]) / 0.1
                gain[k] -= flux
                gain[k + 1] += flux
            down = 0.0
            for k in range(layers):
                T, I, W = temp[c, k], ice[c, k], liquid[c, k]
                T += DT * gain[k] / (HEAT_ICE * (I + 1.0))
                if T > 0.0:
                    melt = min(I, I * HEAT_ICE * T / FUSION)
                    I -= melt
                    W += melt
                    T = 0.0
                elif T < 0.0 and W > 0.0:
                    freeze = min(W, -T * I * HEAT_ICE / FUSION)
                    W -= freeze
                    I += freeze
                    T = min(T + freeze * FUSION / (HEAT_ICE * (I + 1e-6)), 0.0)
                W += down
                down = max(W - HOLD * I, 0.0)
                temp[c, k], ice[c, k], liquid[c, k] = T, I, W - down
            runoff[t, c] = down
    return runoff
