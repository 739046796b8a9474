"""Texas Hold'em Bonus: two cards each and five shared, with a bet before the flop, the turn and the river."""

from dataclasses import replace

from fairfelt.language import *

HOLE_CARDS = StartingHands(
    "hole cards",
    {
        "pair of deuces to tens": "22 33 44 55 66 77 88 99 TT",
        "ace with queen or jack": "AQo AJo",
        "pair of jacks to kings": "JJ QQ KK",
        "ace and king": "AKo",
        "ace with queen or jack, suited": "AQs AJs",
        "ace and king, suited": "AKs",
        "pair of aces": "AA",
    },
)
ACES = HOLE_CARDS.line("pair of aces")
ACES_TWICE = ACES + 1
BONUS = Paytable(
    "1",
    dict(zip(range(1, ACES_TWICE + 1), (3, 5, 10, 15, 20, 25, 30, 1000), strict=True)),
    names={ACES_TWICE: "pair of aces, and the dealer has one too"},
)


def by_pair(facts: Facts, reading: Reading) -> Outcome:
    """By the player's two cards; only aces look at the dealer's."""
    both = facts.player == ACES and facts.dealer == ACES
    return by_line(replace(facts, player=ACES_TWICE) if both else facts, reading)


def ante_from(least: Poker) -> Settle:
    """A win pays with that hand or better, and pushes with less."""

    def settle(facts: Facts, reading: Reading) -> Outcome:
        if facts.result is Result.WIN and facts.player < least:
            return Outcome(f"wins with less than a {POKER.lines[least].name}", PUSH)
        return even_money(facts, reading)

    return settle


WIZARD = "the Wizard of Odds"


def _values(*printed: str) -> tuple[Published, ...]:
    """What the Flop bet is worth with a deuce and another card of another suit, from the three up."""
    hands = [f"2c {rank}d" for rank in "3456789TJQK"]
    return tuple(
        Published(wager=ROUND, figure="value", printed=value, hand=hand, choice="Flop 2x", source=WIZARD)
        for hand, value in zip(hands, printed, strict=True)
    )


LAS_VEGAS = Game(
    name="Texas Hold'em Bonus",
    variant="lv",
    approvals=(53,),
    summary="Make a better poker hand than the dealer with two cards each and five shared, betting street by street.",
    headlines=("The Ante wins with a straight or better", "Dealer always plays", "Copies push"),
    deal=Deal(Packet(2, to=Cards.OWN), Packet(2, to=Cards.DEALER), Packet(5, to=Cards.COMMUNITY)),
    showdown=Showdown(POKER),
    streets=(
        Street("Two cards", FOLD, bet("Flop", times=2)),
        Street("After the flop", CHECK, bet("Turn"), community=3),
        Street("After the turn", CHECK, bet("River"), community=1),
    ),
    wagers=(
        opening("Ante", ante_from(Poker.STRAIGHT)),
        raised("Flop", even_money),
        raised("Turn", even_money),
        raised("River", even_money),
        side_bet("Bonus", hand=HOLE_CARDS, against=Cards.DEALER, settle=by_pair, pays=(BONUS,), survives_fold=True),
    ),
    rulings=(
        Ruling(
            "tied_hands",
            "What becomes of the bets when both hands are equal?",
            "They push.",
            because="One source lets the dealer win; all others and the printed values of hands say push.",
            confirmed=True,
        ),
        Ruling(
            "bonus_on_a_fold",
            "Does the Bonus outlive a fold?",
            "Yes. No hand that it pays is worth folding, so no figure depends on it.",
        ),
        Ruling(
            "printed_standard_deviation",
            "What is the standard deviation of 3.500839 that is printed for the rules of Las Vegas?",
            "That of a round in which a fold loses nothing. It is left out of the figures to verify.",
        ),
        Ruling(
            "colorado",
            "Where are the rules of Colorado, for which a house edge is printed?",
            "They are left out: what they change is not published where we looked.",
        ),
    ),
    published=(
        *figures(ROUND, WIZARD, house_edge="2.037%", average_wager="3.8181", element_of_risk="0.5335%"),
        *_values(
            "-1.155927", "-1.091604", "-1.019987", "-1.046723", "-1.031301", "-0.896002", "-0.763132", "-0.613979",
            "-0.459414", "-0.28969", "-0.102668",
        ),
    ),
)  # fmt: skip
ATLANTIC_CITY = replace(
    LAS_VEGAS.with_wager("Ante", settle=ante_from(Poker.FLUSH)),
    variant="ac",
    headlines=("The Ante wins with a flush or better", *LAS_VEGAS.headlines[1:]),
    published=(
        *figures(ROUND, WIZARD, house_edge="5.5935%"),
        *_values(
            "-1.195592", "-1.13521", "-1.067022", "-1.077817", "-1.050057", "-0.917393", "-0.784523", "-0.636507",
            "-0.478676", "-0.305687", "-0.1154",
        ),
    ),
)  # fmt: skip

game = replace(LAS_VEGAS, others=(ATLANTIC_CITY,))
