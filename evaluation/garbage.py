"""How often Python looks for objects that only refer to each other."""

import gc

THRESHOLDS = (50_000, 20, 20)
"""A patient's graph and the lexicons are many small objects that stay; with Python's own
thresholds a sixth of all time goes into looking through them again and again."""


def collect_seldom() -> None:
    """Set the thresholds for this process; a command line or a worker calls it at its start."""
    gc.set_threshold(*THRESHOLDS)
