"""The checkers can fail: a log in which one thing is wrong, or a disk that lies, is found out."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from fairfelt.ledger import Answer, Entry
from tests.nights.checkers import LogEvent, read_log
from tests.nights.devices import DisplayPage
from tests.nights.disk import FaultyJournal

from . import CheckFailed, FaultRates, MemoryDisk, NightFailed, NightRecord, check, checkers, play_and_check, play_night

FALLS = FaultRates(loss=10, unanswered=20, restart=20)


def rich(seed: int) -> NightRecord:
    """A night with awards in it."""
    return play_night(seed, MemoryDisk(), tables=6, turns=40, rates=FaultRates(loss=5))


@pytest.fixture(scope="module")
def night() -> NightRecord:
    return rich(1)


def changed(night: NightRecord, kind: str, change: Callable[[LogEvent], LogEvent]) -> list[LogEvent]:
    """The log with the last event of that kind told otherwise."""
    log = read_log(night.log)
    at = max(index for index, line in enumerate(log) if line.kind == kind)
    return [*log[:at], change(log[at]), *log[at + 1 :]]


def changed_body(**body: Any) -> Callable[[LogEvent], LogEvent]:
    return lambda line: replace(line, body={**line.body, **body})


def test_a_true_log_passes(night: NightRecord) -> None:
    check(night)


def test_a_changed_byte_is_found(night: NightRecord) -> None:
    lines = list(night.log)
    lines[9] = lines[9].replace(b'at_micros":17', b'at_micros":18')
    with pytest.raises(CheckFailed, match="line 9 does not have the hash it says"):
        read_log(lines)
    with pytest.raises(CheckFailed, match="does not follow"):
        read_log([*night.log[:5], *night.log[6:]])
    with pytest.raises(CheckFailed, match="the header promises another end"):
        read_log(night.log[:-1])


def test_money_that_comes_from_nowhere_is_found(night: NightRecord) -> None:
    log = changed(night, "game started/1", lambda line: replace(line, postings=line.postings[1:]))
    with pytest.raises(CheckFailed, match="makes or loses money"):
        checkers.no_unit_is_lost(log)


def test_an_overdrawn_meter_is_found(night: NightRecord) -> None:
    postings = (("mega/revenue", 10**15), (read_log(night.log)[0].postings[0][0], -(10**15)))
    log = changed(night, "game started/1", lambda line: replace(line, postings=postings))
    with pytest.raises(CheckFailed, match="is overdrawn"):
        checkers.no_unit_is_lost(log)


def test_a_bet_that_is_not_in_the_book_is_found(night: NightRecord) -> None:
    with pytest.raises(CheckFailed, match="mega/wagers holds"):
        checkers.bets_and_pays_are_in_the_book(changed(night, "game started/1", changed_body(bets=[[1, 1]])))


def test_an_award_that_is_not_in_the_book_is_found(night: NightRecord) -> None:
    with pytest.raises(CheckFailed, match="mega/paid holds"):
        checkers.bets_and_pays_are_in_the_book(changed(night, "awards confirmed/1", changed_body(awards=[])))


def test_pending_money_without_a_claim_is_found(night: NightRecord) -> None:
    postings = (("mega/revenue", -1), ("mega/pending/any", 1))
    with pytest.raises(CheckFailed, match="is pending and"):
        checkers.what_is_pending_was_claimed(
            changed(night, "game started/1", lambda line: replace(line, postings=postings))
        )


def test_an_award_paid_twice_is_found(night: NightRecord) -> None:
    log = read_log(night.log)
    confirmed = [line for line in log if line.kind == "awards confirmed/1"]
    with pytest.raises(CheckFailed, match="is numbered"):
        checkers.awards_are_numbered_and_paid_once([*log, confirmed[-1]])
    last = confirmed[-1].body["awards"]
    again = [{**row, "number": last[-1]["number"] + place} for place, row in enumerate(last, start=1)]
    with pytest.raises(CheckFailed, match="a hand was paid twice"):
        checkers.awards_are_numbered_and_paid_once(
            [*log, replace(confirmed[-1], body={**confirmed[-1].body, "awards": again})]
        )


def test_a_round_that_is_skipped_is_found(night: NightRecord) -> None:
    with pytest.raises(CheckFailed, match="should be round"):
        checkers.rounds_count_up(changed(night, "game started/1", changed_body(round=1_000)))


def test_a_meter_that_falls_for_nothing_is_found(night: NightRecord) -> None:
    account = next(account for account, _ in read_log(night.log)[0].postings if "/meter/" in account)
    postings = ((account, -1), ("mega/revenue", 1))
    with pytest.raises(CheckFailed, match=f"lowers {account}"):
        checkers.meters_fall_only_for_a_reason(
            changed(night, "game ended/1", lambda line: replace(line, postings=postings))
        )


def test_an_answer_that_is_not_on_the_log_is_found() -> None:
    night = rich(2)
    log, keypad = read_log(night.log), night.senders[1]
    heard = keypad.answers[1]
    keypad.answers[1] = Answer(heard.text, heard.refused, heard.number + 1)
    with pytest.raises(CheckFailed, match="is not what keypad T1 was answered to 1"):
        checkers.every_answer_is_on_the_log_once(log, keypad)
    keypad.number("end game", {})
    with pytest.raises(CheckFailed, match="still waits for an answer"):
        checkers.every_answer_is_on_the_log_once(log, keypad)


def test_a_display_that_goes_back_invents_or_freezes_is_found() -> None:
    night = rich(3)
    log, display = read_log(night.log), night.displays[0]
    told_all = list(display.shown)
    display.shown = [*told_all, told_all[0]]
    with pytest.raises(CheckFailed, match="went back to an older state"):
        checkers.display_showed_the_truth(log, display)
    display.shown = told_all[:-1]
    with pytest.raises(CheckFailed, match="a display stopped at event"):
        checkers.display_showed_the_truth(log, display)
    level = {**told_all[-1].page["levels"][0], "amount_micros": -1}
    display.shown = [*told_all[:-1], DisplayPage(told_all[-1].number, {**told_all[-1].page, "levels": [level]})]
    with pytest.raises(CheckFailed, match="a display showed at event"):
        checkers.display_showed_the_truth(log, display)


class Forgetful(MemoryDisk):
    """A disk that says it has written, and has not: the last entry is gone when the power fails."""

    def die(self, chance: Random, *, torn_write: bool) -> None:
        del self.entries[-1:]


def test_a_disk_that_forgets_is_found() -> None:
    with pytest.raises(AssertionError, match=r"a restart lost what was committed|a group was torn apart"):
        play_night(1, Forgetful(), rates=FALLS)


class InHalves(FaultyJournal):
    """A journal that writes a group in two transactions."""

    def append(self, entries: Sequence[Entry], balances: Mapping[str, int], *known: Sequence[bytes]) -> None:
        half = len(entries) // 2
        super().append(entries[:half], {})
        super().append(entries[half:], balances)


def test_a_group_that_is_written_in_halves_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.nights.disk.FaultyJournal", InHalves)
    with pytest.raises(NightFailed, match=r"torn apart|LedgerCorrupt"):
        for seed in range(20):
            play_and_check(seed, on_files=True)


def test_a_night_that_fails_names_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.nights.night.MemoryDisk", Forgetful)
    with pytest.raises(NightFailed, match=r"^seed 11: "):
        play_and_check(11)


@pytest.fixture(scope="module")
def lawful() -> NightRecord:
    """A night on which games start under a law."""
    nights = (play_night(seed, MemoryDisk(), turns=30, rates=FaultRates(), lawful=True) for seed in range(20))
    return next(night for night in nights if b'"kind":"game started/1"' in b"".join(night.log))


def test_a_game_that_starts_against_the_law_is_found(lawful: NightRecord) -> None:
    checkers.no_game_starts_where_the_law_stops_it(read_log(lawful.log))
    log = read_log(lawful.log)
    table = next(line.body["table"] for line in reversed(log) if line.kind == "game started/1")
    verdicts = {table: {"stops": ["the moon is full"]}}
    log = [
        replace(line, body={**line.body, "verdicts": verdicts}) if line.kind == "law set/1" else line for line in log
    ]
    before = next(at for at, line in enumerate(log) if line.kind == "law set/1")
    log = [line for at, line in enumerate(log) if at <= before or "verdicts" not in line.body]
    with pytest.raises(CheckFailed, match="a game starts although the moon is full"):
        checkers.no_game_starts_where_the_law_stops_it(log)


def test_a_day_that_goes_back_is_found(lawful: NightRecord) -> None:
    log = read_log(lawful.log)
    log = [
        replace(line, body={**line.body, "day": "2023-06-14"}) if line.kind == "day began/1" else line for line in log
    ]
    with pytest.raises(CheckFailed, match="begins after"):
        checkers.no_game_starts_where_the_law_stops_it([*log, *log])
