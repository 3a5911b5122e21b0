"""Whose disease a question is about: the patient's own, or a relative's."""

from agents.ask.reading import QuestionReading

_ANY = frozenset({"family", "familial", "relative", "relatives"})


def relative_of(reading: QuestionReading) -> str | None:
    """Return the relative that a question names, an empty string for any, or None for none."""
    named = [
        reading.text[one.start : one.end].lower()
        for one in reading.cues
        if one.cue.name == "family"
    ]
    if not named:
        return None
    return next((one for one in named if one not in _ANY), "")
