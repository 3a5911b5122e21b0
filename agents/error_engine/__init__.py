"""The rule-driven engine: plausible errors of all seven types without a model."""
