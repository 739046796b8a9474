"""The server's log: one JSON object to a line, for machines and for people."""

from __future__ import annotations

import json
import logging

import pytest

from fairfelt.web.http.telemetry import AGAIN_S, JsonLines, LogOnce


def test_a_line_of_the_log_has_no_marks_for_a_terminal() -> None:
    """Each line of the server below ours had its sentence twice, once with escapes for colors."""
    record = logging.makeLogRecord(
        {"name": "uvicorn.error", "levelname": "INFO", "msg": "Started", "color_message": "\x1b[36mStarted", "pid": 7}
    )
    line = json.loads(JsonLines().format(record))
    assert line.pop("timestamp").endswith("Z")
    assert line == {"event": "Started", "level": "info", "logger": "uvicorn.error", "pid": 7}


def test_a_trouble_that_lasts_is_logged_once_in_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    now_s = 0.0
    monkeypatch.setattr("fairfelt.web.http.telemetry.monotonic", lambda: now_s)
    once = LogOnce()

    def passes(level: int = logging.WARNING, **more: object) -> bool:
        record = {"name": "room", "levelno": level, "msg": "%s is away", "args": ("the database",)}
        return bool(once.filter(logging.makeLogRecord({**record, **more})))

    assert [passes(), passes(), passes(alarm="other"), passes(msg="%s is back")] == [True, False, True, True]
    assert passes(logging.INFO)
    assert passes(logging.INFO)
    assert passes(exc_info=(ValueError, ValueError(), None))
    now_s = AGAIN_S
    assert [passes(), passes()] == [True, False]
