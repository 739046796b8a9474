"""What Prometheus is told: how many, how fast, how late. No amount and no name leaves by this door."""

from __future__ import annotations

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from fairfelt.controller import RoomView, Status
from fairfelt.ledger import LedgerUnavailable

CONTENT_TYPE = CONTENT_TYPE_LATEST
BUCKETS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """The counters of one server."""

    def __init__(self) -> None:
        self._all = own = CollectorRegistry()
        self._requests = Counter("fairfelt_requests", "Answers by endpoint", ["endpoint", "status"], registry=own)
        self._by_answer: dict[tuple[str, int], Counter] = {}
        self._commands = Histogram(
            "fairfelt_command_seconds", "From a command to its durable answer", buckets=BUCKETS_S, registry=own
        )
        self._refused = Counter("fairfelt_refused_commands", "Commands that the room refused", registry=own)
        self._commits = Gauge("fairfelt_commits", "Groups committed since the start", registry=own)
        self._events = Gauge("fairfelt_events", "The number of the last event", registry=own)
        self._lag = Gauge("fairfelt_meter_lag_seconds", "From a commit to telling the displays", registry=own)
        self._streams = Gauge("fairfelt_display_streams", "Displays that are connected", registry=own)
        self._status = Gauge("fairfelt_status", "1 for the status this server has", ["status"], registry=own)
        self._age = Gauge("fairfelt_state_age_seconds", "Since a replica last read the journal", registry=own)
        self._open = Gauge("fairfelt_floor_open", "1 while games may start", registry=own)

    def answered(self, endpoint: str, status: int, seconds: float, *, command: bool) -> None:
        """Count an answer."""
        counter = self._by_answer.get((endpoint, status))
        if counter is None:
            counter = self._by_answer[endpoint, status] = self._requests.labels(endpoint, status)
        counter.inc()
        if command:
            self._commands.observe(seconds)
            if status == 409:
                self._refused.inc()

    def text(self, room: RoomView) -> bytes:
        """Everything as it is now, in Prometheus' own format."""
        events, is_open = _standing(room)
        self._commits.set(room.commits)
        self._events.set(events)
        self._lag.set(room.broadcast.lag_s)
        self._streams.set(room.broadcast.watching)
        self._age.set(room.age_s)
        self._open.set(is_open)
        for status in Status:
            self._status.labels(status.value).set(room.status is status)
        return generate_latest(self._all)


def _standing(room: RoomView) -> tuple[int, bool]:
    """The last event and whether the floor is open; nothing of both where the journal is not ours to read."""
    try:
        return room.head.number, not room.floor.closed
    except LedgerUnavailable:
        return 0, False
