"""Words that ask and do not name: what is left of a question without them has to be answered."""

from functools import lru_cache

from rapidfuzz.distance import OSA

from clinical.content_words import is_content
from clinical.words import uniform

ASKING = frozenset(
    """
    what which who whom whose when where why how much many often long far soon
    is are was were be been being am do does did done have has had having can could may might shall
    should will would must let
    the this that these those there here and but for not any some all each every other another
    patient person individual people someone somebody anyone anybody she he her him his hers they
    them their its you your our mine myself
    please tell give show list name mention explain describe say said know find look see think want
    need ask question answer wonder wondering curious happen happened going
    about after against among around because before between both during from into like near off
    onto out over since than then through under until upon with within without
    also already actually again ever just still yet really currently now today lately recent
    recently usually generally typical typically possible possibly commonly common mainly
    get gets got getting give given gave giving take takes took taken taking use uses used using
    make makes made put keep kept start begin come came go goes went gone
    record chart note file document graph
    one two several few lot thing things something anything kind kinds type types sort way ways
    good bad best better well right wrong help helps helped
    associated association related relation relationship link linked connection connected
    doctor physician clinician nurse team hospital stay admission hospitalization hospitalisation
    admitted inpatient visit
    case cases role effect effects include includes including involved same exist exists available
    okay alright hello thanks thank yes yeah sure maybe though whether whats hows whos lets
    dad daddy mom mum mommy father mother wife husband son daughter uncle aunt grandma grandpa
    grandmother grandfather brother sister friend cousin partner relative family kid child baby
    guy lady gentleman
    stuff bit little much more most less least enough too very quite pretty really
    morning evening night day days week weeks month months year years time times
    able apply matter idea option options choice choices
    """.split()
)
"""Words of talk and of any visit; whether a relative is meant is for the cues to say."""

_UNIFORM = frozenset(uniform(word) for word in ASKING) | ASKING
_SHORTEST_SLIP = 4


@lru_cache(maxsize=4096)
def is_asked(word: str) -> bool:
    """Say whether a uniform word names something that an answer must be about."""
    plain = word.partition("'")[0]
    return is_content(plain) and plain not in _UNIFORM and not _is_slip(plain)


def _is_slip(word: str) -> bool:
    """Say whether a word is one that asks with two of its letters changed round (`waht`)."""
    if len(word) < _SHORTEST_SLIP:
        return False
    return any(
        len(known) == len(word) and sorted(known) == sorted(word) and OSA.distance(known, word) == 1
        for known in ASKING
    )
