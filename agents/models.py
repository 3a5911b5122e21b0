"""Opens the language model of a role by its name, or says in one line what it lacks."""

from asyncio import Semaphore
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any, Generic

from langchain_core.caches import BaseCache
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import BaseTool

from agents.answer_cache import open_answers
from agents.batch_model import BatchFolder, BatchModel
from agents.model_calls import ModelCalls, RefusedRequestError
from agents.model_settings import ModelSettings, Role
from agents.model_usage import Meter, Usage, price_of
from agents.scripted import ScriptedModel, read_script
from agents.structured_output import Answer, Reading, read_answer, text_of, to_messages
from exports.langsmith_tracing import hide_by_default
from kg.errors import BadInputError
from prompts import Prompt, Words

KEYS = {
    "openai": "OPENAI_API_KEY",
    "anthropic": "ANTHROPIC_API_KEY",
    "google_genai": "GOOGLE_API_KEY",
    "mistralai": "MISTRAL_API_KEY",
    "groq": "GROQ_API_KEY",
    "together": "TOGETHER_API_KEY",
    "fireworks": "FIREWORKS_API_KEY",
    "cohere": "COHERE_API_KEY",
    "deepseek": "DEEPSEEK_API_KEY",
    "xai": "XAI_API_KEY",
    "perplexity": "PPLX_API_KEY",
}
"""Where each hosted service keeps its key."""

_INSTALL_OLLAMA = "install langchain-ollama, as curaview[ollama] does"
# Without its own package LangChain would look for it elsewhere and fail in an unclear way.


@dataclass(frozen=True)
class ModelRequest(Generic[Answer]):
    """One question to a model."""

    role: Role
    scope: str
    """Begins every cache key: the patient's graph and its version, then what else sets apart."""

    prompt: Prompt
    words: Words
    schema: type[Answer]


@dataclass(frozen=True)
class StructuredModel:
    """A model that answers in the form asked for, or not at all."""

    calls: ModelCalls

    @property
    def name(self) -> str:
        """Return the name that the user gave."""
        return self.calls.name

    @property
    def calls_tools(self) -> bool:
        """Say whether tools may be bound to it; a batch folder takes plain requests alone."""
        return (
            self.calls.settings.method == "function_calling"
            and self.calls.model._llm_type != "batch"
        )

    async def ask(self, request: ModelRequest[Answer]) -> Reading[Answer]:
        """Ask once and read the answer; a request that the server refuses is a fault of its own."""
        method = self.calls.settings.method
        messages = to_messages(request.words, request.schema, method)
        config: RunnableConfig = {
            "run_name": request.role,
            "metadata": {
                "model": self.name,
                "prompt": f"{request.prompt.name}@{request.prompt.version}",
            },
        }
        try:
            message = await self.calls.send(messages, request.schema, request.scope, config)
        except RefusedRequestError as error:
            return Reading("", None, f"the request was refused ({error})", False, False)
        reading = read_answer(text_of(message), request.schema)
        self.calls.meter.count(
            Usage(
                answers=1,
                json_objects=int(reading.is_json),
                valid_as_written=int(reading.valid_as_written),
                valid_when_read=int(reading.value is not None),
            )
        )
        return reading

    async def call_tools(
        self, prompt: Prompt, words: Words, tools: Sequence[BaseTool], scope: str
    ) -> BaseMessage:
        """Ask once with tools bound; the answer calls some, or none."""
        messages = [SystemMessage(words.system), HumanMessage(words.user)]
        known = {"model": self.name, "prompt": f"{prompt.name}@{prompt.version}"}
        config: RunnableConfig = {"run_name": "judge", "metadata": known}
        try:
            return await self.calls.send(messages, tools, scope, config)
        except RefusedRequestError as error:
            return AIMessage(f"the request was refused ({error})")


@dataclass
class Models:
    """The models of one run, opened when they are first asked for."""

    settings: ModelSettings
    meter: Meter = field(default_factory=Meter)
    rehearsal: bool = False
    """Nothing is sent, and the meter counts what would be."""

    _lock: Lock = field(default_factory=Lock)
    _open: dict[tuple[str, str, float], StructuredModel] = field(default_factory=dict)
    _batches: dict[Path, BatchFolder] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Hold the run to the limits of the settings."""
        self.meter.max_cost = self.settings.max_cost
        self.meter.max_tokens = self.settings.max_tokens

    def for_role(self, role: Role, chosen: str = "", temperature: float = 0.0) -> StructuredModel:
        """Return the model of a role; `chosen` outranks the settings."""
        name = chosen or self.settings.model_for(role)
        if not name:
            msg = f"no model for the {role}; name one by --model or CURAVIEW_MODEL"
            raise BadInputError(msg)
        # A model may be asked before any graph is built: to read notes, to report on communities.
        hide_by_default()
        key = (name, self.settings.url_for(role), temperature)
        with self._lock:
            if key not in self._open:
                self._open[key] = StructuredModel(self._calls(*key))
            return self._open[key]

    @property
    def batches(self) -> list[BatchFolder]:
        """Return the folders through which requests are answered elsewhere."""
        return list(self._batches.values())

    @cached_property
    def _answers(self) -> BaseCache | None:
        return open_answers(self.settings.answers) if self.settings.answers else None

    def _calls(self, name: str, url: str, temperature: float) -> ModelCalls:
        model = self._batch(name, temperature) or open_model(name, url, temperature, self.settings)
        return ModelCalls(
            name=name,
            model=model,
            settings=self.settings,
            meter=self.meter,
            price=price_of(name, self.settings.prices, bool(url)),
            # A batch folder keeps its answers itself, and a script has nothing worth keeping.
            answers=None if name.startswith(("batch:", "scripted")) else self._answers,
            gate=Semaphore(self.settings.at_once),
            rehearsal=self.rehearsal,
        )

    def _batch(self, name: str, temperature: float) -> BatchModel | None:
        kind, _, folder = name.partition(":")
        if kind != "batch":
            return None
        path = Path(folder)
        if path not in self._batches:
            self._batches[path] = BatchFolder.open(path, self.settings)
        return BatchModel(folder=self._batches[path], temperature=temperature)


def open_model(name: str, url: str, temperature: float, settings: ModelSettings) -> BaseChatModel:
    """Open a model by the name `provider:model`, or a script by `scripted` or `scripted:FILE`."""
    provider, _, model = name.partition(":")
    if provider == "scripted":
        return ScriptedModel(script=read_script(Path(model)) if model else ())
    if not model:
        msg = f"model {name!r}: give provider:model, such as openai:gpt-4.1 or ollama:qwen3"
        raise BadInputError(msg)
    if provider == "ollama" and find_spec("langchain_ollama") is None:
        raise BadInputError(f"model {name!r} needs a package that is missing; {_INSTALL_OLLAMA}")
    needed = KEYS.get(provider)
    if needed and not url and needed not in settings.known_keys:
        raise BadInputError(f"model {name!r} needs a key; set {needed}, or give a server's address")
    return _hosted(provider, model, url, temperature, settings)


def _hosted(
    provider: str, model: str, url: str, temperature: float, settings: ModelSettings
) -> BaseChatModel:
    from langchain.chat_models import init_chat_model
    from langchain_core.rate_limiters import InMemoryRateLimiter

    options: dict[str, Any] = {"timeout": settings.timeout_seconds, "max_retries": 0}
    if provider == "ollama":
        options = {"client_kwargs": {"timeout": settings.timeout_seconds}}
    options["num_predict" if provider == "ollama" else "max_tokens"] = settings.output_tokens
    if settings.sends_temperature:
        options["temperature"] = temperature
    if settings.requests_per_second is not None:
        options["rate_limiter"] = InMemoryRateLimiter(
            requests_per_second=settings.requests_per_second
        )
    if url:
        # Never the key of a hosted service: the address may be anybody's.
        options |= {"base_url": url}
        options |= (
            {"api_key": settings.key.get_secret_value() or "none"} if provider != "ollama" else {}
        )
    try:
        opened: BaseChatModel = init_chat_model(model, model_provider=provider, **options)
    except ImportError as error:
        package = f"langchain-{provider.replace('_', '-')}"
        msg = f"model {provider}:{model} needs a package that is missing; install {package}"
        raise BadInputError(msg) from error
    except ValueError as error:
        raise BadInputError(f"model {provider}:{model}: {' '.join(str(error).split())}") from error
    return opened
