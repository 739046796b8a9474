"""The manager's page of alarms: what is wrong, who has looked at it, the clock and the backups."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fairfelt.room.commands.alarms import ClearAlarm, FindTimeService, RaiseAlarm, RecordBackup
from fairfelt.room.state.alarms import AlarmKind, TimeState
from fairfelt.server.watching.backups import BackupSettings
from fairfelt.web.pages.manager.operations import CLOCK
from tests.web.back_office import BackOffice, hidden, mistake_at

NOW = "/manager/alarms/backups/now"


@pytest.fixture
def alarmed(office: BackOffice) -> BackOffice:
    """A room in which a display is late."""
    office.tell(RaiseAlarm(alarm=AlarmKind.DISPLAY_LATE, about="display 1", says="display 1 is late"))
    return office


def test_every_state_of_the_clock_has_its_words() -> None:
    assert set(CLOCK) == set(TimeState)


def test_a_new_alarm_is_on_every_page_until_somebody_has_acknowledged_it(alarmed: BackOffice) -> None:
    bar = '<a href="/manager/alarms">1 new alarm: display 1 is late</a>'
    for path in ("/manager", "/manager/people", "/manager/reports"):
        assert bar in alarmed.get(path), path
    page = alarmed.get("/manager/alarms")
    assert "Display late." in page
    assert 'href="/manager/runbook#display-late"' in page
    assert '<h2 id="display-late">Display late</h2>' in alarmed.get("/manager/runbook")
    assert "Jan 15, 2027, 8:00 AM UTC" in page
    empty = alarmed.send("/manager/alarms/1", note="")
    assert mistake_at(empty.text, "note") == "Required."
    alarmed.send("/manager/alarms/1", note="the cable was loose")
    page = alarmed.get("/manager/alarms")
    assert "Acknowledged, not over yet" in page
    assert "Elena: the cable was loose" in page
    assert bar not in page
    again = alarmed.send("/manager/alarms/1", note="once more")
    assert "Alarm 1 was acknowledged by elena" in again.text, "a refusal about the number stands above the form"
    alarmed.tell(ClearAlarm(number=1))
    assert "No alarms." in alarmed.get("/manager/alarms")
    assert alarmed.client.get("/manager/alarms/1").status_code == 404
    assert alarmed.get("/manager/log?kind=alarm+raised").count("<summary>") == 1


def test_who_acknowledges(alarmed: BackOffice) -> None:
    for card, may in (("S-1", True), ("A-1", True), ("D-1", False), ("R-1", False)):
        alarmed.sign_in(card)
        assert ("Acknowledge<" in alarmed.get("/manager/alarms")) is may, card
        assert (alarmed.client.get("/manager/alarms/1").status_code == 200) is may, card


def test_the_dashboard_is_told_while_it_is_open(alarmed: BackOffice) -> None:
    from fairfelt.web.pages.manager.dashboard import live_state

    assert live_state(alarmed.controller.floor, 1)["alarms"] == "1 new alarm: display 1 is late"


def test_backups_and_clock_as_they_stand(office: BackOffice) -> None:
    page = office.get("/manager/alarms")
    assert "none: start the server with --backups FOLDER" in page
    assert "none made yet" in page
    assert "Unknown: the server’s machine does not say" in page
    office.tell(RecordBackup(file="fairfelt-2027.backup", sha256="a" * 64, events=17))
    office.tell(FindTimeService(state=TimeState.SYNCHRONIZED, source="chrony, by time.example"))
    page = office.get("/manager/alarms")
    assert "fairfelt-2027.backup" in page
    assert "up to event 17, verified" in page
    assert "Synchronized (chrony, by time.example)." in page
    assert "synchronized (chrony, by time.example)" in office.get("/manager")


def test_backups_are_planned(office: BackOffice) -> None:
    wrong = office.send("/manager/alarms/backups", hour="3", keep="many", why="a small disk")
    assert "1 to 1,000" in mistake_at(wrong.text, "keep")
    office.send("/manager/alarms/backups", hour="3", keep="7", why="a small disk")
    assert (office.controller.floor.backups.hour, office.controller.floor.backups.keep) == (3, 7)
    office.sign_in("S-1")
    assert office.client.get("/manager/alarms/backups").status_code == 403


def test_the_regulator_sees_alarms_among_the_subjects(alarmed: BackOffice) -> None:
    alarmed.sign_in("R-1")
    assert "isplay late: new" in alarmed.get("/regulator")


def test_a_backup_is_made_at_the_press_of_a_button(
    office: BackOffice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Back up now" not in office.get("/manager/alarms"), "there is no folder"
    copies = tmp_path / "copies"
    copies.mkdir()
    chosen = BackupSettings(folder=copies)
    monkeypatch.setattr(office.controller.watch, "_backups", chosen)
    monkeypatch.setattr(office.controller, "settings", replace(office.controller.settings, backups=chosen))
    page = office.get("/manager/alarms")
    assert "Back up now" in page
    page = office.client.post(NOW, data=hidden(page)).text
    (made,) = copies.iterdir()
    assert f"{made.name}<br>" in page
    made.unlink()
    copies.rmdir()
    assert "The backup failed: there is no folder" in office.client.post(NOW, data=hidden(page)).text
