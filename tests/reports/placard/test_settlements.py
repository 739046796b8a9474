"""What a wager pays is read off the deeds of its settlement."""

from dataclasses import replace

from fairfelt import games
from fairfelt.analysis.design.pays import paid_by_line
from fairfelt.reports.placard.dealing import settlement_words
from fairfelt.rules import LOSE, Facts, Game, Outcome, Reading, by_line
from fairfelt.rules.outcomes import settlement_rows
from tests.reports.by_hand import EVERYTHING


def rows(game: Game, wager: str) -> list[tuple[str, list[str]]]:
    found = settlement_rows(game, game.wager(wager))
    return [(row.when, [pay.words for pay in row.pays.values()]) for row in found]


def test_an_even_money_bet_with_qualification() -> None:
    assert rows(EVERYTHING, "Ante") == [
        ("beats the dealer", ["1 to 1"]),
        ("dealer does not qualify", ["pushes"]),
        ("loses to the dealer", ["loses"]),
    ]


def test_margins_that_no_table_lists_are_left_out_and_the_last_says_or_more() -> None:
    assert rows(EVERYTHING, "Blind") == [
        ("won by 3 cards or more", ["25 to 1"]),
        ("won by 2 cards", ["5 to 1"]),
        ("won by 1 card", ["1 to 1"]),
        ("won by 0 cards", ["pushes"]),
        ("loses to the dealer", ["loses"]),
    ]


def test_paytables_stand_side_by_side() -> None:
    found = settlement_rows(EVERYTHING, EVERYTHING.wager("Bonus"))
    assert [(row.when, row.pays["1"].words, row.pays["2"].words) for row in found] == [
        ("4-card flush", "3 to 1", "4 to 1"),
        ("3-card flush", "1 to 1", "loses"),
        ("no paying hand", "loses", "loses"),
    ]


def test_a_special_line_that_a_table_does_not_list_pays_as_the_line_it_is_a_case_of() -> None:
    game = games.find("three-card-poker")
    royal = next(row for row in settlement_rows(game, game.wager("Pair Plus")) if row.when == "AKQ suited")
    assert (royal.pays["40/30/6/4/1"].words, royal.pays["50/40/30/5/4/1"].words) == ("40 to 1", "50 to 1")


def test_envy_goes_with_its_line() -> None:
    ladder = EVERYTHING.wager("Ladder")
    assert [row.envy(ladder.paytable) for row in settlement_rows(EVERYTHING, ladder)] == [1000, None, None]


def test_what_decides_is_found_by_asking() -> None:
    def lower(facts: Facts, reading: Reading) -> Outcome:
        if facts.copy:
            return Outcome("both the same", LOSE)
        return by_line(replace(facts, player=min(facts.player, facts.dealer)), reading)

    game = EVERYTHING.with_wager("Ladder", ranking=None, settle=lower)
    assert settlement_words(game, game.wager("Ladder")) == "in the showdown and paid by the lower of the two hands"
    assert settlement_words(game, game.wager("Ante")) == "by who wins the showdown"
    assert settlement_words(game, game.wager("Blind")) == "in the showdown and paid by the margin of victory"


def test_tables_list_lines_or_margins() -> None:
    assert paid_by_line(EVERYTHING, EVERYTHING.wager("Bonus"))
    assert not paid_by_line(EVERYTHING, EVERYTHING.wager("Blind"))
