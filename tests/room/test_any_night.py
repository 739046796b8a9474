"""Any night in the room: random tables, claims, cancellations, adjustments; nothing is lost, whatever is pressed."""

from floors import PEOPLE, UNIT, Pit
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from fairfelt.jackpot import Reason

TABLES = st.sampled_from(["T1", "T2"])
CARDS = st.lists(st.sampled_from([f"card {name}" for name in PEOPLE]), min_size=1, max_size=2)
HANDS = st.sampled_from(["royal flush", "straight flush", "four of a kind", "three of a kind", "pair"])
BETS = st.dictionaries(st.integers(1, 9).map(str), st.integers(1, 26 * UNIT), min_size=1, max_size=4)


class Night(RuleBasedStateMachine):
    """Buttons pressed by anybody at any time: most are refused, and a refusal changes nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.pit = Pit()
        self.replayed = self.pit.room.initial()
        self.seen = 0

    @rule(table=TABLES, bets=BETS)
    def start(self, table: str, bets: dict[str, int]) -> None:
        self.pit.ask("start game", f"keypad {table}", table=table, bets=bets)

    @rule(table=TABLES, seat=st.integers(1, 4))
    def start_with_one_bet(self, table: str, seat: int) -> None:
        self.pit.ask("start game", f"keypad {table}", table=table, bets={str(seat): 5 * UNIT, "4": UNIT})

    @rule(table=TABLES, seat=st.integers(1, 4), hand=HANDS)
    def hand(self, table: str, seat: int, hand: str) -> None:
        self.pit.ask("press hand", f"keypad {table}", table=table, seat=seat, hand=hand)

    @rule(table=TABLES, cards=CARDS)
    def confirm(self, table: str, cards: list[str]) -> None:
        self.pit.ask("confirm", f"keypad {table}", table=table, cards=cards)

    @rule(table=TABLES, cards=CARDS, to_jph=st.booleans())
    def key(self, table: str, cards: list[str], to_jph: bool) -> None:
        self.pit.ask("turn key", f"keypad {table}", table=table, cards=cards, to_jph=to_jph)

    @rule(table=TABLES)
    def end(self, table: str) -> None:
        self.pit.ask("end game", f"keypad {table}", table=table)

    @rule(
        level=st.sampled_from(["Mega", "Major"]), reason=st.sampled_from(Reason), amount=st.integers(-UNIT, 50 * UNIT)
    )
    def adjust(self, level: str, reason: Reason, amount: int) -> None:
        asked = {"jackpot": "mega", "level": level, "reason": reason.value, "amount_micros": amount, "document": "D"}
        self.pit.ask("adjust", **asked, cards=["card ann", "card bob"])

    @rule(
        kind=st.sampled_from(["confirm", "adjust", "start game", "nonsense"]),
        body=st.dictionaries(st.text(), st.integers()),
    )
    def rubbish(self, kind: str, body: dict[str, int]) -> None:
        self.pit.ask(kind, "keypad T1", **{k: v for k, v in body.items() if k})

    @invariant()
    def nothing_is_lost(self) -> None:
        book = self.pit.floor.jackpots["mega"].book
        held = sum(
            v for k, v in book.balances.items() if k.partition("/")[0] in ("meter", "reserve", "overflow", "pending")
        )
        assert -book["wagers"] - book["seeds"] == held + book["paid"] + book["revenue"]
        frozen = sum(prize.amount_micros for table in self.pit.floor.tables.values() for prize in table.prizes)
        pending = sum(v for k, v in book.balances.items() if k.startswith("pending/"))
        assert pending == frozen, "what is pending is what claims have frozen, no more and no less"

    @invariant()
    def the_log_says_the_same(self) -> None:
        for event in self.pit.events[self.seen :]:
            assert sum(posting.amount_micros for posting in event.postings) == 0
            self.replayed = self.pit.room.replay(self.replayed, event)
        self.seen = len(self.pit.events)
        assert self.replayed == self.pit.floor

    @invariant()
    def a_number_is_given_to_one_award_only(self) -> None:
        numbers = [row["number"] for event in self.pit.events for row in event.body.get("awards", ())]
        assert numbers == list(range(1, len(numbers) + 1))


TestNight = Night.TestCase
TestNight.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)
