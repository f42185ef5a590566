import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def components(start, target):
    """A machine that takes one edge or closes one place in each turn; a root lies on the path like any other place."""
    n = len(start) - 1
    target = jnp.append(target, 0)

    def search(root, state):
        def turn(state):
            order, low, component, edge, stack, top, path, depth, count, found = state
            v = path[depth - 1]
            new = order[v] < 0
            order = order.at[v].set(jnp.where(new, count, order[v]))
            low = low.at[v].set(jnp.where(new, count, low[v]))
            stack = stack.at[jnp.where(new, top, n)].set(v, mode="drop")
            count, top = count + new, top + new
            more = edge[v] < start[v + 1]
            w = target[edge[v]]
            edge = edge.at[v].add(more)
            fresh = more & (order[w] < 0)
            path = path.at[jnp.where(fresh, depth, n)].set(w, mode="drop")
            back = more & ~fresh & (component[w] < 0)
            low = low.at[v].min(jnp.where(back, order[w], low[v]))
            depth = jnp.where(more, depth + fresh, depth - 1)
            u = path[jnp.maximum(depth - 1, 0)]
            low = low.at[u].min(jnp.where(more | (depth == 0), low[u], low[v]))
            closed = ~more & (low[v] == order[v])

            def pop(s):
                component, top, _ = s
                w = stack[top - 1]
                return component.at[w].set(found), top - 1, w != v

            component, top, _ = lax.while_loop(lambda s: s[2], pop, (component, top, closed))
            return order, low, component, edge, stack, top, path, depth, count, found + closed

        order, low, component, edge, stack, top, path, depth, count, found = state
        unseen = order[root] < 0
        state = order, low, component, edge, stack, top, path.at[0].set(root), jnp.where(unseen, 1, 0), count, found
        return lax.while_loop(lambda s: s[7] > 0, turn, state)

    none, zeros = jnp.full(n, -1), jnp.zeros(n, jnp.int64)
    zero = jnp.int64(0)
    state = lax.fori_loop(0, n, search, (none, zeros, none, start[:-1], zeros, zero, zeros, zero, zero, zero))
    return state[2], state[0], state[9]
