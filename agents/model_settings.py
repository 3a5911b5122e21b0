"""Which language models are used for what, and how they are reached."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, get_args

from pydantic import BaseModel, Field, SecretStr, ValidationError

from kg.errors import BadInputError

Role = Literal["generator", "judge", "second_judge", "extractor", "reporter"]
"""What a model is used for; each role may have its own model."""

StructuredMethod = Literal["json_schema", "function_calling", "prefix", "prompt"]
"""How a model is held to a schema: by the server's own constraint on what it writes, by a tool
that it must call, by beginning its answer with a brace, or by the words of the prompt alone."""

ROLES: tuple[Role, ...] = get_args(Role)


class ModelSettings(BaseModel, frozen=True):
    """How models are reached. Every field has its variable in `.env.example`."""

    models: dict[str, str] = {}
    """Model names by role; the empty role holds the model of all others."""

    urls: dict[str, str] = {}
    """Addresses of OpenAI-compatible servers by role, as above."""

    key: SecretStr = SecretStr("")
    """The key for a server given by its address; a hosted service has its own variable."""

    known_keys: frozenset[str] = frozenset()
    """Names of the keys of hosted services that are set."""

    method: StructuredMethod = "json_schema"
    sends_temperature: bool = True
    """Some hosted models refuse to be told a temperature."""

    timeout_seconds: float = Field(default=120.0, gt=0)
    """Longest wait for one answer."""

    attempts: int = Field(default=4, ge=1)
    """Calls made before a connection counts as lost."""

    first_wait_seconds: float = Field(default=0.5, ge=0)
    """Pause before the first repeated call; each further pause is twice as long."""

    requests_per_second: float | None = Field(default=None, gt=0)
    at_once: int = Field(default=4, ge=1)
    """Calls under way at the same time, for each model."""

    output_tokens: int = Field(default=2560, ge=1)
    """Longest answer; every form that is asked for fits into the default."""

    answers: Path | None = None
    """File that keeps answers; it holds text of patients' records."""

    prices: tuple[float, float] | None = None
    """Dollars per million tokens read and written, where the bundled table lacks the model."""

    batch_model: str = "any"
    """The model that batch requests name."""

    max_cost: float | None = None
    """Most dollars that one command may spend."""

    max_tokens: int | None = None
    """Most tokens that one command may use, read and written together."""

    def model_for(self, role: Role) -> str:
        """Return the name of a role's model, or an empty string where none is chosen."""
        return self.models.get(role) or self.models.get("", "")

    def url_for(self, role: Role) -> str:
        """Return the address of a role's server, or an empty string."""
        return self.urls.get(role) or self.urls.get("", "")


VARIABLES = {
    "CURAVIEW_MODEL_KEY": "key",
    "CURAVIEW_MODEL_OUTPUT": "method",
    "CURAVIEW_MODEL_SENDS_TEMPERATURE": "sends_temperature",
    "CURAVIEW_MODEL_TIMEOUT": "timeout_seconds",
    "CURAVIEW_MODEL_ATTEMPTS": "attempts",
    "CURAVIEW_MODEL_RATE": "requests_per_second",
    "CURAVIEW_MODEL_AT_ONCE": "at_once",
    "CURAVIEW_MODEL_OUTPUT_TOKENS": "output_tokens",
    "CURAVIEW_MODEL_ANSWERS": "answers",
    "CURAVIEW_MODEL_PRICES": "prices",
    "CURAVIEW_BATCH_MODEL": "batch_model",
    "CURAVIEW_MODEL_MAX_COST": "max_cost",
    "CURAVIEW_MODEL_MAX_TOKENS": "max_tokens",
}
"""The field that each variable of the environment fills."""


def in_batches(told: ModelSettings) -> bool:
    """Say whether any model answers through a folder, hence not while a command runs."""
    return any(name.startswith("batch:") for name in told.models.values())


def model_settings(given: Mapping[str, str]) -> ModelSettings:
    """Read what the environment says about models."""
    values: dict[str, object] = {
        field: given[name] for name, field in VARIABLES.items() if name in given
    }
    if isinstance(prices := values.get("prices"), str):
        values["prices"] = prices.split("/")
    values["models"] = by_role(given, "CURAVIEW_MODEL")
    values["urls"] = by_role(given, "CURAVIEW_MODEL_URL")
    values["known_keys"] = frozenset(name for name in given if name.endswith("_API_KEY"))
    try:
        return ModelSettings.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        field = first["loc"][0]
        name = next((name for name, held in VARIABLES.items() if held == field), str(field))
        raise BadInputError(f"{name}={given.get(name, '')!r}: {first['msg']}") from error


def by_role(given: Mapping[str, str], name: str) -> dict[str, str]:
    """Read a setting for all roles, and its exceptions by role."""
    exceptions = [(role, f"{name}_{role.upper()}") for role in ROLES]
    return {role: given[one] for role, one in [("", name), *exceptions] if one in given}
