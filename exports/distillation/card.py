"""The card of an exported data set: where it comes from, what was dropped, what it is for."""

from collections.abc import Iterable, Mapping, Sequence

from pydantic import BaseModel

from clinical.labels import ERROR_TYPES
from exports.distillation.example import GENERATOR, NO_TYPE, Example, Material, counted
from exports.distillation.formats import Form
from exports.distillation.preparing import Choices, Prepared
from exports.distillation.run_folder import Run
from exports.distillation.splitting import SPLITS, Split

MEANINGS: dict[Form, str] = {
    "chat": "`messages` with the roles system, user and assistant",
    "sharegpt": "ShareGPT: `system`, and `conversations` of `human` and `gpt`",
    "ms-swift": "MS-SWIFT: `messages`; the files `preference_*` add `rejected_response`",
    "trl-sft": "TRL, supervised: conversational `prompt` and `completion`",
    "trl-dpo": "TRL, preference learning: conversational `prompt`, `chosen` and `rejected`",
    "hf-dataset": "Parquet tables with the messages, the labels and the evidence as columns",
}


class Maker(BaseModel, frozen=True):
    """What made the data: versions, and the evidence that the prompts show."""

    versions: dict[str, str]
    evidence: dict[str, int]
    """How many summaries had their evidence retrieved anew, and how many kept by the run."""


def card(
    form: Form,
    runs: Sequence[Run],
    material: Material,
    parts: Prepared,
    choices: Choices,
    maker: Maker,
    files: Iterable[str],
) -> str:
    """Write the card as Markdown, with the front matter that dataset tools read."""
    return "\n".join(
        (
            *_front_matter(files),
            "# CuraView distillation data",
            "",
            "Each prompt asks whether one sentence of a hospital discharge summary is carried by"
            " the patient's record; each answer gives the reasoning and the verdict as JSON.",
            "",
            f"Form: {form} ({MEANINGS[form]}).",
            "",
            *_provenance(runs, maker),
            *_curation(material, parts, choices),
            *_contents(form, parts, choices),
            *_use(),
        )
    )


def _front_matter(files: Iterable[str]) -> list[str]:
    """List the files of each part, so that the folder loads by its name alone."""
    found = sorted(files)
    lines = ["---", "language: en", "license: other", "task_categories:", "- text-generation"]
    lines += ["- text-classification", "tags:", "- clinical", "- hallucination-detection"]
    configurations = {
        "default": [name for name in found if not name.startswith("preference_")],
        "preference": [name for name in found if name.startswith("preference_")],
    }
    lines.append("configs:")
    for name, own in configurations.items():
        if own:
            lines += [f"- config_name: {name}", "  data_files:"]
            for split in SPLITS:
                lines += [
                    line
                    for file in own
                    if split in file
                    for line in (f"  - split: {split}", f"    path: {file}")
                ]
    return [*lines, "---", ""]


def _provenance(runs: Sequence[Run], maker: Maker) -> list[str]:
    lines = ["## Provenance", "", "| run | planted errors | engine | seeds | checked by |"]
    lines.append("|---|---:|---|---|---|")
    for run in runs:
        engines = ", ".join(sorted({error.engine for error in run.errors})) or "-"
        seeds = ", ".join(map(str, sorted({error.seed for error in run.errors}))) or "-"
        judges = ", ".join(sorted({report.judge for report in run.reports})) or "not checked"
        lines.append(f"| `{run.name}` | {len(run.errors)} | {engines} | {seeds} | {judges} |")
    lines += ["", "Versions: " + _listed(maker.versions) + "."]
    lines += ["", "Evidence in the prompts, by summaries: " + _listed(maker.evidence) + "."]
    lines += [
        "*Retrieved* is what the product's own search finds for the sentence; *kept* is what the"
        " run cited for the summary, where its record was not at hand.",
        "",
    ]
    return lines


def _curation(material: Material, parts: Prepared, choices: Choices) -> list[str]:
    made = len(material.examples) + sum(material.dropped.values())
    reasons = dict(material.dropped) | {
        "sentence stands in another part": parts.shared_texts,
        "left out to balance the classes": parts.unbalanced,
    }
    left = sum(map(len, parts.examples.values()))
    lines = ["## Curation", "", "| sentences | count |", "|---|---:|", f"| considered | {made} |"]
    lines += [f"| dropped: {reason} | {count} |" for reason, count in reasons.items() if count]
    lines += [f"| exported | {left} |", ""]
    lines += [
        "A rewrite is dropped as *structurally invalid* when its edits are not what was changed, as"
        " *inconsistent grade* when type and grade do not go together (an invention is E3, any"
        " other error E4 with evidence), as *indistinguishable* when neither its facts nor its"
        " numbers differ from the original's and its words do by less than two characters. Every"
        " answer was accepted by the validator that the product holds models against.",
        "",
    ]
    if choices.balance == "classes":
        lines += [
            f"The training part is balanced (seed {choices.seed}): an error type has at most twice"
            " the median of the types, and there are at most as many clean sentences as wrong ones."
            " Validation and test keep what they have.",
            "",
        ]
    return lines


def _contents(form: Form, parts: Prepared, choices: Choices) -> list[str]:
    shares = "/".join(f"{share:g}" for share in choices.proportions)
    lines = [
        "## Contents",
        "",
        f"Split by patient, {shares} of the patients, seed {choices.seed}: no patient, no sentence"
        " and no original of one stands in two parts.",
        "",
        "| | " + " | ".join(SPLITS) + " |",
        "|---|" + "---:|" * len(SPLITS),
    ]
    if form == "trl-dpo":
        return [*lines, *_pair_rows(parts), ""]
    lines += _example_rows(parts)
    return [*lines, *(_pair_rows(parts) if form == "ms-swift" else ()), ""]


def _example_rows(parts: Prepared) -> list[str]:
    def row(name: str, count: Mapping[Split, int]) -> str:
        return f"| {name} | " + " | ".join(str(count[split]) for split in SPLITS) + " |"

    strata = {split: counted(one.stratum for one in parts.examples[split]) for split in SPLITS}
    rows = [
        row("patients", {s: len(_patients(parts.examples[s])) for s in SPLITS}),
        row("examples", {s: len(parts.examples[s]) for s in SPLITS}),
    ]
    names = [
        "clean",
        *ERROR_TYPES,
        *([NO_TYPE] if any(NO_TYPE in one for one in strata.values()) else []),
    ]
    rows += [row(name, {s: strata[s].get(name, 0) for s in SPLITS}) for name in names]
    own = {s: sum(one.answered_by == GENERATOR for one in parts.examples[s]) for s in SPLITS}
    return [*rows, row("answers from the generator's record", own)]


def _pair_rows(parts: Prepared) -> list[str]:
    rows = []
    faults = sorted({one.rejected.fault for s in SPLITS for one in parts.preferences[s]})
    for fault in faults:
        counts = [
            str(sum(one.rejected.fault == fault for one in parts.preferences[s])) for s in SPLITS
        ]
        rows.append(f"| pairs: {fault.replace('_', ' ')} | " + " | ".join(counts) + " |")
    return rows


def _use() -> list[str]:
    return [
        "## License",
        "",
        "That of the record that the sentences come from; CuraView adds none. Data made from MIMIC"
        " stays under the PhysioNet credentialed license and may not be passed on.",
        "",
        "## Intended use",
        "",
        "Training and testing models that check summaries against a record, for research. Not for"
        " decisions about patients.",
        "",
        "## Limits",
        "",
        "- Errors were planted, so they are of the kinds that the generator knows; errors of people"
        " and of models differ.",
        "- A sentence that was left alone is presumed right: nobody has read it for that. The"
        " answer to an original cites what carries the part that was later changed.",
        "- Answers of a judge carry its habits, right verdicts as well.",
        "- Names, numbers, addresses and dates were masked or moved by rule. That is no proof that"
        " nobody can be recognized: read a sample before the data leave the house.",
        "",
    ]


def _patients(items: Iterable[Example]) -> set[str]:
    return {one.prompt.patient_id for one in items}


def _listed(values: Mapping[str, str | int]) -> str:
    return ", ".join(f"{name} {value}" for name, value in values.items() if value) or "none"
