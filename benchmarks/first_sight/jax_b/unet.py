"""A small U-Net: strided and dilated convolutions down, transposed ones up, skip connections; one step of SGD with momentum."""

import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np


class Block(nn.Module):
    features: int
    dilation: int = 1

    @nn.compact
    def __call__(self, x):
        d = (self.dilation, self.dilation)
        y = nn.Conv(self.features, (3, 3), kernel_dilation=d)(x)
        y = nn.swish(nn.GroupNorm(num_groups=2)(y))
        y = nn.Conv(self.features, (3, 3), feature_group_count=2)(y)
        return nn.swish(y + nn.Conv(self.features, (1, 1))(x))


class UNet(nn.Module):
    widths: tuple = (4, 8, 16)

    @nn.compact
    def __call__(self, x):
        skips = []
        for width in self.widths[:-1]:
            x = Block(width)(x)
            skips.append(x)
            x = nn.Conv(width, (3, 3), strides=(2, 2))(x)
        x = Block(self.widths[-1], dilation=2)(x)
        for width, skip in zip(self.widths[-2::-1], skips[::-1]):
            x = nn.ConvTranspose(width, (4, 4), strides=(2, 2))(x)
            x = Block(width)(jnp.concatenate([x, skip], axis=-1))
        return nn.Conv(1, (1, 1))(x)[..., 0]


model = UNet()


def loss_fn(params, images, masks):
    logits = model.apply({"params": params}, images)
    bce = jnp.mean(jnp.maximum(logits, 0) - logits * masks + jnp.log1p(jnp.exp(-jnp.abs(logits))))
    p = nn.sigmoid(logits)
    dice = 1 - (2 * jnp.sum(p * masks, (1, 2)) + 1) / (jnp.sum(p + masks, (1, 2)) + 1)
    return bce + dice.mean()


@jax.jit
def unet(params, velocity, images, masks):
    loss, grads = jax.value_and_grad(loss_fn)(params, images, masks)
    velocity = jax.tree.map(lambda v, g, p: 0.9 * v + g + 1e-4 * p, velocity, grads, params)
    return jax.tree.map(lambda p, v: p - 0.05 * v, params, velocity), velocity, loss


def initialize(preset):
    batch, side = {"S": (1, 16), "L": (4, 48)}[preset]
    rng = np.random.default_rng(10)
    images = rng.normal(size=(batch, side, side, 1)).astype(np.float32)
    masks = (rng.random((batch, side, side)) < 0.3).astype(np.float32)
    params = model.init(jax.random.key(0), images)["params"]
    return params, jax.tree.map(jnp.zeros_like, params), images, masks
