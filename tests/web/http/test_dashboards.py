"""The dashboard and the alert rules ask for metrics that there are."""

from __future__ import annotations

import json
import re
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from fairfelt.server import Controller, Settings
from fairfelt.web.http.telemetry import Metrics

DEPLOY = Path(__file__).parents[3] / "deploy"
ASKED = re.compile(r"fairfelt_[a-z_]+")


def test_the_dashboard_and_the_rules_ask_for_what_there_is(tmp_path: Path) -> None:
    text = Metrics().text(Controller(Settings(address=tmp_path / "room.db"))).decode()
    names = {sample.name for family in text_string_to_metric_families(text) for sample in family.samples}
    names |= {family.name for family in text_string_to_metric_families(text)}
    families = {"fairfelt_requests_total", "fairfelt_alarm", *names}
    board = json.loads((DEPLOY / "grafana-dashboard.json").read_text())
    asked = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    asked += re.findall(r"expr: '(.*)'", (DEPLOY / "prometheus-rules.yml").read_text())
    assert len(asked) > 20
    for expression in asked:
        assert set(ASKED.findall(expression)) <= families, expression
