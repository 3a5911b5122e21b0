"""Training data from runs: curated, balanced, split by patient, in the forms that trainers read."""
