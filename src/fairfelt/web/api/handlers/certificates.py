"""Link certificates: how every link stands, the certificate itself, and a count of everything once more."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from fairfelt import games
from fairfelt.law import certificate_faults
from fairfelt.reports.report import json_paper
from fairfelt.room.law.link_status import LinkStatus, link_status
from fairfelt.web.api.types.law_answers import CertificateCheck, CertificateRow, Certificates

from ..access import ANYBODY_SIGNED_IN
from ..call import Call
from ..endpoint import get
from ..problem import not_found
from .records import READS_THE_LOG


async def certificates(call: Call) -> Certificates:
    """Every link as it stands, with what the law says to all tables of its jackpot."""
    floor = call.floor
    return Certificates(links=[_row(link, link_status(floor, link)) for link in floor.links])


async def certificate(call: Call) -> Response:
    """The certificate of a link's jackpot, to keep and to check without this program."""
    headers = {"Content-Disposition": 'attachment; filename="certificate.json"'}
    return Response(json_paper(_certificate(call)), 200, headers, "application/json")


async def check_certificate(call: Call) -> CertificateCheck:
    """Check the seal, the arithmetic and the equal odds, and count the games again."""
    found = await asyncio.to_thread(certificate_faults, _certificate(call), games.find)
    return CertificateCheck(holds=not found, faults=list(found))


def _certificate(call: Call) -> Mapping[str, Any]:
    link = call.path["link"]
    if link not in call.floor.links:
        raise not_found(f"there is no link {link!r}")
    status = link_status(call.floor, link)
    if status.certificate is None:
        why = "its jackpot is played for with one game" if status.games < 2 else "the findings say why"
        raise not_found(f"link {link!r} has no certificate: {why}")
    return status.certificate


def _row(link: str, status: LinkStatus) -> CertificateRow:
    return CertificateRow(
        link=link,
        jackpot=status.jackpot,
        location=status.location,
        tables=list(status.tables),
        games=status.games,
        lawful=status.lawful,
        findings=list(status.findings),
        certificate=status.certificate is not None,
    )


ENDPOINTS = [
    get("certificates", certificates, ANYBODY_SIGNED_IN, Certificates),
    get("links/{link}/certificate", certificate, ANYBODY_SIGNED_IN),
    get("links/{link}/certificate/check", check_certificate, READS_THE_LOG, CertificateCheck),
]
