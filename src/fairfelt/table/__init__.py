"""The table: deals and settles any game from its definition alone, one operation at a time."""

from fairfelt.table.dealing import (
    DealtCards,
    DealtPacket,
    Option,
    Phase,
    RoundError,
    Seat,
    Turn,
    View,
    shuffle,
    stacked_deck,
)
from fairfelt.table.operations import (
    Choose,
    DealCards,
    Decide,
    FoulHand,
    PlaceBets,
    Settle,
    VoidRound,
    from_dict,
    play,
    to_dict,
)
from fairfelt.table.settlement import EnvyPaid, Settlement, WagerSettlement

from .playthrough import playthrough, write_transcript
from .round import Operation, Round

__all__ = [
    "Choose", "DealCards", "DealtCards", "DealtPacket", "Decide", "EnvyPaid", "FoulHand", "Operation", "Option",
    "Phase", "PlaceBets", "Round", "RoundError", "Seat", "Settle", "Settlement", "Turn", "View", "VoidRound",
    "WagerSettlement", "from_dict", "play", "playthrough", "shuffle", "stacked_deck", "to_dict", "write_transcript",
]  # fmt: skip
