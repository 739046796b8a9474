"""A submission to a test laboratory: what is submitted, by hashes, and how each claim is checked again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fairfelt.reports.law.not_approved import not_approved
from fairfelt.reports.law.posting import percent
from fairfelt.reports.sheet.sheet import Block, Column, Facts, Section, Sheet, Steps, Table, right
from fairfelt.room.law.link_status import link_status
from fairfelt.rules import format_amount, format_day

from ..report import Report
from .room_facts import RoomFacts


def lab_report(room: RoomFacts) -> Report:
    """The submission of the room as it runs."""
    notice, software = not_approved(room.law), room.software
    facts = Facts(
        (
            ("Program", f"Fairfelt {software.version}"),
            ("Commit", software.commit),
            ("Its own files, SHA-256", software.program),
            ("Digest of all of it", software.digest),
            ("Files", f"{len(software.files):,}"),
            ("Libraries", f"{len(software.libraries):,}"),
            ("Journal", f"{room.events:,} events, last hash {room.head}"),
            ("Checkpoint key", room.floor.checkpoint_key or "none yet"),
        )
    )
    sheet = Sheet(
        title="Submission to a test laboratory",
        subtitle=f"{room.location}, {format_day(room.on)}",
        sections=(
            *([Section("", (notice,))] if notice else []),
            Section("What is submitted", (facts,)),
            Section("Games and paytables", (_games(room),)),
            Section("Progressive parameters", (_parameters(room),)),
            Section("Certificates of links", (_links(room),)),
            Section("How to check it", (Steps(tuple(_checks(room))),)),
            Section("Libraries", (_digests(software.libraries, "Library", "Version and digest"),)),
            Section("Files of the program", (_digests(software.files, "File", "SHA-256"),)),
        ),
        colophon=room.colophon,
    )
    return Report(sheet, _plain(room), "lab-submission")


def _plain(room: RoomFacts) -> dict[str, Any]:
    floor, software = room.floor, room.software
    return {
        "version": software.version,
        "commit": software.commit,
        "program": software.program,
        "digest": software.digest,
        "files": dict(software.files),
        "libraries": dict(software.libraries),
        "games": {at.fingerprint: f"{at.game} {at.variant}".strip() for at in floor.tables.values()},
        "certificates": {name: link_status(floor, name).certificate for name in floor.links},
        "events": room.events,
        "head": room.head,
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
         percent(level.reserve_rate_ppm),
         "none" if level.limit_micros is None else format_amount(level.limit_micros, at.terms.currency))
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
    for game in {at.fingerprint: room.game_at(at) for at in room.floor.tables.values()}.values():
        named = f"{game.slug} --variant {game.variant}" if game.variant else game.slug
        yield f"fairfelt rules {named} --json, fairfelt par {named} --json: the fingerprint above, and exact odds."
    yield "fairfelt verify: every published figure again, to its printed digits."
    yield (
        "fairfelt ledger verify JOURNAL: chain, books and answers from the first event on; every event is replayed and "
        "every command decided again by the software that verifies, and what other software decided is named by digest."
    )
    yield "fairfelt witness ADDRESS --key KEY: follow the signed log from elsewhere."


def _digests(of: object, name: str, what: str) -> Table:
    assert isinstance(of, dict), "names and digests"
    return Table((Column(name, breaks=True), Column(what, breaks=True)), tuple(sorted(of.items())))
