"""Displays and keypads held against the room: what was drawn, what their connection took, what they say themselves."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta, Struct

from fairfelt.room import Floor
from fairfelt.room.state.alarms import AlarmKind
from fairfelt.room.state.people import SHOWS, name_display
from fairfelt.room.state.table import Table
from fairfelt.room.views import LinkDisplay
from fairfelt.rules import format_amount
from fairfelt.runtime.formats import Micros, Tally


class AtKeypad(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a keypad has counted by itself since its table was set up, and the round at which it stands."""

    round: Tally
    """The round as the room says it; 0 where the keypad has counted nothing yet."""
    rounds: Tally
    wagers: Tally
    wagered_micros: Tally

    @classmethod
    def of(cls, table: Table) -> AtKeypad:
        """The room's own counts."""
        return cls(
            round=table.round, rounds=table.round, wagers=table.bets_counted, wagered_micros=table.wagered_micros
        )

    def words(self, currency: str) -> str:
        """The counters for use in a sentence."""
        return f"{self.rounds:,} rounds, {self.wagers:,} bets and {format_amount(self.wagered_micros, currency)}"


class OnDisplay(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What stands on a display."""

    after: Tally
    """The last event in it."""
    meters_micros: Annotated[dict[str, Micros], Meta(max_length=16, description="at most 16 amounts by level")]
    """Amounts by level; those that roll at this moment are left out."""
    win: Tally
    """The number of the last win that it shows; 0 for none."""


LATE_S = 30.0
"""The time in which a display has to show what happened before an alarm is raised."""
UNACKNOWLEDGED_S = 10.0
"""The machine closes a connection whose other end has acknowledged nothing this long (`web/http/server.py`)."""
KEPT = 1_000
"""States of a link that are remembered: several minutes of the busiest pit."""


@dataclass(frozen=True)
class _Drawn:
    """The view that a link's displays should show from an event on, until the next one."""

    at_s: float
    sequence: int
    levels: Mapping[str, int]
    win: int


Found = tuple[AlarmKind, str, str]
"""A kind of trouble, the device, and a sentence."""


class Displays:
    """Remembers what was drawn for each link, and what each display was sent or says it shows.

    A display with a stream only receives. It counts as showing what its connection has taken: what stands on the
    glass is not known here. A sign behind the MQTT bridge reports what it shows.
    """

    def __init__(self, seconds: Callable[[], float]) -> None:
        self._seconds = seconds
        self._drawn: dict[str, deque[_Drawn]] = {}
        self._shown: dict[str, OnDisplay] = {}
        self._heard_s: dict[str, float] = {}

    def draw(self, link: str, state: LinkDisplay) -> None:
        """A state of a link was drawn, to be shown; kept where amounts or wins are others than before."""
        win = state.last_win.number if state.last_win else 0
        levels = {level.name: level.amount_micros for level in state.levels}
        kept = self._drawn.setdefault(link, deque(maxlen=KEPT))
        if not kept or ((kept[-1].levels, kept[-1].win) != (levels, win) and state.sequence > kept[-1].sequence):
            kept.append(_Drawn(self._seconds(), state.sequence, levels, win))

    def deliver(self, device: str, link: str, sequence: int) -> None:
        """The connection of a display has taken everything up to an event."""
        self._heard_s[device] = self._seconds()
        drawn = self._drawn_by(link, sequence)
        self._shown[device] = OnDisplay(after=sequence, meters_micros={}, win=drawn.win if drawn else 0)

    def lose(self, device: str) -> None:
        """The connection of a display has ended: what it took last may have reached nobody."""
        if device in self._heard_s:
            self._heard_s[device] = min(self._heard_s[device], self._seconds() - UNACKNOWLEDGED_S)

    def unwatched(self, floor: Floor) -> list[str]:
        """Displays that were heard for the first time."""
        known = ((name, floor.devices.get(name)) for name in self._heard_s)
        return [name for name, at in known if at and at.kind in SHOWS and not at.watched]

    def _drawn_by(self, link: str, sequence: int) -> _Drawn | None:
        return next((state for state in reversed(self._drawn.get(link, ())) if state.sequence <= sequence), None)

    def report(self, device: str, link: str, shown: OnDisplay, currency: str, last: int) -> str:
        """A sign says what it shows; a sentence where that was never so. What has not happened is not taken as shown.

        `last` is the last event of the journal.
        """
        self._heard_s[device] = self._seconds()
        drawn = self._drawn_by(link, shown.after)
        if shown.after > last:
            return f"it shows event {shown.after}, and the journal ends at {last}: commands may be missing"
        if drawn and shown.win > drawn.win:
            return f"it shows win {shown.win}, and the last one was {drawn.win}"
        self._shown[device] = shown
        if drawn is None:
            return ""  # from before this server began to remember
        for level, micros in shown.meters_micros.items():
            if level not in drawn.levels:
                return "it shows a level that the room does not have"
            if micros != drawn.levels[level]:
                amounts = [format_amount(each, currency) for each in (micros, drawn.levels[level])]
                return f"{level} is {amounts[0]} on the display, and {amounts[1]} in the room"
        return ""

    def late(self, floor: Floor) -> Iterator[Found]:
        """Displays that were not there for half a minute, or should have shown something for as long and do not."""
        now_s = self._seconds()
        before_s = now_s - LATE_S
        for name, device in floor.devices.items():
            if device.kind not in SHOWS or not (device.enabled and device.watched):
                continue
            if name not in self._shown:  # not heard since this server began: taken to show what was drawn first
                first = next(iter(self._drawn.get(device.link, ())), None)
                after, win = (first.sequence, first.win) if first else (0, 0)
                self._shown[name] = OnDisplay(after=after, meters_micros={}, win=win)
            shown = self._shown[name]
            missed = [
                state
                for state in self._drawn.get(device.link, ())
                if state.at_s <= before_s and state.sequence > shown.after
            ]
            if missed:
                sentence = f"{name_display(name)} is more than {LATE_S:.0f} seconds behind the meters"
                yield AlarmKind.DISPLAY_LATE, name, sentence
            elif self._heard_s.setdefault(name, now_s) <= before_s:
                yield AlarmKind.DISPLAY_LATE, name, f"{name_display(name)} was not connected for {LATE_S:.0f} seconds"
            if any(state.win > shown.win for state in missed):
                number = max(state.win for state in missed)
                sentence = f"win {number} was not on {name_display(name)} within {LATE_S:.0f} seconds"
                yield AlarmKind.WIN_NOT_SHOWN, name, sentence
