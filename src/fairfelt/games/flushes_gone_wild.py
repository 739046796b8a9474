"""Flushes Gone Wild: the longer flush wins, deuces wild, five cards each and two shared."""

from fairfelt.games._shared import ONE_METER_01, link_progressive
from fairfelt.language import *

BLIND = Paytable("1", {5: 200, 4: 25, 3: 5, 2: 3, 1: PUSH, 0: PUSH}, or_more=True)

RUSH = NATURAL_OR_WILD_FLUSH
FLUSH_RUSH = from_top(RUSH, 250, 100, 50, 10, 6, 3, 1, name="1")

LINK = link_progressive()

game = Game(
    name="Flushes Gone Wild",
    approvals=(26,),
    summary="Make a longer flush than the dealer; each has five cards and both share two. Deuces are wild.",
    headlines=("Deuces are wild", "Dealer always qualifies", "Copies push"),
    deal=Deal(Packet(5, to=Cards.COMMUNITY, burn=1, take=2), Packet(5, to=Cards.OWN), Packet(5, to=Cards.DEALER)),
    showdown=Showdown(WILD_FLUSH),
    streets=(Street("Five cards", FOLD, bet("Play", times=2)),),
    wagers=(
        opening("Ante", even_money),
        opening("Blind", by_margin, pays=(BLIND,)),
        raised("Play", even_money),
        side_bet("Flush Rush", hand=RUSH, on=Cards.OWN | Cards.COMMUNITY, pays=(FLUSH_RUSH,), survives_fold=True),
        progressive("Progressive", hand=POKER, pays=(ONE_METER_01,), survives_fold=False),
        LINK,
    ),
    procedure=Procedure(
        shuffler=Shuffler(program="Flushes Gone Wild", button="green button", ejects_rest=True),
        tucks=(Tuck(under="Flush Rush"),),
    ),
    rulings=(
        Ruling(
            "decide_on_five_cards",
            "Does the player see the two community cards before deciding?",
            "No: they are revealed with the dealer's hand.",
            because="Rule 8 turns them over after the decision of rule 7.",
        ),
        Ruling(
            "wild_rank",
            "Which rank does a wild deuce take when flushes of one length are compared?",
            "The highest rank its flush misses: ace and king with a deuce are A-K-Q.",
        ),
        Ruling(
            "deuce_in_own_suit",
            "Is a deuce natural in a Flush Rush of its own suit?",
            "Yes, it counts as a natural card there; the best line the hand makes is paid.",
            alternatives={
                "wild": Alternative(
                    "No, every deuce is wild.",
                    lambda game: game.with_wager("Flush Rush", ranking=NATURAL_OR_WILD_FLUSH_STRICT),
                )
            },
        ),
        Ruling(
            "progressive_on_five_cards",
            "Does the standalone progressive read five cards or the best of seven?",
            "The player's five cards, deuces natural, as rule 8 says against rule 2.",
            because="With the best of seven the fixed pays alone would return several times the wager.",
            alternatives={
                "best-of-seven": Alternative(
                    "The best five of the player's five and the two community cards, as rule 2 says.",
                    lambda game: game.with_wager("Progressive", on=Cards.OWN | Cards.COMMUNITY),
                )
            },
        ),
        Ruling(
            "folded_hands_on_a_link",
            "Do folded hands qualify for the progressive of a multi-game link?",
            "Yes. The sheet leaves it to the casino; alone, without a link, they never do.",
            alternatives={
                "no": Alternative(
                    "Folded hands do not qualify.", lambda game: game.with_wager(LINK.name, survives_fold=False)
                )
            },
        ),
        Ruling(
            "one_progressive_at_a_table",
            "Can a table offer both progressives?",
            "No: it is either standalone (or linked to tables of this game) or part of a multi-game link.",
            because="The sheet gives each its own paytables and its own rule on folded hands.",
            one_of=("Progressive", LINK.name),
        ),
        Ruling(
            "envy_multiplier",
            "By whose wager is an envy pay multiplied?",
            "By the progressive wager of the player who receives it.",
        ),
    ),
)
