"""The rows of the lexicons: tab-separated cells, with comment lines that begin with a hash."""

from importlib.resources import files


def rows_of(name: str) -> list[list[str]]:
    """Read the cells of every row of a lexicon, in the order of its file.

    Args:
        name: The file in `clinical/lexicons`.
    """
    text = files("clinical.lexicons").joinpath(name).read_text("utf-8")
    return [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
