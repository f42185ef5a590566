"""Sentences that every page repeats: what the columns and pictures mean."""

SHARES = (
    "A share is an error divided by the tolerance: 100 % uses it up. An estimate is made before any run in narrow formats, "
    "to first order unless it says otherwise. An attribution divides the error of an emulated run among those who made it, and may be "
    "negative where one error undoes another. A measurement is a difference from the reference, observed."
)
UNSEEN_WORDS = (
    "unseen: values whose rounding reaches no output to first order, so that no sweep looks at them: zeros, constants that every format "
    "holds, what was never stored, and what only decides which way the program goes."
)
ERROR = "Errors are relative 2-norms, one per floating output, mutated arguments included; every output must hold."
STATED = "Errors are measured as the tolerance is stated, {}; every output that is judged must hold."
OPTIONS = (
    "Each mark is one storage format for one container, all else exact. Marks left of the line alone hold the "
    "tolerance; the full mark was chosen, with all containers and statements together."
)
FINDINGS = (
    "Numerical faults seen in runs beside exact runs. Each was confirmed by a rerun with that place "
    "exact, or with that decision turned round, unless no effect is given."
)
BUDGET = (
    "Above, how much of the tolerance the worst output of the worst tuning input used. Below, who used it: parts of the error of "
    "all outputs together (the root of the sum of their squares)."
)
LOOPS = (
    "The same error by iteration of the outer loops: the iteration that made most, then the shares of eighths of them. The sums of all "
    "rows add up to what containers and statements do. report.json has the share of every iteration, or of bins of long loops."
)
PARETO = (
    "Each point is the cheapest assignment that the cost model finds for one tolerance. Time and error are estimates."
)
SAMPLES = "Each mark is one input. Held-out inputs were never used for tuning."
EXECUTIONS = (
    "Runs and sweeps by which formats are chosen: a reference, sweeps of its program, emulated runs and sweeps about those. Runs that "
    "check (the reference, the reading of the source) or validate (held-out inputs, the search for worse ones) decide whether the "
    "choice stands; they are counted apart, and what is never done is left out."
)
SOURCE = "Beside each line: the containers it stores, the format it computes in, and its share of the tolerance."
GROUPS = {"executions": EXECUTIONS}  # of numbers


def error_words(stated: str) -> str:
    """How errors are measured, "" for the plain relative tolerance."""
    return STATED.format(stated) if stated else ERROR
