import jax
import jax.numpy as jnp
from jax import lax

R = 8.314462618


def roots(c2, c1, c0):
    q = (c2 * c2 - 3.0 * c1) / 9.0
    r = (2.0 * c2 ** 3 - 9.0 * c2 * c1 + 27.0 * c0) / 54.0
    three = r * r < q ** 3
    root = jnp.sqrt(jnp.where(three, q, 1.0))
    angle = jnp.arccos(jnp.clip(jnp.where(three, r / root ** 3, 0.0), -1.0, 1.0))
    high = -2.0 * root * jnp.cos((angle + 2.0 * jnp.pi) / 3.0) - c2 / 3.0
    low = -2.0 * root * jnp.cos(angle / 3.0) - c2 / 3.0
    s = -jnp.sign(r) * jnp.cbrt(jnp.abs(r) + jnp.sqrt(jnp.where(three, 0.0, r * r - q ** 3)))
    alone = s + q / jnp.where(s == 0.0, 1.0, s) - c2 / 3.0
    return jnp.where(three, high, alone), jnp.where(three, low, alone)


def fugacities(x, cross, b, T, P, vapour):
    mixed = jnp.einsum("nij,nj->ni", cross, x)
    am, bm = jnp.sum(mixed * x, axis=1), x @ b
    A, B = am * P / (R * T) ** 2, bm * P / (R * T)
    high, low = roots(B - 1.0, A - 3.0 * B * B - 2.0 * B, -(A * B - B * B - B ** 3))
    Z = high if vapour else low
    share = b / bm[:, None]
    wide = jnp.log((Z + (1.0 + jnp.sqrt(2.0)) * B) / (Z + (1.0 - jnp.sqrt(2.0)) * B))
    pull = (A / (2.0 * jnp.sqrt(2.0) * B))[:, None] * (2.0 * mixed / am[:, None] - share) * wide[:, None]
    return share * (Z - 1.0)[:, None] - jnp.log(Z - B)[:, None] - pull


def rachford_rice(z, K):
    def halve(_, ends):
        low, high = ends
        mid = 0.5 * (low + high)
        g = jnp.sum(z * (K - 1.0) / (1.0 + mid[:, None] * (K - 1.0)), axis=1)
        return jnp.where(g > 0.0, mid, low), jnp.where(g > 0.0, high, mid)

    low, high = lax.fori_loop(0, 45, halve, (jnp.zeros(K.shape[0]), jnp.ones(K.shape[0])))
    return 0.5 * (low + high)


@jax.jit
def pengflash(z, tc, pc, omega, kij, T, P, tol=1e-8, most=200):
    n = T.size
    b = 0.07780 * R * tc / pc
    kappa = 0.37464 + 1.54226 * omega - 0.26992 * omega ** 2
    a = 0.45724 * (R * tc) ** 2 / pc * (1.0 + kappa * (1.0 - jnp.sqrt(T[:, None] / tc))) ** 2
    root = jnp.sqrt(a)
    cross = root[:, :, None] * (1.0 - kij) * root[:, None, :]
    K = pc / P[:, None] * jnp.exp(5.373 * (1.0 + omega) * (1.0 - tc / T[:, None]))

    def turn(state):
        K, share, liquid, vapour, turns, on = state
        v = rachford_rice(z, K)
        x = z / (1.0 + v[:, None] * (K - 1.0))
        y = K * x
        x, y = x / jnp.sum(x, axis=1, keepdims=True), y / jnp.sum(y, axis=1, keepdims=True)
        new = jnp.exp(fugacities(x, cross, b, T, P, False) - fugacities(y, cross, b, T, P, True))
        change = jnp.max(jnp.abs(new / K - 1.0), axis=1)
        wide = on[:, None]
        return (jnp.where(wide, new, K), jnp.where(on, v, share), jnp.where(wide, x, liquid), jnp.where(wide, y, vapour),
                turns + on, on & (change > tol))

    none = jnp.zeros((n, z.size))
    start = (K, jnp.zeros(n), none, none, jnp.zeros(n, jnp.int64), jnp.ones(n, bool))
    _, share, liquid, vapour, turns, _ = lax.while_loop(lambda s: jnp.any(s[5]) & (jnp.max(s[4]) < most), turn, start)
    return share, liquid, vapour, turns
