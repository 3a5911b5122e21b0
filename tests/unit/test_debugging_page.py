"""The page on debugging draws the graph as it is, and its pictures are there and small."""

import re
from pathlib import Path

from agents.served import check

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "debugging.md").read_text()
LARGEST_PICTURE = 200_000


async def test_the_graph_on_the_page_is_the_graph_that_runs() -> None:
    async with check() as graph:
        drawn = graph.get_graph(xray=True).draw_mermaid().strip()
    assert f"```mermaid\n{drawn}\n```" in PAGE


def test_the_pictures_are_there_and_small() -> None:
    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", PAGE)
    assert pictures and {(DOCS / one).suffix for one in pictures} == {".png"}
    assert all((DOCS / one).stat().st_size < LARGEST_PICTURE for one in pictures)
