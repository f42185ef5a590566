import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def fit(start, t, y, limit):
    def misfit(p):
        return jnp.sum((y - (p[0] * jnp.exp(-p[1] * t) * jnp.cos(p[2] * t) + p[3])) ** 2)

    def one(first):
        simplex = jnp.concatenate([first[None], first + jnp.diag(0.1 * first + 0.01)])
        f = jax.vmap(misfit)(simplex)

        def ordered(simplex, f):
            order = jnp.argsort(f, stable=True)
            return simplex[order], f[order]

        def turn(s):
            simplex, f, used = s
            middle = simplex[:-1].mean(axis=0)
            turned = 2.0 * middle - simplex[-1]
            ft = misfit(turned)
            outward, reflected = ft < f[0], ft < f[-2]
            other = jnp.where(outward, 3.0 * middle - 2.0 * simplex[-1], 0.5 * (middle + jnp.where(ft < f[-1], turned, simplex[-1])))
            fo = misfit(other)
            take = jnp.where(outward, fo < ft, ~reflected)
            shrink = ~reflected & (fo >= jnp.minimum(ft, f[-1]))
            moved = simplex.at[-1].set(jnp.where(take, other, turned)), f.at[-1].set(jnp.where(take, fo, ft))
            small = simplex.at[1:].set(0.5 * (simplex[0] + simplex[1:]))
            s = lax.cond(shrink, lambda: (small, f.at[1:].set(jax.vmap(misfit)(small[1:]))), lambda: moved)
            return (*ordered(*s), used + 1)

        s = lax.while_loop(lambda s: (s[2] < limit) & (s[1][-1] - s[1][0] >= 1e-9), turn, (*ordered(simplex, f), 0))
        least = jnp.argmin(s[1])
        return s[0][least], s[1][least], s[2]

    return lax.map(one, start)
