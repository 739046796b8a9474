"""The nights of the golden journals, as commands in their order."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from fairfelt import games
from fairfelt.law import LinkedTable
from fairfelt.room import SERVER
from fairfelt.server.law_office import examination, transfer_odds
from tests.room.floors import LINK_PROGRESSIVE, MAKER, MEGA, UNIT, fields_of
from tests.room.journals.hub_night import hub_and_rooms
from tests.room.journals.pit import EVE, GoldenPit
from tests.room.law.lawful_pit import CONDITIONS, DOCUMENT, FIRST_NEW, LETTER, LIMITS, OFFICE, SET_UP, LawfulPit

ROYAL, STRAIGHT_FLUSH, QUADS = "royal flush", "straight flush", "four of a kind"
SUE, IDA = ["card sue"], ["card ida"]
TWO = [*IDA, *EVE]
HOUR_MICROS = 3_600_000_000


class LawfulGoldenPit(GoldenPit, LawfulPit):
    """The same under Washington's rules for card rooms."""


def rounds(pit: GoldenPit) -> None:
    """Both controls, awards of every kind, claims taken back, money moved by hand, pages printed, much refused."""
    for hand in (ROYAL, STRAIGHT_FLUSH, QUADS):
        for table in ("T1", "T2"):
            pit.win(table, hand)
    pit.start("T1", seats=(1, 4, 6))
    pit.start("T2")
    pit.press("press hand", "T1", seat=1, hand=ROYAL)
    pit.press("press hand", "T1", seat=6, hand=ROYAL)
    pit.press("press hand", "T2", seat=3, hand=ROYAL)
    pit.press("turn key", "T2", to_jph=True, cards=EVE)
    pit.refused("confirm", "keypad T2", table="T2", cards=[*EVE, "card sue"])
    pit.press("press hand", "T1", seat=6, hand=ROYAL)
    pit.press("press hand", "T1", seat=1, hand=ROYAL)
    pit.press("confirm", "T2", cards=[*EVE, "card sue"])
    pit.press("turn key", "T2", to_jph=False, cards=EVE)
    pit.press("end game", "T2")
    pit.press("end game", "T1")
    pit.clock.now_micros -= HOUR_MICROS
    adjusted = {"jackpot": "mega", "level": "Mega", "amount_micros": 7 * UNIT, "document": "slip 7", "cards": OFFICE}
    pit.refused("adjust", **{**adjusted, "cards": OFFICE[:1]}, reason="won")
    pit.do("adjust", **adjusted, reason="seed recovery")
    other = (replace(MEGA.levels[0], limit_micros=50_000 * UNIT, rate_ppm=160_000), MEGA.levels[1])
    pit.do("change terms", jackpot="mega", terms=replace(MEGA, levels=other), why="summer", cards=OFFICE)
    by_amount = {"supervisor_from_micros": 300 * UNIT, "two_people_from_micros": 9_000 * UNIT}
    pit.do("set pay rules", currency="USD", rules=by_amount, why="internal controls 4", cards=OFFICE)
    pit.start("T1", bet=UNIT)
    pit.press("press hand", "T1", seat=1, hand="full house")
    pit.press("confirm", "T1", cards=["card dan"])
    pit.press("end game", "T1")
    counted = {"table": "T1", "day": "2023-06-14", "document": "slip 4", "cards": [*SUE, "card ann"]}
    for what, amount in (("opening", 9_000), ("fill", 500), ("credit", 200), ("drop", 4_000), ("closing", 7_000)):
        pit.do("record count", **counted, counted=what, amount_micros=amount * UNIT)
    later = {**counted, "day": "2023-06-15", "counted": "closing", "amount_micros": 7_000 * UNIT}
    pit.do("record count", **later, rounds=300, handle_micros=45_000 * UNIT)
    pit.do("correct count", number=4, amount_micros=4_100 * UNIT, why="a box was missed", cards=OFFICE)
    for _ in range(2):
        pit.do("print win page", number=1, cards=SUE)
    pit.refused("start game", "keypad T1", table="T2")
    voids(pit)
    felt(pit)
    sensors(pit)


def sensors(pit: GoldenPit) -> None:
    """A table controller reads the bets; one of its sensors fails, is mended, and then all of it is out of reach."""
    pit.do("enrol device", device="controller T1", device_kind="keypad", table="T1", key_sha256="d" * 64, cards=TWO)
    pit.do("switch device", device="controller T1", enabled=True, cards=IDA)
    pit.serves("find firmware", device="controller T1", version="1.0", sha256="e" * 64)
    pit.do("sense bets", "controller T1", table="T1", bets={"1": UNIT, "3": UNIT})
    pit.do("quarantine sensors", "controller T1", table="T1", seats=[3], why="stuck for three rounds")
    pit.refused("quarantine sensors", "controller T1", table="T1", seats=[3], why="still")
    pit.press("place bets", "T1", bets={"3": UNIT})
    pit.do("start game", "controller T1", table="T1")
    pit.do("end game", "controller T1", table="T1")
    pit.do("restore sensors", table="T1", seats=[3], note="a new one", cards=IDA)
    pit.serves("find firmware", device="controller T1", version="1.1", sha256="f" * 64)
    pit.serves("lose sensors", table="T1", why="controller T1 was not heard for 15 seconds")


def felt(pit: GoldenPit) -> None:
    """A table without a progressive and its keypad: bets, pays from the tray, one voided, a foul hand, a misdeal."""
    pit.do("set up table", table="T9", game="three-card-poker", cards=TWO)
    pit.do("enrol device", device="keypad T9", device_kind="keypad", table="T9", key_sha256="9" * 64, cards=TWO)
    pit.do("switch device", device="keypad T9", enabled=True, cards=IDA)
    bets = [
        {"seat": seat, "wager": wager, "amount_micros": 5 * UNIT} for seat in (1, 2) for wager in ("Ante", "Pair Plus")
    ]
    hand = {"wager": "Pair Plus", "hand": "straight flush"}
    pit.press("report bets", "T9", bets=bets)
    pit.press("report bets", "T9", bets=bets[:2])
    pit.refused("pay from tray", "keypad T9", table="T9", pays=[{"seat": 2, **hand}], cards=["card dan"])
    pit.press("pay from tray", "T9", pays=[{"seat": 1, **hand}], cards=["card dan"])
    pit.refused("void round", "keypad T9", table="T9", why="late", cards=SUE)
    pit.do("void tray pay", number=1, why="it was a straight", cards=OFFICE)
    pit.press("pay from tray", "T9", pays=[{"seat": 1, **hand}], cards=["card dan"])
    pit.press("void pay in round", "T9", number=2, why="it was a flush", cards=["card dan", *SUE])
    pit.press("end game", "T9")
    pit.press("report bets", "T9", bets=bets)
    pit.press("foul hand", "T9", seat=1, why="four cards", cards=SUE)
    pit.press("void round", "T9", why="a card was exposed", cards=SUE)


def voids(pit: GoldenPit) -> None:
    """A back-out, a misdeal with a claim, foul hands, a hand without the bet, a folded one, one without a spot."""
    backed = {"number": 2, "why": "the hand was misread", "document": "B-1", "cards": OFFICE}
    pit.refused("back out award", **{**backed, "cards": OFFICE[:1]})
    pit.do("back out award", **backed)
    pit.refused("back out award", **backed)
    pit.start("T1")
    pit.press("press hand", "T1", seat=1, hand=ROYAL)
    pit.press("void round", "T1", why="a card was exposed", cards=[*EVE, *SUE])
    pit.start("T1")
    pit.press("foul hand", "T1", seat=1, why="six cards", cards=SUE)
    pit.press("foul hand", "T1", seat=2, give_back=False, why="touched by the player", cards=SUE)
    pit.press("press hand", "T1", seat=5, hand=STRAIGHT_FLUSH)
    pit.press("press hand", "T1", seat=3, hand=QUADS, folded=True)
    pit.press("confirm", "T1", cards=[*EVE, "card sue"])
    pit.press("end game", "T1")
    pit.start("T2")
    pit.press("press hand", "T2", hand=QUADS)
    pit.press("turn key", "T2", to_jph=True, cards=EVE)
    pit.press("confirm", "T2", cards=[*EVE, "card sue"])
    pit.press("turn key", "T2", to_jph=False, cards=EVE)
    pit.press("end game", "T2")


def people(pit: GoldenPit) -> None:
    """Cards, PINs, keys, dealers who sign in, closings, software, a clock that nobody trusts, keys of checkpoints."""
    pit.do("set house rules", dealers_sign_in=True, why="the new controls", cards=[*IDA, "card eve"])
    pit.refused("start game", "keypad T1", table="T1")
    pit.press("start game", "T1", bets={"3": UNIT}, cards=["card dan"])
    pit.press("end game", "T1", cards=["card dan"])
    for right in (True, False, False, False):
        pit.serves("enter pin", card="card dan", device="keypad T1", right=right)
    pit.do("unlock card", card="card dan", cards=IDA)
    pit.do("reset pin", card="card dan", secret="1" * 64, cards=TWO)
    pit.serves("set pin", card="card dan", device="console", secret="a" * 64)
    pit.serves("sign out", card="card dan", device="keypad T1")
    score = {"skill": "dealing", "right": 38, "asked": 40, "seconds": 210}
    pit.serves("record training", person="dan", game="Three Card Poker", level="Break-in dealer", skills=[score])
    pit.refused("record training", SERVER, person="dan", game="War", level="Trainee", skills=[{**score, "right": 41}])
    pit.do("add person", person="zoe", name="Zoe", role="supervisor", cards=TWO)
    pit.do("issue card", card="card zoe", person="zoe", secret="b" * 64, cards=TWO)
    pit.refused("open floor", why="a new face", cards=["card zoe", "card eve"])
    pit.do("change role", person="dan", role="supervisor", why="promoted", cards=TWO)
    pit.do("record leave", person="sue", why="until March", cards=IDA)
    pit.do("record return", person="sue", why="she is back", cards=TWO)
    pit.do("change pin", card="card sue", secret="2" * 64, cards=SUE)
    pit.do("withdraw card", card="card bob", why="lost", cards=IDA)
    pit.do("renew key", device="keypad T2", key_sha256="3" * 64, cards=TWO)
    pit.do("switch device", device="keypad T2", enabled=False, cards=IDA)
    pit.do("enrol device", device="display", device_kind="display", link="pit", key_sha256="4" * 64, cards=TWO)
    pit.do("switch device", device="display", enabled=True, cards=IDA)
    pit.serves("watch display", device="display")
    pit.serves("raise alarm", alarm="display late", about="display", says="display is more than 30 seconds behind")
    pit.refused("raise alarm", SERVER, alarm="display late", about="display", says="still")
    pit.do("acknowledge alarm", number=1, note="a cable was loose", cards=SUE)
    pit.serves("clear alarm", number=1)
    pit.ask("start game", "keypad T1", table="T1", bets={"1": 26 * UNIT}, cards=["card dan"])
    pit.do("acknowledge alarm", number=2, note="the sensor was cleaned", cards=EVE)
    pit.serves("find time service", state="synchronized", source="chrony, by time.example")
    pit.do("plan backups", hour=4, keep=7, why="a quieter hour", cards=IDA)
    pit.serves("record backup", file="fairfelt-2023-06-15-040000.backup", sha256="5" * 64, events=20)
    pit.do("close table", table="T1", reason="sensor 3 is stuck", cards=SUE)
    pit.do("open table", table="T1", cards=SUE)
    for scope, name in (("link", "pit"), ("jackpot", "mega"), ("game", "flushes-gone-wild")):
        pit.do("suspend play", scope=scope, name=name, why="a test of the meter", cards=SUE)
        pit.refused("start game", "keypad T1", table="T1", cards=["card dan"])
        pit.do("resume play", scope=scope, name=name, why="it is right", cards=SUE)
    pit.do("close table", table="T2", reason="for the day", cards=SUE)
    pit.do("move table", table="T2", place="pit 2, number 14", why="more room", cards=IDA)
    pit.do("arrange tables", spots=[{"table": "T2", "column": 3, "row": 2}], cards=IDA)
    pit.do("change table", table="T2", game="three-card-poker", why="another game", cards=TWO)
    pit.do("retire table", table="T2", why="sold", cards=IDA)
    pit.do("change table", table="T2", game="flushes-gone-wild", link="pit", wager=LINK_PROGRESSIVE, paytable="ML01",
           controls="legacy", why="it came back", cards=TWO)  # fmt: skip
    pit.do("open table", table="T2", cards=SUE)
    pit.do("close floor", reason="fire drill", cards=SUE)
    pit.serves("close floor", reason="the journal cannot be read")
    pit.do("open floor", why="it is over", cards=TWO)
    for digest, version in (("5" * 64, "1.0"), ("6" * 64, "2.0")):
        pit.serves("find software", digest=digest, version=version)
    pit.do("approve software", digest="6" * 64, document="letter 7", cards=TWO)
    pit.serves("doubt clock", why="it jumped by 400 days")
    pit.do("accept clock", clock_micros=pit.clock.now_micros, document="log 1", cards=TWO)
    pit.serves("lock cards", lost=["card ann"], why="the database came back without its secrets")
    pit.serves("set checkpoint key", key="room+00000001+first", secret="7" * 64)
    pit.do("set checkpoint key", key="room+00000002+second", secret="8" * 64, document="ceremony 2", cards=TWO)


def law_that_binds(pit: LawfulGoldenPit) -> None:
    """Papers, limits, a certified link, funds, payments in steps, malfunctions, prizes of the house, a wrong day."""
    signed = {"document": DOCUMENT, "cards": OFFICE}
    pit.do("withdraw condition", condition=CONDITIONS[0], why="recalled", cards=OFFICE)
    pit.refused("start game", "keypad T1", table="T1", bets={"1": UNIT})
    pit.do("meet condition", condition=CONDITIONS[0], on=LETTER, **signed)
    game = games.find("let-it-ride")
    pin = {"game": game.slug, "fingerprint": games.fingerprint_of(game.slug)}
    pit.do("pin game", **pin, **signed)
    pit.do("withdraw pin", fingerprint=pin["fingerprint"], why="another sheet", cards=OFFICE)
    pit.do("pin game", **pin, **signed)
    joining = LinkedTable(table="T3", game=game, wager=LINK_PROGRESSIVE, paytable="ML01", location="Spokane")
    if counted := examination(pit.floor, "mega", joining):
        pit.serves("examine links", **fields_of(counted))
    pit.do("set up table", table="T3", link="pit", game=game.slug, wager=LINK_PROGRESSIVE, paytable="ML01", maker=MAKER,
           limits=LIMITS, cards=SET_UP)  # fmt: skip
    open_limits = {"opening": LIMITS["opening"], "side_bets": {"Pair Plus": LIMITS["opening"]}}
    three = {"game": "three-card-poker", "fingerprint": games.fingerprint_of("three-card-poker")}
    pit.do("pin game", **three, paytables=["Ante Bonus/5/4/1", "Pair Plus/40/30/6/4/1"], **signed)
    pit.do("set up table", table="T4", game="three-card-poker", limits=open_limits, cards=SET_UP)
    pit.do("install components", components={}, **signed)
    rates = {at.name: at.rate_ppm + at.reserve_rate_ppm for at in MEGA.levels}
    levels = [{"name": at.name, "seed_micros": at.seed_micros, "rate_ppm": rates[at.name]} for at in MEGA.levels]
    progressive = {"game": "flushes-gone-wild", "wager": LINK_PROGRESSIVE, "paytable": "ML01"}
    pit.do("file makers report", makers=[MAKER, "Brass Works"], **signed)
    pit.do("withdraw makers report", document=DOCUMENT, why="another laboratory", cards=OFFICE)
    pit.do("limit wagers", currency="USD", largest_micros=250 * UNIT, why="internal controls 9", cards=OFFICE)
    pit.ask("start game", "keypad T1", table="T1", bets={"1": 251 * UNIT})
    pit.do("file preset", **progressive, levels=levels, **signed)
    pit.serves("review tables")
    pit.do("book bank entry", on=LETTER, entry_kind="deposit", amount_micros=90_000 * UNIT, **signed)
    pit.do("file statement", on=LETTER, balance_micros=89_999 * UNIT, **signed)
    pit.do("keep odds funds", amount_micros=30_000 * UNIT, **signed)
    held = {"held_micros": 1, "balance_micros": 90_000 * UNIT, "required_micros": 1, "short_micros": 0}
    pit.serves("look at funds", accounts={"USD": held}, stops=["short"], notices=[])
    pit.serves("look at funds", accounts={"USD": held}, stops=[], notices=["enough"])
    pit.win("T1", ROYAL)
    for step in [step.id for step in pit.floor.payments[1].steps]:
        pit.do("do payout step", number=1, step=step, note="number 7", cards=[*SUE, "card dan"])
    pit.do("report malfunction", equipment="keypad T1", what="sensor 3 is stuck", cards=SUE)
    pit.do("tell malfunction", number=1, document="letter 9", cards=IDA)
    prize = {"table": "T1", "hand": "7-7-7", "amount_micros": 100 * UNIT, "posted": True}
    pit.do("post house jackpot", name="Lucky Seven", **prize, cards=SET_UP)
    pit.do("pay house jackpot", name="Lucky Seven", seats=[1, 4], document="slip 3", cards=[*SUE, "card ann"])
    pit.do("void house jackpot pay", name="Lucky Seven", why="misread", document="incident 4", cards=OFFICE)
    pit.do("remove house jackpot", name="Lucky Seven", why="over", cards=SET_UP)
    merchandise(pit)
    pit.serves("begin day", day=FIRST_NEW)
    pit.do("correct day", day="2023-06-15", document="log 1", cards=OFFICE)
    report = {"paper": "compliance", "title": "Compliance status", "sha256": "a" * 64, "secret": "b" * 64}
    pit.do("issue report", number=1, **report, checkpoint_size=3, checkpoint_root="c" * 64, cards=SUE)
    pit.refused("issue report", number=1, **report, checkpoint_size=3, checkpoint_root="c" * 64, cards=SUE)
    pit.do("announce retirement", jackpot="mega", way="play off", **signed)
    pit.serves("begin day", day="2023-07-01")
    pit.do("begin retirement", jackpot="mega", cards=OFFICE)
    for hand in (ROYAL, STRAIGHT_FLUSH, ROYAL, STRAIGHT_FLUSH):  # what was in reserve is won with the second
        pit.win("T2", hand)
    pit.do("close retirement", jackpot="mega", **signed)


def merchandise(pit: LawfulGoldenPit) -> None:
    """Prizes in kind: one that a winner gets for a full house, one that is withdrawn, one that nobody may offer."""
    approved = {"rights_owner_approval": "letter 3", "controls_approval": "letter 12", "invoice": "invoice 7"}
    radio = {
        "jackpot": "mega",
        "level": "Major",
        "hand": "three of a kind",
        "item": "a radio",
        "posted": True,
        **approved,
    }
    priced = {"value_micros": 500 * UNIT, "from_reserve_micros": 20_000}
    pit.refused("offer merchandise", **{**radio, "posted": False}, **priced, cards=OFFICE)
    pit.do("offer merchandise", **radio, **priced, cards=OFFICE)
    pit.do("offer merchandise", **{**radio, "item": "a lamp"}, **priced, cards=OFFICE)
    pit.do("withdraw merchandise", number=2, why="broken", document="refund 2", cards=OFFICE)
    pit.win("T1", "three of a kind")
    pit.do("award merchandise", number=1, win_page=pit.floor.awards, document="receipt 1", cards=[*SUE, *OFFICE])


def three_currencies(pit: LawfulGoldenPit) -> None:
    """A law that advises: a transfer to another jackpot, and one in pounds that is given away."""
    pit.set_law("advise")
    pit.open_in("USD", "heir")
    pit.open_in("EUR", "euro")
    pit.open_in("GBP", "pound")
    for link, jackpot in (("annex", "heir"), ("terrace", "euro")):
        pit.do("make link", link=link, jackpot=jackpot, location="Spokane", cards=SET_UP)
        pit.do("set up table", table=f"T {link}", link=link, game="flushes-gone-wild", wager=LINK_PROGRESSIVE,
               paytable="ML01", limits=LIMITS, cards=SET_UP)  # fmt: skip
    key = {"device": "keypad T terrace", "device_kind": "keypad", "table": "T terrace", "key_sha256": "9" * 64}
    pit.do("enrol device", **key, cards=SET_UP)
    pit.do("switch device", device="keypad T terrace", enabled=True, cards=SET_UP)
    pit.win("T terrace", STRAIGHT_FLUSH)
    pit.win("T1", QUADS)
    for currency in ("USD", "EUR", "GBP"):
        entry = {"on": LETTER, "entry_kind": "deposit", "amount_micros": 20_000 * UNIT, "currency": currency}
        pit.do("book bank entry", **entry, document=f"slip {currency}", cards=OFFICE)
    for level in ("Mega", "Major"):
        if counted := transfer_odds(pit.floor, ("mega", "heir", level)):
            pit.serves("examine transfer", **fields_of(counted))
    signed = {"document": "notice 1", "cards": OFFICE}
    pit.do("announce retirement", jackpot="mega", way="transfer", to="heir", level="Major", **signed)
    pit.do("announce retirement", jackpot="pound", way="donation", to="the council on problem gambling", **signed)
    pit.serves("begin day", day="2023-06-25")
    for jackpot in ("mega", "pound"):
        pit.do("begin retirement", jackpot=jackpot, cards=OFFICE)
    pit.do("retire jackpot", jackpot="mega", into="heir", level="Major", **signed)
    pit.do("give jackpot away", jackpot="pound", **signed)
    pit.refused("start game", "keypad T1", table="T1", bets={"1": UNIT})
    pit.refused("begin day", SERVER, day=LETTER)


def play(name: str, place: str) -> GoldenPit:
    """One of them, on a journal of its own."""
    if name in WITHOUT_A_LAW:
        pit = GoldenPit(place)
        WITHOUT_A_LAW[name](pit)
        return pit
    lawful = LawfulGoldenPit(place)
    BY_LAW[name](lawful)
    return lawful


WITHOUT_A_LAW: dict[str, Callable[[GoldenPit], None]] = {
    "rounds-without-a-law": rounds,
    "people-devices-and-closings": people,
    "a-hub-and-its-rooms": hub_and_rooms,
}
BY_LAW: dict[str, Callable[[LawfulGoldenPit], None]] = {
    "a-law-that-binds": law_that_binds,
    "a-law-that-advises-in-three-currencies": three_currencies,
}
