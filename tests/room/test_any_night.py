"""Any night in the room: random tables, claims, cancellations, adjustments; nothing is lost, whatever is pressed."""

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from msgspec.structs import replace

from fairfelt import games
from fairfelt.jackpot import FixedPays, Freeze, Reason, SeveralWinners
from fairfelt.room import SERVER, Phase, display
from fairfelt.room.commands.round_events import AwardsConfirmed, GameStarted
from fairfelt.room.commands.voids import AwardBackedOut, HandFouled, RoundVoided
from fairfelt.room.state.awards import wins_of
from tests.room.floors import MEGA, PEOPLE, UNIT, Pit, digest
from tests.support.heavy import examples

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

    @rule(table=TABLES, seat=st.integers(1, 5), hand=HANDS, folded=st.booleans())
    def hand(self, table: str, seat: int, hand: str, folded: bool = False) -> None:
        self.pit.ask("press hand", f"keypad {table}", table=table, seat=seat, hand=hand, folded=folded)

    @rule(hand=HANDS)
    def hand_without_a_spot(self, hand: str) -> None:
        self.pit.ask("press hand", "keypad T2", table="T2", hand=hand)

    @rule(table=TABLES, cards=CARDS)
    def misdeal(self, table: str, cards: list[str]) -> None:
        self.pit.ask("void round", f"keypad {table}", table=table, why="a card was exposed", cards=cards)

    @rule(table=TABLES, seat=st.integers(1, 5), give_back=st.booleans())
    def foul(self, table: str, seat: int, give_back: bool) -> None:
        asked = {"table": table, "seat": seat, "give_back": give_back, "why": "six cards"}
        self.pit.ask("foul hand", f"keypad {table}", **asked, cards=["card sue"])

    @rule(number=st.integers(1, 6))
    def back_out(self, number: int) -> None:
        self.pit.ask("back out award", number=number, why="wrong", document="D", cards=["card ann", "card eve"])

    @rule(table=TABLES, seat=st.integers(1, 4), hand=HANDS)
    def claim_in_a_new_game(self, table: str, seat: int, hand: str) -> None:
        self.pit.ask("end game", f"keypad {table}", table=table)
        self.start_with_one_bet(table, seat)
        self.hand(table, seat, hand)

    @rule(table=TABLES, cards=CARDS, despite_earlier=st.booleans())
    def confirm(self, table: str, cards: list[str], despite_earlier: bool) -> None:
        self.pit.ask("confirm", f"keypad {table}", table=table, cards=cards, despite_earlier=despite_earlier)

    @rule(table=TABLES)
    def confirm_as_it_should_be(self, table: str) -> None:
        self.pit.ask("turn key", f"keypad {table}", table=table, cards=["card eve"], to_jph=True)
        self.pit.ask("confirm", f"keypad {table}", table=table, cards=["card eve", "card sue"])
        self.pit.ask("turn key", f"keypad {table}", table=table, cards=["card eve"], to_jph=False)

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

    @rule(table=TABLES, bets=BETS | st.just({}))
    def lay_bets(self, table: str, bets: dict[str, int]) -> None:
        self.pit.ask("place bets", f"keypad {table}", table=table, bets=bets)

    @rule(table=TABLES, seats=st.sets(st.integers(1, 4)))
    def report_bets(self, table: str, seats: set[int]) -> None:
        openings = [wager.name for wager in games.flushes_gone_wild.openings]
        bets = [{"seat": s, "wager": name, "amount_micros": 10 * UNIT} for s in sorted(seats) for name in openings]
        self.pit.ask("report bets", f"keypad {table}", table=table, bets=bets)

    @rule(table=TABLES, seats=st.permutations([1, 2, 3, 4]), hands=st.lists(HANDS, min_size=2, max_size=4))
    def winners_one_after_another(self, table: str, seats: list[int], hands: list[str]) -> None:
        for seat, hand in zip(seats, hands, strict=False):
            self.hand(table, seat, hand)
            self.confirm_as_it_should_be(table)

    @rule(table=TABLES)
    def start_with_what_is_lit(self, table: str) -> None:
        self.pit.ask("start game", f"keypad {table}", table=table)

    @rule(what=st.sampled_from(["close floor", "open floor", "close table", "open table"]), table=TABLES, cards=CARDS)
    def close_or_open(self, what: str, table: str, cards: list[str]) -> None:
        why: dict[str, str] = {"reason": "somebody said so"} if what.startswith("close") else {"why": "it is over"}
        why = {} if what == "open table" else why
        self.pit.ask(what, **({"table": table} if "table" in what else {}), **why, cards=cards)

    @rule(version=st.sampled_from(["1", "2"]))
    def find_software(self, version: str) -> None:
        self.pit.ask("find software", SERVER, digest=digest(version), version=version)

    @rule(version=st.sampled_from(["1", "2"]))
    def approve_software(self, version: str) -> None:
        asked = {"digest": digest(version), "document": "letter"}
        self.pit.ask("approve software", **asked, cards=["card ida", "card eve"])

    @rule(card=st.sampled_from(["card sue", "card dan", "card bob"]), right=st.booleans())
    def enter_pin(self, card: str, right: bool) -> None:
        self.pit.ask("enter pin", SERVER, device="keypad T1", card=card, right=right)

    @rule(
        what=st.sampled_from(["unlock card", "reset pin", "withdraw card", "change pin", "issue card", "renew key"]),
        card=st.sampled_from(["card sue", "card dan", "new card"]), secret=st.integers(1, 3).map(str), cards=CARDS,
    )  # fmt: skip
    def cards_and_keys(self, what: str, card: str, secret: str, cards: list[str]) -> None:
        body: dict[str, dict[str, Any]] = {
            "unlock card": {"card": card},
            "reset pin": {"card": card, "secret": digest(secret)},
            "withdraw card": {"card": card, "why": "lost"},
            "change pin": {"card": card, "secret": digest(secret)},
            "issue card": {"card": card, "person": "sue", "secret": digest(secret)},
            "renew key": {"device": "keypad T2", "key_sha256": digest(secret)},
        }
        self.pit.ask(what, **body[what], cards=cards)

    @rule(number=st.integers(1, 5), cards=CARDS)
    def print_a_page(self, number: int, cards: list[str]) -> None:
        self.pit.ask("print win page", number=number, cards=cards)

    @rule(
        freeze=st.sampled_from(Freeze), rate_ppm=st.integers(0, 200_000), policy=st.sampled_from(SeveralWinners),
        fixed=st.sampled_from(FixedPays), seed=st.sampled_from([0, 10_000 * UNIT]),
    )  # fmt: skip
    def change_terms(self, freeze: Freeze, rate_ppm: int, policy: SeveralWinners, fixed: FixedPays, seed: int) -> None:
        levels = (replace(MEGA.levels[0], rate_ppm=rate_ppm, seed_micros=seed), MEGA.levels[1])
        terms = replace(MEGA, levels=levels, freeze=freeze, several_winners=policy, fixed_pays=fixed)
        self.pit.ask("change terms", jackpot="mega", terms=terms, why="x", cards=["card ann", "card eve"])

    @invariant()
    def nothing_is_lost(self) -> None:
        book = self.pit.floor.jackpots["mega"].book
        held = sum(
            v
            for k, v in book.balances.items()
            if k.partition("/")[0] in ("meter", "reserve", "overflow", "pending", "promised")
        )
        assert -book["wagers"] - book["seeds"] == held + book["paid"] + book["revenue"]
        frozen = sum(prize.amount_micros for table in self.pit.floor.tables.values() for prize in table.prizes)
        pending = sum(v for k, v in book.balances.items() if k.startswith(("pending/", "promised/")))
        assert pending == frozen, "what is pending is what claims have frozen, no more and no less"

    @invariant()
    def bets_are_lit_before_a_game_and_locked_in_it(self) -> None:
        for table in self.pit.floor.tables.values():
            betting = table.phase is Phase.BETTING
            assert not (table.bets_micros if betting else table.lit)
            assert not (table.lit and (table.closed or self.pit.floor.closed)), "nothing is lit where nothing can start"

    @invariant()
    def the_counting_meters_agree_with_the_log(self) -> None:
        jackpot, bodies = self.pit.floor.jackpots["mega"], [event.body for event in self.pit.events]
        bets = [amount for body in bodies if isinstance(body, GameStarted) for _, amount in body.bets]
        back = [amount for body in bodies if isinstance(body, RoundVoided) for _, amount in body.bets]
        back += [body.returned_micros for body in bodies if isinstance(body, HandFouled) and body.returned_micros]
        assert (jackpot.counts.wagers, jackpot.in_micros) == (len(bets) - len(back), sum(bets) - sum(back))
        confirmed = [body for body in bodies if isinstance(body, AwardsConfirmed)]
        rows = {row.number: row for body in confirmed for row in body.awards}
        envy = {row.number: row.amount_micros for body in confirmed for row in body.envy}
        void = {number for body in bodies if isinstance(body, AwardBackedOut) for number in body.win_pages}
        waiting = {number for table in self.pit.floor.tables.values() if table.phase is Phase.LOGGED
                   for number in (award.number for award in table.awarded)}  # fmt: skip
        counted = [rows[number].amount_micros for number in rows.keys() - void - waiting if rows[number].wager_micros]
        won = (*jackpot.counts.levels.values(), jackpot.counts.fixed)
        assert (sum(kind.won_micros for kind in won), sum(kind.hits for kind in won)) == (sum(counted), len(counted))
        paid = [envy[number] for number in envy.keys() - void]
        assert (jackpot.counts.envy.won_micros, jackpot.counts.envy.hits) == (sum(paid), len(paid))
        assert sorted((*rows, *envy)) == list(range(1, self.pit.floor.awards + 1))

    @invariant()
    def the_display_shows_the_meters(self) -> None:
        shown = display(self.pit.floor, "pit", self.seen)
        assert {row.name: row.amount_micros for row in shown.levels} == self.pit.floor.meters("mega")
        claims = sum(len(wins_of(table)) for table in self.pit.floor.tables.values() if table.is_pending)
        assert len(shown.pending) == claims

    @invariant()
    def the_log_says_the_same(self) -> None:
        for event in self.pit.events[self.seen :]:
            assert sum(posting.amount_micros for posting in event.postings) == 0
            self.replayed = self.pit.room.replay(self.replayed, event)
        self.seen = len(self.pit.events)
        assert self.replayed == self.pit.floor

    @invariant()
    def a_number_is_given_to_one_award_only(self) -> None:
        bodies = [event.body for event in self.pit.events]
        confirmed = [body for body in bodies if isinstance(body, AwardsConfirmed)]
        given = [([row.number for row in body.awards], [row.number for row in body.envy]) for body in confirmed]
        numbers = [number for awards, envy in given for number in (*awards, *envy)]
        assert numbers == list(range(1, len(numbers) + 1))


TestNight = Night.TestCase
TestNight.settings = settings(max_examples=examples(20, 40), stateful_step_count=40)


def played(pit: Pit) -> list[str]:
    """A night with a winner, a back-out and a misdeal; gives its events."""
    for table in ("T1", "T2"):
        pit.start(table)
    pit.press("press hand", seat=2, hand="royal flush")
    pit.press("confirm", cards=["card eve", "card sue"])
    pit.do("back out award", number=1, why="misread", document="D", cards=["card ann", "card eve"])
    pit.press("press hand", seat=1, hand="straight flush")
    pit.press("confirm", cards=["card eve", "card sue"])
    pit.press("end game")
    pit.press("void round", "T2", why="misdeal", cards=["card sue"])
    return [str(event.body) for event in pit.events]


def test_a_night_draws_no_random_number_and_is_the_same_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The generator of virtual cards is no part of the controller: with none in the process the room decides alike."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a random number was drawn")

    for source in ("random.Random.random", "random.Random.randrange", "random.SystemRandom.getrandbits",
                   "os.urandom", "secrets.token_bytes", "uuid.uuid4", "numpy.random.default_rng"):  # fmt: skip
        monkeypatch.setattr(source, refuse)
    assert played(Pit()) == played(Pit())
