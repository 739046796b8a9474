"""Log lines as JSON, and metrics for Prometheus."""

from __future__ import annotations

import logging
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from http import HTTPStatus
from itertools import accumulate

import structlog
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from fairfelt.ledger import LedgerUnavailable
from fairfelt.room.state.alarms import AlarmKind
from fairfelt.server import Controller, RoomView, Status

COLORED = "color_message"
"""The same sentence again, with marks for a terminal: one of the libraries adds it."""
LEVELS = ("debug", "info", "warning", "error")


def log_as_json(level: str) -> None:
    """Write every log line of this level and above as JSON."""
    handler = logging.StreamHandler()
    handler.setFormatter(json_lines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)


def json_lines() -> logging.Formatter:
    """Writes a record as one JSON object."""

    def leave_out_colors(logger: object, method: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
        event.pop(COLORED, None)
        return event

    before: list[structlog.typing.Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        leave_out_colors,
    ]
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=before,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.JSONRenderer(),
        ],
    )


CONTENT_TYPE = CONTENT_TYPE_LATEST
_CONFLICT = HTTPStatus.CONFLICT.value  # to look it up with every answer would take longer than to count it
BUCKETS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Answers(Collector):
    """Counts every answer. All of them are given in one thread, so that no lock is needed."""

    def __init__(self) -> None:
        self.by_status: Counter[tuple[str, int]] = Counter()
        self.refused = 0
        self._commands = [0] * (len(BUCKETS_S) + 1)
        self._seconds = 0.0

    def count(self, endpoint: str, status: int, seconds: float, *, command: bool) -> None:
        """Count one more."""
        self.by_status[endpoint, status] += 1
        if command:
            self._commands[bisect_left(BUCKETS_S, seconds)] += 1
            self._seconds += seconds
            self.refused += status == _CONFLICT

    def collect(self) -> Iterator[Metric]:
        """The metrics in Prometheus' own classes."""
        requests = CounterMetricFamily("fairfelt_requests", "Answers by endpoint", labels=["endpoint", "status"])
        for (endpoint, status), many in sorted(self.by_status.items()):
            requests.add_metric([endpoint, str(status)], many)
        yield requests
        buckets = zip([*map(str, BUCKETS_S), "+Inf"], accumulate(self._commands), strict=True)
        took = HistogramMetricFamily("fairfelt_command_seconds", "From a command to its durable answer")
        took.add_metric([], [(bound, float(many)) for bound, many in buckets], self._seconds)
        yield took
        yield CounterMetricFamily("fairfelt_refused_commands", "Commands that the room refused", self.refused)


class Metrics:
    """The counters of one server."""

    def __init__(self) -> None:
        self._all = own = CollectorRegistry()
        self._answers = Answers()
        own.register(self._answers)
        self.answered = self._answers.count
        self._commits = Gauge("fairfelt_commits", "Groups committed since the start", registry=own)
        self._events = Gauge("fairfelt_events", "The number of the last event", registry=own)
        self._lag = Gauge("fairfelt_meter_lag_seconds", "From a commit to telling the displays", registry=own)
        self._streams = Gauge("fairfelt_display_streams", "Displays that are connected", registry=own)
        self._status = Gauge("fairfelt_status", "1 for the status this server has", ["status"], registry=own)
        self._age = Gauge("fairfelt_state_age_seconds", "Since a replica last read the journal", registry=own)
        self._alarms = Gauge("fairfelt_alarms", "Alarms that nobody has acknowledged", registry=own)
        self._kinds = Gauge("fairfelt_alarm", "1 for each kind of alarm that lasts", ["alarm"], registry=own)
        self._backup = Gauge("fairfelt_backup_age_seconds", "Since the last backup was made", registry=own)
        self._checked = Gauge("fairfelt_check_age_seconds", "Since the last self-check", registry=own)
        self._check = Gauge("fairfelt_check_passed", "1 if the last self-check passed", registry=own)
        self._claims = Gauge("fairfelt_pending_claims", "Tables that wait for a confirmation", registry=own)
        self._open = Gauge("fairfelt_floor_open", "1 while games may start", registry=own)

    def text(self, room: RoomView) -> bytes:
        """Everything as it is now, in Prometheus' own format."""
        events, is_open, alarms = _standing(room)
        self._look_around(room)
        self._commits.set(room.commits)
        self._events.set(events)
        self._lag.set(room.broadcast.lag_s)
        self._streams.set(room.broadcast.watching)
        self._age.set(room.age_s)
        self._open.set(is_open)
        self._alarms.set(alarms)
        for status in Status:
            self._status.labels(status.value).set(room.status is status)
        return generate_latest(self._all)

    def _look_around(self, room: RoomView) -> None:
        now_micros = room.settings.clock()
        if isinstance(room, Controller) and (last := room.last_check):
            self._checked.set((now_micros - last.at_micros) / 1e6)
            self._check.set(last.passed)
        try:
            floor = room.floor
        except LedgerUnavailable:
            return
        lasting = {alarm.kind for alarm in floor.alarms.values() if alarm.lasts}
        for kind in AlarmKind:
            self._kinds.labels(kind.value).set(kind in lasting)
        self._claims.set(sum(table.is_pending for table in floor.tables.values()))
        if floor.backups.made_micros:
            self._backup.set((now_micros - floor.backups.made_micros) / 1e6)


def _standing(room: RoomView) -> tuple[int, bool, int]:
    """The last event, whether the floor is open, and its alarms; nothing where the journal is not ours to read."""
    try:
        return room.head.number, not room.floor.closed, len(room.floor.new_alarms)
    except LedgerUnavailable:
        return 0, False, 0
