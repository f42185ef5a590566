import numpy as np


def silu(x):
    return x / (1.0 + np.exp(-x))


def mixture_of_experts(x, gate, up, down):
    """Each token goes to the two experts that its gate likes best."""
    tokens, experts = x.shape[0], gate.shape[1]
    logits = x @ gate
    logits -= logits.max(axis=1, keepdims=True)
    prob = np.exp(logits)
    prob /= prob.sum(axis=1, keepdims=True)
    chosen = np.argsort(-prob, axis=1)[:, :2]
    share = np.take_along_axis(prob, chosen, axis=1)
    share = share / share.sum(axis=1, keepdims=True)
    out = np.zeros_like(x)
    load = np.zeros(experts)
    for e in range(experts):
        mine = chosen == e
        here = mine.any(axis=1)
        if not here.any():
            continue
        weight = np.sum(share * mine, axis=1)[here]
        rows = silu(x[here] @ up[e]) @ down[e]
        out[here] += weight[:, None] * rows
        load[e] = np.count_nonzero(here) / tokens
    balance = experts * np.sum(load / 2.0 * prob.mean(axis=0))
    return out, load, balance
