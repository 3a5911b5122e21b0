"""The judges that come with CuraView, by the name that a run chooses."""

from agents.hybrid_judge import HybridJudge
from agents.judging import Judge
from agents.llm_judge import LLMJudge
from agents.models import Models
from agents.question_asking import QuestionPrompts
from agents.question_judge import QuestionJudge
from agents.rule_judge import RuleJudge
from agents.settings import settings
from prompts import load

MODEL_JUDGES = frozenset({"llm", "hybrid"})
"""Judges that ask language models."""

JUDGES_WITH_OR_WITHOUT = frozenset({"qa"})
"""Judges that ask a language model where one is chosen, and else go by rules."""


def asks_models(judge: str, model: str) -> bool:
    """Say whether a judge asks language models, given the name of the chosen one or none."""
    return judge in MODEL_JUDGES or (judge in JUDGES_WITH_OR_WITHOUT and bool(model))


def known_judges(models: Models | None = None) -> dict[str, Judge]:
    """Return a judge for every name that `Context.judge` may hold.

    No model is opened before a judge is asked that needs one.
    """
    rules = RuleJudge()
    opened = models or Models(settings().models)
    model = LLMJudge(load("judge"), opened)
    questions = QuestionPrompts(load("questioner"), load("answerer"), load("matcher"))
    return {
        "rules": rules,
        "llm": model,
        "hybrid": HybridJudge(rules, model),
        "qa": QuestionJudge(questions, opened),
    }
