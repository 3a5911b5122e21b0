"""Whether two groups differ by more than chance: Fisher's exact test.

R. A. Fisher, `The Logic of Inductive Inference`, J. R. Stat. Soc. 98 (1935) 39-82: with the margins
fixed, the counts of a two-by-two table follow the hypergeometric distribution.
"""

from math import comb

SIGNIFICANCE = 0.05
"""The usual level of a two-sided test."""


def differ(one: int, of_one: int, other: int, of_other: int) -> bool:
    """Say whether `one` of `of_one` and `other` of `of_other` differ at the usual level."""
    return p_value(one, of_one, other, of_other) < SIGNIFICANCE


def p_value(one: int, of_one: int, other: int, of_other: int) -> float:
    """The two-sided probability of tables as unlikely as this one, from 0 to 1.

    Raises ValueError where a count is no part of its group.
    """
    if not (0 <= one <= of_one and 0 <= other <= of_other):
        raise ValueError(f"{one} of {of_one} and {other} of {of_other} are no parts")
    drawn = one + other
    lowest, highest = max(0, drawn - of_other), min(drawn, of_one)
    ways = {k: comb(of_one, k) * comb(of_other, drawn - k) for k in range(lowest, highest + 1)}
    seen = ways[one]
    as_unlikely = sum(number for number in ways.values() if number <= seen)
    return as_unlikely / comb(of_one + of_other, drawn)
