"""The runbook: a section for whatever can raise an alarm, and one text for the office, the alerts and the page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fairfelt.cli import main
from fairfelt.room.state.alarms import AlarmKind
from fairfelt.server import Status
from fairfelt.server.outgoing import _WELL, SERVER, Alert
from fairfelt.server.watching.runbook import runbook
from tools.runbook import page

ROOT = Path(__file__).parents[2]
RULES = re.findall(
    r"alert: (\w+)$.*?, runbook: 'runbook\.md#([^']+)'}",
    (ROOT / "deploy/prometheus-rules.yml").read_text(),
    re.M | re.S,
)
SECTIONS = {one.section for one in runbook().values()}


def test_the_page_is_written_from_the_data() -> None:
    written = (ROOT / "docs/runbook.md").read_text()
    assert written == page(), "python -m tools.runbook docs/runbook.md"
    assert {line[3:].lower().replace(" ", "-") for line in written.splitlines() if line.startswith("## ")} == SECTIONS


def test_whatever_is_sent_has_a_section() -> None:
    raised = [(kind.value, "about") for kind in AlarmKind]
    raised += [(SERVER, status.value) for status in Status if status not in _WELL]
    named = {Alert(kind, about, "", over=False, at_s=0).section.section for kind, about in [*raised, ("test", "")]}
    assert named == SECTIONS


def test_the_drill_raises_every_alarm_and_names_its_section(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["drill", "--alarms"]) == 0
    said = capsys.readouterr().out
    assert all(f"{kind.value} (drill): runbook.md#{runbook()[kind].section}\n" in said for kind in AlarmKind)


@pytest.mark.parametrize(("rule", "section"), RULES)
def test_a_rule_of_prometheus_names_its_section(rule: str, section: str) -> None:
    each_alarm = re.fullmatch(r'{{ reReplaceAll " " "-" \$labels.alarm }}', section)
    assert each_alarm or section in SECTIONS
    assert len(RULES) == (ROOT / "deploy/prometheus-rules.yml").read_text().count("alert: ")
