import numpy as np

HEAT_ICE, FUSION, HOLD, DT = 2100.0, 3.34e5, 0.05, 3600.0


def conduct(temp, ice, air, sun):
    k = 0.3
    flux = k * (temp[:, :-1] - temp[:, 1:]) / 0.1
    gain = np.zeros(temp.shape)
    gain[:, 0] = 12.0 * (air - temp[:, 0]) + 0.3 * sun
    gain[:, 1] += 0.05 * sun
    gain[:, :-1] -= flux
    gain[:, 1:] += flux
    temp += DT * gain / (HEAT_ICE * (ice + 1.0))


def change_phase(temp, ice, liquid):
    warm = temp > 0.0
    melt = np.minimum(ice[warm], ice[warm] * HEAT_ICE * temp[warm] / FUSION)
    ice[warm] -= melt
    liquid[warm] += melt
    temp[warm] = 0.0
    cold = (temp < 0.0) & (liquid > 0.0)
    freeze = np.minimum(liquid, -temp * ice * HEAT_ICE / FUSION)
    freeze[~cold] = 0.0
    liquid -= freeze
    ice += freeze
    temp[cold] += (freeze * FUSION / (HEAT_ICE * (ice + 1e-6)))[cold]
    np.minimum(temp, 0.0, out=temp)


def snowmelt(temp, ice, liquid, air, sun):
    steps, columns = air.shape
    layers = temp.shape[1]
    runoff = np.zeros((steps, columns))
    for t in range(steps):
        conduct(temp, ice, air[t], sun[t])
        change_phase(temp, ice, liquid)
        for k in range(layers):
            excess = np.maximum(liquid[:, k] - HOLD * ice[:, k], 0.0)
            liquid[:, k] -= excess
            if k < layers - 1:
                liquid[:, k + 1] += excess
            else:
                runoff[t] = excess
    return runoff
