"""The second program counts what the package counts, and shares nothing with it."""

from __future__ import annotations

import ast
import subprocess
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from fairfelt import cli
from recount import __main__ as program
from recount.__main__ import main
from recount.blackjack import BlackjackGame, figures
from recount.cards import parse_cards
from recount.pai_gow import LINES, Hand
from recount.rankings import RANKINGS

FOLDER = Path(__file__).parents[1] / "recount"


@pytest.fixture
def asked_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """The package is asked in this process: to begin another one takes longer than what it counts."""

    def ask(*words: str) -> str:
        with redirect_stdout(StringIO()) as said, redirect_stderr(StringIO()) as wrong:
            status = cli.main(list(words))
        if status:
            raise subprocess.CalledProcessError(status, words, said.getvalue(), wrong.getvalue())
        return said.getvalue()

    monkeypatch.setattr(program, "ask", ask)


def test_it_imports_nothing_of_the_package() -> None:
    for file in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not any(name.split(".")[0] == "fairfelt" for name in names), file


def test_the_package_is_asked_as_anybody_asks_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["casino-war"]) == 0
    assert "endings  same" in capsys.readouterr().out


@pytest.mark.usefixtures("asked_here")
@pytest.mark.parametrize("game", ["caribbean-stud", "flush-rush", "four-card-poker", "high-card-flush"])
def test_both_programs_find_the_same_fraction(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([game, "--deals", "30000"]) == 0
    assert "same" in capsys.readouterr().out


@pytest.mark.usefixtures("asked_here")
@pytest.mark.parametrize("game", ["red-dog", "kings-bounty", "blazing-7s-progressive-player-cards-only"])
def test_courses_end_as_often_by_both_programs(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([game]) == 0
    assert "endings  same" in capsys.readouterr().out


@pytest.mark.heavy
def test_two_hands_that_exchange_cards_have_the_same_edge_wager_and_variance(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A simulation by a cruder strategy had cast doubt on the standard deviation and the average wager."""
    assert main(["blackjack-switch", "--shoes", "1"]) == 0
    assert capsys.readouterr().out.count("same") == 3


@pytest.mark.heavy
def test_hands_set_by_the_printed_house_way_come_out_as_often(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ez-pai-gow", "--deals", "60000"]) == 0
    said = capsys.readouterr().out
    assert said.count("same") == 3 and "4 endings  same" in said


@pytest.mark.parametrize(
    ("seven", "in_front", "behind"),
    [
        ("Ac Ad Ah As * Kc Kd", (1, 13), "five aces"),
        ("Ac Ad Ah As * Kc Qd", (1, 14), "three of a kind"),
        ("8c 8d 8h 8s Ac 4d 2h", (0, 14, 4), "four of a kind"),
        ("8c 8d 8h 8s Jc 4d 2h", (1, 8), "pair"),
        ("6c 6d 5c 5d Kh 9s 2h", (0, 13, 9), "two pair"),
        ("6c 6d 5c 5d Qh 9s 3h", (1, 5), "pair"),
        ("Kc Kd Kh 2c 2d Ah 9s", (1, 2), "three of a kind"),
        ("Qc Qd Qh 2c 2d Ah Ks", (0, 14, 13), "full house"),
        ("Ac Kd Jh 9s 7c 5d 3h", (0, 13, 11), "high card"),
    ],
)
def test_the_house_way_sets_hands_as_it_is_printed(seven: str, in_front: tuple[int, ...], behind: str) -> None:
    front, back = Hand(parse_cards(seven)).set_by_the_house()
    assert (front, LINES[back[0]]) == (in_front, behind)


def test_a_hand_of_blackjack_by_hand() -> None:
    """Nines and tens only: nobody draws, so that the dealer's 18 to 20 is met by the player's."""
    form = {"course": {"kind": "blackjack", "rules": {"most_hands": 1}}, "deck": {"ranks": "9T", "copies": 8}}
    found = figures(BlackjackGame(form).count_round())
    assert found["house edge"] == 0 and found["average wager"] == 1


@pytest.mark.parametrize(
    ("ranking", "worse", "better"),
    [
        ("poker", "Kc Kd Ks 2h 2d", "Ac 2c 3c 4c 9c 9d 9h 9s"),
        ("three_card", "Ac Kc 9c", "2c 3d 4h"),
        ("four_card", "Ac Kd Qh Js", "2c 5c 7c 9c"),
        ("wild_poker", "Ac Ad Ah As Kd", "2c 2d Kd Qd Jd"),
        ("wrapping_run", "9c Td Jh Qs Kc", "Jd Qc Kd Ac 2h 3s"),
        ("solitaire_run", "Kc Qs Jd", "5d 4c 3h"),
    ],
)
def test_hands_are_ordered_as_the_sheets_say(ranking: str, worse: str, better: str) -> None:
    value = RANKINGS[ranking]
    assert value(parse_cards(worse))[1] < value(parse_cards(better))[1]
