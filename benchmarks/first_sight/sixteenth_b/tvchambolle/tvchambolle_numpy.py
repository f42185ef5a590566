import numpy as np


def denoise(noisy, u, px, py, steps, fit=8.0, tau=0.25, sigma=0.5):
    """Total variation after Chambolle and Pock; the picture and its dual field are changed in place."""
    fit, tau, sigma = np.float32(fit), np.float32(tau), np.float32(sigma)
    ahead = u.copy()
    flow = np.empty_like(u)
    size = np.empty_like(u)
    for _ in range(steps):
        px[:, :-1] += sigma * (ahead[:, 1:] - ahead[:, :-1])
        py[:-1] += sigma * (ahead[1:] - ahead[:-1])
        np.sqrt(px * px + py * py, out=size)
        np.maximum(size, np.float32(1.0), out=size)
        px /= size
        py /= size
        flow[:] = px + py
        flow[:, 1:] -= px[:, :-1]
        flow[1:] -= py[:-1]
        ahead[:] = u
        u += tau * flow + tau * fit * noisy
        u /= np.float32(1.0) + tau * fit
        ahead[:] = np.float32(2.0) * u - ahead
