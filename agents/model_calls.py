"""Calls to one model: constrained, bounded, counted, kept, and repeated if the line is lost."""

import asyncio
import logging
import sys
from asyncio import Semaphore
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import uniform
from typing import NoReturn, TypeAlias

from langchain_core.caches import BaseCache
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.runnables import Runnable, RunnableConfig
from langchain_core.tools import BaseTool
from pydantic import BaseModel

from agents.answer_cache import ScopedCache
from agents.batch_model import AnswerPendingError
from agents.model_settings import ModelSettings
from agents.model_usage import Meter, Price, Usage, token_estimate
from agents.structured_output import response_format, response_schema
from kg.errors import ServiceError

logger = logging.getLogger(__name__)

PASSING = frozenset({408, 409, 429, 500, 502, 503, 504, 529})
"""Statuses of a server that may answer later."""

OF_THIS_REQUEST = frozenset({400, 413, 422})
"""Statuses of a server that would take another request."""

USUAL_ANSWER_TOKENS = 400

Form: TypeAlias = type[BaseModel] | Sequence[BaseTool]
"""What an answer is held to: the form of a record, or tools that it may call."""

LONGEST_WAIT_SECONDS = 60.0

CLIENT_ERRORS = (
    ("openai", "APIError"),
    ("anthropic", "APIError"),
    ("ollama", "ResponseError"),
    ("httpx", "HTTPError"),
    ("google.api_core.exceptions", "GoogleAPIError"),
)
"""The base errors of the packages that talk to models."""


class RefusedRequestError(Exception):
    """The server does not take this one request; its text says why."""


@dataclass(frozen=True)
class ModelCalls:
    """Sends messages to one model and returns what it wrote."""

    name: str
    model: BaseChatModel
    settings: ModelSettings
    meter: Meter
    price: Price | None
    answers: BaseCache | None = None
    gate: Semaphore = field(default_factory=lambda: Semaphore(1))
    rehearsal: bool = False
    """Nothing is sent: what would be asked is counted, with answers of the usual length."""

    async def send(
        self,
        messages: Sequence[BaseMessage],
        schema: Form,
        scope: str,
        config: RunnableConfig,
    ) -> BaseMessage:
        """Ask once; repeat only what a lost connection kept from being answered."""
        read = sum(token_estimate(message.text) for message in messages)
        if self.rehearsal:
            self._rehearse(read)
        reservation = self.meter.reserve(read, self.settings.output_tokens, self.price)
        used = Usage()
        try:
            async with self.gate:
                answer, used = await self._until_answered(messages, schema, scope, config)
        finally:
            self.meter.settle(reservation, used)
        return answer

    def _rehearse(self, read: int) -> NoReturn:
        written = min(USUAL_ANSWER_TOKENS, self.settings.output_tokens)
        cost = self.price.of(read, written) if self.price else None
        self.meter.count(Usage(calls=1, tokens_read=read, tokens_written=written, cost=cost))
        raise AnswerPendingError("rehearsal")

    async def _until_answered(
        self,
        messages: Sequence[BaseMessage],
        schema: Form,
        scope: str,
        config: RunnableConfig,
    ) -> tuple[BaseMessage, Usage]:
        cache = ScopedCache(self.answers, scope) if self.answers is not None else None
        model = self.model if cache is None else self.model.model_copy(update={"cache": cache})
        bound = constrained(model, schema, self.settings, scope)
        for attempt in range(self.settings.attempts):
            try:
                async with asyncio.timeout(self.settings.timeout_seconds):
                    answer = await bound.ainvoke(list(messages), config)
            except client_errors() as error:
                wait = self._wait(error, attempt)
                # A server may repeat the question in its error, so only the kind is logged.
                kind = type(error).__name__
                logger.warning("model %s: %s; repeated in %.1f s", self.name, kind, wait)
                await asyncio.sleep(wait)
            else:
                message = answer["raw"] if isinstance(answer, dict) else answer
                if not isinstance(message, BaseMessage):
                    raise ServiceError(f"model {self.name}: it gave no message")
                return message, self._usage(message, messages, cache, attempt)
        raise ServiceError(f"model {self.name}: no call left")

    def _wait(self, error: Exception, attempt: int) -> float:
        """Say how long to wait before the next call, or raise where there is none to make."""
        status = getattr(error, "status_code", None)
        if status in OF_THIS_REQUEST:
            raise RefusedRequestError(said(error)) from error
        if status is not None and status not in PASSING:
            msg = f"model {self.name}: {said(error)}; check its name, address and key"
            raise ServiceError(msg) from error
        if attempt + 1 >= self.settings.attempts:
            msg = (
                f"model {self.name}: no answer to {attempt + 1} calls ({said(error)});"
                " the same command goes on from here when it is back"
            )
            raise ServiceError(msg) from error
        asked = asked_wait(error)
        backing_off = self.settings.first_wait_seconds * 2.0**attempt * uniform(1.0, 1.5)
        return min(max(asked, backing_off), LONGEST_WAIT_SECONDS)

    def _usage(
        self,
        answer: BaseMessage,
        messages: Sequence[BaseMessage],
        cache: ScopedCache | None,
        retries: int,
    ) -> Usage:
        if cache is not None and cache.hits:
            return Usage(from_cache=1)
        told = answer.usage_metadata if isinstance(answer, AIMessage) else None
        read = told["input_tokens"] if told else sum(token_estimate(m.text) for m in messages)
        written = told["output_tokens"] if told else token_estimate(answer.text)
        return Usage(
            calls=1,
            retries=retries,
            tokens_read=read,
            tokens_written=written,
            cost=self.price.of(read, written) if self.price else None,
        )


def constrained(
    model: BaseChatModel, schema: Form, settings: ModelSettings, scope: str
) -> Runnable[LanguageModelInput, BaseMessage | dict[str, object] | BaseModel]:
    """Bind the schema in the way that the model's server understands, or the tools."""
    if not isinstance(schema, type):
        return model.bind_tools(list(schema))
    if model._llm_type == "batch":
        return model.bind(response_format=response_format(schema), scope=scope)
    if settings.method in ("prefix", "prompt"):
        return model
    if settings.method == "function_calling":
        tool = {"title": schema.__name__, **response_schema(schema)}
        return model.with_structured_output(tool, method="function_calling", include_raw=True)
    wanted = response_format(schema)
    if model._llm_type == "scripted":
        return model.bind(response_format=wanted)
    if model._llm_type in ("openai-chat", "azure-openai-chat"):
        # In the body itself: its client would hide a text that does not parse behind an error.
        return model.bind(extra_body={"response_format": wanted})
    tool = {"title": schema.__name__, **response_schema(schema)}
    return model.with_structured_output(tool, include_raw=True)


def client_errors() -> tuple[type[Exception], ...]:
    """Name the errors of a lost connection or an unwilling server, of the clients in use."""
    known = [
        getattr(sys.modules[module], name)
        for module, name in CLIENT_ERRORS
        if module in sys.modules
    ]
    return (ConnectionError, TimeoutError, *known)


def said(error: Exception) -> str:
    """Put an error into one short line."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text[:300]}" if text else type(error).__name__


def asked_wait(error: Exception) -> float:
    """Read how many seconds a busy server asks to wait."""
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    asked = headers.get("retry-after", "")
    return float(asked) if asked.replace(".", "", 1).isdigit() else 0.0
