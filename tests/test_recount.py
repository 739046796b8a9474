"""The second program counts what the package counts, and shares nothing with it."""

from __future__ import annotations

import ast
import subprocess
from contextlib import redirect_stderr, redirect_stdout
from fractions import Fraction
from io import StringIO
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from fairfelt import cli
from recount.blackjack import BlackjackGame, figures
from recount.boards import FLOP, BoardGame
from recount.cards import make_deck, parse_cards
from recount.evaluator import LINE, pack, rank_hand
from recount.pai_gow import LINES, Hand
from recount.rankings import LINES as RANKING_LINES
from recount.rankings import RANKINGS
from recount.streets import StreetGame
from tools import compare_recount as program
from tools.compare_recount import main

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


def heavy(*words: str) -> object:
    """A case that takes more than some seconds."""
    return pytest.param(list(words), marks=pytest.mark.heavy)


@pytest.mark.usefixtures("asked_here")
@pytest.mark.parametrize(
    "words",
    [
        ["flush-rush", "big-raise-stud-poker", "--deals", "30000"],
        ["high-card-flush", "--deals", "30000"],
        ["straight-edge-poker", "--deals", "30000", "--shoes", "1"],
        ["red-dog", "kings-bounty", "blazing-7s-progressive-player-cards-only", "perfect-pairs", "dragon-tiger"],
        ["criss-cross-poker", "--deals", "30000"],
        ["oasis-poker", "--shoes", "1"],
        ["triple-shot-rummy", "three-card-baccarat", "teen-patti", "andar-bahar", "--full"],
        heavy(
            "blackjack-switch", "zappit-blackjack", "free-bet-blackjack", "spanish-21", "super-fun-21", "--shoes", "1"
        ),
        heavy("ez-pai-gow", "face-up-pai-gow", "fortune-asia-poker", "--deals", "60000", "--shoes", "1"),
        heavy("fortune-7-baccarat", "dragon-bonus"),
        heavy("casino-holdem", "--full"),
        heavy("fortune-pai-gow-poker-progressive", "face-up-pai-gow", "--deals", "1"),
        heavy("three-card-poker", "dj-wild-stud-poker", "four-card-poker", "--full", "--deals", "20000"),
    ],
    ids=lambda words: words[0],
)
def test_both_programs_find_the_same(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 0
    said = capsys.readouterr().out
    compared = {line.split()[0] for line in said.splitlines() if line.endswith("  same")}
    assert compared >= {word for word in words if word[0].isalpha()}


@pytest.mark.usefixtures("asked_here")
def test_a_figure_that_differs_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(program, "fraction", lambda number: Fraction(number["fraction"]) + Fraction(1, 10**9))
    assert main(["red-dog"]) == 2
    assert "DIFFERS, here" in capsys.readouterr().out


@pytest.mark.usefixtures("asked_here")
def test_what_is_not_recounted_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    main(["high-five-poker", "ez-pai-gow", "ultimate-texas-holdem", "--deals", "1"])
    said = capsys.readouterr().out
    same = {line.split()[0] for line in said.splitlines() if line.endswith("  same")}
    assert same >= {"high-five-poker", "ez-pai-gow"}
    assert "Not recounted: high-five-poker: its round, seven cards" in said
    assert "Not recounted: ultimate-texas-holdem: its round, for no small deck" in said


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


def test_a_bonus_by_suits_is_paid_on_average_over_the_suits() -> None:
    """Three sevens of two suits, two of each: never three of one suit, and there is no such suit as is named."""
    bonuses = [
        {"pay": "3 to 1", "cards": [[7, 7, 7]], "suits": "spades"},
        {"pay": "2 to 1", "cards": [[6, 7, 8]], "suits": "one"},
        {"pay": "3 to 2", "cards": [[6, 7, 8], [7, 7, 7]]},
    ]
    course = {"kind": "blackjack", "rules": {"bonuses": bonuses}}
    game = BlackjackGame({"course": course, "deck": {"ranks": "678", "suits": "cd", "copies": 2}})
    assert game.paid((7, 7, 7), False) == Fraction(3, 2)
    assert game.paid((6, 7, 8), True) == Fraction(1, 4) * 2 + Fraction(3, 4) * Fraction(3, 2)
    assert game.paid((6, 7), False) is None


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


def test_the_evaluator_orders_hands_as_the_ranking_does() -> None:
    """Hands of five to seven cards, with many flushes and straights among them."""
    shuffler, deck = Random(7), make_deck({})
    parts = (deck, [card for card in deck if card[0] > 8], [card for card in deck if card[1] == 2])
    hands = [tuple(shuffler.sample(part, size)) for part in parts for size in (5, 6, 7) for _ in range(400)]
    values = {hand: (rank_hand(pack(hand), 0), RANKINGS["poker"](hand)) for hand in hands}
    assert all(RANKING_LINES["poker"][value >> LINE] == line for value, (line, _) in values.values())
    ranked = sorted((value, key) for value, (_, key) in values.values())
    assert all((a[0] < b[0]) == (a[1] < b[1]) for a, b in pairwise(ranked))


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("Ac Ad Ah As Kd Qd", 10),
        ("Kc Qd Jh 9s 3c 3d", 4),
        ("Kc Jc 9c 3c 3d 2h", 5),
        ("Kc Qc Jc Tc 3d 2h", 9),
        ("Ac Ad Kh Qs 5d 3h", 3),
        ("Kc Qd Jh 8s 6d 3h", 0),
        ("Kc Kd Jh 8s 6d 3h", 1),
    ],
)
def test_a_joker_completes_or_is_an_ace(cards: str, line: int) -> None:
    assert rank_hand(pack(parse_cards(cards)), 1) >> LINE == line


def test_states_of_holdem_are_what_choices_lead_to() -> None:
    """A raise asks nothing later, a fold neither, and what was staked before is not asked about again."""
    game = BoardGame(StreetGame(program.OWN_FORMS["heads-up-holdem"]))
    staked = [dict(stakes)["Raise"] for stakes, _ in game.states]
    assert staked == [0, 3, 2, 0, 1] and [folded for _, folded in game.states] == [False] * 3 + [True, False]
    assert game.choices == {0: [[0, 1]], FLOP: [[0, 2], [1]], 5: [[3, 4], [1], [2]]}
