"""Words that decide how far a denial, or another cue of assertion, reaches in a sentence."""

import re

ADJACENT = frozenset(
    "which that who : , - ( but and also was were is are has have had been be this these it then "
    "later subsequently thus".split()
)
"""Words between a finding and the cue that follows it, which belong to the cue."""

ABBREVIATIONS = frozenset("vs dr mr mrs ms st no e.g i.e approx temp pt".split())
AUXILIARIES = frozenset("was were is are has have had been remains remained".split())
VERBS = AUXILIARIES | frozenset(
    "did does showed shows revealed reveals demonstrated demonstrates underwent required requires "
    "improved developed develops became becomes presented presents received receives admits "
    "reports reported endorses complains complained states noticed needed grew rose fell peaked "
    "climbed dropped returned recovered persisted continued continues tolerated started began "
    "begun stopped discontinued held resumed restarted placed admitted discharged transferred "
    "treated went came took takes made gave given got will would should can could may might must "
    "appears appeared seems seemed felt spiked worsened increased decreased normalized cleared "
    "passed ate walked left ran settled drifted managed added halved doubled proved resolved "
    "resolves abated subsided disappeared ceased lessened persists occurred arose prompted".split()
)
PERCEPTIONS = frozenset(
    "seen noted found identified appreciated detected observed demonstrated visualized reported "
    "elicited felt".split()
)
"""Participles that close a list of findings (`no rash, lesions or ulcers were seen`)."""

PRONOUNS = frozenset("he she they it this there we patient i you".split())
SUBJECTS = frozenset("he she they we".split())
UNVEILING = frozenset("showing revealing demonstrating confirming finding yielding".split())
"""Participles behind a comma that turn to what was found (`excluded a clot, showing stasis`)."""

WITHOUT = frozenset("w/o without".split())
CAUSES = frozenset(
    "cause causes etiology aetiology source explanation precipitant trigger component contribution "
    "origin".split()
)
"""Nouns that make a denial one of the cause (`no adrenal cause`), not of what is named by it."""

TESTS = frozenset(
    "ct cta mri mra us u/s ultrasound duplex doppler dopplers x-ray xray cxr film films tte tee "
    "echo ekg ecg eeg ua culture cultures cx bcx ucx pcr swab swabs screen test tests testing "
    "panel serology serologies smear smears stain scan biopsy biopsies egd lenis nchct cth study "
    "studies workup work-up w/u labs troponin troponins dimer antigen assay".split()
)
"""Tests that come out negative themselves: what stands before the comma is not denied by them."""

SIDES = frozenset("left right l r lle rle lue rue contralateral opposite other".split())
"""Words that turn to another side, which is then told of alone: `LLE DVT, RLE negative`."""

QUALITY = re.compile(r"\w{3,}(?:ent|ant|ous|al|ic|ive|ed|ary|ar|able|ible|ful|less|oid|ile)")
"""Words that look like adjectives."""

SHOWING = frozenset("showed shows show revealed reveals demonstrated grew".split())
"""Verbs whose object is absent where their subject is (`neither film showed an abscess`)."""

WITHOUT_OBJECT = frozenset(". , ; ) on in by at to from and or but".split())
"""What follows such a verb where it is a participle (`no fracture demonstrated on CT`)."""

LABEL_MARKS = frozenset((":", "-", "–", "="))
CLAUSE_OPENERS = frozenset("after once when since until because while before as".split())
ADDING = frozenset({"with", "w"})
"""Words that add something of its own behind a comma: `due to RSV, w/ pneumonia unlikely`."""

MODIFIED = frozenset("for with as was were of on and given started continued".split())
"""Words that end the noun before `prophylaxis`."""

STATED_AMOUNTS = frozenset(
    "mild moderate mod mod-severe trace trivial tiny small stage grade a an one two three some few "
    "occasional minimal slight scattered stable unchanged positive known chronic old patent intact "
    "normal persistent".split()
)
"""Words that begin a finding which is there, after a comma in a list of what is not."""

ABILITY = frozenset("given taken seen done held kept begun".split())
