"""A case that was played again, for the terminal."""

from pydantic import BaseModel, JsonValue
from rich.console import Group
from rich.text import Text

from exports.loop_cases import LoopCase, found_on
from exports.loop_page import KIND_WORDS, decided
from exports.visible_text import one_line
from graph_state.findings import Report
from graph_state.scoring import Decision, GoldRow, decide, overlapping

_SHOWN = ("reasoning", "absence_rationale", "suggestion", "reason")


class Replayed(BaseModel, frozen=True):
    """A case beside what its check finds now."""

    case: LoopCase
    decision: Decision
    found: list[JsonValue]
    versions: dict[str, str]

    @property
    def changes(self) -> list[str]:
        """Name what differs from the case; nothing where the same came out again."""
        case, said = self.case, []
        if self.decision != case.decision:
            said.append(f"the verdict was {decided(case.decision)}, now {decided(self.decision)}")
        elif self.found != case.found:
            said.append(f"the same verdict, but other {', '.join(_differing(self))}")
        return said

    @property
    def other_versions(self) -> list[str]:
        """Name what the check depends on and is not what it was."""
        then = self.case.versions
        return sorted(name for name, now in self.versions.items() if then.get(name) != now)


def replayed_case(case: LoopCase, report: Report) -> Replayed:
    """Lay a new report over the sentence of a case."""
    sentence = case.sentence
    row = GoldRow(start=sentence.start, end=sentence.end, text=sentence.text, label=None)
    return Replayed(
        case=case,
        decision=decide(overlapping(report.findings, row)),
        found=found_on(report, row),
        versions=report.versions,
    )


def replay_report(done: Replayed) -> Group:
    """Show the sentence, what was planted, what is found now, and what changed."""
    case = done.case
    about = (case.patient_id, case.admission_id or "no admission", case.target)
    place = f"{KIND_WORDS[case.kind]}, round {case.round}: {'  '.join(about)}"
    lines = [
        Text(one_line(f"{place}, sentence {case.sentence.index}"), style="bold"),
        Text(f"sentence: {one_line(case.sentence.text)}"),
    ]
    if case.planted is not None:
        lines.append(Text(f"original: {one_line(case.sentence.original_text)}"))
        planted = f"{case.planted.difficulty}, {case.planted.grade}: {case.planted.explanation}"
        lines.append(Text(f"planted:  {one_line(planted)}"))
    lines.append(Text(f"found:    {decided(done.decision)}", style="bold"))
    lines += [Text(f"  {line}") for one in done.found for line in _sentence_lines(one)]
    lines.append(Text(_ending(done), style="yellow" if done.changes else "green"))
    return Group(*lines, Text(""))


def _ending(done: Replayed) -> str:
    ending = "; ".join(done.changes) or "the same verdict again"
    others = done.other_versions
    return f"{ending} (not the same {', '.join(others)} as then)" if others else ending


def _sentence_lines(found: JsonValue) -> list[str]:
    """Write why a sentence of a report was decided so, with its evidence."""
    if not isinstance(found, dict):
        return []
    lines = [
        one_line(f"{name.replace('_', ' ')}: {found[name]}") for name in _SHOWN if found.get(name)
    ]
    evidence = found["evidence"]
    for one in evidence if isinstance(evidence, list) else []:
        if isinstance(one, dict):
            lines.append(one_line(f"{one['relation']}: “{one['quote']}” [{one['source']}]"))
    return lines


def _differing(done: Replayed) -> list[str]:
    """Name the fields in which the sentences found differ."""
    pairs = zip(done.case.found, done.found, strict=False)
    names = {
        name
        for then, now in pairs
        if isinstance(then, dict) and isinstance(now, dict)
        for name in (*then, *now)
        if then.get(name) != now.get(name)
    }
    return sorted(name.replace("_", " ") for name in names) or ["sentences"]
