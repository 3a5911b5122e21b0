"""What training needs beyond the core, asked for before anything of it is imported."""

from importlib.util import find_spec

from kg.errors import BadInputError


def require_training() -> None:
    """Refuse in one line where the extra is missing."""
    if find_spec("sklearn") is None:
        raise BadInputError(
            "scikit-learn is not installed; install the extra: pip install 'curaview[train]'"
        )
