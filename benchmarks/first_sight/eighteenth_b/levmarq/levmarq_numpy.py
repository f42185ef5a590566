import numpy as np


def peaks(x):
    """What a spectrum and its derivatives are, as functions of the parameters."""
    def shapes(p):
        k = (len(p) - 2) // 3
        height, centre, width = p[2:2 + k], p[2 + k:2 + 2 * k], p[2 + 2 * k:]
        z = (x[:, np.newaxis] - centre) / width
        return height, width, z, np.exp(-0.5 * z**2)

    def model(p):
        height, _, _, g = shapes(p)
        return p[0] + p[1] * x + g @ height

    def jacobian(p):
        height, width, z, g = shapes(p)
        slope = height * g * z / width
        return np.hstack([np.ones((len(x), 1)), x[:, np.newaxis], g, slope, slope * z])

    return model, jacobian


def fit(x, y, p, most, tolerance):
    """Least squares after Levenberg and Marquardt: the parameters, their errors, what is left, and how many steps it took."""
    model, jacobian = peaks(x)
    residual = y - model(p)
    chi2 = residual @ residual
    damping = 1e-2
    steps = 0
    while steps < most:
        J = jacobian(p)
        A = J.T @ J
        g = J.T @ residual
        accepted = False
        for _ in range(8):
            step = np.linalg.solve(A + damping * np.diag(np.diag(A)), g)
            trial = y - model(p + step)
            chi2_trial = trial @ trial
            if chi2_trial < chi2:
                accepted = True
                break
            damping *= 4.0
        steps += 1
        if not accepted:
            break
        change = (chi2 - chi2_trial) / chi2
        p = p + step
        residual, chi2 = trial, chi2_trial
        damping = max(damping / 5.0, 1e-8)
        if change < tolerance:
            break
    J = jacobian(p)
    covariance = np.linalg.inv(J.T @ J) * chi2 / (len(x) - len(p))
    return p, np.sqrt(np.diag(covariance)), chi2, steps
