"""The digital twin: an hour of a stormy pit through the real API ends with books balanced and every answer found."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from fairfelt.ledger import Committed
from fairfelt.room import Floor, Phase
from fairfelt.server import Controller, Manifest, Settings
from fairfelt.server.founding import Founder, found
from fairfelt.twin.cast import RoomUnavailable
from fairfelt.twin.twin import RunOptions, Twin, audit_journal
from fairfelt.twin.world import PROCESS
from tests.nights.checkers import check_log, read_log
from tests.twin.twin_runs import STORMY, exported, play, story, unwatched


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("twin") / "twin.db"


@pytest.fixture(scope="module")
def result(place: Path) -> Twin:
    return play(place)


def test_nothing_is_wrong_after_a_storm(result: Twin) -> None:
    assert result.problems == ()
    assert result.tally.rounds > 60
    assert result.audit.answers > 2 * result.tally.rounds
    assert result.tally.awards == result.tally.claims > 0


def test_everything_that_can_go_wrong_did(result: Twin) -> None:
    tally = result.tally
    assert set(tally.mistakes) == {
        "PIN forgotten, card locked", "PIN mistyped", "bet of no denomination", "button pressed twice",
        "started without a bet", "wrong hand pressed, taken back", "wrong seat claimed, cancelled",
    }  # fmt: skip
    assert tally.office["card unlocked"]
    assert tally.office["adjustment"]
    assert tally.office["sensor restored"]
    assert set(tally.hardware) == {
        "bets read by a sensor", "bets by hand, sensor in quarantine", "sensor quarantined",
    }  # fmt: skip
    assert any("cannot be pressed now" in sentence for sentence in tally.refusals)


def test_the_independent_checkers_agree(result: Twin, place: Path) -> None:
    log = read_log(exported(place))
    check_log(log)
    happened = Counter(line.kind for line in log)
    bets = [len(line.body["bets"]) for line in log if line.kind == "game started/1" and line.body["bets"]]
    assert len(bets) == result.tally.rounds
    assert sum(bets) == sum(game.bets for game, _ in result.outcomes)
    assert happened["software found/1"] == 1, "the start of the server is on the log"


@pytest.mark.heavy
def test_the_same_seed_is_the_same_story(result: Twin, place: Path, tmp_path: Path) -> None:
    again = play(tmp_path / "again.db")
    assert story(tmp_path / "again.db") == story(place)
    assert again.tally.mistakes == result.tally.mistakes


def test_what_was_never_answered_is_found(result: Twin, place: Path) -> None:
    twin = result
    answers = twin.devices[1].answers
    answers.numbers[3] += 1
    assert [f"command {answers.first + 3}" in sentence for sentence in audit_journal(place, twin).problems] == [True]
    answers.numbers[3] -= 1
    answers.add(1, 0)
    assert audit_journal(place, twin).problems == (f"1 answers to {twin.devices[1].name} are not on the log",)
    answers.numbers.pop()
    answers.digests.pop()
    game = next(iter(twin.pit.tally.games.values()))
    game.wagered_micros += 1
    assert "the twin wagered" in audit_journal(place, twin).problems[0]
    game.wagered_micros -= 1
    assert audit_journal(place, twin).problems == ()


def test_a_request_that_was_not_answered_is_sent_again_and_done_once(tmp_path: Path) -> None:
    twin = Twin(RunOptions(hours=0.4, seed=7, habits=STORMY), tmp_path / "twin.db", 1, unwatched)
    deaths = [Phase.CLAIMED, Phase.BETTING]

    async def restart() -> None:
        await twin.server.kill()
        await asyncio.sleep(20.0)
        twin.server.begin()

    def die_before_the_answer(committed: Committed[Floor]) -> None:
        if twin.tally.rounds and deaths and committed.state.tables["T1"].phase is deaths[0]:
            deaths.pop(0)
            token = PROCESS.set(None)  # the server does not outlive itself
            twin.world.loop.create_task(restart())
            PROCESS.reset(token)

    twin.server.on_commit = die_before_the_answer
    twin.play()
    assert deaths == []
    assert twin.problems == ()
    assert sum(device.sent_again for device in twin.devices) > 0


@pytest.mark.heavy
def test_who_stops_it_is_told_so_far(tmp_path: Path) -> None:
    def stop(twin: Twin) -> None:
        if twin.pit.tally.rounds > 3:
            raise KeyboardInterrupt

    result = play(tmp_path / "stopped.db", watch=stop, hours=200.0, tables=1)
    assert result.stopped
    assert result.problems == ()
    assert 3 < result.tally.rounds < 2_000


async def found_a_room(place: Path) -> None:
    controller = Controller(Settings(address=place, read_manifest=lambda: Manifest({}, {})))
    await controller.start()
    await found(controller, [Founder("eve", "Eve", "E-1", "2468"), Founder("ed", "Ed", "E-2", "8642")])
    await controller.stop()


def test_it_goes_on_where_it_was_and_leaves_real_rooms_alone(place: Path, result: Twin, tmp_path: Path) -> None:
    went_on = play(place, hours=0.1)
    assert went_on.problems == ()
    assert went_on.audit.events > result.audit.events
    times = [line["at_micros"] for line in story(place)]
    assert times == sorted(times)
    assert times[-1] - times[0] >= 1.1 * 3600 * 1_000_000
    assert "ledger/clock" not in {line["body"]["kind"] for line in story(place)}, "no clock was set back"
    with pytest.raises(RoomUnavailable, match="has 3 tables: give --tables 3 or fewer"):
        play(place, tables=4)
    asyncio.run(found_a_room(tmp_path / "room.db"))
    with pytest.raises(RoomUnavailable, match="holds a real room"):
        play(tmp_path / "room.db")
    broken = tmp_path / "no.db"
    broken.write_text("this is no journal")
    with pytest.raises(RoomUnavailable, match="the floor is closed"):
        play(broken)
