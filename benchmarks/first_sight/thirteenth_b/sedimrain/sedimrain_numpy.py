import numpy as np


def settle(q, rho, dz, dry, dt, a=36.34, b=0.1364, rate=2e-4, courant=0.8):
    """q: mixing ratio of rain, from the top down; dry: how far the air is from saturation."""
    rain = np.zeros(q.shape[0])
    left = dt
    while left > 0.0:
        content = np.maximum(rho * q, 0.0)
        speed = a * content**b * np.sqrt(1.2 / rho)
        step = min(left, courant * np.min(dz / np.maximum(speed, 1e-3)))
        flux = content * speed
        q[:, 0] -= step * flux[:, 0] / (rho[:, 0] * dz[:, 0])
        q[:, 1:] += step * (flux[:, :-1] - flux[:, 1:]) / (rho[:, 1:] * dz[:, 1:])
        q -= np.minimum(q, step * rate * dry * np.sqrt(content))
        rain += step * flux[:, -1]
        left -= step
    return rain
