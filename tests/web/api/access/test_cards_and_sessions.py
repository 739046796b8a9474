"""Card and PIN over HTTP: sessions and how they end, wrong PINs, locked and withdrawn cards, other PINs."""

from __future__ import annotations

import asyncio

import httpx2
import pytest

from fairfelt.room.commands.people import WithdrawCard
from fairfelt.room.state.alarms import AlarmKind
from fairfelt.server.cards import IDLE_S, LONGEST_S
from tests.web.api.calling import PEOPLE, UNIT, Caller, House, bets, pin_of, problem

WRONG = {"card": "card sue", "pin": "1234"}


def lock(house: House, person: str = "sue") -> None:
    """Three wrong PINs."""
    for _ in range(3):
        assert house.console().post("/api/sessions", {**WRONG, "card": f"card {person}"}).status_code == 403


def cards(house: House) -> dict[str, tuple[bool, bool]]:
    """Which cards are locked, and which withdrawn."""
    rows = house.console("ray").get("/api/people").json()["cards"]
    return {row["card"]: (row["locked"], row["withdrawn"]) for row in rows}


def test_signing_in_tells_who_and_how_long(house: House) -> None:
    answer = house.console().post("/api/sessions", {"card": "card sue", "pin": pin_of("sue")})
    assert answer.status_code == 201
    assert answer.headers["cache-control"] == "no-store"
    told = answer.json()
    assert (told["name"], told["role"], told["idle_s"]) == ("Sue", "supervisor", IDLE_S)
    assert len(told["token"]) >= 43


@pytest.mark.parametrize("card", ["card sue", "card nobody", " "])
def test_a_wrong_pin_and_an_unknown_card_are_told_alike(house: House, card: str) -> None:
    told = problem(house.console().post("/api/sessions", {"card": card, "pin": "1234"}), 403)
    assert told["detail"] == "Card or PIN incorrect"


def test_a_session_ends_when_nobody_uses_it(house: House) -> None:
    sue = house.console("sue")
    house.seconds.now_s += IDLE_S - 1
    assert sue.get("/api/floor").status_code == 200
    house.seconds.now_s += IDLE_S - 1
    assert sue.get("/api/floor").status_code == 200, "using it keeps it alive"
    house.seconds.now_s += IDLE_S + 1
    assert "has ended" in problem(sue.get("/api/floor"), 401)["detail"]


def test_a_session_ends_after_a_shift_however_much_it_is_used(house: House) -> None:
    sue = house.console("sue")
    for _ in range(int(LONGEST_S // IDLE_S)):
        house.seconds.now_s += IDLE_S
        assert sue.get("/api/floor").status_code == 200
    house.seconds.now_s += 1
    problem(sue.get("/api/floor"), 401)


def test_signing_out_ends_the_sessions_that_are_sent_and_no_other(house: House) -> None:
    both, other = house.console("sue", "sam"), house.console("eve")
    answer = house.client.request("DELETE", "/api/sessions", headers=both.headers)
    assert answer.json() == {"ended": 2}
    problem(both.get("/api/floor"), 401)
    assert other.get("/api/floor").status_code == 200
    again = house.client.request("DELETE", "/api/sessions", headers=both.headers)
    assert (again.status_code, again.json()) == (200, {"ended": 0})


def test_a_session_is_bound_to_its_device(house: House) -> None:
    token = house.console("sue").tokens
    keypad = house.keypad("T1")
    keypad.press("start", bets=bets(1))
    keypad.press("hand", seat=1, hand="straight")
    elsewhere = Caller(house.client, keypad.device, token)
    assert "opened elsewhere" in problem(elsewhere.command("/api/tables/T1/confirm"), 401)["detail"]
    house.client.request("DELETE", "/api/sessions", headers=elsewhere.headers)
    assert house.console("sue").get("/api/floor").status_code == 200
    assert Caller(house.client, house.devices["console 1"], token).get("/api/floor").status_code == 200


def test_an_ended_session_does_not_stop_what_records_nobody(house: House) -> None:
    stale = Caller(house.client, house.devices["keypad T1"], ("long gone",))
    assert stale.get("/api/tables/T1").status_code == 200
    assert stale.post("/api/sessions", {"card": "card sue", "pin": pin_of("sue")}).status_code == 201


def test_three_wrong_pins_lock_a_card_and_end_its_sessions(house: House) -> None:
    sue = house.console("sue")
    for _ in range(2):
        assert "PIN incorrect" in problem(house.console().post("/api/sessions", WRONG), 403)["detail"]
    assert "is locked" in problem(house.console().post("/api/sessions", WRONG), 403)["detail"]
    right = house.console().post("/api/sessions", {"card": "card sue", "pin": pin_of("sue")})
    assert "is locked" in problem(right, 403)["detail"]
    problem(sue.get("/api/floor"), 401)
    assert cards(house)["card sue"] == (True, False)


def test_a_right_pin_forgives_wrong_ones(house: House) -> None:
    for _ in range(3):
        problem(house.console().post("/api/sessions", WRONG), 403)
        problem(house.console().post("/api/sessions", WRONG), 403)
        assert house.console("sue").get("/api/floor").status_code == 200


def test_wrong_pins_in_parallel_lock_as_well(house: House) -> None:
    """Eight at once, and the right one behind them comes too late: three are tried, not one more."""
    answers = house.run(all_at_once, house, [*[WRONG] * 8, {"card": "card sue", "pin": pin_of("sue")}])
    assert [answer.status_code for answer in answers] == [403] * 9
    sayings = [answer.json()["detail"] for answer in answers]
    assert sum("PIN incorrect" in said for said in sayings) == 2
    assert cards(house)["card sue"] == (True, False)
    events = house.console("ray").get("/api/events", kind="pin entered", after=0, limit=1000).json()["events"]
    assert [event["body"]["right"] for event in events if event["body"]["card"] == "card sue"] == [False] * 3


async def all_at_once(house: House, bodies: list[dict[str, str]], device: str = "console 1") -> list[httpx2.Response]:
    """Several requests in the air together."""
    transport = httpx2.ASGITransport(app=house.client.app)
    async with httpx2.AsyncClient(transport=transport, base_url="http://room") as client:
        sending = [client.post("/api/sessions", json=body, headers=house.at(device).headers) for body in bodies]
        return await asyncio.gather(*sending)


def test_somebody_else_unlocks_a_card(house: House) -> None:
    lock(house)
    house.console("ida").do("/api/cards/card sue/unlocking")
    assert house.console("sue").get("/api/floor").status_code == 200


def test_a_pin_that_was_forgotten_is_reset_by_two_and_chosen_by_its_holder(house: House) -> None:
    """One person unlocked a card with a PIN of their own choice, and was its holder from then on."""
    sue = house.console("sue")
    two = house.console("eve", "ida")
    made = two.post("/api/codes", None).json()
    problem(house.console("ida").command("/api/cards/card sue/reset", secret=made["secret"]), 403)
    own = house.console("sue", "ida").command("/api/cards/card sue/reset", secret=made["secret"])
    assert "Two cards required" in problem(own, 409)["detail"], "not by herself"
    two = house.console("eve", "ida")
    two.do("/api/cards/card sue/reset", secret=made["secret"])
    problem(sue.get("/api/floor"), 401)
    for pin, sentence in ((pin_of("sue"), "card or PIN incorrect"), (made["code"], "has no PIN yet")):
        answer = house.console().post("/api/sessions", {"card": "card sue", "pin": pin})
        assert sentence.lower() in problem(answer, 403)["detail"].lower()
    for weak in ("1234", "8888", "1212", "9876"):
        body = {"code": made["code"], "pin": weak}
        assert "choose another" in problem(house.console().post("/api/cards/card sue/first-pin", body), 400)["detail"]
    house.set_pin("card sue", made["code"], "909192")
    assert house.console().post("/api/sessions", {"card": "card sue", "pin": "909192"}).status_code == 201
    problem(sue.get("/api/floor"), 401)
    again = house.console().post("/api/cards/card sue/first-pin", {"code": made["code"], "pin": "808182"})
    assert "incorrect" in problem(again, 403)["detail"]


def test_unlocking_gives_a_card_no_other_pin(house: House) -> None:
    ida = house.console("ida")
    assert 'no field "secret"' in problem(ida.command("/api/cards/card sue/unlocking", secret="0" * 64), 400)["detail"]
    told = problem(ida.command("/api/cards/card sue/unlocking"), 409)
    assert (told["code"], told["detail"]) == (
        "card_not_locked", "Card card sue is not locked: there is nothing to unlock",
    )  # fmt: skip
    assert house.console("sue").get("/api/floor").status_code == 200


def test_nobody_unlocks_their_own_card(house: House) -> None:
    house.issue("spare", "eve")
    lock(house, "eve")
    token = house.console().post("/api/sessions", {"card": "spare", "pin": "909192"}).json()["token"]
    spare = Caller(house.client, house.devices["console 1"], (token,))
    told = problem(spare.command("/api/cards/card eve/unlocking"), 409)
    assert told["detail"] == "Nobody unlocks their own card"


def test_a_withdrawn_card_ends_its_sessions_at_once(house: House) -> None:
    sue = house.console("sue")
    house.console("eve").do("/api/cards/card sue/withdrawal", why="left the house")
    problem(sue.get("/api/floor"), 401)
    answer = house.console().post("/api/sessions", {"card": "card sue", "pin": pin_of("sue")})
    assert "PIN incorrect" in problem(answer, 403)["detail"]
    assert cards(house)["card sue"] == (False, True)


def test_a_card_withdrawn_by_other_ways_is_worth_nothing_either(house: House) -> None:
    sue = house.console("sue")
    house.run(house.controller.tell, WithdrawCard(card="card sue", why="left the house", cards=("card eve",)))
    assert "This session has ended" in problem(sue.get("/api/floor"), 401)["detail"]


def test_everybody_changes_their_own_pin_and_nobody_elses(house: House) -> None:
    dan = house.console("dan")
    secret = dan.post("/api/pins", {"pin": "909192"}).json()["secret"]
    assert "is changed with that card" in problem(dan.command("/api/cards/card sue/pin", secret=secret), 409)["detail"]
    dan.do("/api/cards/card dan/pin", secret=secret)
    assert house.console().post("/api/sessions", {"card": "card dan", "pin": "909192"}).status_code == 201
    problem(house.console().post("/api/sessions", {"card": "card dan", "pin": pin_of("dan")}), 403)


@pytest.mark.parametrize(
    "pin",
    ["123", "1234567890123", "12a4", "１２３４", "", " 1234", "1234", "0123", "8765", "7890", "1212", "123123"],
)
def test_a_pin_that_is_none_is_not_kept(house: House, pin: str) -> None:
    assert "PIN" in problem(house.console("eve").post("/api/pins", {"pin": pin}), 400)["detail"]


def test_a_pin_is_not_the_number_on_the_card(house: House) -> None:
    house.issue("E 4711", "eve")
    token = house.console().post("/api/sessions", {"card": "E 4711", "pin": "909192"}).json()["token"]
    own = Caller(house.client, house.devices["console 1"], (token,))
    assert "number on the card" in problem(own.post("/api/pins", {"pin": "4711"}), 400)["detail"]
    assert own.post("/api/pins", {"pin": "1984"}).status_code == 201


def test_a_card_needs_a_code_that_is_kept(house: House) -> None:
    told = problem(house.console("eve", "ida").command("/api/cards", card="new", person="sue", secret="0" * 64), 400)
    assert (told["field"], "get one from /api/codes first" in told["detail"]) == ("secret", True)


def test_two_cards_of_one_person_are_not_two_people(house: House) -> None:
    house.issue("spare", "eve")
    eve = house.console("eve")
    token = house.console().post("/api/sessions", {"card": "spare", "pin": "909192"}).json()["token"]
    twice = Caller(house.client, eve.device, (*eve.tokens, token))
    body = {"level": "Mega", "reason": "seed recovery", "amount_micros": UNIT, "document": "memo 7"}
    assert "two people" in problem(twice.command("/api/jackpots/mega/adjustments", **body), 403)["detail"]
    same = Caller(house.client, eve.device, eve.tokens * 2)
    problem(same.command("/api/jackpots/mega/adjustments", **body), 403)


def test_guessing_at_one_device_is_slowed_down(house: House) -> None:
    """Ten failures, whatever the cards, and the device has to wait; others need not."""
    for number in range(10):
        problem(house.console().post("/api/sessions", {"card": f"card {number}", "pin": "1234"}), 403)
    answer = house.console().post("/api/sessions", {"card": "card sue", "pin": pin_of("sue")})
    told = problem(answer, 429)
    assert told["detail"] == "Too many failed attempts: wait 60 seconds and try again"
    assert answer.headers["retry-after"] == "60"
    assert house.keypad("T1", "sue").get("/api/device").status_code == 200
    house.seconds.now_s += 60
    assert house.console("sue").get("/api/floor").status_code == 200


def test_guessing_in_parallel_is_slowed_down_as_well(house: House) -> None:
    answers = house.run(all_at_once, house, [{"card": f"card {number}", "pin": "1234"} for number in range(30)])
    assert sorted(answer.status_code for answer in answers) == [403] * 10 + [429] * 20


def test_guessing_keys_is_slowed_down_and_holds_nobody_up(house: House) -> None:
    stranger = {"Authorization": "Bearer guessed"}
    for _ in range(10):
        problem(house.client.get("/api/device", headers=stranger), 401)
    answer = house.client.get("/api/device", headers=stranger)
    assert (problem(answer, 429)["title"], answer.headers["retry-after"]) == ("Too Many Requests", "60")
    assert house.console().get("/api/device").status_code == 200, "the same address, but a key we know"
    assert house.nobody().get("/api/device").status_code == 401
    house.seconds.now_s += 61
    problem(house.client.get("/api/device", headers=stranger), 401)


def test_everybody_who_was_added_is_there(house: House) -> None:
    people = house.console("ray").get("/api/people").json()["people"]
    assert {row["person"]: row["role"] for row in people} == PEOPLE


def test_one_device_cannot_lock_the_house_out(house: House) -> None:
    """One keypad locked every executive's and technician's card in a dozen tries."""
    keypad = house.keypad()
    for person in ("eve", "eli", "ida", "ike"):
        for _ in range(4):
            keypad.post("/api/sessions", {"card": f"card {person}", "pin": "135790"})
            house.seconds.now_s += 60  # as somebody patient would
    rows = cards(house)
    assert [name for name, (locked, _) in rows.items() if locked] == ["card eve", "card eli"]
    told = problem(keypad.post("/api/sessions", {"card": "card sue", "pin": pin_of("sue")}), 429)
    assert "wait" in told["detail"]
    assert any(alarm.kind is AlarmKind.CARDS_LOCKED for alarm in house.controller.floor.alarms.values())
    house.console("ida", "ike")  # others sign in elsewhere


def test_one_device_cannot_lock_the_house_out_by_trying_all_cards_at_the_same_moment(house: House) -> None:
    """Both brakes were asked before the hash and told after it: eight cards in parallel were all locked."""
    several = list(PEOPLE)[:8]
    wrong = [{"card": f"card {person}", "pin": "135790"} for person in several]
    for _ in range(6):
        house.run(all_at_once, house, wrong, "keypad T1")
        house.seconds.now_s += 60
    locked = [name for name, (is_locked, _) in cards(house).items() if is_locked]
    assert len(locked) == 2, "as many as one device may lock in an hour"
    free = [person for person in several if f"card {person}" not in locked]
    assert house.console(*free).get("/api/floor").status_code == 200
    house.seconds.now_s += 3_600
    again = house.run(all_at_once, house, [{"card": f"card {free[0]}", "pin": pin_of(free[0])}] * 3, "keypad T1")
    assert [answer.status_code for answer in again] == [201] * 3, "after an hour it is a keypad like others"


def test_right_pins_are_not_counted_as_tries(house: House) -> None:
    right = [{"card": "card sue", "pin": pin_of("sue")}] * 15
    answers = house.run(all_at_once, house, right, "keypad T1")
    assert [answer.status_code for answer in answers] == [201] * 15


def test_a_try_that_is_broken_off_counts_too(house: House) -> None:
    """Whoever hung up while a PIN was hashed had it checked for nothing."""
    reader = house.controller.cards

    async def broken_off() -> None:
        task = asyncio.create_task(reader.sign_in("keypad T1", "card sue", "135790"))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])

    for _ in range(10):
        house.run(broken_off)
    problem(house.keypad().post("/api/sessions", WRONG), 429)


def test_a_device_that_keeps_pins_without_end_is_slowed_down(house: House) -> None:
    """A dealer's session that flooded this made supervisors wait 18 seconds to sign in."""
    dealer = house.keypad("T1", "dan")
    answers = [dealer.post("/api/pins", {"pin": f"24680{number}"}).status_code for number in range(8)]
    assert answers == [201] * 6 + [429] * 2
