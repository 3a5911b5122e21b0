"""The words that fictional patients are made of; ordinary ward language, nobody's record."""

from pydantic import BaseModel


class Drug(BaseModel, frozen=True):
    """A drug as it is ordered."""

    name: str
    dose: str
    unit: str
    route: str
    frequency: str
    purpose: str


class Problem(BaseModel, frozen=True):
    """A reason to come to hospital, with all that is done about it."""

    title: str
    code: str
    complaint: str
    story: str
    imaging: str
    impression: str
    treatment: Drug
    course: str
    consult: str


class Analyte(BaseModel, frozen=True):
    """A laboratory test: its label in tables and in lines of a note, and where values lie."""

    label: str
    short: str
    low: float
    high: float
    places: int
    unit: str


PROBLEMS = (
    Problem(
        title="Community-acquired pneumonia",
        code="J189",
        complaint="Cough and fever",
        story="four days of productive cough, fever at home and pain on deep breathing",
        imaging="CHEST X-RAY (PA AND LATERAL)",
        impression="Right lower lobe consolidation, in keeping with pneumonia. No effusion.",
        treatment=Drug(
            name="CeftriaXONE",
            dose="1",
            unit="g",
            route="IV",
            frequency="Q24H",
            purpose="pneumonia",
        ),
        course="Oxygen was weaned to room air on the third hospital day.",
        consult="Pulmonary",
    ),
    Problem(
        title="Acute on chronic systolic heart failure",
        code="I5023",
        complaint="Shortness of breath",
        story="a week of worsening breathlessness, leg swelling and sleeping upright",
        imaging="CHEST X-RAY (PORTABLE AP)",
        impression="Moderate pulmonary edema and small bilateral pleural effusions.",
        treatment=Drug(
            name="Furosemide", dose="40", unit="mg", route="IV", frequency="BID", purpose="edema"
        ),
        course="Weight fell with diuresis and the leg swelling resolved.",
        consult="Cardiology",
    ),
    Problem(
        title="Acute pancreatitis",
        code="K8590",
        complaint="Abdominal pain",
        story="one day of epigastric pain going through to the back, with vomiting",
        imaging="CT ABDOMEN AND PELVIS WITH CONTRAST",
        impression="Peripancreatic stranding without necrosis. Gallbladder without stones.",
        treatment=Drug(
            name="HYDROmorphone", dose="0.5", unit="mg", route="IV", frequency="Q4H", purpose="pain"
        ),
        course="Diet was advanced to low fat on the fourth hospital day.",
        consult="Gastroenterology",
    ),
    Problem(
        title="Pyelonephritis",
        code="N10",
        complaint="Flank pain",
        story="three days of left flank pain, burning on urination and chills",
        imaging="RENAL ULTRASOUND",
        impression="Mildly enlarged left kidney. No hydronephrosis. No stone.",
        treatment=Drug(
            name="Ciprofloxacin",
            dose="500",
            unit="mg",
            route="PO",
            frequency="Q12H",
            purpose="pyelonephritis",
        ),
        course="Flank pain resolved and urine output stayed normal.",
        consult="Urology",
    ),
    Problem(
        title="Lower extremity cellulitis",
        code="L03115",
        complaint="Leg redness",
        story="two days of spreading redness and warmth of the right shin after a scratch",
        imaging="RIGHT LOWER EXTREMITY VENOUS ULTRASOUND",
        impression="No deep vein thrombosis in the right leg. Soft tissue edema.",
        treatment=Drug(
            name="CeFAZolin", dose="2", unit="g", route="IV", frequency="Q8H", purpose="cellulitis"
        ),
        course="The redness drew back behind the marked border.",
        consult="Infectious disease",
    ),
    Problem(
        title="Chronic obstructive pulmonary disease exacerbation",
        code="J441",
        complaint="Wheezing",
        story="five days of wheeze, more sputum and walking only from room to room",
        imaging="CHEST X-RAY (PA AND LATERAL)",
        impression="Hyperinflated lungs. No focal consolidation. No pneumothorax.",
        treatment=Drug(
            name="PredniSONE", dose="40", unit="mg", route="PO", frequency="DAILY", purpose="wheeze"
        ),
        course="Wheeze cleared and nebulizers were spaced to every six hours.",
        consult="Pulmonary",
    ),
)

BACKGROUND = (
    ("Hypertension", "I10", Drug(
        name="Lisinopril", dose="20", unit="mg", route="PO", frequency="DAILY",
        purpose="hypertension")),
    ("Hyperlipidemia", "E785", Drug(
        name="Atorvastatin", dose="40", unit="mg", route="PO", frequency="QPM",
        purpose="hyperlipidemia")),
    ("Type 2 diabetes mellitus", "E119", Drug(
        name="MetFORMIN", dose="500", unit="mg", route="PO", frequency="BID",
        purpose="diabetes")),
    ("Hypothyroidism", "E039", Drug(
        name="Levothyroxine", dose="75", unit="mcg", route="PO", frequency="DAILY",
        purpose="hypothyroidism")),
    ("Gastroesophageal reflux disease", "K219", Drug(
        name="Omeprazole", dose="20", unit="mg", route="PO", frequency="DAILY",
        purpose="reflux")),
    ("Major depressive disorder", "F329", Drug(
        name="Sertraline", dose="50", unit="mg", route="PO", frequency="DAILY",
        purpose="depression")),
    ("Atrial fibrillation", "I4891", Drug(
        name="Apixaban", dose="5", unit="mg", route="PO", frequency="BID",
        purpose="atrial fibrillation")),
    ("Gout", "M109", Drug(
        name="Allopurinol", dose="100", unit="mg", route="PO", frequency="DAILY",
        purpose="gout")),
    ("Osteoarthritis", "M1990", Drug(
        name="Acetaminophen", dose="650", unit="mg", route="PO", frequency="Q6H:PRN",
        purpose="joint pain")),
    ("Benign prostatic hyperplasia", "N400", Drug(
        name="Tamsulosin", dose="0.4", unit="mg", route="PO", frequency="QHS",
        purpose="urinary hesitancy")),
)  # fmt: skip

ALLERGIES = ("Penicillins", "Sulfa (Sulfonamide Antibiotics)", "Codeine", "Shellfish")

OPERATIONS = (
    ("Appendectomy", "0DTJ4ZZ"),
    ("Laparoscopic cholecystectomy", "0FT44ZZ"),
    ("Left total knee replacement", "0SRD0J9"),
    ("Inguinal hernia repair", "0YQ50ZZ"),
)

ANALYTES = (
    Analyte(label="White Blood Cells", short="WBC", low=6, high=17, places=1, unit="K/uL"),
    Analyte(label="Hemoglobin", short="Hgb", low=9, high=15, places=1, unit="g/dL"),
    Analyte(label="Platelet Count", short="Plt Ct", low=140, high=380, places=0, unit="K/uL"),
    Analyte(label="Sodium", short="Na", low=131, high=144, places=0, unit="mEq/L"),
    Analyte(label="Potassium", short="K", low=3.2, high=5.2, places=1, unit="mEq/L"),
    Analyte(label="Bicarbonate", short="HCO3", low=19, high=30, places=0, unit="mEq/L"),
    Analyte(label="Urea Nitrogen", short="UreaN", low=9, high=44, places=0, unit="mg/dL"),
    Analyte(label="Creatinine", short="Creat", low=0.6, high=2.1, places=1, unit="mg/dL"),
    Analyte(label="Glucose", short="Glucose", low=82, high=240, places=0, unit="mg/dL"),
    Analyte(label="Magnesium", short="Mg", low=1.5, high=2.5, places=1, unit="mg/dL"),
)

VITALS = (
    ("heart rate", "bpm", 62, 112),
    ("respiratory rate", "insp/min", 14, 26),
    ("o2 saturation pulseoxymetry", "%", 91, 99),
    ("non invasive blood pressure systolic", "mmHg", 102, 158),
    ("non invasive blood pressure diastolic", "mmHg", 54, 92),
    ("temperature fahrenheit", "°F", 97, 101),
)
