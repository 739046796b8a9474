"""Log lines as JSON, and metrics for Prometheus."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from http import HTTPStatus
from math import inf
from time import monotonic

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)

from fairfelt.ledger import LedgerUnavailable
from fairfelt.room.state.alarms import AlarmKind
from fairfelt.server import Controller, RoomView, Status

COLORED = "color_message"
"""The same sentence again, with marks for a terminal: one of the libraries adds it."""
AGAIN_S = 600.0
"""The interval at which a trouble that lasts is logged."""
MOST_REMEMBERED = 1_000
_OF_EVERY_RECORD = frozenset(vars(logging.makeLogRecord({})))
LEVELS = ("debug", "info", "warning", "error")


def log_as_json(level: str) -> None:
    """Write every log line of this level and above as JSON; a trouble that lasts once in a while."""
    handler = logging.StreamHandler()
    handler.addFilter(LogOnce())
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)


class LogOnce(logging.Filter):
    """Lets the same warning pass once in a while, however often what it says is met; those with a trace always."""

    def __init__(self) -> None:
        super().__init__()
        self._passed_s: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether it is written."""
        if record.levelno < logging.WARNING or record.exc_info:
            return True
        more = sorted((name, str(value)) for name, value in vars(record).items() if name not in _OF_EVERY_RECORD)
        said, now_s = f"{record.name} {record.getMessage()} {more}", monotonic()
        if now_s - self._passed_s.get(said, -AGAIN_S) < AGAIN_S:
            return False
        if len(self._passed_s) >= MOST_REMEMBERED:
            self._passed_s.clear()
        self._passed_s[said] = now_s
        return True


class JsonLines(logging.Formatter):
    """Writes a record as one JSON object, with all that was said besides."""

    def format(self, record: logging.LogRecord) -> str:
        more = {name: each for name, each in vars(record).items() if name not in (*_OF_EVERY_RECORD, COLORED)}
        at = datetime.fromtimestamp(record.created, UTC).isoformat().replace("+00:00", "Z")
        line = {"event": record.getMessage(), **more, "level": record.levelname.lower(), "logger": record.name}
        trace = {"exception": self.formatException(record.exc_info)} if record.exc_info else {}
        return json.dumps({**line, "timestamp": at, **trace}, default=repr)


CONTENT_TYPE = CONTENT_TYPE_LATEST
_CONFLICT = HTTPStatus.CONFLICT.value  # to look it up with every answer would take longer than to count it
BUCKETS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
GAUGES = {
    "fairfelt_commits": "Groups committed since the start",
    "fairfelt_events": "The number of the last event",
    "fairfelt_meter_lag_seconds": "From a commit to telling the displays",
    "fairfelt_display_streams": "Displays that are connected",
    "fairfelt_status": "1 for the status this server has",
    "fairfelt_state_age_seconds": "Since a replica last read the journal",
    "fairfelt_alarms": "Alarms that nobody has acknowledged",
    "fairfelt_alarm": "1 for each kind of alarm that lasts",
    "fairfelt_backup_age_seconds": "Since the last backup was made; infinite before the first",
    "fairfelt_check_age_seconds": "Since the last self-check",
    "fairfelt_check_passed": "1 if the last self-check passed",
    "fairfelt_pending_claims": "Tables that wait for a confirmation",
    "fairfelt_floor_open": "1 while games may start",
}


class Metrics:
    """The counters of one server."""

    def __init__(self) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self._all = own = CollectorRegistry()
        self._requests = Counter("fairfelt_requests", "Answers by endpoint", ["endpoint", "status"], registry=own)
        self._refused = Counter("fairfelt_refused_commands", "Commands that the room refused", registry=own)
        self._took = Histogram(
            "fairfelt_command_seconds", "From a command to its durable answer", buckets=BUCKETS_S, registry=own
        )
        labels = {"fairfelt_status": ["status"], "fairfelt_alarm": ["alarm"]}
        self._gauges = {name: Gauge(name, says, labels.get(name, ()), registry=own) for name, says in GAUGES.items()}

    def answered(self, endpoint: str, status: int, seconds: float, *, command: bool) -> None:
        self._requests.labels(endpoint, str(status)).inc()
        if command:
            self._took.observe(seconds)
            if status == _CONFLICT:
                self._refused.inc()

    def text(self, room: RoomView) -> bytes:
        """Everything as it is now, in Prometheus' own format."""
        for name, value in _figures(room):
            self._gauges[f"fairfelt_{name}"].set(value)
        for status in Status:
            self._gauges["fairfelt_status"].labels(status.value).set(room.status is status)
        with suppress(LedgerUnavailable):
            lasting = {alarm.kind for alarm in room.floor.alarms.values() if alarm.lasts}
            for kind in AlarmKind:
                self._gauges["fairfelt_alarm"].labels(kind.value).set(kind in lasting)
        return generate_latest(self._all)


def _figures(room: RoomView) -> Iterator[tuple[str, float]]:
    """Gauges that can be read now; the others keep the value they had."""
    now_micros = room.settings.clock()
    yield "commits", room.commits
    yield "meter_lag_seconds", room.broadcast.lag_s
    yield "display_streams", room.broadcast.watching
    yield "state_age_seconds", room.age_s
    if isinstance(room, Controller) and (last := room.last_check):
        yield "check_age_seconds", (now_micros - last.at_micros) / 1e6
        yield "check_passed", last.passed
    try:
        floor, events = room.floor, room.head.number
    except LedgerUnavailable:  # the journal is not ours to read
        yield from (("events", 0), ("floor_open", 0), ("alarms", 0))
        return
    yield "events", events
    yield "floor_open", not floor.closed
    yield "alarms", len(floor.new_alarms)
    yield "pending_claims", sum(table.is_pending for table in floor.tables.values())
    made_micros = floor.backups.made_micros
    yield "backup_age_seconds", (now_micros - made_micros) / 1e6 if made_micros else inf
