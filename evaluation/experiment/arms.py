"""The arms of the comparison: each is a judge with a way of finding evidence for it."""

from collections.abc import Sequence

from pydantic import BaseModel

from evaluation.baselines.ablation import AblationName
from evaluation.baselines.retrieval import RetrievalName
from evaluation.judges import FLAG_EVERYTHING
from graph_state.context import Context

MAIN = "curaview"
PLAIN = "no_domain"
QUESTIONS = "mld_questions"
QUESTION_JUDGE = "qa"


KEPT = (MAIN, "base_model", PLAIN)
"""Arms that stay beside an ablation: the check itself, and what gains are counted from."""

TITLES: dict[AblationName, str] = {
    "whole_record": "Whole record, nothing joined",
    "flat_equal": "Flat text of equal bytes",
    "permuted": "Relations and edges exchanged",
    "no_entities": "Without entities",
    "no_relations": "Without relations and edges",
    "no_communities": "Without communities",
    "no_timeline": "Without timelines",
}


class Arm(BaseModel, frozen=True):
    """One way of checking."""

    name: str
    title: str
    judge: str
    retrieval: RetrievalName = "graph"
    domain: bool = True
    ablation: AblationName | None = None
    """The part of the search that is taken away."""

    model: str = ""
    """Another judging model than that of the run; empty for the same."""

    def context(self, context: Context) -> Context:
        """Return the settings of a run for this arm."""
        update: dict[str, str] = {"judge": self.judge}
        if self.model:
            update["model_judge"] = self.model
        return context.model_copy(update=update)


def arms_of(judge: str, base_model: str = "", ablation: bool = False) -> tuple[Arm, ...]:
    """List all arms; the judge is the same in each but in those that are another judge.

    With `ablation` the arms without a part of the search stand in place of the baselines.
    """
    arms = [
        Arm(name=MAIN, title="CuraView (graph)", judge=judge),
        Arm(name="raw_graph", title="Graph not normalized", judge=judge, retrieval="raw_graph"),
        Arm(name="flat", title="RAGTruth-style flat retrieval", judge=judge, retrieval="flat"),
        Arm(name="bm25", title="BM25, no graph", judge=judge, retrieval="bm25"),
        Arm(
            name=PLAIN,
            title="Without domain knowledge",
            judge=judge,
            retrieval="raw_graph",
            domain=False,
        ),
        Arm(
            name="qags", title="QAGS-style questions, flat", judge=QUESTION_JUDGE, retrieval="flat"
        ),
        Arm(name=QUESTIONS, title="Medical Lie Detector questions", judge=QUESTION_JUDGE),
        Arm(name="flag_everything", title="Flag everything", judge=FLAG_EVERYTHING),
    ]
    if base_model:
        arms.insert(1, Arm(name="base_model", title="Base model", judge=judge, model=base_model))
    if ablation:
        return (*(arm for arm in arms if arm.name in KEPT), *ablation_arms(judge))
    return tuple(arms)


def ablation_arms(judge: str) -> tuple[Arm, ...]:
    """List the arms that each lack a part of the search, or have it wrong."""
    return tuple(
        Arm(name=name, title=title, judge=judge, ablation=name) for name, title in TITLES.items()
    )


def injection_arms(arms: Sequence[Arm]) -> tuple[Arm, ...]:
    """Choose the arms that are tested by the number of injected errors."""
    return tuple(arm for arm in arms if arm.name in (MAIN, QUESTIONS))
