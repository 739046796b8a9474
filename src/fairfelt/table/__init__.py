"""The table: deals and settles any game from its definition alone, one operation at a time."""

from .errors import RoundError
from .operations.choose import Choose
from .operations.deal_cards import DealCards
from .operations.foul_hand import FoulHand
from .operations.packets import DealtCards, DealtPacket, stacked_deck
from .operations.place_bets import PlaceBets
from .operations.settle import Settle
from .operations.turns import Phase, Turn
from .operations.void_round import VoidRound
from .play import Decide, play
from .playthrough import playthrough
from .record import from_dict, to_dict
from .round import Operation, Round
from .seat import Option, Seat, View
from .settlement import EnvyPaid, Settled, Settlement
from .shuffle import shuffle
from .transcript import write_transcript

__all__ = [
    "Choose",
    "DealCards",
    "DealtCards",
    "DealtPacket",
    "Decide",
    "EnvyPaid",
    "FoulHand",
    "Operation",
    "Option",
    "Phase",
    "PlaceBets",
    "Round",
    "RoundError",
    "Seat",
    "Settle",
    "Settled",
    "Settlement",
    "Turn",
    "View",
    "VoidRound",
    "from_dict",
    "play",
    "playthrough",
    "shuffle",
    "stacked_deck",
    "to_dict",
    "write_transcript",
]  # fmt: skip
