import jax
import jax.numpy as jnp

CIRCLE = ((-3, 0), (-3, 1), (-2, 2), (-1, 3), (0, 3), (1, 3), (2, 2), (3, 1),
          (3, 0), (3, -1), (2, -2), (1, -3), (0, -3), (-1, -3), (-2, -2), (-3, -1))


def windows(diff, pick):
    """The least (or most) of nine in a row, by runs of two, four and eight."""
    two = [pick(diff[k], diff[(k + 1) % 16]) for k in range(16)]
    four = [pick(two[k], two[(k + 2) % 16]) for k in range(16)]
    eight = [pick(four[k], four[(k + 4) % 16]) for k in range(16)]
    return [pick(eight[k], diff[(k + 8) % 16]) for k in range(16)]


@jax.jit
def fastnine(image, threshold):
    h, w = image.shape
    wide = image.astype(jnp.int16)
    diff = [wide[3 + dy:h - 3 + dy, 3 + dx:w - 3 + dx] - wide[3:-3, 3:-3] for dy, dx in CIRCLE]
    score = jnp.zeros((h - 6, w - 6), dtype=jnp.int16)
    for least, most in zip(windows(diff, jnp.minimum), windows(diff, jnp.maximum), strict=True):
        score = jnp.maximum(score, jnp.maximum(least, -most))
    score = jnp.where(score <= threshold, jnp.int16(0), score)
    padded = jnp.pad(score, 1)
    highest = score
    for dy in range(3):
        for dx in range(3):
            highest = jnp.maximum(highest, padded[dy:dy + h - 6, dx:dx + w - 6])
    corners = jnp.pad((score > 0) & (score >= highest), 3)
    return corners, score, jnp.count_nonzero(corners)
