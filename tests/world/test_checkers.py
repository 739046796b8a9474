"""The checkers can fail: a log in which one thing is wrong, or a disk that lies, is found out."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from fairfelt.ledger import Answer, Entry
from fairfelt.world import MemoryDisk, Morning, NightFailed, Weather, Wrong, bad_night, check, checkers, play
from fairfelt.world.exported_log import Line, read
from fairfelt.world.faults.journals import Failing
from fairfelt.world.people.display import Showing

FALLS = Weather(loss=10, unanswered=20, restart=20)


def rich(seed: int) -> Morning:
    """A night with awards in it."""
    return bad_night(seed, MemoryDisk(), tables=6, turns=40, weather=Weather(loss=5))


@pytest.fixture(scope="module")
def morning() -> Morning:
    return rich(1)


def changed(morning: Morning, kind: str, change: Callable[[Line], Line]) -> list[Line]:
    """The log with the last event of that kind told otherwise."""
    log = read(morning.log)
    at = max(index for index, line in enumerate(log) if line.kind == kind)
    return [*log[:at], change(log[at]), *log[at + 1 :]]


def told(**body: Any) -> Callable[[Line], Line]:
    return lambda line: replace(line, body={**line.body, **body})


def test_a_true_log_passes(morning: Morning) -> None:
    check(morning)


def test_a_changed_byte_is_found(morning: Morning) -> None:
    lines = list(morning.log)
    lines[9] = lines[9].replace(b'at_micros":17', b'at_micros":18')
    with pytest.raises(Wrong, match="line 9 does not have the hash it says"):
        read(lines)
    with pytest.raises(Wrong, match="does not follow"):
        read([*morning.log[:5], *morning.log[6:]])
    with pytest.raises(Wrong, match="the header promises another end"):
        read(morning.log[:-1])


def test_money_that_comes_from_nowhere_is_found(morning: Morning) -> None:
    log = changed(morning, "game started", lambda line: replace(line, postings=line.postings[1:]))
    with pytest.raises(Wrong, match="makes or loses money"):
        checkers.no_unit_is_lost(log)


def test_an_overdrawn_meter_is_found(morning: Morning) -> None:
    postings = (("mega/revenue", 10**15), (read(morning.log)[0].postings[0][0], -(10**15)))
    log = changed(morning, "game started", lambda line: replace(line, postings=postings))
    with pytest.raises(Wrong, match="is overdrawn"):
        checkers.no_unit_is_lost(log)


def test_a_bet_that_is_not_in_the_book_is_found(morning: Morning) -> None:
    with pytest.raises(Wrong, match="mega/wagers holds"):
        checkers.bets_and_pays_are_in_the_book(changed(morning, "game started", told(bets=[[1, 1]])))


def test_an_award_that_is_not_in_the_book_is_found(morning: Morning) -> None:
    with pytest.raises(Wrong, match="mega/paid holds"):
        checkers.bets_and_pays_are_in_the_book(changed(morning, "awards confirmed", told(awards=[])))


def test_pending_money_without_a_claim_is_found(morning: Morning) -> None:
    postings = (("mega/revenue", -1), ("mega/pending/any", 1))
    with pytest.raises(Wrong, match="is pending and"):
        checkers.what_is_pending_was_claimed(
            changed(morning, "game started", lambda line: replace(line, postings=postings))
        )


def test_an_award_paid_twice_is_found(morning: Morning) -> None:
    log = read(morning.log)
    confirmed = [line for line in log if line.kind == "awards confirmed"]
    with pytest.raises(Wrong, match="awards are numbered"):
        checkers.awards_are_numbered_and_paid_once([*log, confirmed[-1]])
    again = replace(confirmed[0], body={**confirmed[0].body, "awards": []})
    with pytest.raises(Wrong, match="a round was paid twice"):
        checkers.awards_are_numbered_and_paid_once([*log, again])


def test_a_round_that_is_skipped_is_found(morning: Morning) -> None:
    with pytest.raises(Wrong, match="should be round"):
        checkers.rounds_count_up(changed(morning, "game started", told(round=1_000)))


def test_a_meter_that_falls_for_nothing_is_found(morning: Morning) -> None:
    account = next(account for account, _ in read(morning.log)[0].postings if "/meter/" in account)
    postings = ((account, -1), ("mega/revenue", 1))
    with pytest.raises(Wrong, match=f"lowers {account}"):
        checkers.meters_fall_only_for_a_reason(
            changed(morning, "game ended", lambda line: replace(line, postings=postings))
        )


def test_an_answer_that_is_not_on_the_log_is_found() -> None:
    morning = rich(2)
    log, keypad = read(morning.log), morning.senders[1]
    heard = keypad.answers[1]
    keypad.answers[1] = Answer(heard.text, heard.refused, heard.number + 1)
    with pytest.raises(Wrong, match="is not what keypad T1 was answered to 1"):
        checkers.every_answer_is_on_the_log_once(log, keypad)
    keypad.says("end game", {})
    with pytest.raises(Wrong, match="still waits for an answer"):
        checkers.every_answer_is_on_the_log_once(log, keypad)


def test_a_display_that_goes_back_invents_or_freezes_is_found() -> None:
    morning = rich(3)
    log, display = read(morning.log), morning.displays[0]
    told_all = list(display.shown)
    display.shown = [*told_all, told_all[0]]
    with pytest.raises(Wrong, match="went back to an older state"):
        checkers.display_showed_the_truth(log, display)
    display.shown = told_all[:-1]
    with pytest.raises(Wrong, match="a display stopped at event"):
        checkers.display_showed_the_truth(log, display)
    level = {**told_all[-1].page["levels"][0], "amount_micros": -1}
    display.shown = [*told_all[:-1], Showing(told_all[-1].number, {**told_all[-1].page, "levels": [level]})]
    with pytest.raises(Wrong, match="a display showed at event"):
        checkers.display_showed_the_truth(log, display)


class Forgetful(MemoryDisk):
    """A disk that says it has written, and has not: the last entry is gone when the power fails."""

    def die(self, chance: Random, *, torn_write: bool) -> None:
        del self.entries[-1:]


def test_a_disk_that_forgets_is_found() -> None:
    with pytest.raises(AssertionError, match=r"a restart lost what was committed|a group was torn apart"):
        bad_night(1, Forgetful(), weather=FALLS)


class InHalves(Failing):
    """A journal that writes a group in two transactions."""

    def append(self, entries: Sequence[Entry], balances: Mapping[str, int]) -> None:
        half = len(entries) // 2
        super().append(entries[:half], {})
        super().append(entries[half:], balances)


def test_a_group_that_is_written_in_halves_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairfelt.world.faults.disk.Failing", InHalves)
    with pytest.raises(NightFailed, match=r"torn apart|LedgerCorrupt"):
        for seed in range(20):
            play(seed, on_files=True)


def test_a_night_that_fails_names_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairfelt.world.trial.MemoryDisk", Forgetful)
    with pytest.raises(NightFailed, match=r"^seed 11: "):
        play(11)


@pytest.fixture(scope="module")
def lawful() -> Morning:
    """A night on which games start under a law."""
    nights = (bad_night(seed, MemoryDisk(), turns=30, weather=Weather(), lawful=True) for seed in range(20))
    return next(night for night in nights if b'"kind":"game started"' in b"".join(night.log))


def test_a_game_that_starts_against_the_law_is_found(lawful: Morning) -> None:
    checkers.no_game_starts_where_the_law_stops_it(read(lawful.log))
    log = read(lawful.log)
    table = next(line.body["table"] for line in reversed(log) if line.kind == "game started")
    judged = {table: {"stop": "the moon is full"}}
    log = [replace(line, body={**line.body, "judged": judged}) if line.kind == "law set" else line for line in log]
    before = next(at for at, line in enumerate(log) if line.kind == "law set")
    log = [line for at, line in enumerate(log) if at <= before or "judged" not in line.body]
    with pytest.raises(Wrong, match="a game starts although the moon is full"):
        checkers.no_game_starts_where_the_law_stops_it(log)


def test_a_day_that_goes_back_is_found(lawful: Morning) -> None:
    log = read(lawful.log)
    log = [replace(line, body={**line.body, "day": "2023-06-14"}) if line.kind == "day began" else line for line in log]
    with pytest.raises(Wrong, match="begins after"):
        checkers.no_game_starts_where_the_law_stops_it([*log, *log])
