"""Programs on grids: stencils in place, flows with helper functions, tridiagonal sweeps, multigrid, lattice Boltzmann."""

# ruff: noqa: C400, C416, E501, E702, E704, E731, E741, F841  (written as users write)

import numpy as np

from tests.lift.numpy.surface import Collection, U

PROGRAMS, prog = Collection(sizes=(6, 8, 11)).both

@prog(lambda n: (3, U(n, n)))
def seidel(T, A):
    N = A.shape[0]
    for t in range(0, T - 1):
        for i in range(1, N - 1):
            A[i, 1:-1] += (A[i-1, :-2] + A[i-1, 1:-1] + A[i-1, 2:] + A[i, 2:] + A[i+1, :-2] + A[i+1, 1:-1] + A[i+1, 2:])
            for j in range(1, N - 1):
                A[i, j] += A[i, j - 1]
                A[i, j] /= 9.0

@prog(lambda n: (3, U(n, n)))
def adi(TSTEPS, u):
    N = u.shape[0]
    v = np.empty(u.shape, dtype=u.dtype)
    p = np.empty(u.shape, dtype=u.dtype)
    q = np.empty(u.shape, dtype=u.dtype)
    DX = 1.0 / N
    DT = 1.0 / TSTEPS
    mul1 = 2.0 * DT / (DX * DX)
    a = -mul1 / 2.0
    b = 1.0 + 2.0
    c = a
    d, e, f = a, b, c
    for t in range(1, TSTEPS + 1):
        v[0, 1:N - 1] = 1.0
        p[1:N - 1, 0] = 0.0
        q[1:N - 1, 0] = v[0, 1:N - 1]
        for j in range(1, N - 1):
            p[1:N - 1, j] = -c / (a * p[1:N - 1, j - 1] + b)
            q[1:N - 1, j] = (-d * u[j, 0:N - 2] + (1.0 + 2.0 * d) * u[j, 1:N - 1] - f * u[j, 2:N] - a * q[1:N - 1, j - 1]) / (a * p[1:N - 1, j - 1] + b)
        v[N - 1, 1:N - 1] = 1.0
        for j in range(N - 2, 0, -1):
            v[j, 1:N - 1] = p[1:N - 1, j] * v[j + 1, 1:N - 1] + q[1:N - 1, j]
        u[1:N - 1, 0] = 1.0
        for j in range(N - 2, 0, -1):
            u[1:N - 1, j] = p[1:N - 1, j] * u[1:N - 1, j + 1] + q[1:N - 1, j]

@prog(lambda n: (4, U(n, n+1), U(n, n+1), U(n, n+1), U(4)))
def fdtd(TMAX, ex, ey, hz, _fict_):
    for t in range(TMAX):
        ey[0, :] = _fict_[t]
        ey[1:, :] -= 0.5 * (hz[1:, :] - hz[:-1, :])
        ex[:, 1:] -= 0.5 * (hz[:, 1:] - hz[:, :-1])
        hz[:-1, :-1] -= 0.7 * (ex[:-1, 1:] - ex[:-1, :-1] + ey[1:, :-1] - ey[:-1, :-1])

@prog(lambda n: (0.25, U(n, n+2)))
def deriche(alpha, imgIn):
    k = (1.0 - np.exp(-alpha)) * (1.0 - np.exp(-alpha)) / (1.0 + alpha * np.exp(-alpha) - np.exp(2.0 * alpha))
    a1 = a5 = k
    a2 = a6 = k * np.exp(-alpha) * (alpha - 1.0)
    a3 = a7 = k * np.exp(-alpha) * (alpha + 1.0)
    a4 = a8 = -k * np.exp(-2.0 * alpha)
    b1 = 2.0**(-alpha)
    b2 = -np.exp(-2.0 * alpha)
    c1 = c2 = 1
    y1 = np.empty_like(imgIn)
    y1[:, 0] = a1 * imgIn[:, 0]
    y1[:, 1] = a1 * imgIn[:, 1] + a2 * imgIn[:, 0] + b1 * y1[:, 0]
    for j in range(2, imgIn.shape[1]):
        y1[:, j] = a1 * imgIn[:, j] + a2 * imgIn[:, j - 1] + b1 * y1[:, j - 1] + b2 * y1[:, j - 2]
    y2 = np.empty_like(imgIn)
    y2[:, -1] = 0.0
    y2[:, -2] = a3 * imgIn[:, -1]
    for j in range(imgIn.shape[1] - 3, -1, -1):
        y2[:, j] = a3 * imgIn[:, j + 1] + a4 * imgIn[:, j + 2] + b1 * y2[:, j + 1] + b2 * y2[:, j + 2]
    imgOut = c1 * (y1 + y2)
    return imgOut

def build_up_b(b, rho, dt, u, v, dx, dy):
    b[1:-1, 1:-1] = (rho * (1 / dt * ((u[1:-1, 2:] - u[1:-1, 0:-2]) / (2 * dx) + (v[2:, 1:-1] - v[0:-2, 1:-1]) / (2 * dy)) -
         ((u[1:-1, 2:] - u[1:-1, 0:-2]) / (2 * dx))**2 - 2 * ((u[2:, 1:-1] - u[0:-2, 1:-1]) / (2 * dy) * (v[1:-1, 2:] - v[1:-1, 0:-2]) / (2 * dx)) -
         ((v[2:, 1:-1] - v[0:-2, 1:-1]) / (2 * dy))**2))

def pressure_poisson(nit, p, dx, dy, b):
    pn = np.empty_like(p)
    pn = p.copy()
    for q in range(nit):
        pn = p.copy()
        p[1:-1, 1:-1] = (((pn[1:-1, 2:] + pn[1:-1, 0:-2]) * dy**2 + (pn[2:, 1:-1] + pn[0:-2, 1:-1]) * dx**2) / (2 * (dx**2 + dy**2)) -
                         dx**2 * dy**2 / (2 * (dx**2 + dy**2)) * b[1:-1, 1:-1])
        p[:, -1] = p[:, -2]
        p[0, :] = p[1, :]
        p[:, 0] = p[:, 1]
        p[-1, :] = 0

@prog(lambda n: (n+2, n, 4, 5, U(n, n+2)*0.1, U(n, n+2)*0.1, 0.001, 2/(n+1), 2/(n-1), U(n, n+2)*.1, 1.0, 0.1))
def cavity(nx, ny, nt, nit, u, v, dt, dx, dy, p, rho, nu):
    un = np.empty_like(u)
    vn = np.empty_like(v)
    b = np.zeros((ny, nx))
    for n in range(nt):
        un = u.copy()
        vn = v.copy()
        build_up_b(b, rho, dt, u, v, dx, dy)
        pressure_poisson(nit, p, dx, dy, b)
        u[1:-1, 1:-1] = (un[1:-1, 1:-1] - un[1:-1, 1:-1] * dt / dx * (un[1:-1, 1:-1] - un[1:-1, 0:-2]) -
                         vn[1:-1, 1:-1] * dt / dy * (un[1:-1, 1:-1] - un[0:-2, 1:-1]) - dt / (2 * rho * dx) * (p[1:-1, 2:] - p[1:-1, 0:-2]) +
                         nu * (dt / dx**2 * (un[1:-1, 2:] - 2 * un[1:-1, 1:-1] + un[1:-1, 0:-2])))
        u[0, :] = 0
        u[:, 0] = 0
        u[-1, :] = 1
        v[0, :] = v[-1, :] = 0

@prog(lambda n: (U(n, n)*0.1, U(n, n)*.1, 0.01, 0.1, 1.0), grad=False)
def channel(u, v, dt, nu, F):
    udiff = 1
    stepcount = 0
    while udiff > .05:
        un = u.copy()
        u[1:-1, 1:-1] = un[1:-1, 1:-1] + dt * (nu * (un[1:-1, 2:] - 2 * un[1:-1, 1:-1] + un[1:-1, :-2]) + F)
        u[1:-1, -1] = un[1:-1, -1] + F * dt
        u[1:-1, 0] = un[1:-1, 0] + F * dt
        u[0, :] = 0
        u[-1, :] = 0
        udiff = (np.sum(u) - np.sum(un)) / np.sum(u)
        stepcount += 1
    return stepcount

BET_M = 0.5
BET_P = 0.5

@prog(lambda n: (U(n,n,7), U(n,n,7), U(n+1,n,7), U(n,n,7), U(n,n,7), 0.01), grad=False)
def vadv(utens_stage, u_stage, wcon, u_pos, utens, dtr_stage):
    I, J, K = utens_stage.shape[0], utens_stage.shape[1], utens_stage.shape[2]
    ccol = np.ndarray((I, J, K), dtype=utens_stage.dtype)
    dcol = np.ndarray((I, J, K), dtype=utens_stage.dtype)
    data_col = np.ndarray((I, J), dtype=utens_stage.dtype)
    for k in range(1):
        gcv = 0.25 * (wcon[1:, :, k + 1] + wcon[:-1, :, k + 1])
        cs = gcv * BET_M
        ccol[:, :, k] = gcv * BET_P
        bcol = dtr_stage - ccol[:, :, k]
        correction_term = -cs * (u_stage[:, :, k + 1] - u_stage[:, :, k])
        dcol[:, :, k] = (dtr_stage * u_pos[:, :, k] + utens[:, :, k] + utens_stage[:, :, k] + correction_term)
        divided = 1.0 / bcol
        ccol[:, :, k] = ccol[:, :, k] * divided
        dcol[:, :, k] = dcol[:, :, k] * divided
    for k in range(1, K - 1):
        gav = -0.25 * (wcon[1:, :, k] + wcon[:-1, :, k])
        gcv = 0.25 * (wcon[1:, :, k + 1] + wcon[:-1, :, k + 1])
        as_ = gav * BET_M
        cs = gcv * BET_M
        acol = gav * BET_P
        ccol[:, :, k] = gcv * BET_P
        bcol = dtr_stage - acol - ccol[:, :, k]
        correction_term = -as_ * (u_stage[:, :, k - 1] - u_stage[:, :, k]) - cs * (u_stage[:, :, k + 1] - u_stage[:, :, k])
        dcol[:, :, k] = (dtr_stage * u_pos[:, :, k] + utens[:, :, k] + utens_stage[:, :, k] + correction_term)
        divided = 1.0 / (bcol - ccol[:, :, k - 1] * acol)
        ccol[:, :, k] = ccol[:, :, k] * divided
        dcol[:, :, k] = (dcol[:, :, k] - (dcol[:, :, k - 1]) * acol) * divided
    for k in range(K - 1, K):
        gav = -0.25 * (wcon[1:, :, k] + wcon[:-1, :, k])
        as_ = gav * BET_M
        acol = gav * BET_P
        bcol = dtr_stage - acol
        correction_term = -as_ * (u_stage[:, :, k - 1] - u_stage[:, :, k])
        dcol[:, :, k] = (dtr_stage * u_pos[:, :, k] + utens[:, :, k] + utens_stage[:, :, k] + correction_term)
        divided = 1.0 / (bcol - ccol[:, :, k - 1] * acol)
        dcol[:, :, k] = (dcol[:, :, k] - (dcol[:, :, k - 1]) * acol) * divided
    for k in range(K - 1, K - 2, -1):
        datacol = dcol[:, :, k]
        data_col[:] = datacol
        utens_stage[:, :, k] = dtr_stage * (datacol - u_pos[:, :, k])
    for k in range(K - 2, -1, -1):
        datacol = dcol[:, :, k] - ccol[:, :, k] * data_col[:, :]
        data_col[:] = datacol
        utens_stage[:, :, k] = dtr_stage * (datacol - u_pos[:, :, k])

@prog(lambda n: (U(n+4,n+4,3), np.zeros((n,n,3)), U(n,n,3)), grad=False)
def hdiff(in_field, out_field, coeff):
    I, J, K = out_field.shape[0], out_field.shape[1], out_field.shape[2]
    lap_field = 4.0 * in_field[1:I + 3, 1:J + 3, :] - (in_field[2:I + 4, 1:J + 3, :] + in_field[0:I + 2, 1:J + 3, :] + in_field[1:I + 3, 2:J + 4, :] + in_field[1:I + 3, 0:J + 2, :])
    res = lap_field[1:, 1:J + 1, :] - lap_field[:-1, 1:J + 1, :]
    flx_field = np.where((res * (in_field[2:I + 3, 2:J + 2, :] - in_field[1:I + 2, 2:J + 2, :])) > 0, 0, res)
    res = lap_field[1:I + 1, 1:, :] - lap_field[1:I + 1, :-1, :]
    fly_field = np.where((res * (in_field[2:I + 2, 2:J + 3, :] - in_field[2:I + 2, 1:J + 2, :])) > 0, 0, res)
    out_field[:, :, :] = in_field[2:I + 2, 2:J + 2, :] - coeff[:, :, :] * (flx_field[1:, :, :] - flx_field[:-1, :, :] + fly_field[:, 1:, :] - fly_field[:, :-1, :])

@prog(lambda n: (U(n, n, n), 3))
def heat3(A, T):
    B = A.copy()
    for t in range(1, T):
        B[1:-1, 1:-1, 1:-1] = (0.125 * (A[2:, 1:-1, 1:-1] - 2.0 * A[1:-1, 1:-1, 1:-1] + A[:-2, 1:-1, 1:-1]) + 0.125 * (A[1:-1, 2:, 1:-1] - 2.0 * A[1:-1, 1:-1, 1:-1] + A[1:-1, :-2, 1:-1]) + A[1:-1, 1:-1, 1:-1])
        A[1:-1, 1:-1, 1:-1] = (0.125 * (B[2:, 1:-1, 1:-1] - 2.0 * B[1:-1, 1:-1, 1:-1] + B[:-2, 1:-1, 1:-1]) + B[1:-1, 1:-1, 1:-1])
    return B

@prog(lambda n: (U(n, n), U(n, n), 0.1))
def gray_scott(u, v, dt):
    def laplace(z):
        return (np.roll(z, 1, 0) + np.roll(z, -1, 0) + np.roll(z, 1, axis=1) + np.roll(z, -1, axis=1) - 4 * z)
    for _ in range(5):
        uvv = u * v**2
        u += dt * (0.16 * laplace(u) - uvv + 0.06 * (1 - u))
        v += dt * (0.08 * laplace(v) + uvv - 0.12 * v)

@prog(lambda n: ((np.random.default_rng(n).random((n, n)) > .5).astype(np.int64), 4))
def life(grid, steps):
    for _ in range(steps):
        nbrs = sum(np.roll(np.roll(grid, i, 0), j, 1) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i != 0 or j != 0))
        grid = ((nbrs == 3) | ((grid == 1) & (nbrs == 2))).astype(grid.dtype)
    return grid

@prog(lambda n: (U(n, n), U(n, n), 0.4, 3), (8, 10, 13))
def wave(u, uprev, c2, nt):
    n, m = u.shape
    for k in range(nt):
        unew = np.zeros((n, m))
        unew[1:-1, 1:-1] = 2*u[1:-1, 1:-1] - uprev[1:-1, 1:-1] + c2*(u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4*u[1:-1, 1:-1])
        uprev, u = u, unew
    return u

@prog(lambda n: (U(2*n), 0.01, 5), (6, 8, 11))
def weno_like(u, dt, steps):
    def flux(q): return 0.5 * q * q
    def minmod(a, b): return np.where(a * b > 0, np.where(np.abs(a) < np.abs(b), a, b), 0.0)
    for _ in range(steps):
        ext = np.concatenate((u[-2:], u, u[:2]))
        d = np.diff(ext)
        s = minmod(d[:-1], d[1:])
        left = ext[1:-1] + 0.5 * s
        right = ext[1:-1] - 0.5 * s
        f = 0.5 * (flux(left[:-1]) + flux(right[1:])) - 0.5 * np.maximum(abs(left[:-1]), abs(right[1:])) * (right[1:] - left[:-1])
        u = u - dt * (f[1:] - f[:-1])
    return u

def smooth(u, f, h, its):
    for _ in range(its):
        u[1:-1] = 0.5 * (u[2:] + u[:-2] + h * h * f[1:-1])

def vcycle(u, f, h):
    n = u.shape[0]
    smooth(u, f, h, 3)
    if n <= 3:
        return u
    r = np.zeros_like(u)
    r[1:-1] = f[1:-1] + (u[2:] - 2 * u[1:-1] + u[:-2]) / h**2
    rc = r[::2].copy()
    e = vcycle(np.zeros_like(rc), rc, 2 * h)
    full = np.zeros_like(u)
    full[::2] = e
    full[1::2] = 0.5 * (e[:-1] + e[1:])
    u += full
    smooth(u, f, h, 3)
    return u

@prog(lambda n: (np.zeros(17), U(17)), (1, 2, 3))
def multigrid(u, f):
    h = 1.0 / (len(u) - 1)
    for k in range(3):
        u = vcycle(u, f, h)
    return u

@prog(lambda n: (U(n, n) * 10, U(n, n)), grad=False)
def upwind(c, vel):
    dt, dx = .1, 1.
    pos = np.maximum(vel, 0)
    neg = np.minimum(vel, 0.)
    for n in range(3):
        cn = np.pad(c, 1, mode='edge')
        c -= dt / dx * (pos * (cn[1:-1, 1:-1] - cn[1:-1, :-2]) + neg * (cn[1:-1, 2:] - cn[1:-1, 1:-1]))
    return c.sum(), c.max(axis=0, keepdims=True)

@prog(lambda n: (U(9, n, n), 3, 0.7))
def lattice_boltzmann(F, T, tau):
    cxs = np.array([0, 0, 1, 1, 1, 0, -1, -1, -1])
    cys = np.array([0, 1, 1, 0, -1, -1, -1, 0, 1])
    weights = np.array([4/9, 1/9, 1/36, 1/9, 1/36, 1/9, 1/36, 1/9, 1/36])
    for it in range(T):
        for i, cx, cy in zip(range(9), cxs, cys):
            F[i, :, :] = np.roll(F[i, :, :], cx, axis=1)
            F[i, :, :] = np.roll(F[i, :, :], cy, axis=0)
        rho = np.sum(F, 0)
        ux = np.sum(F * cxs[:, None, None], 0) / rho
        uy = np.sum(F * cys[:, None, None], 0) / rho
        Feq = np.zeros(F.shape)
        for i, cx, cy, w in zip(range(9), cxs, cys, weights):
            Feq[i, :, :] = rho * w * (1 + 3*(cx*ux + cy*uy) + 9*(cx*ux + cy*uy)**2/2 - 3*(ux**2 + uy**2)/2)
        F += -(1.0 / tau) * (F - Feq)
    return F
