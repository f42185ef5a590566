import numpy as np

MU = 4e-7 * np.pi


def response(period, thick, model):
    """Logarithm of apparent resistivity and phase over a layered ground, Wait's recursion from the bottom up."""
    omega = 2.0 * np.pi / period
    rho = 10.0 ** model
    z = np.sqrt(1j * omega * MU * rho[-1])
    for j in range(thick.size - 1, -1, -1):
        own = np.sqrt(1j * omega * MU * rho[j])
        fade = np.exp(-2.0 * thick[j] * own / rho[j])
        r = (own - z) / (own + z)
        z = own * (1.0 - r * fade) / (1.0 + r * fade)
    return np.concatenate((np.log10(np.abs(z) ** 2 / (omega * MU)), np.angle(z)))


def slopes(period, thick, model, here, step=1e-4):
    jacobian = np.empty((here.size, model.size))
    for j in range(model.size):
        moved = model.copy()
        moved[j] += step
        jacobian[:, j] = (response(period, thick, moved) - here) / step
    return jacobian


def mtlayers(period, thick, observed, model, smooth, turns):
    """A smooth model of the ground that explains what is seen of it, by Gauss's and Newton's steps."""
    rough = np.diff(np.eye(model.size), axis=0)
    penalty = smooth * rough.T @ rough
    weight = np.where(np.arange(observed.size) < period.size, 1.0 / 0.05, 1.0 / 0.03)
    misfit = np.zeros(turns)
    for t in range(turns):
        here = response(period, thick, model)
        off = weight * (observed - here)
        misfit[t] = np.sqrt(np.mean(off ** 2))
        J = weight[:, None] * slopes(period, thick, model, here)
        step = np.linalg.solve(J.T @ J + penalty, J.T @ off - penalty @ model)
        model = np.clip(model + np.clip(step, -0.5, 0.5), -1.0, 5.0)
    return model, misfit, response(period, thick, model)
