"""Words that stand between the name of a quantity and its value, by what they do there."""

VALUE_LEADS = frozenset(
    "of to at was were is are from be been being reached reaching hit measured measures measuring"
    " read reading reads showed shows showing equal = : reported recorded documented noted found"
    " against versus vs then now remains remained remaining stayed became around about"
    " approximately approx roughly nearly almost only still just ranging ranged ran running"
    " between compared".split()
)
"""Words after which the value itself may follow."""

CHANGES = frozenset(
    "rose risen rise rises rising fell fallen fall falls falling dropped drop drops dropping"
    " decreased decrease decreasing increased increase increasing climbed climb climbing improved"
    " improve improving improvement worsened worsening declined decline declining trended trend"
    " trending drifted drifting peaked peak peaking crested bottomed topped nadired returned"
    " return returning recovered recovering normalized came come coming went go gone going up down"
    " back settled settling stabilized cleared clearing corrected reached elevated spiked bumped"
    " doubled jumped lowered reduced raised brought leveled plateaued uptrended downtrended"
    " uptrending downtrending ranged ranging slipped dipped crept shrunk shrank grew grown"
    " enlarged advanced measured measuring bump rebounded rebound rebounding surged spike spiking"
    " dwindled dwindling waned sank sunk"
    " jump bounced halved tripled quadrupled stood sits sat hovered hovering plateau".split()
)
"""Words that say that a quantity moved; what they lead to belongs to it even at a distance."""

BEING = frozenset("was were is are be been being had has".split())

FILLERS = frozenset(
    "a an the his her their its this that he she it which who had has have and or but also with on"
    " in by as for level levels count counts value values concentration reading initially initial"
    " subsequently again later earlier first last latest recent repeat repeated low high normal"
    " elevated stable steady mild mildly slightly markedly critically profoundly significantly"
    " moderately minimally transiently briefly already low lower lowest highest higher new again"
    " flat slowly gradually rapidly quickly steadily today yesterday overnight morning evening"
    " night room air ra nc mask cannula nasal supplemental oxygen most maximum max minimum min"
    " baseline peak nadir trough day out off well very too there admission discharge arrival"
    " presentation triage blood serum plasma venous arterial checked drawn when then after before"
    " regular irregular oral orally po axillary rectal tympanic both all score scale rate up down"
    " even so far no than more less into upper mid borderline approximately beginning ed icu"
    " equal usual left right side transient index standing sitting supine lying"
    " ambulation rest result results test hospital house stay preop postop pre post op preoperative"
    " postoperative intraoperative b/l home outside appropriate good slight highs lows degrees"
    " single recent prior previous ever".split()
)
"""Words that may stand between a name and its value without parting them."""

COUNTED = frozenset(
    "d u day days hour hours hr hrs h week weeks wk wks month months year years yr yrs yo minute"
    " minutes min mins time times dose doses tab tabs tablet tablets cap caps capsule capsules"
    " pill pills puff puffs spray sprays drop drops bottle bottles set sets views view vessel"
    " vessels drink drinks pack packs cigarettes episode episodes occasion occasions am pm th st"
    " nd rd out unit units patch patches amp amps bag bags refill refills po iv sc sq im sl pr"
    " bid tid qid daily qhs qam qpm mg mcg mEq meq gram grams of person people bottle"
    " point points vial vials session sessions separate loose children siblings stents"
    " pillow pillows flight flights block blocks".split()
)
"""What a number counts when it is no value: `2 days`, `3 tablets`."""

GOALS = frozenset(
    "goal goals target targets if unless should threshold transfuse titrate titrated keep"
    " maintain hold parameters cutoff exceeds call whenever avoid".split()
)
"""Words that make a number a limit or an aim, not a measurement."""

SHARED = frozenset(
    "stenosis stenoses stenosed narrowing narrowed occlusion occluded blockage obstruction proximal"
    " ostial mid distal predicted collapse collapsed loss burns burn".split()
)
"""What a percentage is the share of when it is no value of the quantity before it."""

AIMS = frozenset("goal goals target targets targeted aimed desired threshold".split())
"""Words behind a number that make it an aim."""

SINGLED_OUT = frozenset(
    "nadir peak trough baseline b/l max maximum min minimum lowest highest peaked bottomed".split()
)
"""Words that bind the number behind them to the quantity that was spoken of last."""

_NO_ADVERBS = frozenset("family supply anomaly assembly reply apply rely comply".split())


def is_adverb(word: str) -> bool:
    """Say whether a lower-case word only tells how something went: `abruptly`."""
    return len(word) > 4 and word.endswith("ly") and word not in _NO_ADVERBS


SPELLED_NUMBERS = {
    "zero": 0,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "thirteen": 13,
    "fourteen": 14,
    "fifteen": 15,
    "sixteen": 16,
    "seventeen": 17,
    "eighteen": 18,
    "nineteen": 19,
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
}
SPELLED_SCALES = {"hundred": 100, "thousand": 1000, "million": 1_000_000}
