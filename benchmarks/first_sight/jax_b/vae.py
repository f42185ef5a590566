"""A variational autoencoder: reparameterisation, the evidence bound with a weight on its divergence, importance-weighted bounds, Adam."""

import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
from jax.scipy.special import logsumexp
from jax.scipy.stats import norm


class Encoder(nn.Module):
    latents: int

    @nn.compact
    def __call__(self, x):
        h = nn.gelu(nn.Dense(32, name="fc1")(x))
        return nn.Dense(self.latents, name="mean")(h), nn.Dense(self.latents, name="logvar")(h)


class VAE(nn.Module):
    latents: int
    pixels: int

    def setup(self):
        self.encoder = Encoder(self.latents)
        self.hidden = nn.Dense(32)
        self.out = nn.Dense(self.pixels)

    def decode(self, z):
        return self.out(nn.gelu(self.hidden(z)))

    def __call__(self, x, key, samples):
        mean, logvar = self.encoder(x)
        eps = jax.random.normal(key, (samples, *mean.shape))
        z = mean + jnp.exp(0.5 * logvar) * eps
        return self.decode(z), mean, logvar, z


def losses(model, params, x, key, beta, samples):
    logits, mean, logvar, z = model.apply({"params": params}, x, key, samples)
    logpx = -jnp.sum(nn.softplus(logits) - x * logits, axis=-1)
    kl = -0.5 * jnp.sum(1 + logvar - mean**2 - jnp.exp(logvar), axis=-1)
    logw = logpx + norm.logpdf(z).sum(-1) - norm.logpdf(z, mean, jnp.exp(0.5 * logvar)).sum(-1)
    bound = jnp.mean(logsumexp(logw, axis=0) - jnp.log(samples))
    return jnp.mean(beta * kl - logpx.mean(0)), bound


@jax.jit
def vae(params, moments, x, key, step):
    model = VAE(latents=4, pixels=x.shape[-1])
    key = jax.random.fold_in(key, step)
    beta = jnp.minimum(1.0, step / 100.0)
    (loss, bound), grads = jax.value_and_grad(lambda p: losses(model, p, x, key, beta, 3), has_aux=True)(params)
    m = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, moments[0], grads)
    v = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * jnp.square(g), moments[1], grads)
    t = step + 1.0
    new = jax.tree.map(lambda p, m, v: p - 1e-3 * (m / (1 - 0.9**t)) / (jnp.sqrt(v / (1 - 0.999**t)) + 1e-8), params, m, v)
    return new, (m, v), loss, bound


def initialize(preset):
    batch, pixels = {"S": (16, 36), "L": (1024, 784)}[preset]
    rng = np.random.default_rng(14)
    x = (rng.random((batch, pixels)) < 0.4).astype(np.float32)
    params = VAE(4, pixels).init(jax.random.key(2), x, jax.random.key(3), 1)["params"]
    zeros = jax.tree.map(jnp.zeros_like, params)
    return params, (zeros, jax.tree.map(lambda p: p + 1e-4, zeros)), x, jax.random.key(11), jnp.int32(20)
