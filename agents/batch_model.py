"""Models that answer elsewhere: requests are written to a folder, responses are read from it.

The files have the form of OpenAI's batch interface. A request is named by all that it says, so
the same request is never written twice and the order of responses does not matter.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.messages.utils import convert_to_openai_messages
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import ConfigDict

from agents.model_settings import ModelSettings
from kg.errors import BadInputError

ENDPOINT = "/v1/chat/completions"
MOST_ROUNDS = 3
"""Request files that one sentence may need: the first question and two after objections."""


class AnswerPendingError(Exception):
    """A request is written down and its response is not there yet."""


@dataclass
class BatchFolder:
    """The requests and responses of one folder."""

    path: Path
    settings: ModelSettings
    asked: frozenset[str] = frozenset()
    """Ids that stand in a request file."""

    answered: Mapping[str, str] = field(default_factory=dict)
    """What was answered, by id; an empty text where the other side reports an error."""

    _needed: dict[str, dict[str, object]] = field(default_factory=dict)

    @classmethod
    def open(cls, path: Path, settings: ModelSettings) -> "BatchFolder":
        """Read what a folder holds; a folder that is not there yet holds nothing."""
        if path.exists() and not path.is_dir():
            raise BadInputError(f"{path}: not a folder; batch:DIR needs one for its files")
        asked: set[str] = set()
        answered: dict[str, str] = {}
        for file in sorted(path.glob("*.jsonl")):
            if file.name.startswith("requests-"):
                asked.update(custom_id for _, custom_id, _ in _lines(file))
            else:
                _read_responses(file, answered)
        return cls(path, settings, frozenset(asked), answered)

    def answer(self, body: dict[str, object], scope: str) -> str:
        """Return the answer to a request, or note it down and say that it is pending."""
        custom_id = request_id(body, scope)
        if custom_id not in self.answered:
            self._needed[custom_id] = body
            raise AnswerPendingError(custom_id)
        return self.answered[custom_id]

    @property
    def unknown(self) -> tuple[str, ...]:
        """Ids that were answered and never asked for."""
        return tuple(sorted(set(self.answered) - self.asked))

    @property
    def pending(self) -> bool:
        """Say whether a response is missing."""
        return bool(self._needed)

    def write(self) -> str:
        """Write the new requests as one more file and say what is to be done."""
        new = {key: body for key, body in sorted(self._needed.items()) if key not in self.asked}
        missing = len(self._needed) - len(new)
        said = []
        if new:
            file = self.path / f"requests-{self._rounds + 1}.jsonl"
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            text = "".join(_request_line(key, body) for key, body in new.items())
            whole = file.with_suffix(".part")
            whole.touch(mode=0o600)
            whole.write_text(text, encoding="utf-8")
            whole.rename(file)
            said.append(f"{len(new)} requests are in {file}")
        if missing:
            said.append(f"{missing} earlier requests have no response in {self.path}")
        if self.unknown:
            said.append(
                f"{len(self.unknown)} responses answer no request (first: {self.unknown[0]})"
            )
        return f"{'; '.join(said)}; put responses there as .jsonl and run the same command again"

    @property
    def _rounds(self) -> int:
        numbers = [
            file.stem.removeprefix("requests-") for file in self.path.glob("requests-*.jsonl")
        ]
        return max((int(number) for number in numbers if number.isdigit()), default=0)


class BatchModel(BaseChatModel):
    """A chat model whose answers come from a folder."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    folder: BatchFolder
    temperature: float = 0.0

    @property
    def _llm_type(self) -> str:
        return "batch"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        *,
        response_format: dict[str, object] | None = None,
        scope: str = "",
        **kwargs: object,
    ) -> ChatResult:
        settings = self.folder.settings
        body: dict[str, object] = {
            "model": settings.batch_model,
            "messages": convert_to_openai_messages(messages),
            "max_completion_tokens": settings.output_tokens,
        }
        if settings.sends_temperature:
            body["temperature"] = self.temperature
        if response_format is not None:
            body["response_format"] = response_format
        text = self.folder.answer(body, scope)
        return ChatResult(generations=[ChatGeneration(message=AIMessage(text))])

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        *,
        response_format: dict[str, object] | None = None,
        scope: str = "",
        **kwargs: object,
    ) -> ChatResult:
        return self._generate(messages, stop, response_format=response_format, scope=scope)


def request_id(body: Mapping[str, object], scope: str) -> str:
    """Name a request by what it says and the patient's graph that it is about."""
    said = json.dumps(body, ensure_ascii=False, sort_keys=True)
    return "cv-" + sha256(f"{scope}\x1f{said}".encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _request_line(custom_id: str, body: Mapping[str, object]) -> str:
    line = {"custom_id": custom_id, "method": "POST", "url": ENDPOINT, "body": body}
    return json.dumps(line, ensure_ascii=False) + "\n"


def _lines(file: Path) -> Iterator[tuple[int, str, dict[str, object]]]:
    try:
        lines = file.read_text(encoding="utf-8").split("\n")
    except UnicodeDecodeError as error:
        raise BadInputError(f"{file}: not UTF-8 text; it needs to be JSON Lines") from error
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            found = json.loads(line)
        except json.JSONDecodeError as error:
            raise BadInputError(f"{file}, line {number}: not JSON ({error.msg})") from error
        custom_id = found.get("custom_id") if isinstance(found, dict) else None
        if not isinstance(custom_id, str):
            raise BadInputError(f"{file}, line {number}: no custom_id; it is not a batch file")
        yield number, custom_id, found


def _read_responses(file: Path, answered: dict[str, str]) -> None:
    for number, custom_id, found in _lines(file):
        text = _answer_text(found)
        if answered.setdefault(custom_id, text) != text:
            msg = f"{file}, line {number}: {custom_id} is answered twice, and differently"
            raise BadInputError(f"{msg}; keep one of the two")


def _answer_text(found: Mapping[str, object]) -> str:
    """Take the text out of a response; a reported error leaves it empty."""
    place: object = found
    for key in ("response", "body", "choices", 0, "message", "content"):
        if isinstance(place, dict):
            place = place.get(key)
        elif isinstance(place, list) and place:
            place = place[0]
        else:
            return ""
    return place if isinstance(place, str) else ""
