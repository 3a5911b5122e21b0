"""The evidence-graded rule judge: deterministic, no model, every verdict with its rule."""

from agents.rule_judge.judge import RuleJudge

__all__ = ["RuleJudge"]
