"""The judges that come with CuraView, by the name that a run chooses."""

from agents.judging import Judge
from agents.rule_judge import RuleJudge


def known_judges() -> dict[str, Judge]:
    """Return a judge for every name that `Context.judge` may hold."""
    return {"rules": RuleJudge()}
