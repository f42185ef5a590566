"""Sphere tracing of a scene of signed distances: a fori_loop per ray under vmap, normals by jax.grad, soft shadows."""

import jax
import jax.numpy as jnp
import numpy as np


def sphere(p, centre, radius):
    return jnp.linalg.norm(p - centre) - radius


def box(p, half):
    q = jnp.abs(p) - half
    return jnp.sqrt(jnp.sum(jnp.maximum(q, 0.0) ** 2) + 1e-12) + jnp.minimum(jnp.max(q), 0.0)


def smooth_min(a, b, k):
    h = jnp.clip(0.5 + 0.5 * (b - a) / k, 0.0, 1.0)
    return b * (1.0 - h) + a * h - k * h * (1.0 - h)


def scene(p, spheres):
    d = jnp.min(jax.vmap(lambda s: sphere(p, s[:3], s[3]))(spheres))
    d = smooth_min(d, box(p - jnp.array([0.0, -0.3, 0.5]), jnp.array([0.6, 0.2, 0.3])), 0.2)
    return jnp.minimum(d, p[1] + 1.0)


def march(origin, direction, spheres):
    def step(_, t):
        return t + jnp.where(t < 20.0, scene(origin + t * direction, spheres), 0.0)

    return jax.lax.fori_loop(0, 40, step, 0.01)


def shadow(origin, light, spheres):
    def step(_, state):
        t, res = state
        h = scene(origin + t * light, spheres)
        return t + jnp.clip(h, 0.02, 0.5), jnp.minimum(res, 8.0 * h / t)

    _, res = jax.lax.fori_loop(0, 16, step, (0.05, 1.0))
    return jnp.clip(res, 0.0, 1.0)


def shade(direction, origin, light, spheres):
    t = march(origin, direction, spheres)
    p = origin + t * direction
    normal = jax.grad(scene)(p, spheres)
    normal = normal / (jnp.linalg.norm(normal) + 1e-6)
    diffuse = jnp.maximum(jnp.dot(normal, light), 0.0) * shadow(p + 0.01 * normal, light, spheres)
    return jnp.where(t < 20.0, 0.1 + 0.9 * diffuse, 0.05)


@jax.jit
def ray_march(directions, origin, light, spheres):
    return jax.vmap(jax.vmap(shade, in_axes=(0, None, None, None)), in_axes=(0, None, None, None))(directions, origin, light, spheres)


def initialize(preset):
    h, w, n = {"S": (20, 32, 3), "L": (120, 160, 5)}[preset]
    y, x = np.meshgrid(np.linspace(0.7, -0.7, h), np.linspace(-1.0, 1.0, w), indexing="ij")
    d = np.stack([x, y, 1.5 * np.ones_like(x)], -1)
    d /= np.linalg.norm(d, axis=-1, keepdims=True)
    rng = np.random.default_rng(5)
    spheres = np.concatenate([rng.uniform([-1.2, -0.6, 0.0], [1.2, 0.8, 1.5], (n, 3)), rng.uniform(0.2, 0.5, (n, 1))], 1)
    light = np.array([0.5, 0.8, -0.4])
    return (jnp.asarray(d, jnp.float32), jnp.array([0.0, 0.2, -3.5]), jnp.asarray(light / np.linalg.norm(light), jnp.float32),
            jnp.asarray(spheres, jnp.float32))
