"""Horizontal diffusion with a flux limiter, as in the dynamical cores of limited-area weather models.

Fourth-order diffusion  du/dt = -alpha lap(lap u)  in flux form on model levels. A flux that would run up the gradient
of u is set to zero, so that diffusion does not overshoot beside a front (Xue 2000, High-order monotonic numerical
diffusion and smoothing, Mon. Wea. Rev. 128, 2853-2864). One step, c = alpha dt / dx^4:

    lap = u[i+1,j] + u[i-1,j] + u[i,j+1] + u[i,j-1] - 4 u[i,j]
    flx = lap[i+1,j] - lap[i,j],  0 where flx (u[i+1,j] - u[i,j]) > 0;   fly likewise
    out = u - c (flx[i,j] - flx[i-1,j] + fly[i,j] - fly[i,j-1])
"""

import numpy as np


def horizontal_diffusion(in_field, out_field, coeff):
    """Write the diffused in_field (ni + 4, nj + 4, nk), two halo points a side, into out_field (ni, nj, nk).

    Fields are wind components [m/s]; coeff (ni, nj, nk) has no unit and is stable up to 1/64.
    """
    lap = (
        in_field[2:, 1:-1] + in_field[:-2, 1:-1] + in_field[1:-1, 2:] + in_field[1:-1, :-2] - 4.0 * in_field[1:-1, 1:-1]
    )

    flx = lap[1:, 1:-1] - lap[:-1, 1:-1]
    gradient_x = in_field[2:-1, 2:-2] - in_field[1:-2, 2:-2]
    flx = np.where(flx * gradient_x > 0.0, 0.0, flx)

    fly = lap[1:-1, 1:] - lap[1:-1, :-1]
    gradient_y = in_field[2:-2, 2:-1] - in_field[2:-2, 1:-2]
    fly = np.where(fly * gradient_y > 0.0, 0.0, fly)

    out_field[:, :, :] = in_field[2:-2, 2:-2] - coeff * (flx[1:] - flx[:-1] + fly[:, 1:] - fly[:, :-1])


def inputs(seed, size=None):
    """Arguments of `horizontal_diffusion`: size x size columns (default 96) of 20 levels (8 when a size is given)."""
    n, levels = (96, 20) if size is None else (size, 8)
    rng = np.random.default_rng(seed)
    x = np.arange(n + 4)[:, None, None] / 11.3
    y = np.arange(n + 4)[None, :, None] / 9.7
    z = np.arange(levels)[None, None, :] / 3.1
    in_field = 14.0 * np.sin(x + 0.4 * z) * np.cos(y - 0.7 * z) + 3.0 * z + rng.normal(0.0, 1.2, (n + 4, n + 4, levels))
    out_field = np.zeros((n, n, levels))
    coeff = rng.uniform(0.004, 0.015, (n, n, levels))
    return in_field, out_field, coeff
