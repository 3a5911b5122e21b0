"""The engines that come with CuraView, by the name that a run chooses."""

from agents.error_engine.engine import RuleEngine
from agents.generating import Engine


def known_engines(model: str = "") -> dict[str, Engine]:
    """Return an engine for every name that `GenerationContext.engine` may hold."""
    return {"rules": RuleEngine()}
