"""The engines that come with CuraView, by the name that a run chooses."""

from agents.error_engine.engine import RuleEngine
from agents.generating import Engine
from agents.model_engine import ModelEngine
from agents.models import Models
from agents.settings import settings
from kg.store import GraphStore
from prompts import load


def known_engines(store: GraphStore, models: Models | None = None) -> dict[str, Engine]:
    """Return an engine for every name that `GenerationContext.engine` may hold.

    No model is opened before an engine is asked that needs one.
    """
    asked = models or Models(settings().models)
    return {"rules": RuleEngine(), "model": ModelEngine(load("generator"), asked, store)}
