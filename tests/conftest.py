"""Before anything loads NumPy: one BLAS thread, since threads that wait for each other on a few busy cores cost ten times the work."""

import os

for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")
