"""A room that is restored from a backup opens, and its people sign in with the PINs they had."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from fairfelt.ledger.copies.backup import backup, restore
from fairfelt.server import Controller, SignInRefused
from fairfelt.server.founding import Founder, found
from tests.server.dying_server import settings
from tests.support.heavy import first_few
from tests.support.postgres import fresh_schema

FOUNDERS = [Founder("eve", "Eve Example", "E-1", "2468"), Founder("ed", "Ed Example", "E-2", "8642")]
WORDS = "correct horse battery"


async def found_room(place: str) -> None:
    server = Controller(settings(place))
    await server.start()
    await found(server, FOUNDERS)
    await server.stop()


async def sign_in(place: str, pin: str) -> str:
    server = Controller(settings(place))
    await server.start()
    try:
        return await server.cards.sign_in("console 1", "E-1", pin)
    finally:
        await server.stop()


@pytest.mark.parametrize("way", first_few(["file to server", "server to file", "file to file", "server to server"], 2))
def test_pins_are_right_after_a_restore(way: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    source, target = (_place(end, tmp_path / f"{n}.db", request) for n, end in enumerate(way.split(" to ")))
    copy = tmp_path / "copy"
    asyncio.run(found_room(source))
    backup(source, copy, passphrase=WORDS)
    restore(copy, target, passphrase=WORDS)
    assert asyncio.run(sign_in(target, "2468"))


def test_without_secrets_nobody_signs_in_and_the_log_says_why(tmp_path: Path) -> None:
    source, target, copy = (str(tmp_path / name) for name in ("room.db", "other.db", "copy"))
    asyncio.run(found_room(source))
    backup(source, Path(copy))
    restore(Path(copy), target)
    with pytest.raises(SignInRefused, match="E-1 is locked"):
        asyncio.run(sign_in(target, "2468"))


def _place(end: str, file: Path, request: pytest.FixtureRequest) -> str:
    return str(file) if end == "file" else fresh_schema(request.getfixturevalue("server"))
