"""A LangSmith server on loopback that keeps in memory what it is sent and gives it back."""

import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from urllib.parse import parse_qs, urlsplit

Item = dict[str, object]

INFO: Item = {
    "version": "0.1.0",
    "instance_flags": {},
    "batch_ingest_config": {
        "use_multipart_endpoint": False,
        "size_limit": 100,
        "size_limit_bytes": 20_971_520,
        "scale_up_nthreads_limit": 1,
        "scale_up_qsize_trigger": 1000,
        "scale_down_nempty_trigger": 4,
    },
}
TENANT = "00000000-0000-0000-0000-000000000001"
WHEN = "2026-01-02T03:04:05+00:00"
FILTERS = {"dataset": "dataset_id", "reference_dataset": "reference_dataset_id", "name": "name"}
"""Query parameters with the fields that they select by."""


class Collector:
    """What was sent: every body as it came, and the objects by kind and id."""

    def __init__(self) -> None:
        self.bodies: list[str] = []
        self.objects: dict[str, dict[str, Item]] = {}
        self.url = ""
        self._lock = Lock()

    @property
    def runs(self) -> list[Item]:
        """The runs, in the order in which they began."""
        return list(self.objects.get("runs", {}).values())

    def take(self, kind: str, item: Item) -> Item:
        """Keep an object, or add to the one that is kept."""
        with self._lock:
            kept = self.objects.setdefault(kind, {}).setdefault(str(item["id"]), {})
            kept |= {name: value for name, value in item.items() if value is not None}
            return kept

    def received(self, body: str) -> None:
        """Remember a body as it came."""
        with self._lock:
            self.bodies.append(body)


def answered(collector: Collector, method: str, path: str, body: str) -> object:
    """Do what a request asks, and return the answer."""
    place = urlsplit(path)
    parts = [part for part in place.path.split("/") if part and part not in ("api", "v1")]
    if parts == ["info"]:
        return INFO
    if parts == ["runs", "batch"]:
        sent = json.loads(body)
        for run in (*sent.get("post", ()), *sent.get("patch", ())):
            collector.take("runs", run)
        return {}
    if parts == ["examples", "bulk"]:
        return [collector.take("examples", _whole(item)) for item in json.loads(body)]
    if method in ("POST", "PATCH"):
        item = json.loads(body)
        if len(parts) > 1:
            item["id"] = parts[1]
        return collector.take(parts[0], _whole(item))
    kept = list(collector.objects.get(parts[0], {}).values())
    if len(parts) > 1:
        return collector.objects[parts[0]][parts[1]]
    return _selected(kept, parse_qs(place.query))


def _whole(item: Item) -> Item:
    """Add what a server adds."""
    number = f"{abs(hash(json.dumps(item, sort_keys=True, default=str))) % 10**12:012d}"
    added: Item = {
        "id": f"00000000-0000-4000-8000-{number}",
        "created_at": WHEN,
        "modified_at": WHEN,
        "start_time": WHEN,
        "tenant_id": TENANT,
        "example_count": 0,
        "session_count": 0,
    }
    return added | item


def _selected(kept: list[Item], query: dict[str, list[str]]) -> list[Item]:
    for parameter, field in FILTERS.items():
        for wanted in query.get(parameter, ()):
            kept = [item for item in kept if str(item.get(field)) == wanted]
    if "run" in query:
        kept = [item for item in kept if str(item.get("run_id")) in query["run"]]
    first = int(query.get("offset", ["0"])[0])
    return kept[first : first + int(query.get("limit", ["100"])[0])]


@contextmanager
def collecting() -> Iterator[Collector]:
    """Run the server until the block ends; its address is `url`."""
    collector = Collector()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _answer(self) -> None:
            raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            if self.headers.get("Content-Encoding") == "gzip":
                raw = gzip.decompress(raw)
            body = raw.decode()
            collector.received(body)
            text = json.dumps(answered(collector, self.command, self.path, body)).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        do_GET = do_POST = do_PATCH = _answer

        def log_message(self, format: str, *arguments: object) -> None:
            """Keep quiet."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        collector.url = f"http://127.0.0.1:{server.server_address[1]}"
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield collector
        finally:
            server.shutdown()
            thread.join()
