"""Measure one store after the other and arrange the figures."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.table import Table

from evaluation.checking import shared_embedder
from evaluation.footprint import Footprint
from evaluation.store_bench import Progress, StoreBench, StoreFigures
from kg.neo4j_address import Login, neo4j_address
from kg.neo4j_store import Neo4jStore
from kg.sqlite_store import SqliteStore

_UNKNOWN = "-"


async def measure_stores(
    addresses: Sequence[str],
    sizes: tuple[int, ...],
    server: Footprint,
    login: Login | None,
    progress: Progress,
) -> list[StoreFigures]:
    """Measure the embedded store in a folder of its own, then the databases."""
    named = [neo4j_address(address, login) for address in addresses]
    embedder = shared_embedder()
    with TemporaryDirectory(prefix="curaview-bench-") as folder:
        file = Path(folder) / "graphs.sqlite"
        benches = [
            StoreBench(
                "embedded", partial(SqliteStore, file, embedder), Footprint(files=(file,)), sizes
            )
        ]
        for address in named:
            measured = server if address is named[-1] else Footprint()
            benches.append(
                StoreBench(
                    address.uri,
                    partial(Neo4jStore, address, embedder),
                    measured,
                    sizes,
                )
            )
        return [figures for bench in benches async for figures in bench.measure(progress)]


def result_table(figures: Sequence[StoreFigures]) -> Table:
    """Arrange the figures, a line for each store and size."""
    names = [name for name in StoreFigures.model_fields if name != "store"]
    table = Table("store", title="Stores, on fictional patients")
    for name in names:
        table.add_column(name.replace("_", " "), justify="right")
    for row in figures:
        table.add_row(row.store, *(_shown(getattr(row, name)) for name in names))
    return table


def _shown(value: float | int | None) -> str:
    if value is None:
        return _UNKNOWN
    return f"{value:,.2f}" if isinstance(value, float) else str(value)
