"""The discharge note and the summary of a fictional stay, in the manner of ward notes."""

from datetime import datetime, timedelta

from evaluation.synthetic_course import Course
from evaluation.synthetic_vocabulary import ANALYTES, Drug


def discharge_note(course: Course) -> str:
    """Write the note without the hospital course, which is what gets checked."""
    parts = (
        _head(course),
        _history(course),
        _admission_exam(),
        _discharge_exam(),
        _results(course),
        _medications(course),
        _ending(course),
    )
    return "\n\n".join(parts) + "\n"


def hospital_course(course: Course) -> str:
    """Write the summary: what happened, problem by problem."""
    names = [name for name, _, _ in course.background]
    opening = (
        f"___ is a {course.age}-year-old {course.noun} with a history of "
        f"{', '.join(names[:-1]).lower()} and {names[-1].lower()} who presented with "
        f"{course.problem.story}."
    )
    problems = "\n\n".join(
        f"# {name}\nHome {drug.name.lower()} {drug.dose} {drug.unit} was continued for "
        f"{drug.purpose}. {course.pronoun} had no symptoms of it during this admission."
        for name, _, drug in course.background
    )
    return f"{opening}\n\n{_main_problem(course)}\n\n{problems}\n\n{_leaving(course)}"


def _head(course: Course) -> str:
    return (
        "Name:  ___                     Unit No:   ___\n\n"
        f"Admission Date:  {course.admitted:%Y-%m-%d}     "
        f"Discharge Date:  {course.discharged:%Y-%m-%d}\n\n"
        f"Date of Birth:  ___             Sex:   {course.sex}\n\nService: MEDICINE\n\n"
        f"Allergies:\n{course.allergy}\n\nAttending: ___.\n\n"
        f"Chief Complaint:\n{course.problem.complaint}\n\n"
        "Major Surgical or Invasive Procedure:\nNone"
    )


def _history(course: Course) -> str:
    names = ", ".join(name.lower() for name, _, _ in course.background)
    past = "\n".join(f"- {name}" for name, _, _ in course.background)
    story = (
        f"___ is a {course.age} year old {course.noun} with {names} who presents with "
        f"{course.problem.story}. {course.pronoun} was in the usual state of health before that. "
        f"{course.pronoun} denies chest pain, palpitations, headache, vision changes, melena or "
        "recent travel. There were no sick contacts. All home medications were taken as "
        f"prescribed until the morning of arrival. In the ED, {course.problem.imaging.lower()} "
        f"was obtained, blood was drawn, and {course.problem.treatment.name.lower()} was given "
        f"for {course.problem.treatment.purpose}. {course.pronoun} was then admitted to medicine "
        "for further care. On the floor the patient was comfortable and answered all questions. "
        "Review of systems was otherwise negative in ten systems."
    )
    return (
        f"History of Present Illness:\n{story}\n\nPast Medical History:\n{past}\n"
        f"- s/p {course.operation[0].lower()}\n\n"
        "Social History:\nLives with family. Former smoker, quit ten years ago. Rare alcohol. "
        "No illicit drugs. Walks without a cane.\n\n"
        "Family History:\nFather had a myocardial infarction at 70. Mother had breast cancer. "
        "No family history of clotting disorders."
    )


def _admission_exam() -> str:
    return (
        "Physical Exam:\nADMISSION PHYSICAL EXAM:\n"
        "VS: T 99.1 BP 132/78 HR 96 RR 20 O2 95% on RA\n"
        "GENERAL: Alert, oriented, in no acute distress\n"
        "HEENT: Sclerae anicteric, mucous membranes dry, oropharynx clear\n"
        "NECK: Supple, no lymphadenopathy, no jugular venous distention\n"
        "CARDIAC: Regular rate and rhythm, no murmurs, rubs or gallops\n"
        "LUNGS: Good air entry on both sides, no accessory muscle use\n"
        "ABDOMEN: Soft, mild tenderness, no rebound or guarding\n"
        "EXTREMITIES: Warm, well perfused, no clubbing or cyanosis\n"
        "NEURO: Cranial nerves II-XII intact, strength 5/5 throughout, normal gait\n"
        "SKIN: No rash, no jaundice, no pressure injury"
    )


def _discharge_exam() -> str:
    return (
        "DISCHARGE PHYSICAL EXAM:\nVS: T 98.2 BP 124/72 HR 78 RR 16 O2 97% on RA\n"
        "GENERAL: Comfortable, sitting in a chair\nCARDIAC: Regular rate and rhythm, no murmurs\n"
        "LUNGS: Clear to auscultation bilaterally\nABDOMEN: Soft, nontender, nondistended\n"
        "EXTREMITIES: No edema, distal pulses present\nNEURO: Alert, oriented to person, place "
        "and time, moving all limbs\nSKIN: Intact, peripheral line removed, site clean and dry"
    )


def _results(course: Course) -> str:
    lines = "\n".join(_lab_lines(course))
    return (
        f"Pertinent Results:\n{lines}\n\nMICROBIOLOGY:\n"
        f"{course.admitted:%Y-%m-%d} BLOOD CULTURE x2: No growth, final.\n"
        f"{course.admitted:%Y-%m-%d} URINE CULTURE: Mixed flora, consistent with contamination.\n\n"
        f"IMAGING:\n{course.admitted:%Y-%m-%d} {course.problem.imaging}\n"
        f"IMPRESSION: {course.problem.impression}\n"
        f"{_day(course, 1):%Y-%m-%d} ECG: Sinus rhythm, normal intervals, no ischemic changes.\n"
        f"{_day(course, 2):%Y-%m-%d} ECHOCARDIOGRAM: Normal left ventricular size. LVEF 55%. No "
        "significant valvular disease. No pericardial effusion."
    )


def _lab_lines(course: Course) -> list[str]:
    return [
        f"{panel.time:%Y-%m-%d %I:%M%p} BLOOD "
        + " ".join(
            f"{analyte.short}-{value}"
            for analyte, value in zip(ANALYTES, panel.values, strict=True)
        )
        for panel in course.panels[::2]
    ]


def _medications(course: Course) -> str:
    home = [_order(drug) for _, _, drug in course.background]
    taken = [*home, f"{_order(course.problem.treatment)} for 4 days"]
    return (
        "Medications on Admission:\nThe Preadmission Medication list is accurate and complete.\n"
        f"{_numbered(home)}\n\nDischarge Medications:\n{_numbered(taken)}"
    )


def _ending(course: Course) -> str:
    secondary = "\n".join(name for name, _, _ in course.background)
    return (
        f"Discharge Disposition:\nHome With Service\n\nFacility:\n___\n\n"
        f"Discharge Diagnosis:\nPRIMARY:\n{course.problem.title}\nSECONDARY:\n{secondary}\n\n"
        "Discharge Condition:\nMental Status: Clear and coherent.\n"
        "Level of Consciousness: Alert and interactive.\n"
        "Activity Status: Ambulatory - Independent.\n\n"
        "Followup Instructions:\n___"
    )


def _main_problem(course: Course) -> str:
    problem, drug = course.problem, course.problem.treatment
    return (
        f"# {problem.title}\nOn arrival the blood pressure was 132/78 and the heart rate was 96. "
        f"White count was {course.value('WBC', 0)} and creatinine was "
        f"{course.value('Creat', 0)} on admission. {problem.imaging.capitalize()} showed "
        f"{problem.impression[0].lower()}{problem.impression[1:]} Blood cultures showed no growth. "
        f"{course.pronoun} was treated with {drug.name.lower()} {drug.dose} {drug.unit} "
        f"{drug.route} {drug.frequency}. {problem.consult} was consulted on hospital day 2. "
        f"{problem.course} Echocardiogram showed an ejection fraction of 55%. ECG showed sinus "
        "rhythm without ischemic changes. Hemoglobin was "
        f"{course.value('Hgb', -2)} before discharge. Potassium was {course.value('K', 0)} on "
        f"admission and {course.value('K', -2)} at the end of the stay. There was no fever in the "
        "last two days. The patient denied chest pain and melena."
    )


def _leaving(course: Course) -> str:
    return (
        "# Transitional issues\n"
        f"{course.pronoun} was discharged home with services on {course.discharged:%Y-%m-%d}. "
        f"{course.problem.treatment.name} is to be continued for 4 days. "
        f"{course.pronoun} has an allergy to {course.allergy.lower()}. Mental status was clear on "
        "discharge. Please repeat a basic metabolic panel within one week."
    )


def _order(drug: Drug) -> str:
    return f"{drug.name} {drug.dose} {drug.unit} {drug.route} {drug.frequency}"


def _numbered(lines: list[str]) -> str:
    return "\n".join(f"{number}. {line}" for number, line in enumerate(lines, 1))


def _day(course: Course, number: int) -> datetime:
    return course.admitted + timedelta(days=number)
