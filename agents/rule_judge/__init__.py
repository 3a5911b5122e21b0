"""The evidence-graded rule judge: deterministic, no model, every verdict with its rule."""
