"""Sentences on how many had something, said in many ways, against two reports."""

import pytest

from agents.rule_judge.groups.counts import judge_group_counts
from agents.rule_judge.record_view import RecordView, view_of_evidence
from clinical.facts import Anchors
from clinical.group_reports import REPORT
from clinical.sources import in_note
from kg.evidence import Evidence

FIRST = """First report, complications:
Group 1:
  Total: 12/60 (20.00%)
  Nausea 6/60 (10.00%)
  Seizure 2/60 (3.33%)
  Atrial fibrillation 4/60 (6.67%)
  Deep vein thrombosis 0/60 (0.00%)
  Rash 1/60 (1.67%)
Group 2:
  Total: 9/50 (18.00%)
  Nausea 3/50 (6.00%)
  Seizure 2/50 (4.00%)
  Atrial fibrillation 1/50 (2.00%)
  Deep vein thrombosis 3/50 (6.00%)
  Rash 0/50 (0.00%)
"""
SECOND = """Second report, complications:
Group 1:
  Total: 30/300 (10.00%)
  Nausea 20/300 (6.67%)
  Pneumonia 10/300 (3.33%)
  Vomiting 5/300 (1.67%)
"""

TRUE = """
Group 1 of the first report had twice as many cases of nausea as group 2.
Nausea was more common in group 1 than in group 2 of the first report.
Patients in group 1 of the first report were more likely to have nausea than those in group 2.
Neither report recorded any case of stroke.
Nausea was recorded in both reports.
Nausea was the most common complication in both reports.
In the first group of the first report, one patient developed a rash.
A single patient in the first report had a rash.
There was a case of rash in group 1 of the first report.
One in ten patients in group 1 of the first report had nausea.
Exactly 4 patients in cohort 1 of the first report experienced atrial fibrillation.
No patients in the second report experienced seizures.
Deep vein thrombosis did not occur in group 1 of the first report.
Seizures occurred equally often in group 1 and group 2 of the first report.
The number with nausea in group 1 of the first report was higher than the number with rash.
In the first report, more patients had atrial fibrillation than seizures.
In total 9 patients in the first report had nausea, while 20 patients in the second report did.
20% of the patients in group 1 of the first report experienced a complication.
Patients in the second report had pneumonia and vomiting, but patients in the first report did not.
There were 3 more cases of nausea in group 1 of the first report than in group 2.
All 3 cases of deep vein thrombosis in the first report occurred in group 2.
10 participants of the second report were diagnosed with pneumonia.
A higher proportion of patients in the first report had nausea compared with the second report.
At least two patients in each group of the first report had a seizure.
The first report recorded fewer cases of nausea than the second report.
Cohort 2 of the first report had no rash cases.
There were no cases of pneumonia in the first report, but 10 in the second report.
There were no cases of rash or deep vein thrombosis in the second report.
No patient in the first report suffered from respiratory complications.
The second report recorded three different types of complications.
At least four different complications were recorded in group 1 of the first report.
More than one patient in the first report had a seizure.
The first report recorded no more than 1 case of rash.
The rate of nausea in group 1 of the first report was 10%.
There was 1 more case of rash in group 1 of the first report than in group 2.
Group 1 of the first report had 60 patients.
The second report had more patients than the first report.
Zero patients in group 2 of the first report had a rash.
Rash was the least common complication in group 1 of the first report.
6 patients in group 1 of the first report had nausea, compared to 3 patients in group 2.
4 cases of atrial fibrillation were reported in group 1 of the first report and 1 in group 2.
The highest number of patients affected by any complication in the second report was 20.
There were no complications affecting more than 25 patients in the second report.
One patient, in group 1 of the first report, had a rash.
Fewer than 5% of patients in the second report had pneumonia.
Patients in the first report had seizures, while none in the second report did.
Seizures affected an equal number of patients in both groups of the first report.
In group 2 of the first report, deep vein thrombosis was as common as nausea.
Across both groups of the first report, there were 4 seizures.
Only one of the groups of the first report had a case of rash.
The first report had a higher percentage of patients with complications than the second report.
90% of patients in the second report did not have any complications.
In the first report, group 1 had more cases of atrial fibrillation than group 2.
"""

WRONG = """
Group 1 of the first report had three times as many cases of nausea as group 2.
Patients in the second report were more likely to have nausea than those in the first report.
Neither report recorded any case of nausea.
Seizures were recorded in both reports.
In the second group of the first report, one patient developed a rash.
One in five patients in group 1 of the first report had nausea.
Deep vein thrombosis did not occur in group 2 of the first report.
Nausea occurred equally often in group 1 and group 2 of the first report.
In the first report, more patients had seizures than atrial fibrillation.
In total 9 patients in the first report had nausea, while 25 patients in the second report did.
25% of the patients in group 1 of the first report experienced a complication.
Patients in the first report suffered from pneumonia, but patients in the second report did not.
Every patient in group 2 of the first report had nausea.
Deep vein thrombosis was only observed in group 1 of the first report.
All cases of nausea in the first report occurred in group 2.
The incidence of nausea in the first report was lower than in the second report.
More than half of the complications in the second report were pneumonia.
At least three patients in each group of the first report had a seizure.
None of the patients in the first report had a seizure.
There were no cases of rash, pneumonia or deep vein thrombosis in the second report.
The second report recorded five different types of complications.
The first report recorded no more than 2 cases of seizure.
The rate of nausea in group 1 of the first report was 15%.
Group 1 of the first report had 70 patients.
The second report had fewer patients than the first report.
6 patients in group 1 of the first report had nausea, compared to 5 patients in group 2.
4 cases of atrial fibrillation were reported in group 1 of the first report and 2 in group 2.
There were no complications affecting more than 5 patients in the first report.
Over 5% of patients in the second report had pneumonia.
Nausea affected the same percentage of patients in both groups of the first report.
In group 1 of the first report, deep vein thrombosis was as common as nausea.
Across both groups of the first report, there were 6 seizures.
Both groups of the first report had at least one case of rash.
90% of patients in the second report did not have nausea.
In the first report, group 2 had more cases of atrial fibrillation than group 1.
"""

LEFT = """
The second most common complication in the second report was pneumonia.
One patient in group 1 of the first report had a severe rash.
Group 1 of the third report had 60 patients.
"""
"""Sentences with something that is not understood, or not there."""


def view() -> RecordView:
    reports = [
        Evidence(
            id=str(n), kind="list", section=REPORT, source=in_note(str(n), 0, len(text)), quote=text
        )
        for n, text in enumerate((FIRST, SECOND))
    ]
    return view_of_evidence(reports, Anchors())


@pytest.mark.parametrize("sentence", TRUE.strip().splitlines())
def test_what_the_counts_say_is_carried(sentence: str) -> None:
    found = judge_group_counts(sentence, view())
    assert found is not None and found[1].grade == "E1", found


@pytest.mark.parametrize("sentence", WRONG.strip().splitlines())
def test_what_the_counts_exclude_is_refuted(sentence: str) -> None:
    found = judge_group_counts(sentence, view())
    assert found is not None and found[1].grade == "E4", found


@pytest.mark.parametrize("sentence", LEFT.strip().splitlines())
def test_what_is_not_understood_is_left(sentence: str) -> None:
    assert judge_group_counts(sentence, view()) is None
