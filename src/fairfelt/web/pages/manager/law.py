"""Compliance: the jurisdiction, limits on wagers, links and filings; and the papers of the room."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Any, NamedTuple
from urllib.parse import urlencode

from starlette.responses import Response

from fairfelt import games
from fairfelt.jackpot.meters import all_offers
from fairfelt.jackpot.meters.jackpot_model import ProgressiveOffer
from fairfelt.law import Layer, letter, paytables_of, profile, profile_names
from fairfelt.law.approvals import REFERENCE_WORDS
from fairfelt.ledger import LedgerError
from fairfelt.reports.law.funds import MODES
from fairfelt.reports.report import Report
from fairfelt.reports.sheet.english import capital
from fairfelt.room import Floor, Table
from fairfelt.room.commands import paperwork
from fairfelt.room.commands.accounts import IssueReport
from fairfelt.room.commands.law import CorrectDay, LimitWagers, SetLaw
from fairfelt.room.law.ask_law import house_rules, is_approved, link_status
from fairfelt.room.law.jurisdiction import LawVerdict
from fairfelt.room.live_jackpot import offers_played
from fairfelt.rules import Preset, UnknownName, format_day
from fairfelt.server.papers import PAPERS, Asks, KeptDocument, Paper, Wanted
from fairfelt.web.api.access import FILING, PRINTING, SETTING_UP
from fairfelt.web.api.handlers.law import approvals, kept_now
from fairfelt.web.api.handlers.law import law as law_state
from fairfelt.web.api.handlers.wins import about_days
from fairfelt.web.desk import Desk, Field, Form, Mistaken, Task, go
from fairfelt.web.desk.task import Review, carry_out, find_by
from fairfelt.web.desk.words import game_titles, percent, plain
from fairfelt.web.http.answers import MOST_FILE_BYTES, not_found, number_in

LAW = "/manager/law"
DOCUMENT = (
    Field("document", "Document", hint=f"{capital(REFERENCE_WORDS)}."),
    Field("file", "Document as a file", sort="file", optional=True,
          hint=f"Up to {MOST_FILE_BYTES // 1_000_000} MB. While a law is enforced, attach it or give its SHA-256."),
    Field("sha256", "SHA-256 of the file", hint="Filled in from an attached file."),
    Field("secret", sort="hidden"),
)  # fmt: skip
"""Fields of every filing."""


async def _file(desk: Desk, form: Form, fields: dict[str, Any]) -> Mapping[str, Any]:
    """A filing; a file that was attached is kept, and its digests stand in the form from now on."""
    office = desk.controller.papers
    if content := form.files.get("file"):
        kept = await asyncio.to_thread(office.keep, content)
        if form.get("sha256") not in ("", kept.sha256):
            form.mistake("sha256", f"the attached file has the SHA-256 {kept.sha256}")
        form.sent |= kept._asdict()
    elif form.get("secret"):
        kept = KeptDocument(form.get("sha256"), form.get("secret"))
        if not await asyncio.to_thread(office.is_kept, kept):
            form.sent["secret"] = ""
            form.mistake("file", "attach the file again")
    return {**fields, "sha256": form.get("sha256"), "secret": form.get("secret")}


async def judge_tables(desk: Desk, form: Form, after: Floor) -> Review:
    """The law's verdict on every table, for both people to read before they sign."""

    def said(verdict: LawVerdict) -> str:
        return f"stopped: {verdict.stop}" if verdict.stop else "; ".join(verdict.notices) or "no findings"

    changes = tuple(
        (f"Table {name}", said(before.law_verdict), said(now.law_verdict))
        for name, now in after.tables.items()
        if (before := desk.floor.tables[name]).law_verdict != now.law_verdict
    )
    stopped = [f"Table {name} stays stopped: {at.law_verdict.stop}." for name, at in after.tables.items()
               if at.law_verdict.stop and at.law_verdict == desk.floor.tables[name].law_verdict]  # fmt: skip
    off = after.jurisdiction.binds != (was := desk.floor.jurisdiction.binds) and was
    danger = f"Enforcement of {was} goes off: an alarm, and a notice on every paper of the day, say so." if off else ""
    return Review(changes, tuple(stopped) or ("Nothing else is missing at any table.",), danger)


def _at_tables(floor: Floor) -> dict[str, Table]:
    """A table of each game, by the fingerprint of the game."""
    return {table.fingerprint: table for table in floor.tables.values()}


def unpinned(floor: Floor) -> dict[str, Table]:
    """The same of games that were not compared with their approved rules."""
    approved = {table.fingerprint for table in floor.tables.values() if is_approved(floor, table)}
    return {digits: table for digits, table in _at_tables(floor).items() if digits not in approved}


def _pin_fields(desk: Desk, it: None) -> Iterable[Field]:
    there = unpinned(desk.floor)
    return (
        Field("fingerprint", "Game", empty="Every game in use is reviewed.", choices={
            digits: f"{games.title_of(of.game, of.variant)} ({digits[:12]}…)" for digits, of in there.items()
        }),
        *(Field(name, f"{games.title_of(of.game, of.variant)}: {paytable}", sort="check", optional=True)
          for name, (of, paytable) in _comparable(there).items()),
        *DOCUMENT,
    )  # fmt: skip


def _comparable(there: Mapping[str, Table]) -> dict[str, tuple[Table, str]]:
    """A table of the game and the paytable of everything that can be compared, by the name of its box."""
    return {
        f"compared-{digits[:12]}-{at}": (of, paytable)
        for digits, of in there.items()
        for at, paytable in enumerate(paytables_of(games.find(of.game, of.variant)), 1)
    }


async def _pin_game(desk: Desk, form: Form, fields: dict[str, Any]) -> Mapping[str, Any]:
    there, digits = _at_tables(desk.floor), fields["fingerprint"]
    if digits not in there:
        form.mistake("fingerprint", "choose from the list")
    form.check()
    checked = {name: which for name, which in _comparable(there).items() if form.get(name)}
    for name, (of, _) in checked.items():
        if of.fingerprint != digits:
            form.mistake(name, "this paytable is of another game")
    game, paytables = there[digits], [paytable for _, paytable in checked.values()]
    return await _file(desk, form, fields | {"game": game.game, "variant": game.variant, "paytables": paytables})


def _read_components(form: Form) -> dict[str, str]:
    found: dict[str, str] = {}
    for row in filter(None, map(str.strip, form.get("components").split(";"))):
        name, colon, version = (part.strip() for part in row.partition(":"))
        if not (name and colon and version):
            form.mistake("components", f"{row!r} has no version: enter it as Nexus: 1.2")
        found[name] = version
    return found


class FiledFor(NamedTuple):
    """A paytable that is played, and what is known of its meter."""

    offer: ProgressiveOffer
    preset: Preset | None

    @property
    def origin(self) -> str:
        """Whose figures these are."""
        return self.preset.origin if self.preset else "Nothing is filed, and no sheet prints a seed or a rate."


def preset_for(floor: Floor, offer: ProgressiveOffer) -> Preset | None:
    """The preset that was filed for a paytable, or else the one that ships with it."""
    return floor.paperwork.preset(*offer) or offer.find_game().paytable(offer.wager, offer.paytable).preset


def _filed_for(desk: Desk) -> FiledFor:
    """The preset of the paytable in the address; terms are compared with it."""
    offer = all_offers().get(desk.request.query_params.get("for", ""))
    if offer is None:
        raise not_found("no paytable of that name is in the catalogue: choose one from the law page")
    return FiledFor(offer, preset_for(desk.floor, offer))


def _level_fields(level: str, preset: Preset | None) -> tuple[Field, ...]:
    known = preset.levels.get(level) if preset and preset.printed else None
    seed, rate = (plain(known.seed_micros), percent(known.rate_ppm)) if known else ("", "")
    return (
        Field(f"seed-{level}", f"Seed of {level}", sort="amount", value=seed),
        Field(f"rate-{level}", f"Rate of {level}, meter and reserve together", sort="percent", unit="%", value=rate),
    )


async def _file_preset(desk: Desk, form: Form, fields: dict[str, Any]) -> Mapping[str, Any]:
    levels = [
        {"name": name, "seed_micros": form.amount(f"seed-{name}", ""), "rate_ppm": form.rate_ppm(f"rate-{name}")}
        for name in ProgressiveOffer(*(fields[part] for part in ProgressiveOffer._fields)).levels
    ]
    return await _file(desk, form, {**fields, "levels": levels})


def _read_makers(form: Form) -> list[str]:
    makers = [name.strip() for name in form.get("makers").split(";") if name.strip()]
    if len(makers) < 2:
        form.mistake("makers", "name two manufacturers or more, with semicolons between them")
    return makers


async def law(desk: Desk) -> Response:
    """Jurisdiction and day, findings by table, conditions, reviewed games, links."""
    call, floor = desk.call(), desk.floor
    played = dict.fromkeys(offer for name in floor.jackpots for offer in offers_played(floor, name))
    return desk.draw(
        "manager/law/law.html", titles=game_titles(desk.floor), title_of=games.title_of,
        day_of=format_day,
        state=await law_state(call), papers=await approvals(call), floor=floor,
        files=desk.may(FILING), sets_up=desk.may(SETTING_UP), to_pin=unpinned(floor),
        day=format_day(floor.jurisdiction.day) if floor.jurisdiction.day else "",
        kept=await kept_now(call), house=house_rules(floor), layers=Layer,
        presets=[FiledFor(offer, preset_for(floor, offer)) for offer in played],
        links=[(name, link_status(floor, name)) for name in floor.links],
    )  # fmt: skip


async def examine(desk: Desk, form: Form) -> Response:
    """Count what the tables of a link have in common, unless that was done for today’s rules."""
    _, link = desk.named(desk.floor.links, "link")
    await desk.controller.law.examine(desk.controller.ledger, link.jackpot)
    return go(LAW)


TASKS = [
    Task(
        "/manager/law/conditions/meet", paperwork.MeetCondition, prepare=_file, review=judge_tables,
        of=lambda desk: sorted({table.game for table in desk.floor.tables.values()}),
        fields=lambda desk, here: (
            Field("condition", "Condition", value=desk.request.query_params.get("condition", ""),
                  choices={one.id: f"{one.id}: {one.says}" for one in letter().conditions}),
            Field("game", "Game", choices={"": "All games", **{slug: games.find(slug).title for slug in here}}),
            Field("on", "Date met", value=day.isoformat() if (day := desk.floor.jurisdiction.day) else ""),
            *DOCUMENT,
        ),
    ),
    Task(
        "/manager/law/conditions/withdraw", paperwork.WithdrawCondition, review=judge_tables,
        of=lambda desk: desk.floor.paperwork.met,
        fields=lambda desk, met: [
            Field("met", "Condition", term="condition/game", empty="None filed.", choices={
                f"{one.condition}/{one.game}": f"{one.condition}, {one.game or 'all games'} ({one.document})"
                for one in met
            })
        ],
    ),
    Task("/manager/law/pins/new", paperwork.PinGame, prepare=_pin_game, review=judge_tables, fields=_pin_fields),
    Task(
        "/manager/law/pins/{fingerprint}/withdraw", paperwork.WithdrawPin,
        of=find_by(
            "fingerprint", lambda floor: {one.pin.fingerprint: one for one in floor.paperwork.pins},
            "no review of this fingerprint is on file",
        ),
        review=judge_tables,
        facts=lambda desk, filed: (("Fingerprint", filed.pin.fingerprint), ("Document", filed.document)),
    ),
    Task(
        "/manager/law/components", paperwork.InstallComponents, prepare=_file, review=judge_tables,
        of=lambda desk: desk.floor.paperwork,
        fields=lambda desk, filed: (
            Field("components", optional=True, read=_read_components,
                  value="; ".join(f"{name}: {version}" for name, version in (filed.installed or {}).items())),
            Field("second_record", "Who keeps the meters", value="yes" if filed.second_record else "no",
                  choices={"no": "Fairfelt: it needs an approval of its own",
                           "yes": "The manufacturer’s system: this room is a second record of it"}),
            *DOCUMENT,
        ),
    ),
    Task(
        "/manager/law/presets/file", paperwork.FilePreset, of=_filed_for, prepare=_file_preset, back=LAW,
        facts=lambda desk, filed: (("Paytable", filed.offer.words), ("On file", filed.origin)),
        fields=lambda desk, filed: (
            *(field for name in filed.offer.levels for field in _level_fields(name, filed.preset)), *DOCUMENT,
        ),
        given=lambda desk, filed: filed.offer._asdict(),
    ),
    Task(
        "/manager/law/makers-reports/file", paperwork.FileMakersReport,
        of=lambda desk: sorted({table.maker for table in desk.floor.tables.values() if table.maker}), prepare=_file,
        back=LAW, facts=lambda desk, makers: [("Manufacturers at the tables", "; ".join(makers) or "none named")],
        fields=lambda desk, makers: (
            Field("makers", value="; ".join(makers) if len(makers) > 1 else "", read=_read_makers),
            *DOCUMENT,
        ),
    ),
    Task(
        "/manager/law/makers-reports/withdraw", paperwork.WithdrawMakersReport, back=LAW,
        fields=lambda desk, it: (
            Field("document", "Test report", empty="None filed.", choices={
                one.document: f"{one.document}: {', '.join(one.makers)}" for one in desk.floor.paperwork.makers_reports
            }),
        ),
    ),
    Task(
        "/manager/law/set", SetLaw, review=judge_tables, of=lambda desk: desk.floor.jurisdiction,
        fields=lambda desk, jurisdiction: (
            Field("profile", "Jurisdiction", value=jurisdiction.profile,
                  choices={name: f"{name}: {profile(name).title}" for name in profile_names()}),
            Field("mode", "Mode", value=jurisdiction.mode.value,
                  choices={mode: f"{mode}: {words}" for mode, words in MODES.items()}),
            Field("zone", "Time zone", value=jurisdiction.zone, hint="For example: America/Los_Angeles."),
            Field("day_begins_hour", value=str(jurisdiction.day_begins_hour),
                  choices={str(hour): f"{hour:02}:00" for hour in range(24)}),
            Field("location_class", value=jurisdiction.location_class),
            Field("location", value=jurisdiction.location),
            Field("document", "Document", hint="License or decision."),
        ),
    ),
    Task(
        "/manager/law/day", CorrectDay, review=judge_tables,
        facts=lambda desk, it: [
            ("Gaming day", format_day(day) if (day := desk.floor.jurisdiction.day) else "not started")
        ],
    ),
    Task(
        "/manager/law/wagers/{currency}", LimitWagers,
        of=find_by(
            "currency", lambda floor: {each: floor.house_rules.most_wager.get(each) for each in floor.currencies},
            "nothing is bet in {!r} in this room",
        ),
        review=True, back=LAW,
        fields=lambda desk, most: (
            Field("most", unit=desk.request.path_params["currency"], value=plain(most), term="largest_micros"),
        ),
    ),
]  # fmt: skip


FROM, TO, NUMBER = "from", "to", "number"
FORMS = ("pdf", "csv", "json", "html")
REPORT = "progressive-report"
"""The paper of the Reports page."""


async def papers(desk: Desk) -> Response:
    """All papers, and the reports that were issued, newest first."""
    rows = await asyncio.to_thread(desk.controller.papers.issued.all, desk.controller.ledger)
    return desk.draw("manager/papers.html", papers=PAPERS.values(), issued=rows[::-1])


async def paper(desk: Desk) -> Response:
    """One paper as it reads now."""
    wanted, form = _named(desk), Form(dict(desk.request.query_params))
    about, sheet = about_of(desk, wanted, form), None
    if not form.mistakes:
        try:
            sheet = (await asyncio.to_thread(draw_paper, desk, wanted, about)).sheet
        except UnknownName as error:  # nothing is drawn before a number is named
            if form.get(NUMBER):
                form.mistake(NUMBER, str(error))
    usual = await asyncio.to_thread(_usual_days, desk) if wanted.asks is Asks.DAYS else ()
    return desk.draw(
        "manager/paper.html", paper=wanted, sheet=sheet, form=form, fields=_fields(desk, wanted),
        links=[(words, urlencode({FROM: first, TO: last})) for words, first, last in usual],
        query=desk.request.url.query, forms=FORMS, issues=desk.may(PRINTING), number=desk.next_number,
    )  # fmt: skip


async def paper_document(desk: Desk) -> Response:
    """The same to download."""
    wanted = _named(desk)
    return await desk.download(await asyncio.to_thread(draw_paper, desk, wanted, asked_in(desk, wanted)), FORMS)


async def issue(desk: Desk, form: Form) -> Response:
    """Issue a paper as it reads now: number, signature, digest on the log; from then on it is kept."""
    wanted = _named(desk)
    about = asked_in(desk, wanted)
    try:
        asked = await asyncio.to_thread(desk.controller.papers.prepare, desk.controller.ledger, wanted, about)
        fields = {name: getattr(asked, name) for name in asked.__struct_fields__ if name != "cards"}
        done = await carry_out(desk, form, PRINTING, IssueReport, fields)
    except Mistaken:
        return desk.message("Not issued", form.mistakes[""])
    except (LedgerError, UnknownName) as error:
        return desk.message("Not issued", str(error))
    return go("/manager/papers", event=done.number)


def _named(desk: Desk) -> Paper:
    return desk.named(PAPERS, "paper")[1] if "paper" in desk.request.path_params else PAPERS[REPORT]


def _fields(desk: Desk, wanted: Paper) -> tuple[Field, ...]:
    """The days or the number that a paper is about."""
    today = desk.today.isoformat()
    if wanted.asks is Asks.DAYS:
        return (
            Field(FROM, "From", sort="day", value=today),
            Field(TO, "Through", sort="day", value=today, hint=f"Gaming days run {desk.days}."),
        )
    return (Field(NUMBER, wanted.of, optional=True),) if wanted.asks is Asks.NUMBER else ()


def _usual_days(desk: Desk) -> list[tuple[str, date, date]]:
    """The usual periods. Reads the database: call it off the event loop."""
    today, entries = desk.today, desk.controller.ledger.entries(after=0, limit=1)
    yesterday, first = today - timedelta(days=1), today.replace(day=1)
    before = first - timedelta(days=1)
    opened = min((today, *(desk.days.day_of(entry.at_micros) for entry in entries)))
    return [
        ("Today", today, today),
        ("Yesterday", yesterday, yesterday),
        ("Month to date", first, today),
        ("Last month", before.replace(day=1), before),
        ("Year to date", today.replace(month=1, day=1), today),
        ("Lifetime to date", opened, today),
    ]


def draw_paper(desk: Desk, wanted: Paper, about: Wanted) -> Report:
    """A paper of the room now; call it off the event loop."""
    return desk.controller.papers.draw(desk.controller.ledger, wanted, about)


def asked_in(desk: Desk, wanted: Paper) -> Wanted:
    """The days or the number in the address; a mistake in them ends the request."""
    form = Form(dict(desk.request.query_params))
    about = about_of(desk, wanted, form)
    if form.mistakes:
        raise not_found(next(iter(form.mistakes.values())))
    return about


def about_of(desk: Desk, wanted: Paper, form: Form) -> Wanted:
    """Read the days or the number in the address; today where it names no day."""
    call = desk.call()
    if wanted.asks is Asks.DAYS:
        first, last = (form.day(name, optional=True) or desk.today for name in (FROM, TO))
        if first > last:
            form.mistake(TO, "the last day is before the first")
        return about_days(call, first, last)
    typed = form.get(NUMBER)
    if wanted.asks is Asks.NUMBER and typed and not number_in(typed):
        form.mistake(NUMBER, f"{typed!r} is no number: enter one such as 3")
    return Wanted(number=number_in(typed), access=call.who_may)
