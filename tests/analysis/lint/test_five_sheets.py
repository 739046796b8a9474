"""The five sheets that were decided line by line: what the linter finds on them, and which decision each finding is."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from textwrap import dedent
from typing import Any, NamedTuple

import pytest

from fairfelt import games
from fairfelt.analysis.lint import CHECKS, lint
from fairfelt.analysis.lint.check import Finding, Subject

HEAVY = {"Flushes Gone Wild", "Solitaire Stud", "Straight Edge Poker V1", "Straight Edge Poker V2"}
"""Every reading is counted at full size. What these alone show is asked of one check at a time in other tests."""

GOLDEN = {
    "Three Card Poker": """
        FF308 question: Three Card Poker Bonus TCPB-03E
        FF308 question: Three Card Poker Bonus TCPB-04E
        FF310 question: the game
        FF314 question: ruling attached_paytables
        FF314 question: ruling bonus_on_a_fold
        FF106 note: Pair Plus 50/50/30/6/3/1, AKQ suited
        FF116 note: Pair Plus
        FF116 note: Pair Plus
        FF209 note: the game
        FF307 note: Pair Plus
        FF307 note: Three Card Poker Bonus
        FF314 note: ruling fold_forfeits_pair_plus
        FF314 note: ruling envy_at_a_full_table
    """,
    "Flush Rush": """
        FF306 note: All or Nothing
        FF307 note: All or Nothing
        FF312 note: the game
        FF314 note: ruling better_of_two_lines
        FF315 note: Ante FR-01
    """,
    "Solitaire Stud": """
        FF301 note: the game
        FF302 note: the game
        FF304 note: Super Bonus SB-01, win by 0
        FF305 note: the game
        FF307 note: 3+
        FF314 note: ruling any_suit_of_the_colour
        FF314 note: ruling super_bonus_on_zero_margin
    """,
    "Straight Edge Poker V1": """
        FF114 question: Two Way Bad Beat 1
        FF308 question: Two Way Bad Beat 1
        FF314 question: ruling side_bets_on_a_fold
        FF108 note: Bonus 1
        FF108 note: Bonus 2
        FF116 note: Two Way Bad Beat
        FF301 note: the game
        FF302 note: the game
        FF303 note: the game
        FF307 note: Bonus
        FF307 note: Insurance
        FF307 note: Two Way Bad Beat
        FF311 note: Two Way Bad Beat
        FF314 note: ruling wrap_around
    """,
    "Straight Edge Poker V2": """
        FF201 error: the game
        FF114 question: Two Way Bad Beat 1
        FF308 question: Two Way Bad Beat 1
        FF313 question: ruling blind_on_zero_margin
        FF314 question: ruling side_bets_on_a_fold
        FF116 note: Two Way Bad Beat
        FF301 note: the game
        FF302 note: the game
        FF305 note: the game
        FF307 note: 4+ Bonus
        FF307 note: Insurance
        FF307 note: Two Way Bad Beat
        FF311 note: Two Way Bad Beat
        FF314 note: ruling ace_at_either_end
    """,
    "Flushes Gone Wild": """
        FF308 question: Progressive 01
        FF308 question: Multi-Game Link Progressive 01
        FF308 question: Multi-Game Link Progressive ML01
        FF308 question: Multi-Game Link Progressive ML03
        FF309 question: Progressive
        FF309 question: Multi-Game Link Progressive
        FF313 question: ruling deuce_in_own_suit
        FF313 question: ruling progressive_on_five_cards
        FF314 question: ruling wild_rank
        FF314 question: ruling one_progressive_at_a_table
        FF314 question: ruling envy_multiplier
        FF116 note: Flush Rush
        FF116 note: Progressive
        FF116 note: Multi-Game Link Progressive
        FF118 note: the game
        FF211 note: Progressive 01
        FF306 note: Flush Rush
        FF306 note: Multi-Game Link Progressive
        FF307 note: Flush Rush
        FF307 note: Progressive
        FF311 note: Progressive
        FF311 note: Multi-Game Link Progressive
        FF311 note: Multi-Game Link Progressive
        FF313 note: ruling folded_hands_on_a_link
        FF314 note: ruling decide_on_five_cards
    """,
}


class Decision(NamedTuple):
    """Something that had to be decided before the game could be written down, and the finding that tells it."""

    decided: str
    code: str
    place: str
    words: str
    """The sentence, in part, in which the numbers are."""


SHOWN = {
    "Straight Edge Poker V1": [
        Decision("runs wrap", "FF301", "the game", "Bonus 1 house edge would be 21.24%"),
        Decision("no run: the highest card", "FF302", "the game", "No figure depends on it."),
        Decision("a wrapped run's end", "FF303", "the game", "from 2.5179% to 0.1250%"),
        Decision("envy on paytable 1", "FF308", "Two Way Bad Beat 1", "36.7898% with 5 others"),
        Decision("the order of meter pays", "FF311", "Two Way Bad Beat", "of what is left"),
        Decision("Insurance outlives a fold", "FF307", "Insurance", "would be 100.00%, not the printed 9.12%"),
    ],
    "Straight Edge Poker V2": [
        Decision("the ace is low or high", "FF301", "the game", "4+ Bonus 1 house edge would be -15.16%"),
        Decision("no run: the highest card", "FF302", "the game", "No figure depends on it."),
        Decision("Blind at margin 0", "FF313", "ruling blind_on_zero_margin", "from -15.0164% to -27.6409%"),
        Decision("Play and Blind have action", "FF305", "the game", "from -15.0164% to 30.5100%"),
        Decision("a player's edge is told", "FF201", "the game", "favors the player by 15.02%"),
    ],
    "Three Card Poker": [
        Decision("envy at a full table", "FF308", "Three Card Poker Bonus TCPB-03E", "for 6 other bettors only"),
        Decision("envy at a full table", "FF308", "Three Card Poker Bonus TCPB-04E", "for 6 other bettors only"),
        Decision("the attached paytables", "FF116", "Pair Plus", "none from the rule sheet"),
        Decision("a fold forfeits Pair Plus", "FF307", "Pair Plus", "No figure depends on it."),
        Decision("ties push", "FF310", "the game", "would be 3.24%, not the printed 3.37%"),
    ],
    "Flush Rush": [
        Decision(
            "the higher of two lines, ace low or high", "FF315", "Ante FR-01", "would be 5.41%, not the printed 3.75%"
        ),
        Decision("the house edge is per Ante", "FF312", "the game", "for each unit bet 1.5158%"),
        Decision("All or Nothing on four cards", "FF306", "All or Nothing", "not the printed 3.95%"),
        Decision("All or Nothing outlives a fold", "FF307", "All or Nothing", "not counted"),
    ],
    "Solitaire Stud": [
        Decision("ace low, king high", "FF301", "the game", "from 4.5623% to 1.9848%"),
        Decision("all other bets have action", "FF305", "the game", "from 4.5623% to 63.6907%"),
        Decision("Super Bonus at margin 0", "FF304", "Super Bonus SB-01, win by 0", "from 4.5623% to -14.0210%"),
    ],
    "Flushes Gone Wild": [
        Decision("a deuce in its own suit", "FF313", "ruling deuce_in_own_suit", "from 8.5779% to 24.5924%"),
        Decision("five cards, not seven", "FF313", "ruling progressive_on_five_cards", "by 253.8754% of the bet"),
        Decision("five cards on a link", "FF306", "Multi-Game Link Progressive", "by 383.2953% of the bet"),
        Decision("folded hands standalone", "FF307", "Progressive", "from 68.5277% to 46.9431%"),
        Decision("folded hands on a link", "FF313", "ruling folded_hands_on_a_link", "from 46.9431% to 68.5277%"),
        Decision("the receiver's wager", "FF309", "Progressive", "1,000 or 5,000"),
        Decision("the order of meter pays", "FF311", "Progressive", "10% of the whole"),
    ],
}

ONLY_TOLD = [
    ("Flushes Gone Wild", "decide_on_five_cards", "seeing the shared cards first has no solver here"),
    ("Flushes Gone Wild", "wild_rank", "the solver fills flushes from the top; no other rank is counted"),
    ("Flushes Gone Wild", "one_progressive_at_a_table", "what a room offers is no property of a game"),
    ("Flushes Gone Wild", "envy_multiplier", "with equal bets both readings pay the same"),
    ("Three Card Poker", "attached_paytables", "what a missing page pays cannot be counted"),
    ("Solitaire Stud", "any_suit_of_the_colour", "a run by single suits is no ranking that is written down"),
]
"""Rulings that mathematics cannot weigh here, and why: they are told as what they are, decisions of ours."""


def once(sheet: str) -> Any:
    """All tests of a sheet on one worker, so that it is counted once."""
    group = pytest.mark.xdist_group(sheet)
    return pytest.param(sheet, marks=[group, pytest.mark.heavy] if sheet in HEAVY else [group])


SHEETS = [once(sheet) for sheet in GOLDEN]


@cache
def findings(sheet: str) -> tuple[Finding, ...]:
    version = next(v for game in games.catalogue() for v in game.variants if v.title == sheet)
    return lint([replace(version, others=())]).games[0].findings


@pytest.mark.parametrize("sheet", SHEETS)
def test_what_is_found(sheet: str) -> None:
    told = [f"{finding.code} {finding.severity.value}: {finding.place}" for finding in findings(sheet)]
    assert told == dedent(GOLDEN[sheet]).strip().splitlines()


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_decision_is_reported_with_its_numbers(sheet: str) -> None:
    for decision in SHOWN[sheet]:
        texts = [f.text for f in findings(sheet) if (f.code, str(f.place)) == (decision.code, decision.place)]
        assert any(decision.words in text for text in texts), (decision.decided, texts)


@pytest.mark.parametrize("sheet", SHEETS)
def test_what_mathematics_cannot_show_is_told_as_a_ruling(sheet: str) -> None:
    told = {str(finding.place) for finding in findings(sheet) if finding.code == "FF314"}
    assert {f"ruling {name}" for where, name, _ in ONLY_TOLD if where == sheet} <= told


@pytest.mark.xdist_group("Straight Edge Poker V2")
def test_what_a_ruling_asks_is_asked_without_it_as_well() -> None:
    unruled = replace(games.straight_edge_poker["v2"], others=(), rulings=())
    asked = next(check for check in CHECKS if check.code == "FF304")(Subject(unruled))
    assert ["from -15.0164% to -27.6409%" in finding.text for finding in asked] == [True]


def test_no_decision_is_called_both_shown_and_not() -> None:
    shown = {(sheet, decision.place) for sheet, decisions in SHOWN.items() for decision in decisions}
    assert not shown & {(sheet, f"ruling {name}") for sheet, name, _ in ONLY_TOLD}
