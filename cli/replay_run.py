"""Check the text of a case once more, against the record that it names."""

from pathlib import Path

from pydantic import ValidationError

from agents.check_graph import check_graph
from agents.models import Models
from agents.patient_graph import stored_graph
from agents.runs import run_check
from evaluation.checking import check_parts
from exports.loop_cases import LoopCase, read_case_json
from exports.replay_report import Replayed, replayed_case
from graph_state.findings import Report
from graph_state.state import CheckInput
from kg.errors import BadInputError
from kg.open_store import open_store
from kg.readers import open_cases
from kg.record import Case, Target


def read_case(path: Path) -> LoopCase:
    """Read a case file."""
    if not path.is_file():
        raise BadInputError(f"{path}: no such file; give a case that `curaview loop` has written")
    try:
        return read_case_json(path.read_bytes())
    except ValidationError as error:
        problem = error.errors()[0]
        field = ".".join(map(str, problem["loc"])) or "the file"
        raise BadInputError(f"{path}: not a case of a loop ({field}: {problem['msg']})") from error
    except ValueError as error:
        raise BadInputError(f"{path}: not a case of a loop ({error})") from error


async def replayed(case: LoopCase, record: Path, models: Models) -> Replayed:
    """Check the text of a case and compare what is found with what was."""
    if not record.exists():
        raise BadInputError(f"{record}: does not exist; give the record of the case with --record")
    return replayed_case(case, await _checked(case, _case_of(case, record), models))


async def _checked(case: LoopCase, patient: Case, models: Models) -> Report:
    own = Target(admission_id=case.admission_id or "", name=case.target, text=case.original)
    store = open_store("memory")
    try:
        stored = await stored_graph(
            store, patient, case.admission_id, (own,), case.checking.evidence
        )
        parts = check_parts(store, {stored.graph_id: stored.sources}, models)
        request = CheckInput(
            patient_id=case.patient_id,
            admission_id=case.admission_id,
            target=case.target,
            summary=case.summary,
        )
        return await run_check(check_graph(parts).compile(), request, case.checking)
    finally:
        await store.close()


def _case_of(case: LoopCase, record: Path) -> Case:
    for found in open_cases(record, case.admission_id):
        if found.record.patient_id == case.patient_id:
            return found
    raise BadInputError(f"{record}: holds no patient {case.patient_id!r}, whom the case is about")
