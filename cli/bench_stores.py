"""`curaview bench stores`: how fast stores index and answer, and how both grow."""

from pathlib import Path
from typing import Annotated

import typer


def stores(
    addresses: Annotated[
        list[str] | None,
        typer.Argument(metavar="[STORE]...", help="Empty databases to measure, neo4j://HOST."),
    ] = None,
    size: Annotated[
        list[int] | None,
        typer.Option(min=1, help="Patients at which to measure; may be repeated. 10, 50, 250."),
    ] = None,
    server_pid: Annotated[
        int | None, typer.Option(help="Process of the last database, for its memory.")
    ] = None,
    server_folder: Annotated[
        Path | None, typer.Option(exists=True, help="Folder of the last database, for its disk.")
    ] = None,
    debug: Annotated[bool, typer.Option(help="Log, and show where an error arose.")] = False,
) -> None:
    """Measure the embedded store, then each database named, with fictional patients."""
    import asyncio

    from agents.settings import settings
    from cli.bench_stores_run import measure_stores, result_table
    from cli.progress import dataset_progress
    from cli.tables import print_all
    from evaluation.footprint import Footprint
    from evaluation.store_bench import SIZES

    server = Footprint(files=(server_folder,) if server_folder else (), server=server_pid)
    with dataset_progress() as progress:
        figures = asyncio.run(
            measure_stores(
                tuple(addresses or ()),
                tuple(sorted(size or SIZES)),
                server,
                settings().store_login,
                progress,
            )
        )
    print_all(result_table(figures))
