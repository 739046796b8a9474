"""The language in which a game is written."""

from fairfelt.rules.courses.blackjack.facts import BlackjackFacts, TwentyTwo
from fairfelt.rules.courses.blackjack.hand import blackjack_wagers, push_22, switch_wagers
from fairfelt.rules.courses.blackjack.rules import BlackjackRules, Bonus, DoublingRule, FreeBets, Suited, Surrender
from fairfelt.rules.courses.blackjack.variants import (
    BlackjackSwitch,
    BustFacts,
    CarriedWin,
    DealerAlone,
    carried_wagers,
    on_bust,
    up_card_words,
)
from fairfelt.rules.deal import (
    CHECK,
    FOLD,
    MOST_SEATS,
    Cards,
    Choice,
    Deal,
    Packet,
    Qualify,
    Showdown,
    Street,
    bet,
    take_back,
)
from fairfelt.rules.game import Alternative, Game, Ruling, left_out, possible_facts
from fairfelt.rules.published import (
    ROUND,
    Figure,
    Irregularity,
    Procedure,
    Published,
    Remedy,
    Shuffler,
    Strategy,
    Tuck,
    VisibleHand,
    always,
    by_outcome,
    figures,
    from_hand_on,
)
from fairfelt.rules.settlement import (
    Facts,
    Outcome,
    Reading,
    Result,
    Settle,
    by_hand_if_it_wins,
    by_line,
    by_margin,
    by_ranking,
    even_money,
    even_money_from,
    unless_dealer_qualifies,
)
from fairfelt.runtime.formats import (
    DOLLARS,
    MICROS,
    AmountError,
    format_amount,
    format_day,
    format_moment,
    parse_amount,
)

from .courses.baccarat import Baccarat, BaccaratFacts, Tableau
from .courses.blackjack.round import Blackjack
from .courses.course import Course, Decide, Draw, Over, Step
from .courses.cross import Cross, CrossFacts, CrossHand, on_cross
from .courses.exchange import Exchange, price_of_cards
from .courses.following import Following, FollowingFacts, on_first_round, on_following_round
from .courses.pai_gow import (
    MARINA_BAY_SANDS,
    TRUMP_PLAZA,
    Aim,
    HouseRule,
    HouseWay,
    PaiGowPoker,
    SetFacts,
    Setting,
    both_hands,
)
from .courses.war import War, WarFacts
from .fingerprints import fingerprint, rules_data
from .names import BadDefinition, UnknownName, find_named
from .pays import (
    EVEN,
    LOSE,
    LOSE_HALF,
    NOTHING,
    PUSH,
    Basis,
    Envy,
    Pay,
    Paytable,
    Preset,
    PresetLevel,
    for_one,
    from_top,
    parse_pay,
    percent,
    to,
)
from .wager import Kind, Opens, Wager, bonus, opening, progressive, raised, side_bet

__all__ = [
    "CHECK", "DOLLARS", "EVEN", "FOLD", "LOSE", "LOSE_HALF", "MARINA_BAY_SANDS", "MICROS", "MOST_SEATS", "NOTHING",
    "PUSH", "ROUND", "TRUMP_PLAZA", "Aim", "Alternative", "AmountError", "Baccarat", "BaccaratFacts", "BadDefinition",
    "Basis", "Blackjack", "BlackjackFacts", "BlackjackRules", "BlackjackSwitch", "Bonus", "BustFacts", "Cards",
    "CarriedWin", "Choice", "Course", "Cross", "CrossFacts", "CrossHand", "Deal", "DealerAlone", "Decide",
    "DoublingRule", "Draw", "Envy", "Exchange", "Facts", "Figure", "Following", "FollowingFacts", "FreeBets", "Game",
    "HouseRule", "HouseWay", "Irregularity", "Kind", "Opens", "Outcome", "Over", "Packet", "PaiGowPoker", "Pay",
    "Paytable", "Preset", "PresetLevel", "Procedure", "Published", "Qualify", "Reading", "Remedy", "Result", "Ruling",
    "SetFacts", "Setting", "Settle", "Showdown", "Shuffler", "Step", "Strategy", "Street", "Suited", "Surrender",
    "Tableau", "Tuck", "TwentyTwo", "UnknownName", "VisibleHand", "Wager", "War", "WarFacts", "always", "bet",
    "blackjack_wagers", "bonus", "both_hands", "by_hand_if_it_wins", "by_line", "by_margin", "by_outcome",
    "by_ranking", "carried_wagers", "even_money", "even_money_from", "figures", "find_named", "fingerprint", "for_one",
    "format_amount", "format_day", "format_moment", "from_hand_on", "from_top", "left_out", "on_bust", "on_cross",
    "on_first_round", "on_following_round", "opening", "parse_amount", "parse_pay", "percent", "possible_facts",
    "price_of_cards", "progressive", "push_22", "raised", "rules_data", "side_bet", "switch_wagers", "take_back", "to",
    "unless_dealer_qualifies", "up_card_words",
]  # fmt: skip
