"""Independent checkers: they read the exported log and what the devices remember, and nothing of the room's code."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.nights.devices import Display, Sender
    from tests.nights.night import NightRecord

HELD = ("meter", "reserve", "overflow", "pending", "promised")
LOWERS_A_METER = {
    "claims set/1", "awards confirmed/1", "meter adjusted/1", "award backed out/1", "round voided/1", "hand fouled/1",
    "adjusted/1", "jackpot retired/1", "jackpot given away/1", "room reported/1", "room claims set/1",
}  # fmt: skip


class CheckFailed(AssertionError):  # noqa: N818  (it reads as what was found)
    """Something that must not be, with the sentence that says what."""


def require(truth: object, sentence: str) -> None:
    """Go on only if it is true."""
    if not truth:
        raise CheckFailed(sentence)


@dataclass(frozen=True)
class LogEvent:
    """One event as the file has it."""

    number: int
    at_micros: int
    device: str | None
    device_sequence: int | None
    kind: str
    body: Any
    postings: Sequence[tuple[str, int]]
    answer: Any
    """With the keys body, command and refused, on the last event of a command."""


def read_log(lines: Sequence[bytes]) -> list[LogEvent]:
    """Every line after the header, once number, time and hash have been found right."""
    header = json.loads(lines[0])
    previous, found = sha256({"format": header["format"], "journal": header["journal"]}), list[LogEvent]()
    at_micros = 0
    for number, text in enumerate(lines[1:], 1):
        line = json.loads(text)
        seal = line.pop("hash")
        unsealed = text.replace(f'"hash":"{seal}",'.encode(), b"", 1)
        require(hashlib.sha256(unsealed).hexdigest() == seal, f"line {number} does not have the hash it says")
        require(line.pop("previous") == previous, f"line {number} does not follow the line before it")
        require(line["number"] == number, f"line {number} is numbered {line['number']}")
        require(line["at_micros"] >= at_micros, f"line {number} is older than the line before it")
        previous, at_micros = seal, line["at_micros"]
        found.append(LogEvent(kind=line["body"]["kind"], **line))
    require((header["events"], header["head"]) == (len(found), previous), "the header promises another end")
    return found


def sha256(value: object) -> str:
    """The digest of plain data in the one way it is written."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def add_up(lines: Iterable[LogEvent]) -> Iterator[tuple[LogEvent, dict[str, int]]]:
    """Every line with what the accounts hold after it, added up from the postings alone."""
    held: dict[str, int] = {}
    for line in lines:
        for account, amount in line.postings:
            held[account] = held.get(account, 0) + amount
        yield line, held


def check(night: NightRecord) -> None:
    """No unit was lost, nothing was paid twice, nobody was told what is not so."""
    log = read_log(night.log)
    check_log(log)
    for sender in night.senders:
        every_answer_is_on_the_log_once(log, sender)
    for display in night.displays:
        display_showed_the_truth(log, display)


def check_log(log: Sequence[LogEvent]) -> None:
    """All that the log alone can tell."""
    no_unit_is_lost(log)
    bets_and_pays_are_in_the_book(log)
    what_is_pending_was_claimed(log)
    what_rooms_reported_is_in_the_book(log)
    awards_are_numbered_and_paid_once(log)
    awards_are_backed_out_once_and_whole(log)
    every_award_is_posted_before_it_is_confirmed(log)
    everything_has_an_actor(log)
    rounds_count_up(log)
    tray_pays_are_numbered_and_voided_once(log)
    meters_fall_only_for_a_reason(log)
    no_game_starts_where_the_law_stops_it(log)


def no_unit_is_lost(log: Sequence[LogEvent]) -> None:
    """After every event the accounts of a jackpot come to nothing, and no account of players' money is overdrawn."""
    for line, held in add_up(log):
        totals = Counter[str]()
        for account, amount in line.postings:
            jackpot, kind = account.split("/")[:2]
            totals[jackpot] += amount
            require(kind not in HELD or held[account] >= 0, f"{account} is overdrawn after line {line.number}")
        require(not any(totals.values()), f"line {line.number} ({line.kind}) makes or loses money: {dict(totals)}")
    moved = sum(amount for account, amount in _final_balances(log).items() if account.endswith("/transferred"))
    require(moved == 0, f"{moved} millionths left one jackpot and did not reach another")


def bets_and_pays_are_in_the_book(log: Sequence[LogEvent]) -> None:
    """Each bet on the log came in once, and each award, envy and adjustment for winners went out once."""
    jackpot_by_table = _jackpot_by_table(log)
    legacy = {
        line.body["table"]
        for line in log
        if line.kind == "table set up/1" and (line.body["progressive"] or {}).get("controls") == "legacy"
    }
    due, amounts = Counter[str](), dict[int, int]()
    for line in log:
        table = line.body.get("table", "")
        match line.kind:
            case "game started/1":
                due[f"{jackpot_by_table[table]}/wagers"] -= sum(amount for _, amount in line.body["bets"])
            case "round voided/1" if table in jackpot_by_table:
                due[f"{jackpot_by_table[table]}/wagers"] += sum(amount for _, amount in line.body["bets"])
            case "hand fouled/1" if table in jackpot_by_table:
                due[f"{jackpot_by_table[table]}/wagers"] += line.body["returned_micros"]
            case "awards confirmed/1":
                amounts |= {row["number"]: row["amount_micros"] for row in line.body["awards"]}
                won = [] if table in legacy else line.body["awards"]
                rows = (*won, *line.body["envy"])
                due[f"{line.body['jackpot']}/paid"] += sum(row["amount_micros"] for row in rows)
            case "meter adjusted/1":
                due[f"{line.body['jackpot']}/paid"] += sum(amounts.get(number, 0) for number in line.body["awards"])
            case "award backed out/1":
                due[f"{line.body['jackpot']}/paid"] -= line.body["amount_micros"] + line.body["envy_micros"]
            case "merchandise offered/1":
                due[f"{line.body['jackpot']}/paid"] += line.body["from_reserve_micros"]
            case "merchandise awarded/1":
                due[f"{line.body['jackpot']}/paid"] -= line.body["saved_micros"]
            case "merchandise withdrawn/1":
                due[f"{line.body['jackpot']}/paid"] -= line.body["returned_micros"]
            case "jackpot given away/1":
                due[f"{line.body['jackpot']}/paid"] += line.body["amount_micros"]
            case "adjusted/1" if line.body["reason"] == "won":
                due[f"{line.body['jackpot']}/paid"] += line.body["amount_micros"]
    found = _final_balances(log)
    for account, amount in due.items():
        require(found.get(account, 0) == amount, f"{account} holds {found.get(account, 0)}, expected {amount}")


def what_is_pending_was_claimed(log: Sequence[LogEvent]) -> None:
    """The frozen money is the prizes that the tables were last told of, no more and no less.

    What is frozen at a hub has a checker of its own. Where a table changes its claims, those that claimed after it are
    frozen anew. Their keypads are not told before they are pressed again: until then the sum of all of them is known,
    and it stays.
    """
    at_hubs = {line.body["jackpot"] for line in log if line.kind in ("jackpot joined/1", "room reported/1")}
    jackpot_by_table = _jackpot_by_table(log)
    prizes_by_table, order_by_table, frozen_anew, anew = dict[str, int](), dict[str, int](), set[str](), 0
    is_anew = False
    for line, held in add_up(log):
        pending = sum(
            amount for account, amount in held.items()
            if ("/pending/" in account or "/promised/" in account) and account.split("/")[0] not in at_hubs
        )  # fmt: skip
        answer = line.answer["body"] if line.answer else {}
        table = line.body["table"] if line.kind == "claims set/1" else answer.get("table", "")
        if jackpot_by_table.get(table) in at_hubs:
            continue
        if line.kind == "claims set/1":
            is_anew = True
            since = order_by_table.get(table) or line.body["order"]
            frozen_anew |= {later for later, order in order_by_table.items() if order > since}
            order_by_table[table] = line.body["order"]
        if line.kind == "awards confirmed/1":
            order_by_table.pop(table, None)  # what is confirmed is not frozen anew, also if it waits for the key
        if is_anew and not line.answer:
            continue  # a misdeal or a foul hand takes claims back first: the table is told after both
        if "prizes" in answer:
            locked = answer.get("prizes_locked", True)  # else they are what would be paid now, and on the meter
            prizes_by_table[table] = sum(prize["amount_micros"] for prize in answer["prizes"] if locked)
            if table in frozen_anew:
                anew -= prizes_by_table[table] or sum(award["amount_micros"] for award in answer["awards"])
                frozen_anew.remove(table)
            if not prizes_by_table[table]:
                order_by_table.pop(table, None)
        claimed = sum(prizes for name, prizes in prizes_by_table.items() if name not in frozen_anew)
        if is_anew:
            anew, is_anew = pending - claimed if frozen_anew else 0, False
        right = pending == claimed + anew and (anew >= 0 if frozen_anew else anew == 0)
        require(right, f"after line {line.number} {pending} is pending and {claimed + anew} is claimed")


def what_rooms_reported_is_in_the_book(log: Sequence[LogEvent]) -> None:
    """A hub has taken what its rooms last reported, and paid what it confirmed; a room owes what no word has named."""
    counted, paid, taken = dict[tuple[str, str], int](), Counter[str](), dict[str, int]()
    given_up = dict[tuple[str, str], int]()
    for line, held in add_up(log):
        jackpot = line.body.get("jackpot", "")
        match line.kind:
            case "room reported/1":
                room, sum_ = (jackpot, line.body["room"]), sum(line.body["counted"].values())
                if line.body.get("rebased"):  # another journal was accepted: what was taken stays
                    given_up[room] = given_up.get(room, 0) + counted.get(room, 0) - sum_
                counted[room] = sum_
                sums = (*counted.items(), *given_up.items())
                due = -sum(amount for (name, _), amount in sums if name == jackpot)
                require(held.get(f"{jackpot}/rooms", 0) == due, f"line {line.number} does not take what was counted")
            case "room award confirmed/1":
                paid[jackpot] += sum(prize["amount_micros"] for prize in line.body["prizes"])
                require(held[f"{jackpot}/paid"] == paid[jackpot], f"line {line.number} pays another amount")
            case "hub heard/1":
                more = sum(line.body["taken"].values()) - taken.get(jackpot, 0)
                taken[jackpot] = sum(line.body["taken"].values())
                moved = dict(line.postings).get(f"{jackpot}/owed", 0)
                require(moved == -more, f"line {line.number} takes {more} off what is owed, and moved {moved}")


def awards_are_numbered_and_paid_once(log: Sequence[LogEvent]) -> None:
    """Awards are numbered 1, 2, 3 and so on, and a hand of a round is awarded once, unless that was backed out."""
    standing, number = dict[tuple[Any, ...], int](), 0
    for line in log:
        if line.kind == "award backed out/1":
            void = {line.body["number"], *line.body.get("envy_pages", ())}
            standing = {hand: award for hand, award in standing.items() if award not in void}
        if line.kind != "awards confirmed/1":
            continue
        for award in (*line.body["awards"], *_numbered(line.body["envy"])):
            number += 1
            require(award["number"] == number, f"award {number} is numbered {award['number']}")
            seats = award["seat"], award.get("for_seat"), number if award["seat"] == 0 else 0
            hand = line.body["table"], line.body["page"]["round"], award["hand"], *seats
            require(hand not in standing, f"a hand was paid twice: {hand}, awards {standing.get(hand)} and {number}")
            standing[hand] = number


def _numbered(envy: Sequence[Any]) -> list[Any]:
    """Envy that is an award of its receiver; on an old log none is."""
    return [row for row in envy if row.get("number")]


def awards_are_backed_out_once_and_whole(log: Sequence[LogEvent]) -> None:
    """A back-out names an award that was confirmed, takes all of it with its envy, has two people, and is the only one.

    Envy is taken back with the hand that brought it, or before that alone.
    """
    amounts, brought, void = dict[int, int](), dict[int, dict[int, int]](), set[int]()
    for line in log:
        if line.kind == "awards confirmed/1":
            envy = _numbered(line.body["envy"])
            amounts |= {row["number"]: row["amount_micros"] for row in (*line.body["awards"], *envy)}
            for award in line.body["awards"]:
                mine = [row for row in envy if (row["for_seat"], row["hand"]) == (award["seat"], award["hand"])]
                brought[award["number"]] = {row["number"]: row["amount_micros"] for row in mine}
        if line.kind == "award backed out/1":
            number, is_envy = line.body["number"], line.body.get("is_envy", False)
            back = line.body["envy_micros"] if is_envy else line.body["amount_micros"]
            require(amounts.get(number) == back, f"line {line.number} backs out another amount")
            with_it = {page: micros for page, micros in brought.get(number, {}).items() if page not in void}
            require(list(with_it) == list(line.body.get("envy_pages", ())), f"line {line.number} leaves envy standing")
            if with_it:
                require(sum(with_it.values()) == line.body["envy_micros"], f"line {line.number} takes back other envy")
            require(number not in void, f"line {line.number} backs award {number} out again")
            people = {actor["person"] for actor in line.body["by"]}
            require(len(people) == 2, f"line {line.number} backs an award out with {len(people)}")
            void |= {number, *with_it}


def every_award_is_posted_before_it_is_confirmed(log: Sequence[LogEvent]) -> None:
    """Each award of a confirmation stands on the log before it, alone and without a person."""
    posted = dict[int, Any]()
    for line in log:
        if line.kind == "award posted/1":
            require(line.body["number"] not in posted, f"line {line.number} posts award {line.body['number']} again")
            posted[line.body["number"]] = line.body
        envy = _numbered(line.body["envy"]) if line.kind == "awards confirmed/1" else []
        for award in (*line.body["awards"], *envy) if line.kind == "awards confirmed/1" else ():
            found = posted.get(award["number"], {})
            told = {name: award[name] for name in ("amount_micros", "hand", "level") if name in award}
            told |= {"envy": True, "level": ""} if award in envy else {}
            same = all(found.get(name) == value for name, value in told.items())
            require(same, f"award {award['number']} of line {line.number} was not posted as it is")


FOR_EVERYBODY = ("award posted/1", "checkpoint key posted/1")
BY_SENSORS = ("bets sensed/1", "sensors quarantined/1")


def everything_has_an_actor(log: Sequence[LogEvent]) -> None:
    """Whoever did it presented a card, or the server did it, a sensor, or a keypad where the house asks for no card.

    Before the first card was issued there was nobody who could have. What everybody may see names nobody: who did it
    stands on the event after it.
    """
    cards, keypads, sign_in = 0, set[str](), False
    for line in log:
        if line.device is None:
            continue  # the ledger's own
        if line.kind in FOR_EVERYBODY:
            require(not line.body.get("by"), f"line {line.number} ({line.kind}) names somebody to everybody")
            continue
        unsigned = not sign_in or line.kind in BY_SENSORS
        silent = cards == 0 or line.device == "server" or (line.device in keypads and unsigned)
        refused = line.kind in ("refused/1", "ledger/refused")
        require(line.body.get("by") or silent or refused, f"nobody stands behind line {line.number} ({line.kind})")
        match line.kind:
            case "room founded/1":
                cards += 1
            case "house rules set/1":
                sign_in = line.body["dealers_sign_in"]
            case "device enrolled/1" if line.body["device_kind"] in ("keypad", "room"):
                keypads.add(line.body["device"])


def rounds_count_up(log: Sequence[LogEvent]) -> None:
    """The rounds of a table count up by one."""
    rounds: dict[str, int] = {}
    for line in log:
        if line.kind == "game started/1" or (line.kind == "bets reported/1" and line.body["began"]):
            table = line.body["table"]
            due = rounds[table] = rounds.get(table, 0) + 1
            require(line.body["round"] == due, f"line {line.number} should be round {due} of {table}")


def tray_pays_are_numbered_and_voided_once(log: Sequence[LogEvent]) -> None:
    """Slips count up by one, move no money of a jackpot, and are voided for their whole amount, once."""
    paid: dict[int, int] = {}
    for line in log:
        if line.kind == "tray paid/1":
            rows = (*line.body["pays"], *line.body["envy"])
            require(line.body["number"] == max(paid, default=0) + 1, f"line {line.number} is no next slip")
            require(not line.postings, f"line {line.number} pays from the tray and moves a jackpot's money")
            paid[line.body["number"]] = sum(row["amount_micros"] for row in rows)
        if line.kind == "tray pay voided/1":
            whole = paid[line.body["number"]]
            require(whole == line.body["amount_micros"], f"line {line.number} voids another amount than was paid")
            paid[line.body["number"]] = -1


def meters_fall_only_for_a_reason(log: Sequence[LogEvent]) -> None:
    """A meter falls with a claim, an award or an adjustment, and with nothing else."""
    for line in log:
        for account, amount in line.postings:
            falls = amount < 0 and "/meter/" in account
            require(not falls or line.kind in LOWERS_A_METER, f"line {line.number} ({line.kind}) lowers {account}")


def no_game_starts_where_the_law_stops_it(log: Sequence[LogEvent]) -> None:
    """What events say of the law holds until another one says otherwise; days go forward."""
    stops, short, today = dict[str, str](), "", ""
    for line in log:
        stops |= {table: "; ".join(verdict["stops"]) for table, verdict in line.body.get("verdicts", {}).items()}
        match line.kind:
            case "funds looked at/1":
                short = line.body["stop"]
            case "day began/1":
                require(line.body["day"] > today, f"line {line.number}: {line.body['day']} begins after {today}")
                today = line.body["day"]
            case "day corrected/1":
                require(line.body["instead_of"] == today, f"line {line.number} corrects another day than {today}")
                today = line.body["day"]
            case "game started/1":
                stop = short or stops.get(line.body["table"], "")
                require(not stop, f"line {line.number}: a game starts although {stop}")


def every_answer_is_on_the_log_once(log: Sequence[LogEvent], sender: Sender) -> None:
    """What a device was answered stands there once, to the command that it sent; and everything was answered."""
    require(not sender.waiting, f"{sender.device} still waits for an answer")
    answered = [line for line in log if line.device == sender.device and line.answer]
    sequences = [line.device_sequence for line in answered]
    require(sequences == sorted(sender.sent), f"{sender.device} sent {len(sender.sent)}; on the log are {sequences}")
    for line, (sequence, command) in zip(answered, sorted(sender.sent.items()), strict=True):
        sent, heard = sha256(command.body), sender.answers[sequence]
        require(line.answer["command"] == sent, f"line {line.number} answers what {sender.device} never sent")
        require(
            (line.number, line.answer["refused"], line.answer["body"]) == (heard.number, heard.refused, heard.body),
            f"line {line.number} is not what {sender.device} was answered to {sequence}",
        )


def display_showed_the_truth(log: Sequence[LogEvent], display: Display) -> None:
    """A display showed states that were committed, in their order, and at last the one that stands."""
    numbers = [page.number for page in display.shown]
    require(numbers == sorted(set(numbers)), f"a display went back to an older state: {numbers}")
    require(numbers[-1:] == [len(log)], f"a display stopped at event {numbers[-1:]}, the log has {len(log)}")
    pages = {each.number: each.page for each in display.shown}
    jackpot = next(line.body["jackpot"] for line in log if line.kind == "link made/1")
    awards, void = set[int](), set[int]()
    for line, held in add_up(log):
        awards |= {row["number"] for row in line.body["awards"]} if line.kind == "awards confirmed/1" else set()
        void |= {line.body["number"]} if line.kind == "award backed out/1" else set()
        if page := pages.get(line.number):
            where = f"a display showed at event {line.number}"
            for level in page["levels"]:
                account, shown = f"{jackpot}/meter/{level['name']}", level["amount_micros"]
                require(shown == held.get(account, 0), f"{where} {shown} for {account}")
            last = page["last_win"]["number"] if page["last_win"] else 0
            standing = max(awards - void, default=0)
            require(last == standing, f"{where} award {last} as the last one, expected {standing}")


def _jackpot_by_table(log: Sequence[LogEvent]) -> dict[str, str]:
    """What each table that was set up with a progressive plays for."""
    jackpot_by_link = {line.body["link"]: line.body["jackpot"] for line in log if line.kind == "link made/1"}
    return {
        line.body["table"]: jackpot_by_link[line.body["progressive"]["link"]]
        for line in log
        if line.kind == "table set up/1" and line.body["progressive"]
    }


def _final_balances(log: Sequence[LogEvent]) -> dict[str, int]:
    """What the accounts hold at the end."""
    *_, (_, held) = add_up(log)
    return held
