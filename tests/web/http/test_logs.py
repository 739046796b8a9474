"""The server's log: one JSON object to a line, for machines and for people."""

from __future__ import annotations

import json
import logging

from fairfelt.web.http.telemetry import json_lines


def test_a_line_of_the_log_has_no_marks_for_a_terminal() -> None:
    """Each line of the server below ours had its sentence twice, once with escapes for colors."""
    record = logging.makeLogRecord(
        {"name": "uvicorn.error", "levelname": "INFO", "msg": "Started", "color_message": "\x1b[36mStarted", "pid": 7}
    )
    line = json.loads(json_lines().format(record))
    assert line.pop("timestamp").endswith("Z")
    assert line == {"event": "Started", "level": "info", "logger": "uvicorn.error", "pid": 7}
