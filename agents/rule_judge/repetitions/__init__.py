"""Sentences that repeat a passage of the record, or all but a few words of it."""
