"""Turns what a run left into prompts with right answers, in the judge's own words and form."""
