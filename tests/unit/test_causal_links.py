"""Causes as a text states them, in both directions."""

import pytest

from clinical.causal_links import causal_links
from clinical.claims import read_claims
from clinical.facts import Anchors


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("Delirium was due to pneumonia.", [("Delirium", "pneumonia")]),
        ("Delirium from pneumonia, treated.", [("Delirium", "pneumonia")]),
        ("Pneumonia caused her delirium.", [("delirium", "Pneumonia")]),
        ("Delirium and pneumonia resolved.", []),
        ("She had delirium and was discharged from the ward.", []),
    ],
)
def test_an_effect_is_tied_to_its_cause(text: str, links: list[tuple[str, str]]) -> None:
    claims = read_claims(text, "", "", Anchors())
    found = [
        (link.effect.text, text[link.start : link.end].strip())
        for link in causal_links(text, claims)
    ]
    assert found == links
