"""A task: the page with a form, what the form would do, and the command it becomes when it is sent.

A task that moves money shows what it would do first; only that page is signed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cache, partial
from typing import Any
from urllib.parse import quote

from msgspec import to_builtins
from starlette.responses import Response
from starlette.routing import Route

from fairfelt.jackpot import Jackpot, Terms
from fairfelt.jackpot.book import SOURCES, Counts
from fairfelt.ledger.machine import Answer, Command, Decision
from fairfelt.reports.room.period import change_words
from fairfelt.room import Floor
from fairfelt.room.command import RoomCommand
from fairfelt.room.event import Code
from fairfelt.room.machine import Room
from fairfelt.room.projections.parameters import differences, flat
from fairfelt.runtime.formats import FieldError, convert
from fairfelt.server import SignInRefused, TooManyTries
from fairfelt.web.api.access import Access
from fairfelt.web.api.endpoint import Endpoint
from fairfelt.web.api.endpoints import ENDPOINTS
from fairfelt.web.desk.desk import STAMP, Desk, Office, T, go, read_data
from fairfelt.web.desk.forms import NUMBER, Fact, Field, Form, Mistaken, Paper, fit_fields, read_address, read_fields
from fairfelt.web.desk.words import money
from fairfelt.web.http.answers import not_found, number_in
from fairfelt.web.pages.page import hints_of

CARD, PIN = "second_card", "second_pin"
OUT_OF_STEP = (
    "nothing was changed: this form was already submitted, or this console did something else since the page opened. "
    "Check the current state; submit again if it is still needed"
)


async def carry_out(
    desk: Desk, form: Form, access: Access, kind: type[RoomCommand], fields: Mapping[str, Any]
) -> Answer:
    """Ask the room; what it refuses stands above the form. The same form sent twice does nothing twice."""
    form.check()
    cards = [desk.session.card]
    if access.people == 2:
        cards.append(await second_card(desk, form, access))
    command = await _prepared(desk, form, kind, fields, cards)
    answer = await desk.controller.ask(desk.device, _number(form), command)
    body = answer.body
    if answer.refused:
        raise form.refuse(OUT_OF_STEP) if "expected" in body else form.refuse(body["reason"], form.own(body["field"]))
    if endpoint := _endpoints().get(kind):
        await endpoint.after(desk.controller, answer)
    return answer


async def _prepared(
    desk: Desk, form: Form, kind: type[RoomCommand], fields: Mapping[str, Any], cards: Iterable[str]
) -> RoomCommand:
    """The command, once the server has done what it does before it is asked for."""
    form.check()
    try:
        command = convert({**fields, "cards": sorted(cards)}, kind)
    except FieldError as error:
        raise form.refuse(str(error), form.own(error.field)) from error
    if endpoint := _endpoints().get(kind):
        await endpoint.before(desk.controller, command)
    return command


async def second_card(desk: Desk, form: Form, access: Access) -> str:
    """The card of another person of the right role, who put it in with its PIN just now and for this form only."""
    card, pin = form.text(CARD), form.get(PIN)
    if not pin:
        form.mistake(PIN, "the second person enters a PIN here")
    if card == desk.session.card:
        form.mistake(CARD, "this is your own card: a second person is required")
    form.check()
    with form.refusing(CARD, SignInRefused, TooManyTries):
        token = await desk.controller.cards.sign_in(desk.device, card, pin)
    desk.controller.cards.sessions.close(token, desk.device)
    person = desk.floor.cards[card].person
    who = desk.floor.people[person]
    if person == desk.session.person:
        form.mistake(CARD, "this card is also yours: a second person is required")
    elif not access.suffices((desk.person.role, who.role)):
        roles = " or ".join(access.seconds_to(desk.person.role))
        form.mistake(CARD, f"{who.name} is {who.role}; {roles} required")
    form.check()
    return card


def is_first(desk: Desk, form: Form) -> bool:
    """True if the log does not have this form yet; once it has, the room may look different."""
    return _number(form) >= desk.next_number


def _number(form: Form) -> int:
    """The number in the form; one that is none is never the next, and nothing is done."""
    return number_in(form.get(NUMBER))


Change = tuple[str, str, str]
"""A label, the value before and the value after."""
NO_VALUE = "none"
_UNSIGNED = {Code.ROLE_REQUIRED.value, Code.NOT_INDEPENDENT.value}
"""Refused because of who signs, which is seen when they do."""


@dataclass(frozen=True)
class Review:
    """A preview of a form: every change, notes on what follows, and a warning to tick off."""

    changes: tuple[Change, ...] = ()
    notes: tuple[str, ...] = ()
    danger: str = ""


async def preview(desk: Desk, form: Form, access: Access, kind: type[RoomCommand], fields: Mapping[str, Any]) -> Floor:
    """The floor as it would be; what the room would refuse is said in the form. The second person signs later."""
    await _prepared(desk, form, kind, fields, [desk.session.card])
    decision: Decision[Floor] | None = None
    for second in _second_cards(desk, access):  # as if an authorized second person had signed too
        command = convert({**fields, "cards": sorted({desk.session.card, *second})}, kind)
        decision = Room().decide(desk.floor, Command(desk.device, 0, command, desk.controller.settings.clock()))
        if not (decision.refused and decision.answer["code"] in _UNSIGNED):
            break
    assert decision
    said = decision.answer
    if decision.refused and said["code"] not in _UNSIGNED:
        raise form.refuse(said["reason"], form.own(said["field"]))
    return desk.floor if decision.refused else decision.state


def _second_cards(desk: Desk, access: Access) -> Iterator[tuple[str, ...]]:
    floor, own = desk.floor, desk.session
    for card, at in floor.cards.items() if access.people == 2 else ():
        if at.person != own.person and access.suffices((desk.person.role, floor.people[at.person].role)):
            yield (card,)
    yield ()


def changes_between(before: Floor, after: Floor) -> Iterator[Change]:
    """Money that moves, hits that are taken back and terms that change, in words."""
    for name in dict.fromkeys((*before.jackpots, *after.jackpots)):
        was, now = before.jackpots.get(name), after.jackpots.get(name)
        if was is now:
            continue
        currency = (now or before.jackpots[name]).terms.currency
        yield from _differing(_accounts(name, was), _accounts(name, now), partial(money, currency=currency))
        yield from _differing(_hits(name, was), _hits(name, now), "{:,}".format)
        if was and now:
            yield from terms_changes(was.awaiting or was.terms, now.awaiting or now.terms)
    for currency in dict.fromkeys((*before.currencies, *after.currencies)):
        yield from _differing(_house(before, currency), _house(after, currency), partial(money, currency=currency))


def _house(floor: Floor, currency: str) -> dict[str, int | None]:
    """The house's other money, its largest wager, and the amounts from which another role confirms a pay."""
    rules = floor.house_rules.pays_in(currency)
    return {
        f"Bank account, {currency}": floor.booked_micros(currency),
        f"Kept for awards at odds, {currency}": floor.funds.odds_micros.get(currency, 0),
        f"Largest wager of the house, {currency}": floor.house_rules.most_wager.get(currency),
        "Supervisor from": rules.supervisor_from_micros,
        "Executive from": rules.executive_from_micros,
        "Two people from": rules.two_people_from_micros,
    }


def _accounts(name: str, jackpot: Jackpot | None) -> Counter[str]:
    """Players' accounts of a jackpot, and the house's; empty for a jackpot that is not there."""
    found: Counter[str] = Counter()
    for account, micros in jackpot.book.balances.items() if jackpot else ():
        kind, _, level = account.partition("/")
        found[f"{name}, {level}: {kind}" if level else f"{name}, {kind}"] = -micros if kind in SOURCES else micros
    return found


def _hits(name: str, jackpot: Jackpot | None) -> Counter[str]:
    counts = jackpot.counts if jackpot else Counts()
    won = {**counts.levels, "fixed pays": counts.fixed, "envy pays": counts.envy}
    return Counter({f"{name}, hits of {what}": each.hits for what, each in won.items()})


def terms_changes(was: Terms, now: Terms) -> Iterator[Change]:
    """Every term that differs."""
    for change in differences(flat(to_builtins(was)), flat(to_builtins(now))):
        words, *values = change_words(change, now.currency)
        old, new = (value or NO_VALUE for value in values)
        yield words, old, new


def _differing(before: Mapping[str, Any], after: Mapping[str, Any], write: Callable[[Any], str]) -> Iterator[Change]:
    for words in dict.fromkeys((*before, *after)):
        if (was := before[words]) != (now := after[words]):
            old, new = (NO_VALUE if each is None else write(each) for each in (was, now))
            yield words, old, new


SURE = "sure"
REVIEWED, EDIT, LOOK = "reviewed", "edit", "look"
_SIGNED = {SURE, CARD, PIN, STAMP, NUMBER, REVIEWED, EDIT}
"""Fields that are filled in when a review is signed, and not before."""


Prepare = Callable[[Desk, Form, dict[str, Any]], Awaitable[Mapping[str, Any]]]
"""Makes the terms of the command of those that were typed."""
Show = Callable[[Desk, Form, Mapping[str, Any], Answer], Response]
"""A page for what was carried out with these terms."""
Judge = Callable[[Desk, Form, Floor], Awaitable[Review]]
"""Reviews a form beyond the money that it moves, given the floor as it would be."""
Text = str | Callable[[Desk, Any], str]
SUBJECTS = {
    "table": "tables", "jackpot": "jackpots", "person": "people", "card": "cards", "device": "devices",
    "prize": "house_jackpots", "room": "rooms", "link": "links",
}  # fmt: skip
"""The attribute of the floor for each part of an address."""


def find_subject(desk: Desk) -> Any:
    """Find what the address names on the floor; None where it names nothing there."""
    found = None
    for part in desk.request.path_params:
        if part in SUBJECTS:
            _, found = desk.named(getattr(desk.floor, SUBJECTS[part]), part)
    return found


def find_by(part: str, there: Callable[[Floor], Mapping[Any, T]], missing: str) -> Callable[[Desk], T]:
    """Finds what a part of the address names among these of the floor; `missing` says that there is no such."""

    def find(desk: Desk) -> T:
        named, found = desk.request.path_params[part], there(desk.floor)
        key = number_in(named) if part == "number" else named
        if key not in found:
            raise not_found(missing.format(named))
        return found[key]

    return find


@dataclass(frozen=True)
class Task:
    """A command that a person can have carried out: its form is made of its terms.

    What it says is in tasks.toml; a text may name parts of the address and the subject: "Change role of {it.name}".
    """

    path: str
    """Its parts that are terms of the command are among what is asked for."""
    command: type[RoomCommand]
    _: KW_ONLY
    title: Text = ""
    lead: Text = ""
    """One or two sentences on its effect."""
    fields: Iterable[Field] | Callable[[Desk, Any], Iterable[Field]] = ()
    """What is filled in; reason and document stand last by themselves."""
    facts: Iterable[Fact] | Callable[[Desk, Any], Iterable[Fact]] = ()
    """The current values."""
    button: Text = ""
    """The title, unless it says something else."""
    back: str = ""
    """The next page once it is done or canceled; by default the place of the office it belongs to."""
    danger: Text = ""
    """A warning about what cannot be undone; it has to be ticked off."""
    given: Mapping[str, Any] | Callable[[Desk, Any], Mapping[str, Any]] | None = None
    """Terms of the command that nobody fills in."""
    of: Callable[[Desk], Any] = find_subject
    """The subject: what the address names."""
    by: Access | Callable[[Desk, Any], Access] | None = None
    """The roles that may, and whether it takes two people; by default as in the API."""
    prepare: Prepare | None = None
    """Further work before the room is asked."""
    show: Show | None = None
    """The next page, where it is not `back`."""
    template: str = "desk/form.html"
    also: Callable[[Desk, Form], Awaitable[Mapping[str, Any]]] | None = None
    """Further values of a template of its own."""
    review: Judge | bool = False
    """For what moves money: it is shown before it is signed, with what this says besides the changes."""
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Label and hint of fields that are otherwise made for the subject, by their names."""

    def __post_init__(self) -> None:
        for name, said in texts_at(self.path).items():
            object.__setattr__(self, name, [Field(**each) for each in said] if name == "fields" else said)

    @property
    def access(self) -> Access:
        """The roles that may open the page."""
        return self.by if isinstance(self.by, Access) else _endpoints()[self.command].access


def texts_at(path: str) -> Mapping[str, Any]:
    """What the page at an address says."""
    texts: Mapping[str, Any] = read_data("tasks").get(path, {})
    return texts


@cache
def _endpoints() -> Mapping[type[RoomCommand], Endpoint]:
    """The endpoint of each command in the API: who may, and what the server does besides."""
    return {endpoint.asks: endpoint for endpoint in ENDPOINTS if endpoint.asks}


def routes_of(office: Office, task: Task) -> Iterator[Route]:
    """Its page, and the address that its form is sent to."""

    async def page(desk: Desk) -> Response:
        return await _Filled(desk, task, Form()).drawn()

    async def sent(desk: Desk, form: Form) -> Response:
        filled = _Filled(desk, task, form)
        if form.get(EDIT) or form.get(LOOK):
            return await filled.drawn()
        try:
            return await (filled.looked_over() if task.review and not form.get(REVIEWED) else filled.done())
        except Mistaken:
            return await filled.mistaken()

    yield office.page(task.path, page, task.access)
    yield office.post(task.path, sent, task.access)


@dataclass(frozen=True)
class _Filled:
    """The form of a task at a desk, as it was sent."""

    desk: Desk
    task: Task
    form: Form

    @property
    def access(self) -> Access:
        """The roles that may, and whether it takes two people: that may depend on the subject."""
        by, desk = self.task.by, self.desk
        return by(desk, self.task.of(desk)) if callable(by) else self.task.access

    @property
    def paper(self) -> Paper:
        """The form as it is drawn now; what was counted since it was read stands on it."""
        desk, task = self.desk, self.task
        parts, it = desk.request.path_params, task.of(desk)

        def say(text: Text) -> str:
            return text(desk, it) if callable(text) else text.format(**parts, it=it)

        def make(made: Any) -> Any:
            return made(desk, it) if callable(made) else made

        title, quoted = say(task.title), {name: quote(str(part), safe="") for name, part in parts.items()}
        return Paper(
            title=title, lead=say(task.lead), button=say(task.button) or title, danger=say(task.danger),
            back=task.back.format(**quoted, it=it) or desk.office.at(desk.request.url.path).address,
            fields=fit_fields((replace(at, **task.words.get(at.name, {})) for at in make(task.fields)), task.command),
            facts=tuple(make(task.facts)), given=make(task.given) or {},
        )  # fmt: skip

    async def fields(self) -> Mapping[str, Any]:
        """The terms of the command, as they were typed."""
        desk, form, task, paper = self.desk, self.form, self.task, self.paper
        fields = {
            **dict(read_address(desk.request.path_params, task.command)),
            **read_fields(form, paper.fields, task.command, first=is_first(desk, form)),
            **paper.given,
        }
        return await task.prepare(desk, form, fields) if task.prepare else fields

    async def done(self) -> Response:
        """Carry it out, and go on from there."""
        desk, form, task, paper = self.desk, self.form, self.task, self.paper
        danger = paper.danger
        if task.review and is_first(desk, form):
            danger = (await replace(self, form=Form(form.sent)).review()).danger or danger
        fields = await self.fields()
        if danger and not form.get(SURE):
            form.mistake(SURE, "check this box to confirm")
        answer = await carry_out(desk, form, self.access, task.command, fields)
        return task.show(desk, form, fields, answer) if task.show else go(paper.back, event=answer.number)

    async def review(self) -> Review:
        """Preview the form."""
        desk, form, task = self.desk, self.form, self.task
        after = await preview(desk, form, self.access, task.command, await self.fields())
        besides = await task.review(desk, form, after) if callable(task.review) else Review()
        return replace(besides, changes=(*changes_between(desk.floor, after), *besides.changes))

    async def looked_over(self, mistakes: Mapping[str, str] | None = None) -> Response:
        """The page that says what would change, to be signed."""
        review, form, paper = await self.review(), self.form, self.paper
        paper = replace(paper, danger=" ".join(filter(None, (paper.danger, review.danger))))
        kept = {name: value for name, value in form.sent.items() if name not in _SIGNED}
        form.mistakes.update(mistakes or {})
        return self.desk.draw(
            "desk/review.html", review=review, kept=kept, reviewed=REVIEWED, edit=EDIT,
            typed=[each for each in paper.fields if kept.get(each.name) and each.sort not in ("hidden", "pin")],
            **self.signing(paper),
        )  # fmt: skip

    async def mistaken(self) -> Response:
        """Show mistakes in a signature where it is signed, all others at the form."""
        form = self.form
        if self.task.review and form.get(REVIEWED) and not set(form.mistakes) - {SURE, CARD, PIN, ""}:
            unsigned = replace(self, form=Form(form.sent))
            try:
                return await unsigned.looked_over(form.mistakes)
            except Mistaken:
                form.mistakes.update(unsigned.form.mistakes)
        return await self.drawn()

    async def drawn(self) -> Response:
        """The form with what was typed before; PINs are typed anew."""
        task, paper = self.task, self.paper
        more = await task.also(self.desk, self.form) if task.also else {}
        if task.review:
            paper = replace(paper, button="Review", danger="")
        two = {"two": self.access.people == 2 and not task.review}
        return self.desk.draw(task.template, **{**self.signing(paper), **two}, **more)

    def signing(self, paper: Paper) -> dict[str, Any]:
        """Values of the templates that ask for a signature, with the printed cards that would do as the second."""
        desk, access = self.desk, self.access
        own, role = desk.session.card, desk.person.role
        seconds = [card for card in hints_of(desk.request).cards
                   if card.card != own and access.suffices((role, card.role))]  # fmt: skip
        return {
            "paper": paper, "form": self.form, "number": desk.next_number, "two": access.people == 2,
            "roles": access.seconds_to(role), "second": (CARD, PIN), "sure": SURE, "seconds": seconds,
        }  # fmt: skip
