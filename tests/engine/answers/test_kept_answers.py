"""Answers are kept to the last digit, for exactly the game and the code that they were counted of."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from fairfelt import games
from fairfelt.engine import exact as engine
from fairfelt.engine.answers import key as keys
from fairfelt.engine.answers.answer import Answer
from fairfelt.engine.answers.key import answer_key
from fairfelt.engine.answers.store import (
    from_bytes,
    keep_answer,
    keep_verification,
    kept_answer,
    kept_verification,
    to_bytes,
    verification_from_bytes,
    verification_to_bytes,
)
from fairfelt.engine.answers.verification import BROKEN, DIFFERS
from fairfelt.rules import Game, to
from fairfelt.rules.published import Strategy
from fairfelt.runtime.configuration import kept_files
from fairfelt.runtime.configuration.kept_files import MAC_BYTES, _key, seal, unseal
from tests.support.heavy import first_few

GAME = replace(games.kings_bounty, others=())
"""With few figures in print: it is counted again and again."""


@pytest.fixture(autouse=True)
def empty_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of its own; nothing is shipped."""
    monkeypatch.setattr("fairfelt.engine.answers.store.read_shipped", lambda name: None)
    monkeypatch.setattr(kept_files, "kept_file", tmp_path.joinpath)
    yield tmp_path


@pytest.fixture(scope="module")
def answer() -> Answer:
    return engine.answer_of(engine.solve(GAME))


@pytest.mark.parametrize(
    "game", first_few([games.casino_war, games.three_card_poker, games.let_it_ride], 2), ids=lambda g: g.slug
)
def test_an_answer_reads_back_as_it_was(game: Game) -> None:
    found = engine.answer_of(engine.solve(game))
    again = from_bytes(game, to_bytes(found))
    assert again == found
    assert again.par.round.variance == found.par.round.variance
    assert again.par.to_dict() == found.par.to_dict()


def test_a_verification_reads_back_as_it_was() -> None:
    found = engine.verify([GAME])
    assert found.figures
    assert verification_from_bytes(verification_to_bytes(found)) == found


def test_what_was_counted_is_not_counted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    first = engine.answer(GAME)

    def never(*_: object, **__: object) -> None:
        raise AssertionError("counted again")

    monkeypatch.setattr("fairfelt.engine.answer_game.answer_of", never)
    assert engine.answer(GAME) == first


def test_a_changed_rule_gets_no_old_answer(answer: Answer) -> None:
    keep_answer(answer)
    tie = next(wager for wager in GAME.wagers if wager.paytable.pays)
    line = next(iter(tie.paytable.pays))
    table = replace(tie.paytable, pays={**tie.paytable.pays, line: to(9)})
    changed = tuple(replace(w, paytables=(table, *w.paytables[1:])) if w is tie else w for w in GAME.wagers)
    assert kept_answer(GAME) == answer
    assert kept_answer(replace(GAME, wagers=changed)) is None
    assert kept_answer(GAME.with_decks(5)) is None
    assert kept_answer(GAME, bettors=1) is None


def test_changed_words_get_no_old_answer() -> None:
    """A fingerprint leaves words out; the names on a sheet are its words."""
    first = GAME.wagers[0]
    renamed = replace(GAME, wagers=(replace(first, name="Stake"), *GAME.wagers[1:]))
    assert answer_key(renamed, 0) != answer_key(GAME, 0)


def test_code_in_a_changed_file_gets_no_old_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule of thumb is a function: its file says what it does."""
    file = tmp_path / "rule.py"
    found = []
    for text in ("def choose(sight):\n    return 1\n", "def choose(sight):\n    return 2\n"):
        file.write_text(text)
        names: dict[str, object] = {}
        exec(compile(text, str(file), "exec"), names)
        keys._file_digest.cache_clear()
        rule = Strategy("thumb", "by the thumb", names["choose"])  # type: ignore[arg-type]
        found.append(answer_key(replace(GAME, strategies=(rule,)), 0))
    assert len({*found}) == len(found)
    file.unlink()
    keys._file_digest.cache_clear()
    assert answer_key(replace(GAME, strategies=(rule,)), 0) is None


def test_other_code_gets_no_old_answer(answer: Answer, monkeypatch: pytest.MonkeyPatch) -> None:
    keep_answer(answer)
    monkeypatch.setattr(keys, "code_version", lambda: "another")
    assert kept_answer(GAME) is None


def test_comments_and_docstrings_are_not_code() -> None:
    assert keys.meaning_of('"""One."""\nx = 1  # one\n') == keys.meaning_of('"""Two."""\n\nx  = 1\n')
    assert keys.meaning_of("x = 1\n") != keys.meaning_of("x = 2\n")
    assert "Constant" not in keys.meaning_of('f"{x:{y}}"'), "Python 3.12 ends such a format with an empty text"


def test_the_version_is_read_back_and_is_that_of_the_code(empty_store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairfelt.engine.answers.key.read_shipped", lambda name: None)
    from fairfelt.engine.answers.key import shipped_code

    shipped_code.cache_clear()
    keys.code_version.cache_clear()
    first = keys.code_version()
    keys.code_version.cache_clear()
    monkeypatch.setattr(keys, "meaning_digest", lambda: "counted again")
    assert keys.code_version() == first
    keys.code_version.cache_clear()
    shipped_code.cache_clear()


def test_a_damaged_file_is_as_good_as_none_and_said_so(
    answer: Answer, empty_store: Path, caplog: pytest.LogCaptureFixture
) -> None:
    keep_answer(answer)
    (file,) = (file for file in empty_store.iterdir() if "answer" in file.name)
    content = bytearray(file.read_bytes())
    for damaged in (b"", bytes(content[:-1]), bytes([*content[:40], content[40] ^ 1, *content[41:]])):
        file.write_bytes(damaged)
        caplog.clear()
        assert kept_answer(GAME) is None
        assert f"{file.name} is not as this user kept it" in caplog.text


def test_a_full_disk_is_no_reason_to_stop(answer: Answer, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr("fairfelt.runtime.configuration.kept_files.write_whole", full)
    keep_answer(answer)
    assert kept_answer(GAME) is None


def test_a_kept_answer_that_is_wrong_is_found_by_counting_again(answer: Answer) -> None:
    wrong = replace(answer.par, round=replace(answer.par.round, house_edge=Fraction(1, 7)))
    keep_answer(answer)
    again = engine.recount(GAME)
    assert (again.verification, again.compared) == (engine.verify([GAME]), 1)
    keep_answer(replace(answer, par=wrong))
    (finding,) = _differing(engine.recount(GAME))
    assert (finding.game, finding.kind) == (GAME.slug, "differs")
    assert not engine.Verification((), (finding,)).agrees


def test_kept_figures_that_are_wrong_are_found_by_counting_again() -> None:
    found = engine.verify([GAME])
    keep_verification(GAME, found)
    assert engine.recount(GAME) == engine.Recount(found, 1)
    first = replace(found.figures[0], exact=Fraction(1, 7))
    keep_verification(GAME, replace(found, figures=(first, *found.figures[1:])))
    again = engine.recount(GAME)
    assert "published figures" in _differing(again)[0].text
    assert again.verification.figures == found.figures, "what is shown is what was counted"


def test_figures_of_a_changed_rule_are_counted_again() -> None:
    keep_verification(GAME, engine.verify([GAME]))
    assert kept_verification(GAME)
    assert kept_verification(replace(GAME, others=()).with_decks(5)) is None
    printed = replace(GAME.published[0], printed="99.9%")
    assert kept_verification(replace(GAME, published=(printed, *GAME.published[1:]))) is None


def test_what_broke_is_not_kept() -> None:
    broken = engine.Finding(GAME.slug, "", BROKEN, "MemoryError")
    keep_verification(GAME, engine.Verification((), (broken,)))
    assert kept_verification(GAME) is None


def _differing(again: engine.Recount) -> list[engine.Finding]:
    return [finding for finding in again.verification.findings if finding.kind == DIFFERS]


def test_an_answer_that_another_user_wrote_is_as_good_as_none(
    answer: Answer, empty_store: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It had only a digest of itself, which anybody can recompute."""
    keep_answer(answer)
    (file,) = empty_store.glob("fairfelt_answer_*")
    ours = file.read_bytes()
    content = ours[MAC_BYTES:]
    with monkeypatch.context() as another:
        other = tmp_path_factory.mktemp("other")
        another.setattr("fairfelt.runtime.configuration.kept_files.cache_folder", lambda: other)
        theirs = seal(file.name, content)
    for forged in (theirs, hashlib.sha256(ours[MAC_BYTES:]).digest() + ours[MAC_BYTES:], b""):
        file.write_bytes(forged)
        assert kept_answer(GAME) is None
    file.write_bytes(ours)
    assert kept_answer(GAME) == answer


def test_the_key_is_of_this_user_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairfelt.runtime.configuration.kept_files.cache_folder", lambda: tmp_path)
    sealed = seal("a", b"content")
    assert unseal("b", sealed) is None, "nor under another name"
    (key,) = tmp_path.iterdir()
    assert key.stat().st_mode & 0o777 == 0o600
    _key.cache_clear()
    assert unseal("a", sealed) == b"content"
    key.chmod(0o644)
    _key.cache_clear()
    assert unseal("a", sealed) is None, "others may have read it: it is replaced"
    assert key.stat().st_mode & 0o777 == 0o600
    assert unseal("a", seal("a", b"content")) == b"content"
