"""The demonstration: several games, two kinds of links, dealers with real cards, and money that adds up."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from argon2 import PasswordHasher

from fairfelt import games
from fairfelt.law import Mode, certificate_faults
from fairfelt.ledger.audit import verify
from fairfelt.room import Controls, Phase, Role, Room
from fairfelt.room.law.ask_law import link_status
from fairfelt.room.state.alarms import AlarmKind
from fairfelt.server import Controller, Manifest, Settings, Status
from fairfelt.server.founding import Founder, found
from fairfelt.twin.demo import (
    CARDS,
    Dealer,
    NotADemonstration,
    open_demonstration,
    play_demonstration,
    show_displays,
    standing,
    tables,
)

ROUNDS = 12


def settings(place: Path, software: str = "first") -> Settings:
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    return Settings(address=place, hasher=cheap, read_manifest=lambda: Manifest({"a.py": software}, {}))


async def opened(chosen: Settings) -> Controller:
    controller = Controller(chosen)
    await controller.start()
    assert controller.status is Status.ACTIVE, controller.reason
    await open_demonstration(controller)
    return controller


async def at_once(_: float) -> None:
    """Dealers in a hurry."""


def test_there_are_five_tables_of_different_games_and_two_kinds_of_links() -> None:
    found_tables = tables()
    assert len({table.offer.game for table in found_tables}) == len(found_tables) >= 5
    by_link: dict[str, list[Any]] = {}
    for table in found_tables:
        by_link.setdefault(table.link, []).append(table)
    assert any(len(sharing) > 1 for sharing in by_link.values()), "a link of several games"
    assert any(len(sharing[0].offer.levels) > 1 for sharing in by_link.values()), "a link of several levels"
    assert {table.controls for table in found_tables} == set(Controls)


def test_its_people_are_of_every_role() -> None:
    assert {card.role for card in CARDS} == set(Role)
    assert len({card.card for card in CARDS}) == len({card.person for card in CARDS}) == len(CARDS)


def test_dealers_play_and_the_meters_move(tmp_path: Path) -> None:
    place = tmp_path / "demo.db"

    async def scene() -> None:
        controller = await opened(settings(place))
        await controller.watch.look(controller.ledger)  # from now on it knows what displays should show
        before = {name: jackpot.book["wagers"] for name, jackpot in controller.floor.jackpots.items()}
        for number, table in enumerate(tables()):
            dealer = Dealer(table, controller, Random(number), at_once)
            for _ in range(ROUNDS):
                await dealer.deal()
            played = controller.floor.tables[table.name]
            assert (played.round, played.phase) == (ROUNDS, Phase.BETTING)
        for name, jackpot in controller.floor.jackpots.items():
            assert jackpot.book["wagers"] < before[name]
            assert jackpot.book.is_balanced
        for card in CARDS:
            assert await controller.cards.sign_in("demo console", card.card, card.pin)
        await show_displays(controller)
        assert AlarmKind.COUNTS_DIFFER not in {alarm.kind for alarm in controller.floor.alarms.values()}
        await controller.stop()

    asyncio.run(scene())
    assert verify(place, Room()).state.awards > 0, "with so many hands somebody makes three of a kind"


def test_a_room_with_fewer_tables_has_one_dealer_at_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A twin's room has three tables: dealers of all others failed, and every start anew put more at those three."""
    monkeypatch.setattr("fairfelt.twin.demo.BETWEEN_ROUNDS_S", (0.0, 0.0))
    dealt = list[str]()

    async def deal(dealer: Any) -> None:
        dealt.append(dealer._table.name)
        if len(dealt) == 4:
            raise ZeroDivisionError("a mistake at one table")
        await asyncio.Event().wait()

    async def scene() -> None:
        controller = Controller(settings(tmp_path / "demo.db"))
        await controller.start()
        chosen = [replace(table, name=f"T{7 - number}") for number, table in enumerate(tables()[:3])]
        await open_demonstration(controller, chosen)
        assert [table.name for table in standing(controller.floor)] == ["T7", "T6", "T5"]
        monkeypatch.setattr(Dealer, "deal", deal)
        playing = asyncio.create_task(play_demonstration(controller, Random(1)))
        while len(dealt) < 2:
            await asyncio.sleep(0)
        assert sorted(dealt) == ["T6", "T7"], "the last one is left for visitors"
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        before = asyncio.all_tasks()
        with pytest.raises(ExceptionGroup):
            await play_demonstration(controller, Random(1))
        assert asyncio.all_tasks() <= before, "nobody deals on"
        await controller.stop()

    asyncio.run(scene())


def test_it_lives_by_a_law_that_binds_and_everything_is_in_order(tmp_path: Path) -> None:
    async def scene() -> None:
        controller = await opened(settings(tmp_path / "demo.db"))
        floor = controller.floor
        assert (floor.jurisdiction.profile, floor.jurisdiction.mode) == ("wa-commercial", Mode.ENFORCE)
        assert floor.closed == ""
        assert {name: table.law_verdict.stop for name, table in floor.tables.items()} == dict.fromkeys(floor.tables, "")
        held = next(found for link in floor.links if (found := link_status(floor, link)).games > 1).certificate
        assert held
        assert not certificate_faults(held, games.find)
        assert floor.jurisdiction.law
        (account,) = await controller.law.funds(controller.ledger, floor.jurisdiction.law)
        assert account.position.to_deposit_micros == 0
        assert not account.findings
        assert all("no real document" in entry.document for entry in floor.bank), "papers say what they are"
        await controller.stop()

    asyncio.run(scene())


def test_it_goes_on_where_it_was_and_approves_new_software(tmp_path: Path) -> None:
    async def scene() -> None:
        first = settings(tmp_path / "demo.db")
        controller = await opened(first)
        people = controller.floor.people
        await controller.stop()
        controller = await opened(replace(first, read_manifest=lambda: Manifest({"a.py": "second"}, {})))
        assert controller.floor.people == people
        assert not controller.floor.closed
        await controller.stop()

    asyncio.run(scene())


def test_a_real_room_is_not_played_with(tmp_path: Path) -> None:
    async def scene() -> None:
        controller = Controller(settings(tmp_path / "room.db"))
        await controller.start()
        await found(controller, [Founder("eve", "Eve", "E-1", "2468"), Founder("ed", "Ed", "E-2", "8642")])
        with pytest.raises(NotADemonstration, match="leave --demo away"):
            await open_demonstration(controller)
        await controller.stop()

    asyncio.run(scene())
