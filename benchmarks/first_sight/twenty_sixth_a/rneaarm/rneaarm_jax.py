import jax
import jax.numpy as jnp


def one(q, qd, qdd, arm, mass, centre, inertia, gravity):
    joints = q.size
    w, dw, acc = jnp.zeros(3), jnp.zeros(3), jnp.array([0.0, 0.0, 1.0]) * gravity
    axis = jnp.array([0.0, 0.0, 1.0])
    turns, shifts, forces, moments = [], [], [], []
    for j in range(joints):
        c, s, ca, sa = jnp.cos(q[j]), jnp.sin(q[j]), jnp.cos(arm[1, j]), jnp.sin(arm[1, j])
        R = jnp.array([[c, -s, 0.0], [s * ca, c * ca, -sa], [s * sa, c * sa, ca]])
        p = jnp.array([arm[0, j], -sa * arm[2, j], ca * arm[2, j]])
        acc = R.T @ (jnp.cross(dw, p) + jnp.cross(w, jnp.cross(w, p)) + acc)
        w = R.T @ w
        dw = R.T @ dw + jnp.cross(w, qd[j] * axis) + qdd[j] * axis
        w = w + qd[j] * axis
        forces.append(mass[j] * (jnp.cross(dw, centre[j]) + jnp.cross(w, jnp.cross(w, centre[j])) + acc))
        moments.append(inertia[j] @ dw + jnp.cross(w, inertia[j] @ w))
        turns.append(R)
        shifts.append(p)
    f, n, tau = jnp.zeros(3), jnp.zeros(3), []
    for j in range(joints - 1, -1, -1):
        if j < joints - 1:
            f, n = turns[j + 1] @ f, turns[j + 1] @ n
            n = n + jnp.cross(shifts[j + 1], f)
        n = n + moments[j] + jnp.cross(centre[j], forces[j])
        f = f + forces[j]
        tau.append(n[2])
    tau = jnp.stack(tau[::-1])
    return tau, jnp.sum(tau * qd), f


@jax.jit
def rneaarm(q, qd, qdd, arm, mass, centre, inertia, gravity=9.81):
    return jax.vmap(one, in_axes=(0, 0, 0, None, None, None, None, None))(q, qd, qdd, arm, mass, centre, inertia, gravity)
