"""Who stands behind a command, and what is required of them: roles, cards, two people, keypads."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import permutations
from typing import NamedTuple, TypeVar

from fairfelt.jackpot import Jackpot
from fairfelt.law import Layer
from fairfelt.room.event import Actor, Code, Refusal
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.limits import Authority
from fairfelt.room.state.people import CONFIRMS, SERVER, SETS_UP, SIGNS, Card, Role
from fairfelt.room.state.table import LABELS, Claim, Phase, Press, Table
from fairfelt.runtime.formats import show

N = TypeVar("N", str, int)
T = TypeVar("T")
BEGINS = (Press.BET, Press.START)
"""What is refused where the floor or the table is closed; a running game finishes."""
DEALS = frozenset({Role.DEALER, Role.SUPERVISOR})
"""Who may be signed in at a keypad while games are dealt there."""


def any_of(roles: Collection[Role]) -> str:
    """Roles in words: "executive or technician"."""
    return " or ".join(sorted(role.value for role in roles))


class Requester(NamedTuple):
    """Who stands behind a command: the device, and the people whose cards were presented there."""

    floor: Floor
    device: str
    by: tuple[Actor, ...]
    now_micros: int = 0
    """The journal's time."""

    @property
    def is_server(self) -> bool:
        return self.device == SERVER

    def of_roles(self, roles: Collection[Role]) -> list[str]:
        """The different people of these roles."""
        people = self.floor.people
        return list(dict.fromkeys(actor.person for actor in self.by if people[actor.person].role in roles))

    def require(self, roles: Collection[Role], *, count: int = 1, decided_by: Layer | None = None) -> list[str]:
        """Require `count` different people, each in one of these roles; `decided_by` names whose rules require them."""
        found = self.of_roles(roles)
        if len(found) < count:
            who = any_of(roles)
            sentence = f"two cards required: {who}" if count == 2 else f"{who} card required"
            raise Refusal(Code.ROLE_REQUIRED, sentence, decided_by=decided_by)
        if count == 2:
            self._require_independent(roles, roles)
        return found[:count]

    def require_two(self, roles: Collection[Role]) -> None:
        """Require a person in these roles and another who confirms, adjusts or sets up."""
        if len(self.of_roles(SIGNS)) < 2 or not self.of_roles(roles):
            sentence = f"two cards required: {any_of(roles)}, and a second person who confirms, adjusts or sets up"
            raise Refusal(Code.ROLE_REQUIRED, sentence)
        self._require_independent(roles, SIGNS)

    def require_departments(self, roles: Collection[Role]) -> None:
        """Require a person in these roles and a second from another department: no department files alone."""
        departments = {self.floor.people[person].role for person in self.of_roles(SIGNS)}
        if len(departments) < 2 or not self.of_roles(roles):
            others = ", ".join(sorted(role.value for role in SIGNS))
            sentence = f"two cards of different departments required: {any_of(roles)}, and another one of {others}"
            raise Refusal(Code.ROLE_REQUIRED, sentence)
        self._require_independent(roles, SIGNS, departments=True)

    def require_to_set_up(self, *, count: int = 1) -> None:
        """A person who sets up, or with a second one; any user may set up an empty room."""
        if self.floor.people:
            self.require_two(SETS_UP) if count == 2 else self.require(SETS_UP)

    def require_to_furnish(self) -> None:
        """As `require_departments`, except for an empty room: its furnishings decide what players can win."""
        if self.floor.people:
            self.require_departments(SETS_UP)

    def _require_independent(
        self, roles: Collection[Role], others: Collection[Role], *, departments: bool = False
    ) -> None:
        """Two of those who are there did not make one another; of different departments, if so asked."""
        people = self.floor.people
        self._require_untied([
            (one, other)
            for one, other in permutations(self.by, 2)
            if one.person != other.person and people[one.person].role in roles and people[other.person].role in others
            if not departments or people[one.person].role is not people[other.person].role
        ])  # fmt: skip

    def _require_untied(self, pairs: Sequence[tuple[Actor, Actor]]) -> None:
        people = self.floor.people
        if all(self._tied(one, other) for one, other in pairs):
            one, other = max(pairs[0], pairs[0][::-1], key=lambda pair: self._makers(pair[1], new=True) != set())
            raise Refusal(
                Code.NOT_INDEPENDENT,
                f"{people[other.person].name} is no second person beside {people[one.person].name} yet: the same hands "
                "added this person, issued the card, reset its PIN or changed the role less than a day ago",
            )

    def _tied(self, one: Actor, other: Actor) -> bool:
        """Whether one of them is new and was added by the other or by the person who added the other."""
        return any(
            self._makers(new, new=True) & {old.person, *self._makers(old, new=False)}
            for new, old in ((one, other), (other, one))
        )

    def _makers(self, actor: Actor, *, new: bool) -> set[str]:
        """Who made this person or this card; only where that is new, if so asked."""
        made = self.floor.people[actor.person], self.floor.cards[actor.card]
        return {maker for each in made if not new or self.now_micros < each.new_until_micros for maker in each.made_by}

    def require_server(self, what: str) -> None:
        """Refuse what only the controller itself can know."""
        if not self.is_server:
            raise Refusal(Code.SERVER_ONLY, f"{what} comes from the server only, not from {self.device}")

    def require_other(self, roles: Collection[Role], card: Card, what: str) -> None:
        """Require a person in these roles who does not hold the card in question."""
        others = self.without(card.person)
        if self.by and not others.by:
            raise Refusal(Code.OWN_CARD, f"nobody {what} their own card")
        others.require(roles)

    def without(self, person: str) -> Requester:
        return self._replace(by=tuple(actor for actor in self.by if actor.person != person))

    def require_to_confirm(self, needed: Authority, claims: Sequence[Claim] = ()) -> str:
        """The person who may confirm an award of that weight; the one of the highest rank where it takes two.

        The sheets require a supervisor; the house decides from which amount on more is required. The person who entered
        the hand does not confirm it, unless the house has the dealer make such a small pay; where it takes two people,
        they may be the second.
        """
        if needed is Authority.DEALER:
            return self.require({*DEALS, *CONFIRMS})[0]
        enough, by = min(needed, Authority.EXECUTIVE), Layer.HOUSE if needed > Authority.SUPERVISOR else Layer.MAKER
        may = {role for role, authority in CONFIRMS.items() if authority >= enough}
        first = self.require(may, decided_by=by)[0]
        if needed is Authority.TWO_PEOPLE:
            self.require(CONFIRMS, count=2, decided_by=by)
        there = self.of_roles(may)
        if any(set(there) <= set(claim.entered_by) for claim in claims):
            name = self.floor.people[first].name
            sentence = f"{name} has entered the hand: another {' or '.join(sorted(may))} confirms it"
            raise Refusal(Code.OWN_CLAIM, sentence, decided_by=Layer.HOUSE)
        return next((one for one in there if not any(one in claim.entered_by for claim in claims)), first)

    def require_beside(self, acting: Collection[str], why: str, code: Code) -> None:
        """Require a second person who vouches for a hand beside one who acts on it; the dealer qualifies."""
        seconds = self.of_roles({*DEALS, *CONFIRMS})
        pairs = [
            (one, other)
            for one, other in permutations(self.by, 2)
            if one.person in acting and other.person in seconds and one.person != other.person
        ]
        if not pairs:
            sentence = f"{why}: a second card required, the dealer’s will do"
            raise Refusal(code, sentence, decided_by=Layer.HOUSE)
        self._require_untied(pairs)

    @property
    def entering(self) -> tuple[str, ...]:
        """The people who enter a hand: the dealer, or all present if no dealer is signed in."""
        return tuple(self.of_roles({Role.DEALER}) or self.of_roles(frozenset(Role)))

    def require_keypad(self, name: str, press: Press) -> Table:
        """The table of a keypad, if that button is live there now and a person who may deal is signed in."""
        table = self.require_hardware(name, press)
        if self.floor.terms_of(table).dealers_sign_in and not self.of_roles({*DEALS, *CONFIRMS}):
            sentence = "no dealer is signed in at this keypad; sign in with card and PIN"
            raise Refusal(Code.SIGN_IN_REQUIRED, sentence, decided_by=Layer.HOUSE)
        return table

    def require_hardware(self, name: str, press: Press) -> Table:
        """The table of a sensor, if its button is live there now; a sensor needs no sign-in."""
        keypad = self.floor.devices.get(self.device)
        if keypad is None or keypad.table != name:
            raise Refusal(Code.WRONG_DEVICE, f"device {self.device} is not the keypad of table {name}")
        if not keypad.enabled:
            raise Refusal(Code.DEVICE_DISABLED, f"device {self.device} is disabled; a technician has to enable it")
        table = self.floor.tables[name]
        if press in BEGINS or (press is Press.REPORT and table.phase is Phase.BETTING):
            if self.floor.closed:
                raise Refusal(Code.FLOOR_CLOSED, f"the floor is closed: {self.floor.closed}")
            if table.closed:
                by_law_alone = not (table.taken_out or table.suspended or table.retired)
                code = Code.UNLAWFUL if by_law_alone else Code.TABLE_CLOSED
                decided_by = table.law_verdict.decided_by if by_law_alone else None
                raise Refusal(code, f"table {name} is out of service: {table.closed}", decided_by=decided_by)
        if press not in (*self.floor.live(table), *table.live_besides):
            button = LABELS[table.controls].get(press, press.value)
            live = ", ".join(self.floor.live_labels(table)) or "none"
            raise Refusal(Code.BUTTON_NOT_LIVE, f"{button} cannot be pressed now; live buttons: {live}")
        return table


def identify(floor: Floor, device: str, cards: Sequence[str], now_micros: int = 0) -> Requester:
    """The people behind cards; refuse a card that opens nothing, even if other cards are valid."""
    actors = tuple([Actor(name, usable_card(floor, name).person) for name in dict.fromkeys(cards)])
    return Requester(floor, device, actors, now_micros)


def known(there: Mapping[N, T], name: N, field: str, what: str = "") -> T:
    """The thing that a field names; `what` it is, where its field is called something else."""
    if name not in there:
        raise Refusal(Code.UNKNOWN_NAME, f"there is no {what or field} {show(name)}", field)
    return there[name]


def own_jackpot(floor: Floor, name: str) -> Jackpot:
    """A jackpot whose meters stand here: of a hub's, a room changes nothing."""
    jackpot = known(floor.jackpots, name, "jackpot")
    if jackpot.share:
        sentence = f"the meters of jackpot {name} stand at its hub; they are adjusted, changed and retired there"
        raise Refusal(Code.NOT_NOW, sentence, "jackpot")
    return jackpot


def running_jackpot(floor: Floor, name: str) -> Jackpot:
    """A jackpot that has not ended: no player could win what is put on the meters of an ended one."""
    jackpot = own_jackpot(floor, name)
    if jackpot.retired:
        raise Refusal(Code.JACKPOT_RETIRED, f"jackpot {name} is retired: it stays as it is", "jackpot")
    return jackpot


def check_new(there: Collection[str], name: str, field: str, what: str = "") -> None:
    """A name that is not taken, and would not be mistaken for the server."""
    what = what or field
    if name == SERVER:
        raise Refusal(Code.BAD_FIELD, f"a {what} needs a name that is not {SERVER!r}", field)
    if not name.isprintable():
        raise Refusal(Code.BAD_FIELD, f"a {what} needs a name of printable characters, not {name!r:.40}", field)
    if name in there:
        raise Refusal(Code.NAME_TAKEN, f"there is already a {what} {show(name)}", field)


def valid_card(floor: Floor, name: str) -> Card:
    """A card that was not withdrawn, locked or not."""
    card = floor.cards.get(name)
    if card is None:
        raise Refusal(Code.CARD_UNKNOWN, f"card {name} is not known here")
    if card.withdrawn:
        raise Refusal(Code.CARD_WITHDRAWN, f"card {name} is withdrawn; a new card has to be issued")
    return card


def locked_sentence(card: str) -> str:
    return f"card {card} is locked after too many incorrect PINs; another employee must unlock it"


def away_sentence(card: str) -> str:
    return f"card {card} is stopped while its holder is away; two people have to record the return first"


def pin_due_sentence(card: str) -> str:
    return f"card {card} has no PIN yet: its holder sets one with the one-time code, on the page Set PIN"


def open_card(floor: Floor, name: str) -> Card:
    """A card whose PIN or one-time code may be typed."""
    card = valid_card(floor, name)
    if card.locked:
        raise Refusal(Code.CARD_LOCKED, locked_sentence(name))
    if floor.people[card.person].away:
        raise Refusal(Code.PERSON_AWAY, away_sentence(name))
    return card


def usable_card(floor: Floor, name: str) -> Card:
    """A card that opens something."""
    card = open_card(floor, name)
    if card.pin_due:
        raise Refusal(Code.PIN_DUE, pin_due_sentence(name))
    return card


def is_usable(floor: Floor, card: Card) -> bool:
    """Whether a card opens something."""
    return not (card.locked or card.withdrawn or card.pin_due or floor.people[card.person].away)
