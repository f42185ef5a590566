import jax
import jax.numpy as jnp
from jax import lax

DEEPEST = 60


@jax.jit
def integrate(damping, chirp, lo, hi, tol):
    def one(given):
        a, b = given

        def wave(x):
            return jnp.exp(-a * x) * jnp.cos(b * x * x)

        def turn(state):
            stack, top, count, total = state
            top = top - 1
            left, right, fa, fm, fb, whole, eps = stack[top]
            mid = 0.5 * (left + right)
            fl, fr = wave(0.5 * (left + mid)), wave(0.5 * (mid + right))
            sl = (mid - left) * (fa + 4.0 * fl + fm) / 6.0
            sr = (right - mid) * (fm + 4.0 * fr + fb) / 6.0
            gap = sl + sr - whole
            done = (jnp.abs(gap) <= 15.0 * eps) | (top + 2 > DEEPEST)
            after = jnp.stack([jnp.stack([mid, right, fm, fr, fb, sr, 0.5 * eps]), jnp.stack([left, mid, fa, fl, fm, sl, 0.5 * eps])])
            stack = lax.dynamic_update_slice(stack, after, (top, 0))
            return stack, jnp.where(done, top, top + 2), count + 2, total + jnp.where(done, sl + sr + gap / 15.0, 0.0)
        fa, fm, fb = wave(lo), wave(0.5 * (lo + hi)), wave(hi)
        first = jnp.stack([jnp.asarray(lo), jnp.asarray(hi), fa, fm, fb, (hi - lo) * (fa + 4.0 * fm + fb) / 6.0, jnp.asarray(tol)])
        stack = jnp.zeros((DEEPEST + 2, 7)).at[0].set(first)
        _, _, count, total = lax.while_loop(lambda s: s[1] > 0, turn, (stack, 1, 3, 0.0))
        return total, count
    return lax.map(one, (damping, chirp))
