import numpy as np


def initialize(queries, docs):
    """Scores that know a little of the grades nought to four; one query has no good document at all."""
    rng = np.random.default_rng(2907)
    grades = np.minimum(rng.geometric(0.55, (queries, docs)) - 1, 4)
    grades[queries // 2] = 0
    return 0.4 * grades + rng.standard_normal((queries, docs)), grades
