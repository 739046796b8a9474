"""An example for every word of the language, as one would write it. A test evaluates each."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_FIVE = 'Paytable("1", {POKER.line("flush"): 5, POKER.line("full house"): 7})'

WORDS: Mapping[str, str] = MappingProxyType({
    "always": 'Strategy("always play", "Play every hand.", always(bet("Play")))',
    "bet": 'bet("Play", times=3, holding=Qualify("a pair", "2c 2d 5h 4s 3c"))',
    "blackjack_wagers": "blackjack_wagers(BlackjackRules(hits_soft_17=True))",
    "bonus": f'bonus("Ante Bonus", hand=POKER, pays=({_FIVE},))',
    "carried_wagers": "carried_wagers(BlackjackRules(hits_soft_17=True))",
    "for_one": "for_one(300)",
    "from_hand_on": 'from_hand_on(POKER, "2c 2d 5h 4s 3c", bet("Play"))',
    "opening": 'opening("Ante", even_money)',
    "percent": 'percent(10, of="Mega")',
    "progressive": 'progressive("Progressive", hand=POKER, pays=(Paytable("1", {Poker.ROYAL_FLUSH: percent(100)}),), '
    "survives_fold=True)",
    "push_22": 'push_22("Push 22", Paytable("1", {TwentyTwo.SUITED: 50, TwentyTwo.SAME_COLOR: 20, TwentyTwo.OTHER: 8})'
    ")",
    "raised": 'raised("Play", unless_dealer_qualifies(even_money, pay=PUSH))',
    "side_bet": f'side_bet("Lucky Five", hand=POKER, pays=({_FIVE},), survives_fold=True)',
    "switch_wagers": "switch_wagers(BlackjackRules(hits_soft_17=True, pushes_22=True, natural=EVEN))",
    "take_back": 'take_back("Bet 1")',
    "to": "to(3, 2)",
})  # fmt: skip
"""Words that make a part."""

CONSTANTS: Mapping[str, str] = MappingProxyType({
    "CHECK": 'Street("Flop", CHECK, bet("Play"), community=3)',
    "EVEN": 'opening("Ante", unless_dealer_qualifies(even_money, pay=EVEN))',
    "FOLD": 'Street("Five cards", FOLD, bet("Play"))',
    "LOSE": 'Outcome("loses to the dealer", LOSE)',
    "LOSE_HALF": 'Outcome("surrendered", LOSE_HALF)',
    "MARINA_BAY_SANDS": "PaiGowPoker(way=MARINA_BAY_SANDS)",
    "NOTHING": 'Outcome("not bet", NOTHING)',
    "PUSH": 'Paytable("1", {2: 3, 1: PUSH})',
    "ROUND": 'Published(wager=ROUND, figure="house_edge", printed="3.37%")',
    "TRUMP_PLAZA": "PaiGowPoker(way=TRUMP_PLAZA)",
})  # fmt: skip
"""Values with a name."""

PARTS: Mapping[str, str] = MappingProxyType({
    "Aim": 'Aim(behind=(PaiGow.TWO_PAIR,), front="AK")',
    "Alternative": 'Alternative("Copies win.", lambda game: replace(game, showdown=Showdown(POKER, copies=Result.WIN))'
    ")",
    "Basis": "Basis.FOR",
    "BlackjackRules": "BlackjackRules(hits_soft_17=False, surrender=Surrender.FIRST_TWO, natural=to(6, 5))",
    "Bonus": 'Bonus("five-card 21", to(3, 2), least_cards=5)',
    "Cards": "Cards.OWN | Cards.COMMUNITY",
    "Choice": 'Choice("fold", folds=True)',
    "Deal": "Deal(Packet(5, to=Cards.OWN), Packet(5, to=Cards.DEALER))",
    "Deck": 'Deck(ranks="789TJQKA", copies=2)',
    "CrossHand": "on_cross(CrossHand.BETTER, by_line)",
    "DoublingRule": "BlackjackRules(hits_soft_17=True, doubles=DoublingRule.TEN_OR_ELEVEN)",
    "Envy": "Envy({Poker.ROYAL_FLUSH: 1000}, times_wager=False)",
    "Figure": 'Published(wager="Ante", figure="hit_frequency", printed="24.1%")  # a Figure is one of these names',
    "FreeBets": "FreeBets(doubles=frozenset({9, 10, 11}), splits=frozenset({8}))",
    "Game": 'Game(name="Little Stud", summary="Make a better hand than the dealer.", '
    "deal=Deal(Packet(5, to=Cards.OWN), Packet(5, to=Cards.DEALER)), showdown=Showdown(POKER), "
    'streets=(Street("Five cards", FOLD, bet("Play")),), '
    'wagers=(opening("Ante", even_money), raised("Play", even_money)))',
    "HouseRule": 'HouseRule(groups=("2",), aims=(Aim(),), ranks=("A",))',
    "HouseWay": 'HouseWay("our way", (HouseRule(groups=("",), aims=(Aim(),)),))',
    "Irregularity": 'Irregularity("a card falls to the floor", Remedy.MISDEAL)',
    "Kind": "Kind.SIDE",
    "Opens": "Opens.ONE",
    "Packet": "Packet(7, to=Cards.DEALER, burn=1, take=3)",
    "Pay": "to(40)  # a Pay",
    "Paytable": 'Paytable("LL-01", {Poker.FLUSH: 5, Poker.FULL_HOUSE: to(7)}, names={Poker.FLUSH: "any flush"})',
    "Preset": 'Preset({"Mega": PresetLevel(seed_micros=10_000 * MICROS, rate_ppm=150_000)})',
    "PresetLevel": "PresetLevel(seed_micros=500 * MICROS, rate_ppm=20_000)",
    "Procedure": 'Procedure(tucks=(Tuck(under="Bonus"),), lammers=("Bonus",))',
    "Published": 'Published(wager="Bonus", figure="house_edge", printed="3.60%", source="the designer")',
    "Qualify": 'Qualify("queen high", "Qc 3d 2h")',
    "Remedy": "Procedure(irregularities=(Irregularity('{seat} shows the cards', Remedy.FORFEIT),))",
    "Ruling": 'Ruling("copies", "What if both hands are equal?", "The bets push.")',
    "Setting": "settings_of(parse_cards('As Ad Kh Kc Qd 9s 2c'), PAI_GOW)  # of Setting values",
    "Showdown": 'Showdown(THREE_CARD, qualify=Qualify("queen high", "Qc 3d 2h"), copies=Result.TIE)',
    "Shuffler": 'Shuffler(program="3 and 3", ejects_rest=True)',
    "Strategy": 'Strategy("any pair", "Play any pair.", from_hand_on(POKER, "2c 2d 5h 4s 3c", bet("Play")))',
    "Street": 'Street("River", FOLD, bet("Play"), community=2, unless_bet="Play")',
    "Suited": 'Bonus("6-7-8 in spades", to(3), cards=((6, 7, 8),), suits=Suited.SPADES)',
    "Surrender": "BlackjackRules(hits_soft_17=True, surrender=Surrender.ANY_TIME)",
    "Tableau": 'Tableau(player="012345", banker=("-0123456789",) * 7 + ("",))',
    "Tuck": 'Tuck(under="Bonus", only_if_it_wins=True)',
    "VisibleHand": 'VisibleHand(value=0, ranks="AKJ83", dealer="K")',
    "Wager": 'Wager(name="Ante", kind=Kind.OPENING, settle=even_money)',
})  # fmt: skip
"""Parts that a game is made of."""

COURSES: Mapping[str, str] = MappingProxyType({
    "Baccarat": "Baccarat()",
    "Blackjack": "Blackjack(BlackjackRules(hits_soft_17=True))",
    "BlackjackSwitch": "BlackjackSwitch(BlackjackRules(hits_soft_17=True, pushes_22=True, natural=EVEN))",
    "CarriedWin": "CarriedWin(BlackjackRules(hits_soft_17=True), ROYAL_MATCH, stakes=(0, 4, 4, 11, 11))",
    "Cross": "Cross(POKER, most_times=3)",
    "DealerAlone": "DealerAlone(hits_soft_17=True)",
    "Exchange": 'Exchange(Showdown(POKER), dealer_cards=6, exchange_prices=(1, 2), discards="A")',
    "Following": "Following(Baccarat(), after=Result.TIE)",
    "PaiGowPoker": 'PaiGowPoker(face_up=True, pushes="A")',
    "ThreeHands": 'ThreeHands(ThreeWay("low card first", (ThreeRule(("",), (ThreeAim(),)),)))',
    "War": "War(burn=3)",
})  # fmt: skip
"""How a round goes where it is not a deal, streets and a showdown."""

OWN_COURSES: Mapping[str, str] = MappingProxyType({
    "Course": "isinstance(War(), Course)",
    "Decide": 'Decide(0, Street("After a tie", FOLD, bet("War")), (FOLD, bet("War")))',
    "Draw": "Draw(Cards.OWN, player=0, burn=3)",
    "Over": "Over()",
    "Step": "War().next(War().start(1))  # a Step",
})  # fmt: skip
"""What a course of your own says."""

SETTLING: Mapping[str, str] = MappingProxyType({
    "Outcome": 'Outcome("won by 2 cards", to(3), margin=2)',
    "Reading": 'Reading(Paytable("1", {Poker.FLUSH: 5}), POKER)',
    "Result": "Result.WIN",
    "Settle": "even_money  # a Settle: a function of facts and reading",
    "TwentyTwo": "TwentyTwo.SUITED",
})  # fmt: skip
"""What a settlement of your own takes and gives."""

HELPERS = frozenset({
    "AmountError", "BadDefinition", "DOLLARS", "MICROS", "MOST_SEATS", "UnknownName", "find_named", "fingerprint",
    "format_amount", "format_day", "format_moment", "parse_amount", "parse_pay", "possible_facts", "rules_data",
    "up_card_words",
})  # fmt: skip
"""What `fairfelt.rules` offers besides, to programs that read games."""
