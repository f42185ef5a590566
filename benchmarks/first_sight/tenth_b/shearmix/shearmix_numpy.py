import numpy as np


def horizontal_mix(u, v, tend_u, tend_v, dx, cs):
    """Smagorinsky diffusion of horizontal winds, level by level, in binary32."""
    nz, ny, nx = u.shape
    length = (cs * dx) ** 2
    for k in range(nz):
        dudx = (u[k, 1:-1, 2:] - u[k, 1:-1, :-2]) / (2 * dx)
        dvdy = (v[k, 2:, 1:-1] - v[k, :-2, 1:-1]) / (2 * dx)
        dudy = (u[k, 2:, 1:-1] - u[k, :-2, 1:-1]) / (2 * dx)
        dvdx = (v[k, 1:-1, 2:] - v[k, 1:-1, :-2]) / (2 * dx)
        visc = length * np.sqrt((dudx - dvdy) ** 2 + (dudy + dvdx) ** 2)
        tension = visc * (dudx - dvdy)
        shear = visc * (dudy + dvdx)
        tend_u[k, 2:-2, 2:-2] += (tension[1:-1, 2:] - tension[1:-1, :-2] + shear[2:, 1:-1] - shear[:-2, 1:-1]) / (2 * dx)
        tend_v[k, 2:-2, 2:-2] += (shear[1:-1, 2:] - shear[1:-1, :-2] - tension[2:, 1:-1] + tension[:-2, 1:-1]) / (2 * dx)
