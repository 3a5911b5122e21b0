"""The experiments of the papers on any cohort: what is run, counted and written."""
