"""The arms of the comparison: each is a judge with a way of finding evidence for it."""

from collections.abc import Sequence

from pydantic import BaseModel

from evaluation.baselines.retrieval import RetrievalName
from evaluation.judges import FLAG_EVERYTHING
from graph_state.context import Context

MAIN = "curaview"
PLAIN = "no_domain"
QUESTIONS = "mld_questions"
QUESTION_JUDGE = "qa"


class Arm(BaseModel, frozen=True):
    """One way of checking."""

    name: str
    title: str
    judge: str
    retrieval: RetrievalName = "graph"
    domain: bool = True
    model: str = ""
    """Another judging model than that of the run; empty for the same."""

    def context(self, context: Context) -> Context:
        """Return the settings of a run for this arm."""
        update: dict[str, str] = {"judge": self.judge}
        if self.model:
            update["model_judge"] = self.model
        return context.model_copy(update=update)


def arms_of(judge: str, base_model: str = "") -> tuple[Arm, ...]:
    """List all arms; the judge is the same in each but in those that are another judge."""
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
    return tuple(arms)


def injection_arms(arms: Sequence[Arm]) -> tuple[Arm, ...]:
    """Choose the arms that are tested by the number of injected errors."""
    return tuple(arm for arm in arms if arm.name in (MAIN, QUESTIONS))
