"""How questions about medical knowledge name relations and kinds."""

from agents.ask.cues import Cue, Option, cue

_RECOMMENDED = (Option("RECOMMENDS_DRUG"), Option("RECOMMENDS_TREATMENT"))
_EFFECTS = (Option("LEADS_TO", "out"), Option("CAUSED_BY", "in"), Option("HAS_SIDE_EFFECT", "out"))
_CAUSES = (Option("CAUSED_BY", "out"), Option("LEADS_TO", "in"), Option("HAS_SIDE_EFFECT", "in"))
_NEGATIVE = (Option("NOT_RECOMMENDED"),)

KNOWLEDGE_CUES: tuple[Cue, ...] = (
    cue(
        "not recommended",
        r"contraindicat\w+|avoid\w*|(?:should|must|can)(?: ?n[o']t| never)(?: be)?"
        r"(?: (?:used|given|taken|use|take|give|receive|have|get))?"
        r"|not (?:be )?(?:recommended|given|used|advised|allowed)"
        r"|unsafe|dangerous|harmful|forbidden|stay away from|bad for|risky"
        r"|off[- ]limits|discouraged|shouldn'?t|steer clear of",
        (),
        _NEGATIVE,
    ),
    cue(
        "side effects",
        r"side[- ]effects?|adverse (?:effects?|events?|reactions?)|toxicit\w+|undesired effects?",
        ("SYMPTOM", "DISEASE"),
        (Option("HAS_SIDE_EFFECT"),),
    ),
    cue(
        "caused by",
        r"(?:caused|brought on|triggered|produced|induced) by|due to|result(?:s|ing)? (?:of|from)"
        r"|(?:come|comes|arise|arises) from",
        (),
        _CAUSES,
        _EFFECTS,
    ),
    cue(
        "complications",
        r"complications?|consequences?|sequelae|long[- ]term effects?",
        ("DISEASE", "SYMPTOM"),
        (Option("LEADS_TO", "out"), Option("CAUSED_BY", "in")),
    ),
    cue(
        "leads to",
        r"leads? to|led to|leading to|progress(?:es|ed)?(?: to| into)?|turns? into|results? in"
        r"|ends? (?:up )?(?:in|as|with)|develops? into|complicates?|complicated by|become|evolve"
        r"|lead",
        (),
        (Option("LEADS_TO", "out"), Option("CAUSED_BY", "in")),
        (Option("LEADS_TO", "in"), Option("CAUSED_BY", "out")),
    ),
    cue(
        "causes",
        r"causes of|etiolog\w+(?: of)?|aetiolog\w+(?: of)?|risk factors?|reasons for|triggers of",
        ("RISK_FACTOR", "DISEASE", "DRUG", "TREATMENT"),
        _EFFECTS,
        _CAUSES,
    ),
    cue(
        "cause",
        r"causes?|caused|predispos\w+|why|triggers?|brings? on|precipitat\w+|raises? the risk",
        (),
        _EFFECTS,
        _CAUSES,
    ),
    cue(
        "genes",
        r"genes?|genetic\w*|mutations?|variants?|inherited|hereditary",
        ("GENE",),
        (Option("LINKED_TO_GENE"),),
    ),
    cue(
        "monitored",
        r"monitor\w*|follow(?:ed)?(?:[- ]up)?|surveill?\w*|watch(?:ed)?|keep an eye on|checked"
        r"|track\w*",
        (),
        (Option("MONITORED_BY"),),
    ),
    cue(
        "diagnosed",
        r"diagnos\w+|confirm\w*|detect\w*|screen\w*|recogni[sz]\w+|pick(?:ed)? up|work[- ]?up",
        (),
        (Option("DIAGNOSED_BY"),),
    ),
    cue(
        "defined",
        r"defin\w+|criteri\w+|cut-?offs?|threshold\w*|mean(?:s|t)?(?= by\b)",
        ("CRITERION",),
        (Option("DEFINED_BY"),),
    ),
    cue(
        "symptoms",
        r"symptoms?|signs?|complaints?|presentations?|manifestations?",
        ("SYMPTOM", "DISEASE"),
        (Option("HAS_SYMPTOM"),),
    ),
    cue(
        "presents",
        r"present(?:s|ed|ing)?(?: with)?|complain\w*(?: of)?|feels?|looks? like|manifests?|notice",
        (),
        (Option("HAS_SYMPTOM"),),
    ),
    cue(
        "drugs",
        r"drugs?|medicines?|medications?|meds|pills?|tablets?|antibiotics?|antivirals?|prescri\w+"
        r"|agents?|pharmac\w+",
        ("DRUG",),
    ),
    cue(
        "tests",
        r"tests?|investigations?|exam(?:ination)?s?|imaging|lab(?:orator(?:y|ies))?s?|scans?"
        r"|measure[ds]?|measurements?|biomarkers?|markers?",
        ("TEST",),
    ),
    cue(
        "treatments",
        r"procedures?|operations?|interventions?|lifestyle|non-?drug|surg\w+",
        ("TREATMENT",),
        (Option("RECOMMENDS_TREATMENT"),),
    ),
    cue(
        "attribute",
        r"dos(?:e|es|age|ages|ing)|how much|how often|frequency|route|strength|evidence|approv\w+"
        r"|off-label|strong(?:ly)?|conditional\w*|graded?|level|quality",
        (),
        (Option("RECOMMENDS_DRUG"), Option("RECOMMENDS_TREATMENT"), Option("NOT_RECOMMENDED")),
    ),
    cue(
        "treated by",
        r"(?<!a )(?<!the )(?<!recommended )(?:treatments|treatment options?|therapies"
        r"|remed(?:y|ies)|antidotes?)",
        ("DRUG", "TREATMENT"),
        _RECOMMENDED,
    ),
    cue(
        "recommended",
        r"treat\w*|therap\w+|recommend\w*|indicat\w+|manag\w+|first[- ]line|second[- ]line|cure\w*"
        r"|helps?|good for|works? (?:for|against)|prescribed|suggest\w*"
        r"|relieve\w*|control\w*|prophyla\w+|prevent\w*|take for|used for|advis\w+|safe",
        (),
        _RECOMMENDED,
    ),
    cue(
        "diseases",
        r"conditions?|diseases?|illness\w*|disorders?|syndromes?|problems?|diagnosis|wrong with",
        ("DISEASE",),
    ),
)
"""An earlier line wins where two would read the same words."""
