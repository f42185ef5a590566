"""Programs on grids: stencils, time loops, flow solvers, particle codes, masks."""

import numpy as np

from tests.lift.numpy.case import SUMS, Case


def jacobi_1d(TSTEPS, A, B):
    for t in range(1, TSTEPS):
        B[1:-1] = 0.33333 * (A[:-2] + A[1:-1] + A[2:])
        A[1:-1] = 0.33333 * (B[:-2] + B[1:-1] + B[2:])


def seidel_2d(TSTEPS, N, A):
    for t in range(0, TSTEPS - 1):
        for i in range(1, N - 1):
            A[i, 1:-1] += (A[i - 1, :-2] + A[i - 1, 1:-1] + A[i - 1, 2:] + A[i, 2:] + A[i + 1, :-2] + A[i + 1, 1:-1] + A[i + 1, 2:])
            for j in range(1, N - 1):
                A[i, j] += A[i, j - 1]
                A[i, j] /= 9.0


def adi(TSTEPS, N, u):
    v = np.empty(u.shape, dtype=u.dtype)
    p = np.empty(u.shape, dtype=u.dtype)
    q = np.empty(u.shape, dtype=u.dtype)
    DX = 1.0 / N
    DT = 1.0 / TSTEPS
    mul1 = 2.0 * DT / (DX * DX)
    a = -mul1 / 2.0
    b = 1.0 + mul1
    c = a
    for t in range(1, TSTEPS + 1):
        v[0, 1:N - 1] = 1.0
        p[1:N - 1, 0] = 0.0
        q[1:N - 1, 0] = v[0, 1:N - 1]
        for j in range(1, N - 1):
            p[1:N - 1, j] = -c / (a * p[1:N - 1, j - 1] + b)
            q[1:N - 1, j] = (-a * u[j, 0:N - 2] + (1.0 + 2.0 * a) * u[j, 1:N - 1] - a * u[j, 2:N] - a * q[1:N - 1, j - 1]) / (
                a * p[1:N - 1, j - 1] + b)
        v[N - 1, 1:N - 1] = 1.0
        for j in range(N - 2, 0, -1):
            v[j, 1:N - 1] = p[1:N - 1, j] * v[j + 1, 1:N - 1] + q[1:N - 1, j]
        u[1:N - 1, 1:N - 1] = v[1:N - 1, 1:N - 1].T


def fdtd_2d(TMAX, ex, ey, hz, _fict_):
    for t in range(TMAX):
        ey[0, :] = _fict_[t]
        ey[1:, :] -= 0.5 * (hz[1:, :] - hz[:-1, :])
        ex[:, 1:] -= 0.5 * (hz[:, 1:] - hz[:, :-1])
        hz[:-1, :-1] -= 0.7 * (ex[:-1, 1:] - ex[:-1, :-1] + ey[1:, :-1] - ey[:-1, :-1])


def deriche(alpha, img):
    k = (1.0 - np.exp(-alpha)) * (1.0 - np.exp(-alpha)) / (1.0 + alpha * np.exp(-alpha) - np.exp(2.0 * alpha))
    a1 = a5 = k
    b1 = 2.0 ** (-alpha)
    y1 = np.empty_like(img)
    y1[:, 0] = a1 * img[:, 0]
    y1[:, 1] = a1 * img[:, 1] + a5 * img[:, 0] + b1 * y1[:, 0]
    for j in range(2, img.shape[1]):
        y1[:, j] = a1 * img[:, j] + a5 * img[:, j - 1] + b1 * y1[:, j - 1]
    y2 = np.empty_like(img)
    y2[:, -1] = 0.0
    y2[:, -2] = a5 * img[:, -1]
    for j in range(img.shape[1] - 3, -1, -1):
        y2[:, j] = a5 * img[:, j + 1] + b1 * y2[:, j + 1]
    return y1 + y2


def build_up_b(b, rho, dt, u, v, dx, dy):
    b[1:-1, 1:-1] = (rho * (1 / dt * ((u[1:-1, 2:] - u[1:-1, 0:-2]) / (2 * dx) + (v[2:, 1:-1] - v[0:-2, 1:-1]) / (2 * dy)) -
                            ((u[1:-1, 2:] - u[1:-1, 0:-2]) / (2 * dx))**2))


def pressure_poisson(nit, p, dx, dy, b):
    pn = np.empty_like(p)
    pn = p.copy()
    for q in range(nit):
        pn = p.copy()
        p[1:-1, 1:-1] = (((pn[1:-1, 2:] + pn[1:-1, 0:-2]) * dy**2 + (pn[2:, 1:-1] + pn[0:-2, 1:-1]) * dx**2) /
                         (2 * (dx**2 + dy**2)) - dx**2 * dy**2 / (2 * (dx**2 + dy**2)) * b[1:-1, 1:-1])
        p[:, -1] = p[:, -2]
        p[0, :] = p[1, :]
        p[-1, :] = 0


def cavity_flow(nx, ny, nt, nit, u, v, dt, dx, dy, p, rho, nu):
    un = np.empty_like(u)
    vn = np.empty_like(v)
    b = np.zeros((ny, nx))
    for n in range(nt):
        un = u.copy()
        vn = v.copy()
        build_up_b(b, rho, dt, u, v, dx, dy)
        pressure_poisson(nit, p, dx, dy, b)
        u[1:-1, 1:-1] = un[1:-1, 1:-1] - un[1:-1, 1:-1] * dt / dx * (un[1:-1, 1:-1] - un[1:-1, 0:-2]) - dt / (2 * rho * dx) * (
            p[1:-1, 2:] - p[1:-1, 0:-2])
        v[1:-1, 1:-1] = vn[1:-1, 1:-1] - nu * (vn[1:-1, 1:-1] - vn[0:-2, 1:-1])
        u[0, :] = 0
        u[-1, :] = 1
        v[:, 0] = v[:, -1] = 0


def channel_flow(nit, u, dt, tolerance):
    udiff = 1
    stepcount = 0
    while udiff > tolerance:
        un = u.copy()
        u[1:-1, 1:-1] = un[1:-1, 1:-1] + dt * (un[1:-1, 2:] - 2 * un[1:-1, 1:-1] + un[1:-1, :-2]) + dt
        u[1:-1, -1] = un[1:-1, -1] + dt * (un[1:-1, 0] - 2 * un[1:-1, -1] + un[1:-1, -2])
        u[0, :] = 0
        u[-1, :] = 0
        udiff = (np.sum(u) - np.sum(un)) / np.sum(u)
        stepcount += 1
    return stepcount


def vertical_advection(utens, u, wcon, dtr):
    I, J, K = u.shape
    ccol = np.ndarray((I, J, K), dtype=utens.dtype)
    dcol = np.ndarray((I, J, K), dtype=utens.dtype)
    data_col = np.ndarray((I, J), dtype=utens.dtype)
    for k in range(1):
        gcv = 0.25 * (wcon[1:, :, k + 1] + wcon[:-1, :, k + 1])
        ccol[:, :, k] = gcv * 0.5
        dcol[:, :, k] = dtr * u[:, :, k] + utens[:, :, k] - gcv * (u[:, :, k + 1] - u[:, :, k])
        divided = 1.0 / dtr
        ccol[:, :, k] = ccol[:, :, k] * divided
    for k in range(1, K - 1):
        gav = -0.25 * (wcon[1:, :, k] + wcon[:-1, :, k])
        as_ = gav * 0.3
        bcol = dtr - as_
        dcol[:, :, k] = dtr * u[:, :, k] - as_ * (u[:, :, k - 1] - u[:, :, k])
        divided = 1.0 / (bcol - ccol[:, :, k - 1] * as_)
        ccol[:, :, k] = as_ * divided + divided
        dcol[:, :, k] = (dcol[:, :, k] - dcol[:, :, k - 1] * as_) * divided
    for k in range(K - 1, K - 2, -1):
        datacol = dcol[:, :, k - 1]
        data_col[:] = datacol
        utens[:, :, k] = dtr * (datacol - u[:, :, k])
    for k in range(K - 2, -1, -1):
        datacol = dcol[:, :, k] - ccol[:, :, k] * data_col[:, :]
        data_col[:] = datacol
        utens[:, :, k] = dtr * (datacol - u[:, :, k])


def relu(x):
    return np.maximum(x, 0)


def conv2d(input, weights):
    K = weights.shape[0]
    N = input.shape[0]
    H_out = input.shape[1] - K + 1
    W_out = input.shape[2] - K + 1
    C_out = weights.shape[3]
    output = np.empty((N, H_out, W_out, C_out), dtype=np.float32)
    for i in range(H_out):
        for j in range(W_out):
            output[:, i, j, :] = np.sum(
                input[:, i:i + K, j:j + K, :, np.newaxis] * weights[np.newaxis, :, :, :],
                axis=(1, 2, 3),
            )
    return output


def maxpool2d(x):
    output = np.empty([x.shape[0], x.shape[1] // 2, x.shape[2] // 2, x.shape[3]], dtype=x.dtype)
    for i in range(x.shape[1] // 2):
        for j in range(x.shape[2] // 2):
            output[:, i, j, :] = np.max(x[:, 2 * i:2 * i + 2, 2 * j:2 * j + 2, :], axis=(1, 2))
    return output


def lenet(input, conv1, bias, fc, N, C_before_fc):
    x = relu(conv2d(input, conv1) + bias)
    x = maxpool2d(x)
    x = np.reshape(x, (N, C_before_fc))
    return relu(x @ fc)


def softmax(x):
    tmp_max = np.max(x, axis=-1, keepdims=True)
    tmp_out = np.exp(x - tmp_max)
    tmp_sum = np.sum(tmp_out, axis=-1, keepdims=True)
    return tmp_out / tmp_sum


def batchnorm2d(x, eps=1e-5):
    mean = np.mean(x, axis=0, keepdims=True)
    std = np.std(x, axis=0, keepdims=True)
    return (x - mean) / np.sqrt(std + eps)


def mandelbrot(xmin, xmax, ymin, ymax, xn, yn, maxiter, horizon=2.0):
    X = np.linspace(xmin, xmax, xn, dtype=np.float64)
    Y = np.linspace(ymin, ymax, yn, dtype=np.float64)
    C = X + Y[:, None] * 1j
    N = np.zeros(C.shape, dtype=np.int64)
    Z = np.zeros(C.shape, dtype=np.complex128)
    for n in range(maxiter):
        I = np.less(abs(Z), horizon)
        N[I] = n
        Z[I] = Z[I]**2 + C[I]
    N[maxiter - 1 == N] = 0
    return Z, N


def get_acc(pos, mass, G, softening):
    x = pos[:, 0:1]
    y = pos[:, 1:2]
    dx = x.T - x
    dy = y.T - y
    inv_r3 = (dx**2 + dy**2 + softening**2)
    I = inv_r3 > 0
    np.power(inv_r3, -1.5, out=inv_r3, where=I)
    ax = G * (dx * inv_r3) @ mass
    ay = G * (dy * inv_r3) @ mass
    return np.hstack((ax, ay))


def get_energy(pos, vel, mass, G):
    KE = 0.5 * np.sum(mass * vel**2)
    x = pos[:, 0:1]
    dx = x.T - x
    inv_r = np.sqrt(dx**2)
    I = inv_r > 0
    np.divide(1.0, inv_r, out=inv_r, where=I)
    PE = G * np.sum(np.triu(-(mass * mass.T) * inv_r, 1))
    return KE, PE


def nbody_energy(mass, pos, vel, N, Nt, dt, G, softening):
    vel -= np.mean(mass * vel, axis=0) / np.mean(mass)
    acc = get_acc(pos, mass, G, softening)
    KE = np.ndarray(Nt + 1, dtype=np.float64)
    PE = np.ndarray(Nt + 1, dtype=np.float64)
    KE[0], PE[0] = get_energy(pos, vel, mass, G)
    t = 0.0
    for i in range(Nt):
        vel += acc * dt / 2.0
        pos += vel * dt
        acc = get_acc(pos, mass, G, softening)
        vel += acc * dt / 2.0
        t += dt
        KE[i + 1], PE[i + 1] = get_energy(pos, vel, mass, G)
    return KE, PE


def azimint(data, radius, npt):
    rmax = radius.max()
    res = np.zeros(npt, dtype=np.float64)
    for i in range(npt):
        r1 = rmax * i / npt
        r2 = rmax * (i + 1) / npt
        mask_r12 = np.logical_and((r1 <= radius), (radius < r2))
        values_r12 = data[mask_r12]
        res[i] = values_r12.mean()
    return res


def azimint_hist(data, radius, npt):
    histu = np.histogram(radius, npt)[0]
    histw = np.histogram(radius, npt, weights=data)[0]
    return histw / histu


def spmv(A_row, A_col, A_val, x):
    y = np.empty(A_row.size - 1, A_val.dtype)
    for i in range(A_row.size - 1):
        cols = A_col[A_row[i]:A_row[i + 1]]
        vals = A_val[A_row[i]:A_row[i + 1]]
        y[i] = vals @ x[cols]
    return y


def spmv_loops(indptr, indices, data, x):
    n = len(indptr) - 1
    y = np.zeros(n)
    for i in range(n):
        total = 0.0
        for k in range(indptr[i], indptr[i + 1]):
            total += data[k] * x[indices[k]]
        y[i] = total
    return y


def stockham_fft(N, R, K, x, y):
    i_coord, j_coord = np.mgrid[0:R, 0:R]
    dft_mat = np.empty((R, R), dtype=np.complex128)
    dft_mat = np.exp(-2.0j * np.pi * i_coord * j_coord / R)
    y[:] = x[:]
    ii_coord, jj_coord = np.mgrid[0:R, 0:R**K]
    for i in range(K):
        yv = np.reshape(y, (R**i, R, R**(K - i - 1)))
        tmp_perm = np.transpose(yv, axes=(1, 0, 2))
        D = np.empty((R, R**i, R**(K - i - 1)), dtype=np.complex128)
        tmp = np.exp(-2.0j * np.pi * ii_coord[:, :R**i] * jj_coord[:, :R**i] / R**(i + 1))
        D[:] = np.repeat(np.reshape(tmp, (R, R**i, 1)), R**(K - i - 1), axis=2)
        tmp_twid = np.reshape(tmp_perm, (N, )) * np.reshape(D, (N, ))
        y[:] = np.reshape(dft_mat @ np.reshape(tmp_twid, (R, R**(K - 1))), (N, ))


def self_energies(neigh_idx, dH, G, D, Sigma):
    for k in range(G.shape[0]):
        for E in range(G.shape[1]):
            for q in range(D.shape[0]):
                for w in range(D.shape[1]):
                    for i in range(D.shape[-2]):
                        for j in range(D.shape[-1]):
                            for a in range(neigh_idx.shape[0]):
                                for b in range(neigh_idx.shape[1]):
                                    if E - w >= 0:
                                        dHG = G[k, E - w, neigh_idx[a, b]] @ dH[a, b, i]
                                        dHD = dH[a, b, j] * D[q, w, a, b, i, j]
                                        Sigma[k, E, a] += dHG @ dHD


def crc16(data, poly=0x8408):
    crc = 0xFFFF
    for b in data:
        cur_byte = 0xFF & b
        for _ in range(0, 8):
            if (crc & 0x0001) ^ (cur_byte & 0x0001):
                crc = (crc >> 1) ^ poly
            else:
                crc >>= 1
            cur_byte >>= 1
    crc = (~crc & 0xFFFF)
    crc = (crc << 8) | ((crc >> 8) & 0xFF)
    return crc & 0xFFFF


def go_fast(a):
    trace = 0.0
    for i in range(a.shape[0]):
        trace += np.tanh(a[i, i])
    return a + trace


def compute(array_1, array_2, a, b, c):
    return np.clip(array_1, 2, 10) * a + array_2 * b + c


def contour_integral(NR, NM, slab, Ham, int_pts, Y):
    P0 = np.zeros((NR, NM), dtype=np.complex128)
    P1 = np.zeros((NR, NM), dtype=np.complex128)
    for z in int_pts:
        Tz = np.zeros((NR, NR), dtype=np.complex128)
        for n in range(slab + 1):
            zz = np.power(z, slab / 2 - n)
            Tz += zz * Ham[n]
        X = Tz @ Y
        if abs(z) < 1.0:
            X = -X
        P0 += X
        P1 += z * X
    return P0, P1


def rng(seed=0):
    return np.random.default_rng(seed)


def mat(*shape, seed=0):
    return rng(seed).uniform(0.5, 1.5, shape)


def f32(*shape, seed=0):
    return mat(*shape, seed=seed).astype(np.float32)


def cx(*shape, seed=0):
    return mat(*shape, seed=seed) + 1j * mat(*shape, seed=seed + 1)


def csr(n, seed=0):
    counts = rng(seed).integers(0, 4, n)
    counts[0] = 0
    ptr = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    return ptr, rng(seed).integers(0, n, ptr[-1]).astype(np.int32), mat(ptr[-1]), mat(n)


def hamiltonian(n):
    return 3, 2, 2, cx(3, 3, 3), cx(n), cx(3, 2)


CASES = [
    Case(jacobi_1d, (5, mat(8), mat(8)), [(3, mat(11), mat(11))]),
    Case(seidel_2d, (4, 6, mat(6, 6)), [(3, 8, mat(8, 8))]),
    Case(adi, (4, 6, mat(6, 6)), [(3, 9, mat(9, 9))]),
    Case(fdtd_2d, (4, mat(5, 6), mat(5, 6), mat(5, 6), mat(4)), [(3, mat(7, 4), mat(7, 4), mat(7, 4), mat(3))]),
    Case(deriche, (0.25, mat(5, 7)), [(0.3, mat(4, 9))], SUMS),
    Case(deriche, (np.float32(0.25), f32(5, 7)), [(np.float32(0.3), f32(4, 9))], 1e-5),
    Case(cavity_flow, (6, 5, 3, 4, mat(5, 6), mat(5, 6), 0.001, 0.1, 0.2, mat(5, 6), 1.0, 0.1),
         [(8, 7, 2, 3, mat(7, 8), mat(7, 8), 0.001, 0.1, 0.2, mat(7, 8), 1.0, 0.1)], SUMS),
    Case(channel_flow, (5, mat(6, 6), 0.01, 0.01), [(5, mat(5, 8), 0.01, 0.001)], SUMS),
    Case(vertical_advection, (mat(4, 5, 6), mat(4, 5, 6), mat(5, 5, 6), 3.0), [(mat(3, 2, 7), mat(3, 2, 7), mat(4, 2, 7), 3.0)]),
    Case(lenet, (f32(2, 7, 7, 3), f32(2, 2, 3, 4), f32(4), f32(36, 5), 2, 36),
         [(f32(3, 7, 7, 3), f32(2, 2, 3, 4), f32(4), f32(36, 5), 3, 36)], 1e-6),
    Case(conv2d, (f32(2, 6, 6, 3), f32(3, 3, 3, 4)), [(f32(3, 8, 7, 2), f32(2, 2, 2, 5))], 1e-6),
    Case(softmax, (mat(2, 3, 4, 5),), [(mat(3, 2, 2, 6),)], SUMS),
    Case(batchnorm2d, (mat(4, 3, 3, 2),), [(mat(5, 2, 2, 3),)], 1e-12),
    Case(mandelbrot, (-2.25, 0.75, -1.25, 1.25, 7, 6, 10), [(-2.0, 0.5, -1.0, 1.0, 5, 9, 7)], 1e-12),
    Case(nbody_energy, (mat(5, 1), mat(5, 2), mat(5, 2), 5, 4, 0.01, 1.0, 0.1),
         [(mat(7, 1), mat(7, 2), mat(7, 2), 7, 3, 0.01, 1.0, 0.1)], 1e-11),
    Case(azimint, (mat(40), rng(1).uniform(0.0, 1.0, 40), 3), [(mat(70), rng(1).uniform(0.0, 1.0, 70), 4)], SUMS),
    Case(azimint_hist, (mat(40), mat(40, seed=1), 3), [(mat(70), mat(70, seed=1), 4)], SUMS),
    Case(spmv, csr(6), [csr(9, 3)], SUMS),
    Case(spmv_loops, csr(6), [csr(9, 3)]),
    Case(stockham_fft, (16, 2, 4, cx(16), cx(16)), [], SUMS),
    Case(self_energies, (np.array([[0, 1], [1, 0], [1, 1]], np.int32), cx(3, 2, 2, 2, 2), cx(2, 3, 3, 2, 2), cx(2, 2, 3, 2, 2, 2),
                         np.zeros((2, 3, 3, 2, 2), complex)), [], SUMS),
    Case(crc16, (rng().integers(0, 256, 9).astype(np.uint8),), [(rng(1).integers(0, 256, 20).astype(np.uint8),)]),
    Case(go_fast, (mat(5, 5),), [(mat(7, 7),)], SUMS),
    Case(compute, (rng().integers(0, 100, (4, 5)), rng(1).integers(0, 100, (4, 5)), 4, 3, 9),
         [(rng().integers(0, 100, (6, 2)), rng(1).integers(0, 100, (6, 2)), 1, 2, 3)]),
    Case(compute, (rng().integers(0, 100, (4, 5)), rng(1).integers(0, 100, (4, 5)), np.int64(4), np.int64(3), np.int64(9))),
    Case(contour_integral, hamiltonian(4), [hamiltonian(6)], SUMS),
]
