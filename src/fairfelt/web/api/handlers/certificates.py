"""Link certificates: which links were examined, the certificate itself, and a count of everything once more."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.responses import Response

from fairfelt import games
from fairfelt.law import certificate_faults
from fairfelt.room import Floor, LinkExamination
from fairfelt.web.api.types.law_answers import CertificateCheck, CertificateRow, Certificates

from ..access import ANYBODY_SIGNED_IN
from ..call import Call
from ..endpoint import get
from ..problem import not_found
from .records import READS_THE_LOG


async def certificates(call: Call) -> Certificates:
    """Every link of different games with what the exact count found."""
    floor = call.floor
    return Certificates(links=[_row(floor, link, found) for link, found in floor.paperwork.links.items()])


async def certificate(call: Call) -> Response:
    """The certificate of a link, to keep and to check without this program."""
    held = _examined(call).certificate
    if held is None:
        raise not_found(f"link {call.path['link']!r} has no certificate: the findings say why")
    headers = {"Content-Disposition": 'attachment; filename="certificate.json"'}
    return Response(msgspec.json.encode(held), 200, headers, "application/json")


async def check_certificate(call: Call) -> CertificateCheck:
    """Check the seal, the arithmetic and the equal odds, and count the games again."""
    held = _examined(call).certificate or {}
    found = await asyncio.to_thread(certificate_faults, held, games.find)
    return CertificateCheck(holds=not found, faults=list(found))


def _examined(call: Call) -> LinkExamination:
    link = call.path["link"]
    if link not in call.floor.paperwork.links:
        raise not_found(f"link {link!r} was never examined: its tables are all of one game, or no law asks")
    return call.floor.paperwork.links[link]


def _row(floor: Floor, link: str, found: LinkExamination) -> CertificateRow:
    law = floor.jurisdiction.law
    covers = bool(law and found.covers(law, floor.combinations(link)))
    return CertificateRow(
        link=link,
        jackpot=floor.links[link].jackpot,
        lawful=covers and not any(binds for _, binds in found.findings),
        findings=[sentence for sentence, _ in found.findings],
        certificate=found.certificate is not None,
    )


ENDPOINTS = [
    get("certificates", certificates, ANYBODY_SIGNED_IN, Certificates),
    get("links/{link}/certificate", certificate, ANYBODY_SIGNED_IN),
    get("links/{link}/certificate/check", check_certificate, READS_THE_LOG, CertificateCheck),
]
