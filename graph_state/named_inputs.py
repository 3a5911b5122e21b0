"""What callers name in their input, described so that LangGraph Studio can ask for it."""

from typing import Annotated

from pydantic import Field

TARGETS = ("brief_hospital_course", "discharge_instructions", "summary")

PatientId = Annotated[
    str, Field(description="The patient of the served record.", examples=["70226"])
]
AdmissionId = Annotated[
    str | None,
    Field(description="The stay that the text is about; needed where the patient has several."),
]
TargetName = Annotated[
    str,
    Field(
        description="Which of the record's own texts; `summary` is the one that is given.",
        json_schema_extra={"enum": list(TARGETS)},
    ),
]
SummaryText = Annotated[
    str,
    Field(description="The text; without it the record's own text that `target` names is taken."),
]
