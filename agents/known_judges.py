"""The judges that come with CuraView, by the name that a run chooses."""

from agents.hybrid_judge import HybridJudge
from agents.judging import Judge
from agents.llm_judge import LLMJudge
from agents.models import Models
from agents.rule_judge import RuleJudge
from agents.settings import settings
from prompts import load

MODEL_JUDGES = frozenset({"llm", "hybrid"})
"""Judges that ask language models."""


def known_judges(models: Models | None = None) -> dict[str, Judge]:
    """Return a judge for every name that `Context.judge` may hold.

    No model is opened before a judge is asked that needs one.
    """
    rules = RuleJudge()
    model = LLMJudge(load("judge"), models or Models(settings().models))
    return {"rules": rules, "llm": model, "hybrid": HybridJudge(rules, model)}
