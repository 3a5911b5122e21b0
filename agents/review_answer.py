"""The answer of a reviewer, read from whatever a run is resumed with."""

from collections import Counter
from collections.abc import Collection

from pydantic import ValidationError

from graph_state.review import Review
from kg.errors import BadInputError

FORM = '{"accepted": [3], "rejected": [5]}, or {"decisions": [{"index": 3, "choice": "agree"}]}'


def read_review(answer: object, flagged: Collection[int]) -> Review:
    """Read an answer; one that is malformed or about other sentences is a `BadInputError`."""
    try:
        review = Review.model_validate(answer)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"]))
        told = f"{field}: {first['msg']}" if field else first["msg"]
        raise BadInputError(f"the review cannot be read: {told}; resume with {FORM}") from error
    asked = ", ".join(map(str, sorted(flagged)))
    counts = Counter(index for index, _ in review.answers)
    for index, times in sorted(counts.items()):
        if index not in flagged:
            raise BadInputError(f"sentence {index} was not asked about; these were: {asked}")
        if times > 1:
            raise BadInputError(f"sentence {index} has {times} answers; give it one")
    return review
