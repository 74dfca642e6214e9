"""What whoever runs the server can watch: the dashboard and alerts ask for figures that exist; traces."""

import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
import yaml
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from tests.architecture.places import ROOT
from tests.server.serving import Served, serving, settings_for

from ludoteka.server import traces
from ludoteka.server.store.faults import Fault
from ludoteka.server.web.operations import _may_read

DASHBOARD = ROOT / "deploy" / "grafana" / "ludoteka.json"
ALERTS = ROOT / "deploy" / "prometheus" / "alerts.yaml"
SUFFIXES = {"counter": ["_total"], "gauge": [""], "histogram": ["_bucket", "_sum", "_count"]}


def figures(served: Served) -> set[str]:
    """Every name that Prometheus would keep, those that nothing has counted yet included."""
    guest = served.guest()
    kinds = re.findall(r"^# TYPE (\w+) (\w+)$", guest.http.get("/metrics").text, re.MULTILINE)
    return {f"{name.removesuffix('_total')}{end}" for name, kind in kinds for end in SUFFIXES.get(kind, [])}


def asked(text: str) -> set[str]:
    return set(re.findall(r"\bludoteka_\w+", text))


def test_the_dashboard_asks_for_figures_that_exist(served: Served) -> None:
    board = json.loads(DASHBOARD.read_text(encoding="utf-8"))
    queries = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    assert len(queries) > 10
    found = {name for query in queries for name in asked(query)}
    assert found - figures(served) == set()
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in board["panels"]]
    assert len(set(places)) == len(places)  # no panel hides another
    variables = {one["name"] for one in board["templating"]["list"]}
    used = set(re.findall(r"\$\{?(\w+)", json.dumps(board["panels"])))
    assert used <= variables


def test_the_alerts_ask_for_figures_that_exist(served: Served) -> None:
    (group,) = yaml.safe_load(ALERTS.read_text(encoding="utf-8"))["groups"]
    assert {name for rule in group["rules"] for name in asked(rule["expr"])} - figures(served) == set()
    page = (ROOT / "docs" / "guide" / "hosting.md").read_text(encoding="utf-8")
    for rule in group["rules"]:
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert f"`{rule['alert']}`" in page


@pytest.mark.parametrize(
    ("whose", "address", "may"),
    [
        ("local", "127.0.0.1", True),
        ("local", "10.1.2.3", False),
        ("private", "10.1.2.3", True),
        ("private", "127.0.0.1", True),
        ("private", "93.184.215.14", False),
        ("private", "unknown", False),
        ("all", "93.184.215.14", True),
        ("off", "127.0.0.1", False),
    ],
)
def test_who_may_read_the_figures(whose: str, address: str, may: bool) -> None:
    assert _may_read(whose, address) is may


# --- traces --------------------------------------------------------------------------------------


@pytest.fixture
def collector() -> Iterator[tuple[str, list[Any]]]:
    """A collector of OpenTelemetry, and the spans it was sent."""
    spans: list[Any] = []

    class Door(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            sent = ExportTraceServiceRequest.FromString(body)
            spans.extend(one for a in sent.resource_spans for b in a.scope_spans for one in b.spans)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Door)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1/traces", spans
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_move_can_be_traced_from_its_arrival_to_the_disk(
    collector: tuple[str, list[Any]], tmp_path: Path
) -> None:
    address, spans = collector
    traces.set_up(address)
    try:
        with serving(settings_for(tmp_path)) as served:
            ada = served.guest("Ada")
            table = ada.open("nim", "me", "me")["id"]
            with ada.at(table) as a:
                a.play(0, "take 1")
    finally:
        traces.stop()
    actions = [one for one in spans if one.name == "action"]
    assert len(actions) == 1
    (do,) = actions[0].attributes
    assert (do.key, do.value.string_value) == ("do", "play")
    inside = [one.name for one in spans if one.parent_span_id == actions[0].span_id]
    assert inside == ["append"]
    assert {"http", "append", "action"} == {one.name for one in spans}
    assert "Ada" not in str(spans)
    assert "take 1" not in str(spans)


def test_without_the_extra_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.trace", None)
    with pytest.raises(Fault, match="telemetry"):
        traces.set_up("http://127.0.0.1:1")


def test_a_server_without_traces_does_not_even_load_the_library() -> None:
    """The small interface alone may be there: other libraries ask for it."""
    ours = "m.startswith(('opentelemetry.sdk', 'opentelemetry.exporter'))"
    program = f"import sys, ludoteka.server.app; print([m for m in sys.modules if {ours}])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
