"""Omissions: what a summary of this stay should carry and does not."""

from agents.omissions.finder import OmissionFinder

__all__ = ["OmissionFinder"]
