"""Papers for the regulator: internal controls and forms, written from the room's configuration."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from msgspec import to_builtins

from fairfelt import games
from fairfelt.engine.answers.numbers import as_plain
from fairfelt.law import Award, Law, payout
from fairfelt.reports.law.notices import limit_words, percent
from fairfelt.reports.law.proposal import keypad_steps, levels_table, policy_facts
from fairfelt.reports.law.rules import PRODUCT, not_approved
from fairfelt.reports.placard.dealing import dealing_steps
from fairfelt.reports.report import Report
from fairfelt.reports.room.period import change_words
from fairfelt.reports.sheet import BLANK, Block, Column, Facts, Section, Sheet, Steps, Table, Words, blanks, right
from fairfelt.reports.sheet.english import capital, listed
from fairfelt.room import Floor, Malfunction, Payment, WinPage
from fairfelt.room.law.ask_law import link_status
from fairfelt.room.projections.parameters import waiting
from fairfelt.room.state.people import ADJUSTS, CLOSES, CONFIRMS, PRINTS, SETS_UP, Role
from fairfelt.room.state.table import Table as RoomTable
from fairfelt.rules import Game, format_amount, format_day, format_moment
from fairfelt.runtime.formats import MICROS_PER_SECOND
from fairfelt.version import __version__, commit, program_digest


@dataclass(frozen=True, kw_only=True)
class Software:
    """What runs here, by digests."""

    digest: str
    """Over all files and libraries."""
    files: Mapping[str, str] = field(default_factory=dict)
    libraries: Mapping[str, str] = field(default_factory=dict)
    version: str = __version__
    commit: str = field(default_factory=commit)
    program: str = field(default_factory=program_digest)
    """Over the files of Fairfelt alone, as at the foot of every paper."""


@dataclass(frozen=True, kw_only=True)
class RoomFacts:
    """A room at a moment."""

    floor: Floor
    law: Law
    zone: str
    software: Software
    head: str
    """The hash of the last event."""
    events: int
    access: tuple[tuple[str, str], ...] = ()
    """What may be asked of the room, and of whom it takes what; none where nobody told."""

    @property
    def location(self) -> str:
        """Where the room is, as its links say."""
        return " and ".join(sorted({link.location for link in self.floor.links.values()})) or "location not set"

    @property
    def colophon(self) -> str:
        """From what a paper was written."""
        return (
            f"Written by {PRODUCT} {self.software.version} from the room after event {self.events:,}, whose hash is "
            f"{self.head}."
        )

    @property
    def linked(self) -> dict[str, RoomTable]:
        """Tables that feed and win a jackpot."""
        return {name: table for name, table in self.floor.tables.items() if table.link}

    def game_at(self, table: RoomTable) -> Game:
        return games.find(table.game, table.variant)

    @property
    def games(self) -> list[Game]:
        """What is played at the tables, each once."""
        return list({at.fingerprint: self.game_at(at) for at in self.floor.tables.values()}.values())


BY_THE_HOUSE = (
    "License number and class", "Person responsible for these controls", "Custody of keys and of spare cards",
    "Cameras that cover each table, and how long recordings are kept", "Where decks and sealed hands are kept",
    "Where copies of the journal go, and who restores one for a test",
    "How players learn that a progressive is down", "Signature and date",
)  # fmt: skip
MAY = {
    "confirm awards below the executive's threshold": frozenset({Role.SUPERVISOR, Role.EXECUTIVE}),
    "confirm every award": frozenset(role for role, level in CONFIRMS.items() if level == max(CONFIRMS.values())),
    "set up jackpots, tables, people and devices": SETS_UP,
    "adjust money and change terms": ADJUSTS,
    "close tables and the floor, report malfunctions": CLOSES,
    "print win pages and work through payouts": PRINTS,
    "read everything and change nothing": frozenset({Role.REGULATOR}),
    "press the keypad of a table": frozenset({Role.DEALER}),
}


def controls_report(room: RoomFacts) -> Report:
    """The template; what the program cannot know is left blank for the house."""
    sheet = Sheet(
        "Internal controls: table progressives",
        f"Template for {room.location}, {format_day(room.law.on)}",
        *(Section("", notice) for notice in not_approved(room.law)),
        Section("The house completes", blanks(*BY_THE_HOUSE)),
        Section("Roles", *_roles(room)),
        Section(
            "Who may do what",
            Table((Column("Act", breaks=True), Column("It takes", breaks=True)), room.access),
        )
        if room.access
        else None,
        Section("Tables and paytables", _tables(room)),
        Section("Jackpots and thresholds", *_jackpots(room)),
        Section("Keypads", *_keypads(room)),
        Section("Payment of an award", *_payouts(room)),
        Section("Funds and records", Steps(*_records(room))),
        *(Section(f"Dealing {game.title}", Steps(*chain(*dealing_steps(game).values()))) for game in room.games),
        Section("Software", _software(room)),
        colophon=room.colophon,
    )
    return Report(sheet, _plain(room), "internal-controls")


def _plain(room: RoomFacts) -> dict[str, Any]:
    floor = room.floor
    return {
        "profile": room.law.profile.name,
        "on": room.law.on.isoformat(),
        "approved_system": not not_approved(room.law),
        "roles": {role.value: sum(person.role is role for person in floor.people.values()) for role in Role},
        "access": [{"act": act, "who": who} for act, who in room.access],
        "tables": {
            name: {"game": at.game, "variant": at.variant, "fingerprint": at.fingerprint, "wager": at.wager,
                   "paytable": at.paytable, "controls": at.controls.value, "link": at.link}
            for name, at in floor.tables.items()
        },
        "terms": {name: to_builtins(jackpot.terms) for name, jackpot in floor.jackpots.items()},
        "software": {"version": room.software.version, "digest": room.software.digest},
    }  # fmt: skip


def _roles(room: RoomFacts) -> Iterator[Block]:
    rows = []
    for role in Role:
        held = [person.name for person in room.floor.people.values() if person.role is role]
        may = [act for act, roles in MAY.items() if role in roles]
        rows.append((capital(role.value), str(len(held)), listed(may) if may else "sees only"))
    yield Table((Column("Role"), *right("People"), Column("May", breaks=True)), tuple(rows))
    signs = "sign in" if room.floor.house_rules.dealers_sign_in else "do not have to sign in"
    yield Words(f"Everybody has a card and a PIN of their own. Dealers {signs} at the keypad.")


def _tables(room: RoomFacts) -> Table:
    rows = tuple(
        (name, room.game_at(at).title, f"{at.wager} {at.paytable}".strip() or "none", at.link or "none",
         at.controls.value if at.link else "none", at.fingerprint)
        for name, at in room.floor.tables.items()
    )  # fmt: skip
    columns = map(Column, ("Table", "Game", "Progressive", "Link", "Keypad"))
    return Table((*columns, Column("Fingerprint of the rules", breaks=True)), rows)


def _jackpots(room: RoomFacts) -> Iterator[Block]:
    for name, jackpot in room.floor.jackpots.items():
        terms = jackpot.terms
        yield Words(f"{capital(name)}: {terms.name}.")
        yield levels_table(terms)
        yield Facts(
            ("Executive from", format_amount(terms.executive_from_micros, terms.currency)),
            ("Largest wager", format_amount(terms.largest_increment_micros, terms.currency)),
            *policy_facts(terms),
        )


def _keypads(room: RoomFacts) -> Iterator[Block]:
    for controls in sorted({at.controls for at in room.linked.values()}):
        yield Words(f"{capital(controls.value)} keypads:")
        yield Steps(*keypad_steps(controls))


def _payouts(room: RoomFacts) -> Iterator[Block]:
    """The steps for the smallest award and for the least one that each rule with an amount asks more of."""
    asked = ("payout.verification", "payout.check", "tax.form", "tax.cash")
    found = [rule for rule in map(room.law.find, asked) if rule]
    amounts = {1_000_000} | {
        int(value) + (name == "cash_up_to_micros") * 1_000_000
        for rule in found
        for name, value in rule.parameters.items()
        if name.endswith("_micros") and isinstance(value, int)
    }
    seen: set[tuple[str, ...]] = set()
    currency = room.floor.currencies[0]
    for amount in sorted(amounts):
        award = Award(0, amount, 1_000_000, currency)
        steps = payout(room.law, award).steps
        if (kinds := tuple(step.id for step in steps)) not in seen:
            seen.add(kinds)
            yield Words(f"An award of {award.money(amount)} on a wager of {award.money(award.wager_micros)}:")
            yield Steps(*(f"{step.text}{f' ({step.cited})' if step.cited else ''}" for step in steps))


def _records(room: RoomFacts) -> Iterator[str]:
    wanted = ("jackpot.custodian", "jackpot.opening", "adjustment.reasons", "funds.account", "funds.odds_prizes",
              "record.daily", "payout.recording", "incident.malfunction", "change.notice", "records.kept")  # fmt: skip
    for rule in filter(None, map(room.law.find, wanted)):
        yield f"{rule.title}: {rule.says} ({rule.cited})"
    yield "Every act is an event of the journal with its cards and people; the journal is a hash chain that is signed."
    yield "Adjustments, changes of terms, new software and a new signing key take two people; nothing is ever deleted."


def _software(room: RoomFacts) -> Facts:
    floor, software = room.floor, room.software
    return Facts(
        ("Version", software.version),
        ("Digest now", software.digest),
        ("Approved in the room", floor.software or "none yet"),
        ("Checkpoint key", floor.checkpoint_key or "none yet"),
    )


def lab_report(room: RoomFacts) -> Report:
    """The submission of the room as it runs."""
    software = room.software
    facts = Facts(
        ("Program", f"Fairfelt {software.version}"),
        ("Commit", software.commit),
        ("Its own files, SHA-256", software.program),
        ("Digest of all of it", software.digest),
        ("Files", f"{len(software.files):,}"),
        ("Libraries", f"{len(software.libraries):,}"),
        ("Journal", f"{room.events:,} events, last hash {room.head}"),
        ("Checkpoint key", room.floor.checkpoint_key or "none yet"),
    )
    sheet = Sheet(
        "Submission to a test laboratory",
        f"{room.location}, {format_day(room.law.on)}",
        *(Section("", notice) for notice in not_approved(room.law)),
        Section("What is submitted", facts),
        Section("Games and paytables", _games(room)),
        Section("Progressive parameters", _parameters(room)),
        Section("Certificates of links", _links(room)),
        Section("How to check it", Steps(*_checks(room))),
        Section("Libraries", _digests(software.libraries, "Library", "Version and digest")),
        Section("Files of the program", _digests(software.files, "File", "SHA-256")),
        colophon=room.colophon,
    )
    return Report(sheet, _lab_plain(room), "lab-submission")


def _lab_plain(room: RoomFacts) -> dict[str, Any]:
    floor, software = room.floor, room.software
    return {
        **as_plain(software, "version", "commit", "program", "digest"),
        "files": dict(software.files),
        "libraries": dict(software.libraries),
        "games": {at.fingerprint: f"{at.game} {at.variant}".strip() for at in floor.tables.values()},
        "certificates": {name: link_status(floor, name).certificate for name in floor.links},
        **as_plain(room, "events", "head"),
    }


def _games(room: RoomFacts) -> Table:
    played = {
        at.combination: (room.game_at(at).title, f"{at.wager} {at.paytable}".strip() or "none", at.fingerprint)
        for at in room.floor.tables.values()
    }
    columns = (Column("Game"), Column("Progressive"), Column("Fingerprint", breaks=True))
    return Table(columns, tuple(played.values()))


def _parameters(room: RoomFacts) -> Table:
    rows = tuple(
        (name, level.name, format_amount(level.seed_micros, at.terms.currency), percent(level.rate_ppm),
         percent(level.reserve_rate_ppm), limit_words(level.limit_micros, at.terms.currency))
        for name, at in room.floor.jackpots.items()
        for level in at.terms.levels
    )  # fmt: skip
    return Table((Column("Jackpot"), Column("Level"), *right("Seed", "Meter rate", "Reserve rate", "Limit")), rows)


def _links(room: RoomFacts) -> Block:
    found = {name: link_status(room.floor, name) for name in room.floor.links}
    rows = tuple(
        (name, "certified" if at.certificate else "; ".join(at.findings) or "one game") for name, at in found.items()
    )
    return Table((Column("Link"), Column("Exact count", breaks=True)), rows)


def _checks(room: RoomFacts) -> Iterator[str]:
    yield f"Install Fairfelt {room.software.version}; compare the digest on its page Software with the one above."
    for game in room.games:
        named = f"{game.slug} --variant {game.variant}" if game.variant else game.slug
        yield f"fairfelt rules {named} --json, fairfelt par {named} --json: the fingerprint above, and exact odds."
    yield "fairfelt verify: every published figure again, to its printed digits."
    yield (
        "fairfelt ledger verify JOURNAL: chain, books and answers from the first event on; every event is replayed and "
        "every command decided again by the software that verifies, and what other software decided is named by digest."
    )
    yield "fairfelt witness ADDRESS --key KEY: follow the signed log from elsewhere."


def _digests(of: Mapping[str, str], name: str, what: str) -> Table:
    return Table((Column(name, breaks=True), Column(what, breaks=True)), tuple(sorted(of.items())))


CARDS = 7
HOUR_MICROS = 3600 * MICROS_PER_SECOND


def verification_form(room: RoomFacts, page: WinPage | None, payment: Payment | None = None) -> Report:
    """What is filled in while an award is verified; with its win page, what the log knows stands there already."""
    award = blanks("Win page", "Table", "Hand", "Amount")
    if page:
        award = Facts(
            ("Win page", str(page.number)),
            ("Table, seat, round", f"{page.table}, {page.seat or 'not entered'}, {page.round}"),
            ("Game, paytable", f"{games.title_of(page.game, page.variant)}, {page.paytable}"),
            ("Award" if page.envy_for_seat is not None else "Hand", page.won),
            ("Wager", format_amount(page.wager_micros, page.currency)),
            ("Amount", format_amount(page.amount_micros, page.currency)),
            ("Meter before, after", " → ".join(
                format_amount(micros, page.currency) for micros in (page.meter_before_micros, page.meter_after_micros)
            ) if page.level else "no share of a meter"),
            ("Confirmed by", f"{page.confirmed_by}, {page.role}"),
        )  # fmt: skip
    done = {one.step: f"{one.by}: {one.note}" if one.note else one.by for one in payment.done} if payment else {}
    steps = tuple((step.text, step.cited or "house procedure", done.get(step.id, "")) for step in payment.steps) \
        if payment else ()  # fmt: skip
    by_hand = (
        "Player's name, identification", "Cards shown to camera: number, time", "Remaining deck counted by",
        "Seal number of hand and deck", "Surveillance operator", "Check number, or cash", "Tax form", "Dealer",
        "Supervisor", "Second authorizer", "Player's signature",
    )  # fmt: skip
    cards = tuple((str(at), "", "") for at in range(1, CARDS + 1))
    sheet = Sheet(
        f"Jackpot verification{f', win page {page.number}' if page else ''}",
        f"{room.location}, {format_day(room.law.on)}",
        Section("Award", award),
        Section("Steps", Table((Column("Step", breaks=True), Column("Required by"), Column("Done")), steps))
        if steps
        else None,
        Section("Cards of the hand", Table((Column("Card"), Column("Rank"), Column("Suit")), cards)),
        Section("Complete by hand", blanks(*by_hand)),
        colophon=room.colophon,
    )
    plain = {"win_page": page.number if page else None, "steps": [{"step": text, "cited": cited, "done": by}
             for text, cited, by in steps]}  # fmt: skip
    return Report(sheet, plain, f"verification-{page.number}" if page else "verification")


def _hours_after(room: RoomFacts, at_micros: int, hours: int) -> str:
    """A deadline by the room's clock, also where the clocks are changed meanwhile."""
    return format_moment(at_micros + hours * HOUR_MICROS, room.zone) if hours else "no rule sets a time here"


def malfunction_notice(room: RoomFacts, number: int, found: Malfunction, at_micros: int) -> Report:
    """The draft of a notice to the regulator that equipment failed."""
    facts = (
        ("Malfunction", str(number)),
        ("Equipment", found.equipment),
        ("What happened", found.what),
        ("Found", format_moment(at_micros, room.zone)),
        ("Due", _hours_after(room, at_micros, found.within_hours or 0)),
        ("Required by", found.cited or "no rule here"),
        ("Filed as", found.document or BLANK),
        ("Tables out of service", listed([n for n, at in room.floor.tables.items() if at.closed] or ["none"])),
        *blanks("Repair, and test after it", "Name, signature").rows,
    )
    words = Words(
        "No wager and no meter amount is lost by a failure: each stands in the journal before it is acknowledged, and "
        "a table that cannot reach the server takes no progressive bets."
    )
    sheet = Sheet(
        f"Notice of malfunction {number}",
        f"Draft for {room.law.profile.title}, {room.location}",
        Section("", Facts(*facts), words),
        colophon=room.colophon,
    )
    plain = {"number": number, "equipment": found.equipment, "what": found.what, "found_at_micros": at_micros,
             "within_hours": found.within_hours, "cited": found.cited, "document": found.document}  # fmt: skip
    return Report(sheet, plain, f"malfunction-{number}")


def change_notice(room: RoomFacts, now_micros: int) -> Report:
    """The draft of a notice ahead of a change: software that waits for approval, and terms that wait for a hit."""
    rule, floor = room.law.find("change.notice"), room.floor
    hours = rule.number("ahead_hours") if rule else 0
    changes = [
        ("Software", floor.software or "none approved", floor.found or room.software.digest)
    ] if floor.found != floor.software or not floor.software else []  # fmt: skip
    changes += [
        (f"Jackpot {name}, {label}", before, after)
        for name, waits in waiting(floor).items()
        for label, before, after in (change_words(change, floor.currency_by_jackpot[name]) for change in waits)
    ]
    table = Table((Column("What"), Column("Now", breaks=True), Column("Then", breaks=True)), tuple(changes))
    facts = (
        ("Written", format_moment(now_micros, room.zone)),
        ("Not before", _hours_after(room, now_micros, hours)),
        ("Required by", rule.cited if rule else "no rule here"),
        *blanks("Who installs it", "How it was tested", "Name, signature").rows,
    )
    sheet = Sheet(
        "Notice of a change",
        f"Draft for {room.law.profile.title}, {room.location}",
        *(Section("", notice) for notice in not_approved(room.law)),
        Section("What changes", table if changes else Words("Nothing waits to be changed.")),
        Section("When", Facts(*facts)),
        colophon=room.colophon,
    )
    plain = {"ahead_hours": hours, "changes": [{"what": what, "now": now, "then": then} for what, now, then in changes]}
    return Report(sheet, plain, "change-notice")
