"""Run a graph database on loopback for tests, until standard input ends.

The first line of output is JSON: where the database is and how to log in. Whoever started this
script holds its standard input, so the database ends with them, however they end.
"""

import argparse
import ctypes
import importlib.util
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from neo4j import GraphDatabase
from neo4j.exceptions import DriverError, Neo4jError

PASSWORD = "curaview-test"
DATABASE = "neo4j"
JARS = Path(__file__).parents[2] / "build" / "neo4j" / "lib"
STARTS_WITHIN_SECONDS = 240
STOPS_WITHIN_SECONDS = 30

_OPENED = ("java.nio", "java.io", "sun.nio.ch", "java.util.concurrent")
"""Packages of the Java runtime that Neo4j reaches into."""


def arcadedb(home: Path, port: int) -> list[str]:
    """Start ArcadeDB, which comes with its own Java runtime in a Python package."""
    found = importlib.util.find_spec("arcadedb_embedded")
    if found is None or found.origin is None:
        sys.exit("arcadedb-embedded is not installed; pip install it")
    package = Path(found.origin).parent
    settings = {
        "server.rootPath": home,
        "server.rootPassword": PASSWORD,
        "server.httpIncomingHost": "127.0.0.1",
        "server.httpIncomingPort": free_port(),
        "server.plugins": "Bolt:com.arcadedb.bolt.BoltProtocolPlugin",
        "server.defaultDatabases": f"{DATABASE}[]",
        "bolt.host": "127.0.0.1",
        "bolt.port": port,
        "bolt.defaultDatabase": DATABASE,
    }
    return [
        str(package / "jre" / "bin" / "java"),
        "-Xmx512m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "--add-modules=jdk.incubator.vector",
        "--enable-native-access=ALL-UNNAMED",
        *(f"-Darcadedb.{name}={value}" for name, value in settings.items()),
        "-cp",
        str(package / "jars" / "*"),
        "com.arcadedb.server.ArcadeDBServer",
    ]


def neo4j(home: Path, port: int) -> list[str]:
    """Start Neo4j Community from the jars that `make neo4j-jars` fetches."""
    java = shutil.which("java")
    if java is None or not JARS.is_dir():
        sys.exit("Neo4j needs Java 17 and its jars; run `make neo4j-jars`")
    return [
        java,
        "-Xmx1g",
        *(f"--add-opens=java.base/{name}=ALL-UNNAMED" for name in _OPENED),
        "-cp",
        str(JARS / "*"),
        str(Path(__file__).with_name("Neo4jServer.java")),
        str(home),
        str(port),
        PASSWORD,
    ]


SERVERS: dict[str, tuple[Callable[[Path, int], list[str]], str]] = {
    "arcadedb": (arcadedb, "root"),
    "neo4j": (neo4j, "neo4j"),
}
"""How to start each database, and the name of its user."""


def main() -> None:
    """Start the database, say where it is, wait for the end of input, stop it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("database", choices=sorted(SERVERS))
    parser.add_argument("--port", type=int, default=0, help="Bolt port; a free one by default")
    asked = parser.parse_args()
    command_of, user = SERVERS[asked.database]
    port = asked.port or free_port()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with tempfile.TemporaryDirectory(prefix=f"{asked.database}-") as home:
        log = Path(home) / "server.log"
        folder = Path(home) / "home"
        process = started(command_of(folder, port), log)
        try:
            uri = f"bolt://127.0.0.1:{port}"
            wait_until_it_answers(process, uri, user, log)
            sys.stdout.write(json.dumps(described(uri, user, process.pid, folder)) + "\n")
            sys.stdout.flush()
            sys.stdin.read()
        except KeyboardInterrupt:
            pass
        finally:
            stop(process)


def described(uri: str, user: str, pid: int, folder: Path) -> dict[str, str | int]:
    """Say all that a client must know, and where memory and disk of the database are seen."""
    return {
        "uri": uri,
        "user": user,
        "password": PASSWORD,
        "database": DATABASE,
        "pid": pid,
        "folder": str(folder),
    }


def free_port() -> int:
    """Let the system choose a port."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
    return port


def started(command: list[str], log: Path) -> subprocess.Popen[bytes]:
    """Start the database as a child that ends when this process is killed."""
    with log.open("wb") as output:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env={name: value for name, value in os.environ.items() if name != "JAVA_TOOL_OPTIONS"},
            preexec_fn=_end_with_parent if sys.platform == "linux" else None,
        )


def _end_with_parent() -> None:
    """Ask Linux to end this process with its parent (prctl PR_SET_PDEATHSIG)."""
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)


def wait_until_it_answers(process: subprocess.Popen[bytes], uri: str, user: str, log: Path) -> None:
    """Return when the database answers a query; leave with its log when it cannot."""
    until = time.monotonic() + STARTS_WITHIN_SECONDS
    while process.poll() is None and time.monotonic() < until:
        try:
            with GraphDatabase.driver(
                uri, auth=(user, PASSWORD), max_transaction_retry_time=0
            ) as driver:
                driver.execute_query("RETURN 1", database_=DATABASE)
        except (DriverError, Neo4jError, OSError):
            time.sleep(0.5)
        else:
            return
    sys.exit(f"the database did not start:\n{log.read_text('utf-8', 'replace')[-4000:]}")


def stop(process: subprocess.Popen[bytes]) -> None:
    """End the database, gently first."""
    process.terminate()
    try:
        process.wait(STOPS_WITHIN_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


if __name__ == "__main__":
    main()
