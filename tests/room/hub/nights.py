"""Nights of a hub and three rooms from one seed: play, claims, partitions, repeats, old words and restarts.

`python -m tests.room.hub.nights --seeds 5000` plays more of them than the tests do.
"""

from __future__ import annotations

import argparse
import copy
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from random import Random

from msgspec.structs import replace

from fairfelt.jackpot import PPM, Terms
from fairfelt.room.command import RoomCommand
from fairfelt.room.hub.hub_events import HubWord
from fairfelt.room.state.table import Phase
from tests.room.floors import MEGA, UNIT, command
from tests.room.hub.sites import (
    QUADS,
    ROYAL,
    STRAIGHT_FLUSH,
    WIDE,
    Hub,
    SharingRoom,
    check_conservation,
    settle,
    wide_area,
)

STEPS = 60
EVE, SUE, OFFICE = ["card eve"], ["card sue"], ["card ann", "card bob"]


@dataclass
class Night:
    """A hub, its rooms, and what the wire has done so far."""

    random: Random
    hub: Hub
    rooms: list[SharingRoom]
    cut: set[str] = field(default_factory=set)
    words: list[tuple[SharingRoom, HubWord]] = field(default_factory=list)
    """Words under way, which may come late or never."""
    terms: Terms = MEGA

    def step(self) -> None:
        """One thing happens somewhere."""
        room = self.random.choice(self.rooms)
        happens: list[tuple[int, Callable[[SharingRoom], None]]] = [
            (30, self.play), (20, self.exchange), (6, self.report_twice), (6, self.lose_report), (6, self.late_word),
            (5, self.partition), (6, self.restart), (2, self.change_terms), (2, self.remit),
        ]  # fmt: skip
        weights, deeds = zip(*happens, strict=True)
        self.random.choices(deeds, weights)[0](room)
        check_conservation(self.hub, self.rooms)

    def play(self, room: SharingRoom) -> None:
        """The next press at a table, whatever may be pressed there."""
        name = self.random.choice(("T1", "T2"))
        table, keypad, at = room.floor.tables[name], f"keypad {name}", {"table": name}
        pick = self.random.random()
        if table.asked or (table.closed and table.phase is Phase.BETTING):
            return
        if table.phase is Phase.BETTING:
            seats = self.random.sample(range(1, 7), self.random.randint(1, 6))
            most = room.floor.jackpots[WIDE].terms.largest_increment_micros
            room.start(name, seats=tuple(seats), bet=self.random.randint(1, most))
        elif table.phase is Phase.PAID or (table.phase is Phase.PLAYING and pick < 0.4):
            room.do("end game", keypad, **at)
        elif pick < 0.5:
            room.do("void round", keypad, **at, why="a card was exposed", cards=[*EVE, *SUE])
        elif table.phase is Phase.PLAYING or pick < 0.6:
            seat = self.random.choice(sorted(table.bets_micros) or [1])
            hand = self.random.choice((ROYAL, ROYAL, STRAIGHT_FLUSH, QUADS))
            room.ask(_hand(name, seat, hand), keypad)
        elif pick < 0.65:
            seat = self.random.choice(sorted(table.bets_micros) or [1])
            room.ask(_foul(name, seat), keypad)
        else:
            room.ask(_confirm(name, despite=self.random.random() < 0.5), keypad)

    def exchange(self, room: SharingRoom) -> None:
        """The line works, or it is cut and the room notices."""
        if room.name in self.cut:
            room.lose(stops=self.random.random() < 0.1)
        else:
            self.words.append((room, room.exchange()))

    def report_twice(self, room: SharingRoom) -> None:
        """The answer to a report was lost: it is sent again, and counts once."""
        if room.name not in self.cut:
            room.send(again=True)

    def lose_report(self, room: SharingRoom) -> None:
        """The hub takes a report, and its word does not arrive."""
        if room.name not in self.cut:
            room.send()
            self.words.append((room, self.hub.word(room.name)))

    def late_word(self, _: SharingRoom) -> None:
        """A word that was under way comes after all."""
        if self.words:
            room, word = self.words.pop(self.random.randrange(len(self.words)))
            room.hear(word)

    def partition(self, room: SharingRoom) -> None:
        """A line breaks, or is mended."""
        self.cut ^= {room.name}

    def restart(self, room: SharingRoom) -> None:
        """A site begins again from its log; a room asks the hub for the number of its next report."""
        site = self.random.choice((room, room, self.hub))
        site.restart()
        if site is room:
            room.number = 1

    def change_terms(self, _: SharingRoom) -> None:
        """Other rates at the hub, for its next awards, and another largest bet and limit, at once.

        Rooms count by what they were last told. A limit close above the meter makes it overflow.
        """
        stands = self.hub.floor.meters(WIDE)["Mega"]
        first = replace(
            self.hub.floor.jackpots[WIDE].terms.levels[0],
            rate_ppm=self.random.randint(100_000, 200_000),
            reserve_rate_ppm=self.random.randint(0, 20_000),
            limit_micros=self.random.choice((None, max(stands, 10_000 * UNIT) + 7 * UNIT)),
        )
        largest = self.random.choice((10, 25, 40)) * UNIT
        self.terms = replace(self.terms, levels=(first, self.terms.levels[1]), largest_increment_micros=largest)
        self.hub.do("change terms", jackpot=WIDE, terms=self.terms, why="a new season", cards=OFFICE)

    def remit(self, room: SharingRoom) -> None:
        """Money goes between a room and the hub."""
        account = self.hub.floor.rooms.get(room.name)
        if account and account.due_micros:
            due = {"room": room.name, "amount_micros": account.due_micros, "document": "wire"}
            self.hub.do("record remittance", **due, cards=OFFICE)

    def end(self) -> None:
        """All lines are mended, every claim is settled, and nothing is owed."""
        for _ in range(4):
            for room in self.rooms:
                room.exchange()
                for name, table in room.floor.tables.items():
                    if table.is_pending and not table.asked:
                        room.ask(_confirm(name, despite=True), f"keypad {name}")
        settle(self.hub, self.rooms)
        for room in self.rooms:
            share, wagered = room.floor.jackpots[WIDE].share, room.floor.jackpots[WIDE].in_micros
            if self.terms is MEGA and share and wagered:
                shares = {account: wagered * rate // PPM for account, rate in room.floor.jackpots[WIDE].feeds}
                assert share.counted == shares, "every account has its exact share of the wagers, rounded down once"
            assert not any(table.is_pending for table in room.floor.tables.values())
            assert not self.hub.floor.rooms[room.name].claims if room.name in self.hub.floor.rooms else True


def _hand(table: str, seat: int, hand: str) -> RoomCommand:
    return command("press hand", table=table, seat=seat, hand=hand)


def _foul(table: str, seat: int) -> RoomCommand:
    return command("foul hand", table=table, seat=seat, why="six cards", cards=[*EVE, *SUE])


def _confirm(table: str, *, despite: bool) -> RoomCommand:
    return command("confirm", table=table, despite_earlier=despite, cards=[*EVE, "card sue"])


@cache
def _prepared() -> tuple[Hub, list[SharingRoom]]:
    return wide_area("north", "south", "east")


def play(seed: int, steps: int = STEPS) -> Night:
    """The night of a seed, to its end."""
    hub, rooms = copy.deepcopy(_prepared())
    night = Night(Random(seed), hub, rooms)
    for _ in range(steps):
        night.step()
    night.end()
    return night


def main() -> None:
    """Play nights and say how many were good."""
    parser = argparse.ArgumentParser(description="Play nights of a hub and its rooms.")
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    asked = parser.parse_args()
    begun, awards = time.perf_counter(), 0
    for seed in range(asked.first, asked.first + asked.seeds):
        try:
            awards += sum(room.floor.awards for room in play(seed).rooms)
        except Exception:
            sys.stderr.write(f"seed {seed}\n")
            raise
    sys.stdout.write(f"{asked.seeds:,} nights, {awards:,} awards, {time.perf_counter() - begun:.1f} s\n")


if __name__ == "__main__":
    main()
