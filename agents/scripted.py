"""A chat model that follows a script, so that everything runs without a model or a network.

Without a script it answers by words alone: it knows no medicine, and only its form is worth
anything.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, BaseMessage, ToolCall
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from pydantic import BaseModel, PrivateAttr, ValidationError

from agents.scripted_answers import answer_by_words
from kg.errors import BadInputError


class ScriptLine(BaseModel, frozen=True):
    """What to answer to a prompt that holds certain words."""

    when: str = ""
    """Words that the prompt must hold; empty for any prompt."""

    answers: tuple[str | dict[str, object], ...]
    """Given in turn; the last one stays."""


class ScriptedModel(BaseChatModel):
    """Answers from its script, else by words."""

    script: tuple[ScriptLine, ...] = ()
    _told: Counter[int] = PrivateAttr(default_factory=Counter)

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        *,
        response_format: dict[str, object] | None = None,
        **kwargs: object,
    ) -> ChatResult:
        prompt = "\n".join(message.text for message in messages)
        text = self._scripted(prompt)
        if kwargs.get("tools"):
            return ChatResult(generations=[ChatGeneration(message=tool_message(text))])
        if text is None:
            text = json.dumps(answer_by_words(prompt, response_format), ensure_ascii=False)
        return ChatResult(generations=[ChatGeneration(message=AIMessage(text))])

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        *,
        response_format: dict[str, object] | None = None,
        **kwargs: object,
    ) -> ChatResult:
        return self._generate(
            messages, stop, None, response_format=response_format, tools=kwargs.get("tools")
        )

    def bind_tools(
        self,
        tools: Sequence[dict[str, object] | type | Callable[..., object] | BaseTool],
        *,
        tool_choice: str | None = None,
        **kwargs: object,
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """Answer with calls of tools: a script names them as `{"calls": [{"name", "args"}]}`."""
        return self.bind(tools=list(tools))

    def _scripted(self, prompt: str) -> str | None:
        for number, line in enumerate(self.script):
            if line.when in prompt:
                turn = min(self._told[number], len(line.answers) - 1)
                self._told[number] += 1
                answer = line.answers[turn]
                return answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
        return None


def tool_message(text: str | None) -> AIMessage:
    """Turn a scripted answer into calls of tools; without a script nothing is called."""
    if text is None:
        return AIMessage("nothing is missing")
    calls = json.loads(text)["calls"]
    return AIMessage(
        "",
        tool_calls=[
            ToolCall(name=one["name"], args=one["args"], id=f"call_{number}")
            for number, one in enumerate(calls)
        ],
    )


def read_script(path: Path) -> tuple[ScriptLine, ...]:
    """Read a script of one JSON object a line, with `when` and `answers`."""
    return tuple(_script_lines(path, path.read_text(encoding="utf-8").splitlines()))


def _script_lines(path: Path, lines: Iterable[str]) -> Iterable[ScriptLine]:
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield ScriptLine.model_validate_json(line)
            except ValidationError as error:
                said = error.errors(include_url=False)[0]["msg"]
                msg = f"{path}, line {number}: {said}; a line holds `when` and `answers`"
                raise BadInputError(msg) from error
