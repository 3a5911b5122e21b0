"""Facts become entities and relations, under one naming."""

from clinical.facts import Concept, TimeSpan
from kg.graph import EntityKind, RelationKind
from kg.naming import Naming
from kg.nodes import NodeDraft
from kg.placement import (
    PlacedFact,
    is_bare_study,
    is_found_by_study,
    kind_of,
    patient_relation,
    study_concept,
    test_of,
)
from kg.relations import EdgeDraft, EdgeIdentity, qualifier_of
from kg.wording import written_name


class GraphDraft:
    """The entities and relations gathered so far."""

    def __init__(self, naming: Naming, patient_id: str) -> None:
        self.nodes: dict[str, NodeDraft] = {}
        self.edges: dict[EdgeIdentity, EdgeDraft] = {}
        self.located: dict[str, dict[str, None]] = {}
        """Ids of the entities named at each piece of evidence."""

        self._naming = naming
        self._patient = Concept(id=f"patient:{patient_id}", name=patient_id)

    def place(self, placed: PlacedFact) -> None:
        """Put one fact where it belongs."""
        patient = self._patient_of(placed.origin)
        kind = kind_of(placed.fact)
        if kind == "PATIENT":
            self._describe_patient(patient, placed)
        elif kind == "LAB_RESULT":
            self._place_result(patient, placed)
        else:
            node = self._node(kind, placed.fact.concept, placed)
            relation = patient_relation(kind, placed.fact)
            self.connect(patient.id, node.id, relation, placed, placed.fact.time)
            if placed.fact.study and is_found_by_study(placed.fact):
                self._place_finding(patient, node, study_concept(placed.fact.study), placed)

    def _patient_of(self, origin: str) -> NodeDraft:
        patient_id = self._naming.patient(origin)
        if patient_id not in self.nodes:
            patient = NodeDraft(patient_id, "PATIENT")
            patient.names[self._patient.name] += 1
            self.nodes[patient_id] = patient
        return self.nodes[patient_id]

    def ensure_patient(self) -> None:
        """Make the patient where no fact told of one."""
        if not self.nodes:
            self._patient_of("record")

    def _describe_patient(self, patient: NodeDraft, placed: PlacedFact) -> None:
        fact = placed.fact
        patient.concepts.update(dict.fromkeys((fact.concept.id, *fact.concept.broader)))
        patient.evidence[placed.evidence] = None
        said = placed.said or fact.text
        known = patient.attributes.get(fact.concept.name)
        values = [*(known.split("; ") if known else []), said]
        patient.attributes[fact.concept.name] = "; ".join(dict.fromkeys(values))
        self._locate(patient.id, placed.evidence)

    def _place_result(self, patient: NodeDraft, placed: PlacedFact) -> None:
        fact = placed.fact
        written_test = test_of(fact) or fact.concept
        test = self._test(patient, written_test, placed)
        if not is_bare_study(fact):
            self._result(test, placed)

    def _place_finding(
        self, patient: NodeDraft, disease: NodeDraft, study: Concept, placed: PlacedFact
    ) -> None:
        """Keep what a study found as its result too, which indicates the disease if affirmed."""
        test = self._test(patient, study, placed)
        result = self._result(test, placed)
        if disease.kind == "DIAGNOSIS" and placed.fact.assertion == "present":
            self.connect(result.id, disease.id, "indicates", placed, placed.fact.time)

    def _test(self, patient: NodeDraft, written: Concept, placed: PlacedFact) -> NodeDraft:
        test = self._node("LAB_TEST", self._naming.test(written), placed, written.name)
        relation = patient_relation("LAB_TEST", placed.fact)
        self.connect(patient.id, test.id, relation, placed, placed.fact.time)
        return test

    def _result(self, test: NodeDraft, placed: PlacedFact) -> NodeDraft:
        fact = placed.fact
        result_id = self._naming.result(fact, placed.said, placed.evidence)
        result = self.nodes.setdefault(result_id, NodeDraft(result_id, "LAB_RESULT"))
        result.add(fact.concept, placed)
        self._locate(result_id, placed.evidence)
        self.connect(result_id, test.id, "result_of", placed, fact.time)
        return result

    def _node(
        self, kind: EntityKind, concept: Concept, placed: PlacedFact, wording: str = ""
    ) -> NodeDraft:
        node_id = self._naming.entity(kind, concept, placed.fact)
        node = self.nodes.setdefault(node_id, NodeDraft(node_id, kind))
        is_test = kind == "LAB_TEST"
        named = not is_test or placed.fact.kind == "lab" or is_bare_study(placed.fact)
        node.add(concept, placed, wording or written_name(placed.fact), named)
        self._locate(node_id, placed.evidence)
        return node

    def _locate(self, node_id: str, evidence: str) -> None:
        self.located.setdefault(evidence, {})[node_id] = None

    def connect(
        self,
        source: str,
        target: str,
        kind: RelationKind,
        placed: PlacedFact,
        time: TimeSpan | None,
    ) -> None:
        """Add one statement of a relation; another interval is another relation."""
        qualifier = qualifier_of(kind, placed.fact)
        edge = EdgeDraft(source, target, kind, time, qualifier)
        edge = self.edges.setdefault(edge.identity, edge)
        edge.said.append(placed.said)
        edge.evidence[placed.evidence] = None

    def infer(self, edge: EdgeDraft) -> None:
        """Add a relation that no source states."""
        self.edges.setdefault(edge.identity, edge)
