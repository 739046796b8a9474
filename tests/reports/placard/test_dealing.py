"""The dealer's guide and the procedure on placards. Before, none of the sheets' procedure was on any paper."""

from dataclasses import replace

from fairfelt import games
from fairfelt.reports.placard.dealing import (
    dealing_dict,
    dealing_guide,
    dealing_steps,
    order_of_hands,
    returned_bets,
    rules_of_play,
    script,
    table_procedure,
    tie_break_sentences,
)
from fairfelt.reports.placard.placard import not_wild_sentences, placard
from fairfelt.reports.sheet.pdf import as_pdf
from fairfelt.reports.sheet.text import plain_text
from fairfelt.rules import Procedure, Tuck, fingerprint
from tests.reports.by_hand import EVERYTHING
from tests.reports.pages import pdf_text

EDGE = games.find("straight-edge-poker")
SOLITAIRE = games.find("solitaire-stud")
THREE = games.find("three-card-poker")
WILD = games.find("flushes-gone-wild")


def words(part: str, game: object) -> str:
    return " ".join(dealing_steps(game).get(part, ()))  # type: ignore[arg-type]


def test_the_shuffler_is_told_with_its_program_its_packets_and_its_maker() -> None:
    assert words("Shuffler", EDGE) == (
        "The shuffler is set to “Straight Edge”, or to a program that deals packets of seven cards."
    )
    assert words("Shuffler", THREE).startswith("The shuffler is one made by Light & Wonder.")
    assert "presses the green button for the first packet" in words("Deal", SOLITAIRE)
    assert "presses the green button again" in words("Deal", SOLITAIRE)
    assert "green button again" not in words("Deal", games.find("flush-rush"))


def test_community_cards_are_spread_after_the_last_packet_as_the_sheet_says() -> None:
    """Rules 3 to 6 of Flushes Gone Wild: the guide used to burn and spread them before the players had cards."""
    steps = dealing_steps(WILD)["Deal"]
    order = ("green button for the first", "set aside", "Each player", "The dealer takes", "button again",
             "lie face down", "is burned")  # fmt: skip
    assert [next(at for at, step in enumerate(steps) if part in step) for part in order] == list(range(7))
    assert steps[-1].endswith("the next two are the community cards and the last two are burned.")


def test_community_cards_are_turned_over_from_the_dealers_left() -> None:
    """Rule 5 of Flush Rush: the two on the dealer's left come first."""
    turned = "Community cards are turned over from the dealer's left to right."
    assert turned in words("Decisions", games.find("flush-rush"))
    assert turned not in words("Decisions", WILD), "both at once"
    assert turned not in words("Decisions", THREE)


def test_no_player_is_offered_two_progressives_that_no_table_has_together() -> None:
    for text in (words("Bets", WILD), " ".join(rules_of_play(WILD))):
        assert (
            "may also bet on Flush Rush and on either Progressive or Multi-Game Link Progressive, whichever the table "
            "offers." in text
        )


def test_cards_that_are_wild_in_the_game_and_not_for_a_bet_are_named_at_the_bet() -> None:
    for name, wild in (("Progressive", True), ("Multi-Game Link Progressive", True), ("Flush Rush", False)):
        told = list(not_wild_sentences(WILD, WILD.wager(name)))
        assert told == (["Deuces are wild in the game, but not for this bet."] if wild else []), name
    assert plain_text(placard(WILD)).replace("\n", " ").count("Deuces are wild in the game, but not for") == 2


def test_cards_outside_of_the_run_and_folded_cards() -> None:
    assert "keeps only the cards of the run" in words("Decisions", EDGE)
    assert "wins the Insurance tucks the cards" in words("Decisions", EDGE)
    assert "tucked, face down, under the Flush Rush bet" in words("Decisions", WILD)
    assert "face down, until 4+ Bonus and Insurance are settled." in words("Decisions", EDGE["v2"])
    assert "face down, until Bonus is settled." in words("Decisions", EDGE)
    assert "run" not in words("Decisions", THREE)


def test_bets_that_go_back_before_hands_are_compared_follow_from_the_settlement() -> None:
    assert returned_bets(SOLITAIRE) == ["Ante"]
    assert returned_bets(EDGE["v2"]) == ["Ante"]
    assert returned_bets(EDGE) == []
    assert returned_bets(THREE) == []  # it wins there
    assert "goes back at once, before any hand is compared" in words("Reconciling", SOLITAIRE)


def test_seats_are_reconciled_from_right_to_left_and_envy_hands_stay_face_up() -> None:
    assert "counter-clockwise, from the dealer's right to left" in words("Reconciling", THREE)
    assert "stays face up on the layout" in words("Envy", WILD)
    assert "for a hand of one's own or for the dealer's" in words("Envy", WILD)
    assert "farthest to the dealer's right is paid first" in words("Jackpots", WILD)


def test_lammers_the_recommended_bet_and_bets_between_players() -> None:
    told = words("Bets", THREE)
    assert "sets an envy lammer beside each Three Card Poker Bonus bet" in told
    assert "until every Three Card Poker Bonus bet is reconciled" in told
    assert "recommended Three Card Poker Bonus bet is $1.00" in told
    assert "Players may not bet with each other." in told
    assert "lammer" not in words("Bets", WILD)


def test_a_player_learns_the_order_of_hands_from_the_placard() -> None:
    """Before, a placard named only a ranking: nobody could learn from it that a straight beats a flush."""
    hands = [hand for hand, _ in order_of_hands(THREE)]
    assert hands.index("Straight") < hands.index("Flush") < hands.index("Pair")
    told = pdf_text(as_pdf(placard(THREE)))
    assert "Order of hands" in told
    assert "only in 3-2-A it is the lowest" in told
    runs = " ".join(tie_break_sentences(EDGE))
    assert "K-A-2 is three cards and ends in the 2" in runs
    assert "three-card straight to the ace) beats" in runs
    assert "never in the middle" in " ".join(tie_break_sentences(EDGE["v2"]))
    assert "red and black" in " ".join(tie_break_sentences(SOLITAIRE))


def test_every_game_has_a_guide() -> None:
    for first in games.catalogue():
        for game in first.variants:
            assert dealing_guide(game).sections
            assert dealing_dict(game)["fingerprint"] == fingerprint(game)
            assert {wager.name for wager in game.wagers} >= set(game.procedure.wagers)


def test_procedure_decides_nothing() -> None:
    changed = replace(EVERYTHING, procedure=Procedure(keeps_run_only=True, tucks=(Tuck(under="Bonus"),)))
    assert fingerprint(changed) == fingerprint(EVERYTHING)
    assert any("under the Bonus bet" in sentence for sentence in table_procedure(changed))


def test_the_dealer_s_words_follow_the_round() -> None:
    """By the sheet's own names: what is bet, what may be chosen, and what goes back where the dealer does not play."""
    said = dict(script(SOLITAIRE))
    assert said["Before the round"] == "“Place your bets, please: Ante and Super Bonus.”"
    assert said["Seven cards, to each seat in turn"] == "“Fold or Play 2x?”"
    assert said["With less"] == "“Dealer does not play: Ante back.”"
    assert "“Progressive hand. Supervisor, please.” Nothing is paid yet." in dict(script(WILD)).values()
    assert "With less" not in dict(script(WILD)), "the dealer always plays"
    assert "“Hand folded.”" not in dict(script(games.find("classic-blackjack"))).values()
